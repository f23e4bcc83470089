"""The tasks of the page, walked with a screenshot each. What they took is in build/screenshots/tasks.json."""

from __future__ import annotations

import io
import json
import re
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from conftest import ADMIN, SHOTS, Server, Watched, running, watch
from playwright.sync_api import Browser, Locator, Request, Route, expect

SCREEN = {"width": 1366, "height": 768}
# Seconds: a build without optimization, on machines that do other work.
SOON = 10


@dataclass
class Walk:
    """One person with a task, and the number of clicks that it took."""

    watched: Watched
    clicks: int = 0
    taken: dict[str, dict[str, object]] = field(default_factory=dict)

    def click(self, at: Locator) -> None:
        at.click()
        self.clicks += 1

    def shot(self, name: str, seconds: float | None = None) -> None:
        self.watched.page.mouse.move(0, 0)
        self.watched.page.screenshot(path=SHOTS / f"task-{name}.png")
        self.taken[name] = {"clicks": self.clicks, "seconds": seconds}


@pytest.fixture(scope="module")
def taken() -> Iterator[dict[str, dict[str, object]]]:
    all_tasks: dict[str, dict[str, object]] = {}
    yield all_tasks
    (SHOTS / "tasks.json").write_text(json.dumps(all_tasks, indent=2) + "\n")


@pytest.fixture
def walk(
    browser: Browser, server: Server, taken: dict[str, dict[str, object]]
) -> Iterator[Walk]:
    context = browser.new_context(
        viewport=SCREEN,  # type: ignore[arg-type]
        reduced_motion="reduce",
        permissions=["clipboard-read", "clipboard-write"],
    )
    one = Walk(watch(context, server.base), taken=taken)
    yield one
    assert one.watched.faults == []
    context.close()


def test_example_without_a_dataset_and_models_is_of_terms(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with running(tmp_path_factory, {"GLOSSWEAVE_MODELS_FOLDER": "none"}) as empty:
        watched = watch(browser.new_context(), empty.base)
        page = watched.page
        page.goto(empty.base)
        expect(page.locator("#enrich-result")).to_contain_text("Most people arrive at")
        expect(page.locator("#work [name=service]:checked")).to_have_value("term")
        expect(page.get_by_role("alert")).to_be_empty()
        # With one, it is chosen.
        admin = empty.log_in(*ADMIN)
        typed = {"Content-Type": "text/csv"}
        admin.ask("POST", "e-entity/dictionary/datasets/alike", {}, ALIKE.encode(), typed)
        page.reload()
        expect(page.locator(".texts .found")).to_have_text(["Cork", "Galway"])
        expect(page.locator("#work [name=engine]")).to_have_value("dictionary")
        assert watched.faults == []
        page.context.close()


def test_link_that_is_wrong_is_refused(walk: Walk, server: Server) -> None:
    page = walk.watched.page
    page.goto(f"{server.base}/#enrich?service=none&text=Cork&dataset:places=on&format=none")
    expect(page.get_by_role("alert")).to_contain_text("There is no service none")


def drop(walk: Walk, files: dict[str, str], at: str = "#enrich-result") -> None:
    walk.watched.page.evaluate(
        """([files, at]) => {
            const held = new DataTransfer();
            for (const [name, text] of Object.entries(files)) held.items.add(new File([text], name));
            const drop = new DragEvent("drop", { dataTransfer: held, bubbles: true, cancelable: true });
            document.querySelector(at).dispatchEvent(drop);
        }""",
        [files, at],
    )


def test_example_is_enriched_on_arrival(walk: Walk, server: Server) -> None:
    page = walk.watched.page
    begin = time.monotonic()
    page.goto(server.base)
    found = page.locator(".texts .found")
    expect(found.first).to_be_visible()
    seconds = round(time.monotonic() - begin, 3)
    assert found.count() > 4
    assert seconds < SOON
    # Above the fold: what starts it, and what came of it.
    for shown in (page.locator("#work button[type=submit]"), found.first, page.locator(".legend")):
        expect(shown).to_be_in_viewport(ratio=1)
    walk.shot("arrival", seconds)
    assert walk.clicks == 0


# The controls that a message covers, two frames after the page has scrolled.
COVERED = """async line => {
    for (const _ of "12") await new Promise(requestAnimationFrame);
    const { left, top, width, height } = line.getBoundingClientRect();
    const covered = new Set();
    for (let x = 1; x < width; x += 4)
        for (let y = 1; y < height; y += 4)
            covered.add(document.elementFromPoint(left + x, top + y)?.closest("a, button, input, select, summary"));
    return [...covered].filter(one => one).map(one => one.outerHTML);
}"""


def test_result_is_one_click_away_on_a_narrow_screen(walk: Walk) -> None:
    walk.watched.page.set_viewport_size({"width": 375, "height": 667})
    page = walk.watched.open()
    found = page.locator(".texts .found").first
    expect(found).not_to_be_in_viewport()
    walk.click(page.get_by_role("link", name="To the result"))
    expect(found).to_be_in_viewport()
    expect(page.locator("#view-enrich")).to_be_visible()
    walk.shot("narrow")
    assert walk.clicks == 1

    # After Enrich the result takes the place of the form, and messages are below the button.
    page.click("#work button[type=submit]")
    expect(page.locator("#work .input textarea")).to_be_hidden()
    expect(found).to_be_in_viewport()
    expect(page.locator("#enrich-result h3")).to_be_focused()
    walk.shot("narrow-result")
    assert page.locator("#status").evaluate(COVERED) == []
    page.get_by_role("button", name="Change the document or the options").click()
    expect(page.locator("#work .input textarea")).to_be_focused()
    assert page.locator("#status").evaluate(COVERED) == []

    # The top of the page is one row until the menu is opened.
    header = page.locator("header.top")
    assert header.evaluate("top => top.offsetHeight") < 70
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.locator("#view-review")).to_be_visible()
    expect(page.get_by_role("button", name="Menu")).to_have_attribute("aria-expanded", "false")


