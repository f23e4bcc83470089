"""Stylesheets, alone and stored."""

from __future__ import annotations

import json
import os
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any

import glossweave
import pytest
from glossweave import Engine, GlossweaveError, Session, Stylesheet, XsltReply, _saxon

WORD = "correct horse"
XSL = 'xmlns:xsl="http://www.w3.org/1999/XSL/Transform"'
GREET = f"""<xsl:stylesheet version="1.0" {XSL}>
  <xsl:output method="text" encoding="utf-8"/>
  <xsl:param name="greeting" select="'Hello'"/>
  <xsl:template match="/">
    <xsl:message>greeted</xsl:message>
    <xsl:value-of select="concat($greeting, ', ', normalize-space(/))"/></xsl:template>
</xsl:stylesheet>"""


def root(body: str) -> str:
    template = f'<xsl:template match="/">{body}</xsl:template>'
    return f'<xsl:stylesheet version="1.0" {XSL}>{template}</xsl:stylesheet>'


def sessions(engine: Engine) -> tuple[Session, Session]:
    nobody = engine.session()
    nobody.users.create("anna", WORD)
    return nobody, engine.session(nobody.users.authenticate("anna", WORD))


def test_a_stylesheet_tells_of_itself_and_of_its_result() -> None:
    greet = Stylesheet(GREET)
    assert (greet.version, greet.processor) == ("1.0", "libxslt")
    [greeting] = greet.parameters
    assert (greeting.name, greeting.default, greeting.select) == ("greeting", "Hello", None)
    assert not greeting.required
    assert repr(greet) == "<Stylesheet of XSLT 1.0 on libxslt, 1 parameter>"
    reply = greet.run("<name>Cork</name>")
    assert reply.bytes == bytes(reply) == b"Hello, Cork"
    assert (reply.media_type, reply.encoding.lower(), reply.method) == ("text/plain", "utf-8", "text")
    [message] = reply.messages
    assert (str(message), message.line, message.column) == ("greeted", 5, 5)
    assert repr(message) == "<XsltMessage of line 5: greeted>"
    assert reply.documents == {}
    assert repr(reply) == "<XsltReply of 11 bytes, text/plain>"


def test_whatever_has_bytes_goes_in(tmp_path: Path) -> None:
    (tmp_path / "greet.xsl").write_text(GREET)
    (tmp_path / "page.html").write_text("<p>Cork<br>")
    for source in (GREET, GREET.encode(), GREET.encode("utf-16"), tmp_path / "greet.xsl"):
        greet = Stylesheet(source)
        assert greet.run(tmp_path / "page.html").bytes == b"Hello, Cork"
        assert greet.run(BytesIO(b"<a>Cork</a>")).bytes == b"Hello, Cork"
        assert greet.run(memoryview(b"<p>Cork<br>"), format="html").bytes == b"Hello, Cork"
    declared = '<?xml version="1.0" encoding="iso-8859-1"?>'
    assert Stylesheet(declared + GREET.replace("Hello", "Grüße")).run("<a>é</a>").bytes == (
        "Grüße, é".encode()
    )
    assert Stylesheet(GREET).run(f"{declared}<a>é</a>").bytes == "Hello, é".encode()
    assert Stylesheet(GREET).run(f"{declared}<a>é</a>".encode("latin-1")).bytes == (
        "Hello, é".encode()
    )
    said = Stylesheet(GREET).run("<p>é".encode("cp1252"), format="html", charset="windows-1252")
    assert said.bytes == "Hello, é".encode()


def test_parameters_are_texts() -> None:
    greet = Stylesheet(GREET)
    assert greet.run("<a/>", parameters={"greeting": "1 + 1"}).bytes == b"1 + 1, "
    assert greet.run("<a/>", parameters={"informat": "html"}).bytes == b"Hello, "
    wrong: list[tuple[Any, str]] = [
        ({"greeting": 1}, "a `str` as value of `greeting` and got `int`"),
        ({"greeting": True}, "a `str` as value of `greeting` and got `bool`"),
        ({"greeting": None}, "a `str` as value of `greeting` and got `NoneType`"),
        ({1: "x"}, "a `str` as name and got `int`"),
        (["greeting"], "a mapping of `str` to `str` as `parameters` and got `list`"),
        ("greeting", "a mapping of `str` to `str` as `parameters` and got `str`"),
    ]
    for parameters, expected in wrong:
        with pytest.raises(TypeError) as raised:
            greet.run("<a/>", parameters=parameters)
        assert str(raised.value) == f"expected {expected}"
    with pytest.raises(glossweave.InvalidArgument):
        greet.run("<a/>", parameters={"greeting": "\0"})


