// An answer of the service, drawn by what it is: spans, a table, a page, or its source.

import { button, confirm, copy, count, make, prose, save } from "./dom.js";
import { extensionOf, packageOf } from "./formats.js";
import { placesOf, read } from "./nif.js";
import { decode } from "./service.js";
import * as highlight from "./highlight.js";
import * as map from "./map.js";
import * as report from "./report.js";
import * as table from "./table.js";

const MOST_SOURCE = 200_000;

// A note above a result, for example why nothing was found.
export const note = (text) => make("p", { class: "note" }, ...prose(text));

// Draws a reply into `place`; `name` is what a download of it is called, without the ending. `noteOf` gives the note
// for a reply, or null.
export function draw(place, reply, name, noteOf = () => null) {
    place.replaceChildren(toolbar(reply, name));
    if (isStatistics(reply)) {
        drawStatistics(place, reply.json);
        return;
    }
    const text = noteOf(reply);
    if (text) place.append(note(text));
    drawBody(place, reply);
}

function drawBody(place, reply) {
    const { media, bytes, type } = reply;
    const kind = packageOf(media);
    if (kind) {
        place.append(
            make("p", { class: "hint" }, `A file in ${kind.label}; the download has it.`),
            about(reply),
        );
        return;
    }
    let picture = null;
    try {
        picture = pictureOf(media, decode(bytes, type));
    } catch (error) {
        console.error(error);
    }
    if (picture) place.append(picture);
    place.append(source(decode(bytes, type), about(reply), picture === null));
}

function pictureOf(media, text) {
    if (/^application\/(ld\+json|json\+ld)$/.test(media)) return drawNif(JSON.parse(text));
    if (/csv|comma-separated/.test(media)) return table.draw(table.fromCsv(text));
    if (/json$/.test(media)) {
        const json = JSON.parse(text);
        if (json.head?.vars) return table.draw(table.fromResults(json));
        if (report.isReport(json)) return report.draw(json);
        if (!json["@graph"] && !json["@context"]) return null;
        return read(json).length ? drawNif(json) : null;
    }
    return media === "text/html" ? page(text) : null;
}

function drawNif(json) {
    const texts = make("div", { class: "answer" });
    highlight.draw(texts, read(json));
    return make("div", { class: "answer" }, texts, map.draw(placesOf(json)));
}

// A page in a frame where nothing runs and nothing is fetched from elsewhere: the frame has no rights,
// and the policy of this page holds in it too.
function page(text) {
    const marks = `<link rel="stylesheet" href="${new URL("preview.css", import.meta.url)}">`;
    const frame = make("iframe", {
        sandbox: "",
        title: "Preview of the document",
        class: "preview",
        referrerpolicy: "no-referrer",
    });
    frame.srcdoc = text + marks;
    return frame;
}

// What an answer is as bytes.
function about({ media, bytes, milliseconds }) {
    const time = milliseconds === undefined ? "" : `, ${Math.round(milliseconds)} ms`;
    return make("p", { class: "hint about" }, `${media}, ${count(bytes.length)} bytes${time}`);
}

function source(text, about, open) {
    const body = make("div", {});
    const fill = () => {
        if (body.firstChild) return;
        const cut = text.length > MOST_SOURCE;
        body.append(about);
        if (cut)
            body.append(
                make("p", { class: "hint" }, "The beginning; the download has everything."),
            );
        body.append(
            make(
                "pre",
                { class: "source", tabindex: "0", role: "region", "aria-label": "Source" },
                cut ? text.slice(0, MOST_SOURCE) : text,
            ),
        );
    };
    const details = make(
        "details",
        { open, on: { toggle: fill } },
        make("summary", {}, "Source"),
        body,
    );
    if (open) fill();
    return details;
}

function toolbar(reply, name) {
    const file = `${name}.${extensionOf(reply.media)}`;
    return make(
        "div",
        { class: "toolbar" },
        make(
            "span",
            { class: "actions" },
            packageOf(reply.media)
                ? null
                : button("Copy", ({ target }) => copy(target, reply.text)),
            button(
                "Download",
                ({ target }) => {
                    save(reply.bytes, file, reply.type);
                    confirm(target, `Saved ${file}`);
                },
                { class: "download" },
            ),
        ),
    );
}

// What pipelines answer with where they were asked for the time of each step.
function isStatistics(reply) {
    if (reply.media !== "application/json") return false;
    try {
        const json = reply.json;
        return json.metadata !== undefined && json.content !== undefined;
    } catch {
        return false;
    }
}

// Steps are counted from 1 on this page.
const numberOf = (step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : step);

function drawStatistics(place, { metadata, content }) {
    const times = Object.entries(metadata.executionTime ?? {});
    place.append(
        make("h4", {}, `${metadata.totalExecutionTime ?? "?"} ms in all`),
        table.draw(
            { head: ["step", "ms"], body: times.map(([step, ms]) => [numberOf(step), String(ms)]) },
            "Time of each step",
        ),
    );
    const body =
        typeof content.body === "string" ? content.body : JSON.stringify(content.body, null, 2);
    const type = content.contentType ?? "text/plain";
    const part = make("div", {});
    place.append(part);
    drawBody(part, {
        bytes: new TextEncoder().encode(body),
        type: "text/plain;charset=utf-8",
        media: type.split(";")[0].trim(),
    });
}
