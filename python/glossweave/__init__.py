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
    Context,
    Dictionary,
    Document,
    Encoded,
    Engine,
    Entities,
    Entry,
    Filters,
    Finding,
    Highlight,
    Nif,
    Part,
    Passage,
    Placement,
    Reply,
    Resource,
    Section,
    Session,
    Shelf,
    Unit,
    User,
    Users,
    analyze_its,
    check_nif,
    decode,
    encode,
    import_store,
    nif_skeleton,
    read_nif,
    to_nif,
    to_web_annotation,
)
from glossweave._native import __version__ as __version__
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
    "Context",
    "DeadlineExceeded",
    "Dictionary",
    "Document",
    "Encoded",
    "Engine",
    "Entities",
    "Entry",
    "Filters",
    "Finding",
    "Forbidden",
    "GlossweaveError",
    "Highlight",
    "InternalError",
    "InvalidArgument",
    "MalformedInput",
    "Nif",
    "NotFound",
    "Part",
    "Passage",
    "Placement",
    "PreconditionFailed",
    "Reply",
    "Resource",
    "Section",
    "Session",
    "Shelf",
    "StorageError",
    "Throttled",
    "TooLarge",
    "Unauthenticated",
    "Unavailable",
    "Unit",
    "Unsupported",
    "User",
    "Users",
    "analyze_its",
    "check_nif",
    "decode",
    "encode",
    "import_store",
    "nif_skeleton",
    "read_nif",
    "to_nif",
    "to_web_annotation",
]
