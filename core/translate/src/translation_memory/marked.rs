//! Parsing, comparison and writing of texts with markers, as defined by
//! [`Document::marked_text`](glossweave_format::Document::marked_text).

use glossweave_base::text::markers;

/// The kind of a marker.
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
    /// An escaped `<` that would look like a marker.
    Less,
    Marker(u32, Sort),
}

/// Returns the pieces of a text in their order.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    markers::scan_places(text).into_iter().map(|(place, piece)| match piece {
        markers::Piece::Text("<") if place.len() > 1 => Piece::Less,
        markers::Piece::Text(text) => Piece::Text(text),
        markers::Piece::Open(number) => Piece::Marker(number, Sort::Start),
        markers::Piece::Close(number) => Piece::Marker(number, Sort::End),
        markers::Piece::Alone(number) => Piece::Marker(number, Sort::Empty),
    })
}

/// Appends text with escapes, so that nothing in it looks like a marker.
pub(super) use markers::write_text as push_text;

pub(super) fn push_marker(number: u32, sort: Sort, out: &mut String) {
    let piece = match sort {
        Sort::Start => markers::Piece::Open(number),
        Sort::End => markers::Piece::Close(number),
        Sort::Empty => markers::Piece::Alone(number),
    };
    markers::write(piece, out);
}

/// Returns a text with one space for each run of white space and none at its ends.
pub(super) fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        out.push_str(if out.is_empty() { "" } else { " " });
        out.push_str(word);
    }
    out
}

/// Returns the text without its markers.
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

/// Returns the markers of a text in their order.
pub(super) fn markers(text: &str) -> Vec<(u32, Sort)> {
    let markers = pieces(text).filter_map(|piece| match piece {
        Piece::Marker(number, sort) => Some((number, sort)),
        _ => None,
    });
    markers.collect()
}

/// Returns the distinct numbers of markers in the order of their first occurrence.
fn numbers(markers: &[(u32, Sort)]) -> Vec<u32> {
    let mut numbers = Vec::new();
    for (number, _) in markers {
        if !numbers.contains(number) {
            numbers.push(*number);
        }
    }
    numbers
}

/// Returns the pairs of marker numbers in a remembered text and in a query that has the same text
/// with markers of the same kinds at the same places; `None` if it does not.
pub(super) fn renumbering(query: &str, source: &str) -> Option<Vec<(u32, u32)>> {
    let (ours, theirs) = (markers(query), markers(source));
    let pairs: Vec<_> = numbers(&theirs).into_iter().zip(numbers(&ours)).collect();
    (renumbered(source, &pairs)? == query).then_some(pairs)
}

/// Returns the pairs of marker numbers if only the markers are alike, in their order.
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

/// Returns a text with other numbers in its markers; `None` if it has a number that is not in the
/// list.
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
/// words that occur once in the text. Returns `None` if there is no place for one.
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
    // A marker that opens before the text and closes within it is not around all of it, nor the
    // reverse.
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
    // Markers with their places in the text.
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
