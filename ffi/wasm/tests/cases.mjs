// The rows of tests/cases that concern documents, in WebAssembly: each answer must be that of Rust, byte for byte.
//
// node cases.mjs NODE.JS ANSWERS.JSON, where the answers are printed by the example `answers` of
// glossweave-tests. It ends with the number of rows that were compared, and the rows that need what is not in the
// module: an engine, or libxml2.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const DATA = new URL("../../../tests/data/", import.meta.url);
const [library, answers] = process.argv.slice(2);
const module = pathToFileURL(resolve(library));
const { open } = await import(module);
const { worded } = await import(new URL("options.js", module));
const gw = await open();

// Of the options of rows, those of `decode`, of `encode`, and of the other steps.
const READING = {
  charset: "charset",
  language: "language",
  max_bytes: "maxBytes",
  rules: "rules",
  rule_set: "ruleSet",
  unknown_entities: "unknownEntities",
  invalid_bytes: "invalidBytes",
  translatable_attributes: "translatableAttributes",
  numeric_cells: "numericCells",
  columns: "columns",
  parameters: "parameters",
};
const WRITING = {
  verify: "verify",
  on_parent: "onParent",
  translations: "translations",
  set_lang: "setLang",
  target_state: "targetState",
  profile: "profile",
  schema: "schema",
};
const NIF = { prefix: "prefix", nif_version: "nifVersion", shape: "shape" };
const WEB_ANNOTATION = same("source", "base", "created", "text");
const CHUNKS = {
  split: "split",
  size: "size",
  "size-unit": "sizeUnit",
  overlap: "overlap",
  "at-headings": "atHeadings",
  name: "name",
  "max-output-bytes": "maxOutputBytes",
};

// The properties of an annotation in a row of the table.
const SHOWN = {
  entity: "idents",
  class: "classes",
  source: "source",
  ident: "sourceIdent",
  info_ref: "infoRef",
  info: "info",
  translation: "text",
  language: "language",
  confidence: "confidence",
  annotator: "annotator",
};

function same(...names) {
  return Object.fromEntries(names.map((name) => [name, name]));
}

function picked(row, names) {
  const given = Object.entries(row.options ?? {}).filter(([name]) => name in names);
  return Object.fromEntries(given.map(([name, value]) => [names[name], value]));
}

function source(row) {
  if (row.input_base64 !== undefined) return Buffer.from(row.input_base64, "base64");
  if (row.file !== undefined) return readFileSync(new URL(row.file, DATA));
  return row.input ?? "";
}

function decoded(row) {
  return gw.decode(source(row), row.informat ?? "html", picked(row, READING));
}

// Code points, which rows count, from units of UTF-16, and back.
const points = (text, unit) => Array.from(text.slice(0, unit)).length;
function unit(text, point) {
  const all = Array.from(text);
  const outside = point > all.length ? point - all.length : 0;
  return all.slice(0, point).join("").length + outside;
}

function annotation(row, text) {
  const one = { start: unit(text, row.start), end: unit(text, row.end) };
  for (const [name, property] of Object.entries(SHOWN)) {
    if (row[name] !== undefined) one[property] = row[name];
  }
  if (row.metadata !== undefined) return { ...one, kind: "metadata", ...metadata(row.metadata) };
  if (row.translation !== undefined) return { ...one, kind: "translation" };
  return { ...one, kind: row.term ? "term" : "entity" };
}

function metadata([[, category], ...pairs]) {
  const one = { category, fields: {}, records: [] };
  let into = one.fields;
  for (const [name, value] of pairs) {
    if (name === "record") one.records.push((into = {}));
    else into[name] = value;
  }
  return one;
}

function shown(one, text) {
  const row = { start: points(text, one.start), end: points(text, one.end) };
  if (one.kind === "term") row.term = true;
  for (const [name, property] of Object.entries(SHOWN)) {
    if (one[property] !== undefined) row[name] = one[property];
  }
  if (one.kind === "metadata") {
    const records = one.records.flatMap((record) => [["record", ""], ...Object.entries(record)]);
    row.metadata = [["category", one.category], ...Object.entries(one.fields), ...records];
  }
  return row;
}

function placement({ state, fragments, rule }) {
  if (state === "placed") return `placed ${fragments}`;
  const words = state.replace("-", " ");
  return rule === null ? words : `${words}: ${rule}`;
}

function read(document, annotations) {
  return {
    text: document.text,
    units: document.units.map((unit) => unit.text),
    encoding: document.encoding,
    annotations: annotations.map((one) => shown(one, document.text)),
    target: document.target?.units.map((unit) => unit.text) ?? [],
    warnings: document.warnings.length,
    parts: document.parts.map((part) => part.name),
  };
}

function written({ bytes, placements, parts = [] }) {
  const names = parts.map((part) => part.name);
  return { bytes, placements: placements.map(placement), parts: names };
}

