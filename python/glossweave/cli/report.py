"""Messages and reports of a run: messages on standard error, and a report file for programs."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from glossweave import ProviderUsage
from glossweave.cli.exit import USAGE, Stop
from glossweave.errors import GlossweaveError

__all__ = ["Report", "fault"]


def fault(error: BaseException, path: Path | None) -> dict[str, object]:
    """Returns the report of an error. The message does not repeat the path of the document."""
    if not isinstance(error, GlossweaveError):
        return {"kind": type(error).__name__, "message": str(error)}
    said: dict[str, object] = {"kind": error.kind, "message": error.message.removeprefix(f"{path}: ")}
    for name in ("line", "column", "parameter"):
        value = getattr(error, name)
        if value is not None:
            said[name] = value
    return said


class Progress:
    """Shows the progress of a long call on a terminal. It is a context manager that removes the line at the end."""

    def __init__(self, *, quiet: bool) -> None:
        self._shown = 0.0
        self._began: tuple[float, int] | None = None
        self._is_shown = sys.stderr.isatty() and not quiet

    def __enter__(self) -> Progress:
        return self

    def __call__(self, done: int, total: int, records: int) -> None:
        """Shows a progress report."""
        if self._is_shown and time.monotonic() - self._shown > 0.1:
            self._shown = time.monotonic()
            # A resumed call does not begin at 0.
            self._began = self._began or (self._shown, done)
            line = self._line(done, total, records, self._shown - self._began[0], self._began[1])
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)

    @staticmethod
    def _line(done: int, total: int, records: int, seconds: float, first: int) -> str:
        line = f"{100 * done // max(total, 1)} %, {records}"
        rate = (done - first) / seconds if seconds > 1 else 0
        if rate:
            left = round((total - done) / rate)
            line += f", {rate / 1e6:.1f} MB/s, {left // 60}:{left % 60:02} left"
        return line

    def __exit__(self, *_: object) -> None:
        if self._is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class Report:
    """Counts documents, writes messages to standard error, shows progress on a terminal, and writes JSON Lines."""

    def __init__(
        self, path: str | None, total: int, *, quiet: bool, warnings: Sequence[str] = ()
    ) -> None:
        self.states: Counter[str] = Counter()
        self._total = total
        self._began = time.monotonic()
        self._shown = 0.0
        self._quiet = quiet
        self._is_shown = sys.stderr.isatty() and not quiet and total > 1
        self._file: IO[str] | None = None
        if path == "-":
            raise Stop("--report -: expected a file", USAGE)
        if path is not None:
            self._file = open(path, "w", encoding="utf-8", newline="\n")
        self._warnings = list(warnings)
        for warning in self._warnings:
            self.say(warning)

    def add(
        self, source: str, state: str, facts: Mapping[str, object], complaints: list[str]
    ) -> None:
        """Adds the result of a document."""
        self.states[state] += 1
        self._write({"source": source, "state": state, **facts})
        for complaint in complaints:
            self.say(f"{source}: {complaint}")
        if self._is_shown and time.monotonic() - self._shown > 0.1:
            self._shown = time.monotonic()
            failed = f", {self.states['failed']} failed" if self.states["failed"] else ""
            line = f"{self.states.total()} of {self._total}{failed}"
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)

    def say(self, message: str) -> None:
        """Writes a message to standard error."""
        if not self._quiet:
            print(f"{self._cleared()}glossweave: {message}", file=sys.stderr)

    def close(self, usage: Sequence[ProviderUsage]) -> None:
        """Writes the summary, and the token usage of language models."""
        seconds = round(time.monotonic() - self._began, 3)
        names = ("calls", "cached", "prompt_tokens", "completion_tokens", "cost")
        models = [{"name": model.name, **{name: getattr(model, name) for name in names}} for model in usage]
        more = {"language_models": models} if models else {}
        warnings = {"warnings": self._warnings} if self._warnings else {}
        self._write({"documents": self.states.total(), **self.states, "seconds": seconds, **warnings, **more})
        if self._is_shown:
            print(self._cleared(), end="", file=sys.stderr, flush=True)
        if self._total > 1:
            counts = ", ".join(f"{number} {state}" for state, number in sorted(self.states.items()))
            self.say(f"{counts} in {seconds} s")
        for model in usage:
            cost = f", cost {model.cost:.6g}" if model.cost else ""
            tokens = f"{model.prompt_tokens} input tokens, {model.completion_tokens} output tokens"
            self.say(f"language model: {model.calls} calls, {model.cached} answers from the cache, {tokens}{cost}")
        if self._file is not None:
            self._file.close()

    def _cleared(self) -> str:
        return "\r\x1b[K" if self._is_shown else ""

    def _write(self, line: Mapping[str, object]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._file.flush()
