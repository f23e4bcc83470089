"""Sends requests that take far more than their size to a server of each kind, each attack to a new process
that may have 8 GB, and prints what they cost. JSON objects, one a line.

    python attacks.py NAME=SERVER...
"""

import gzip
import http.client
import json
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

# Not more than the machine has: what takes more ends its process.
ADDRESSES = 8_000_000
WAIT = 120
NIF = "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n"
ITS = 'xmlns:its="http://www.w3.org/2005/11/its"'
ENTITIES = "/v1/e-entity/dictionary/documents?dataset=attack&language=en"

Request = tuple[str, str, dict[str, str], bytes]


class Server:
    def __init__(self, program: str) -> None:
        shell = f'ulimit -v {ADDRESSES} && exec "$0" --server.listen 127.0.0.1:0 --server.log off'
        command = ["bash", "-c", shell, program]
        self.child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.child.stdout is not None
        address = urllib.parse.urlsplit(self.child.stdout.readline().strip())
        assert address.hostname and address.port
        self.address = address.hostname, address.port
        self.ask("POST", "/v1/user?username=anna&password=correct+horse", {}, b"")
        word = {"X-Auth-Username": "anna", "X-Auth-Password": "correct horse"}
        self.token = str(json.loads(self.ask("POST", "/v1/authenticate", word, b"")[1])["token"])
        csv = {"Content-Type": "text/csv"}
        self.ask(
            "POST", "/v1/e-entity/dictionary/datasets/attack", csv, b"uri,label\nhttp://e.example/a,a\n"
        )

    def ask(self, method: str, target: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        line = http.client.HTTPConnection(*self.address, timeout=WAIT)
        token = {"X-Auth-Token": self.token} if hasattr(self, "token") else {}
        line.request(method, target, body, {**headers, **token})
        reply = line.getresponse()
        content = reply.read()
        line.close()
        return reply.status, content

    def peak(self) -> float:
        """The most memory that the process has held, in MB."""
        try:
            status = Path(f"/proc/{self.child.pid}/status").read_text()
        except OSError:
            return 0.0
        found = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")]
        return int(found[0]) * 1024 / 1e6 if found else 0.0

    def end(self) -> None:
        self.child.kill()
        self.child.wait()


def post(target: str, media_type: str, body: str, packed: bool = False) -> Request:
    headers = {"Content-Type": media_type}
    content = body.encode()
    if packed:
        headers["Content-Encoding"] = "gzip"
        content = gzip.compress(content)
    return "POST", target, headers, content


def standoff(kind: str, record: str, reference: str, count: int, html: bool) -> str:
    if html:
        records = f"<its:{record} person='p'/>" * count
        block = f"<script type=application/its+xml id=r><its:{kind} {ITS} xml:id='r'>{records}"
        return f"<!DOCTYPE html><p>{block}</its:{kind}></script>" + (
            f"<span {reference}=#r>a</span>" * count
        )
    records = f"<its:{record} person='p'/>" * count
    camel = "provenanceRecordsRef" if "prov" in reference else "locQualityIssuesRef"
    return (
        f"<d {ITS} its:version='2.0'><its:{kind} xml:id='r'>{records}</its:{kind}>"
        + f"<p its:{camel}='#r'>a</p>" * count
        + "</d>"
    )


def nested(length: int, depth: int) -> str:
    text = "a" * length
    spans = "".join(
        f'<http://e.example/#char={at},{length - at}> a nif:Phrase ; nif:referenceContext '
        f'<http://e.example/#char=0,{length}> ; nif:beginIndex "{at}" ; nif:endIndex "{length - at}" .\n'
        for at in range(depth)
    )
    return f'{NIF}<http://e.example/#char=0,{length}> a nif:Context ; nif:isString "{text}" .\n{spans}'


def noted(units: int) -> str:
    paragraphs = "<p>a</p>" * units
    return f"<d {ITS} its:version='2.0' its:locNote='{'n' * 60_000}'>{paragraphs}</d>"


def segmented(count: int) -> str:
    segments = "".join(f'<mrk mtype="seg" mid="{at}">One is here.</mrk>' for at in range(count))
    return (
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" '
        'datatype="plaintext" source-language="en" target-language="de"><body><trans-unit id="1">'
        f"<source>x</source><seg-source>{segments}</seg-source><target>{segments}</target>"
        "</trans-unit></body></file></xliff>"
    )


def attacks() -> Iterator[tuple[str, Request]]:
    html, xml, turtle = "text/html", "text/xml", "text/turtle"
    records = "provenanceRecords", "provenanceRecord", "its-provenance-records-ref"
    for count in (700, 2_800):
        name = f"{count} standoff records × references"
        yield f"{name}, HTML", post(ENTITIES, html, standoff(*records, count, True))
        yield f"{name}, XML", post(ENTITIES, xml, standoff(*records, count, False))
    issues = "locQualityIssues", "locQualityIssue", "its-loc-quality-issues-ref"
    yield "2800 issues × references, XML", post(ENTITIES, xml, standoff(*issues, 2_800, False))
    yield "1,000 nested annotations on 1 MB", post(ENTITIES, turtle, nested(1_000_000, 1_000))
    yield "one note of 60 KB × 15,000 units", post(ENTITIES, xml, noted(15_000))
    path = "/v1/e-terminology/extraction?source-lang=en&target-lang=de"
    xliff = "application/x-xliff+xml"
    yield "100,000 segments in a unit of XLIFF", post(ENTITIES, xliff, segmented(100_000))
    step = {
        "method": "POST", "endpoint": "/e-entity/dictionary/documents", "body": "a",
        "parameters": {"dataset": "attack", "language": "$A$" * 1_000_000},
    }
    yield "pipeline variable of 30 KB, a million times", post(
        f"/v1/pipelining/chain?A={'a' * 30_000}", "application/json", json.dumps([step])
    )
    base = f"@base <http://e.example/{'a' * 1_000_000}/> .\n" + "<a> <b> <c> , <d> , <e> .\n" * 300_000
    yield "a long @base, packed", post(ENTITIES, turtle, base, packed=True)
    phrase = "solar panel power plant " * 200_000
    yield "a repeated phrase, packed", post(path, "text/plain", phrase, packed=True)
    yield "dense names, packed", post(ENTITIES, "text/plain", "a " * 750_000, packed=True)


def main() -> None:
    for name, request in attacks():
        for word in sys.argv[1:]:
            who, _, program = word.partition("=")
            server = Server(program)
            start = time.perf_counter()
            try:
                status = str(server.ask(*request)[0])
            except TimeoutError:
                status = f"over {WAIT} s"
            except OSError:
                status = "process ended"
            seconds, peak = time.perf_counter() - start, server.peak()
            if status == "process ended" and server.child.poll() is None:
                status = "connection ended"
            server.end()
            cost = {"status": status, "seconds": seconds, "peak": peak, "sent": len(request[3])}
            print(json.dumps({"attack": name, "who": who, **cost}), flush=True)


if __name__ == "__main__":
    main()
