"""Runs stylesheets from Python: by Glossweave, lxml and saxonche. From bytes to bytes, compiled once.
Prints one JSON object a line, one round over a folder that `glossweave-peers generate` wrote; the
contenders have their turns on each document."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import glossweave
from lxml import etree
from saxonche import PySaxonProcessor
from timing import seconds, tell

# (stylesheet, ending of its documents)
SHEETS = [("document.xsl", "xml"), ("xliff.xsl", "xlf"), ("document-3.xsl", "xml")]
SIZES = ["4-kb", "100-kb", "10-mb"]

Turn = Callable[[bytes], bytes]


def by_glossweave(text: bytes) -> Turn:
    stylesheet = glossweave.Stylesheet(text, milliseconds=60_000)
    return lambda source: stylesheet.run(source).bytes


def by_stored(text: bytes) -> Turn:
    engine = glossweave.Engine()
    users = engine.session().users
    users.create("anna", "correct horse")
    converters = engine.session(users.authenticate("anna", "correct horse")).converters
    converters.create("bench", text)
    return lambda source: converters.apply("bench", source).bytes


def by_lxml(text: bytes) -> Turn:
    transform = etree.XSLT(etree.fromstring(text))
    return lambda source: bytes(transform(etree.fromstring(source)))


def by_saxonche(text: bytes) -> Turn:
    processor = PySaxonProcessor(license=False)
    executable = processor.new_xslt30_processor().compile_stylesheet(
        stylesheet_text=text.decode()
    )

    def turn(source: bytes) -> bytes:
        node = processor.parse_xml(xml_text=source.decode())
        result: str = executable.transform_to_string(xdm_node=node)
        return result.encode()

    return turn


def contenders(name: str) -> Iterator[tuple[str, Callable[[bytes], Turn]]]:
    yield "glossweave", by_glossweave
    if name.endswith("-3.xsl"):
        yield "saxonche", by_saxonche
    else:
        yield "lxml", by_lxml
        yield "glossweave, stored", by_stored


def main() -> None:
    folder = Path(sys.argv[1])
    for name, ending in SHEETS:
        text = (folder / name).read_bytes()
        work = "xslt-3-python" if name.endswith("-3.xsl") else "xslt-python"
        turns: dict[str, Turn] = {}
        for who, compiled in contenders(name):
            turns[who] = compiled(text)
            if who != "glossweave, stored":
                taken = seconds(lambda compiled=compiled: compiled(text))[0] * 1e6
                fact = f"compiling by {who} from Python, microseconds"
                print(json.dumps({"page": name, "fact": fact, "value": taken}))
        for size in SIZES:
            source = (folder / f"{size}.{ending}").read_bytes()
            page = f"{size}.{ending}"
            for who, turn in turns.items():
                if size == "4-kb" and work == "xslt-3-python":
                    # Saxon's own compiler has to see the work for a while.
                    seconds(lambda turn=turn: turn(source))
                try:
                    tell(page, work, who, len(source), lambda turn=turn: turn(source))
                except glossweave.DeadlineError:
                    continue


if __name__ == "__main__":
    main()
