"""The operator that annotates batches of documents, on this machine, Spark or Ray."""

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

# A table of pyarrow, or a data frame of pandas or polars, which are optional.
_Frame = TypeVar("_Frame")

# The engines of this process, by the token of their operator. Frameworks unpickle the operator for each task, but
# its engine should be opened only once in each worker. The oldest engine is removed first.
_KEPT = 4
_engines: dict[str, Engine] = {}
_lock = threading.Lock()


_TABLES = {"entities": "EntityOptions", "terms": "TermOptions", "translations": "TranslationOptions"}
"""The option table of each service."""

_LANGUAGES = ("source_lang", "target_lang")
"""The languages of a translation, which are separate arguments."""


class Operator:
    """Annotates batches of documents, in this process or in a worker process.

    `engine`: an engine, or the result of `Engine.specification`, which is used to send the operator to other
    processes. `service`: `entities`, `terms` or `translations`. `recognizer`: the name of a recognizer, of a term
    base or another provider of terms, or of a translation provider. `format`: the format of documents whose row
    does not specify one. `texts`: return the text of each document, to which offsets refer. `id`, `content`,
    `format_column` and `language_column`: the names of the columns. The columns of formats and languages are
    optional.

    `options`: the options of the service, see `Entities.recognize`, `Terms.find` and `Translations.translate`, and
    `source_lang` and `target_lang` of a translation. Raises `InvalidArgument` for an option of another service.

    `journal`: a folder for journals of the workers. Each worker writes one line of JSON for each batch, to a file
    that is named after its host and its process.
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
        # Check the arguments here, so that errors are reported before workers start.
        names = self.engine().session().entities.names
        if service == "entities" and recognizer not in names:
            known = ", ".join(f"`{name}`" for name in names) or "none"
            raise NotFound(f"no recognizer `{recognizer}`, expected one of {known}")
        self.annotate(pa.RecordBatch.from_pydict({id: pa.array([], pa.string()), content: []}))

    def __getstate__(self) -> dict[str, Any]:
        return self._state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._state = state

    def __repr__(self) -> str:
        return f"<Operator of {self._state['recognizer']}, {self._state['service']}>"

    @property
    def described(self) -> dict[str, Any]:
        """The values that determine the result rows."""
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
        """Returns the engine of this process, and opens it when it is used for the first time.

        Raises `PreconditionFailed` if a file of the engine has another revision now.
        """
        token = self._state["token"]
        with _lock:
            if token not in _engines:
                while len(_engines) >= _KEPT:
                    del _engines[next(iter(_engines))]
                _engines[token] = Engine.from_specification(self._state["specification"])
            return _engines[token]

    def annotate(self, batch: _Frame) -> _Frame:
        """Annotates one batch: a `pyarrow.RecordBatch`, a `pyarrow.Table`, or a data frame of pandas or polars.
        Returns a result of the same type. If a document fails, its row contains an `error`, and the other
        documents are processed."""
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
        """Annotates batches one after the other. Spark, Ray and the local runner call it."""
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
    """Returns the options that are set. Refuses options of another service."""
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
    """Returns the wanted columns that the schema contains. The first two are required."""
    for name in wanted[:2]:
        if name not in schema.names:
            there = ", ".join(f"`{name}`" for name in schema.names)
            raise InvalidArgument(f"no column `{name}`, expected one of {there}", parameter="input")
    return [name for name in wanted if name in schema.names]
