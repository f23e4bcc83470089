//! Texts with markers for inline markup, as
//! [`Document::marked_text`](glossweave_format::Document::marked_text) writes them, split into pieces.

use std::ops::Range;

use glossweave_base::text::markers;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// Bytes of [`Inline::text`].
    Text(Range<usize>),
    /// A marker.
    Marker(Marker),
}

/// A marker: `<1>`, `</1>` or `<1/>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Marker {
    pub number: u32,
    pub sort: Sort,
}

/// The kind of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sort {
    Open,
    Close,
    Alone,
}

/// A text and the markers in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub struct Inline {
    /// The text without its markers.
    pub text: String,
    pub(crate) pieces: Vec<Piece>,
}

impl Inline {
    /// Parses the markers of a text. What is no marker is text.
    pub fn parse(marked: &str) -> Inline {
        let mut inline = Inline::default();
        for piece in markers::scan(marked) {
            let (number, sort) = match piece {
                markers::Piece::Text(text) => {
                    inline.push_text(text);
                    continue;
                }
                markers::Piece::Open(number) => (number, Sort::Open),
                markers::Piece::Close(number) => (number, Sort::Close),
                markers::Piece::Alone(number) => (number, Sort::Alone),
            };
            inline.push_marker(Marker { number, sort });
        }
        inline
    }

    /// Creates a text without markers.
    pub fn plain(text: &str) -> Inline {
        let mut inline = Inline::default();
        inline.push_text(text);
        inline
    }

