// Documents, annotations and dictionaries: the C API (include/glossweave.h) as classes. Spans of texts count
// units of UTF-16, as strings do; spans of sources count bytes.

import { annotated, annotations } from "./annotations.js";
import { GlossweaveError, Instance, Text } from "./memory.js";
import { given } from "./options.js";

export { GlossweaveError };

const ABI_VERSION = 2;

/**
 * Loads the library. `source` is the module `glossweave.wasm`: its place, an answer of `fetch`, its bytes, or what was
 * compiled; by default the file beside this one.
 */
export async function open(source = new URL("glossweave.wasm", import.meta.url)) {
  const instance = await Instance.of(await compiled(await source));
  const version = instance.invoke("gw_abi_version");
  if (version !== ABI_VERSION) {
    const what = `the module has version ${version} of the interface, expected ${ABI_VERSION}`;
    throw new GlossweaveError("Unsupported", what);
  }
  return new Glossweave(instance);
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (typeof Response === "function" && source instanceof Response) {
    if (!source.ok) {
      throw new GlossweaveError("NotFound", `${source.url} answers with ${source.status}`);
    }
    // A server may not know the media type that `compileStreaming` wants.
    return WebAssembly.compile(await source.arrayBuffer());
  }
  return compiled(await fetch(source));
}

// Frees what was not freed by hand, when nothing refers to it any more.
const registry = new FinalizationRegistry(({ instance, free, pointer }) => {
  try {
    instance.invoke(free, pointer);
  } catch (error) {
    // Nobody to tell; a module that has stopped holds nothing that could be freed.
    if (!(error instanceof GlossweaveError)) throw error;
  }
});

/** Something that the module holds until `free` is called or nothing refers to it. */
class Handle {
  #pointer;
  #free;

  constructor(instance, free, pointer) {
    Object.defineProperty(this, "instance", { value: instance });
    this.#pointer = pointer;
    this.#free = free;
    registry.register(this, { instance, free, pointer }, this);
  }

  get pointer() {
    if (this.#pointer === null) throw new GlossweaveError("Invalid", "it was freed");
    return this.#pointer;
  }

  /** Returns the pointer of a handle of this type. Another instance has another memory, where it means nothing. */
  static pointer(handle, instance) {
    const name = this.title;
    if (!(handle instanceof this)) throw new TypeError(`expected a ${name}`);
    if (handle.instance !== instance) {
      const what = `the ${name} belongs to what another call of \`open\` returned`;
      throw new GlossweaveError("Invalid", what, { parameter: name });
    }
    return handle.pointer;
  }

  free() {
    if (this.#pointer === null) return;
    registry.unregister(this);
    this.instance.invoke(this.#free, this.#pointer);
    this.#pointer = null;
  }
}
if (Symbol.dispose) Handle.prototype[Symbol.dispose] = Handle.prototype.free;

/** The library. */
class Glossweave {
  #instance;

  constructor(instance) {
    this.#instance = instance;
  }

  get version() {
    return this.#instance.run((frame) => frame.text("gw_version"));
  }

  get memory() {
    return this.#instance.exports.memory.buffer.byteLength;
  }

  formats() {
    const all = this.#instance.run((frame) => json(frame.buffer("gw_formats")));
    return all.map(({ media_types: mediaTypes, is_package: isPackage, ...rest }) => {
      return { ...rest, mediaTypes, isPackage };
    });
  }

  identifyLanguage(text) {
    return this.#instance.run((frame) => {
      const [tag, sure] = [frame.allocate(), frame.allocate()];
      try {
        frame.call("gw_language_identify", frame.input(text), tag, sure);
      } catch (error) {
        if (error.kind === "NotFound") return null;
        throw error;
      }
      const confidence = this.#instance.read("double", sure);
      return { language: string(frame.taken(tag)), confidence };
    });
  }

  decode(source, format, options = {}) {
    const pointer = this.#instance.run((frame) => {
      const [input, name, params] = [frame.input(source), frame.input(format), given(frame, options)];
      return frame.value("size", "gw_decode", input, name, params);
    });
    return new Document(this.#instance, pointer);
  }

