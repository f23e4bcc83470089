"""Values that mean nothing are refused, and errors say what was expected and where."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import glossweave
import pytest
from glossweave import Annotation, Dictionary, Engine, InvalidArgument, Tagger

CORK = "http://example.org/Cork"
XLIFF = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a" source-language="en" target-language="fr" datatype="plaintext"><body>
<trans-unit id="1"><source>One.</source></trans-unit></body></file></xliff>"""


def test_a_language_is_a_tag() -> None:
    with pytest.raises(InvalidArgument, match="no language tag `english`, expected one such as en"):
        glossweave.decode("x", format="text", language="english")
    page = "<p lang=english>What a document says is its business"
    assert glossweave.decode(page, format="html").language == "english"


def test_classes_and_entities_are_iris() -> None:
    entities = Engine({"names": Dictionary([(CORK, "Cork")])}).session().entities
    page = glossweave.decode("Cork", format="text")
    with pytest.raises(InvalidArgument, match="`City`, expected an IRI such as http") as wrong:
        entities.recognize("names", page, types=["City"])
    assert wrong.value.parameter == "types"
    for keywords in ({"idents": ["Dublin"]}, {"classes": ["City"]}, {"annotator": "me"}):
        given: dict[str, Any] = keywords
        with pytest.raises(InvalidArgument, match="is not an absolute IRI"):
            Annotation(0, 4, **given)
    for confidence in (95, -0.1, float("nan")):
        with pytest.raises(InvalidArgument, match="not between 0 and 1"):
            Annotation(0, 4, idents=[CORK], confidence=confidence)


def test_a_name_of_a_file_is_no_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert glossweave.decode("page.html", format="html").text == "page.html"
    (tmp_path / "page.html").write_text("<p>Cork")
    entities = Engine({"names": Dictionary([(CORK, "Cork")])}).session().entities
    for read in (
        lambda: glossweave.decode("page.html", format="html"),
        lambda: glossweave.analyze_its("page.html", "translate", format="html"),
        lambda: entities.enrich("names", "page.html", informat="html"),
    ):
        with pytest.raises(InvalidArgument, match="for a file use `pathlib.Path`"):
            read()
    assert glossweave.decode(b"page.html", format="html").text == "page.html"
    assert glossweave.decode(Path("page.html")).text == "Cork"


def test_a_target_language_of_a_file_counts() -> None:
    def shout(texts: list[str], source: str, target: str) -> list[str | None]:
        return [text.upper() for text in texts]

    system = glossweave.TranslationSystem("en", "de", shout)
    french = glossweave.TranslationSystem("en", "fr-CA", shout)
    translations = Engine(translators={"shout": [system, french]}).session().translations

    def translated(target: str, **more: Any) -> bytes:
        return translations.enrich(
            "shout", XLIFF, "en", target, informat="xliff", outformat="xliff", translations=True,
            any_format=True, **more,
        ).bytes

    with pytest.raises(InvalidArgument, match="into `fr`, not `de`") as wrong:
        translated("de")
    assert wrong.value.parameter == "target_lang"
    assert b"ONE." in translated("de", any_target=True)
    assert b"ONE." in translated("fr-CA")
    turtle = translations.enrich("shout", XLIFF, "en", "de", informat="xliff")
    assert b'"ONE."@de' in turtle.bytes


def test_a_string_is_no_list_of_strings(tmp_path: Path) -> None:
    calls: list[Any] = [
        lambda: Annotation(0, 4, idents=CORK),
        lambda: glossweave.Entry(CORK, "Cork", classes=CORK),
    ]
    for call in calls:
        with pytest.raises(TypeError, match="expected a list of .* and got `str`"):
            call()


