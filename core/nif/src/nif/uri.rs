//! IRIs that identify a position in a text, in the schemes of NIF.

use std::fmt;

use glossweave_base::text::CharSpan;
use glossweave_rdf::{Name, vocab};

/// A scheme for IRIs that identify a position in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// `#char=0,5` (RFC 5147).
    Rfc5147,
    /// `#offset_0_5`.
    OffsetBased,
    /// `#hash_…`: a digest of the surrounding text. Read as a name without offsets.
    ContextHash,
    /// `#uuid-…`: a name without offsets.
    CStringInst,
}

impl Scheme {
    /// Returns the NIF class for strings of this scheme.
    pub const fn class(self) -> Name {
        match self {
            Scheme::Rfc5147 => vocab::nif::RFC5147_STRING,
            Scheme::OffsetBased => vocab::nif::OFFSET_BASED_STRING,
            Scheme::ContextHash => vocab::nif::CONTEXT_HASH_BASED_STRING,
            Scheme::CStringInst => vocab::nif::C_STRING_INST,
        }
    }

    const fn separator(self) -> char {
        match self {
            Scheme::Rfc5147 => ',',
            _ => '_',
        }
    }
}

/// A parsed IRI of a string, for example `http://example.org/d#char=0,5`: the base and the offsets.
///
/// Variants found in real data are accepted: `?char=`, `/char=`, `&char=` and `##char=` in addition
/// to `#char=`, open ends (`char=,5`, `char=5,`), integrity checks after a semicolon (RFC 5147,
/// clause 2.4; not verified), `doc_offset_0_5`, and text after an offset (`offset_0_5_Hello`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StringIri<'a> {
    base: &'a str,
    scheme: Scheme,
    start: Option<usize>,
    end: Option<usize>,
}

impl<'a> StringIri<'a> {
    /// Parses an IRI. Returns `None` if it does not follow any scheme.
    ///
    /// Either offset may be missing, which leaves that end open.
    pub fn parse(iri: &'a str) -> Option<StringIri<'a>> {
        places(iri, "char=")
            .filter(|(base, _)| base.ends_with(['#', '?', '/', '&']))
            .find_map(|(_, at)| rfc5147(iri, at))
            .or_else(|| places(iri, "offset_").find_map(|(base, at)| offset(iri, base, at)))
            .or_else(|| opaque(iri))
    }

    /// Returns the scheme.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Returns the part before the numbers, up to and including `char=` or `offset_`. For schemes
    /// without numbers, this is the whole IRI.
    pub fn base(&self) -> &'a str {
        self.base
    }

    /// Returns the start offset, in the unit that the author of the IRI used. Returns `None` if it
    /// is open.
    pub fn start(&self) -> Option<usize> {
        self.start
    }

    /// Returns the end offset. Returns `None` if it is open.
    pub fn end(&self) -> Option<usize> {
        self.end
    }

    /// Returns `true` if IRIs of the scheme contain offsets.
    pub fn is_placed(&self) -> bool {
        matches!(self.scheme, Scheme::Rfc5147 | Scheme::OffsetBased)
    }

    /// Returns the IRI of another span of the same text.
    pub fn sibling(&self, span: CharSpan) -> String {
        let mut iri = self.base.to_owned();
        push_span(&mut iri, self.scheme, span);
        iri
    }
}

impl fmt::Display for StringIri<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.base)?;
        if !self.is_placed() {
            return Ok(());
        }
        if let Some(start) = self.start {
            write!(out, "{start}")?;
        }
        write!(out, "{}", self.scheme.separator())?;
        match self.end {
            Some(end) => write!(out, "{end}"),
            None => Ok(()),
        }
    }
}

/// Returns the part before the numbers in the IRIs of a document.
pub(super) fn base(prefix: &str, scheme: Scheme) -> String {
    let hash = if prefix.ends_with('#') { "" } else { "#" };
    let key = if scheme == Scheme::OffsetBased { "offset_" } else { "char=" };
    format!("{prefix}{hash}{key}")
}

/// Returns the IRI of the nth annotation of a string, for example `…#offset_0_5_annotation_1`.
pub(super) fn annotation_iri(string: &str, number: usize) -> String {
    format!("{string}_annotation_{number}")
}

/// Writes the offsets of a span.
pub(super) fn push_span(iri: &mut String, scheme: Scheme, span: CharSpan) {
    push_number(iri, span.start());
    iri.push(scheme.separator());
    push_number(iri, span.end());
}

/// Writes a number in decimal digits. It is faster than the formatting machinery, which would take
/// most of the time for a unit.
pub(super) fn push_number(out: &mut String, number: usize) {
    let mut power = 1;
    while number / power >= 10 {
        power *= 10;
    }
    while power > 0 {
        out.push(char::from(b'0' + (number / power % 10) as u8));
        power /= 10;
    }
}

/// Returns the part before each occurrence of a key, and the end of the key.
fn places<'a>(iri: &'a str, key: &'static str) -> impl Iterator<Item = (&'a str, usize)> {
    iri.match_indices(key).map(move |(at, _)| (&iri[..at], at + key.len()))
}

