// A text with what was found in it: coloured by class, each span to be opened by mouse or keyboard. What is
// shown can be narrowed by confidence and by class.

import { button, count, localName, make, table } from "./dom.js";
import { MOST_SPANS, card, classOf, coloursOf, countsOf, list } from "./found.js";

const MOST_CLASSES = 6;

// What was chosen last holds for the next answer.
const chosen = { least: 0, labels: false };

// Draws all texts of an answer into `place`.
export function draw(place, texts) {
    const found = texts.flatMap((text) => text.found);
    const colours = coloursOf(found);
    const hidden = new Set();
    const body = make("div", { class: "answer" });
    const redraw = () => {
        const isShown = (one) =>
            !hidden.has(classOf(one)) &&
            (one.confidence === undefined || Number(one.confidence) >= chosen.least);
        const shown = texts.map((text) => ({ ...text, found: text.found.filter(isShown) }));
        const number = shown.reduce((sum, text) => sum + text.found.length, 0);
        drawTexts(body, shown, colours);
        return number;
    };
    if (!found.length) {
        place.replaceChildren(...sideBySide(texts), body);
        redraw();
        return;
    }
    place.replaceChildren(...sideBySide(texts), controls(found, colours, hidden, redraw), body);
}

// The choices of what is shown. Draws for the first time, too.
function controls(found, colours, hidden, redraw) {
    const graded = found.some((one) => one.confidence !== undefined);
    const said = make("output", { class: "hint" });
    const slider = make("input", { type: "range", min: "0", max: "1", step: "0.01" });
    slider.value = chosen.least;
    const value = make("span", { class: "number" });
    const tell = () => {
        const number = redraw();
        value.textContent = Number(slider.value).toFixed(2);
        said.textContent =
            number === found.length ? "" : `${count(number)} of ${count(found.length)} shown`;
    };
    slider.addEventListener("input", () => {
        chosen.least = Number(slider.value);
        tell();
    });
    const labels = make("input", { type: "checkbox", checked: chosen.labels });
    const items = countsOf(found).map(([name, number]) => {
        const box = make("input", { type: "checkbox", checked: true });
        box.addEventListener("change", () => {
            if (box.checked) hidden.delete(name);
            else hidden.add(name);
            tell();
        });
        return make(
            "li",
            { title: name },
            make(
                "label",
                { class: `key hue-${colours.get(name)}` },
                box,
                make("span", {}, localName(name)),
                make("span", { class: "count" }, ` ${count(number)}`),
            ),
        );
    });
    const element = make(
        "div",
        { class: "narrowing" },
        make("ul", { class: "legend", "aria-label": "Classes" }, ...folded(items)),
        make(
            "div",
            { class: "choosers" },
            graded ? make("label", { class: "slider" }, "Confidence from ", slider, value) : null,
            make("label", { class: "tick" }, labels, "Classes in the text"),
            said,
        ),
    );
    const show = () => {
        chosen.labels = labels.checked;
        element.parentElement?.classList.toggle("labelled", labels.checked);
    };
    labels.addEventListener("change", show);
    queueMicrotask(show);
    tell();
    return element;
}

// The first of many items, and a button that shows the others.
function folded(items) {
    const rest = items.slice(MOST_CLASSES);
    if (!rest.length) return items;
    const toggle = (isOpen) => {
        for (const item of rest) item.hidden = !isOpen;
        more.textContent = isOpen ? "Fewer classes" : `${count(rest.length)} more`;
        more.setAttribute("aria-expanded", String(isOpen));
    };
    const more = button("", () => toggle(rest[0].hidden), { class: "plain" });
    toggle(false);
    return [...items, make("li", {}, more)];
}

function drawTexts(place, texts, colours) {
    const found = texts.flatMap((text) => text.found);
    const details = make("div", { class: "details", "aria-live": "polite" });
    const group = make("div", {
        class: "texts",
        role: "group",
        "aria-label": "The text with what was found in it",
    });
    let budget = MOST_SPANS;
    for (const text of texts) {
        const spans = text.found.slice(0, Math.max(budget, 0));
        budget -= spans.length;
        const choose = (here) => details.replaceChildren(...here.map((one) => card(one, colours)));
        const look = (one) => ({
            class: `found hue-${colours.get(classOf(one))}`,
            title: localName(classOf(one)),
            "data-class": localName(classOf(one)),
        });
        group.append(paragraph(text.text, spans, look, choose));
    }
    if (!texts.length) group.append(make("p", { class: "hint" }, "The answer has no text."));
    place.replaceChildren();
    if (found.length > MOST_SPANS) {
        const about = `The first ${count(MOST_SPANS)} of ${count(found.length)} are marked and listed; the download has all.`;
        place.append(make("p", { class: "hint" }, about));
    }
    place.append(group);
    if (!found.length) return;
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

// Cuts the text where spans begin and end; a piece belongs to the shortest span around it. `look` gives the
// attributes of a span, `choose` takes what is at the one that is chosen.
export function paragraph(text, found, look, choose) {
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
        else body.append(span(piece, open, look, choose));
    }
    return body;
}

function span(piece, open, look, choose) {
    const inner = open.reduce((least, one) =>
        one.end - one.start <= least.end - least.start ? one : least,
    );
    const here = [...open].sort((a, b) => (a === inner ? -1 : b === inner ? 1 : 0));
    const element = make(
        "span",
        { role: "button", tabindex: "-1", "aria-pressed": "false", ...look(inner) },
        piece,
    );
    const press = () => {
        for (const other of element.closest(".texts").querySelectorAll("[aria-pressed=true]"))
            other.setAttribute("aria-pressed", "false");
        element.setAttribute("aria-pressed", "true");
        choose(here);
    };
    element.addEventListener("click", press);
    element.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        press();
    });
    return element;
}

// One stop for the tab key; arrows, Home and End move between spans.
export function rove(group) {
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
