// The description of the interface, made readable from the OpenAPI document of the server.

import * as access from "./access.js";
import { byId, make, prose, table } from "./dom.js";
import { attempt } from "./problem.js";
import { ask } from "./service.js";
import * as tryIt from "./try-it.js";

const METHODS = ["get", "post", "put", "delete", "patch", "head", "options"];
let description = {};

// What a reference inside of the document stands for.
function resolve(thing) {
    let found = thing;
    for (let hops = 0; found?.$ref && hops < 20; hops += 1) {
        if (!found.$ref.startsWith("#/")) return {};
        const names = found.$ref
            .slice(2)
            .split("/")
            .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
        found = names.reduce((place, name) => place?.[name], description);
    }
    return found ?? {};
}

function typeOf(schema, depth = 0) {
    const name = schema?.$ref?.split("/").pop();
    const whole = resolve(schema);
    if (name && depth > 0) return name;
    if (whole.enum) return whole.enum.map((value) => JSON.stringify(value)).join(" | ");
    if (whole.const !== undefined) return JSON.stringify(whole.const);
    const choices = whole.oneOf ?? whole.anyOf ?? whole.allOf;
    if (choices)
        return choices.map((one) => typeOf(one, depth + 1)).join(whole.allOf ? " & " : " | ");
    if (whole.type === "array") return `array of ${typeOf(whole.items, depth + 1)}`;
    const type = [whole.type ?? name ?? "anything"].flat().join(" or ");
    return whole.format ? `${type} (${whole.format})` : type;
}

function list(head, rows) {
    if (!rows.length) return null;
    const drawn = rows.map(([first, ...rest]) =>
        make(
            "tr",
            {},
            make("th", { scope: "row", class: "code" }, first),
            ...rest.map((cell) => make("td", {}, ...prose(cell ?? ""))),
        ),
    );
    return table(head[0], head, drawn);
}

function operationOf(path, method, shared, raw) {
    const operation = resolve(raw);
    const parameters = [...(shared ?? []), ...(operation.parameters ?? [])].map(resolve);
    const body = resolve(operation.requestBody);
    const safe = (operation.security ?? description.security ?? []).some(
        (one) => Object.keys(one).length,
    );
    const free = (operation.security ?? description.security ?? [{}]).some(
        (one) => !Object.keys(one).length,
    );
    const parts = [
        operation.description && make("p", {}, ...prose(operation.description)),
        safe && make("p", { class: "hint" }, free ? "A token may be sent." : "Needs a token."),
        list(
            ["Parameter", "In", "Type", "About"],
            parameters.map((one) => [
                one.name + (one.required ? " *" : ""),
                one.in,
                typeOf(one.schema, 0),
                one.description,
            ]),
        ),
        list(
            ["Body", "Type"],
            Object.entries(body.content ?? {}).map(([media, { schema }]) => [
                media,
                typeOf(schema),
            ]),
        ),
        list(
            ["Status", "Answer", "Types"],
            Object.entries(operation.responses ?? {}).map(([status, answer]) => {
                const { description: about, content } = resolve(answer);
                return [status, about, Object.keys(content ?? {}).join(", ")];
            }),
        ),
    ].filter((part) => part);
    // The form is made when it is wanted: there are many operations.
    const attemptOf = make(
        "details",
        {
            on: {
                toggle({ target }) {
                    if (target.querySelector("form")) return;
                    target.append(tryIt.form(method, path, parameters, body.content ?? {}));
                },
            },
        },
        make("summary", {}, "Try it"),
    );
    return make(
        "details",
        {
            class: "operation",
            "data-words":
                `${method} ${path} ${operation.summary ?? ""} ${operation.description ?? ""}`.toLowerCase(),
        },
        make(
            "summary",
            {},
            make("span", { class: "method" }, method.toUpperCase()),
            make("span", { class: "path" }, path),
            make("span", { class: "hint" }, ...prose(operation.summary ?? "")),
        ),
        attemptOf,
        ...parts,
    );
}

function schemaOf(name, schema) {
    const required = schema.required ?? [];
    const rows = Object.entries(schema.properties ?? {}).map(([field, value]) => [
        field + (required.includes(field) ? " *" : ""),
        typeOf(value, 1),
        resolve(value).description ?? value.description,
    ]);
    return make(
        "details",
        { class: "operation", "data-words": name.toLowerCase() },
        make("summary", {}, make("span", { class: "path" }, name)),
        schema.description ? make("p", {}, ...prose(schema.description)) : null,
        list(["Field", "Type", "About"], rows) ?? make("p", { class: "code" }, typeOf(schema)),
    );
}

function draw() {
    const { info = {}, paths = {}, components = {} } = description;
    byId("title").textContent = [info.title, info.version].filter(Boolean).join(" ") || "Interface";
    if (info.description) byId("about").before(make("p", {}, ...prose(info.description)));
    const groups = new Map();
    for (const [path, item] of Object.entries(paths)) {
        for (const method of METHODS.filter((one) => one in item)) {
            const group =
                resolve(item[method]).tags?.[0] ??
                path.split("/").find((part) => part && part !== "v1") ??
                "service";
            if (!groups.has(group)) groups.set(group, []);
            groups.get(group).push(operationOf(path, method, item.parameters, item[method]));
        }
    }
    const sections = [...groups].map(([name, list]) =>
        make("section", {}, make("h3", {}, name), ...list),
    );
    const schemas = Object.entries(components.schemas ?? {}).map(([name, schema]) =>
        schemaOf(name, schema),
    );
    if (schemas.length) sections.push(make("section", {}, make("h3", {}, "Shapes"), ...schemas));
    byId("operations").replaceChildren(...sections);
}

function narrow() {
    const words = byId("wanted").value.toLowerCase().split(/\s+/).filter(Boolean);
    const all = [...document.querySelectorAll(".operation")];
    for (const one of all) one.hidden = !words.every((word) => one.dataset.words.includes(word));
    for (const section of document.querySelectorAll("#operations section")) {
        section.hidden = !section.querySelector(".operation:not([hidden])");
    }
    const left = all.filter((one) => !one.hidden).length;
    byId("narrowed").textContent = words.length ? `${left} of ${all.length}` : "";
}

access.start();
attempt(async () => {
    description = (await ask("GET", "openapi.json")).json;
    draw();
});
byId("wanted").addEventListener("input", narrow);