def test_arguments_of_a_wrong_type_are_refused() -> None:
    for call in (
        lambda: Stylesheet(3),  # type: ignore[arg-type]
        lambda: Stylesheet(None),  # type: ignore[arg-type]
        lambda: Stylesheet(GREET, depth="3"),  # type: ignore[arg-type]
        lambda: Stylesheet(GREET, folder=3),  # type: ignore[arg-type]
        lambda: Stylesheet(GREET).run(3),  # type: ignore[arg-type]
        lambda: Stylesheet(GREET).run("<a/>", "xml"),  # type: ignore[call-arg]
    ):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(glossweave.InvalidArgument) as raised:
        Stylesheet(GREET, processor="xalan")  # type: ignore[arg-type]
    assert raised.value.parameter == "processor"
    with pytest.raises(glossweave.InvalidArgument):
        Stylesheet(GREET, depth=-1)
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(Stylesheet(GREET))


def test_errors_have_codes_and_places() -> None:
    with pytest.raises(glossweave.InvalidArgument) as raised:
        Stylesheet(root('\n <xsl:value-of select="1 +"/>'))
    error = raised.value
    assert (error.code, error.line, error.column) == ("1207", 2, 2)
    again = pickle.loads(pickle.dumps(error))
    assert again.code == "1207"
    with pytest.raises(glossweave.InvalidArgument) as ended:
        Stylesheet(root('<xsl:message terminate="yes">no more</xsl:message>')).run("<a/>")
    assert ended.value.code == "terminated" and "no more" in str(ended.value)
    with pytest.raises(glossweave.MalformedInput) as malformed:
        Stylesheet(GREET).run("<a>\n</b>")
    assert malformed.value.line == 2
    for keyword in ("format", "output"):
        wrong: dict[str, Any] = {keyword: "latex"}
        with pytest.raises(glossweave.Unsupported) as unknown:
            Stylesheet(GREET).run("<a/>", **wrong)
        assert unknown.value.parameter == keyword
    with pytest.raises(glossweave.GlossweaveError, match="pathlib"):
        Stylesheet("greet.xsl")


def test_limits_hold() -> None:
    again = root('<xsl:call-template name="t"/>').replace(
        "</xsl:stylesheet>",
        '<xsl:template name="t"><xsl:call-template name="t"/></xsl:template></xsl:stylesheet>',
    )
    with pytest.raises(glossweave.TooLarge):
        Stylesheet(again, recursion=100).run("<a/>")
    with pytest.raises(glossweave.TooLarge):
        Stylesheet(root("<xsl:copy-of select='*'/>"), output=100).run(f"<a>{'x' * 200}</a>")
    with pytest.raises(glossweave.TooLarge):
        Stylesheet(GREET, depth=2).run("<a><a><a/></a></a>")
    slow = root("<xsl:if test='//b[//b[//b[//b[//b = 1]]]]'/>")
    with pytest.raises(glossweave.DeadlineExceeded):
        Stylesheet(slow, milliseconds=50).run(f"<a>{'<b/>' * 300}</a>")


def test_files_are_read_from_a_folder_only(tmp_path: Path) -> None:
    (tmp_path / "greet.xsl").write_text(GREET)
    including = f'<xsl:stylesheet version="1.0" {XSL}><xsl:include href="greet.xsl"/></xsl:stylesheet>'
    with pytest.raises(glossweave.InvalidArgument):
        Stylesheet(including)
    assert Stylesheet(including, folder=tmp_path).run("<a>Cork</a>").bytes == b"Hello, Cork"


def test_threads_share_stylesheets_and_have_their_own() -> None:
    shared = Stylesheet(GREET, milliseconds=600_000)

    def work(number: int) -> tuple[bytes, bytes, int]:
        own = Stylesheet(GREET.replace("Hello", f"Hello {number}"), milliseconds=600_000)
        said = shared.run("<a>Cork</a>", parameters={"greeting": str(number)})
        return own.run("<a>Cork</a>").bytes, said.bytes, len(said.messages)

    with ThreadPoolExecutor(8) as pool:
        for number, answer in enumerate(pool.map(work, range(1000))):
            expected = (f"Hello {number}, Cork".encode(), f"{number}, Cork".encode(), 1)
            assert answer == expected


