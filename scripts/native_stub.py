"""Writes the stub of the native module from the stub that PyO3 reports. `scripts/stubs` runs it.

    python scripts/native_stub.py REPORTED [--check]

REPORTED is the file by `maturin generate-stubs`. Types that the sources in Rust spell as strings
become annotations, protocols such as `SupportsIndex` become the types of the documentation, and the
names of python/native_types.pyi come first. With --check the stub is compared, and not written.
"""

from __future__ import annotations

import ast
import builtins
import difflib
import sys
from pathlib import Path
from typing import cast

from stub_text import statement

ROOT = Path(__file__).resolve().parents[1]
TYPES = ROOT / "python" / "native_types.pyi"
STUB = ROOT / "python" / "glossweave" / "_native.pyi"
HEADING = "# Written by scripts/stubs from python/src and python/native_types.pyi.\n"

# PyO3 derives these types where it knows too little.
VAGUE = {"Any", "Incomplete", "Mapping", "MappingProxyType", "dict", "list", "set", "tuple"}
# The types of the documentation for the protocols that PyO3 reports.
DOCUMENTED = {"PathLike": "os.PathLike", "SupportsIndex": "int"}
# Special methods that every object has with the same types.
INHERITED = {"__reduce__", "__repr__", "__str__"}


class SpelledType(ast.NodeTransformer):
    """Changes a type that the sources spell. A member of the class may hide a builtin type."""

    def __init__(self, members: set[str]) -> None:
        self.members = members

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.members and hasattr(builtins, node.id):
            return ast.Attribute(ast.Name("builtins"), node.id)
        return node


class ReportedType(ast.NodeTransformer):
    """Changes a type that PyO3 reports, and collects its faults."""

    def __init__(self, owner: str, members: set[str]) -> None:
        self.owner = owner
        self.spelled = SpelledType(members)
        self.faults: list[str] = []

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if not isinstance(node.value, str):
            return node
        return changed(self.spelled, ast.parse(node.value, mode="eval").body)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in VAGUE:
            self.faults.append(f"{self.owner}: `{node.id}` is too vague; spell the type in Rust")
        if node.id in DOCUMENTED:
            return ast.parse(DOCUMENTED[node.id], mode="eval").body
        return changed(self.spelled, node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        name = node.value.id if isinstance(node.value, ast.Name) else ""
        if name == "SupportsGetItem" and isinstance(node.slice, ast.Tuple):
            return ast.Subscript(ast.Name("Sequence"), changed(self, node.slice.elts[1]))
        generic = self.spelled if name in VAGUE else self
        return ast.Subscript(changed(generic, node.value), changed(self, node.slice))

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if ast.unparse(node) == "SupportsFloat | SupportsIndex":
            return ast.Name("float")
        return ast.BinOp(changed(self, node.left), node.op, changed(self, node.right))


def changed(transformer: ast.NodeTransformer, node: ast.expr) -> ast.expr:
    return cast(ast.expr, transformer.visit(node))


def finish_function(node: ast.FunctionDef, owner: str, members: set[str]) -> list[str]:
    """Changes the types of a function, and returns their faults."""
    types = ReportedType(owner, members)
    arguments = node.args
    # PyO3 marks `self` as positional-only in every method.
    if [argument.arg for argument in arguments.posonlyargs] in (["self"], ["cls"]):
        arguments.args.insert(0, arguments.posonlyargs.pop())
    variadic = [argument for argument in (arguments.vararg, arguments.kwarg) if argument]
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *variadic]
    for argument in named:
        if argument.annotation:
            argument.annotation = changed(types, argument.annotation)
        elif argument is not named[0] or argument.arg not in {"self", "cls"}:
            types.faults.append(f"{owner}: `{argument.arg}` has no type; spell it in Rust")
    if node.returns:
        node.returns = changed(types, node.returns)
    return types.faults


def finish_class(node: ast.ClassDef) -> list[str]:
    """Changes the types of a class, orders its methods, and returns the faults of the types."""
    functions = [member for member in node.body if isinstance(member, ast.FunctionDef)]
    methods = [method for method in functions if method.name not in INHERITED]
    names = {method.name for method in methods}
    faults: list[str] = []
    for method in methods:
        faults += finish_function(method, f"{node.name}.{method.name}", names)
    others = [member for member in node.body if not isinstance(member, ast.FunctionDef)]
    node.body = [*others, *sorted(methods, key=position)]
    return faults


def position(method: ast.FunctionDef) -> tuple[int, str]:
    """The position of a method: constructor, properties, methods, special methods, each by name."""
    if method.name == "__new__":
        return (0, "")
    if method.name.startswith("__"):
        return (3, method.name)
    decorators = [ast.unparse(decorator) for decorator in method.decorator_list]
    is_method = all(decorator in {"staticmethod", "classmethod"} for decorator in decorators)
    return (2 if is_method else 1, method.name)


def missing_imports(reported: ast.Module, body: list[ast.stmt], types: ast.Module) -> list[str]:
    """Returns a fault for each import of the reported stub that the file of types lacks."""
    used = {node.id for part in body for node in ast.walk(part) if isinstance(node, ast.Name)}
    imports = [node for node in types.body if isinstance(node, ast.Import | ast.ImportFrom)]
    known = {alias.asname or alias.name for node in imports for alias in node.names}
    return [
        f"{TYPES.relative_to(ROOT)}: add `from {node.module} import {alias.name}`"
        for node in reported.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if (alias.asname or alias.name) in used - known
    ]


def finished(reported: ast.Module, types: str) -> tuple[str, list[str]]:
    """Returns the text of the stub, and the faults of the reported types."""
    body = [node for node in reported.body if not isinstance(node, ast.Import | ast.ImportFrom)]
    faults: list[str] = []
    for node in body:
        if isinstance(node, ast.FunctionDef):
            faults += finish_function(node, node.name, set())
        elif isinstance(node, ast.ClassDef):
            faults += finish_class(node)
    faults += missing_imports(reported, body, ast.parse(types))
    # The first line of the file of types describes that file.
    text = HEADING + types.partition("\n")[2]
    for node in body:
        # The docstring of a constant follows the constant.
        text += ("" if isinstance(node, ast.Expr) else "\n") + statement(node, 0)
    return text, faults


def main() -> int:
    reported = ast.parse(Path(sys.argv[1]).read_text())
    text, faults = finished(reported, TYPES.read_text())
    if faults:
        print(*faults, sep="\n", file=sys.stderr)
        return 1
    if "--check" not in sys.argv[2:]:
        STUB.write_text(text)
        return 0
    stored = STUB.read_text().splitlines()
    name = str(STUB.relative_to(ROOT))
    difference = difflib.unified_diff(stored, text.splitlines(), name, "expected", lineterm="", n=1)
    lines = list(difference)
    if lines:
        print(*lines[:40], f"{name} is out of date; run `make stubs`", sep="\n", file=sys.stderr)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
