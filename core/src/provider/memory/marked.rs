//! Texts with markers, as [`Document::marked_text`](crate::Document::marked_text) shows them: read,
//! compared, and written into other texts.

/// What a marker does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Start,
    End,
    Empty,
}

/// A piece of a text with markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    Text(&'t str),
    /// A `<` that would look like a marker.
    Less,
    Marker(u32, Sort),
}

/// The pieces of a text in their order.
pub(super) fn pieces(text: &str) -> Pieces<'_> {
    Pieces { rest: text }
}

pub(super) struct Pieces<'t> {
    rest: &'t str,
}

impl<'t> Iterator for Pieces<'t> {
    type Item = Piece<'t>;

    fn next(&mut self) -> Option<Piece<'t>> {
        if self.rest.is_empty() {
            return None;
        }
        if let Some((piece, length)) = marker(self.rest) {
            self.rest = &self.rest[length..];
            return Some(piece);
        }
        let from_next = self.rest.char_indices().skip(1);
        let mut ends = from_next.filter(|(_, character)| *character == '<').map(|(at, _)| at);
        let end = ends.find(|at| marker(&self.rest[*at..]).is_some()).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(Piece::Text(text))
    }
}

/// The marker at the start of a text, with its length.
fn marker(text: &str) -> Option<(Piece<'static>, usize)> {
    let inner = text.strip_prefix('<')?;
    let (is_end, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    let (number, inner) = inner.split_at(digits.min(9));
    let number = number.parse().ok()?;
    let (is_empty, inner) = inner.strip_prefix('/').map_or((false, inner), |inner| (true, inner));
    let length = text.len() - inner.strip_prefix('>')?.len();
    let piece = match (number, is_end, is_empty) {
        (0, false, true) => Piece::Less,
        (0, ..) | (_, true, true) => return None,
        (number, true, false) => Piece::Marker(number, Sort::End),
        (number, false, true) => Piece::Marker(number, Sort::Empty),
        (number, false, false) => Piece::Marker(number, Sort::Start),
    };
    Some((piece, length))
}

/// Writes text so that nothing in it looks like a marker.
pub(super) fn push_text(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let looks = from[1..].trim_start().trim_start_matches('/').trim_start();
        let looks = looks.starts_with(|c: char| c.is_ascii_digit());
        out.push_str(if looks { "<0/>" } else { "<" });
        rest = &from[1..];
    }
    out.push_str(rest);
}

pub(super) fn push_marker(number: u32, sort: Sort, out: &mut String) {
    let [before, after] = match sort {
        Sort::Start => ["<", ">"],
        Sort::End => ["</", ">"],
        Sort::Empty => ["<", "/>"],
    };
    out.push_str(before);
    out.push_str(&number.to_string());
    out.push_str(after);
}

/// A text with one space for each run of white space and none at its ends.
pub(super) fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        out.push_str(if out.is_empty() { "" } else { " " });
        out.push_str(word);
    }
    out
}

/// The text without its markers.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for piece in pieces(text) {
        match piece {
            Piece::Text(text) => plain.push_str(text),
            Piece::Less => plain.push('<'),
            Piece::Marker(..) => {}
        }
    }
    plain
}

/// The markers of a text in their order.
pub(super) fn markers(text: &str) -> Vec<(u32, Sort)> {
    let markers = pieces(text).filter_map(|piece| match piece {
        Piece::Marker(number, sort) => Some((number, sort)),
        _ => None,
    });
    markers.collect()
}

/// The numbers of markers in the order in which they come first.
fn numbers(markers: &[(u32, Sort)]) -> Vec<u32> {
    let mut numbers = Vec::new();
    for (number, _) in markers {
        if !numbers.contains(number) {
            numbers.push(*number);
        }
    }
    numbers
}

/// Which number of a remembered text stands for which of a query that has the same text with
/// markers of the same sorts at the same places; none where it has not.
pub(super) fn renumbering(query: &str, source: &str) -> Option<Vec<(u32, u32)>> {
    let (ours, theirs) = (markers(query), markers(source));
    let pairs: Vec<_> = numbers(&theirs).into_iter().zip(numbers(&ours)).collect();
    (renumbered(source, &pairs)? == query).then_some(pairs)
}

