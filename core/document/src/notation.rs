//! Notations of placeholders, in one table for all formats.

use std::str::FromStr;

use glossweave_base::error::{Error, Result};
use glossweave_base::media::Format;
use glossweave_base::options::list;

/// A set of placeholder notations. Placeholders are inline codes in strings that translations must
/// not change.
///
/// The text form is a list of names, separated by commas:
///
/// | name | placeholders |
/// |---|---|
/// | `braces` | `{name}`, `{0}`, `{{name}}`, arguments of ICU and Java with `plural`, `select` or `choice` |
/// | `printf` | `%d`, `%1$s`, `%@`, `%(name)s`, `%{name}`, `%<name>s` |
/// | `dates` | `%Y`, `%B` and further directives of `strftime` |
/// | `percent-names` | `%name%` of Symfony and Twig, `%%name%%` |
/// | `percent-numbers` | `%1`, `%n`, `%L1` of Qt and KDE |
/// | `dollars` | `${name}`, `$t(name)`, `$NAME$` |
/// | `colon-names` | `:name` of Laravel |
/// | `links` | `@:key`, `@.lower:key` of Vue I18n |
/// | `templates` | `<%= … %>`, `<?php … ?>`, `{% … %}`, `{# … #}`, `#{name}` |
/// | `tags` | tags and references of HTML |
///
/// `none` is the empty set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notations(u16);

const NAMES: [(&str, Notations); 10] = [
    ("braces", Notations::BRACES),
    ("printf", Notations::PRINTF),
    ("dates", Notations::DATES),
    ("percent-names", Notations::PERCENT_NAMES),
    ("percent-numbers", Notations::PERCENT_NUMBERS),
    ("dollars", Notations::DOLLARS),
    ("colon-names", Notations::COLON_NAMES),
    ("links", Notations::LINKS),
    ("templates", Notations::TEMPLATES),
    ("tags", Notations::TAGS),
];

impl Notations {
    /// The empty set.
    pub const NONE: Notations = Notations(0);
    /// `braces`.
    pub const BRACES: Notations = Notations(1);
    /// `printf`.
    pub const PRINTF: Notations = Notations(1 << 1);
    /// `dates`.
    pub const DATES: Notations = Notations(1 << 2);
    /// `percent-names`.
    pub const PERCENT_NAMES: Notations = Notations(1 << 3);
    /// `percent-numbers`.
    pub const PERCENT_NUMBERS: Notations = Notations(1 << 4);
    /// `dollars`.
    pub const DOLLARS: Notations = Notations(1 << 5);
    /// `colon-names`.
    pub const COLON_NAMES: Notations = Notations(1 << 6);
    /// `links`.
    pub const LINKS: Notations = Notations(1 << 7);
    /// `templates`.
    pub const TEMPLATES: Notations = Notations(1 << 8);
    /// `tags`.
    pub const TAGS: Notations = Notations(1 << 9);

    /// The notations that are unlikely to occur in ordinary text.
    pub const COMMON: Notations = Notations::BRACES
        .and(Notations::PRINTF)
        .and(Notations::DATES)
        .and(Notations::PERCENT_NAMES)
        .and(Notations::DOLLARS)
        .and(Notations::LINKS)
        .and(Notations::TEMPLATES)
        .and(Notations::TAGS);

    /// Returns the union of both sets.
    pub const fn and(self, set: Notations) -> Notations {
        Notations(self.0 | set.0)
    }

    /// Returns the set without the notations of another set.
    pub const fn without(self, set: Notations) -> Notations {
        Notations(self.0 & !set.0)
    }

    /// Returns `true` if the set contains a notation.
    pub const fn has(self, set: Notations) -> bool {
        self.0 & set.0 != 0
    }

    /// Returns the default notations of a format.
    pub const fn of(format: Format) -> Notations {
        match format {
            Format::Jsonc | Format::Yaml | Format::Po | Format::Properties => {
                Notations::COMMON.and(Notations::COLON_NAMES)
            }
            // Tags in element text are part of the subject, for example in a manual about HTML.
            Format::Xliff => Notations::COMMON.and(Notations::COLON_NAMES).without(Notations::TAGS),
            Format::Xml => Notations::COMMON.without(Notations::TAGS),
            Format::Vtt | Format::Srt => {
                Notations::BRACES.and(Notations::DOLLARS).and(Notations::TAGS)
            }
            _ => Notations::COMMON,
        }
    }
}

fn unknown(word: &str) -> Error {
    let known: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
    let known = format!("`none`, or some of {}", known.join(", "));
    Error::no_such("notation of placeholders", word, &known).with_parameter("placeholders")
}

impl FromStr for Notations {
    type Err = Error;

    /// Parses a list of names separated by commas, or `none`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `placeholders`, if a name is unknown.
    fn from_str(text: &str) -> Result<Notations> {
        if text.trim() == "none" {
            return Ok(Notations::NONE);
        }
        let words = list(text);
        if words.is_empty() && !text.ends_with('\n') {
            return Err(unknown(text));
        }
        words.iter().try_fold(Notations::NONE, |set, word| {
            let found = NAMES.iter().find(|(name, _)| *name == word.as_str());
            found.map(|(_, notation)| set.and(*notation)).ok_or_else(|| unknown(word))
        })
    }
}
