"""One table of the results of many documents."""

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
"""The extension of a table with tabs between its cells."""


def with_tabs(table: bytes) -> bytes:
    """Converts a table from CSV to TSV, both in UTF-8."""
    file = io.StringIO(newline="")
    csv.writer(file, delimiter="\t").writerows(csv.reader(io.StringIO(table.decode("utf-8"), newline="")))
    return file.getvalue().encode()


class Table:
    """A file with the rows of many tables in CSV, whose first column names the document: CSV, or TSV if its name ends so."""

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
        """Adds the rows of a table in UTF-8. All tables have the same columns."""
        rows = csv.reader(io.StringIO(table.decode("utf-8"), newline=""))
        header = next(rows, [])
        if not self._has_header:
            self._has_header = True
            self._rows.writerow(["document", *header])
        self._rows.writerows([document, *row] for row in rows)

    def close(self, *, is_whole: bool) -> None:
        """Ends the table, and puts it in its place if it is whole."""
        self._file.flush()
        if self._path is None or self._partial is None:
            self._file.detach()  # type: ignore[attr-defined]
            return
        self._file.close()
        if is_whole:
            os.replace(self._partial, self._path)
        else:
            self._partial.unlink(missing_ok=True)
