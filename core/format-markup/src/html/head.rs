//! The end of the head of a page.

use super::element::Element;
use glossweave_markup::At;
use glossweave_markup::html::{Content, StartTag, Tokens, tokenize};

/// Returns the position of the end of the head in the text of a page.
pub(super) fn end(text: &str) -> usize {
    let mut head = Head { text, open: 0, end: None };
    tokenize(text, &mut head);
    head.end.unwrap_or(text.len())
}

/// A search for the end of the head: the end tag, or the first token that cannot be in a head (HTML
/// Standard, clause 13.2.6.4.4).
struct Head<'a> {
    text: &'a str,
    /// The number of open elements of the head.
    open: u32,
    end: Option<usize>,
}

impl Head<'_> {
    fn ends_at(&mut self, at: usize) {
        if self.open == 0 {
            self.end.get_or_insert(at);
        }
    }
}

impl Tokens for Head<'_> {
    fn text(&mut self, at: At, _: bool) {
        let text = self.text.get(at.clone()).unwrap_or_default();
        if !text.trim_matches(['\u{FEFF}', '\t', '\n', '\u{C}', '\r', ' ']).is_empty() {
            self.ends_at(at.start);
        }
    }

    fn start(&mut self, tag: &StartTag<'_>) -> Content {
        let name = self.text.as_bytes().get(tag.name.clone()).unwrap_or_default();
        let element = Element::of(name);
        if element.stands_in_head() {
            self.open += u32::from(!element.is_void());
        } else if !matches!(element, Element::HEAD_) && !name.eq_ignore_ascii_case(b"html") {
            self.ends_at(tag.at.start);
        }
        element.content()
    }

    fn end(&mut self, at: At, name: At) {
        let element = Element::of(self.text.as_bytes().get(name).unwrap_or_default());
        if element.stands_in_head() {
            self.open = self.open.saturating_sub(1);
        } else {
            self.ends_at(at.start);
        }
    }

    fn is_foreign(&mut self) -> bool {
        false
    }
}
