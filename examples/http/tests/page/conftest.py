"""The page in a real Chromium, against the server as it is built.

GLOSSWEAVE_PAGE_SERVER names the program, GLOSSWEAVE_CHROMIUM the browser; screenshots go to
build/screenshots.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

ROOT = Path(__file__).resolve().parents[4]
SHOTS = ROOT / "build" / "screenshots"
ADMIN = ("admin", "long enough ünïcode")
# Milliseconds: machines that build at the same time are slow.
PATIENCE = 30_000
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


MEMORY = """<tmx version="1.4"><header creationtool="test" creationtoolversion="1" segtype="sentence"
 o-tmf="none" adminlang="en" srclang="en" datatype="plaintext"/><body><tu>
<tuv xml:lang="en"><seg>A bus to Cork.</seg></tuv>
<tuv xml:lang="es"><seg>Un autobús a Cork.</seg></tuv></tu></body></tmx>"""
TRANSLATOR = """[[translator]]
provider = "memory"
protocol = "memory"
place = "{place}"
system = {{ source-lang = "en", target-lang = "es" }}
"""


@dataclass
class Server:
    """The service, asked without a browser."""

    base: str
    token: str = ""

    def ask(
        self,
        method: str,
        path: str,
        query: dict[str, str] | None = None,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> bytes:
        url = f"{self.base}/v1/{path}?{urlencode(query or {})}"
        sent = {"X-Auth-Token": self.token} if self.token else {}
        request = urllib.request.Request(url, body, {**sent, **(headers or {})}, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return bytes(answer.read())

    def log_in(self, name: str, password: str) -> Server:
        names = {"X-Auth-Username": name, "X-Auth-Password": password}
        sent = {key: value.encode().decode("latin-1") for key, value in names.items()}
        answer = json.loads(self.ask("POST", "authenticate", headers=sent))
        return Server(self.base, answer["token"])


def program() -> Path:
    named = os.environ.get("GLOSSWEAVE_PAGE_SERVER")
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return Path(named) if named else target / "debug" / "glossweave-http"


def first_line(process: subprocess.Popen[str]) -> str:
    """What the server says when it listens, or nothing after a while."""
    lines: queue.Queue[str] = queue.Queue()
    assert process.stdout is not None
    read = process.stdout.readline
    threading.Thread(target=lambda: lines.put(read()), daemon=True).start()
    try:
        return lines.get(timeout=30).strip()
    except queue.Empty:
        return ""


@contextmanager
def running(factory: pytest.TempPathFactory, settings: dict[str, str]) -> Iterator[Server]:
    """A server of its own, with an empty store."""
    environment = {
        **os.environ,
        "GLOSSWEAVE_ADMIN_CREATE": "true",
        "GLOSSWEAVE_ADMIN_USERNAME": ADMIN[0],
        "GLOSSWEAVE_ADMIN_PASSWORD": ADMIN[1],
        **settings,
    }
    folder = factory.mktemp("settings")
    (folder / "memory.tmx").write_text(MEMORY)
    (folder / "settings.toml").write_text(TRANSLATOR.format(place=folder / "memory.tmx"))
    command = [str(program()), "--config", str(folder / "settings.toml")]
    command += ["--server.listen", "127.0.0.1:0", "--store.location", str(factory.mktemp("store")), "--server.log", "warn"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        base = first_line(process)
        assert base.startswith("http://"), f"the server said {base!r}"
        yield Server(base.rstrip("/"))
    finally:
        process.terminate()
        process.wait(timeout=30)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory, {"GLOSSWEAVE_DATASET": "places"}) as started:
        service = started.log_in(*ADMIN)
        fill(service)
        yield service


def fill(service: Server) -> None:
    """What the tests want to be there."""
    places = (ROOT / "examples" / "data" / "places.csv").read_bytes()
    typed, plain = {"Content-Type": "text/csv"}, {"Content-Type": "text/plain"}
    service.ask("POST", "e-entity/dictionary/datasets/places", {"language": "en"}, places, typed)
    for name in ("entities", "mentions"):
        query = (ROOT / "examples" / "filters" / f"{name}.rq").read_bytes()
        service.ask("POST", "toolbox/convert/manage", {"name": name}, query, plain)
    facts = (ROOT / "examples" / "data" / "dublin-facts.ttl").read_bytes()
    turtle, json_typed = {"Content-Type": "text/turtle"}, {"Content-Type": "application/json"}
    service.ask("POST", "e-entity/dictionary/datasets/dublin-facts", {}, facts, turtle)
    template = (ROOT / "examples" / "data" / "facts.json").read_bytes()
    service.ask("POST", "e-link/templates", {}, template, json_typed)
    sheet = (ROOT / "examples" / "xslt" / "identity.xsl").read_bytes()
    service.ask("POST", "toolbox/xslt-converter/manage/identity", {}, sheet, plain)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    names = ("chromium", "chromium-browser", "google-chrome")
    named = os.environ.get("GLOSSWEAVE_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, names)), None)
    assert found, "there is no Chromium; `make setup` installs it"
    SHOTS.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield chromium
        chromium.close()


@dataclass
class Watched:
    """A page, and everything that it should not have done."""

    page: Page
    base: str
    wrong: list[str] = field(default_factory=list)
    foreign: list[Request] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """What it did and should not have. What its policy stopped did not get out."""
        out = [request.url for request in self.foreign if request.failure != "csp"]
        return self.wrong + [f"called {url}" for url in out]

    def open(self, view: str = "enrich") -> Page:
        self.page.goto(f"{self.base}/#{view}")
        self.page.wait_for_selector(f"#view-{view}:visible")
        self.page.wait_for_selector("main:not([aria-busy])")
        if view == "enrich":
            self.page.wait_for_selector("#enrich-result .texts .found")
        return self.page

    def log_in(self, name: str = ADMIN[0], password: str = ADMIN[1]) -> None:
        self.open("account")
        self.page.fill("#login [name=username]", name)
        self.page.fill("#login [name=password]", password)
        self.page.click("#login button")
        self.page.wait_for_selector("#mine:visible")

    def shot(self, name: str) -> None:
        self.page.screenshot(path=SHOTS / f"{name}.png", full_page=True)


AXE = (files("axe_playwright_python") / "axe.min.js").read_text()
RUN_AXE = """async () => (await axe.run()).violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`),
)"""


def axe(page: Page) -> list[str]:
    """What axe-core finds on a page as it is shown."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(RUN_AXE)
    return found


def watch(context: BrowserContext, base: str) -> Watched:
    """Notes faults of scripts, breaches of the policy, and calls of other servers."""
    page = context.new_page()
    watched = Watched(page, base)
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: watched.wrong.append(f"fault: {error}"))

    # In the frame of a preview documents try what they may not; there only calls of others count.
    def said(message: ConsoleMessage) -> None:
        in_frame = message.location["url"].startswith("about:srcdoc")
        if "Content Security Policy" in message.text and not in_frame:
            watched.wrong.append(message.text)

    def called(request: Request) -> None:
        if not request.url.startswith((f"{base}/", "data:", "blob:", "about:")):
            watched.foreign.append(request)

    page.on("console", said)
    page.on("request", called)
    return watched


@pytest.fixture
def elsewhere() -> Iterator[tuple[str, list[str]]]:
    """Another server, and what it was asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(204)
            self.end_headers()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()


PREFIX = "/tools/weave"


@pytest.fixture
def prefixed(server: Server) -> Iterator[str]:
    """The address of the server behind a proxy that has it below a path."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if not self.path.startswith(f"{PREFIX}/"):
                self.send_error(404)
                return
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)) or None
            url = server.base + self.path.removeprefix(PREFIX)
            request = urllib.request.Request(url, body, dict(self.headers), method=self.command)
            with urllib.request.urlopen(request, timeout=30) as answer:
                content = answer.read()
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    if name.lower() not in ("connection", "content-length", "transfer-encoding"):
                        self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_GET

        def log_message(self, format: str, *args: object) -> None:
            pass

    proxy = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{proxy.server_port}{PREFIX}"
    proxy.shutdown()


@pytest.fixture
def watched(browser: Browser, server: Server) -> Iterator[Watched]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    one = watch(context, server.base)
    yield one
    assert one.faults == []
    context.close()
