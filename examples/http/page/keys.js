// The API keys of the user who is logged in: listed, created, revoked.

import { announce, button, byId, confirmDelete, copy, make, table } from "./dom.js";
import { attempt, clear } from "./problem.js";
import { ask, path } from "./service.js";
import { onChange, token, userName } from "./session.js";

export function start() {
    byId("key-new").addEventListener("submit", (event) => {
        event.preventDefault();
        clear();
        attempt(() => create(event.target), { within: event.target });
    });
    onChange(show);
    show();
}

const keysOf = (name) => path`user/${name}/keys`;

function show() {
    byId("keys").hidden = token() === null;
    byId("key-secret").replaceChildren();
    if (token() !== null) attempt(list);
}

async function list() {
    const keys = (await ask("GET", keysOf(userName()))).json;
    const rows = keys.map(({ name, scopes, expires, last_used: used }) =>
        make(
            "tr",
            {},
            make("th", { scope: "row" }, name),
            make("td", {}, scopes.join(", ")),
            make("td", {}, expires ? dateOf(expires) : "never"),
            make("td", {}, used ? dateOf(used) : "never"),
            make(
                "td",
                {},
                button("Revoke", () => revoke(name), { "aria-label": `Revoke ${name}` }),
            ),
        ),
    );
    byId("key-list").replaceChildren(
        rows.length
            ? table("API keys", ["Name", "Scopes", "Expires", "Last used", "Actions"], rows)
            : make("p", { class: "hint" }, "You have no API keys."),
    );
}

const dateOf = (moment) =>
    new Date(moment).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

async function create(form) {
    const { name, expires, scope } = form.elements;
    const scopes = [...scope].filter((box) => box.checked).map((box) => box.value);
    const reply = await ask("POST", keysOf(userName()), {
        query: {
            name: name.value,
            scopes: scopes.join(","),
            // A key is valid until the end of the day.
            expires: expires.value && `${new Date(`${expires.value}T23:59:59`).toISOString().slice(0, 19)}Z`,
        },
    });
    form.reset();
    const { secret } = reply.json;
    const field = make("input", { value: secret, readonly: true, class: "code" });
    byId("key-secret").replaceChildren(
        make("label", { class: "grow" }, `Secret of ${reply.json.name} `, field),
        button("Copy secret", ({ target }) => copy(target, secret, "Secret copied")),
        make("p", { class: "hint wide" }, "Copy the secret now. The server does not show it again."),
    );
    field.select();
    announce(`Key ${reply.json.name} created`);
    await list();
}

async function revoke(name) {
    const isSure = await confirmDelete(`Programs that use the key ${name} lose access.`, "Revoke");
    if (!isSure) return;
    clear();
    await attempt(async () => {
        await ask("DELETE", `${keysOf(userName())}/${path`${name}`}`);
        byId("key-secret").replaceChildren();
        announce(`Key ${name} revoked`);
        await list();
    });
}
