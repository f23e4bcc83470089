// The fields of a stored thing of each kind, and what is sent for them.

import { KINDS } from "./catalog.js";
import { make } from "./dom.js";
import { formatOfFile, formatOf } from "./formats.js";

const STARTS = {
    filter: "PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#>\nPREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>\n\nSELECT ?text ?entity\nWHERE {\n  ?mention nif:anchorOf ?text ;\n           itsrdf:taIdentRef ?entity .\n}\n",
    template:
        "CONSTRUCT {\n  <@@@entity_uri@@@> ?property ?value\n}\nWHERE {\n  <@@@entity_uri@@@> ?property ?value\n}\nLIMIT 20\n",
    xsltconverter:
        '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">\n  <xsl:template match="@*|node()">\n    <xsl:copy><xsl:apply-templates select="@*|node()"/></xsl:copy>\n  </xsl:template>\n</xsl:stylesheet>\n',
    pipeline:
        '[\n  {\n    "method": "POST",\n    "endpoint": "/e-entity/dictionary/documents",\n    "parameters": { "language": "en" }\n  }\n]\n',
    document:
        '{\n  "dcterms:references": {\n    "type": "TextualBody",\n    "format": "text/plain",\n    "value": "From Dublin to Cork."\n  },\n  "items": []\n}\n',
    profile:
        '{\n  "name": "own",\n  "rules": [\n    {\n      "annotation": "entity",\n      "element": "a",\n      "attributes": { "href": "{identifier}" },\n      "required": ["href"],\n      "not-in": ["a"]\n    }\n  ]\n}\n',
};

const TYPES = {
    filter: "text/plain",
    xsltconverter: "text/plain",
    pipeline: "text/json",
    template: "application/json",
    document: "application/json",
    profile: "application/json",
};

const TABLES = [
    ["csv", "text/csv"],
    ["tsv", "text/tab-separated-values"],
    ["tbx", "application/x-tbx"],
];

// A record of what is not stored yet.
export function blank(kind) {
    const start = STARTS[kind];
    const content = {
        filter: () => ({ query: start }),
        template: () => ({ query: start, endpoint: "" }),
        xsltconverter: () => ({ stylesheet: start }),
        pipeline: () => ({ requests: JSON.parse(start) }),
        dataset: () => ({}),
        document: () => ({ page: JSON.parse(start) }),
        profile: () => ({ profile: JSON.parse(start) }),
    };
    return { isNew: true, visibility: "public", ...content[kind]() };
}

const field = (label, name, attributes = {}, tag = "input") =>
    make("label", {}, `${label} `, make(tag, { name, spellcheck: "false", ...attributes }));

const choice = (label, name, values, value) => {
    const select = make(
        "select",
        { name },
        ...values.map(([key, text]) =>
            make("option", { value: key, selected: key === value }, text),
        ),
    );
    return make("label", {}, `${label} `, select);
};

const code = (label, name, value) =>
    field(label, name, { rows: 16, class: "code", value, required: true }, "textarea");

export function fieldsOf(kind, record) {
    const named =
        KINDS[kind].key === "name" && record.isNew
            ? [field("Name", "name", { required: true, pattern: "[A-Za-z0-9._\\-]{1,128}" })]
            : [];
    const visibility = choice(
        "Visibility",
        "visibility",
        [
            ["public", "public"],
            ["private", "private"],
        ],
        record.visibility,
    );
    const description = field("Description", "description", {
        value: record.description ?? "",
        spellcheck: "true",
    });
    const owner = record.isNew
        ? []
        : [field("New owner", "newOwner", { placeholder: record.owner })];
    return [
        ...named,
        make("div", { class: "fields" }, ...labelled(kind, record), visibility, ...owner),
        description,
        ...content(kind, record),
    ];
}

function labelled(kind, record) {
    return ["template", "pipeline"].includes(kind)
        ? [field("Label", "label", { value: record.label ?? "" })]
        : [];
}

