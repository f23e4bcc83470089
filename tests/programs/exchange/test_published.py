"""Examples that other people have published (tests/data/exchange), as their libraries and Glossweave read them."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from cassis import Cas, TypeSystem, load_cas_from_json, load_cas_from_xmi, load_dkpro_core_typesystem
from gatenlp import Document as GateDocument
from glossweave import Document, decode
from pybrat.parser import BratParser

DATA = Path(__file__).parents[2] / "data/exchange"
NERD = "http://nerd.eurecom.fr/ontology#"
CUSTOM = "webanno.custom."
ANNOTATION = "uima.tcas.Annotation"


def labels(page: Document) -> list[tuple[int, int, str]]:
    """The spans and the labels of annotations in the order of the text."""
    names = {"Person": "PER", "Location": "LOC", "Organization": "ORG"}
    found = [(one.start, one.end, one.classes[0].removeprefix(NERD)) for one in page.annotations]
    return sorted((start, end, names.get(label, label)) for start, end, label in found)


def warnings(page: Document) -> list[str]:
    return [message for message, _, _ in page.warnings]


def layers(cas: Cas, names: list[str]) -> list[tuple[int, int, str]]:
    found = [(one.begin, one.end, name) for name in names for one in cas.select(CUSTOM + name)]
    return sorted(found)


def types() -> TypeSystem:
    """The layers of the project that the examples of INCEpTION are from."""
    made = load_dkpro_core_typesystem()
    features = {
        "SimpleSpan": {},
        "SimpleLinkHost": {"links": "uima.cas.FSArray"},
        "Relation": {"Governor": ANNOTATION, "Dependent": ANNOTATION, "value": "uima.cas.String"},
        "SimpleLink": {"next": ANNOTATION},
    }
    for name, members in features.items():
        kind = made.create_type(CUSTOM + name, ANNOTATION)
        for feature, range_ in members.items():
            made.create_feature(kind, feature, range_)
    slot = made.create_type(CUSTOM + "LinkType", "uima.cas.TOP")
    made.create_feature(slot, "role", "uima.cas.String")
    made.create_feature(slot, "target", ANNOTATION)
    chain = made.create_type(CUSTOM + "SimpleChain", "uima.cas.AnnotationBase")
    made.create_feature(chain, "first", ANNOTATION)
    return made


@pytest.mark.parametrize(
    ("example", "read", "lost"),
    [
        (
            "slots",
            ["SimpleSpan", "SimpleLinkHost"],
            {"1 values of `webanno.custom.SimpleLinkHost:links` are not read"},
        ),
        ("relation", [], {"1 annotations of the type `webanno.custom.Relation` are not read"}),
        (
            "chains",
            ["SimpleLink"],
            {
                "2 annotations of the type `webanno.custom.SimpleChain` are not read",
                "4 values of `webanno.custom.SimpleLink:next` are not read",
            },
        ),
    ],
)
def test_layers_of_inception(example: str, read: list[str], lost: set[str]) -> None:
    data = (DATA / f"inception-{example}.xmi").read_bytes()
    cas = load_cas_from_xmi(io.BytesIO(data), typesystem=types(), lenient=True)
    page = decode(data, format="cas-xmi")
    assert page.text == cas.sofa_string
    assert labels(page) == layers(cas, read)
    assert lost <= set(warnings(page))
    # The rest are tokens and sentences.
    assert all("segmentation" in message for message in set(warnings(page)) - lost)


def test_a_document_of_inception_beyond_the_basic_plane() -> None:
    data = (DATA / "inception-smileys.xmi").read_bytes()
    cas = load_cas_from_xmi(io.BytesIO(data), typesystem=load_dkpro_core_typesystem(), lenient=True)
    [entity] = cas.select("de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity")
    page = decode(data, format="cas-xmi")
    assert page.text == cas.sofa_string == "Hello 😊, my name is John."
    assert labels(page) == [(entity.begin, entity.end, entity.value)] == [(20, 24, "PER")]
    assert page.text[20:24] == "John"


def test_arabic_in_a_structure_in_json() -> None:
    data = (DATA / "cassis-arabic.json").read_bytes()
    cas = load_cas_from_json(io.BytesIO(data))
    page = decode(data, format="cas-json")
    assert page.text == cas.sofa_string
    # Annotations of no particular type.
    assert not page.annotations
    assert warnings(page) == ["2 annotations of the type `uima.tcas.Annotation` are not read"]


def test_the_tutorial_of_brat(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for ending in ("txt", "ann"):
            data = (DATA / f"brat-attributes.{ending}").read_bytes()
            archive.writestr(f"news/attributes.{ending}", data)
            (tmp_path / f"attributes.{ending}").write_bytes(data)
    [example] = BratParser(error="raise").parse(tmp_path)
    # It has the triggers of events apart.
    triggers = {one.trigger.id: one.trigger for one in example.events}
    bound = {one.id: one for one in example.entities} | triggers
    page = decode(packed.getvalue(), format="brat")
    assert page.text == example.text
    names = {"Person": "PER", "Organization": "ORG"}
    found = sorted((one.start, one.end, names.get(one.type, one.type)) for one in bound.values())
    assert labels(page) == found
    assert len(found) == 26
    # Ten events and six attributes.
    assert warnings(page) == ["16 relations, events and attributes are not read"]


def test_a_document_of_gate() -> None:
    path = DATA / "gatenlp-testdoc1.bdocjs"
    document = GateDocument.load(str(path), fmt="bdocjs")
    page = decode(path.read_bytes(), format="gate-json")
    assert page.text == document.text
    every = [one for name in document.annset_names() for one in document.annset(name)]
    empty = sum(one.start == one.end for one in every)
    assert labels(page) == sorted((one.start, one.end, one.type) for one in every if one.start < one.end)
    assert warnings(page) == [
        "the set `Set2` of 5 annotations is merged with the other sets",
        "1 values of `fComplex2a` are not read",
        "2 values of `shared2` are not read",
        f"{len(document.features) - 1} features of the document are not read",
        f"{empty} annotations without text are not read",
    ]
