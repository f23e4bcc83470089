// Several files at once: a request for each, a few at a time, with progress and a way to stop.

import { EXPORTED, RDF, formatOf, formatOfFile, extensionOf } from "./formats.js";
import { formOfDocument } from "./answer.js";
import { announce, button, confirm, count, make, save, table } from "./dom.js";
import { readFile } from "./input.js";
import { read } from "./nif.js";
import { attempt } from "./problem.js";
import { zip } from "./zip.js";

const AT_ONCE = 3;
const MOST_FILES = 1_000;

// Runs the request for each file and lists them in `place`. `request(document)` makes it, `send(request,
// query, headers)` asks, and `present(place, request)` shows the answer to one.
export async function run(place, files, { signal, cancel, send, request, present }) {
    const taken = files.slice(0, MOST_FILES);
    const rows = taken.map((file) => rowOf(file));
    const progress = make("progress", { max: rows.length, value: 0, "aria-label": "Files done" });
    const said = make("p", { role: "status" });
    const stop = button("Cancel", cancel, { class: "cancel" });
    const below = make("div", { class: "panel-part" });
    const saving = make("div", { class: "actions" });
    const list = table(
        "Files",
        ["File", "State", "Found", "Actions"],
        rows.map((row) => row.element),
    );
    place.replaceChildren(
        make("h3", {}, "Result"),
        make("div", { class: "progress" }, progress, said, stop),
        files.length > MOST_FILES
            ? make("p", { class: "hint" }, `Only the first ${count(MOST_FILES)} files are taken.`)
            : "",
        list,
        saving,
        below,
    );
    const open = (row) => () => {
        for (const one of rows) one.element.removeAttribute("aria-current");
        row.element.setAttribute("aria-current", "true");
        // What was stopped can still be looked at.
        present(below, {
            ...row.request,
            title: `Result for ${row.name}`,
            signal: undefined,
            cancel: undefined,
        });
        below.scrollIntoView({ block: "nearest" });
    };
    let ended = 0;
    const tell = () => {
        const failed = rows.filter((row) => row.error).length;
        progress.value = ended;
        said.textContent = `${count(ended)} of ${count(rows.length)} files${failed ? `, ${count(failed)} failed` : ""}`;
    };
    tell();
    const waiting = [...rows];
    const work = async () => {
        for (let row = waiting.shift(); row && !signal.aborted; row = waiting.shift()) {
            row.say("working …");
            try {
                await one(row, { request, send });
                row.actions.replaceChildren(
                    button("Open", open(row), { "aria-label": `Open ${row.name}` }),
                );
            } catch (error) {
                if (signal.aborted) break;
                row.error = error;
                row.say(error.message, "wrong");
            }
            ended += 1;
            tell();
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (stop === document.activeElement) list.focus();
    stop.remove();
    for (const row of rows) if (!row.reply && !row.error) row.say("cancelled");
    const done = rows.filter((row) => row.reply);
    announce(
        signal.aborted
            ? `Cancelled: ${count(done.length)} of ${count(rows.length)} files are done`
            : `All ${count(rows.length)} files are done`,
    );
    if (done.length) saving.append(...savers(done, send));
}

function rowOf(file) {
    const state = make("td", {}, "waiting");
    const found = make("td", { class: "number" });
    const actions = make("td", {});
    const head = make("th", { scope: "row" }, file.name);
    return {
        file,
        name: file.name,
        actions,
        element: make("tr", {}, head, state, found, actions),
        say(text, kind = "") {
            state.textContent = text;
            state.className = kind;
        },
        count(number) {
            found.textContent = count(number);
        },
    };
}

// Asks for one file, in the form that is drawn where there is one.
async function one(row, { request, send }) {
    const { name, bytes } = await readFile(row.file);
    const format = formatOf(formatOfFile(name, bytes));
    row.request = request({ bytes, format, name: name.replace(/\.[^.]*$/, ""), file: name });
    const { filter: _, ...query } = row.request.query;
    row.isNif = ["entity", "term", "translation", "link"].includes(row.request.service);
    const asked = row.isNif ? { ...query, outformat: "json-ld" } : row.request.query;
    row.reply = await send(row.request, asked, {});
    row.say(`done, ${Math.round(row.reply.milliseconds)} ms`);
    if (row.isNif) {
        row.count(read(row.reply.json).reduce((sum, text) => sum + text.found.length, 0));
    }
}

// The choice of a format and a button that saves all results in it, as one archive.
function savers(rows, send) {
    const formats = rows.every((row) => row.isNif)
        ? [
              ["", "the documents"],
              ...[...RDF, ...EXPORTED].map((name) => [name, formatOf(name).label]),
          ]
        : [["", "as they are"]];
    const select = make(
        "select",
        {},
        ...formats.map(([value, text]) => make("option", { value }, text)),
    );
    const all = async ({ target }) => {
        const format = select.value;
        target.disabled = true;
        const names = new Set();
        await attempt(async () => {
            const records = [];
            for (const row of rows) {
                const reply = await inFormat(row, format, send);
                const ending = extensionOf(reply.media);
                let name = `${row.request.document.name}.${ending}`;
                for (let number = 2; names.has(name); number += 1)
                    name = `${row.request.document.name}-${number}.${ending}`;
                names.add(name);
                records.push({ name, bytes: reply.bytes });
            }
            save(zip(records), "results.zip", "application/zip");
            confirm(target, `Saved ${count(records.length)} files`);
        });
        target.disabled = false;
    };
    return [
        make("label", { class: "inline" }, "All results as ", select),
        button("Download all", all, { class: "download-all" }),
    ];
}

// A result in the format that was chosen: for documents, each in its own, or as NIF if it has no place for
// annotations. What was stopped can still be saved.
function inFormat(row, format, send) {
    if (!row.isNif) return row.reply;
    const { filter: _, ...query } = row.request.query;
    const own = row.request.document.format;
    const request = { ...row.request, signal: undefined };
    if (format) return send(request, { ...query, outformat: format }, {});
    const isTranslated = row.request.service === "translation";
    if (!(isTranslated ? own.translates : own.returns)) return row.reply;
    const form = formOfDocument(own, query, isTranslated);
    return send(request, { ...form.query, outformat: own.name }, {});
}
