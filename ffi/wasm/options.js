// The options of functions: their names and values, and the errors about them.

// The options whose names in the C API have hyphens, and the field `class` of annotations.
const NAMES = {
  "at-headings": "atHeadings",
  "fallback-language": "fallbackLanguage",
  "invalid-bytes": "invalidBytes",
  "max-bytes": "maxBytes",
  "max-output-bytes": "maxOutputBytes",
  "nif-version": "nifVersion",
  "numeric-cells": "numericCells",
  "on-parent": "onParent",
  "rule-set": "ruleSet",
  "set-lang": "setLang",
  "size-unit": "sizeUnit",
  "target-language": "targetLanguage",
  "target-state": "targetState",
  "translatable-attributes": "translatableAttributes",
  "unknown-entities": "unknownEntities",
  "info-ref": "infoRef",
  "source-ident": "sourceIdent",
  class: "classes",
};

/** Returns the handle of options, whose names in camel case are those of the C API with hyphens. */
export function given(frame, options) {
  return frame.params(Object.entries(options).flatMap(([name, value]) => pairs(name, value)));
}

function pairs(name, value) {
  if (value === undefined || value === null) return [];
  if (name === "parameters") {
    return Object.entries(value).map(([variable, text]) => ["parameters", `${variable}=${text}`]);
  }
  const hyphened = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const text = typeof value === "boolean" ? (value ? "yes" : "no") : value;
  const many = Array.isArray(value) ? value : [text];
  return many.map((one) => [hyphened, String(one)]);
}

/** Returns the name that an option or a field of the C API has in JavaScript. */
export function named(name) {
  return NAMES[name] ?? name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
}

/** Returns a message with the names that options have in JavaScript. */
export function worded(message) {
  const hyphened = Object.keys(NAMES).filter((name) => name.includes("-"));
  return message.replace(new RegExp(`(?<![\\w-])(?:${hyphened.join("|")})(?![\\w-])`, "g"), named);
}
