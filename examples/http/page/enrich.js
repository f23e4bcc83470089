// The view that enriches documents: the form, the requests made from it, and their answers.

import * as answer from "./answer.js";
import { curl } from "./curl.js";
import { announce, byId, make } from "./dom.js";
import { hasRecognizer } from "./engines.js";
import * as files from "./files.js";
import * as further from "./further.js";
import { DocumentInput, EXAMPLES } from "./input.js";
import { noteOf } from "./empty-result.js";
import * as parameters from "./parameters.js";
import { attempt, clear, show } from "./problem.js";
import { Problem, ask, path } from "./service.js";
import { token } from "./session.js";
import * as share from "./share.js";

const form = () => byId("work");
let input;
let running = null;

export function start() {
    input = new DocumentInput(document.querySelector('[data-input="enrich"]'), {
        area: byId("view-enrich"),
        given: { document: run, files: runAll },
    });
    form().addEventListener("submit", (event) => {
        event.preventDefault();
        run();
    });
    form().addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form().requestSubmit();
    });
    for (const choice of form().elements.service) choice.addEventListener("change", choose);
    form().querySelector(".unfold").addEventListener("click", () => {
        unfold();
        input.focus();
    });
    parameters.start(form());
    choose();
}

// On a phone the result replaces the form, which a button brings back.
function fold() {
    if (!matchMedia("(max-width: 40rem)").matches) return;
    form().classList.add("folded");
    const place = byId("enrich-result");
    const title = place.querySelector("h3");
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
    place.scrollIntoView();
}

const unfold = () => form().classList.remove("folded");

// What is there when somebody arrives, once the resources are listed: what the address says, or the example.
export async function arrive() {
    const given = share.read(location.hash);
    if (given) {
        await attempt(() => restore(given));
        return;
    }
    const { isEmpty } = input;
    if (isEmpty) input.type(EXAMPLES.text);
    await chooseEngine();
    if (isEmpty) await run({ isFirst: true });
}

// Selects the engine that finds names in any text and links them to the server's dataset, or else to the first dataset.
// Without a dataset, a model finds names. Without a model too, terms are found.
async function chooseEngine() {
    const first = form().querySelector('[data-list="dataset"] input');
    const isSet = await hasDataset();
    if (!isSet && first) first.checked = true;
    const order = isSet || first ? ["linker", "dictionary"] : ["trained"];
    const engine = order.find(hasRecognizer);
    if (engine) form().elements.engine.value = engine;
    else select("term");
}

// Whether requests that name no dataset use one of the server.
async function hasDataset() {
    try {
        await ask("POST", "e-entity/dictionary/documents", { body: "." });
        return true;
    } catch (error) {
        return error.facts?.parameter !== "dataset";
    }
}

// Fills the form in. It is not sent in the name of somebody who only followed a link.
async function restore(given) {
    if (![...form().elements.service].some((choice) => choice.value === given.service)) {
        throw new Problem({
            title: "Not a link to a form",
            detail: `There is no service ${given.service || "in it"}`,
        });
    }
    select(given.service);
    input.type(given.text);
    input.chosenFormat = given.format;
    await share.fill(form(), given.fields, parameters.settled);
    if (token() === null) await run({ isFirst: true });
    else announce("The form is filled in from the link: Enrich starts it");
}

function select(service) {
    unfold();
    form().elements.service.value = service;
    choose();
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

// Where a document goes and with what, without the format of the answer.
function requestOf(document) {
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
    running?.abort();
    running = new AbortController();
    return {
        service: service(),
        route: routes[service()](),
        query: parameters.collect(form()),
        as: value("xslt-out"),
        signal: running.signal,
        cancel: () => running.abort(),
        document,
    };
}

async function run({ isFirst = false } = {}) {
    clear();
    unfold();
    // What is there is of another document.
    byId("enrich-result").replaceChildren(make("h3", {}, "Result"), answer.working());
    await input.ready;
    if (input.isEmpty) {
        show(new Problem({ title: "No document", detail: "type a text, or choose a file" }));
        input.focus();
        byId("enrich-result").replaceChildren(make("h3", {}, "Result"));
        return;
    }
    const place = byId("enrich-result");
    present(place, requestOf(input.value), isFirst ? undefined : fold);
    // On a narrow screen the answer is below the form.
    if (!isFirst && place.getBoundingClientRect().top > innerHeight - 100) place.scrollIntoView();
}

function runAll(list) {
    clear();
    const { signal, cancel, ...request } = requestOf(null);
    const one = (document) => ({ ...request, document, signal, cancel });
    files.run(byId("enrich-result"), list, { signal, cancel, send, request: one, present });
    fold();
}

// Shows the answer to a request, and what can be done with it. `arrived` is called with the first reply.
function present(place, request, arrived) {
    let isNew = true;
    const next = further.place();
    const fetchOnce = answer.show(place, formsOf(request), {
        title: request.title,
        send: (query, headers) => send(request, query, headers),
        name: request.document.name,
        below: [next, curl(request)],
        options: { within: form(), place: input.place },
        cancel: request.cancel,
        answered: () => {
            further.draw(next, request, fetchOnce, { goOn, link });
            if (isNew) arrived?.();
            isNew = false;
        },
    });
}

// Takes a result as the document for another service.
function goOn(service, held) {
    input.hold(held);
    select(service);
    announce(
        `The result is the document now: set up ${byId(`service-${service}`).textContent}, then Enrich`,
    );
    const fields = form().querySelector(`fieldset[data-service="${service}"]`);
    fields.querySelector("input, select").focus();
}

const link = () => share.write(form(), input);

// The forms that the answer to a request can have.
function formsOf(request) {
    const { service, query, as, document } = request;
    const { filter, ...unfiltered } = query;
    const { name, label, returns, translates } = document.format;
    const note = noteOf(request);
    const one = (name, label, formats, headers = {}) => ({
        name,
        label,
        query,
        formats,
        headers,
        noteOf: note,
    });
    if (service === "filter") return [one("table", "Table", answer.TABLES)];
    if (service === "xslt") return [one("document", "Document", [["", as]], { Accept: as })];
    if (service === "check") return [one("issues", "Issues", [["", "JSON"]])];
    if (service === "redaction") {
        return [
            one("document", "Document", [[name, label]]),
            one("places", "Places", [["application/json", "JSON"]]),
        ];
    }
    const forms = answer.formsOfNif(unfiltered, note);
    if (service === "translation") forms.push(answer.formOfChecks(unfiltered));
    if (filter) forms.push(one("table", "Table", answer.TABLES));
    const isTranslated = service === "translation";
    if (isTranslated ? translates : returns)
        forms.push(answer.formOfDocument(document.format, unfiltered, isTranslated));
    forms.push(answer.formOfExport(unfiltered));
    return forms;
}

function send({ route, document, signal }, query, headers) {
    return ask("POST", route, {
        query,
        signal,
        body: document.bytes,
        headers: { "Content-Type": document.format.media, ...headers },
    });
}
