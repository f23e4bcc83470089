"""What has to hold of every document, as this library and another one read what was written."""

from __future__ import annotations

import random
import re
import zipfile
from collections import Counter
from io import BytesIO
from pathlib import Path

import glossweave
from glossweave import Annotation, Document
from lxml import etree

from texts import BILINGUAL, READERS

ANNOTATES = {one.name for one in glossweave.formats() if "annotate" in one.abilities}
# Records that annotations add or change.
OWN = re.compile(r"\[Content_Types\]\.xml|.*\.rels|customXml/.*")
WIDE = {code: code + 0xFEE0 for code in range(ord("A"), ord("z") + 1) if chr(code).isalpha()}
PLAIN = {wide: code for code, wide in WIDE.items()}
MARKER = re.compile(r"</?\d+/?>")


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


class Check:
    """The laws on one file. A translation has wide letters for those of ASCII, so that it can be undone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rule_set = "auto" if path.suffix in (".xml", ".resx", ".svg") else None
        self.faults: list[str] = []
        self.figures: Counter[str] = Counter()
        self.refusal = self.other = ""
        self.before: list[str] = []
        self.written: list[str] = []
        try:
            self.document = glossweave.decode(path, rule_set=self.rule_set)
        except glossweave.GlossweaveError as failure:
            self.refusal = f"{type(failure).__name__}: {failure}"
        kind = glossweave._native._format_of_path(str(path)) or ""
        self.reader = READERS[kind]
        try:
            self.before = list(self.reader(path.read_bytes()))
        except Exception as failure:  # noqa: BLE001 (each library has its own)
            self.other = f"{type(failure).__name__}: {str(failure)[:200]}"

    def run(self) -> None:
        if not self.refusal:
            made = glossweave.encode(self.document).bytes
            self.expect(made == self.path.read_bytes(), "identity", "the bytes differ")
            self.annotate()
            self.translate()

    def expect(self, is_right: bool, law: str, detail: str) -> None:
        if not is_right:
            self.faults.append(f"{law}: {detail[:500]}")

    def after(self, law: str, made: bytes) -> Document:
        """Compares what was made with the source, as another library reads it and as a package."""
        try:
            after = [] if self.other else list(self.reader(made))
        except Exception as failure:  # noqa: BLE001
            self.expect(False, law, f"the other library refuses it: {failure!r}")
            after = []
        beside = self.document.format in BILINGUAL
        differ = [
            (old, new)
            for old, new in zip(self.before, after, strict=False)
            if squeezed(old).translate(PLAIN) != squeezed(new).translate(PLAIN)
            and not (beside and (old == "" or new != new.translate(PLAIN)))
        ]
        self.expect(not differ, law, f"the other library reads {differ[:1]}")
        same = self.other or len(self.before) == len(after)
        self.expect(bool(same), law, "the other library reads more or less")
        if self.document.parts:
            self.records(law, made)
        if law == "translations":
            old, new = squeezed("".join(self.before)), squeezed("".join(after))
            for text in filter(lambda text: len(text) > 7 and text in old, self.written):
                self.expect(text.translate(WIDE) in new, law, f"{text!r} is not seen")
        return glossweave.decode(made, format=self.document.format, rule_set=self.rule_set)

    def records(self, law: str, made: bytes) -> None:
        """Records stay in their order; those that are not parts which are read stay as they are."""
        with zipfile.ZipFile(self.path) as old, zipfile.ZipFile(BytesIO(made)) as new:
            names, parts = old.namelist(), {one.name for one in self.document.parts}
            kept = [name for name in new.namelist() if name in names]
            self.expect(kept == names, law, "records are missing or in another order")
            for one in new.infolist():
                if one.filename not in parts and not OWN.fullmatch(one.filename):
                    pair = [old.getinfo(one.filename), one]
                    said = [(r.CRC, r.compress_size, r.compress_type, r.date_time) for r in pair]
                    self.expect(said[0] == said[1], law, f"{one.filename} was changed")

    def annotate(self) -> None:
        document = self.document
        words = [match.span() for match in re.finditer(r"\w+", document.text)]
        if document.format not in ANNOTATES or not words:
            return
        dice = random.Random(self.path.name)
        given = []
        for number in range(100):
            first = dice.randrange(len(words))
            last = min(first + dice.choice((0, 0, 0, 1, 1, 2, 3, 8)), len(words) - 1)
            iri = f"http://example.org/entity?a={number}&b=x"
            given.append(Annotation(words[first][0], words[last][1], idents=[iri]))
        made = glossweave.encode(document, given)
        again = self.after("annotations", made.bytes)
        self.expect(again.text == document.text, "annotations", "the text is another one")
        found = {one.idents: (one.start, one.end) for one in again.annotations}
        for one, place in zip(given, made.placements, strict=True):
            self.figures["placed" if place else f"not placed: {place.rule}"] += 1
            right = not place or found.get(one.idents) == (one.start, one.end)
            self.expect(right, "annotations", f"{one} is at {found.get(one.idents)}")

    def translate(self) -> None:
        document = self.document
        language = document.sections[0].target_language if document.sections else None
        results = []
        for version in ("1.2", "2.1"):
            file = glossweave.to_xliff(document, language or "fr", source_lang="en", xliff_version=version)
            source = glossweave.embedded_document(file, rule_set=self.rule_set) or document
            given = glossweave.merge_xliff(source, _filled(file))
            results.append(glossweave.encode(source, given, translations=True))
        made = results[0]
        self.expect(made.bytes == results[1].bytes, "translations", "XLIFF 2.1 differs from 1.2")
        for one, place in zip(given, made.placements, strict=True):
            self.figures["translated" if place else f"not translated: {place.rule}"] += 1
            if place:
                text = document.marked_text(one.start, one.end) if len(given) < 500 else ""
                self.written += map(squeezed, MARKER.split(text))
        again = self.after("translations", made.bytes)
        if document.format not in BILINGUAL:
            texts = [squeezed(one.text).translate(PLAIN) for one in (document, again)]
            self.expect(texts[0] == texts[1], "translations", "the texts are others")


def _filled(file: bytes) -> bytes:
    """A file of XLIFF with a target for each source, as a translator returns it."""
    root = etree.fromstring(file, etree.XMLParser(huge_tree=True))
    for source in list(root.iter("{*}source")):
        if re.search("}(trans-unit|segment)$", source.getparent().tag):
            target = etree.fromstring(etree.tostring(source, with_tail=False))
            target.tag = source.tag.replace("source", "target")
            for one in target.iter():
                one.text = one.text and one.text.translate(WIDE)
                one.tail = one.tail and one.tail.translate(WIDE)
            source.addnext(target)
    return bytes(etree.tostring(root))


def checked(path: Path) -> tuple[list[str], Counter[str], str, str]:
    """What came up for a file: faults, figures, why it is refused, and why the other library refuses it."""
    check = Check(path)
    try:
        check.run()
    except Exception as failure:  # noqa: BLE001
        check.expect(False, "failure", f"{type(failure).__name__}: {failure}")
    return check.faults, check.figures, check.refusal, check.other
