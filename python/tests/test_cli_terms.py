"""The terms of `translate --terms` and `check --terms`, run as processes."""

from __future__ import annotations

import json
from pathlib import Path

import glossweave
import pytest

from test_cli import lines, run
from test_translation import TMX

SKOS = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<http://c.example/house> a skos:Concept ; skos:prefLabel "house"@en , "hogar"@es ; skos:hiddenLabel "casa"@es ."""
TBX = """<?xml version="1.0"?><martif type="TBX" xml:lang="en"><martifHeader><fileDesc><sourceDesc><p>x</p></sourceDesc></fileDesc>
</martifHeader><text><body><termEntry id="house">
<langSet xml:lang="en"><tig><term>house</term></tig></langSet>
<langSet xml:lang="es"><tig><term>hogar</term></tig>
<tig><term>casa</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig></langSet>
</termEntry></body></text></martif>"""
FILES = {
    "list.csv": "source,target,status\nhouse,hogar,\nhouse,casa,forbidden\n",
    "list.tsv": "source\ttarget\tstatus\nhouse\thogar\t\nhouse\tcasa\tforbidden\n",
    "spreadsheet.csv": "sep=;\nSource;Target;Status\nhouse;hogar;\n;casa;forbidden\n",
    "rows.csv": "concept,term,language,status\nh,house,en,\nh,hogar,es,\nh,casa,es,deprecated\n",
    "house.tbx": TBX,
    "house.ttl": SKOS,
}
MISSING = "the term `house` is not translated as `hogar`"
FORBIDDEN = "`casa` is a forbidden term"
PO = 'msgid ""\nmsgstr "Language: es\\n"\n\nmsgid "The house is red."\nmsgstr "La casa es roja."\n'
TRANSLATE = ("translate", "--translator", "memory.tmx", "--source-lang", "en", "--target-lang", "es", "page.html")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    files = {"memory.tmx": TMX, "page.html": "<p>The house is red.</p>", "app.po": PO, **FILES}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    glossweave.TermBase.from_csv(FILES["rows.csv"]).save(tmp_path / "saved.terms")
    return tmp_path


@pytest.mark.parametrize("name", [*FILES, "saved.terms"])
def test_both_commands_take_all_forms_of_terms(site: Path, name: str) -> None:
    ran = run("check", "app.po", "--terms", name, "--report", "report.jsonl", folder=site)
    assert ran.returncode == 1, ran.stderr
    findings = lines(site / "report.jsonl")[0]["findings"]
    # A hidden label of SKOS is a misspelling, and is not forbidden.
    forbidden = {(80, FORBIDDEN)} if name != "house.ttl" else set()
    assert {(finding["severity"], finding["message"]) for finding in findings} == {(50, MISSING), *forbidden}
    ran = run(*TRANSLATE, "--terms", name, "--report", "report.jsonl", folder=site)
    assert (ran.returncode, ran.stdout) == (0, b"<p>La casa es roja.</p>"), ran.stderr
    assert MISSING in [issue["message"] for issue in lines(site / "report.jsonl")[0]["issues"]]
    marked = run("terms", "--term-finder", name, "--source-lang", "en", "--target-lang", "es", "page.html", folder=site)
    assert b"its-term=" in marked.stdout, marked.stderr


def test_issues_of_terms_are_in_the_report_of_a_translation(site: Path) -> None:
    (site / "terms.csv").write_text("en,es\nhouse,hogar\n")
    ran = run(*TRANSLATE, "--terms", "terms.csv", "--report", "report.jsonl", folder=site)
    assert ran.returncode == 0 and f"page.html: terminology (50), unit 1: {MISSING}" in ran.stderr.decode()
    issue = {"type": "terminology", "severity": 50, "message": MISSING, "unit": 1}
    assert lines(site / "report.jsonl")[0]["issues"] == [issue]
    (site / "terms.csv").write_text("en,es\nhouse,casa\n")
    ran = run(*TRANSLATE, "--terms", "terms.csv", "--report", "report.jsonl", folder=site)
    assert (ran.returncode, ran.stderr) == (0, b"") and "issues" not in lines(site / "report.jsonl")[0]
    # Standard error has the first ones, the report has all.
    (site / "page.html").write_text("<p>The house is red.</p>" * 7)
    (site / "terms.csv").write_text("en,es\nhouse,hogar\n")
    ran = run(*TRANSLATE, "--terms", "terms.csv", "--report", "report.jsonl", folder=site)
    assert ran.stderr.count(b"terminology (50)") == 5 and b"7 issues in total" in ran.stderr
    assert [issue["unit"] for issue in lines(site / "report.jsonl")[0]["issues"]] == [1, 2, 3, 4, 5, 6, 7]


