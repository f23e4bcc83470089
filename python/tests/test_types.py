"""What type checkers see: run in full by `make lint`, here in short."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import glossweave
from glossweave import Annotation, Document


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
    program: list[str | Path] = [sys.executable, root / "scripts" / "docstrings.py", "--check"]
    ran = subprocess.run(program, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_results_have_their_types() -> None:
    page = glossweave.decode("<p>To Cork", format="html")
    assert spans(page, [Annotation(3, 7)]) == [(3, 7)]
