// The view that enriches one document: the form, the request made from it, the answer in its forms.

import * as resultView from "./result-view.js";
import * as catalog from "./catalog.js";
import { announce, byId, make } from "./dom.js";
import { RDF, formatOf } from "./formats.js";
import { DocumentInput } from "./input.js";
import { issuesOf } from "./nif.js";
import * as parameters from "./parameters.js";
import { attempt, clear, show } from "./problem.js";
import * as report from "./report.js";
import { Problem, address, ask, path } from "./service.js";
import { tabs } from "./tabs.js";

const form = () => byId("work");
let input;
let running = null;
let lastTab = "text";

export function start() {
    input = new DocumentInput(document.querySelector('[data-input="enrich"]'));
    form().addEventListener("submit", (event) => {
        event.preventDefault();
        run();
    });
    form().addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form().requestSubmit();
    });
    for (const choice of form().elements.service) choice.addEventListener("change", choose);
    parameters.start(form());
    choose();
    byId("enrich-result").replaceChildren(
        make("h3", {}, "Result"),
        make(
            "p",
            { class: "hint" },
            "Put a text or a file in, choose what is to be done with it, and the answer appears here: the text with what was found, the NIF, a table, or your document with the findings in it.",
        ),
    );
}

const service = () => form().elements.service.value;

function choose() {
    for (const part of form().querySelectorAll("[data-service]")) {
        const on = part.dataset.service.split(" ").includes(service());
        part.hidden = !on;
        part.disabled = !on;
    }
    if (service() === "translation") parameters.showSystems();
}

// Where the request goes and with what, without its document and the format of the answer.
function requestOf() {
    const value = (name) => form().elements.namedItem(name).value;
    const visible = (name) =>
        [...form().querySelectorAll(`[name="${name}"]`)].find((one) => !one.matches(":disabled"))
            .value;
    const routes = {
        entity: () => path`e-entity/${value("engine")}/documents`,
        term: () => path`e-terminology/${visible("provider")}`,
        translation: () => path`e-translation/${visible("provider")}`,
        link: () => "e-link/documents",
        filter: () => path`toolbox/convert/documents/${value("filter-of")}`,
        check: () => "toolbox/check",
        redaction: () => "toolbox/redact",
        xslt: () => path`toolbox/xslt-converter/documents/${value("converter")}`,
    };
    return { route: routes[service()](), query: parameters.collect(form()) };
}

async function run() {
    clear();
    await input.ready;
    running?.abort();
    if (input.isEmpty) {
        show(new Problem({ title: "No document", detail: "type a text, or choose a file" }));
        input.focus();
        return;
    }
    running = new AbortController();
    const request = { ...requestOf(), document: input.value, signal: running.signal };
    const list = formsOf(request);
    const bar = tabs("Forms of the answer", list, (name) => (lastTab = name));
    byId("enrich-result").replaceChildren(make("h3", {}, "Result"), bar.element, curl(request));
    bar.open(list.some((tab) => tab.name === lastTab) ? lastTab : list[0].name);
}

// The forms that the answer to a request can have, each fetched when it is opened.
function formsOf(request) {
    const { query, document } = request;
    const { filter, ...unfiltered } = query;
    const tables = [
        ["csv", "CSV"],
        ["json", "JSON"],
        ["xml", "XML"],
        ["turtle", "Turtle"],
    ];
    if (service() === "filter") return [tab("table", "Table", request, query, tables)];
    if (service() === "xslt") {
        const out = form().elements["xslt-out"].value;
        return [tab("document", "Document", request, query, [["", out]], { Accept: out })];
    }
    if (service() === "check") return [tab("issues", "Issues", request, query, [["", "JSON"]])];
    if (service() === "redaction") {
        const { name, label } = document.format;
        return [
            tab("document", "Document", request, query, [[name, label]]),
            tab("places", "Places", request, query, [["application/json", "JSON"]]),
        ];
    }
    const forms = [
        tab("text", "Text", request, unfiltered, [["json-ld", "JSON-LD"]]),
        tab(
            "nif",
            "NIF",
            request,
            unfiltered,
            RDF.map((name) => [name, formatOf(name).label]),
        ),
    ];
    if (service() === "translation") {
        const kept = [["json-ld", "JSON-LD"]];
        forms.push(tab("checks", "Checks", request, unfiltered, kept, {}, drawChecks));
    }
    if (filter) forms.push(tab("table", "Table", request, query, tables));
    if (document.format.returns) {
        const { name, label } = document.format;
        // The service gives HTML and XML back unasked, other formats where the request says so.
        const asked = ["html", "xml"].includes(name) ? {} : { "any-format": "yes" };
        const query = { ...unfiltered, ...asked };
        forms.push(tab("document", "Document", request, query, [[name, label]]));
    }
    return forms;
}

// What the checks found in translations, which NIF has as quality issues.
function drawChecks(place, reply) {
    place.replaceChildren(report.drawIssues(issuesOf(reply.json)));
}

function tab(name, label, request, query, formats, headers = {}, draw = resultView.draw) {
    const kept = new Map();
    const body = make("div", { class: "answer" });
    const select = make(
        "select",
        { on: { change: () => load() } },
        ...formats.map(([value, text]) => make("option", { value }, text)),
    );
    const choice =
        formats.length > 1 ? make("label", { class: "inline" }, "Format ", select) : null;
    const load = async () => {
        const outformat = select.value;
        if (!kept.has(outformat)) {
            body.replaceChildren(make("p", { class: "hint busy" }, "Working …"));
            const reply = await attempt(() => send(request, { ...query, outformat }, headers), {
                within: form(),
                place: input.place,
            });
            if (!reply) {
                body.replaceChildren(
                    make(
                        "p",
                        { class: "hint" },
                        "There is no answer; what went wrong is said above.",
                    ),
                );
                return;
            }
            kept.set(outformat, reply);
            announce(`${label} is there`);
        }
        if (select.value === outformat)
            draw(body, kept.get(outformat), request.document.name);
    };
    const open = (panel) => {
        panel.replaceChildren(...[choice, body].filter((part) => part));
        load();
    };
    return { name, label, open };
}

function send({ route, document, signal }, query, headers) {
    return ask("POST", route, {
        query,
        signal,
        body: document.bytes,
        headers: { "Content-Type": document.format.media, ...headers },
    });
}

const MOST_TYPED = 2_000;

// The document of a command line: the file that was chosen, what was typed, or where that is long, the
// standard input.
function dataOf({ file, bytes }, quoted) {
    if (file) return `--data-binary @${quoted(file)}`;
    if (bytes.length > MOST_TYPED) return "--data-binary @-";
    return `--data-raw ${quoted(new TextDecoder().decode(bytes))}`;
}

// The same request for a command line. Secrets are left for the caller to put in.
function curl({ route, query, document }) {
    const shown = { ...query, ...(query.key ? { key: "KEY" } : {}) };
    const quoted = (text) => `'${String(text).replaceAll("'", "'\\''")}'`;
    const line = `curl ${quoted(address(route, shown))} \\\n  -H ${quoted(`Content-Type: ${document.format.media}`)} \\\n  ${dataOf(document, quoted)}`;
    return make(
        "details",
        {},
        make("summary", {}, "The same with curl"),
        make(
            "pre",
            { class: "source", tabindex: "0", role: "region", "aria-label": "Command" },
            line,
        ),
    );
}
