"""Counts what a user of Glossweave has to learn, from the code, and prints a table.

    python3 scripts/surface.py [--check] [--update] [--list ROW]

Compares each count with the one in scripts/surface.json: a row that has grown fails with `--check`; `--update` writes the
counts that have fallen. `--list` prints the items of a row, one a line. Public items are those of rustdoc's JSON that a
program reaches by way of the crate `glossweave`.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = "glossweave"
COUNTS = ROOT / "scripts" / "surface.json"
Json = dict[str, Any]
AIMS = {
    "names": 150,
    "places of a setting": 1,
    "arguments": 10,
    "public items": 1000,
    "public functions": 700,
    "C functions": 150,
    "hidden items": 40,
    "results of bytes": 2,
    "setters that nothing calls": 0,
    "hidden preambles": 0,
    "lines": 150_000,
}


def files(*patterns: str) -> list[Path]:
    """Returns the tracked files that match."""
    found = subprocess.check_output(["git", "ls-files", "-z", "--", *patterns], cwd=ROOT, text=True)
    return [ROOT / name for name in found.split("\0") if name and (ROOT / name).is_file()]


def is_product(path: Path) -> bool:
    """Returns whether a file is neither a test nor a bench."""
    parts = path.relative_to(ROOT).parts
    return not {"tests", "benches", "fuzz", "testing", "exchange", "language_models"} & {*parts, path.stem}


def product(*patterns: str) -> list[Path]:
    return [path for path in files(*patterns) if is_product(path)]


def rust() -> list[Path]:
    return product("core/*.rs", "ffi/*.rs", "python/*.rs", "examples/http/*.rs")


def without_tests(text: str) -> str:
    """Returns a file of Rust up to the module of its unit tests."""
    return re.split(r"^#\[cfg\(test\)\]\n(?:#\[.*\n)*mod \w+ \{", text, maxsplit=1, flags=re.MULTILINE)[0]


def settings() -> list[str]:
    table = (ROOT / "docs/settings.md").read_text()
    return re.findall(r"^\| `([\w.-]+)` \| \w+ \|", table, re.MULTILINE)


def names() -> list[str]:
    """The names of settings, parameters of requests, flags and fields of the server's settings."""
    found = {part for name in settings() for part in name.split(".")}
    for path in rust():
        text = without_tests(path.read_text())
        found.update(re.findall(r'Parameter::new\(\s*"([\w.-]+)"', text))
        for declared in re.findall(r"^request_options! \{\n.*?^\}", text, re.MULTILINE | re.DOTALL):
            found.update(re.findall(r'(?:=>|\||^)\s*"([\w-]+)"(?=[ :])', declared, re.MULTILINE))
    for path in product("python/glossweave/cli/*.py"):
        found.update(re.findall(r'"--([a-z][\w-]+)"', path.read_text()))
    # `numLinks` of the interface is `--num-links` on the command line.
    return sorted({re.sub("[A-Z]", lambda capital: f"-{capital[0].lower()}", name) for name in found})


def places() -> list[str]:
    """The files that name the setting that most files name, with the number of lines."""
    texts = {path: path.read_text() for path in product("*.rs", "*.py", "*.pyi", "*.md", "*.toml", "*.h", "*.hpp", "*.java")}
    skipped = {"CHANGELOG.md", "decisions"}
    generated = {"settings.md", "glossweave.toml", "_settings.py"}
    most: list[str] = []
    for name in settings():
        words = re.split("[.-]", name)
        # Two words may well be those of something else.
        if len(words) < 3:
            continue
        spelled = re.compile("|".join({re.escape(name), "_".join(words), "_".join(words).upper()}))
        found = []
        for path, text in texts.items():
            lines = sum(1 for line in text.splitlines() if spelled.search(line)) if spelled.search(text) else 0
            if lines and path.name not in generated and not skipped & set(path.relative_to(ROOT).parts):
                found.append(f"{name}: {path.relative_to(ROOT)}, {lines} lines")
        most = max(most, found, key=len)
    return most


