// The steps of a pipeline as fields: added, removed, moved and edited; the model is plain requests.

import { announce, button, make } from "./dom.js";

export const PRESETS = [
    ["Entities", { endpoint: "/e-entity/dictionary/documents", parameters: { language: "en" } }],
    [
        "Terms",
        {
            endpoint: "/e-terminology/termbase",
            parameters: { "source-lang": "en", "target-lang": "de" },
        },
    ],
    [
        "Translation",
        {
            endpoint: "/e-translation/memory",
            parameters: { "source-lang": "en", "target-lang": "es" },
        },
    ],
    ["Links", { endpoint: "/e-link/documents", parameters: { templateid: "3" } }],
    ["Filter", { endpoint: "/toolbox/convert/documents/entities" }],
    ["Stylesheet", { endpoint: "/toolbox/xslt-converter/documents/identity" }],
    ["Any other", { endpoint: "/" }],
];

export class Steps {
    #requests = [];
    #place;
    #changed;

    constructor(place, changed) {
        this.#place = place;
        this.#changed = changed;
        this.#draw();
    }

    // The requests as the service takes them: no empty parts.
    get requests() {
        return this.#requests.map(({ method, endpoint, parameters, headers, body }) => ({
            method,
            endpoint,
            ...(parameters.length ? { parameters: Object.fromEntries(parameters) } : {}),
            ...(headers.length ? { headers: Object.fromEntries(headers) } : {}),
            ...(typeof body === "string" ? { body } : {}),
        }));
    }

    // Takes requests over. Throws a sentence where they are no such thing.
    set requests(list) {
        if (!Array.isArray(list)) throw new Error("a pipeline is an array of requests");
        this.#requests = list.map((request, index) => {
            if (request === null || typeof request !== "object" || Array.isArray(request)) {
                throw new Error(`request ${index} is not an object`);
            }
            const { method = "POST", endpoint = "", parameters, headers, body } = request;
            const unknown = Object.keys(request).find(
                (name) => !["method", "endpoint", "parameters", "headers", "body"].includes(name),
            );
            if (unknown)
                throw new Error(
                    `request ${index} has a field ${unknown} that requests do not have`,
                );
            return {
                method,
                endpoint,
                parameters: pairs(parameters),
                headers: pairs(headers),
                body,
            };
        });
        this.#draw();
    }

    get variables() {
        const texts = this.#requests.flatMap(({ endpoint, parameters, headers }) => [
            endpoint,
            ...parameters.map(([, value]) => value),
            ...headers.map(([, value]) => value),
        ]);
        return [
            ...new Set(
                texts.flatMap((text) =>
                    [...String(text).matchAll(/\$([A-Za-z0-9_-]+)\$/g)].map((match) => match[1]),
                ),
            ),
        ];
    }

    // Shows which step failed, counted from 0; none where it is undefined.
    mark(failed) {
        for (const [index, step] of [...this.#place.querySelectorAll(".step")].entries()) {
            step.classList.toggle("failed", index === failed);
        }
    }

    add(preset) {
        const { endpoint, parameters } = PRESETS[preset][1];
        this.#requests.push({
            method: "POST",
            endpoint,
            parameters: pairs(parameters),
            headers: [],
        });
        this.#draw();
        this.#focus(this.#requests.length - 1, ".endpoint");
        announce(`Step ${this.#requests.length} added`);
    }

    #draw() {
        this.#place.replaceChildren(
            ...this.#requests.map((request, index) => this.#step(request, index)),
        );
        if (!this.#requests.length)
            this.#place.append(make("li", { class: "hint" }, "No steps yet."));
        this.#changed();
    }

    #step(request, index) {
        const number = index + 1;
        const last = this.#requests.length - 1;
        const endpoint = make("input", {
            class: "endpoint code",
            value: request.endpoint,
            required: true,
            spellcheck: "false",
        });
        endpoint.addEventListener("input", () => {
            request.endpoint = endpoint.value;
            this.#changed();
        });
        const move = (by) => {
            const [one] = this.#requests.splice(index, 1);
            this.#requests.splice(index + by, 0, one);
            this.#draw();
            this.#focus(
                index + by,
                by < 0 ? ".up:not(:disabled), .down" : ".down:not(:disabled), .up",
            );
            announce(`Step ${number} is step ${number + by} now`);
        };
        const remove = () => {
            this.#requests.splice(index, 1);
            this.#draw();
            this.#focus(Math.min(index, last - 1), ".remove");
            announce(`Step ${number} removed`);
        };
        return make(
            "li",
            {},
            make(
                "fieldset",
                { class: "step" },
                make("legend", {}, `Step ${number}`),
                make(
                    "div",
                    { class: "step-buttons" },
                    button("Up", () => move(-1), {
                        class: "up",
                        disabled: index === 0,
                        "aria-label": `Move step ${number} up`,
                    }),
                    button("Down", () => move(1), {
                        class: "down",
                        disabled: index === last,
                        "aria-label": `Move step ${number} down`,
                    }),
                    button("Remove", remove, {
                        class: "remove",
                        "aria-label": `Remove step ${number}`,
                    }),
                ),
                make("label", {}, "Endpoint ", endpoint),
                make(
                    "div",
                    { class: "adders" },
                    this.#pairs("Parameter", request.parameters, number),
                    this.#pairs("Header", request.headers, number),
                ),
            ),
        );
    }

    #pairs(what, list, number) {
        const place = make("div", { class: "pairs" });
        const draw = (focus) => {
            place.replaceChildren(
                ...list.map((pair, index) => {
                    const field = (part, label) => {
                        const input = make("input", {
                            value: pair[part],
                            "aria-label": `${label}, ${what.toLowerCase()} ${index + 1} of step ${number}`,
                            spellcheck: "false",
                            class: "code",
                            placeholder: label.toLowerCase(),
                        });
                        input.addEventListener("input", () => {
                            pair[part] = input.value;
                            this.#changed();
                        });
                        return input;
                    };
                    const drop = () => {
                        list.splice(index, 1);
                        draw(true);
                        this.#changed();
                    };
                    return make(
                        "div",
                        { class: "pair" },
                        field(0, "Name"),
                        field(1, "Value"),
                        button("×", drop, {
                            "aria-label": `Remove ${what.toLowerCase()} ${index + 1} of step ${number}`,
                            class: "small",
                        }),
                    );
                }),
                button(
                    `+ ${what}`,
                    () => {
                        list.push(["", ""]);
                        draw(true);
                    },
                    {
                        class: "plain",
                        "aria-label": `Add a ${what.toLowerCase()} to step ${number}`,
                    },
                ),
            );
            if (focus)
                (
                    place.querySelector(".pair:last-of-type input") ?? place.querySelector("button")
                ).focus();
        };
        draw(false);
        return place;
    }

    #focus(index, selector) {
        const step = this.#place.children[index];
        step?.querySelector(selector)?.focus();
    }
}

function pairs(object) {
    if (object === null || object === undefined) return [];
    if (typeof object !== "object" || Array.isArray(object))
        throw new Error("parameters and headers are objects");
    return Object.entries(object).map(([name, value]) => [name, String(value)]);
}
