//! Signs: elements that represent one character, for example a tab, a line feed or a no-break hyphen.
//!
//! A translation contains only the characters. Each character is replaced by the element of the source, with its
//! attributes and content.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};

use super::Content;
use glossweave_base::text::{ByteSpan, TextSpan};
use glossweave_document::{Document, PieceKind};

/// An element that represents a character.
#[derive(Clone, Copy, Debug)]
struct Sign {
    /// Its range in the source.
    at: ByteSpan,
    /// The position of its character in the text of the document.
    text: usize,
}

/// A part of a new text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignPart<'a> {
    /// A text between signs.
    Text(&'a str),
    /// The element of the source for a character of the text.
    Sign(&'a str),
}

/// The signs of a translatable text that have not been used yet.
pub struct Signs<'d> {
    document: &'d Document,
    /// The texts between the codes, by their ranges in the source.
    runs: HashMap<ByteSpan, TextSpan>,
    unused: RefCell<HashMap<char, VecDeque<Sign>>>,
}

impl<'d> Signs<'d> {
    /// Collects the signs of a text.
    pub fn of(document: &'d Document, content: &Content) -> Signs<'d> {
        let mut unused: HashMap<char, VecDeque<Sign>> = HashMap::new();
        let pieces = document.map().pieces_from(content.text.start());
        let pieces = pieces.take_while(|piece| piece.text.start() < content.text.end());
        for piece in pieces.filter(|piece| piece.kind == PieceKind::Atomic) {
            let bytes = document.source().bytes().get(piece.source.range()).unwrap_or_default();
            let mut chars = document.text().get(piece.text.range()).unwrap_or_default().chars();
            if let (b'<', Some(char), None) =
                (bytes.first().copied().unwrap_or_default(), chars.next(), chars.next())
            {
                let sign = Sign { at: piece.source, text: piece.text.start() };
                unused.entry(char).or_default().push_back(sign);
            }
        }
        let runs = content.runs().zip(content.texts()).collect();
        Signs { document, runs, unused: RefCell::new(unused) }
    }

    /// Returns the text between two codes at a range of the source.
    pub fn text(&self, at: ByteSpan) -> Option<&'d str> {
        self.document.text().get(self.runs.get(&at)?.range())
    }

    /// Returns the position in the document of the text between two codes.
    pub fn text_start(&self, at: ByteSpan) -> Option<usize> {
        self.runs.get(&at).map(|text| text.start())
    }

    /// Splits a new text for a range of the source into parts. When it contains a character as often as the text that
    /// it replaces, each occurrence is represented as before, either as an element or as a character. Otherwise the
    /// elements are used in order.
    pub fn split<'a>(&self, new: &'a str, at: ByteSpan) -> Vec<SignPart<'a>>
    where
        'd: 'a,
    {
        let mut unused = self.unused.borrow_mut();
        let mut plans: HashMap<char, VecDeque<Option<ByteSpan>>> = HashMap::new();
        for (char, signs) in unused.iter_mut() {
            let passed = signs.partition_point(|sign| sign.at.start() < at.start());
            signs.drain(..passed);
            let count = new.matches(*char).count();
            let within = signs.partition_point(|sign| sign.at.end() <= at.end());
            if count == 0 || within == 0 {
                continue;
            }
            let old = self.runs.get(&at).copied();
            let old = old.zip(self.text(at)).filter(|(_, old)| old.matches(*char).count() == count);
            let plan = match old {
                Some((span, old)) => old
                    .match_indices(*char)
                    .map(|(index, _)| {
                        let is_here = |sign: &&Sign| sign.text == span.start() + index;
                        let sign = signs.front().filter(is_here)?.at;
                        signs.pop_front();
                        Some(sign)
                    })
                    .collect(),
                None => signs.drain(..within.min(count)).map(|sign| Some(sign.at)).collect(),
            };
            plans.insert(*char, plan);
        }
        let mut parts = Vec::new();
        let mut done = 0;
        for (index, char) in new.char_indices() {
            let planned = plans.get_mut(&char).and_then(VecDeque::pop_front).flatten();
            let Some(sign) = planned.and_then(|at| self.source(at)) else { continue };
            if done < index {
                parts.push(SignPart::Text(&new[done..index]));
            }
            parts.push(SignPart::Sign(sign));
            done = index + char.len_utf8();
        }
        if done < new.len() {
            parts.push(SignPart::Text(&new[done..]));
        }
        parts
    }

    /// Returns a range of the source.
    pub fn source(&self, at: ByteSpan) -> Option<&'d str> {
        str::from_utf8(self.document.source().bytes().get(at.range())?).ok()
    }
}
