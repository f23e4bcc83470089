//! Comparison of the codes of two texts, and transfer of codes from one text to another.

use glossweave_base::text::inline::{InlineCode, InlinePiece, InlineText, push_escaped, scan};

/// Replaces each run of white space by one space, and removes white space at the ends.
pub(super) fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        out.push_str(if out.is_empty() { "" } else { " " });
        out.push_str(word);
    }
    out
}

/// Returns the codes of a text with markers, in text order.
fn codes(marked: &str) -> Vec<InlineCode> {
    InlineText::parse(marked).codes().collect()
}

/// Returns the distinct numbers of codes in the order of their first occurrence.
fn numbers(codes: &[InlineCode]) -> Vec<u32> {
    let mut numbers = Vec::new();
    for code in codes {
        if !numbers.contains(&code.number()) {
            numbers.push(code.number());
        }
    }
    numbers
}

/// Returns the pairs of marker numbers in a stored text and in a query if both have the same text with
/// markers of the same kinds at the same positions, and `None` otherwise.
pub(super) fn renumbering(query: &str, source: &str) -> Option<Vec<(u32, u32)>> {
    let (ours, theirs) = (codes(query), codes(source));
    let pairs: Vec<_> = numbers(&theirs).into_iter().zip(numbers(&ours)).collect();
    (renumbered(source, &pairs)? == query).then_some(pairs)
}

/// Returns the pairs of marker numbers if the markers have the same kinds in the same order, whatever the
/// text.
pub(super) fn likely_renumbering(query: &str, source: &str) -> Option<Vec<(u32, u32)>> {
    let (ours, theirs) = (codes(query), codes(source));
    let pairs: Vec<_> = numbers(&theirs).into_iter().zip(numbers(&ours)).collect();
    let number = |of: u32| pairs.iter().find(|pair| pair.0 == of).map(|pair| pair.1);
    let is_same = |(our, their): (&InlineCode, &InlineCode)| {
        number(their.number()).map(|number| their.with_number(number)) == Some(*our)
    };
    let same = ours.len() == theirs.len() && ours.iter().zip(&theirs).all(is_same);
    same.then_some(pairs)
}

/// Renumbers the markers of a text. Returns `None` if the text has a number that is not in the list.
pub(super) fn renumbered(text: &str, numbers: &[(u32, u32)]) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    for (range, piece) in scan(text) {
        match piece {
            // Text is copied with its escapes.
            InlinePiece::Text(_) => out.push_str(text.get(range)?),
            InlinePiece::Code(code) => {
                let new = numbers.iter().find(|pair| pair.0 == code.number())?.1;
                InlinePiece::Code(code.with_number(new)).write(&mut out);
            }
        }
    }
    Some(out)
}

/// Inserts the codes of a query into a text without codes: codes at the ends of the query, and pairs around
/// words that occur exactly once in the text. Returns `None` if a code has no position in the text.
pub(super) fn put(query: &str, text: &str) -> Option<String> {
    let all: Vec<InlinePiece<'_>> = scan(query).into_iter().map(|(_, piece)| piece).collect();
    let is_code = |piece: &&InlinePiece<'_>| match piece {
        InlinePiece::Code(_) => true,
        InlinePiece::Text(text) => text.trim().is_empty(),
    };
    let mut first = all.iter().take_while(is_code).count();
    let mut last = all.len() - all.iter().rev().take_while(is_code).count();
    if first >= last {
        return None;
    }
    // A marker that opens before the text and closes within it does not enclose the whole text, and neither
    // does a marker that opens within the text and closes after it.
    let has = |range: std::ops::Range<usize>, code: InlineCode| {
        all[range].contains(&InlinePiece::Code(code))
    };
    for index in (0..first).rev() {
        if let InlinePiece::Code(InlineCode::Open(number)) = all[index]
            && has(index..last, InlineCode::Close(number))
            && !has(index..first, InlineCode::Close(number))
        {
            first = index;
        }
    }
    let inner = last;
    for (index, piece) in all.iter().enumerate().skip(inner) {
        if let InlinePiece::Code(InlineCode::Close(number)) = *piece
            && has(first..inner, InlineCode::Open(number))
        {
            last = index + 1;
        }
    }
    // Markers with their positions in the text.
    let mut places: Vec<(usize, InlineCode)> = Vec::new();
    let mut index = first;
    while index < last {
        if let InlinePiece::Code(code) = all[index] {
            let InlineCode::Open(number) = code else { return None };
            let end = InlineCode::Close(number);
            let is_end = |piece: &InlinePiece<'_>| *piece == InlinePiece::Code(end);
            let close = all[index..last].iter().position(is_end)? + index;
            let inner: String = all[index + 1..close]
                .iter()
                .map(|piece| match piece {
                    InlinePiece::Text(text) => Some(*text),
                    InlinePiece::Code(_) => None,
                })
                .collect::<Option<_>>()?;
            let mut found = text.match_indices(&inner);
            let (at, _) = found.next().filter(|_| !inner.trim().is_empty())?;
            if found.next().is_some() {
                return None;
            }
            places.push((at, code));
            places.push((at + inner.len(), end));
            index = close;
        }
        index += 1;
    }
    places.sort_by_key(|place| place.0);
    let is_apart = |pair: &[(usize, InlineCode)]| {
        pair[0].0 < pair[1].0 || matches!(pair[0].1, InlineCode::Close(_))
    };
    if !places.windows(2).all(is_apart) {
        return None;
    }
    let mut out = String::new();
    all[..first].iter().for_each(|piece| piece.write(&mut out));
    let mut from = 0;
    for (at, code) in places {
        push_escaped(text.get(from..at)?, &mut out);
        InlinePiece::Code(code).write(&mut out);
        from = at;
    }
    push_escaped(&text[from..], &mut out);
    all[last..].iter().for_each(|piece| piece.write(&mut out));
    Some(out)
}
