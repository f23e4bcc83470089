"""Checks that each setting and variable in files of examples/deploy is one of the server.

Takes manifests of Kubernetes, a Compose file, or a file of settings (TOML). docs/settings.md has the names.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, Iterator

import yaml

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ROOT / "docs/settings.md"
# Lists of providers, which have options of their own.
PROVIDERS = {"recognizer", "term-base", "endpoint", "translator"}


def known() -> tuple[set[str], set[str]]:
    """Returns the names of settings, and the names of variables."""
    names = set(re.findall(r"^\| `([a-z0-9.-]+)` \| \w+ \|", SETTINGS.read_text("utf-8"), re.MULTILINE))
    if len(names) < 60:
        sys.exit(f"the table of settings was not found in {SETTINGS}")
    return names, {"GLOSSWEAVE_" + re.sub("[.-]", "_", name).upper() for name in names}


def leaves(value: Any, path: str = "") -> Iterator[str]:
    """Yields the paths of all values in tables."""
    if not isinstance(value, dict):
        yield path
        return
    for name, inner in value.items():
        below = f"{path}.{name}".lstrip(".")
        if below not in PROVIDERS:
            yield from leaves(inner, below)


def tables(file: Path) -> list[dict[str, Any]]:
    """Returns the tables of settings in a file."""
    text = file.read_text("utf-8")
    if file.suffix == ".toml":
        return [tomllib.loads(text)]
    resources = [one for one in yaml.safe_load_all(text) if one]
    files = [one["data"]["glossweave.json"] for one in resources if one.get("kind") == "ConfigMap"]
    if not files and "services" not in resources[0]:
        sys.exit(f"{file}: no settings were found")
    return [json.loads(one) for one in files]


def main() -> None:
    """Checks the files that are named."""
    fields, variables = known()
    wrong = []
    for file in map(Path, sys.argv[1:]):
        wrong += [f"{file}: no setting `{path}`" for table in tables(file) for path in leaves(table) if path not in fields]
        names = set(re.findall(r"\bGLOSSWEAVE_[A-Z_]+", file.read_text("utf-8")))
        wrong += [f"{file}: no variable `{name}`" for name in sorted(names - variables)]
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
