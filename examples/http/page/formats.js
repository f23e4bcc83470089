// The formats of documents and of RDF, as the service lists them.

import { address } from "./service.js";

const LISTED = await fetch(address("formats"));

export const FORMATS = (await LISTED.json()).map(
    ({ name, title, media_types, extensions, abilities, is_package }) => ({
        name,
        label: title,
        media: media_types[0],
        extensions,
        returns: abilities.includes("annotate"),
        translates: abilities.includes("translate"),
        exports: abilities.includes("export"),
        isRdf: abilities.includes("rdf"),
        isPackage: is_package,
    }),
);

export const RDF = FORMATS.filter(({ isRdf }) => isRdf).map(({ name }) => name);

// The formats in which programs exchange texts with annotations.
export const EXPORTED = FORMATS.filter((format) => format.exports).map(({ name }) => name);

export const formatOf = (name) => FORMATS.find((format) => format.name === name);

// The format of a reply that is not text, or undefined.
export const packageOf = (media) =>
    FORMATS.find((format) => format.isPackage && format.media === media);

// The ending of a file's name for a media type.
export function extensionOf(media) {
    if (/csv|comma-separated/.test(media)) return "csv";
    if (media === "application/json") return "json";
    if (/sparql-results\+xml|^application\/xml/.test(media)) return "xml";
    if (/turtle/.test(media)) return "ttl";
    const own = FORMATS.find((format) => format.media === media)?.extensions[0];
    return own ?? /\+(json|xml|zip)$/.exec(media)?.[1] ?? "txt";
}

const ODT_MIMETYPE = "mimetypeapplication/vnd.oasis.opendocument.text";
const UNSUPPORTED = [
    ["PK\x03\x04", "a ZIP archive of no known format"],
    ["\xd0\xcf\x11\xe0", "a file of an old office program"],
    ["\x89PNG", "an image"],
    ["\xff\xd8\xff", "an image"],
    ["GIF8", "an image"],
];

// What a file is that the service does not read, or undefined.
export function unsupported(name, bytes) {
    const head = new TextDecoder("latin1").decode(bytes.subarray(0, 256));
    const isPackage = formatOf(formatOfFile(name, bytes))?.isPackage;
    if (head.includes(ODT_MIMETYPE) || isPackage) return undefined;
    return UNSUPPORTED.find(([start]) => head.startsWith(start))?.[1];
}

export function formatOfFile(name, bytes) {
    const extension = name.toLowerCase().split(".").pop();
    return (
        FORMATS.find((format) => format.extensions.includes(extension))?.name ??
        formatOfText(headOf(bytes))
    );
}

function headOf(bytes) {
    return new TextDecoder().decode(bytes.subarray(0, 4096));
}

// What a text looks like from its beginning.
export function formatOfText(text) {
    const head = text
        .slice(0, 4096)
        .replace(/^\uFEFF/, "")
        .trimStart();
    if (head.startsWith("%PDF-")) return "pdf";
    if (/^<https?:[^>]*>\s+<https?:[^>]*>/.test(head)) return "n-triples";
    if (/^<!doctype html|^<html|^<(head|body|p|div|h[1-6]|ul|article|main|section)\b/i.test(head))
        return "html";
    if (/^<(\?xml|!--|[A-Za-z_][\w.:-]*[\s/>])/.test(head)) {
        if (/<xliff\b/.test(head)) return "xliff";
        if (/<rdf:RDF\b/.test(head)) return "rdf-xml";
        return /<html\b/i.test(head) ? "html" : "xml";
    }
    if (/^(@prefix|@base|PREFIX|BASE)\s/.test(head)) return "turtle";
    if (/^\s*[[{]\s*("@|\{\s*"@)/.test(head)) return "json-ld";
    return "text";
}
