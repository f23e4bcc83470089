// Errors, shown to a person: what, where, and the field that it is about.

import { byId, button, make, prose } from "./dom.js";

let marked = [];

export function clear() {
    byId("problem").replaceChildren();
    for (const field of marked) {
        field.removeAttribute("aria-invalid");
        field.removeAttribute("aria-describedby");
    }
    marked = [];
}

// Shows what was thrown. `within` is the form whose field of the parameter's name is marked; `place`,
// where the input was typed, moves the cursor to a line and column.
export function show(error, { within, place } = {}) {
    clear();
    const facts = error.facts ?? { title: "A fault of this page", detail: String(error) };
    if (!error.facts) console.error(error);
    const where = placesOf(facts);
    const box = byId("problem");
    box.append(
        make(
            "div",
            { class: "problem" },
            make(
                "div",
                {},
                make(
                    "p",
                    { class: "problem-title", id: "problem-title" },
                    sentence(facts.title || facts.kind || "Error"),
                    facts.status
                        ? make(
                              "span",
                              { class: "hint" },
                              ` ${facts.status}${facts.kind ? `, ${facts.kind}` : ""}`,
                          )
                        : null,
                ),
                make(
                    "p",
                    { class: "problem-detail", id: "problem-detail" },
                    ...prose(sentence(facts.detail ?? "")),
                ),
                where.length
                    ? make("ul", { class: "places" }, ...where.map((text) => make("li", {}, text)))
                    : null,
            ),
            make(
                "div",
                { class: "actions" },
                place && facts.line
                    ? button("Go to the place", () => place(facts.line, facts.column ?? 1))
                    : null,
                button("Dismiss", clear),
            ),
        ),
    );
    mark(facts.parameter, within);
}

function placesOf(facts) {
    const places = [];
    if (facts.step !== undefined) {
        const step = Number(facts.step);
        places.push(`step ${step + 1} on this page, which the service counts as ${step}`);
    }
    if (facts.line !== undefined) {
        places.push(
            facts.column === undefined
                ? `line ${facts.line}`
                : `line ${facts.line}, column ${facts.column}`,
        );
    }
    if (facts.parameter !== undefined) places.push(`parameter ${facts.parameter}`);
    if (facts.wait !== undefined) places.push(`try again in ${facts.wait} seconds`);
    return places;
}

function mark(parameter, within) {
    if (!parameter || !within) return;
    const named = [...within.querySelectorAll("input, select, textarea")];
    const field = named.find((one) => one.name === parameter && one.offsetParent !== null);
    if (!field) return;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", "problem-detail");
    marked.push(field);
}

// Messages of the engine begin small and have no stop, as parts of sentences do.
function sentence(text) {
    const said = String(text);
    return said.charAt(0).toUpperCase() + said.slice(1);
}

// Runs what may fail and shows why it did; undefined then. What was given up is not a failure.
export async function attempt(work, options) {
    try {
        return await work();
    } catch (error) {
        if (error.name !== "AbortError") show(error, options);
        return undefined;
    }
}
