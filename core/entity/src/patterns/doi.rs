//! Digital object identifiers.

use std::ops::Range;

use super::hit::Hit;
use super::web::trimmed;
use glossweave_document::annotation::Entity;

/// The maximum number of characters that are read after the slash.
const LONGEST: usize = 512;

/// The path suffixes of publisher URLs that can follow a DOI.
const VIEWS: &[&str] =
    &["/full", "/fulltext", "/abstract", "/pdf", "/epdf", "/html", "/meta", ".pdf"];

/// Character references of HTML and escapes of LaTeX, with the characters that they represent.
const ESCAPES: &[(&str, char)] = &[
    ("&lt;", '<'),
    ("&gt;", '>'),
    ("&amp;", '&'),
    ("\\_", '_'),
    ("\\&", '&'),
    ("\\<", '<'),
    ("\\>", '>'),
    ("\u{2010}", '-'),
    ("\u{2011}", '-'),
    ("\u{FE63}", '-'),
    ("\u{FF0D}", '-'),
];

/// Returns the regular expression for the start of a DOI ([DOI Handbook](https://doi.org/10.1000/182)). The
/// rest is parsed by `read_doi`.
pub(super) fn doi() -> String {
    r"(?i)(?:(?<url>(?:https?://)?(?:dx\.|www\.)?doi\.org/)|doi:\s?)?(?<doi>10\.[0-9]{4,9}(?:\.[0-9]{1,9})*(?:/|%2F))"
        .to_owned()
}

pub(super) fn read_doi(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let prefix = hit.group("doi")?;
    let letters = letters(&hit.text[prefix.end()..]);
    let length = suffix(&letters, hit.group("url").is_some())?;
    let mut value: String = letters[..length].iter().map(|letter| letter.c).collect();
    value.truncate(trimmed(&value).len());
    if hit.text[..hit.range().start].ends_with('/') {
        let view = VIEWS.iter().find_map(|view| value.strip_suffix(view)).map(str::len);
        value.truncate(view.unwrap_or(value.len()));
    }
    let last = value.chars().count().checked_sub(1)?;
    // A hyphen at the end means that the DOI is split between lines.
    if value == "/" || value.ends_with('-') {
        return None;
    }
    let registrant =
        prefix.as_str().trim_end_matches('/').trim_end_matches("%2F").trim_end_matches("%2f");
    let ident = format!("https://doi.org/{registrant}/{}", encoded(&value.to_ascii_lowercase()));
    let entity = Entity::new(ident).with_class("http://schema.org/CreativeWork");
    Some((hit.range().start..prefix.end() + letters[last].end, entity))
}

/// A decoded character of a DOI.
struct Letter {
    c: char,
    /// The end offset of its spelling in the text.
    end: usize,
    /// `true` if it is percent-encoded, and therefore is not part of the surrounding syntax.
    is_encoded: bool,
}

/// Decodes the characters at the start of a text, up to white space.
fn letters(text: &str) -> Vec<Letter> {
    let mut letters = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next().filter(|c| !c.is_whitespace())
        && letters.len() < LONGEST
    {
        let rest = &text[at..];
        let code =
            rest.strip_prefix('%').and_then(|code| u8::from_str_radix(code.get(..2)?, 16).ok());
        let escape = ESCAPES.iter().find(|(escape, _)| rest.starts_with(escape));
        let (c, length) = match (code.filter(u8::is_ascii_graphic), escape) {
            (Some(code), _) => (char::from(code), 3),
            (None, Some((escape, c))) => (*c, escape.len()),
            (None, None) => (c, c.len_utf8()),
        };
        at += length;
        // Invisible characters are not part of a DOI.
        if !matches!(c, '\u{AD}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}') {
            letters.push(Letter { c, end: at, is_encoded: code.is_some() });
        }
    }
    letters
}

/// Returns the number of characters that belong to the suffix of a DOI. Returns `None` if it is unclear where
/// the suffix ends, because a shorter DOI would be a different DOI.
fn suffix(letters: &[Letter], is_url: bool) -> Option<usize> {
    let is_at =
        |at: usize, is: fn(char) -> bool| letters.get(at).is_some_and(|letter| is(letter.c));
    let is_alphanumeric = |at: usize| is_at(at, |c| c.is_ascii_alphanumeric());
    let begins = |from: usize, word: &str| {
        let rest = letters
            .get(from..)
            .unwrap_or_default()
            .iter()
            .map(|letter| letter.c.to_ascii_lowercase());
        rest.take(word.len()).eq(word.chars())
    };
    let find = |from: usize, close: char| {
        letters.get(from..)?.iter().position(|letter| letter.c == close).map(|at| from + at)
    };
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        let is_followed = is_alphanumeric(at + 1);
        match letter.c {
            _ if letter.is_encoded => at += 1,
            ';' if ["10.", "doi", "http"].iter().any(|next| begins(at + 1, next)) => break,
            '-' | '.' | '_' | ';' | '(' | ')' | '/' | ':' | 'a'..='z' | 'A'..='Z' | '0'..='9' => {
                at += 1
            }
            // The item and contribution of a SICI, for example `365:1<113::AID-CNE9>3.0.CO;2-6` or
            // `87[2614:ATETLA]2.0.CO;2`.
            open @ ('<' | '[') => {
                let close = find(at + 1, if open == '<' { '>' } else { ']' });
                let is_sici = close.is_some_and(|close| {
                    let inner = &letters[at + 1..close];
                    let is_part = |letter: &Letter| {
                        letter.c.is_ascii_alphanumeric()
                            || matches!(letter.c, ':' | '-' | '.' | '*' | '+' | '/' | '_')
                    };
                    inner.iter().all(is_part)
                        && inner.iter().any(|letter| letter.c == ':')
                        && is_alphanumeric(close + 1)
                });
                let name =
                    letters[at + 1..].iter().take_while(|letter| letter.c.is_ascii_alphanumeric());
                let is_tag = open == '<'
                    && (is_at(at + 1, |c| matches!(c, '/' | '!' | '?'))
                        || is_at(at + 1, |c| c.is_ascii_alphabetic())
                            && letters
                                .get(at + 1 + name.count())
                                .is_none_or(|next| matches!(next.c, '>' | '/')));
                let is_note = open == '[' && close.is_some_and(|close| !is_alphanumeric(close + 1));
                match close.filter(|_| is_sici) {
                    Some(close) => at = close + 1,
                    None if is_tag || is_note || !is_followed => break,
                    None => return None,
                }
            }
            '&' => {
                let name =
                    letters[at + 1..].iter().take_while(|letter| letter.c.is_ascii_alphanumeric());
                let is_query = is_at(at + 1 + name.count(), |c| c == '=');
                if is_query || !is_followed {
                    break;
                }
                at += 1;
            }
            '+' if is_followed => at += 1,
            '#' if is_url => break,
            '=' | '~' | '@' | '$' | '!' | '^' | '#' | '%' | '–' | '—' | '−' if is_followed => {
                return None;
            }
            _ => break,
        }
    }
    Some(at)
}

