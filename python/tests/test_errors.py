from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import glossweave
import pytest
from glossweave import _native, errors

BASES: dict[str, type[Exception]] = {
    "Invalid": ValueError,
    "Malformed": ValueError,
    "Unsupported": Exception,
    "NotFound": LookupError,
    "Unauthenticated": Exception,
    "Forbidden": PermissionError,
    "Conflict": Exception,
    "Unavailable": Exception,
    "Deadline": TimeoutError,
    "Storage": OSError,
    "Internal": Exception,
    "TooLarge": Exception,
    "Throttled": Exception,
    "PreconditionFailed": Exception,
    "Provider": Exception,
}


def failure(number: int) -> Exception:
    with pytest.raises(Exception) as raised:
        _native._fail(number)
    assert isinstance(raised.value, Exception)
    return raised.value


def test_each_kind_has_its_class() -> None:
    kinds = []
    for number in range(1, 100):
        error = failure(number)
        if not isinstance(error, glossweave.GlossweaveError):
            break
        assert type(error) is errors.BY_KIND[error.kind]
        assert isinstance(error, BASES[error.kind])
        assert (error.message, error.parameter, error.line) == ("asked to", "number", None)
        kinds.append(error.kind)
    assert kinds == list(errors.BY_KIND) == list(BASES)


def test_the_documented_table_is_that_of_the_classes(root: Path) -> None:
    table = (root / "docs" / "http.md").read_text()
    rows = re.findall(r"^\| \d+ \| `(\w+)` \| `\w+` \| `(\w+)`(?: \(`(\w+)`\))? \|", table, re.M)
    classes = [
        (kind, one.__name__, "".join(base.__name__ for base in one.__bases__[1:]))
        for kind, one in errors.BY_KIND.items()
    ]
    assert rows == classes


def test_each_class_is_in_the_package() -> None:
    for one in errors.BY_KIND.values():
        assert getattr(glossweave, one.__name__) is one


def test_a_panic_is_an_internal_error() -> None:
    error = failure(0)
    assert isinstance(error, glossweave.InternalError)
    assert str(error) == "the engine panicked: asked to"


def test_errors_can_be_pickled() -> None:
    for number in range(1, 16):
        error = failure(number)
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert (str(again), vars(again)) == (str(error), vars(error))


def test_a_place_is_told_in_words_and_in_attributes() -> None:
    with pytest.raises(glossweave.MalformedInput) as raised:
        glossweave.Dictionary.from_csv("uri,label\nhttp://example.org/x,\n")
    error = raised.value
    assert (error.line, error.column, error.start) == (2, 1, 10)
    assert str(error) == f"{error.message} at line 2 column 1"


def test_parameters_are_named() -> None:
    page = glossweave.decode("x", format="text")
    calls: dict[str, Callable[[], object]] = {
        "format": lambda: glossweave.decode("x"),
        "charset": lambda: glossweave.decode(b"x", format="html", charset="utf-99"),
        "language": lambda: glossweave.to_nif(page, language="not a tag"),
        "version": lambda: glossweave.to_nif(page, version="3.0"),  # type: ignore[arg-type]
        "on_parent": lambda: glossweave.encode(page, on_parent="x"),  # type: ignore[arg-type]
        "annotations": lambda: glossweave.encode(page, [glossweave.Annotation(0, 9)]),
        "kind": lambda: glossweave.Annotation(0, 9, kind="x"),  # type: ignore[arg-type]
    }
    for parameter, call in calls.items():
        with pytest.raises(glossweave.GlossweaveError) as raised:
            call()
        assert raised.value.parameter == parameter
        assert raised.value.kind in ("Invalid", "Unsupported")


def test_the_side_of_what_is_not_supported_is_told() -> None:
    page = glossweave.decode("x", format="text")
    with pytest.raises(glossweave.Unsupported) as incoming:
        glossweave.decode("x", format="latex")
    with pytest.raises(glossweave.Unsupported) as outgoing:
        glossweave.to_nif(page, format="latex")
    with pytest.raises(glossweave.InvalidArgument) as neither:
        glossweave.decode("x")
    assert (incoming.value.side, outgoing.value.side) == ("input", "output")
    assert neither.value.side is None


