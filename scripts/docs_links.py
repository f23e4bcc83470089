"""Checks the relative links and anchors of every Markdown file of the repository.

`scripts/docs` checks those of docs/ as a site; this needs nothing but Python, and reads the other pages too.
"""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(<?([^()\s>]+)>?(?:\s+\"[^\"]*\")?\)")


def prose(text: str) -> list[tuple[int, str]]:
    """The numbered lines outside fenced and indented code, without what is code within them."""
    lines, fence = [], ""
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r"\s*(`{3,}|~{3,})", line)
        if mark and (not fence or mark.group(1).startswith(fence)):
            fence = "" if fence else mark.group(1)
        elif not fence and not line.startswith("    "):
            lines.append((number, line))
    return lines


@cache
def anchors(path: Path) -> frozenset[str]:
    """The anchors of headings, as GitHub makes them."""
    seen: dict[str, int] = {}
    found = set()
    for _, line in prose(path.read_text(encoding="utf-8")):
        heading = re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
        if heading:
            title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1)).lower()
            name = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
            count = seen.get(name, 0)
            seen[name] = count + 1
            found.add(f"{name}-{count}" if count else name)
    return frozenset(found)


def complaints(page: Path) -> list[str]:
    found = []
    for number, line in prose(page.read_text(encoding="utf-8")):
        for link in LINK.findall(re.sub(r"`[^`]*`", "``", line)):
            if re.match(r"[a-z][a-z0-9+.-]*:", link, re.I):
                continue
            file, _, anchor = unquote(link).partition("#")
            target = (page.parent / file).resolve() if file else page
            where = f"{page.relative_to(ROOT)}:{number}: {link}"
            if file.startswith("/") or not target.is_relative_to(ROOT) or not target.exists():
                found.append(f"{where}: there is no such file")
            elif anchor and target.suffix == ".md" and anchor not in anchors(target):
                found.append(f"{where}: {target.relative_to(ROOT)} has no such heading")
    return found


def main() -> int:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.md"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    pages = [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]
    found = [complaint for page in pages for complaint in complaints(page)]
    print("\n".join(found or [f"{len(pages)} pages: all links lead somewhere"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