def test_a_string_is_a_list_with_commas_for_options() -> None:
    city, river = "http://example.org/City", "http://example.org/River"
    names = Dictionary([glossweave.Entry(CORK, "Cork", classes=[city]), glossweave.Entry(f"{CORK}-lee", "Lee", classes=[river])])
    entities = Engine({"names": names}).session().entities
    page = glossweave.decode("Cork on the Lee", format="text")
    both = entities.recognize("names", page, types=[city, river])
    assert len(both) == 2 and entities.recognize("names", page, types=f"{city}, {river}") == both
    assert len(entities.recognize("names", page, types=city)) == 1
    rules = '<its:rules xmlns:its="http://www.w3.org/2005/11/its" version="2.0"><its:translateRule selector="//a" translate="no"/></its:rules>'
    for given in (rules, [rules]):
        (found,) = [one for one in glossweave.analyze_its("<a/>", "translate", format="xml", rules=given) if one[0] == "/a"]
        assert found[1] == {"translate": "no"}
    with pytest.raises(TypeError, match="expected a list of `str` as `types` and got `int`"):
        entities.recognize("names", page, types=7)  # type: ignore[arg-type]


def test_errors_about_documents_name_the_file(tmp_path: Path) -> None:
    broken = tmp_path / "broken.xml"
    broken.write_text("<a>\n<b></a>")
    turtle = tmp_path / "broken.ttl"
    turtle.write_text("<a")
    table = tmp_path / "broken.csv"
    table.write_text("uri,label\nx,\n")
    entities = Engine({"names": Dictionary([(CORK, "Cork")])}).session().entities
    calls: list[tuple[Path, Any]] = [
        (broken, lambda: glossweave.decode(broken)),
        (broken, lambda: glossweave.analyze_its(broken, "translate")),
        (broken, lambda: entities.enrich("names", broken)),
        (turtle, lambda: glossweave.read_nif(turtle)),
        (turtle, lambda: glossweave.check_nif(turtle)),
        (table, lambda: Dictionary.from_csv(table)),
    ]
    for path, call in calls:
        with pytest.raises(glossweave.GlossweaveError) as caught:
            call()
        assert str(caught.value).startswith(f"{path}: ")
    assert caught.value.kind in ("Malformed", "Invalid")
    with pytest.raises(glossweave.MalformedInput) as caught:
        glossweave.decode("<a>", format="xml")
    assert str(tmp_path) not in str(caught.value)


def test_what_nobody_reads_is_not_supported(tmp_path: Path) -> None:
    for name in ("report.doc", "report.rtf"):
        path = tmp_path / name
        path.write_bytes(b"PK")
        with pytest.raises(glossweave.Unsupported, match=f"no format `{path.suffix[1:]}`"):
            glossweave.decode(path)
    with pytest.raises(InvalidArgument, match="is missing"):
        glossweave.decode(b"x")


def test_messages_name_keywords() -> None:
    entities = Engine({"names": Dictionary([(CORK, "Cork")])}).session().entities
    with pytest.raises(InvalidArgument, match="set `any_language` to allow others"):
        entities.enrich("names", "<p>x", informat="html", outformat="html", language="de")


def test_annotations_become_plain_values() -> None:
    cork = Annotation(3, 7, text="Cörk", idents=[CORK], confidence=0.5)
    plain = {
        "start": 3, "end": 7, "kind": "entity", "text": "Cörk", "idents": [CORK], "confidence": 0.5,
    }
    assert cork.to_dict() == plain and json.loads(cork.to_json()) == plain
    assert "ö" in cork.to_json()
    issue = Annotation(
        0, 1, kind="metadata", category="localization-quality-issue",
        records=[{"locQualityIssueComment": "x"}],
    )
    for one in (cork, issue, Annotation(0, 0)):
        assert Annotation(**one.to_dict()) == one


