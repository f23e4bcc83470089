"""What is read and where the results go."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from glossweave.cli.exit import FAILED, USAGE, Stop

__all__ = ["JOURNAL", "Item", "Target", "items", "pattern", "target", "write"]

STANDARD = "-"
"""Standard input or output."""

JOURNAL = ".glossweave.journal"
"""The file that `--resume` reads, in the folder of the results."""


@dataclass(frozen=True)
class Item:
    """A document to come."""

    name: str
    """Its path in the folder of the sources, with `/`; `-` for standard input."""

    path: Path | None
    """Its file; none for standard input."""

    def source(self) -> Path | bytes:
        """What the package reads it from."""
        return sys.stdin.buffer.read() if self.path is None else self.path

    def leads_out(self, root: Path) -> bool:
        """Whether it is a link to a file that is not in a folder."""
        if self.path is None or not self.path.is_symlink():
            return False
        return not self.path.resolve().is_relative_to(root.resolve())


def pattern(glob: str) -> re.Pattern[str]:
    """A glob over paths with `/`: `*` and `?` stay within a name, `**` does not; without `/`, the name
    alone is compared."""
    if "/" not in glob:
        glob = f"**/{glob}"
    found = ""
    for part in re.findall(r"\*\*/|\*\*|\*|\?|\[!?\]?[^\]]*\]|.", glob, re.S):
        if part == "**/":
            found += "(?:.*/)?"
        elif part == "**":
            found += ".*"
        elif part == "*":
            found += "[^/]*"
        elif part == "?":
            found += "[^/]"
        elif len(part) > 2 and part.startswith("["):
            inner = part[1:-1].replace("\\", "\\\\")
            found += f"[^{inner[1:]}]" if inner.startswith("!") else f"[{inner}]"
        else:
            found += re.escape(part)
    return re.compile(found + r"\Z", re.S)


def items(source: str, include: Sequence[str], exclude: Sequence[str]) -> list[Item]:
    """The documents of a source, which is a file, a folder or `-`, in the order of their names."""
    if source == STANDARD:
        return [Item(STANDARD, None)]
    root = Path(source)
    if not root.exists():
        raise Stop(f"{source}: no such file or folder", FAILED)
    if not root.is_dir():
        return [Item(root.name, root)]
    wanted, unwanted = [pattern(one) for one in include], [pattern(one) for one in exclude]
    return sorted(_walk(root, wanted, unwanted), key=lambda item: item.name)


def _walk(
    root: Path, wanted: Sequence[re.Pattern[str]], unwanted: Sequence[re.Pattern[str]]
) -> Iterator[Item]:
    def refuse(error: OSError) -> None:
        raise error

    def is_excluded(name: str) -> bool:
        return any(one.match(name) for one in unwanted)

    for folder, folders, files in os.walk(root, onerror=refuse):
        inside = Path(folder).relative_to(root)
        folders[:] = sorted(one for one in folders if not is_excluded((inside / one).as_posix()))
        for file in sorted(files):
            name = (inside / file).as_posix()
            included = not wanted or any(one.match(name) for one in wanted)
            if included and file != JOURNAL and not is_excluded(name):
                yield Item(name, root / name)


@dataclass(frozen=True)
class Target:
    """Where results go: a file, a folder, or standard output where there is no path."""

    path: Path | None
    is_folder: bool = False

    def place(self, name: str, extension: str | None) -> Path | None:
        """The file of a result. Its name ends with an extension where the format is another one."""
        if self.path is None or not self.is_folder:
            return self.path
        return self.path / (name if extension is None else f"{name}.{extension}")


def target(source: str, output: str) -> Target:
    """Where the results of a source go; refused where they would come to be sources."""
    is_folder = source != STANDARD and Path(source).is_dir()
    if output == STANDARD:
        if is_folder:
            raise Stop("a folder of sources needs a folder for the results: --output", USAGE)
        return Target(None)
    path = Path(output)
    if not is_folder:
        if path.is_dir():
            if source != STANDARD and not Path(source).exists():
                raise Stop(f"{source}: no such file or folder", USAGE)
            raise Stop(f"{path}: expected a file for the result of a file, found a folder", USAGE)
        if source != STANDARD and path.exists() and path.samefile(source):
            raise Stop(f"{path}: the result would replace the source", USAGE)
        return Target(path)
    if path.exists() and not path.is_dir():
        raise Stop(f"{path}: expected a folder for the results of a folder, found a file", USAGE)
    root = Path(source).resolve()
    if path.resolve() == root or root in path.resolve().parents:
        raise Stop(f"{path}: the folder of the results is in that of the sources", USAGE)
    return Target(path, is_folder=True)


def write(path: Path | None, data: bytes) -> None:
    """Writes a result, whole or not at all."""
    if path is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    if path.exists() and not path.is_file():
        # A pipe or a device takes what comes.
        path.write_bytes(data)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name[:100]}.{os.getpid()}.partial")
    with _uninterrupted():
        try:
            partial.write_bytes(data)
            os.replace(partial, path)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Lets an interrupt by the user wait, or it may come between the opening of a file and its `with`."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is None:
        # Nothing comes here, or only what was set outside Python can take it.
        yield
        return
    waiting: list[tuple[int, FrameType | None]] = []
    usual = signal.signal(signal.SIGINT, lambda number, frame: waiting.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if waiting and callable(usual):
        usual(*waiting[0])
