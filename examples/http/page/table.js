// Tables: CSV (RFC 4180) and the JSON of SPARQL results, read and shown.

import { link, make, table } from "./dom.js";

const MOST_ROWS = 1000;

export function fromCsv(text) {
    const rows = [];
    let row = [];
    let cell = "";
    let quoted = false;
    for (let at = 0; at < text.length; at += 1) {
        const one = text[at];
        if (quoted) {
            if (one !== '"') cell += one;
            else if (text[at + 1] === '"') ((cell += one), (at += 1));
            else quoted = false;
        } else if (one === '"') {
            quoted = true;
        } else if (one === ",") {
            row.push(cell);
            cell = "";
        } else if (one === "\n" || one === "\r") {
            if (one === "\r" && text[at + 1] === "\n") at += 1;
            rows.push([...row, cell]);
            [row, cell] = [[], ""];
        } else {
            cell += one;
        }
    }
    if (cell !== "" || row.length) rows.push([...row, cell]);
    const [head = [], ...body] = rows;
    return { head, body };
}

export function fromResults(json) {
    const head = json.head?.vars ?? [];
    const body = (json.results?.bindings ?? []).map((binding) =>
        head.map((name) => binding[name]?.value ?? ""),
    );
    return { head, body };
}

export function draw({ head, body }, label = "Result") {
    const shown = body.slice(0, MOST_ROWS);
    const about = body.length === 1 ? "1 row" : `${body.length.toLocaleString("en")} rows`;
    const more =
        body.length > shown.length
            ? `, the first ${shown.length.toLocaleString("en")} are shown`
            : "";
    const rows = shown.map((row) =>
        make(
            "tr",
            {},
            ...row.map((cell) => make("td", {}, /^https?:/i.test(cell) ? link(cell) : cell)),
        ),
    );
    return make(
        "div",
        {},
        make("p", { class: "hint" }, about + more),
        table(label, head, rows),
    );
}
