"""Ray on two nodes beside its head, of which a worker and then a whole node are killed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import corpus
import pyarrow as pa
import pytest
from conftest import DOCUMENTS, noted, one_killed
from glossweave.corpora import OUTPUT, Operator
from glossweave.corpora.ray import annotate

os.environ["RAY_memory_monitor_refresh_ms"] = "0"
os.environ["RAY_DATA_DISABLE_PROGRESS_BARS"] = "1"
import ray  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    made = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 0, "object_store_memory": 200 << 20, "include_dashboard": False},
    )
    # What the head does not do is lost with the node that did it. One node has to do alone with
    # two workers and somebody who reads.
    for _ in range(2):
        made.add_node(num_cpus=3, object_store_memory=400 << 20)
    ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
    yield made
    ray.shutdown()
    made.shutdown()


def rows(source: Path, operator: Operator) -> pa.Table:
    made = annotate(ray.data.read_parquet(str(source)).repartition(24), operator, workers=2)
    tables = ray.get(made.to_arrow_refs())
    return pa.concat_tables([table.cast(OUTPUT) for table in tables if table.num_rows > 0])


def test_two_nodes_give_the_same_rows(
    cluster: Any, names: Path, source: Path, wanted: pa.Table, work: Path
) -> None:
    journal = work / "ray-plain"
    table = rows(source, Operator(corpus.engine(names), "names", journal=journal))
    assert table.num_rows == DOCUMENTS
    assert table.sort_by("id").equals(wanted)
    assert len(noted(journal)) >= 1


def test_a_worker_that_is_killed_changes_no_row(
    cluster: Any, names: Path, source: Path, wanted: pa.Table, work: Path
) -> None:
    journal = work / "ray-killed"
    with one_killed(journal):
        table = rows(source, Operator(corpus.engine(names), "names", journal=journal))
    assert table.num_rows == DOCUMENTS
    assert table.sort_by("id").equals(wanted)


def test_a_node_that_is_killed_changes_no_row(
    cluster: Any, names: Path, source: Path, wanted: pa.Table, work: Path
) -> None:
    killed = []

    def kill_node(process: int) -> None:
        said = Path(f"/proc/{process}/stat").read_text()
        raylet = int(said.rpartition(")")[2].split()[1])
        [node] = [
            node
            for node in cluster.worker_nodes
            if raylet in [one.process.pid for one in node.all_processes["raylet"]]
        ]
        cluster.remove_node(node, allow_graceful=False)
        killed.append(node.node_id)

    journal = work / "ray-node-killed"
    with one_killed(journal, kill_node):
        table = rows(source, Operator(corpus.engine(names), "names", journal=journal))
    assert [node["Alive"] for node in ray.nodes() if node["NodeID"] in killed] == [False]
    assert table.num_rows == DOCUMENTS
    assert table.sort_by("id").equals(wanted)