def test_file_that_is_dropped_is_enriched(walk: Walk) -> None:
    page = walk.watched.open()
    begin = time.monotonic()
    drop(walk, {"bus.html": "<p>A bus to Galway.</p>"})
    expect(page.locator(".texts .found")).to_have_text(["Galway"])
    walk.shot("dropped-file", round(time.monotonic() - begin, 3))
    assert walk.clicks == 0, "the drop is all"
    expect(page.locator("#work .file-name")).to_have_text("bus.html")


ALIKE = """uri,label,language,type,weight
http://x.example/Cork,Cork,en,http://x.example/City,0.6
http://x.example/cork,Cork,en,http://x.example/Bark,0.4
http://x.example/Galway,Galway,en,http://x.example/City,1
"""


def test_what_is_shown_is_narrowed(walk: Walk, server: Server) -> None:
    path, typed = "e-entity/dictionary/datasets/alike", {"Content-Type": "text/csv"}
    server.ask("POST", path, {"language": "en"}, ALIKE.encode(), typed)
    page = walk.watched.open()
    found = page.locator(".texts .found")
    names = found.all_inner_texts()
    city = page.locator(".legend label").filter(has_text="City")
    walk.click(city)
    expect(found).to_have_count(len(names) - 2)
    assert "Cork" not in found.all_inner_texts()
    expect(page.locator(".choosers output")).to_have_text(f"{len(names) - 2} of {len(names)} shown")
    walk.click(city)
    assert found.all_inner_texts() == names
    walk.click(page.get_by_label("Classes in the text"))
    label = "getComputedStyle(document.querySelector('.texts .found'), '::after').content"
    assert page.evaluate(label) == '"Airport"'
    walk.shot("labels")

    page.fill("#work .input textarea", "From Cork to Galway.")
    page.check("#work [data-list=dataset] [value=alike]")
    page.click("#work button[type=submit]")
    expect(found).to_have_text(["Cork", "Galway"])
    slider = page.get_by_label("Confidence from")
    slider.fill("0.95")
    expect(found).to_have_text(["Galway"])
    expect(page.locator(".choosers output")).to_have_text("1 of 2 shown")
    page.locator(".list summary").click()
    values = page.locator(".list td.number")
    expect(values).to_have_count(1)
    assert float(values.inner_text()) >= 0.95
    walk.shot("narrowed")
    # The choice holds for the next answer.
    page.click("#work button[type=submit]")
    expect(slider).to_have_value("0.95")
    expect(found).to_have_text(["Galway"])
    server.ask("DELETE", path)


