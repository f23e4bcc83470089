// The library in Node, where `fetch` reads no files. Bundlers for browsers take glossweave.js instead.

import { readFile } from "node:fs/promises";

import { open as load } from "./glossweave.js";

export { GlossweaveError } from "./glossweave.js";

export async function open(source = new URL("glossweave.wasm", import.meta.url)) {
  const from = await source;
  const isPath = typeof from === "string" && !/^[a-z][a-z+.-]+:/i.test(from);
  const isFile = from instanceof URL && from.protocol === "file:";
  return load(isPath || isFile ? await readFile(from) : from);
}
