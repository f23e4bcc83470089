"""Measures Python's libraries at the work that Glossweave does: HTML and XML to units of text with
offsets in code points, to NIF in Turtle; the texts of XML, XLIFF and ODT. Prints one JSON object a
line, one round over each file.

The readers of HTML here are no converters: they know no encodings, no `pre`, no `translate` and no
way back to the source, and they take the quickest way that their parser offers. Those of XML, XLIFF
and ODT are in markup.py.
"""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from xml.parsers import expat

import lxml.html
import markup
from lxml import etree
from pugixml import pugi
from selectolax.lexbor import LexborHTMLParser
from timing import tell

BASE = "http://example.org/glossweave/"
HIDDEN = ["script", "style", "del", "template"]
INLINE = frozenset(
    "a abbr acronym area audio b bdi bdo big br button canvas center cite code data datalist dfn em "
    "embed font i iframe img input ins isindex kbd keygen label map mark math meter noscript object "
    "output progress q ruby s samp select small span strike strong sub sup svg textarea time tt u "
    "var video wbr".split()
)
PREFIXES = """\
@prefix dc: <http://purl.org/dc/elements/1.1/> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

"""


def selectolax_units(source: bytes) -> Iterator[str]:
    tree = LexborHTMLParser(source)
    tree.strip_tags(HIDDEN)
    body = tree.body
    if body is None:
        return
    run: list[str] = []
    for node in body.traverse(include_text=True):
        tag = node.tag
        if tag == "-text":
            run.append(node.text_content or "")
        elif tag not in INLINE and run:
            if text := " ".join("".join(run).split()):
                yield text
            run = []
    if text := " ".join("".join(run).split()):
        yield text


def lxml_units(source: bytes) -> Iterator[str]:
    tree = lxml.html.document_fromstring(source).find("body")
    if tree is None:
        return
    etree.strip_elements(tree, etree.Comment, *HIDDEN, with_tail=False)
    run: list[str] = []
    for event, node in etree.iterwalk(tree, events=("start", "end")):
        if node.tag not in INLINE and run:
            if text := " ".join("".join(run).split()):
                yield text
            run = []
        if event == "start":
            if node.text:
                run.append(node.text)
        elif node.tail:
            run.append(node.tail)
    if text := " ".join("".join(run).split()):
        yield text


UNESCAPED = re.compile(r'["\\\n]')


def quoted(text: str) -> str:
    if UNESCAPED.search(text):
        text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return text


def turtle(units: Iterator[str], values: Sequence[str] = ()) -> bytes:
    """The units in Turtle; `values` has the further triples of each, once the units are read."""
    texts = list(units)
    whole = " ".join(texts)
    context = f"<{BASE}#char=0,{len(whole)}>"
    # Encoded one by one: a whole string with one character beyond the BMP takes four bytes for each.
    out = [
        PREFIXES.encode(),
        f'{context} a nif:Context, nif:RFC5147String, nif:String ;\n\tnif:isString "'.encode(),
        quoted(whole).encode(),
        f'"@en ;\n\tnif:beginIndex "0"^^xsd:nonNegativeInteger ;\n'
        f'\tnif:endIndex "{len(whole)}"^^xsd:nonNegativeInteger .\n'.encode(),
    ]
    begin = 0
    for number, text in enumerate(texts, 1):
        end = begin + len(text)
        out.append(
            f"<{BASE}#char={begin},{end}> a nif:Phrase, nif:RFC5147String, nif:String ;\n"
            f'\tdc:identifier "{number}" ;\n\tnif:anchorOf "{quoted(text)}"@en ;\n'
            f'\tnif:beginIndex "{begin}"^^xsd:nonNegativeInteger ;\n'
            f'\tnif:endIndex "{end}"^^xsd:nonNegativeInteger ;\n'
            f"\tnif:referenceContext {context}{values[number - 1] if values else ''} .\n".encode()
        )
        begin = end + 1
    return b"".join(out)


def ruled_turtle(source: bytes, within_text: list[etree.XPath]) -> bytes:
    values: list[str] = []
    return turtle(markup.ruled_units(source, values, within_text), values)


def works(path: Path, source: bytes) -> Iterator[tuple[str, str, Callable[[], object]]]:
    """The works to measure on a file: what is done, who does it, and how."""
    match path.suffix:
        case ".html" if path.parent.name == "encodings":
            yield "encoding", "lxml-parse", lambda: lxml.html.document_fromstring(source)
        case ".xml" if path.parent.name == "encodings":
            yield "encoding", "lxml-parse", lambda: etree.fromstring(source)
        case ".html":
            yield "document", "lexbor (selectolax)", lambda: LexborHTMLParser(source)
            yield "nif", "selectolax", lambda: turtle(selectolax_units(source))
            yield "nif", "lxml", lambda: turtle(lxml_units(source))
        case ".xml" if path.stem.endswith("-rules"):
            yield "xml-rules", "lxml-rules", lambda: ruled_turtle(source, markup.WITHIN_TEXT)
            split = markup.WITHIN_TEXT_SPLIT
            yield "xml-rules", "lxml-rules, unions split", lambda: ruled_turtle(source, split)
        case ".xml":
            yield "xml", "lxml-parse", lambda: etree.fromstring(source)
            yield "xml", "pugixml", lambda: pugi.XMLDocument().load_buffer(source, len(source))
            yield "xml", "expat", lambda: expat.ParserCreate().Parse(source, True)
        case ".xlf":
            yield "xliff", "translate-toolkit", lambda: markup.toolkit_texts(source)
            yield "xliff", "lxml", lambda: markup.xliff_texts(source)
        case ".odt" if path.stem in ("letter", "report"):
            yield "odt-office", "odfpy", lambda: markup.odfpy_texts(source)
            yield "odt-office", "zipfile with lxml", lambda: markup.odt_texts(source)
        case ".odt":
            yield "odt", "odfpy", lambda: markup.odfpy_texts(source)
            yield "odt", "zipfile with lxml", lambda: markup.odt_texts(source)


def main() -> None:
    for name in sys.argv[1:]:
        path = Path(name)
        source = path.read_bytes()
        page = path.stem if path.suffix == ".html" else path.name
        # An ODT is as large as its text: the package is compressed.
        size = markup.content_size(source) if path.suffix == ".odt" else len(source)
        if path.parent.name == "encodings":
            page = path.name
            prose, _, extension = page.split(".")
            size = path.with_name(f"{prose}.utf-8.{extension}").stat().st_size
        for work, who, turn in works(path, source):
            tell(page, work, who, size, turn)


if __name__ == "__main__":
    main()
