"""The command line, run as a process."""

from __future__ import annotations

import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import glossweave
import pytest

CORK, CORK_IRI = "<p>To Cork, <b>Dublin</b>.\r\n", "http://example.org/Cork"
TABLE = f"uri,label\n{CORK_IRI},Cork\nhttp://example.org/Dublin,Dublin\n"
PROGRAM = [sys.executable, "-W", "error", "-m", "glossweave"]


def run(
    *words: str | Path, folder: Path, stdin: bytes = b"", path: str | None = None
) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PATH": path} if path is not None else None
    command = [*PROGRAM, *map(str, words)]
    return subprocess.run(
        command, cwd=folder, input=stdin, capture_output=True, timeout=60, env=environment
    )


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with documents, and the names beside it."""
    (tmp_path / "names.csv").write_text(TABLE)
    for name in ("index.html", "news/one.html", "news/old/two.xml", "news/notes.bin", "read.txt"):
        file = tmp_path / "site" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = "<a>Cork</a>" if name.endswith("xml") else "In Cork" if "txt" in name else CORK
        file.write_bytes(text.encode())
    return tmp_path


def tree(folder: Path) -> dict[str, bytes]:
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_the_program_is_installed_with_the_package(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("glossweave")
    ran = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout) == (0, f"{glossweave.__version__}\n")


@pytest.mark.parametrize(
    "command",
    ["", "convert", "enrich", "validate", "dataset build", "serve", "terms", "translate", "filter", "xslt",
     "link", "pipeline", "batch", "train", "check"],
)
def test_help_has_examples(tmp_path: Path, command: str) -> None:
    ran = run(*command.split(), "--help", folder=tmp_path)
    assert ran.returncode == 0 and f"glossweave {command}".strip().encode() in ran.stdout
    assert command == "serve" or (b"examples:" in ran.stdout and b"exit codes:" in ran.stdout)


def test_a_wrong_call_is_2(site: Path) -> None:
    for words in [
        [], ["colour"], ["enrich"], ["convert"], ["enrich", "--recognizer", "babelfish=n"],
        ["convert", "--to", "html", "site/index.html"],
        ["convert", "--to", "turtle", "site"],
        ["convert", "--to", "turtle", "site", "-o", "site/out"],
        ["convert", "--to", "turtle", "site", "-o", "names.csv"],
        ["convert", "--to", "turtle", "site/index.html", "-o", "site"],
        ["convert", "--to", "turtle", "site/index.html", "--resume"],
        ["enrich", "--recognizer", "names.csv", "site", "-o", "out", "--jobs", "0"],
    ]:
        ran = run(*words, folder=site)
        assert (ran.returncode, ran.stdout) == (2, b""), (words, ran.stderr)
        assert b"glossweave" in ran.stderr and b"Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("encoding", "bom"), [("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe")]
)
def test_everything_else_stays_as_it_was(site: Path, encoding: str, bom: bytes) -> None:
    text = "<p>\tÜber  Cork,\r\n<b>\nDublin</B>\r zum Schluß"
    (site / "page.html").write_bytes(bom + text.encode(encoding))
    ran = run("enrich", "--recognizer", "names.csv", "page.html", folder=site)
    assert (ran.returncode, ran.stderr) == (0, b"")
    expected = text
    for name in ("Cork", "Dublin"):
        iri = f"http://example.org/{name}"
        opened = f'its-ta-ident-ref="{iri}" its-ta-confidence="1"'
        if name == "Dublin":
            assert f'{iri}"'.encode(encoding) in ran.stdout
        else:
            assert iri.encode(encoding) in ran.stdout, opened
    assert ran.stdout.startswith(bom + expected[:8].encode(encoding))
    assert ran.stdout.endswith("\r zum Schluß".encode(encoding))
    page = glossweave.decode(ran.stdout, format="html", charset=None if bom else "utf-8")
    assert [one.text for one in page.annotations] == ["Cork", "Dublin"]
    assert page.text == glossweave.decode(bom + text.encode(encoding), format="html").text


WRONG = [
    ("enrich", "--threshold", "50"), ("enrich", "--mode", "lnk"), ("enrich", "--to", "tutle"),
    ("enrich", "--from", "htlm"), ("enrich", "--num-links", "9"), ("enrich", "--max-bytes", "-1"),
    ("enrich", "--language", "english"), ("enrich", "--types", "City"),
    ("enrich", "--charset", "utf8x"), ("enrich", "--threshold", "nan"), ("enrich", "--to", "text"),
    ("enrich", "--prefix", "no iri"), ("enrich", "--recognizer", "babelfish=x"),
    ("convert", "--rule-set", "no-such"), ("convert", "--charset", "utf8x"),
    ("convert", "--from", "htlm"), ("validate", "--from", "htlm"),
]


@pytest.mark.parametrize("words", WRONG, ids=["-".join(one) for one in WRONG])
def test_values_are_checked_before_anything_is_touched(
    site: Path, words: tuple[str, str, str]
) -> None:
    command, *wrong = words
    right = {
        "enrich": ["--recognizer", "names.csv", "site", "-o", "out"],
        "convert": ["--to", "turtle", "site", "-o", "out"],
        "validate": ["site"],
    }[command]
    report = ["--report", "report.jsonl"]
    assert run(command, *right, *report, folder=site).returncode == 0
    before = {**tree(site), "times": [file.stat().st_mtime_ns for file in site.rglob("*")]}
    ran = run(command, *right, *report, *wrong, folder=site)
    assert (ran.returncode, ran.stdout) == (2, b""), ran.stderr
    assert wrong[0].encode() in ran.stderr and b"Traceback" not in ran.stderr
    after = {**tree(site), "times": [file.stat().st_mtime_ns for file in site.rglob("*")]}
    assert after == before


def test_a_journal_outlives_wrong_calls(site: Path) -> None:
    words = ["enrich", "--recognizer", "names.csv", "site", "-o", "out", "-q", "--report", "report.jsonl"]
    assert run(*words, folder=site).returncode == 0
    journal = site / "out" / ".glossweave.journal"
    first = journal.read_bytes()
    (site / "site" / "index.html").write_text("<p>To Cork")
    # Nothing of these can be done or written, so what is there is of the first call.
    broken = site / "broken.nt"
    broken.write_text("nothing")
    for wrong in (
        [*words, "--threshold", "0.5", "--include", "nothing.*"],
        [*words, "--report", "missing/report.jsonl"],
        [*words, "--engine", "broken.nt"],
        [*words[:1], "--recognizer", "broken.nt", *words[3:]],
    ):
        run(*wrong, folder=site)
        assert journal.read_bytes() == first
    # Another call made one of the results anew: that one is not of the first call any more.
    assert run(*words, "--threshold", "0.5", "--include", "*.txt", folder=site).returncode == 0
    assert journal.read_bytes().startswith(first)
    assert run(*words, "--resume", folder=site).returncode == 0
    done = {one["source"] for one in lines(site / "report.jsonl")[:-1] if one["state"] == "done"}
    assert done == {"index.html", "read.txt"}


def test_a_journal_does_not_grow_without_end(site: Path) -> None:
    for name in ("page.html", "other.html"):
        (site / "site" / name).write_text("Cork")
    words = ["convert", "-t", "text", "site", "-o", "out", "-q", "--include", "*.html"]
    assert run(*words, folder=site).returncode == 0
    journal = site / "out" / ".glossweave.journal"
    journal.write_bytes(journal.read_bytes() * 400)
    (site / "site" / "page.html").write_text("Dublin")
    assert run(*words, "--resume", folder=site).returncode == 0
    assert len(journal.read_bytes().splitlines()) == 4
    assert run(*words, "--resume", "--report", "report.jsonl", folder=site).returncode == 0
    assert lines(site / "report.jsonl")[-1].get("skipped") == 4


def test_an_engine_that_is_no_specification_is_an_error(site: Path) -> None:
    for text in ("no JSON", "[1]", '"x"', "{}", '{"settings": 1}', '{"recognizers": 1}', "\x00", "{" * 9999):
        (site / "engine.json").write_text(text)
        ran = run("enrich", "--engine", "engine.json", "site", "-o", "out", folder=site)
        assert ran.returncode == 3 and b"engine.json" in ran.stderr, (text, ran.stderr)
        assert b"Traceback" not in ran.stderr and not (site / "out").exists()


def test_standard_input_and_output(site: Path) -> None:
    ran = run("enrich", "--recognizer", "names.csv", "-f", "html", folder=site, stdin=CORK.encode())
    file = run("enrich", "--recognizer", "names.csv", "site/index.html", folder=site)
    assert ran.returncode == 0 and ran.stdout == file.stdout and CORK_IRI.encode() in ran.stdout
    ran = run("convert", "-f", "html", "-t", "text", "-", folder=site, stdin=CORK.encode())
    assert (ran.returncode, ran.stdout.strip()) == (0, b"To Cork, Dublin.")
    ran = run("convert", "-t", "text", folder=site, stdin=b"x")
    assert ran.returncode == 1 and b"--from" in ran.stderr
    closed = subprocess.run(
        f"{' '.join(PROGRAM)} --help | true", shell=True, capture_output=True, timeout=60
    )
    assert b"Traceback" not in closed.stderr


def test_results_of_several_documents_do_not_go_into_one_file(site: Path) -> None:
    (site / "site" / "second.html").write_text("<p>Cork")
    for words in (["convert", "--to", "turtle"], ["enrich", "--recognizer", "names.csv"]):
        ran = run(*words, "site", "-o", "all.ttl", folder=site)
        assert ran.returncode == 2 and b"documents, but a file can contain the result of only one" in ran.stderr, ran.stderr
        assert not (site / "all.ttl").exists()
    # A folder that is there may be named like a file.
    (site / "all.ttl").mkdir()
    assert run("convert", "--to", "turtle", "site", "-o", "all.ttl", folder=site).returncode == 0
    assert (site / "all.ttl" / "second.html.ttl").exists()


def test_sources_that_are_missing_or_empty_are_reported(site: Path) -> None:
    words = ["enrich", "--recognizer", "names.csv"]
    ran = run(*words, "nowhere", "-o", "out", folder=site)
    assert ran.returncode == 1 and b"nowhere: no such file or folder" in ran.stderr
    ran = run(*words, "site", "--include", "*.htm", "-o", "out", folder=site)
    assert ran.returncode == 0 and b"site: no files match --include and --exclude" in ran.stderr
    (site / "none.csv").write_text("uri,label\n")
    ran = run("enrich", "--recognizer", "none.csv", "site/index.html", folder=site)
    assert ran.returncode == 0 and b"none.csv: no names" in ran.stderr
    (site / "names.txt").write_bytes((site / "names.csv").read_bytes())
    ran = run("enrich", "--recognizer", "names.txt", "site/index.html", folder=site)
    assert ran.returncode == 2 and b"names.txt: expected a table (.csv, .tsv)" in ran.stderr
    before = (site / "site" / "index.html").read_bytes()
    ran = run(*words, "site/index.html", "-o", "./site/index.html", folder=site)
    assert ran.returncode == 2 and (site / "site" / "index.html").read_bytes() == before, ran.stderr
    assert run(*words, "site/index.html", "--report", "-", folder=site).returncode == 2


def test_annotations_that_are_not_placed_are_reported(site: Path) -> None:
    (site / "front.md").write_text("---\ntitle: Cork\n---\n\nTo Cork.\n")
    ran = run("enrich", "--recognizer", "names.csv", "front.md", "--to", "markdown", "--report", "r.jsonl", folder=site)
    assert ran.returncode == 0 and b"1 of 2 annotations not inserted: the element holds text only (1)" in ran.stderr
    line = lines(site / "r.jsonl")[0]
    assert (line["placed"], line["not_placed"]) == (1, {"the element holds text only": 1})


def test_folders_are_mirrored(site: Path) -> None:
    words = ["enrich", "--recognizer", "names.csv", "site", "-o", "out", "--report", "report.jsonl"]
    ran = run(*words, "--jobs", "3", folder=site)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.count(b"\n") == 1 and b"4 done, 1 skipped" in ran.stderr
    assert b"\r" not in ran.stderr
    made = tree(site / "out")
    del made[".glossweave.journal"]
    assert sorted(made) == ["index.html", "news/old/two.xml", "news/one.html", "read.txt.ttl"]
    assert all(CORK_IRI.encode() in data for data in made.values())
    assert tree(site / "site")["index.html"] == CORK.encode()
    said = lines(site / "report.jsonl")
    assert [one["source"] for one in said[:-1]] == sorted(tree(site / "site"))
    assert said[0]["state"] == "done" and said[0]["annotations"] == said[0]["placed"] == 2
    assert said[1] == {"source": "news/notes.bin", "state": "skipped", "reason": "the name does not indicate a format"}
    assert said[-1]["documents"] == 5 and said[-1]["done"] == 4
    for jobs in ("1", "7"):
        run(*words[:4], "-o", f"out{jobs}", "--jobs", jobs, "-q", folder=site)
        again = tree(site / f"out{jobs}")
        del again[".glossweave.journal"]
        assert again == made


def test_globs_choose_files(site: Path) -> None:
    def made(*words: str) -> list[str]:
        shutil.rmtree(site / "out", ignore_errors=True)
        ran = run("convert", "-t", "text", "site", "-o", "out", "-q", *words, folder=site)
        assert (ran.returncode, ran.stderr) == (0, b"")
        return sorted(one[:-4] for one in tree(site / "out") if one.endswith(".txt"))

    assert made("--include", "*.html") == ["index.html", "news/one.html"]
    assert made("--include", "news/*") == ["news/one.html"]
    assert made("--include", "news/**") == ["news/old/two.xml", "news/one.html"]
    assert made("--include", "**/old/*", "--include", "index.*") == ["index.html", "news/old/two.xml"]
    assert made("--include", "*.html", "--exclude", "news") == ["index.html"]
    assert made("--include", "[io]n[!x]*.html") == ["index.html", "news/one.html"]


def test_a_broken_document_is_reported_and_the_rest_goes_on(site: Path) -> None:
    (site / "site" / "broken.xml").write_text("<a>\n<b></a>")
    words = ["enrich", "--recognizer", "names.csv", "site", "-o", "out", "--report", "report.jsonl"]
    ran = run(*words, folder=site)
    assert ran.returncode == 1 and b"glossweave: broken.xml: " in ran.stderr
    (failed,) = [one for one in lines(site / "report.jsonl") if one.get("state") == "failed"]
    assert failed["source"] == "broken.xml" and failed["error"]["kind"] == "Malformed"
    assert failed["error"]["line"] == 2
    assert (site / "out" / "index.html").exists() and not (site / "out" / "broken.xml").exists()


@pytest.mark.parametrize("command", ["enrich --recognizer names.csv", "terms --term-finder extraction --source-lang en"])
def test_a_limit_on_results_is_kept_for_each_document(site: Path, command: str) -> None:
    words = [*command.split(), "site/index.html", "--max-output-bytes"]
    ran = run(*words, "10", folder=site)
    assert ran.returncode == 1 and b"glossweave: index.html: the document" in ran.stderr, ran.stderr
    ran = run(*words, "100000", folder=site)
    assert ran.returncode == 0, ran.stderr


def test_names_are_written_as_elements_of_a_profile_that_a_schema_allows(site: Path) -> None:
    words = ["enrich", "--recognizer", "names.csv"]
    ran = run(*words, "site/index.html", "--profile", "html-links", folder=site)
    assert ran.returncode == 0, ran.stderr
    assert f'To <a href="{CORK_IRI}">Cork</a>'.encode() in ran.stdout
    rule = {"annotation": "entity", "element": "name", "attributes": {"key": "{local-name}"}}
    (site / "own.json").write_text(json.dumps({"name": "own", "rules": [rule]}))
    text = '<a xmlns:its="http://www.w3.org/2005/11/its"><its:rules version="2.0"><its:withinTextRule \
selector="//name" withinText="yes"/></its:rules>{}</a>'
    (site / "a.xml").write_text(text.format("Cork"))
    rules = "<!ELEMENT its:rules (its:withinTextRule*)><!ATTLIST its:rules version CDATA #IMPLIED>\
<!ELEMENT its:withinTextRule EMPTY><!ATTLIST its:withinTextRule selector CDATA #IMPLIED \
withinText CDATA #IMPLIED>"
    for content, expected in (("|name", '<name key="Cork">Cork</name>'), ("", "Cork")):
        names = "<!ELEMENT name (#PCDATA)><!ATTLIST name key CDATA #IMPLIED>"
        declared = f"<!ELEMENT a (#PCDATA|its:rules{content})*><!ATTLIST a xmlns:its CDATA #IMPLIED>"
        (site / "a.dtd").write_text(declared + names + rules)
        ran = run(*words, "a.xml", "--profile", "own.json", "--schema", "a.dtd", folder=site)
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout.decode() == text.format(expected)
    for option, value in (("--profile", "word"), ("--profile", "none.json"), ("--schema", "none.rng")):
        ran = run(*words, "a.xml", option, value, folder=site)
        assert ran.returncode == 2 and option.encode() in ran.stderr, ran.stderr


def test_provenance_is_named(site: Path) -> None:
    words = ["enrich", "--recognizer", "names.csv", "--provenance"]
    ran = run(*words, "site/index.html", folder=site)
    assert ran.returncode == 0, ran.stderr
    made = glossweave.decode(ran.stdout, format="html").annotations[0].provenance
    revision = glossweave.Dictionary.from_csv(site / "names.csv").revision
    assert made is not None and (made["dataset"], made["revision"]) == ("names", revision)
    (site / "engine.json").write_text("{}")
    ran = run("enrich", "--engine", "engine.json", "--provenance", "site/index.html", folder=site)
    assert ran.returncode == 2 and b"--provenance" in ran.stderr, ran.stderr


def test_resume_does_what_is_left(site: Path) -> None:
    words = ["enrich", "--recognizer", "names.csv", "site", "-o", "out", "--report", "report.jsonl"]

    def states(*more: str, code: int = 0) -> dict[str, str]:
        ran = run(*words, *more, folder=site)
        assert ran.returncode == code, ran.stderr
        return {one["source"]: one["state"] for one in lines(site / "report.jsonl")[:-1]}

    broken = site / "site" / "broken.xml"
    broken.write_text("<a>")
    assert states(code=1)["broken.xml"] == "failed"
    whole = {name: data for name, data in tree(site / "out").items() if "journal" not in name}
    broken.write_text("<a>Cork</a>")
    (site / "out" / "index.html").unlink()
    (site / "site" / "news" / "one.html").write_text("<p>Dublin and Cork")
    journal = site / "out" / ".glossweave.journal"
    journal.write_bytes(journal.read_bytes() + b'{"source": "read.t')
    second = states("--resume")
    assert {name for name, state in second.items() if state == "done"} == {
        "broken.xml", "index.html", "news/one.html",
    }
    assert set(states("--resume").values()) == {"skipped"}
    after = tree(site / "out")
    assert after["index.html"] == whole["index.html"] and b"Cork" in after["news/one.html"]
    # Other names, or other options: what is there is of another make.
    (site / "names.csv").write_text(TABLE + "http://example.org/To,To\n")
    ran = run(*words, "--resume", folder=site)
    assert ran.returncode == 2 and b"do not use --resume" in ran.stderr
    assert set(states().values()) == {"done", "skipped"}


def test_a_run_that_is_interrupted_can_be_resumed(site: Path) -> None:
    for number in range(60):
        (site / "site" / f"{number:03}.html").write_text(CORK * 200)
    words = ["enrich", "--recognizer", "names.csv", "site", "-o", "out", "-q", "--jobs", "2"]
    command = [*PROGRAM, *words]
    journal = site / "out" / ".glossweave.journal"

    def done() -> int:
        return journal.read_bytes().count(b'"source"') if journal.exists() else 0

    for sign, code in ((signal.SIGINT, 130), (signal.SIGKILL, -9)):
        process = subprocess.Popen([*command, "--resume"], cwd=site, stderr=subprocess.PIPE)
        before = done()
        until = time.monotonic() + 30
        while done() < before + 5:
            assert time.monotonic() < until and process.poll() is None
            time.sleep(0.002)
        process.send_signal(sign)
        stderr = process.communicate(timeout=30)[1]
        assert process.returncode == code and b"Traceback" not in stderr
    report = site / "report.jsonl"
    ran = run(*words, "--resume", "--report", report, folder=site)
    assert ran.returncode == 0
    assert sum(one.get("reason") == "already done" for one in lines(report)) >= 10
    resumed = {name: data for name, data in tree(site / "out").items() if name.endswith(".html")}
    words[words.index("out")] = "whole"
    assert run(*words, folder=site).returncode == 0
    whole = {name: data for name, data in tree(site / "whole").items() if name.endswith(".html")}
    assert resumed == whole and len(whole) == 62


def test_what_all_need_or_cannot_be_written_is_3(site: Path) -> None:
    ran = run("enrich", "--recognizer", "missing.names", "site", "-o", "out", folder=site)
    assert ran.returncode == 3 and b"missing.names" in ran.stderr and not (site / "out").exists()
    ran = run("enrich", "--recognizer", "names.csv", "missing", folder=site)
    assert ran.returncode == 1 and b"missing" in ran.stderr
    with open("/dev/full", "wb") as full:
        for output in ("-", "/dev/full"):
            words = ["convert", "-t", "turtle", "site/index.html", "-o", output]
            stopped = subprocess.run(
                [*PROGRAM, *words], cwd=site, stdout=full, stderr=subprocess.PIPE, timeout=60
            )
            assert stopped.returncode == 3 and b"No space left" in stopped.stderr, stopped.stderr
            assert b"Traceback" not in stopped.stderr


def test_convert_knows_the_formats(site: Path) -> None:
    page = site / "page.html"
    page.write_text(f'<p>To <span its-ta-ident-ref="{CORK_IRI}">Cork</span>')
    turtle = run("convert", "-t", "turtle", page, "--prefix", "http://x.org/{path}#", folder=site)
    assert turtle.stdout == glossweave.to_nif(glossweave.decode(page), prefix="http://x.org/page.html#")
    assert CORK_IRI.encode() in turtle.stdout
    (site / "page.ttl").write_bytes(turtle.stdout)
    triples = run("convert", "-t", "n-triples", "page.ttl", folder=site)
    assert triples.returncode == 0 and b"<http://x.org/page.html#char=0,7>" in triples.stdout
    text = run("convert", "-t", "text", "page.ttl", folder=site)
    assert text.stdout == b"To Cork"
    web = run("convert", "-t", "web-annotation", page, folder=site)
    assert CORK_IRI in json.dumps(json.loads(web.stdout))


def test_documents_are_exported_and_read_again(site: Path) -> None:
    page = site / "page.html"
    page.write_text(
        f'<p>To <span its-ta-ident-ref="{CORK_IRI}" its-ta-confidence="0.5">Cork</span>'
    )
    columns = run("convert", "-t", "conll-2003", page, folder=site)
    assert columns.stdout == b"To _ _ O\nCork _ _ B-Entity\n\n"
    assert b"confidences: 1 skipped" in columns.stderr
    (site / "page.conllu").write_bytes(run("convert", "-t", "conll-u", page, folder=site).stdout)
    cas = json.loads(run("convert", "-t", "cas-json", "page.conllu", folder=site).stdout)
    assert cas["%FEATURE_STRUCTURES"][-1]["identifier"] == CORK_IRI
    (site / "pages").mkdir()
    page.rename(site / "pages" / "page.html")
    ran = run("convert", "-t", "bioc-json", "pages", "-o", "made", folder=site)
    assert ran.returncode == 0, ran.stderr
    assert CORK_IRI in (site / "made" / "page.html.json").read_text()
    refused = run("convert", "-t", "docx", "pages", folder=site)
    assert refused.returncode == 2 and b"conll-u" in refused.stderr


def test_formats_are_listed(site: Path) -> None:
    lines = run("formats", folder=site).stdout.decode().splitlines()
    assert [line.split("\t")[0] for line in lines] == [one.name for one in glossweave.formats()]
    assert "html\tread,annotate,translate\thtml,htm\ttext/html" in lines
    packages = [one.name for one in glossweave.formats() if one.is_package]
    assert "docx" in packages and "epub" in packages and "html" not in packages


def test_validate_finds(site: Path) -> None:
    ran = run("validate", "site", "--report", "report.jsonl", folder=site)
    assert ran.returncode == 0, ran.stderr
    page = site / "page.ttl"
    page.write_bytes(glossweave.to_nif(glossweave.decode(CORK, format="html")))
    assert run("validate", page, folder=site).returncode == 0
    page.write_bytes(page.read_bytes().replace(b'"16"', b'"15"').replace(b"To Cork", b"To Corks"))
    ran = run("validate", page, "--report", "report.jsonl", folder=site)
    findings = lines(site / "report.jsonl")[0]["findings"]
    assert ran.returncode == 1 and findings and findings[0]["rule"].encode() in ran.stderr


def test_a_dictionary_is_built_and_used(site: Path) -> None:
    ran = run("dataset", "build", "names.csv", "-o", "names.gw", folder=site)
    names = glossweave.Dictionary.open(site / "names.gw")
    assert ran.returncode == 0 and names.revision.encode() in ran.stderr and len(names) == 2
    turtle = '<http://example.org/Cork> <http://www.w3.org/2000/01/rdf-schema#label> "Cork" .'
    ran = run(
        "dataset", "build", "-", "-f", "turtle", "-o", "rdf.gw", "-q", folder=site,
        stdin=turtle.encode(),
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    for file in ("names.gw", "rdf.gw"):
        ran = run("enrich", "--recognizer", file, "site/index.html", folder=site)
        assert CORK_IRI.encode() in ran.stdout
    ran = run("dataset", "build", "-", "-o", "no.gw", folder=site, stdin=b"uri,label\nx,\n")
    assert ran.returncode == 3 and b"line 2" in ran.stderr and not (site / "no.gw").exists()


def test_an_engine_comes_as_its_specification(site: Path) -> None:
    names = site / "names.gw"
    glossweave.Dictionary.from_csv(site / "names.csv").save(names)
    engine = glossweave.Engine({"places": glossweave.Dictionary.open(names)})
    (site / "engine.json").write_text(json.dumps(engine.specification()))
    ran = run("enrich", "--engine", "engine.json", "site/index.html", folder=site)
    assert ran.returncode == 0 and CORK_IRI.encode() in ran.stdout
    ran = run("enrich", "--engine", "engine.json", "--recognizer", "x", "site", "-o", "o", folder=site)
    assert ran.returncode == 2 and b"places" in ran.stderr
    glossweave.Dictionary([("http://example.org/x", "x")]).save(names)
    ran = run("enrich", "--engine", "engine.json", "site/index.html", folder=site)
    assert ran.returncode == 3 and b"has changed: expected revision" in ran.stderr


def test_serve_becomes_the_server(tmp_path: Path) -> None:
    ran = run("serve", folder=tmp_path, path=str(tmp_path))
    assert ran.returncode == 3 and b"glossweave-http" in ran.stderr
    server = tmp_path / "glossweave-http"
    server.write_text("#!/bin/sh\necho served \"$@\"\nexit 7\n")
    server.chmod(0o755)
    ran = run("serve", "--port", "80", folder=tmp_path, path=f"{tmp_path}:{os.environ['PATH']}")
    assert (ran.returncode, ran.stdout) == (7, b"served --port 80\n")
    ran = run("serve", "--help", folder=tmp_path, path=str(tmp_path))
    assert ran.returncode == 0 and b"--config" in ran.stdout and b"docs/http.md" in ran.stdout


def test_progress_is_shown_on_a_terminal(site: Path) -> None:
    for number in range(100):
        (site / "site" / f"{number:03}.html").write_text(CORK * 100)
    leader, follower = pty.openpty()
    words = [*PROGRAM, "convert", "-t", "turtle", "site", "-o", "out", "--jobs", "1"]
    process = subprocess.Popen(words, cwd=site, stderr=follower)
    os.close(follower)
    shown = b""
    try:
        while more := os.read(leader, 4096):
            shown += more
    except OSError:
        pass
    os.close(leader)
    assert process.wait(60) == 0
    assert b" of 105" in shown and b"104 done, 1 skipped" in shown


def test_the_extension_of_an_rdf_file_selects_the_format(site: Path) -> None:
    for output, beginning in (("page.ttl", b"@prefix"), ("page.nt", b"<"), ("page.html", b"<p>To <span")):
        words = ["enrich", "site/index.html", "--recognizer", "names.csv", "-o", output, "-q"]
        assert run(*words, folder=site).returncode == 0
        assert (site / output).read_bytes().startswith(beginning)
    assert b"itsrdf:taIdentRef" in (site / "page.ttl").read_bytes()
    # The option takes precedence.
    assert run(*words[:-2], "page.ttl", "--to", "html", folder=site).returncode == 0
    assert (site / "page.ttl").read_bytes() == (site / "page.html").read_bytes()