def arguments() -> list[str]:
    """The arguments of the longest signature of the Python package."""
    longest: list[str] = []
    for path in product("python/glossweave/*.py", "python/glossweave/*.pyi"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                parameters = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                found = [f"{node.name}: {given.arg}" for given in parameters if given.arg not in ("self", "cls")]
                longest = max(longest, found, key=len)
    return longest


def documentation() -> dict[str, Json]:
    """Returns rustdoc's JSON of the crates of the library, by their names. The JSON is not stable yet: the flag is allowed to
    rustdoc alone, since cargo builds other crates again if it finds the variable in its environment."""
    metadata = ["cargo", "metadata", "--locked", "--no-deps", "--format-version", "1"]
    packages = json.loads(subprocess.check_output(metadata, cwd=ROOT))["packages"]
    names = [
        package["name"]
        for package in packages
        if Path(package["manifest_path"]).parent.parent == ROOT / "core" and "testing" not in package["name"]
    ]
    with tempfile.TemporaryDirectory() as folder:
        rustdoc = Path(folder) / "rustdoc"
        rustdoc.write_text(f'#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec "{os.environ.get("RUSTDOC", "rustdoc")}" "$@"\n')
        rustdoc.chmod(0o755)
        flags = "-Z unstable-options --output-format json"
        command = ["cargo", "doc", "--locked", "--quiet", "--no-deps"]
        command += [word for name in names for word in ("-p", name)]
        environment = os.environ | {"RUSTDOC": str(rustdoc), "RUSTDOCFLAGS": flags}
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
    target = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "doc"
    crates = [name.replace("-", "_") for name in names]
    return {name: json.loads((target / f"{name}.json").read_text()) for name in crates}


class Public:
    """The public items that the crate reaches."""

    def __init__(self, crates: dict[str, Json]) -> None:
        self.crates = crates
        self.items: list[str] = []
        self.functions: list[str] = []
        self.results: list[str] = []
        self.seen: set[tuple[str, int]] = set()
        self.paths = {
            tuple(path["path"]): (name, int(id))
            for name, crate in crates.items()
            for id, path in crate["paths"].items()
            if path["crate_id"] == 0
        }
        self.walk(LIBRARY, crates[LIBRARY]["root"])

    def walk(self, crate: str, id: int) -> None:
        item = self.crates[crate]["index"].get(str(id))
        if item is None:
            path = self.crates[crate]["paths"].get(str(id))
            found = path and self.paths.get(tuple(path["path"]))
            if found and found != (crate, id):
                self.walk(*found)
            return
        ((kind, inner),) = item["inner"].items()
        if kind == "use":
            if inner["id"] is not None:
                self.walk(crate, inner["id"])
            return
        if (crate, id) in self.seen:
            return
        self.seen.add((crate, id))
        span = item["span"]
        place = f"{span['filename']}:{span['begin'][0]}: " if span else ""
        self.items.append(f"{place}{kind} {item['name']}")
        if kind == "module":
            for each in inner["items"]:
                self.walk(crate, each)
        elif kind == "function":
            self.functions.append(f"{place}{item['name']}")
        elif kind == "trait":
            self.members(crate, item["name"], inner["items"], is_trait=True)
        elif kind in ("enum", "struct", "union"):
            index = self.crates[crate]["index"]
            fields = inner.get("kind", {})
            plain = fields.get("plain", {}).get("fields", []) if isinstance(fields, dict) else []
            members = [index[str(each)] for each in plain if str(each) in index]
            # A number of bytes is no result.
            has_bytes = any(
                each["name"] == "bytes" and "primitive" not in each["inner"]["struct_field"] for each in members
            )
            if has_bytes and not item["name"].endswith("Settings"):
                self.results.append(f"{place}{item['name']}")
            for block in (index[str(each)] for each in inner["impls"] if str(each) in index):
                if block["inner"]["impl"]["trait"] is None and not block["inner"]["impl"]["is_synthetic"]:
                    self.members(crate, item["name"], block["inner"]["impl"]["items"])

    def members(self, crate: str, of: str, ids: Iterable[int], is_trait: bool = False) -> None:
        index = self.crates[crate]["index"]
        for item in (index[str(id)] for id in ids if str(id) in index):
            if not is_trait and item["visibility"] != "public":
                continue
            place = f"{item['span']['filename']}:{item['span']['begin'][0]}: "
            self.items.append(f"{place}{of}::{item['name']}")
            if "function" in item["inner"]:
                self.functions.append(f"{place}{of}::{item['name']}")


def c_functions() -> list[str]:
    header = re.sub(r"/\*.*?\*/", "", (ROOT / "include/glossweave.h").read_text(), flags=re.DOTALL)
    return sorted({name for name in re.findall(r"\b(gw_\w+)\s*\(", header)})


def lines_with(pattern: str) -> list[str]:
    """The lines of the crates that match."""
    sought = re.compile(pattern)
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files("core/*.rs")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if sought.search(line)
    ]


