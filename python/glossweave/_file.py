"""Atomic replacement of files."""

from __future__ import annotations

import os
import tempfile


def replace(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a file atomically. Only its owner can read it."""
    path = os.fspath(path)
    handle, draft = tempfile.mkstemp(prefix=".", dir=os.path.dirname(path) or ".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        os.unlink(draft)
        raise
