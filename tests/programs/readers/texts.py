"""What other libraries read of a document: the texts of each format, in the order of the file."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import docx.package
import ebooklib.epub
import html5lib
import javaproperties
import markdown_it
import odfdo
import openpyxl
import polib
import pptx
import ruamel.yaml
import srt
import webvtt
from docx.oxml.ns import qn
from docx.text.paragraph import Paragraph
from lxml import etree

# Formats that keep a text and its translation beside each other.
BILINGUAL = {"po", "xliff", "csv", "tsv"}


def tree(data: bytes) -> Any:
    return etree.fromstring(data, etree.XMLParser(resolve_entities="internal", huge_tree=True))


def inner(root: Any) -> str:
    return "".join(root.xpath(".//text()"))


def decoded(data: bytes) -> str:
    """Text in the encoding of its byte order mark, in UTF-8, or byte by byte."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def leaves(value: Any) -> list[str]:
    if isinstance(value, dict | list):
        inside = value.items() if isinstance(value, dict) else value
        return [text for one in inside for text in leaves(one)]
    return leaves(list(value)) if isinstance(value, tuple) else [str(value)]


def in_docx(data: bytes) -> Iterator[str]:
    package = docx.package.Package.open(io.BytesIO(data))
    for part in sorted(package.iter_parts(), key=lambda one: str(one.partname)):
        if re.search(r"wordprocessingml.*xml$", part.content_type):
            root = docx.oxml.parse_xml(part.blob)
            yield from (Paragraph(one, part).text for one in root.iter(qn("w:p")))


def in_pptx(data: bytes) -> Iterator[str]:
    for slide in pptx.Presentation(io.BytesIO(data)).slides:
        shapes = [*slide.shapes, *(slide.notes_slide.shapes if slide.has_notes_slide else [])]
        while shapes:
            shape = shapes.pop()
            shapes += getattr(shape, "shapes", [])
            if shape.has_text_frame:
                yield shape.text_frame.text
            elif getattr(shape, "has_table", False):
                yield from (cell.text for cell in shape.table.iter_cells())


def in_xlsx(data: bytes) -> Iterator[str]:
    for sheet in openpyxl.load_workbook(io.BytesIO(data)).worksheets:
        for _, cell in sorted(sheet._cells.items()):
            # Formulas of arrays are objects without a text.
            yield re.sub(" at 0x[0-9a-f]+|_x000[dD]_", "", str(cell.value))
            yield cell.comment.text if cell.comment else ""


def in_epub(data: bytes) -> Iterator[str]:
    book = ebooklib.epub.read_epub(io.BytesIO(data))
    for item in book.get_items_of_type(ebooklib.ITEM_DOCUMENT):
        yield inner(tree(item.content))


def in_odf(data: bytes) -> Iterator[str]:
    document = odfdo.Document(io.BytesIO(data))
    yield document.meta.title or ""
    for part in ("content.xml", "styles.xml"):
        root = document.get_part(part).root
        yield from (one.inner_text for one in root.get_elements("//text:p | //text:h"))


def in_idml(data: bytes) -> Iterator[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        for name in package.namelist():
            if name.startswith("Stories/"):
                yield from (one.text or "" for one in tree(package.read(name)).iter("Content"))


def in_po(data: bytes) -> Iterator[str]:
    name = re.search(rb'"Content-Type:[^"]*charset=([\w-]+)', data)
    charset = name[1].decode() if name and name[1] != b"CHARSET" else "utf-8-sig"
    for entry in polib.pofile(data.decode(charset).removeprefix("\ufeff")):
        yield from (entry.msgctxt or "", entry.msgid, entry.msgid_plural)
        yield " ".join([entry.msgstr, *map(str, entry.msgstr_plural.values())])


def in_yaml(data: bytes) -> Iterator[str]:
    rest, known = list(ruamel.yaml.YAML(typ="safe", pure=True).compose_all(data)), set()
    while rest:
        node = rest.pop()
        if isinstance(node, tuple):
            rest += node
        elif isinstance(node, ruamel.yaml.ScalarNode):
            yield node.value
        elif node is not None and id(node) not in known:
            known.add(id(node))
            rest += node.value


def in_table(data: bytes, signs: str) -> Iterator[str]:
    csv.field_size_limit(1 << 30)
    text = decoded(data)
    sign = max(signs, key=text.split("\n", 1)[0].count)
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=sign):
        yield from row


def in_xliff(data: bytes) -> Iterator[str]:
    for source in tree(data).iter("{*}source"):
        if re.search("}(trans-unit|segment)$", source.getparent().tag):
            target = source.getparent().find("{*}target")
            yield from (inner(source), "" if target is None else inner(target))


def in_html(data: bytes) -> Iterator[str]:
    # As a server says it; pages that declare nothing are UTF-8 if they can be.
    likely = "utf-8" if decoded(data).encode() == data.removeprefix(b"\xef\xbb\xbf") else None
    page = html5lib.parse(data, namespaceHTMLElements=False, likely_encoding=likely, useChardet=False)
    text = "".join(page.itertext())
    if "\ufffd" in text:
        raise ValueError("bytes that Python decodes otherwise than browsers do")
    yield text


READERS: dict[str, Callable[[bytes], Any]] = {
    "docx": in_docx,
    "pptx": in_pptx,
    "xlsx": in_xlsx,
    "epub": in_epub,
    **dict.fromkeys(("odt", "ods", "odp"), in_odf),
    "idml": in_idml,
    "po": in_po,
    "properties": lambda data: leaves(javaproperties.loads(decoded(data))),
    "jsonc": lambda data: leaves(json.loads(decoded(data))),
    "yaml": in_yaml,
    "markdown": lambda data: in_html(markdown_it.MarkdownIt("commonmark").render(decoded(data)).encode()),
    "srt": lambda data: [one.content for one in srt.parse(decoded(data))],
    "vtt": lambda data: [one.text for one in webvtt.from_string(decoded(data))],
    "csv": lambda data: in_table(data, ",;\t|"),
    "tsv": lambda data: in_table(data, "\t"),
    "html": in_html,
    "xml": lambda data: [inner(tree(data))],
    "xliff": in_xliff,
}
