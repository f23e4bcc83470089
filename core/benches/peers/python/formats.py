"""Measures Python's libraries at reading and saving the files of core/benches/page that core/benches/formats.rs
measures. Prints one JSON object a line, one round over each file.

Each is asked for the texts of the file, then to save what it read; most write a file of their own and not the
same one back.
"""

import io
import sys
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path

import docx
import openpyxl
import polib
import pptx
from ebooklib import epub
from markdown_it import MarkdownIt
from pdfminer.high_level import extract_pages
from pdfminer.layout import LTTextContainer
from ruamel.yaml import YAML
from timing import tell


def read_docx(source: bytes) -> object:
    document = docx.Document(io.BytesIO(source))
    return document, [paragraph.text for paragraph in document.paragraphs]


def read_pptx(source: bytes) -> object:
    presentation = pptx.Presentation(io.BytesIO(source))
    return presentation, [
        paragraph.text
        for slide in presentation.slides
        for shape in slide.shapes
        if shape.has_text_frame
        for paragraph in shape.text_frame.paragraphs
    ]


def read_xlsx(source: bytes) -> object:
    workbook = openpyxl.load_workbook(io.BytesIO(source))
    return workbook, [row for sheet in workbook for row in sheet.iter_rows(values_only=True)]


def read_epub(source: bytes) -> object:
    book = epub.read_epub(io.BytesIO(source), {"ignore_ncx": True})
    return book, [item.get_body_content() for item in book.get_items_of_type(9)]


def read_po(source: bytes) -> object:
    catalogue = polib.pofile(source.decode())
    return catalogue, [entry.msgid for entry in catalogue]


def read_yaml(source: bytes) -> object:
    return YAML().load(source), None


def read_markdown(source: bytes) -> object:
    return MarkdownIt("commonmark").enable("table").parse(source.decode()), None


def read_pdf(source: bytes) -> object:
    return None, [
        (part.bbox, part.get_text())
        for page in extract_pages(io.BytesIO(source))
        for part in page
        if isinstance(part, LTTextContainer)
    ]


def save(read: object) -> None:
    read.save(io.BytesIO())  # type: ignore[attr-defined]


def save_epub(book: object) -> None:
    epub.write_epub(io.BytesIO(), book)


def save_yaml(value: object) -> None:
    YAML().dump(value, io.BytesIO())


# (extension, how it reads, how it saves)
PEERS: list[tuple[str, Callable[[bytes], object], Callable[[object], object] | None]] = [
    (".docx", read_docx, save),
    (".pptx", read_pptx, save),
    (".xlsx", read_xlsx, save),
    (".epub", read_epub, save_epub),
    (".po", read_po, str),
    (".yaml", read_yaml, save_yaml),
    (".md", read_markdown, None),
    (".pdf", read_pdf, None),
]


def unpacked(source: bytes) -> int:
    if not source.startswith(b"PK"):
        return len(source)
    with zipfile.ZipFile(io.BytesIO(source)) as package:
        return sum(record.file_size for record in package.infolist())


def main() -> None:
    warnings.simplefilter("ignore")
    for path in map(Path, sys.argv[1:]):
        source = path.read_bytes()
        size = unpacked(source)
        for extension, read, write in PEERS:
            if path.suffix != extension:
                continue
            tell(path.name, "format", "library", size, lambda read=read: read(source))
            if write is not None:
                whole = lambda read=read, write=write: write(read(source)[0])  # noqa: E731
                tell(path.name, "format-same", "library", size, whole)


if __name__ == "__main__":
    main()
