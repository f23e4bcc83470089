//! Language tags, whose syntax is checked.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};

/// A language tag of BCP 47, for example `en` or `de-AT`.
///
/// Only the syntax is checked: parts of 1 to 8 letters and digits, with only letters in the first part.
/// Codes need not be registered.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Language(Box<str>);

/// The maximum length of a tag in bytes. Registered tags have at most 35 (RFC 5646, clause 4.4.1).
const LONGEST: usize = 255;

/// Scripts that are written from right to left (ISO 15924).
const RTL_SCRIPTS: [&str; 13] = [
    "Adlm", "Arab", "Aran", "Armi", "Hebr", "Mand", "Mend", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa",
    "Yezi",
];

/// Languages whose most likely script is in `RTL_SCRIPTS`.
const RTL_LANGUAGES: [&str; 48] = [
    "acm", "acq", "acw", "aeb", "aii", "ajp", "apc", "apd", "ar", "ara", "arc", "arq", "ars",
    "ary", "arz", "azb", "bal", "bqi", "ckb", "dv", "div", "fa", "fas", "per", "glk", "haz", "he",
    "heb", "iw", "ji", "khw", "ks", "lrc", "luz", "mzn", "nqo", "pes", "pnb", "prs", "ps", "rhg",
    "sd", "skr", "syr", "ug", "ur", "urd", "yi",
];

/// Languages that use a right-to-left script only in some regions.
const RTL_REGIONS: [(&str, &str); 6] =
    [("az", "IR"), ("ku", "IQ"), ("ku", "IR"), ("pa", "PK"), ("tg", "AF"), ("uz", "AF")];

fn starts_with_digit(part: &str) -> bool {
    part.starts_with(|first: char| first.is_ascii_digit())
}

impl Language {
    /// Parses a tag. `_` is read as `-`, and surrounding white space is ignored. Returns `None` if the
    /// syntax is wrong, the tag is empty, or it is longer than 255 bytes.
    pub fn parse(tag: &str) -> Option<Language> {
        let tag = tag.trim();
        if tag.len() > LONGEST {
            return None;
        }
        let tag = tag.replace('_', "-");
        let mut parts = tag.split('-');
        let first = parts.next()?;
        let right = |part: &str| {
            (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        let shaped = right(first)
            && first.bytes().all(|byte| byte.is_ascii_alphabetic())
            && parts.all(right);
        shaped.then(|| Language(tag.into()))
    }

    /// Returns `true` if the language is written from right to left in the script of the tag, or else in
    /// its most likely script (CLDR, likely subtags).
    pub fn is_right_to_left(&self) -> bool {
        let has =
            |list: &[&str], part: &str| list.iter().any(|item| item.eq_ignore_ascii_case(part));
        // Parts after a single letter are extensions.
        let mut parts = self.0.split('-').skip(1).take_while(|part| part.len() > 1);
        if let Some(script) = parts.clone().find(|part| part.len() == 4 && !starts_with_digit(part))
        {
            return has(&RTL_SCRIPTS, script);
        }
        let primary = self.primary();
        has(&RTL_LANGUAGES, primary)
            || RTL_REGIONS.iter().any(|(language, region)| {
                language.eq_ignore_ascii_case(primary)
                    && parts.any(|part| part.eq_ignore_ascii_case(region))
            })
    }

    /// Returns the tag as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the first part: the language without region or script.
    pub fn primary(&self) -> &str {
        self.0.split('-').next().unwrap_or(&self.0)
    }

    /// Returns `true` if this tag matches a range, ignoring case: for example, `en-US` matches `en` and
    /// `en-us` (RFC 4647, basic filtering).
    pub fn is(&self, range: &str) -> bool {
        let tag = self.0.as_bytes();
        let range = range.as_bytes();
        tag.len() >= range.len()
            && tag[..range.len()].eq_ignore_ascii_case(range)
            && (tag.len() == range.len() || tag[range.len()] == b'-')
    }
}

crate::serialized_as_text!(Language);

impl FromStr for Language {
    type Err = Error;

    /// Parses a tag like [`Language::parse`], but reports an error to the caller.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `language`, if the syntax is wrong, the tag is
    /// empty, or its first part has more than three letters, because no registered code has more.
    fn from_str(tag: &str) -> Result<Language> {
        // `english` has the syntax of a tag, but would match nothing as a language.
        Language::parse(tag).filter(|tag| tag.primary().len() <= 3).ok_or_else(|| {
            let error = Error::no_such("language tag", tag, "one such as en or de-AT");
            error.with_parameter("language")
        })
    }
}

impl fmt::Display for Language {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn a_tag_has_letters_first_and_short_parts() {
        for good in ["en", "de-AT", "zh-Hant-TW", "x-klingon", "sl-1994"] {
            assert!(Language::parse(good).is_some(), "{good}");
        }
        for bad in ["", "-", "en-", "1en", "en--US", "abcdefghi", "e n", "en\u{e9}"] {
            assert!(Language::parse(bad).is_none(), "{bad}");
        }
        assert!(Language::parse(&format!("en{}", "-abcdefg".repeat(31))).is_some());
        assert!(Language::parse(&format!("en{}", "-abcdefg".repeat(32))).is_none());
    }

    #[test]
    fn callers_name_languages_by_their_codes() {
        for good in ["en", "eng", "de-AT", "x-klingon", "i-mingo", "art-lojban"] {
            assert!(good.parse::<Language>().is_ok(), "{good}");
        }
        for bad in ["english", "German", "latn", "english-GB"] {
            let error = bad.parse::<Language>().unwrap_err();
            assert!(error.message().contains("expected one such as en"), "{bad}");
            assert!(Language::parse(bad).is_some());
        }
    }

    #[test]
    fn a_range_matches_whole_parts() {
        let tag = Language::parse("eng-GB").unwrap();
        assert!(tag.is("eng") && !tag.is("en") && !tag.is("eng-GB-x"));
        assert_eq!(tag.primary(), "eng");
    }
}
