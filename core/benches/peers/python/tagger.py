"""Trains taggers on four fifths of annotated text and tries them on the rest: Glossweave's, and
python-crfsuite with usual features. Prints JSON objects, one a line.

    python tagger.py CORPUS.conll...
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import glossweave
import pycrfsuite
from timing import seconds

Sentence = list[tuple[str, str]]
Span = tuple[int, int, str]


def sentences(path: Path) -> Iterator[Sentence]:
    sentence: Sentence = []
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition("\t")
        if word and word != "-DOCSTART-":
            sentence.append((word, rest.split("\t")[0]))
        elif sentence:
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def columns(corpus: list[Sentence]) -> str:
    return "".join("".join(f"{word}\t{tag}\n" for word, tag in one) + "\n" for one in corpus)


def spans(tags: list[str]) -> set[Span]:
    """Spans of tokens in IOB2, with their classes."""
    found: set[Span] = set()
    start = None
    for at, tag in enumerate([*tags, "O"]):
        if start is not None and tag != f"I-{tags[start][2:]}":
            found.add((start, at, tags[start][2:]))
            start = None
        if tag.startswith("B-"):
            start = at
    return found


def shape(word: str) -> str:
    signs = ("X" if c.isupper() else "x" if c.islower() else "9" if c.isdigit() else c for c in word)
    out: list[str] = []
    for sign in signs:
        if out[-1:] != [sign]:
            out.append(sign)
    return "".join(out)


def features(words: list[str]) -> list[list[str]]:
    def of(at: int, place: str) -> list[str]:
        if not 0 <= at < len(words):
            return [f"{place}none"]
        word = words[at]
        return [f"{place}{word.lower()}", f"{place}shape={shape(word)}"]

    return [
        ["bias", f"end={word[-3:].lower()}", f"end={word[-2:].lower()}", f"begin={word[:3].lower()}"]
        + [one for place in range(-2, 3) for one in of(at + place, f"{place}:")]
        for at, word in enumerate(words)
    ]


Tags = Callable[[list[str]], list[str]]
Probabilities = Callable[[list[str]], list[float]]


def crfsuite(known: list[Sentence]) -> tuple[Tags, Probabilities]:
    """Trains python-crfsuite on sentences; gives the tags of words, and of these the probabilities."""
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.set_params({"c1": 0.1, "c2": 0.01, "max_iterations": 100})
    for one in known:
        trainer.append(features([word for word, _ in one]), [tag for _, tag in one])
    with tempfile.NamedTemporaryFile() as model:
        trainer.train(model.name)
        other = pycrfsuite.Tagger()
        other.open(model.name)

    def probabilities(words: list[str]) -> list[float]:
        return [other.marginal(tag, at) for at, tag in enumerate(other.tag(features(words)))]

    return lambda words: other.tag(features(words)), probabilities


def main() -> None:
    for name in sys.argv[1:]:
        path = Path(name)
        corpus = list(sentences(path))
        known = [one for at, one in enumerate(corpus) if at % 5]
        tried = corpus[::5]
        words = [[word for word, _ in one] for one in tried]
        count = sum(map(len, words))

        def tell(who: str, measure: str, value: float) -> None:
            fact = f"{measure}, {who}"
            print(json.dumps({"page": path.stem, "fact": fact, "value": value}))

        def rate(who: str, taken: tuple[float, float]) -> None:
            rates = dict(zip(("rate", "processor"), (count / one / 1e3 for one in taken), strict=True))
            print(json.dumps({"page": path.stem, "work": "tagger", "who": who, **rates}))

        start = time.perf_counter()
        tagger = glossweave.Tagger.train(columns(known))
        tell("glossweave", "training, seconds", time.perf_counter() - start)
        tell("glossweave", "F1", 100 * tagger.evaluate(columns(tried))[None]["f1"])
        texts = [" ".join(one) for one in words]
        rate("glossweave", seconds(lambda: [tagger.recognize(text) for text in texts]))

        start = time.perf_counter()
        other, _ = crfsuite(known)
        tell("python-crfsuite", "training, seconds", time.perf_counter() - start)
        right = found = expected = 0
        for one in tried:
            gold = spans([tag for _, tag in one])
            guess = spans(other([word for word, _ in one]))
            right += len(gold & guess)
            found += len(guess)
            expected += len(gold)
        tell("python-crfsuite", "F1", 200 * right / (found + expected))
        rate("python-crfsuite", seconds(lambda: [other(one) for one in words]))


if __name__ == "__main__":
    main()
