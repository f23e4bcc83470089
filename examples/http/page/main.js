// Puts the views together: which one is shown, who is logged in, and what is listed.

import * as account from "./account.js";
import * as catalog from "./catalog.js";
import { byId } from "./dom.js";
import * as engines from "./engines.js";
import * as enrich from "./enrich.js";
import * as keys from "./keys.js";
import * as pipelines from "./pipelines.js";
import { attempt, clear } from "./problem.js";
import * as resources from "./resources.js";
import * as review from "./review.js";
import { onChange, userName } from "./session.js";

const VIEWS = ["enrich", "pipelines", "review", "resources", "account"];
let shown = null;
let isListed = false;
// Whether the view to enrich has yet to be filled.
let isAwaited = true;

function show() {
    const [asked] = location.hash.slice(1).split("?");
    const name = VIEWS.includes(asked) ? asked : "enrich";
    if (name === shown || (asked === "main" && shown)) return;
    const first = shown === null;
    shown = name;
    clear();
    for (const view of VIEWS) byId(`view-${view}`).hidden = view !== name;
    for (const anchor of document.querySelectorAll("nav a")) {
        if (anchor.getAttribute("href") === `#${name}`) anchor.setAttribute("aria-current", "page");
        else anchor.removeAttribute("aria-current");
    }
    document.title = `${byId(`title-${name}`).textContent} – Glossweave`;
    if (!first) byId("main").focus({ preventScroll: true });
}

function arrive() {
    if (shown !== "enrich" || !isListed || !isAwaited) return;
    isAwaited = false;
    enrich.arrive();
}

function greet() {
    byId("who").textContent = userName() ?? "Log in";
    byId("leave").hidden = userName() === null;
}

async function list() {
    await attempt(() => Promise.all([catalog.refreshAll(), engines.refresh()]));
    byId("main").removeAttribute("aria-busy");
}

enrich.start();
pipelines.start();
review.start();
resources.start();
account.start();
keys.start();
byId("leave").addEventListener("click", () => {
    account.leave();
    byId("who").focus();
});
addEventListener("hashchange", () => {
    show();
    if (location.hash.startsWith("#enrich?")) isAwaited = true;
    arrive();
});
show();
greet();
onChange(() => {
    greet();
    list();
});
await list();
isListed = true;
arrive();
