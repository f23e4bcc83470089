"""Marks one word in 200 characters of a page's text, from Python: Glossweave reads the page, writes
its annotations into it and verifies them; lxml reads it, puts the same words into elements of its
tree, and serializes that. From bytes to bytes, where to mark is known. Prints one JSON object a line,
one round over the files named."""

import re
import sys
from pathlib import Path

import glossweave
import lxml.html
from lxml import etree
from timing import tell

STEP = 200
WORD = re.compile(r"[A-Za-z]+")
HIDDEN = {"script", "style", "del", "template", "head", "title"}


def spread(document: glossweave.Document) -> list[glossweave.Annotation]:
    """Returns an annotation of the next word of a unit after each step."""
    found: list[glossweave.Annotation] = []
    after = 0
    for unit in document.units:
        for word in WORD.finditer(unit.text):
            start, end = unit.start + word.start(), unit.start + word.end()
            if start >= after:
                iri = f"http://dbpedia.org/resource/R{len(found)}"
                place = "http://dbpedia.org/ontology/Place"
                entity = glossweave.Annotation(
                    start, end, idents=[iri], classes=[place], confidence=0.75
                )
                found.append(entity)
                after = (start // STEP + 1) * STEP
    return found


def by_glossweave(source: bytes, annotations: list[glossweave.Annotation]) -> bytes:
    return glossweave.encode(glossweave.decode(source, format="html"), annotations).bytes


def marked(text: str, number: int) -> tuple[str, etree._Element | None]:
    """Returns what stands before the first word of a text, and the word with what follows."""
    word = WORD.search(text)
    if word is None:
        return text, None
    mark = etree.Element("span")
    mark.set("its-ta-ident-ref", f"http://dbpedia.org/resource/R{number}")
    mark.set("its-ta-class-ref", "http://dbpedia.org/ontology/Place")
    mark.set("its-ta-confidence", "0.75")
    mark.text, mark.tail = word[0], text[word.end() :]
    return text[: word.start()], mark


def by_lxml(source: bytes) -> bytes:
    tree = lxml.html.document_fromstring(source)
    number, seen, after = 0, 0, 0
    for node in list(tree.iter(etree.Element)):
        text = node.text
        if text and node.tag not in HIDDEN:
            seen += len(text)
            if seen > after:
                node.text, mark = marked(text, number)
                if mark is not None:
                    node.insert(0, mark)
                    number, after = number + 1, seen + STEP
        tail, parent = node.tail, node.getparent()
        if tail and parent is not None:
            seen += len(tail)
            if seen > after:
                node.tail, mark = marked(tail, number)
                if mark is not None:
                    parent.insert(parent.index(node) + 1, mark)
                    number, after = number + 1, seen + STEP
    return bytes(lxml.html.tostring(tree))


def main() -> None:
    for path in map(Path, sys.argv[1:]):
        source = path.read_bytes()
        annotations = spread(glossweave.decode(source, format="html"))
        page, size = path.stem, len(source)
        tell(page, "mark-python", "glossweave", size, lambda: by_glossweave(source, annotations))
        tell(page, "mark-python", "lxml", size, lambda: by_lxml(source))


if __name__ == "__main__":
    main()
