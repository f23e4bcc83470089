// Light or dark, before anything is drawn, and the menu of a phone. A classic script, so that the page does not flash.
(function () {
    "use strict";
    const root = document.documentElement;
    const known = ["light", "dark"];

    function stored() {
        try {
            return localStorage.getItem("theme");
        } catch {
            return null; // storage may be forbidden
        }
    }

    function show(theme) {
        if (known.includes(theme)) root.dataset.theme = theme;
        else delete root.dataset.theme;
    }

    show(stored());
    document.addEventListener("DOMContentLoaded", () => {
        const choice = document.getElementById("theme");
        if (!choice) return; // the end of a log-in has no choice
        const menu = document.getElementById("menu");
        const open = (isOpen) => {
            menu.parentElement.classList.toggle("open", isOpen);
            menu.setAttribute("aria-expanded", String(isOpen));
        };
        menu.addEventListener("click", () => open(menu.getAttribute("aria-expanded") === "false"));
        addEventListener("hashchange", () => open(false));
        choice.value = root.dataset.theme ?? "auto";
        choice.addEventListener("change", () => {
            show(choice.value);
            try {
                localStorage.setItem("theme", choice.value);
            } catch {
                // the choice is lost when the page is closed
            }
        });
    });
})();
