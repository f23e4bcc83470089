"""Puts a document type definition of several files together in one, as schemas of Glossweave are.

    python3 scripts/one_file_dtd.py concept.dtd >one-file.dtd

Each external parameter entity is replaced by its file, which is found beside the file that declares it, or by the
folders that follow.
"""

import re
import sys
from pathlib import Path

DECLARED = re.compile(
    r'<!ENTITY\s+%\s+(\S+)\s+(?:PUBLIC\s+(?:"[^"]*"|\'[^\']*\')|SYSTEM)\s*(?:"([^"]*)"|\'([^\']*)\')\s*>'
)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def found(name: str, folders: list[Path]) -> Path:
    """The file of a system identifier."""
    for folder in folders:
        for path in (folder / name, folder / Path(name).name):
            if path.is_file():
                return path
    raise SystemExit(f"{name}: not found beside the file that declares it, or in {folders[1:]}")


def whole(path: Path, folders: list[Path], files: dict[str, str]) -> str:
    """The text of a file with those of its entities in it. The first declaration of an entity counts."""
    text = COMMENT.sub("", path.read_text(encoding="utf-8"))
    text = re.sub(r"^\ufeff?\s*<\?xml.*?\?>", "", text)
    parts, at = [], 0
    for match in re.finditer(DECLARED.pattern + r"|%([\w.-]+);", text):
        parts.append(text[at : match.start()])
        at = match.end()
        name = match[1] or match[4]
        if match[1]:
            place = found(match[2] or match[3], [path.parent, *folders])
            files.setdefault(name, whole(place, folders, files) if name not in files else "")
        else:
            parts.append(files.get(name, match[0]))
    return "".join([*parts, text[at:]])


if __name__ == "__main__":
    start, *others = map(Path, sys.argv[1:])
    print(whole(start, others, {}))
