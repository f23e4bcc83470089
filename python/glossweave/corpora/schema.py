"""The Arrow schemas of input and output, which are stable.

Offsets count code points of the text, as `str` does.
"""

from __future__ import annotations

import pyarrow as pa

_TEXTS = pa.list_(pa.field("item", pa.string()))

# The remaining fields of an annotation, with the names that `gw_annotations_field` uses.
FIELD = pa.struct([pa.field("name", pa.string()), pa.field("value", pa.string())])

ANNOTATION = pa.struct(
    [
        pa.field("start", pa.int32()),
        pa.field("end", pa.int32()),
        pa.field("text", pa.string()),
        pa.field("kind", pa.string()),
        pa.field("idents", _TEXTS),
        pa.field("classes", _TEXTS),
        pa.field("confidence", pa.float64()),
        pa.field("fields", pa.list_(pa.field("item", FIELD))),
    ]
)

ERROR = pa.struct([pa.field("kind", pa.string()), pa.field("message", pa.string())])

# A row for each document. `content` is text (`string`) or bytes (`binary`).
INPUT = pa.schema(
    [
        pa.field("id", pa.string()),
        pa.field("content", pa.string()),
        pa.field("format", pa.string()),
        pa.field("language", pa.string()),
    ]
)

# A row for each input document, in the same order. `text` is null unless requested. When a document failed,
# `annotations` is empty and `error` is not null.
OUTPUT = pa.schema(
    [
        pa.field("id", pa.string()),
        pa.field("text", pa.string()),
        pa.field("annotations", pa.list_(pa.field("item", ANNOTATION))),
        pa.field("error", ERROR),
    ]
)
