// Values across the border of the module: include/glossweave.h, as it is laid out on wasm32.

import { named, worded } from "./options.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const STATES = ["not-placed", "placed", "on-parent", "present"];

// The types of values: the bytes that a value takes, its alignment, and how it is copied from a view of the memory.
const TYPES = {
  bool: scalar(1, (view, at) => view.getUint8(at) !== 0),
  size: scalar(4, (view, at) => view.getUint32(at, true)),
  double: scalar(8, (view, at) => view.getFloat64(at, true)),
  GwPlaced: scalar(4, (view, at) => STATES[view.getUint32(at, true)] ?? STATES[0]),
  GwBytes: pair((view, data, length) => new Uint8Array(view.buffer, data, length).slice()),
  GwStr: pair((view, data, length) => {
    return data === 0 ? null : decoder.decode(new Uint8Array(view.buffer, data, length));
  }),
  // A span, a text or an array that JavaScript does not need.
  unread: pair(),
};

// The structures that are read. Fields have the order of the header, and the names of JavaScript. `[type]` is an array
// with its count. A `GwSpan` is two fields here when its `start` and `end` become properties of the object. Fields that
// nothing reads are missing at the end of structures that are not in arrays.
const STRUCTURES = {
  GwSpan: { start: "size", end: "size" },
  GwLocation: { start: "size", end: "size", line: "size", column: "size" },
  GwError: {
    status: "size",
    hasLocation: "bool",
    location: "GwLocation",
    text: "GwStr",
    message: "unread",
    parameter: "GwStr",
  },
  GwUnit: { start: "size", end: "size", chars: "unread", language: "GwStr", name: "GwStr", id: "size" },
  GwSection: { start: "size", end: "size", name: "GwStr", language: "GwStr", targetLanguage: "GwStr" },
  GwWarning: { message: "GwStr", start: "size", end: "size" },
  GwPart: { name: "GwStr", start: "size", end: "size", encoding: "GwStr" },
  GwContext: { iri: "GwStr", text: "GwStr", language: "GwStr" },
  GwPlacement: { state: "GwPlaced", fragments: "size", rule: "GwStr" },
  GwReplacement: { source: "GwSpan", result: "GwSpan" },
  GwSkipped: { subject: "GwStr", message: "GwStr", line: "size", column: "size" },
  GwReply: {
    bytes: "GwBytes",
    mediaType: "unread",
    placements: ["GwPlacement"],
    inserted: ["GwSpan"],
    replaced: ["GwReplacement"],
    parts: ["GwPart"],
    segments: "unread",
    failures: "unread",
    skipped: ["GwSkipped"],
  },
  GwItsValue: { name: "GwStr", value: "GwStr" },
  GwItsNode: { path: "GwStr", values: ["GwItsValue"] },
  GwIts: { nodes: ["GwItsNode"] },
  GwRedactedSpan: { label: "GwStr", replacement: "GwStr", part: "GwStr", start: "size", end: "size" },
  GwRedaction: {
    bytes: "GwBytes",
    key: "GwBytes",
    spans: ["GwRedactedSpan"],
    residue: ["GwRedactedSpan"],
    removed: ["GwStr"],
    unchecked: ["GwStr"],
  },
};

for (const [name, fields] of Object.entries(STRUCTURES)) TYPES[name] = structure(fields);

// Enough bytes for each value that a function writes.
const LARGEST = Math.max(...Object.values(TYPES).map(({ size }) => size));

function scalar(size, read) {
  return { size, alignment: size, read };
}

/** Returns the type of a pointer with a number. `read` receives both. */
function pair(read) {
  const numbers = (view, at) => [view.getUint32(at, true), view.getUint32(at + 4, true)];
  return { size: 8, alignment: 4, read: read && ((view, at) => read(view, ...numbers(view, at))) };
}

/** Returns the type of an array with its count. */
function array({ size, read }) {
  return pair((view, first, length) => {
    return Array.from({ length }, (_, index) => read(view, first + index * size));
  });
}

