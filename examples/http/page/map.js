// A map of the places that an answer has coordinates of: points on the outline of the land, and a table.

import { link, localName, make, shape, table } from "./dom.js";

// The map is in tenths of a degree, as the outline is.
const UNIT = 10;
const LEAST_WIDTH = 16; // degrees
const MOST_PLACES = 500;
const RATIO = 16 / 9;

let land;

// The outline is fetched once, when there is something to show on it.
function outline() {
    land ??= fetch(new URL("land.json", import.meta.url))
        .then((response) => response.json())
        .then(({ path }) => path)
        .catch(() => "");
    return land;
}

// Draws places (`iri`, `name`, `lat`, `long`) as a section; null where there are none.
export function draw(places) {
    if (!places.length) return null;
    const shown = places.slice(0, MOST_PLACES);
    const frame = frameOf(shown);
    const ground = shape("path", { class: "land" });
    outline().then((path) => ground.setAttribute("d", path));
    const about = shown.length === 1 ? "1 place" : `${shown.length.toLocaleString("en")} places`;
    const picture = shape(
        "svg",
        {
            class: "map",
            viewBox: [frame.left, frame.top, frame.width, frame.height].join(" "),
            role: "img",
            "aria-label": `Map with ${about}: ${shown
                .slice(0, 20)
                .map(({ name }) => name)
                .join(", ")}`,
        },
        shape("rect", {
            class: "sea",
            x: frame.left,
            y: frame.top,
            width: frame.width,
            height: frame.height,
        }),
        ground,
        ...lines(frame),
        ...points(shown, frame),
    );
    const rows = shown.map(({ iri, name, lat, long }) =>
        make(
            "tr",
            {},
            make("th", { scope: "row" }, link(iri, name || localName(iri))),
            make("td", { class: "number" }, degrees(lat, "N", "S")),
            make("td", { class: "number" }, degrees(long, "E", "W")),
        ),
    );
    return make(
        "section",
        { class: "places-map" },
        make("h4", {}, "Map"),
        picture,
        make(
            "details",
            {},
            make("summary", {}, `Coordinates of ${about}`),
            table("Coordinates", ["Place", "Latitude", "Longitude"], rows),
        ),
    );
}

const degrees = (value, positive, negative) =>
    `${Math.abs(value).toFixed(3)}° ${value < 0 ? negative : positive}`;

// The part of the earth that has all places, in the proportions of the picture.
function frameOf(places) {
    const longs = places.map(({ long }) => long);
    const lats = places.map(({ lat }) => lat);
    const [west, east] = [Math.min(...longs), Math.max(...longs)];
    const [south, north] = [Math.min(...lats), Math.max(...lats)];
    const width = Math.min(
        360,
        Math.max(LEAST_WIDTH, (east - west) * 1.5, (north - south) * 1.5 * RATIO),
    );
    const height = width / RATIO;
    return {
        left: ((west + east) / 2 - width / 2) * UNIT,
        top: (-(south + north) / 2 - height / 2) * UNIT,
        width: width * UNIT,
        height: height * UNIT,
    };
}

// Circles of latitude and meridians, ten degrees apart or thirty.
function lines({ left, top, width, height }) {
    const step = (width > 120 * UNIT ? 30 : 10) * UNIT;
    const found = [];
    const line = (x1, y1, x2, y2) => found.push(shape("line", { class: "grid", x1, y1, x2, y2 }));
    for (let x = Math.ceil(left / step) * step; x < left + width; x += step)
        line(x, top, x, top + height);
    for (let y = Math.ceil(top / step) * step; y < top + height; y += step)
        line(left, y, left + width, y);
    return found;
}

// A point for each place, and its name where no other name and no point of another place is in its way.
function points(places, { left, width, height, top }) {
    // Names are as large on a narrow screen as on a wide one.
    const unit = width / Math.min(640, innerWidth - 80);
    const size = 13 * unit;
    const spots = places.map(({ name, lat, long }) => ({ name, x: long * UNIT, y: -lat * UNIT }));
    const taken = spots.map(({ x, y }) => ({ from: x, to: x, y, of: `${x} ${y}` }));
    const marks = spots.map(({ name, x, y }) =>
        shape("circle", { class: "point", cx: x, cy: y, r: 4.5 * unit }, shape("title", {}, name)),
    );
    const names = spots.flatMap(({ name, x, y }) => {
        const length = name.length * size * 0.6;
        const sides = [
            { at: x + 7 * unit, anchor: "start", from: x + 7 * unit },
            { at: x - 7 * unit, anchor: "end", from: x - 7 * unit - length },
        ];
        const side = sides.find(({ from }) => {
            const to = from + length;
            const isInside = from >= left && to <= left + width;
            const isLow = y > top + size && y < top + height - size / 2;
            const isClear = taken.every(
                (other) =>
                    from > other.to ||
                    to < other.from ||
                    Math.abs(y - other.y) > size ||
                    other.of === `${x} ${y}`,
            );
            return isInside && isLow && isClear;
        });
        if (!side) return [];
        taken.push({ from: side.from, to: side.from + length, y });
        const place = { x: side.at, y: y + size * 0.35, "font-size": size };
        return [shape("text", { ...place, "text-anchor": side.anchor }, name)];
    });
    return [...marks, ...names];
}
