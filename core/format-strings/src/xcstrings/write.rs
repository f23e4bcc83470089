//! Translations in string catalogs: they are written to the localizations of their language, next to the text.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::catalog::{Catalog, TextPath};
use super::read::{source_texts, syntax, value_of};
use crate::json::Escapes;
use glossweave_base::text::{ByteSpan, Language, PluralCategory};
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{Document, DocumentExt, Notations, SourceExt, Splice};
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::json_tree::{Tree, parse};
use glossweave_format_base::strings::{Emitter, is_codes, spliced, whole_value};
use glossweave_format_base::translate::{
    self, Content, Edit, NO_FORM, PluralText, Target, TranslationPart, Written,
};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::{Decoded, EncodingExt};

const NO_ENTRY: &str = "the text is not in an entry of the catalog";
const SAME_LANGUAGE: &str = "the translation is in the language of the text";
const OTHER_VARIATIONS: &str = "the variations of the translation differ from the text";
const NO_PHRASE: &str = "an earlier phrase of its set has no translation";

/// The container of an entry, and the path from a language to a text of the entry.
pub(super) type EntryPath<'t> = (usize, TextPath<'t>);

/// Returns the position of each unit, in the order of decoding. Texts without characters are not units.
pub(super) fn units<'t>(
    catalog: &Catalog<'t>,
    tree: &Tree,
    decoded: &Decoded<'_>,
    notations: Option<Notations>,
) -> Vec<EntryPath<'t>> {
    let mut emitter = Emitter::new(decoded);
    let mut units = Vec::new();
    for text in source_texts(catalog) {
        let value = value_of(&text, tree, &decoded.text);
        if emitter.value(&value, "", syntax(notations), &[]).is_some() {
            let path = text.localized.map(|found| found.path.clone());
            units.push((text.entry, path.unwrap_or_default()));
        }
    }
    units
}

/// Returns the texts that consist only of codes, with their positions. Such texts are their own translations.
pub(super) fn texts_of_codes<'t>(
    catalog: &Catalog<'t>,
    tree: &Tree,
    source: &str,
    notations: Option<Notations>,
) -> Vec<(EntryPath<'t>, String)> {
    let texts = source_texts(catalog).into_iter().filter_map(|text| {
        let path = &text.localized?.path;
        let value = value_of(&text, tree, source).text;
        is_codes(&value, syntax(notations)).then(|| ((text.entry, path.clone()), value))
    });
    texts.collect()
}

/// The objects whose members are always objects.
const SORTED: [&str; 4] = ["localizations", "substitutions", "plural", "device"];

/// A translation that has not been written yet.
struct PendingText {
    /// The index of the unit.
    unit: usize,
    language: String,
    value: String,
    /// The plural form that is added.
    form: Option<PluralCategory>,
}

/// The set of phrases of an entry, a language, and the keys from the language to the set.
type PhraseSet<'t> = (usize, String, Vec<&'t str>);

struct Targets<'a, 't> {
    catalog: &'a Catalog<'t>,
    units: Vec<EntryPath<'t>>,
    pending: RefCell<Vec<PendingText>>,
    /// The number of phrases in sets that have translations.
    phrases: RefCell<HashMap<PhraseSet<'t>, usize>>,
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
        parts: &[TranslationPart],
        translation: &Translation,
    ) -> Result<Vec<Edit>, &'static str> {
        let unit = document.unit_at(content.text.start()).ok_or(NO_ENTRY)?;
        let (entry, path) = self.units.get(unit.index()).ok_or(NO_ENTRY)?;
        let language = self.language_of(*entry, path, &translation.language)?;
        if let Some(number) = path.phrase {
            let set = (*entry, language.clone(), path.keys.clone());
            self.claim_phrase(set, number, path)?;
        }
        let value = whole_value(document, content, parts).ok_or(NO_ENTRY)?;
        self.pending.borrow_mut().push(PendingText {
            unit: unit.index(),
            language,
            value,
            form: None,
        });
        Ok(Vec::new())
    }

    fn check_form(
        &self,
        document: &Document,
        content: &Content,
        form: &PluralText<'_>,
    ) -> Result<(), &'static str> {
        self.pending_form(document, content, form).map(|_| ())
    }

    fn place_forms(
        &self,
        document: &Document,
        content: &Content,
        forms: &[PluralText<'_>],
    ) -> Vec<Edit> {
        let pending =
            forms.iter().filter_map(|form| self.pending_form(document, content, form).ok());
        self.pending.borrow_mut().extend(pending);
        Vec::new()
    }
}

