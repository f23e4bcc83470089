//! Markdown dialects: syntax that CommonMark parses as text, but that the program which uses the file does not.
//!
//! The parser reads a text of the same length in which such codes are masked, so that all positions are preserved. A
//! code on separate lines becomes blank. A code within a text becomes characters that have no meaning in Markdown. A
//! line that opens a container of text becomes a heading with its title, and the indented lines of the container
//! become a block quote.

mod attribute;
mod line;
mod mdx;

use std::borrow::Cow;
use std::ops::Range;

use super::parse::{Block, Inline, Token, tokens};
use glossweave_format_markup::template::{Templates, may_have_templates};

/// A source in which the codes of dialects are masked.
pub(super) struct Masked<'t> {
    pub text: Cow<'t, str>,
    /// The ranges of the codes within texts, in order.
    pub codes: Vec<Range<usize>>,
}

/// Masks the codes of a source. `start` is the position after the metadata.
pub(super) fn masked(source: &str, start: usize) -> Masked<'_> {
    let mut mask = Mask::new(source);
    if is_mdx(source.get(start..).unwrap_or_default()) {
        mdx::mask(&mut mask, start);
    }
    line::mask(&mut mask, start);
    inline_codes(&mut mask, start);
    mask.finish()
}

/// Returns `true` if a source is MDX.
pub(super) fn is_mdx(source: &str) -> bool {
    mdx::is_mdx(source)
}

/// A text that is being masked: the source, and its bytes with the masks so far. Masks replace whole characters, so
/// the bytes remain UTF-8.
struct Mask<'t> {
    source: &'t str,
    /// The masked bytes. `None` until the first code is masked, so that sources without codes are not copied.
    bytes: Option<Vec<u8>>,
    /// The ranges of the codes within texts.
    codes: Vec<Range<usize>>,
}

impl<'t> Mask<'t> {
    fn new(source: &'t str) -> Mask<'t> {
        Mask { source, bytes: None, codes: Vec::new() }
    }

    fn bytes(&mut self) -> &mut [u8] {
        self.bytes.get_or_insert_with(|| self.source.as_bytes().to_vec())
    }

    /// Makes a range blank. Line breaks are preserved.
    fn blank(&mut self, range: Range<usize>) {
        let bytes = self.bytes().get_mut(range).into_iter().flatten();
        bytes.filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    }

    /// Replaces one ASCII character by another.
    fn sign(&mut self, at: usize, sign: u8) {
        if let Some(byte) = self.bytes().get_mut(at) {
            *byte = sign;
        }
    }

    /// Masks a code within a text.
    fn code(&mut self, range: Range<usize>, is_in_tag: bool) {
        if range.is_empty() {
            return;
        }
        // Punctuation characters of two and three bytes of UTF-8 that have no meaning in Markdown.
        const TWO: &[u8] = "\u{a7}".as_bytes();
        const THREE: &[u8] = "\u{2016}".as_bytes();
        let length = range.len();
        if let Some(mut bytes) = self.bytes().get_mut(range.clone()) {
            if is_in_tag || length < 2 {
                bytes.fill(b'x');
                bytes = &mut [];
            } else if length % 2 == 1 {
                let (first, rest) = bytes.split_at_mut(THREE.len());
                first.copy_from_slice(THREE);
                bytes = rest;
            }
            bytes.chunks_exact_mut(2).for_each(|pair| pair.copy_from_slice(TWO));
        }
        self.codes.push(range);
    }

    /// Returns the text with the masks so far.
    fn text(&self) -> Cow<'t, str> {
        match &self.bytes {
            Some(bytes) => Cow::Owned(String::from_utf8_lossy(bytes).into_owned()),
            None => Cow::Borrowed(self.source),
        }
    }

    fn finish(mut self) -> Masked<'t> {
        self.codes.sort_unstable_by_key(|code| code.start);
        let text = match self.bytes.map(String::from_utf8) {
            Some(Ok(text)) => Cow::Owned(text),
            // This cannot happen, because masks replace whole characters.
            Some(Err(_)) => {
                self.codes.clear();
                Cow::Borrowed(self.source)
            }
            None => Cow::Borrowed(self.source),
        };
        Masked { text, codes: self.codes }
    }
}

/// Masks the codes of templates and dialects within lines, and lines that contain only such codes.
fn inline_codes(mask: &mut Mask<'_>, start: usize) {
    let text = mask.text();
    let rest = text.get(start..).unwrap_or_default();
    let has_signs = ["[[", "^[", "{"].iter().any(|sign| rest.contains(sign));
    if !has_signs && !may_have_templates(rest) && !may_have_directives(rest) {
        return;
    }
    let found = Search::new(&text, start).codes(start);
    if found.is_empty() {
        return;
    }
    for range in line::groups(&text, &found) {
        let codes = &found[range];
        let spans = codes.iter().map(|code| code.at.clone());
        let is_blank = line::holds_only(&text, spans) && !codes.iter().any(|code| code.is_value);
        for code in codes {
            match is_blank {
                true => mask.blank(code.at.clone()),
                false => mask.code(code.at.clone(), code.is_in_tag),
            }
        }
    }
}

