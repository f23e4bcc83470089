"""The location of SaxonC-HE, which runs XSLT 2.0 and 3.0. The optional package `saxonche` contains it."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path


def library() -> Path | None:
    """Returns the path of the library. Returns `None` if the package is not installed, or if SAXONC_HE_LIB is set. The
    package is not imported."""
    if os.environ.get("SAXONC_HE_LIB"):
        return None
    try:
        found = find_spec("saxonche")
    except (ImportError, ValueError):
        return None
    if found is None or found.origin is None:
        return None
    folders = [Path(found.origin).parent, *map(Path, found.submodule_search_locations or ())]
    for folder in folders:
        for place in (folder, folder.parent):
            libraries = sorted(place.glob("saxonche.libs/libsaxonc-core-he-*.so*"))
            if libraries:
                return libraries[-1]
    return None
