"""Round trips of exchange formats through the libraries of other people: they read what Glossweave writes, and
Glossweave reads what they write. The text has characters beyond the basic plane and combining marks, and is partly
written from right to left."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import bioc
import conllu
import pytest
from bioc import biocjson, biocxml
from cassis import Cas, TypeSystem, load_cas_from_json, load_cas_from_xmi, load_typesystem
from gatenlp import Document as GateDocument
from glossweave import Annotation, Document, decode, export
from label_studio_sdk.converter.converter import Converter
from pybrat.parser import BratParser

NERD = "http://nerd.eurecom.fr/ontology#"
TEXT = "😀 Élan met 𝔸nna and Zoe\u0308 in Cork.\nשלום, קורק! في كُورك."
CORK = "http://www.wikidata.org/entity/Q36647"
NAMED_ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"


def at(part: str, label: str, *idents: str) -> Annotation:
    start = TEXT.index(part)
    return Annotation(start, start + len(part), classes=[NERD + label], idents=list(idents))


FOUND = [
    at("Élan", "Person"),
    at("𝔸nna", "Person"),
    at("Zoe\u0308", "Person"),
    at("Cork", "Location", CORK),
    at("קורק", "Location", CORK),
    at("كُورك", "Location", CORK),
]
EXPECTED = [
    ("Élan", "PER", None),
    ("𝔸nna", "PER", None),
    ("Zoe\u0308", "PER", None),
    ("Cork", "LOC", CORK),
    ("קורק", "LOC", CORK),
    ("كُورك", "LOC", CORK),
]
SPANS = [(one.start, one.end) for one in FOUND]


def written(format: str) -> bytes:
    made = export(decode(TEXT, format="text"), FOUND, format=format, name="letter")
    assert all(made.placements) and not made.skipped, made.skipped
    return made.bytes


def said(page: Document) -> list[tuple[str, str, str | None]]:
    """The text, the label and the IRI of each annotation."""
    labels = {NERD + "Person": "PER", NERD + "Location": "LOC"}
    return [
        (one.text, labels[one.classes[0]], one.idents[0] if one.idents else None)
        for one in page.annotations
    ]


def types() -> TypeSystem:
    made = TypeSystem()
    kind = made.create_type(NAMED_ENTITY, "uima.tcas.Annotation")
    for name in ("value", "identifier"):
        made.create_feature(kind, name, "uima.cas.String")
    meta = made.create_type(
        "de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData", "uima.tcas.DocumentAnnotation"
    )
    for name in ("documentTitle", "documentId"):
        made.create_feature(meta, name, "uima.cas.String")
    return made


def of_cas(cas: Cas) -> list[tuple[str, str, str | None]]:
    return [(one.get_covered_text(), one.value, one.identifier) for one in cas.select(NAMED_ENTITY)]


@pytest.mark.parametrize("format", ["cas-xmi", "cas-xmi-zip", "cas-json"])
def test_cassis(format: str) -> None:
    data = written(format)
    if format == "cas-xmi":
        cas = load_cas_from_xmi(io.BytesIO(data), typesystem=types())
        back = cas.to_xmi().encode()
    elif format == "cas-xmi-zip":
        files = zipfile.ZipFile(io.BytesIO(data))
        stated = load_typesystem(files.open("TypeSystem.xml"))
        cas = load_cas_from_xmi(files.open("document.xmi"), typesystem=stated)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("letter.xmi", cas.to_xmi())
        back = packed.getvalue()
    else:
        # The type system is in the file.
        cas = load_cas_from_json(io.BytesIO(data))
        back = cas.to_json().encode()
    assert cas.sofa_string == TEXT
    assert of_cas(cas) == EXPECTED
    page = decode(back, format=format)
    assert (page.text, said(page)) == (TEXT, EXPECTED)
    assert [(one.start, one.end) for one in page.annotations] == SPANS


def test_what_cassis_writes_itself() -> None:
    cas = Cas(types())
    cas.sofa_string = TEXT
    kind = cas.typesystem.get_type(NAMED_ENTITY)
    for (start, end), (_, label, iri) in zip(SPANS, EXPECTED, strict=True):
        cas.add(kind(begin=start, end=end, value=label, identifier=iri))
    for data, format in [(cas.to_xmi(), "cas-xmi"), (cas.to_json(), "cas-json")]:
        page = decode(data.encode(), format=format)
        assert (page.text, said(page)) == (TEXT, EXPECTED)
    # The type system of a project, as INCEpTION exports it, is not needed.
    assert load_typesystem(cas.typesystem.to_xml()).get_type(NAMED_ENTITY) is not None


def test_conllu() -> None:
    data = written("conll-u").decode()
    sentences = conllu.parse(data)
    assert sentences[0].metadata["newdoc id"] == "letter"
    tokens = [token for sentence in sentences for token in sentence]
    named = [(token["form"], token["misc"]["name"]) for token in tokens if "name" in (token["misc"] or {})]
    assert named == [(text, "B-" + label) for text, label, _ in EXPECTED]
    page = decode("".join(sentence.serialize() for sentence in sentences).encode(), format="conll-u")
    assert (page.text, said(page)) == (TEXT, EXPECTED)


def test_pybrat(tmp_path: Path) -> None:
    zipfile.ZipFile(io.BytesIO(written("brat"))).extractall(tmp_path)
    [example] = BratParser(error="raise").parse(tmp_path)
    assert example.text == TEXT
    found = [
        (one.mention, one.type, one.references[0].rid + ":" + one.references[0].eid if one.references else None)
        for one in sorted(example.entities, key=lambda one: one.start)
    ]
    assert found == [(text, label, iri and "wikidata:Q36647") for text, label, iri in EXPECTED]
    assert [(one.start, one.end) for one in sorted(example.entities, key=lambda one: one.start)] == SPANS
    page = decode(written("brat"), format="brat")
    assert (page.text, said(page)) == (TEXT, EXPECTED)


@pytest.mark.parametrize("format", ["gate-xml", "gate-json"])
def test_gatenlp(format: str, tmp_path: Path) -> None:
    (tmp_path / "letter").write_bytes(written(format))
    kind = "gatexml" if format == "gate-xml" else "bdocjs"
    document = GateDocument.load(str(tmp_path / "letter"), fmt=kind)
    assert document.text == TEXT
    found = list(document.annset())
    assert [(one.start, one.end) for one in found] == SPANS
    said_there = [(document[one], one.type, one.features.get("inst")) for one in found]
    assert said_there == EXPECTED
    # It does not write XML. Java counts UTF-16 units, Python code points.
    for offsets in ("p", "j"):
        back = document.save_mem(fmt="bdocjs", offset_type=offsets)
        assert json.loads(back)["offset_type"] == offsets
        page = decode(back.encode(), format="gate-json")
        assert (page.text, said(page)) == (TEXT, EXPECTED)
        assert [(one.start, one.end) for one in page.annotations] == SPANS


PROJECT = """<View><Labels name="label" toName="text"><Label value="PER"/><Label value="LOC"/></Labels>
<Text name="text" value="$text"/></View>"""


def test_label_studio_converter(tmp_path: Path) -> None:
    """The converter of Label Studio, with which it makes its exports."""
    task = json.loads(written("label-studio"))[0]
    # What people accept becomes an annotation.
    task["annotations"] = [{"id": 1, "completed_by": {"id": 1}, "result": task.pop("predictions")[0]["result"]}]
    (tmp_path / "tasks.json").write_text(json.dumps([task]))
    converter = Converter(PROJECT, project_dir=str(tmp_path), download_resources=False)

    def made(kind: str, name: str) -> bytes:
        converter.convert(str(tmp_path / "tasks.json"), str(tmp_path / kind), kind, is_dir=False)
        return (tmp_path / kind / name).read_bytes()

    page = decode(made("JSON", "result.json"), format="label-studio")
    assert (page.text, said(page)) == (TEXT, EXPECTED)
    # The brief notation has no identifiers.
    brief = decode(made("JSON_MIN", "result.json"), format="label-studio")
    labels = [(text, label, None) for text, label, _ in EXPECTED]
    assert (brief.text, said(brief)) == (TEXT, labels)
    assert [(one.start, one.end) for one in brief.annotations] == SPANS
    # Its tokens end at white space and some marks.
    columns = decode(made("CONLL2003", "result.conll"), format="conll-2003")
    assert [text.strip(".") for text, _, _ in said(columns)] == [text for text, _, _ in EXPECTED]
    assert [label for _, label, _ in said(columns)] == [label for _, label, _ in EXPECTED]


@pytest.mark.parametrize("format", ["bioc-xml", "bioc-json"])
def test_bioc(format: str) -> None:
    reader = biocxml if format == "bioc-xml" else biocjson
    collection = reader.loads(written(format).decode())
    [document] = collection.documents
    assert document.id == "letter"
    found = []
    for passage in document.passages:
        for one in passage.annotations:
            place = one.total_span
            start = place.offset - passage.offset
            assert passage.text[start : start + place.length] == one.text
            found.append((one.text, one.infons["type"], one.infons.get("identifier")))
    assert found == EXPECTED
    page = decode(reader.dumps(collection).encode(), format=format)
    assert (page.text, said(page)) == (TEXT, EXPECTED)


def test_two_passages_of_bioc() -> None:
    page = decode("<h1>😀 Cork</h1><p>To קורק", format="html")
    start = page.text.index("קורק")
    made = export(page, [Annotation(start, start + 4, classes=[NERD + "Location"])], format="bioc-json")
    first, second = biocjson.loads(made.bytes.decode()).documents[0].passages
    assert (first.offset, second.offset) == (0, 7)
    assert second.annotations[0].total_span == bioc.BioCLocation(10, 4)


def test_label_studio() -> None:
    """A task as its documentation has it, with offsets in code points."""
    task = json.loads(written("label-studio"))[0]
    assert task["data"] == {"text": TEXT, "name": "letter"}
    [prediction] = task["predictions"]
    for result, (start, end) in zip(prediction["result"], SPANS, strict=True):
        value = result["value"]
        assert (value["start"], value["end"], TEXT[start:end]) == (start, end, value["text"])
        assert (result["from_name"], result["to_name"], result["type"]) == ("label", "text", "labels")
    # What people accept becomes an annotation.
    task["annotations"] = [{"id": 1, "result": prediction["result"], "was_cancelled": False}]
    page = decode(json.dumps([task]).encode(), format="label-studio")
    assert (page.text, said(page)) == (TEXT, EXPECTED)


def test_pubannotation() -> None:
    made = json.loads(written("pubannotation"))
    found = [made["text"][one["span"]["begin"] : one["span"]["end"]] for one in made["denotations"]]
    assert found == [text for text, _, _ in EXPECTED]
    page = decode(json.dumps(made).encode(), format="pubannotation")
    assert (page.text, said(page)) == (TEXT, EXPECTED)
