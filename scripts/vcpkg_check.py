"""Checks the manifest of the port of vcpkg by the documented rules of vcpkg.json, and against Cargo.toml.

The fields, and what may be in them: https://learn.microsoft.com/en-us/vcpkg/reference/vcpkg-json.
"""

import json
import re
import sys
from pathlib import Path

PORTS = Path("ffi/packages/vcpkg")
# Those of a port, in the order that `vcpkg format-manifest` writes.
FIELDS = (
    "name",
    "version",
    "port-version",
    "maintainers",
    "description",
    "homepage",
    "documentation",
    "license",
    "supports",
    "dependencies",
    "default-features",
    "features",
)
REQUIRED = ("name", "version", "description", "homepage", "license")
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
RESERVED = re.compile(r"prn|aux|nul|con|core|default|lpt[0-9]|com[0-9]")
VERSION = re.compile(r"\d+(\.\d+)*")
PLATFORM = re.compile(r"!?\(?[a-z0-9]+\)?( [&|] !?\(?[a-z0-9]+\)?)*")
DEPENDENCY = ("name", "features", "host", "default-features", "platform", "version>=")


def from_cargo(field: str) -> str:
    manifest = Path("Cargo.toml").read_text(encoding="utf-8")
    found = re.search(rf'^{field} = "(.+)"$', manifest, re.MULTILINE)
    return found.group(1) if found else ""


def is_name(value: object) -> bool:
    return isinstance(value, str) and bool(NAME.fullmatch(value)) and not RESERVED.fullmatch(value)


def faults_of_dependency(dependency: object) -> list[str]:
    if is_name(dependency):
        return []
    if not isinstance(dependency, dict):
        return [f"the dependency {dependency!r} is neither the name of a port nor an object"]
    found = [f"a dependency has the field `{name}`" for name in dependency if name not in DEPENDENCY]
    if not is_name(dependency.get("name")):
        found.append(f"a dependency has the name {dependency.get('name')!r}")
    return found


def faults(port: dict[str, object], folder: str) -> list[str]:
    found = [f"`{name}` is no field of a port" for name in port if name not in FIELDS]
    found += [f"`{name}` is missing" for name in REQUIRED if name not in port]
    known = [name for name in port if name in FIELDS]
    if known != sorted(known, key=FIELDS.index):
        found.append(f"the order of the fields is not {', '.join(sorted(known, key=FIELDS.index))}")
    name = port.get("name")
    if not is_name(name) or name != folder:
        found.append(f"the name {name!r} is not that of the folder, {folder!r}")
    if not VERSION.fullmatch(str(port.get("version"))):
        found.append(f"the version {port.get('version')!r} is not numbers separated by dots")
    for field in ("version", "license", "homepage"):
        if port.get(field) != from_cargo(field):
            found.append(f"the {field} {port.get(field)!r} is not that of Cargo.toml, {from_cargo(field)!r}")
    if not isinstance(port.get("description"), str):
        found.append("the description is no string")
    if not PLATFORM.fullmatch(str(port.get("supports", "linux"))):
        found.append(f"{port['supports']!r} is no expression of platforms")
    dependencies = port.get("dependencies", [])
    if not isinstance(dependencies, list):
        return [*found, "the dependencies are no list"]
    for dependency in dependencies:
        found += faults_of_dependency(dependency)
    return found


def main() -> None:
    for manifest in sorted(PORTS.glob("*/vcpkg.json")):
        folder = manifest.parent.name
        port = json.loads(manifest.read_text(encoding="utf-8"))
        if found := faults(port, folder):
            sys.exit("\n".join(f"{manifest}: {fault}" for fault in found))
        # A check that refuses nothing is none.
        for planted in ({"name": "Glossweave"}, {"version": "0.0.9"}, {"lisence": "MIT"}, {"dependencies": ["libXML2"]}):
            if not faults({**port, **planted}, folder):
                sys.exit(f"{manifest} with {planted} was accepted")
        print(f"{manifest}: {port['name']} {port['version']}")
    if not list(PORTS.glob("*/vcpkg.json")):
        sys.exit(f"{PORTS} has no port")


if __name__ == "__main__":
    main()
