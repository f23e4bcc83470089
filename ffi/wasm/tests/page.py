"""The page of examples/browser in a real Chromium, from files alone: page.py SITE CHROMIUM.

A screenshot goes to build/screenshots.
"""

from __future__ import annotations

import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parents[3]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
# Milliseconds: machines that build at the same time are slow.
PATIENCE = 60_000


class Files(SimpleHTTPRequestHandler):
    """A server of files, which answers nothing else."""

    asked: list[str] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        super().do_GET()

    def log_message(self, *_: object) -> None:
        pass


def annotate(page: Page) -> None:
    page.click("#annotate")
    page.wait_for_selector("#result:visible, #problem:visible")


def downloaded(page: Page, link: str) -> bytes:
    with page.expect_download() as waiting:
        page.click(link)
    return Path(waiting.value.path()).read_bytes()


def without_insertions(marked: bytes, source: bytes) -> bool:
    """Whether the source is left where tags and attributes are taken away."""
    left = iter(marked)
    return all(byte in left for byte in source)


def text_is_annotated(page: Page) -> None:
    source = page.input_value("#source").encode()
    annotate(page)
    expect(page.locator("#summary")).to_have_text("4 names found, 4 written")
    marks = page.locator("#text mark").all_text_contents()
    assert marks == ["Dublin", "Cork", "Limerick\u00a0Junction", "Galway"], marks
    marked = downloaded(page, "#download")
    expected = (
        b'From <span its-ta-ident-ref="http://dbpedia.org/resource/Dublin" its-ta-confidence="1">'
        b"<b>Dub</b>lin</span> the train"
    )
    assert expected in marked, marked
    assert without_insertions(marked, source), marked
    assert page.text_content("#annotated") == marked.decode()
    assert b'nif:anchorOf "Galway"@en' in downloaded(page, "#nif")


def file_is_annotated(page: Page, path: Path) -> None:
    places = (ROOT / "examples/data/places.csv").read_text()
    page.fill("#names", places)
    page.set_input_files("#file", path)
    annotate(page)
    expect(page.locator("#entities tr").first).to_be_visible()
    assert without_insertions(downloaded(page, "#download"), path.read_bytes())


def file_is_dropped(page: Page) -> None:
    page.evaluate(
        """() => {
        const carried = new DataTransfer();
        carried.items.add(new File(["# Cork\\n\\nFrom *Cork* on.\\n"], "tour.md"));
        const drop = new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true });
        document.getElementById("document").dispatchEvent(drop);
    }"""
    )
    expect(page.locator("#name")).to_have_text("tour.md")
    expect(page.locator("#format")).to_have_value("markdown")
    page.fill("#names", "uri,label\nhttp://example.org/cork,Cork\n")
    annotate(page)
    expect(page.locator("#entities tr")).to_have_count(2)


def fault_is_told(page: Page) -> None:
    page.click("#clear")
    page.select_option("#format", "xml")
    page.fill("#source", "<a><b></a>")
    annotate(page)
    expect(page.locator("#problem")).to_contain_text("Malformed: ")
    expect(page.locator("#problem")).to_contain_text("line 1 column 7")
    expect(page.locator("#result")).to_be_hidden()


def main(site: str, chromium: str) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}/"
    shots = ROOT / "build" / "screenshots"
    shots.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1100, "height": 900})
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        foreign = lambda request: not request.url.startswith((base, "blob:", "data:"))
        page.on("request", lambda request: wrong.append(request.url) if foreign(request) else None)
        page.goto(base)
        page.wait_for_selector("main:not([aria-busy]), #problem:visible")
        assert page.is_hidden("#problem"), page.text_content("#problem")
        # From here on the server is not asked for anything.
        asked = len(Files.asked)
        server.shutdown()
        server.server_close()
        text_is_annotated(page)
        page.screenshot(path=shots / "browser.png", full_page=True)
        file_is_annotated(page, ROOT / "examples/data/dublin.html")
        file_is_dropped(page)
        fault_is_told(page)
        assert len(Files.asked) == asked, Files.asked[asked:]
        browser.close()
    assert wrong == [], wrong
    print("4 passed, 0 failed")


if __name__ == "__main__":
    main(*sys.argv[1:])