def test_converters_are_stored_with_what_they_say_of_themselves() -> None:
    nobody, anna = sessions(Engine(settings={"xslt": {"depth": 50}}))
    made = anna.converters.create("greet", GREET, description="greets")
    content = made.content
    assert (made.kind, made.description, content["version"]) == ("xsltconverter", "greets", "1.0")
    assert content["stylesheet"] == GREET
    shown = json.loads(made.to_json())
    assert shown["parameters"][0]["name"] == "greeting"
    assert shown["parameters"][0]["default"] == "Hello"
    reply = nobody.converters.apply("greet", "<p>Cork<br>", format="html")
    assert reply.bytes == b"Hello, Cork"
    for broken, kind in (
        ("<a/>", glossweave.InvalidArgument),
        ("<a>", glossweave.MalformedInput),
        (GREET.replace('name="greeting"', 'name="informat"'), glossweave.InvalidArgument),
        (root("<xsl:value-of/>"), glossweave.InvalidArgument),
    ):
        with pytest.raises(kind):
            anna.converters.update("greet", broken)
        with pytest.raises(kind):
            anna.converters.create("other", broken)
    assert anna.converters.read("greet").revision == made.revision
    said = anna.converters.apply("greet", "<a>Cobh</a>", parameters={"greeting": "Bye"})
    assert said.bytes == b"Bye, Cobh"
    anna.converters.update("greet", GREET.replace("Hello", "Grüße"))
    assert nobody.converters.apply("greet", "<a>Cobh</a>").bytes == "Grüße, Cobh".encode()
    declared = '<?xml version="1.0" encoding="iso-8859-1"?>' + GREET.replace("Hello", "Köln")
    anna.converters.update("greet", declared)
    assert nobody.converters.apply("greet", "<a>x</a>").bytes == "Köln, x".encode()
    with pytest.raises(glossweave.TooLarge):
        anna.converters.apply("greet", "<a>" * 60 + "</a>" * 60)
    assert [one.name for one in anna.converters.list()] == ["greet"]
    assert repr(anna.converters) == "<Collection of xsltconverters>"


def test_the_library_of_saxon_is_found_beside_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SAXONC_HE_LIB", raising=False)
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert _saxon.library() is None
    (tmp_path / "saxonche.py").write_text("raise RuntimeError('not to be imported')")
    assert _saxon.library() is None
    folder = tmp_path / "saxonche.libs"
    folder.mkdir()
    (folder / "libsaxonc-he-1.so.12.10.1").touch()
    (folder / "libsaxonc-core-he-1.so.12.10.1").touch()
    assert _saxon.library() == folder / "libsaxonc-core-he-1.so.12.10.1"
    # It is opened when it is needed only.
    assert Stylesheet(GREET).run("<a>x</a>").bytes == b"Hello, x"
    assert Engine() is not None
    monkeypatch.setenv("SAXONC_HE_LIB", "elsewhere")
    assert _saxon.library() is None


def test_a_saxon_that_is_not_there_is_missed_when_it_is_needed(tmp_path: Path) -> None:
    groups = root("<xsl:for-each-group select='*' group-by='.'/>").replace("1.0", "2.0")
    with pytest.raises(glossweave.Unsupported):
        Stylesheet(groups, saxon=tmp_path / "none.so")
    with pytest.raises(glossweave.Unsupported, match="saxonche"):
        Stylesheet(groups, processor="libxslt")
    assert Stylesheet(GREET, saxon=tmp_path / "none.so").processor == "libxslt"
    with pytest.raises(glossweave.Unsupported) as raised:
        Engine(settings={"xslt": {"saxon": tmp_path / "none.so"}})
    assert raised.value.parameter == "xslt.saxon"


def test_a_worker_runs_saxon(tmp_path: Path) -> None:
    groups = root("<xsl:for-each-group select='*' group-by='.'/>").replace("1.0", "3.0")
    library = os.environ.get("SAXONC_HE_LIB") or _saxon.library()
    if not library:
        pytest.skip("SaxonC-HE is not here")
    worker = tmp_path / "worker"
    worker.write_text(f'#!/bin/sh\nexec {sys.executable} -m glossweave "$@"\n')
    worker.chmod(0o755)
    sheet = Stylesheet(groups, saxon=library, worker=worker)
    assert sheet.processor == "saxon"
    assert isinstance(sheet.run("<a/>"), XsltReply)
    with pytest.raises(glossweave.ProviderError, match="/bin/true"):
        Stylesheet(groups, saxon=library, worker="/bin/true")
    assert Engine(settings={"xslt": {"saxon": library, "worker": worker}}) is not None


