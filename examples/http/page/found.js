// What was found: its class and colour, the card with all that is known of one, and the list of all.

import { count, link, localName, make, shape, table } from "./dom.js";

const HUES = 8;
export const MOST_SPANS = 5000;

// Texts about a thing, and pictures of it, by the ends of their predicates.
const ABOUT = /[/#](abstract|comment|description|definition)$/;
const PICTURE = /[/#](depiction|thumbnail|image|P18)$/;

export const classOf = (one) =>
    one.classes[0] ?? (one.isTerm ? "term" : one.targets.length ? "translated" : "no class");

// The colour of each class, by its order in the text.
export function coloursOf(found) {
    const colours = new Map();
    for (const one of found)
        if (!colours.has(classOf(one))) colours.set(classOf(one), colours.size % HUES);
    return colours;
}

// How often each class was found, the most frequent first.
export function countsOf(found) {
    const counts = new Map();
    for (const one of found) counts.set(classOf(one), (counts.get(classOf(one)) ?? 0) + 1);
    return [...counts].sort(([, a], [, b]) => b - a);
}

export function card(one, colours) {
    const rows = make("dl", {});
    const row = (name, values) => {
        if (values.length)
            rows.append(make("dt", {}, name), ...values.map((value) => make("dd", {}, value)));
    };
    row(
        "Link",
        one.links.map((iri) => link(iri)),
    );
    row(
        "Class",
        one.classes.map((iri) => link(iri)),
    );
    row(
        "Concept",
        one.concepts.map((iri) => link(iri)),
    );
    row(
        "Translation",
        one.targets.map(({ text, language }) => (language ? `${text} (${language})` : text)),
    );
    row("Confidence", one.confidence === undefined ? [] : [confidence(one)]);
    const told = one.facts.filter((fact) => fact.text && ABOUT.test(fact.predicate));
    for (const fact of one.facts) {
        if (told.includes(fact)) continue;
        const name = fact.inverse
            ? `is ${localName(fact.predicate)} of`
            : localName(fact.predicate);
        row(name, [
            fact.id
                ? link(fact.id, PICTURE.test(fact.predicate) ? "picture" : localName(fact.id))
                : fact.language
                  ? `${fact.text} (${fact.language})`
                  : fact.text,
        ]);
    }
    return make(
        "article",
        { class: "card" },
        make("h4", {}, make("span", { class: `found hue-${colours.get(classOf(one))}` }, one.text)),
        ...told.map((fact) => make("p", { lang: fact.language, dir: "auto" }, fact.text)),
        rows,
    );
}

const confidence = (one) => Number(one.confidence).toFixed(2);

// Everything that was found, as a table that is made when it is opened.
export function list(found, colours) {
    const row = (one) =>
        make(
            "tr",
            {},
            make(
                "th",
                { scope: "row" },
                make("span", { class: `found hue-${colours.get(classOf(one))}` }, one.text),
            ),
            make("td", {}, localName(classOf(one))),
            make(
                "td",
                {},
                ...[...one.links, ...one.concepts].map((iri) =>
                    make("div", {}, link(iri, localName(iri))),
                ),
            ),
            make("td", { class: "number" }, one.confidence === undefined ? "" : confidence(one)),
        );
    const fill = ({ target }) => {
        if (target.querySelector("table")) return;
        const rows = found.slice(0, MOST_SPANS).map(row);
        target.append(table("All that was found", ["Text", "Class", "Links", "Confidence"], rows));
    };
    return make(
        "details",
        { class: "list", on: { toggle: fill } },
        make("summary", {}, summaryOf(found.length)),
    );
}

function summaryOf(all) {
    if (all === 1) return "1 found";
    return all > MOST_SPANS ? `${count(MOST_SPANS)} of ${count(all)} found` : `All ${all} found`;
}

// Bars of how often each class was found, as a table.
export function drawClasses(place, texts) {
    const found = texts.flatMap((text) => text.found);
    const colours = coloursOf(found);
    const counts = countsOf(found);
    const most = counts[0][1];
    const rows = counts.map(([name, number]) =>
        make(
            "tr",
            {},
            make("th", { scope: "row" }, link(name, localName(name))),
            make("td", { class: "number" }, count(number)),
            make("td", { class: "bar" }, bar(number / most, colours.get(name))),
        ),
    );
    place.replaceChildren(
        table("Classes", ["Class", "Annotations", "In comparison"], rows, { class: "chart" }),
    );
}

// The number beside it says the same, so it is not part of what is read out.
function bar(part, hue) {
    const width = `${Math.max(100 * part, 1)}%`;
    return shape(
        "svg",
        { width: "100%", height: 16, "aria-hidden": "true", class: `hue-${hue}` },
        shape("rect", { width, height: 16, rx: 3 }),
    );
}
