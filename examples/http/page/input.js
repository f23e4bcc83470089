// A document to work on: typed, or a file that is kept as the bytes it is.

import { announce, byId, count, make } from "./dom.js";
import { FORMATS, formatOf, formatOfFile, formatOfText, unsupported } from "./formats.js";
import { attempt } from "./problem.js";
import { Problem, decode } from "./service.js";

export const EXAMPLES = {
    text: "Most people arrive at Dublin Airport and take the bus into the centre. 🌊 It stops at O’Connell Street, a few steps from Trinity College; trains to Cork and Galway leave from Heuston Station.",
    html: `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>A weekend in Dublin</title></head>
<body>
<h1>A weekend in Dublin</h1>
<p>Most people arrive at <a href="https://www.dublinairport.com/">Dublin Airport</a>
and take the bus. It stops at O&rsquo;Connell Street, a few steps from <b>Trinity
College</b>. 🌊 Trains to Cork &amp; Galway leave from Heuston Station.</p>
</body>
</html>
`,
};

export class DocumentInput {
    #file = null;
    #typed;
    #format;
    #parts;
    #given;

    // Settles when a file that was chosen has been read.
    ready = Promise.resolve();

    // `area` takes files that are dropped or pasted. `given` has listeners: `document` is called when a file or an
    // example is there, `files` with several files; without it one file is taken at a time.
    constructor(place, { area, given = {} } = {}) {
        this.#given = given;
        const content = byId("input").content.cloneNode(true);
        const part = (selector) => content.querySelector(selector);
        this.#typed = part("textarea");
        this.#format = part("select");
        this.#parts = {
            typed: part(".typed"),
            held: part(".held"),
            name: part(".file-name"),
            about: part(".file-about"),
            choose: part("input[type=file]"),
        };
        this.#format.append(make("option", { value: "" }, "found out"));
        for (const format of FORMATS)
            this.#format.append(make("option", { value: format.name }, format.label));
        if (given.files) {
            this.#parts.choose.multiple = true;
            part(".file span").textContent = "Or files";
            part(".dropping").textContent =
                "Files that are dropped on this page or pasted are worked on at once.";
        }
        this.#parts.choose.addEventListener("change", () => {
            this.#take([...this.#parts.choose.files]);
        });
        part(".drop-file").addEventListener("click", () => {
            this.#release();
            this.#typed.focus();
        });
        this.#typed.addEventListener("input", () => this.#detect());
        for (const one of content.querySelectorAll("[data-example]")) {
            one.addEventListener("click", () => {
                this.type(EXAMPLES[one.dataset.example]);
                given.document?.();
            });
        }
        this.#receive(part("fieldset"), area ?? part("fieldset"));
        place.replaceWith(content);
        this.#detect();
    }

    // Puts a text in, instead of a file or of what was typed.
    type(text) {
        this.#release();
        this.#typed.value = text;
        this.#detect();
    }

    // Holds bytes as if they were a file: `name`, `bytes`, `about`, and `origin`, what they come from.
    hold(file) {
        this.#file = file;
        this.#parts.name.textContent = file.name;
        this.#parts.about.textContent =
            file.about ?? `${count(file.bytes.length)} bytes, sent as they are`;
        this.#parts.held.hidden = false;
        this.#parts.typed.hidden = true;
        this.#format.value = "";
        this.#detect();
    }

    // Takes over what another field has as its value.
    set(document) {
        if (document.file) this.hold({ ...document, name: document.file });
        else this.type(decode(document.bytes));
        this.chosenFormat = document.format.name;
    }

    // The format that was chosen; empty where it is found out.
    get chosenFormat() {
        return this.#format.value;
    }

    set chosenFormat(name) {
        if (formatOf(name)) this.#format.value = name;
    }

    get isEmpty() {
        return this.#file === null && this.#typed.value === "";
    }

    // What is there now: bytes, the format, a name for what comes of it, the name of the file, and what it
    // comes from.
    get value() {
        const bytes = this.#file?.bytes ?? new TextEncoder().encode(this.#typed.value);
        const name = (this.#file?.name ?? "document").replace(/\.[^.]*$/, "");
        const format = formatOf(this.#format.value || this.#detected());
        return { bytes, name, format, file: this.#file?.name, origin: this.#file?.origin };
    }

    get text() {
        return this.#file ? decode(this.#file.bytes) : this.#typed.value;
    }

    focus() {
        (this.#file ? this.#parts.choose : this.#typed).focus();
    }

    // Moves the cursor to a line and column of what was typed; undefined where a file is held.
    get place() {
        if (this.#file) return undefined;
        return (line, column) => {
            const lines = this.#typed.value.split("\n");
            const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
            const at = Math.min(before + column - 1, this.#typed.value.length);
            this.#typed.focus();
            this.#typed.setSelectionRange(at, Math.min(at + 1, this.#typed.value.length));
        };
    }

    #detected() {
        return this.#file
            ? formatOfFile(this.#file.name, this.#file.bytes)
            : formatOfText(this.#typed.value);
    }

    #detect() {
        this.#format.options[0].textContent = `found out: ${formatOf(this.#detected()).label}`;
    }

    #take(files) {
        if (files.length > 1 && this.#given.files) {
            this.#parts.choose.value = "";
            this.#given.files(files);
        } else if (files.length) {
            this.ready = attempt(async () => {
                this.hold(await readFile(files[0]));
                announce(`${files[0].name} is the document now`);
                return true;
            }).then((isHeld) => {
                if (isHeld) this.#given.document?.();
                else this.#parts.choose.value = "";
            });
        }
    }

    #release() {
        this.#file = null;
        this.#parts.choose.value = "";
        this.#parts.held.hidden = true;
        this.#parts.typed.hidden = false;
        this.#format.value = "";
        this.#detect();
    }

    #receive(frame, area) {
        const over = (on) => (event) => {
            if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
            event.preventDefault();
            frame.classList.toggle("dragged", on);
        };
        area.addEventListener("dragenter", over(true));
        area.addEventListener("dragover", over(true));
        area.addEventListener("dragleave", over(false));
        area.addEventListener("paste", (event) => {
            if (event.clipboardData.files[0]) event.preventDefault();
            this.#take([...event.clipboardData.files]);
        });
        area.addEventListener("drop", (event) => {
            over(false)(event);
            this.#take([...event.dataTransfer.files]);
        });
    }
}

// A file as it can be held. Throws a Problem where the service does not read such files.
export async function readFile(file) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const what = unsupported(file.name, bytes);
    if (what) {
        throw new Problem({
            title: "Not a document",
            detail: `the file ${file.name} is ${what}; the service reads ${FORMATS.map((one) => one.label).join(", ")}`,
        });
    }
    return { name: file.name, bytes };
}
