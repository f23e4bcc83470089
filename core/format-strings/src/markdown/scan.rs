//! The codes of a document as tags, and the positions at which elements can be next to them.

use glossweave_base::text::ByteSpan;
use glossweave_document::{Document, DocumentExt, InsertionBarrier};
use glossweave_format_base::fragment::{ImpliedEnd, Tag, TagScanner};
use glossweave_markup::EncodingExt;

/// A code that opens or closes markup.
#[derive(Clone, Copy, Debug)]
struct Code {
    at: ByteSpan,
    partner: ByteSpan,
    opens: bool,
}

/// A scanner for the paired codes of a document.
pub(super) struct CodeScanner<'d> {
    bytes: &'d [u8],
    /// The codes in source order.
    codes: Vec<Code>,
}

/// Returns `true` for the end of a link whose text is also its label.
pub(super) fn is_label_end(code: &[u8]) -> bool {
    matches!(code, b"]" | b"][]")
}

/// Returns the label between the brackets of a link as one line, without block quote markers. Used when the text of a
/// link changes.
pub(super) fn label(document: &Document, from: usize, to: usize) -> String {
    let bytes = document.source().bytes().get(from..to).unwrap_or_default();
    let text = document.source().encoding().decode_part(bytes).text;
    let mut lines = text.split(['\n', '\r']).enumerate();
    let lines = lines.by_ref().map(|(index, line)| match index {
        0 => line,
        _ => line.trim_start_matches([' ', '\t', '>']),
    });
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

impl<'d> CodeScanner<'d> {
    pub fn new(document: &'d Document) -> CodeScanner<'d> {
        let mut codes = Vec::new();
        for (start, end) in document.code_pairs() {
            codes.push(Code { at: start, partner: end, opens: true });
            codes.push(Code { at: end, partner: start, opens: false });
        }
        codes.sort_unstable_by_key(|code| code.at.start());
        CodeScanner { bytes: document.source().bytes(), codes }
    }

    /// Returns the links whose text is also their label, as their opening and closing brackets.
    pub fn labels(&self) -> impl Iterator<Item = (ByteSpan, ByteSpan)> + '_ {
        let open = self.codes.iter().filter(|code| code.opens && self.is_label(code));
        open.map(|code| (code.at, code.partner))
    }

    fn is_label(&self, code: &Code) -> bool {
        let (start, end) =
            if code.opens { (code.at, code.partner) } else { (code.partner, code.at) };
        let text = |at: ByteSpan| self.bytes.get(at.range()).unwrap_or_default();
        text(start) == b"[" && is_label_end(text(end))
    }

    /// Returns the character of an emphasis delimiter.
    fn sign(&self, code: &Code) -> Option<u8> {
        let first = self.bytes.get(code.at.start()).copied();
        first.filter(|byte| b"*_~".contains(byte))
    }

    /// Returns the index of the code that opens markup directly before a position.
    fn before(&self, at: usize) -> Option<usize> {
        let next = self.codes.partition_point(|code| code.at.start() < at);
        let index = next.checked_sub(1)?;
        (self.codes[index].opens && self.codes[index].at.end() == at).then_some(index)
    }

    /// Returns the index of the code that closes markup directly at a position.
    fn behind(&self, at: usize) -> Option<usize> {
        let index = self.codes.partition_point(|code| code.at.start() < at);
        let code = self.codes.get(index)?;
        (!code.opens && code.at.start() == at).then_some(index)
    }

    /// Returns `true` if a delimiter works with a tag on its inner side: the character outside all adjacent
    /// delimiters with the same sign is white space or punctuation (CommonMark, 6.2).
    fn is_free(&self, index: usize) -> bool {
        let code = &self.codes[index];
        let Some(sign) = self.sign(code) else { return true };
        let mut beside = match code.opens {
            true => self.bytes[..code.at.start()].iter().rev().skip_while(|byte| **byte == sign),
            false => {
                let rest = self.bytes.get(code.at.end()..).unwrap_or_default();
                let byte = rest.iter().find(|byte| **byte != sign);
                return is_boundary(byte);
            }
        };
        is_boundary(beside.next())
    }
}

fn is_boundary(byte: Option<&u8>) -> bool {
    byte.is_none_or(|byte| byte.is_ascii_whitespace() || byte.is_ascii_punctuation())
}

impl TagScanner for CodeScanner<'_> {
    fn tags(&mut self, source: ByteSpan, _: Option<InsertionBarrier>, tags: &mut Vec<Tag>) {
        let first = self.codes.partition_point(|code| code.at.start() < source.start());
        let within = self.codes[first..].iter().take_while(|code| code.at.end() <= source.end());
        tags.extend(within.map(|code| Tag {
            start: code.at.start() as u32,
            end: code.at.end() as u32,
            name: 0,
            opens: code.opens,
            cuts: false,
            family: ImpliedEnd::None,
        }));
    }

    /// Returns a range that is extended beyond labels, and beyond emphasis that a tag inside it would break.
    fn around(&self, start: u32, end: u32) -> Option<(u32, u32)> {
        let (mut start, mut end) = (start as usize, end as usize);
        while let Some(open) = self.before(start)
            && let Some(close) = self.behind(end)
            && self.codes[open].partner == self.codes[close].at
        {
            let stays = !self.is_label(&self.codes[open]);
            if stays && self.is_free(open) && self.is_free(close) {
                break;
            }
            (start, end) = (self.codes[open].at.start(), self.codes[close].at.end());
        }
        let is_free = |index: Option<usize>| index.is_none_or(|index| self.is_free(index));
        let works = is_free(self.before(start)) && is_free(self.behind(end));
        works.then_some((start as u32, end as u32))
    }
}
