// The view of stored things: listed, looked at, made, changed, deleted; five kinds.

import * as catalog from "./catalog.js";
import { announce, button, byId, confirmDelete, make } from "./dom.js";
import { attempt, clear } from "./problem.js";
import { ask } from "./service.js";
import { mayStore, onChange, userName } from "./session.js";
import { blank, contentOf, fieldsOf } from "./resource-form.js";

let shown = null; // {record, tag}

const kind = () => document.querySelector("#kinds input:checked").value;

export function start() {
    for (const choice of document.querySelectorAll("#kinds input")) {
        choice.addEventListener("change", () => {
            clear();
            list();
            empty();
        });
    }
    for (const one of Object.keys(catalog.KINDS))
        catalog.onList(one, () => one === kind() && list());
    byId("resource-new").addEventListener("click", create);
    onChange(() => {
        byId("resource-new").hidden = !mayStore();
        if (shown) draw();
        else empty();
    });
    byId("resource-new").hidden = !mayStore();
    list();
    empty();
}

function list() {
    const { title } = catalog.KINDS[kind()];
    byId("resource-list-title").textContent = title;
    const items = catalog.listed(kind()).map((record) => {
        const name = catalog.nameOf(kind(), record);
        const current =
            shown !== null &&
            shown.kind === kind() &&
            catalog.nameOf(kind(), shown.record) === name;
        const one = button("", () => attempt(() => open(name)), {
            "aria-current": current ? "true" : null,
        });
        one.append(
            make("span", { class: "resource-name" }, catalog.titleOf(kind(), record)),
            make(
                "span",
                { class: "hint" },
                `${record.owner}${record.visibility === "private" ? ", private" : ""}`,
            ),
        );
        return make("li", {}, one);
    });
    byId("resource-list").replaceChildren(...items);
    if (!items.length)
        byId("resource-list").append(make("li", { class: "hint" }, "There is none that you may read."));
}

function empty() {
    shown = null;
    byId("resource").replaceChildren(
        mayStore()
            ? make("p", { class: "hint" }, "Choose one, or make a new one.")
            : make("p", { class: "hint" }, "Choose one. ", ...invitation()),
    );
}

const invitation = () => [
    "Storing needs an account: ",
    make("a", { href: "#account" }, "log in"),
    " first.",
];

// What stands below the fields: buttons for those who may change it, the reason for others.
function actionsFor(record, form) {
    if (mayStore(record)) {
        return make(
            "div",
            { class: "actions" },
            make("button", { type: "submit", class: "main" }, "Store changes"),
            button("Delete", () => remove(), { class: "danger" }),
        );
    }
    for (const field of form.querySelectorAll("input, select")) field.disabled = true;
    for (const field of form.querySelectorAll("textarea")) field.readOnly = true;
    const reason =
        userName() === null
            ? invitation()
            : [`Only ${record.owner} and admins may change and delete it.`];
    return make("p", { class: "hint" }, ...reason);
}

async function open(name) {
    clear();
    const of = kind();
    const reply = await ask("GET", catalog.routeOf(of, name));
    shown = { kind: of, record: reply.json, tag: reply.headers.get("ETag") };
    list();
    draw();
    byId("resource").querySelector("h3").focus();
}

function draw() {
    const { kind: of, record } = shown;
    const form = make("form", { "aria-label": catalog.titleOf(of, record) });
    const fact = (name, value) =>
        value === undefined || value === null
            ? []
            : [make("dt", {}, name), make("dd", {}, String(value))];
    form.append(
        make("h3", { tabindex: "-1" }, catalog.titleOf(of, record)),
        make(
            "dl",
            { class: "facts" },
            ...fact("Owner", record.owner),
            ...fact("Created", dateOf(record.created)),
            ...fact("Changed", dateOf(record.updated)),
            ...fact("Revision", record.revision),
            ...fact("Entities", record.entities),
            ...fact("Labels", record.labels),
            ...fact("Gone after", record.expires && dateOf(record.expires)),
        ),
        ...fieldsOf(of, record),
    );
    form.append(actionsFor(record, form));
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        clear();
        attempt(() => update(form), { within: form });
    });
    byId("resource").replaceChildren(form);
}

const dateOf = (moment) =>
    moment
        ? new Date(moment).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })
        : undefined;

function create() {
    clear();
    shown = null;
    list();
    const of = kind();
    const form = make("form", { "aria-label": `A new ${catalog.KINDS[of].one}` });
    form.append(
        make("h3", { tabindex: "-1" }, `A new ${catalog.KINDS[of].one}`),
        ...fieldsOf(of, blank(of)),
        make(
            "div",
            { class: "actions" },
            make("button", { type: "submit", class: "main" }, "Store"),
        ),
    );
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        clear();
        attempt(() => store(of, form), { within: form });
    });
    byId("resource").replaceChildren(form);
    form.querySelector("input, textarea, select").focus();
}

async function store(of, form) {
    const { query, body, type, name } = await contentOf(of, form, null);
    const route = of === "dataset" ? catalog.routeOf(of, name) : catalog.KINDS[of].base;
    const reply = await ask("POST", route, {
        query: of === "dataset" || name === undefined ? query : { ...query, name },
        body,
        headers: { "Content-Type": type },
    });
    await after(of, reply, "Stored");
}

async function update(form) {
    const { kind: of, record, tag } = shown;
    const { query, body, type } = await contentOf(of, form, record);
    const reply = await ask("PUT", catalog.routeOf(of, catalog.nameOf(of, record)), {
        query,
        body,
        headers: {
            ...(body === undefined ? {} : { "Content-Type": type }),
            ...(tag ? { "If-Match": tag } : {}),
        },
    });
    await after(of, reply, "Changes stored");
}

async function after(of, reply, said) {
    shown = { kind: of, record: reply.json, tag: reply.headers.get("ETag") };
    draw();
    await catalog.refresh(of);
    announce(said);
    byId("resource").querySelector("h3").focus();
}

async function remove() {
    const { kind: of, record } = shown;
    const title = catalog.titleOf(of, record);
    if (!(await confirmDelete(`${title} is deleted for good.`))) return;
    clear();
    await attempt(async () => {
        await ask("DELETE", catalog.routeOf(of, catalog.nameOf(of, record)));
        empty();
        await catalog.refresh(of);
        announce(`${title} deleted`);
        byId("resource-new").focus();
    });
}
