"""The local runner: files in, files out, whole also where it was killed."""

from __future__ import annotations

import gzip
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import corpus
import glossweave
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from glossweave import Annotation, Engine, Passage
from glossweave.corpora import OUTPUT, Operator, Report, annotate, read_results

DOCUMENTS = 3000


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return corpus.save_names(tmp_path_factory.mktemp("names") / "places.names")


@pytest.fixture(scope="module")
def parquet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return corpus.write_parquet(tmp_path_factory.mktemp("input") / "input.parquet", DOCUMENTS)


@pytest.fixture(scope="module")
def wanted(names: Path) -> bytes:
    made = operator(names).annotate_batches(corpus.batches(DOCUMENTS))
    return corpus.as_bytes(pa.Table.from_batches(made, schema=OUTPUT))


def operator(names: Path) -> Operator:
    return Operator(corpus.engine(names), "names")


def lines(output: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (output / "journal.jsonl").read_text().splitlines()[1:]]


def test_threads_and_batches_change_no_row(
    names: Path, parquet: Path, wanted: bytes, tmp_path: Path
) -> None:
    for jobs, size in ((1, 1000), (4, 130)):
        output = tmp_path / f"{jobs}-{size}"
        report = annotate(parquet, output, operator(names), jobs=jobs, batch_size=size)
        assert (report.documents, report.failed, report.resumed) == (DOCUMENTS, DOCUMENTS // 100, 0)
        assert report.parts == len(lines(output)) == len(list(output.glob("part-*.parquet")))
        table = read_results(output)
        assert corpus.as_bytes(table) == wanted
        assert report.annotations == len(table.column("annotations").combine_chunks().flatten())
    # Files are the same too where only the number of threads is another one.
    annotate(parquet, tmp_path / "2-130", operator(names), jobs=2, batch_size=130)
    for path in (tmp_path / "4-130").glob("part-*.parquet"):
        assert path.read_bytes() == (tmp_path / "2-130" / path.name).read_bytes()


def test_json_lines_and_folders_give_the_same(names: Path, wanted: bytes, tmp_path: Path) -> None:
    source = tmp_path / "lines"
    source.mkdir()
    whole = corpus.write_lines(tmp_path / "whole.jsonl", DOCUMENTS).read_text().splitlines(True)
    (source / "a.jsonl").write_text("\n".join(whole[:700]))
    (source / "b.jsonl.gz").write_bytes(gzip.compress("".join(whole[700:]).encode()))
    annotate(source, tmp_path / "from-lines", operator(names), jobs=3, batch_size=300)
    assert corpus.as_bytes(read_results(tmp_path / "from-lines")) == wanted


def test_folders_are_mirrored_by_their_paths(names: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.html").write_text("<p>Place1 Number1</p>")
    (folder / "deep" / "b.txt").write_bytes("café at Place2 Number2".encode())
    (folder / "deep" / "c.doc").write_bytes(b"\xd0\xcf")
    (folder / "skip.txt").write_text("Place3 Number3")
    os.mkfifo(folder / "pipe.txt")
    os.unlink(folder / "pipe.txt")
    (folder / "gone.txt").symlink_to("nowhere")
    report = annotate(
        folder, tmp_path / "out", operator(names), jobs=2, batch_size=2, exclude=["skip*"]
    )
    rows = {row["id"]: row for row in read_results(tmp_path / "out").to_pylist()}
    assert sorted(rows) == ["a.html", "deep/b.txt", "deep/c.doc", "gone.txt"]
    assert rows["a.html"]["annotations"][0]["idents"] == ["http://example.org/place/1"]
    assert rows["deep/b.txt"]["annotations"][0]["start"] == 8
    assert rows["deep/c.doc"]["error"]["kind"] == "Unsupported"
    assert rows["gone.txt"]["error"]["kind"] == "Storage" and report.failed == 2


def test_lines_that_are_none_are_documents_that_fail(names: Path, tmp_path: Path) -> None:
    source = tmp_path / "input.jsonl"
    source.write_bytes(
        b'{"id": "one", "content": "Place1 Number1", "more": [1]}\n'
        b"\n"
        b"{broken\n"
        b'{"id": 4, "content": "Place4 Number4"}\n'
        b'{"content": "Place5 Number5"}\n'
        b'{"id": "six", "content": 6}\n'
        b'[7]\n'
        b'{"id": "eight", "content": "\\ud800"}\n'
        b'{"id": "nine", "content": "\xff"}'
    )
    report = annotate(source, tmp_path / "out", operator(names), jobs=1)
    rows = {row["id"]: row for row in read_results(tmp_path / "out").to_pylist()}
    errors = {one: row["error"]["message"] for one, row in rows.items() if row["error"] is not None}
    assert sorted(rows) == [
        "4", "eight", "input.jsonl:3", "input.jsonl:5", "input.jsonl:7", "nine", "one", "six",
    ] or sorted(rows)[-3:] == ["input.jsonl:9", "one", "six"]
    assert len(rows["one"]["annotations"]) == len(rows["4"]["annotations"]) == 1
    assert len(rows["input.jsonl:5"]["annotations"]) == 1
    assert "line 3 of `input.jsonl`: no JSON" in errors["input.jsonl:3"]
    assert "expected an object" in errors["input.jsonl:7"]
    assert "expected a text as `content`" in errors["six"] and "eight" in errors
    assert report.documents == 8 and report.failed == len(errors) == 5


# Rests after each part, so that a watcher sees it at work.
PROGRAM = """
import sys, time
from pathlib import Path
import corpus
from glossweave.corpora import Operator, annotate
names, source, output = map(Path, sys.argv[1:])
operator = Operator(corpus.engine(names), "names")
annotate(source, output, operator, jobs=2, batch_size=100, resume=True,
         progress=lambda report: time.sleep(0.02))
"""


def start(names: Path, source: Path, output: Path, **options: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PROGRAM, str(names), str(source), str(output)]
    paths = [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, **options)  # type: ignore[call-overload, no-any-return]


def parts_of(output: Path) -> int:
    journal = output / "journal.jsonl"
    return max(0, journal.read_bytes().count(b"\n") - 1) if journal.exists() else 0


def test_a_run_that_was_killed_goes_on(
    names: Path, parquet: Path, wanted: bytes, tmp_path: Path
) -> None:
    output = tmp_path / "out"
    killed = []
    for parts in (4, 9):
        run = start(names, parquet, output)
        deadline = time.monotonic() + 60
        while parts_of(output) < parts and time.monotonic() < deadline:
            time.sleep(0.001)
        run.send_signal(signal.SIGKILL)
        assert run.wait() == -signal.SIGKILL
        assert run.stderr is not None
        run.stderr.close()
        killed.append(run.pid)
    before = parts_of(output)
    assert 9 <= before < DOCUMENTS // 100
    # What a run leaves that dies between two steps: a draft, a part that nobody wrote down, half a line.
    (output / ".part-00000-00000-00099.parquet").write_bytes(b"PAR1")
    (output / "part-00000-00002-00009.parquet").write_bytes(b"PAR1")
    with open(output / "journal.jsonl", "a") as journal:
        journal.write('{"part": "00000-00002-0')
    report = annotate(parquet, output, operator(names), jobs=2, batch_size=100, resume=True)
    assert (report.resumed, report.parts) == (before, DOCUMENTS // 100)
    workers = [line["process"] for line in lines(output)]
    assert set(workers) == {*killed, os.getpid()}
    assert len({str(line["part"]) for line in lines(output)}) == len(workers)
    table = read_results(output)
    assert table.num_rows == DOCUMENTS == len(set(table.column("id").to_pylist()))
    assert corpus.as_bytes(table) == wanted
    assert not list(output.glob(".part-*"))
    again = annotate(parquet, output, operator(names), jobs=2, batch_size=100, resume=True)
    assert again.resumed == again.parts == report.parts


def test_parts_that_are_gone_or_cut_are_made_again(
    names: Path, parquet: Path, wanted: bytes, tmp_path: Path
) -> None:
    annotate(parquet, tmp_path, operator(names), batch_size=500)
    first, second, *_ = sorted(tmp_path.glob("part-*"))
    first.unlink()
    second.write_bytes(second.read_bytes()[:-1])
    report = annotate(parquet, tmp_path, operator(names), batch_size=500, resume=True)
    assert report.parts - report.resumed == 2 and report.documents == DOCUMENTS
    assert corpus.as_bytes(read_results(tmp_path)) == wanted


def test_only_the_same_run_is_resumed(names: Path, parquet: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    annotate(parquet, output, operator(names))
    with pytest.raises(glossweave.Conflict, match="resume it"):
        annotate(parquet, output, operator(names))
    refused = pytest.raises(glossweave.PreconditionFailed, match="had another")
    with refused as error:
        annotate(parquet, output, operator(names), resume=True, batch_size=7)
    assert error.value.parameter == "batch_size"
    other = Operator(corpus.engine(names), "names", threshold=0.5)
    with pytest.raises(glossweave.PreconditionFailed, match="had another operator"):
        annotate(parquet, output, other, resume=True)
    copy = tmp_path / "input.parquet"
    copy.write_bytes(parquet.read_bytes())
    with pytest.raises(glossweave.PreconditionFailed, match="had another input"):
        annotate(copy, output, operator(names), resume=True)


def test_two_runs_do_not_write_to_one_folder(names: Path, parquet: Path, tmp_path: Path) -> None:
    inside: list[BaseException] = []

    def second(report: Report) -> None:
        if not inside:
            with pytest.raises(glossweave.Conflict, match="another run") as refused:
                annotate(parquet, tmp_path, operator(names), resume=True)
            inside.append(refused.value)

    annotate(parquet, tmp_path, operator(names), progress=second)
    assert inside


def test_a_corrupt_parquet_file_is_named(names: Path, parquet: Path, wanted: bytes, tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    whole = parquet.read_bytes()
    (source / "a.parquet").write_bytes(whole[:-7])
    with pytest.raises(glossweave.MalformedInput, match=r"a\.parquet` is not a Parquet file"):
        annotate(source, tmp_path / "out", operator(names))
    # Damage in the middle is found on the way, and what was done before stays.
    (source / "a.parquet").write_bytes(whole)
    metadata = pq.ParquetFile(parquet).metadata
    at = metadata.row_group(2).column(1).data_page_offset
    broken = whole[:at] + b"\xff" * 64 + whole[at + 64 :]
    (source / "b.parquet").write_bytes(broken)
    output = tmp_path / "out"
    with pytest.raises(glossweave.MalformedInput, match=r"b\.parquet` cannot be read to its end"):
        annotate(source, output, operator(names), jobs=2)
    assert 4 <= parts_of(output) <= 6


def test_a_disk_that_is_full_stops_a_run_that_then_goes_on(
    names: Path, parquet: Path, wanted: bytes, tmp_path: Path
) -> None:
    smallest = 2000

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (smallest, smallest))

    output = tmp_path / "out"
    run = start(names, parquet, output, preexec_fn=limit)
    said = run.communicate(timeout=60)[1]
    assert run.returncode == 1 and "StorageError" in said and "could not be written" in said
    assert not list(output.glob(".part-*")) and parts_of(output) == 0
    annotate(parquet, output, operator(names), batch_size=100, resume=True)
    assert corpus.as_bytes(read_results(output)) == wanted


def test_a_full_file_system_stops_a_run_that_then_goes_on(
    names: Path, parquet: Path, wanted: bytes, tmp_path: Path
) -> None:
    small = tmp_path / "small"
    small.mkdir()

    def mount(*options: str) -> bool:
        command = ["mount", "-t", "tmpfs", *options, "tmpfs", str(small)]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    if not mount("-o", "size=300k"):
        # Not everybody may; the test above has a limit in place of the small disk.
        return
    try:
        with pytest.raises(glossweave.StorageError, match="could not be written: .*No space left"):
            annotate(parquet, small, operator(names), jobs=2, batch_size=100)
        before = parts_of(small)
        assert before > 0 and not list(small.glob(".part-*"))
        noting = Operator(corpus.engine(names), "names", journal=small / "notes")
        (small / "rest").write_bytes(b"x" * (os.statvfs(small).f_bavail * 4096))
        with pytest.raises(glossweave.StorageError, match="notes.* could not be written"):
            noting.annotate(next(corpus.batches(10)))
        (small / "rest").unlink()
        assert mount("-o", "remount,size=30m")
        report = annotate(parquet, small, operator(names), jobs=2, batch_size=100, resume=True)
        assert report.resumed == before and report.documents == DOCUMENTS
        assert corpus.as_bytes(read_results(small)) == wanted
    finally:
        subprocess.run(["umount", str(small)], check=True)


def test_what_fails_ends_all_threads(names: Path, parquet: Path, tmp_path: Path) -> None:
    def interrupt(report: Report) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        annotate(parquet, tmp_path, operator(names), jobs=4, batch_size=50, progress=interrupt)
    assert not [one for one in threading.enumerate() if one.name.startswith("glossweave-")]
    assert parts_of(tmp_path) <= 4


def test_never_more_batches_than_threads(parquet: Path, tmp_path: Path) -> None:
    lock = threading.Lock()
    inside: set[int] = set()
    most = []

    def slow(passage: Passage) -> list[Annotation]:
        with lock:
            inside.add(threading.get_ident())
            most.append(len(inside))
        time.sleep(0.0001)
        with lock:
            inside.discard(threading.get_ident())
        return []

    annotate(parquet, tmp_path, Operator(Engine({"slow": slow}), "slow"), jobs=3, batch_size=100)
    assert 1 < max(most) <= 3
