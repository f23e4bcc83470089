"""Counts constructions of foreign English in the documentation and in doc comments, per 1,000 words.

Prints a table of the rates, or with --pages one row for each page. With --check, fails if a rate is further from its aim than in
scripts/english.json.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RATES = ROOT / "scripts" / "english.json"
# A page of a thousand words changes the rate of all by about one hundredth.
TOLERANCE = 0.01

# The words of each row, its aim, and whether the rate is to be at most or at least that.
ROWS: dict[str, tuple[str, float, bool]] = {
    "that of, those of": (r"th(?:at|ose) of", 0.2, True),
    "place": (r"plac(?:es?|ed|ing)", 0.7, True),
    "those that, what is": (
        r"those (?:that|which|who)|what (?:is|are|it|they|was|were|has|have|no|a|the)", 0.4, True
    ),
    "left out, says, told, stands": (r"left out|sa(?:ys|id)|tells?|told|stands?|stood", 0.4, True),
    "of its own, nobody, beside": (r"of (?:its|their) own|(?:no|some|every)body|beside", 0.2, True),
    "is no, are no": (r"(?<!there )(?:is|are) no (?!longer)", 0.3, True),
    "use": (r"us(?:es?|ing|ed)", 5.0, False),
    "when": (r"when", 2.0, False),
    "because, since, so that": (r"because|since|so that", 0.7, False),
    "for example": (r"for (?:example|instance)|e\.g\.", 1.0, False),
}
# Pages that are written by a script, or record what was decided at a time.
WRITTEN = re.compile(r"decisions/|performance|options\.md|settings\.md")


def listed(*patterns: str) -> list[Path]:
    """The files that are in version control."""
    command = ["git", "ls-files", "--", *patterns]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [ROOT / name for name in names.splitlines() if (ROOT / name).exists()]


def prose(markdown: str) -> str:
    """The text of Markdown without code and the targets of links."""
    without_blocks = re.sub(r"^( *)```.*?^\1```$", " ", markdown, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`\n]*`", "X", without_blocks))


def pages() -> dict[str, str]:
    """The text of each page."""
    files = listed("docs/*.md", "README.md", "CONTRIBUTING.md")
    names = {str(path.relative_to(ROOT)): path for path in files}
    return {name: prose(path.read_text()) for name, path in names.items() if not WRITTEN.search(name)}


def comments() -> str:
    """The doc comments of the library and its bindings."""
    found = []
    for path in listed("core/*.rs", "ffi/src/*.rs", "python/src/*.rs"):
        if re.search(r"/(tests?|benches|fuzz|examples)/|tests\.rs$", str(path)):
            continue
        lines = path.read_text().splitlines()
        found += [re.sub(r"^\s*//[/!] ?", "", line) for line in lines if re.match(r"\s*//[/!]", line)]
    return prose("\n".join(found))


def rates(text: str) -> dict[str, float]:
    """The occurrences of each row in 1,000 words."""
    words = max(1, len(re.findall(r"[A-Za-z][A-Za-z'’-]*", text)))
    found = {name: re.findall(rf"\b(?:{row[0]})\b", text, re.IGNORECASE) for name, row in ROWS.items()}
    return {name: round(1000 * len(matches) / words, 2) for name, matches in found.items()}


def missed(found: dict[str, float]) -> Iterable[str]:
    """The rows whose aim is missed."""
    for name, (_, aim, is_most) in ROWS.items():
        if (found[name] > aim) if is_most else (found[name] < aim):
            yield name


def main() -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="fail if a rate got worse")
    parser.add_argument("--update", action="store_true", help="write the rates that got better")
    parser.add_argument("--pages", action="store_true", help="print the rows that each page misses")
    options = parser.parse_args()

    by_page = pages()
    if options.pages:
        for name, text in by_page.items():
            found = rates(text)
            print(f"{name}: " + ", ".join(f"{row} {found[row]}" for row in missed(found)))
        return 0
    now = {"docs": rates("\n".join(by_page.values())), "comments": rates(comments())}
    known: dict[str, dict[str, float]] = json.loads(RATES.read_text()) if RATES.exists() else now
    print("| | docs before | now | comments before | now | aim |\n|---|---|---|---|---|---|")
    worse = []
    for name, (_, aim, is_most) in ROWS.items():
        row = [f"{known[kind][name]:.2f} | {now[kind][name]:.2f}" for kind in now]
        print(f"| {name} | {' | '.join(row)} | {'≤' if is_most else '≥'} {aim} |")
        for kind, found in now.items():
            change = found[name] - known[kind][name]
            if (change if is_most else -change) > TOLERANCE and name in missed(found):
                worse.append(f"{name} ({kind})")
    if options.update:
        better = {
            kind: {
                name: (min if ROWS[name][2] else max)(rate, known[kind][name])
                for name, rate in found.items()
            }
            for kind, found in now.items()
        }
        RATES.write_text(json.dumps(better, indent=2) + "\n")
    if options.check and worse:
        print(f"worse: {', '.join(worse)}; see --pages and the rules in CONTRIBUTING.md")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
