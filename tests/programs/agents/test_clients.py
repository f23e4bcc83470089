"""`glossweave mcp` and `/mcp` of the server, driven by the official clients of the protocol in Python and TypeScript and by
that of fastmcp; every answer is valid by the schemas that the tools declare."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from fastmcp import Client as FastClient
from fastmcp.client.transports import StdioTransport
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

SDK = "@modelcontextprotocol/sdk@1.32.2"
"""The SDK for TypeScript."""

NAMES = "uri,label,type\nhttp://e.example/cork,Cork,http://c.example/City\n"
HTML = "<h1>Cork</h1><p>To Cork &amp; back."
QUERY = "SELECT ?e { ?s <http://www.w3.org/2005/11/its/rdf#taIdentRef> ?e }"

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("list_engines", {}),
    ("annotate", {"text": HTML, "format": "html", "return_file": True, "return_text": True}),
    ("annotate", {"path": "page.html", "num_links": 2, "threshold": 0.1}),
    ("link_names", {"names": ["Cork", "Paris"], "context": "To Cork"}),
    ("find_terms", {"text": "A black hole is dense. Every black hole bends light.", "language": "en"}),
    ("translate", {"text": "<p>A city.", "format": "html", "language": "en", "target_language": "de"}),
    ("filter", {"text": "To Cork", "recognizer": "places", "query": QUERY, "results": "json"}),
    ("chunk", {"text": HTML, "format": "html", "recognizer": "places", "size": 20}),
]

FAULTS: list[tuple[str, dict[str, Any], str]] = [
    ("annotate", {"path": "/etc/passwd"}, "Forbidden"),
    ("annotate", {"text": "<a><b></a>", "format": "xml"}, "Malformed"),
    ("annotate", {"text": "x" * 2_000_001}, "TooLarge"),
    ("look_up", {"dataset": "none", "name": "Cork"}, "Unauthenticated"),
]


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    (tmp_path / "names.csv").write_text(NAMES)
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / "page.html").write_text(HTML)
    (tmp_path / "memory.tmx").write_text(
        '<tmx version="1.4"><header creationtool="t" creationtoolversion="1" segtype="sentence" o-tmf="t" '
        'adminlang="en" srclang="en" datatype="plaintext"/><body><tu><tuv xml:lang="en"><seg>A city.</seg></tuv>'
        '<tuv xml:lang="de"><seg>Eine Stadt.</seg></tuv></tu></body></tmx>'
    )
    return [
        "-m", "glossweave", "mcp", "--names", f"places={tmp_path / 'names.csv'}", "--allow", str(tmp_path / "open"),
        "--memory", "en", "de", str(tmp_path / "memory.tmx"), "--max-bytes", "2000000",
    ]


Call = Callable[[str, dict[str, Any]], Awaitable[Any]]


async def hold(tools: list[Any], call: Call, faults: list[tuple[str, dict[str, Any], str]]) -> None:
    """What every client sees: valid schemas, valid answers, and errors of tools."""
    schemas = {}
    for tool in tools:
        one = tool.model_dump(by_alias=True)
        for schema in (one["inputSchema"], one["outputSchema"]):
            jsonschema.Draft202012Validator.check_schema(schema)
        schemas[one["name"]] = (one["inputSchema"], one["outputSchema"])
    assert len(schemas) == len(tools) >= 8
    for name, given in CALLS:
        jsonschema.validate(given, schemas[name][0])
        result = (await call(name, given)).model_dump(by_alias=True)
        assert not result["isError"], (name, result)
        jsonschema.validate(result["structuredContent"], schemas[name][1])
    for name, given, kind in faults:
        result = (await call(name, given)).model_dump(by_alias=True)
        assert result["isError"], (name, result)
        assert result["_meta"]["glossweave/error"]["kind"] == kind, result


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_official_client(arguments: list[str], mode: str) -> None:
    async def run() -> None:
        server = StdioServerParameters(command=sys.executable, args=arguments)
        async with Client(stdio_client(server), mode=mode) as client:
            tools = (await client.list_tools()).tools
            await hold(list(tools), client.call_tool, FAULTS)

    asyncio.run(run())


def test_fastmcp(arguments: list[str]) -> None:
    async def run() -> None:
        async with FastClient(StdioTransport(sys.executable, arguments)) as client:
            await hold(list(await client.list_tools()), client.call_tool_mcp, FAULTS)

    asyncio.run(run())


def test_the_client_in_typescript(arguments: list[str], tmp_path: Path) -> None:
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        pytest.skip("npm is missing")
    folder = tmp_path / "client"
    folder.mkdir()
    shutil.copy(Path(__file__).with_name("client.mjs"), folder)
    subprocess.run([npm, "install", "--silent", "--prefix", folder, SDK], check=True)
    done = subprocess.run(
        [node, folder / "client.mjs", sys.executable, *arguments], check=True, capture_output=True
    )
    said = json.loads(done.stdout)
    assert len(said["tools"]) >= 8
    assert said["found"]["structuredContent"]["total"] == 2
    assert said["chunks"]["structuredContent"]["chunks"][0]["headings"] == ["Cork"]
    assert said["refused"]["isError"] is True


@pytest.fixture
def service(tmp_path: Path) -> Iterator[str]:
    """The server over HTTP; GLOSSWEAVE_HTTP names its program."""
    if "GLOSSWEAVE_HTTP" not in os.environ:
        pytest.skip("GLOSSWEAVE_HTTP does not name the server")
    (tmp_path / "names.csv").write_text(NAMES)
    (tmp_path / "config.toml").write_text(
        f'[[recognizer]]\nname = "places"\nprotocol = "dictionary"\nplace = "{tmp_path / "names.csv"}"\n'
    )
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    process = subprocess.Popen(
        [os.environ["GLOSSWEAVE_HTTP"], "--config", str(tmp_path / "config.toml"), "--server.listen", f"127.0.0.1:{port}"]
    )
    for _ in range(100):
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    yield f"http://127.0.0.1:{port}/mcp"
    process.terminate()
    process.wait(30)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_official_client_over_http(service: str, mode: str) -> None:
    async def run() -> None:
        async with Client(service, mode=mode) as client:
            found = await client.call_tool("annotate", {"text": "To Cork", "recognizer": "places"})
            assert found.structured_content["annotations"][0]["idents"] == ["http://e.example/cork"]
            refused = await client.call_tool("annotate", {"path": "names.csv", "recognizer": "places"})
            assert refused.is_error
            assert len((await client.list_tools()).tools) >= 8

    asyncio.run(run())
