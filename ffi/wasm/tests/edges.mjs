// What the case table cannot say, in WebAssembly: node edges.mjs NODE.JS

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const { GlossweaveError, open } = await import(pathToFileURL(resolve(process.argv[2])));
const gw = await open();
const ofKind = (kind) => (error) => error instanceof GlossweaveError && error.kind === kind;

test("spans of texts slice strings, whatever characters stand before", () => {
  const names = gw.dictionaryFromCsv("uri,label\nhttp://example.org/c,Çork\n");
  for (const before of ["", "é ", "日本 ", "😀😀 ", "a😀é日 "]) {
    const document = gw.decode(`${before}Çork 😀`, "text");
    const [one] = names.recognize(document);
    assert.equal(document.text.slice(one.start, one.end), "Çork");
    assert.equal(document.units[0].end, document.text.length);
    const { start } = document.sourceSpan(one.start, one.end);
    assert.equal(start, Buffer.byteLength(before));
  }
});

test("a span that splits a character or exceeds the text is Invalid", () => {
  const document = gw.decode("<p>a😀b", "html");
  for (const [start, end] of [[2, 3], [0, 5], [-1, 1], [0.5, 1], [1, 2]]) {
    const one = { kind: "entity", start, end, idents: ["http://example.org/x"] };
    assert.throws(() => gw.encode(document, [one]), ofKind("Invalid"), `${start} to ${end}`);
  }
});

test("annotations have no other properties", () => {
  const document = gw.decode("<p>To Cork", "html");
  const wrong = { kind: "entity", start: 3, end: 7, ident: "http://example.org/x" };
  assert.throws(() => gw.encode(document, [wrong]), (error) => {
    return ofKind("Invalid")(error) && error.parameter === "ident" && error.message.includes("idents");
  });
  assert.throws(() => gw.encode(document, { kind: "entity", start: 3, end: 7 }), TypeError);
  const none = { kind: "translation", start: 3, end: 7, language: "de" };
  assert.throws(() => gw.encode(document, [none]), (error) => error.parameter === "text");
});

test("errors have a kind, a place and a parameter", () => {
  assert.throws(() => gw.decode("<a>\n<b></a>", "xml"), (error) => {
    assert.equal(error.kind, "Malformed");
    assert.deepEqual([error.location.line, error.location.column], [2, 4]);
    return true;
  });
  assert.throws(() => gw.decode("", "no-format"), ofKind("Unsupported"));
  const wrong = () => gw.decode("", "text", { noOption: 1 });
  assert.throws(wrong, (error) => ofKind("Invalid")(error) && error.parameter === "noOption");
  assert.throws(() => gw.decode(5, "text"), TypeError);
});

test("what was freed is refused, and freed once", () => {
  const document = gw.decode("text", "text");
  document.free();
  document.free();
  assert.throws(() => document.annotations, ofKind("Invalid"));
});

test("memory is given back", () => {
  const names = gw.dictionaryFromCsv("uri,label\nhttp://example.org/cork,Cork\n");
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
  const names = gw.dictionaryFromCsv("uri,label\nhttp://example.org/kyoto,京都\n");
  assert.equal(names.recognize(gw.decode("東京都は", "text")).length, 0);
  assert.equal(names.recognize(gw.decode("京都は", "text")).length, 1);
});

