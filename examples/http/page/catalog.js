// What is stored: the kinds, their lists, and the choices on the page that are made from them.

import { make } from "./dom.js";
import { ask, path } from "./service.js";

export const KINDS = {
    dataset: {
        title: "Datasets",
        one: "dataset",
        base: "e-entity/dictionary/datasets",
        key: "name",
        content: null,
    },
    filter: {
        title: "Filters",
        one: "filter",
        base: "toolbox/convert/manage",
        key: "name",
        content: "query",
    },
    template: {
        title: "Templates",
        one: "template",
        base: "e-link/templates",
        key: "id",
        content: "query",
    },
    xsltconverter: {
        title: "Stylesheets",
        one: "stylesheet",
        base: "toolbox/xslt-converter/manage",
        key: "name",
        content: "stylesheet",
    },
    pipeline: {
        title: "Pipelines",
        one: "pipeline",
        base: "pipelining/templates",
        key: "id",
        content: "requests",
    },
    document: {
        title: "Documents",
        one: "document",
        base: "documents",
        key: "name",
        content: "page",
    },
    profile: {
        title: "Markup profiles",
        one: "markup profile",
        base: "profiles",
        key: "name",
        content: "profile",
    },
};

const PAGE_OF_LIST = 100;
const lists = new Map();
const listeners = new Map();

export const routeOf = (kind, name) => `${KINDS[kind].base}/${path`${name}`}`;

export const nameOf = (kind, record) => String(record[KINDS[kind].key]);

// A name a person knows it by.
export function titleOf(kind, record) {
    const name = nameOf(kind, record);
    return record.label ? `${name}: ${record.label}` : name;
}

export const listed = (kind) => lists.get(kind) ?? [];

export const find = (kind, name) => listed(kind).find((record) => nameOf(kind, record) === name);

export function onList(kind, listener) {
    listeners.set(kind, [...(listeners.get(kind) ?? []), listener]);
}

// Asks for a list again and brings every choice on the page up to date.
export async function refresh(kind) {
    const records = [];
    for (;;) {
        const after = records.length ? nameOf(kind, records.at(-1)) : undefined;
        const part = (await ask("GET", KINDS[kind].base, { query: { limit: PAGE_OF_LIST, after } }))
            .json;
        records.push(...part);
        if (!part.length) break;
    }
    lists.set(kind, records);
    for (const select of document.querySelectorAll(`select[data-options="${kind}"]`))
        fill(select, kind);
    for (const place of document.querySelectorAll(`[data-list="${kind}"]`)) tick(place, kind);
    for (const listener of listeners.get(kind) ?? []) listener(records);
}

export const refreshAll = () => Promise.all(Object.keys(KINDS).map(refresh));

function fill(select, kind) {
    const before = select.value;
    const none = select.dataset.none;
    select.replaceChildren();
    if (none !== undefined) select.append(make("option", { value: "" }, none));
    for (const record of listed(kind))
        select.append(make("option", { value: nameOf(kind, record) }, titleOf(kind, record)));
    if (find(kind, before)) select.value = before;
    if (!select.options.length) select.append(make("option", { value: "" }, "there is none"));
    if (select.value !== before) select.dispatchEvent(new Event("change"));
}

function tick(place, kind) {
    const before = new Set([...place.querySelectorAll(":checked")].map((box) => box.value));
    place.replaceChildren(
        ...listed(kind).map((record) => {
            const name = nameOf(kind, record);
            return make(
                "label",
                {},
                make("input", { type: "checkbox", value: name, checked: before.has(name) }),
                name,
            );
        }),
    );
    if (!listed(kind).length)
        place.append(make("p", { class: "hint" }, "There is none that you may read."));
}
