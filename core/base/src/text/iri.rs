//! IRI references and their base IRIs.

use std::borrow::Cow;
use std::fmt::Write;

use oxiri::Iri;

/// Returns `true` if a reference starts with a scheme and contains no white space. The other rules of RFC
/// 3987 are not checked, because references on the web often break them.
pub fn is_absolute(iri: &str) -> bool {
    has_scheme(iri) && !iri.contains(|char: char| char.is_whitespace() || char.is_control())
}

/// Returns `true` if a reference starts with a scheme (RFC 3987, clause 2.2).
pub fn has_scheme(iri: &str) -> bool {
    let mut bytes = iri.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic())
        && bytes.find(|b| !b.is_ascii_alphanumeric() && !matches!(b, b'+' | b'-' | b'.'))
            == Some(b':')
}

/// Returns `true` if the first segment of a reference contains a colon. Such a reference is not relative
/// (RFC 3986, clause 4.2), even if the text before the colon is not a scheme.
pub fn has_colon_first(reference: &str) -> bool {
    reference.split(['/', '?', '#']).next().is_some_and(|first| first.contains(':'))
}

/// Returns `true` if a text is an absolute IRI as used in RDF between `<` and `>`.
pub fn is_iri(text: &str) -> bool {
    // Uses no branch for each byte, because nearly all IRIs are valid to the end.
    let all = text.bytes().fold(true, |all, byte| all & MAY_BE_IN_IRI[usize::from(byte)]);
    all && has_scheme(text)
}

