//! A text with its codes stored separately.

use std::ops::Range;

use super::{InlineCode, InlinePiece, same_codes, scan};

/// A text and the codes in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InlineText {
    text: String,
    /// The codes in their order, each with its position in the text.
    codes: Vec<(usize, InlineCode)>,
}

impl InlineText {
    /// Parses the markers of a text. Everything else is text.
    pub fn parse(marked: &str) -> InlineText {
        let mut inline = InlineText::default();
        for (_, piece) in scan(marked) {
            inline.push_piece(piece);
        }
        inline
    }

    /// Creates a text without codes.
    pub fn plain(text: &str) -> InlineText {
        InlineText { text: text.to_owned(), codes: Vec::new() }
    }

    /// Returns the text without its codes.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text without its codes, as an owned string.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Returns the codes, in their order.
    pub fn codes(&self) -> impl Iterator<Item = InlineCode> {
        self.codes.iter().map(|(_, code)| *code)
    }

    /// Returns the pieces with their ranges in the text, which are empty for codes.
    pub fn pieces(&self) -> impl Iterator<Item = (Range<usize>, InlinePiece<'_>)> {
        let mut codes = self.codes.iter().peekable();
        let mut from = 0;
        std::iter::from_fn(move || {
            if let Some((at, code)) = codes.next_if(|(at, _)| *at == from) {
                return Some((*at..*at, InlinePiece::Code(*code)));
            }
            let range = from..codes.peek().map_or(self.text.len(), |(at, _)| *at);
            from = range.end;
            let text = self.text.get(range.clone()).filter(|text| !text.is_empty())?;
            Some((range, InlinePiece::Text(text)))
        })
    }

    /// Appends text.
    pub fn push_text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends a code.
    pub fn push_code(&mut self, code: InlineCode) {
        self.codes.push((self.text.len(), code));
    }

    fn push_piece(&mut self, piece: InlinePiece<'_>) {
        match piece {
            InlinePiece::Text(text) => self.push_text(text),
            InlinePiece::Code(code) => self.push_code(code),
        }
    }

    /// Appends another text with its codes.
    pub fn push(&mut self, other: &InlineText) {
        let start = self.text.len();
        self.text.push_str(&other.text);
        self.codes.extend(other.codes.iter().map(|(at, code)| (start + at, *code)));
    }

    /// Returns the text with markers for its codes.
    pub fn marked(&self) -> String {
        let mut out = String::with_capacity(self.text.len() + 4 * self.codes.len());
        self.pieces().for_each(|(_, piece)| piece.write(&mut out));
        out
    }

    /// Returns `true` if the text has exactly the same codes as another text, in any order, and its pairs
    /// nest.
    pub fn has_codes_of(&self, other: &InlineText) -> bool {
        same_codes(self.codes().collect(), other.codes().collect())
    }

    /// Splits the text at offsets, which must be sorted. A code at an offset belongs to the part after it,
    /// and the end of a pair to the part before it. Pairs are not split; offsets within a pair are ignored.
    pub fn cut(&self, places: &[usize]) -> Vec<InlineText> {
        let (mut parts, mut part) = (Vec::new(), InlineText::default());
        let mut places = places.iter().copied().filter(|at| *at > 0).peekable();
        let mut depth = 0_usize;
        for (range, piece) in self.pieces() {
            let code = match piece {
                InlinePiece::Code(code) => code,
                InlinePiece::Text(_) => {
                    let mut start = range.start;
                    while let Some(at) = places.next_if(|at| *at < range.end) {
                        if at < range.start || depth > 0 {
                            continue;
                        }
                        part.push_text(&self.text[start..at]);
                        parts.push(std::mem::take(&mut part));
                        start = at;
                    }
                    part.push_text(&self.text[start..range.end]);
                    continue;
                }
            };
            let ends = matches!(code, InlineCode::Close(_));
            if !ends && depth == 0 && places.next_if_eq(&range.start).is_some() {
                parts.push(std::mem::take(&mut part));
            }
            match code {
                InlineCode::Open(_) => depth += 1,
                InlineCode::Close(_) => depth = depth.saturating_sub(1),
                InlineCode::Empty(_) => {}
            }
            part.push_code(code);
        }
        parts.push(part);
        parts
    }

    /// Moves ends of sentences before quotation marks that follow an empty code. Such a code is usually a
    /// line break, and the quotation marks then open the next sentence.
    pub fn open_after_codes(&self, places: &mut [usize]) {
        let is_empty = |code: &&(usize, InlineCode)| matches!(code.1, InlineCode::Empty(_));
        let empty: Vec<usize> = self.codes.iter().filter(is_empty).map(|code| code.0).collect();
        for place in places {
            let before = empty.partition_point(|at| *at <= *place).checked_sub(1);
            let Some(at) = before.map(|index| empty[index]).filter(|at| *at > 0) else { continue };
            let is_quote = |c| {
                matches!(c, '"' | '\'' | '“' | '”' | '„' | '‟' | '«' | '»' | '‹' | '›')
                    || matches!(c, '‘' | '’' | '‚' | '「' | '『' | '(' | '[')
            };
            if self.text[at..*place].chars().all(is_quote) {
                *place = at;
            }
        }
    }

