// The recognizers, term finders and translators that the caller may use, and the choices that are made from them.

import * as catalog from "./catalog.js";
import { byId, make } from "./dom.js";
import { ask } from "./service.js";

// In texts of these languages much is done; engines add theirs.
const LANGUAGES = ["de", "en", "es", "fr", "ga", "it", "nl"];
const NAMES = new Intl.DisplayNames(["en"], { type: "language" });

let lists = { recognizers: [], finders: [], translators: [] };

const namesOf = (list) => list.map(({ name }) => name);

export const hasRecognizer = (name) => namesOf(lists.recognizers).includes(name);

// The pairs of languages that a translator has systems for.
export const pairsOf = (translator) =>
    lists.translators.find(({ name }) => name === translator)?.languages ?? [];

// Asks for the lists again and brings every choice on the page up to date.
export async function refresh() {
    const [all, translators] = await Promise.all([ask("GET", "engines"), ask("GET", "e-translation")]);
    const { recognizers, term_finders: finders } = all.json;
    // Translators whose systems all need a key come last.
    const isOpen = ({ languages }) => languages.length > 0;
    const sorted = translators.json.sort((a, b) => isOpen(b) - isOpen(a));
    lists = { recognizers, finders, translators: sorted };
    const languages = [...finders, ...sorted].flatMap((engine) => engine.languages ?? []);
    const tags = languages.flatMap(({ source, target }) => [source, target]).filter(Boolean);
    offerLanguages("languages", [...LANGUAGES, ...tags]);
    for (const select of document.querySelectorAll("select[data-engines]"))
        catalog.fill(select, namesOf(lists[select.dataset.engines]));
    for (const place of document.querySelectorAll("[data-ticks]"))
        catalog.tick(place, namesOf(lists[place.dataset.ticks]));
}

// Fills a list of languages, which are offered by their names in English.
export function offerLanguages(id, tags) {
    const options = [...new Set(tags)]
        .sort()
        .map((tag) => make("option", { value: tag }, NAMES.of(tag)));
    byId(id).replaceChildren(...options);
}
