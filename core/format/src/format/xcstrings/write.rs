//! Translations in string catalogs: in the localizations of their language, beside the text.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use super::catalog::Catalog;
use super::read::{source_texts, syntax, value_of};
use crate::annotation::{Annotation, Translation};
use crate::document::{Document, Splice};
use crate::format::fragment::TagScanner;
use crate::format::json::Escapes;
use crate::format::json::parse::{Tree, parse};
use crate::format::strings::{Emitter, Notations, spliced, whole_value};
use crate::format::translate::{self, Content, Edit, Part, Target, Written};
use crate::format::{EncodeOptions, Placement};
use glossweave_base::text::ByteSpan;
use glossweave_markup::Decoded;

const NO_ENTRY: &str = "the text stands in no entry of the catalog";
const SAME_LANGUAGE: &str = "the translation is in the language of the text";
const OTHER_VARIATIONS: &str = "the translation has other variations than the text";

/// The container of an entry, and the path from a language to a text of it.
pub(super) type Place<'t> = (usize, Vec<&'t str>);

/// Returns the place of each unit, as it was read: texts without characters are no units.
pub(super) fn units<'t>(
    catalog: &Catalog<'t>,
    tree: &Tree,
    decoded: &Decoded<'_>,
    notations: Option<Notations>,
) -> Vec<Place<'t>> {
    let mut emitter = Emitter::new(decoded);
    let mut units = Vec::new();
    for text in source_texts(catalog) {
        let value = value_of(&text, tree, &decoded.text);
        if emitter.value(&value, "", syntax(notations), &[]).is_some() {
            let path = text.localized.map_or_else(Vec::new, |found| found.path.clone());
            units.push((text.entry, path));
        }
    }
    units
}

/// The objects whose members are all objects.
const SORTED: [&str; 4] = ["localizations", "substitutions", "plural", "device"];

/// A translation that waits to be written.
struct Wanted {
    /// The index of the unit.
    unit: usize,
    language: String,
    value: String,
}

struct Targets<'a, 't> {
    catalog: &'a Catalog<'t>,
    units: Vec<Place<'t>>,
    wanted: RefCell<Vec<Wanted>>,
}

impl TagScanner for Targets<'_, '_> {}

impl Target for Targets<'_, '_> {
    fn text(&self, text: &str, _: ByteSpan, out: &mut String) {
        out.push_str(text);
    }

    fn is_beside(&self) -> bool {
        true
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[Part],
        translation: &Translation,
    ) -> Result<Vec<Edit>, &'static str> {
        let unit = document.unit_at(content.text.start()).ok_or(NO_ENTRY)?;
        let (entry, path) = self.units.get(unit.index()).ok_or(NO_ENTRY)?;
        let tag = translation.language.as_str();
        let source = self.catalog.source_language.unwrap_or_default();
        if Catalog::is_language(source, tag) {
            return Err(SAME_LANGUAGE);
        }
        let language = self.catalog.language_of(*entry, tag).unwrap_or_else(|| tag.to_owned());
        if self.catalog.has_other_variations(*entry, &language, path) {
            return Err(OTHER_VARIATIONS);
        }
        let value = whole_value(document, content, parts).ok_or(NO_ENTRY)?;
        self.wanted.borrow_mut().push(Wanted { unit: unit.index(), language, value });
        Ok(Vec::new())
    }
}

/// Writes the wanted translations into a splice of the source.
pub(super) fn translate(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    let source = document.source();
    let decoded = source.encoding().decode_again(source.bytes());
    let tree = parse(&decoded.text).ok().filter(|_| !document.is_target());
    let catalog = tree.as_ref().and_then(Catalog::of);
    let (Some(tree), Some(catalog)) = (&tree, &catalog) else {
        translate::refuse(annotations, placements, translate::IN_TARGET);
        return Default::default();
    };
    let units = units(catalog, tree, &decoded, document.source().placeholders());
    let mut targets = Targets { catalog, units, wanted: RefCell::default() };
    let (_, written) = translate::write(document, annotations, options, placements, &mut targets);
    let Targets { units, wanted, .. } = targets;
    let mut file = File {
        text: &decoded.text,
        catalog,
        tree,
        style: Style::of(&decoded.text),
        escapes: Escapes::of(source),
        state: state(options),
        edits: Vec::new(),
        added: BTreeMap::new(),
    };
    for one in wanted.into_inner() {
        if let Some((entry, path)) = units.get(one.unit) {
            file.set(*entry, &one.language, path, &one.value);
        }
    }
    file.insert();
    (spliced(document, &decoded, file.edits), written)
}

/// Returns the state of new translations.
fn state(options: &EncodeOptions) -> &'static str {
    match options.target_state.as_deref() {
        Some(state) if state == "new" || state == "initial" => "new",
        Some(state) if state.starts_with("needs-") => "needs_review",
        _ => "translated",
    }
}

/// An object that is added: its members by their keys.
#[derive(Default)]
struct Added<'t> {
    /// Members that are copied from the source, with their commas.
    lead: &'t str,
    members: BTreeMap<String, Added<'t>>,
    /// The value, if it is a `stringUnit`.
    value: Option<String>,
}

struct File<'a, 't> {
    text: &'t str,
    catalog: &'a Catalog<'t>,
    tree: &'a Tree,
    style: Style<'a>,
    escapes: Escapes,
    state: &'static str,
    /// The new texts of ranges of the decoded source.
    edits: Vec<(std::ops::Range<usize>, String)>,
    /// The additions to each container.
    added: BTreeMap<usize, Added<'t>>,
}

