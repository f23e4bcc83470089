// The log-in of the page that describes the interface, and the token to copy.

import { leave, logInAs } from "./account.js";
import { button, byId, copy, make } from "./dom.js";
import { attempt, clear } from "./problem.js";
import { onChange, token, userName } from "./session.js";

export function start() {
    onChange(draw);
    draw();
}

function draw() {
    byId("access").replaceChildren(
        make("h3", {}, "Access"),
        ...(token() === null ? loginForm() : tokenOf()),
    );
}

function loginForm() {
    const name = make("input", { autocomplete: "username", required: true, spellcheck: "false" });
    const password = make("input", {
        type: "password",
        autocomplete: "current-password",
        required: true,
    });
    const form = make(
        "form",
        { class: "row", "aria-label": "Log in" },
        make("label", {}, "Name ", name),
        make("label", {}, "Password ", password),
        button("Log in", null, { type: "submit" }),
    );
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        clear();
        attempt(async () => {
            await logInAs(name.value, password.value);
            byId("copy-token").focus();
        });
    });
    const why =
        "Without a log-in, requests on this page go out as those of anybody. A token is sent with each of them as X-Auth-Token.";
    return [make("p", { class: "hint" }, why), form];
}

function tokenOf() {
    const field = make("input", {
        type: "password",
        readonly: true,
        value: token(),
        class: "code",
        autocomplete: "off",
    });
    const show = button("Show", () => {
        const isHidden = field.type === "password";
        field.type = isHidden ? "text" : "password";
        show.textContent = isHidden ? "Hide" : "Show";
    });
    return [
        make("p", {}, "Logged in as ", make("strong", {}, userName()), "."),
        make(
            "div",
            { class: "row" },
            make("label", { class: "grow" }, "Token ", field),
            show,
            button("Copy token", ({ target }) => copy(target, token(), "Token copied"), {
                id: "copy-token",
            }),
            button("Log out", () => {
                leave();
                byId("access").querySelector("input").focus();
            }),
        ),
        make(
            "p",
            { class: "hint" },
            "Whoever has the token acts in your name. It stays in this tab; for programs, create an API key.",
        ),
    ];
}
