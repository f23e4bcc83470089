//! The structure of a string catalog: its entries, their languages, and the texts in these languages.

use std::collections::{HashMap, HashSet};

use glossweave_base::text::{Language, PluralCategory};
use glossweave_format_base::json_tree::{Text, Tree};

/// The maximum number of objects between a language and its texts.
const DEPTH: usize = 12;

/// The maximum number of languages that are searched for in other spellings.
const LANGUAGES: usize = 1_000;

/// The maximum length of the name of a unit, in bytes. Longer names are not used.
const NAME: usize = 1_000;

/// The path from a language to a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct TextPath<'t> {
    /// The keys, for example `variations`, `plural`, `one`.
    pub keys: Vec<&'t str>,
    /// The index of a phrase of a `stringSet`.
    pub phrase: Option<usize>,
}

impl<'t> TextPath<'t> {
    /// Returns the path of a plural without the category. Returns `None` unless the path is the form `other`.
    pub fn plural(&self) -> Option<&[&'t str]> {
        let (category, path) = self.keys.split_last()?;
        let is_other = *category == "other" && self.phrase.is_none();
        (is_other && path.last() == Some(&"plural")).then_some(path)
    }

    /// Returns the path to another plural form. Returns `None` unless this path is the form `other`.
    pub fn with_form(&self, form: PluralCategory) -> Option<TextPath<'t>> {
        let mut keys = self.plural()?.to_vec();
        keys.push(form.name());
        Some(TextPath { keys, phrase: None })
    }

    /// Returns the key of the object that contains the text.
    pub fn holder(&self) -> &'static str {
        if self.phrase.is_some() { SET } else { UNIT }
    }
}

/// The key of an object with one text, stored as `value`.
const UNIT: &str = "stringUnit";

/// The key of an object with alternative texts, stored as `values`.
const SET: &str = "stringSet";

/// A text of an entry in a language.
pub(super) struct Localized<'t> {
    /// The container of the entry.
    pub entry: usize,
    pub language: &'t str,
    pub path: TextPath<'t>,
    pub text: &'t Text,
    /// The state, if there is one.
    pub state: Option<&'t str>,
}

/// An entry of a catalog.
pub(super) struct Entry {
    pub container: usize,
    /// `true` if it must not be translated.
    pub is_locked: bool,
}

