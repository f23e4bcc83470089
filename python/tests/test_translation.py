"""Translation systems, memories, and terms."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path
from typing import Any, Literal

import glossweave
import pytest
from glossweave import (
    Engine,
    Provider,
    Session,
    TranslationMemory,
    TranslationSystem,
)

LANGUAGES = {"source_lang": "en", "target_lang": "es"}

TMX = """<?xml version="1.0"?>
<tmx version="1.4"><header srclang="en" datatype="plaintext" segtype="sentence" adminlang="en"
 creationtool="x" creationtoolversion="1" o-tmf="x"/><body>
<tu><tuv xml:lang="en"><seg>The house is red.</seg></tuv>
<tuv xml:lang="es"><seg>La casa es roja.</seg></tuv></tu>
</body></tmx>"""

TABLE = """uri,term,language,status
http://c.example/bank,bank,en,preferred
http://c.example/bank,ribera,es,preferred
"""


def shout(texts: list[str], source: str, target: str) -> list[str | None]:
    assert (source, target) == ("en", "es")
    return [None if text == "Nothing." else text.upper() for text in texts]


def session(**systems: TranslationSystem) -> Session:
    translators = {name: [system] for name, system in systems.items()}
    return Engine(translators=translators).session()


def test_a_callable_translates_a_page() -> None:
    translations = session(shout=TranslationSystem("en", "es", shout)).translations
    assert translations.providers == ["shout"]
    page = "<p>One. <b>Two</b> iPhones and an iPhone."
    options: dict[str, Any] = {"informat": "html", "outformat": "html"}
    reply = translations.enrich(
        "shout", page, "en", "es", keep=["iPhone"], translations=True, **options
    )
    assert reply.bytes == b"<p>ONE. <b>TWO</b> IPHONES AND AN iPhone."
    assert reply.statuses == ["machine", "machine"]
    assert translations.enrich("shout", page, "en", "es", **options).bytes == page.encode()


def test_a_language_is_told_by_the_text() -> None:
    translations = session(shout=TranslationSystem("en", "es", shout)).translations
    text = "The station is not far from here, right behind the old bridge."
    assert translations.enrich("shout", text, None, "es", informat="text").statuses == ["machine"]
    with pytest.raises(glossweave.InvalidArgument) as raised:
        translations.enrich("shout", "Hm.", None, "es", informat="text")
    assert raised.value.parameter == "source_lang"
    found = glossweave.identify_language(text)
    assert found is not None and found[0] == "en" and 0.5 < found[1] <= 1
    assert glossweave.identify_language("12") is None


def test_a_recognizer_may_need_a_language() -> None:
    class Linguist:
        needs_language = True

        def __call__(self, passage: glossweave.Passage) -> list[glossweave.Annotation]:
            assert passage.language is not None
            return [glossweave.Annotation(0, 3, classes=[f"x:{passage.language}"])]

    entities = Engine({"linguist": Linguist()}).session().entities
    text = "Der Bahnhof liegt nicht weit von hier, gleich hinter der alten Brücke."
    reply = entities.enrich("linguist", text, informat="text")
    assert b"x:de" in reply.bytes
    with pytest.raises(glossweave.InvalidArgument) as raised:
        entities.enrich("linguist", "Hm.", informat="text")
    assert raised.value.parameter == "language"


def test_a_document_gets_annotations() -> None:
    translations = session(shout=TranslationSystem("en", "es", shout)).translations
    document = glossweave.decode("<p>Hello.<p>Nothing.", format="html")
    found = translations.translate("shout", document, "en", "es")
    assert [one.target for one in found] == ["HELLO."]


def test_systems_are_listed_with_their_states() -> None:
    private = TranslationSystem("en", "ga", shout, key="horse")
    public = TranslationSystem("en", "es", shout, name="loud", domain="news", always_running=True)
    translations = Engine(translators={"x": [private, public]}).session().translations
    (system,) = translations.systems("x")
    assert (system.name, system.source, system.target) == ("loud", "en", "es")
    assert (system.domain, system.state, system.always_running) == ("news", "available", True)
    with pytest.raises(glossweave.NotFound):
        translations.enrich("x", "Hello", "en", "ga", informat="text")
    with pytest.raises(glossweave.Unauthenticated):
        translations.enrich("x", "Hello", "en", "ga", key="cart", informat="text")
    with pytest.raises(glossweave.NotFound):
        translations.systems("y")


def test_what_a_callable_raises_comes_out_as_it_was() -> None:
    class Failed(Exception):
        pass

    raised = Failed("no")

    def fails(texts: list[str], source: str, target: str) -> list[str | None]:
        raise raised

    translations = session(x=TranslationSystem("en", "es", fails)).translations
    with pytest.raises(Failed) as caught:
        translations.enrich("x", "Hello", "en", "es", informat="text")
    assert caught.value is raised


def test_rules_say_where_sentences_end() -> None:
    rules = """<srx version="2.0"><header cascade="no"/><body><languagerules>
    <languagerule languagerulename="x"><rule break="yes"><beforebreak>;</beforebreak>
    <afterbreak>\\s</afterbreak></rule></languagerule></languagerules><maprules>
    <languagemap languagepattern="en" languagerulename="x"/></maprules></body></srx>"""
    translations = session(x=TranslationSystem("en", "es", shout)).translations
    reply = translations.enrich("x", "One. Two; three.", "en", "es", srx=rules, informat="text")
    assert reply.statuses == ["machine", "machine"]
    with pytest.raises(glossweave.MalformedInput) as caught:
        wrong = rules.replace(";", "(")
        translations.enrich("x", "One.", "en", "es", srx=wrong, informat="text")
    assert (caught.value.parameter, caught.value.line) == ("srx", 2)


def test_a_callable_that_forgets_texts_is_told() -> None:
    translations = session(x=TranslationSystem("en", "es", lambda *_: ["ONE."])).translations
    with pytest.raises(glossweave.ProviderError, match="returned 1 results"):
        translations.enrich("x", "One. Two.", "en", "es", informat="text")


def test_a_memory_knows_what_it_was_told(tmp_path: Path) -> None:
    memory = TranslationMemory.from_tmx(TMX)
    assert len(memory) == 1
    (match,) = memory.matches("The house is red!", "en", "es")
    assert match.target == "La casa es roja."
    assert 0.9 < match.score < 1
    memory.save(tmp_path / "memory")
    again = TranslationMemory.open(tmp_path / "memory")
    translations = session(memory=TranslationSystem("en", "es", again)).translations
    text = "The house is red. Who lives there?"
    reply = translations.enrich("memory", text, "en", "es", informat="text")
    assert reply.statuses == ["exact", "untranslated"]
    with pytest.raises(glossweave.InvalidArgument):
        memory.matches("The house is red!", "en", "es", limit=-1)
    with pytest.raises(glossweave.InvalidArgument, match="no text with its translation"):
        TranslationMemory.from_tmx(TMX.replace('"es"', '"en"'))
    with pytest.raises(glossweave.MalformedInput) as caught:
        TranslationMemory.from_tmx("<tmx><body><tu></body></tmx>")
    assert caught.value.line == 1


def test_a_memory_leaves_out_what_is_wrong_where_that_is_wanted(tmp_path: Path) -> None:
    wrong = TMX.replace("<body>", "<body>\n<tu><tuv><seg>No</seg></tuv></tu>", 1)
    with pytest.raises(glossweave.MalformedInput, match="xml:lang"):
        TranslationMemory.from_tmx(wrong)
    memory = TranslationMemory.from_tmx(wrong, lenient=True)
    assert len(memory) == 1
    ((message, line, column),) = memory.skipped
    assert "xml:lang" in message and line == wrong[: wrong.index("<tu><tuv><seg>No")].count("\n") + 1
    assert column == 5
    memory.save(tmp_path / "memory")
    assert TranslationMemory.open(tmp_path / "memory").skipped == []
    xliff = """<xliff version="1.2"><file source-language="en" target-language="es"><body>
    <trans-unit id="a"><source>Yes</source><target>Sí</target></trans-unit></body></file>
    <file source-language="12" target-language="es"><body>
    <trans-unit id="b"><source>No</source><target>No</target></trans-unit></body></file></xliff>"""
    with pytest.raises(glossweave.InvalidArgument):
        TranslationMemory.from_xliff(xliff)
    memory = TranslationMemory.from_xliff(xliff, lenient=True)
    assert len(memory) == 1 and [one[1] for one in memory.skipped] == [4]


@pytest.mark.skipif(not Path("/usr/share/apertium/modes").is_dir(), reason="no Apertium")
def test_apertium_keeps_the_markup() -> None:
    assert shutil.which("apertium")
    apertium = Provider("translator", "apertium", "apertium", "eng-spa", system=LANGUAGES)
    translations = Engine(providers=[apertium]).session().translations
    page = "<p>The <b>red</b> house."
    options: dict[str, Any] = {"informat": "html", "outformat": "html", "translations": True}
    reply = translations.enrich("apertium", page, "en", "es", **options)
    assert reply.bytes == "<p>La casa <b>roja</b>.".encode()


def test_services_are_made_by_their_protocol() -> None:
    url = "http://localhost:1"
    remote = Provider("translator", "x", "deepl", url, key="horse", model="x", system=LANGUAGES)
    assert "horse" not in repr(remote)
    translations = Engine(providers=[remote]).session().translations
    with pytest.raises(glossweave.Unavailable):
        translations.enrich("x", "Hello", "en", "es", informat="text")
    with pytest.raises(glossweave.InvalidArgument):
        Provider("translator", "x", "babelfish", url)
    with pytest.raises(glossweave.InvalidArgument):
        Provider("translator", "x", "google", url, colour="red")
    with pytest.raises(TypeError):
        TranslationSystem("en", "es", 5)  # type: ignore[arg-type]


def test_terms_choose_the_words_of_a_translation() -> None:
    engine = Engine(translators={"shout": [TranslationSystem("en", "es", shout)]})
    users = engine.session().users
    users.create("anna", "correct horse")
    anna = engine.session(users.authenticate("anna", "correct horse"))
    anna.datasets.create("rivers", TABLE, type="terms")
    terms = anna.terms
    options: dict[str, Any] = {"dataset": "rivers", "source_lang": "en", "target_lang": "es"}
    (found,) = terms.find("termbase", glossweave.decode("Two banks.", format="text"), **options)
    assert (found.start, found.end) == (4, 9)
    nif = terms.enrich("termbase", "Two banks.", informat="text", **options)
    reply = anna.translations.enrich("shout", nif.bytes, "en", "es", informat="turtle")
    assert b'itsrdf:target "TWO ribera."@es' in reply.bytes
    with pytest.raises(glossweave.NotFound):
        terms.find("nobody", glossweave.decode("x", format="text"))


def test_a_document_goes_out_as_xliff_and_comes_back() -> None:
    page = glossweave.decode("<p>The <b>red</b> house<p>Bye", format="html", charset="utf-8")
    versions: list[tuple[Literal["1.2", "2.1"], str]] = [("1.2", "g"), ("2.1", "pc")]
    for version, pair in versions:
        file = glossweave.to_xliff(
            page, "fr", source_lang="en", xliff_version=version, original="a.html"
        ).decode()
        assert f'version="{version}"' in file and 'original="a.html"' in file
        target = f'<target>La maison <{pair} id="1">rouge</{pair}></target>'
        file = file.replace("house</source>", f"house</source>{target}")
        own = glossweave.embedded_document(file)
        assert own is not None and own.source == page.source
        # It remembers how it was read.
        assert pickle.loads(pickle.dumps(own)).text == page.text
        found = glossweave.merge_xliff(own, file)
        back = glossweave.encode(own, found, translations=True).bytes
        assert back == b"<p>La maison <b>rouge</b><p>Bye"
        other = glossweave.decode("<p>The <b>red</b> house<p>Good-bye", format="html")
        with pytest.raises(glossweave.errors.Conflict, match=r"differ \(1\): `2`"):
            glossweave.merge_xliff(other, file)
    assert glossweave.embedded_document(glossweave.to_xliff(page, "fr", source_lang="en", embed=False)) is None
    with pytest.raises(glossweave.InvalidArgument) as caught:
        glossweave.to_xliff(page, "fr", source_lang="en", xliff_version="3")  # type: ignore[arg-type]
    assert caught.value.parameter == "xliff_version"
    with pytest.raises(glossweave.InvalidArgument) as caught:
        glossweave.to_xliff(page, "French", source_lang="en")
    assert caught.value.parameter == "target_lang"
    with pytest.raises(glossweave.errors.MalformedInput):
        glossweave.merge_xliff(page, b"<tmx/>")


def test_the_translations_in_a_file_are_checked() -> None:
    po = (
        'msgid ""\nmsgstr "Language: es\\n"\n\n'
        'msgid "😀 {count} files in 2026"\nmsgstr "😀 {cuenta} archivos en 2025"\n'
    )
    page = glossweave.decode(po, format="po")
    issues = glossweave.check_translations(page)
    assert [one.type for one in issues] == ["markup", "numbers", "markup", "numbers"]
    first = issues[0]
    assert (first.severity, first.unit, first.line, first.column) == (100, 1, 5, 11)
    assert page.target is not None
    second = issues[1]
    assert page.target.text[slice(*second.target)] == "2025"
    assert first.source == (0, len(page.text)) and "`{cuenta}`" in repr(first)
    assert pickle.loads(pickle.dumps(issues)) == issues and len(set(issues)) == 4
    assert len(glossweave.check_translations(page, leave_out=["markup"])) == 2
    assert len(glossweave.check_translations(page, min_severity=100)) == 2
    terms = "source,target\nfile,fichero\n"
    found = glossweave.check_translations(page, terms=terms)
    assert {one.type for one in found} - {one.type for one in issues} == {"terminology"}
    wrong: dict[str, Any] = {"leave_out": ["x"], "min_severity": 101, "target_lang": "?", "terms": "a"}
    for keyword, value in wrong.items():
        with pytest.raises((glossweave.InvalidArgument, glossweave.errors.MalformedInput)) as caught:
            glossweave.check_translations(page, **{keyword: value})
        assert caught.value.parameter == keyword
    with pytest.raises(glossweave.errors.Unsupported):
        glossweave.check_translations(glossweave.decode("<p>Cork", format="html"))


def test_a_reply_has_the_issues_of_its_translations() -> None:
    terms = glossweave.TermBase.from_csv("en,es\nhouse,hogar\n")
    memory = TranslationMemory.from_tmx(TMX)
    engine = Engine(translators={"memory": [TranslationSystem("en", "es", memory)]}, term_bases={"houses": terms})
    enrich = engine.session().translations.enrich
    reply = enrich("memory", "The house is red.", "en", "es", informat="text", dataset="houses")
    assert reply.issues == [("terminology", 50, "the term `house` is not translated as `hogar`", 1)]
    assert enrich("memory", "The house is red.", "en", "es", informat="text").issues == []
