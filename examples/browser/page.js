// Annotates a document in the page, with the package that lies beside it.

import { open } from "./glossweave/glossweave.js";

const at = (id) => document.getElementById(id);
const LONGEST_PREVIEW = 100_000;
let file = null;
const links = [];

function extension(name) {
  return name.slice(name.lastIndexOf(".") + 1).toLowerCase();
}

/** Takes a file as the document, or the text again for `null`. */
function choose(chosen, formats) {
  file = chosen;
  at("name").textContent = file?.name ?? "or drop one here, or edit the text";
  at("clear").hidden = file === null;
  at("source").disabled = file !== null;
  if (file === null) at("file").value = "";
  const of = file && formats.find((format) => format.extensions.includes(extension(file.name)));
  if (of) at("format").value = of.name;
}

/** Gives a link bytes to download, and forgets those that it had. */
function offer(link, bytes, name) {
  const url = URL.createObjectURL(new Blob([bytes]));
  links.push(url);
  Object.assign(link, { href: url, download: name });
}

function element(name, text, properties = {}) {
  return Object.assign(document.createElement(name), { textContent: text }, properties);
}

/** Shows the units of the text, with the names marked. */
function marked(source, found) {
  return source.units.map((unit) => {
    const paragraph = element("p", "");
    let from = unit.start;
    for (const one of found.filter(({ start, end }) => unit.start <= start && end <= unit.end)) {
      paragraph.append(source.text.slice(from, one.start));
      const name = source.text.slice(one.start, one.end);
      paragraph.append(element("mark", name, { title: one.idents?.[0] ?? "" }));
      from = one.end;
    }
    paragraph.append(source.text.slice(from, unit.end));
    return paragraph;
  });
}

function row(source, one, placement) {
  const place = placement && [placement.state, placement.rule].filter(Boolean).join(": ");
  const cells = [source.text.slice(one.start, one.end), one.idents?.[0], one.start, one.end, place];
  const line = element("tr", "");
  line.append(...cells.map((cell) => element("td", cell ?? "")));
  return line;
}

function show(source, found, format, encoded, nif) {
  links.splice(0).forEach(URL.revokeObjectURL);
  const name = file?.name ?? `annotated.${format.extensions[0] ?? "txt"}`;
  offer(at("nif"), nif, `${name}.ttl`);
  for (const id of ["download", "written"]) at(id).hidden = encoded === null;
  at("text").replaceChildren(...marked(source, found));
  at("entities").replaceChildren(
    ...found.map((one, index) => row(source, one, encoded?.placements[index])),
  );
  const placed = encoded?.placements.filter(({ state }) => state !== "not-placed").length;
  at("summary").textContent = encoded
    ? `${found.length} names found, ${placed} written`
    : `${found.length} names found; ${format.title} has no place for annotations, NIF has`;
  if (encoded) {
    offer(at("download"), encoded.bytes, name);
    const shown = !format.isPackage && encoded.bytes.length <= LONGEST_PREVIEW;
    at("annotated").textContent = shown
      ? new TextDecoder(source.encoding).decode(encoded.bytes)
      : `${encoded.bytes.length} bytes`;
  }
  at("result").hidden = false;
}

async function annotate(gw, formats) {
  const bytes = file ? new Uint8Array(await file.arrayBuffer()) : at("source").value;
  const format = formats.find(({ name }) => name === at("format").value);
  const names = gw.dictionaryFromCsv(at("names").value);
  const source = gw.decode(bytes, format.name);
  try {
    const found = names.recognize(source);
    const encoded = format.abilities.includes("annotate") ? gw.encode(source, found) : null;
    show(source, found, format, encoded, gw.toNif(source, found));
  } finally {
    source.free();
    names.free();
  }
}

/** Runs some work, and shows its failure. */
async function attempt(work) {
  at("problem").hidden = true;
  try {
    await work();
  } catch (error) {
    at("problem").textContent = `${error.kind ?? error.name}: ${error.message}`;
    at("problem").hidden = false;
    at("result").hidden = true;
  }
}

await attempt(async () => {
  const gw = await open();
  const formats = gw.formats().filter(({ abilities }) => abilities.includes("read"));
  at("format").append(...formats.map(({ name, title }) => element("option", title, { value: name })));
  at("format").value = "html";
  at("version").textContent = `Glossweave ${gw.version}, in WebAssembly`;
  at("file").addEventListener("change", () => choose(at("file").files[0] ?? null, formats));
  at("clear").addEventListener("click", () => choose(null, formats));
  const target = at("document");
  target.addEventListener("dragover", (event) => {
    event.preventDefault();
    target.classList.add("target");
  });
  target.addEventListener("dragleave", () => target.classList.remove("target"));
  target.addEventListener("drop", (event) => {
    event.preventDefault();
    target.classList.remove("target");
    choose(event.dataTransfer.files[0] ?? null, formats);
  });
  at("form").addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(() => annotate(gw, formats));
  });
  document.querySelector("main").removeAttribute("aria-busy");
});
