// What the case table cannot say, in WebAssembly: node edges.mjs GLOSSWEAVE.JS

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const { GlossweaveError, open } = await import(pathToFileURL(resolve(process.argv[2])));
const gw = await open();
const ofKind = (kind) => (error) => error instanceof GlossweaveError && error.kind === kind;

test("spans of texts slice strings, whatever characters stand before", () => {
  const names = gw.dictionary("uri,label\nhttp://example.org/c,Çork\n");
  for (const before of ["", "é ", "日本 ", "😀😀 ", "a😀é日 "]) {
    const document = gw.decode(`${before}Çork 😀`, "text");
    const [one] = names.recognize(document);
    assert.equal(document.text.slice(one.start, one.end), "Çork");
    assert.equal(document.units[0].end, document.text.length);
    const { start } = document.sourceSpan(one.start, one.end);
    assert.equal(start, Buffer.byteLength(before));
  }
});

test("a span that cuts a character or leaves the text is Invalid", () => {
  const document = gw.decode("<p>a😀b", "html");
  for (const [start, end] of [[2, 3], [0, 5], [-1, 1], [0.5, 1], [1, 2]]) {
    const one = { kind: "entity", start, end, idents: ["http://example.org/x"] };
    assert.throws(() => gw.encode(document, [one]), ofKind("Invalid"), `${start} to ${end}`);
  }
});

test("errors have a kind, a place and a parameter", () => {
  assert.throws(() => gw.decode("<a>\n<b></a>", "xml"), (error) => {
    assert.equal(error.kind, "Malformed");
    assert.deepEqual([error.location.line, error.location.column], [2, 4]);
    return true;
  });
  assert.throws(() => gw.decode("", "no-format"), ofKind("Unsupported"));
  const wrong = () => gw.decode("", "text", { noOption: 1 });
  assert.throws(wrong, (error) => ofKind("Invalid")(error) && error.parameter === "no-option");
  assert.throws(() => gw.decode(5, "text"), TypeError);
});

test("what was freed is refused, and freed once", () => {
  const document = gw.decode("text", "text");
  document.free();
  document.free();
  assert.throws(() => document.annotations, ofKind("Invalid"));
});

test("memory is given back", () => {
  const names = gw.dictionary("uri,label\nhttp://example.org/cork,Cork\n");
  const source = "<p>From Cork to <b>Cork</b> by Cork. ".repeat(500);
  let most = 0;
  for (let round = 0; round < 60; round++) {
    const document = gw.decode(source, "html");
    const found = names.recognize(document);
    assert.equal(found.length, 1500);
    gw.toNif(document, found);
    assert.throws(() => gw.encode(document, [{ kind: "none", start: 0, end: 1 }]), ofKind("Invalid"));
    document.free();
    const size = gw.memory;
    if (round === 20) most = size;
    if (round > 20) assert.equal(size, most, `round ${round}`);
  }
});

test("deep markup is an error or a document, and the module goes on", () => {
  for (const depth of [100, 10_000, 200_000]) {
    for (const [open_, format] of [["<p>", "html"], ["<a>", "xml"], ["[", "jsonc"], ["> ", "markdown"], ["- ", "yaml"]]) {
      try {
        gw.decode(open_.repeat(depth), format).free();
      } catch (error) {
        assert.ok(error instanceof GlossweaveError, `${format}: ${error}`);
        assert.notEqual(error.kind, "Internal", `${format} ${depth}: ${error.message}`);
      }
    }
  }
});

test("scripts without spaces are cut by their dictionaries", () => {
  const names = gw.dictionary("uri,label\nhttp://example.org/kyoto,京都\n");
  assert.equal(names.recognize(gw.decode("東京都は", "text")).length, 0);
  assert.equal(names.recognize(gw.decode("京都は", "text")).length, 1);
});

test("what is no module is refused", async () => {
  await assert.rejects(open(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
});