def test_classes_and_graph_are_drawn(walk: Walk) -> None:
    page = walk.watched.open()
    walk.click(page.get_by_role("tab", name="Classes"))
    rows = page.get_by_role("region", name="Classes").locator("tbody tr")
    expect(rows.first).to_contain_text("City")
    numbers = [int(text) for text in rows.locator("td.number").all_inner_texts()]
    assert numbers == sorted(numbers, reverse=True)
    widths = rows.locator("rect").evaluate_all("all => all.map(e => e.getBoundingClientRect().width)")
    assert widths[0] == pytest.approx(widths[-1] * numbers[0] / numbers[-1], rel=0.02)
    walk.shot("classes")
    walk.click(page.get_by_role("tab", name="Graph"))
    graph = page.locator("svg.graph")
    expect(graph).to_have_attribute("aria-label", "Graph: 6 annotations, 6 linked things, 5 classes")
    expect(graph.locator(".node text")).to_contain_text(["Dublin Airport"] * 1)
    assert graph.locator(".edge").count() == 12
    walk.shot("graph")


def test_result_goes_on_to_links_and_a_map(walk: Walk) -> None:
    page = walk.watched.open()
    walk.click(page.locator(".further [data-next=link]"))
    expect(page.locator("#work .file-name")).to_have_text("document.jsonld")
    expect(page.locator("#work [name=templateid]")).to_be_focused()
    page.select_option("#work [name=templateid]", label="7: facts about a place")
    walk.clicks += 1
    walk.click(page.locator("#work button[type=submit]"))
    picture = page.locator("svg.map")
    expect(picture.locator(".point")).to_have_count(6)
    expect(picture.locator(".land")).to_have_attribute("d", re.compile("^M"))
    expect(picture).to_have_attribute("aria-label", re.compile("6 places: .*Galway"))
    page.locator(".texts .found", has_text="Galway").click()
    expect(page.locator(".card")).to_contain_text("A city and port on the west coast of Ireland.")
    picture.scroll_into_view_if_needed()
    walk.shot("map")
    page.get_by_text("Coordinates of 6 places").click()
    row = page.get_by_role("region", name="Coordinates").locator("tr", has_text="Galway")
    expect(row).to_contain_text("53.271° N")
    expect(row).to_contain_text("9.057° W")


def test_result_goes_on_to_a_filter(walk: Walk) -> None:
    page = walk.watched.open()
    names = page.locator(".texts .found").all_inner_texts()
    walk.click(page.locator(".further [data-next=filter]"))
    page.select_option("#work [name=filter-of]", "mentions")
    walk.clicks += 1
    walk.click(page.locator("#work button[type=submit]"))
    cells = page.locator("#enrich-result tbody td")
    expect(cells.first).to_be_visible()
    assert set(names) <= set(cells.all_inner_texts())
    walk.shot("filter")


CATALOG = 'msgid ""\nmsgstr "Language: es\\n"\n\nmsgid "A bus to Cork."\nmsgstr ""\n'


def test_result_goes_on_to_a_translation(walk: Walk) -> None:
    page = walk.watched.open()
    drop(walk, {"bus.txt": "A bus to Cork."})
    expect(page.locator(".texts .found")).to_have_text(["Cork"])
    walk.click(page.locator(".further [data-next=translation]"))
    walk.click(page.locator("#work button[type=submit]"))
    expect(page.locator(".side td")).to_have_text(["A bus to Cork.", "Un autobús a Cork."])
    expect(page.locator(".texts .found")).to_have_text(["Cork"])
    walk.shot("translation")


