// Reports of checks and of redactions, as tables.

import { make } from "./dom.js";
import * as table from "./table.js";

export const isReport = (json) => Array.isArray(json.issues) || Array.isArray(json.spans);

export function draw(json) {
    if (!Array.isArray(json.issues)) return drawRedaction(json);
    return json.issues.length ? drawIssues(json.issues) : make("div");
}

// Issues with `type`, `severity`, `comment` and `unit`, the worst ones first.
export function drawIssues(issues) {
    const sorted = [...issues].sort((a, b) => b.severity - a.severity);
    return table.draw(
        {
            head: ["severity", "type", "issue", "unit"],
            body: sorted.map((one) => [
                String(one.severity),
                one.type,
                one.comment,
                String(one.name ?? one.unit ?? ""),
            ]),
        },
        "Issues",
    );
}

function drawRedaction({ spans, residue, removed, unchecked }) {
    const row = (one) => [
        one.label,
        one.replacement ?? "",
        one.part ?? "",
        `${one.start} to ${one.end}`,
    ];
    const places = (list, label) =>
        table.draw({ head: ["label", "replacement", "part", "bytes"], body: list.map(row) }, label);
    const parts = spans.length
        ? [make("h4", {}, "What was redacted"), places(spans, "Redacted places")]
        : [];
    if (residue.length)
        parts.push(make("h4", {}, "What is left"), places(residue, "Places that are left"));
    if (removed.length)
        parts.push(make("p", { class: "hint" }, `Removed: ${removed.join(", ")}.`));
    if (unchecked.length)
        parts.push(make("p", { class: "hint" }, `Not looked into: ${unchecked.join(", ")}.`));
    return make("div", {}, ...parts);
}
