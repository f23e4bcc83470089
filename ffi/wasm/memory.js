// Values across the border of the module: include/glossweave.h, as it is laid out on wasm32.

import { named, worded } from "./options.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

// The fields of the structures that are read, with their offsets.
const LAYOUTS = {
  span: { start: ["size", 0], end: ["size", 4] },
  unit: { bytes: ["span", 0], language: ["text", 16], name: ["text", 24], id: ["size", 32] },
  section: {
    bytes: ["span", 0],
    name: ["text", 8],
    language: ["text", 16],
    targetLanguage: ["text", 24],
  },
  warning: { message: ["text", 0], bytes: ["span", 8] },
  part: { name: ["text", 0], bytes: ["span", 8], encoding: ["text", 16] },
  context: { iri: ["text", 0], text: ["text", 8], language: ["text", 16] },
  skipped: { subject: ["text", 0], message: ["text", 8], line: ["size", 16], column: ["size", 20] },
  location: { bytes: ["span", 0], line: ["size", 8], column: ["size", 12] },
  redacted: {
    label: ["text", 0],
    replacement: ["text", 8],
    part: ["text", 16],
    bytes: ["span", 24],
  },
  placement: { placed: ["size", 0], fragments: ["size", 4], rule: ["text", 8] },
};

// Their fields as lists, which are faster to go through.
const FIELDS = Object.fromEntries(
  Object.entries(LAYOUTS).map(([type, layout]) => {
    return [type, Object.entries(layout).map(([name, [kind, by]]) => [name, kind, by])];
  }),
);

// The bytes that the largest of them takes.
const LARGEST = 48;

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

  /** Reads a value of the type that is named in `LAYOUTS`. */
  read(type, at) {
    return this.#read(new DataView(this.#memory), type, at);
  }

  #read(view, type, at) {
    if (type === "size") return view.getUint32(at, true);
    if (type === "double") return view.getFloat64(at, true);
    if (type === "text") {
      const data = view.getUint32(at, true);
      return data === 0 ? null : decoder.decode(this.bytes(data, view.getUint32(at + 4, true)));
    }
    const value = {};
    for (const [name, kind, by] of FIELDS[type]) value[name] = this.#read(view, kind, at + by);
    return value;
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
    return this.instance.read("text", out);
  }

  /** Calls a function that returns bytes which belong to a handle, and returns a copy of them. */
  borrowed(name, ...parameters) {
    const at = this.allocate(8);
    this.instance.invoke(name, at, ...parameters);
    const [data, length] = [at, at + 4].map((place) => this.instance.read("size", place));
    return this.instance.bytes(data, length).slice();
  }

  /** Calls a function that writes a buffer before the error, and returns a copy of its bytes. */
  buffer(name, ...parameters) {
    const out = this.allocate();
    this.call(name, ...parameters, out);
    return this.taken(out);
  }

  /** Copies the bytes of a buffer, and frees it. */
  taken(buffer) {
    const [data, length] = [buffer, buffer + 4].map((at) => this.instance.read("size", at));
    const copy = this.instance.bytes(data, length).slice();
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
    const at = this.allocate();
    const known = this.instance.invoke("gw_error_location", error, at) !== 0;
    const { bytes, line, column } = known ? this.instance.read("location", at) : {};
    const location = known ? { ...bytes, line, column } : null;
    const parameter = this.text("gw_error_parameter", error);
    const status = this.instance.invoke("gw_error_status", error);
    const [kind, message] = [this.text("gw_status_name", status), this.text("gw_error_text", error)];
    this.#owned.push(["gw_error_free", error]);
    const details = { parameter: parameter === null ? null : named(parameter), location };
    return new GlossweaveError(kind, worded(message), details);
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
