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


def test_a_flag_that_names_what_is_asked_is_given_once(tmp_path: Path) -> None:
    (tmp_path / "names.csv").write_text("uri,label\nhttp://example.org/cork,Cork\n")
    words = ["redact", "--recognizer", "names.csv", "--recognizer", "others.csv", "page.html"]
    ran = run(*words, folder=tmp_path)
    assert ran.returncode == 2 and b"--recognizer: can be used only once" in ran.stderr
    ran = run("enrich", "--recogni", "names.csv", "page.html", folder=tmp_path)
    assert ran.returncode == 2 and b"did you mean `--recognizer`?" in ran.stderr


@pytest.mark.parametrize("place", ["http://user:s3cret@localhost:1/x", "tagger=http://user:s3cret@h/x", "nif=ftp://user:s3/cret@h"])
def test_a_password_in_a_url_is_not_shown(tmp_path: Path, place: str) -> None:
    ran = run("enrich", "--recognizer", place, "page.html", folder=tmp_path)
    assert ran.returncode == 2 and b"s3" not in ran.stderr and b"--recognizer" in ran.stderr


def test_the_text_of_a_wrong_file_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "names.csv").write_text("uri,label\nhttp://example.org/private,Private\n")
    ran = run("enrich", "--profile", "names.csv", "page.html", folder=tmp_path)
    assert ran.returncode == 2 and b"rivate" not in ran.stderr and b"names.csv: not valid JSON" in ran.stderr


def test_references_are_relative_to_documents_in_the_folder_of_rules(tmp_path: Path) -> None:
    its = 'xmlns:its="http://www.w3.org/2005/11/its" version="2.0"'
    (tmp_path / "sub").mkdir()
    for folder, name in ((tmp_path, "a"), (tmp_path / "sub", "b")):
        rules = f'<its:rules {its}><its:translateRule selector="//{name}" translate="no"/></its:rules>'
        (folder / "rules.xml").write_text(rules)
    link = f'<its:rules {its} xmlns:x="http://www.w3.org/1999/xlink" x:href="rules.xml"/>'
    (tmp_path / "sub" / "d.xml").write_text(f"<d>{link}<a>Yes.</a><b>No.</b></d>")
    words = ["extract", "--source-lang", "en", "--target-lang", "de", "--no-embed", "sub/d.xml", "--rules-folder", "."]
    ran = run(*words, folder=tmp_path)
    assert ran.returncode == 0 and b"Yes." in ran.stdout and b"No." not in ran.stdout, ran.stderr
