// A program that uses the types of the package, for the compiler of TypeScript alone.

import { open, type Annotation, type Document, GlossweaveError } from "glossweave";

const glossweave = await open();
const document: Document = glossweave.decode(new Uint8Array(), "html", { language: "en" });
const found: Annotation[] = glossweave.dictionary("uri,label\n").recognize(document);
const [first] = glossweave.encode(document, found, { verify: "on" }).placements;
const state: "placed" | "on-parent" | "present" | "not-placed" | undefined = first?.state;
// @ts-expect-error: there is no such value.
glossweave.encode(document, found, { verify: true });
// @ts-expect-error: a kind is needed.
glossweave.toNif(document, [{ start: 0, end: 1 }]);
try {
  glossweave.readNif("").annotationsOf(document);
} catch (error) {
  if (error instanceof GlossweaveError) console.log(error.kind, error.location?.line, state);
}
