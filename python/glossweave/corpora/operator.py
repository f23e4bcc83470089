"""The one operator that runs everywhere: batches of documents in, batches of annotations out."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pyarrow as pa

from glossweave import Engine, InvalidArgument, NotFound, StorageError
from glossweave._native import _option_tables
from glossweave.corpora.column import rows_of, table_of
from glossweave.corpora.frame import framed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from glossweave.options import ServiceOptions

# A table of pyarrow, or a frame of pandas or polars, which need not be there.
_Frame = TypeVar("_Frame")

# The engines of this process, by the operators they were made for: frameworks hand over an operator
# anew for each task, and its engine is to be opened once a worker. The oldest go first.
_KEPT = 4
_engines: dict[str, Engine] = {}
_lock = threading.Lock()


_TABLES = {"entities": "EntityOptions", "terms": "TermOptions", "translations": "TranslationOptions"}
"""The tables of the options of each service."""

_LANGUAGES = ("source_lang", "target_lang")
"""The languages of a translation, which are separate arguments."""


class Operator:
    """Annotates batches of documents, in whatever process it was sent to.

    It is made of an engine, or of what `Engine.specification` gave, and goes to other processes by
    that. `recognizer` names the one that looks; `service` is `entities`, `terms` (then it is the name of
    a term base or another provider of terms) or `translations` (a provider of translations).
    `format` is that of documents whose row says none; `texts` is whether the text of each document
    comes back, which offsets count. `id`, `content`, `format_column` and `language_column` are the names
    of columns; those of formats and languages may be missing.

    `options`: the options of the service, as for `Entities.recognize`, `Terms.find` and `Translations.translate`, and
    `source_lang` and `target_lang` of a translation. Options of another service are an `InvalidArgument`.

    `journal` is a folder in which every worker writes down what it did, a line of JSON for each
    batch, in a file named after its host and its process.
    """

    def __init__(
        self,
        engine: Engine | dict[str, Any],
        recognizer: str,
        *,
        service: str = "entities",
        format: str = "text",
        texts: bool = False,
        id: str = "id",
        content: str = "content",
        format_column: str = "format",
        language_column: str = "language",
        journal: str | os.PathLike[str] | None = None,
        **options: Unpack[ServiceOptions],
    ) -> None:
        specification = engine.specification() if isinstance(engine, Engine) else engine
        self._state: dict[str, Any] = {
            "specification": specification,
            "recognizer": recognizer,
            "service": service,
            "columns": (id, content, format_column, language_column),
            "format": format,
            "options": {"texts": texts, **_options(service, dict(options))},
            "journal": None if journal is None else os.path.abspath(journal),
            "token": uuid.uuid4().hex,
        }
        # What is wrong is found out here and not in every worker.
        names = self.engine().session().entities.names
        if service == "entities" and recognizer not in names:
            known = ", ".join(f"`{name}`" for name in names) or "none"
            raise NotFound(f"no recognizer `{recognizer}`, there are: {known}")
        self.annotate(pa.RecordBatch.from_pydict({id: pa.array([], pa.string()), content: []}))

    def __getstate__(self) -> dict[str, Any]:
        return self._state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._state = state

    def __repr__(self) -> str:
        return f"<Operator of {self._state['recognizer']}, {self._state['service']}>"

    @property
    def described(self) -> dict[str, Any]:
        """What decides over the rows that come out."""
        return {
            name: self._state[name]
            for name in ("specification", "recognizer", "service", "columns", "format", "options")
        }

    @property
    def columns(self) -> tuple[str, str, str, str]:
        """The names of the columns of identifiers, contents, formats and languages."""
        columns: tuple[str, str, str, str] = self._state["columns"]
        return columns

    def engine(self) -> Engine:
        """The engine of this process, which is opened where that was not done yet.

        Files that it is made of and that have another revision now are `PreconditionFailed`.
        """
        token = self._state["token"]
        with _lock:
            if token not in _engines:
                while len(_engines) >= _KEPT:
                    del _engines[next(iter(_engines))]
                _engines[token] = Engine.from_specification(self._state["specification"])
            return _engines[token]

    def annotate(self, batch: _Frame) -> _Frame:
        """Annotates one batch: a `pyarrow.RecordBatch`, a `pyarrow.Table`, or a frame of pandas or
        polars, and gives the same kind back. A document that fails has an `error`, and the others
        go on."""
        if isinstance(batch, pa.RecordBatch):
            return self._annotate(batch)
        return framed(batch, self.annotate_batches)

    def _annotate(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        rows = rows_of(batch, self.columns, self._state["format"])
        from_here, working = time.perf_counter(), time.thread_time()
        service = getattr(self.engine().session(), self._state["service"])
        columns = service._annotate_batch(
            self._state["recognizer"], rows.documents, **self._state["options"]
        )
        made = table_of(rows.ids, columns, texts=self._state["options"]["texts"])
        if self._state["journal"] is not None and len(rows.documents) > 0:
            took, worked = time.perf_counter() - from_here, time.thread_time() - working
            self._note(made, {"seconds": took, "worked": worked})
        return made

    def annotate_batches(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Annotates batches one after the other: what Spark, Ray and the local runner call."""
        for batch in batches:
            yield self._annotate(batch)

    def _note(self, made: pa.RecordBatch, times: dict[str, float]) -> None:
        folder = Path(self._state["journal"])
        ids = made.column("id")
        line = {
            "host": socket.gethostname(),
            "process": os.getpid(),
            "time": time.time(),
            "documents": len(ids),
            "first": ids[0].as_py(),
            "last": ids[-1].as_py(),
            **times,
        }
        path = folder / f"{line['host']}-{line['process']}.jsonl"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with open(path, "ab") as file:
                file.write(json.dumps(line).encode() + b"\n")
        except OSError as error:
            raise StorageError(f"`{path}` could not be written: {error}") from error


def _options(service: str, given: dict[str, Any]) -> dict[str, Any]:
    """Those of the service; one that is given and belongs to another is refused."""
    if service not in _TABLES:
        expected = "`entities`, `terms` or `translations`"
        raise InvalidArgument(f"expected {expected} and found `{service}`", parameter="service")
    known = [row.keyword for row in dict(_option_tables())[_TABLES[service]]]
    known += _LANGUAGES if service == "translations" else ()
    options = {name: value for name, value in given.items() if value is not None}
    for name in options:
        if name not in known:
            message = f"`{name}` is not an option of `{service}`, expected one of {', '.join(known)}"
            raise InvalidArgument(message, parameter=name)
    if service == "translations" and "target_lang" not in options:
        raise InvalidArgument("`target_lang` is missing: name a language", parameter="target_lang")
    return options


def columns_in(schema: pa.Schema, wanted: Sequence[str]) -> list[str]:
    """Those of the wanted columns that are there; the first two have to be."""
    for name in wanted[:2]:
        if name not in schema.names:
            there = ", ".join(f"`{name}`" for name in schema.names)
            raise InvalidArgument(f"no column `{name}`, there are: {there}", parameter="input")
    return [name for name in wanted if name in schema.names]
