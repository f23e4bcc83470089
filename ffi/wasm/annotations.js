// Annotations as objects, and as the rows of the module (ffi/src/wasm.rs), which cross the border in one piece.

import { GlossweaveError } from "./memory.js";

// The properties of annotations, by the names of their fields.
const FIELDS = {
  ident: "idents",
  class: "classes",
  source: "source",
  "source-ident": "sourceIdent",
  "info-ref": "infoRef",
  info: "info",
  text: "text",
  language: "language",
  annotator: "annotator",
};

const PROPERTIES = new Set([
  "kind", "start", "end", "category", "fields", "records", "confidence", ...Object.values(FIELDS),
]);

/** Returns the handle of a list with annotations of a document. */
export function annotated(frame, document, all = []) {
  if (typeof all?.[Symbol.iterator] !== "function") {
    throw new TypeError("expected an array of annotations");
  }
  const rows = Array.from(all, (one) => {
    const unknown = Object.keys(one).find((name) => !PROPERTIES.has(name));
    if (unknown !== undefined) {
      const what = `annotations have no property \`${unknown}\`, expected one of ${[...PROPERTIES].join(", ")}`;
      throw new GlossweaveError("Invalid", what, { parameter: unknown });
    }
    const [start, end] = document.places.bytes(one);
    return [String(one.kind), start, end, null, fields(one)];
  });
  const input = frame.input(JSON.stringify(rows));
  try {
    return frame.handle("gw_annotations_free", "gw_wasm_annotations_read", input);
  } catch (error) {
    if (error instanceof GlossweaveError) error.parameter = FIELDS[error.parameter] ?? error.parameter;
    throw error;
  }
}

/** Returns the fields of an annotation as the C API takes them. */
function fields(one) {
  const said = [];
  if (one.category) said.push(["category", one.category]);
  said.push(...Object.entries(one.fields ?? {}));
  for (const record of one.records ?? []) said.push(["record", ""], ...Object.entries(record));
  for (const [field, name] of Object.entries(FIELDS)) {
    said.push(...[one[name] ?? []].flat().map((value) => [field, value]));
  }
  if (one.confidence !== undefined && one.confidence !== null) {
    said.push(["confidence", one.confidence]);
  }
  return said.map(([field, value]) => [field, String(value)]);
}

/** Returns the annotations of a list as objects. `text` is that of their document. */
export function annotations(frame, list, text) {
  const rows = JSON.parse(new TextDecoder().decode(frame.buffer("gw_wasm_annotations_write", list)));
  return rows.map(([kind, start, end, confidence, said]) => {
    const one = { kind, ...text.units({ start, end }) };
    Object.assign(one, kind === "metadata" ? metadata(said) : properties(said));
    if (confidence !== null) one.confidence = confidence;
    return one;
  });
}

function properties(said) {
  const one = {};
  for (const [field, value] of said) {
    const name = FIELDS[field] ?? field;
    if (field === "ident" || field === "class") (one[name] ??= []).push(value);
    else one[name] = value;
  }
  return one;
}

function metadata(said) {
  const one = { category: null, fields: {}, records: [] };
  let into = one.fields;
  for (const [field, value] of said) {
    if (field === "category" || field === "annotator") one[field] = value;
    else if (field === "record") one.records.push((into = {}));
    else into[field] = value;
  }
  return one;
}
