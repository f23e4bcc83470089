// What an audit of accessibility finds on a page as it is shown: a list of sentences, best empty.
() => {
    const findings = [];
    const shown = (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const say = (element, what) => {
        const id = element.id ? `#${element.id}` : element.name ? `[name=${element.name}]` : "";
        findings.push(
            `${element.tagName.toLowerCase()}${id}.${element.className}: ${what}: ${(element.textContent ?? "").trim().slice(0, 40)}`,
        );
    };
    const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);

    const nameOf = (element) => {
        const by = element.getAttribute("aria-labelledby");
        if (by)
            return by
                .split(" ")
                .map((id) => document.getElementById(id)?.textContent ?? "")
                .join(" ")
                .trim();
        const own = element.getAttribute("aria-label") ?? element.getAttribute("title");
        if (own) return own.trim();
        if (element.labels?.length)
            return [...element.labels]
                .map((label) => label.textContent)
                .join(" ")
                .trim();
        return ["BUTTON", "A", "SUMMARY", "SPAN"].includes(element.tagName)
            ? element.textContent.trim()
            : "";
    };
    for (const element of all(
        "input, select, textarea, button, a[href], summary, iframe, dialog, [role=button], [role=tab], [role=region], [role=group], [role=tablist]",
    )) {
        if (!nameOf(element)) say(element, "has no name");
    }
    for (const element of all("fieldset"))
        if (!element.querySelector(":scope > legend")?.textContent.trim())
            say(element, "has no legend");
    for (const element of all("th"))
        if (!element.getAttribute("scope")) say(element, "has no scope");
    for (const element of all("img"))
        if (!element.hasAttribute("alt")) say(element, "has no alternative");

    const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
    for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at)))
        findings.push(`id ${id} is there twice`);
    for (const name of ["aria-labelledby", "aria-describedby", "aria-controls", "for", "list"]) {
        for (const element of all(`[${name}]`)) {
            for (const id of element.getAttribute(name).split(" "))
                if (!ids.includes(id)) say(element, `${name} names no ${id}`);
        }
    }

    const folded = all("#menu[aria-expanded=false]").length ? ["nav"] : [];
    for (const landmark of ["header", "nav", "main"])
        if (all(landmark).length !== 1 && !folded.includes(landmark)) findings.push(`not one ${landmark}`);
    if (!document.documentElement.lang) findings.push("no language");
    if (!document.title) findings.push("no title");
    let level = 0;
    for (const heading of all("h1, h2, h3, h4, h5, h6")) {
        const next = Number(heading.tagName[1]);
        if (next > level + 1)
            say(heading, `a heading of level ${next} behind one of level ${level}`);
        level = next;
    }
    if (all("h1").length !== 1) findings.push("not one h1");

    for (const element of all("[tabindex]"))
        if (element.tabIndex > 0) say(element, "has an order of its own");
    for (const element of all("[role=button], [role=tab]")) {
        if (element.tabIndex < 0 && !element.parentElement.closest("[role=group], [role=tablist]"))
            say(element, "cannot be reached");
    }
    for (const element of all(
        "button, select, input:not([type=checkbox], [type=radio]), summary, [role=tab]",
    )) {
        const { height, width } = element.getBoundingClientRect();
        if (height < 24 || width < 24)
            say(element, `is ${Math.round(width)} by ${Math.round(height)}`);
    }

    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    const brush = canvas.getContext("2d", { willReadFrequently: true });
    const seen = new Map();
    const rgba = (colour) => {
        if (!seen.has(colour)) {
            brush.clearRect(0, 0, 1, 1);
            brush.fillStyle = colour;
            brush.fillRect(0, 0, 1, 1);
            const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
            seen.set(colour, [r, g, b, a / 255]);
        }
        return seen.get(colour);
    };
    const over = ([r, g, b, a], under) =>
        [r, g, b].map((part, at) => part * a + under[at] * (1 - a));
    const behind = (element) => {
        if (!element)
            return rgba(
                getComputedStyle(document.documentElement).colorScheme === "dark" ? "#000" : "#fff",
            );
        const colour = rgba(getComputedStyle(element).backgroundColor);
        return colour[3] === 1 ? colour : over(colour, behind(element.parentElement));
    };
    const luminance = (colour) => {
        const [r, g, b] = colour
            .slice(0, 3)
            .map((part) => part / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
        const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (light + 0.05) / (dark + 0.05);
    };
    const read = (element, colour, what) => {
        const under = behind(element);
        const style = getComputedStyle(element);
        const size = parseFloat(style.fontSize);
        const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
        const found = contrast(over(rgba(colour), under), under);
        if (found < least) say(element, `${what} has a contrast of ${found.toFixed(2)}`);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const done = new Set();
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        if (
            !texts.currentNode.data.trim() ||
            done.has(element) ||
            !shown(element) ||
            element.closest(":disabled, script, option")
        )
            continue;
        done.add(element);
        read(element, getComputedStyle(element).color, "text");
    }
    for (const element of all("input, textarea, select")) {
        if (element.disabled || ["checkbox", "radio", "file"].includes(element.type)) continue;
        read(element, getComputedStyle(element).color, "its text");
        if (element.placeholder)
            read(element, getComputedStyle(element, "::placeholder").color, "its placeholder");
        const edge = contrast(
            over(rgba(getComputedStyle(element).borderTopColor), behind(element)),
            behind(element.parentElement),
        );
        if (edge < 3) say(element, `its edge has a contrast of ${edge.toFixed(2)}`);
    }
    return findings;
};
