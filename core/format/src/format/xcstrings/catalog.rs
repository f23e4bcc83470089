//! The structure of a string catalog: its entries, their languages, and the texts of these.

use std::collections::{HashMap, HashSet};

use crate::format::json::parse::{Text, Tree};
use glossweave_base::text::Language;

/// The most objects between a language and its texts.
const DEPTH: usize = 12;

/// The most languages that are looked for in other spellings.
const LANGUAGES: usize = 1_000;

/// The longest name of a unit in bytes.
const NAME: usize = 1_000;

/// A text of an entry in a language.
pub(super) struct Localized<'t> {
    /// The container of the entry.
    pub entry: usize,
    pub language: &'t str,
    /// The keys from the language to the text, such as `variations`, `plural`, `one`.
    pub path: Vec<&'t str>,
    pub text: &'t Text,
    /// The state, if there is one.
    pub state: Option<&'t str>,
}

/// An entry: its container, and its texts in the source language.
pub(super) struct Entry {
    pub container: usize,
    /// `true` if it is not to be translated.
    pub is_locked: bool,
}

pub(super) struct Catalog<'t> {
    tree: &'t Tree,
    pub source_language: Option<&'t str>,
    pub entries: Vec<Entry>,
    /// All texts, in the order of the source.
    pub texts: Vec<Localized<'t>>,
    /// The languages of texts, each once.
    pub languages: Vec<&'t str>,
    children: HashMap<(usize, &'t str), usize>,
    strings: HashMap<(usize, &'t str), usize>,
}

const ROOT: usize = 0;

impl<'t> Catalog<'t> {
    /// Finds the entries; `None` if the file has no object `strings`.
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
        let texts = tree.strings.iter().filter_map(|text| catalog.localized(all, text));
        catalog.texts = texts.collect();
        let mut known = HashSet::new();
        let languages = catalog.texts.iter().map(|text| text.language);
        catalog.languages = languages.filter(|one| known.insert(*one)).take(LANGUAGES).collect();
        Some(catalog)
    }

    /// Returns the value of a string that is the `value` of a `stringUnit` in a localization of an entry.
    fn localized(&self, all: usize, text: &'t Text) -> Option<Localized<'t>> {
        if text.key.as_deref() != Some("value") || self.key(text.container?) != "stringUnit" {
            return None;
        }
        let unit = text.container?;
        let mut path = Vec::new();
        let mut at = self.tree.containers.get(unit)?.parent?;
        for _ in 0..DEPTH {
            let parent = self.tree.containers.get(at)?.parent?;
            if self.key(parent) == "localizations" {
                let entry = self.tree.containers.get(parent)?.parent?;
                if self.tree.containers.get(entry)?.parent == Some(all) {
                    path.reverse();
                    let state = self.string(unit, "state").map(|text| &*text.value.text);
                    return Some(Localized { entry, language: self.key(at), path, text, state });
                }
            }
            path.push(self.key(at));
            at = parent;
        }
        None
    }

    pub fn key(&self, container: usize) -> &'t str {
        self.tree.containers.get(container).and_then(|one| one.key.as_deref()).unwrap_or_default()
    }

    pub fn child(&self, container: usize, key: &str) -> Option<usize> {
        self.children.get(&(container, key)).copied()
    }

    pub fn string(&self, container: usize, key: &str) -> Option<&'t Text> {
        let index = self.strings.get(&(container, key))?;
        self.tree.strings.get(*index)
    }

    /// Returns `true` if two spellings are those of one language.
    pub fn is_language(found: &str, wanted: &str) -> bool {
        let same = |one: char| if one == '_' { '-' } else { one.to_ascii_lowercase() };
        found.chars().map(same).eq(wanted.chars().map(same))
    }

    /// Returns the language of the texts.
    pub fn language(&self) -> Option<Language> {
        self.source_language.and_then(Language::parse)
    }

    /// Returns the name of a text: the key of its entry, and its variations in brackets.
    pub fn name(&self, entry: usize, path: &[&str]) -> String {
        let mut name = self.key(entry).to_owned();
        let mut keys = path.iter().filter(|key| **key != "variations");
        while let Some(key) = keys.next() {
            match keys.next() {
                Some(selector) => name.push_str(&format!("[{key}={selector}]")),
                None => name.push_str(&format!("[{key}]")),
            }
        }
        if name.len() > NAME { String::new() } else { name }
    }
}

impl Catalog<'_> {
    /// Returns what a substitution has before its variations in the source language: `argNum` and `formatSpecifier`, with
    /// their commas. All languages need them.
    pub fn lead_of_substitution<'s>(&self, entry: usize, name: &str, source: &'s str) -> &'s str {
        let keys =
            ["localizations", self.source_language.unwrap_or_default(), "substitutions", name];
        let mut at = Some(entry);
        for key in keys {
            at = at.and_then(|at| self.child(at, key));
        }
        let variations = at.and_then(|at| self.child(at, "variations"));
        let start = at.and_then(|at| self.tree.containers.get(at)).map(|one| one.at.start + 1);
        let end =
            variations.and_then(|one| self.tree.containers.get(one)).map(|one| one.key_at.start);
        let (Some(start), Some(end)) = (start, end) else { return "" };
        let lead = source.get(start..end).unwrap_or_default().trim_end();
        // What is no list of plain members belongs to the source alone.
        if lead.ends_with(',') && !lead.contains(['{', '[']) { lead } else { "" }
    }

    /// Returns a language as the localizations of an entry spell it, if it is among them.
    pub fn language_of(&self, entry: usize, tag: &str) -> Option<String> {
        let all = self.child(entry, "localizations")?;
        if self.child(all, tag).is_some() {
            return Some(tag.to_owned());
        }
        let known = self.languages.iter().find(|known| Catalog::is_language(known, tag))?;
        self.child(all, known).map(|_| (*known).to_owned())
    }

    /// Returns `true` if the localization of an entry in a language has a text where the path has variations, or the
    /// other way round.
    pub fn has_other_variations(&self, entry: usize, language: &str, path: &[&str]) -> bool {
        let all = self.child(entry, "localizations");
        let Some(mut at) = all.and_then(|all| self.child(all, language)) else { return false };
        for key in path {
            if *key == "variations" && self.child(at, "stringUnit").is_some() {
                return true;
            }
            match self.child(at, key) {
                Some(child) => at = child,
                None => return false,
            }
        }
        self.child(at, "variations").is_some()
    }
}