test("what is not a module is refused", async () => {
  await assert.rejects(open(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
});

test("what another instance made is refused", async () => {
  const other = await open();
  const document = other.decode("To Cork", "text");
  const names = other.dictionaryFromCsv("uri,label\nhttp://example.org/cork,Cork\n");
  const nif = gw.readNif(gw.toNif(gw.decode("To Cork", "text"), []));
  const ours = gw.dictionaryFromCsv("uri,label\nhttp://example.org/cork,Cork\n");
  for (const wrong of [
    () => gw.encode(document, []),
    () => gw.export(document, [], "conll-u"),
    () => gw.toNif(document, []),
    () => gw.toWebAnnotation(document, [], { source: "http://example.org/" }),
    () => gw.readWebAnnotations(document, "[]"),
    () => gw.chunkLines(document, []),
    () => gw.redact(document),
    () => ours.recognize(document),
    () => nif.annotationsOf(document),
  ]) {
    assert.throws(wrong, (error) => ofKind("Invalid")(error) && error.parameter === "document", `${wrong}`);
  }
  const mixed = () => gw.redact(gw.decode("To Cork", "text"), names);
  assert.throws(mixed, (error) => error.parameter === "dictionary");
  assert.throws(() => gw.encode({}, []), TypeError);
  assert.equal(names.recognize(document).length, 1);
});

test("errors have the names that options have here", () => {
  const wrong = (call) => {
    try {
      call();
    } catch (error) {
      return [error.parameter, error.message];
    }
    return [];
  };
  const [name, message] = wrong(() => gw.decode("text", "text", { maxBites: 1 }));
  assert.equal(name, "maxBites");
  assert.match(message, /maxBytes/);
  assert.doesNotMatch(message, /max-bytes|rule-set/);
  const document = gw.decode("text", "text");
  assert.equal(wrong(() => gw.decode("text", "text", { maxBytes: "many" }))[0], "maxBytes");
  const at = { start: 0, end: 4 };
  const mixed = { ...at, kind: "term", idents: ["http://example.org/x"] };
  assert.equal(wrong(() => gw.encode(document, [mixed]))[0], "idents");
  assert.equal(wrong(() => gw.redact(document, null, { labels: { Person: "a b" } }))[0], "labels");
});

test("switches are booleans", () => {
  const page = gw.decode("<p title='Cork'>Cork", "html", { translatableAttributes: true });
  assert.deepEqual(page.units.map((unit) => unit.text), ["Cork", "Cork"]);
  const es = { kind: "translation", start: 0, end: 4, text: "Corca", language: "es" };
  const cork = gw.decode("<p>Cork", "html");
  const write = (translations) => Buffer.from(gw.encode(cork, [es], { translations, verify: false }).bytes).toString();
  assert.deepEqual([write(true), write(false)], ["<p>Corca", "<p>Cork"]);
});

test("offsets of chunks count as strings do", () => {
  const document = gw.decode("😀 To Cork.", "text");
  const cork = { kind: "entity", start: 6, end: 10, idents: ["http://example.org/cork"] };
  const read = (options) => JSON.parse(new TextDecoder().decode(gw.chunkLines(document, [cork], options)));
  const chunk = read();
  assert.equal(document.text.slice(chunk.start, chunk.end), chunk.text);
  assert.equal(chunk.text.slice(chunk.entities[0].start, chunk.entities[0].end), "Cork");
  assert.equal(read({ offsets: "code-points" }).entities[0].start, 5);
});

test("dictionaries are saved, opened and read from RDF", () => {
  const names = gw.dictionaryFromRdf("<cork> <http://www.w3.org/2000/01/rdf-schema#label> 'Cork' .", "turtle", {
    base: "http://example.org/",
  });
  const document = gw.decode("To Cork", "text");
  const copy = gw.openDictionary(names.toBytes());
  for (const one of [names, copy]) {
    assert.deepEqual(one.recognize(document)[0].idents, ["http://example.org/cork"]);
  }
  assert.throws(() => gw.openDictionary("uri,label\n"), ofKind("Storage"));
  assert.throws(() => gw.dictionaryFromRdf("<a"), ofKind("Malformed"));
});

test("documents are redacted and restored", () => {
  const names = gw.dictionaryFromCsv("uri,label,type\nhttp://example.org/jane,Jane Roe,http://schema.org/Person\n");
  const page = "<p title='JANE ROE'>Ask Jane <b>Roe</b>, jane@roe.example, about Heron.";
  const document = gw.decode(page, "html");
  const text = (bytes) => new TextDecoder().decode(bytes);
  const labeled = gw.redact(document, names, { deny: ["Heron"], labels: { Person: "NAME" } });
  assert.equal(text(labeled.bytes), "<p title='NAME'>Ask NAME<b></b>, CONTACT-POINT, about REDACTED.");
  assert.equal(labeled.key, null);
  assert.deepEqual(labeled.spans[0], { label: "NAME", replacement: "NAME", part: null, start: 10, end: 18 });
  const { bytes, key } = gw.redact(document, names, { method: "pseudonym", key: gw.generatePseudonymKey() });
  assert.equal(text(gw.restoreRedacted(bytes, key)), page);
  assert.match(gw.restoreText(text(bytes), key), /Ask Jane Roe/);
  assert.throws(() => gw.redact(document, names, { method: "hide" }), ofKind("Invalid"));
});

test("results have the spans and names of the structures of C", () => {
  const document = gw.decode("<p>é<p>Cork", "html");
  const { start, end } = document.units[1];
  const corca = { kind: "translation", start, end, text: "Corca", language: "es" };
  const { replaced } = gw.encode(document, [corca], { translations: true, verify: false });
  assert.deepEqual(replaced, [{ source: { start: 8, end: 12 }, result: { start: 8, end: 13 } }]);
  const cork = { kind: "entity", start, end, idents: ["http://example.org/cork"] };
  const { bytes, inserted, placements } = gw.encode(document, [cork]);
  const rest = inserted.reduceRight((all, { start, end }) => [...all.slice(0, start), ...all.slice(end)], [...bytes]);
  assert.equal(Buffer.from(rest).toString(), "<p>é<p>Cork");
  assert.deepEqual(placements, [{ state: "placed", fragments: 1, rule: null }]);
  const target = { source: "http://example.org/page", selector: { type: "TextQuoteSelector", exact: "Limerick" } };
  const other = { type: "Annotation", id: "http://example.org/a", body: "http://example.org/limerick", target };
  const { skipped } = gw.readWebAnnotations(document, JSON.stringify(other));
  assert.deepEqual(skipped.map(({ subject, line }) => [subject, line]), [["http://example.org/a", 0]]);
  const nodes = gw.analyzeIts('<p translate="no">Cork', "translate", "html");
  assert.deepEqual(nodes.find(({ path }) => path.endsWith("/p[1]")).values, { translate: "no" });
});

test("ten thousand annotations cross the border at once", () => {
  const document = gw.decode("<p>" + "Cork ".repeat(10_000), "html");
  const all = gw.dictionaryFromCsv("uri,label\nhttp://example.org/cork,Cork\n").recognize(document);
  assert.equal(all.length, 10_000);
  const { exports } = document.instance;
  for (const call of [
    () => gw.toNif(document, all),
    () => assert.equal(gw.encode(document, all).placements.length, 10_000),
    () => assert.equal(gw.redact(document, null, { deny: ["Cork"] }).spans.length, 10_000),
    () => assert.ok(gw.analyzeIts("<p>Cork".repeat(1000), "translate", "html").length > 1000),
  ]) {
    let calls = 0;
    document.instance.exports = new Proxy(exports, {
      get: (target, name) => {
        calls += 1;
        return target[name];
      },
    });
    call();
    document.instance.exports = exports;
    assert.ok(calls < 100, `${calls} calls: ${call}`);
  }
});
