"""Processes documents in parallel, and writes the results in their order."""

from __future__ import annotations

import argparse
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import glossweave
from glossweave.cli.exit import DONE, FAILED, USAGE, Stop
from glossweave.cli.files import JOURNAL, Item, Target, items, target, write
from glossweave.cli.formats import of_name
from glossweave.cli.journal import Journal
from glossweave.cli.report import Report, fault
from glossweave.cli.table import Table

__all__ = ["Made", "run"]


@dataclass
class Made:
    """The result of processing a document."""

    data: bytes | None
    """The result. `None` if nothing is written."""

    extension: str | None = None
    """The extension to append to the name of the result, if its format differs from the source."""

    facts: dict[str, object] = field(default_factory=dict)
    """The fields for the report, for example `annotations`."""

    complaints: list[str] = field(default_factory=list)
    """The messages about faults of the document."""

    notes: list[str] = field(default_factory=list)
    """The messages that are not about faults."""

    name: str | None = None
    """The name of the result, if it differs from the name of the document."""


Work = Callable[[Item], Made]


@dataclass
class _Outcome:
    item: Item
    state: str
    made: Made
    place: Path | None = None
    changed: list[int] | None = None


def run(
    options: argparse.Namespace,
    work: Work,
    how: Mapping[str, object],
    engine: glossweave.Engine | None = None,
    *,
    is_table: bool = False,
    is_file: bool = False,
    warnings: Sequence[str] = (),
) -> int:
    """Processes all documents of the source in the options. Returns the exit code.

    `how`: the values that determine the results in addition to the sources, used for `--resume`. `engine`: the engine
    whose use of language models is reported. `is_table`: the results are CSV tables, which are combined into one.
    `is_file`: the output is the file of a single result even if the source is a folder; a name with the extension of a
    format always is. `warnings`: messages that are not about a single document, reported once."""
    everything = items(options.source, options.include, options.exclude)
    has_goal = options.output is not None and not is_table
    goal = None
    is_named = has_goal and (is_file or of_name(options.output) is not None)
    if is_named and Path(options.source).is_dir() and not Path(options.output).is_dir():
        advice = "a folder, or --to csv for a single table (-o all.csv)" if is_file else "a folder"
        goal = _file(options, everything, advice)
    elif has_goal:
        goal = target(options.source, options.output)
    journal = _journal(options, goal, how)
    if not everything:
        reason = "no files match --include and --exclude" if options.include or options.exclude else "no files found"
        warnings = [*warnings, f"{options.source}: {reason}"]
    report = Report(options.report, len(everything), quiet=options.quiet, warnings=warnings)
    is_folder = len(everything) != 1 or everything[0].path != Path(options.source)
    table = Table(options.output) if is_table else None
    guess = is_folder and options.informat is None and options.source != "-"

    def one(item: Item) -> _Outcome:
        if guess and of_name(item.name) is None:
            return _Outcome(item, "skipped", Made(None, facts={"reason": "the name does not indicate a format"}))
        if is_folder and item.leads_out(Path(options.source)):
            return _Outcome(item, "skipped", Made(None, facts={"reason": "a link to a file outside the folder"}))
        if journal is not None and options.resume and journal.is_done(item):
            return _Outcome(item, "skipped", Made(None, facts={"reason": "already done"}))
        changed, began = Journal.state(item), time.monotonic()
        try:
            made = work(item)
        except Exception as error:
            # Only this document fails. The other documents are processed.
            complaint = str(error).removeprefix(f"{item.path}: ")
            made = Made(None, facts={"error": fault(error, item.path)}, complaints=[complaint])
            return _Outcome(item, "failed", made)
        made.facts["seconds"] = round(time.monotonic() - began, 4)
        state = "done" if not made.complaints else "found"
        if goal is None or made.data is None:
            return _Outcome(item, state, made)
        place = goal.place(made.name or item.name, made.extension)
        return _Outcome(item, state, made, place, changed)

    def finish(outcome: _Outcome) -> None:
        made, place = outcome.made, outcome.place
        if made.data is not None and goal is not None:
            write(place, made.data)
            if place is not None:
                made.facts["result"] = str(place)
        if made.data is not None and table is not None:
            table.add(outcome.item.name, made.data)
        if journal is not None and place is not None and outcome.state == "done":
            journal.add(outcome.item, outcome.changed, place)
        report.add(outcome.item.name, outcome.state, made.facts, made.complaints + made.notes)

    is_whole = False
    try:
        _each(everything, one, finish, options.jobs)
        is_whole = True
    finally:
        if table is not None:
            table.close(is_whole=is_whole)
        report.close([] if engine is None else engine.token_usage())
        if journal is not None:
            journal.close()
    return FAILED if report.states["failed"] or report.states["found"] else DONE


def _file(options: argparse.Namespace, everything: Sequence[Item], advice: str) -> Target:
    """Returns the target for the result of a folder with one document. `advice`: the output to suggest for several
    documents."""
    count = sum(options.informat is not None or of_name(item.name) is not None for item in everything)
    if count != 1:
        raise Stop(
            f"-o {options.output}: {options.source} has {count} documents, but a file can contain the result of only one: "
            f"use {advice}", USAGE,
        )
    return Target(Path(options.output))


def _journal(
    options: argparse.Namespace, goal: Target | None, how: Mapping[str, object]
) -> Journal | None:
    resume = getattr(options, "resume", False)
    if goal is None or goal.path is None or not goal.is_folder:
        if resume:
            raise Stop("--resume requires folders for the sources and the results", USAGE)
        return None
    return Journal(goal.path / JOURNAL, how, resume=resume)


def _each(
    everything: Sequence[Item],
    one: Callable[[Item], _Outcome],
    finish: Callable[[_Outcome], None],
    jobs: int,
) -> None:
    """Processes items in parallel, and finishes them in their order. At most four results for each job are waiting."""
    if jobs <= 1 or len(everything) == 1:
        for item in everything:
            finish(one(item))
        return
    waiting: deque[Future[_Outcome]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for item in everything:
                waiting.append(pool.submit(one, item))
                if len(waiting) >= jobs * 4:
                    finish(waiting.popleft().result())
            while waiting:
                finish(waiting.popleft().result())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
