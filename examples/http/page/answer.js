// The answer to a request in its forms: tabs, each fetched when it is opened.

import { announce, count, make } from "./dom.js";
import { EXPORTED, RDF, formatOf } from "./formats.js";
import * as found from "./found.js";
import * as graph from "./graph.js";
import { issuesOf, read } from "./nif.js";
import { anyNote } from "./empty-result.js";
import { attempt } from "./problem.js";
import * as report from "./report.js";
import * as resultView from "./result-view.js";
import { tabs } from "./tabs.js";

export const TABLES = [
    ["csv", "CSV"],
    ["json", "JSON"],
    ["xml", "XML"],
    ["turtle", "Turtle"],
];

let lastTab = "text";

// The forms of NIF: the text, the classes, the graph, and the notations of RDF. `noteOf` gives the note for a reply in
// which nothing was found.
export function formsOfNif(query, noteOf = anyNote) {
    const kept = [["json-ld", "JSON-LD"]];
    const drawn = (draw) => (place, reply) => {
        const texts = read(reply.json);
        if (texts.some((text) => text.found.length)) draw(place, texts);
        else place.replaceChildren(resultView.note(noteOf(reply) ?? "No annotations found."));
    };
    return [
        { name: "text", label: "Text", query, formats: kept, noteOf },
        { name: "classes", label: "Classes", query, formats: kept, draw: drawn(found.drawClasses) },
        { name: "graph", label: "Graph", query, formats: kept, draw: drawn(graph.draw) },
        {
            name: "nif",
            label: "NIF",
            query,
            formats: RDF.map((name) => [name, formatOf(name).label]),
        },
    ];
}

// What the checks found in translations, which NIF has as quality issues.
export const formOfChecks = (query) => ({
    name: "checks",
    label: "Checks",
    query,
    formats: [["json-ld", "JSON-LD"]],
    draw: (place, reply) => {
        const issues = issuesOf(reply.json);
        place.replaceChildren(
            issues.length
                ? report.drawIssues(issues)
                : resultView.note("No issues found in the translations."),
        );
    },
});

// The document itself with what was found, in the format that it has. The service gives HTML and XML in English
// back unasked, others where the request says so. Translations are written into it if `translated` is true.
export function formOfDocument({ name, label }, query, translated = false) {
    const anyFormat = ["html", "xml"].includes(name) ? {} : { "any-format": "yes" };
    const isEnglish = /^(en\b|$)/i.test(query.language ?? "");
    const anyLanguage = isEnglish ? {} : { "any-language": "yes" };
    return {
        name: "document",
        label: "Document",
        query: {
            ...query,
            ...anyFormat,
            ...anyLanguage,
            ...(translated ? { translations: "yes" } : {}),
        },
        formats: [[name, label]],
    };
}

// The text with what was found, as other programs read it.
export const formOfExport = (query) => ({
    name: "export",
    label: "Export",
    query,
    formats: EXPORTED.map((name) => [name, formatOf(name).label]),
});

// Shows the forms in `place`. `title` stands above them, `send(query, headers)` asks the service, `name` is that of downloads, `below`
// elements that stand under the answer, `options` those of problems, `answered` is called with each reply that
// is drawn, and `cancel` stops the requests. Gives a function that asks for a form once only.
export function show(place, forms, to) {
    const { title = "Result", send, below = [] } = to;
    const replies = new Map();
    const fetchOnce = (query, headers) => {
        const key = JSON.stringify([query, headers]);
        if (!replies.has(key)) replies.set(key, send(query, headers));
        replies.get(key).catch(() => replies.delete(key));
        return replies.get(key);
    };
    const list = forms.map((form) => tab(form, { ...to, fetchOnce }));
    const bar = tabs("Forms of the answer", list, (chosen) => (lastTab = chosen));
    place.replaceChildren(make("h3", {}, title), bar.element, ...below);
    bar.open(list.some((one) => one.name === lastTab) ? lastTab : list[0].name);
    return fetchOnce;
}

function tab({ name, label, query, formats, headers = {}, draw, noteOf }, to) {
    const body = make("div", { class: "answer" });
    const shown = new Set();
    const select = make(
        "select",
        { on: { change: () => load() } },
        ...formats.map(([value, text]) => make("option", { value }, text)),
    );
    const choice =
        formats.length > 1 ? make("label", { class: "inline" }, "Format ", select) : null;
    const load = async () => {
        const outformat = select.value;
        if (!shown.has(outformat)) body.replaceChildren(working(to.cancel));
        let isCancelled = false;
        const reply = await attempt(async () => {
            try {
                return await to.fetchOnce({ ...query, outformat }, headers);
            } catch (error) {
                isCancelled = error.name === "AbortError";
                throw error;
            }
        }, to.options);
        if (!reply) {
            const why = isCancelled
                ? "Cancelled."
                : "There is no answer; what went wrong is said above.";
            const hadFocus = body.contains(document.activeElement);
            body.replaceChildren(make("p", { class: "hint" }, why));
            if (hadFocus) body.parentElement.focus();
            return;
        }
        if (select.value !== outformat) return;
        if (!shown.has(outformat)) announce(saidOf(label, reply));
        shown.add(outformat);
        (draw ?? resultView.draw)(body, reply, to.name, noteOf);
        to.answered?.(reply);
    };
    const open = (panel) => {
        panel.replaceChildren(...[choice, body].filter((part) => part));
        load();
    };
    return { name, label, open };
}

// What is shown while the service works.
export function working(cancel) {
    return make(
        "p",
        { class: "hint working" },
        make("span", { class: "busy" }, "Working …"),
        cancel ? make("button", { type: "button", on: { click: cancel } }, "Cancel") : null,
    );
}

function saidOf(label, reply) {
    const time = `${Math.round(reply.milliseconds)} ms`;
    if (!/ld\+json/.test(reply.media)) return `${label}: answered in ${time}`;
    const number = read(reply.json).reduce((sum, text) => sum + text.found.length, 0);
    return `${label}: ${count(number)} found in ${time}`;
}
