// The same with the types of browsers.

import { open } from "glossweave";

await open(new URL("https://example.org/glossweave.wasm"));
await open(fetch("/glossweave.wasm"));
await open(await WebAssembly.compileStreaming(fetch("/glossweave.wasm")));
const glossweave = await open();
using page = glossweave.decode("<p>", "html");
new Blob([glossweave.encode(page, []).bytes]);
