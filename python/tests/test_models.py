from __future__ import annotations

import json
from pathlib import Path

import glossweave
import pytest
from glossweave import Engine, Model, Provider
from glossweave.cli import main

DATA = Path(__file__).parents[2] / "tests" / "data"
CORPUS = "To O\nCork B-LOC\n"


def test_models_are_trained_listed_and_removed() -> None:
    engine = Engine()
    session = engine.local_session()
    made = session.models.train("towns", CORPUS, rounds=1, iris=[("LOC", "http://example.org/Town")])
    assert isinstance(made, Model) and repr(made) == "<Model towns, tagger>"
    assert (made.name, made.kind, made.languages) == ("towns", "tagger", [])
    assert made.classes == ["http://example.org/Town"] and len(made.revision) == 16
    assert session.models.read("towns") == made and session.models.list() == [made]
    assert "towns" in [one.name for one in session.engines().recognizers]
    with pytest.raises(glossweave.Unauthenticated):
        engine.session().models.delete("towns")
    session.models.delete("towns")
    assert session.models.list() == []
    with pytest.raises(glossweave.NotFound):
        session.models.read("towns")


def test_a_mention_model_is_trained_on_the_names_of_a_dataset() -> None:
    session = Engine().local_session()
    session.datasets.create("places", "uri,label\nhttp://example.org/nice,Nice\n")
    corpus = "We O\nwent O\nto O\nNice B-LOC\n. O\n\nNice O\nweather O\n! O\n\n" * 20
    made = session.models.train(
        "judge", corpus, kind="mentions", dataset="places", languages=["en"], rounds=2, cutoff=2
    )
    assert (made.kind, made.languages, made.classes) == ("mentions", ["en"], [])


def test_options_of_another_kind_are_refused() -> None:
    models = Engine().local_session().models
    with pytest.raises(glossweave.InvalidArgument, match="dataset"):
        models.train("towns", CORPUS, dataset="places")
    with pytest.raises(glossweave.InvalidArgument, match="patience"):
        models.train("towns", CORPUS, kind="mentions", patience=3)
    with pytest.raises(glossweave.Conflict):
        models.train("dictionary", CORPUS)


def test_the_files_of_models_are_described(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "towns.tagger"
    tagger = glossweave.Tagger.train(CORPUS, rounds=1, languages=["en"])
    tagger.save(path)
    report = glossweave.check_model(path)
    assert (report.kind, report.identity, report.languages) == ("tagger", tagger.revision, ["en"])
    assert report.bytes == path.stat().st_size and report.open_milliseconds > 0
    assert (report.weights, report.inputs, report.license, report.tokens_per_second) == (None, [], None, None)
    assert repr(report) == f"<ModelReport {path}: tagger>"

    assert main(["model", "check", str(path)]) == 0
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["kind", "tagger"]
    assert ["classes", "LOC", "http://nerd.eurecom.fr/ontology#Location"] in lines
    assert main(["model", "check", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["identity"] == tagger.revision

    names = tmp_path / "towns.names"
    glossweave.Dictionary.from_csv("uri,label\nhttp://example.org/cork,Cork\n").save(names)
    report = glossweave.check_model(names)
    assert (report.kind, report.entries) == ("dictionary", 1)
    with pytest.raises(glossweave.StorageError):
        glossweave.check_model(tmp_path / "nowhere")
    names.write_bytes(names.read_bytes()[:100])
    with pytest.raises(glossweave.StorageError):
        glossweave.check_model(names)


def test_neural_models_need_the_feature(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A package that was built with the feature runs them; `make test-more` has one."""
    folder = DATA / "classifier"
    try:
        ner = Provider("recognizer", "ner", "token-classifier", folder, iri=["LOC=http://schema.org/Place"], classes=["LOC"])
    except glossweave.Unsupported as error:
        assert "without the feature `neural`" in str(error)
        with pytest.raises(glossweave.Unsupported, match="without the feature `neural`"):
            glossweave.check_model(folder)
        return
    (city,) = ner.recognize("😀 Anna Karenina to Cork City.")
    assert (city.start, city.end, city.classes) == (19, 28, ("http://schema.org/Place",))
    session = Engine(providers=[ner]).session()
    assert "ner" in [one.name for one in session.engines().recognizers]
    report = glossweave.check_model(folder)
    assert (report.kind, report.max_tokens, report.vocabulary) == ("token-classifier", 12, 18)
    assert report.inputs[0].name == "input_ids" and report.operators == [("Gather", 1)]
    assert report.license is not None and report.license[0] == "LICENSE"
    assert report.tokens_per_second is not None and report.tokens_per_second > 0
    page = tmp_path / "page.txt"
    page.write_text("Anna Karenina to Cork City.")
    for protocol, model, option in (
        ("token-classifier", folder, "classes=LOC"), ("span-classifier", DATA / "spans", "class=city")
    ):
        service = ["--recognizer", f"{protocol}={model}", "--option", option]
        assert main(["enrich", *service, "--to", "turtle", str(page)]) == 0
        assert '"Cork' in capsys.readouterr().out
    with pytest.raises(glossweave.InvalidArgument) as caught:
        Provider("recognizer", "ner", "token-classifier", folder, iri=["GOD=http://schema.org/Place"])
    assert caught.value.parameter == "iri"
