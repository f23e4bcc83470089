// The view that corrects a stored document: what was found is accepted, rejected, changed and added.

import * as catalog from "./catalog.js";
import { announce, button, byId, confirmDelete, count, make, save } from "./dom.js";
import { card, classOf, coloursOf } from "./found.js";
import { paragraph, rove } from "./highlight.js";
import { attempt, clear } from "./problem.js";
import { Review } from "./review-model.js";
import { ask } from "./service.js";
import { mayStore, onChange, userName } from "./session.js";

let review = null;
let tag = null;
// The number of the annotation that is chosen.
let chosen = null;

const KIND = "document";
const LONGEST_STEM = 120;
const MOST_TRIES = 20;
const KEYS = {
    a: () => judge("accepted"),
    r: () => judge("rejected"),
    e: () => edit(),
    Delete: () => remove(),
    n: () => add(),
    u: () => undo(),
    y: () => redo(),
};

export function start() {
    byId("review-stored").addEventListener("change", ({ target }) => {
        if (target.value && target.value !== review?.name) attempt(() => open(target.value));
    });
    byId("review-accept").addEventListener("click", () => {
        const number = review.acceptAll();
        draw();
        announce(`${count(number)} accepted`);
    });
    byId("review-undo").addEventListener("click", undo);
    byId("review-redo").addEventListener("click", redo);
    byId("review-add").addEventListener("click", add);
    byId("review-save").addEventListener("click", () => attempt(store));
    byId("review-download").addEventListener("click", () =>
        save(JSON.stringify(review.record.page, null, 2), `${review.name}.jsonld`, "application/ld+json"),
    );
    byId("review-delete").addEventListener("click", () => attempt(discard));
    byId("review-text").addEventListener("keydown", (event) => {
        const work = KEYS[event.key];
        if (!review || !work || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        work();
    });
    byId("view-review").addEventListener("keydown", (event) => {
        if (!review || !(event.ctrlKey || event.metaKey) || event.target.matches("input")) return;
        const work = { z: undo, y: redo, s: () => attempt(store) }[event.key];
        if (!work) return;
        event.preventDefault();
        work();
    });
    addEventListener("beforeunload", (event) => {
        if (review?.isChanged) event.preventDefault();
    });
    onChange(draw);
    draw();
}

// Stores a page of annotations with its document under a name that is free, and shows it.
export async function take(page, name) {
    const reply = await storeAs(stemOf(name), page);
    await catalog.refresh(KIND);
    show(reply);
    location.hash = "#review";
    announce(`Stored as ${review.name}`);
}

// Private documents of other users are not listed and have their names too, so the name begins with the user's.
const stemOf = (name) =>
    `${userName()}-${name.replaceAll(/[^A-Za-z0-9._-]+/g, "-") || "document"}`.slice(0, LONGEST_STEM);

async function storeAs(stem, page) {
    const taken = new Set(catalog.listed(KIND).map((record) => record.name));
    for (let number = 1; ; number += 1) {
        const name = number === 1 ? stem : `${stem}-${number}`;
        if (taken.has(name)) continue;
        try {
            return await ask("POST", catalog.KINDS[KIND].base, {
                query: { name, visibility: "private" },
                body: page,
                headers: { "Content-Type": "application/json" },
            });
        } catch (error) {
            if (error.facts?.status !== 409 || number > taken.size + MOST_TRIES) throw error;
        }
    }
}

async function open(name) {
    clear();
    if (review?.isChanged && !(await confirmDelete(`The changes of ${review.name} are not stored.`))) {
        byId("review-stored").value = review.name;
        return;
    }
    show(await ask("GET", catalog.routeOf(KIND, name)));
}

function show(reply) {
    review = new Review(reply.json);
    tag = reply.headers.get("ETag");
    chosen = null;
    byId("review-stored").value = review.name;
    draw();
}

async function store() {
    clear();
    const { page } = review.record;
    const body = JSON.stringify({ ...page, items: review.items });
    const reply = await ask("PUT", catalog.routeOf(KIND, review.name), {
        body,
        headers: { "Content-Type": "application/json", "If-Match": tag },
    });
    show(reply);
    announce("Changes stored");
    await catalog.refresh(KIND);
}

async function discard() {
    if (!(await confirmDelete(`${review.name} is deleted for good.`))) return;
    await ask("DELETE", catalog.routeOf(KIND, review.name));
    announce(`${review.name} deleted`);
    review = null;
    draw();
    await catalog.refresh(KIND);
}

function undo() {
    if (review?.undo()) draw("Undone");
    else announce("There is nothing to undo");
}

function redo() {
    if (review?.redo()) draw("Done again");
    else announce("There is nothing to do again");
}

function judge(status) {
    if (chosen === null) return;
    review.judge(chosen, status);
    next(status === "accepted" ? "Accepted" : "Rejected");
}

// Goes on to the next annotation that nobody has judged.
function next(said) {
    const found = review.found;
    const at = found.findIndex((one) => one.number === chosen);
    const open = [...found.slice(at + 1), ...found.slice(0, at)];
    chosen = open.find((one) => one.status === "proposed")?.number ?? chosen;
    draw(said);
}

function remove() {
    if (chosen === null) return;
    review.remove(chosen);
    chosen = null;
    draw("Removed");
}

// The part of the text that is selected, in UTF-16 units.
function selected() {
    const selection = getSelection();
    const body = byId("review-text").querySelector(".text");
    if (!body || !selection.rangeCount || selection.isCollapsed) return null;
    const range = selection.getRangeAt(0);
    if (!body.contains(range.commonAncestorContainer)) return null;
    const before = document.createRange();
    before.selectNodeContents(body);
    before.setEnd(range.startContainer, range.startOffset);
    const start = before.toString().length;
    const [text, all] = [range.toString(), review.text];
    const from = start + (text.length - text.trimStart().length);
    const to = start + text.trimEnd().length;
    return from < to && to <= all.length ? { start: from, end: to } : null;
}

function add() {
    const span = review && selected();
    if (!span) {
        announce("Select a part of the text first");
        return;
    }
    form(`About “${review.text.slice(span.start, span.end)}”`, { links: [], classes: [] }, (body) => {
        chosen = review.add(span.start, span.end, body);
        draw("Added");
    });
}

function edit() {
    const one = review?.found.find((other) => other.number === chosen);
    if (!one) return;
    form(`About “${one.text}”`, one, (body) => {
        review.describe(one.number, body);
        draw("Changed");
    });
}

// The fields of an annotation.
function form(title, one, done) {
    const field = (label, name, values) =>
        make(
            "label",
            {},
            `${label} `,
            make("input", { name, spellcheck: "false", value: values.join(" "), placeholder: "IRIs" }),
        );
    const words = (name) => element.elements[name].value.split(/\s+/).filter((word) => word);
    const element = make(
        "form",
        { class: "card", "aria-label": title },
        make("h4", {}, title),
        field("Links", "links", [...one.links, ...(one.concepts ?? [])]),
        field("Classes", "classes", one.classes),
        make(
            "div",
            { class: "actions" },
            make("button", { type: "submit", class: "main" }, "Apply"),
            button("Cancel", () => draw()),
        ),
    );
    element.addEventListener("submit", (event) => {
        event.preventDefault();
        done({ iris: words("links"), classes: words("classes") });
    });
    byId("review-details").replaceChildren(element);
    element.elements.links.focus();
}

function draw(said) {
    const may = review !== null && mayStore(review.record);
    for (const name of ["accept", "add", "save", "delete", "undo", "redo", "download"])
        byId(`review-${name}`).disabled = review === null || (name !== "download" && !may);
    byId("review-stranger").hidden = mayStore();
    const place = byId("review-text");
    if (review === null) {
        byId("review-counts").textContent = "";
        place.replaceChildren(make("p", { class: "hint" }, "Choose a document, or review a result of Enrich."));
        byId("review-details").replaceChildren();
        return;
    }
    byId("review-undo").disabled ||= !review.before.length;
    byId("review-redo").disabled ||= !review.after.length;
    byId("review-save").disabled ||= !review.isChanged;
    const found = review.found;
    const number = (status) => review.items.filter((one) => statusOf(one) === status).length;
    const lost = review.items.length - found.length;
    byId("review-counts").textContent =
        `${count(number("proposed"))} proposed, ${count(number("accepted"))} accepted, ` +
        `${count(number("rejected"))} rejected${lost ? `, ${count(lost)} without a place` : ""}`;
    const colours = coloursOf(found);
    const group = make("div", {
        class: "texts",
        role: "group",
        "aria-label": "The text with its annotations",
    });
    const choose = (here) => {
        chosen = here[0].number;
        describe(here, colours, may);
    };
    const look = (one) => ({
        class: `found hue-${colours.get(classOf(one))} status-${one.status}`,
        title: one.status,
        "data-number": one.number,
    });
    group.append(paragraph(review.text, found, look, choose));
    const hadFocus = place.contains(document.activeElement) || byId("review-details").contains(document.activeElement);
    place.replaceChildren(group);
    rove(group);
    byId("review-details").replaceChildren();
    const span = group.querySelector(`[data-number="${chosen}"]`);
    if (span) {
        span.click();
        if (hadFocus || said) span.focus();
    } else if (hadFocus) {
        (group.querySelector(".found") ?? place).focus();
    }
    if (said) announce(said);
}

const statusOf = (item) => item["schema:creativeWorkStatus"];

function describe(here, colours, may) {
    const one = here[0];
    const about = [
        one.status,
        one.creator ? `by ${one.creator}` : null,
        one.contributor ? `changed by ${one.contributor}` : null,
        one.modified ? new Date(one.modified).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" }) : null,
    ];
    const parts = [
        card(one, colours),
        make("p", { class: "hint" }, about.filter((part) => part).join(", ")),
    ];
    if (may) {
        parts.push(
            make(
                "div",
                { class: "actions" },
                button("Accept", () => judge("accepted"), { "aria-keyshortcuts": "a" }),
                button("Reject", () => judge("rejected"), { "aria-keyshortcuts": "r" }),
                button("Change", edit, { "aria-keyshortcuts": "e" }),
                button("Remove", remove, { "aria-keyshortcuts": "Delete" }),
            ),
        );
    }
    byId("review-details").replaceChildren(...parts);
}
