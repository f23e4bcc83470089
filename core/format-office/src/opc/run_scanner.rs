//! The markup between the texts of a unit. Markup that separates runs of the same format is not a
//! code for translators. A run in another format than the most common one is represented by a pair
//! of tags.

use std::collections::HashMap;

use glossweave_base::text::ByteSpan;
use glossweave_document::{Document, DocumentExt, InsertionBarrier};
use glossweave_format_base::fragment::{ImpliedEnd, Tag, TagScanner};
use glossweave_format_base::package::markup_end;

/// A scanner of the markup between texts.
pub(crate) struct RunScanner<'d> {
    document: &'d Document,
    /// The last unit and the format of most of its text, used as a cache.
    base: Option<(usize, Option<u32>)>,
}

impl<'d> RunScanner<'d> {
    pub fn new(document: &'d Document) -> RunScanner<'d> {
        RunScanner { document, base: None }
    }

    /// Returns `true` if a character is in a run. Returns `None` for a line feed, which may be
    /// between runs.
    fn is_in_run(&self, at: usize) -> Option<bool> {
        (self.document.text().as_bytes().get(at) != Some(&b'\n')).then_some(true)
    }

    /// Returns the format of most of the text of the unit that contains a character.
    fn base(&mut self, at: usize) -> Option<u32> {
        let unit = self.document.unit_at(at)?;
        if let Some((known, base)) = self.base
            && known == unit.index()
        {
            return base;
        }
        let mut lengths: HashMap<u32, usize> = HashMap::new();
        let (mut from, end) = (unit.span().start(), unit.span().end());
        while from < end {
            let (format, next) = self.document.format_at(from);
            let next = next.clamp(from + 1, end);
            *lengths.entry(format.unwrap_or(0)).or_default() += next - from;
            from = next;
        }
        // When two formats cover the same length, the format that was found first is used.
        let longest = |(format, length): (u32, usize)| (length, std::cmp::Reverse(format));
        let base =
            lengths.into_iter().max_by_key(|counted| longest(*counted)).map(|(format, _)| format);
        self.base = Some((unit.index(), base));
        base
    }

    /// Returns the format of a character, or `None` for the most common format of its unit.
    fn special(&mut self, at: usize) -> Option<u32> {
        let base = self.base(at);
        self.document.format_at(at).0.filter(|format| Some(*format) != base)
    }
}

impl TagScanner for RunScanner<'_> {
    fn tags_between(
        &mut self,
        source: ByteSpan,
        characters: (Option<usize>, Option<usize>),
        _: Option<InsertionBarrier>,
        tags: &mut Vec<Tag>,
    ) {
        let before = characters.0.and_then(|at| self.special(at));
        let after = characters.1.and_then(|at| self.special(at));
        let bytes = self.document.source().bytes().get(source.range()).unwrap_or_default();
        let (opens, format, at) = match (before, after) {
            // At the start of a unit, only the last tag is used; at its end, only the first tag;
            // otherwise all markup.
            (None, Some(format)) => {
                let last = bytes.iter().rposition(|byte| *byte == b'<').unwrap_or(0);
                let from =
                    if characters.0.is_none() { source.start() + last } else { source.start() };
                (true, format, ByteSpan::new(from, source.end()))
            }
            (Some(format), None) => {
                let first = source.start() + markup_end(bytes, 0);
                let to = if characters.1.is_none() { first } else { source.end() };
                (false, format, ByteSpan::new(source.start(), to))
            }
            _ => return,
        };
        tags.push(Tag {
            start: at.start() as u32,
            end: at.end() as u32,
            name: u64::from(format),
            opens,
            cuts: false,
            family: ImpliedEnd::None,
        });
    }

    fn is_separator(&mut self, source: ByteSpan, (before, after): (usize, usize)) -> bool {
        let (document, bytes) = (self.document, self.document.source().bytes());
        let in_run = (self.is_in_run(before), self.is_in_run(after));
        document.format_at(before).0 == document.format_at(after).0
            && bytes.get(source.range()).is_some_and(|markup| separates_only(markup, in_run))
    }
}

/// Returns `true` if markup only ends texts and runs and begins new ones at the same position.
/// `begins` and `ends` specify whether the markup begins and ends in a run, if known.
fn separates_only(markup: &[u8], (begins, ends): (Option<bool>, Option<bool>)) -> bool {
    let begins =
        [true, false].into_iter().filter(|value| begins.is_none_or(|known| known == *value));
    begins
        .filter_map(|in_run| run_end(markup, in_run))
        .any(|end| ends.is_none_or(|known| known == end))
}

/// Returns `true` if markup ends in a run. Returns `None` if the markup does more than end and
/// begin texts and runs.
fn run_end(markup: &[u8], mut in_run: bool) -> Option<bool> {
    let mut at = 0;
    let mut in_properties = false;
    // The bookmark of the last edit, which editors move automatically.
    let mut last_edit: Option<&[u8]> = None;
    while at < markup.len() {
        let end = markup_end(markup, at);
        let tag = &markup[at..end];
        let is_end = tag.starts_with(b"</");
        let is_alone = tag.ends_with(b"/>");
        let known = match local(tag) {
            _ if tag[0].is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ if tag[0] != b'<' => false,
            b"rPr" => {
                in_properties = !is_end && !is_alone;
                true
            }
            _ if in_properties => true,
            b"t" => !is_alone,
            b"r" => !is_alone && std::mem::replace(&mut in_run, !is_end) == is_end,
            b"bookmarkStart" => {
                last_edit = attribute(tag, b"id");
                is_alone && attribute(tag, b"name") == Some(b"_GoBack")
            }
            b"bookmarkEnd" => {
                is_alone && last_edit.is_some() && attribute(tag, b"id") == last_edit.take()
            }
            b"proofErr" | b"lastRenderedPageBreak" => is_alone,
            _ => false,
        };
        if !known {
            return None;
        }
        at = end;
    }
    last_edit.is_none().then_some(in_run)
}

/// Returns the value of a prefixed attribute by its local name.
fn attribute<'t>(tag: &'t [u8], local: &[u8]) -> Option<&'t [u8]> {
    let is_there = |at: &usize| {
        let rest = &tag[*at..];
        rest.first() == Some(&b':')
            && rest
                .get(1..)
                .and_then(|rest| rest.strip_prefix(local))
                .is_some_and(|rest| rest.starts_with(b"=\"") || rest.starts_with(b"='"))
    };
    let start = (0..tag.len()).find(is_there)? + local.len() + 3;
    let quote = tag[start - 1];
    let length = tag.get(start..)?.iter().position(|byte| *byte == quote)?;
    tag.get(start..start + length)
}

/// Returns the local name of a tag.
fn local(tag: &[u8]) -> &[u8] {
    let name = tag.strip_prefix(b"</").or(tag.strip_prefix(b"<")).unwrap_or_default();
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
    let name = &name[..name.iter().position(is_end).unwrap_or(name.len())];
    let colon = name.iter().position(|byte| *byte == b':').map_or(0, |colon| colon + 1);
    &name[colon..]
}
