// The view of pipelines: built, stored, loaded, run.

import * as resultView from "./result-view.js";
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

async function run() {
    await input.ready;
    steps.mark(undefined);
    if (input.isEmpty && !steps.requests[0]?.body) {
        input.focus();
        throw new Problem({ title: "No document", detail: "type a text, or choose a file" });
    }
    const place = byId("pipeline-result");
    const body = make("div", { class: "answer" }, make("p", { class: "hint busy" }, "Working …"));
    place.replaceChildren(make("h3", {}, "Result"), body);
    try {
        const reply = await (isStoredAsShown() ? runStored() : runHere());
        resultView.draw(body, reply, input.value.name);
        announce("The answer is there");
    } catch (error) {
        steps.mark(error.facts?.step);
        body.replaceChildren(
            make("p", { class: "hint" }, "There is no answer; what went wrong is said above."),
        );
        throw error;
    }
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
        outformat: byId("run-outformat").value,
        filter: byId("run-filter").value,
        useI18n: byId("run-i18n").value,
        stats: byId("run-stats").checked ? "true" : "",
    };
}

// NIF is drawn from JSON-LD, so that is asked for where neither the form nor the last step says a format.
function accepted() {
    const { endpoint = "", parameters = {}, headers = {} } = steps.requests.at(-1) ?? {};
    const says =
        ["outformat", "o"].some((name) => name in parameters) ||
        Object.keys(headers).some((name) => name.toLowerCase() === "accept");
    const asked = byId("run-outformat").value || byId("run-filter").value;
    const enriches = /\/e-[a-z]+(\/|$)/.test(endpoint);
    return !asked && !says && enriches ? { Accept: "application/ld+json" } : {};
}

function runStored() {
    const { bytes, format } = input.value;
    return ask("POST", path`pipelining/chain/${String(stored.id)}`, {
        query: queryOf(),
        body: bytes,
        headers: { "Content-Type": format.media, ...accepted() },
    });
}

// What is not stored goes out whole, with the document as the body of the first request. That is JSON,
// so only text can be one; other files want a stored pipeline.
function runHere() {
    const [first, ...rest] = steps.requests;
    if (!first) throw new Problem({ title: "No steps", detail: "add a step first" });
    const { format } = input.value;
    if (format.isPackage) {
        throw new Problem({
            title: "Not as it is",
            detail: "a file that is not text goes through stored pipelines only: store this one, then run it",
        });
    }
    const typed = Object.keys(first.headers ?? {}).some(
        (name) => name.toLowerCase() === "content-type",
    );
    const headers = typed ? first.headers : { ...first.headers, "Content-Type": format.media };
    const body = input.isEmpty ? first.body : input.text;
    return ask("POST", "pipelining/chain", {
        query: queryOf(),
        headers: { "Content-Type": "application/json", ...accepted() },
        body: JSON.stringify([{ ...first, headers, body }, ...rest]),
    });
}
