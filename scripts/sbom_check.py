"""Checks bills of materials by the schema of CycloneDX.

Usage: sbom_check.py FILE…

Each has to name the crates that are built in everywhere, with a licence each, and nothing of a folder of this machine.
Also checks that a bill without its format is refused. Ends with 1 if something is wrong.
"""

import json
import sys
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

# Crates that each of our packages has.
EVERYWHERE = {"glossweave-base", "glossweave-format", "serde_json"}


def faults(path: Path) -> list[str]:
    """Returns what is wrong with a bill, and writes how many components it has."""
    text = path.read_text("utf-8")
    validator = JsonStrictValidator(SchemaVersion.V1_5)
    found = [str(error) for error in [validator.validate_str(text)] if error]
    bill = json.loads(text)
    if validator.validate_str(json.dumps({**bill, "bomFormat": "planted"})) is None:
        found.append("a wrong format was not found")
    components = bill["components"]
    found += [f"{name} is not there" for name in EVERYWHERE - {one["name"] for one in components}]
    found += [f"{one['name']} has no licence" for one in components if not one.get("licenses")]
    if str(Path.cwd()) in text:
        found.append("the folder of this machine is in it")
    print(f"{path.name}: {len(components)} components")
    return found


def main() -> int:
    every = [f"{name}: {fault}" for name in sys.argv[1:] for fault in faults(Path(name))]
    print(*every, sep="\n", file=sys.stderr, end="\n" if every else "")
    return 1 if every or len(sys.argv) < 2 else 0


if __name__ == "__main__":
    sys.exit(main())
