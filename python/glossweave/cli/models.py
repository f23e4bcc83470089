"""The command that describes model files."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import glossweave
from glossweave.cli.exit import DONE

__all__ = ["check_model"]

_FIELDS = (
    "kind", "file", "bytes", "identity", "weights", "inputs", "outputs", "operators", "classes", "languages",
    "dimensions", "max_tokens", "tokenizer", "vocabulary", "entries", "license", "open_milliseconds",
    "tokens_per_second", "memory",
)


def check_model(options: argparse.Namespace) -> int:
    """Writes the description of a model file: a line for each field, or JSON."""
    report = glossweave.check_model(Path(options.model))
    if options.json:
        print(json.dumps({name: _plain(getattr(report, name)) for name in _FIELDS}, ensure_ascii=False, indent=1))
        return DONE
    for name in _FIELDS:
        for cells in _lines(name, report):
            print(name.replace("_", " "), *cells, sep="\t")
    return DONE


def _lines(name: str, report: glossweave.ModelReport) -> list[tuple[object, ...]]:
    """Returns the cells of each line of a field. Returns no lines if the field does not apply."""
    value = getattr(report, name)
    if name in ("inputs", "outputs"):
        return [(one.name, one.data_type, ", ".join(one.shape)) for one in value]
    if name in ("operators", "classes"):
        return list(value)
    if name == "languages":
        return [(one,) for one in value]
    if name == "license" and value is not None:
        file, text = value
        # The first lines contain the name of the licence.
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        return [(file, " / ".join(lines[:3]))]
    if isinstance(value, float):
        return [(f"{value:.1f}",)]
    return [] if value is None or value == "" else [(value,)]


def _plain(value: object) -> object:
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, glossweave.TensorInfo):
        return {"name": value.name, "data_type": value.data_type, "shape": value.shape}
    return value
