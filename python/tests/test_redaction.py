"""Redaction and pseudonyms, in the package and on the command line."""

from __future__ import annotations

import pickle
from pathlib import Path

import glossweave
import pytest
from glossweave.errors import InvalidArgument, MalformedInput, NotFound, Unsupported
from test_cli import lines, run

PAGE = "<!-- jane roe --><p title='Jane&#32;Roe'>Ask Ja<b>ne</b> Roe of Cork, jane@roe.example."
JANE = "uri,label,type\nhttp://example.org/jane,Jane Roe,http://schema.org/Person\n"


def page() -> glossweave.Document:
    return glossweave.decode(PAGE, format="html")


def test_what_recognizers_and_patterns_find_is_redacted_everywhere() -> None:
    names = glossweave.Dictionary.from_csv(JANE)

    def cork(passage: glossweave.Passage) -> list[glossweave.Annotation]:
        at = passage.text.find("Cork")
        if at < 0:
            return []
        return [glossweave.Annotation(at, at + 4, classes=["http://schema.org/City"])]

    redaction = glossweave.redact(page(), [names, cork])
    assert redaction.bytes == (
        b"<!-- PERSON --><p title='PERSON'>Ask PERSON<b></b> of CITY, CONTACT-POINT."
    )
    assert bytes(redaction) == redaction.bytes and redaction.key is None
    assert (redaction.residue, redaction.removed) == ([], [])
    first = redaction.spans[0]
    assert (first.label, first.replacement, first.part, first.start, first.end) == (
        "PERSON", "PERSON", None, 5, 13,
    )
    assert pickle.loads(pickle.dumps(first)) == first
    assert repr(first) == "<RedactedSpan PERSON at 5..13>"
    assert repr(redaction) == f"<Redaction of {len(redaction.spans)} places>"


def test_options_say_what_is_redacted() -> None:
    def redacted(**options: object) -> bytes:
        return glossweave.redact(page(), deny=["Jane Roe"], **options).bytes  # type: ignore[arg-type]

    # The name is found with other signs between its words, too, and then as a whole.
    assert b", REDACTED.example." in redacted(patterns=[])
    assert b"Ask REDACTED<b></b> of TOWN," in redacted(pattern=["http://example.org/Town - C[a-z]+"])
    assert redacted(method="remove").startswith(b"<!--  --><p title=''>Ask <b></b> of Cork")
    named = redacted(pattern=["http://example.org/Town - Cork"], labels=["Town=PLACE"])
    assert b"of PLACE" in named
    assert b"Cork" in redacted(pattern=["http://example.org/Town - Cork"], allow=["cork"])
    for wrong in ({"method": "blur"}, {"labels": ["x"]}, {"deny": ["?"]}, {"residue": "x"}):
        with pytest.raises(InvalidArgument) as caught:
            glossweave.redact(page(), **wrong)
        assert caught.value.parameter == next(iter(wrong))
    with pytest.raises(TypeError):
        glossweave.redact(page(), ["Jane Roe"])  # type: ignore[list-item]


def test_classes_that_nothing_has_are_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    def warned(**options: object) -> list[str]:
        caplog.clear()
        glossweave.redact(page(), classes=["ContactPoint", "Persn"], **options)  # type: ignore[arg-type]
        return [record.getMessage() for record in caplog.records if record.name == "glossweave.redact"]

    misspelt = "found no text of the class `Persn` to redact"
    assert warned() == [misspelt]
    assert warned(pattern=["http://example.org/Persn - Cork"]) == []
    assert warned(patterns=[]) == ["found no text of the class `ContactPoint` to redact", misspelt]


def test_pseudonyms_are_reversed_by_their_key() -> None:
    key = glossweave.generate_pseudonym_key()
    redaction = glossweave.redact(page(), deny=["Jane Roe"], method="pseudonym", key=key)
    assert redaction.key is not None
    assert glossweave.restore_redacted(redaction.bytes, redaction.key) == PAGE.encode()
    name = redaction.spans[0].replacement
    assert glossweave.restore_text(f"{name}-{name}, {name}!", redaction.key) == (
        f"{name}-{name}, Jane Roe!"
    )
    with pytest.raises(NotFound):
        glossweave.restore_redacted(redaction.bytes + b" ", redaction.key)
    with pytest.raises(MalformedInput):
        glossweave.restore_redacted(redaction.bytes, b"{}")
    once = glossweave.generate_pseudonym_key(reversible=False)
    redaction = glossweave.redact(page(), deny=["Jane Roe"], method="pseudonym", key=once)
    assert redaction.key is not None
    with pytest.raises(NotFound, match="not reversible"):
        glossweave.restore_redacted(redaction.bytes, redaction.key)


