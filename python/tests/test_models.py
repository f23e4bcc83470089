from __future__ import annotations

import glossweave
import pytest
from glossweave import Engine, Model

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
