//! The laws, as functions over plain data. Each returns a description of the violation, if any.

use std::ops::Range;

use crate::bytes::{around, difference};
use crate::reading::Reading;
use crate::reference;

/// The verdict of a law.
pub type Verdict = Result<(), String>;

/// A document with inserted annotations.
#[derive(Clone, Debug)]
pub struct Woven {
    pub bytes: Vec<u8>,
    pub inserted: Vec<Range<usize>>,
}

/// Checks that two sources are identical.
pub fn same_bytes(expected: &[u8], found: &[u8]) -> Verdict {
    difference(expected, found).map_or(Ok(()), Err)
}

/// Checks that the output without the insertions is the source.
pub fn nothing_else_touched(source: &[u8], woven: &Woven) -> Verdict {
    let mut kept = Vec::with_capacity(source.len());
    let mut at = 0;
    for range in &woven.inserted {
        if range.start < at || range.end > woven.bytes.len() || range.is_empty() {
            return Err(format!("inserted {range:?} is out of order or empty"));
        }
        kept.extend_from_slice(&woven.bytes[at..range.start]);
        at = range.end;
    }
    kept.extend_from_slice(&woven.bytes[at..]);
    same_bytes(source, &kept)
}

/// Checks that the tree is the tree of the source, except for the insertions.
pub fn same_tree(source: &[u8], woven: &Woven, charset: &str) -> Verdict {
    let expected = reference::tree(source, charset);
    let found = reference::tree_without(&woven.bytes, charset, &woven.inserted);
    reference::difference(&expected, &found).map_or(Ok(()), Err)
}

/// Checks that no element is inserted at a position where HTML does not allow it.
pub fn spans_are_allowed(woven: &Woven, charset: &str) -> Verdict {
    reference::misplaced(&woven.bytes, charset, &woven.inserted).map_or(Ok(()), Err)
}

/// Checks that each character of the text is in the source at its reported location: the bytes
/// there decode to the character, with references resolved and white space ignored. No location may
/// be reported twice.
pub fn text_is_where_it_says(reading: &Reading) -> Verdict {
    if let Some(lost) = reading.lost.first() {
        return Err(format!("`{}` at {lost:?} leads nowhere", &reading.text[lost.clone()]));
    }
    let mut told = 0;
    for cell in &reading.cells {
        let text = &reading.text[cell.text.clone()];
        let place = &cell.source;
        let fault = |what: &str| {
            let shown = around(&reading.source, place.start);
            Err(format!(
                "{what}: `{}` (text {:?}) at {place:?}: {shown}",
                text.escape_debug(),
                cell.text
            ))
        };
        let Some(bytes) = reading.source.get(place.clone()) else {
            return fault("outside the source");
        };
        if place.start < told || bytes.is_empty() {
            return fault("told twice or empty");
        }
        told = place.end;
        // HTML turns CRLF into one line end, so no location ends within it.
        if bytes == b"\r" && text == "\n" && reading.source.get(place.end) == Some(&b'\n') {
            return fault("half of a line end");
        }
        if stands_for(&reference::decode_part(bytes, &reading.charset), text) {
            continue;
        }
        // In some encodings the meaning of bytes depends on the preceding bytes.
        if reading.charset != "ISO-2022-JP" {
            return fault("other text");
        }
    }
    Ok(())
}

fn stands_for(found: &str, text: &str) -> bool {
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0C');
    if found == text || (found == "\0" && text == "\u{FFFD}") {
        return true;
    }
    if text.chars().all(is_space) && !text.is_empty() {
        // CRLF is one line end, and must not become two where white space is preserved.
        let once = text != "\n" || matches!(found, "\n" | "\r" | "\r\n") || found.contains('&');
        let kept = found.replace('\0', "");
        let is_plain = !kept.contains(['<', '&']);
        let blank = is_plain && kept.chars().all(is_space)
            || !is_plain && reference::text_of(&kept).chars().all(is_space);
        return once && blank && !found.is_empty();
    }
    found.starts_with('&') && reference::text_of(found) == text
}

/// Checks that each stretch of text without a gap in the source is in one text of the tree, with
/// white space ignored. All references must be resolved, and plain text must not be treated as a
/// reference.
pub fn text_is_that_of_the_tree(reading: &Reading) -> Verdict {
    let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let tree = reference::tree(&reading.source, &reading.charset);
    // Browsers drop the text of such a page.
    if tree.iter().any(|(_, node)| node.contains("xhtml frameset")) {
        return Ok(());
    }
    let texts = tree.iter().filter_map(|(_, node)| node.strip_prefix("text "));
    let all: String = texts.map(|text| bare(text) + "\n").collect();
    let check = |run: Range<usize>| {
        let text = &reading.text[run.clone()];
        if all.contains(&bare(text)) {
            return Ok(());
        }
        Err(format!("no text of the tree has `{}` (text {run:?})", text.escape_debug()))
    };
    let mut run = 0..0;
    let mut end = 0;
    for cell in &reading.cells {
        if cell.source.start != end || cell.text.start != run.end {
            check(run)?;
            run = cell.text.clone();
        }
        run.end = cell.text.end;
        end = cell.source.end;
    }
    check(run)
}

/// Checks that the output has the same text as the source when it is read again.
pub fn same_text(source: &Reading, output: &Reading) -> Verdict {
    same_bytes(source.text.as_bytes(), output.text.as_bytes())?;
    if source.units != output.units {
        return Err(format!("units {:?} became {:?}", source.units, output.units));
    }
    Ok(())
}

/// Checks that the same statements occur equally often, in any order.
pub fn same_statements(expected: &[String], found: &[String]) -> Verdict {
    let mut missing = expected.to_vec();
    let mut added = Vec::new();
    for one in found {
        match missing.iter().position(|other| other == one) {
            Some(at) => drop(missing.swap_remove(at)),
            None => added.push(one),
        }
    }
    if missing.is_empty() && added.is_empty() {
        return Ok(());
    }
    missing.truncate(3);
    added.truncate(3);
    Err(format!("statements missing:\n  {missing:#?}\nnot expected:\n  {added:#?}"))
}

/// Checks the source of a span: it ranges from the first byte of its first character to the last
/// byte of its last character. It must be `None` if an edge is between units or within several
/// characters from one location, or if the end is before the start.
pub fn text_under(reading: &Reading, span: Range<usize>, place: Option<Range<usize>>) -> Verdict {
    let first = reading.cells.iter().find(|cell| cell.text.start == span.start);
    let last = reading.cells.iter().find(|cell| cell.text.end == span.end);
    let places = first.zip(last).map(|(first, last)| first.source.start..last.source.end);
    let expected = places.filter(|place| place.start <= place.end);
    if span.is_empty() || expected == place {
        return Ok(());
    }
    Err(format!("text {span:?} is at {expected:?}, not at {place:?}"))
}
