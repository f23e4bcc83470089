// The view of pipelines: built, stored, loaded, run.

import * as answer from "./answer.js";
import * as catalog from "./catalog.js";
import { announce, byId, confirmDelete, make } from "./dom.js";
import { FORMATS } from "./formats.js";
import { DocumentInput } from "./input.js";
import { attempt, clear, show } from "./problem.js";
import { Problem, ask, path } from "./service.js";
import { mayStore, onChange } from "./session.js";
import { PRESETS, Steps } from "./steps.js";

let steps;
let input;
let stored = null; // the record that was loaded, with its revision
let tag = null;
let running = null;

const form = () => byId("pipeline");

export function start() {
    byId("step-kind").append(
        ...PRESETS.map(([label], index) => make("option", { value: index }, label)),
    );
    const formats = [
        ...FORMATS.filter(({ name }) => name !== "text"),
        { name: "csv", label: "CSV" },
        { name: "json", label: "JSON" },
    ];
    byId("run-outformat").append(
        ...formats.map(({ name, label }) => make("option", { value: name }, label)),
    );
    input = new DocumentInput(document.querySelector('[data-input="pipeline"]'));
    steps = new Steps(byId("steps"), () => queueMicrotask(changed));
    byId("step-add").addEventListener("click", () => steps.add(byId("step-kind").value));
    byId("pipeline-take").addEventListener("click", takeJson);
    byId("pipeline-stored").addEventListener("change", () => act(load));
    byId("pipeline-create").addEventListener("click", () => act(create));
    byId("pipeline-update").addEventListener("click", () => act(update));
    byId("pipeline-delete").addEventListener("click", () => act(remove));
    form().addEventListener("submit", (event) => {
        event.preventDefault();
        act(run);
    });
    onChange(buttons);
    buttons();
    byId("pipeline-result").replaceChildren(
        make("h3", {}, "Result"),
        make(
            "p",
            { class: "hint" },
            "A pipeline hands what one step answers to the next. Build one from steps, or choose a stored one; what the last step answers appears here.",
        ),
    );
}

function act(work) {
    clear();
    return attempt(work, { within: form(), place: input.place });
}

// The JSON and the fields for variables follow the steps.
function changed() {
    byId("pipeline-text").value = JSON.stringify(steps.requests, null, 2);
    const before = new Map(
        [...byId("variable-fields").querySelectorAll("input")].map((field) => [
            field.name,
            field.value,
        ]),
    );
    const names = steps.variables;
    if (names.join() !== [...before.keys()].join()) {
        byId("variable-fields").replaceChildren(
            ...names.map((name) =>
                make(
                    "label",
                    {},
                    `${name} `,
                    make("input", {
                        name,
                        value: before.get(name) ?? "",
                        required: true,
                        spellcheck: "false",
                    }),
                ),
            ),
        );
    }
    byId("variables").hidden = !names.length;
}

function takeJson() {
    clear();
    try {
        steps.requests = JSON.parse(byId("pipeline-text").value);
        announce(`${steps.requests.length} steps taken over`);
    } catch (error) {
        show(new Problem({ title: "No pipeline", detail: error.message }));
    }
}

async function load() {
    const id = byId("pipeline-stored").value;
    if (!id) {
        stored = null;
        tag = null;
        buttons();
        return;
    }
    const reply = await ask("GET", catalog.routeOf("pipeline", id));
    took(reply);
    steps.requests = stored.requests;
    byId("pipeline-label").value = stored.label ?? "";
    byId("pipeline-description").value = stored.description ?? "";
    byId("pipeline-visibility").value = stored.visibility;
    byId("pipeline-persist").checked = stored.persist === true;
}

function took(reply) {
    stored = reply.json;
    tag = reply.headers.get("ETag");
    buttons();
}

function buttons() {
    byId("pipeline-create").disabled = !mayStore();
    byId("pipeline-update").disabled = stored === null || !mayStore(stored);
    byId("pipeline-delete").disabled = stored === null || !mayStore(stored);
    form().querySelector("[data-stranger]").hidden = mayStore();
}

// For storing, the first step has no document in it.
function bodyOf() {
    const [first, ...rest] = steps.requests;
    if (!first) throw new Problem({ title: "No steps", detail: "add a step first" });
    const { body: _, ...bare } = first;
    return JSON.stringify([bare, ...rest]);
}

function fields() {
    return {
        label: byId("pipeline-label").value,
        description: byId("pipeline-description").value,
        visibility: byId("pipeline-visibility").value,
        persist: String(byId("pipeline-persist").checked),
    };
}

async function create() {
    const reply = await ask("POST", "pipelining/templates", {
        query: fields(),
        body: bodyOf(),
        headers: { "Content-Type": "text/json" },
    });
    took(reply);
    await listAgain();
    announce(`Stored as pipeline ${stored.id}`);
}

async function update() {
    const reply = await ask("PUT", catalog.routeOf("pipeline", String(stored.id)), {
        query: fields(),
        body: bodyOf(),
        headers: { "Content-Type": "text/json", ...(tag ? { "If-Match": tag } : {}) },
    });
    took(reply);
    await listAgain();
    announce("Changes stored");
}

