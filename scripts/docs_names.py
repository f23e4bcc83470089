"""Checks that the names in backticks in the pages exist: items of Rust, Python, C and Java, settings, flags, variables and files.

A name must occur as a word in the sources, so that a page does not keep the old name of something that was renamed. Pages
about the past (the changelog, the migration, the decisions) are not read.
"""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from docs_links import prose

ROOT = Path(__file__).resolve().parent.parent
PAST = {"migration.md", "CHANGELOG.md"}
SOURCES = ("*.rs", "*.py", "*.pyi", "*.c", "*.h", "*.hpp", "*.cpp", "*.java", "*.js", "*.mjs", "*.ts", "*.toml", "*.json", "*.xsl",
           "*.sh", "*.yml", "*.yaml", "*.html", "Makefile", "scripts/*", "Dockerfile", "*.txt", "*.csv", "*.xml", "*.service", "*.rng")
# Names of other programs and of examples.
OTHERS = {
    "--no-binarycaching", "AWS_", "AbortIncompleteMultipartUpload", "DublinIreland", "NoClassDefFoundError", "OTEL_",
    "OTEL_EXPORTER_OTLP_HEADERS", "RTLD_NODELETE", "RateLimit", "UnsupportedClassVersionError", "_x0020_", "set_real_ip_from",
}
# The beginnings of names of other libraries.
FOREIGN = re.compile(
    r"^(?:std|alloc|core|tokio|rayon|serde|serde_json|tracing|log|pyo3|axum)::|^(?:java|javax|org|com)\.|^http|^spacy\.|^pd\.|^np\."
)
PATH = re.compile(r"^[\w.-]+(?:/[\w.*{}<>-]+)+/?$")
ITEM = re.compile(r"^[A-Za-z_]\w*(?:(?:::|\.)[A-Za-z_][\w-]*)*(?:\(\)|!)?$")
FLAG = re.compile(r"^--?[a-z][\w-]*")


def tracked(*patterns: str) -> list[Path]:
    """Returns the files of a pattern that are in version control."""
    names = subprocess.check_output(["git", "ls-files", "-z", "--", *patterns], cwd=ROOT, text=True)
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


@cache
def sources() -> list[frozenset[str]]:
    """Returns the words of each source file, with the names of options and settings."""
    texts = (path.read_text(encoding="utf-8", errors="replace") for path in tracked(*SOURCES))
    return [frozenset(re.findall(r"[A-Za-z_]\w*", text) + re.findall(r"[A-Za-z][\w-]*-[\w-]+", text)) for text in texts]


@cache
def words() -> frozenset[str]:
    """Returns the words of all sources."""
    return frozenset().union(*sources())


@cache
def are_together(owner: str, member: str) -> bool:
    """Returns whether a source file has both names, as the file of a type has the names of its members."""
    return any(owner in words and member in words for words in sources())


@cache
def files() -> frozenset[str]:
    """Returns the files and folders in version control, and their parts from any folder on."""
    found: set[str] = set()
    for path in tracked("*"):
        parts = path.relative_to(ROOT).parts
        for start in range(len(parts)):
            for end in range(start + 1, len(parts) + 1):
                found.add("/".join(parts[start:end]))
    return frozenset(found)


def is_name(code: str) -> bool:
    """Returns whether a text in backticks has the form of a name of the project, and not of a value or an example."""
    if FOREIGN.search(code):
        return False
    has_form = "::" in code or "_" in code or re.search(r"[a-z][A-Z]", code) or code.endswith(("()", "!"))
    return bool(ITEM.match(code) and has_form)


def missing(code: str) -> str | None:
    """Returns the part of a name that does not exist; `None` if the name exists or is not a name."""
    code = code.strip()
    if code in OTHERS:
        return None
    if FLAG.match(code) and (flag := FLAG.match(code)):
        name = flag.group().lstrip("-")
        return None if len(name) < 3 or name in words() or name.replace("-", "_") in words() else flag.group()
    if PATH.match(code) and re.match(r"(?:core|docs|ffi|python|include|examples|tests|scripts)/", code):
        name = code.rstrip("/")
        is_pattern = any(sign in name for sign in "*{}<>") or "NAME" in name
        return None if is_pattern or name in files() else code
    if re.search(r"\.(?:py|rs|toml|md|c|h|hpp)$", code) and code in files():
        return None
    if not is_name(code):
        return None
    parts = re.split(r"::|\.", code.removesuffix("()").removesuffix("!"))
    for part in parts:
        if part not in words() and not (part.startswith("_") and is_end(part)):
            return part
    if len(parts) > 1 and not are_together(parts[-2], parts[-1]):
        return f"{parts[-1]} of {parts[-2]}"
    return None


def is_end(part: str) -> bool:
    """Returns whether names end like this, as in "`gw_upload_append`, `_load`", or are put together of its words."""
    return any(word.endswith(part) for word in words()) or all(word in words() for word in part.split("_") if word)


def main() -> int:
    """Prints the names that do not exist, with their lines."""
    faults = 0
    for path in tracked("docs/*.md", "README.md", "CONTRIBUTING.md", "SECURITY.md", "core/*/README.md", "examples/*/README.md"):
        if path.name in PAST or "decisions" in path.parts:
            continue
        for number, line in numbered(path.read_text(encoding="utf-8")):
            for code in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", line):
                if name := missing(code):
                    print(f"{path.relative_to(ROOT)}:{number}: `{code}`: nothing in the sources has the name `{name}`")
                    faults += 1
    print(f"{faults} names do not exist" if faults else "all names in the pages exist")
    return 1 if faults else 0


def numbered(text: str) -> list[tuple[int, str]]:
    """Returns the lines outside fenced and indented code, with their numbers and with their inline code."""
    outside = {number for number, _ in prose(text)}
    return [(number, line) for number, line in enumerate(text.splitlines(), 1) if number in outside]


if __name__ == "__main__":
    sys.exit(main())