/** Returns the type of a structure, with the offsets that C gives to its fields. */
function structure(fields) {
  const aligned = (at, alignment) => Math.ceil(at / alignment) * alignment;
  const placed = [];
  let [end, largest] = [0, 1];
  for (const [name, kind] of Object.entries(fields)) {
    const { size, alignment, read } = Array.isArray(kind) ? array(TYPES[kind[0]]) : TYPES[kind];
    const by = aligned(end, alignment);
    if (read) placed.push([name, by, read]);
    [end, largest] = [by + size, Math.max(largest, alignment)];
  }
  const read = (view, at) => {
    const value = {};
    for (const [name, by, one] of placed) value[name] = one(view, at + by);
    return value;
  };
  return { size: aligned(end, largest), alignment: largest, read };
}

/** An error of the library: its kind, the parameter and the place in the source, if they are known. */
export class GlossweaveError extends Error {
  constructor(kind, message, details = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.name = "GlossweaveError";
    this.kind = kind;
    this.parameter = details.parameter ?? null;
    this.location = details.location ?? null;
  }
}

/** An instance of the module. */
export class Instance {
  #stopped = null;

  /** Makes an instance. Browsers do so for a large module only when they are waited for. */
  static async of(module) {
    const instance = new Instance();
    const { exports } = await WebAssembly.instantiate(module, { glossweave: instance.#imports });
    instance.exports = exports;
    exports.gw_wasm_start();
    return instance;
  }

  get #imports() {
    return {
      fill_random: (data, length) => {
        // A call fills 65,536 bytes at most.
        for (let at = 0; at < length; at += 65536) {
          crypto.getRandomValues(this.bytes(data + at, Math.min(length - at, 65536)));
        }
      },
      panicked: (message, length) => {
        this.#stopped = decoder.decode(this.bytes(message, length));
      },
    };
  }

  get #memory() {
    return this.exports.memory.buffer;
  }

