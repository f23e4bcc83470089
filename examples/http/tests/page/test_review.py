"""Correct what was found: accept, reject, change, add, undo, store; by mouse and by keyboard."""

from __future__ import annotations

import json
import urllib.error

import pytest
from conftest import ADMIN, Server, Watched, axe
from playwright.sync_api import Page, expect

STATUS = "schema:creativeWorkStatus"
PAGE = {
    "dcterms:references": {
        "type": "TextualBody",
        "format": "text/html",
        "value": "<p>😀 From <b>Dub</b>lin to Cork, not Galway.</p>",
    },
    "items": [
        {
            "motivation": "identifying",
            "body": f"http://d.example/{name}",
            "creator": {"type": "Software", "id": "http://t.example/tool"},
            "target": {"selector": {"type": "TextQuoteSelector", "exact": name}},
        }
        for name in ("Dublin", "Cork")
    ],
}


def stored(server: Server, name: str) -> list[dict[str, object]]:
    record = json.loads(server.ask("GET", f"documents/{name}"))
    items: list[dict[str, object]] = record["page"]["items"]
    return items


def store(server: Server, name: str) -> None:
    body = json.dumps(PAGE).encode()
    server.ask("POST", f"documents/{name}", {}, body, {"Content-Type": "application/json"})


def choose(page: Page, name: str) -> None:
    page.select_option("#review-stored", name)
    expect(page.locator("#review-text .found").first).to_be_visible()


def select_word(page: Page, word: str) -> None:
    """Selects a word of the text, as somebody does with the mouse."""
    page.evaluate(
        """word => {
            const body = document.querySelector("#review-text .text");
            const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) {
                const at = walker.currentNode.data.indexOf(word);
                if (at >= 0) {
                    getSelection().setBaseAndExtent(walker.currentNode, at, walker.currentNode, at + word.length);
                    return;
                }
            }
        }""",
        word,
    )


def test_by_keyboard(watched: Watched, server: Server) -> None:
    store(server, "keys")
    watched.log_in()
    page = watched.open("review")
    choose(page, "keys")
    expect(page.locator("#review-counts")).to_have_text("2 proposed, 0 accepted, 0 rejected")
    expect(page.locator("#review-text .found")).to_have_text(["Dublin", "Cork"])
    page.locator("#review-text .found").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("a")
    # It goes on to the next one.
    expect(page.locator("#review-text .found:focus")).to_have_text("Cork")
    page.keyboard.press("r")
    expect(page.locator("#review-counts")).to_have_text("0 proposed, 1 accepted, 1 rejected")
    page.keyboard.press("u")
    expect(page.locator("#review-counts")).to_have_text("1 proposed, 1 accepted, 0 rejected")
    page.keyboard.press("y")
    page.keyboard.press("Control+z")
    expect(page.locator("#review-counts")).to_have_text("1 proposed, 1 accepted, 0 rejected")
    select_word(page, "Galway")
    page.keyboard.press("n")
    page.fill("#review-details [name=links]", "http://d.example/Galway")
    page.keyboard.press("Enter")
    expect(page.locator("#review-text .found")).to_have_text(["Dublin", "Cork", "Galway"])
    watched.shot("review")
    assert axe(page) == []
    page.keyboard.press("Control+s")
    expect(page.locator("#status")).to_have_text("Changes stored")
    items = stored(server, "keys")
    assert [one[STATUS] for one in items] == ["accepted", "proposed", "accepted"]
    assert items[0]["creator"] == {"type": "Software", "id": "http://t.example/tool"}
    assert items[0]["dcterms:contributor"] == {"type": "Person", "name": "admin"}
    assert items[2]["creator"] == {"type": "Person", "name": "admin"}
    expect(page.locator("#review-save")).to_be_disabled()


def test_by_mouse(watched: Watched, server: Server) -> None:
    store(server, "mouse")
    watched.log_in()
    page = watched.open("review")
    choose(page, "mouse")
    page.locator("#review-text .found").last.click()
    expect(page.locator("#review-details")).to_contain_text("by http://t.example/tool")
    page.locator("#review-details").get_by_role("button", name="Change").click()
    page.fill("#review-details [name=links]", "http://d.example/County_Cork")
    page.fill("#review-details [name=classes]", "http://d.example/County")
    page.locator("#review-details").get_by_role("button", name="Apply").click()
    page.locator("#review-text .found").first.click()
    page.locator("#review-details").get_by_role("button", name="Remove").click()
    page.click("#review-save")
    expect(page.locator("#status")).to_have_text("Changes stored")
    (item,) = stored(server, "mouse")
    assert [body["source"] for body in item["body"]] == [  # type: ignore[attr-defined]
        "http://d.example/County_Cork",
        "http://d.example/County",
    ]
    page.click("#review-accept")
    expect(page.locator("#status")).to_have_text("0 accepted")
    page.click("#review-delete")
    page.locator("#confirm").get_by_role("button", name="Delete").click()
    expect(page.locator("#status")).to_have_text("mouse deleted")
    with pytest.raises(urllib.error.HTTPError):
        stored(server, "mouse")


def test_somebody_else_was_faster(watched: Watched, server: Server) -> None:
    store(server, "raced")
    watched.log_in()
    page = watched.open("review")
    choose(page, "raced")
    page.click("#review-accept")
    server.ask("PUT", "documents/raced", {"description": "changed"})
    page.click("#review-save")
    expect(page.get_by_role("alert")).to_contain_text("412")
    # The changes are still there.
    expect(page.locator("#review-counts")).to_have_text("0 proposed, 2 accepted, 0 rejected")
    assert [one[STATUS] for one in stored(server, "raced")] == ["proposed", "proposed"]


def test_from_a_result(watched: Watched, server: Server) -> None:
    # Another user has a private document of the name.
    server.ask("POST", "user", {"username": "rival", "password": "first password"})
    rival = server.log_in("rival", "first password")
    kind = {"Content-Type": "application/json"}
    name = "admin-document"
    rival.ask("POST", f"documents/{name}", {"visibility": "private"}, json.dumps(PAGE).encode(), kind)
    page = watched.open()
    page.click("[data-next=review]")
    expect(page.locator("#login-why")).to_contain_text("A review is stored as your document")
    expect(page.locator("#login [name=username]")).to_be_focused()
    page.fill("#login [name=username]", ADMIN[0])
    page.fill("#login [name=password]", ADMIN[1])
    page.click("#login button")
    page.click("[data-next=review]")
    expect(page.locator("#view-review")).to_be_visible()
    expect(page.locator("#status")).to_have_text(f"Stored as {name}-2")
    expect(page.locator("#review-counts")).to_contain_text("proposed, 0 accepted, 0 rejected")
    page.click("#review-accept")
    page.click("#review-save")
    expect(page.locator("#status")).to_have_text("Changes stored")
    name = page.locator("#review-stored").input_value()
    items = stored(server, name)
    assert items and all(one[STATUS] == "accepted" for one in items)
    server.ask("DELETE", "user/rival", {"resources": "delete"})


def test_strangers_look_only(watched: Watched, server: Server) -> None:
    store(server, "public")
    page = watched.open("review")
    choose(page, "public")
    page.locator("#review-text .found").first.click()
    expect(page.locator("#review-details")).to_contain_text("proposed")
    expect(page.locator("#review-details button")).to_have_count(0)
    for name in ("accept", "add", "save", "delete"):
        expect(page.locator(f"#review-{name}")).to_be_disabled()
