"""Chunks of documents, in Python and on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import glossweave
import pytest
from glossweave.errors import InvalidArgument

PAGE = "<h1>Cork</h1><p lang=en>On the <b>Lee</b>. It has a port.<h2>Roads</h2><p>Five &amp; more."


def page() -> glossweave.Document:
    return glossweave.decode(PAGE, format="html")


def test_offsets_are_those_of_the_text_and_of_the_bytes() -> None:
    document = page()
    for size in (0, 1, 9, 30, 1000):
        chunks = glossweave.chunks(document, size=size)
        assert "".join(chunk["text"] for chunk in chunks) == document.text
        for number, chunk in enumerate(chunks):
            assert chunk["index"] == number
            assert document.text[chunk["start"] : chunk["end"]] == chunk["text"]
            source = b"".join(document.source[start:end] for start, end in chunk["source"])
            read = glossweave.decode(source, format="html").text
            # Units have a space between them that the source has not.
            assert "".join(read.split()) == "".join(chunk["text"].split())


def test_a_function_measures() -> None:
    asked: list[str] = []

    def tokens(text: str) -> int:
        asked.append(text)
        return len(text.split())

    chunks = glossweave.chunks(page(), size=4, measure=tokens, at_headings=False)
    assert asked and all(len(chunk["text"].split()) <= 4 for chunk in chunks)

    def fails(text: str) -> int:
        raise KeyError("gone")

    with pytest.raises(KeyError, match="gone"):
        glossweave.chunks(page(), measure=fails)
    with pytest.raises(OverflowError):
        glossweave.chunks(page(), measure=lambda text: -1)


def test_options_are_checked_under_the_names_of_python() -> None:
    for keywords, parameter in (
        ({"split": "pages"}, "split"), ({"size_unit": "bytes"}, "size_unit"),
        ({"size": 10, "overlap": 6}, "overlap"), ({"size": 0, "split": "words"}, "size"),
    ):
        with pytest.raises(glossweave.InvalidArgument) as caught:
            glossweave.chunks(page(), **keywords)
        assert caught.value.parameter == parameter
    with pytest.raises(glossweave.TooLarge):
        glossweave.chunk_lines(page(), max_output_bytes=100)


def test_a_table_of_arrow_has_the_same_fields() -> None:
    lee = glossweave.Annotation(12, 15, idents=["http://e.example/lee"], confidence=0.5)
    chunks = glossweave.chunks(page(), [lee], name="cork.html")
    table = glossweave.chunk_table(chunks)
    assert table.column_names == list(chunks[0])
    assert table.to_pylist()[0] == chunks[0]
    assert glossweave.chunk_table([]).num_rows == 0


def test_large_documents_take_linear_time() -> None:
    def seconds(times: int) -> float:
        body = "<h2>Part</h2><p>Cork is on the Lee, 12.5 km from Cobh. It has a port &amp; a bridge." * times
        document = glossweave.decode(body, format="html")
        names = glossweave.Dictionary([("http://e.example/cork", "Cork")])
        found = names.recognize(document)
        began = time.thread_time()
        glossweave.chunk_lines(document, found, size=60, overlap=30)
        return time.thread_time() - began

    seconds(100)
    small, large = min(seconds(2_000) for _ in range(3)), min(seconds(16_000) for _ in range(3))
    assert large < small * 8 * 3


def test_the_command_writes_lines_and_arrow(tmp_path: Path) -> None:
    (tmp_path / "names.csv").write_text("uri,label\nhttp://e.example/lee,Lee\n")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "cork.html").write_text(PAGE)
    (tmp_path / "in" / "cork.md").write_text("# Cork\n\nOn the *Lee*.\n")

    def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", "glossweave", "chunks", *arguments], cwd=tmp_path, capture_output=True
        )

    done = run("--recognizer", "names.csv", "--mentions", "all", "in", "-o", "out")
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "out" / "cork.md.jsonl").read_text().splitlines()
    chunk = json.loads(lines[0])
    assert (chunk["document"], chunk["headings"]) == ("cork.md", ["Cork"])
    assert chunk["entities"][0]["idents"] == ["http://e.example/lee"]
    done = run("--to", "arrow", "--size", "20", "in/cork.html")
    assert done.returncode == 0, done.stderr
    import pyarrow

    table = pyarrow.ipc.open_stream(done.stdout).read_all()
    assert table.column("text").to_pylist() == ["Cork On the Lee. ", "It has a port. ", "Roads Five & more."]
    done = run("--size", "10", "--overlap", "6", "in/cork.html")
    assert done.returncode == 2 and b"--overlap: an overlap of 6" in done.stderr


def test_an_unknown_parameter_is_answered_with_all_parameters() -> None:
    call = glossweave.Engine().session().call
    with pytest.raises(InvalidArgument) as refused:
        call("/toolbox/chunks", "Cork", parameters={"informat": "text", "colour": "red"})
    assert refused.value.message.startswith("no option `colour`, expected one of recognizer, dataset, mode, ")
    assert refused.value.parameter == "colour" and "split, size, " in refused.value.message
    for wrong, meant in (("recogniser", "recognizer"), ("datasets", "dataset"), ("languge", "language"), ("splitt", "split")):
        with pytest.raises(InvalidArgument, match=f"no option `{wrong}`; did you mean `{meant}`"):
            call("/toolbox/chunks", "Cork", parameters={"informat": "text", wrong: "x"})
    # Only a recognizer has datasets.
    with pytest.raises(InvalidArgument, match="`dataset` is for a recognizer, but `recognizer` is missing"):
        call("/toolbox/chunks", "Cork", parameters={"informat": "text", "dataset": "towns"})