def test_negative_offsets_are_invalid() -> None:
    page = glossweave.decode("x", format="text")
    nif = glossweave.read_nif(glossweave.to_nif(page), format="turtle")
    calls: list[Callable[[], object]] = [
        lambda: glossweave.Annotation(-1, 2),
        lambda: glossweave.Annotation(0, -2),
        lambda: page.source_span(-1, 1),
        lambda: nif.annotated(-1, []),
        lambda: glossweave.decode(b"x", format="text", max_bytes=-1),
    ]
    for call in calls:
        with pytest.raises(glossweave.InvalidArgument, match="expected a number of at least 0"):
            call()
    with pytest.raises(glossweave.InvalidArgument, match="a number of at most [0-9]+ and got `1"):
        glossweave.Annotation(0, 10**30)
    with pytest.raises(TypeError):
        glossweave.Annotation("1", 2)  # type: ignore[arg-type]


def test_arguments_of_a_wrong_type_are_named() -> None:
    names = glossweave.Dictionary([])
    pair = "an `Entry` or a pair of an IRI and a label as `entries[1]`"
    first: Any = ("http://example.org/a", "a")
    triple: Any = ("a", "b", "c")
    number: Any = 5
    calls: dict[str, Callable[[], object]] = {
        f"expected {pair} and got 3 values": lambda: glossweave.Dictionary([first, triple]),
        f"expected {pair} and got `int`": lambda: glossweave.Dictionary([first, number]),
        "expected a list of entries as `entries` and got `str`": lambda: glossweave.Dictionary(
            "places.csv"  # type: ignore[arg-type]
        ),
        "expected a `Document` or a `str` as `text` and got `bytes`": lambda: names.recognize(
            b"x"  # type: ignore[arg-type]
        ),
        "expected a list of IRIs as `idents` and got `str`": lambda: glossweave.Annotation(
            0, 1, idents="http://example.org/x"
        ),
        "expected a list of IRIs as `classes` and got `str`": lambda: glossweave.Entry(
            "http://example.org/x", "x", classes="http://example.org/y"
        ),
        "expected a `str` as `format` and got `int`": lambda: glossweave.decode(b"x", format=5),  # type: ignore[arg-type]
    }
    for message, call in calls.items():
        with pytest.raises(TypeError, match=re.escape(message)):
            call()


def test_files_fail_as_python_files_do(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as raised:
        glossweave.decode(tmp_path / "nowhere.html")
    assert raised.value.filename == str(tmp_path / "nowhere.html")
    with pytest.raises(glossweave.StorageError) as storage:
        glossweave.Dictionary.open(tmp_path / "nowhere.names")
    assert "nowhere.names` cannot be opened: No such file" in str(storage.value)
    with pytest.raises(OSError, match="is a directory"):
        glossweave.Dictionary.open(tmp_path)
    table = tmp_path / "places.csv"
    for length in (1, 1000):
        table.write_text("uri,label\n" * length)
        with pytest.raises(OSError, match=r"places\.csv`: .* use `from_csv`"):
            glossweave.Dictionary.open(table)


def test_a_source_that_is_too_large_is_refused() -> None:
    with pytest.raises(glossweave.TooLarge):
        glossweave.decode(b"12345", format="text", max_bytes=4)


def test_options_are_keywords() -> None:
    with pytest.raises(TypeError):
        glossweave.decode("x", "text")  # type: ignore[call-arg]


def test_a_str_where_a_path_was_meant_gets_a_hint() -> None:
    calls: list[Callable[[], object]] = [
        lambda: glossweave.decode("x.html"),
        lambda: glossweave.read_nif("x.ttl"),
        lambda: glossweave.read_nif("data/x.ttl", format="turtle"),
        lambda: glossweave.check_nif("x.ttl", format="turtle"),
        lambda: glossweave.Dictionary.from_csv("places.csv"),
        lambda: glossweave.Dictionary.from_rdf("x.ttl", format="turtle"),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="a `str` is text; for a file use `pathlib.Path`"):
            call()


def test_what_is_no_name_of_a_file_gets_no_hint() -> None:
    calls: list[Callable[[], object]] = [
        lambda: glossweave.decode(b"x.html"),
        lambda: glossweave.Dictionary.from_csv(b"places.csv"),
        lambda: glossweave.Dictionary.from_csv("name,place\nx,y.csv"),
        lambda: glossweave.read_nif("<a> <b> <c>", format="turtle"),
    ]
    for call in calls:
        with pytest.raises(ValueError) as raised:
            call()
        assert "pathlib" not in str(raised.value)


def test_an_unknown_charset_is_refused_for_text_too() -> None:
    entities = glossweave.Engine({"none": lambda passage: []}).session().entities
    calls: list[Callable[[], object]] = [
        lambda: glossweave.decode("x", format="text", charset="zz"),
        lambda: entities.enrich("none", "x", informat="text", charset="zz"),
    ]
    for call in calls:
        with pytest.raises(glossweave.InvalidArgument, match="no encoding `zz`") as raised:
            call()
        assert raised.value.parameter == "charset"
