"""Makes tests/data/encoder: a sentence encoder of 3 dimensions and 12 tokens, and files that are none.

The vector of a token is a row of a table, so that the expected vectors of the tests can be computed by hand. The
bytes of ONNX are written here, field by field: no package is needed.
"""

import json
import struct
from pathlib import Path

FOLDER = Path(__file__).parent / "encoder"
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "fish", "lake", "voice", "low", "##s", "a", "魚", "of"]
# The row of token n is (n, n * n, 1) / 16.
TOKENS = [[n / 16, n * n / 16, 1 / 16] for n in range(len(VOCABULARY))]
FLOAT, INT64 = 1, 7


def number(value: int) -> bytes:
    """A variable-length integer."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def field(place: int, value: int | bytes | str) -> bytes:
    """A field of a message: an integer, or bytes with their length."""
    if isinstance(value, int):
        return number(place << 3) + number(value)
    value = value.encode() if isinstance(value, str) else value
    return number(place << 3 | 2) + number(len(value)) + value


def value_info(name: str, kind: int, dimensions: list[str | int]) -> bytes:
    """The name, type and shape of an input or output."""
    shape = b"".join(
        field(1, field(2, one) if isinstance(one, str) else field(1, one)) for one in dimensions
    )
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, shape)))


def tensor(name: str, rows: list[list[float]]) -> bytes:
    """A table of numbers of 32 bits."""
    values = [value for row in rows for value in row]
    size = field(1, len(rows)) + field(1, len(rows[0]))
    return size + field(2, FLOAT) + field(8, name) + field(9, struct.pack(f"<{len(values)}f", *values))


def node(operator: str, inputs: list[str], output: str) -> bytes:
    """An operator with its inputs and its output."""
    return b"".join(field(1, one) for one in inputs) + field(2, output) + field(4, operator)


def model(
    inputs: list[str],
    output: list[str | int],
    nodes: list[bytes],
    tokens: list[list[float]] = TOKENS,
    name: str = "last_hidden_state",
) -> bytes:
    """A model of version 8 of ONNX and version 13 of its operators, whose output has that name and shape."""
    graph = b"".join(field(1, one) for one in nodes)
    graph += field(2, "tiny") + field(5, tensor("tokens", tokens))
    for one in inputs:
        graph += field(11, value_info(one, INT64, ["batch", "sequence"]))
    graph += field(12, value_info(name, FLOAT, output))
    return field(1, 8) + field(7, graph) + field(8, field(2, 13))


def word_piece(vocabulary: list[str], max_length: int | None) -> str:
    """A tokenizer of the kind of BERT, as the Tokenizers library writes it."""
    tokenizer = {
        "version": "1.0",
        "truncation": max_length and {"max_length": max_length, "strategy": "LongestFirst", "stride": 0},
        "added_tokens": [],
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": True,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {token: place for place, token in enumerate(vocabulary)},
        },
    }
    return json.dumps(tokenizer, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Writes the files."""
    gather = node("Gather", ["tokens", "input_ids"], "last_hidden_state")
    three = ["batch", "sequence", 3]
    FOLDER.mkdir(exist_ok=True)
    files = {
        "model.onnx": model(["input_ids"], three, [gather]),
        # Another input than those of a transformer of texts.
        "pixels.onnx": model(["pixels"], three, [gather.replace(b"\x09input_ids", b"\x06pixels")]),
        # One vector for all tokens together.
        "flat.onnx": model(
            ["input_ids"],
            ["sequence", 3],
            [
                node("Gather", ["tokens", "input_ids"], "rows"),
                node("Squeeze", ["rows"], "last_hidden_state"),
            ],
        ),
    }
    for name, content in files.items():
        (FOLDER / name).write_bytes(content)
    (FOLDER / "tokenizer.json").write_text(word_piece(VOCABULARY, 6), encoding="utf-8")


if __name__ == "__main__":
    main()