def test_translations_are_written_into_the_file(walk: Walk) -> None:
    page = walk.watched.open()
    page.check("#work [value=translation]")
    drop(walk, {"bus.po": CATALOG})
    expect(page.locator(".side td")).to_have_text(["A bus to Cork.", "Un autobús a Cork."])
    walk.click(page.get_by_role("tab", name="Document"))
    with page.expect_download() as saved:
        walk.click(page.locator("button.download"))
    assert saved.value.suggested_filename == "bus.po"
    written = Path(saved.value.path()).read_text()
    assert written == CATALOG.removesuffix('""\n') + '"Un autobús a Cork."\n'
    walk.shot("translated-file")


def test_result_becomes_a_pipeline_whose_result_is_a_document(walk: Walk) -> None:
    page = walk.watched.open()
    drop(walk, {"bus.html": "<p>A night bus to <b>Galway</b>. The night bus stops.</p>"})
    expect(page.locator(".texts .found")).to_have_text(["Galway"])
    walk.click(page.locator(".further [data-next=term]"))
    walk.click(page.locator("#work button[type=submit]"))
    page.locator(".list summary").click()
    expect(page.get_by_role("region", name="All that was found")).to_contain_text("night bus")
    walk.click(page.locator(".further [data-next=pipeline]"))
    endpoints = page.locator("#steps .endpoint")
    expect(endpoints).to_have_count(2)
    assert [one.input_value() for one in endpoints.all()] == [
        "/e-entity/linker/documents",
        "/e-terminology/extraction",
    ]
    expect(page.locator("#pipeline .file-name")).to_have_text("bus.html")
    walk.click(page.locator("#pipeline [type=submit]"))
    spans = page.locator("#pipeline-result .texts .found")
    expect(spans.first).to_be_visible()
    page.locator("#pipeline-result .list summary").click()
    table = page.locator("#pipeline-result .list tbody")
    expect(table).to_contain_text("night bus")
    expect(table).to_contain_text("Galway")
    walk.click(page.locator("#pipeline-result").get_by_role("tab", name="Document"))
    frame = page.frame_locator("#pipeline-result iframe.preview")
    expect(frame.locator("[its-ta-ident-ref]")).to_have_text("Galway")
    walk.shot("pipeline")


# Chromium may keep a page from its tenth download.
@pytest.mark.parametrize("half", [0, 1])
def test_results_are_saved_in_other_formats(walk: Walk, server: Server, half: int) -> None:
    page = walk.watched.open()
    formats = json.loads(server.ask("GET", "formats"))
    exported = [one for one in formats if "export" in one["abilities"]]
    assert len(exported) > 8
    walk.click(page.get_by_role("tab", name="Export"))
    select = page.locator("#enrich-result .inline select")
    assert select.locator("option").evaluate_all("all => all.map(e => e.value)") == [
        one["name"] for one in exported
    ]
    for one in exported[half::2]:
        # Some formats have one media type, and what is drawn still is that of the format before.
        page.locator("#enrich-result .toolbar").evaluate("bar => { bar.dataset.before = ''; }")
        select.select_option(one["name"])
        toolbar = page.locator("#enrich-result .toolbar:not([data-before])")
        about = page.locator("#enrich-result .toolbar:not([data-before]) ~ * .about, .toolbar ~ .about")
        expect(about).to_contain_text(one["media_types"][0])
        with page.expect_download() as saved:
            toolbar.locator("button.download").click()
        ending = [*one["extensions"], re.sub(r".*\+", "", one["media_types"][0])][0]
        assert saved.value.suggested_filename == f"document.{ending}"
        data = Path(saved.value.path()).read_bytes()
        assert b"PK" in data if one["is_package"] else b"Dublin" in data
    expect(page.locator("button.download")).to_contain_text("Saved document")
    walk.shot("export")


