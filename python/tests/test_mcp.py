"""`glossweave mcp`, driven by a client of the protocol that is written here."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import glossweave
import pytest

DATA = Path(__file__).resolve().parents[2] / "tests" / "data"

NAMES = "uri,label,type\nhttp://e.example/cork,Cork,http://c.example/City\nhttp://e.example/lee,Lee,\n"


class Client:
    """A client of one server."""

    def __init__(self, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "glossweave", "mcp", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        self._id = 0
        self.about = self.ask(
            "initialize",
            protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "test", "version": "1"},
        )["result"]
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, self._process.stderr and self._process.stderr.read()
        answer: dict[str, Any] = json.loads(line)
        return answer

    def ask(self, method: str, **parameters: object) -> dict[str, Any]:
        self._id += 1
        self.send({"jsonrpc": "2.0", "id": self._id, "method": method, "params": parameters})
        answer = self.receive()
        assert answer["id"] == self._id
        return answer

    def call(self, tool: str, **arguments: object) -> dict[str, Any]:
        answer: dict[str, Any] = self.ask("tools/call", name=tool, arguments=arguments)["result"]
        return answer

    def answer(self, tool: str, **arguments: object) -> dict[str, Any]:
        result = self.call(tool, **arguments)
        assert not result["isError"], result
        answer: dict[str, Any] = result["structuredContent"]
        assert json.loads(result["content"][0]["text"]) == answer
        return answer

    def fault(self, tool: str, **arguments: object) -> tuple[str, str]:
        """The kind and the message of an error."""
        result = self.call(tool, **arguments)
        assert result["isError"] and "structuredContent" not in result, result
        return result["_meta"]["glossweave/error"]["kind"], result["content"][0]["text"]

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        assert self._process.wait(10) == 0
        for stream in (self._process.stdout, self._process.stderr):
            assert stream is not None
            stream.close()


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "names.csv").write_text(NAMES)
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / "page.html").write_text("<h1>Cork</h1><p>On the <b>Lee</b>.")
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "open" / "link.txt").symlink_to("../secret.txt")
    return tmp_path


@pytest.fixture
def client(files: Path) -> Iterator[Client]:
    one = Client("--names", f"places={files / 'names.csv'}", "--allow", str(files / "open"))
    yield one
    one.close()


def test_the_tools_have_schemas(client: Client) -> None:
    assert client.about["serverInfo"] == {"name": "glossweave", "version": glossweave.__version__}
    tools = client.ask("tools/list")["result"]["tools"]
    assert {tool["name"] for tool in tools} >= {
        "list_engines", "annotate", "link_names", "look_up", "find_terms", "translate", "filter", "chunk",
        "redact",
    }
    for tool in tools:
        assert tool["inputSchema"]["type"] == tool["outputSchema"]["type"] == "object"
        assert tool["annotations"]["readOnlyHint"] and tool["description"]
    engines = client.answer("list_engines")
    assert {"name": "places", "languages": None} in engines["recognizers"]
    assert engines["reads_files"] and any(one["name"] == "docx" for one in engines["formats"])


def test_a_file_comes_back_with_its_annotations(client: Client) -> None:
    found = client.answer("annotate", path="page.html", return_file=True, return_text=True)
    assert [found["text"][one["start"] : one["end"]] for one in found["annotations"]] == ["Cork", "Lee"]
    assert found["annotations"][0]["classes"] == ["http://c.example/City"]
    assert found["file"]["text"].startswith("<h1><span its-ta-ident-ref=")
    odt = next((DATA / "odt").rglob("*.odt"))
    coded = base64.b64encode(odt.read_bytes()).decode()
    packed = client.answer("annotate", base64=coded, format="odt", return_file=True)["file"]
    assert packed["text"] is None
    page = glossweave.decode(base64.b64decode(packed["base64"]), format="odt")
    assert page.text == glossweave.decode(odt).text


def test_names_are_linked_to_what_the_host_has(client: Client) -> None:
    context = "To Cork, then to Paris."
    found = client.answer("link_names", names=["Cork", "Paris", "Lee"], context=context)["results"]
    assert [len(one["entities"]) for one in found] == [1, 0, 1]
    assert [one["is_in_context"] for one in found] == [True, False, False]
    assert found[0]["entities"][0]["idents"] == ["http://e.example/cork"]


def test_chunks_have_entities(client: Client) -> None:
    chunks = client.answer("chunk", path="page.html", recognizer="places", size=9)
    assert [one["text"] for one in chunks["chunks"]] == ["Cork On ", "the Lee."]
    assert chunks["chunks"][1]["entities"][0]["idents"] == ["http://e.example/lee"]
    assert chunks["chunks"][1]["headings"] == ["Cork"]
    part = client.answer("chunk", path="page.html", size=9, first=1, max_results=1)
    assert [one["index"] for one in part["chunks"]] == [1] and part["total"] == 2


def test_terms_are_found_and_queries_answered(client: Client) -> None:
    text = "A black hole is dense. Every black hole bends light."
    terms = client.answer("find_terms", text=text, language="en", max_results=1)
    assert terms["total"] >= 1 and len(terms["terms"]) == 1
    query = "SELECT ?e { ?s <http://www.w3.org/2005/11/its/rdf#taIdentRef> ?e }"
    table = client.answer("filter", text="To Cork", recognizer="places", query=query)
    assert table["results"].split() == ["e", "http://e.example/cork"]
    assert table["media_type"] == "text/csv"


def test_a_file_is_translated(files: Path) -> None:
    memory = files / "memory.tmx"
    memory.write_text(
        '<tmx version="1.4"><header creationtool="t" creationtoolversion="1" segtype="sentence" o-tmf="t" '
        'adminlang="en" srclang="en" datatype="plaintext"/><body><tu><tuv xml:lang="en"><seg>A city.</seg></tuv>'
        '<tuv xml:lang="de"><seg>Eine Stadt.</seg></tuv></tu></body></tmx>'
    )
    client = Client("--memory", "en", "de", str(memory))
    done = client.answer(
        "translate", text="<p id=x>A city.<!-- kept -->", format="html", language="en", target_language="de"
    )
    assert done["file"]["text"] == "<p id=x>Eine Stadt.<!-- kept -->"
    assert done["segments"] == [{"status": "exact", "count": 1}]
    kind, _ = client.fault("translate", text="A", language="en", target_language="fr")
    assert kind == "NotFound"
    client.close()


def test_a_name_is_looked_up_in_a_stored_dataset(files: Path) -> None:
    store = files / "store"
    with glossweave.Engine(settings={"store": {"location": store}}) as engine:
        engine.local_session().datasets.create("towns", NAMES)
    client = Client("--store", str(store))
    assert client.answer("list_engines")["datasets"] == ["towns"]
    found = client.answer("look_up", dataset="towns", name="Corck")["candidates"]
    assert found[0]["id"] == "http://e.example/cork" and not found[0]["match"]
    linked = client.answer("annotate", text="To Cork", dataset=["towns"])
    assert linked["annotations"][0]["idents"] == ["http://e.example/cork"]
    client.close()


@pytest.mark.parametrize("path", ["link.txt", "../secret.txt", "/etc/passwd", "page.html/x", "."])
def test_no_other_file_is_read(client: Client, path: str) -> None:
    kind, message = client.fault("annotate", path=path)
    assert kind == "Forbidden" and "secret" not in message.replace(path, "")


def test_faults_are_told_with_their_place(client: Client) -> None:
    kind, message = client.fault("annotate", text="<a>\n<b></a>", format="xml")
    assert kind == "Malformed" and "at line 2 column" in message
    assert client.fault("annotate", text="x", colour="red")[0] == "Invalid"
    assert client.fault("annotate", text="x", threshold=2)[1].startswith("expected a number from 0 to 1")
    assert client.fault("annotate", text="x", path="page.html")[0] == "Invalid"
    assert client.fault("filter", text="<a:a> <a:b> <a:c> .", format="turtle", query="SELECT")[0] == "Malformed"
    assert client.ask("tools/call", name="shell", arguments={})["error"]["code"] == -32602


def test_limits_hold_for_hostile_documents(files: Path) -> None:
    client = Client(
        "--names", f"places={files / 'names.csv'}", "--max-bytes", "1000000", "--max-results", "10",
        "--max-output-bytes", "100000", "--seconds", "20",
    )
    assert client.fault("annotate", text="x" * 1_000_001)[0] == "TooLarge"
    assert client.fault("annotate", base64="A" * 1_400_000)[0] == "TooLarge"
    assert client.fault("annotate", text="Cork " * 50_000, return_text=True)[0] == "TooLarge"
    many = client.answer("annotate", text="Cork " * 50_000)
    assert (len(many["annotations"]), many["total"]) == (10, 50_000)
    deep = "<div>" * 150_000 + "Cork"
    assert client.answer("annotate", text=deep, format="html")["total"] == 1
    entities = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(12))
    laughs = f'<!DOCTYPE a [<!ENTITY e0 "Cork">{entities}]><a>&e12;</a>'
    assert client.fault("annotate", text=laughs, format="xml")[0] == "TooLarge"
    heading = "<h1>" + "h" * 50_000 + "</h1>"
    chunks = client.answer("chunk", text=heading + "<p>a." * 1000, format="html", size=0)
    assert len(chunks["chunks"]) == 10
    # A line of the protocol that is longer than any call.
    client.send({"jsonrpc": "2.0", "id": 9_999, "method": "x" * 3_000_000})
    while client.ask("ping").get("error") is not None:
        pass
    client.close()


def test_work_that_takes_too_long_is_ended(files: Path) -> None:
    client = Client("--names", f"places={files / 'names.csv'}", "--seconds", "0.001")
    text = "<p>Cork. " * 400_000
    kind, message = client.fault("chunk", text=text, format="html", recognizer="places", split="words")
    assert kind == "Deadline" and "0.001 seconds" in message
    client.close()


def test_a_folder_that_is_not_there_is_refused() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "glossweave", "mcp", "--allow", "/nowhere"], capture_output=True, input=b"",
    )
    assert done.returncode != 0 and b"/nowhere" in done.stderr
