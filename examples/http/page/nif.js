// NIF, as JSON-LD in the flat form that the service writes, to texts and what was found in them.

const NIF = "http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#";
const ITS = "http://www.w3.org/2005/11/its/rdf#";
const MOST_FACTS = 40;

// One text after another: `text`, `language`, `targets` and `found`, which has spans in UTF-16 units,
// as strings of this language are counted; NIF counts code points.
export function read(json) {
    const nodes = flatten(json);
    const texts = nodes.filter((node) => node.has(`${NIF}isString`));
    const facts = factsOf(nodes);
    const parts = new Map(texts.map((node) => [node.id, []]));
    for (const node of nodes) {
        for (const context of ids(node, `${NIF}referenceContext`))
            if (context !== node.id) parts.get(context)?.push(node);
    }
    const byIri = new Map(nodes.map((node) => [node.id, node]));
    return texts.map((node) => {
        const text = literal(node, `${NIF}isString`);
        const own = parts.get(node.id);
        const units = unitsAt(
            text,
            own.flatMap((one) => [number(one, "beginIndex"), number(one, "endIndex")]),
        );
        const found = own
            .map((one) => annotation(withUnits(one, byIri), units, text, facts))
            .filter((one) => one !== null)
            .sort((a, b) => a.start - b.start || b.end - a.end);
        return { text, targets: targetsOf(node), found };
    });
}

const GEO = "http://www.w3.org/2003/01/geo/wgs84_pos#";
const SCHEMA = /^https?:\/\/schema\.org\//;
const LABELS = [
    "http://www.w3.org/2000/01/rdf-schema#label",
    "http://www.w3.org/2004/02/skos/core#prefLabel",
    "http://xmlns.com/foaf/0.1/name",
    "http://schema.org/name",
    "https://schema.org/name",
];
const POINTS = [
    "http://www.opengis.net/ont/geosparql#asWKT",
    "http://www.wikidata.org/prop/direct/P625",
];

// The things that the answer has coordinates of: `iri`, `name`, `lat` and `long`, in degrees. A name is the
// label, or else the text that is linked to it.
export function placesOf(json) {
    const nodes = flatten(json);
    const texts = new Map();
    for (const node of nodes) {
        const text = literal(node, `${NIF}anchorOf`);
        for (const iri of ids(node, `${ITS}taIdentRef`))
            if (text && !texts.has(iri)) texts.set(iri, text);
    }
    return nodes.flatMap((node) => {
        const point = pointOf(node);
        if (!point) return [];
        const label = LABELS.map((name) => literal(node, name)).find((name) => name);
        return [{ iri: node.id, name: label ?? texts.get(node.id) ?? "", ...point }];
    });
}

function pointOf(node) {
    const named = (name) => [...node.keys()].find((iri) => iri.replace(SCHEMA, "") === name);
    let [lat, long] = [
        literal(node, `${GEO}lat`) ?? literal(node, named("latitude")),
        literal(node, `${GEO}long`) ?? literal(node, named("longitude")),
    ];
    if (lat === undefined || long === undefined) {
        const written = POINTS.map((name) => literal(node, name)).find((text) => text) ?? "";
        [, long, lat] = /\bPOINT\s*\(\s*(-?[\d.]+)\s+(-?[\d.]+)\s*\)/i.exec(written) ?? [];
    }
    const point = { lat: Number(lat ?? NaN), long: Number(long ?? NaN) };
    return Math.abs(point.lat) <= 90 && Math.abs(point.long) <= 180 ? point : null;
}

// The quality issues of translations (ITS 2.0), with the text of the unit.
export function issuesOf(json) {
    const nodes = flatten(json);
    const byIri = new Map(nodes.map((node) => [node.id, node]));
    const issues = (node) =>
        ids(node, `${ITS}hasLocQualityIssue`)
            .map((iri) => byIri.get(iri))
            .filter((issue) => issue);
    return nodes.flatMap((node) =>
        issues(node).map((issue) => ({
            type: literal(issue, `${ITS}locQualityIssueType`) ?? "",
            severity: Number(literal(issue, `${ITS}locQualityIssueSeverity`) ?? 0),
            comment: literal(issue, `${ITS}locQualityIssueComment`) ?? "",
            unit: literal(node, `${NIF}anchorOf`) ?? "",
        })),
    );
}

