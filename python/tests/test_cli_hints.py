"""Errors of the command line about misspelt names, which suggest what was meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from test_cli import TABLE, run


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("enrichh page.html", "enrich"), ("store ressource list", "resource"), ("store resource lst filter", "list"),
        ("store resource list filtr", "filter"), ("enrich --treshold=0.4 page.html", "--threshold"),
        ("engines --protocls", "--protocols"), ("redact --method lable page.html", "label"),
        ("convert --to tutle page.html", "turtle"), ("enrich --recognizer names.csv --to hmtl page.html", "html"),
        ("convert --to text --from htlm page.html", "html"), ("filter --query names.csv --to cvs page.html", "csv"),
        ("enrich --recognizer spotligt=http://localhost:1 page.html", "spotlight"),
        ("enrich --recognizer spotlight=http://localhost:1 --option confidnce=1 page.html", "confidence"),
        ("dataset build geoname", "geonames"),
    ],
)
def test_a_misspelt_name_is_answered_with_the_likely_one(tmp_path: Path, words: str, hint: str) -> None:
    (tmp_path / "names.csv").write_text(TABLE)
    (tmp_path / "page.html").write_text("<p>Cork")
    ran = run(*words.split(), folder=tmp_path)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert f"did you mean `{hint}`?" in ran.stderr.decode()


def test_an_unlike_name_is_answered_with_all_names(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>Cork")
    ran = run("convert", "--to", "zzz", "page.html", folder=tmp_path)
    assert ran.returncode == 2 and b"--to zzz: expected one of text, web-annotation, conll-2003" in ran.stderr
    ran = run("frobnicate", folder=tmp_path)
    assert ran.returncode == 2 and b"choose from" in ran.stderr and b"'enrich'" in ran.stderr
    # The message is not below a page of usage.
    ran = run("enrich", "page.html", "two.html", folder=tmp_path)
    assert ran.returncode == 2 and ran.stderr.startswith(b"glossweave enrich: error: unrecognized arguments: two.html\n")


def test_a_protocol_of_another_kind_is_named_as_such(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>Cork")
    ran = run("enrich", "--recognizer", "apertium=eng-spa", "page.html", folder=tmp_path)
    assert ran.returncode == 2 and b"apertium: is a translator, expected a recognizer" in ran.stderr


def test_an_empty_key_of_a_service_is_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLOSSWEAVE_TRANSLATOR_KEY", "")
    (tmp_path / "text.txt").write_text("Cork")
    words = ["translate", "--translator", "deepl=http://localhost:1", "--source-lang", "en", "--target-lang", "de"]
    ran = run(*words, "text.txt", folder=tmp_path)
    assert ran.returncode == 2 and b"key" in ran.stderr, ran.stderr
