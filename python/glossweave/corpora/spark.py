"""The operator on Apache Spark: `pip install glossweave[spark]`, and a Java for Spark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from glossweave.corpora.operator import Operator
from glossweave.corpora.schema import OUTPUT

if TYPE_CHECKING:
    from pyspark.sql import DataFrame as _DataFrame


def annotate(frame: _DataFrame, operator: Operator) -> _DataFrame:
    """A frame with a row for each document of a frame, as `OUTPUT` has them.

    How many documents a batch has is Spark's `spark.sql.execution.arrow.maxRecordsPerBatch`; how many
    tasks there are follows the partitions of the frame.
    """
    from pyspark.sql.pandas.types import from_arrow_schema

    return frame.mapInArrow(operator.annotate_batches, from_arrow_schema(OUTPUT))
