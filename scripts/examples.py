"""Counts the public functions that an example in the documentation shows.

    python3 scripts/examples.py [--check] [--list]

Reads the JSON of rustdoc. A function counts if a program reaches it by way of the crate
`glossweave`. It is shown if its documentation has an example that runs, or if an example on the
page of its type, or of a module around it, calls it by name.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = "glossweave"
# The share of functions shown, in percent. Raise it when it grows.
FLOOR = 100.0

Json = dict[str, Any]

FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*(.*)")
# A block with one of these words behind the fence is not an example that runs.
NOT_RUN = {"compile_fail", "console", "ignore", "no_run", "text"}


@dataclass
class Function:
    """A public function, with the examples in which it may be shown."""

    crate: str
    name: str
    place: str
    pattern: re.Pattern[str]
    own: list[str]
    around: list[str]

    def is_shown(self) -> bool:
        return bool(self.own) or any(self.pattern.search(one) for one in self.around)


@dataclass
class Documentation:
    """What rustdoc says of the crates of the library."""

    crates: dict[str, Json]
    functions: list[Function] = field(default_factory=list)
    # The examples of each crate.
    examples: dict[str, int] = field(default_factory=dict)
    _seen: set[tuple[str, int]] = field(default_factory=set)
    _paths: dict[tuple[str, ...], tuple[str, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, crate in self.crates.items():
            for id, path in crate["paths"].items():
                if path["crate_id"] == 0:
                    self._paths[tuple(path["path"])] = (name, int(id))
        self._walk(LIBRARY, self.crates[LIBRARY]["root"], [])

    def _walk(self, crate: str, id: int, around: list[str]) -> None:
        item = self.crates[crate]["index"].get(str(id))
        if item is None:
            path = self.crates[crate]["paths"].get(str(id))
            found = path and self._paths.get(tuple(path["path"]))
            if found and found != (crate, id):
                self._walk(*found, around)
            return
        ((kind, inner),) = item["inner"].items()
        if kind == "use":
            if inner["id"] is not None:
                self._walk(crate, inner["id"], around)
            return
        if (crate, id) in self._seen:
            return
        self._seen.add((crate, id))
        own = self._own(crate, item)
        if kind == "module":
            for each in inner["items"]:
                self._walk(crate, each, around + own)
        elif kind == "function":
            self._add(crate, item, None, own, around)
        elif kind == "trait":
            self._page(crate, item["name"], list(self._items(crate, inner["items"])), around + own)
        elif kind in ("enum", "struct", "union"):
            members = []
            for block in self._items(crate, inner["impls"]):
                said = block["inner"]["impl"]
                if said["trait"] is None and not said["is_synthetic"]:
                    own += self._own(crate, block)
                    members += [
                        one
                        for one in self._items(crate, said["items"])
                        if one["visibility"] == "public"
                    ]
            self._page(crate, item["name"], members, around + own)

    def _page(self, crate: str, of: str, members: list[Json], around: list[str]) -> None:
        """Adds the methods of a type, which are on one page with their examples."""
        methods = [one for one in members if "function" in one["inner"]]
        examples = [self._own(crate, one) for one in methods]
        around = around + [each for own in examples for each in own]
        for method, own in zip(methods, examples, strict=True):
            self._add(crate, method, of, own, around)

    def _items(self, crate: str, ids: list[int]) -> Iterator[Json]:
        index = self.crates[crate]["index"]
        yield from (index[str(id)] for id in ids if str(id) in index)

    def _own(self, crate: str, item: Json) -> list[str]:
        found = list(examples(item["docs"] or ""))
        self.examples[crate] = self.examples.get(crate, 0) + len(found)
        return found

    def _add(
        self, crate: str, item: Json, of: str | None, own: list[str], around: list[str]
    ) -> None:
        name, inputs = item["name"], item["inner"]["function"]["sig"]["inputs"]
        call = rf"{name}\s*(::<[^(]*>)?\("
        if of is None:
            pattern = rf"\b{call}"
        elif inputs and inputs[0][0] == "self":
            # An example of a trait implements it, or calls it.
            pattern = rf"\.\s*{call}|\b{of}::{name}\b|\bfn {call}"
        else:
            pattern = rf"\b{of}(::<[^(]*>)?::{name}\b|\bfn {call}"
        span = item["span"]
        place = f"{span['filename']}:{span['begin'][0]}"
        full = f"{of}::{name}" if of else name
        self.functions.append(Function(crate, full, place, re.compile(pattern), own, around))


def examples(docs: str) -> Iterator[str]:
    """The blocks of code that run, without the lines that are hidden."""
    fence, runs = "", False
    lines: list[str] = []
    for line in docs.splitlines():
        match = FENCE.fullmatch(line)
        if not fence:
            if match:
                fence, lines = match[1], []
                runs = not NOT_RUN & set(re.split(r"[\s,]+", match[2]))
        elif match and match[1].startswith(fence) and not match[2]:
            fence = ""
            if runs:
                yield "\n".join(lines)
        elif not re.match(r"\s*#( |$)", line):
            lines.append(line)


def packages() -> list[str]:
    """The packages of the library, without its bindings, tests and benches."""
    command = ["cargo", "metadata", "--locked", "--no-deps", "--format-version", "1"]
    found = json.loads(subprocess.check_output(command, cwd=ROOT))
    here = ROOT / "core"
    return [
        one["name"]
        for one in found["packages"]
        if Path(one["manifest_path"]).parent.parent == here and "testing" not in one["name"]
    ]


def documentation() -> Documentation:
    """Runs rustdoc. Its JSON is not stable yet: the flag is allowed to rustdoc alone, since cargo
    builds other crates again if it finds the variable in its environment."""
    names = packages()
    with tempfile.TemporaryDirectory() as folder:
        rustdoc = Path(folder) / "rustdoc"
        rustdoc.write_text(
            f'#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec "{os.environ.get("RUSTDOC", "rustdoc")}" "$@"\n'
        )
        rustdoc.chmod(0o755)
        flags = "-Z unstable-options --output-format json"
        environment = os.environ | {"RUSTDOC": str(rustdoc), "RUSTDOCFLAGS": flags}
        command = ["cargo", "doc", "--locked", "--quiet", "--no-deps"]
        command += [word for name in names for word in ("-p", name)]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
    target = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "doc"
    libraries = [name.replace("-", "_") for name in names]
    return Documentation(
        {name: json.loads((target / f"{name}.json").read_text()) for name in libraries}
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="fail if fewer than FLOOR are shown")
    parser.add_argument("--list", action="store_true", help="print those that are not shown")
    options = parser.parse_args()

    found = documentation()
    for crate in sorted(found.crates):
        functions = [one for one in found.functions if one.crate == crate]
        hidden = [one for one in functions if not one.is_shown()]
        count = found.examples.get(crate, 0)
        print(f"{crate}: {len(functions)} functions, {len(hidden)} not shown, {count} examples")
        if options.list:
            print(*(f"    {one.place}: {one.name}" for one in hidden), sep="\n")
    total, shown = len(found.functions), sum(one.is_shown() for one in found.functions)
    ratio, share = sum(found.examples.values()) / total, 100 * shown / total
    print(f"{total} functions, {share:.1f} % of them shown, {ratio:.2f} examples for each")
    if options.check and share < FLOOR:
        print(f"fewer than {FLOOR} % of the functions are shown: see --list")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