/// The same where only the markers are alike, in their order.
pub(super) fn likely_renumbering(query: &str, source: &str) -> Option<Vec<(u32, u32)>> {
    let (ours, theirs) = (markers(query), markers(source));
    let pairs: Vec<_> = numbers(&theirs).into_iter().zip(numbers(&ours)).collect();
    let number = |of: u32| pairs.iter().find(|pair| pair.0 == of).map(|pair| pair.1);
    let same = ours.len() == theirs.len()
        && ours
            .iter()
            .zip(&theirs)
            .all(|(our, their)| our.1 == their.1 && number(their.0) == Some(our.0));
    same.then_some(pairs)
}

/// A text with other numbers in its markers; none where it has one that is not known.
pub(super) fn renumbered(text: &str, numbers: &[(u32, u32)]) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    for piece in pieces(text) {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Less => out.push_str("<0/>"),
            Piece::Marker(number, sort) => {
                let new = numbers.iter().find(|pair| pair.0 == number)?.1;
                push_marker(new, sort, &mut out);
            }
        }
    }
    Some(out)
}

/// Puts the markers of a query into a text without any: those at its very ends, and those around
/// words that the text has too, once. None where one finds no place.
pub(super) fn put(query: &str, text: &str) -> Option<String> {
    let all: Vec<Piece<'_>> = pieces(query).collect();
    let is_marker = |piece: &&Piece<'_>| match piece {
        Piece::Marker(..) => true,
        Piece::Text(text) => text.trim().is_empty(),
        Piece::Less => false,
    };
    let mut first = all.iter().take_while(is_marker).count();
    let mut last = all.len() - all.iter().rev().take_while(is_marker).count();
    if first >= last {
        return None;
    }
    // What opens before the text and closes within it is not around all of it, nor the reverse.
    let closes = |number: u32, range: std::ops::Range<usize>, wanted: Sort| {
        all[range].contains(&Piece::Marker(number, wanted))
    };
    for index in (0..first).rev() {
        if let Piece::Marker(number, Sort::Start) = all[index]
            && closes(number, index..last, Sort::End)
            && !closes(number, index..first, Sort::End)
        {
            first = index;
        }
    }
    let inner = last;
    for (index, piece) in all.iter().enumerate().skip(inner) {
        if let Piece::Marker(number, Sort::End) = *piece
            && closes(number, first..inner, Sort::Start)
        {
            last = index + 1;
        }
    }
    // Each a place in the text and what stands there.
    let mut places: Vec<(usize, String)> = Vec::new();
    let mut index = first;
    while index < last {
        if let Piece::Marker(number, sort) = all[index] {
            let close =
                all[index..last].iter().position(|one| *one == Piece::Marker(number, Sort::End));
            let close = close.filter(|_| sort == Sort::Start)? + index;
            let inner: String = all[index + 1..close]
                .iter()
                .map(|piece| match piece {
                    Piece::Text(text) => Some(*text),
                    Piece::Less => Some("<"),
                    Piece::Marker(..) => None,
                })
                .collect::<Option<_>>()?;
            let mut found = text.match_indices(&inner);
            let (at, _) = found.next().filter(|_| !inner.trim().is_empty())?;
            if found.next().is_some() {
                return None;
            }
            places.push((at, format!("<{number}>")));
            places.push((at + inner.len(), format!("</{number}>")));
            index = close;
        }
        index += 1;
    }
    let is_apart = |pair: &[(usize, String)]| pair[0].0 < pair[1].0;
    let mut ordered = places.clone();
    ordered.sort_by_key(|place| place.0);
    if !ordered.windows(2).all(|pair| is_apart(pair) || pair[0].1.starts_with("</")) {
        return None;
    }
    let mut out = String::new();
    let ends = |range: &[Piece<'_>], out: &mut String| {
        for piece in range {
            match piece {
                Piece::Marker(number, sort) => push_marker(*number, *sort, out),
                Piece::Text(text) => out.push_str(text),
                Piece::Less => {}
            }
        }
    };
    ends(&all[..first], &mut out);
    let mut from = 0;
    for (at, marker) in &ordered {
        push_text(text.get(from..*at)?, &mut out);
        out.push_str(marker);
        from = *at;
    }
    push_text(&text[from..], &mut out);
    ends(&all[last..], &mut out);
    Some(out)
}
