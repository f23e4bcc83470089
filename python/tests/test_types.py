"""What type checkers see: run in full by `make lint`, here in short."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import glossweave
from glossweave import Annotation, Document, _native


def spans(page: Document, found: list[Annotation]) -> list[tuple[int, int]]:
    """Fails to type-check where the stub loses a type."""
    spans: list[tuple[int, int]] = [(a.start, a.end) for a in found]
    text: str = page.text
    first: bytes = glossweave.encode(page, found).bytes
    turtle: bytes = glossweave.to_nif(page, found, format="turtle", version="2.1")
    confidence: float | None = found[0].confidence if found else None
    assert text is not None and first is not None and turtle is not None and confidence is None
    return spans


def test_the_stub_has_the_docstrings(root: Path) -> None:
    stub = ast.parse((root / "python" / "glossweave" / "_native.pyi").read_text())
    different = [name for name, stated, real in docstrings(stub.body, _native) if stated != real]
    assert not different, f"run `make stubs`: {different}"


def docstrings(body: list[ast.stmt], owner: object) -> Iterator[tuple[str, str | None, str | None]]:
    """The docstrings of public names in the stub and in the module."""
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_"):
            thing = inspect.getattr_static(owner, node.name)
            thing = thing.__func__ if isinstance(thing, staticmethod) else thing
            real = inspect.cleandoc(thing.__doc__) if thing.__doc__ else None
            yield node.name, ast.get_docstring(node), real
            yield from docstrings(node.body if isinstance(node, ast.ClassDef) else [], thing)


def test_the_stub_has_all_formats(root: Path) -> None:
    types = ast.parse((root / "python" / "native_types.pyi").read_text())
    aliases = {ast.unparse(node.target): node for node in types.body if isinstance(node, ast.AnnAssign)}
    literals = {node.value for node in ast.walk(aliases["_Format"]) if isinstance(node, ast.Constant)}
    assert literals == {row.name for row in glossweave.formats()}


def test_results_have_their_types() -> None:
    page = glossweave.decode("<p>To Cork", format="html")
    assert spans(page, [Annotation(3, 7)]) == [(3, 7)]