  encode(document, annotations, options = {}) {
    return this.#instance.run((frame) => {
      const pointer = Document.pointer(document, this.#instance);
      const list = annotated(frame, document, annotations);
      const from = [pointer, list, given(frame, options)];
      const reply = frame.handle("gw_reply_free", "gw_encode", ...from);
      return this.#instance.read("GwReply", reply);
    });
  }

  export(document, annotations, format, options = {}) {
    return this.#instance.run((frame) => {
      const pointer = Document.pointer(document, this.#instance);
      const list = annotated(frame, document, annotations);
      const from = [pointer, list, frame.input(format), given(frame, options)];
      const reply = frame.handle("gw_reply_free", "gw_export", ...from);
      return this.#instance.read("GwReply", reply);
    });
  }

  toNif(document, annotations, format = "turtle", options = {}) {
    return this.#instance.run((frame) => {
      const pointer = Document.pointer(document, this.#instance);
      const list = annotated(frame, document, annotations);
      const params = given(frame, options);
      return frame.buffer("gw_nif_write", pointer, list, frame.input(format), params);
    });
  }

  readNif(source, format = "turtle", { base = "" } = {}) {
    const pointer = this.#instance.run((frame) => {
      const from = [frame.input(source), frame.input(format), frame.input(base)];
      return frame.value("size", "gw_nif_read", ...from);
    });
    return new Nif(this.#instance, pointer);
  }

  toWebAnnotation(document, annotations, options) {
    return this.#instance.run((frame) => {
      const pointer = Document.pointer(document, this.#instance);
      const list = annotated(frame, document, annotations);
      const params = given(frame, options);
      return frame.buffer("gw_web_annotation_write", pointer, list, params);
    });
  }

  readWebAnnotations(document, json, { source = "" } = {}) {
    return this.#instance.run((frame) => {
      const out = frame.allocate();
      const pointer = Document.pointer(document, this.#instance);
      const from = [pointer, frame.input(json), frame.input(source), out];
      const reply = frame.handle("gw_reply_free", "gw_web_annotation_read", ...from);
      const list = frame.owned("gw_annotations_free", out);
      const { skipped } = this.#instance.read("GwReply", reply);
      return { annotations: annotations(frame, list, document.places), skipped };
    });
  }

  chunkLines(document, annotations, options = {}) {
    return this.#instance.run((frame) => {
      const pointer = Document.pointer(document, this.#instance);
      const list = annotated(frame, document, annotations);
      const params = given(frame, { offsets: "utf-16", ...options });
      return frame.buffer("gw_chunks_write", pointer, list, params);
    });
  }

  analyzeIts(source, category, format, options = {}) {
    return this.#instance.run((frame) => {
      const from = [source, format, category].map((one) => frame.input(one));
      const its = frame.handle("gw_its_free", "gw_its_analyze", ...from, given(frame, options));
      return this.#instance.read("GwIts", its).nodes.map(({ path, values }) => {
        return { path, values: Object.fromEntries(values.map(({ name, value }) => [name, value])) };
      });
    });
  }

  dictionaryFromCsv(table) {
    return this.#dictionary("gw_dictionary_from_csv", table);
  }

  dictionaryFromRdf(source, format = "turtle", { base = "" } = {}) {
    return this.#dictionary("gw_wasm_dictionary_from_rdf", source, format, base);
  }

  openDictionary(bytes) {
    return this.#dictionary("gw_wasm_dictionary_open", bytes);
  }

  redact(document, dictionary = null, options = {}) {
    return this.#instance.run((frame) => {
      const names = dictionary === null ? 0 : Dictionary.pointer(dictionary, this.#instance);
      const from = [Document.pointer(document, this.#instance), names];
      const params = given(frame, redacting(options));
      const redaction = frame.handle("gw_redaction_free", "gw_wasm_redact", ...from, params);
      const { key, residue, ...rest } = this.#instance.read("GwRedaction", redaction);
      return {
        ...rest,
        key: key.length === 0 ? null : key,
        residue: residue.map(({ replacement, ...found }) => found),
      };
    });
  }

  generatePseudonymKey({ reversible = true } = {}) {
    const wanted = Number(reversible);
    return this.#instance.run((frame) => frame.buffer("gw_pseudonym_key_generate", wanted));
  }

  restoreRedacted(redacted, key) {
    return this.#instance.run((frame) =>
      frame.buffer("gw_redaction_restore", frame.input(redacted), frame.input(key)),
    );
  }

  restoreText(text, key) {
    return this.#instance.run((frame) =>
      string(frame.buffer("gw_redaction_restore_text", frame.input(text), frame.input(key))),
    );
  }

  #dictionary(name, ...inputs) {
    const pointer = this.#instance.run((frame) =>
      frame.value("size", name, ...inputs.map((one) => frame.input(one))),
    );
    return new Dictionary(this.#instance, pointer);
  }
}

/** A document: its text, and where it is in the source. */
class Document extends Handle {
  static title = "document";
  #text;
  #units;
  #annotations;
  #target;

