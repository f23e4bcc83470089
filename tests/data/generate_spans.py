"""Makes tests/data/spans: a span model with the inputs and the output of GLiNER, whose answers can be told by hand.

A span is of a class if its first word may begin a name of that class and its last word may end one. The bytes of ONNX are
those of generate_encoder.py.
"""

import json
import struct
from pathlib import Path

from generate_encoder import FLOAT, INT64, field, node, tensor, value_info, word_piece

FOLDER = Path(__file__).parent / "spans"
WIDTH = 3
"""The most words of a span."""
PERSON, CITY, NONE = [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]
# For each token: the class that it names, the class whose names it begins, and the one whose names it ends.
TOKENS: dict[str, tuple[list[float], list[float], list[float]]] = {
    "[PAD]": (NONE, NONE, NONE),
    "[UNK]": (NONE, NONE, NONE),
    "[CLS]": (NONE, NONE, NONE),
    "[SEP]": (NONE, NONE, NONE),
    "<<ENT>>": (NONE, NONE, NONE),
    "<<SEP>>": (NONE, NONE, NONE),
    "person": (PERSON, NONE, NONE),
    "city": (CITY, NONE, CITY),
    "anna": (NONE, PERSON, NONE),
    "karenina": (NONE, NONE, PERSON),
    "cork": (NONE, CITY, CITY),
    # Half sure: a name of one word has the number 0 before the logistic function.
    "perhaps": (NONE, [0.0, 0.75], [0.0, 0.75]),
    "to": (NONE, NONE, NONE),
    "##er": (NONE, NONE, NONE),
    ".": (NONE, NONE, NONE),
}
INPUTS: dict[str, list[str | int]] = {
    "input_ids": ["batch", "tokens"],
    "attention_mask": ["batch", "tokens"],
    "words_mask": ["batch", "tokens"],
    "text_lengths": ["batch", 1],
    "span_idx": ["batch", "spans", 2],
    "span_mask": ["batch", "spans"],
}


def integers(name: str, values: list[int], is_scalar: bool = False) -> bytes:
    """A list of whole numbers, or one of them."""
    size = b"" if is_scalar else field(1, len(values))
    return size + field(2, INT64) + field(8, name) + field(9, struct.pack(f"<{len(values)}q", *values))


def with_axis(content: bytes, axis: int) -> bytes:
    """An operator along an axis."""
    # 2 is the type of an attribute with a whole number.
    return content + field(5, field(1, "axis") + field(3, axis) + field(20, 2))


def model(width: int) -> bytes:
    """The model: for each span and class 10 times what agrees of both ends, less 15."""
    nodes = [
        # The tokens after each mark of a class, and their vectors.
        node("Equal", ["input_ids", "mark"], "is_mark"),
        node("NonZero", ["is_mark"], "marks"),
        with_axis(node("Gather", ["marks", "one"], "places_before"), 0),
        node("Add", ["places_before", "one"], "places"),
        node("Squeeze", ["input_ids", "first_axis"], "ids"),
        node("Gather", ["ids", "places"], "names"),
        node("Gather", ["classes", "names"], "class_vectors"),
        node("Transpose", ["class_vectors"], "by_class"),
        # The first tokens of words.
        node("Greater", ["words_mask", "zero"], "is_word"),
        node("NonZero", ["is_word"], "words"),
        with_axis(node("Gather", ["words", "one"], "word_places"), 0),
        node("Gather", ["ids", "word_places"], "word_ids"),
        node("Gather", ["begins", "word_ids"], "word_begins"),
        node("Gather", ["ends", "word_ids"], "word_ends"),
        # Both ends of spans; those beyond the text end with its last word.
        with_axis(node("Gather", ["span_idx", "zero"], "starts"), 2),
        with_axis(node("Gather", ["span_idx", "one"], "lasts"), 2),
        node("Sub", ["text_lengths", "one"], "most"),
        node("Min", ["lasts", "most"], "lasts_within"),
        node("Gather", ["word_begins", "starts"], "span_begins"),
        node("Gather", ["word_ends", "lasts_within"], "span_ends"),
        node("Add", ["span_begins", "span_ends"], "span_vectors"),
        node("MatMul", ["span_vectors", "by_class"], "agrees"),
        node("Mul", ["agrees", "factor"], "times"),
        node("Sub", ["times", "less"], "scores"),
        node("Shape", ["names"], "count"),
        with_axis(node("Concat", ["shape_before", "count"], "shape"), 0),
        node("Reshape", ["scores", "shape"], "logits"),
    ]
    table = {name: [one[place] for one in TOKENS.values()] for place, name in enumerate(("classes", "begins", "ends"))}
    graph = b"".join(field(1, one) for one in nodes) + field(2, "spans")
    for name, rows in table.items():
        graph += field(5, tensor(name, rows))
    graph += field(5, tensor("factor", [[10.0]])) + field(5, tensor("less", [[15.0]]))
    for name, value in (("mark", list(TOKENS).index("<<ENT>>")), ("zero", 0), ("one", 1)):
        graph += field(5, integers(name, [value], is_scalar=True))
    graph += field(5, integers("first_axis", [0])) + field(5, integers("shape_before", [1, -1, width]))
    for name, shape in INPUTS.items():
        graph += field(11, value_info(name, INT64, shape))
    graph += field(12, value_info("logits", FLOAT, ["batch", "words", width, "classes"]))
    return field(1, 8) + field(7, graph) + field(8, field(2, 13))


def main() -> None:
    """Writes the files."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "model.onnx").write_bytes(model(WIDTH))
    # Spans of another number of words than the configuration says.
    (FOLDER / "wide.onnx").write_bytes(model(WIDTH + 1))
    (FOLDER / "tokenizer.json").write_text(word_piece(list(TOKENS), None), encoding="utf-8")
    config = {"max_width": WIDTH, "ent_token": "<<ENT>>", "sep_token": "<<SEP>>"}
    (FOLDER / "gliner_config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")
    (FOLDER / "config.json").write_text(json.dumps({"max_position_embeddings": 64}) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