def test_results_can_be_pickled() -> None:
    source = f'<p>To <span its-ta-ident-ref="#cork">Cork</span> and Dublin'
    page = glossweave.decode(source, format="html")
    (relative,) = page.annotations
    dublin = Annotation(12, 18, idents=["http://example.org/Dublin"])
    encoded = glossweave.encode(page, [dublin])
    reply = Engine({"names": Dictionary([(CORK, "Cork")])}).session().entities.enrich(
        "names", "<p>To Cork", informat="html", outformat="html"
    )
    nif = glossweave.read_nif(glossweave.to_nif(page, [dublin]), format="turtle")
    tables = [
        glossweave.Table.of_documents({"a": page}),
        glossweave.Table.of_annotations({"a": [dublin, *nif.contexts[0].annotations], "b": []}),
        glossweave.Table.of_annotations({}),
    ]
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        def again(thing: Any) -> Any:
            return pickle.loads(pickle.dumps(thing, protocol))

        assert again(relative) == relative and relative.idents == ("#cork",)
        other = again(encoded)
        assert (other.bytes, other.placements, other.inserted, other.replaced, other.parts) == (
            encoded.bytes, encoded.placements, encoded.inserted, encoded.replaced, encoded.parts
        )
        other = again(reply)
        assert (other.bytes, other.format, other.placements, other.skipped) == (
            reply.bytes, reply.format, reply.placements, reply.skipped
        )
        assert again(nif).write(format="n-triples") == nif.write(format="n-triples")
        assert [one.annotations for one in again(nif).contexts] == [
            one.annotations for one in nif.contexts
        ]
        for table in tables:
            import pyarrow as pa

            other = again(table)
            assert pa.table(other).equals(pa.table(table)) and len(other) == len(table)


def test_the_operator_takes_frames_and_gives_frames() -> None:
    import pandas as pd
    import polars as pl
    import pyarrow as pa
    from glossweave.corpora import Operator

    operator = Operator(Engine({"names": Dictionary([(CORK, "Cork")])}), "names")
    rows = {"id": ["a", "b"], "content": ["To Cork", "Nothing"]}
    batch = operator.annotate(pa.RecordBatch.from_pydict(rows))
    assert isinstance(batch, pa.RecordBatch)
    expected = batch.to_pylist()
    table = operator.annotate(pa.table(rows))
    assert isinstance(table, pa.Table) and table.to_pylist() == expected
    several = operator.annotate(pa.concat_tables([pa.table(rows), pa.table(rows)]))
    assert several.to_pylist() == expected * 2
    assert operator.annotate(pa.table(rows).slice(0, 0)).num_rows == 0
    frame = operator.annotate(pl.DataFrame(rows))
    assert isinstance(frame, pl.DataFrame) and frame["id"].to_list() == ["a", "b"]
    assert frame.to_arrow().to_pylist()[0]["annotations"][0]["idents"] == [CORK]
    panda = operator.annotate(pd.DataFrame(rows, index=[7, 9]))
    assert isinstance(panda, pd.DataFrame) and list(panda["id"]) == ["a", "b"]
    assert list(panda.index) == [7, 9]
    assert panda["annotations"].iloc[0][0]["start"] == 3
    wrong: Any = [rows]
    with pytest.raises(TypeError, match="expected a table or a frame and got `list`"):
        operator.annotate(wrong)


def test_keywords_with_wrong_values_are_named() -> None:
    train: Any = Tagger.train
    make: Any = Annotation
    wrong: list[dict[str, Any]] = [{"source": 3}, {"kind": "metadata", "fields": 3}]
    for keywords in wrong:
        with pytest.raises(TypeError, match="argument '(source|fields)'"):
            make(0, 4, **keywords)
    with pytest.raises(TypeError, match="argument 'namespace'"):
        train("To O\nCork B-LOC\n", namespace=3)
    with pytest.raises(TypeError, match="unexpected keyword argument 'roundz'"):
        train("To O\nCork B-LOC\n", roundz=1)
    with pytest.raises(TypeError, match="unexpected keyword argument 'idnets'"):
        make(0, 4, idnets=[])