impl<'t> Targets<'_, 't> {
    /// Returns the language as the localizations of an entry spell it. The error is the rule that prevents a
    /// translation of a text of the entry.
    fn language_of(
        &self,
        entry: usize,
        path: &TextPath<'_>,
        requested: &Language,
    ) -> Result<String, &'static str> {
        let tag = requested.as_str();
        let source = self.catalog.source_language.unwrap_or_default();
        if Catalog::is_language(source, tag) {
            return Err(SAME_LANGUAGE);
        }
        let language = self.catalog.language_of(entry, tag).unwrap_or_else(|| tag.to_owned());
        match self.catalog.has_other_variations(entry, &language, path) {
            true => Err(OTHER_VARIATIONS),
            false => Ok(language),
        }
    }

    /// Returns a plural form as a translation to be written. The error is the rule that prevents it.
    fn pending_form(
        &self,
        document: &Document,
        content: &Content,
        form: &PluralText<'_>,
    ) -> Result<PendingText, &'static str> {
        let unit = document.unit_at(content.text.start()).ok_or(NO_ENTRY)?.index();
        let (entry, path) = self.units.get(unit).ok_or(NO_ENTRY)?;
        let path = path.with_form(form.category).ok_or(NO_FORM)?;
        let language = self.language_of(*entry, &path, form.language)?;
        let value = whole_value(document, content, &form.quoted).ok_or(NO_ENTRY)?;
        Ok(PendingText { unit, language, value, form: Some(form.category) })
    }

    /// Claims a phrase of a set. All earlier phrases must have translations, because phrases are identified only by
    /// their index.
    fn claim_phrase(
        &self,
        set: PhraseSet<'t>,
        number: usize,
        path: &TextPath<'_>,
    ) -> Result<(), &'static str> {
        let mut counts = self.phrases.borrow_mut();
        let count = counts.entry(set).or_insert_with_key(|(entry, language, _)| {
            let set = self.catalog.container_of(*entry, language, path);
            let values = set.and_then(|set| self.catalog.child(set, "values"));
            values.map_or(0, |values| self.catalog.phrases(values).len())
        });
        if number > *count {
            return Err(NO_PHRASE);
        }
        *count = (*count).max(number + 1);
        Ok(())
    }
}

/// Returns the edits that write the requested translations into the source.
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
    let units = units(catalog, tree, &decoded, document.source().options().placeholders);
    let (pending, phrases) = (RefCell::default(), RefCell::default());
    let mut targets = Targets { catalog, units, pending, phrases };
    let (_, written) = translate::write(document, annotations, options, placements, &mut targets);
    let Targets { units, pending, .. } = targets;
    let mut file = File {
        text: &decoded.text,
        catalog,
        tree,
        style: Style::of(&decoded.text),
        escapes: Escapes::of(source),
        state: state(options),
        edits: Vec::new(),
        added: BTreeMap::new(),
        changed_sets: BTreeSet::new(),
        phrases: BTreeMap::new(),
    };
    let mut languages: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for text in pending.into_inner() {
        if let Some((entry, path)) = units.get(text.unit) {
            let form = text.form.and_then(|form| path.with_form(form));
            file.set(*entry, &text.language, form.as_ref().unwrap_or(path), &text.value);
            languages.entry(*entry).or_default().insert(text.language);
        }
    }
    for ((entry, path), value) in
        texts_of_codes(catalog, tree, &decoded.text, source.options().placeholders)
    {
        for language in languages.get(&entry).into_iter().flatten() {
            let is_there = catalog.container_of(entry, language, &path).is_some();
            if !is_there && !catalog.has_other_variations(entry, language, &path) {
                file.set(entry, language, &path, &value);
            }
        }
    }
    file.insert();
    file.insert_phrases();
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
    /// The phrases, if it is a `stringSet`.
    phrases: Vec<String>,
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
    /// The sets of phrases whose state is written.
    changed_sets: BTreeSet<usize>,
    /// The phrases that are added to each array.
    phrases: BTreeMap<usize, Vec<String>>,
}

