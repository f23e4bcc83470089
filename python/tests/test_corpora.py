"""One operator over many documents, in whatever batches and processes."""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
from pathlib import Path

import corpus
import glossweave
import pyarrow as pa
import pytest
from glossweave import Annotation, Dictionary, Engine, Passage, TermBase, TranslationSystem
from glossweave.corpora import OUTPUT, Operator


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return corpus.save_names(tmp_path_factory.mktemp("names") / "places.names")


def plain(names: Path, count: int, size: int = 1000) -> pa.Table:
    """What a loop makes of documents."""
    operator = Operator(corpus.engine(names), "names", texts=True)
    made = operator.annotate_batches(corpus.batches(count, size))
    return pa.Table.from_batches(made, schema=OUTPUT)


def batch(**columns: list[object]) -> pa.RecordBatch:
    return pa.RecordBatch.from_pydict(columns)


def test_rows_say_what_calls_one_by_one_say(names: Path) -> None:
    rows = plain(names, 300).to_pylist()
    entities = corpus.engine(names).session().entities
    for given, row in zip(corpus.documents(300), rows, strict=True):
        assert row["id"] == given["id"]
        if given["format"] == "latex":
            assert row["annotations"] == [] and row["text"] is None
            assert row["error"]["kind"] == "Unsupported" and "`latex`" in row["error"]["message"]
            continue
        page = glossweave.decode(
            given["content"] or "", format=given["format"] or "text", language=given["language"]
        )
        found = entities.recognize("names", page, language=given["language"])
        assert row["text"] == page.text and row["error"] is None
        said = [
            (a["start"], a["end"], a["text"], a["kind"], tuple(a["idents"]), a["confidence"])
            for a in row["annotations"]
        ]
        assert said == [(a.start, a.end, a.text, a.kind, a.idents, a.confidence) for a in found]
        assert all(row["text"][a["start"] : a["end"]] == a["text"] for a in row["annotations"])
    assert sum(len(row["annotations"]) for row in rows) > 1000


def test_what_annotations_say_besides_is_in_fields() -> None:
    def all_of_it(passage: Passage) -> list[Annotation]:
        return [
            Annotation(
                0, 1, idents=["http://a.example/i", "http://a.example/j"], classes=["http://a.example/c"],
                annotator="http://a.example/tool", source="S", source_ident="7",
            ),
            Annotation(1, 2, kind="term", info="a note"),
        ]

    made = Operator(Engine({"all": all_of_it}), "all").annotate(batch(id=["1"], content=["äö"]))
    [row] = made.to_pylist()
    first, second = row["annotations"]
    assert first["idents"] == ["http://a.example/i", "http://a.example/j"]
    assert first["classes"] == ["http://a.example/c"] and first["confidence"] is None
    assert {f["name"]: f["value"] for f in first["fields"]} == {
        "source": "S", "source-ident": "7", "annotator": "http://a.example/tool",
    }
    assert (second["kind"], second["start"], second["text"]) == ("term", 1, "ö")
    assert second["fields"] == [{"name": "info", "value": "a note"}]


def test_batches_of_all_sizes_give_the_same(names: Path) -> None:
    wanted = corpus.as_bytes(plain(names, 300))
    assert all(corpus.as_bytes(plain(names, 300, size)) == wanted for size in (1, 64, 299))


def test_a_document_that_fails_leaves_the_others_alone() -> None:
    def broken(passage: Passage) -> list[Annotation]:
        if "trap" in passage.text:
            raise RuntimeError("fell into it")
        return [Annotation(0, 1)]

    operator = Operator(Engine({"broken": broken}, settings={"limits": {"source": 100}}), "broken")
    rows = operator.annotate(
        batch(
            id=["a", "b", "c", "d", "e", "f"],
            content=["fine", "a trap", None, "x" * 101, "fine", "fine"],
            language=[None, None, None, None, "no language!", None],
        )
    ).to_pylist()
    assert [row["id"] for row in rows] == ["a", "b", "c", "d", "e", "f"]
    kinds = [None if row["error"] is None else row["error"]["kind"] for row in rows]
    assert kinds[0] is None and kinds[2:] == ["Invalid", "TooLarge", "Invalid", None]
    assert "RuntimeError: fell into it" in rows[1]["error"]["message"]
    assert [len(row["annotations"]) for row in rows] == [1, 0, 0, 0, 0, 1]


@pytest.mark.parametrize(
    "of", [pa.string(), pa.large_string(), pa.binary(), pa.dictionary(pa.int32(), pa.string())], ids=str
)
def test_contents_are_text_or_bytes(names: Path, of: pa.DataType) -> None:
    content = pa.array(["to Place1 Number1", None]).cast(of)
    operator = Operator(corpus.engine(names), "names", id="number", content="body")
    made = operator.annotate(pa.RecordBatch.from_arrays([pa.array([7, 8]), content], ["number", "body"]))
    rows = made.to_pylist()
    assert [row["id"] for row in rows] == ["7", "8"]
    assert rows[0]["annotations"][0]["idents"] == ["http://example.org/place/1"]
    assert rows[1]["error"]["kind"] == "Invalid"


def test_what_cannot_be_annotated_is_refused(names: Path) -> None:
    engine = corpus.engine(names)
    with pytest.raises(glossweave.NotFound, match="no recognizer `places`, expected one of `names`"):
        Operator(engine, "places")
    with pytest.raises(glossweave.InvalidArgument, match="expected all, or some of spot"):
        Operator(engine, "names", mode="everything")
    operator = Operator(engine, "names")
    with pytest.raises(glossweave.InvalidArgument, match="no column `content`, expected one of `id`, `text`"):
        operator.annotate(batch(id=["1"], text=["x"]))
    with pytest.raises(glossweave.InvalidArgument, match="expected text or bytes .* int64"):
        operator.annotate(batch(id=["1"], content=[1]))


