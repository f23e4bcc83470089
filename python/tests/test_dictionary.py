from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import glossweave
import pytest
from glossweave import Annotation, Dictionary, Entry, MentionModel, RankingWeights, Tagger

CORK = "http://example.org/Cork"


def test_entries_come_from_any_iterable() -> None:
    def rows() -> Iterator[Entry | tuple[str, str]]:
        yield (CORK, "Cork")
        yield Entry(CORK, "Corcaigh", language="ga", classes=["http://example.org/City"])

    names = Dictionary(rows())
    assert (len(names), names.entries) == (2, 2)
    assert repr(names) == "<Dictionary of 2 labels, 2 entries>"
    assert names.recognize("CORCAIGH", language="ga")[0].classes == ("http://example.org/City",)
    assert names.recognize("CORCAIGH", language="en") == []


def test_labels_come_from_rdf() -> None:
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    names = Dictionary.from_rdf(f'<{CORK}> {label} "Corcaigh"@ga .', format="turtle")
    assert [a.idents for a in names.recognize("Corcaigh", language="ga")] == [(CORK,)]


def test_a_build_tells_how_far_it_is() -> None:
    table = "uri,label\n" + "".join(f"{CORK},name {number}\n" for number in range(20_000))
    told: list[tuple[int, ...]] = []
    Dictionary.from_csv(table, progress=lambda *at: told.append(at))
    assert told == sorted(told) and told[-1] == (len(table), len(table), 20_000)
    assert len({done for done, _, _ in told}) > 3

    def enough(*_: int) -> None:
        raise ZeroDivisionError

    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    with pytest.raises(ZeroDivisionError):
        Dictionary.from_csv(table, progress=enough)
    with pytest.raises(ZeroDivisionError):
        Dictionary.from_rdf(f"<{CORK}> {label} 'Cork' .", format="turtle", progress=enough)
    with pytest.raises(ZeroDivisionError):
        Dictionary([(CORK, "Cork")], progress=enough)
    with pytest.raises(ZeroDivisionError):
        glossweave.Tagger.train("To O\nCork B-LOC\n", progress=enough)


# Called in a process of its own, for a signal that comes while a call of the engine runs; the time from the
# signal to the exception is printed, in times of a whole call. A timer sends it, as nothing of Python runs meanwhile.
INTERRUPTED = """
import signal, sys, time
from glossweave import Dictionary, Tagger

count = int(sys.argv[2])
label = "<http://www.w3.org/2000/01/rdf-schema#label>"
rows = [(f"http://ex.org/{n}", f"name {n}") for n in range(count)]
table = "uri,label\\n" + "".join(f"{uri},{name}\\n" for uri, name in rows)
graph = "".join(f"<{uri}> {label} '{name}' .\\n" for uri, name in rows)
columns = "".join(f"We O\\nto O\\nTown{n} B-LOC\\n. O\\n\\n" for n in range(count // 10))
call = {
    "csv": lambda: Dictionary.from_csv(table),
    "rdf": lambda: Dictionary.from_rdf(graph, format="turtle"),
    "entries": lambda: Dictionary(rows),
    "train": lambda: Tagger.train(columns),
}[sys.argv[1]]
call()
began = time.monotonic()
call()
whole = time.monotonic() - began
for share in (0.1, 0.3, 0.5, 0.7, 0.9):
    for _ in range(4):
        began = time.monotonic()
        due = began + whole * share
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, whole * share)
        try:
            call()
            # The call ended before its signal, and took less time than the ones before: once more with that time.
            signal.signal(signal.SIGALRM, signal.SIG_IGN)
            whole = time.monotonic() - began
        except KeyboardInterrupt:
            print((time.monotonic() - due) / whole)
            break
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
"""


@pytest.mark.parametrize("call", ["csv", "rdf", "entries", "train"])
def test_a_signal_ends_a_long_call(call: str) -> None:
    words = [sys.executable, "-c", INTERRUPTED, call, "50000" if call == "train" else "100000"]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stderr
    waits = [float(line) for line in ran.stdout.split()]
    # A call may take less time than the one before, so that a signal comes too late.
    assert len(waits) >= 3 and max(waits) < 0.3, waits


