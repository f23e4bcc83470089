"""Annotation of corpora with many documents, on this machine or on a cluster.

An `Operator` uses an engine to annotate Arrow batches of documents. Use `annotate` to run it on this machine, in
several threads, over Parquet, JSON Lines or a folder of documents; an interrupted run can be resumed. Use
`glossweave.corpora.spark` and `glossweave.corpora.ray` to run it on Spark and Ray. The result rows are the same
in all cases.

Requires pyarrow: `pip install glossweave[arrow]`.
"""

from importlib.util import find_spec as _find_spec

if _find_spec("pyarrow") is None:
    raise ImportError("glossweave.corpora needs pyarrow: pip install 'glossweave[arrow]'")

from glossweave.corpora.local import Report, annotate, read_results
from glossweave.corpora.operator import Operator
from glossweave.corpora.schema import INPUT, OUTPUT

__all__ = ["INPUT", "OUTPUT", "Operator", "Report", "annotate", "read_results"]