def in_worker(operator: Operator, given: pa.RecordBatch) -> tuple[int, pa.RecordBatch]:
    return os.getpid(), operator.annotate(given)


def test_operators_go_to_other_processes(names: Path, tmp_path: Path) -> None:
    operator = Operator(corpus.engine(names), "names", journal=tmp_path / "journal")
    assert pickle.loads(pickle.dumps(operator)).engine() is operator.engine()
    [given] = corpus.batches(200)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        process, made = pool.apply(in_worker, (operator, given))
    assert process != os.getpid() and made.equals(operator.annotate(given))
    noted = {}
    for file in (tmp_path / "journal").iterdir():
        [line] = map(json.loads, file.read_text().splitlines())
        noted[line["process"]] = (line["documents"], line["first"], line["last"])
    assert noted == dict.fromkeys((process, os.getpid()), (200, "doc-0000000", "doc-0000199"))


def test_a_dictionary_that_changed_is_refused_in_workers(tmp_path: Path) -> None:
    path = corpus.save_names(tmp_path / "places.names", 10)
    operator = Operator(corpus.engine(path), "names")
    [given] = corpus.batches(10)
    os.unlink(path)
    corpus.save_names(path, 11)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        with pytest.raises(glossweave.PreconditionFailed, match="revision"):
            pool.apply(in_worker, (operator, given))
    # Whoever had it open goes on with the one it has.
    assert len(operator.annotate(given)) == 10


def test_memory_of_a_dictionary_is_not_sent(names: Path) -> None:
    operator = Operator(corpus.engine(names), "names")
    assert len(pickle.dumps(operator)) < 2000
    built = Operator(Engine({"names": Dictionary([("http://a.example/x", "Xanadu")])}), "names")
    made = pickle.loads(pickle.dumps(built)).annotate(batch(id=["1"], content=["in Xanadu"]))
    assert made.to_pylist()[0]["annotations"][0]["start"] == 3


TERMS = "uri,term,language\nhttp://example.org/bank,bank,en\nhttp://example.org/bank,ribera,es\n"


def test_terms_are_found_by_the_same_operator(tmp_path: Path) -> None:
    TermBase.from_csv(TERMS.encode()).save(tmp_path / "rivers.terms")
    engine = Engine(term_bases={"rivers": TermBase.open(tmp_path / "rivers.terms")})
    operator = Operator(engine, "rivers", service="terms", source_lang="en", texts=True)
    assert len(pickle.dumps(operator)) < 2000
    given = batch(id=["1", "2"], content=["Two banks.", None])
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        process, made = pool.apply(in_worker, (operator, given))
    assert process != os.getpid() and made.equals(operator.annotate(given))
    first, second = made.to_pylist()
    [term] = first["annotations"]
    assert (term["start"], term["end"], term["text"], term["kind"]) == (4, 9, "banks", "term")
    assert {"name": "info-ref", "value": "http://example.org/bank"} in term["fields"]
    assert second["error"]["kind"] == "Invalid"
    # Candidates need no term base; a language that cannot be told is an error of the row.
    [row] = Operator(engine, "extraction", service="terms").annotate(
        batch(id=["1"], content=["17"])
    ).to_pylist()
    assert row["error"]["kind"] == "Invalid"

    os.unlink(tmp_path / "rivers.terms")
    TermBase.from_csv(TERMS.replace("bank,en", "shore,en").encode()).save(tmp_path / "rivers.terms")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        with pytest.raises(glossweave.PreconditionFailed, match="revision"):
            pool.apply(in_worker, (operator, given))


def shout(texts: list[str], source: str, target: str) -> list[str]:
    return [text.upper() for text in texts]


def test_documents_are_translated_by_the_same_operator() -> None:
    system = TranslationSystem("en", "en-x-loud", shout, key="horse")
    engine = Engine(translators={"shout": [system]})
    operator = pickle.loads(
        pickle.dumps(
            Operator(
                engine, "shout", service="translations", source_lang="en", target_lang="en-x-loud", key="horse",
                format="html",
            )
        )
    )
    [row] = operator.annotate(batch(id=["1"], content=["<p>Hello.<p>Again"])).to_pylist()
    said = [
        {field["name"]: field["value"] for field in one["fields"]} for one in row["annotations"]
    ]
    assert [one["text"] for one in said] == ["HELLO.", "AGAIN"]
    assert {one["kind"] for one in row["annotations"]} == {"translation"}


def test_services_have_options_of_their_own(names: Path) -> None:
    engine = corpus.engine(names)
    with pytest.raises(glossweave.InvalidArgument, match="`target_lang` is not an option of `entities`"):
        Operator(engine, "names", target_lang="es")
    with pytest.raises(glossweave.InvalidArgument, match="expected `entities`, `terms`"):
        Operator(engine, "names", service="links")
    with pytest.raises(glossweave.InvalidArgument, match="`target_lang` is missing"):
        Operator(engine, "names", service="translations")
    with pytest.raises(glossweave.NotFound, match="no terminology provider `rivers`"):
        Operator(engine, "rivers", service="terms")
    with pytest.raises(glossweave.NotFound, match="no translation provider `apertium`"):
        Operator(engine, "apertium", service="translations", target_lang="es")