def test_what_is_no_entry_is_refused() -> None:
    with pytest.raises(TypeError):
        Dictionary([7])  # type: ignore[list-item]
    with pytest.raises(ZeroDivisionError):
        Dictionary((CORK, str(1 // at)) for at in range(2))
    with pytest.raises(glossweave.GlossweaveError):
        Dictionary([(CORK, "")])


def test_entries_are_values() -> None:
    entry = Entry(CORK, "Cork", weight=2.0)
    assert (entry.uri, entry.label, entry.language, entry.weight) == (CORK, "Cork", None, 2.0)
    assert entry == Entry(CORK, "Cork", weight=2.0) != Entry(CORK, "Cork")
    assert pickle.loads(pickle.dumps(entry)) == entry
    assert repr(entry) == f"Entry('{CORK}', 'Cork', weight=2.0)"


def test_a_saved_dictionary_finds_the_same(
    tmp_path: Path, names: Dictionary, page: glossweave.Document
) -> None:
    path = tmp_path / "places.names"
    names.save(path)
    opened = Dictionary.open(path)
    opened.verify()
    assert opened.recognize(page) == names.recognize(page)
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(glossweave.StorageError):
        Dictionary.open(str(path))


def test_no_name_is_found_across_units() -> None:
    names = Dictionary([("http://example.org/ny", "New York")])
    page = glossweave.decode("<p>New<p>York, New York", format="html")
    assert [a.start for a in names.recognize(page)] == [10]
    assert names.recognize("") == []


def test_only_texts_and_documents_are_looked_through(names: Dictionary) -> None:
    with pytest.raises(TypeError):
        names.recognize(b"Cork")  # type: ignore[arg-type]


NICE = "http://example.org/nice"
MENTIONS = "We O\nwent O\nto O\nNice B-LOC\n. O\n\nNice O\nweather O\n! O\n\n" * 20


def test_names_are_found_where_they_are_meant(tmp_path: Path) -> None:
    names = Dictionary([(NICE, "Nice")])
    model = MentionModel.train(MENTIONS, names, languages=["en"])
    likely = names.with_mention_model(model)
    text = "Nice people. We went to Nice."
    assert [found.start for found in names.recognize(text)] == [0, 24]
    [found] = likely.recognize(text)
    assert found.start == 24 and found.confidence is not None and 0.3 <= found.confidence < 1
    assert len(likely.recognize(text, language="de")) == 2
    model.save(tmp_path / "mentions")
    opened = MentionModel.open(tmp_path / "mentions", revision=model.revision)
    assert (opened.revision, opened.languages) == (model.revision, ["en"])
    names.save(tmp_path / "names")
    for made in (
        pickle.loads(pickle.dumps(likely)),
        Dictionary.open(tmp_path / "names", mention_model=opened),
        Dictionary.from_bytes((tmp_path / "names").read_bytes(), mention_model=opened),
    ):
        assert [found.start for found in made.recognize(text)] == [24]
    assert pickle.loads(pickle.dumps(opened)).revision == model.revision
    anywhere = opened.with_threshold(0)
    for made in (anywhere, pickle.loads(pickle.dumps(anywhere)), pickle.loads(pickle.dumps(model.with_threshold(0)))):
        assert len(names.with_mention_model(made).recognize(text)) == 2
    tagger = Tagger.train(MENTIONS)
    both = anywhere.with_tagger(tagger)

    def confidence(made: MentionModel) -> list[float | None]:
        return [found.confidence for found in names.with_mention_model(made).recognize(text)]

    assert confidence(both) != confidence(anywhere)
    tagger.save(tmp_path / "tagger")
    together = MentionModel.open(tmp_path / "mentions", threshold=0, tagger=Tagger.open(tmp_path / "tagger"))
    for made in (together, pickle.loads(pickle.dumps(both)), pickle.loads(pickle.dumps(together))):
        assert confidence(made) == confidence(both)
    with pytest.raises(glossweave.InvalidArgument) as error:
        model.with_threshold(1.5)
    assert error.value.parameter == "threshold"
    with pytest.raises(glossweave.InvalidArgument) as error:
        MentionModel.train("To O\nNice O\n", names)
    assert "no mentions" in str(error.value)
    with pytest.raises(glossweave.InvalidArgument) as error:
        MentionModel.train(MENTIONS, names, languages=["en-US"])
    assert str(error.value) == "no language `en-US`, expected a primary subtag such as `en`"
    with pytest.raises(glossweave.InvalidArgument) as error:
        MentionModel.train(MENTIONS, names, word_vectors=tmp_path / "missing")
    assert error.value.parameter == "word_vectors"


CORKS = """@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://example.org/city> rdfs:label 'Cork' ; rdfs:comment 'a harbour of Ireland' .
<http://example.org/bark> rdfs:label 'Cork' ; rdfs:comment 'the bark of an oak' .
"""


def test_weights_are_fitted_to_linked_texts(tmp_path: Path) -> None:
    columns = "Harbour O\nof O\nCork B-http://example.org/city\n\n" * 20
    weights = RankingWeights.train(columns, CORKS, graph_format="turtle")
    assert weights.weights["words"] > RankingWeights().weights["words"]
    pairs = [("Harbour of Cork", [Annotation(11, 15, idents=["http://example.org/city"])])] * 20
    assert RankingWeights.train(pairs, CORKS, graph_format="turtle") == weights
    weights.save(tmp_path / "cork.weights")
    assert RankingWeights.open(tmp_path / "cork.weights") == weights
    assert pickle.loads(pickle.dumps(weights)) == weights
    with pytest.raises(glossweave.InvalidArgument) as error:
        RankingWeights.train("To O\nCork B-LOC\n", CORKS, graph_format="turtle")
    assert "linked" in str(error.value)
    with pytest.raises(glossweave.InvalidArgument):
        RankingWeights({"luck": 1.0})

    def confidence(ranking_weights: Path | None = None) -> float | None:
        session = glossweave.Engine(settings={"models": {"folder": "none", "ranking_weights": ranking_weights}}).local_session()
        session.datasets.create("corks", CORKS, informat="turtle")
        document = glossweave.decode("A harbour near Cork.", format="text")
        [found] = session.entities.recognize("dictionary", document, dataset="corks")
        return found.confidence

    fitted, usual = confidence(ranking_weights=tmp_path / "cork.weights"), confidence()
    assert fitted is not None and usual is not None and fitted > usual


def test_an_engine_judges_the_names_of_datasets(tmp_path: Path) -> None:
    table = f"uri,label\n{NICE},Nice\n"
    model = MentionModel.train(MENTIONS, Dictionary.from_csv(table))
    model.save(tmp_path / "mentions")
    session = glossweave.Engine(settings={"models": {"mentions": tmp_path / "mentions"}}).local_session()
    session.datasets.create("places", table)
    for mentions, count in [("likely", 1), ("all", 2)]:
        reply = session.entities.enrich(
            "dictionary", "Nice people. We went to Nice.", informat="text", outformat="turtle",
            dataset="places", mentions=mentions,
        )
        assert reply.bytes.count(b"taIdentRef") == count, mentions


def test_an_engine_has_the_models_of_a_folder() -> None:
    data = Path(__file__).parents[2] / "core" / "models" / "data"
    session = glossweave.Engine(settings={"models": {"folder": data}}).local_session()
    # A short list is not judged by the model.
    others = "".join(f"http://example.org/{at},Zyxton Heath {at}\n" for at in range(1000))
    table = f"uri,label\nhttp://example.org/cork,Cork\nhttp://example.org/of,Of\n{others}"
    session.datasets.create("places", table)
    text = glossweave.decode(
        "One of the many people who had travelled from Cork to Limerick was Mary Robinson.", format="text"
    )

    def found(engine: str) -> list[tuple[str, int]]:
        annotations = session.entities.recognize(engine, text, dataset="places")
        return [(one.text, len(one.idents)) for one in annotations]

    assert found("dictionary") == [("Cork", 1)]
    assert found("linker") == [("Cork", 1), ("Limerick", 0), ("Mary Robinson", 0)]
    [why] = session.entities.explain(text, dataset="places")
    assert 0.3 <= why["mention"] < 1
    without = glossweave.Engine(settings={"models": {"folder": "none"}}).session()
    with pytest.raises(glossweave.NotFound):
        without.entities.recognize("linker", text)
    with pytest.raises(glossweave.InvalidArgument) as error:
        glossweave.Engine(settings={"models": {"folder": "/nowhere"}})
    assert error.value.parameter == "models.folder"


def test_models_are_trained_on_nif(tmp_path: Path) -> None:
    town = Annotation(8, 12, classes=["http://schema.org/City"])
    text = glossweave.decode("We like Cork.", format="text")
    nif = glossweave.to_nif(text, [town], format="turtle")
    tagger = glossweave.Tagger.train(nif, format="turtle", rounds=1)
    assert tagger.classes == {"http://schema.org/City": "http://schema.org/City"}
    (tmp_path / "corpus.ttl").write_bytes(nif)
    assert glossweave.Tagger.train(tmp_path / "corpus.ttl", rounds=1).revision == tagger.revision
    names = Dictionary([("http://example.org/cork", "Cork")])
    assert MentionModel.train(tmp_path / "corpus.ttl", names).languages == []
    assert tagger.evaluate(nif, format="turtle")[None]["expected"] == 1
    with pytest.raises(glossweave.Unsupported):
        glossweave.Tagger.train(nif, format="conlll")
