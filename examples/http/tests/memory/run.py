"""Sends requests that take far more memory than their size to a server that may have little address space.

Usage: run.py PROGRAM [--kibibytes N] [--mebibytes N ...] [--growth] [--only TEXT]

Each kind of input goes to each service that reads it, packed, in several sizes of what it unpacks to. Ends with 1 if the
process ends, or if an answer is neither a result nor an error of the caller, a full memory (503) or a time limit (504).
With `--growth` the sizes are 16 KiB, four and sixteen times that, the times are printed side by side, and it ends with 1 if
four times the input takes more than eight times as long.
"""

import argparse
import gzip
import http.client
import io
import json
import subprocess
import sys
import time
import urllib.parse
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

WAIT = 330
LANGUAGES = "source-lang=en&target-lang=de"
OF_DATASET = "documents?language=en&dataset=letters"
SERVICES = {
    "dictionary": f"/v1/e-entity/dictionary/{OF_DATASET}",
    "linker": f"/v1/e-entity/linker/{OF_DATASET}",
    "tagger": "/v1/e-entity/trained/documents?language=en",
    "terms": "/v1/e-terminology/extraction?language=en",
    "chunks": "/v1/toolbox/chunks?",
    "redaction": "/v1/toolbox/redact?patterns=mail",
    "extraction": f"/v1/toolbox/xliff/extract?{LANGUAGES}",
}
NAMES = b"uri,label\nhttp://example.org/a,a\nhttp://example.org/cork,Cork\n"
XLIFF = '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" datatype="x" source-language="en"><body>'
# The format, and what is repeated between a start and an end.
TEXTS: list[tuple[str, str, str, str]] = [
    ("text", "", "a ", ""),
    ("text", "", "Cork. ", ""),
    ("html", "", "<p>a", ""),
    ("html", "", "<b>a</b>", ""),
    ("html", "", "<br>", ""),
    ("html", "", "<p " + "a=b " * 50 + ">x", ""),
    ("markdown", "", "a\n\n", ""),
    ("markdown", "", "- a\n", ""),
    ("markdown", "", "*a* ", ""),
    ("jsonc", '["a"', ',"a"', "]"),
    ("jsonc", '[{"a":"b"}', ',{"a":"b"}', "]"),
    ("yaml", "", "- a\n", ""),
    ("csv", "a,b\n", "a,a\n", ""),
    ("tsv", "a\tb\n", "a\ta\n", ""),
    ("xml", "<d>", "<p>a</p>", "</d>"),
    ("xml", "<d>", "<p/>", "</d>"),
    ("xliff", XLIFF, '<trans-unit id="1"><source>a</source></trans-unit>', "</body></file></xliff>"),
    ("turtle", "", "<a> <b> <c> .\n", ""),
    ("conll-2003", "", "a O\n", ""),
    ("po", "", 'msgid "a"\nmsgstr ""\n\n', ""),
    ("srt", "", "1\n00:00:01,000 --> 00:00:02,000\na\n\n", ""),
    ("properties", "", "a=b\n", ""),
]
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
OPEN_XML = "application/vnd.openxmlformats-officedocument"


class Case(NamedTuple):
    """A request."""

    name: str
    path: str
    headers: dict[str, str]
    body: bytes


class Server:
    """The server, with a user and a dataset."""

    def __init__(self, program: str, kibibytes: int) -> None:
        shell = f'ulimit -v {kibibytes} && exec "$0" --server.listen 127.0.0.1:0 --server.log off'
        self.child = subprocess.Popen(["bash", "-c", shell, program], stdout=subprocess.PIPE, text=True)
        assert self.child.stdout is not None
        address = urllib.parse.urlsplit(self.child.stdout.readline().strip())
        assert address.hostname and address.port
        self.address = address.hostname, address.port
        self.token = ""
        self.ask("POST", "/v1/user?username=anna&password=correct+horse", {}, b"")
        word = {"X-Auth-Username": "anna", "X-Auth-Password": "correct horse"}
        self.token = json.loads(self.ask("POST", "/v1/authenticate", word, b"")[1])["token"]
        made = self.ask("POST", "/v1/e-entity/dictionary/datasets/letters", {"Content-Type": "text/csv"}, NAMES)
        assert made[0] == 201, made

    def ask(self, method: str, target: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes]:
        """Sends a request. Returns the status and the content of the reply."""
        line = http.client.HTTPConnection(*self.address, timeout=WAIT)
        token = {"X-Auth-Token": self.token} if self.token else {}
        line.request(method, target, body, {**headers, **token})
        reply = line.getresponse()
        content = reply.read()
        line.close()
        return reply.status, content

    def peak(self) -> int:
        """Returns the most memory that the process has held since the last call, in MiB."""
        process = Path(f"/proc/{self.child.pid}")
        try:
            lines = (process / "status").read_text().splitlines()
            (process / "clear_refs").write_text("5")
        except OSError:
            return 0
        return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM:")), 0)

    def has_ended(self) -> bool:
        """Returns whether the process has ended."""
        try:
            self.child.wait(1 if self.peak() == 0 else 0)
        except subprocess.TimeoutExpired:
            return False
        return True

    def stop(self) -> None:
        """Ends the process."""
        self.child.kill()
        self.child.wait()


