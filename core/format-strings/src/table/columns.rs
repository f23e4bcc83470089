//! Detection of the meaning of columns.

use glossweave_base::text::Language;
use glossweave_document::Columns;

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

/// Header names that may also be the first text of a table without a header.
const WEAK_SOURCES: &[&str] = &["text", "string", "original"];

/// Two-letter header names that are not languages.
const NO_LANGUAGES: &[&str] = &["id", "no"];

/// Two-letter language codes that are also words or common abbreviations. Such a column is a language column only if
/// there is another language column.
const WORDS: &[&str] = &[
    "am", "an", "as", "be", "do", "he", "hi", "ho", "ie", "in", "is", "it", "la", "lo", "ma", "mi",
    "mr", "ms", "my", "na", "oc", "om", "or", "os", "pa", "ps", "se", "so", "st", "ti", "to", "tr",
    "ts", "ug", "vo",
];

/// The indices of columns. If `sources` is empty, every cell that contains a letter is a text.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Layout {
    pub sources: Vec<usize>,
    pub target: Option<usize>,
    /// The columns named after a language, except the source columns.
    pub languages: Vec<(usize, Language)>,
    pub id: Option<usize>,
    pub context: Option<usize>,
    pub notes: Vec<usize>,
    pub language: Option<Language>,
    pub target_language: Option<Language>,
}

/// Returns the language that a column name specifies: two letters, optionally followed by a script or a region.
fn language(name: &str) -> Option<Language> {
    let mut parts = name.trim().split(['-', '_']);
    let primary = parts.next()?;
    let is_primary = primary.len() == 2 && primary.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_further = |part: &str| {
        let is_region = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_alphabetic());
        let is_number = part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_digit());
        let is_script = part.len() == 4
            && part.bytes().all(|byte| byte.is_ascii_alphabetic())
            && part.starts_with(|char: char| char.is_ascii_uppercase());
        is_region || is_number || is_script
    };
    let is_name = is_primary && parts.all(is_further) && !NO_LANGUAGES.contains(&name.trim());
    Language::parse(&name.trim().replace('_', "-")).filter(|_| is_name)
}

/// Returns the columns that are named after languages. A single column named by two letters may be a word, or a text
/// in a table without a header. `is_certain` is set when another column proves that there is a header.
fn languages(header: &[String], is_certain: bool) -> Vec<(usize, Language)> {
    let names = header.iter().enumerate();
    let found: Vec<(usize, Language)> =
        names.filter_map(|(column, name)| Some((column, language(name)?))).collect();
    let is_word = |found: &(usize, Language)| WORDS.contains(&found.1.as_str());
    match &*found {
        [only] if only.1.as_str().len() == 2 && (!is_certain || is_word(only)) => Vec::new(),
        all if all.iter().all(is_word) => Vec::new(),
        _ => found,
    }
}

impl Layout {
    /// Finds the columns of a header by the names in `named`, or by common names. The error is a message.
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
            layout.languages = languages(header, true);
            layout.languages.retain(|(column, _)| !layout.sources.contains(column));
            if let [(only, _)] = &*layout.languages {
                layout.target = Some(*only);
            }
        }
        layout.target_language = layout.target.as_ref().and_then(language_of);
        Ok(layout)
    }

    fn named(header: &[String], columns: &Columns) -> std::result::Result<Layout, String> {
        let find = |name: &String| {
            let found = header.iter().position(|cell| cell.trim() == name);
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
        let first = || languages(header, id.is_some()).first().map(|(column, _)| *column);
        let value = || find(&["value"]).filter(|_| id.is_some());
        let Some(source) = find(SOURCES).or_else(first).or_else(value) else {
            return Layout::default();
        };
        // `da` and `text` may be the first texts of a table without a header.
        let is_weak = names.get(source).is_some_and(|name| WEAK_SOURCES.contains(&name.as_str()));
        let has_doubt = header.iter().any(|name| language(name).is_some())
            && languages(header, id.is_some()).is_empty();
        if is_weak && has_doubt && find(TARGETS).is_none() {
            return Layout::default();
        }
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

    /// Returns the names of the columns that neither contain nor describe texts. Returns an empty list when every
    /// cell is a text.
    pub fn skipped<'h>(&self, header: &'h [String]) -> Vec<&'h str> {
        if self.sources.is_empty() {
            return Vec::new();
        }
        let is_taken = |column: usize| {
            let about = [self.target, self.id, self.context];
            self.sources.contains(&column)
                || self.notes.contains(&column)
                || about.contains(&Some(column))
                || self.languages.iter().any(|(language, _)| *language == column)
        };
        let names = header.iter().enumerate().filter(|(column, _)| !is_taken(*column));
        names.map(|(_, name)| name.trim()).filter(|name| !name.is_empty()).collect()
    }

    /// Selects the column of a language as the target when the table has several languages.
    pub fn aim_at(&mut self, target: &Language) {
        if self.target.is_none() && !self.languages.is_empty() {
            self.target = self.column(target);
            self.target_language = Some(target.clone());
        }
    }

    /// Returns `true` if translations have separate columns instead of replacing the texts.
    pub fn is_beside(&self) -> bool {
        self.target.is_some() || !self.languages.is_empty()
    }

    /// Returns the column of translations into a language.
    pub fn column(&self, sought: &Language) -> Option<usize> {
        if let (Some(target), Some(language)) = (self.target, &self.target_language) {
            return (language.primary() == sought.primary()).then_some(target);
        }
        if self.target.is_some() {
            return self.target;
        }
        let same = |language: &Language| language.as_str().eq_ignore_ascii_case(sought.as_str());
        let exact = self.languages.iter().find(|(_, language)| same(language));
        let near = || {
            let mut near = self
                .languages
                .iter()
                .filter(|(_, language)| language.primary() == sought.primary());
            near.next().filter(|_| near.next().is_none())
        };
        exact.or_else(near).map(|(column, _)| *column)
    }
}