impl<'t> File<'_, 't> {
    fn set(&mut self, entry: usize, language: &str, path: &[&str], value: &str) {
        let mut at = entry;
        let keys = ["localizations", language].into_iter();
        let mut keys = keys.chain(path.iter().copied()).chain(["stringUnit"]).peekable();
        while let Some(child) = keys.peek().and_then(|key| self.catalog.child(at, key)) {
            at = child;
            keys.next();
        }
        if keys.peek().is_some() {
            let mut is_name = self.catalog.key(at) == "substitutions";
            let mut added = self.added.entry(at).or_default();
            for key in keys {
                added = added.members.entry(key.to_owned()).or_default();
                if is_name {
                    added.lead = self.catalog.lead_of_substitution(entry, key, self.text);
                }
                is_name = key == "substitutions";
            }
            added.value = Some(value.to_owned());
            return;
        }
        let quoted = self.quoted(value);
        let state = self.quoted(self.state);
        let found = |key: &str| self.catalog.string(at, key).map(|text| text.at.clone());
        match (found("value"), found("state")) {
            (Some(value), Some(state_at)) => {
                self.edits.extend([(value, quoted), (state_at, state)]);
            }
            (Some(value), None) => self.edits.push((value, quoted)),
            // An object without a value is none of a catalog.
            (None, _) => {}
        }
    }

    fn quoted(&self, text: &str) -> String {
        let mut out = "\"".to_owned();
        self.escapes.push(text, &mut out);
        out.push('"');
        out
    }

    /// Appends the members of an object, each after the one before it.
    fn push_members(&self, added: &Added<'_>, depth: usize, out: &mut String) {
        for (number, (key, one)) in added.members.iter().enumerate() {
            if number > 0 {
                out.push(',');
            }
            self.push_member(key, one, depth, out);
        }
    }

    fn push_member(&self, key: &str, added: &Added<'_>, depth: usize, out: &mut String) {
        self.style.push_line(depth, out);
        out.push_str(&self.quoted(key));
        out.push_str(self.style.colon);
        out.push('{');
        out.push_str(added.lead);
        if let Some(value) = &added.value {
            for (key, value, end) in [("state", self.state, ","), ("value", value.as_str(), "")] {
                self.style.push_line(depth + 1, out);
                let (key, value) = (self.quoted(key), self.quoted(value));
                out.push_str(&format!("{key}{}{value}{end}", self.style.colon));
            }
        }
        self.push_members(added, depth + 1, out);
        self.style.push_line(depth, out);
        out.push('}');
    }

    /// Adds the members to their containers: where all members are objects, each before the first one with a greater key, as
    /// Xcode sorts them, or else at the end.
    fn insert(&mut self) {
        let mut children: HashMap<usize, Vec<usize>> = HashMap::new();
        for (index, container) in self.tree.containers.iter().enumerate() {
            let parent = container.parent.filter(|parent| self.added.contains_key(parent));
            if let Some(parent) = parent {
                children.entry(parent).or_default().push(index);
            }
        }
        for (container, added) in std::mem::take(&mut self.added) {
            let depth = self.depth(container) + 1;
            let Some(object) = self.tree.containers.get(container) else { continue };
            let start = object.at.start + 1;
            if object.last <= start {
                let mut out = String::new();
                self.push_members(&added, depth, &mut out);
                self.style.push_line(depth - 1, &mut out);
                self.edits.push((start..object.at.end.saturating_sub(1), out));
                continue;
            }
            let others = children.get(&container).map_or(&[][..], |all| all);
            let mut behind = String::new();
            for (key, one) in &added.members {
                let next = others.iter().find(|other| self.catalog.key(**other) > key.as_str());
                let before = next.filter(|_| SORTED.contains(&self.catalog.key(container)));
                let place = before.and_then(|next| self.tree.containers.get(*next));
                let mut out = String::new();
                self.push_member(key, one, depth, &mut out);
                match place {
                    Some(next) => {
                        // The next key keeps the line that it begins.
                        let line = self.style.line(depth);
                        let text = out.strip_prefix(&*line).unwrap_or(&out);
                        let at = next.key_at.start;
                        self.edits.push((at..at, format!("{text},{line}")));
                    }
                    None => behind += &format!(",{out}"),
                }
            }
            if !behind.is_empty() {
                self.edits.push((object.last..object.last, behind));
            }
        }
    }

    fn depth(&self, container: usize) -> usize {
        let parent = |one: &usize| self.tree.containers.get(*one).and_then(|one| one.parent);
        std::iter::successors(Some(container), parent).count() - 1
    }
}

/// The layout of a file.
struct Style<'a> {
    line_end: &'a str,
    indent: &'a str,
    colon: &'a str,
}

impl Style<'_> {
    fn of(text: &str) -> Style<'_> {
        let inner = text.split_once('{').map_or("", |(_, inner)| inner);
        let lead = inner.get(..inner.len() - inner.trim_start().len()).unwrap_or_default();
        let (line_end, indent) = match lead.rfind('\n') {
            Some(at) if lead.contains("\r\n") => ("\r\n", lead.get(at + 1..).unwrap_or_default()),
            Some(at) => ("\n", lead.get(at + 1..).unwrap_or_default()),
            None => ("", ""),
        };
        let colon = match text.find("\" : ") {
            Some(_) => " : ",
            None if line_end.is_empty() && !text.contains("\": ") => ":",
            None => ": ",
        };
        Style { line_end, indent, colon }
    }

    /// Returns the start of a line.
    fn line(&self, depth: usize) -> String {
        let mut out = String::new();
        self.push_line(depth, &mut out);
        out
    }

    fn push_line(&self, depth: usize, out: &mut String) {
        out.push_str(self.line_end);
        (0..depth).for_each(|_| out.push_str(self.indent));
    }
}
