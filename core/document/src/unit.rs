//! A unit: a self-contained run of text.

use std::fmt;

use super::Document;
use glossweave_base::text::{Language, TextSpan};

/// The separator between two units in the text of a document.
pub(super) const SEPARATOR: &str = " ";

/// A self-contained run of text, for example a paragraph, a heading or a table cell.
#[derive(Clone, Copy)]
pub struct Unit<'a> {
    pub(super) document: &'a Document,
    pub(super) index: usize,
    start: usize,
    end: usize,
}

impl<'a> Unit<'a> {
    pub(super) fn new(document: &'a Document, index: usize) -> Unit<'a> {
        let start = match index.checked_sub(1) {
            Some(before) => document.ends[before] as usize + SEPARATOR.len(),
            None => 0,
        };
        Unit { document, index, start, end: document.ends[index] as usize }
    }

    /// Returns the span of the unit in the text of its document.
    pub fn span(&self) -> TextSpan {
        TextSpan::new(self.start, self.end)
    }

    /// Returns the text of the unit.
    pub fn text(&self) -> &'a str {
        &self.document.text[self.start..self.end]
    }

    /// Returns the identifier that the reader assigned, as written to `dc:identifier`. Numbers may
    /// be missing, because attribute texts are numbered as well.
    pub fn id(&self) -> u32 {
        let index = self.index as u32;
        self.document.ids.get(index).map_or(0, |(_, ahead)| index.wrapping_add(ahead))
    }

    /// Returns the name in the source, if any, for example the `id` of a `unit` in XLIFF.
    pub fn name(&self) -> Option<&'a str> {
        self.document.name_of(self.index)
    }

    /// Returns the index of the unit in text order, starting from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the language of the first character of the unit, if the source declares it.
    pub fn language(&self) -> Option<&'a Language> {
        self.document.language_at(self.start)
    }
}

/// An iterator over the units of a document in text order.
#[derive(Clone)]
pub struct Units<'a> {
    pub(super) document: &'a Document,
    pub(super) next: usize,
}

impl<'a> Units<'a> {
    pub(super) fn new(document: &'a Document) -> Units<'a> {
        Units { document, next: 0 }
    }
}

impl<'a> Iterator for Units<'a> {
    type Item = Unit<'a>;

    fn next(&mut self) -> Option<Unit<'a>> {
        let index = self.next;
        (index < self.document.ends.len()).then(|| {
            self.next += 1;
            Unit::new(self.document, index)
        })
    }

    fn nth(&mut self, n: usize) -> Option<Unit<'a>> {
        self.next = self.next.saturating_add(n).min(self.document.ends.len());
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let remaining = self.document.ends.len() - self.next;
        (remaining, Some(remaining))
    }
}

impl ExactSizeIterator for Units<'_> {}

impl fmt::Debug for Unit<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Unit")
            .field("id", &self.id())
            .field("name", &self.name())
            .field("span", &self.span())
            .field("text", &self.text())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Units<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.clone()).finish()
    }
}
