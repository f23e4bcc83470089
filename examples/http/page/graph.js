// The graph of an answer: what was found, what it is linked to, and the classes, with lines between.

import { count, localName, make, shape } from "./dom.js";

const MOST_FOUND = 60;
const ROW = 30;
const BOX = { width: 190, height: 24 };
const COLUMNS = [0, 270, 540];
const MARGIN = 8;
const MOST_LETTERS = 25;

// Draws the graph of all texts of an answer into `place`.
export function draw(place, texts) {
    const found = texts.flatMap((text) => text.found);
    const { columns, edges } = modelOf(found.slice(0, MOST_FOUND));
    const rows = Math.max(...columns.map((column) => column.size));
    const height = rows * ROW + 2 * MARGIN;
    const width = COLUMNS[2] + BOX.width + 2 * MARGIN;
    const at = new Map();
    columns.forEach((column, index) => {
        const space = (height - 2 * MARGIN) / column.size;
        [...column.keys()].forEach((key, row) => {
            at.set(key, { x: MARGIN + COLUMNS[index], y: MARGIN + space * (row + 0.5) });
        });
    });
    const lines = edges.map(([from, to]) => {
        const [a, b] = [at.get(from), at.get(to)];
        const [x1, x2] = [a.x + BOX.width, b.x];
        const bend = (x1 + x2) / 2;
        return shape("path", {
            class: "edge",
            d: `M${x1} ${a.y}C${bend} ${a.y} ${bend} ${b.y} ${x2} ${b.y}`,
        });
    });
    const boxes = columns.flatMap((column) =>
        [...column].map(([key, { text, title }]) => box(at.get(key), text, title)),
    );
    const about = `Graph: ${plural(columns[0].size, "annotation")}, ${plural(columns[1].size, "linked thing")}, ${plural(columns[2].size, "class", "classes")}`;
    const picture = shape(
        "svg",
        {
            class: "graph",
            viewBox: `0 0 ${width} ${height}`,
            width,
            height,
            role: "img",
            "aria-label": about,
        },
        ...lines,
        ...boxes,
    );
    const more =
        found.length > MOST_FOUND
            ? ` The first ${count(MOST_FOUND)} of ${count(found.length)} annotations are drawn.`
            : "";
    place.replaceChildren(
        make(
            "p",
            { class: "hint" },
            `From the left: what was found, what it is linked to, and the classes.${more} The list in the tab Text says the same in words.`,
        ),
        make(
            "div",
            {
                class: "scroll-x",
                tabindex: "0",
                role: "region",
                "aria-label": "Graph of the answer",
            },
            picture,
        ),
    );
}

const plural = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

// Three columns of nodes by key, and the pairs of keys with a line between.
function modelOf(found) {
    const columns = [new Map(), new Map(), new Map()];
    const edges = new Map();
    const join = (from, to) => edges.set(`${from}\n${to}`, [from, to]);
    for (const one of found) {
        const mention = `0 ${one.start} ${one.end} ${one.text}`;
        columns[0].set(mention, { text: one.text, title: one.text });
        const things = [...one.links, ...one.concepts].map((iri) => [`1 ${iri}`, iri]);
        for (const [key, iri] of things) {
            columns[1].set(key, { text: localName(iri), title: iri });
            join(mention, key);
        }
        for (const iri of one.classes) {
            const key = `2 ${iri}`;
            columns[2].set(key, { text: localName(iri), title: iri });
            for (const [from] of things.length ? things : [[mention]]) join(from, key);
        }
    }
    return { columns, edges: [...edges.values()] };
}

function box({ x, y }, text, title) {
    const cut = [...text.replace(/\s+/g, " ")];
    const shown = cut.length > MOST_LETTERS ? `${cut.slice(0, MOST_LETTERS - 1).join("")}…` : text;
    return shape(
        "g",
        { class: "node" },
        shape("title", {}, title),
        shape("rect", { x, y: y - BOX.height / 2, width: BOX.width, height: BOX.height, rx: 4 }),
        shape("text", { x: x + 8, y: y + 4.5 }, shown),
    );
}
