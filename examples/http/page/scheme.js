// Light or dark, before anything is drawn. A classic script, so that the page does not flash.
(function () {
    "use strict";
    const root = document.documentElement;
    const known = ["light", "dark"];

    function kept() {
        try {
            return localStorage.getItem("scheme");
        } catch {
            return null; // storage may be forbidden
        }
    }

    function show(scheme) {
        if (known.includes(scheme)) root.dataset.scheme = scheme;
        else delete root.dataset.scheme;
    }

    show(kept());
    document.addEventListener("DOMContentLoaded", () => {
        const choice = document.getElementById("scheme");
        choice.value = root.dataset.scheme ?? "auto";
        choice.addEventListener("change", () => {
            show(choice.value);
            try {
                localStorage.setItem("scheme", choice.value);
            } catch {
                // then it holds until the page is left
            }
        });
    });
})();
