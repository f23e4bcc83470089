// Making elements. Text goes in as text nodes only; nothing here reads markup.

// An element. `attributes` has names as in markup; `on` maps events to listeners; values of false,
// null and undefined are left out.
export function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (value === false || value === null || value === undefined) continue;
        if (name === "on") {
            for (const [event, listener] of Object.entries(value))
                element.addEventListener(event, listener);
        } else if (name === "value" && tag !== "button" && tag !== "option") {
            element.value = value;
        } else {
            element.setAttribute(name, value === true ? "" : value);
        }
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
}

const SVG = "http://www.w3.org/2000/svg";

// An element of a picture, as `make` makes those of the page.
export function shape(tag, attributes = {}, ...children) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
}

// A table that scrolls within its own box, which the keyboard reaches: the names of its columns, and its
// rows as elements. `label` says what it is.
export function table(label, head, rows, attributes = {}) {
    return make(
        "div",
        { class: "scroll-x", tabindex: "0", role: "region", "aria-label": label },
        make(
            "table",
            attributes,
            make(
                "thead",
                {},
                make("tr", {}, ...head.map((name) => make("th", { scope: "col" }, name))),
            ),
            make("tbody", {}, ...rows),
        ),
    );
}

export const count = (number) => number.toLocaleString("en");

export const byId = (id) => document.getElementById(id);

// A link where the address is one that is safe to follow, else its text.
export function link(address, text = address) {
    if (!/^https?:\/\//i.test(address)) return make("span", { class: "iri" }, text);
    return make(
        "a",
        { href: address, class: "iri", target: "_blank", rel: "noopener noreferrer" },
        text,
    );
}

// The part of an IRI that a person reads.
export function localName(iri) {
    const part =
        iri
            .replace(/[/#]+$/, "")
            .split(/[/#]/)
            .pop() || iri;
    try {
        return decodeURIComponent(part).replaceAll("_", " ");
    } catch {
        return part;
    }
}

// A message as it is written in this service: what stands between backticks is code.
export function prose(text) {
    const parts = String(text).split(/`([^`]+)`/);
    return parts.map((part, index) => (index % 2 ? make("code", {}, part) : part));
}

const SHOWN_FOR = 6_000; // milliseconds
const CONTROLS = "a, button, input, select, textarea, summary, label, [role=button]";
let hiding;

// Says something in the line at the bottom of the page, which screen readers read out.
export function announce(text) {
    const line = byId("status");
    line.textContent = text;
    clearTimeout(hiding);
    hiding = setTimeout(() => line.replaceChildren(), SHOWN_FOR);
    requestAnimationFrame(placeLine);
}

// Puts the line at the top if it covers a control at the bottom.
function placeLine() {
    const line = byId("status");
    line.classList.remove("at-top");
    line.classList.toggle("at-top", coversControl(line));
    if (coversControl(line)) line.classList.remove("at-top");
}

addEventListener("scroll", () => byId("status")?.textContent && placeLine(), { passive: true });

function coversControl(line) {
    const { left, top, width, height } = line.getBoundingClientRect();
    const parts = [0.02, 0.2, 0.35, 0.5, 0.65, 0.8, 0.98];
    return parts.some((across) =>
        parts.some((down) =>
            document
                .elementFromPoint(left + across * width, top + down * height)
                ?.closest(CONTROLS),
        ),
    );
}

const CONFIRMED_FOR = 2_000; // milliseconds

// Says in the line at the bottom and on the button itself that something is done.
export function confirm(element, text) {
    announce(text);
    element.dataset.label ??= element.textContent;
    element.textContent = `✓ ${text}`;
    clearTimeout(element.confirming);
    element.confirming = setTimeout(() => {
        element.textContent = element.dataset.label;
    }, CONFIRMED_FOR);
}

// Copies a text and says on the button whether that was allowed.
export async function copy(element, text, done = "Copied") {
    try {
        await navigator.clipboard.writeText(text);
        confirm(element, done);
    } catch {
        announce("The browser does not allow copying");
    }
}

export function button(text, listener, attributes = {}) {
    return make("button", { type: "button", on: { click: listener }, ...attributes }, text);
}

// Asks whether to delete, or to do what `verb` names; true if the answer is yes.
export function confirmDelete(text, verb = "Delete") {
    const dialog = byId("confirm");
    byId("confirm-title").textContent = verb;
    dialog.querySelector("[value=yes]").textContent = verb;
    byId("confirm-text").textContent = text;
    dialog.returnValue = "no";
    dialog.showModal();
    return new Promise((resolve) => {
        dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), {
            once: true,
        });
    });
}

// Saves bytes as they are under a name.
export function save(bytes, name, type) {
    const address = URL.createObjectURL(new Blob([bytes], { type }));
    const anchor = make("a", { href: address, download: name });
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
    setTimeout(() => URL.revokeObjectURL(address), 30_000);
}
