"""The text of the statements of a stub, a parameter per line where a signature is too long."""

from __future__ import annotations

import ast
import re

WIDTH = 100


def statement(node: ast.stmt, depth: int) -> str:
    """The lines of a statement, indented by a number of levels."""
    indent = "    " * depth
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(map(expression, node.bases))
        head = f"{indent}class {node.name}({bases}):" if bases else f"{indent}class {node.name}:"
        return decorators(node, indent) + with_body(head, node, depth)
    if isinstance(node, ast.FunctionDef):
        return decorators(node, indent) + with_body(signature(node, indent), node, depth)
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.List):
        items = "".join(f"{indent}    {expression(item)},\n" for item in node.value.elts)
        return f"{indent}{expression(node.targets[0])} = [\n{items}{indent}]\n"
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return docstring(str(node.value.value).strip(), indent)
    return f"{indent}{expression(node)}\n"


def decorators(node: ast.ClassDef | ast.FunctionDef, indent: str) -> str:
    return "".join(f"{indent}@{expression(decorator)}\n" for decorator in node.decorator_list)


def with_body(head: str, node: ast.ClassDef | ast.FunctionDef, depth: int) -> str:
    """A class or a function with its docstring and members, or with `...` if it has neither."""
    doc = ast.get_docstring(node)
    members = node.body if doc is None else node.body[1:]
    members = [member for member in members if ast.unparse(member) != "..."]
    if doc is None and not members:
        return f"{head} ...\n"
    described = "" if doc is None else docstring(doc, "    " * (depth + 1))
    return f"{head}\n{described}" + "".join(statement(member, depth + 1) for member in members)


def signature(node: ast.FunctionDef, indent: str) -> str:
    """The line with `def`, or a line for each parameter if it is too long."""
    result = f" -> {expression(node.returns)}:" if node.returns else ":"
    listed = parameters(node.args)
    line = f"{indent}def {node.name}({', '.join(listed)}){result}"
    if len(line) + len(" ...") <= WIDTH or not listed:
        return line
    lines = "".join(f"{indent}    {text},\n" for text in listed)
    return f"{indent}def {node.name}(\n{lines}{indent}){result}"


def parameters(arguments: ast.arguments) -> list[str]:
    """The parameters, with `/` and `*` between their kinds."""
    positional = [*arguments.posonlyargs, *arguments.args]
    required = len(positional) - len(arguments.defaults)
    defaults = [*[None] * required, *arguments.defaults]
    listed = list(map(parameter, positional, defaults))
    if arguments.posonlyargs:
        listed.insert(len(arguments.posonlyargs), "/")
    if arguments.vararg:
        listed.append("*" + parameter(arguments.vararg, None))
    elif arguments.kwonlyargs:
        listed.append("*")
    listed.extend(map(parameter, arguments.kwonlyargs, arguments.kw_defaults))
    if arguments.kwarg:
        listed.append("**" + parameter(arguments.kwarg, None))
    return listed


def parameter(argument: ast.arg, default: ast.expr | None) -> str:
    annotation = f": {expression(argument.annotation)}" if argument.annotation else ""
    typed = argument.arg + annotation
    return typed if default is None else f"{typed} = {expression(default)}"


def expression(node: ast.AST) -> str:
    """The source of an expression, with double quotes."""
    return re.sub(r"'([^'\"\\]*)'", r'"\1"', ast.unparse(node))


def docstring(doc: str, indent: str) -> str:
    """The lines of a docstring."""
    text = doc.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if text.endswith('"'):
        text = text[:-1] + '\\"'
    lines = [f"{indent}{line}\n" if line else "\n" for line in f'"""{text}'.splitlines()]
    if len(lines) == 1:
        return lines[0].rstrip("\n") + '"""\n'
    return "".join(lines) + f'{indent}"""\n'
