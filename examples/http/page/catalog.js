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
    const named = (place) =>
        offered(place, kind).map((record) => [nameOf(kind, record), titleOf(kind, record)]);
    for (const select of document.querySelectorAll(`select[data-options="${kind}"]`))
        fill(select, named(select));
    for (const place of document.querySelectorAll(`[data-list="${kind}"]`))
        tick(place, offered(place, kind).map((record) => nameOf(kind, record)));
    for (const listener of listeners.get(kind) ?? []) listener(records);
}

export const refreshAll = () => Promise.all(Object.keys(KINDS).map(refresh));

// What a choice offers: term bases where it is for terms, datasets of names elsewhere.
function offered({ dataset }, kind) {
    if (kind !== "dataset") return listed(kind);
    return listed(kind).filter(({ type }) => (type === "terms") === ("terms" in dataset));
}

// Fills a select with values, or with pairs of a value and its text.
export function fill(select, values) {
    const before = select.value;
    const none = select.dataset.none;
    select.replaceChildren();
    if (none !== undefined) select.append(make("option", { value: "" }, none));
    for (const [value, text] of values.map((one) => (Array.isArray(one) ? one : [one, one])))
        select.append(make("option", { value }, text));
    if ([...select.options].some(({ value }) => value === before)) select.value = before;
    if (!select.options.length) select.append(make("option", { value: "" }, "none available"));
    if (select.value !== before) select.dispatchEvent(new Event("change"));
}

// Fills a list of boxes to tick.
export function tick(place, names) {
    const before = new Set([...place.querySelectorAll(":checked")].map((box) => box.value));
    place.replaceChildren(
        ...names.map((name) =>
            make(
                "label",
                {},
                make("input", { type: "checkbox", value: name, checked: before.has(name) }),
                name,
            ),
        ),
    );
    if (!names.length) place.append(make("p", { class: "hint" }, "None available."));
}
