// A document under review: its Web Annotations with their places in the text, and changes that can be undone.

import { unitsAt } from "./nif.js";

export const STATUS = "schema:creativeWorkStatus";
const MOST_STEPS = 200;
const AROUND = 32;

const list = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

// `record` is what the service has stored.
export class Review {
    constructor(record) {
        this.name = record.name;
        this.record = record;
        this.text = record.text;
        this.items = record.page.items;
        this.saved = this.items;
        this.before = [];
        this.after = [];
    }

    get isChanged() {
        return this.items !== this.saved;
    }

    // The annotations that have a place, as `found.js` knows them, with the number and the state of each.
    get found() {
        const ends = this.items.map(positionOf);
        const units = unitsAt(
            this.text,
            ends.flatMap((at) => (at ? [at.start, at.end] : [])),
        );
        return this.items
            .flatMap((item, number) => {
                const span = placeOf(item, ends[number], units, this.text);
                return span ? [{ ...describe(item), ...span, number }] : [];
            })
            .map((one) => ({ ...one, text: this.text.slice(one.start, one.end) }))
            .sort((a, b) => a.start - b.start || b.end - a.end);
    }

    change(items) {
        this.before = [...this.before, this.items].slice(-MOST_STEPS);
        this.after = [];
        this.items = items;
    }

    undo() {
        if (!this.before.length) return false;
        this.after = [...this.after, this.items];
        this.items = this.before.at(-1);
        this.before = this.before.slice(0, -1);
        return true;
    }

    redo() {
        if (!this.after.length) return false;
        this.before = [...this.before, this.items];
        this.items = this.after.at(-1);
        this.after = this.after.slice(0, -1);
        return true;
    }

    judge(number, status) {
        this.change(this.items.map((item, at) => (at === number ? { ...item, [STATUS]: status } : item)));
    }

    // Accepts all that nobody has judged; gives their number.
    acceptAll() {
        const open = this.items.filter((item) => item[STATUS] === "proposed").length;
        if (open)
            this.change(
                this.items.map((item) =>
                    item[STATUS] === "proposed" ? { ...item, [STATUS]: "accepted" } : item,
                ),
            );
        return open;
    }

    remove(number) {
        this.change(this.items.filter((_, at) => at !== number));
    }

    // Says something else of an annotation, which is accepted then.
    describe(number, { iris, classes }) {
        const item = { ...this.items[number], ...bodyOf(iris, classes), [STATUS]: "accepted" };
        this.change(this.items.map((one, at) => (at === number ? item : one)));
    }

    // Adds an annotation of a part of the text, in UTF-16 units.
    add(start, end, { iris, classes }) {
        const point = (unit) => [...this.text.slice(0, unit)].length;
        const target = {
            selector: [
                { type: "TextPositionSelector", start: point(start), end: point(end) },
                {
                    type: "TextQuoteSelector",
                    exact: this.text.slice(start, end),
                    prefix: [...this.text.slice(0, start)].slice(-AROUND).join(""),
                    suffix: [...this.text.slice(end)].slice(0, AROUND).join(""),
                },
            ],
        };
        const item = { type: "Annotation", ...bodyOf(iris, classes), target, [STATUS]: "accepted" };
        this.change([...this.items, item]);
        return this.items.length - 1;
    }
}

// A term stays a term; what has neither an IRI nor a class is marked only.
function bodyOf(iris, classes) {
    const part = (purpose) => (source) => ({ type: "SpecificResource", source, purpose });
    const body = [...iris.map(part("identifying")), ...classes.map(part("classifying"))];
    const motivation = iris.length ? "identifying" : classes.length ? "classifying" : "highlighting";
    return { motivation, body, "itsrdf:term": undefined };
}

function positionOf(item) {
    const all = list(item.target).flatMap((target) => list(target.selector));
    return all.find((one) => one.type === "TextPositionSelector");
}

const quoteOf = (item) =>
    list(item.target)
        .flatMap((target) => list(target.selector))
        .find((one) => one.type === "TextQuoteSelector");

// Where an annotation is, in UTF-16 units; null if that is not known here.
function placeOf(item, position, units, text) {
    const quote = quoteOf(item);
    const [start, end] = position ? [units.get(position.start), units.get(position.end)] : [];
    if (start < end && (!quote || text.slice(start, end) === quote.exact)) return { start, end };
    if (!quote?.exact) return null;
    const whole = `${quote.prefix ?? ""}${quote.exact}${quote.suffix ?? ""}`;
    const around = text.indexOf(whole);
    const at = around < 0 ? text.indexOf(quote.exact) : around + (quote.prefix ?? "").length;
    return at < 0 ? null : { start: at, end: at + quote.exact.length };
}

function describe(item) {
    const iris = (...purposes) =>
        list(item.body)
            .map((body) => (typeof body === "string" ? { source: body } : body))
            .filter((body) => purposes.includes(body.purpose ?? item.motivation))
            .map((body) => body.source?.id ?? body.source ?? body.value)
            .filter((iri) => typeof iri === "string");
    const isTerm = item["itsrdf:term"] === "yes";
    const confidence = item["itsrdf:taConfidence"] ?? item["itsrdf:termConfidence"];
    return {
        links: isTerm ? [] : iris("identifying", "linking"),
        classes: iris("classifying"),
        concepts: isTerm ? iris("tagging") : [],
        confidence: confidence?.["@value"] ?? confidence,
        isTerm,
        targets: [],
        facts: [],
        status: item[STATUS],
        creator: item.creator?.name ?? item.creator?.id,
        contributor: item["dcterms:contributor"]?.name,
        modified: item.modified ?? item.created,
    };
}
