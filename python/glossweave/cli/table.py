"""A table that combines the results of many documents."""

from __future__ import annotations

import csv
import io
import os
import sys
from pathlib import Path
from typing import IO

from glossweave.cli.files import STANDARD

__all__ = ["TSV", "Table", "with_tabs"]

TSV = ".tsv"
"""The extension of tab-separated tables."""


def with_tabs(table: bytes) -> bytes:
    """Converts a table from CSV to TSV, both in UTF-8."""
    file = io.StringIO(newline="")
    csv.writer(file, delimiter="\t").writerows(csv.reader(io.StringIO(table.decode("utf-8"), newline="")))
    return file.getvalue().encode()


class Table:
    """A file with the rows of many CSV tables. Its first column is the name of the document. It is written as TSV if its
    name has the extension, otherwise as CSV."""

    def __init__(self, output: str) -> None:
        self._path = None if output == STANDARD else Path(output)
        self._has_header = False
        if self._path is None:
            self._partial = None
            self._file: IO[str] = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", newline="")
        else:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._partial = self._path.with_name(f".{self._path.name[:100]}.{os.getpid()}.partial")
            self._file = open(self._partial, "w", encoding="utf-8", newline="")
        self._rows = csv.writer(self._file, delimiter="\t" if output.lower().endswith(TSV) else ",")

    def add(self, document: str, table: bytes) -> None:
        """Adds the rows of a table in UTF-8. All tables must have the same columns."""
        rows = csv.reader(io.StringIO(table.decode("utf-8"), newline=""))
        header = next(rows, [])
        if not self._has_header:
            self._has_header = True
            self._rows.writerow(["document", *header])
        self._rows.writerows([document, *row] for row in rows)

    def close(self, *, is_whole: bool) -> None:
        """Closes the table. Replaces the output file if the table is complete, otherwise discards the table."""
        self._file.flush()
        if self._path is None or self._partial is None:
            self._file.detach()  # type: ignore[attr-defined]
            return
        self._file.close()
        if is_whole:
            os.replace(self._partial, self._path)
        else:
            self._partial.unlink(missing_ok=True)
