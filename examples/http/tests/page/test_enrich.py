"""One document through the page: spans, NIF, tables, and the document back."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from conftest import ROOT, Server, Watched
from playwright.sync_api import Page, expect

DUBLIN = ROOT / "examples" / "data" / "dublin.html"
HTML = {"Content-Type": "text/html"}

ODT = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3">'
    "<office:body><office:text><text:p>A bus to Cork.</text:p></office:text></office:body>"
    "</office:document-content>"
)

HOSTILE = """<p>Cork<script>top.document.title = "gone"</script><img src="BASE/image">
<link rel="stylesheet" href="BASE/style"><meta http-equiv="refresh" content="0;BASE/away">
<iframe src="BASE/frame"></iframe><p onclick="top.document.title = 'gone'">Galway"""


def enrich(page: Page) -> None:
    page.click("#work button[type=submit]")


def direct(server: Server, outformat: str, body: bytes, **query: str) -> bytes:
    path = "e-entity/linker/documents"
    return server.ask("POST", path, {"mode": "all", "outformat": outformat, **query}, body, HTML)


def strings(node: dict[str, object], name: str) -> str:
    value = node[name]
    return str(value["@value"]) if isinstance(value, dict) else str(value)


def anchors(answer: bytes) -> list[str]:
    graph = json.loads(answer)["@graph"]
    found = [node for node in graph if "itsrdf:taClassRef" in node]
    found.sort(key=lambda node: int(strings(node, "nif:beginIndex")))
    return [strings(node, "nif:anchorOf") for node in found]


def test_page_shows_spans_where_the_service_found_them(watched: Watched, server: Server) -> None:
    page = watched.open()
    page.set_input_files("#work input[type=file]", DUBLIN)
    expect(page.locator("#work .file-name")).to_have_text("dublin.html")
    enrich(page)
    page.wait_for_selector(".texts .found")
    expected = anchors(direct(server, "json-ld", DUBLIN.read_bytes()))
    assert len(expected) > 20
    assert page.locator(".texts .found").all_inner_texts() == expected
    assert "🌊" in page.inner_text(".texts .text"), "offsets are counted in more than one way"
    page.locator(".texts .found", has_text="Cork").first.click()
    link = page.locator(".card a").first
    assert link.get_attribute("href") == "http://dbpedia.org/resource/Cork_(city)"
    classes = page.locator(".legend input:visible")
    expect(classes).to_have_count(6)
    more = page.locator(".legend button")
    expect(more).to_have_text(re.compile(r"^\d+ more$"))
    more.click()
    expect(more).to_have_text("Fewer classes")
    assert classes.count() > 6
    watched.shot("enrich-dublin")


@pytest.mark.parametrize("sent", ["as it is", "other encoding and line ends"])
def test_download_has_the_bytes_of_the_answer(
    watched: Watched, server: Server, tmp_path: Path, sent: str
) -> None:
    text = DUBLIN.read_bytes()
    if sent != "as it is":
        old = b'<meta charset="iso-8859-1">\r\n<title>caf\xe9</title>\r\n<p>A caf\xe9 in Cork.\r\n'
        text = b"<!doctype html>\r\n" + old
    file = tmp_path / "page.html"
    file.write_bytes(text)
    page = watched.open()
    page.set_input_files("#work input[type=file]", file)
    enrich(page)
    page.get_by_role("tab", name="Document").click()
    page.wait_for_selector("iframe.preview")
    with page.expect_download() as saved:
        page.click("button.download")
    assert saved.value.suggested_filename == "page.html"
    got = Path(saved.value.path()).read_bytes()
    assert got == direct(server, "html", text)
    assert b"its-ta-ident-ref" in got
    frame = page.locator("iframe.preview")
    assert frame.get_attribute("sandbox") == ""
    shown = page.frame_locator("iframe.preview").locator("[its-ta-ident-ref]").first
    assert shown.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(255, 233, 168)"


def test_nif_is_shown_in_each_notation(watched: Watched, server: Server) -> None:
    page = watched.open()
    page.fill("#work .input textarea", "A bus to Cork.")
    enrich(page)
    page.get_by_role("tab", name="NIF").click()
    source = page.locator("#enrich-result .answer .source")
    expect(source).to_contain_text("@prefix nif:")
    sent = {"mode": "all", "outformat": "turtle"}
    plain = {"Content-Type": "text/plain"}
    same = server.ask("POST", "e-entity/linker/documents", sent, b"A bus to Cork.", plain)
    assert source.text_content() == same.decode()
    about = page.locator("#enrich-result .about")
    expect(about).to_contain_text(f"text/turtle, {len(same):,} bytes")
    page.select_option("#enrich-result .inline select", "n-triples")
    expect(source).to_contain_text("<http://www.w3.org/2005/11/its/rdf#taIdentRef>")


def test_filter_gives_a_table(watched: Watched, server: Server) -> None:
    page = watched.open()
    page.set_input_files("#work input[type=file]", DUBLIN)
    page.select_option("#work [name=filter]", "mentions")
    enrich(page)
    page.get_by_role("tab", name="Table").click()
    page.wait_for_selector("#enrich-result td")
    answer = direct(server, "csv", DUBLIN.read_bytes(), filter="mentions").decode()
    head, *rows = list(csv.reader(io.StringIO(answer, newline="")))
    table = page.locator("#enrich-result table")
    assert table.locator("thead th").all_inner_texts() == head
    cells = table.locator("tbody td").all_text_contents()
    assert cells == [cell for row in rows for cell in row]
    # What the answer is as bytes is part of its source.
    expect(page.locator("#enrich-result .answer")).not_to_contain_text("bytes")
    with page.expect_response("**outformat=json*"):
        page.select_option("#enrich-result .inline select", "json")
    page.locator("#enrich-result summary", has_text="Source").click()
    expect(page.locator("#enrich-result .about")).to_contain_text("json")
    assert table.locator("tbody td").all_text_contents() == cells
    watched.shot("enrich-table")


def test_odt_goes_out_as_the_bytes_it_is(watched: Watched, tmp_path: Path) -> None:
    file = tmp_path / "bus.odt"
    with zipfile.ZipFile(file, "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        package.writestr("content.xml", ODT)
    page = watched.open()
    page.set_input_files("#work input[type=file]", file)
    expect(page.locator("#work .input select option").first).to_contain_text("ODT")
    with page.expect_request("**/documents?*") as asked:
        enrich(page)
    assert asked.value.post_data_buffer == file.read_bytes()
    expect(page.locator(".texts .found")).to_have_text(["Cork"])
    page.get_by_role("tab", name="Document").click()
    with page.expect_download() as saved:
        page.click("button.download")
    assert saved.value.suggested_filename == "bus.odt"
    with zipfile.ZipFile(saved.value.path()) as package:
        assert b"Cork" in package.read("content.xml")
        assert package.read("content.xml") != ODT.encode()
    assert page.locator("#enrich-result .answer .source").count() == 0
    page.click("text=Remove file")
    expect(page.locator("#work .input textarea")).to_be_focused()


XLIFF = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
    '<file original="x" source-language="en" datatype="plaintext"><body>'
    '<trans-unit id="1"><source>A bus to Cork.</source></trans-unit></body></file></xliff>'
)


def test_xliff_comes_back_as_a_document(watched: Watched) -> None:
    page = watched.open()
    page.fill("#work .input textarea", XLIFF)
    enrich(page)
    page.get_by_role("tab", name="Document").click()
    expect(page.locator("#enrich-result .answer .source")).to_contain_text("<mrk ")


def test_file_that_is_not_read_is_refused(watched: Watched, tmp_path: Path) -> None:
    file = tmp_path / "report.doc"
    file.write_bytes(b"\xd0\xcf\x11\xe0 Cork")
    page = watched.open()
    page.set_input_files("#work input[type=file]", file)
    expect(page.get_by_role("alert")).to_contain_text("report.doc is a file of an old office program")
    expect(page.locator("#work .held")).to_be_hidden()


def test_button_is_in_sight_and_curl_is_whole(watched: Watched) -> None:
    page = watched.open()
    expect(page.locator("#work button[type=submit]")).to_be_in_viewport(ratio=1)
    page.fill("#work .input textarea", "It's a bus to Cork.")
    enrich(page)
    page.get_by_text("The same with curl").click()
    command = page.get_by_role("region", name="Command")
    expect(command).to_contain_text(r"--data-raw 'It'\''s a bus to Cork.'")
    page.set_input_files("#work input[type=file]", DUBLIN)
    enrich(page)
    page.get_by_text("The same with curl").click()
    expect(command).to_contain_text("--data-binary @'dublin.html'")


def test_cut_list_says_so(watched: Watched) -> None:
    page = watched.open()
    text = "Cork " * 5001
    spans = [
        {
            "@id": f"{CONTEXT}{at}",
            "nif:referenceContext": {"@id": f"{CONTEXT}all"},
            "nif:beginIndex": 5 * at,
            "nif:endIndex": 5 * at + 4,
            "itsrdf:taIdentRef": {"@id": "http://x.example/Cork"},
        }
        for at in range(5001)
    ]
    whole = {"@id": f"{CONTEXT}all", "nif:isString": text}
    body = json.dumps({"@context": ANSWER["@context"], "@graph": [whole, *spans]})
    kind = "application/ld+json"
    page.route("**/documents?*", lambda it: it.fulfill(body=body, content_type=kind))
    page.fill("#work .input textarea", text)
    enrich(page)
    expect(page.locator("#enrich-result")).to_contain_text("The first 5,000 of 5,001 are marked")
    expect(page.locator(".texts .found")).to_have_count(5000)
    expect(page.locator(".list summary")).to_have_text("5,000 of 5,001 found")


def test_terms_are_found_without_a_term_base(watched: Watched) -> None:
    page = watched.open()
    page.check("#work [value=term]")
    page.fill("#work .input textarea", "The night bus timetable and the night bus stop. A night bus.")
    enrich(page)
    expect(page.locator(".texts .found").first).to_be_visible()
    page.click(".list summary")
    expect(page.locator(".list")).to_contain_text("night bus")


def test_what_happened_is_in_sight(watched: Watched) -> None:
    page = watched.open()
    page.fill("#work .input textarea", "A bus to Cork.")
    enrich(page)
    said = page.locator("#status")
    expect(said).to_contain_text("Text: 1 found in")
    box = said.bounding_box()
    assert box is not None and box["width"] > 40 and box["height"] > 20
    # No control is below it.
    for control in page.locator("#work button:visible, #enrich-result button:visible").all():
        at = control.bounding_box()
        assert at is not None and at["y"] + at["height"] <= box["y"]
    expect(said).to_have_text("")


@pytest.mark.parametrize("way", ["drop", "paste"])
def test_file_can_be_dropped_and_pasted(watched: Watched, way: str) -> None:
    page = watched.open()
    page.evaluate(
        """way => {
            const held = new DataTransfer();
            const mark = new Uint8Array([0xef, 0xbb, 0xbf]);
            held.items.add(new File([mark, "<p>Cork\\r\\n"], "dropped.html"));
            const drop = new DragEvent("drop", { dataTransfer: held, bubbles: true });
            const paste = new ClipboardEvent("paste", { clipboardData: held, bubbles: true });
            const area = document.querySelector("#work .input textarea");
            area.dispatchEvent(way === "drop" ? drop : paste);
        }""",
        way,
    )
    expect(page.locator("#work .file-name")).to_have_text("dropped.html")
    with page.expect_request("**/documents?*") as asked:
        enrich(page)
    assert asked.value.post_data_buffer == b"\xef\xbb\xbf<p>Cork\r\n"
    assert asked.value.headers["content-type"] == "text/html"
    expect(page.locator(".texts .found")).to_have_text(["Cork"])


def test_stylesheet_and_filter_are_services_too(watched: Watched) -> None:
    page = watched.open()
    page.check("#work [value=xslt]")
    page.select_option("[name=converter]", "identity")
    page.fill("#work .input textarea", "<a><b>x</b></a>")
    enrich(page)
    expect(page.locator("#enrich-result .answer .source")).to_contain_text("<a><b>x</b></a>")
    page.check("#work [value=filter]")
    page.select_option("[name=filter-of]", "entities")
    turtle = "@prefix its: <http://www.w3.org/2005/11/its/rdf#> .\n<urn:a> its:taIdentRef <urn:b> ."
    page.fill("#work .input textarea", turtle)
    enrich(page)
    expect(page.locator("#enrich-result td")).to_have_text(["urn:b"])


def test_terms_come_from_a_term_base(watched: Watched, server: Server) -> None:
    rows = b"uri,label,language\nhttp://x.example/t,timetable,en\nhttp://x.example/t,Fahrplan,de\n"
    typed = {"Content-Type": "text/csv"}
    path = "e-entity/termbase/datasets/railway"
    server.ask("POST", path, {"type": "terms", "language": "en"}, rows, typed)
    page = watched.open()
    page.check("#work [value=term]")
    page.select_option("#work [data-service=term] [name=provider]", "termbase")
    bases = page.locator("#work [data-service=term] [name=dataset]")
    assert bases.locator("option").all_inner_texts() == ["none", "railway"]
    bases.select_option("railway")
    # A term base has no names of entities.
    assert page.locator("#work [data-list=dataset] [value=railway]").count() == 0
    assert page.locator("#work [data-list=dataset] [value=places]").count() == 1
    page.fill("#work .input textarea", "Both timetables changed.")
    enrich(page)
    span = page.locator(".texts .found")
    expect(span).to_have_text(["timetables"])
    span.click()
    expect(page.locator(".card")).to_contain_text("http://x.example/t")
    expect(page.locator(".card")).to_contain_text("Fahrplan (de)")


def test_template_asks_for_its_parameters(watched: Watched) -> None:
    page = watched.open()
    page.check("#work [value=link]")
    page.select_option("[name=templateid]", "5")
    expect(page.locator("#template-parameters input")).to_have_attribute("name", "event_type")
    page.select_option("[name=templateid]", "3")
    expect(page.locator("#template-parameters input")).to_have_count(0)


def test_error_says_what_is_wrong_and_where(watched: Watched) -> None:
    page = watched.open()
    page.fill("#work .input textarea", "<a>\n  <b>Cork</c>\n</a>")
    page.select_option("#work .input select", "xml")
    enrich(page)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("line 2")
    assert alert.locator("code").count() > 0
    watched.shot("error")
    page.get_by_role("button", name="Go to the place").click()
    at = page.evaluate("document.activeElement.selectionStart")
    assert page.evaluate("document.activeElement.value")[:at].count("\n") == 1
    page.get_by_role("button", name="Dismiss").click()
    expect(alert).to_be_empty()


def test_error_marks_the_field_that_it_is_about(watched: Watched) -> None:
    page = watched.open()
    page.fill("#work .input textarea", "A bus to Cork.")
    page.fill("#work [data-service=entity] [name=language]", "no such language")
    enrich(page)
    expect(page.get_by_role("alert")).to_contain_text("parameter language")
    field = page.locator("#work [data-service=entity] [name=language]")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_attribute("aria-describedby", "problem-detail")


CHECKED = 'msgid ""\nmsgstr "Language: es\\n"\n\nmsgid "{n} files"\nmsgstr "{n} archivos"\n'


def test_result_without_findings_says_what_is_missing(watched: Watched) -> None:
    page = watched.open()
    note = page.locator("#enrich-result .note")

    def run(service: str, text: str, *said: str) -> None:
        page.check(f"#work [name=service][value={service}]")
        page.fill("#work .input textarea", text)
        enrich(page)
        for part in said:
            expect(note).to_contain_text(part)

    run("entity", "It is late.", "No entities found. linker finds names in English text")
    page.get_by_role("tab", name="Classes").click()
    expect(note).to_contain_text("No entities found")
    page.get_by_role("tab", name="Text").click()
    run("term", "And so it is.", "No terms found")
    run("translation", "It is late.", "Nothing was translated", "from en to es")
    run("link", "It is late.", "No links added", "find entities first")
    run("redaction", "Jane Roe", "Nothing was redacted", "Searched with: the patterns", "tick trained")
    page.check("#work [data-ticks=recognizers] [value=trained]")
    run("redaction", "It is late.", "Searched with: trained, the patterns")
    page.get_by_role("tab", name="Places").click()
    expect(note).to_contain_text("add it to the strings to redact")
    page.select_option("#work .input select", "po")
    page.check("#work [name=service][value=check]")
    page.fill("#work [data-service=check] [name=min-severity]", "20")
    run("check", CHECKED, "No issues of severity 20 or more found", "PO document", "placeholders")
    watched.shot("nothing-found")


def test_engines_and_languages_are_those_of_the_server(watched: Watched) -> None:
    body = json.dumps(
        [
            {"name": "closed", "languages": []},
            {"name": "office", "languages": [{"source": "de", "target": "fr"}]},
        ]
    )
    kind = "application/json"
    watched.page.route("**/v1/e-translation", lambda it: it.fulfill(body=body, content_type=kind))
    page = watched.open()
    engine = page.locator("#work [name=engine]")
    expect(engine).to_have_value("linker")
    assert engine.locator("option").all_inner_texts() == ["dictionary", "linker", "trained"]
    # Names that are in no dataset are found as well.
    page.fill("#work .input textarea", "Angela Merkel flew to Cork.")
    enrich(page)
    expect(page.locator(".texts .found")).to_have_text(["Angela Merkel", "Cork"])
    page.check("#work [value=translation]")
    fields = page.locator("#work [data-service=translation]")
    expect(fields.locator("[name=provider]")).to_have_value("office")
    expect(fields.locator("[name=source-lang]")).to_have_value("de")
    expect(fields.locator("[name=target-lang]")).to_have_value("fr")
    assert page.locator("#targets option").all_text_contents() == ["French"]


def test_nothing_to_work_on_is_said(watched: Watched) -> None:
    page = watched.open()
    page.fill("#work .input textarea", "")
    enrich(page)
    expect(page.get_by_role("alert")).to_contain_text("choose a file")
    expect(page.locator("#work .input textarea")).to_be_focused()


def test_markup_in_data_stays_text(watched: Watched, server: Server) -> None:
    rows = b"uri,label\njavascript:alert(1),Evilville\n"
    typed = {"Content-Type": "text/csv"}
    path = "e-entity/dictionary/datasets/evil"
    server.ask("POST", path, {"language": "en", "description": "<i>x</i>"}, rows, typed)
    page = watched.open()
    page.fill("#work .input textarea", "<img src=x onerror=alert(1)> Evilville")
    page.select_option("#work .input select", "text")
    page.check("#work [data-list=dataset] [value=evil]")
    enrich(page)
    page.wait_for_selector(".texts .found")
    assert page.locator("#enrich-result img").count() == 0
    page.locator(".texts .found", has_text="Evilville").click()
    assert page.locator(".card a[href^='javascript']").count() == 0
    expect(page.locator(".card .iri").first).to_contain_text("javascript:alert(1)")


def test_previewed_document_does_nothing(
    watched: Watched, elsewhere: tuple[str, list[str]]
) -> None:
    base, asked = elsewhere
    page = watched.open()
    page.fill("#work .input textarea", HOSTILE.replace("BASE", base))
    enrich(page)
    page.get_by_role("tab", name="Document").click()
    frame = page.frame_locator("iframe.preview")
    frame.locator("[its-ta-ident-ref]", has_text="Galway").click()
    page.wait_for_timeout(300)
    assert page.title() == "Enrich a document – Glossweave"
    assert asked == []
    # The browser says that it did not open the frame in the frame.
    watched.wrong = [line for line in watched.wrong if not line.startswith(f"Framing '{base}")]


CONTEXT = "http://x.example/#"
ANSWER = {
    "@context": {
        "nif": "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#",
        "itsrdf": "http://www.w3.org/2005/11/its/rdf#",
        "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    },
    "@graph": [
        {"@id": f"{CONTEXT}all", "nif:isString": "𝒜 New York Times 𝒵"},
        {
            "@id": f"{CONTEXT}times",
            "nif:referenceContext": {"@id": f"{CONTEXT}all"},
            "nif:beginIndex": {"@value": "2"},
            "nif:endIndex": {"@value": "16"},
            "nif:annotationUnit": {"itsrdf:taIdentRef": {"@id": "http://x.example/Times"}},
            "itsrdf:target": [{"@value": "El Times", "@language": "es"}],
        },
        {
            "@id": f"{CONTEXT}york",
            "nif:referenceContext": {"@id": f"{CONTEXT}all"},
            "nif:beginIndex": 2,
            "nif:endIndex": 10,
            "itsrdf:term": "yes",
            "itsrdf:termInfoRef": {"@id": "urn:concept"},
        },
        {"@id": "http://x.example/Times", "rdfs:label": {"@value": "The Times", "@language": "en"}},
    ],
}


def test_overlaps_terms_translations_and_facts_are_drawn(watched: Watched) -> None:
    """What a service may answer, whichever of them are set up here: NIF 2.0 and 2.1."""
    page = watched.open()
    body, kind = json.dumps(ANSWER), "application/ld+json"
    page.route("**/e-translation/memory?*", lambda it: it.fulfill(body=body, content_type=kind))
    page.check("#work [value=translation]")
    page.fill("#work .input textarea", "whatever")
    enrich(page)
    spans = page.locator(".texts .found")
    expect(spans).to_have_text(["New York", " Times"])
    expect(page.locator(".side td")).to_have_text(["New York Times", "El Times"])
    spans.nth(0).click()
    cards = page.locator(".card")
    expect(cards.locator("h4")).to_have_text(["New York", "New York Times"])
    expect(cards.nth(0)).to_contain_text("urn:concept")
    expect(cards.nth(1)).to_contain_text("The Times (en)")
    spans.nth(1).click()
    expect(cards.locator("h4")).to_have_text(["New York Times"])


def test_redaction_is_previewed_and_its_places_listed(watched: Watched) -> None:
    page = watched.open()
    page.check("#work [value=redaction]")
    page.fill("#work .input textarea", "<p title='Jane Roe'>Ask Jane <b>Roe</b>, jane@roe.example.")
    page.select_option("#work .input select", "html")
    page.fill("#work [name=deny]", "Jane Roe")
    enrich(page)
    expect(page.locator("#enrich-result iframe.preview")).to_be_visible()
    page.locator("#enrich-result .answer summary").click()
    expect(page.locator("#enrich-result .answer .source")).to_contain_text(
        "<p title='REDACTED'>Ask REDACTED<b></b>, CONTACT-POINT."
    )
    watched.shot("redaction")
    page.get_by_role("tab", name="Places").click()
    table = page.get_by_role("region", name="Redacted places").locator("table")
    expect(table.locator("tbody tr")).to_have_count(4)
    expect(table).to_contain_text("CONTACT-POINT")


def test_issues_of_translations_are_listed(watched: Watched) -> None:
    page = watched.open()
    page.check("#work [value=check]")
    page.fill("#work .input textarea", 'msgid ""\nmsgstr "Language: es\\n"\n\nmsgid "{n} files"\nmsgstr "archivos"\n')
    page.select_option("#work .input select", "po")
    enrich(page)
    table = page.get_by_role("region", name="Issues").locator("table")
    expect(table).to_contain_text("`{n}` is missing")
    expect(table.locator("tbody tr").first).to_contain_text("markup")
