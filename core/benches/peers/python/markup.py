"""What Python's libraries need to do for peers.py with XML, XLIFF and ODT."""

import io
import zipfile
from collections.abc import Iterator

from lxml import etree
from odf import teletype
from odf.opendocument import load
from odf.text import H, P
from translate.storage.xliff import xlifffile

# The rules of core/benches/page/xml.rs, selector by selector, evaluated as they stand there.
D = {"d": "http://example.org/ns/document"}
NOT_TRANSLATED = etree.XPath("//d:code", namespaces=D)
TRANSLATED_ATTRIBUTES = etree.XPath("//d:image/@alt", namespaces=D)
WITHIN_TEXT = [
    etree.XPath("//d:em | //d:strong | //d:link | //d:code", namespaces=D),
    etree.XPath("//d:term", namespaces=D),
]
# libxml2 takes quadratic time to join large node sets, so who knows that asks one by one.
WITHIN_TEXT_SPLIT = [
    etree.XPath(f"//d:{name}", namespaces=D) for name in ("em", "strong", "link", "code", "term")
]
TERMS = etree.XPath("//d:term", namespaces=D)
LANGUAGES = etree.XPath("//d:p[@lang]", namespaces=D)
IDENTIFIED = etree.XPath("//d:section", namespaces=D)
PRESERVED = etree.XPath("//d:listing", namespaces=D)
RESOURCES = etree.XPath("//d:image", namespaces=D)
DRAFTS = etree.XPath("//d:section[@status='draft']", namespaces=D)
WITH_DOMAIN = etree.XPath("/d:document", namespaces=D)
DOMAINS = etree.XPath("d:head/d:subject", namespaces=D)
FILTERED = etree.XPath("//d:notice", namespaces=D)
RULES = "{http://www.w3.org/2005/11/its}rules"


def ruled_units(
    source: bytes, values: list[str], within_text: list[etree.XPath]
) -> Iterator[str]:
    """Texts by the twelve rules, all evaluated; puts what the rules say of each unit into `values`.

    Only values that units inherit or have themselves are written; terms within a unit, languages and
    identifiers are found and left out, which is in favour of this reader.
    """
    root = etree.fromstring(source)
    hidden = set(NOT_TRANSLATED(root))
    attributes = {value.getparent(): value for value in TRANSLATED_ATTRIBUTES(root)}
    within = {node for rule in within_text for node in rule(root)}
    preserved = set(PRESERVED(root))
    for rule in (TERMS, LANGUAGES, IDENTIFIED):
        rule(root)
    own: dict[etree._Element, str] = {}
    for node in DRAFTS(root):
        own[node] = ' ;\n\titsrdf:locNote "Draft" ;\n\titsrdf:locNoteType "description"'
    for node in WITH_DOMAIN(root):
        domains = ", ".join(subject.text for subject in DOMAINS(node))
        own[node] = f' ;\n\titsrdf:domains "{domains}"'
    for node in FILTERED(root):
        own[node] = ' ;\n\titsrdf:localeFilterList "de, fr" ;\n\titsrdf:localeFilterType "exclude"'
    resources = {
        node: f" ;\n\titsrdf:externalResourceRef <{node.get('src')}>" for node in RESOURCES(root)
    }

    def text(run: list[str], kept: bool) -> str:
        joined = "".join(run)
        return joined if kept else " ".join(joined.split())

    run: list[str] = []
    kept = False
    in_force = [""]
    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, node in walk:
        if event in ("comment", "pi"):
            if node.tail:
                run.append(node.tail)
            continue
        if node not in within:
            if run and (unit := text(run, kept)):
                values.append(in_force[-1])
                yield unit
            run = []
            if event == "start":
                in_force.append(in_force[-1] + own.get(node, ""))
                kept = node in preserved
            else:
                in_force.pop()
                kept = False
        if event == "start":
            if node in attributes:
                values.append(in_force[-1] + resources.get(node, ""))
                yield str(attributes[node])
            if node.tag == RULES:
                walk.skip_subtree()
            elif node not in hidden and node.text:
                run.append(node.text)
        elif node.tail:
            run.append(node.tail)


def toolkit_texts(source: bytes) -> list[tuple[str, str]]:
    store = xlifffile.parsestring(source)
    return [(str(unit.source), str(unit.target)) for unit in store.units]


XLIFF = "{urn:oasis:names:tc:xliff:document:1.2}"


def xliff_texts(source: bytes) -> list[tuple[str, str]]:
    texts = []
    for unit in etree.fromstring(source).iter(XLIFF + "trans-unit"):
        own, other = unit.find(XLIFF + "source"), unit.find(XLIFF + "target")
        texts.append(
            (
                "" if own is None else "".join(own.itertext()),
                "" if other is None else "".join(other.itertext()),
            )
        )
    return texts


def odfpy_texts(source: bytes) -> list[str]:
    document = load(io.BytesIO(source))
    blocks = document.getElementsByType(H) + document.getElementsByType(P)
    return [teletype.extractText(block) for block in blocks]


TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def odt_texts(source: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(source)) as package:
        root = etree.fromstring(package.read("content.xml"))
    return ["".join(block.itertext()) for block in root.iter(TEXT + "p", TEXT + "h")]


def content_size(source: bytes) -> int:
    with zipfile.ZipFile(io.BytesIO(source)) as package:
        return package.getinfo("content.xml").file_size
