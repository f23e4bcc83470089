"""Makes tests/data/classifier: a model that labels tokens, and files that are refused.

The label of a token depends on the token alone, so that the expected annotations of the tests can be told by hand. The
bytes of ONNX are those of generate_encoder.py.
"""

import json
import struct
from pathlib import Path

from generate_encoder import FLOAT, INT64, field, model, node, tensor, value_info, word_piece

FOLDER = Path(__file__).parent / "classifier"
LABELS = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC", "B-SHIP", "I-SHIP"]
# The label of each token, and its number before softmax: all others have 0.
TOKENS: dict[str, tuple[str, float]] = {
    "[PAD]": ("O", 9),
    "[UNK]": ("O", 9),
    "[CLS]": ("O", 9),
    "[SEP]": ("O", 9),
    "anna": ("B-PER", 9),
    "karenina": ("I-PER", 9),
    "cork": ("B-LOC", 8),
    "##er": ("O", 9),
    "##ish": ("I-LOC", 9),
    "city": ("I-LOC", 9),
    # exp(1) / (exp(1) + 6) = 0.31
    "perhaps": ("B-LOC", 1),
    "lusitania": ("B-SHIP", 9),
    "to": ("O", 9),
    "@": ("B-SHIP", 9),
    ".": ("O", 9),
    # The parts of the Hangul syllable for "Han".
    "\u1112": ("B-LOC", 9),
    "##\u1161": ("I-LOC", 9),
    "##\u11ab": ("I-LOC", 9),
}


def row(label: str, value: float) -> list[float]:
    """The numbers of a token."""
    return [value if one == label else 0.0 for one in LABELS]


def with_graph(operator: str, inputs: list[str], output: str, graphs: dict[str, bytes]) -> bytes:
    """An operator with graphs as attributes."""
    # 5 is the type of an attribute with a graph.
    attributes = [field(1, name) + field(6, graph) + field(20, 5) for name, graph in graphs.items()]
    return node(operator, inputs, output) + b"".join(field(5, one) for one in attributes)


def quantized(bits: int, has_zeros: bool) -> bytes:
    """The model with a product of 4 or 8 bits, as quantizers of onnxruntime write it."""
    width = 32
    count = len(TOKENS)
    rows = [[float(place == token) for place in range(width)] for token in range(count)]
    # The number of a label is 7, or 1 where it is to be unsure; all others are 0.
    zero = 3 if has_zeros else 1 << (bits - 1)
    columns = [
        [zero + (min(7, int(value)) if one == label else 0) for label, value in TOKENS.values()]
        + [zero] * (width - count)
        for one in LABELS
    ]
    if bits == 4:
        columns = [[low | high << 4 for low, high in zip(one[::2], one[1::2])] for one in columns]
    small = bytes(value for one in columns for value in one)

    def stored(name: str, kind: int, size: list[int], content: bytes) -> bytes:
        return b"".join(field(1, one) for one in size) + field(2, kind) + field(8, name) + field(9, content)

    tensors = [
        tensor("one_hot", rows),
        stored("small", 2, [len(LABELS), 1, len(small) // len(LABELS)], small),
        stored("scales", 1, [len(LABELS)], struct.pack(f"<{len(LABELS)}f", *[1.0] * len(LABELS))),
    ]
    inputs = ["rows", "small", "scales"]
    if has_zeros:
        # A byte for the only block of each column.
        tensors.append(stored("zeros", 2, [len(LABELS)], bytes([zero] * len(LABELS))))
        inputs.append("zeros")
    product = node("MatMulNBits", inputs, "logits") + field(7, "com.microsoft")
    for name, value in (("K", width), ("N", len(LABELS)), ("bits", bits), ("block_size", width)):
        product += field(5, field(1, name) + field(3, value) + field(20, 2))
    graph = field(1, node("Gather", ["one_hot", "input_ids"], "rows")) + field(1, product) + field(2, "quantized")
    graph += b"".join(field(5, one) for one in tensors)
    graph += field(11, value_info("input_ids", INT64, ["batch", "sequence"]))
    graph += field(12, value_info("logits", FLOAT, ["batch", "sequence", len(LABELS)]))
    versions = field(8, field(2, 13)) + field(8, field(1, "com.microsoft") + field(2, 1))
    return field(1, 8) + field(7, graph) + versions


def endless() -> bytes:
    """A loop whose condition is always true, and which hands a table on."""

    def info(name: str, kind: int) -> bytes:
        return field(1, name) + field(2, field(1, field(1, kind)))

    body = field(1, node("Identity", ["go"], "on")) + field(1, node("Identity", ["table"], "same"))
    body += field(2, "body") + field(11, info("count", INT64)) + field(11, info("go", 9)) + field(11, info("table", FLOAT))
    body += field(12, info("on", 9)) + field(12, info("same", FLOAT))
    return with_graph("Loop", ["", "", "rows"], "logits", {"body": body})


def nested(depth: int) -> bytes:
    """Graphs in each other."""
    graph = field(2, "leaf")
    for _ in range(depth):
        graph = field(1, with_graph("If", ["go"], "out", {"then_branch": graph})) + field(2, "branch")
    return with_graph("If", ["go"], "out", {"then_branch": graph})


def main() -> None:
    """Writes the files."""
    rows = [row(*one) for one in TOKENS.values()]
    gather = node("Gather", ["tokens", "input_ids"], "logits")
    shape: list[str | int] = ["batch", "sequence", len(LABELS)]
    inputs = ["input_ids", "attention_mask", "token_type_ids"]
    files = {
        "model.onnx": model(inputs, shape, [gather], rows, "logits"),
        "endless.onnx": model(inputs, shape, [gather.replace(b"\x06logits", b"\x04rows"), endless()], rows, "logits"),
        "bits-4.onnx": quantized(4, False),
        "bits-4-zeros.onnx": quantized(4, True),
        "bits-8.onnx": quantized(8, False),
        "nested.onnx": model(inputs, shape, [nested(40), gather], rows, "logits"),
    }
    FOLDER.mkdir(exist_ok=True)
    for name, content in files.items():
        (FOLDER / name).write_bytes(content)
    (FOLDER / "tokenizer.json").write_text(word_piece(list(TOKENS), None), encoding="utf-8")
    config = {
        "architectures": ["BertForTokenClassification"],
        "model_type": "bert",
        "max_position_embeddings": 12,
        "id2label": {str(place): label for place, label in enumerate(LABELS)},
    }
    (FOLDER / "config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")
    (FOLDER / "LICENSE").write_text("Apache License, Version 2.0: own work, as all of this project.\n")


if __name__ == "__main__":
    main()
