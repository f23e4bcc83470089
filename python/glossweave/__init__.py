"""Content enrichment in process: text and markup in, linked annotations and the same document out.

>>> import glossweave
>>> names = glossweave.Dictionary([("http://dbpedia.org/resource/Dublin", "Dublin")])
>>> page = glossweave.decode("<p>From <b>Dublin</b>.", format="html")
>>> found = names.recognize(page)
>>> [(a.text, page.text[a.start : a.end]) for a in found]
[('Dublin', 'Dublin')]
>>> turtle = glossweave.to_nif(page, found)
>>> same_page = glossweave.encode(page, found).bytes

All offsets count code points, as `str` does. A `str` that goes in is text, never the name of a
file: name files by `pathlib.Path`. Everything may be shared by threads, nothing changes after it
was made, and every call lets other threads run. What goes wrong is a `GlossweaveError`.
"""

from glossweave._native import (
    Annotation,
    Dictionary,
    Document,
    Encoded,
    Entry,
    Highlight,
    Placement,
    Unit,
    decode,
    encode,
    to_nif,
)
from glossweave.errors import (
    Conflict,
    DeadlineExceeded,
    Forbidden,
    GlossweaveError,
    InternalError,
    InvalidArgument,
    MalformedInput,
    NotFound,
    PreconditionFailed,
    StorageError,
    Throttled,
    TooLarge,
    Unauthenticated,
    Unavailable,
    Unsupported,
)

__all__ = [
    "Annotation",
    "Conflict",
    "DeadlineExceeded",
    "Dictionary",
    "Document",
    "Encoded",
    "Entry",
    "Forbidden",
    "GlossweaveError",
    "Highlight",
    "InternalError",
    "InvalidArgument",
    "MalformedInput",
    "NotFound",
    "Placement",
    "PreconditionFailed",
    "StorageError",
    "Throttled",
    "TooLarge",
    "Unauthenticated",
    "Unavailable",
    "Unit",
    "Unsupported",
    "decode",
    "encode",
    "to_nif",
]
