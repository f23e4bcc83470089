//! The meaning of columns.

use crate::document::Columns;
use glossweave_base::text::Language;

const SOURCES: &[&str] =
    &["source", "source text", "source string", "original", "msgid", "text", "string"];
const TARGETS: &[&str] = &["target", "target text", "translation", "translated text", "msgstr"];
const IDS: &[&str] = &["id", "key", "keys", "identifier", "string id", "resname"];
const CONTEXTS: &[&str] = &["context", "msgctxt"];
const NOTES: &[&str] = &[
    "note",
    "notes",
    "comment",
    "comments",
    "description",
    "developer comment",
    "developer comments",
    "translator comment",
    "translator comments",
];

/// Two letters that mean something else in a header than a language.
const NO_LANGUAGES: &[&str] = &["id", "no"];

/// The numbers of columns. Without sources, every cell with a letter is a text.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Layout {
    pub sources: Vec<usize>,
    pub target: Option<usize>,
    /// The columns whose name is a language, without those of the source.
    pub languages: Vec<(usize, Language)>,
    pub id: Option<usize>,
    pub context: Option<usize>,
    pub notes: Vec<usize>,
    pub language: Option<Language>,
    pub target_language: Option<Language>,
}

/// Returns the language that is the name of a column.
fn language(name: &str) -> Option<Language> {
    let found = Language::parse(name.trim())?;
    let primary = found.as_str().split('-').next().unwrap_or_default();
    let is_one = primary.len() == 2 && primary.bytes().all(|byte| byte.is_ascii_lowercase());
    (is_one && !NO_LANGUAGES.contains(&found.as_str())).then_some(found)
}

impl Layout {
    /// Finds the columns of a header: those that are named, or those with usual names. The error is a message.
    pub fn of(header: &[String], named: Option<&Columns>) -> std::result::Result<Layout, String> {
        let mut layout = match named {
            Some(columns) => Layout::named(header, columns)?,
            None => Layout::usual(header),
        };
        layout.sources.sort_unstable();
        layout.sources.dedup();
        let language_of = |column: &usize| header.get(*column).and_then(|name| language(name));
        layout.language = layout.sources.first().and_then(language_of);
        if named.is_none() && layout.target.is_none() && layout.sources.len() == 1 {
            let others = (0..header.len()).filter(|column| !layout.sources.contains(column));
            let others = others.filter_map(|column| Some((column, language_of(&column)?)));
            layout.languages = others.collect();
            if let [(only, _)] = &*layout.languages {
                layout.target = Some(*only);
            }
        }
        layout.target_language = layout.target.as_ref().and_then(language_of);
        Ok(layout)
    }

    fn named(header: &[String], columns: &Columns) -> std::result::Result<Layout, String> {
        let find = |name: &String| {
            let found = header.iter().position(|one| one.trim() == name);
            found.ok_or_else(|| {
                let known: Vec<_> = header.iter().take(12).map(|name| name.trim()).collect();
                let shown: String = known.join(", ").chars().take(500).collect();
                format!("no column `{name}`, expected one of {shown}")
            })
        };
        let all = |names: &[String]| names.iter().map(find).collect::<std::result::Result<_, _>>();
        Ok(Layout {
            sources: all(&columns.source)?,
            target: columns.target.as_ref().map(find).transpose()?,
            id: columns.id.as_ref().map(find).transpose()?,
            context: columns.context.as_ref().map(find).transpose()?,
            notes: all(&columns.note)?,
            ..Layout::default()
        })
    }

    fn usual(header: &[String]) -> Layout {
        let name = |name: &String| name.trim().to_lowercase().replace(['_', '-'], " ");
        let names: Vec<String> = header.iter().map(name).collect();
        let find = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
        let id = find(IDS);
        let first = || header.iter().position(|name| language(name).is_some());
        let value = || find(&["value"]).filter(|_| id.is_some());
        let Some(source) = find(SOURCES).or_else(first).or_else(value) else {
            return Layout::default();
        };
        let is_note = |column: &usize| NOTES.contains(&names[*column].as_str());
        Layout {
            sources: vec![source],
            target: find(TARGETS).filter(|target| *target != source),
            id,
            context: find(CONTEXTS),
            notes: (0..names.len()).filter(is_note).collect(),
            ..Layout::default()
        }
    }

    /// Makes the column of a language the target, if the table has several languages.
    pub fn aim_at(&mut self, wanted: &Language) {
        if self.target.is_none() && !self.languages.is_empty() {
            self.target = self.column(wanted);
            self.target_language = Some(wanted.clone());
        }
    }

    /// Returns `true` if translations do not replace the texts.
    pub fn is_beside(&self) -> bool {
        self.target.is_some() || !self.languages.is_empty()
    }

    /// Returns the column of translations into a language.
    pub fn column(&self, wanted: &Language) -> Option<usize> {
        if let (Some(target), Some(language)) = (self.target, &self.target_language) {
            return (language.primary() == wanted.primary()).then_some(target);
        }
        if self.target.is_some() {
            return self.target;
        }
        let same = |one: &Language| one.as_str().eq_ignore_ascii_case(wanted.as_str());
        let exact = self.languages.iter().find(|(_, one)| same(one));
        let near = || {
            let mut near =
                self.languages.iter().filter(|(_, one)| one.primary() == wanted.primary());
            near.next().filter(|_| near.next().is_none())
        };
        exact.or_else(near).map(|(column, _)| *column)
    }
}