function content(kind, record) {
    switch (kind) {
        case "filter":
            return [code("Query (SPARQL SELECT)", "content", record.query)];
        case "xsltconverter":
            return [code("Stylesheet", "content", record.stylesheet)];
        case "pipeline":
            return [
                code("Requests (JSON)", "content", JSON.stringify(tidy(record.requests), null, 2)),
                make(
                    "label",
                    { class: "tick" },
                    make("input", {
                        type: "checkbox",
                        name: "persist",
                        checked: record.persist === true,
                    }),
                    "Keep for ever, not only for a week",
                ),
            ];
        case "profile":
            return [code("Profile (JSON)", "content", text(kind, record))];
        case "document":
            return [code("Annotations with their document (JSON)", "content", text(kind, record))];
        case "template":
            return [
                field("Endpoint (a URL, or dataset:NAME)", "endpoint", {
                    value: [record.endpoint].flat().join(" "),
                    required: true,
                }),
                code("Query (SPARQL CONSTRUCT, with @@@entity_uri@@@)", "content", record.query),
                field("Known trouble", "issue", { value: record.issue ?? "" }),
            ];
        default:
            return dataset(record);
    }
}

// Steps as a person writes them: without what is empty.
function tidy(requests) {
    return requests.map((request) =>
        Object.fromEntries(
            Object.entries(request).filter(
                ([, value]) =>
                    value !== null && !(typeof value === "object" && !Object.keys(value).length),
            ),
        ),
    );
}

function dataset(record) {
    return [
        make(
            "fieldset",
            {},
            make("legend", {}, record.isNew ? "Content" : "Add content"),
            field("File (CSV, TSV, TBX or RDF)", "file", { type: "file" }),
            field(
                "Or as text",
                "content",
                { rows: 6, class: "code", placeholder: "uri,label,language,type,weight" },
                "textarea",
            ),
            make(
                "div",
                { class: "fields" },
                choice(
                    "Of",
                    "type",
                    [
                        ["", "names"],
                        ["terms", "terms"],
                    ],
                    "",
                ),
                field("Language of labels without one", "language", {
                    value: record.language ?? "",
                    list: "languages",
                }),
                ...(record.isNew
                    ? []
                    : [
                          choice(
                              "What is there",
                              "mode",
                              [
                                  ["", "stays"],
                                  ["replace", "is replaced"],
                              ],
                              "",
                          ),
                      ]),
            ),
        ),
    ];
}

// What is sent to make a thing, or to change `record`: only what differs from it.
export async function contentOf(kind, form, record) {
    const value = (name) => form.elements.namedItem(name)?.value ?? "";
    const query = {};
    for (const name of ["visibility", "description", "label"]) {
        if (form.elements.namedItem(name) && value(name) !== (record?.[name] ?? ""))
            query[name] = value(name);
    }
    if (value("newOwner")) query.newOwner = value("newOwner");
    const name = value("name") || undefined;
    if (kind === "dataset") return { ...(await datasetOf(form, value, query, record)), name };
    if (kind === "pipeline") query.persist = String(form.elements.persist.checked);
    const before = record ? text(kind, record) : null;
    if (kind === "template") return { ...templateOf(value, query, record), name };
    const body = value("content") === before ? undefined : value("content");
    return { query, body, type: TYPES[kind], name };
}

function text(kind, record) {
    if (kind === "pipeline") return JSON.stringify(tidy(record.requests), null, 2);
    const content = record[KINDS[kind].content];
    return typeof content === "string" ? content : JSON.stringify(content, null, 2);
}

function templateOf(value, query, record) {
    const parts = value("endpoint").trim().split(/\s+/);
    const next = {
        query: value("content"),
        endpoint: parts.length > 1 ? parts : parts[0],
        label: value("label") || null,
        issue: value("issue") || null,
    };
    const before = record && {
        query: record.query,
        endpoint: record.endpoint,
        label: record.label ?? null,
        issue: record.issue ?? null,
    };
    if (before && JSON.stringify(before) === JSON.stringify(next))
        return { query, body: undefined, type: TYPES.template };
    const { label: _, ...rest } = query;
    return { query: rest, body: JSON.stringify(next), type: TYPES.template };
}

async function datasetOf(form, value, query, record) {
    const file = form.elements.file.files[0];
    const typed = value("content");
    const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(typed);
    for (const name of ["type", "mode", "language"]) {
        if (value(name) && value(name) !== (record?.[name] ?? "")) query[name] = value(name);
    }
    if (record && !bytes.length) return { query, body: undefined };
    return { query, body: bytes, type: file ? typeOfFile(file.name, bytes) : "text/csv" };
}

function typeOfFile(name, bytes) {
    const extension = name.toLowerCase().split(".").pop();
    return (
        TABLES.find(([one]) => one === extension)?.[1] ?? formatOf(formatOfFile(name, bytes)).media
    );
}
