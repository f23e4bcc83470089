"""Puts the docstrings of the package into its stub, so that editors show them.

    build/venv/bin/python scripts/docstrings.py [--check]

With --check it only says whether the stub has those of the package that is installed.
"""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path

from glossweave import _native

STUB = Path(__file__).resolve().parents[1] / "python" / "glossweave" / "_native.pyi"

Defined = ast.ClassDef | ast.FunctionDef


def stripped(text: str) -> str:
    """The stub without docstrings."""
    lines = text.splitlines()
    nodes = [one for one in ast.walk(ast.parse(text)) if isinstance(one, Defined)]
    for node in sorted(nodes, key=lambda one: one.lineno, reverse=True):
        if ast.get_docstring(node) is None:
            continue
        doc = node.body[0]
        del lines[doc.lineno - 1 : doc.end_lineno]
        if len(node.body) == 1:
            lines[doc.lineno - 2] += " ..."
    return "\n".join(lines) + "\n"


def documented(text: str) -> str:
    """The stub with the docstrings of the package."""
    lines = text.splitlines()
    insertions: list[tuple[int, Defined, str]] = []

    def look(body: list[ast.stmt], owner: object) -> None:
        for node in body:
            if not isinstance(node, Defined):
                continue
            thing = inspect.getattr_static(owner, node.name, None)
            if isinstance(thing, staticmethod):
                # It has the docstring of its type.
                thing = thing.__func__
            doc = getattr(thing, "__doc__", None)
            own = not node.name.startswith("_") and isinstance(doc, str)
            if own and doc:
                insertions.append((_start(node.body[0]), node, inspect.cleandoc(doc)))
            if isinstance(node, ast.ClassDef) and thing is not None:
                look(node.body, thing)

    look(ast.parse(text).body, _native)
    # From the end, and what stands within before what stands around it.
    order = sorted(insertions, key=lambda one: (one[0], one[1].lineno), reverse=True)
    for line, node, doc in order:
        indent = " " * (node.col_offset + 4)
        shown = quoted(doc, indent)
        last = node.body[0]
        is_empty = isinstance(last, ast.Expr) and isinstance(last.value, ast.Constant)
        if is_empty and len(node.body) == 1:
            at = last.lineno - 1
            lines[at] = lines[at][: last.col_offset].rstrip()
            lines[at + 1 : at + 1] = shown
        else:
            lines[line - 1 : line - 1] = shown
    return "\n".join(lines) + "\n"


def _start(node: ast.stmt) -> int:
    """The line where it begins, with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])


def quoted(doc: str, indent: str) -> list[str]:
    """A docstring as lines of source."""
    text = doc.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if text.endswith('"'):
        text = text[:-1] + '\\"'
    lines = [indent + line if line else "" for line in text.splitlines()]
    lines[0] = indent + '"""' + lines[0].removeprefix(indent)
    if len(lines) == 1:
        return [lines[0] + '"""']
    return [*lines, indent + '"""']


def main() -> int:
    text = STUB.read_text()
    made = documented(stripped(text))
    if "--check" not in sys.argv[1:]:
        STUB.write_text(made)
        return 0
    if made != text:
        print(f"{STUB}: other docstrings than those of the package: run scripts/docstrings.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
