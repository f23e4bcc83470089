"""The operator on Ray Data: `pip install glossweave[ray]`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from glossweave.corpora.operator import Operator
from glossweave.corpora.schema import OUTPUT

if TYPE_CHECKING:
    from ray.data import Dataset as _Dataset


class _Worker:
    """An actor. It opens the engine when it starts."""

    def __init__(self, operator: Operator) -> None:
        operator.engine()
        self._operator = operator

    def __call__(self, table: pa.Table) -> pa.Table:
        batches = self._operator.annotate_batches(table.combine_chunks().to_batches())
        return pa.Table.from_batches(batches, schema=OUTPUT)


def annotate(
    dataset: _Dataset, operator: Operator, *, workers: int = 2, batch_size: int = 1000
) -> _Dataset:
    """Annotates the documents of a dataset. Returns a dataset with a row for each document, with the schema `OUTPUT`.

    `workers`: the maximum number of actors, each of which uses one processor. The pool is not of fixed size, because
    such a pool does not recover when a node is lost. Leave some processors for reading. If the dataset has few
    blocks, use `repartition` first, because only as many actors are busy.
    """
    from ray.data import ActorPoolStrategy

    return dataset.map_batches(
        _Worker,
        fn_constructor_args=(operator,),
        batch_format="pyarrow",
        batch_size=batch_size,
        zero_copy_batch=True,
        compute=ActorPoolStrategy(min_size=1, max_size=workers),
    )
