// Makes the site usable by keyboard and by screen readers: tables that are wider than the page can be scrolled by
// keyboard, and the toolbars of code blocks have distinct names.
new MutationObserver(() => {
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) {
    table.tabIndex = 0;
  }
  document.querySelectorAll(".md-code__nav:not([aria-label])").forEach((toolbar) => {
    const block = toolbar.closest("[id]")?.id.replace(/\D+/g, "");
    toolbar.setAttribute("aria-label", `Code block ${Number(block) + 1}`);
  });
}).observe(document.documentElement, { childList: true, subtree: true });
