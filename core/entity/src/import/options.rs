//! The options of an import.

use std::collections::BTreeSet;
use std::path::PathBuf;

use glossweave_base::error::{Error, Result};
use glossweave_base::options::list;
use glossweave_base::text::Language;
use glossweave_base::text::iri::is_absolute;
use glossweave_base::words::LabelCase;
use glossweave_dictionary::{Dictionary, DictionaryBuilder};

const NAMES: [&str; 9] = [
    "language",
    "class",
    "country",
    "code",
    "column",
    "separator",
    "case",
    "never-alone",
    "corpus",
];

/// The options of an import.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    languages: Vec<Language>,
    classes: BTreeSet<String>,
    /// ISO 3166 country codes in capitals.
    pub countries: Vec<String>,
    /// The kinds of codes that are used as names.
    pub codes: Vec<String>,
    /// The mapping of table columns: parts of an entry, and the names of columns or templates.
    pub columns: Vec<(String, String)>,
    /// The separator between several names in a field.
    pub separator: Option<String>,
    /// The case of names.
    pub case: LabelCase,
    /// Words that are not names by themselves.
    never_alone: Vec<String>,
    /// Text files whose words in lower case are common words.
    corpora: Vec<PathBuf>,
    /// `true` to read descriptions.
    pub has_descriptions: bool,
}

impl Wanted {
    /// Sets an option. All options can be set several times.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "language" => {
                for tag in list(value) {
                    self.languages.push(
                        tag.parse().map_err(|error: Error| error.with_parameter("language"))?,
                    );
                }
            }
            "class" => {
                for class in value.split([' ', ',']).filter(|class| !class.is_empty()) {
                    if !is_absolute(class) {
                        let message = format!("`class` is `{class}`, expected an absolute IRI");
                        return Err(Error::invalid(message).with_parameter("class"));
                    }
                    self.classes.insert(class.to_owned());
                }
            }
            "country" => self.countries.extend(list(&value.to_ascii_uppercase())),
            "code" => self.codes.extend(list(value)),
            "column" => {
                let Some((what, column)) = value.split_once('=') else {
                    let message =
                        format!("`column` is `{value}`, expected a value such as `label=NAME`");
                    return Err(Error::invalid(message).with_parameter("column"));
                };
                self.columns.push((what.trim().to_owned(), column.trim().to_owned()));
            }
            "separator" if value.is_empty() => {
                return Err(Error::invalid("`separator` is empty").with_parameter("separator"));
            }
            "separator" => self.separator = Some(value.to_owned()),
            "case" => self.case = value.parse()?,
            "never-alone" => self.never_alone.extend(list(value)),
            "corpus" => self.corpora.push(value.into()),
            _ => return Err(Error::no_option(name, &NAMES)),
        }
        Ok(())
    }

    /// Returns an empty builder with the case, the words and the corpora of the options.
    pub fn builder(&self) -> Result<DictionaryBuilder> {
        let builder = Dictionary::builder().with_case(self.case);
        let builder = builder.with_never_alone(&self.never_alone);
        self.corpora.iter().try_fold(builder, DictionaryBuilder::corpus_file)
    }

    /// Returns the name of an option that is set, but cannot be stored in a table.
    pub fn of_dictionary_alone(&self) -> Option<&'static str> {
        let has_words = !self.never_alone.is_empty();
        has_words.then_some("never-alone").or((!self.corpora.is_empty()).then_some("corpus"))
    }

    /// Returns `true` if names with this language tag are imported.
    pub fn language(&self, tag: &str) -> bool {
        self.languages.is_empty()
            || self.languages.iter().any(|language| is_in(tag, language.as_str()))
    }

    /// Returns `true` if the languages are restricted.
    pub fn has_languages(&self) -> bool {
        !self.languages.is_empty()
    }

    /// Returns `true` if entities of a class are imported.
    pub fn class(&self, class: &str) -> bool {
        self.classes.is_empty() || self.classes.contains(class)
    }

    /// Returns `true` if the classes are restricted.
    pub fn has_classes(&self) -> bool {
        !self.classes.is_empty()
    }

    /// Returns the classes that are imported.
    pub fn classes(&self) -> &BTreeSet<String> {
        &self.classes
    }

    /// Returns `true` if a country is imported.
    pub fn country(&self, code: &str) -> bool {
        self.countries.is_empty() || self.countries.iter().any(|country| country == code)
    }
}

/// Returns `true` if a tag denotes a language or a variant of it.
fn is_in(tag: &str, language: &str) -> bool {
    let tag = tag.as_bytes();
    tag.get(..language.len()).is_some_and(|start| start.eq_ignore_ascii_case(language.as_bytes()))
        && matches!(tag.get(language.len()), None | Some(b'-' | b'_'))
}