    /// Splits off the content at both ends that is not translated: white space, empty codes, and a pair
    /// around the whole text. The rest starts and ends with text, or is empty.
    pub fn trimmed(&self) -> (InlineText, InlineText, InlineText) {
        let (mut before, mut after) = (InlineText::default(), Vec::new());
        let mut codes = &self.codes[..];
        let mut core = 0..self.text.len();
        loop {
            let length = (core.clone(), codes.len());
            match codes {
                [(at, code), rest @ ..] if *at == core.start => {
                    if let InlineCode::Empty(_) = code {
                        before.push_code(*code);
                        codes = rest;
                    }
                }
                _ => {
                    let end = codes.first().map_or(core.end, |(at, _)| *at);
                    let text = &self.text[core.start..end];
                    let space = text.len() - text.trim_start().len();
                    before.push_text(&text[..space]);
                    core.start += space;
                }
            }
            match codes {
                [rest @ .., (at, code)] if *at == core.end => {
                    if let InlineCode::Empty(_) = code {
                        after.push(InlinePiece::Code(*code));
                        codes = rest;
                    }
                }
                _ => {
                    let start = codes.last().map_or(core.start, |(at, _)| *at);
                    let text = &self.text[start..core.end];
                    let end = text.trim_end().len();
                    after.push(InlinePiece::Text(&text[end..]));
                    core.end -= text.len() - end;
                }
            }
            if let [(first, open), inner @ .., (last, close)] = codes
                && (*first, *last) == (core.start, core.end)
                && let InlineCode::Open(number) = *open
                && *close == InlineCode::Close(number)
            {
                before.push_code(*open);
                after.push(InlinePiece::Code(*close));
                codes = inner;
            }
            if length == (core.clone(), codes.len()) {
                break;
            }
        }
        let rest = InlineText {
            text: self.text[core.clone()].to_owned(),
            codes: codes.iter().map(|(at, code)| (at - core.start, *code)).collect(),
        };
        let mut end = InlineText::default();
        after.into_iter().rev().for_each(|piece| end.push_piece(piece));
        (before, rest, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_parsed_and_written() {
        for marked in [
            "The <1>red</1> house<2/>by the <3>sea</3>",
            "a < b <0/>1> c</x> <b>",
            "a < b, then <0/>",
            "<1><2>a</2></1>",
            "",
        ] {
            assert_eq!(InlineText::parse(marked).marked(), marked);
        }
        assert_eq!(InlineText::parse("a <0/>1> b<1/>").text(), "a <1> b");
    }

    #[test]
    fn cuts_leave_pairs_whole() {
        let inline = InlineText::parse("One. <1>Two. Three.</1> <2/>Four. Five");
        let cut = |places: &[usize]| -> Vec<String> {
            inline.cut(places).iter().map(InlineText::marked).collect()
        };
        // The text is `One. Two. Three. Four. Five`.
        assert_eq!(cut(&[5, 10, 17, 23]), ["One. ", "<1>Two. Three.</1> ", "<2/>Four. ", "Five"]);
        assert_eq!(cut(&[]), [inline.marked()]);
    }

    #[test]
    fn ends_are_split_off() {
        let parts = |marked: &str| {
            let (before, core, after) = InlineText::parse(marked).trimmed();
            [before.marked(), core.marked(), after.marked()]
        };
        assert_eq!(parts(" <1/> a <2>b</2>c <3/> "), [" <1/> ", "a <2>b</2>c", " <3/> "]);
        assert_eq!(parts("<1> a b </1>"), ["<1> ", "a b", " </1>"]);
        assert_eq!(parts("<1>a</1> b"), ["", "<1>a</1> b", ""]);
        let [before, core, after] = parts(" <1/> ");
        assert_eq!((before + &after, core), (" <1/> ".into(), String::new()));
    }

    #[test]
    fn codes_are_compared_by_kind_and_number() {
        let source = InlineText::parse("<1>a</1> <2/>");
        assert!(InlineText::parse("<2/>b <1>c</1>").has_codes_of(&source));
        for wrong in ["<1>a</1>", "</1>a<1> <2/>", "<1>a<2/>", "<1>a</1><2/><2/>", "<1/><2/>"] {
            assert!(!InlineText::parse(wrong).has_codes_of(&source), "{wrong}");
        }
    }
}
