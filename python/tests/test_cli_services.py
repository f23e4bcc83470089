"""The commands for services, run as processes."""

from __future__ import annotations

import json
from pathlib import Path

import glossweave
import pytest
from test_cli import CORK_IRI, TABLE, lines, run
from test_translation import TMX

ROOT = Path(__file__).parents[2]
PAGE = f'<p>To <span its-ta-ident-ref="{CORK_IRI}">Cork</span>!'
TERMS = "concept,term,language\nhttp://c.example/bank,bank,en\nhttp://c.example/bank,ribera,es\n"
QUERY = """PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#>
SELECT ?entity { ?word itsrdf:taIdentRef ?entity }"""
SHEET = """<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:output method="text"/><xsl:param name="before" select="'> '"/>
<xsl:template match="/"><xsl:message>told</xsl:message>
<xsl:value-of select="concat($before, a)"/></xsl:template></xsl:stylesheet>"""
TEMPLATE = {
    "endpoint": "dataset:facts",
    "query": "CONSTRUCT WHERE { <@@@entity_uri@@@> <http://e.example/river> ?river }",
}
COLUMNS = "".join(
    f"We O\nwent O\nto O\n{town} B-LOC\n. O\n\n" for town in ("Cork", "Dublin", "Galway", "Sligo")
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    files = {
        "names.csv": TABLE, "terms.csv": TERMS, "memory.tmx": TMX, "query.rq": QUERY,
        "sheet.xsl": SHEET, "template.json": json.dumps(TEMPLATE), "news.conll": COLUMNS,
        "facts.ttl": f"<{CORK_IRI}> <http://e.example/river> 'Lee' .",
        "chain.json": json.dumps([{"method": "POST", "endpoint": "/e-entity/$WHO$/documents"}]),
        "site/page.html": PAGE, "site/in/bank.html": "<p>The house is red. <b>The bank</b>",
        "doc.xml": "<a>Cork</a>", "towns.txt": "Cork\nDublin\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_terms_are_written_into_documents(site: Path) -> None:
    words = ["terms", "--term-finder", "terms.csv", "--source-lang", "en", "--target-lang", "es"]
    ran = run(*words, "site", "-o", "out", folder=site)
    assert ran.returncode == 0, ran.stderr
    found = (site / "out" / "in" / "bank.html").read_bytes()
    assert found.startswith(b"<p>The house is red. <b>The <span its-term") and b"c.example" in found
    graph = run(*words, "--to", "turtle", "site/in/bank.html", folder=site)
    assert b'"ribera"@es' in graph.stdout
    ran = run("terms", "--term-finder", "extraction", "-f", "text", folder=site, stdin=b"A red house. The red house.")
    assert ran.returncode == 0 and b'itsrdf:term "yes"' in ran.stdout, ran.stderr
    assert run(*words, "site", "-o", "out", "--resume", folder=site).stderr.count(b"skipped") == 1


def test_documents_are_translated(site: Path) -> None:
    words = ["translate", "--translator", "memory.tmx", "--target-lang", "es"]
    page = site / "red.html"
    page.write_text("<p>The house is red.</p><!-- The end -->")
    ran = run(*words, "--source-lang", "en", "red.html", "--report", "report.jsonl", folder=site)
    assert (ran.returncode, ran.stdout) == (0, b"<p>La casa es roja.</p><!-- The end -->"), ran.stderr
    assert lines(site / "report.jsonl")[0]["sentences"] == {"exact": 1}
    ran = run(*words, "--source-lang", "en", "--to", "xliff", "red.html", folder=site)
    assert b"<target" in ran.stdout and b"La casa es roja." in ran.stdout
    assert run(*words, "red.html", folder=site).returncode == 2
    (site / "blue.txt").write_text("The sea is blue.")
    ran = run(*words, "--source-lang", "en", "blue.txt", folder=site)
    assert ran.returncode == 1 and b"no sentence was translated" in ran.stderr
    (site / "both.txt").write_text("The house is red. The sea is blue.")
    ran = run(*words, "--source-lang", "en", "both.txt", folder=site)
    assert ran.returncode == 0 and b"1 of 2 sentences were not translated" in ran.stderr
    (site / "red.po").write_text('msgid "The house is red."\nmsgstr ""\n')
    ran = run(*words, "--source-lang", "en", "red.po", folder=site)
    assert ran.stdout == b'msgid "The house is red."\nmsgstr "La casa es roja."\n', ran.stderr
    assert run(*words, "--source-lang", "en", "--to", "po", "red.po", folder=site).stdout == ran.stdout
    # What has a translation already is not in the file.
    (site / "red.po").write_text('msgid "Yes"\nmsgstr "Si"\n\nmsgid "The house is red."\nmsgstr ""\n')
    ran = run(*words, "--source-lang", "en", "--to", "xliff", "red.po", folder=site)
    assert b"Yes" not in ran.stdout and b"<source>The house is red.</source>\n<target" in ran.stdout, ran.stdout
    wrong = TMX.replace("<body>", "<body><tu><tuv><seg>No</seg></tuv></tu>", 1)
    (site / "wrong.tmx").write_text(wrong)
    words[2] = "wrong.tmx"
    ran = run(*words, "--source-lang", "en", "red.html", folder=site)
    assert ran.returncode == 0 and b"La casa es roja." in ran.stdout
    assert b"wrong.tmx: skipped: `tuv` has no `xml:lang` at line" in ran.stderr
    ran = run(*words, "--source-lang", "en", "--strict", "red.html", folder=site)
    assert ran.returncode != 0 and b"xml:lang" in ran.stderr and ran.stdout == b""
    ran = run("translate", "--translator", "babelfish=http://x/", *words[3:], "red.html",
              "--source-lang", "en", folder=site)
    assert ran.returncode == 2 and b"babelfish" in ran.stderr


def test_translations_have_the_terms_of_a_file(site: Path) -> None:
    words = ["translate", "--translator", "memory.tmx", "--source-lang", "en", "--target-lang", "es"]
    (site / "red.html").write_text("<p>The house is red.</p>")
    (site / "own.csv").write_text("en,es\nhouse,hogar\n")
    graph = run(*words, "--terms", "own.csv", "--to", "turtle", "red.html", folder=site)
    assert b"La casa es roja." in graph.stdout and b"hogar" in graph.stdout, graph.stderr
    ran = run(*words, "--terms", "own.csv", "--max-severity", "40", "red.html", folder=site)
    assert ran.returncode == 1 and b"no sentence was translated" in ran.stderr
    (site / "own.csv").write_text("en,es\nhouse,casa\n")
    ran = run(*words, "--terms", "own.csv", "--max-severity", "40", "red.html", folder=site)
    assert (ran.returncode, ran.stdout) == (0, b"<p>La casa es roja.</p>"), ran.stderr
    # Other terms make other results.
    (site / "reds").mkdir()
    (site / "red.html").rename(site / "reds" / "red.html")
    out = ["reds", "-o", "out"]
    assert run(*words, "--terms", "own.csv", *out, folder=site).returncode == 0
    assert run(*words, "--terms", "own.csv", *out, "--resume", folder=site).returncode == 0
    ran = run(*words, "--terms", "terms.csv", *out, "--resume", folder=site)
    assert ran.returncode == 2 and b"--resume" in ran.stderr
    # The term bases of an engine have names.
    languages = {"source_lang": "en", "target_lang": "es", "name": "houses"}
    memory = glossweave.Provider("translator", "memory", "memory", str(site / "memory.tmx"), system=languages)
    terms = glossweave.Provider("term-finder", "own", "termbase", str(site / "own.csv"))
    engine = glossweave.Engine(providers=[memory, terms])
    (site / "engine.json").write_text(json.dumps(engine.specification()))
    words = ["translate", "--engine", "engine.json", "--source-lang", "en", "--target-lang", "es", "reds/red.html"]
    ran = run(*words, "--terms", "own", folder=site)
    assert (ran.returncode, ran.stdout) == (0, b"<p>La casa es roja.</p>"), ran.stderr
    assert run(*words, "--terms", "none", folder=site).returncode != 0
    (system,) = (json.loads(line) for line in run(
        "engines", "--engine", "engine.json", "--systems", folder=site).stdout.splitlines())
    assert (system["provider"], system["name"], system["target"]) == ("memory", "houses", "es")
    assert system["state"] in ("available", "standby")


def test_pipelines_return_documents_of_all_formats(site: Path) -> None:
    chain = [{"method": "POST", "endpoint": f"/e-entity/names/documents?language={tag}"} for tag in ("fr", "fr")]
    (site / "chain.json").write_text(json.dumps(chain))
    (site / "cork.xlf").write_text(
        "<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2'><file original='a' "
        "source-language='fr' datatype='plaintext'><body><trans-unit id='1'><source>To Cork</source>"
        "</trans-unit></body></file></xliff>"
    )
    ran = run("pipeline", "--requests", "chain.json", "--recognizer", "names.csv", "--to", "xliff", "cork.xlf", folder=site)
    assert ran.returncode == 0 and b"<mrk " in ran.stdout, ran.stderr


def test_documents_go_out_as_xliff_and_come_back(site: Path) -> None:
    languages = ["--source-lang", "en", "--target-lang", "fr"]
    ran = run("extract", *languages, "site", "-o", "xliff", folder=site)
    assert ran.returncode == 0, ran.stderr
    file = site / "xliff" / "in" / "bank.html.xlf"
    text = file.read_text()
    assert 'original="in/bank.html"' in text and "<source>The house is red. <pc" in text
    target = '</source><target>La <pc id="1">rive</pc></target>'
    file.write_text(text.replace("</source>", target))
    ran = run("merge", "xliff", "-o", "fr", folder=site)
    assert ran.returncode == 0, ran.stderr
    assert (site / "fr" / "in" / "bank.html").read_bytes() == b"<p>La <b>rive</b>"
    # A language with one form has no place for the second text.
    (site / "one.po").write_text(
        'msgid ""\nmsgstr "Plural-Forms: nplurals=1; plural=0;\\n"\n\n'
        'msgid "A house"\nmsgid_plural "Houses"\nmsgstr[0] ""\n'
    )
    assert run("extract", *languages, "one.po", "-o", "one.po.xlf", folder=site).returncode == 0
    file = site / "one.po.xlf"
    file.write_text(file.read_text().replace("</source>", "</source><target>Une maison</target>"))
    ran = run("merge", "one.po.xlf", folder=site)
    assert ran.returncode == 1 and b"unit 1: the language has only the form" in ran.stderr
    assert b'msgstr[0] "Une maison"' in ran.stdout
    # Without the documents in the files they have to be given, as they were.
    ran = run("extract", *languages, "--no-embed", "site", "-o", "small", folder=site)
    assert ran.returncode == 0, ran.stderr
    ran = run("merge", "small/page.html.xlf", folder=site)
    assert ran.returncode == 1 and b"use --original" in ran.stderr
    ran = run("merge", "--original", "site", "small", "-o", "same", folder=site)
    assert ran.returncode == 0, ran.stderr
    assert (site / "same" / "page.html").read_text() == PAGE
    (site / "site" / "page.html").write_text("<p>Another text")
    ran = run("merge", "--original", "site/page.html", "small/page.html.xlf", folder=site)
    assert ran.returncode == 1 and b"units that differ (1): `1`" in ran.stderr
    ran = run("merge", "--from", "html", "small/page.html.xlf", folder=site)
    assert ran.returncode == 2 and b"--original" in ran.stderr
    ran = run("extract", "--target-lang", "French", "site/page.html", folder=site)
    assert ran.returncode == 2 and b"--target-lang" in ran.stderr


def test_attributes_and_invalid_bytes_are_read_as_wanted(site: Path) -> None:
    (site / "image.html").write_bytes(b"<p>See <img alt='The house is red.'>")
    words = ["translate", "--translator", "memory.tmx", "--source-lang", "en", "--target-lang", "es"]
    ran = run(*words, "image.html", folder=site)
    assert b"alt='The house is red.'" in ran.stdout, ran.stderr
    ran = run(*words, "--translatable-attributes", "image.html", folder=site)
    assert b"alt='La casa es roja.'" in ran.stdout, ran.stderr
    (site / "latin.txt").write_bytes(b"Cork\nCaf\xe9")
    ran = run("convert", "--to", "text", "latin.txt", folder=site)
    assert ran.returncode == 1 and b"line 2 column 4" in ran.stderr, ran.stderr
    ran = run("convert", "--to", "text", "--invalid-bytes", "replace", "latin.txt", folder=site)
    assert ran.stdout.decode() == "Cork\nCaf\ufffd"


def test_what_is_odd_in_a_document_is_told(site: Path) -> None:
    odd = (
        '<xliff version="3.0" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en"'
        ' original="a" datatype="plaintext"><body><trans-unit id="1"><source>A</source></trans-unit>'
        "</body></file></xliff>"
    )
    (site / "odd.xlf").write_text(odd)
    for words in (["convert", "--to", "text"], ["extract", "--target-lang", "fr", "--source-lang", "en"]):
        ran = run(*words, "odd.xlf", folder=site)
        assert ran.returncode == 0 and b"version" in ran.stderr, (words, ran.stderr)
    (site / "empty.pdf").write_bytes(_pdf())
    ran = run("extract", "--target-lang", "fr", "--source-lang", "en", "empty.pdf", folder=site)
    assert ran.returncode == 0 and b"translations cannot be written into pdf" in ran.stderr


def _pdf() -> bytes:
    """A PDF with one empty page."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>",
    ]
    out, table = b"%PDF-1.7\n", b"xref\n0 4\n0000000000 65535 f \n"
    for number, content in enumerate(objects, 1):
        table += b"%010d 00000 n \n" % len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    return out + table + b"trailer << /Size 4 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(out)


def test_translations_are_checked(site: Path) -> None:
    po = 'msgid ""\nmsgstr "Language: es\\n"\n\nmsgid "{n} files!"\nmsgstr "{m} archivos"\n'
    (site / "app.po").write_text(po)
    ran = run("check", "app.po", "--report", "report.jsonl", folder=site)
    said = b"markup (100), unit {n} files!: `{m}` is not in the text at line 5 column 9"
    assert ran.returncode == 1 and said in ran.stderr
    findings = lines(site / "report.jsonl")[0]["findings"]
    assert [one["type"] for one in findings] == ["markup", "typographical", "markup"]
    words = ["check", "app.po", "--leave-out", "markup"]
    assert b"typographical (20)" in run(*words, folder=site).stderr
    assert run(*words, "--min-severity", "50", folder=site).returncode == 0
    (site / "glossary.csv").write_text("source,target\nfile,fichero\n")
    ran = run(*words, "--min-severity", "50", "--terms", "glossary.csv", folder=site)
    assert ran.returncode == 1 and b"terminology (50)" in ran.stderr
    for wrong in (["--leave-out", "x"], ["--min-severity", "101"], ["--target-lang", "?"]):
        assert run("check", "app.po", *wrong, folder=site).returncode == 2
    ran = run("check", "site/page.html", folder=site)
    assert ran.returncode == 1 and b"has no translations" in ran.stderr


def test_a_query_makes_a_table(site: Path) -> None:
    words = ["filter", "--query", "query.rq"]
    ran = run(*words, "site/page.html", folder=site)
    assert ran.returncode == 0 and ran.stdout.split() == [b"entity", CORK_IRI.encode()], ran.stderr
    (site / "page.ttl").write_bytes(run("convert", "-t", "turtle", "site/page.html", folder=site).stdout)
    assert run(*words, "page.ttl", folder=site).stdout == ran.stdout
    assert run(*words, "--to", "json", "site", "-o", "out", folder=site).returncode == 0
    table = json.loads((site / "out" / "page.html.json").read_bytes())
    assert table["results"]["bindings"][0]["entity"]["value"] == CORK_IRI
    assert run(*words, "--to", "html", "site/page.html", folder=site).returncode == 2


def test_a_query_makes_one_table_of_a_folder(site: Path) -> None:
    words = ["filter", "--query", "query.rq", "site"]
    (site / "site" / "in" / "page.html").write_text((site / "site" / "page.html").read_text())
    ran = run(*words, folder=site)
    rows = [b"document,entity", b"in/page.html," + CORK_IRI.encode(), b"page.html," + CORK_IRI.encode()]
    assert ran.returncode == 0 and ran.stdout.split() == rows, ran.stderr
    (site / "site" / "wrong.xml").write_text("<a>")
    (site / "secret.html").write_text(PAGE)
    (site / "site" / "linked.html").symlink_to(site / "secret.html")
    (site / "site" / "same.html").symlink_to("page.html")
    rows.append(b"same.html," + CORK_IRI.encode())
    ran = run(*words, "-o", "all.csv", "--report", "report.jsonl", folder=site)
    assert ran.returncode == 1 and (site / "all.csv").read_bytes().split() == rows
    assert [line["state"] for line in lines(site / "report.jsonl")[:-1]].count("failed") == 1
    assert not list(site.glob(".all.csv*"))


def test_an_output_with_the_extension_of_a_result_is_a_file(site: Path) -> None:
    words = ["filter", "--query", "query.rq"]
    rows = ["document\tentity", f"page.html\t{CORK_IRI}"]
    ran = run(*words, "site", "-o", "all.tsv", folder=site)
    assert ran.returncode == 0 and (site / "all.tsv").read_text().split("\n") == [*rows, ""], ran.stderr
    run(*words, "site/page.html", "-o", "one.tsv", folder=site)
    assert (site / "one.tsv").read_text().split() == ["entity", CORK_IRI]
    # The extension selects the format.
    run(*words, "site/page.html", "-o", "one.json", folder=site)
    assert json.loads((site / "one.json").read_bytes())["head"]["vars"] == ["entity"]
    # A folder with one document has one result, and a folder with more has no file for it.
    ran = run(*words, "site", "--exclude", "in", "-o", "all.json", folder=site)
    assert ran.returncode == 0 and (site / "all.json").read_bytes() == (site / "one.json").read_bytes()
    for name in ("two.json", "two.ttl"):
        ran = run(*words, "site", "-o", name, folder=site)
        assert ran.returncode == 2 and not (site / name).exists()
        assert b"2 documents" in ran.stderr and b"--to csv" in ran.stderr
    (site / "out.json").mkdir()
    assert run(*words, "--to", "json", "site", "-o", "out.json", folder=site).returncode == 0
    assert (site / "out.json" / "in" / "bank.html.json").exists()


def test_a_stylesheet_transforms(site: Path) -> None:
    words = ["xslt", "--stylesheet", "sheet.xsl", "doc.xml"]
    ran = run(*words, "--report", "report.jsonl", folder=site)
    assert (ran.returncode, ran.stdout) == (0, b"> Cork"), ran.stderr
    assert lines(site / "report.jsonl")[0]["messages"] == ["told"]
    assert run(*words, "--param", "before=To ", folder=site).stdout == b"To Cork"
    for wrong in (["--param", "after=x"], ["--param", "x"], ["--to", "odt"]):
        assert run(*words, *wrong, folder=site).returncode == 2
    (site / "sheet.xsl").write_text(SHEET.replace("</xsl:stylesheet>", ""))
    assert run(*words, folder=site).returncode == 3


def test_a_template_is_asked(site: Path) -> None:
    words = ["link", "--template", "template.json", "--dataset", "facts=facts.ttl", "site/page.html"]
    ran = run(*words, folder=site)
    assert ran.returncode == 0 and b'"Lee"' in ran.stdout, ran.stderr
    ran = run(*words, "--to", "html", folder=site)
    assert ran.returncode == 2
    ran = run("link", "--template", "names.csv", "site/page.html", folder=site)
    assert ran.returncode == 3 and b"Traceback" not in ran.stderr


def test_documents_go_through_a_pipeline(site: Path) -> None:
    words = ["pipeline", "--requests", "chain.json", "--recognizer", "names.csv", "--to", "html"]
    page = site / "plain.html"
    page.write_text("<p>To Cork!")
    ran = run(*words, "--param", "WHO=names", "plain.html", folder=site)
    assert ran.returncode == 0 and CORK_IRI.encode() in ran.stdout, ran.stderr
    assert ran.stdout.startswith(b"<p>To <span")
    ran = run(*words, "--param", "WHO=names", "site", "-o", "out", "--resume", folder=site)
    assert ran.returncode == 0 and (site / "out" / "in" / "bank.html").exists()
    ran = run(*words, "plain.html", folder=site)
    assert ran.returncode == 1 and b"WHO" in ran.stderr


def test_a_tagger_is_trained_and_used(site: Path) -> None:
    words = ["train", "news.conll", "-o", "news.tagger", "--iri", "LOC=http://t.example/Place"]
    ran = run(*words, "--test", "news.conll", "--names", "towns.txt", folder=site)
    assert ran.returncode == 0 and b"LOC: precision 1.0000" in ran.stdout, ran.stderr
    assert glossweave.Tagger.open(site / "news.tagger").classes == {"LOC": "http://t.example/Place"}
    ran = run("enrich", "--recognizer", "tagger=news.tagger", "-f", "text", folder=site, stdin=b"We went to Cork.")
    assert b"http://t.example/Place" in ran.stdout
    (site / "vectors.txt").write_text("cork 1 0\ndublin 1 1\nto 0 1\n")
    ran = run(*words, "--word-vectors", "vectors.txt", "--max-features", "20", folder=site)
    assert ran.returncode == 0, ran.stderr
    assert run(*words, "--word-vectors", "none.txt", folder=site).returncode != 0
    (site / "towns.csv").write_text("uri,label,type\nhttp://example.org/cobh,Cobh,http://schema.org/City\n")
    ran = run(*words, "--dictionary", "towns.csv", "--language", "en", folder=site)
    assert ran.returncode == 0, ran.stderr
    assert glossweave.Tagger.open(site / "news.tagger").languages == ["en"]
    assert run(*words, "--language", "English", folder=site).returncode == 2
    # Without any recognizer the one of the package of models is asked.
    english = ["enrich", "-f", "text"]
    ran = run(*english, folder=site, stdin=b"We went to Cork.")
    assert ran.returncode == 2 and b"pip install ./python/models" in ran.stderr
    (site / "nice.csv").write_text("uri,label\nhttp://example.org/nice,Nice\n")
    (site / "nice.conll").write_text(
        "We O\nwent O\nto O\nNice B-LOC\n. O\n\nNice O\nweather O\n! O\n\n" * 20
    )
    ran = run("train", "nice.conll", "--mentions", "nice.csv", "-o", "en.mentions", folder=site)
    assert ran.returncode == 0 and b"revision" in ran.stderr, ran.stderr
    corks = "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
    for end, said in (("city", "a harbour of Ireland"), ("bark", "the bark of an oak")):
        corks += f"<http://example.org/{end}> rdfs:label 'Cork' ; rdfs:comment '{said}' .\n"
    (site / "corks.ttl").write_text(corks)
    (site / "corks.conll").write_text("Harbour O\nof O\nCork B-http://example.org/city\n\n")
    ran = run("train", "corks.conll", "--linking", "corks.ttl", "-o", "corks.weights", folder=site)
    assert ran.returncode == 0 and b"words" in ran.stderr, ran.stderr
    assert (site / "corks.weights").read_text().startswith("prior ")
    # The mention model of that package judges the names of a dictionary.
    data = site / "glossweave_models" / "data"
    data.mkdir(parents=True)
    (site / "glossweave_models" / "__init__.py").touch()
    (data / "en.tagger").write_bytes((site / "news.tagger").read_bytes())
    (data / "en.mentions").write_bytes((site / "en.mentions").read_bytes())
    ran = run(*english, folder=site, stdin=b"We went to Cork.")
    assert ran.returncode == 0 and b"http://t.example/Place" in ran.stdout, ran.stderr
    short = ["enrich", "-f", "text", "--recognizer", "nice.csv"]
    ran = run(*short, folder=site, stdin=b"Nice people. We went to Nice.")
    assert ran.stdout.count(b"taIdentRef") == 2, "a short list is not judged"
    others = "".join(f"http://example.org/{at},Zyxton Heath {at}\n" for at in range(1000))
    (site / "many.csv").write_text((site / "nice.csv").read_text() + others)
    named = ["enrich", "-f", "text", "--recognizer", "many.csv"]
    for words_more, count in (([], 1), (["--mentions", "all"], 2), (["--mentions", "en.mentions"], 1)):
        ran = run(*named, *words_more, folder=site, stdin=b"Nice people. We went to Nice.")
        assert ran.stdout.count(b"taIdentRef") == count, (words_more, ran.stderr)
    # Its tagger takes part, unless it is to be fast.
    told = [run(*named, *more, folder=site, stdin=b"We went to Nice.").stdout for more in ([], ["--mentions", "fast"])]
    assert all(b"taConfidence" in one for one in told) and told[0] != told[1]
    # What the tagger finds is linked to a vocabulary; the rest has its class alone.
    (site / "cork.csv").write_text("uri,label\nhttp://example.org/cork,Cork\n")
    linking = ["enrich", "-f", "text", "--recognizer", "linker=cork.csv"]
    ran = run(*linking, folder=site, stdin=b"We went to Cork. We went to Galway.")
    assert ran.stdout.count(b"http://example.org/cork") == 1, ran.stderr
    assert ran.stdout.count(b"http://t.example/Place") == 2
    ran = run(*named[:-1], "tagger=news.tagger", "--mentions", "fast", folder=site, stdin=b"x")
    assert ran.returncode == 2 and b"--mentions fast requires a dictionary" in ran.stderr
    assert run(*linking, "--mentions", "fast", folder=site, stdin=b"x").returncode == 2
    for wrong in (["--rounds", "0"], ["--iri", "LOC"]):
        assert run(*words, *wrong, folder=site).returncode == 2
    assert run("train", "missing.conll", "-o", "x", folder=site).returncode == 3
    assert not (site / "x").exists()