impl<'t> File<'_, 't> {
    fn set(&mut self, entry: usize, language: &str, path: &TextPath<'_>, value: &str) {
        let mut at = entry;
        let keys = ["localizations", language].into_iter();
        let mut keys = keys.chain(path.keys.iter().copied()).chain([path.holder()]).peekable();
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
            match path.phrase {
                Some(_) => added.phrases.push(value.to_owned()),
                None => added.value = Some(value.to_owned()),
            }
            return;
        }
        match path.phrase {
            Some(number) => self.set_phrase(at, number, value),
            None => self.set_unit(at, value),
        }
    }

    /// Sets the value of a `stringUnit`.
    fn set_unit(&mut self, at: usize, value: &str) {
        let quoted = self.quoted(value);
        let state = self.quoted(self.state);
        let found = |key: &str| self.catalog.string(at, key).map(|text| text.at.clone());
        match (found("value"), found("state")) {
            (Some(value), Some(state_at)) => {
                self.edits.extend([(value, quoted), (state_at, state)]);
            }
            (Some(value), None) => self.edits.push((value, quoted)),
            // An object without a value is not valid in a catalog.
            (None, _) => {}
        }
    }

    /// Sets a phrase of a `stringSet`, or adds one.
    fn set_phrase(&mut self, set: usize, number: usize, value: &str) {
        let Some(values) = self.catalog.child(set, "values") else { return };
        match self.catalog.phrases(values).get(number) {
            Some(phrase) => self.edits.push((phrase.at.clone(), self.quoted(value))),
            None => self.phrases.entry(values).or_default().push(value.to_owned()),
        }
        let state = self.catalog.string(set, "state").filter(|_| self.changed_sets.insert(set));
        self.edits.extend(state.map(|state| (state.at.clone(), self.quoted(self.state))));
    }

    /// Adds phrases at the end of their arrays.
    fn insert_phrases(&mut self) {
        for (values, phrases) in std::mem::take(&mut self.phrases) {
            let depth = self.depth(values) + 1;
            let Some(array) = self.tree.containers.get(values) else { continue };
            let mut out = String::new();
            if array.last > array.at.start + 1 {
                out.push(',');
                self.push_phrases(&phrases, depth, &mut out);
                self.edits.push((array.last..array.last, out));
            } else {
                self.push_phrases(&phrases, depth, &mut out);
                self.style.push_line(depth - 1, &mut out);
                self.edits.push((array.at.start + 1..array.at.end.saturating_sub(1), out));
            }
        }
    }

    /// Appends elements of an array.
    fn push_phrases(&self, phrases: &[String], depth: usize, out: &mut String) {
        for (number, phrase) in phrases.iter().enumerate() {
            if number > 0 {
                out.push(',');
            }
            self.style.push_line(depth, out);
            out.push_str(&self.quoted(phrase));
        }
    }

    fn quoted(&self, text: &str) -> String {
        let mut out = "\"".to_owned();
        self.escapes.push(text, &mut out);
        out.push('"');
        out
    }

    /// Appends the members of an object, separated by commas.
    fn push_members(&self, added: &Added<'_>, depth: usize, out: &mut String) {
        for (number, (key, member)) in added.members.iter().enumerate() {
            if number > 0 {
                out.push(',');
            }
            self.push_member(key, member, depth, out);
        }
    }

    fn push_member(&self, key: &str, added: &Added<'_>, depth: usize, out: &mut String) {
        self.push_key(key, depth, out);
        out.push('{');
        out.push_str(added.lead);
        if let Some(value) = &added.value {
            self.push_key("state", depth + 1, out);
            out.push_str(&format!("{},", self.quoted(self.state)));
            self.push_key("value", depth + 1, out);
            out.push_str(&self.quoted(value));
        }
        if !added.phrases.is_empty() {
            self.push_key("state", depth + 1, out);
            out.push_str(&format!("{},", self.quoted(self.state)));
            self.push_key("values", depth + 1, out);
            out.push('[');
            self.push_phrases(&added.phrases, depth + 2, out);
            self.style.push_line(depth + 1, out);
            out.push(']');
        }
        self.push_members(added, depth + 1, out);
        self.style.push_line(depth, out);
        out.push('}');
    }

    fn push_key(&self, key: &str, depth: usize, out: &mut String) {
        self.style.push_line(depth, out);
        out.push_str(&self.quoted(key));
        out.push_str(self.style.colon);
    }

    /// Adds the members to their containers. When all members are objects, each member is inserted before the first
    /// member with a greater key, because Xcode sorts them. Otherwise it is inserted at the end.
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
            for (key, member) in &added.members {
                let next = others.iter().find(|other| self.catalog.key(**other) > key.as_str());
                let before = next.filter(|_| SORTED.contains(&self.catalog.key(container)));
                let place = before.and_then(|next| self.tree.containers.get(*next));
                let mut out = String::new();
                self.push_member(key, member, depth, &mut out);
                match place {
                    Some(next) => {
                        // The next key keeps the line on which it begins.
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
        let parent =
            |container: &usize| self.tree.containers.get(*container).and_then(|inner| inner.parent);
        std::iter::successors(Some(container), parent).count() - 1
    }
}

/// The layout of a file, which is also used for new members.
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