const STEPS = {
  text(row) {
    const document = decoded(row);
    return read(document, document.annotations);
  },
  nif(row, document, annotations) {
    return { bytes: gw.toNif(document, annotations, row.outformat, picked(row, NIF)) };
  },
  "web-annotation"(row, document, annotations) {
    return { bytes: gw.toWebAnnotation(document, annotations, picked(row, WEB_ANNOTATION)) };
  },
  "read-web-annotation"(row, document) {
    const options = picked(row, same("source"));
    const { annotations, skipped } = gw.readWebAnnotations(document, row.web_annotations, options);
    const found = annotations.map((one) => shown(one, document.text));
    return { annotations: found, warnings: skipped.length };
  },
  export(row, document, annotations) {
    const options = picked(row, same("name"));
    return written(gw.export(document, annotations, row.outformat ?? "turtle", options));
  },
  chunks(row, document, annotations) {
    const options = { offsets: "code-points", ...picked(row, CHUNKS) };
    return { bytes: gw.chunkLines(document, annotations, options) };
  },
  annotate(row, document, annotations) {
    return written(gw.encode(document, annotations, picked(row, WRITING)));
  },
  return(row, document) {
    const said = gw.readNif(row.nif).annotationsOf(document);
    if (said === null) {
      return { error: { kind: "NotFound", message: "no text of this document", at: null } };
    }
    const { bytes, placements } = written(gw.encode(document, said, picked(row, WRITING)));
    return { bytes, placements, annotations: said.map((one) => shown(one, document.text)) };
  },
  read(row) {
    const nif = gw.readNif(source(row), row.informat ?? "html", picked(row, same("base")));
    const [context] = nif.contexts;
    return context === undefined ? {} : read(context.document, context.annotations);
  },
  its(row) {
    const options = picked(row, READING);
    const nodes = gw.analyzeIts(source(row), row.category, row.informat ?? "html", options);
    const line = ({ path, values }) => {
      return [path, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join(" ");
    };
    return { its: nodes.map(line) };
  },
  recognize(row) {
    const names = gw.dictionaryFromCsv(row.labels);
    const document = decoded(row);
    const found = names.recognize(document);
    const outformat = row.outformat ?? "turtle";
    const kinds = gw.formats();
    const of = (name) => kinds.find((one) => one.name === name || one.mediaTypes.includes(name));
    if (of(outformat)?.name === of(row.informat ?? "html")?.name) {
      return written(gw.encode(document, found, picked(row, WRITING)));
    }
    return { bytes: gw.toNif(document, found, outformat, picked(row, NIF)), placements: [] };
  },
};

function answer(row, step) {
  try {
    const needsDocument = !["text", "read", "its", "recognize"].includes(step);
    const document = needsDocument ? decoded(row) : null;
    const given = (row.annotations ?? []).map((one) => annotation(one, document.text));
    return STEPS[step](row, document, given);
  } catch (error) {
    if (error.name !== "GlossweaveError") throw error;
    const at = error.location && [error.location.line, error.location.column];
    return { error: { kind: error.kind, message: error.message, at } };
  }
}

// Without what is empty or not said, and with bytes as hexadecimal digits.
function plain(answer) {
  const said = Object.entries(answer).filter(([name, value]) => {
    const empty = value === null || value === 0 || value?.length === 0;
    return value !== undefined && (name === "text" || !empty);
  });
  return Object.fromEntries(said.map(([name, value]) => {
    return [name, value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value];
  }));
}

// Rows whose outcome depends on an engine: its services, or what they do with documents.
function needsEngine(row, expected) {
  const step = row.step ?? "text";
  if (step !== "recognize") return !(step in STEPS);
  const rules = ["any_language", "any_format", "recognizer"];
  const informat = gw.formats().find(({ name }) => name === row.informat);
  return (
    row.providers !== undefined ||
    informat?.abilities.includes("rdf") ||
    rules.some((name) => name in (row.options ?? {})) ||
    /can only be returned|is only returned/.test(expected.error?.message ?? "")
  );
}

// An error is the same if it begins with the same message, with the names of options in JavaScript: the table does not say
// how places count.
function compare(got, expected) {
  // Rows for an engine name its setting.
  const message = expected.error && worded(expected.error.message.replace("limits.source", "max-bytes"));
  if (got.error && expected.error && got.error.message.startsWith(message)) {
    got.error.message = expected.error.message;
  }
  // What has no text has a NULL there.
  assert.deepEqual(plain(got), plain({ ...expected, text: expected.text ?? undefined }));
}

const counts = { passed: 0, failed: 0 };
const left = {};
for (const { name, step, row, answer: expected } of JSON.parse(readFileSync(answers))) {
  const leave = (why) => (left[why] ??= []).push(name);
  if (needsEngine(row, expected)) {
    leave("an engine");
    continue;
  }
  if (row.options?.rules_folder !== undefined) {
    leave("a file system");
    continue;
  }
  const got = answer(row, step);
  if (got.error?.kind === "Unsupported" && got.error.message.includes("the feature `its-rules`")) {
    leave("libxml2");
    continue;
  }
  try {
    compare(got, expected);
    counts.passed += 1;
  } catch (error) {
    counts.failed += 1;
    console.error(`${name}: ${error.message}`);
  }
}
for (const [what, names] of Object.entries(left)) console.log(`${names.length} rows need ${what}`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 && counts.passed >= 100 ? 0 : 1;
