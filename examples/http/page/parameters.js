// The parameters of a service: fields that are there, and fields made for a template or stylesheet.

import * as catalog from "./catalog.js";
import { byId, make } from "./dom.js";
import { offerLanguages, pairsOf } from "./engines.js";
import { ask, path } from "./service.js";

const XSL = "http://www.w3.org/1999/XSL/Transform";

let showing = Promise.resolve();

export function start(form) {
    form.elements.templateid.addEventListener("change", () => (showing = showTemplate()));
    form.elements.converter.addEventListener("change", () => (showing = showStylesheet()));
    for (const field of form.querySelectorAll('[data-service="translation"] [name="provider"]')) {
        field.addEventListener("change", showSystems);
    }
}

// Settles when the fields of the template or stylesheet that was chosen last are there.
export const settled = () => showing;

// Every field with a value that is in use, by its name; ticks that belong together become one list.
export function collect(form) {
    const query = {};
    for (const field of form.querySelectorAll("input[name], select[name], textarea[name]")) {
        if (
            field.matches(":disabled") ||
            field.closest(".input, .choices") ||
            "path" in field.dataset
        )
            continue;
        if (field.type === "checkbox" && !field.checked) continue;
        if (field.value.trim() !== "") query[field.name] = field.value.trim();
    }
    for (const group of form.querySelectorAll("[data-join]")) {
        if (group.matches(":disabled") || group.parentElement.closest("fieldset:disabled"))
            continue;
        const boxes = [...group.querySelectorAll("input")];
        const ticked = boxes.filter((box) => box.checked).map((box) => box.value);
        if (!ticked.length) continue;
        const all = group.dataset.all;
        query[group.dataset.join] = all && ticked.length === boxes.length ? all : ticked.join(",");
    }
    return query;
}

const placeholder = /@@@([^@]+)@@@/g;

async function showTemplate() {
    const name = byId("work").elements.templateid.value;
    let record = catalog.find("template", name);
    if (record && record.query === undefined) record = await whole("template", name);
    // Another one may have been chosen meanwhile.
    if (name !== byId("work").elements.templateid.value) return;
    const about = [record?.description, record?.issue && `Known trouble: ${record.issue}`]
        .filter(Boolean)
        .join(" ");
    byId("template-about").textContent = about;
    const names = new Set(
        [...(record?.query ?? "").matchAll(placeholder)].map((match) => match[1]),
    );
    names.delete("entity_uri");
    byId("template-parameters").replaceChildren(
        ...[...names].map((name) =>
            make(
                "label",
                {},
                `${name} `,
                make("input", { name, required: true, spellcheck: "false" }),
            ),
        ),
    );
}

// A resource with its content, which lists have not.
const whole = (kind, name) =>
    ask("GET", catalog.routeOf(kind, name))
        .then((reply) => reply.json)
        .catch(() => null);

async function showStylesheet() {
    const name = byId("work").elements.converter.value;
    const place = byId("stylesheet-parameters");
    place.replaceChildren();
    if (!name) return;
    let record = catalog.find("xsltconverter", name);
    if (record && record.stylesheet === undefined) record = await whole("xsltconverter", name);
    if (name !== byId("work").elements.converter.value) return;
    const tree = new DOMParser().parseFromString(record?.stylesheet ?? "<none/>", "text/xml");
    const own = [...tree.documentElement.children].filter(
        (one) => one.namespaceURI === XSL && one.localName === "param",
    );
    place.replaceChildren(
        ...own.map((one) =>
            make(
                "label",
                {},
                `${one.getAttribute("name")} `,
                make("input", {
                    name: one.getAttribute("name"),
                    placeholder: one.getAttribute("select") ?? one.textContent,
                    spellcheck: "false",
                }),
            ),
        ),
    );
}

// Says which translation systems a provider has, and how they are; one of them is chosen.
export async function showSystems() {
    const fields = document.querySelector('[data-service="translation"]');
    if (fields.disabled) return;
    const provider = fields.querySelector('[name="provider"]').value;
    const place = byId("systems");
    if (!provider) {
        place.textContent = "This server has no translation systems.";
        return;
    }
    choosePair(fields, pairsOf(provider));
    try {
        const systems = (await ask("GET", path`e-translation/${provider}/systems`)).json;
        const said = systems.map(
            (one) =>
                `${one.source} → ${one.target}${one.domain ? ` (${one.domain})` : ""}, ${one.state}`,
        );
        place.textContent = said.length
            ? `Systems: ${said.join("; ")}.`
            : "This provider lists no systems.";
    } catch {
        place.textContent = "Which systems this provider has is not known.";
    }
}

function choosePair(fields, pairs) {
    const [from, to] = ["source", "target"].map((side) => {
        offerLanguages(`${side}s`, pairs.map((pair) => pair[side]));
        return fields.querySelector(`[name="${side}-lang"]`);
    });
    const isKnown = pairs.some(({ source, target }) => source === from.value && target === to.value);
    // A private system, which is not listed, is named by hand.
    if (isKnown || fields.querySelector('[name="key"]').value) return;
    const first = pairs.find(({ source }) => source === "en") ?? pairs[0];
    [from.value, to.value] = [first?.source ?? "", first?.target ?? ""];
}