/// Returns `true` if a text contains a name between a colon and a bracket.
fn may_have_directives(text: &str) -> bool {
    text.match_indices('[').any(|(at, _)| {
        let before = text.as_bytes()[..at].iter().rev();
        let mut before = before.skip_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'-');
        before.next() == Some(&b':')
    })
}

/// A code within a line.
struct Code {
    at: Range<usize>,
    /// `true` if the code represents a text that belongs to the surrounding text.
    is_value: bool,
    /// `true` within an HTML tag.
    is_in_tag: bool,
}

/// A search for codes within lines.
struct Search<'t> {
    text: &'t str,
    templates: Templates<'t>,
    /// The ranges of code in Markdown. `links` contains the ranges of links.
    code: Vec<Range<usize>>,
    links: Vec<Range<usize>>,
}

impl<'t> Search<'t> {
    fn new(text: &'t str, start: usize) -> Search<'t> {
        let (mut code, mut links): (Vec<Range<usize>>, Vec<Range<usize>>) =
            (Vec::new(), Vec::new());
        for (token, at) in tokens(text.get(start..).unwrap_or_default(), start) {
            match token {
                Token::Code | Token::OpenBlock(Block::Code) => code.push(at),
                Token::Open(Inline::Link { .. } | Inline::Autolink) => links.push(at),
                _ => {}
            }
        }
        Search { text, templates: Templates::new(text), code, links }
    }

    fn codes(mut self, start: usize) -> Vec<Code> {
        let mut found: Vec<Code> = Vec::new();
        let (mut at, mut tag) = (start, None);
        let (mut code, mut link) = (0, 0);
        while let Some(next) = self.text.get(at..).and_then(|rest| rest.find(SIGNS)) {
            let from = at;
            at += next;
            // A tag does not extend across an empty line.
            if tag.is_some() && self.text.get(from..at).is_some_and(|text| text.contains("\n\n")) {
                tag = None;
            }
            while self.code.get(code).is_some_and(|code| code.end <= at) {
                code += 1;
            }
            if let Some(range) = self.code.get(code).filter(|range| range.contains(&at)) {
                at = range.end;
                continue;
            }
            while self.links.get(link).is_some_and(|link| link.end <= at) {
                link += 1;
            }
            let is_in_link = self.links.get(link).is_some_and(|link| link.contains(&at));
            let ends = self.ends(at, is_in_link);
            let rest = &self.text.as_bytes()[at..];
            match (&ends, rest) {
                (Some(ends), _) => {
                    let is_value = rest.starts_with(b"{{")
                        && !matches!(rest.get(2), Some(b'<' | b'%' | b'#' | b'/' | b'!'))
                        || rest.starts_with(b"<%=")
                        || rest.starts_with(b"<?=");
                    let is_in_tag = tag.is_some();
                    for part in ends {
                        found.push(Code { at: part.clone(), is_value, is_in_tag });
                    }
                    at = ends.last().map_or(at + 1, |last| last.end);
                    continue;
                }
                (None, [b'<', b'a'..=b'z' | b'A'..=b'Z' | b'/', ..]) => tag = Some(()),
                (None, [b'>', ..]) => tag = None,
                _ => {}
            }
            at += 1;
        }
        // The search finds the end of a directive before the codes within it, so the codes are sorted.
        found.sort_by_key(|code| code.at.start);
        let mut end = 0;
        found.retain(|code| {
            let is_free = code.at.start >= end;
            end = end.max(code.at.end);
            is_free
        });
        found
    }

    /// Returns the parts of the code that begins at a position.
    fn ends(&mut self, at: usize, is_in_link: bool) -> Option<Vec<Range<usize>>> {
        let bytes = self.text.as_bytes();
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        let rest = self.text.get(at..)?;
        let is_escaped = before == Some(&b'\\');
        if let Some(end) = self.templates.end(at) {
            return Some(std::iter::once(at..end).collect());
        }
        if is_escaped {
            return None;
        }
        let length = match rest.as_bytes() {
            [b'{', b'{', ..] => return None,
            [b'{', ..] => match (attribute::list(rest), attribute::role(rest)) {
                (Some(length), _) => length,
                (None, Some(length)) => {
                    let next = self.code.binary_search_by_key(&(at + length), |code| code.start);
                    self.code.get(next.ok()?)?.end - at
                }
                (None, None) => return None,
            },
            [b'!', b'[', b'[', ..] if !is_in_link => 1 + attribute::wiki_link(&rest[1..])?,
            [b'[', b'[', ..] if !is_in_link => attribute::wiki_link(rest)?,
            [b'^', b'[', ..] => 1 + attribute::note(&rest[1..])?,
            [b':', b'a'..=b'z' | b'A'..=b'Z', ..] => {
                let is_free =
                    before.is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b':');
                let (label, end) = attribute::directive(rest).filter(|_| is_free)?;
                return Some(vec![at..at + label.start, at + label.end..at + end]);
            }
            _ => return None,
        };
        Some(std::iter::once(at..at + length).collect())
    }
}

/// The characters at which codes and tags begin or end.
const SIGNS: [char; 7] = ['{', '[', '^', '!', ':', '<', '>'];
