// The notes above results in which a service found or changed nothing. They explain what is missing.

import { count } from "./dom.js";
import { hasRecognizer } from "./engines.js";
import { read } from "./nif.js";

const NOTES = { entity, term, translation, link, check, redaction };

// Gives a function that takes a reply and gives its note, null if there is something to show.
export const noteOf = (request) => (reply) => NOTES[request.service]?.(reply, request) ?? null;

// The note for a result of a pipeline, whose steps may be of any service.
export const anyNote = (reply) => (foundIn(reply)?.length === 0 ? "No annotations found." : null);

// The annotations of a reply; null if it is not drawn as a text.
function foundIn(reply) {
    if (reply.media !== "application/ld+json") return null;
    return read(reply.json).flatMap((text) => text.found);
}

function entity(reply, { route }) {
    if (foundIn(reply)?.length !== 0) return null;
    const [, engine] = route.split("/");
    const other = ["linker", "trained"].find(hasRecognizer);
    if (engine === "dictionary" && other)
        return `No entities found. \`dictionary\` finds only the names in datasets; \`${other}\` also finds other names in English text.`;
    if (engine === "linker" || engine === "trained")
        return `No entities found. \`${engine}\` finds names in English text; for other languages, use a dataset that has the names.`;
    return "No entities found.";
}

function term(reply, { query }) {
    if (foundIn(reply)?.length !== 0) return null;
    return query.dataset
        ? `No terms found. The text has no term of \`${query.dataset}\`.`
        : "No terms found.";
}

function translation(reply, { query }) {
    if (foundIn(reply) === null) return null;
    const texts = read(reply.json);
    if (texts.some(({ targets, found }) => [{ targets }, ...found].some((one) => one.targets.length)))
        return null;
    return `Nothing was translated. The provider has no translation of this text from \`${query["source-lang"]}\` to \`${query["target-lang"]}\`.`;
}

function link(reply) {
    const found = foundIn(reply);
    if (found === null) return null;
    const linked = found.filter((one) => one.links.length);
    if (!linked.length)
        return "No links added. The document has no linked entities: find entities first, then choose Links below the result.";
    if (linked.some((one) => one.facts.length)) return null;
    const entities = new Set(linked.flatMap((one) => one.links)).size;
    const about = entities === 1 ? "the entity" : `the ${count(entities)} entities`;
    return `No links added. The endpoint of the template has nothing about ${about} of the document.`;
}

const CHECKS =
    "codes and placeholders, omissions, untranslated text, length, characters, numbers, addresses, languages, repetitions, punctuation and white space";

function check(reply, { query, document }) {
    if (reply.json.issues.length) return null;
    const { "source-lang": from, "target-lang": to, "min-severity": least } = query;
    const languages = [from && `from \`${from}\``, to && `to \`${to}\``].filter(Boolean).join(" ");
    const severity = Number(least) > 0 ? ` of severity ${least} or more` : "";
    const pair = languages || "in the languages that the document states";
    return `No issues${severity} found. Checked the translations in this ${document.format.label} document, ${pair}: ${CHECKS}.`;
}

function redaction(reply, { query, document }) {
    const spans = spansOf(reply);
    if (spans ? spans.length : !isSame(reply.bytes, document.bytes)) return null;
    const names = (query.recognizer ?? "").split(",").filter(Boolean);
    const searched = query.patterns === "none" ? [] : ["the patterns"];
    const used = [...names.map((name) => `\`${name}\``), ...searched].join(", ");
    const result = `Nothing was redacted.${used ? ` Searched with: ${used}.` : ""}`;
    if (names.length) return `${result} To redact other text, add it to the strings to redact.`;
    const model = ["trained", "linker"].find(hasRecognizer);
    return model
        ? `${result} No recognizer is ticked, so names were not searched: tick \`${model}\`, or list the strings to redact.`
        : `${result} This server has no model that finds names: tick \`dictionary\` with a dataset of names, or list the strings to redact.`;
}

function spansOf(reply) {
    if (reply.media !== "application/json") return null;
    try {
        return reply.json.spans ?? null;
    } catch {
        return null; // a document in JSON, with a fault
    }
}

const isSame = (some, others) =>
    some.length === others.length && some.every((byte, at) => byte === others[at]);
