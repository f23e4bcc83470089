"""The page for everybody: names, contrast, order, keys, small screens, no scripts in frames."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from conftest import ROOT, SHOTS, Server, Watched, axe, watch
from playwright.sync_api import Browser, Locator, Page, expect

AUDIT = (Path(__file__).parent / "audit.js").read_text().split("\n", 1)[1].rstrip(";\n")
DUBLIN = ROOT / "examples" / "data" / "dublin.html"


def enriched(page: Page) -> None:
    # A file is enriched when it is chosen, and on a narrow screen its result replaces the form.
    page.set_input_files("#work input[type=file]", DUBLIN)
    expect(page.locator(".texts")).to_contain_text("Book of Kells")
    page.locator(".texts .found").first.click()
    page.click(".list summary")
    page.get_by_text("Source", exact=True).click()


def narrowed(page: Page) -> None:
    page.get_by_label("Classes in the text").check()
    page.locator(".legend input").first.uncheck()


def opened_tab(name: str) -> Callable[[Page], None]:
    def work(page: Page) -> None:
        page.get_by_role("tab", name=name).click()
        page.wait_for_selector("#enrich-result .answer :is(svg, .source)")

    return work


def mapped(page: Page) -> None:
    page.locator(".further [data-next=link]").click()
    page.select_option("#work [name=templateid]", label="7: facts about a place")
    page.click("#work button[type=submit]")
    page.wait_for_selector("svg.map .land[d]")
    page.locator(".texts .found").first.click()
    page.locator(".places-map summary").click()


def several(page: Page) -> None:
    paths = [DUBLIN, ROOT / "examples" / "data" / "names.txt"]
    page.set_input_files("#work input[type=file]", paths)
    page.get_by_role("button", name="Open dublin.html").click()
    page.wait_for_selector("#enrich-result .texts")


def failed(page: Page) -> None:
    page.fill("#work .input textarea", "")
    page.click("#work button[type=submit]")
    page.wait_for_selector(".problem")


def built(page: Page) -> None:
    page.click("#step-add")
    page.click("#step-add")
    page.locator("#steps .pair input").nth(1).fill("$LANGUAGE$")
    page.click("#pipeline-json summary")


def opened(kind: str) -> Callable[[Page], None]:
    def work(page: Page) -> None:
        page.check(f"#kinds [value={kind}]")
        page.locator("#resource-list button").first.click()
        page.wait_for_selector("#resource form")

    return work


STATES: list[tuple[str, str, Callable[[Page], None]]] = [
    ("enrich", "enrich", enriched),
    ("narrowed", "enrich", narrowed),
    ("classes", "enrich", opened_tab("Classes")),
    ("graph", "enrich", opened_tab("Graph")),
    ("export", "enrich", opened_tab("Export")),
    ("map", "enrich", mapped),
    ("files", "enrich", several),
    ("error", "enrich", failed),
    ("pipelines", "pipelines", built),
    ("resources", "resources", opened("filter")),
    ("datasets", "resources", opened("dataset")),
    ("account", "account", lambda page: None),
]


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_views_pass_the_audit(
    browser: Browser, server: Server, scheme: Literal["light", "dark"], width: int
) -> None:
    context = browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 800}, reduced_motion="reduce"
    )
    findings = []
    for name, view, work in STATES:
        watched = watch(context, server.base)
        page = watched.open(view)
        work(page)
        page.mouse.move(0, 0)
        page.evaluate("scrollTo(0, 0)")
        watched.shot(f"{name}-{scheme}-{width}")
        findings += [f"{name}: {one}" for one in page.evaluate(AUDIT) + axe(page)]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            findings.append(f"{name}: wider than the screen")
        findings += watched.faults
        page.close()
    context.close()
    assert findings == []


def test_audit_finds_what_is_wrong(watched: Watched) -> None:
    page = watched.open()
    assert page.evaluate(AUDIT) + axe(page) == []
    page.evaluate(
        """() => {
            const main = document.querySelector("main");
            main.prepend(document.createElement("input"), document.createElement("h5"));
            main.querySelector("h5").textContent = "deep";
            main.querySelector("h5").style.color = getComputedStyle(document.body).backgroundColor;
        }"""
    )
    findings = " ".join(page.evaluate(AUDIT))
    for expected in ("has no name", "a heading of level 5", "contrast of 1.00"):
        assert expected in findings
    assert [one for one in axe(page) if one.startswith("label: ")]


FOCUS = """() => {
    const one = document.activeElement;
    const style = getComputedStyle(one.closest(".choices label") ?? one);
    return {
        at: [...document.querySelectorAll("*")].indexOf(one),
        tag: one.tagName,
        outline: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
        text: (one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 30),
    };
}"""


@pytest.mark.parametrize("view", ["enrich", "pipelines", "resources", "account"])
def test_focus_follows_the_page_and_is_seen(watched: Watched, view: str) -> None:
    page = watched.open(view)
    page.evaluate("document.activeElement.blur()")
    stops: list[dict[str, Any]] = []
    for _ in range(80):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop["tag"] == "BODY" or (stops and stop["at"] == stops[0]["at"]):
            break
        stops.append(stop)
    assert stops[0]["text"] == "Skip to the working area"
    assert len(stops) > 8
    order = [stop["at"] for stop in stops]
    assert order == sorted(order)
    assert [stop["text"] for stop in stops if not stop["outline"]] == []


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def reach(page: Page, element: Locator, key: str) -> None:
    """Presses a key until the element has the focus."""
    for _ in range(60):
        if element.evaluate("one => one === document.activeElement"):
            return
        press(page, key)
    expect(element).to_be_focused()


def test_everything_goes_with_keys_alone(watched: Watched) -> None:
    page = watched.open()
    page.evaluate("document.activeElement.blur()")
    press(page, "Tab")
    expect(page.locator(".skip")).to_be_focused()
    press(page, "Enter", "Tab")
    expect(page.locator("#work .input textarea")).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("From Dublin to Cork.")
    press(page, "Control+Enter")
    spans = page.locator(".texts .found")
    expect(spans).to_have_text(["Dublin", "Cork"])
    tab = page.get_by_role("tab", name="Text")
    reach(page, tab, "Tab")
    reach(page, page.locator(".slider input"), "Tab")
    press(page, "End")
    expect(page.locator(".slider .number")).to_have_text("1.00")
    press(page, "Home")
    expect(page.locator(".slider .number")).to_have_text("0.00")
    reach(page, spans.nth(0), "Tab")
    press(page, "ArrowRight", "Enter")
    expect(spans.nth(1)).to_be_focused()
    expect(page.locator(".card h4")).to_have_text("Cork")
    reach(page, tab, "Shift+Tab")
    press(page, "ArrowRight", "ArrowRight", "ArrowRight", "Enter")
    expect(page.get_by_role("tab", name="NIF")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#enrich-result .answer .source")).to_contain_text("@prefix")


def test_page_works_below_a_path_of_a_proxy(browser: Browser, prefixed: str) -> None:
    watched = watch(browser.new_context(), prefixed)
    page = watched.open()
    page.get_by_role("link", name="Interface").click()
    page.wait_for_selector(".operation")
    page.get_by_role("link", name="Account").click()
    expect(page).to_have_url(f"{prefixed}/#account")
    expect(page.locator("#view-account")).to_be_visible()
    page.goto(f"{prefixed}/auth/oidc/callback")
    expect(page.locator("#state")).to_contain_text("did not log you in")
    page.get_by_role("link", name="Back to the page").click()
    expect(page.locator("#login")).to_be_visible()
    assert watched.faults == []
    page.context.close()


def test_theme_can_be_chosen_and_stays(watched: Watched) -> None:
    page = watched.open()
    ground = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    light = page.evaluate(ground)
    page.select_option("#theme", "dark")
    dark = page.evaluate(ground)
    assert light != dark
    page.reload()
    assert page.evaluate(ground) == dark
    expect(page.locator("#theme")).to_have_value("dark")
    page.select_option("#theme", "auto")
    assert page.evaluate(ground) == light
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ground) == dark


def test_motion_is_left_out_where_it_is_not_wanted(watched: Watched) -> None:
    page = watched.open()
    moving = """motion => {
        const one = document.body.appendChild(document.createElement("p"));
        one.className = "busy";
        const name = getComputedStyle(one).animationName;
        one.remove();
        return name;
    }"""
    assert page.evaluate(moving) == "none"
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(moving) == "breathe"


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_docs_page_lists_what_the_server_says_of_itself(
    browser: Browser, server: Server, scheme: Literal["light", "dark"], width: int
) -> None:
    context = browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 800}, reduced_motion="reduce"
    )
    watched = watch(context, server.base)
    page = watched.page
    page.goto(f"{server.base}/docs")
    page.wait_for_selector(".operation")
    paths = json.loads(server.ask("GET", "openapi.json"))["paths"]
    shown = set(page.locator(".operation .path").all_inner_texts())
    assert set(paths) <= shown
    page.fill("#wanted", "e-entity")
    assert page.locator(".operation:visible").count() < page.locator(".operation").count()
    page.locator(".operation:visible", has_text="Finds named").locator("summary").first.click()
    page.wait_for_selector(".operation[open] table")
    operation = page.locator(".operation[open]")
    operation.get_by_text("Try it").click()
    operation.get_by_role("button", name="Send").click()
    expect(operation.locator(".toolbar")).to_contain_text("200")
    if width == 360:
        page.get_by_role("button", name="Menu").click()
    page.screenshot(path=SHOTS / f"docs-{scheme}-{width}.png", full_page=True)
    assert page.evaluate(AUDIT) + axe(page) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert watched.faults == []
    context.close()
