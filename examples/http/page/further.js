// What can be done with a result: another service, a pipeline of all that led to it, a link to it.

import * as account from "./account.js";
import { button, copy, make } from "./dom.js";
import * as pipelines from "./pipelines.js";
import * as review from "./review.js";
import { attempt } from "./problem.js";
import { userName } from "./session.js";

const NEXT = [
    ["entity", "Entities"],
    ["term", "Terms"],
    ["translation", "Translation"],
    ["link", "Links"],
    ["filter", "Filter"],
];

export const place = () => make("section", { class: "further", "aria-label": "Go on" });

// `fetchOnce` gives replies of the request, `goOn` takes a service and a document for it, `link` gives the
// address that holds the form.
export function draw(place, request, fetchOnce, { goOn, link }) {
    const isNif = NEXT.slice(0, 4).some(([name]) => name === request.service);
    const take = (service) =>
        attempt(async () => {
            const { filter: _, ...query } = request.query;
            const { bytes } = await fetchOnce({ ...query, outformat: "json-ld" }, {});
            goOn(service, {
                name: `${request.document.name}.jsonld`,
                about: `the result so far, ${bytes.length.toLocaleString("en")} bytes of NIF`,
                bytes,
                origin: { document: documentOf(request), requests: requestsOf(request, true) },
            });
        });
    const services = NEXT.filter(([name]) => name !== request.service);
    const pipeline = () => pipelines.take(requestsOf(request), documentOf(request));
    const correct = () =>
        attempt(async () => {
            if (userName() === null) {
                account.require("A review is stored as your document. Log in or register first.");
                return;
            }
            const { filter: _, ...query } = request.query;
            const { text } = await fetchOnce({ ...query, outformat: "annotated-document" }, {});
            await review.take(text, request.document.name);
        });
    const parts = [
        isNif
            ? make(
                  "div",
                  { class: "actions", role: "group", "aria-label": "Go on with this result" },
                  make("span", { class: "hint" }, "Go on with this result:"),
                  ...services.map(([name, label]) =>
                      button(label, () => take(name), { "data-next": name }),
                  ),
              )
            : null,
        make(
            "div",
            { class: "actions" },
            isNif ? button("Review it", correct, { "data-next": "review" }) : null,
            button("Make a pipeline of it", pipeline, { "data-next": "pipeline" }),
            request.document.file
                ? null
                : button("Copy a link to this", ({ target }) =>
                      attempt(() => copy(target, link(), "Link copied")),
                  ),
        ),
    ];
    place.replaceChildren(...parts.filter((part) => part));
}

// The document that the first of all requests had.
const documentOf = ({ document }) => document.origin?.document ?? document;

// All requests that led to a result, as steps of a pipeline; a secret is a variable in it. A result that is
// gone on from is RDF, not a table.
function requestsOf({ route, query, document }, isBetween = false) {
    const { filter, key, ...parameters } = query;
    if (filter && !isBetween) parameters.filter = filter;
    if (key) parameters.key = "$KEY$";
    const before = document.origin?.requests ?? [];
    return [...before, { method: "POST", endpoint: `/${route}`, parameters }];
}
