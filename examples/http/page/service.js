// Calls of the service. Answers are bytes; what is not a success is thrown as a Problem.

import { token } from "./session.js";

// The root of the server, which a proxy may have below a path.
export const ROOT = new URL("../", import.meta.url);
const BASE = new URL("v1/", ROOT);

// What went wrong: the fields of RFC 9457, those of this service beside them.
export class Problem extends Error {
    constructor(facts, reply = null) {
        super(facts.detail || facts.title || "the service did not answer as expected");
        this.facts = facts;
        this.reply = reply;
    }
}

export class Reply {
    constructor(response, bytes, milliseconds) {
        this.status = response.status;
        this.headers = response.headers;
        this.type = response.headers.get("Content-Type") ?? "";
        this.media = this.type.split(";")[0].trim().toLowerCase();
        this.bytes = bytes;
        this.milliseconds = milliseconds;
    }

    // The bytes as text, in the encoding that the header or the document itself names.
    get text() {
        return decode(this.bytes, this.type);
    }

    get json() {
        return JSON.parse(this.text);
    }
}

export function decode(bytes, type = "") {
    const head = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
    const named =
        /charset="?([\w.:-]+)/i.exec(type) ??
        /^<\?xml[^>]*encoding=["']([\w.:-]+)/.exec(head) ??
        /<meta[^>]*charset=["']?([\w.:-]+)/i.exec(head);
    const mark =
        bytes[0] === 0xff && bytes[1] === 0xfe
            ? "utf-16le"
            : bytes[0] === 0xfe && bytes[1] === 0xff
              ? "utf-16be"
              : null;
    try {
        return new TextDecoder(mark ?? named?.[1] ?? "utf-8").decode(bytes);
    } catch {
        return new TextDecoder().decode(bytes);
    }
}

// A path under the base, its values escaped: path`user/${name}`.
export function path(parts, ...values) {
    return String.raw({ raw: parts }, ...values.map(encodeURIComponent));
}

export function address(route, query = {}) {
    const url = new URL(route, BASE);
    for (const [name, value] of Object.entries(query)) {
        if (value !== "" && value !== null && value !== undefined)
            url.searchParams.append(name, value);
    }
    return url;
}

// Header values are bytes; the service reads those of names and passwords as UTF-8.
export function headerValue(text) {
    return String.fromCharCode(...new TextEncoder().encode(text));
}

export async function ask(method, route, { query, headers = {}, body, signal } = {}) {
    const sent = new Headers(headers);
    if (token()) sent.set("X-Auth-Token", token());
    const from = performance.now();
    let response, bytes;
    try {
        response = await fetch(address(route, query), {
            method,
            headers: sent,
            body,
            signal,
            cache: "no-store",
            credentials: "omit",
            redirect: "error",
        });
        bytes = new Uint8Array(await response.arrayBuffer());
    } catch (error) {
        if (error.name === "AbortError") throw error;
        throw new Problem({
            title: "No answer",
            detail: "the server cannot be reached, or closed the connection",
        });
    }
    const reply = new Reply(response, bytes, performance.now() - from);
    if (response.ok) return reply;
    throw new Problem(factsOf(reply), reply);
}

function factsOf(reply) {
    const facts = { title: "The request failed", status: reply.status };
    const wait = reply.headers.get("Retry-After");
    if (wait) facts.wait = wait;
    try {
        if (/\bjson$/.test(reply.media)) return { ...facts, ...reply.json };
    } catch {
        // not what its type says; the status is told
    }
    return { ...facts, detail: `the server answered with status ${reply.status}` };
}
