// A form that sends one operation of the description, and shows the answer as it is.

import { quoted } from "./curl.js";
import { button, count, make, save } from "./dom.js";
import { extensionOf, packageOf } from "./formats.js";
import { attempt, clear } from "./problem.js";
import { Problem, address, ask, headerValue } from "./service.js";
import { token } from "./session.js";

const MOST_SHOWN = 100_000;
const BASE = "/v1/";

// The form of `method` and `path`; `parameters` and `content`, by media type, are those of the description,
// with no references in them.
export function form(method, path, parameters, content) {
    const fields = parameters.map((one) => fieldOf(one));
    const shown = fields.filter(({ one }) => one.required || one.example !== undefined);
    const rest = fields.filter((field) => !shown.includes(field));
    const body = bodyOf(content);
    const result = make("div", { class: "answer", "aria-live": "polite" });
    const send = button("Send", null, { type: "submit", class: "main" });
    const element = make(
        "form",
        { class: "try", "aria-label": `Try ${method.toUpperCase()} ${path}` },
        shown.length ? make("div", { class: "fields" }, ...shown.map(({ label }) => label)) : null,
        rest.length
            ? make(
                  "details",
                  {},
                  make("summary", {}, `More parameters (${rest.length})`),
                  make("div", { class: "fields" }, ...rest.map(({ label }) => label)),
              )
            : null,
        body?.element,
        make("div", { class: "actions" }, send),
        result,
    );
    element.addEventListener("submit", async (event) => {
        event.preventDefault();
        clear();
        send.disabled = true;
        const request = requestOf(method, path, fields, body);
        result.replaceChildren(make("p", { class: "hint busy" }, "Working …"));
        await attempt(() => run(request, result));
        send.disabled = false;
    });
    return element;
}

function fieldOf(one) {
    const { name, schema = {}, required, example, description } = one;
    const start = required || example !== undefined ? String(example ?? "") : "";
    const common = { name, required, title: description ?? null };
    const input = schema.enum
        ? make(
              "select",
              common,
              required ? null : make("option", { value: "" }, "not given"),
              ...schema.enum.map((value) => make("option", { value }, String(value))),
          )
        : make("input", {
              ...common,
              type: /password/i.test(name) ? "password" : "text",
              autocomplete: "off",
              spellcheck: "false",
          });
    if (start) input.value = start;
    return { one, input, label: make("label", {}, `${name}${required ? " *" : ""} `, input) };
}

function bodyOf(content) {
    const types = Object.keys(content);
    if (!types.length) return null;
    const first = types.find((type) => content[type].example !== undefined) ?? types[0];
    const select = make(
        "select",
        {},
        ...types.map((type) => make("option", { value: type }, type)),
    );
    select.value = first;
    const text = make("textarea", { rows: 6, spellcheck: "false", class: "code" });
    const file = make("input", { type: "file" });
    const example = content[first].example;
    if (example !== undefined)
        text.value = typeof example === "string" ? example : JSON.stringify(example, null, 2);
    return {
        get type() {
            return select.value;
        },
        get content() {
            return file.files[0] ?? text.value;
        },
        element: make(
            "div",
            { class: "body" },
            make("label", {}, "Body ", text),
            make(
                "div",
                { class: "row" },
                make("label", {}, "Or a file ", file),
                make("label", {}, "Type of the body ", select),
            ),
        ),
    };
}

function requestOf(method, path, fields, body) {
    const query = {};
    const headers = {};
    let route = path;
    for (const { one, input } of fields) {
        const value = input.value;
        if (one.in === "path") route = route.replace(`{${one.name}}`, encodeURIComponent(value));
        else if (value === "") continue;
        else if (one.in === "header") headers[one.name] = headerValue(value);
        else query[one.name] = value;
    }
    const content = body && body.content !== "" ? body.content : undefined;
    if (content !== undefined) headers["Content-Type"] = body.type;
    route = route.startsWith(BASE) ? route.slice(BASE.length) : route;
    return { method: method.toUpperCase(), route, query, headers, body: content };
}

// Problems are answers here, as everything that the service says.
async function run(request, place) {
    const { method, route, query, headers, body } = request;
    let reply;
    try {
        reply = await ask(method, route, { query, headers, body });
    } catch (error) {
        if (!(error instanceof Problem) || !error.reply) {
            place.replaceChildren();
            throw error;
        }
        reply = error.reply;
    }
    const about = `${reply.status}, ${reply.media || "no content"}, ${count(reply.bytes.length)} bytes, ${Math.round(reply.milliseconds)} ms`;
    const lines = [...reply.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    const pre = (label, text) =>
        make("pre", { class: "source", tabindex: "0", role: "region", "aria-label": label }, text);
    const fold = (title, text) => make("details", {}, make("summary", {}, title), pre(title, text));
    const keep = () => save(reply.bytes, `answer.${extensionOf(reply.media)}`, reply.type);
    place.replaceChildren(
        make(
            "div",
            { class: "toolbar" },
            make("strong", { class: reply.status < 400 ? "" : "wrong" }, about),
            button("Download", keep),
        ),
        ...(reply.bytes.length && !packageOf(reply.media)
            ? [pre("Body of the answer", reply.text.slice(0, MOST_SHOWN))]
            : []),
        fold("Headers of the answer", lines),
        fold("The same with curl", commandOf(request)),
    );
}

// Secrets are left for the caller to put in.
function commandOf({ method, route, query, headers, body }) {
    const lines = [`curl -X ${method} ${quoted(address(route, query))}`];
    if (token()) lines.push(`-H "X-Auth-Token: $TOKEN"`);
    for (const [name, value] of Object.entries(headers)) {
        const isSecret = /password/i.test(name);
        lines.push(isSecret ? `-H "${name}: $PASSWORD"` : `-H ${quoted(`${name}: ${value}`)}`);
    }
    if (body !== undefined)
        lines.push(
            `--data-binary ${typeof body === "string" ? quoted(body) : `@${quoted(body.name)}`}`,
        );
    return lines.join(" \\\n  ");
}