async function remove() {
    const id = String(stored.id);
    if (
        !(await confirmDelete(
            `Pipeline ${catalog.titleOf("pipeline", stored)} is deleted for good.`,
        ))
    )
        return;
    await ask("DELETE", catalog.routeOf("pipeline", id));
    stored = null;
    tag = null;
    buttons();
    await listAgain();
    announce(`Pipeline ${id} deleted`);
}

async function listAgain() {
    const id = stored ? String(stored.id) : "";
    await catalog.refresh("pipeline");
    byId("pipeline-stored").value = id;
}

// Takes the requests that led to a result, with the document that they began with.
export function take(requests, document) {
    stored = null;
    tag = null;
    byId("pipeline-stored").value = "";
    buttons();
    steps.requests = requests;
    input.set(document);
    location.hash = "#pipelines";
    announce(
        `A pipeline of ${requests.length === 1 ? "1 step" : `${requests.length} steps`}: Run starts it`,
    );
}

async function run() {
    await input.ready;
    steps.mark(undefined);
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    if (input.isEmpty && !steps.requests[0]?.body) {
        input.focus();
        throw new Problem({ title: "No document", detail: "type a text, or choose a file" });
    }
    const requests = steps.requests;
    if (!requests.length) throw new Problem({ title: "No steps", detail: "add a step first" });
    const given = { ...input.value, text: input.text, isEmpty: input.isEmpty };
    const ask = isStoredAsShown() ? runStored(String(stored.id), given) : runHere(requests, given);
    const query = queryOf();
    const send = async (form, headers) => {
        try {
            return await ask({ query: { ...query, ...form }, headers, signal });
        } catch (error) {
            steps.mark(error.facts?.step);
            throw error;
        }
    };
    answer.show(byId("pipeline-result"), formsOf(requests, given.format), {
        send,
        name: given.name,
        options: { within: form(), place: input.place },
        cancel: () => running.abort(),
    });
}

// The forms of the answer: one where its format is said, those of NIF where the last step enriches.
function formsOf(requests, { name, label, returns }) {
    const { endpoint, parameters = {}, headers = {} } = requests.at(-1);
    const says =
        ["outformat", "o", "filter"].some((one) => one in parameters) ||
        Object.keys(headers).some((one) => one.toLowerCase() === "accept");
    const asked = byId("run-outformat").value || byId("run-stats").checked;
    const enriches = /^\/?e-[a-z]+(\/|$)/.test(endpoint);
    if (says || asked || !enriches || byId("run-filter").value) {
        const formats = [[byId("run-outformat").value, "as it is"]];
        return [{ name: "answer", label: "Answer", query: {}, formats }];
    }
    const forms = answer.formsOfNif({});
    if (requests.some((one) => /e-translation/.test(one.endpoint)))
        forms.push(answer.formOfChecks({}));
    // A stored pipeline gives back HTML and XML only.
    const isOwn = !isStoredAsShown() || ["html", "xml"].includes(name);
    if (returns && isOwn) forms.push(answer.formOfDocument({ name, label }, {}));
    return forms;
}

const plain = (requests) =>
    JSON.stringify(
        requests.map(({ method, endpoint, parameters, headers, body }, index) => [
            method,
            endpoint,
            parameters ?? {},
            headers ?? {},
            index ? (body ?? null) : null,
        ]),
    );

// Whether the steps on the page are those of the stored pipeline that is chosen.
const isStoredAsShown = () => stored !== null && plain(stored.requests) === plain(steps.requests);

function queryOf() {
    const variables = [...byId("variable-fields").querySelectorAll("input")].map((field) => [
        field.name,
        field.value,
    ]);
    return {
        ...Object.fromEntries(variables),
        filter: byId("run-filter").value,
        useI18n: byId("run-i18n").value,
        stats: byId("run-stats").checked ? "true" : "",
    };
}

// Both give a function that asks with a query and headers.
function runStored(id, { bytes, format }) {
    return ({ query, headers, signal }) =>
        ask("POST", path`pipelining/chain/${id}`, {
            query,
            signal,
            body: bytes,
            headers: { "Content-Type": format.media, ...headers },
        });
}

// What is not stored goes out whole, with the document as the body of the first request. That is JSON,
// so only text can be one; other files want a stored pipeline.
function runHere([first, ...rest], { format, text, isEmpty }) {
    if (format.isPackage) {
        throw new Problem({
            title: "Not as it is",
            detail: "a file that is not text goes through stored pipelines only: store this one, then run it",
        });
    }
    const typed = Object.keys(first.headers ?? {}).some(
        (name) => name.toLowerCase() === "content-type",
    );
    const own = typed ? first.headers : { ...first.headers, "Content-Type": format.media };
    const body = isEmpty ? first.body : text;
    return ({ query: { "any-format": any, ...query }, headers, signal }) => {
        const requests = [{ ...first, headers: own, body }, ...rest];
        // That is a parameter of the last request, not of the pipeline.
        if (any) {
            const last = requests.at(-1);
            const parameters = { ...last.parameters, "any-format": any };
            requests[requests.length - 1] = { ...last, parameters };
        }
        return ask("POST", "pipelining/chain", {
            query,
            signal,
            headers: { "Content-Type": "application/json", ...headers },
            body: JSON.stringify(requests),
        });
    };
}