def package(parts: dict[str, str], mimetype: str | None = None) -> bytes:
    """Returns an archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        if mimetype is not None:
            archive.writestr("mimetype", mimetype, zipfile.ZIP_STORED)
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def open_xml(main: str, kind: str, content: str, others: dict[str, tuple[str, str]]) -> bytes:
    """Returns a package of Office Open XML: the path, type and content of its main part, and further parts by path."""
    overrides = {main: kind, **{name: kind for name, (kind, _) in others.items()}}
    types = "".join(f'<Override PartName="/{name}" ContentType="{OPEN_XML}.{kind}+xml"/>' for name, kind in overrides.items())
    default = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    folder, _, file = main.partition("/")
    link = '<Relationship Id="r{}" Type="{}/{}" Target="{}"/>'
    links = "".join(link.format(at, OFFICE, "worksheet", name.partition("/")[2]) for at, name in enumerate(others))
    return package({
        "[Content_Types].xml": f'<Types xmlns="{TYPES}">{default}{types}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{RELATIONS}">{link.format(0, OFFICE, "officeDocument", main)}</Relationships>',
        f"{folder}/_rels/{file}.rels": f'<Relationships xmlns="{RELATIONS}">{links}</Relationships>',
        main: content,
        **{name: content for name, (_, content) in others.items()},
    })


def docx(size: int) -> bytes:
    """Returns a text document with paragraphs of one letter."""
    name = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    part = "<w:p><w:r><w:t>a</w:t></w:r></w:p>"
    body = f'<w:document xmlns:w="{name}"><w:body>{part * (size // len(part))}</w:body></w:document>'
    return open_xml("word/document.xml", "wordprocessingml.document.main", body, {})


def xlsx(size: int) -> bytes:
    """Returns a workbook with cells of one letter."""
    name = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    part = '<row><c t="inlineStr"><is><t>a</t></is></c></row>'
    book = f'<workbook xmlns="{name}" xmlns:r="{OFFICE}"><sheets><sheet name="a" sheetId="1" r:id="r0"/></sheets></workbook>'
    sheet = f'<worksheet xmlns="{name}"><sheetData>{part * (size // len(part))}</sheetData></worksheet>'
    others = {"xl/worksheets/sheet1.xml": ("spreadsheetml.worksheet", sheet)}
    return open_xml("xl/workbook.xml", "spreadsheetml.sheet.main", book, others)


def odt(size: int) -> bytes:
    """Returns a text document with paragraphs of one letter."""
    kind, space = "application/vnd.oasis.opendocument.text", "urn:oasis:names:tc:opendocument:xmlns"
    entry = '<m:file-entry m:full-path="{}" m:media-type="{}"/>'
    part = "<t:p>a</t:p>"
    return package({
        "META-INF/manifest.xml": f'<m:manifest xmlns:m="{space}:manifest:1.0">'
        f'{entry.format("/", kind)}{entry.format("content.xml", "text/xml")}</m:manifest>',
        "content.xml": f'<o:document-content xmlns:o="{space}:office:1.0" xmlns:t="{space}:text:1.0"><o:body><o:text>'
        f"{part * (size // len(part))}</o:text></o:body></o:document-content>",
    }, kind)


def epub(size: int) -> bytes:
    """Returns a book of eight chapters with paragraphs of one letter."""
    chapters = [f"c{at}.xhtml" for at in range(8)]
    items = "".join(f'<item id="i{at}" href="{name}" media-type="application/xhtml+xml"/>' for at, name in enumerate(chapters))
    spine = "".join(f'<itemref idref="i{at}"/>' for at in range(8))
    part = "<p>a</p>"
    page = f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>a</title></head><body>{part * (size // 64)}</body></html>'
    about = '<dc:identifier id="u">a</dc:identifier><dc:title>a</dc:title><dc:language>en</dc:language>'
    return package({
        "META-INF/container.xml": '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        "p.opf": '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="u"><metadata '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/">{about}</metadata><manifest>{items}</manifest><spine>{spine}</spine></package>',
        **{name: page for name in chapters},
    }, "application/epub+zip")


def cases(size: int) -> Iterator[Case]:
    """Generates requests whose inputs unpack to a number of bytes."""
    for format, start, part, end in TEXTS:
        body = gzip.compress((start + part * (size // len(part)) + end).encode(), 9)
        for service, path in SERVICES.items():
            # Tagging and extraction take long, and do the same for the text of any format.
            if service in ("tagger", "linker", "terms") and format not in ("text", "html"):
                continue
            name = f"{service}: {format} {part[:12]!r}"
            yield Case(name, f"{path}&informat={format}", {"Content-Type": "text/plain", "Content-Encoding": "gzip"}, body)
    for make in (docx, xlsx, odt, epub):
        body = make(size)
        for service in ("dictionary", "tagger", "chunks"):
            name = f"{service}: {make.__name__}"
            yield Case(name, f"{SERVICES[service]}&informat={make.__name__}", {"Content-Type": "text/plain"}, body)
    rows = "".join(f"http://example.org/{at},a{at}\n" for at in range(size // 30))
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    triples = "".join(f'<http://example.org/{at}> {label} "a{at}" .\n' for at in range(size // 80))
    for kind, text in (("text/csv", "uri,label\n" + rows), ("application/n-triples", triples)):
        headers = {"Content-Type": kind, "Content-Encoding": "gzip"}
        body = gzip.compress(text.encode(), 9)
        yield Case(f"dataset: {kind}", "/v1/e-entity/dictionary/datasets/many", headers, body)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--kibibytes", type=int, default=3_000_000)
    parser.add_argument("--mebibytes", type=int, nargs="+", default=[1, 8, 30])
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    server = Server(options.program, options.kibibytes)
    if options.growth:
        wrong, count = growth(server, options.only)
    else:
        wrong, count = [], 0
        for mebibytes in options.mebibytes:
            for case in (case for case in cases(mebibytes << 20) if options.only in case.name):
                count += 1
                name = f"{case.name} {mebibytes} MiB"
                status, seconds, message = timed(server, case)
                print(f"{name}: {len(case.body)} bytes, {status} in {seconds:.1f} s, {server.peak()} MiB {message}", flush=True)
                if status not in (200, 201, 400, 406, 413, 415, 503, 504):
                    wrong.append(f"{name}: {status} {message}")
                if server.has_ended():
                    server = Server(options.program, options.kibibytes)
    server.stop()
    print(f"{count} requests, {len(wrong)} wrong", *wrong, sep="\n")
    return 1 if wrong or not count else 0


def timed(server: Server, case: Case) -> tuple[int, float, str]:
    """Sends a request. Returns the status (0 if there is none), the seconds, and the message of an error."""
    began = time.monotonic()
    try:
        status, content = server.ask("POST", case.path, case.headers, case.body)
    except (OSError, http.client.HTTPException) as error:
        status, content = 0, repr(error).encode()
    seconds = time.monotonic() - began
    if status == 201:
        server.ask("DELETE", case.path, {}, b"")
    return status, seconds, "" if 0 < status < 300 else content[:200].decode(errors="replace")


def growth(server: Server, only: str) -> tuple[list[str], int]:
    """Compares the times of each kind of request at three sizes, the shortest of three each."""
    sizes = [16 << 10, 64 << 10, 256 << 10]
    wrong, count = [], 0
    for kinds in zip(*(cases(size) for size in sizes), strict=True):
        if only not in kinds[0].name:
            continue
        count += 1
        times = [min(timed(server, case)[1] for _ in range(3)) for case in kinds]
        print(f"{kinds[0].name}: " + ", ".join(f"{seconds * 1000:.0f} ms" for seconds in times), flush=True)
        # Below a tenth of a second the request itself counts.
        if times[2] > 0.1 and times[2] > 8 * times[1]:
            wrong.append(f"{kinds[0].name}: {times}")
    return wrong, count


if __name__ == "__main__":
    sys.exit(main())