def test_what_cannot_be_redacted_is_refused() -> None:
    json = glossweave.decode('{"k": "a", "b": "c"}', format="jsonc")
    with pytest.raises(Unsupported):
        glossweave.redact(json, deny=['a", "b'])


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name, text in {"site/page.html": PAGE, "site/in/b.txt": "Jane Roe", "names.csv": JANE}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_documents_are_redacted_and_restored_by_commands(site: Path) -> None:
    ran = run(
        "redact", "--recognizer", "names.csv", "--method", "pseudonym", "--key", "jane.key",
        "--report", "report.jsonl", "site", "-o", "out", folder=site,
    )
    assert ran.returncode == 0, ran.stderr
    assert (site / "jane.key").stat().st_mode & 0o777 == 0o600
    text = (site / "out" / "in" / "b.txt").read_text()
    assert text.startswith("PERSON-") and text in (site / "out" / "page.html").read_text()
    assert {one.get("redacted") for one in lines(site / "report.jsonl")} >= {1, 6}
    ran = run("restore", "--key", "jane.key", "out", "-o", "back", folder=site)
    assert ran.returncode == 0, ran.stderr
    assert (site / "back" / "page.html").read_text() == PAGE
    # A later run adds to the key.
    ran = run(
        "redact", "--no-recognizer", "--deny", "Cork", "--method", "pseudonym", "--key", "jane.key",
        "site/page.html", "-o", "other.html", folder=site,
    )
    assert ran.returncode == 0, ran.stderr
    for name in ("other.html", "out/page.html"):
        ran = run("restore", "--key", "jane.key", name, folder=site)
        assert ran.stdout.decode() == PAGE, ran.stderr
    (site / "out" / "page.html").write_text("<p>changed")
    ran = run("restore", "--key", "jane.key", "out/page.html", folder=site)
    assert ran.returncode == 1 and b"was changed after redaction" in ran.stderr


def test_commands_refuse_wrong_calls(site: Path) -> None:
    words = ["redact", "--no-recognizer", "--deny", "Jane Roe", "site/page.html"]
    ran = run(*words, folder=site)
    assert ran.returncode == 0 and b"Ask REDACTED<b></b> of Cork, CONTACT-POINT." in ran.stdout
    assert run(*words, "--label", "x", folder=site).returncode == 2
    # A name is redacted at every position.
    assert run(*words, "--mentions", "fast", folder=site).returncode == 2
    assert run(*words, "--patterns", "x", folder=site).returncode == 2
    for wrong in (["--key", "x.key"], ["--method", "pseudonym"], ["--irreversible"]):
        assert run(*words, *wrong, folder=site).returncode == 2
    assert not (site / "x.key").exists()
    words += ["--method", "pseudonym", "--key", "x.key"]
    assert run(*words, "--irreversible", folder=site).returncode == 0
    assert len((site / "x.key").read_text().splitlines()) < 10
    (site / "y.key").write_bytes(glossweave.generate_pseudonym_key())
    ran = run(*words[:-1], "y.key", "--irreversible", folder=site)
    assert ran.returncode == 2 and b"is reversible" in ran.stderr
    (site / "z.key").write_text("{}")
    ran = run(*words[:-1], "z.key", folder=site)
    assert ran.returncode == 2 and b"not a key of pseudonyms" in ran.stderr


def test_the_encoding_and_language_of_commands_count(site: Path) -> None:
    (site / "latin.txt").write_bytes("José Roe".encode("latin-1"))
    words = ["redact", "--no-recognizer", "--deny", "José Roe", "latin.txt"]
    assert run(*words, folder=site).returncode == 1
    assert run(*words, "--charset", "iso-8859-1", folder=site).stdout == b"REDACTED"
    assert run(*words, "--language", "?", folder=site).returncode == 2


def test_an_unknown_parameter_is_answered_with_all_parameters() -> None:
    call = glossweave.Engine().session().call
    with pytest.raises(InvalidArgument) as refused:
        call("/toolbox/redact", "Cork", parameters={"informat": "text", "colour": "red"})
    assert refused.value.message.startswith("no option `colour`, expected one of recognizer, dataset, method, classes, ")
    for wrong, meant in (("recogniser", "recognizer"), ("datasets", "dataset"), ("languge", "language"), ("metod", "method")):
        with pytest.raises(InvalidArgument, match=f"no option `{wrong}`; did you mean `{meant}`"):
            call("/toolbox/redact", "Cork", parameters={"informat": "text", wrong: "x"})