  constructor(instance, pointer) {
    super(instance, "gw_document_free", pointer);
    const text = instance.run((frame) => frame.text("gw_document_text", pointer));
    this.#text = new Text(text);
    Object.defineProperty(this, "places", { value: this.#text });
  }

  get text() {
    return this.#text.string;
  }

  get encoding() {
    return this.instance.run((frame) => frame.text("gw_document_encoding", this.pointer));
  }

  get units() {
    this.#units ??= this.#list("Unit").map((unit) => {
      const span = this.#text.units(unit);
      return { ...unit, ...span, text: this.text.slice(span.start, span.end) };
    });
    return this.#units;
  }

  get sections() {
    return this.#list("Section").map((section) => ({ ...section, ...this.#text.units(section) }));
  }

  get parts() {
    return this.#list("Part");
  }

  get warnings() {
    return this.#list("Warning");
  }

  get annotations() {
    this.#annotations ??= this.instance.run((frame) => {
      const name = "gw_document_annotations";
      const list = frame.handle("gw_annotations_free", name, this.pointer);
      return annotations(frame, list, this.#text);
    });
    return this.#annotations;
  }

  get target() {
    if (this.#target === undefined) {
      const pointer = this.instance.run((frame) =>
        found(() => frame.value("size", "gw_document_target", this.pointer)),
      );
      this.#target = pointer && new Document(this.instance, pointer);
    }
    return this.#target;
  }

  targetUnit(unit) {
    return this.instance.run((frame) =>
      found(() => frame.value("size", "gw_document_target_unit", this.pointer, unit)),
    );
  }

  sourceSpan(start, end) {
    return this.instance.run((frame) => {
      const span = frame.pair(...this.#text.bytes({ start, end }));
      return found(() => frame.value("GwSpan", "gw_document_source_span", this.pointer, span));
    });
  }

  #list(type) {
    const name = `gw_document_${type.toLowerCase()}`;
    return this.instance.run((frame) => frame.list(`Gw${type}`, `${name}_count`, name, this.pointer));
  }
}

/** NIF that was read. */
class Nif extends Handle {
  #contexts;

  constructor(instance, pointer) {
    super(instance, "gw_nif_free", pointer);
  }

  get contexts() {
    this.#contexts ??= this.instance.run((frame) => {
      const all = frame.list("GwContext", "gw_nif_context_count", "gw_nif_context", this.pointer);
      return all.map((context, index) => {
        const from = [this.pointer, index];
        const list = frame.handle("gw_annotations_free", "gw_nif_annotations", ...from);
        const document = new Document(
          this.instance,
          frame.value("size", "gw_nif_document", ...from),
        );
        return { ...context, document, annotations: annotations(frame, list, document.places) };
      });
    });
    return this.#contexts;
  }

  annotationsOf(document) {
    return this.instance.run((frame) =>
      found(() => {
        const from = [this.pointer, Document.pointer(document, this.instance)];
        const list = frame.handle("gw_annotations_free", "gw_nif_annotations_of", ...from);
        return annotations(frame, list, document.places);
      }),
    );
  }
}

/** A list of names that finds its names in documents. */
class Dictionary extends Handle {
  static title = "dictionary";

  constructor(instance, pointer) {
    super(instance, "gw_dictionary_free", pointer);
  }

  recognize(document) {
    return this.instance.run((frame) => {
      const from = [this.pointer, Document.pointer(document, this.instance)];
      const list = frame.handle("gw_annotations_free", "gw_dictionary_recognize", ...from);
      return annotations(frame, list, document.places);
    });
  }

  toBytes() {
    return this.instance.run((frame) => frame.buffer("gw_wasm_dictionary_save", this.pointer));
  }
}

function string(bytes) {
  return new TextDecoder().decode(bytes);
}

function json(bytes) {
  return JSON.parse(string(bytes));
}

/** Returns the result of `ask`, or `null` if it is NotFound. */
function found(ask) {
  try {
    return ask();
  } catch (error) {
    if (error.kind === "NotFound") return null;
    throw error;
  }
}

/** Returns the options of redaction as the C API takes them: lists with commas, or a string on each line. */
function redacting({ classes, labels, patterns, pattern, deny, allow, key, ...rest }) {
  const list = (all) => (Array.isArray(all) ? all.join(",") : all);
  const lines = (all) => (Array.isArray(all) ? all.join("\n") : all);
  return {
    ...rest,
    classes: list(classes),
    labels: labels && list(Object.entries(labels).map(([name, label]) => `${name}=${label}`)),
    patterns: list(patterns),
    pattern: lines(pattern),
    deny: lines(deny),
    allow: lines(allow),
    key: key && (typeof key === "string" ? key : string(key)),
  };
}
