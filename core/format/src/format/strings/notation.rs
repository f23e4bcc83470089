//! The notations of placeholders: one table for all formats.

use std::str::FromStr;

use super::placeholder::within;
use glossweave_base::error::{Error, Result};
use glossweave_base::media::Format;

/// A set of notations of placeholders, the inline codes in strings that no translation may change.
///
/// A set is parsed from names with commas between them:
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
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
/// use glossweave::format::Notations;
/// use glossweave::{DecodeOptions, Format};
/// let source = r#"{"a": "Hello :name"}"#;
/// let texts = |options: &DecodeOptions| {
///     glossweave::decode(source, Format::Jsonc, options).map(|document| document.text().to_owned())
/// };
/// let options = DecodeOptions::default();
/// assert_eq!(texts(&options)?, "Hello ");
/// let options = options.with_placeholders("braces,printf".parse::<Notations>()?);
/// assert_eq!(texts(&options)?, "Hello :name");
/// # Ok::<(), glossweave::Error>(())
/// ```
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
    pub(in crate::format) const NONE: Notations = Notations(0);
    pub(in crate::format) const BRACES: Notations = Notations(1);
    pub(in crate::format) const PRINTF: Notations = Notations(1 << 1);
    pub(in crate::format) const DATES: Notations = Notations(1 << 2);
    pub(in crate::format) const PERCENT_NAMES: Notations = Notations(1 << 3);
    pub(in crate::format) const PERCENT_NUMBERS: Notations = Notations(1 << 4);
    pub(in crate::format) const DOLLARS: Notations = Notations(1 << 5);
    pub(in crate::format) const COLON_NAMES: Notations = Notations(1 << 6);
    pub(in crate::format) const LINKS: Notations = Notations(1 << 7);
    pub(in crate::format) const TEMPLATES: Notations = Notations(1 << 8);
    pub(in crate::format) const TAGS: Notations = Notations(1 << 9);

    /// The notations that hardly occur in texts of any kind.
    pub(in crate::format) const COMMON: Notations = Notations::BRACES
        .and(Notations::PRINTF)
        .and(Notations::DATES)
        .and(Notations::PERCENT_NAMES)
        .and(Notations::DOLLARS)
        .and(Notations::LINKS)
        .and(Notations::TEMPLATES)
        .and(Notations::TAGS);

    /// Returns both sets as one.
    pub(in crate::format) const fn and(self, set: Notations) -> Notations {
        Notations(self.0 | set.0)
    }

    /// Returns the set without another one.
    pub(in crate::format) const fn without(self, set: Notations) -> Notations {
        Notations(self.0 & !set.0)
    }

    /// Returns `true` if the set has a notation.
    pub(in crate::format) const fn has(self, set: Notations) -> bool {
        self.0 & set.0 != 0
    }

    /// Returns the notations of a format.
    pub(in crate::format) const fn of(format: Format) -> Notations {
        match format {
            Format::Jsonc | Format::Yaml | Format::Po | Format::Properties => {
                Notations::COMMON.and(Notations::COLON_NAMES)
            }
            // Tags in the text of an element are text, such as the subject of a manual.
            Format::Xliff => Notations::COMMON.and(Notations::COLON_NAMES).without(Notations::TAGS),
            Format::Xml => Notations::COMMON.without(Notations::TAGS),
            Format::Vtt | Format::Srt => {
                Notations::BRACES.and(Notations::DOLLARS).and(Notations::TAGS)
            }
            _ => Notations::COMMON,
        }
    }
}

impl FromStr for Notations {
    type Err = Error;

    /// Parses names of notations with commas between them, or `none`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `placeholders`, for an unknown name.
    fn from_str(text: &str) -> Result<Notations> {
        if text.trim() == "none" {
            return Ok(Notations::NONE);
        }
        text.split(',').map(str::trim).try_fold(Notations::NONE, |set, word| {
            let found = NAMES.iter().find(|(name, _)| *name == word);
            found.map(|(_, notation)| set.and(*notation)).ok_or_else(|| {
                let known: Vec<_> = NAMES.iter().map(|(name, _)| *name).collect();
                let known = format!("`none`, or some of {}", known.join(", "));
                Error::no_such("notation of placeholders", word, &known)
                    .with_parameter("placeholders")
            })
        })
    }
}