    /// Adds text at the end.
    pub fn push_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let start = self.text.len();
        self.text.push_str(text);
        match self.pieces.last_mut() {
            Some(Piece::Text(range)) => range.end = self.text.len(),
            _ => self.pieces.push(Piece::Text(start..self.text.len())),
        }
    }

    /// Adds a marker at the end.
    pub(crate) fn push_marker(&mut self, marker: Marker) {
        self.pieces.push(Piece::Marker(marker));
    }

    /// Adds all of another text at the end.
    pub fn push(&mut self, other: &Inline) {
        for piece in &other.pieces {
            match piece {
                Piece::Text(range) => self.push_text(&other.text[range.clone()]),
                Piece::Marker(marker) => self.push_marker(*marker),
            }
        }
    }

    /// Returns the text with its markers.
    pub fn marked(&self) -> String {
        let mut out = String::with_capacity(self.text.len());
        for piece in &self.pieces {
            let piece = match piece {
                Piece::Text(range) => markers::Piece::Text(&self.text[range.clone()]),
                Piece::Marker(Marker { number, sort }) => match sort {
                    Sort::Open => markers::Piece::Open(*number),
                    Sort::Close => markers::Piece::Close(*number),
                    Sort::Alone => markers::Piece::Alone(*number),
                },
            };
            markers::write(piece, &mut out);
        }
        out
    }

    /// Returns the markers, in their order.
    pub(crate) fn markers(&self) -> impl Iterator<Item = Marker> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Marker(marker) => Some(*marker),
            Piece::Text(_) => None,
        })
    }

    /// Returns `true` if it has exactly the markers of another text, in any order, and its pairs nest.
    pub fn has_markers_of(&self, other: &Inline) -> bool {
        let sorted = |inline: &Inline| {
            let mut all: Vec<Marker> = inline.markers().collect();
            all.sort_by_key(|marker| (marker.number, marker.sort as u8));
            all
        };
        let mut open = Vec::new();
        let nests = self.markers().all(|marker| match marker.sort {
            Sort::Open => {
                open.push(marker.number);
                true
            }
            Sort::Close => open.pop() == Some(marker.number),
            Sort::Alone => true,
        });
        nests && open.is_empty() && sorted(self) == sorted(other)
    }

    /// Splits at places of the text, in their order. A marker at a place belongs to the part after it,
    /// the end of a pair to the part before it. No pair is split; a place within one is ignored.
    pub fn cut(&self, places: &[usize]) -> Vec<Inline> {
        let mut parts = vec![Inline::default()];
        let mut places = places.iter().copied().filter(|at| *at > 0).peekable();
        let (mut depth, mut at) = (0_usize, 0);
        for piece in &self.pieces {
            match piece {
                Piece::Marker(marker) => {
                    let ends = marker.sort == Sort::Close;
                    if !ends && depth == 0 && places.next_if_eq(&at).is_some() {
                        parts.push(Inline::default());
                    }
                    match marker.sort {
                        Sort::Open => depth += 1,
                        Sort::Close => depth = depth.saturating_sub(1),
                        Sort::Alone => {}
                    }
                    if let Some(part) = parts.last_mut() {
                        part.push_marker(*marker);
                    }
                }
                Piece::Text(range) => {
                    let mut start = range.start;
                    while let Some(at) = places.next_if(|at| *at < range.end) {
                        if at < range.start || depth > 0 {
                            continue;
                        }
                        if let Some(part) = parts.last_mut() {
                            part.push_text(&self.text[start..at]);
                        }
                        parts.push(Inline::default());
                        start = at;
                    }
                    if let Some(part) = parts.last_mut() {
                        part.push_text(&self.text[start..range.end]);
                    }
                    at = range.end;
                }
            }
        }
        parts
    }

    /// Moves ends of sentences before the quotation marks that follow a standalone marker. It is mostly a
    /// line break, after which they open the next sentence.
    pub fn open_after_markers(&self, places: &mut [usize]) {
        let mut at = 0;
        let mut alone: Vec<usize> = Vec::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(range) => at = range.end,
                Piece::Marker(marker) if marker.sort == Sort::Alone => alone.push(at),
                Piece::Marker(_) => {}
            }
        }
        for place in places {
            let before = alone.partition_point(|at| *at <= *place).checked_sub(1);
            let Some(at) = before.map(|index| alone[index]).filter(|at| *at > 0) else { continue };
            let is_quote = |c| {
                matches!(c, '"' | '\'' | '“' | '”' | '„' | '‟' | '«' | '»' | '‹' | '›')
                    || matches!(c, '‘' | '’' | '‚' | '「' | '『' | '(' | '[')
            };
            if self.text[at..*place].chars().all(is_quote) {
                *place = at;
            }
        }
    }

    /// Splits off what stands at both ends and is not translated: white space, standalone markers, a pair
    /// around everything. The rest begins and ends with text, or is empty.
    pub fn trimmed(&self) -> (Inline, Inline, Inline) {
        let mut pieces: &[Piece] = &self.pieces;
        let (mut before, mut after) = (Inline::default(), Vec::new());
        let mut core = 0..self.text.len();
        loop {
            let length = (core.clone(), pieces.len());
            if let [first, rest @ ..] = pieces {
                match first {
                    Piece::Marker(marker) if marker.sort == Sort::Alone => {
                        before.push_marker(*marker);
                        pieces = rest;
                    }
                    Piece::Text(range) => {
                        let text = &self.text[core.start..range.end.min(core.end)];
                        let space = text.len() - text.trim_start().len();
                        before.push_text(&text[..space]);
                        core.start += space;
                        if space == text.len() {
                            pieces = rest;
                        }
                    }
                    Piece::Marker(_) => {}
                }
            }
            if let [rest @ .., last] = pieces {
                match last {
                    Piece::Marker(marker) if marker.sort == Sort::Alone => {
                        after.push(Inline { pieces: vec![last.clone()], ..Inline::default() });
                        pieces = rest;
                    }
                    Piece::Text(range) => {
                        let text = &self.text[range.start.max(core.start)..core.end];
                        let kept = text.trim_end().len();
                        after.push(Inline::plain(&text[kept..]));
                        core.end -= text.len() - kept;
                        if kept == 0 {
                            pieces = rest;
                        }
                    }
                    Piece::Marker(_) => {}
                }
            }
            if let [Piece::Marker(one), inner @ .., Piece::Marker(other)] = pieces
                && one.sort == Sort::Open
                && *other == (Marker { number: one.number, sort: Sort::Close })
            {
                before.push_marker(*one);
                after.push(Inline { pieces: vec![Piece::Marker(*other)], ..Inline::default() });
                pieces = inner;
            }
            if length == (core.clone(), pieces.len()) {
                break;
            }
        }
        let mut left = Inline::default();
        for piece in pieces {
            match piece {
                Piece::Marker(marker) => left.push_marker(*marker),
                Piece::Text(range) => {
                    let range = range.start.max(core.start)..range.end.min(core.end);
                    left.push_text(&self.text[range]);
                }
            }
        }
        let mut end = Inline::default();
        after.iter().rev().for_each(|part| end.push(part));
        (before, left, end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_are_read_and_written() {
        for marked in [
            "The <1>red</1> house<2/>by the <3>sea</3>",
            "a < b <0/>1> c</x> <b>",
            "a < b, then <0/>",
            "<1><2>a</2></1>",
            "",
        ] {
            assert_eq!(Inline::parse(marked).marked(), marked);
        }
        assert_eq!(Inline::parse("a <0/>1> b<1/>").text, "a <1> b");
    }

    #[test]
    fn cuts_leave_pairs_whole() {
        let inline = Inline::parse("One. <1>Two. Three.</1> <2/>Four. Five");
        let cut = |places: &[usize]| -> Vec<String> {
            inline.cut(places).iter().map(Inline::marked).collect()
        };
        // The text is `One. Two. Three. Four. Five`.
        assert_eq!(cut(&[5, 10, 17, 23]), ["One. ", "<1>Two. Three.</1> ", "<2/>Four. ", "Five"]);
        assert_eq!(cut(&[]), [inline.marked()]);
    }

    #[test]
    fn quotation_marks_after_a_marker_open_what_follows() {
        let inline = Inline::parse("“One.”<1/>“Two.” “Three.”");
        let breaks = |inline: &Inline| -> Vec<String> {
            let language = glossweave_base::text::Language::parse("en").unwrap();
            let mut places: Vec<usize> =
                glossweave_base::text::sentence_breaks(&inline.text, &language).collect();
            inline.open_after_markers(&mut places);
            inline.cut(&places).iter().map(Inline::marked).collect()
        };
        assert_eq!(breaks(&inline), ["“One.”", "<1/>“Two.” ", "“Three.”"]);
        let inline = Inline::parse("\"One.\"<1/>\"Two.\"");
        assert_eq!(breaks(&inline), ["\"One.\"", "<1/>\"Two.\""]);
    }

    #[test]
    fn ends_are_parted_from_what_is_said() {
        let parts = |marked: &str| {
            let (before, core, after) = Inline::parse(marked).trimmed();
            [before.marked(), core.marked(), after.marked()]
        };
        assert_eq!(parts(" <1/> a <2>b</2>c <3/> "), [" <1/> ", "a <2>b</2>c", " <3/> "]);
        assert_eq!(parts("<1> a b </1>"), ["<1> ", "a b", " </1>"]);
        assert_eq!(parts("<1>a</1> b"), ["", "<1>a</1> b", ""]);
        let [before, core, after] = parts(" <1/> ");
        assert_eq!((before + &after, core), (" <1/> ".into(), String::new()));
    }

    #[test]
    fn markers_are_compared_by_what_they_are() {
        let given = Inline::parse("<1>a</1> <2/>");
        assert!(Inline::parse("<2/>b <1>c</1>").has_markers_of(&given));
        for wrong in ["<1>a</1>", "</1>a<1> <2/>", "<1>a<2/>", "<1>a</1><2/><2/>", "<1/><2/>"] {
            assert!(!Inline::parse(wrong).has_markers_of(&given), "{wrong}");
        }
    }
}