def test_several_files_are_enriched_and_saved_together(walk: Walk) -> None:
    page = walk.watched.open()
    files = {f"{name}.html": f"<p>A bus to {name}.</p>" for name in ("Cork", "Galway", "Dublin")}
    drop(walk, {**files, "wrong.xml": "<a><b></a>"})
    rows = page.get_by_role("region", name="Files").locator("tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.filter(has_text="done")).to_have_count(3)
    expect(rows.last).to_contain_text("line 1")
    expect(page.locator(".progress")).to_contain_text("4 of 4 files, 1 failed")
    assert rows.locator("td.number").all_inner_texts()[:3] == ["1", "1", "1"]
    assert walk.clicks == 0
    walk.click(page.get_by_role("button", name="Open Galway.html"))
    expect(page.locator(".texts .found")).to_have_text(["Galway"])
    walk.shot("several-files")
    with page.expect_download() as saved:
        walk.click(page.get_by_role("button", name="Download all"))
    assert saved.value.suggested_filename == "results.zip"
    with zipfile.ZipFile(io.BytesIO(Path(saved.value.path()).read_bytes())) as archive:
        assert archive.testzip() is None
        assert set(files) == set(archive.namelist())
        assert b"its-ta-ident-ref" in archive.read("Cork.html")


def test_several_files_can_be_cancelled(walk: Walk) -> None:
    page = walk.watched.open()
    asked: list[Route] = []
    page.route("**/documents?*", lambda route: asked.append(route))
    drop(walk, {f"{at}.txt": "To Cork." for at in range(9)})
    expect(page.locator(".progress")).to_contain_text("0 of 9 files")
    walk.click(page.get_by_role("button", name="Cancel"))
    rows = page.get_by_role("region", name="Files").locator("tbody tr")
    expect(rows.filter(has_text="cancelled")).to_have_count(9)
    expect(page.locator("#status")).to_contain_text("Cancelled: 0 of 9 files are done")
    assert len(asked) == 3, "no more than three are asked at once"
    walk.shot("cancelled")


def test_one_request_can_be_cancelled(walk: Walk) -> None:
    page = walk.watched.open()
    page.route("**/documents?*", lambda route: None)
    page.click("#work button[type=submit]")
    walk.click(page.locator("#enrich-result").get_by_role("button", name="Cancel"))
    expect(page.locator("#enrich-result .answer")).to_have_text("Cancelled.")
    expect(page.locator("#enrich-result .tab-panel")).to_be_focused()
    expect(page.get_by_role("alert")).to_be_empty()


def test_link_is_shared_without_secrets(walk: Walk, browser: Browser, server: Server) -> None:
    walk.watched.log_in()
    page = walk.watched.open()
    token = page.evaluate("JSON.parse(sessionStorage.getItem('session')).token")
    page.fill("#work .input textarea", "A bus & a train to Cork, 🌊.")
    page.locator("#work [data-join=mode] [value=classify]").uncheck()
    page.fill("#work [data-service=entity] [name=language]", "en")
    walk.click(page.locator("#work button[type=submit]"))
    expect(page.locator(".texts .found")).to_have_text(["Cork"])
    walk.click(page.get_by_role("button", name="Copy a link to this"))
    expect(page.locator("#status")).to_have_text("Link copied")
    walk.shot("shared")
    address = page.evaluate("navigator.clipboard.readText()")
    assert address.startswith(f"{server.base}/#enrich?")
    assert token not in address

    # Whoever is not logged in sees the result at once.
    other = watch(browser.new_context(), server.base)
    asked: list[Request] = []
    other.page.on("request", lambda request: asked.append(request))
    other.page.goto(address)
    expect(other.page.locator(".texts .found")).to_have_text(["Cork"])
    expect(other.page.locator("#work textarea[name=text]")).to_have_value("A bus & a train to Cork, 🌊.")
    sent = [one.url for one in asked if "linker/documents?" in one.url]
    assert len(sent) == 1 and "language=en" in sent[0] and "mode=spot%2Clink" in sent[0]
    assert other.faults == []
    other.page.context.close()

    # A link does nothing in somebody's name.
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#status")).to_contain_text("filled in from the link")
    assert page.locator(".texts").count() == 0
    walk.click(page.locator("#work button[type=submit]"))
    expect(page.locator(".texts .found")).to_have_text(["Cork"])
    # Keys of private systems are left out, and what is too long is refused.
    page.check("#work [value=translation]")
    page.fill("#work [name=key]", "a secret of mine")
    page.evaluate("document.querySelector('#enrich-result').dataset.kept = 1")
    shared = page.evaluate(
        """async () => {
            const { write } = await import("/page/share.js");
            return write(document.querySelector("#work"), { chosenFormat: "" });
        }"""
    )
    assert "provider=" in shared or "service=translation" in shared
    assert "secret" not in shared
    page.check("#work [value=entity]")
    page.fill("#work .input textarea", "Cork " * 2_000)
    page.click("#work button[type=submit]")
    page.get_by_role("button", name="Copy a link to this").click()
    expect(page.get_by_role("alert")).to_contain_text("Too long for a link")


def test_interface_is_tried_out(walk: Walk, server: Server) -> None:
    page = walk.watched.page
    page.goto(f"{server.base}/docs")
    page.fill("#access input[autocomplete=username]", ADMIN[0])
    page.fill("#access input[type=password]", ADMIN[1])
    walk.click(page.get_by_role("button", name="Log in"))
    walk.click(page.get_by_role("button", name="Copy token"))
    token = page.evaluate("navigator.clipboard.readText()")
    asker = Server(server.base, token)
    assert json.loads(asker.ask("GET", f"user/{ADMIN[0]}"))["username"] == ADMIN[0]
    page.fill("#wanted", "Finds named entities")
    operation = page.locator(".operation:visible").first
    walk.click(operation.locator("summary").first)
    walk.click(operation.get_by_text("Try it"))
    expect(operation.get_by_label("entity_engine *")).to_have_value("dictionary")
    with page.expect_request("**/v1/e-entity/dictionary/documents*") as asked:
        walk.click(operation.get_by_role("button", name="Send"))
    assert asked.value.headers["x-auth-token"] == token
    answer = operation.get_by_role("region", name="Body of the answer")
    expect(answer).to_contain_text("http://dbpedia.org/resource/Dublin")
    expect(operation.locator(".toolbar")).to_contain_text("200, text/turtle")
    operation.get_by_text("The same with curl").click()
    command = operation.get_by_role("region", name="The same with curl")
    expect(command).to_contain_text('"X-Auth-Token: $TOKEN"')
    walk.shot("docs")
    operation.get_by_label("entity_engine *").fill("no-such")
    operation.get_by_role("button", name="Send").click()
    expect(operation.locator(".toolbar")).to_contain_text("404, application/problem+json")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("button", name="Log in")).to_be_visible()
    assert page.evaluate("sessionStorage.length") == 0


def test_examples_fill_the_forms(walk: Walk, server: Server) -> None:
    """Every form that has a body in the description begins with it."""
    page = walk.watched.page
    paths = json.loads(server.ask("GET", "openapi.json"))["paths"]
    page.goto(f"{server.base}/docs")
    page.wait_for_selector(".operation")
    walked = 0
    for path, item in paths.items():
        content = item.get("post", {}).get("requestBody", {}).get("content", {})
        examples = [media["example"] for media in content.values() if "example" in media]
        if not examples:
            continue
        operation = page.locator(".operation", has=page.locator(f".path:text-is('{path}')")).filter(
            has=page.locator(".method:text-is('POST')")
        )
        operation.locator("summary").first.click()
        operation.get_by_text("Try it", exact=True).click()
        body = operation.locator("textarea").input_value()
        assert body == examples[0] or json.loads(body) == examples[0]
        walked += 1
    assert walked > 10
