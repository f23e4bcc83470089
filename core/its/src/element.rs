//! Local markup of an element (clauses 5.2.2 and 6.2).

use std::sync::Arc;

use super::value::CategoryValue;
use super::{Dialect, ITS, Within};
use glossweave_document::annotation::{Category, Field};
use glossweave_markup::tree::{Name, NodeId, Tree, XHTML, XML};

/// The meaning of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A single-valued field.
    Field(Category, &'static str),
    /// A field of a record.
    Record(Category, &'static str),
    Annotators,
}

/// The elements on which an attribute has its ITS meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    Everywhere,
    /// `its:span` only.
    Span,
    /// HTML elements only.
    Html,
    /// HTML elements and `its:span`.
    Both,
}

/// The categories that local markup can set. All other categories can only be set by rules.
const LOCAL: &[Category] = &[
    Category::Translate,
    Category::LocalizationNote,
    Category::Terminology,
    Category::Directionality,
    Category::ElementsWithinText,
    Category::TextAnalysis,
    Category::LocaleFilter,
    Category::Provenance,
    Category::LocQualityIssue,
    Category::LocQualityRating,
    Category::MtConfidence,
    Category::AllowedCharacters,
    Category::StorageSize,
];

fn word(name: &str) -> Option<Word> {
    if name == "annotatorsRef" {
        return Some(Word::Annotators);
    }
    LOCAL.iter().find_map(|category| {
        let known = |names: &[&'static str]| names.iter().copied().find(|one| *one == name);
        // According to clause 8.4.2.2, only rules can specify the text of the information.
        let field = known(category.fields()).filter(|name| *name != "termInfo");
        let record = || known(category.record()).map(|name| Word::Record(*category, name));
        field.map(|name| Word::Field(*category, name)).or_else(record)
    })
}

/// Converts an HTML name, for example `its-loc-note` to `locNote` (clause 6.2).
pub fn camel(name: &str) -> Option<String> {
    let mut camel = String::new();
    let mut upper = false;
    for char in name.strip_prefix("its-")?.chars() {
        match char {
            '-' => upper = true,
            char if upper => {
                camel.extend(char.to_uppercase());
                upper = false;
            }
            char => camel.push(char),
        }
    }
    Some(camel)
}

/// The ITS meaning of each name of a tree, by name number.
#[derive(Debug)]
pub(super) struct Words {
    words: Vec<Option<(Word, Where)>>,
    spans: Vec<bool>,
    html: Vec<bool>,
}

impl Words {
    pub fn of(tree: &Tree<'_>, dialect: Dialect) -> Words {
        let _ = dialect;
        let names = tree.names();
        Words {
            words: names.iter().map(meaning).collect(),
            spans: names.iter().map(|name| name.is(ITS, "span")).collect(),
            html: names.iter().map(|name| *name.namespace == *XHTML).collect(),
        }
    }

    fn of_attribute(&self, name: u32, element: u32) -> Option<Word> {
        let (word, place) = self.words.get(name as usize).copied().flatten()?;
        let of = |all: &[bool]| all.get(element as usize).copied().unwrap_or(false);
        let holds = match place {
            Where::Everywhere => true,
            Where::Span => of(&self.spans),
            Where::Html => of(&self.html),
            Where::Both => of(&self.html) || of(&self.spans),
        };
        holds.then_some(word)
    }

    /// Returns `true` if an element is an HTML element.
    pub fn is_html(&self, tree: &Tree<'_>, node: NodeId) -> bool {
        self.html.get(tree.name_number(node) as usize).copied().unwrap_or(false)
    }
}

fn meaning(name: &Name) -> Option<(Word, Where)> {
    let local = &*name.local;
    let language = Word::Field(Category::LanguageInformation, "lang");
    let id = Word::Field(Category::IdValue, "idValue");
    let space = Word::Field(Category::PreserveSpace, "space");
    match (&*name.namespace, local) {
        (XML, "lang") => Some((language, Where::Everywhere)),
        (XML, "space") => Some((space, Where::Everywhere)),
        (XML, "id") => Some((id, Where::Everywhere)),
        (ITS, _) => word(local).map(|word| (word, Where::Everywhere)),
        ("", "lang") => Some((language, Where::Html)),
        ("", "id") => Some((id, Where::Html)),
        ("", "dir" | "translate") => word(local).map(|word| (word, Where::Both)),
        ("", _) if local.starts_with("its-") => {
            let word = word(&camel(local)?)?;
            let own = ["translate", "dir"].map(self::word);
            // HTML defines attributes for these two.
            (!own.contains(&Some(word))).then_some((word, Where::Html))
        }
        ("", _) => word(local).map(|word| (word, Where::Span)),
        _ => None,
    }
}

/// The local markup of an element.
#[derive(Debug, Default)]
pub(super) struct Own {
    pub said: Vec<CategoryValue>,
    pub annotators: Option<Box<str>>,
}

/// Reads the ITS attributes of an element. Invalid values are ignored.
pub(super) fn read(tree: &Tree<'_>, words: &Words, node: NodeId) -> Option<Own> {
    let element = tree.name_number(node);
    let mut own: Option<Own> = None;
    for attribute in tree.attributes(node) {
        let name = tree.attribute_name_number(attribute);
        let Some(word) = words.of_attribute(name, element) else { continue };
        let html = words.is_html(tree, node);
        let own = own.get_or_insert_default();
        let raw = tree.value(attribute);
        match word {
            Word::Annotators => own.annotators = Some(raw.into()),
            Word::Field(category, name) => {
                let Some(value) = value(name, raw, html) else { continue };
                let said = of(&mut own.said, category);
                // In XHTML, `xml:lang` takes precedence over `lang`.
                let first = &*tree.attribute_name(attribute).namespace == XML;
                match said.fields.iter_mut().find(|field| field.0 == name) {
                    Some(field) if first => field.1 = value,
                    Some(_) => {}
                    None => said.fields.push((name, value)),
                }
            }
            Word::Record(category, name) => {
                let Some(value) = value(name, raw, html) else { continue };
                let said = of(&mut own.said, category);
                said.records.first().push((name, value));
            }
        }
    }
    let mut own = own?;
    own.said.retain_mut(complete);
    Some(own)
}

fn of(all: &mut Vec<CategoryValue>, category: Category) -> &mut CategoryValue {
    let at = all.iter().position(|said| said.category == category).unwrap_or(all.len());
    if at == all.len() {
        all.push(CategoryValue::new(category));
    }
    &mut all[at]
}

/// Returns the value of a field, or `None` if it is invalid. HTML values are case-insensitive.
pub(super) fn value(name: &str, raw: &str, html: bool) -> Option<Arc<str>> {
    let one_of = |known: &[&str]| {
        let trimmed = raw.trim();
        let found = known.iter().find(|one| match html {
            true => one.eq_ignore_ascii_case(trimmed),
            false => **one == trimmed,
        });
        found.map(|one| Arc::from(*one))
    };
    match name {
        "translate" if html && raw.is_empty() => Some("yes".into()),
        "translate" | "term" | "locQualityIssueEnabled" => one_of(&["yes", "no"]),
        "dir" if html => one_of(&["ltr", "rtl", "auto"]),
        "dir" => one_of(&["ltr", "rtl", "lro", "rlo"]),
        "withinText" => one_of(&["yes", "no", "nested"]),
        "locNoteType" => one_of(&["alert", "description"]),
        "localeFilterType" => one_of(&["include", "exclude"]),
        "lineBreakType" => one_of(&["cr", "lf", "crlf"]),
        "space" => one_of(&["default", "preserve"]),
        "locQualityIssueType" if html => Some(raw.trim().to_ascii_lowercase().into()),
        "locNote" | "termInfo" => Some(collapsed(raw).into()),
        _ => Some(raw.into()),
    }
}

/// Parses a value of `withinText`.
pub(super) fn within(value: &str) -> Within {
    match value {
        "yes" => Within::Yes,
        "nested" => Within::Nested,
        _ => Within::No,
    }
}

/// Collapses each run of white space to one space, and removes white space at both ends.
pub(super) fn collapsed(text: &str) -> String {
    let words: Vec<_> =
        text.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Adds default values. Returns `true` if all values that the category requires are set.
pub(super) fn complete(said: &mut CategoryValue) -> bool {
    let has = |said: &CategoryValue, name| said.field(name).is_some();
    let default = |said: &mut CategoryValue, name, value: &str| {
        if !has(said, name) {
            said.fields.push((name, value.into()));
        }
    };
    match said.category {
        Category::LocalizationNote => {
            default(said, "locNoteType", "description");
            has(said, "locNote") || has(said, "locNoteRef")
        }
        Category::Terminology => has(said, "term"),
        Category::TextAnalysis => {
            ["taClassRef", "taIdent", "taIdentRef"].iter().any(|name| has(said, name))
        }
        Category::LocaleFilter => {
            default(said, "localeFilterType", "include");
            has(said, "localeFilterList")
        }
        Category::StorageSize => {
            default(said, "storageEncoding", "UTF-8");
            default(said, "lineBreakType", "lf");
            has(said, "storageSize")
        }
        Category::LocQualityIssue => {
            let says = |record: &Vec<Field>| {
                let names = ["locQualityIssueType", "locQualityIssueComment"];
                record.iter().any(|field| names.contains(&field.0))
            };
            said.records.retain(says);
            !said.is_empty()
        }
        Category::LocQualityRating => {
            has(said, "locQualityRatingScore") || has(said, "locQualityRatingVote")
        }
        _ => !said.is_empty(),
    }
}