/// Returns an IRI that conforms to RFC 3987 (clause 2.2): characters that are not allowed, a `%` without
/// two digits and further `#` are percent-encoded. Returns `None` if it has no scheme, or if the host or
/// the port is wrong.
pub fn percent_encoded(iri: &str) -> Option<Cow<'_, str>> {
    if Iri::parse(iri).is_ok() {
        return Some(Cow::Borrowed(iri));
    }
    let path = iri.find("://").map_or(0, |at| {
        let host = &iri[at + 3..];
        at + 3 + host.find(['/', '?', '#']).unwrap_or(host.len())
    });
    let mut encoded = String::with_capacity(iri.len() + 8);
    let mut in_fragment = false;
    for (at, char) in iri.char_indices() {
        let is_allowed = match char {
            '%' => {
                let digits = iri.as_bytes().get(at + 1..at + 3);
                digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
            }
            '#' => !std::mem::replace(&mut in_fragment, true),
            '[' | ']' => at < path,
            _ if char.is_ascii() => MAY_BE_IN_IRI[char as usize] && char != '\x7F',
            _ => is_ucschar(char),
        };
        if is_allowed {
            encoded.push(char);
        } else {
            for byte in char.encode_utf8(&mut [0; 4]).bytes() {
                // Writing to a string does not fail.
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
    }
    Iri::parse(encoded.as_str()).is_ok().then_some(Cow::Owned(encoded))
}

/// Returns `true` for a character of the rule `ucschar` (RFC 3987, clause 2.2).
fn is_ucschar(char: char) -> bool {
    match u32::from(char) {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        code @ 0x10000..=0xEFFFF => code & 0xFFFF <= 0xFFFD && !(0xE0000..0xE1000).contains(&code),
        _ => false,
    }
}

/// The bytes that an IRI may contain, as a table for speed, because dictionaries contain many IRIs.
static MAY_BE_IN_IRI: [bool; 256] = {
    let mut may = [true; 256];
    let mut control = 0;
    while control <= b' ' as usize {
        may[control] = false;
        control += 1;
    }
    let mut others: &[u8] = b"<>\"{}|^`\\";
    while let [first, rest @ ..] = others {
        may[*first as usize] = false;
        others = rest;
    }
    may
};

/// Resolves a reference against a base (RFC 3986, clause 5.2). An absolute IRI does not change. Returns
/// `None` if the base is not an absolute IRI, or if the reference does not conform to RFC 3987.
pub fn resolve(base: &str, reference: &str) -> Option<String> {
    if is_absolute(reference) {
        return Some(reference.to_owned());
    }
    let resolved = Iri::parse(base).ok()?.resolve(reference).ok()?;
    Some(resolved.into_inner())
}

/// Returns `true` if a relative reference resolves to an absolute IRI with some base.
pub fn may_resolve_to(reference: &str, iri: &str) -> bool {
    let mut end = reference;
    while let Some(rest) = end.strip_prefix("../").or_else(|| end.strip_prefix("./")) {
        end = rest;
    }
    let Some(start) = iri.strip_suffix(end).filter(|_| !end.is_empty()) else { return false };
    let ends_whole = match end.as_bytes().first() {
        Some(b'#') => !start.contains('#'),
        Some(b'?') => !start.contains(['?', '#']),
        Some(b'/') => !start.ends_with('/') || start.ends_with("://"),
        _ => start.ends_with('/') && !start.contains(['?', '#']),
    };
    ends_whole && !is_absolute(reference) && is_absolute(iri)
}

#[cfg(test)]
mod tests {
    use super::{has_colon_first, is_iri, may_resolve_to, percent_encoded, resolve};

    #[test]
    fn characters_that_no_iri_has_are_percent_encoded() {
        for (iri, expected) in [
            ("http://a.example/Zürich_(city)?q=1#x", Some("http://a.example/Zürich_(city)?q=1#x")),
            ("http://a.example/100%_Wolf", Some("http://a.example/100%25_Wolf")),
            ("http://a.example/100%25", Some("http://a.example/100%25")),
            ("http://a.example/2#a#b", Some("http://a.example/2#a%23b")),
            ("http://a.example/\"x\"<y>", Some("http://a.example/%22x%22%3Cy%3E")),
            ("http://[::1]/a[1]", Some("http://[::1]/a%5B1%5D")),
            ("http://a.example/\u{E000}\u{202E}", Some("http://a.example/%EE%80%80\u{202E}")),
            ("urn:a b", Some("urn:a%20b")),
            ("http://a.example:port/x", None),
            ("a.html", None),
        ] {
            assert_eq!(percent_encoded(iri).as_deref(), expected, "{iri}");
        }
    }

    #[test]
    fn a_colon_counts_in_the_first_segment_only() {
        for reference in ["http://e.org/", "1:a", ":a", "c:\\a"] {
            assert!(has_colon_first(reference), "{reference}");
        }
        for reference in ["a/b:c", "?a:b", "#a:b", "./a:b", "/a:b", "", "a"] {
            assert!(!has_colon_first(reference), "{reference}");
        }
    }

    #[test]
    fn an_iri_has_no_spaces_controls_and_delimiters() {
        for byte in 0..=0x7F_u8 {
            let iri = format!("http://e.org/{}", char::from(byte));
            let wrong = byte <= b' ' || b"<>\"{}|^`\\".contains(&byte);
            assert_eq!(is_iri(&iri), !wrong, "{iri:?}");
        }
        assert!(is_iri("http://e.org/é") && !is_iri("e.org") && !is_iri("1:a"));
    }

    #[test]
    fn references_are_resolved_against_a_base() {
        let base = "http://a.example/b/c?d#e";
        for (reference, expected) in [
            ("#x", Some("http://a.example/b/c?d#x")),
            ("x", Some("http://a.example/b/x")),
            ("../x", Some("http://a.example/x")),
            ("/x", Some("http://a.example/x")),
            ("//b.example/x", Some("http://b.example/x")),
            ("", Some("http://a.example/b/c?d")),
            ("é", Some("http://a.example/b/é")),
            ("urn:x:y", Some("urn:x:y")),
            ("http://b.example/<x>", Some("http://b.example/<x>")),
            ("two words", None),
            ("a:b c", None),
        ] {
            assert_eq!(resolve(base, reference).as_deref(), expected, "{reference}");
        }
        assert_eq!(resolve("page.html", "#x"), None);
    }

    #[test]
    fn an_iri_may_be_what_a_reference_means() {
        for (reference, iri, expected) in [
            ("#x", "http://a.example/b#x", true),
            ("#x", "http://a.example/b#yx", false),
            ("?x", "http://a.example/b?x", true),
            ("x", "http://a.example/b/x", true),
            ("x", "http://a.example/bx", false),
            ("../x/y", "http://a.example/x/y", true),
            ("/x", "http://a.example/x", true),
            ("//a.example/x", "http://a.example/x", true),
            ("", "http://a.example/", false),
            ("http://a.example/x", "http://a.example/x", false),
        ] {
            assert_eq!(may_resolve_to(reference, iri), expected, "{reference} {iri}");
        }
    }
}
