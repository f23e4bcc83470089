"""Writes a tiny language model as a GGUF file: its layer does nothing, so that it says any character by its frequency.

Held to a grammar, as llama.cpp holds a model to a JSON schema, it answers with valid JSON and arbitrary texts.
"""

from __future__ import annotations

import math
import struct
from pathlib import Path

SIZE = 32
"""The size of embeddings: llama.cpp needs a multiple of 32."""

FREQUENT = {'"': 900, "{": 900, "]": 150, "}": 150, ",": 600, "1": 60, "2": 60, "3": 60, " ": 20}
"""Characters that are more frequent than others, which have 10: texts and lists are short."""

TEXT, NUMBER, FLOAT, ARRAY = 8, 4, 6, 9
"""Types of values of the metadata."""


def vocabulary() -> list[tuple[str, int]]:
    """The tokens with their types: unknown, the ends, bytes, and characters."""
    tokens = [("<unk>", 2), ("<s>", 3), ("</s>", 3)]
    tokens += [(f"<0x{byte:02X}>", 6) for byte in range(256)]
    # A space is written so in the vocabularies of SentencePiece.
    return tokens + [("▁" if code == 32 else chr(code), 1) for code in range(32, 127)]


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value.encode())) + value.encode()


def entry(name: str, kind: int, value: object) -> bytes:
    """A value of the metadata."""
    head = text(name) + struct.pack("<I", kind)
    if kind == ARRAY:
        items: list[object] = list(value)  # type: ignore[call-overload]
        inner = TEXT if isinstance(items[0], str) else FLOAT if isinstance(items[0], float) else 5
        return head + struct.pack("<IQ", inner, len(items)) + b"".join(scalar(inner, one) for one in items)
    return head + scalar(kind, value)


def scalar(kind: int, value: object) -> bytes:
    if kind == TEXT:
        return text(str(value))
    return struct.pack({NUMBER: "<I", FLOAT: "<f", 5: "<i"}[kind], value)


def write(path: Path) -> None:
    """Writes the model."""
    tokens = vocabulary()
    metadata = [
        ("general.architecture", TEXT, "llama"), ("general.name", TEXT, "tiny"),
        ("llama.block_count", NUMBER, 1), ("llama.context_length", NUMBER, 32768),
        ("llama.embedding_length", NUMBER, SIZE), ("llama.feed_forward_length", NUMBER, SIZE),
        ("llama.attention.head_count", NUMBER, 1), ("llama.rope.dimension_count", NUMBER, SIZE),
        ("llama.attention.layer_norm_rms_epsilon", FLOAT, 1e-5),
        ("llama.vocab_size", NUMBER, len(tokens)),
        ("tokenizer.ggml.model", TEXT, "llama"),
        ("tokenizer.ggml.tokens", ARRAY, [token for token, _ in tokens]),
        ("tokenizer.ggml.scores", ARRAY, [0.0] * len(tokens)),
        ("tokenizer.ggml.token_type", ARRAY, [kind for _, kind in tokens]),
        ("tokenizer.ggml.bos_token_id", NUMBER, 1), ("tokenizer.ggml.eos_token_id", NUMBER, 2),
        ("tokenizer.chat_template", TEXT, "{% for one in messages %}{{ one.content }} {% endfor %}"),
    ]

    def weight(token: str, kind: int) -> float:
        if kind == 1:
            return math.log(FREQUENT.get(token.replace("▁", " "), 10))
        return math.log(1e-3)

    # Embeddings are alike, so that what the last row of weights says is the same everywhere.
    said = [value for token, kind in tokens for value in [weight(token, kind) / SIZE] * SIZE]
    nothing, ones = [0.0] * SIZE * SIZE, [1.0] * SIZE
    square = (SIZE, SIZE)
    layer = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")
    tensors = [("token_embd.weight", (SIZE, len(tokens)), [1.0] * SIZE * len(tokens))]
    tensors += [(f"blk.0.{name}.weight", square, nothing) for name in layer]
    tensors += [(f"blk.0.{name}.weight", (SIZE,), ones) for name in ("attn_norm", "ffn_norm")]
    tensors += [("output_norm.weight", (SIZE,), ones), ("output.weight", (SIZE, len(tokens)), said)]
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(metadata))
    head += b"".join(entry(*one) for one in metadata)
    data = b""
    for name, shape, values in tensors:
        head += text(name) + struct.pack(f"<I{len(shape)}Q", len(shape), *shape) + struct.pack("<IQ", 0, len(data))
        data += struct.pack(f"<{len(values)}f", *values)
        data += bytes(-len(data) % 32)
    path.write_bytes(head + bytes(-len(head) % 32) + data)