ROWS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "tests/cases/xslt/rows.json").read_text()
)
WAYS = [
    (row, way)
    for row in ROWS
    for way in row.get("ways", ["alone"] if "options" in row else ["alone", "stored"])
]


def given(row: dict[str, Any], column: str) -> bytes:
    if f"{column}_file" in row:
        path: str = row[f"{column}_file"]
        return (Path(__file__).parents[2] / path).read_bytes()
    text: str = row[column]
    return text.encode()


def answer(row: dict[str, Any], way: str) -> tuple[XsltReply, Stylesheet | None]:
    source = given(row, "stylesheet")
    run: dict[str, Any] = {"format": row.get("informat"), "output": row.get("outformat")}
    run["parameters"] = row.get("parameters")
    if way == "alone":
        options: dict[str, Any] = dict(row.get("options", {}))
        for name in {"depth", "output", "recursion", "milliseconds"} & set(options):
            options[name] = int(options[name])
        sheet = Stylesheet(source, **options)
        return sheet.run(given(row, "input"), **run), sheet
    engine = Engine()
    nobody, anna = sessions(engine)
    nobody.users.create("berta", WORD)
    berta = engine.session(nobody.users.authenticate("berta", WORD))
    anna.converters.create("row", source, visibility=row.get("visibility", "public"))
    caller = {"stored": nobody, "stored-for-another": berta, "stored-for-owner": anna}[way]
    return caller.converters.apply("row", given(row, "input"), **run), None


def check(name: str, expected: Any, reply: XsltReply, sheet: Stylesheet | None) -> None:
    if name == "bytes":
        assert reply.bytes == expected.encode()
    elif name == "latin1":
        assert reply.bytes == expected.encode("latin-1")
    elif name == "file":
        assert reply.bytes == (Path(__file__).parents[2] / expected).read_bytes()
    elif name == "contains":
        assert [part for part in expected if part.encode() not in reply.bytes] == []
    elif name == "lacks":
        assert [part for part in expected if part.encode() in reply.bytes] == []
    elif name == "encoding":
        assert reply.encoding.lower() == expected
    elif name == "messages":
        said = [[one.text, one.line or 0, one.column or 0] for one in reply.messages]
        assert said == expected
    elif name == "documents":
        found = [[uri, document.decode()] for uri, document in reply.documents.items()]
        assert found == expected
    elif name in ("media_type", "method"):
        assert getattr(reply, name) == expected
    elif name in ("version", "processor"):
        assert sheet is None or getattr(sheet, name) == expected
    elif name == "sheet_parameters":
        pairs = sheet and [[one.name, one.default or ""] for one in sheet.parameters]
        assert pairs in (None, expected)
    else:
        pytest.fail(f"`{name}` is nothing to expect")


@pytest.mark.parametrize(("row", "way"), WAYS, ids=[f"{row['name']} ({way})" for row, way in WAYS])
def test_every_row_of_the_shared_table(row: dict[str, Any], way: str) -> None:
    if row.get("needs") == "saxon" and not (os.environ.get("SAXONC_HE_LIB") or _saxon.library()):
        pytest.skip("Saxon is not here")
    expect = row["expect"]
    if row.get("options", {}).keys() & {"colour"}:
        with pytest.raises(TypeError, match="colour"):
            answer(row, way)
    elif "error" in expect:
        with pytest.raises(GlossweaveError) as caught:
            answer(row, way)
        error, wanted = caught.value, expect["error"]
        names = {"informat": "format", "outformat": "output"}
        parameter = wanted.get("parameter")
        assert error.kind == wanted["kind"]
        assert error.code == wanted.get("code", error.code)
        assert parameter is None or error.parameter == names.get(parameter, parameter)
        assert wanted.get("message", "") in error.message
        assert error.line == wanted.get("line", error.line)
        assert [error.line, error.column] == wanted.get("at", [error.line, error.column])
    else:
        reply, sheet = answer(row, way)
        for name, expected in expect.items():
            check(name, expected, reply, sheet)
