"""Corpora: the same annotation over many documents, on this machine or on a cluster.

An `Operator` is made of an engine and annotates Arrow batches of documents. `annotate` runs it here,
over Parquet, JSON Lines or a folder of documents, in several threads, and goes on where it was cut
off; `glossweave.corpora.spark` and `glossweave.corpora.ray` run it on those. The rows that come out
are the same everywhere.

Needs pyarrow: `pip install glossweave[arrow]`.
"""

from importlib.util import find_spec as _find_spec

if _find_spec("pyarrow") is None:
    raise ImportError("glossweave.corpora needs pyarrow: pip install 'glossweave[arrow]'")

from glossweave.corpora.local import Report, annotate, read_results
from glossweave.corpora.operator import Operator
from glossweave.corpora.schema import INPUT, OUTPUT

__all__ = ["INPUT", "OUTPUT", "Operator", "Report", "annotate", "read_results"]