  /** Runs a function with memory for arguments and results, which is freed at the end. */
  run(body) {
    const frame = new Frame(this);
    try {
      return body(frame);
    } finally {
      if (this.#stopped === null) frame.free();
    }
  }

  /** Calls an exported function. A module that has panicked answers no more. */
  invoke(name, ...parameters) {
    if (this.#stopped !== null) throw new GlossweaveError("Internal", this.#stopped);
    try {
      return this.exports[name](...parameters);
    } catch (cause) {
      this.#stopped ??= `\`${name}\` was stopped: ${cause.message}`;
      throw new GlossweaveError("Internal", this.#stopped, { cause });
    }
  }

  /** Returns the bytes from `data` on. They are those of the module, and valid until the next call. */
  bytes(data, length) {
    return new Uint8Array(this.#memory, data, length);
  }

  write(at, number) {
    new DataView(this.#memory).setUint32(at, number, true);
  }

  /** Copies the value of a type of `TYPES`, including all texts and arrays that it points to. */
  read(type, at) {
    return TYPES[type].read(new DataView(this.#memory), at);
  }
}

/** The arguments and results of one call, which are freed at its end. */
class Frame {
  // The names of functions that free something, with what they take.
  #owned = [];
  #failure = 0;

  constructor(instance) {
    this.instance = instance;
  }

  /** Returns the address of that many bytes, which are zero. */
  allocate(length = LARGEST) {
    const data = this.instance.invoke("gw_wasm_alloc", length);
    if (data === 0 && length > 0) throw new GlossweaveError("TooLarge", "there is no memory left");
    this.#owned.push(["gw_wasm_free", data, length]);
    this.instance.bytes(data, length).fill(0);
    return data;
  }

  /** Returns the address of two numbers: a span, or data with its length. */
  pair(first, second) {
    const at = this.allocate(8);
    this.instance.write(at, first);
    this.instance.write(at + 4, second);
    return at;
  }

  /** Returns the address of `GwBytes` or `GwStr` with a copy of what is given: bytes, or a text. */
  input(value) {
    const bytes = asBytes(value);
    const data = this.allocate(bytes.length);
    this.instance.bytes(data, bytes.length).set(bytes);
    return this.pair(data, bytes.length);
  }

  /** Calls a function that returns a status and takes the place of the error last. */
  call(name, ...parameters) {
    this.#failure ||= this.allocate(4);
    const status = this.instance.invoke(name, ...parameters, this.#failure);
    if (status !== 0) throw this.#error(this.instance.read("size", this.#failure));
  }

  /** Calls a function that writes one value before the error, and returns that value. */
  value(type, name, ...parameters) {
    const out = this.allocate();
    this.call(name, ...parameters, out);
    return this.instance.read(type, out);
  }

  /** Calls a function that writes a handle before the error. `free` frees it at the end of the call. */
  handle(free, name, ...parameters) {
    const out = this.allocate();
    this.call(name, ...parameters, out);
    return this.owned(free, out);
  }

  /** Returns the handle that a call wrote to a place. `free` frees it at the end of the call. */
  owned(free, out) {
    const handle = this.instance.read("size", out);
    this.#owned.push([free, handle]);
    return handle;
  }

  /** Calls a function that returns a text; `null` if there is none. */
  text(name, ...parameters) {
    const out = this.allocate(8);
    this.instance.invoke(name, out, ...parameters);
    return this.instance.read("GwStr", out);
  }

  /** Calls a function that writes a buffer before the error, and returns a copy of its bytes. */
  buffer(name, ...parameters) {
    const out = this.allocate();
    this.call(name, ...parameters, out);
    return this.taken(out);
  }

  /** Copies the bytes of a buffer, and frees it. */
  taken(buffer) {
    const copy = this.instance.read("GwBytes", buffer);
    this.instance.invoke("gw_buffer_free", buffer);
    return copy;
  }

  /** Returns what `name` writes for `handle` and each number below the one that `count` returns. */
  list(type, count, name, handle) {
    const out = this.allocate();
    return Array.from({ length: this.instance.invoke(count, handle) }, (_, index) => {
      this.call(name, handle, index, out);
      return this.instance.read(type, out);
    });
  }

  /** Returns a handle of names and values. */
  params(pairs) {
    const params = this.handle("gw_params_free", "gw_params_new");
    for (const [name, value] of pairs) {
      this.call("gw_params_add", params, this.input(name), this.input(value));
    }
    return params;
  }

  #error(error) {
    this.#owned.push(["gw_error_free", error]);
    const { status, text, ...rest } = this.instance.read("GwError", error);
    const location = rest.hasLocation ? rest.location : null;
    const parameter = rest.parameter === null ? null : named(rest.parameter);
    const kind = this.text("gw_status_name", status);
    return new GlossweaveError(kind, worded(text), { parameter, location });
  }

  free() {
    for (const [name, ...parameters] of this.#owned.reverse()) {
      this.instance.invoke(name, ...parameters);
    }
  }
}

function asBytes(value) {
  if (typeof value === "string") return encoder.encode(value);
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  throw new TypeError("expected bytes or a string");
}

/** A text whose places are converted between bytes of UTF-8 and units of UTF-16, which strings count. */
export class Text {
  #bytes = null;
  #length;

  constructor(string) {
    this.string = string;
    this.#length = encoder.encode(string).length;
  }

  /** The place in bytes of each unit; nothing if they are the same. */
  get #places() {
    if (this.#length === this.string.length) return null;
    if (this.#bytes !== null) return this.#bytes;
    const places = new Uint32Array(this.string.length + 1);
    let byte = 0;
    for (let unit = 0; unit < this.string.length; unit++) {
      places[unit] = byte;
      const code = this.string.codePointAt(unit);
      if (code > 0xffff) {
        // No place of a character: the second half of a pair.
        places[++unit] = byte + 2;
      }
      byte += code > 0xffff ? 4 : code > 0x7ff ? 3 : code > 0x7f ? 2 : 1;
    }
    places[this.string.length] = byte;
    this.#bytes = places;
    return places;
  }

  /** Returns the unit at a byte. */
  unit(byte) {
    const places = this.#places;
    if (places === null) return byte;
    let [low, high] = [0, places.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[middle] < byte) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Converts a span with `start` and `end` to bytes: a pair. */
  bytes({ start, end }) {
    const places = this.#places;
    if (![start, end].every((unit) => this.#isBoundary(unit)) || start > end) {
      const what = `\`${start}..${end}\` exceeds the text or splits a character`;
      throw new GlossweaveError("Invalid", what, { parameter: "span" });
    }
    return [start, end].map((unit) => places?.[unit] ?? unit);
  }

  #isBoundary(unit) {
    if (!Number.isInteger(unit) || unit < 0 || unit > this.string.length) return false;
    return unit === 0 || !(this.string.codePointAt(unit - 1) > 0xffff);
  }

  /** Converts a span in bytes to the properties `start` and `end`. */
  units({ start, end }) {
    return { start: this.unit(start), end: this.unit(end) };
  }
}
