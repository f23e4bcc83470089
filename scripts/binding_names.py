"""Checks that an operation has one name in C, C++, Java, Python, Rust and JavaScript.

    python3 scripts/binding_names.py

scripts/binding_names.toml lists the names of each operation by its function of C. Reports functions of C that the
table lacks, names that do not exist, and names without the verb of the operation, unless a row says why.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "scripts" / "binding_names.toml"
# The members of each class. The functions outside classes have the class "".
Names = dict[str, set[str]]
# The functions of C that make, free and count objects, which other languages do by themselves.
LIFE_CYCLE = re.compile(r"_(free|new|count)$|^gw_str$")


def text(path: Path) -> str:
    """Returns a source without its line comments."""
    return re.sub(r"//.*", "", path.read_text())


def c_functions() -> set[str]:
    return set(re.findall(r"\b(gw_\w+)\(", text(ROOT / "include/glossweave.h")))


def cpp_names() -> Names:
    names: Names = {}
    for path in sorted((ROOT / "include/glossweave").glob("*.hpp")):
        owner = ""
        for line in text(path).splitlines():
            if declared := re.match(r"(?:class|struct) (\w+)[^;]*$", line):
                owner = declared[1]
            elif line.startswith("}"):
                owner = ""
            indent = "    " if owner else ""
            modifiers = r"(?:\[\[nodiscard\]\] )?(?:static |inline )*"
            member = re.match(rf"{indent}(?! ){modifiers}(?!return|throw)[\w:<>&*, ]+?[ &*]([a-z_]\w*)\(", line)
            if member:
                names.setdefault(owner, set()).add(member[1])
    return names


def java_names() -> Names:
    method = re.compile(r"^    public (?:static )?(?:<[^>]*> )?[\w<>\[\], .?]+ (\w+)\(", re.MULTILINE)
    sources = (ROOT / "ffi/java/src/main/java").rglob("*.java")
    return {path.stem: set(method.findall(path.read_text())) for path in sources}


def python_names() -> Names:
    names: Names = {"": set()}
    for node in ast.parse((ROOT / "python/glossweave/_native.pyi").read_text()).body:
        if isinstance(node, ast.FunctionDef):
            names[""].add(node.name)
        elif isinstance(node, ast.ClassDef):
            names[node.name] = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
    return names


def javascript_names() -> Names:
    names: Names = {}
    owner = ""
    for line in text(ROOT / "ffi/wasm/glossweave.d.ts").splitlines():
        if declared := re.match(r"export (?:class|interface) (\w+)", line):
            owner = declared[1]
        elif line.startswith("}"):
            owner = ""
        if member := re.match(r"  (?:static |readonly )*(\w+)\??[(:]", line):
            names.setdefault(owner, set()).add(member[1])
    return names


def rust_names() -> Names:
    names: Names = {}
    for path in ROOT.glob("core/*/src/**/*.rs"):
        owner = ""
        for line in path.read_text().splitlines():
            if block := re.match(r"(?:pub )?(?:trait|impl(?:<[^>]*>)?) (?:[\w:<>, ']+ for )?(\w+)", line):
                owner = block[1]
            elif line.startswith("}"):
                owner = ""
            if member := re.match(r"( *)(?:pub )?(?:const )?fn (\w+)", line):
                names.setdefault(owner if member[1] else "", set()).add(member[2])
    return names


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def faults() -> list[str]:
    """Returns the differences between the table and the sources."""
    languages = {
        "cpp": cpp_names(),
        "java": java_names(),
        "python": python_names(),
        "rust": rust_names(),
        "js": javascript_names(),
    }
    rows: dict[str, dict[str, str]] = {}
    for group in tomllib.loads(TABLE.read_text()).values():
        rows.update(group)
    functions = c_functions()
    found = [f"{name} is not in the table" for name in functions - rows.keys() if not LIFE_CYCLE.search(name)]
    found += [f"{name} is not in the header" for name in rows.keys() - functions]
    for function, row in rows.items():
        known = {"verb", "because", *languages}
        found += [f"{function}: `{key}` is not a language" for key in row.keys() - known]
        for language, name in row.items():
            if language not in languages:
                continue
            owner, _, member = name.rpartition(".")
            if member not in languages[language].get(owner, set()):
                found.append(f"{function}: {language} has no `{name}`")
            elif row["verb"] not in snake(member) and "because" not in row:
                found.append(f"{function}: `{name}` of {language} is without `{row['verb']}`")
        if row["verb"] not in function and "because" not in row:
            # Functions of C name the object first: `gw_nif_write` is `to_nif`.
            found.append(f"{function} is without `{row['verb']}`")
    return sorted(found)


def main() -> int:
    found = faults()
    print("\n".join(found) or "each operation has one name in all languages")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