fn rfc5147(iri: &str, at: usize) -> Option<StringIri<'_>> {
    let (start, rest) = number(&iri[at..])?;
    let (end, rest) = number(rest.strip_prefix(',')?)?;
    let checked = rest.is_empty() || rest.starts_with(";length=") || rest.starts_with(";md5=");
    if !checked || start.is_none() && end.is_none() {
        return None;
    }
    Some(StringIri { base: &iri[..at], scheme: Scheme::Rfc5147, start, end })
}

fn offset<'a>(iri: &'a str, before: &str, at: usize) -> Option<StringIri<'a>> {
    if !before.ends_with(['#', '?', '/', '&', '_', '=']) {
        return None;
    }
    let (start, rest) = number(&iri[at..])?;
    let (end, rest) = number(rest.strip_prefix('_')?)?;
    if start.is_none() || end.is_none() || !(rest.is_empty() || rest.starts_with('_')) {
        return None;
    }
    Some(StringIri { base: &iri[..at], scheme: Scheme::OffsetBased, start, end })
}

fn opaque(iri: &str) -> Option<StringIri<'_>> {
    let (_, local) = iri.rsplit_once(['#', '/', '?'])?;
    let scheme = if local.starts_with("uuid-") {
        Scheme::CStringInst
    } else {
        let mut parts = local.strip_prefix("hash_")?.splitn(4, '_');
        let mut count =
            || parts.next().is_some_and(|part| matches!(number(part), Some((Some(_), ""))));
        if !count() || !count() || parts.next()?.len() != 32 {
            return None;
        }
        Scheme::ContextHash
    };
    Some(StringIri { base: iri, scheme, start: None, end: None })
}

/// Parses the number at the start of a text, and returns it with the rest. Returns `None` if the
/// number exceeds the length of any text.
fn number(text: &str) -> Option<(Option<usize>, &str)> {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    if digits.is_empty() {
        return Some((None, rest));
    }
    digits.parse::<u32>().ok().map(|number| (Some(number as usize), rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Scheme, StringIri, base, push_span};
    use glossweave_base::text::CharSpan;

    fn parsed(iri: &str) -> Option<(Scheme, &str, Option<usize>, Option<usize>)> {
        StringIri::parse(iri).map(|iri| (iri.scheme(), iri.base(), iri.start(), iri.end()))
    }

    #[test]
    fn what_the_wild_writes_is_read() {
        use Scheme::{CStringInst, ContextHash, OffsetBased, Rfc5147};
        for (iri, expected) in [
            ("http://a/?char=1,2", (Rfc5147, "http://a/?char=", Some(1), Some(2))),
            ("http://a/char=1,2", (Rfc5147, "http://a/char=", Some(1), Some(2))),
            ("http://a/x&char=1,", (Rfc5147, "http://a/x&char=", Some(1), None)),
            ("#char=,7;length=7,UTF-8", (Rfc5147, "#char=", None, Some(7))),
            ("##char=0,7;md5=ab", (Rfc5147, "##char=", Some(0), Some(7))),
            ("http://a/#doc_offset_0_5", (OffsetBased, "http://a/#doc_offset_", Some(0), Some(5))),
            ("#offset_3_9_offset_x", (OffsetBased, "#offset_", Some(3), Some(9))),
            (
                "http://offset_1_2/#offset_3_4",
                (OffsetBased, "http://offset_1_2/#offset_", Some(3), Some(4)),
            ),
            ("#uuid-1-2", (CStringInst, "#uuid-1-2", None, None)),
        ] {
            assert_eq!(parsed(iri), Some(expected), "{iri}");
        }
        let hash = "http://a/#hash_10_60_d51be8c5ca40a9f7bdd5d1bf6ee2c0d1_Text";
        assert_eq!(parsed(hash), Some((ContextHash, hash, None, None)));
    }

    #[test]
    fn what_follows_no_scheme_is_left_alone() {
        for iri in [
            "",
            "#char=",
            "#char=,",
            "#char=1",
            "#char=a,b",
            "http://a/xchar=1,2",
            "#char=1,99999999999",
            "#offset_1",
            "#offset_1_2x",
            "#xoffset_1_2",
            "#hash_1_2_3",
            "#char=1,2;x",
        ] {
            assert_eq!(parsed(iri), None, "{iri}");
        }
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read(prefix in "http://[a-z]{1,5}/[#a-z_=&]{0,6}",
                                   start in 0usize..5_000_000, length in 0usize..5_000_000,
                                   offsets in any::<bool>()) {
            let scheme = if offsets { Scheme::OffsetBased } else { Scheme::Rfc5147 };
            let span = CharSpan::new(start, start + length);
            let mut iri = base(&prefix, scheme);
            push_span(&mut iri, scheme, span);
            let read = StringIri::parse(&iri).unwrap();
            prop_assert_eq!(read.scheme(), scheme);
            prop_assert_eq!((read.start(), read.end()), (Some(span.start()), Some(span.end())));
            prop_assert_eq!(read.sibling(span), iri.clone());
            prop_assert_eq!(read.to_string(), iri);
        }
    }
}
