"""The local runner over as many documents as the clusters get, killed and resumed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import corpus
import pyarrow as pa
from conftest import DOCUMENTS
from glossweave.corpora import OUTPUT, Operator, annotate, read_results

PROGRAM = """
import sys
from pathlib import Path
import corpus
from glossweave.corpora import Operator, annotate
names, source, output = map(Path, sys.argv[1:])
annotate(source, output, Operator(corpus.engine(names), "names"), jobs=2, batch_size=500)
"""


def parts_of(output: Path) -> int:
    journal = output / "journal.jsonl"
    return max(0, journal.read_bytes().count(b"\n") - 1) if journal.exists() else 0


def test_a_run_that_is_killed_and_resumed_changes_no_row(
    names: Path, source: Path, wanted: pa.Table, work: Path
) -> None:
    output = work / "local-killed"
    paths = os.pathsep.join([str(Path(corpus.__file__).parent), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-c", PROGRAM, *map(str, (names, source, output))]
    run = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": paths})
    wait = time.monotonic() + 120
    while parts_of(output) < DOCUMENTS // 500 // 3 and time.monotonic() < wait:
        time.sleep(0.001)
    run.send_signal(signal.SIGKILL)
    assert run.wait() == -signal.SIGKILL
    before = parts_of(output)
    assert 0 < before < DOCUMENTS // 500
    operator = Operator(corpus.engine(names), "names")
    report = annotate(source, output, operator, jobs=2, batch_size=500, resume=True)
    print(f"\nlocal: {before} parts before process {run.pid} was killed, {report.parts} in the end")
    assert (report.resumed, report.documents) == (before, DOCUMENTS)
    assert read_results(output).cast(OUTPUT).equals(wanted)
