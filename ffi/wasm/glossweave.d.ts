declare global {
  // As the library `esnext.disposable` has it, for projects without it.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** Bytes of a source or of a table; a string is taken as UTF-8. */
export type Input = string | Uint8Array | ArrayBuffer | ArrayBufferView;

/** Bytes of a result: `Uint8Array<ArrayBuffer>`, or `Uint8Array` before TypeScript 5.7. */
export type Bytes = ReturnType<Uint8Array["slice"]>;

/** From `start` up to, and without, `end`. Spans of texts count units of UTF-16, spans of sources bytes. */
export interface Span {
  start: number;
  end: number;
}

/** An error of the library. */
export class GlossweaveError extends Error {
  /** The kind, such as `Malformed`. */
  readonly kind: string;
  /** The name of the parameter at fault. */
  readonly parameter: string | null;
  /** The place in the source: bytes, and line and column from 1. */
  readonly location: (Span & { line: number; column: number }) | null;
}

/** What is said about a part of the text of a document. */
export interface Annotation extends Span {
  kind: "entity" | "term" | "translation" | "metadata" | "other";
  /** IRIs of the entity, the best one first. */
  idents?: string[];
  /** IRIs of the classes of the entity. */
  classes?: string[];
  /** The collection that the entity is in, and its identifier there. */
  source?: string;
  sourceIdent?: string;
  /** Where the term is explained, or its explanation. */
  infoRef?: string;
  info?: string;
  /** The translation, and its language. */
  text?: string;
  language?: string;
  /** The data category of ITS 2.0 of metadata, its fields, and its records. */
  category?: string;
  fields?: Record<string, string>;
  records?: Record<string, string>[];
  /** From 0 to 1. */
  confidence?: number;
  /** The IRI of the tool. */
  annotator?: string;
}

/** A run of text that belongs together, such as a paragraph. */
export interface Unit extends Span {
  text: string;
  id: number;
  name: string | null;
  language: string | null;
}

/** A part of the text with a name and languages of its own, such as a `file` of XLIFF. */
export interface Section extends Span {
  name: string | null;
  language: string | null;
  targetLanguage: string | null;
}

/** A file of a package, with its bytes among those of all files that were read. */
export interface Part extends Span {
  name: string;
  encoding: string;
}

/** Something odd in a source that was read all the same, with bytes of the source. */
export interface Warning extends Span {
  message: string;
}

/** Something that is held until `free` is called, or nothing refers to it. It belongs to what made it: another call of `open` does not know it. */
interface Handle {
  free(): void;
  [Symbol.dispose](): void;
}

/** A document: its text, and where that is in the source. */
export interface Document extends Handle {
  readonly text: string;
  readonly encoding: string;
  readonly units: Unit[];
  readonly sections: Section[];
  readonly parts: Part[];
  readonly warnings: Warning[];
  /** The annotations that the markup has. */
  readonly annotations: Annotation[];
  /** The translations in the source. */
  readonly target: Document | null;
  /** Returns the number of the unit of `target` that is the translation of a unit. */
  targetUnit(unit: number): number | null;
  /** Returns the bytes of the source that a part of the text was read from. */
  sourceSpan(start: number, end: number): Span | null;
}

/** A list of names that finds its names in documents. */
export interface Dictionary extends Handle {
  /** Finds the names in each unit of a document. */
  recognize(document: Document): Annotation[];
  /** Returns the dictionary as bytes that `openDictionary` opens faster than a table is read. */
  toBytes(): Bytes;
}

/** A text that NIF states. */
export interface Context {
  iri: string;
  text: string;
  language: string | null;
  document: Document;
  annotations: Annotation[];
}

/** NIF that was read. */
export interface Nif extends Handle {
  readonly contexts: Context[];
  /** Returns the annotations of the text of a document; `null` if the NIF has no such text. */
  annotationsOf(document: Document): Annotation[] | null;
}

/** The result for an annotation. */
export interface Placement {
  state: "placed" | "on-parent" | "present" | "not-placed";
  /** The number of its elements. */
  fragments: number;
  /** The rule that kept it from being placed. */
  rule: string | null;
}

/** A document that was encoded or exported. */
export interface Encoded {
  bytes: Bytes;
  /** One for each annotation, in their order. */
  placements: Placement[];
  /** Bytes of the result that were inserted. */
  inserted: Span[];
  /** Bytes of the source that translations replaced, and bytes of the result that stand there. */
  replaced: { source: Span; result: Span }[];
  parts: Part[];
  /** What the format of a new file has no place for. */
  skipped: { subject: string; message: string; line: number; column: number }[];
}

export interface ItsOptions {
  /** Documents with ITS rules, of which later ones win. */
  rules?: string | string[];
  /** The name of a bundled set of rules. */
  ruleSet?: string;
  /** Values of variables in selectors. */
  parameters?: Record<string, string>;
}

export interface DecodeOptions extends ItsOptions {
  /** The encoding that the transport declares. */
  charset?: string;
  /** The language of text for which the document says none. */
  language?: string;
  maxBytes?: number;
  unknownEntities?: "omit" | "replace" | "refuse";
  invalidBytes?: "refuse" | "replace";
  /** Attributes of HTML that are translated are units too. */
  translatableAttributes?: boolean;
  /** Numbers and dates of cells are units too. */
  numericCells?: boolean;
  /** The columns of CSV and TSV, such as `source=a,target=b`. */
  columns?: string;
  targetLanguage?: string;
  /** The notations of placeholders in strings and XML, such as `braces,printf`. */
  placeholders?: string;
}

export interface EncodeOptions {
  /** Reads the result again, and compares it; `true` by default. */
  verify?: boolean;
  onParent?: "never" | "when-needed" | "preferred";
  /** Writes translations in place of their texts. */
  translations?: boolean;
  /** Elements say their new language. */
  setLang?: boolean;
  targetState?: string;
  maxOutputBytes?: number;
  /** A bundled markup profile, or one in JSON. */
  profile?: string;
}

export interface NifOptions {
  /** What IRIs begin with. */
  prefix?: string;
  nifVersion?: "2.0" | "2.1";
  shape?: "units" | "its";
  language?: string;
  fallbackLanguage?: string;
  maxOutputBytes?: number;
}

export interface WebAnnotationOptions {
  /** The IRI of the document. */
  source: string;
  base?: string;
  created?: string;
  text?: string;
  maxOutputBytes?: number;
}

export interface ChunkOptions {
  split?: "units" | "sentences" | "words";
  size?: number;
  sizeUnit?: "characters" | "words";
  overlap?: number;
  /** A heading begins a new chunk; `true` by default. */
  atHeadings?: boolean;
  /** The unit of `start` and `end`; `utf-16` by default, as strings count. */
  offsets?: "utf-16" | "code-points";
  /** A name of the document, which is written with each chunk. */
  name?: string;
  maxOutputBytes?: number;
}

export interface RedactOptions {
  /** `label` writes `PERSON`, `pseudonym` the same code for the same string, `remove` nothing. */
  method?: "label" | "pseudonym" | "remove";
  /** The classes of entities that are redacted: IRIs, or their last parts; all by default. */
  classes?: string[];
  /** Labels for classes, such as `{ Person: "NAME" }`. */
  labels?: Record<string, string>;
  /** The kinds of patterns that are redacted; addresses and numbers of people by default. */
  patterns?: string[] | "none";
  /** Patterns of your own. */
  pattern?: string[];
  /** Strings that are redacted, and strings that are not. */
  deny?: string[];
  allow?: string[];
  /** Redacts the names of authors and companies in properties, comments and changes; `true` by default. */
  metadata?: boolean;
  residue?: "refuse" | "report";
  /** A key of pseudonyms. */
  key?: string | Uint8Array;
}

/** A redacted document. Spans count bytes of the part, or of the source if it is not a package. */
export interface Redaction {
  bytes: Bytes;
  /** The key of pseudonyms, as JSON. */
  key: Bytes | null;
  /** Bytes of the source that were redacted. */
  spans: (Span & { label: string; replacement: string; part: string | null })[];
  /** Bytes of the result where a redacted string is left. */
  residue: (Span & { label: string; part: string | null })[];
  /** The parts of a package that were removed, and those that could not be checked, such as pictures. */
  removed: string[];
  unchecked: string[];
}

/** A format, by its name, its media types, and what can be done with it. */
export interface Format {
  name: string;
  title: string;
  mediaTypes: string[];
  extensions: string[];
  abilities: ("read" | "annotate" | "translate" | "export" | "rdf")[];
  isPackage: boolean;
}

/** The library. Formats are given by name or media type. */
export interface Glossweave {
  readonly version: string;
  /** The bytes of memory of the module, which grows but never shrinks. */
  readonly memory: number;
  formats(): Format[];
  /** Returns the likely language of a text, and how sure that is, from 0 to 1. */
  identifyLanguage(text: string): { language: string; confidence: number } | null;
  /** Reads a document. */
  decode(source: Input, format: string, options?: DecodeOptions): Document;
  /** Writes a document with annotations inserted: the bytes of the source with insertions. */
  encode(document: Document, annotations: Annotation[], options?: EncodeOptions): Encoded;
  /** Writes a document with its annotations as a new file, such as `conll-u`. */
  export(
    document: Document,
    annotations: Annotation[],
    format: string,
    options?: { name?: string; maxOutputBytes?: number },
  ): Encoded;
  /** Writes a document with its annotations as NIF, in Turtle if no other format of RDF is given. */
  toNif(
    document: Document,
    annotations: Annotation[],
    format?: string,
    options?: NifOptions,
  ): Bytes;
  /** Reads NIF. `base` is what relative IRIs are resolved against. */
  readNif(source: Input, format?: string, options?: { base?: string }): Nif;
  /** Writes annotations as a page of Web Annotations (JSON-LD). */
  toWebAnnotation(
    document: Document,
    annotations: Annotation[],
    options: WebAnnotationOptions,
  ): Bytes;
  /** Reads Web Annotations of a document from JSON. `source` is its IRI: annotations of others are left out. */
  readWebAnnotations(
    document: Document,
    json: Input,
    options?: { source?: string },
  ): { annotations: Annotation[]; skipped: Encoded["skipped"] };
  /** Divides a document into chunks, and writes them as JSON Lines. */
  chunkLines(document: Document, annotations: Annotation[], options?: ChunkOptions): Bytes;
  /** Returns the values of a data category of ITS 2.0 for each node of a document. */
  analyzeIts(
    source: Input,
    category: string,
    format: string,
    options?: ItsOptions,
  ): { path: string; values: Record<string, string> }[];
  /** Builds a dictionary from CSV or TSV with the columns `uri`, `label`, and maybe `language`, `type`, `weight`. */
  dictionaryFromCsv(table: Input): Dictionary;
  /** Builds a dictionary from the labels in RDF: SKOS, `rdfs:label`, `schema:name`. `base` is what relative IRIs are resolved against. */
  dictionaryFromRdf(source: Input, format?: string, options?: { base?: string }): Dictionary;
  /** Opens a dictionary that `toBytes`, or another interface of the library, has saved. */
  openDictionary(bytes: Input): Dictionary;
  /** Redacts a document: replaces the names of a dictionary, and what the options name, in the whole of its source. */
  redact(document: Document, dictionary?: Dictionary | null, options?: RedactOptions): Redaction;
  /** Generates a key of pseudonyms, as JSON. One that is not `reversible` restores nothing. */
  generatePseudonymKey(options?: { reversible?: boolean }): Bytes;
  /** Restores a document that was redacted with pseudonyms, byte for byte. */
  restoreRedacted(redacted: Input, key: Input): Bytes;
  /** Replaces the pseudonyms in a text by the strings that they stand for. */
  restoreText(text: string, key: Input): string;
}

/** A compiled module, where the types of the environment know WebAssembly. */
type Module = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Type } } }
  ? Type
  : never;

/** The module: its place, its bytes, a response of `fetch`, or what was compiled. */
export type Source =
  | string
  | { readonly href: string }
  | ArrayBuffer
  | ArrayBufferView
  | { readonly ok: boolean; readonly url: string; arrayBuffer(): Promise<ArrayBuffer> }
  | Module;

/**
 * Loads the library. `source` is the module `glossweave.wasm`: its place, a response, its bytes, or a compiled module;
 * by default the file of the package.
 */
export function open(source?: Source | Promise<Source>): Promise<Glossweave>;