pub(super) struct Catalog<'t> {
    tree: &'t Tree,
    pub source_language: Option<&'t str>,
    pub entries: Vec<Entry>,
    /// All texts, in source order.
    pub texts: Vec<Localized<'t>>,
    /// The distinct languages of texts.
    pub languages: Vec<&'t str>,
    children: HashMap<(usize, &'t str), usize>,
    strings: HashMap<(usize, &'t str), usize>,
    /// The strings of each `values` array of a `stringSet`, by the container of the array.
    phrases: HashMap<usize, Vec<&'t Text>>,
}

const ROOT: usize = 0;

impl<'t> Catalog<'t> {
    /// Collects the entries. Returns `None` if the file has no object `strings`.
    pub fn of(tree: &'t Tree) -> Option<Catalog<'t>> {
        let mut children = HashMap::new();
        for (index, container) in tree.containers.iter().enumerate() {
            if let (Some(parent), Some(key)) = (container.parent, &container.key) {
                children.entry((parent, key.as_str())).or_insert(index);
            }
        }
        let mut strings = HashMap::new();
        for (index, text) in tree.strings.iter().enumerate() {
            if let (Some(parent), Some(key)) = (text.container, &text.key) {
                strings.entry((parent, key.as_str())).or_insert(index);
            }
        }
        let all = *children.get(&(ROOT, "strings"))?;
        let mut catalog = Catalog {
            tree,
            source_language: None,
            entries: Vec::new(),
            texts: Vec::new(),
            languages: Vec::new(),
            children,
            strings,
            phrases: HashMap::new(),
        };
        catalog.source_language =
            catalog.string(ROOT, "sourceLanguage").map(|text| &*text.value.text);
        let locked: HashSet<usize> = tree
            .falses
            .iter()
            .filter(|(_, key)| key == "shouldTranslate")
            .map(|(container, _)| *container)
            .collect();
        for (index, container) in tree.containers.iter().enumerate() {
            if container.parent == Some(all) && container.key.is_some() {
                catalog
                    .entries
                    .push(Entry { container: index, is_locked: locked.contains(&index) });
            }
        }
        for text in &tree.strings {
            catalog.texts.extend(catalog.localized(all, text));
            if let Some(values) = text.container.filter(|values| catalog.is_set(*values)) {
                catalog.phrases.entry(values).or_default().push(text);
            }
        }
        let mut known = HashSet::new();
        let languages = catalog.texts.iter().map(|text| text.language);
        catalog.languages =
            languages.filter(|language| known.insert(*language)).take(LANGUAGES).collect();
        Some(catalog)
    }

    /// Returns `true` if a container is the `values` of a `stringSet`.
    fn is_set(&self, values: usize) -> bool {
        let parent = self.tree.containers.get(values).and_then(|values| values.parent);
        self.key(values) == "values" && parent.is_some_and(|set| self.key(set) == SET)
    }

    /// Returns a text in a localization of an entry: the `value` of a `stringUnit`, or the next element in the
    /// `values` of a `stringSet`.
    fn localized(&self, all: usize, text: &'t Text) -> Option<Localized<'t>> {
        let container = text.container?;
        let (holder, phrase) = if self.is_set(container) {
            let number = self.phrases.get(&container).map_or(0, Vec::len);
            (self.tree.containers.get(container)?.parent?, Some(number))
        } else if text.key.as_deref() == Some("value") && self.key(container) == UNIT {
            (container, None)
        } else {
            return None;
        };
        let mut keys = Vec::new();
        let mut at = self.tree.containers.get(holder)?.parent?;
        for _ in 0..DEPTH {
            let parent = self.tree.containers.get(at)?.parent?;
            if self.key(parent) == "localizations" {
                let entry = self.tree.containers.get(parent)?.parent?;
                if self.tree.containers.get(entry)?.parent == Some(all) {
                    keys.reverse();
                    let path = TextPath { keys, phrase };
                    let state = self.string(holder, "state").map(|text| &*text.value.text);
                    return Some(Localized { entry, language: self.key(at), path, text, state });
                }
            }
            keys.push(self.key(at));
            at = parent;
        }
        None
    }

    pub fn key(&self, container: usize) -> &'t str {
        self.tree
            .containers
            .get(container)
            .and_then(|container| container.key.as_deref())
            .unwrap_or_default()
    }

    pub fn child(&self, container: usize, key: &str) -> Option<usize> {
        self.children.get(&(container, key)).copied()
    }

    pub fn string(&self, container: usize, key: &str) -> Option<&'t Text> {
        let index = self.strings.get(&(container, key))?;
        self.tree.strings.get(*index)
    }

    /// Returns the texts of a `values` array of a `stringSet`.
    pub fn phrases(&self, values: usize) -> &[&'t Text] {
        self.phrases.get(&values).map_or(&[], Vec::as_slice)
    }

    /// Returns `true` if two spellings denote the same language.
    pub fn is_language(found: &str, sought: &str) -> bool {
        let same = |char: char| if char == '_' { '-' } else { char.to_ascii_lowercase() };
        found.chars().map(same).eq(sought.chars().map(same))
    }

    /// Returns the language of the texts.
    pub fn language(&self) -> Option<Language> {
        self.source_language.and_then(Language::parse)
    }

    /// Returns the name of a text: the key of its entry, followed in brackets by its variations and the index of its
    /// phrase.
    pub fn name(&self, entry: usize, path: &TextPath<'_>) -> String {
        let mut name = self.key(entry).to_owned();
        let mut keys = path.keys.iter().filter(|key| **key != "variations");
        while let Some(key) = keys.next() {
            match keys.next() {
                Some(selector) => name.push_str(&format!("[{key}={selector}]")),
                None => name.push_str(&format!("[{key}]")),
            }
        }
        if let Some(number) = path.phrase {
            name.push_str(&format!("[{SET}={number}]"));
        }
        if name.len() > NAME { String::new() } else { name }
    }
}

impl Catalog<'_> {
    /// Returns the members of a substitution before its variations in the source language: `argNum` and
    /// `formatSpecifier`, with their commas. All languages need these members.
    pub fn lead_of_substitution<'s>(&self, entry: usize, name: &str, source: &'s str) -> &'s str {
        let keys =
            ["localizations", self.source_language.unwrap_or_default(), "substitutions", name];
        let mut at = Some(entry);
        for key in keys {
            at = at.and_then(|at| self.child(at, key));
        }
        let variations = at.and_then(|at| self.child(at, "variations"));
        let start =
            at.and_then(|at| self.tree.containers.get(at)).map(|container| container.at.start + 1);
        let end = variations
            .and_then(|container| self.tree.containers.get(container))
            .map(|container| container.key_at.start);
        let (Some(start), Some(end)) = (start, end) else { return "" };
        let lead = source.get(start..end).unwrap_or_default().trim_end();
        // Anything other than a list of plain members belongs to the source only.
        if lead.ends_with(',') && !lead.contains(['{', '[']) { lead } else { "" }
    }

    /// Returns a language as the localizations of an entry spell it. Returns `None` if the entry has no such
    /// localization.
    pub fn language_of(&self, entry: usize, tag: &str) -> Option<String> {
        let all = self.child(entry, "localizations")?;
        if self.child(all, tag).is_some() {
            return Some(tag.to_owned());
        }
        let known = self.languages.iter().find(|known| Catalog::is_language(known, tag))?;
        self.child(all, known).map(|_| (*known).to_owned())
    }

    /// Returns the container of a path in the localization of an entry in a language. Returns `None` if it does not
    /// exist.
    pub fn container_of(&self, entry: usize, language: &str, path: &TextPath<'_>) -> Option<usize> {
        let keys = ["localizations", language].into_iter().chain(path.keys.iter().copied());
        let mut keys = keys.chain([path.holder()]);
        keys.try_fold(entry, |at, key| self.child(at, key))
    }

    /// Returns `true` if the localization of an entry in a language has a text where the path has variations or
    /// phrases, or the reverse.
    pub fn has_other_variations(&self, entry: usize, language: &str, path: &TextPath<'_>) -> bool {
        let all = self.child(entry, "localizations");
        let Some(mut at) = all.and_then(|all| self.child(all, language)) else { return false };
        let has = |at: usize, key: &str| self.child(at, key).is_some();
        for key in &path.keys {
            if *key == "variations" && (has(at, UNIT) || has(at, SET)) {
                return true;
            }
            match self.child(at, key) {
                Some(child) => at = child,
                None => return false,
            }
        }
        has(at, "variations") || has(at, if path.phrase.is_some() { UNIT } else { SET })
    }
}
