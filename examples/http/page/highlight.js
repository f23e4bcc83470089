// A text with what was found in it: coloured by class, each span to be opened by mouse or keyboard.

import { link, localName, make, table } from "./dom.js";

const HUES = 8;
const MOST_SPANS = 5000;

// Draws all texts of an answer into `place`.
export function draw(place, texts) {
    const found = texts.flatMap((text) => text.found);
    const colours = coloursOf(found);
    const details = make("div", { class: "details", "aria-live": "polite" });
    place.replaceChildren(...sideBySide(texts), legend(found, colours));
    const group = make("div", {
        class: "texts",
        role: "group",
        "aria-label": "The text with what was found in it",
    });
    let budget = MOST_SPANS;
    for (const text of texts) {
        const spans = text.found.slice(0, Math.max(budget, 0));
        budget -= spans.length;
        group.append(paragraph(text.text, spans, colours, details));
    }
    if (!texts.length) group.append(make("p", { class: "hint" }, "The answer has no text."));
    if (found.length > MOST_SPANS) {
        const about = `The first ${count(MOST_SPANS)} of ${count(found.length)} are marked and listed; the download has all.`;
        place.append(make("p", { class: "hint" }, about));
    }
    place.append(group);
    if (found.length) {
        details.append(
            make(
                "p",
                { class: "hint" },
                "Choose a coloured part to see what is known of it; arrow keys go from one to the next.",
            ),
        );
        place.append(details, list(found, colours));
        rove(group);
    }
}

const count = (number) => number.toLocaleString("en");

const classOf = (one) =>
    one.classes[0] ?? (one.isTerm ? "term" : one.targets.length ? "translated" : "no class");

function coloursOf(found) {
    const colours = new Map();
    for (const one of found)
        if (!colours.has(classOf(one))) colours.set(classOf(one), colours.size % HUES);
    return colours;
}

function legend(found, colours) {
    if (!found.length) return make("p", { class: "hint" }, "Nothing was found in this text.");
    const counts = new Map();
    for (const one of found) counts.set(classOf(one), (counts.get(classOf(one)) ?? 0) + 1);
    const items = [...colours].map(([name, hue]) =>
        make(
            "li",
            { class: `key hue-${hue}`, title: name },
            localName(name),
            make("span", { class: "count" }, ` ${counts.get(name)}`),
        ),
    );
    return make("ul", { class: "legend", "aria-label": "Classes" }, ...items);
}

// What was translated beside its translation, of whole texts and of parts.
function sideBySide(texts) {
    const rows = texts
        .flatMap((text) => [text, ...text.found])
        .flatMap(({ text, targets }) =>
            targets.map((target) =>
                make(
                    "tr",
                    {},
                    make("td", { dir: "auto" }, text),
                    make("td", { lang: target.language, dir: "auto" }, target.text),
                ),
            ),
        );
    if (!rows.length) return [];
    return [
        table("Translations", ["Source", "Translation"], rows.slice(0, MOST_SPANS), {
            class: "side",
        }),
    ];
}

// Cuts the text where spans begin and end; a piece belongs to the shortest span around it.
function paragraph(text, found, colours, details) {
    const body = make("div", { class: "text", dir: "auto" });
    const cuts = [
        ...new Set([0, text.length, ...found.flatMap((one) => [one.start, one.end])]),
    ].sort((a, b) => a - b);
    const open = [];
    let next = 0;
    for (let index = 0; index + 1 < cuts.length; index += 1) {
        const [from, to] = [cuts[index], cuts[index + 1]];
        for (let at = open.length - 1; at >= 0; at -= 1)
            if (open[at].end <= from) open.splice(at, 1);
        while (next < found.length && found[next].start <= from) open.push(found[next++]);
        const piece = text.slice(from, to);
        if (!open.length) body.append(piece);
        else body.append(span(piece, open, colours, details));
    }
    return body;
}

function span(piece, open, colours, details) {
    const inner = open.reduce((least, one) =>
        one.end - one.start <= least.end - least.start ? one : least,
    );
    const here = [...open].sort((a, b) => (a === inner ? -1 : b === inner ? 1 : 0));
    const element = make(
        "span",
        {
            class: `found hue-${colours.get(classOf(inner))}`,
            role: "button",
            tabindex: "-1",
            "aria-pressed": "false",
            title: localName(classOf(inner)),
        },
        piece,
    );
    const choose = () => {
        for (const other of element.closest(".texts").querySelectorAll("[aria-pressed=true]"))
            other.setAttribute("aria-pressed", "false");
        element.setAttribute("aria-pressed", "true");
        details.replaceChildren(...here.map((one) => card(one, colours)));
    };
    element.addEventListener("click", choose);
    element.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        choose();
    });
    return element;
}

function card(one, colours) {
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
    for (const fact of one.facts) {
        const name = fact.inverse
            ? `is ${localName(fact.predicate)} of`
            : localName(fact.predicate);
        row(name, [
            fact.id
                ? link(fact.id, localName(fact.id))
                : fact.language
                  ? `${fact.text} (${fact.language})`
                  : fact.text,
        ]);
    }
    return make(
        "article",
        { class: "card" },
        make("h4", {}, make("span", { class: `found hue-${colours.get(classOf(one))}` }, one.text)),
        rows,
    );
}

const confidence = (one) => Number(one.confidence).toFixed(2);

function list(found, colours) {
    const rows = found
        .slice(0, MOST_SPANS)
        .map((one) =>
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
                make(
                    "td",
                    { class: "number" },
                    one.confidence === undefined ? "" : confidence(one),
                ),
            ),
        );
    return make(
        "details",
        { class: "list" },
        make("summary", {}, summaryOf(found.length)),
        table("All that was found", ["Text", "Class", "Links", "Confidence"], rows),
    );
}

function summaryOf(all) {
    if (all === 1) return "1 found";
    return all > MOST_SPANS ? `${count(MOST_SPANS)} of ${count(all)} found` : `All ${all} found`;
}

// One stop for the tab key; arrows, Home and End move between spans.
function rove(group) {
    const spans = [...group.querySelectorAll(".found")];
    const moves = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    spans[0]?.setAttribute("tabindex", "0");
    const go = (index) => {
        for (const span of spans) span.setAttribute("tabindex", "-1");
        spans[index].setAttribute("tabindex", "0");
    };
    group.addEventListener("focusin", (event) => {
        const index = spans.indexOf(event.target);
        if (index >= 0) go(index);
    });
    group.addEventListener("keydown", (event) => {
        const index = spans.indexOf(event.target);
        if (index < 0) return;
        const to =
            event.key === "Home"
                ? 0
                : event.key === "End"
                  ? spans.length - 1
                  : index + (moves[event.key] ?? NaN);
        if (!(to >= 0 && to < spans.length)) return;
        event.preventDefault();
        spans[to].focus();
    });
}
