"""The operator on Apache Spark. Requires `pip install glossweave[spark]`, and Java for Spark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from glossweave.corpora.operator import Operator
from glossweave.corpora.schema import OUTPUT

if TYPE_CHECKING:
    from pyspark.sql import DataFrame as _DataFrame


def annotate(frame: _DataFrame, operator: Operator) -> _DataFrame:
    """Annotates the documents of a data frame. Returns a data frame with a row for each document, with the schema
    `OUTPUT`.

    The Spark setting `spark.sql.execution.arrow.maxRecordsPerBatch` limits the number of documents in a batch. The
    number of tasks is the number of partitions of the data frame.
    """
    from pyspark.sql.pandas.types import from_arrow_schema

    return frame.mapInArrow(operator.annotate_batches, from_arrow_schema(OUTPUT))