def test_terms_without_a_language_of_the_translation_are_reported(site: Path) -> None:
    (site / "french.csv").write_text("en,fr\nhouse,maison\n")
    warning = "french.csv: no terms in `es`, found terms in `en`, `fr`"
    ran = run(*TRANSLATE, "--terms", "french.csv", "--report", "report.jsonl", folder=site)
    assert ran.returncode == 0 and ran.stderr.decode() == f"glossweave: {warning}\n"
    assert lines(site / "report.jsonl")[-1]["warnings"] == [warning]
    assert run(*TRANSLATE, "--terms", "french.csv", "--quiet", folder=site).stderr == b""
    (site / "other.csv").write_text("de,fr\nHaus,maison\n")
    said = run(*TRANSLATE, "--terms", "other.csv", folder=site).stderr
    assert said.count(b"no terms in") == 2 and b"`en`, found terms in `de`, `fr`" in said
    ran = run("terms", "--term-finder", "french.csv", "--source-lang", "de", "page.html", folder=site)
    assert b"french.csv: no terms in `de`" in ran.stderr
    # A region is no other language.
    (site / "regions.csv").write_text("en-GB,es-MX\nhouse,casa\n")
    assert run(*TRANSLATE, "--terms", "regions.csv", folder=site).stderr == b""
    ran = run(
        "check", "app.po", "--source-lang", "en", "--terms", "french.csv", "--report", "report.jsonl", folder=site
    )
    assert ran.returncode == 0 and warning in ran.stderr.decode()
    assert lines(site / "report.jsonl")[0]["warnings"] == [warning]


def test_terms_of_an_engine_without_a_language_are_reported(site: Path) -> None:
    (site / "french.csv").write_text("en,fr\nhouse,maison\n")
    glossweave.TermBase.from_csv(site / "french.csv").save(site / "french.terms")
    glossweave.TranslationMemory.from_tmx(TMX).save(site / "memory.bin")
    memory = glossweave.TranslationMemory.open(site / "memory.bin")
    engine = glossweave.Engine(
        translators={"memory": [glossweave.TranslationSystem("en", "es", memory)]},
        term_bases={"french": glossweave.TermBase.open(site / "french.terms")},
    )
    (site / "engine.json").write_text(json.dumps(engine.specification()))
    words = ["translate", "--engine", "engine.json", "--target-lang", "es", "--source-lang", "en", "page.html"]
    ran = run(*words, "--terms", "french", folder=site)
    assert ran.returncode == 0 and b"french: no terms in `es`, found terms in `en`, `fr`" in ran.stderr


def test_languages_of_terms_are_needed_where_they_are_not_known(site: Path) -> None:
    ran = run("terms", "--term-finder", "list.csv", "page.html", folder=site)
    assert ran.returncode == 2 and b"requires --source-lang and --target-lang" in ran.stderr
    (site / "three.csv").write_text("en,es,fr\nhouse,hogar,maison\n")
    ran = run("check", "app.po", "--terms", "three.csv", folder=site)
    assert ran.returncode == 1 and b"the language of the texts is unknown" in ran.stderr
    ran = run("check", "app.po", "--terms", "three.csv", "--source-lang", "en-GB", folder=site)
    assert ran.returncode == 1 and MISSING in ran.stderr.decode()


def test_a_term_with_several_meanings_is_not_checked(site: Path) -> None:
    (site / "senses.csv").write_text("concept,term,language\n1,house,en\n1,hogar,es\n2,house,en\n2,casa,es\n")
    ran = run("check", "app.po", "--terms", "senses.csv", "--leave-out", "markup", folder=site)
    assert ran.returncode == 0, ran.stderr


def test_a_list_in_another_encoding_is_an_error(site: Path) -> None:
    (site / "latin.csv").write_bytes("source,target\nhouse,moradía\n".encode("latin-1"))
    for words in (("check", "app.po"), TRANSLATE):
        ran = run(*words, "--terms", "latin.csv", folder=site)
        assert ran.returncode == 3 and b"latin.csv: not UTF-8" in ran.stderr and b"Traceback" not in ran.stderr
