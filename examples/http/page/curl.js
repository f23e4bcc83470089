// A request as a command line.

import { make } from "./dom.js";
import { address } from "./service.js";

const MOST_TYPED = 2_000;

export const quoted = (text) => `'${String(text).replaceAll("'", "'\\''")}'`;

// The document of a command line: the file that was chosen, what was typed, or where that is long, the
// standard input.
function dataOf({ file, bytes }) {
    if (file) return `--data-binary @${quoted(file)}`;
    if (bytes.length > MOST_TYPED) return "--data-binary @-";
    return `--data-raw ${quoted(new TextDecoder().decode(bytes))}`;
}

// The same request for a command line. Secrets are left for the caller to put in.
export function curl({ route, query, document }) {
    const shown = { ...query, ...(query.key ? { key: "KEY" } : {}) };
    const line = `curl ${quoted(address(route, shown))} \\\n  -H ${quoted(`Content-Type: ${document.format.media}`)} \\\n  ${dataOf(document)}`;
    return make(
        "details",
        {},
        make("summary", {}, "The same with curl"),
        make(
            "pre",
            { class: "source", tabindex: "0", role: "region", "aria-label": "Command" },
            line,
        ),
    );
}
