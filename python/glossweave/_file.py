"""Files that replace others at once or not at all."""

from __future__ import annotations

import os
import tempfile


def replace(path: str | os.PathLike[str], data: bytes) -> None:
    """Writes a file that only its owner may read."""
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
