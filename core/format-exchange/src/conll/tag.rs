//! Tags of tokens: IOB1, IOB2 (BIO), BIOES, BILOU, and labels without prefixes.

use std::ops::Range;

use glossweave_document::conll_columns::{PREFIXES, is_outside};

/// An entity of one or more tagged tokens.
#[derive(Debug, PartialEq)]
pub(super) struct Tagged {
    pub label: String,
    /// The range of the text from the first token to the last token.
    pub span: Range<usize>,
    /// The number of the first token.
    pub first: usize,
}

/// A reader of the tags of a sentence.
#[derive(Default)]
pub(super) struct TagReader {
    open: Option<Tagged>,
    done: Vec<Tagged>,
    tokens: usize,
    /// The range of the last token in the text.
    last: Option<Range<usize>>,
}

/// Returns the prefix and the label of a tag, or `None` for a token outside of entities.
pub(super) fn split(tag: &str) -> Option<(u8, &str)> {
    if is_outside(tag) {
        return None;
    }
    let prefix = tag.bytes().next().filter(|first| PREFIXES.contains(first));
    match (prefix, tag.get(1..)) {
        (Some(prefix), Some("")) => Some((prefix, "")),
        (Some(prefix), Some(rest)) if rest.starts_with(['-', '_']) => Some((prefix, &rest[1..])),
        _ => Some((b'I', tag)),
    }
}

impl TagReader {
    /// Reads the tag of a token at a range of the text.
    pub fn token(&mut self, tag: &str, at: Range<usize>) {
        self.add(split(tag), at);
    }

    /// Adds a token with the prefix and the label of its tag.
    pub fn add(&mut self, tag: Option<(u8, &str)>, at: Range<usize>) {
        let number = self.tokens;
        self.tokens += 1;
        self.last = Some(at.clone());
        let Some((prefix, label)) = tag else { return self.close() };
        let goes_on = matches!(prefix, b'I' | b'E' | b'L' | b'M')
            && self.open.as_ref().is_some_and(|open| open.label == label);
        match &mut self.open {
            Some(open) if goes_on => open.span.end = at.end,
            _ => {
                self.close();
                self.open = Some(Tagged { label: label.to_owned(), span: at, first: number });
            }
        }
        if matches!(prefix, b'E' | b'L' | b'S' | b'U') {
            self.close();
        }
    }

    /// Reads the tag of a word within the last token, if no entity contains that token yet.
    pub fn amend(&mut self, tag: &str) {
        let Some((prefix, label)) = split(tag) else { return };
        let (Some(last), Some(number)) = (self.last.clone(), self.tokens.checked_sub(1)) else {
            return;
        };
        if self.open.is_none() && self.done.last().is_none_or(|done| done.span.end != last.end) {
            self.tokens = number;
            self.token(&format!("{}-{label}", char::from(prefix)), last);
        }
    }

    fn close(&mut self) {
        self.done.extend(self.open.take());
    }

    /// Ends the sentence and returns its entities.
    pub fn finish(&mut self) -> Vec<Tagged> {
        self.close();
        self.tokens = 0;
        self.last = None;
        std::mem::take(&mut self.done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(tags: &str) -> Vec<(String, Range<usize>)> {
        let mut reader = TagReader::default();
        for (number, tag) in tags.split(' ').enumerate() {
            reader.token(tag, number..number + 1);
        }
        reader.finish().into_iter().map(|tagged| (tagged.label, tagged.span)).collect()
    }

    #[test]
    fn every_scheme_gives_the_same_entities() {
        let expected =
            [("PER".to_owned(), 0..2), ("PER".to_owned(), 2..3), ("LOC".to_owned(), 4..5)];
        for tags in [
            "B-PER I-PER B-PER O B-LOC",
            "I-PER I-PER B-PER O I-LOC",
            "B-PER E-PER S-PER O S-LOC",
            "B-PER L-PER U-PER O U-LOC",
            "B_PER I_PER B_PER O B_LOC",
        ] {
            assert_eq!(read(tags), expected, "{tags}");
        }
        assert_eq!(read("Person Person O"), [("Person".to_owned(), 0..2)]);
        assert_eq!(read("B I O"), [(String::new(), 0..2)]);
        assert_eq!(read("B-PER I-LOC"), [("PER".to_owned(), 0..1), ("LOC".to_owned(), 1..2)]);
    }
}
