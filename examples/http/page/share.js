// A form in the fragment of an address, which browsers do not send: the service, its fields and the text. No
// passwords, keys or tokens.

import { Problem } from "./service.js";

const START = "#enrich?";
const MOST_LETTERS = 8_000; // of the address, which some programs cut when it is longer
const OWN = ["service", "format", "text"];

// The address of the form as it is.
export function write(form, input) {
    const { service, text } = form.elements;
    const given = new URLSearchParams({ service: service.value, text: text.value });
    if (input.chosenFormat) given.set("format", input.chosenFormat);
    // Engines and providers are always written, because another server may select others by default.
    for (const [field, value] of fieldsOf(form)) {
        if ("path" in field.dataset || value !== startOf(field)) given.append(keyOf(field), value);
    }
    const address = new URL(START + given, document.baseURI).href;
    if (address.length > MOST_LETTERS) {
        throw new Problem({
            title: "Too long for a link",
            detail: `the link would have ${address.length.toLocaleString("en")} characters, of ${MOST_LETTERS.toLocaleString("en")} that most programs take: shorten the text`,
        });
    }
    return address;
}

// What an address holds: `service`, `text`, `format`, and `fields` by their keys; null where it holds nothing.
export function read(fragment) {
    if (!fragment.startsWith(START) || fragment.length > MOST_LETTERS) return null;
    const given = new URLSearchParams(fragment.slice(START.length));
    const [service, format, text] = OWN.map((name) => given.get(name) ?? "");
    return { service, format, text, fields: [...given].filter(([name]) => !OWN.includes(name)) };
}

// Fills the fields in. Some are made when others are chosen; `settled` waits for them.
export async function fill(form, fields, settled) {
    const given = new Map(fields);
    for (let rounds = 0; rounds < 2; rounds += 1) {
        for (const [field] of fieldsOf(form)) {
            const value = given.get(keyOf(field));
            if (value === undefined || value === stateOf(field)) continue;
            if (field.type === "checkbox") field.checked = value === "on";
            else if (isOffered(field, value)) field.value = value;
            field.dispatchEvent(new Event("change", { bubbles: true }));
        }
        await settled();
    }
}

const isOffered = (field, value) =>
    field.tagName !== "SELECT" || [...field.options].some((option) => option.value === value);

// The fields in use, with their state.
function fieldsOf(form) {
    const found = [...form.querySelectorAll("[data-service] :is(input, select, textarea)")];
    return found
        .filter((field) => !field.matches(":disabled") && field.type !== "password")
        .map((field) => [field, stateOf(field)]);
}

const stateOf = (field) =>
    field.type === "checkbox" ? (field.checked ? "on" : "off") : field.value;

function startOf(field) {
    if (field.type === "checkbox") return field.defaultChecked ? "on" : "off";
    if (field.tagName !== "SELECT") return field.defaultValue;
    const options = [...field.options];
    return (options.find((option) => option.defaultSelected) ?? options[0])?.value;
}

// Boxes of one list have its name, and each its value.
const keyOf = (field) =>
    field.name || `${field.closest("[data-join]").dataset.join}:${field.value}`;