/// Percent-encodes the characters of a suffix that are not allowed in the path of an IRI.
fn encoded(suffix: &str) -> String {
    let mut encoded = String::with_capacity(suffix.len());
    for c in suffix.chars() {
        match c {
            '<' | '>' | '[' | ']' | '{' | '}' | '"' | '|' | '\\' | '^' | '`' | '%' | '#' | '?' => {
                encoded.push_str(&format!("%{:02X}", u32::from(c)));
            }
            c => encoded.push(c),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use crate::patterns::{PatternKind, Patterns};
    use glossweave_document::recognizer::{Passage, Recognizer};

    const SICI: &str = "10.1002/(SICI)1096-9861(19960129)365:1<113::AID-CNE9>3.0.CO;2-6";
    const SICI_IRI: &str =
        "https://doi.org/10.1002/(sici)1096-9861(19960129)365:1%3C113::aid-cne9%3E3.0.co;2-6";
    const BRACKETS: &str = "10.1890/0012-9658(2006)87[2614:ATETLA]2.0.CO;2";
    const BRACKETS_IRI: &str = "https://doi.org/10.1890/0012-9658(2006)87%5B2614:atetla%5D2.0.co;2";

    /// Checks the mentions and IRIs in a text.
    fn check(text: &str, expected: &[(&str, &str)]) {
        let found = Patterns::of([PatternKind::Doi]).recognize(&Passage::new(text)).unwrap();
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|annotation| {
                assert_eq!(annotation.fault(), None);
                (&text[annotation.span().range()], &*annotation.as_entity().unwrap().idents[0])
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn a_doi_with_angle_or_square_brackets_is_whole() {
        check(&format!("as {SICI} shows"), &[(SICI, SICI_IRI)]);
        check(&format!("<p>({SICI})</p>"), &[(SICI, SICI_IRI)]);
        check(&format!("{BRACKETS}."), &[(BRACKETS, BRACKETS_IRI)]);
        let escaped = SICI.replace('<', "&lt;").replace('>', "&gt;");
        check(&escaped, &[(&escaped, SICI_IRI)]);
        let url = format!("https://doi.org/{}", SICI.replace('<', "%3C").replace('>', "%3E"));
        check(&url, &[(&url, SICI_IRI)]);
        check(
            "https://doi.org/10.1000%2F182",
            &[("https://doi.org/10.1000%2F182", "https://doi.org/10.1000/182")],
        );
        check(
            "10.1207/s15327809jls1102&3_1",
            &[("10.1207/s15327809jls1102&3_1", "https://doi.org/10.1207/s15327809jls1102&3_1")],
        );
        check(r"10.1007/978-3\_5", &[(r"10.1007/978-3\_5", "https://doi.org/10.1007/978-3_5")]);
        check(
            "10.1016/S0140\u{2010}6736",
            &[("10.1016/S0140\u{2010}6736", "https://doi.org/10.1016/s0140-6736")],
        );
    }

    #[test]
    fn a_doi_ends_before_what_belongs_to_the_text() {
        let iri = "https://doi.org/10.1000/182";
        for text in [
            "10.1000/182</a>",
            "10.1000/182<br>",
            "<10.1000/182>",
            "[10.1000/182]",
            "10.1000/182[1]",
            "10.1000/182[PubMed]",
            "[10.1000/182](https://example.org/)",
            "10.1000/182, and",
            "**10.1000/182**",
            "{{doi|10.1000/182|free}}",
            "id=10.1000/182&page=3",
        ] {
            check(text, &[("10.1000/182", iri)]);
        }
        check("https://doi.org/10.1000/182#a", &[("https://doi.org/10.1000/182", iri)]);
        check("https://example.org/doi/10.1000/182/full", &[("10.1000/182", iri)]);
        check(
            "10.1000/182;10.1000/183",
            &[("10.1000/182", iri), ("10.1000/183", "https://doi.org/10.1000/183")],
        );
    }

    #[test]
    fn a_doi_whose_end_is_uncertain_is_not_found() {
        for text in [
            "10.1002/(SICI)1096-9861(19960129)365:1<113::AID-\nCNE9>3.0.CO;2-6",
            "10.1890/0012-9658(2006)87[2614:\nATETLA]2.0.CO;2",
            "10.1016/S0140-\n6736",
            "10.1000/182–185",
            "10.1000/182#b",
            "10.1000/182=5",
        ] {
            check(text, &[]);
        }
    }
}