def idle_setters() -> list[str]:
    """The setters that only tests and examples call."""
    code = "\n".join(re.sub(r"^\s*//.*$", "", without_tests(path.read_text()), flags=re.MULTILINE) for path in rust())
    declared = sorted(set(re.findall(r"pub (?:const )?fn (with_\w+)", code)))
    called = set(re.findall(r"(?:\.|::)(with_\w+)\b", code))
    return [name for name in declared if name not in called]


def code_lines() -> int:
    """The lines of the product that are neither blank nor comments nor tests."""
    count = 0
    marks = {".rs": "//", ".py": "#", ".c": "//", ".js": "//"}
    for path in [*rust(), *product("python/glossweave/*.py", "core/*.c", "examples/http/page/*.js")]:
        lines = (line.strip() for line in without_tests(path.read_text()).splitlines())
        count += sum(1 for line in lines if line and not line.startswith(marks[path.suffix]))
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="fail if a count has grown")
    parser.add_argument("--update", action="store_true", help="write the counts that have fallen")
    parser.add_argument("--list", metavar="ROW", help="print the items of a row")
    options = parser.parse_args()

    public = Public(documentation())
    rows: dict[str, Callable[[], list[str]]] = {
        "names": names,
        "places of a setting": places,
        "arguments": arguments,
        "public items": lambda: public.items,
        "public functions": lambda: public.functions,
        "C functions": c_functions,
        "hidden items": lambda: lines_with(r"#\[doc\(hidden\)\]"),
        "results of bytes": lambda: public.results,
        "setters that nothing calls": idle_setters,
        "hidden preambles": lambda: lines_with(r"//[/!] # (pub )?(mod glossweave\b|use glossweave_\w+ as glossweave;)"),
    }
    if options.list:
        if options.list not in rows:
            print(f"there is no list of `{options.list}`; the rows are: {', '.join(rows)}", file=sys.stderr)
            return 2
        print(*rows[options.list](), sep="\n")
        return 0
    counts = {name: len(items()) for name, items in rows.items()} | {"lines": code_lines()}
    known: dict[str, int] = json.loads(COUNTS.read_text()) if COUNTS.exists() else {}
    print("| | before | now | aim |\n|---|---|---|---|")
    for name, count in counts.items():
        print(f"| {name} | {known.get(name, '–')} | {count} | {AIMS[name]} |")
    # A mended fault may take lines.
    grown = [name for name, count in counts.items() if name != "lines" and count > known.get(name, count)]
    if options.update:
        least = {name: min(count, known.get(name, count)) for name, count in counts.items()}
        COUNTS.write_text(json.dumps(least, indent=2) + "\n")
    if options.check and grown:
        print(f"grown: {', '.join(grown)}; see --list ROW. Take something away, or write the new count into", end=" ")
        print("scripts/surface.json, in a commit that says why.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
