"""Datasets: loaded from files, in parts, watched; what is found and why."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import glossweave
from glossweave import Engine, Session, decode

TABLE = """uri,label,type,weight,description
http://ex.org/fish,bass,http://ex.org/Animal,1,a fish that lives in lakes and rivers
http://ex.org/voice,bass,http://ex.org/Sound,3,the lowest voice of a choir
http://ex.org/Cork,Cork,http://ex.org/City,1,
"""


def user(engine: Engine, name: str = "anna") -> Session:
    users = engine.session().users
    users.create(name, "correct horse")
    return engine.session(users.authenticate(name, "correct horse"))


@pytest.fixture
def session() -> Session:
    return user(Engine())


def found(session: Session, text: str, **wanted: object) -> list[tuple[str, tuple[str, ...]]]:
    page = decode(text, format="text")
    wanted.setdefault("dataset", "things")
    annotations = session.entities.recognize("dictionary", page, **wanted)  # type: ignore[arg-type]
    return [(one.text, one.idents) for one in annotations]


def test_a_path_says_its_format(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "things.nt"
    path.write_text('<http://ex.org/Cork> <http://schema.org/name> "Cork" .\n')
    made = session.datasets.load("things", path)
    assert (made.content["entities"], made.content["labels"]) == (1, 1)
    assert "files" not in made.content
    assert found(session, "To Cork!") == [("Cork", ("http://ex.org/Cork",))]
    with pytest.raises(glossweave.Conflict):
        session.datasets.load("things", path)


def test_files_bytes_and_text_are_loaded(session: Session) -> None:
    sources: list[io.BytesIO | bytes | str] = [io.BytesIO(TABLE.encode()), TABLE.encode(), TABLE]
    for number, source in enumerate(sources):
        assert session.datasets.load(f"set-{number}", source).content["labels"] == 3
    changed = session.datasets.load("set-0", "uri,label\nhttp://ex.org/x,x\n", update=True)
    assert changed.content["labels"] == 4
    replaced = session.datasets.load("set-0", TABLE, update=True, mode="replace")
    assert replaced.content["labels"] == 3


def test_who_watches_sees_it_go_and_can_end_it(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "many.csv"
    rows = (f"http://ex.org/{number},name {number}\n" for number in range(50_000))
    path.write_text("uri,label\n" + "".join(rows))
    told: list[tuple[int, int, int]] = []
    session.datasets.load("many", path, progress=lambda *at: told.append(at))
    assert told[-1] == (path.stat().st_size, path.stat().st_size, 50_000)
    assert len(told) > 2

    def stop(*_: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        session.datasets.load("other", path, progress=stop)
    with pytest.raises(glossweave.NotFound):
        session.datasets.read("other")


def test_an_upload_goes_on_in_another_engine(tmp_path: Path) -> None:
    data = TABLE.encode()
    with Engine(settings={"store": {"location": tmp_path}}) as engine:
        upload = user(engine).datasets.upload("things")
        upload.append(data[:60])
        assert len(upload) == 60
    with Engine(settings={"store": {"location": tmp_path}}) as engine:
        users = engine.session().users
        session = engine.session(users.authenticate("anna", "correct horse"))
        upload = session.datasets.upload("things")
        assert (upload.name, len(upload)) == ("things", 60)
        upload.append(data[60:])
        assert upload.load(language="en").content["language"] == "en"
        assert len(session.datasets.upload("things")) == 0
        session.datasets.upload("things").discard()


def test_the_context_chooses_and_says_why(session: Session) -> None:
    session.datasets.create("things", TABLE)
    assert found(session, "She caught a bass, the largest fish of the lake.") == [("bass", ("http://ex.org/fish",))]
    assert found(session, "The choir needs a bass.") == [("bass", ("http://ex.org/voice",))]
    assert found(session, "bass") == [("bass", ("http://ex.org/voice",))]
    page = decode("é: a bass, the largest fish of the lake.", format="text")
    [why] = session.entities.explain(page, dataset="things")
    assert (why["start"], why["end"], why["text"]) == (5, 9, "bass")
    best, other = why["choices"]
    assert best["ident"] == "http://ex.org/fish"
    assert best["weight"] < other["weight"] and best["score"] > other["score"]
    assert best["features"]["words"]["value"] > other["features"]["words"]["value"]
    total = sum(one["value"] * one["weight"] for one in best["features"].values())
    assert total == pytest.approx(best["score"])


def test_what_is_wanted(session: Session) -> None:
    session.datasets.create("things", TABLE)
    session.datasets.create("more", "uri,label\nhttp://ex.org/Cobh,Cobh\n")
    text = "bass, Cork, Cobh"
    assert len(found(session, text, dataset=["things", "more"])) == 3
    assert len(found(session, text, dataset="things,more")) == 3
    assert found(session, text, types=["http://ex.org/City"]) == [("Cork", ("http://ex.org/Cork",))]
    assert len(found(session, "bass", num_links=2)[0][1]) == 2
    assert found(session, text, threshold=0.99) == [("Cork", ("http://ex.org/Cork",))]
    assert found(session, "Cork", mode="spot") == [("Cork", ())]
    for wanted, name in (
        ({"num_links": 9}, "num_links"),
        ({"threshold": 2.0}, "threshold"),
        ({"mode": "x"}, "mode"),
        ({"dataset": None}, "dataset"),
    ):
        with pytest.raises(glossweave.InvalidArgument) as caught:
            found(session, text, **wanted)
        assert caught.value.parameter == name


def test_a_dataset_can_be_the_usual_one() -> None:
    session = user(Engine(settings={"dataset": "things"}))
    session.datasets.create("things", TABLE)
    assert len(found(session, "Cork", dataset=None)) == 1


def test_a_tagger_learns_from_columns_and_annotations(tmp_path: Path) -> None:
    towns = ["Cork", "Dublin", "Galway", "Sligo", "Athlone"]
    columns = "".join(f"We O\nwent O\nto O\n{town} B-LOC\n. O\n\n" for town in towns)
    lessons = []
    for town in towns:
        place = glossweave.Annotation(11, 11 + len(town), classes=["http://ex.org/Town"])
        lessons.append((f"We went to {town}.", [place]))
    for corpus, iri in (
        (columns, "http://nerd.eurecom.fr/ontology#Location"),
        (lessons, "http://ex.org/Town"),
    ):
        tagger = glossweave.Tagger.train(corpus)
        [found] = tagger.recognize("We went to Limerick.")
        assert (found.text, found.classes, found.idents) == ("Limerick", (iri,), ())
        assert tagger.evaluate(corpus)[None]["f1"] == 1.0
    tagger = glossweave.Tagger.train(columns, rounds=4, iris=[("LOC", "http://ex.org/Place")])
    assert tagger.classes == {"LOC": "http://ex.org/Place"}
    tagger.save(tmp_path / "model")
    session = user(Engine(settings={"models": {"tagger": tmp_path / "model"}}))
    page = decode("We went to Limerick.", format="text")
    [found] = session.entities.recognize("trained", page)
    assert found.text == "Limerick"
    session.datasets.create("towns", "uri,label\nhttp://ex.org/Limerick,Limerick\n")
    [found] = session.entities.recognize("trained", page, dataset="towns")
    assert (found.idents, found.classes) == (("http://ex.org/Limerick",), ("http://ex.org/Place",))
    with pytest.raises(glossweave.StorageError):
        Engine(settings={"models": {"tagger": tmp_path / "none"}})


def test_taggers_have_classes_of_words_and_a_size(tmp_path: Path) -> None:
    columns = "".join(f"Near O\n{town} B-LOC\n. O\n\n" * 4 for town in ["Cork", "Dublin", "Galway"])
    vectors = tmp_path / "vectors.txt"
    vectors.write_text("".join(f"{word} 1 0.{at}\n" for at, word in enumerate(["cork", "dublin", "sligo"])))

    def size(**options: Any) -> int:
        glossweave.Tagger.train(columns, **options).save(tmp_path / "tagger")
        return (tmp_path / "tagger").stat().st_size

    assert size(max_features=10) < size() < size(word_vectors=vectors)
    assert size(word_vectors=vectors, max_words=1) < size(word_vectors=vectors)
    with pytest.raises(glossweave.InvalidArgument) as error:
        glossweave.Tagger.train(columns, word_vectors=tmp_path / "none")
    assert error.value.parameter == "word_vectors"


def test_classes_get_a_namespace() -> None:
    towns = ["Cork", "Dublin", "Galway", "Sligo", "Athlone"]
    columns = "".join(f"We O\nwent O\nto O\n{town} B-Town\n. O\n\n" for town in towns)
    tagger = glossweave.Tagger.train(columns, namespace="http://ex.org/")
    assert tagger.classes == {"Town": "http://ex.org/Town"}


def test_what_a_corpus_raises_comes_out_as_it_was(tmp_path: Path) -> None:
    raised = KeyboardInterrupt()

    class Broken:
        def read(self) -> bytes:
            raise raised

    def lessons() -> Iterator[tuple[str, list[glossweave.Annotation]]]:
        yield "To Cork", []
        raise ValueError("no more")

    with pytest.raises(KeyboardInterrupt) as caught:
        glossweave.Tagger.train(Broken())
    assert caught.value is raised
    with pytest.raises(FileNotFoundError):
        glossweave.Tagger.train(tmp_path / "none.conll")
    with pytest.raises(ValueError, match="no more"):
        glossweave.Tagger.train(lessons())
    no_text: list[tuple[str, list[glossweave.Annotation]]] = [("\ud800", [])]
    for corpus in ("\ud800 O\n", no_text):
        with pytest.raises(glossweave.InvalidArgument, match="not Unicode"):
            glossweave.Tagger.train(corpus)
    for wrong in (7, [7], [("Cork", 7)]):
        with pytest.raises(TypeError, match="pairs of a text and its annotations"):
            glossweave.Tagger.train(wrong)  # type: ignore[arg-type]