function annotation(node, units, text, facts) {
    const start = units.get(number(node, "beginIndex"));
    const end = units.get(number(node, "endIndex"));
    if (start === undefined || end === undefined || start >= end) return null;
    const links = ids(node, `${ITS}taIdentRef`);
    const concepts = ids(node, `${ITS}termInfoRef`);
    const one = {
        start,
        end,
        links,
        concepts,
        text: text.slice(start, end),
        classes: ids(node, `${ITS}taClassRef`),
        confidence: literal(node, `${ITS}taConfidence`) ?? literal(node, `${ITS}termConfidence`),
        isTerm: literal(node, `${ITS}term`) === "yes",
        targets: targetsOf(node),
        facts: [...new Set([...links, ...concepts])]
            .flatMap((iri) => facts.get(iri) ?? [])
            .slice(0, MOST_FACTS),
    };
    const saysSomething =
        one.isTerm || links.length || one.classes.length || one.targets.length || one.confidence;
    return saysSomething ? one : null;
}

// NIF 2.1 says what was found in annotation units of a string, NIF 2.0 on the string itself.
function withUnits(node, byIri) {
    const units = ids(node, `${NIF}annotationUnit`)
        .map((iri) => byIri.get(iri))
        .filter((unit) => unit);
    if (!units.length) return node;
    const both = new Node(node.id);
    for (const one of [node, ...units]) {
        for (const [predicate, values] of one)
            for (const value of values) both.add(predicate, value);
    }
    return both;
}

// UTF-16 offsets of the code points that are asked for, in one walk.
export function unitsAt(text, wanted) {
    const order = [...new Set(wanted.filter(Number.isFinite))].sort((a, b) => a - b);
    const units = new Map();
    let unit = 0;
    let point = 0;
    for (const next of order) {
        while (point < next && unit < text.length) {
            unit += text.codePointAt(unit) > 0xffff ? 2 : 1;
            point += 1;
        }
        if (point === next) units.set(next, unit);
    }
    return units;
}

const targetsOf = (node) =>
    (node.get(`${ITS}target`) ?? [])
        .filter((value) => "text" in value)
        .map(({ text, language }) => ({ text, language }));

const ids = (node, predicate) =>
    (node.get(predicate) ?? []).filter((value) => value.id).map((value) => value.id);

const literal = (node, predicate) => node.get(predicate)?.find((value) => "text" in value)?.text;

const number = (node, name) => Number(literal(node, `${NIF}${name}`) ?? NaN);

// What the graph says about things that are not text: by subject, and by object the other way round.
function factsOf(nodes) {
    const facts = new Map();
    const note = (iri, fact) => {
        if (!facts.has(iri)) facts.set(iri, []);
        facts.get(iri).push(fact);
    };
    for (const node of nodes) {
        if (node.has(`${NIF}beginIndex`)) continue;
        for (const [predicate, values] of node) {
            for (const value of values) {
                note(node.id, { predicate, ...value });
                if (value.id) note(value.id, { predicate, id: node.id, inverse: true });
            }
        }
    }
    return facts;
}

class Node extends Map {
    constructor(id) {
        super();
        this.id = id;
    }
    add(predicate, value) {
        if (!this.has(predicate)) this.set(predicate, []);
        this.get(predicate).push(value);
    }
}

// All nodes with whole IRIs, nested ones too.
function flatten(json) {
    const prefixes = contextOf(json["@context"]);
    const whole = (name) => {
        const colon = name.indexOf(":");
        const namespace =
            colon > 0 && !name.startsWith("//", colon + 1)
                ? prefixes.get(name.slice(0, colon))
                : undefined;
        return namespace === undefined ? name : namespace + name.slice(colon + 1);
    };
    const nodes = new Map();
    let blank = 0;
    const visit = (object) => {
        const id = whole(object["@id"] ?? `_:here${(blank += 1)}`);
        if (!nodes.has(id)) nodes.set(id, new Node(id));
        const node = nodes.get(id);
        for (const [key, values] of Object.entries(object)) {
            if (key.startsWith("@")) continue;
            for (const value of Array.isArray(values) ? values : [values])
                node.add(whole(key), valueOf(value, visit, whole));
        }
        return id;
    };
    const top = json["@graph"] ?? json;
    for (const object of Array.isArray(top) ? top : [top])
        if (object && typeof object === "object") visit(object);
    return [...nodes.values()];
}

function valueOf(value, visit, whole) {
    if (value === null || typeof value !== "object") return { text: String(value) };
    if ("@value" in value) return { text: String(value["@value"]), language: value["@language"] };
    if (Object.keys(value).length === 1 && "@id" in value) return { id: whole(value["@id"]) };
    return { id: visit(value) };
}

function contextOf(context) {
    const prefixes = new Map();
    for (const part of Array.isArray(context) ? context : [context ?? {}]) {
        for (const [name, iri] of Object.entries(part))
            if (typeof iri === "string") prefixes.set(name, iri);
    }
    return prefixes;
}
