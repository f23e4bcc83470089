"""Spark on two executors, one of which is killed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import corpus
import pyarrow as pa
import pytest
from conftest import DOCUMENTS, noted, one_killed
from glossweave.corpora import OUTPUT, Operator
from glossweave.corpora.spark import annotate
from pyspark.sql import DataFrame, SparkSession


@pytest.fixture(scope="module")
def spark(work: Path) -> Iterator[SparkSession]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "1000")
        .config("spark.local.dir", str(work / "spark"))
        .config("spark.sql.warehouse.dir", str(work / "warehouse"))
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def frame(spark: SparkSession, source: Path) -> DataFrame:
    return spark.read.parquet(str(source)).repartition(24)


def test_two_executors_give_the_same_rows(
    spark: SparkSession, names: Path, source: Path, wanted: pa.Table, work: Path
) -> None:
    journal = work / "spark-plain"
    operator = Operator(corpus.engine(names), "names", journal=journal)
    table = annotate(frame(spark, source), operator).toArrow()
    assert table.num_rows == DOCUMENTS
    assert table.cast(OUTPUT).sort_by("id").equals(wanted)
    assert len(noted(journal)) >= 2


def test_a_worker_that_is_killed_changes_no_row(
    spark: SparkSession, names: Path, source: Path, wanted: pa.Table, work: Path
) -> None:
    journal = work / "spark-killed"
    operator = Operator(corpus.engine(names), "names", journal=journal)
    output = work / "spark-rows"
    with one_killed(journal):
        annotate(frame(spark, source), operator).write.parquet(str(output))
    table = spark.read.parquet(str(output)).toArrow()
    assert table.num_rows == DOCUMENTS
    assert table.cast(OUTPUT).sort_by("id").equals(wanted)
