// Tabs, as the ARIA practices have them: arrow keys move, Enter or a click opens.

import { make } from "./dom.js";

let made = 0;

// `tabs`: {name, label, open(panel)}. Gives the element and a way to open one by name.
export function tabs(label, list, chosen) {
    made += 1;
    const id = (part, tab) => `tabs${made}-${part}-${tab.name}`;
    const panel = make("div", { role: "tabpanel", tabindex: "0", class: "tab-panel" });
    const buttons = list.map((tab) =>
        make(
            "button",
            {
                type: "button",
                role: "tab",
                id: id("tab", tab),
                tabindex: "-1",
                "aria-selected": "false",
            },
            tab.label,
        ),
    );
    const open = (name) => {
        const index = Math.max(
            0,
            list.findIndex((tab) => tab.name === name),
        );
        buttons.forEach((button, at) => {
            button.setAttribute("aria-selected", String(at === index));
            button.setAttribute("tabindex", at === index ? "0" : "-1");
            button.removeAttribute("aria-controls");
        });
        panel.id = id("panel", list[index]);
        buttons[index].setAttribute("aria-controls", panel.id);
        panel.setAttribute("aria-labelledby", buttons[index].id);
        chosen?.(list[index].name);
        list[index].open(panel);
    };
    buttons.forEach((button, index) => {
        button.addEventListener("click", () => open(list[index].name));
        button.addEventListener("keydown", (event) => {
            const last = buttons.length - 1;
            const to = {
                ArrowRight: index === last ? 0 : index + 1,
                ArrowLeft: index === 0 ? last : index - 1,
                Home: 0,
                End: last,
            }[event.key];
            if (to === undefined) return;
            event.preventDefault();
            buttons[to].focus();
        });
    });
    const bar = make("div", { role: "tablist", "aria-label": label, class: "tabs" }, ...buttons);
    return { element: make("div", {}, bar, panel), open };
}
