// A program that uses the types of the package, for the compiler of TypeScript alone: without the types of browsers.

import { open, type Annotation, type Document, GlossweaveError } from "glossweave";

const glossweave = await open(new Uint8Array());
const document: Document = glossweave.decode(new Uint8Array(), "html", { language: "en", numericCells: true });
const names = glossweave.openDictionary(glossweave.dictionaryFromCsv("uri,label\n").toBytes());
const found: Annotation[] = names.recognize(document);
const { placements, bytes } = glossweave.encode(document, found, { verify: true });
const state: "placed" | "on-parent" | "present" | "not-placed" | undefined = placements[0]?.state;
// What APIs of browsers take: not memory that threads share.
const buffer: ArrayBuffer = bytes.buffer;
const packages: boolean[] = glossweave.formats().map((format) => format.isPackage);
const { residue } = glossweave.redact(document, names, { deny: ["Jane Roe"], metadata: false });
document[Symbol.dispose]();
// @ts-expect-error: there is no such value.
glossweave.encode(document, found, { verify: "maybe" });
// @ts-expect-error: a kind is needed.
glossweave.toNif(document, [{ start: 0, end: 1 }]);
try {
  glossweave.readNif("").annotationsOf(document);
} catch (error) {
  if (error instanceof GlossweaveError) throw [error.kind, error.location?.line, state, buffer, packages, residue];
}