/// Returns the length of a name of ASCII letters, digits and further characters that begins with a letter or `_`.
fn name_length(text: &str, further: &[u8]) -> usize {
    let is_name =
        |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || further.contains(byte);
    if !text.starts_with(|char: char| char.is_ascii_alphabetic() || char == '_') {
        return 0;
    }
    text.bytes().take(super::placeholder::LONGEST).take_while(is_name).count()
}

/// Returns `true` for a character of a word in a script with spaces between words.
fn is_in_word(char: char) -> bool {
    char.is_alphanumeric() && char < '\u{2E80}' || char == '_'
}

/// Returns the length of `%name%` or `%%name%%`.
pub(super) fn percent_name(rest: &str, before: Option<char>) -> Option<usize> {
    let sign = if rest.starts_with("%%") { "%%" } else { "%" };
    let inner = rest.get(sign.len()..)?;
    let name = name_length(inner, b".-");
    let behind = inner.get(name..)?.strip_prefix(sign)?;
    let ends = !behind.starts_with(is_in_word);
    (name > 0 && ends && !before.is_some_and(is_in_word)).then_some(name + 2 * sign.len())
}

/// Returns the length of `:name`.
pub(super) fn colon_name(rest: &str, before: Option<char>) -> Option<usize> {
    let name = name_length(rest.get(1..)?, b"");
    let begins = before.is_none_or(|char| !is_in_word(char) && !":)]}".contains(char));
    let behind = rest.get(name + 1..)?;
    // `:smile:` is one with its second colon, and `:)` is none.
    let ends = !behind.starts_with("::");
    (name > 1 && begins && ends).then_some(name + 1)
}

/// Returns the length of `@:key`, `@.lower:key`, `@:(key)` or `@:{'key'}`.
pub(super) fn link(rest: &str, before: Option<char>) -> Option<usize> {
    let mut at = 1;
    if rest.as_bytes().get(1) == Some(&b'.') {
        let modifier = name_length(rest.get(2..)?, b"");
        at += 1 + Some(modifier).filter(|length| *length > 0)?;
    }
    let key = rest.get(at..)?.strip_prefix(':')?;
    at += 1;
    let length = match key.as_bytes().first()? {
        b'(' => within(key, ")")?,
        b'{' => within(key, "}")?,
        _ => {
            let length = name_length(key, b".-");
            key.get(..length)?.trim_end_matches(['.', '-']).len()
        }
    };
    (length > 0 && !before.is_some_and(is_in_word)).then_some(at + length)
}

/// Returns the length of a directive of `strftime`.
pub(super) fn date(rest: &str, before: Option<char>) -> Option<usize> {
    let bytes = rest.as_bytes();
    let flag = usize::from(bytes.get(1).is_some_and(|byte| b"-_0^#EO".contains(byte)));
    let letter = *bytes.get(1 + flag)?;
    let known = b"aAbBcCdDeFgGhHIjklmMpPrRsStTuUVwWxXyYzZ".contains(&letter);
    // `%Hh%M` and `%dT%H` have one letter behind a directive; a word has more.
    let is_letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
    let is_word = is_letter(2 + flag) && is_letter(3 + flag);
    (known && !is_word && !before.is_some_and(|char| char.is_ascii_digit())).then_some(2 + flag)
}

/// Returns the length of a tag of a template that begins with a sign and `end`s with another one.
pub(super) fn template(rest: &str) -> Option<usize> {
    let end = match rest.as_bytes().get(..2)? {
        b"<%" => "%>",
        b"<?" => "?>",
        b"{%" => "%}",
        b"{#" => "#}",
        b"#{" => "}",
        _ => return None,
    };
    within(rest, end)
}
