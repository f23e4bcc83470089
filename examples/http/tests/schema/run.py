"""The description of the service, and the service by its description.

The OpenAPI document is validated; then Schemathesis sends what the document allows, and what it does
not, as an admin and as nobody: no answer may be a fault of the service, or another than the document
says. Arguments: the program, and the number of random requests for each operation (15); with a smaller number, anonymous
callers send no requests that are made systematically.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from openapi_spec_validator import OpenAPIV31SpecValidator

ROOT = Path(__file__).resolve().parents[4]
PASSWORD = "correct horse"
ALL = 15
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,"
    "response_headers_conformance,response_schema_conformance"
)


def start(program: str) -> tuple[subprocess.Popen[str], str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GLOSSWEAVE_")}
    environment |= {
        "GLOSSWEAVE_SERVER_LISTEN": "127.0.0.1:0",
        "GLOSSWEAVE_SERVER_LOG": "off",
        "GLOSSWEAVE_ADMIN_CREATE": "true",
        "GLOSSWEAVE_ADMIN_USERNAME": "root",
        "GLOSSWEAVE_ADMIN_PASSWORD": PASSWORD,
    }
    server = subprocess.Popen([program], env=environment, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    return server, server.stdout.readline().strip()


def ask(url: str, headers: dict[str, str], body: bytes = b"", method: str = "POST") -> bytes:
    request = urllib.request.Request(url, body or None, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return bytes(answer.read())


def fill(base: str) -> str:
    """Stores something to be found, and gives a token."""
    names = {"X-Auth-Username": "root", "X-Auth-Password": PASSWORD}
    token: str = json.loads(ask(f"{base}v1/authenticate", names))["token"]
    for path, media_type, file in [
        ("e-entity/dictionary/datasets/places", "text/csv", "data/places.csv"),
        ("toolbox/convert/manage/entities", "text/plain", "filters/entities.rq"),
        ("toolbox/xslt-converter/manage/identity", "text/plain", "xslt/identity.xsl"),
    ]:
        headers = {"X-Auth-Token": token, "Content-Type": media_type}
        ask(f"{base}v1/{path}", headers, (ROOT / "examples" / file).read_bytes())
    return token


def try_out(base: str, token: str | None, examples: int) -> int:
    command = [str(Path(sys.executable).with_name("schemathesis")), "run", f"{base}v1/openapi.json"]
    phases = "examples,fuzzing" if token is None and examples < ALL else "examples,coverage,fuzzing"
    command += ["--checks", CHECKS, "--phases", phases, "--mode", "all"]
    command += ["--max-examples", str(examples), "--seed", "7", "--request-timeout", "30", "--no-color"]
    if token is not None:
        command += ["--header", f"X-Auth-Token: {token}"]
    # It leaves a folder where it runs.
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, text=True, timeout=300, check=False, cwd=folder
        )
    who = "as nobody" if token is None else "as an admin"
    counted = [line for line in done.stdout.splitlines() if " generated, " in line]
    print(f"{who}:", *counted)
    if done.returncode != 0 or not counted:
        print(done.stdout)
        return 1
    return 0


def main() -> int:
    server, base = start(sys.argv[1])
    try:
        document = json.loads(ask(f"{base}v1/openapi.json", {}, method="GET"))
        OpenAPIV31SpecValidator(document).validate()
        print(f"{len(document['paths'])} paths described")
        token = fill(base)
        examples = int(sys.argv[2]) if len(sys.argv) > 2 else ALL
        failed = sum(try_out(base, who, examples) for who in (token, None))
        ask(f"{base}ready", {}, method="GET")
        return failed
    finally:
        server.terminate()
        server.wait(timeout=60)


if __name__ == "__main__":
    sys.exit(main())
