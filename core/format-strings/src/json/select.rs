//! Selection of the strings that are texts, by the layout of the file: Application Resource Bundle (ARB), messages of
//! browser extensions, or any other layout.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};

use glossweave_base::text::Language;
use glossweave_format_base::json_tree::{Text, Tree};

/// The index of a string that is a text, with the note that describes it.
pub(super) struct Selected<'t> {
    pub string: usize,
    pub note: Option<&'t str>,
}

pub(super) struct Texts<'t> {
    pub texts: Vec<Selected<'t>>,
    pub language: Option<Language>,
    /// `true` for an Application Resource Bundle.
    pub is_arb: bool,
}

const ROOT: Option<usize> = Some(0);

/// Returns the texts of a file in their order.
pub(super) fn select(tree: &Tree) -> Texts<'_> {
    let own_key = |container: usize| tree.containers[container].key.as_deref().unwrap_or_default();
    let parent =
        |text: &Text| text.container.and_then(|container| tree.containers[container].parent);
    // The `message` and `description` strings in members of the root, by the key of the member and their own key.
    let mut strings: HashMap<(&str, &str), &str> = HashMap::new();
    for text in tree.strings.iter().filter(|text| parent(text) == ROOT) {
        let (Some(container), Some(key @ ("message" | "description"))) =
            (text.container, text.key.as_deref())
        else {
            continue;
        };
        strings.insert((own_key(container), key), &text.value.text);
    }
    let members = || tree.containers.iter().filter(|container| container.parent == ROOT);
    let is_extension = members().next().is_some()
        && members().all(|container| {
            strings.contains_key(&(container.key.as_deref().unwrap_or_default(), "message"))
        })
        && tree.strings.iter().all(|text| text.container != ROOT);
    if is_extension {
        let is_message =
            |text: &Text| parent(text) == ROOT && text.key.as_deref() == Some("message");
        let texts = tree.strings.iter().enumerate().filter(|(_, text)| is_message(text));
        let texts = texts.map(|(string, text)| {
            let name = text.container.map_or("", own_key);
            Selected { string, note: strings.get(&(name, "description")).copied() }
        });
        return Texts { texts: texts.collect(), language: None, is_arb: false };
    }
    // In ARB, a key that begins with `@` describes the file or the text named after the `@`. Names of packages may
    // begin with `@` too.
    let names = || {
        tree.strings
            .iter()
            .filter(|text| text.container == ROOT)
            .filter_map(|text| text.key.as_deref())
    };
    let named: LazyCell<HashSet<&str>, _> = LazyCell::new(|| names().collect());
    let is_of_text = |name: &str| name.strip_prefix('@').is_some_and(|text| named.contains(text));
    let is_arb = names().any(|name| name.starts_with("@@"))
        || members().any(|container| container.key.as_deref().is_some_and(is_of_text));
    let is_about = |name: &str| is_arb && name.starts_with('@');
    let mut about = vec![false; tree.containers.len()];
    for (index, container) in tree.containers.iter().enumerate() {
        about[index] = match container.parent {
            Some(0) => is_about(container.key.as_deref().unwrap_or_default()),
            Some(parent) => about[parent],
            None => false,
        };
    }
    let mut language = None;
    let mut texts = Vec::new();
    for (string, text) in tree.strings.iter().enumerate() {
        let name = text.key.as_deref().unwrap_or_default();
        let is_root = text.container == ROOT;
        if is_root && name == "@@locale" {
            language = Language::parse(&text.value.text.replace('_', "-"));
        }
        if is_root && is_about(name) || text.container.is_some_and(|container| about[container]) {
            continue;
        }
        let is_described = is_root && !strings.is_empty();
        let note =
            is_described.then(|| strings.get(&(&*format!("@{name}"), "description")).copied());
        texts.push(Selected { string, note: note.flatten() });
    }
    Texts { texts, language, is_arb }
}
