// The view of the account: log in and out, register, change the password; users, for an admin.

import { announce, button, byId, confirmDelete, make, table } from "./dom.js";
import { attempt, clear } from "./problem.js";
import { ROOT, ask, headerValue, path } from "./service.js";
import { hasPassword, logIn, logOut, onChange, setAdmin, token, userName } from "./session.js";

export function start() {
    on("login", logInWith);
    on("register", async (form) => {
        const { username, password, invitation } = form.elements;
        try {
            await ask("POST", "user", {
                query: {
                    username: username.value,
                    password: password.value,
                    invitation: invitation.value.trim() || undefined,
                },
            });
        } catch (error) {
            // Only a service that wants an invitation speaks of one.
            if (error.facts?.parameter === "invitation") byId("invitation").hidden = false;
            throw error;
        }
        await logInWith(form);
    });
    on("password", async (form) => {
        await ask("PUT", path`user/${userName()}`, {
            query: { password: form.elements.password.value },
        });
        form.reset();
        announce("Password changed");
    });
    byId("logout").addEventListener("click", () => {
        leave();
        byId("login").elements.username.focus();
    });
    addEventListener("hashchange", () => {
        if (location.hash !== "#account") byId("login-why").hidden = true;
    });
    onChange(draw);
    draw();
    offerProvider();
}

// Leads to the log-in and says why; after the log-in, back to the result.
export function require(why) {
    byId("login-why").textContent = why;
    byId("login-why").hidden = false;
    location.hash = "#account";
    const focus = () => byId("login").elements.username.focus();
    addEventListener("hashchange", focus, { once: true });
}

export function leave() {
    clear();
    logOut();
    announce("Logged out");
}

function on(id, work) {
    byId(id).addEventListener("submit", (event) => {
        event.preventDefault();
        clear();
        attempt(() => work(event.target), { within: event.target });
    });
}

async function logInWith(form) {
    const { username, password } = form.elements;
    await logInAs(username.value, password.value);
    form.reset();
    if (byId("login-why").hidden) {
        byId("logout").focus();
    } else {
        location.hash = "#enrich";
        announce(`Logged in as ${userName()}: go on with the result`);
    }
}

// Asks for a token, which is kept.
export async function logInAs(name, password) {
    const reply = await ask("POST", "authenticate", {
        headers: {
            "X-Auth-Username": headerValue(name),
            "X-Auth-Password": headerValue(password),
        },
    });
    logIn(name, reply.json.token);
    announce(`Logged in as ${name}`);
}

// The link to an OpenID provider is there if the service has one.
async function offerProvider() {
    try {
        const response = await fetch(new URL("auth/oidc", ROOT), { credentials: "omit" });
        const { provider } = await response.json();
        byId("provider").textContent = `Log in with ${provider}`;
        byId("provider").hidden = !provider;
    } catch {
        // then there is none
    }
}

function draw() {
    const known = token() !== null;
    byId("login").hidden = known;
    byId("register").hidden = known;
    byId("mine").hidden = !known;
    byId("password").hidden = !hasPassword();
    byId("users").hidden = true;
    byId("me").textContent = userName() ?? "";
    byId("password").elements.username.value = userName() ?? "";
    if (known) showUsers();
}

// The list is there for an admin only; for others it stays hidden.
async function showUsers() {
    let me, users;
    try {
        me = (await ask("GET", path`user/${userName()}`)).json;
        if (token() === null) return;
        setAdmin(me.role === "ROLE_ADMIN");
        if (me.role !== "ROLE_ADMIN") return;
        users = [];
        for (;;) {
            const after = users.at(-1)?.username;
            const part = (await ask("GET", "user", { query: { after } })).json;
            users.push(...part);
            if (!part.length) break;
        }
    } catch {
        return;
    }
    const rows = users.map((user) => {
        const other = user.role === "ROLE_ADMIN" ? "ROLE_USER" : "ROLE_ADMIN";
        const change = () =>
            act(() => ask("PUT", path`user/${user.username}`, { query: { role: other } }));
        const remove = async () => {
            if (await confirmDelete(`User ${user.username} is deleted for good.`))
                act(() => ask("DELETE", path`user/${user.username}`));
        };
        return make(
            "tr",
            {},
            make("th", { scope: "row" }, user.username),
            make("td", {}, user.role === "ROLE_ADMIN" ? "admin" : "user"),
            make(
                "td",
                {},
                make(
                    "span",
                    { class: "actions" },
                    button(other === "ROLE_ADMIN" ? "Make admin" : "Make user", change, {
                        "aria-label": `Change the role of ${user.username}`,
                    }),
                    button("Delete", remove, { "aria-label": `Delete ${user.username}` }),
                ),
            ),
        );
    });
    byId("user-list").replaceChildren(
        table("Users", ["Name", "Role", "Actions"], rows),
    );
    byId("users").hidden = false;
}

function act(work) {
    clear();
    return attempt(async () => {
        await work();
        await showUsers();
    });
}
