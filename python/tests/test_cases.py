"""The case table that all bindings run: its format is in tests/cases/README.md."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import Any

import glossweave
import pytest
from glossweave import Annotation, Document, Placement
from glossweave._native import _option_tables

TESTS = Path(__file__).resolve().parents[2] / "tests"

COLUMNS = {
    "name",
    "input",
    "input_base64",
    "file",
    "informat",
    "step",
    "options",
    "providers",
    "annotations",
    "labels",
    "load",
    "outformat",
    "category",
    "nif",
    "web_annotations",
    "needs",
    "expect",
}

Row = dict[str, Any]


def is_there(row: Row) -> bool:
    """Whether what a row needs is there; where it is not, a line says so."""
    if row.get("needs") != "apertium" or Path("/usr/share/apertium/modes/eng-spa.mode").exists():
        return True
    assert "CI" not in os.environ, "Apertium is not installed"
    if "GLOSSWEAVE_SKIPS" in os.environ:
        with open(os.environ["GLOSSWEAVE_SKIPS"], "a") as skips:
            skips.write(f"cases: `{row['name']}` needs apertium\n")
    return False


def rows() -> list[Any]:
    tables = sorted((TESTS / "cases").glob("*.json"))
    found = [row for table in tables for row in json.loads(table.read_bytes()) if is_there(row)]
    return [pytest.param(row, id=row["name"]) for row in found]


def source(row: Row) -> bytes:
    if "input_base64" in row:
        return base64.b64decode(row["input_base64"])
    if "file" in row:
        path: str = row["file"]
        return (TESTS / "data" / path).read_bytes()
    text: str = row.get("input", "")
    return text.encode()


def picked(row: Row, names: dict[str, str]) -> Row:
    """The options of a row under the names of this binding, those of other steps left out."""
    given = row.get("options", {})
    return {ours: given[name] for name, ours in names.items() if name in given}


def same(*names: str) -> dict[str, str]:
    return {name: name for name in names}


def many(value: str | list[str] | None) -> list[str]:
    return [value] if isinstance(value, str) else value or []


def annotation(row: Row) -> Annotation:
    if "metadata" in row:
        return metadata(row)
    if "translation" in row:
        return Annotation(
            row["start"],
            row["end"],
            kind="translation",
            target=row["translation"],
            language=row["language"],
            confidence=row.get("confidence"),
            annotator=row.get("annotator"),
        )
    keywords: Row = {
        "kind": "term" if row.get("term") else "entity",
        "idents": many(row.get("entity")),
        "classes": many(row.get("class")),
        "source_ident": row.get("ident"),
    }
    for name in ("source", "info_ref", "info", "confidence", "annotator"):
        keywords[name] = row.get(name)
    return Annotation(row["start"], row["end"], **keywords)


def metadata(row: Row) -> Annotation:
    (_, category), *rest = row["metadata"]
    parts: list[dict[str, str]] = [{}]
    for name, value in rest:
        if name == "record":
            parts.append({})
        else:
            parts[-1][name] = value
    return Annotation(
        row["start"],
        row["end"],
        kind="metadata",
        category=category,
        fields=parts[0],
        records=parts[1:],
        annotator=row.get("annotator"),
    )


def pairs(annotation: Annotation) -> list[list[str]]:
    if annotation.category is None:
        return []
    said = [["category", annotation.category], *map(list, annotation.fields.items())]
    for record in annotation.records:
        said += [["record", ""], *map(list, record.items())]
    return said


def shown(annotation: Annotation) -> Row:
    row = {
        "start": annotation.start,
        "end": annotation.end,
        "entity": list(annotation.idents),
        "class": list(annotation.classes),
        "source": annotation.source,
        "ident": annotation.source_ident,
        "term": annotation.kind == "term" or None,
        "info_ref": annotation.info_ref,
        "info": annotation.info,
        "translation": annotation.target,
        "language": annotation.language,
        "metadata": pairs(annotation),
        "confidence": annotation.confidence,
        "annotator": annotation.annotator,
    }
    return {name: value for name, value in row.items() if value not in (None, [])}


def placement(placement: Placement) -> str:
    if placement.state == "placed":
        return f"placed {placement.fragments}"
    words = placement.state.replace("-", " ")
    return words if placement.rule is None else f"{words}: {placement.rule}"


def decoded(row: Row) -> Document:
    names = ("charset", "language", "max_bytes", "unknown_entities", "invalid_bytes", "columns")
    options = picked(row, same(*names))
    for name in ("translatable_attributes", "numeric_cells"):
        options[name] = row.get("options", {}).get(name) == "yes"
    options |= rules(row)
    return glossweave.decode(source(row), format=row.get("informat", "html"), **options)


def rules(row: Row) -> Row:
    options = picked(row, same("rules", "rule_set", "rules_folder", "parameters") | {"its_base": "base"})
    if "rules" in options:
        options["rules"] = [options["rules"]]
    if "rules_folder" in options:
        options["rules_folder"] = TESTS / "data" / options["rules_folder"]
    return options


def its(row: Row) -> list[str]:
    informat = row.get("informat", "html")
    nodes = glossweave.analyze_its(source(row), row["category"], format=informat, **rules(row))
    return [
        " ".join([path, *(f"{name}={value}" for name, value in values.items())])
        for path, values in nodes
    ]


def read(document: Document, annotations: list[Annotation]) -> Row:
    return {
        "text": document.text,
        "units": [unit.text for unit in document.units],
        "language": document.language,
        "encoding": document.encoding,
        "annotations": [shown(one) for one in annotations],
        "target": [unit.text for unit in document.target.units] if document.target else [],
        "warnings": len(document.warnings),
        "parts": [part.name for part in document.parts],
    }


def encoding(row: Row) -> Row:
    names = ("verify", "on_parent", "translations", "set_lang", "target_state", "profile", "schema")
    options = picked(row, same(*names))
    return {name: typed(name.replace("_", "-"), value) for name, value in options.items()}


OPTIONS = {row.name: row for _, rows in _option_tables() for row in rows}


def typed(name: str, value: Any) -> Any:
    """The value of an option, by its type."""
    row = OPTIONS.get(name)
    if row is None or not isinstance(value, str):
        return value
    if row.words == ["yes", "no"]:
        return {"yes": True, "no": False}[value]
    return {"integer": int, "number": float}.get(row.type, str)(value)


def answer_to(row: Row) -> Row:
    step, outformat = row.get("step", "text"), row.get("outformat", "turtle")
    if step == "read":
        base = picked(row, same("base"))
        nif = glossweave.read_nif(source(row), format=row.get("informat", "html"), **base)
        if not nif.contexts:
            return {}
        return read(nif.contexts[0].document, nif.contexts[0].annotations)
    if step == "its":
        return {"its": its(row)}
    if step == "dataset":
        return stored(row, outformat)
    if step == "terms":
        return terms(row, outformat)
    if step == "translate":
        return translated(row, outformat)
    if step == "recognize":
        return recognized(row, outformat)
    document = decoded(row)
    if step == "text":
        return read(document, document.annotations)
    annotations = [annotation(one) for one in row.get("annotations", [])]
    if step == "nif":
        options = picked(row, {"prefix": "prefix", "nif_version": "version", "shape": "shape"})
        return {"bytes": glossweave.to_nif(document, annotations, format=outformat, **options)}
    if step == "return":
        return returned(document, row)
    if step == "read-web-annotation":
        told = row["web_annotations"].encode()
        found, skipped = glossweave.read_web_annotations(document, told, **picked(row, same("source")))
        return {"annotations": [shown(one) for one in found], "warnings": len(skipped)}
    if step == "web-annotation":
        options = picked(row, same("source", "base", "created", "text"))
        return {"bytes": glossweave.to_web_annotation(document, annotations, **options)}
    if step == "export":
        options = picked(row, same("name"))
        made = glossweave.export(document, annotations, format=outformat, **options)
        return {"bytes": made.bytes, "placements": [placement(one) for one in made.placements]}
    if step == "chunks":
        return {"bytes": chunked(document, annotations, row)}
    assert step == "annotate", f"`{step}` is not a step"
    encoded = glossweave.encode(document, annotations, **encoding(row))
    return {
        "bytes": encoded.bytes,
        "placements": [placement(one) for one in encoded.placements],
        "parts": [part.name for part in encoded.parts],
    }


def chunked(document: Document, annotations: list[Annotation], row: Row) -> bytes:
    options = {OPTIONS[name].keyword: typed(name, value) for name, value in row.get("options", {}).items()}
    return glossweave.chunk_lines(document, annotations, **options)


def returned(document: Document, row: Row) -> Row:
    nif = glossweave.read_nif(row["nif"].encode(), format="turtle")
    said = nif.annotations_of(document)
    if said is None:
        raise glossweave.NotFound("no text of this document")
    encoded = glossweave.encode(document, said, **encoding(row))
    return {
        "bytes": encoded.bytes,
        "placements": [placement(one) for one in encoded.placements],
        "annotations": [shown(one) for one in said],
    }


def recognized(row: Row, outformat: str) -> Row:
    names = glossweave.Dictionary.from_csv(row["labels"].encode())
    providers = [
        glossweave.Provider(
            "recognizer", one["name"], one["protocol"], one["place"], **one.get("options", {})
        )
        for one in row.get("providers", [])
    ]
    engine = glossweave.Engine({"names": names}, providers=providers, settings={"limits": {"source": row.get("options", {}).get("max_bytes")}})
    options = picked(row, same("charset", "language", "prefix", "any_language", "any_format"))
    reply = engine.session().entities.enrich(
        row.get("options", {}).get("recognizer", "names"),
        source(row),
        informat=row.get("informat", "html"),
        outformat=outformat,
        **picked(row, same("nif_version")),
        **options,
        **encoding(row),
    )
    return {"bytes": reply.bytes, "placements": [placement(one) for one in reply.placements]}


def somebody() -> glossweave.Session:
    engine = glossweave.Engine(settings={"models": {"mentions": "none"}})
    users = engine.session().users
    users.create("anna", "correct horse")
    return engine.session(users.authenticate("anna", "correct horse"))


def keywords(row: Row) -> Row:
    """The options of a row that are parameters under their own names, as keywords."""
    told: Row = {"source_lang": None} if row["step"] == "translate" else {}
    for name, value in row.get("options", {}).items():
        if name != "provider":
            told[name.replace("-", "_")] = typed(name, value)
    return told


def terms(row: Row, outformat: str) -> Row:
    session = somebody()
    session.datasets.create("names", row["labels"], type="terms", **row.get("load", {}))
    reply = session.terms.enrich(
        row.get("options", {}).get("provider", "termbase"),
        source(row),
        dataset="names",
        informat=row.get("informat", "html"),
        outformat=outformat,
        **keywords(row),
    )
    return {"bytes": reply.bytes, "placements": [placement(one) for one in reply.placements]}


def translated(row: Row, outformat: str) -> Row:
    provider = row.get("options", {}).get("provider", "memory")
    languages = {"source_lang": "en", "target_lang": "es"}
    if provider == "apertium":
        apertium = glossweave.Provider(
            "translator", provider, "apertium", "eng-spa", system=languages
        )
        engine = glossweave.Engine(providers=[apertium])
    else:
        xliff = row.get("load", {}).get("informat") == "xliff"
        made = glossweave.TranslationMemory
        memory = (made.from_xliff if xliff else made.from_tmx)(row["labels"])
        systems = [glossweave.TranslationSystem("en", "es", memory)]
        engine = glossweave.Engine(translators={provider: systems})
    reply = engine.session().translations.enrich(
        provider,
        source(row),
        informat=row.get("informat", "html"),
        outformat=outformat,
        **keywords(row),
    )
    return {
        "bytes": reply.bytes,
        "placements": [placement(one) for one in reply.placements],
        "statuses": reply.statuses,
    }


def stored(row: Row, outformat: str) -> Row:
    session = somebody()
    load = dict(row.get("load", {}))
    for name in ("plurals", "strict"):
        if name in load:
            load[name] = load[name] == "true"
    if "never-alone" in load:
        load["never_alone"] = load.pop("never-alone").split(",")
    session.datasets.create("names", row["labels"], **load)
    options = row.get("options", {})
    names = ("mode", "types", "numLinks", "threshold", "mentions", "language")
    wanted = {OPTIONS[name].keyword: typed(name, value) for name, value in options.items() if name in names}
    reply = session.entities.enrich(
        "dictionary",
        source(row),
        informat=row.get("informat", "html"),
        outformat=outformat,
        dataset="names",
        **wanted,
    )
    return {"bytes": reply.bytes, "placements": [placement(one) for one in reply.placements]}


def triples(graph: bytes) -> set[bytes]:
    """The lines of a graph as N-Triples: the table has no blank nodes."""
    start = graph.lstrip()
    format = "n3"
    if start.startswith((b"<?xml", b"<rdf:")):
        format = "rdf-xml"
    elif start.startswith((b"{", b"[")):
        format = "json-ld"
    lines = glossweave.read_nif(graph, format=format).write(format="n-triples").splitlines()
    assert not any(b"_:" in line for line in lines)
    return set(lines)


def in_order(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: json.dumps(row, sort_keys=True))


def check(name: str, expected: Any, answer: Row) -> None:
    found: bytes = answer.get("bytes", b"")
    if name == "its":
        assert [node for node in expected if node not in answer["its"]] == []
    elif name in ("text", "units", "language", "encoding", "target", "warnings", "parts"):
        assert answer.get(name) == expected
    elif name in ("placements", "statuses"):
        assert answer.get(name, []) == expected
    elif name == "annotations":
        assert in_order(answer[name]) == in_order(expected)
    elif name == "bytes":
        assert found == expected.encode()
    elif name == "bytes_base64":
        assert found == base64.b64decode(expected)
    elif name == "contains":
        assert [part for part in expected if part.encode() not in found] == []
    elif name == "lacks":
        assert [part for part in expected if part.encode() in found] == []
    elif name == "graph":
        assert triples(found) == triples(expected.encode())
    else:
        pytest.fail(f"`{name}` is nothing to expect")


@pytest.mark.parametrize("row", rows())
def test_case_is_answered_as_expected(row: Row) -> None:
    assert set(row) <= COLUMNS
    expect = dict(row["expect"])
    assert expect, "nothing is expected"
    refusal = expect.get("error")
    if refusal is None:
        answer = answer_to(row)
        for name, expected in expect.items():
            check(name, expected, answer)
        return
    assert set(refusal) <= {"kind", "message", "at"}
    with pytest.raises(glossweave.GlossweaveError) as raised:
        answer_to(row)
    assert raised.value.kind == refusal["kind"]
    said = refusal.get("message", "")
    # Ways out have the names of keywords.
    assert said in str(raised.value) or said.replace("-", "_") in str(raised.value)
    if "at" in refusal:
        assert [raised.value.line, raised.value.column] == refusal["at"]


def test_the_table_is_there() -> None:
    assert len(rows()) >= 40
