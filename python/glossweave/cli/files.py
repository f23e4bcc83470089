"""The sources of documents, and the targets of results."""

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
"""The name of the journal in the folder of the results, which `--resume` reads."""


@dataclass(frozen=True)
class Item:
    """A document to process."""

    name: str
    """The path relative to the folder of the sources, with `/`. `-` for standard input."""

    path: Path | None
    """The file. `None` for standard input."""

    def source(self) -> Path | bytes:
        """Returns the path of the document, or the bytes of standard input."""
        return sys.stdin.buffer.read() if self.path is None else self.path

    def leads_out(self, root: Path) -> bool:
        """Returns `True` if the document is a symbolic link to a file outside a folder."""
        if self.path is None or not self.path.is_symlink():
            return False
        return not self.path.resolve().is_relative_to(root.resolve())


def pattern(glob: str) -> re.Pattern[str]:
    """Compiles a glob for paths with `/`. `*` and `?` match within a name, `**` matches across folders. A glob without
    `/` is compared with the name only."""
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
    """Returns the documents of a source (a file, a folder or `-`), sorted by name."""
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
    """The target of results: a file, a folder, or standard output if the path is `None`."""

    path: Path | None
    is_folder: bool = False

    def place(self, name: str, extension: str | None) -> Path | None:
        """Returns the file of a result. `extension` is appended to its name if the format changes."""
        if self.path is None or not self.is_folder:
            return self.path
        return self.path / (name if extension is None else f"{name}.{extension}")


def target(source: str, output: str) -> Target:
    """Returns the target for the results of a source. Refuses a target that would replace or extend the sources, for
    example a folder inside the source folder."""
    is_folder = source != STANDARD and Path(source).is_dir()
    if output == STANDARD:
        if is_folder:
            raise Stop("the source is a folder: use --output to specify a folder for the results", USAGE)
        return Target(None)
    path = Path(output)
    if not is_folder:
        if path.is_dir():
            if source != STANDARD and not Path(source).exists():
                raise Stop(f"{source}: no such file or folder", USAGE)
            raise Stop(f"{path}: expected a file, because the source is a single document, found a folder", USAGE)
        if source != STANDARD and path.exists() and path.samefile(source):
            raise Stop(f"{path}: the result would replace the source", USAGE)
        return Target(path)
    if path.exists() and not path.is_dir():
        raise Stop(f"{path}: expected a folder, because the source is a folder, found a file", USAGE)
    root = Path(source).resolve()
    if path.resolve() == root or root in path.resolve().parents:
        raise Stop(f"{path}: the folder of the results must not be inside the source folder", USAGE)
    return Target(path, is_folder=True)


def write(path: Path | None, data: bytes) -> None:
    """Writes a result atomically."""
    if path is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    if path.exists() and not path.is_file():
        # A pipe or a device cannot be replaced.
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
    """Delays an interrupt by the user, which could otherwise occur between opening a file and its `with` block."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is None:
        # Signals are handled in the main thread only, and a handler that was not set by Python cannot be restored.
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
