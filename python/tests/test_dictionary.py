from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import glossweave
import pytest
from glossweave import Dictionary, Entry

CORK = "http://example.org/Cork"


def test_entries_come_from_any_iterable() -> None:
    def rows() -> Iterator[Entry | tuple[str, str]]:
        yield (CORK, "Cork")
        yield Entry(CORK, "Corcaigh", language="ga", classes=["http://example.org/City"])

    names = Dictionary(rows())
    assert (len(names), names.entries) == (2, 2)
    assert repr(names) == "<Dictionary of 2 labels, 2 entries>"
    assert names.recognize("CORCAIGH", language="ga")[0].classes == ("http://example.org/City",)
    assert names.recognize("CORCAIGH", language="en") == []


def test_what_is_no_entry_is_refused() -> None:
    with pytest.raises(TypeError):
        Dictionary([7])  # type: ignore[list-item]
    with pytest.raises(ZeroDivisionError):
        Dictionary((CORK, str(1 // at)) for at in range(2))
    with pytest.raises(glossweave.GlossweaveError):
        Dictionary([(CORK, "")])


def test_entries_are_values() -> None:
    entry = Entry(CORK, "Cork", weight=2.0)
    assert (entry.uri, entry.label, entry.language, entry.weight) == (CORK, "Cork", None, 2.0)
    assert entry == Entry(CORK, "Cork", weight=2.0) != Entry(CORK, "Cork")
    assert repr(entry) == f"Entry('{CORK}', 'Cork', weight=2.0)"


def test_a_saved_dictionary_finds_the_same(
    tmp_path: Path, names: Dictionary, page: glossweave.Document
) -> None:
    path = tmp_path / "places.names"
    names.save(path)
    opened = Dictionary.open(path)
    opened.verify()
    assert opened.recognize(page) == names.recognize(page)
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(glossweave.StorageError):
        Dictionary.open(str(path))


def test_no_name_is_found_across_units() -> None:
    names = Dictionary([("http://example.org/ny", "New York")])
    page = glossweave.decode("<p>New<p>York, New York", format="html")
    assert [a.start for a in names.recognize(page)] == [10]
    assert names.recognize("") == []


def test_only_texts_and_documents_are_looked_through(names: Dictionary) -> None:
    with pytest.raises(TypeError):
        names.recognize(b"Cork")  # type: ignore[arg-type]
