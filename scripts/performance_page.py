"""Replaces a section of docs/performance.md, and keeps the other sections.

    python performance_page.py <section.md

The section begins with its title as a heading of the first level, as performance.py and quality.py write it.
"""

import re
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "performance.md"
INTRODUCTION = """# Performance

<!-- Written by `make bench`: do not edit. -->

Use this page when you want to know whether Glossweave is fast and accurate enough for your documents. It compares Glossweave
with other programs, including cases where other programs are better. For example, [finding names](#finding-names) has the
speed for lists of names, and [quality](#quality) has the share of correct results.
"""
# In their order.
TITLES = ("Speed and memory", "Formats", "Quality")


def sections(page: str) -> dict[str, str]:
    """Returns the sections of a page by their titles."""
    _, *parts = re.split(r"^## (.+)\n", page, flags=re.MULTILINE)
    return {title: text.strip() for title, text in zip(parts[::2], parts[1::2], strict=True)}


def main() -> None:
    # Each heading is one level lower on the page.
    written = sections(re.sub(r"^#+ ", r"#\g<0>", sys.stdin.read(), flags=re.MULTILINE))
    if len(written) != 1 or not written.keys() <= set(TITLES):
        sys.exit(f"expected one section of {', '.join(TITLES)}, got {', '.join(written) or 'none'}")
    known = {**(sections(PAGE.read_text()) if PAGE.exists() else {}), **written}
    PAGE.write_text(INTRODUCTION + "".join(f"\n## {title}\n\n{known[title]}\n" for title in TITLES if title in known))


if __name__ == "__main__":
    main()
