//! Faults that are planted in the output of a reader or writer, and the laws that detect them.

use harness::annotate::read;
use harness::laws::{self, Verdict, Woven};
use harness::reading::{Cell, Reading, line};

use glossweave::annotation::{Annotation, Entity};
use glossweave::text::TextSpan;
use glossweave::{EncodeOptions, Placement};

const PAGE: &str = "<!DOCTYPE html><p>The caf&eacute; of <b>Cork</b> &amp;\r\nthe b\u{fc}ro\r\n<pre>\r\nof\r\nCobh\r\n</pre>";

#[track_caller]
fn caught(verdict: Verdict, by: &str) {
    match verdict {
        Ok(()) => panic!("not caught"),
        Err(what) => assert!(what.contains(by), "caught for another reason: {what}"),
    }
}

fn reading() -> Reading {
    Reading::of(&read(PAGE.as_bytes()))
}

/// Returns a page with `Cork` annotated: the reading, the output, and the annotation.
fn woven() -> (Reading, Woven, Annotation) {
    let document = read(PAGE.as_bytes());
    let at = document.text().find("Cork").unwrap();
    let cork =
        Annotation::entity(TextSpan::new(at, at + 4), Entity::new("http://example.org/Cork"));
    let encoded =
        glossweave::encode(&document, std::slice::from_ref(&cork), &EncodeOptions::default())
            .unwrap();
    assert_eq!(encoded.placements, [Placement::Placed { fragments: 1 }]);
    let inserted = encoded.inserted.iter().map(|span| span.range()).collect();
    (Reading::of(&document), Woven { bytes: encoded.bytes, inserted }, cork)
}

/// Returns the page with markup inserted at two positions, as a faulty writer would insert it.
fn put(start: usize, end: usize) -> Woven {
    let (open, close) = ("<span its-term=\"yes\">", "</span>");
    let bytes =
        [&PAGE[..start], open, &PAGE[start..end], close, &PAGE[end..]].concat().into_bytes();
    let closing = end + open.len();
    Woven { bytes, inserted: vec![start..start + open.len(), closing..closing + close.len()] }
}

#[test]
fn what_is_right_passes() {
    let (reading, woven, cork) = woven();
    laws::text_is_where_it_says(&reading).unwrap();
    laws::nothing_else_touched(PAGE.as_bytes(), &woven).unwrap();
    laws::same_tree(PAGE.as_bytes(), &woven, "UTF-8").unwrap();
    let again = Reading::of(&read(&woven.bytes));
    laws::same_text(&reading, &again).unwrap();
    laws::same_statements(&[line(&cork)], &again.said).unwrap();
}

#[test]
fn an_offset_off_by_one_is_caught() {
    for by in [-1, 1] {
        let mut reading = reading();
        for cell in &mut reading.cells {
            cell.source =
                cell.source.start.wrapping_add_signed(by)..cell.source.end.wrapping_add_signed(by);
        }
        caught(laws::text_is_where_it_says(&reading), "other text");
    }
    // In one character only.
    let mut reading = reading();
    let at = reading.text.find("ork").unwrap();
    let cell = reading.cells.iter_mut().find(|cell| cell.text.start == at).unwrap();
    cell.source = cell.source.start + 1..cell.source.end + 1;
    caught(laws::text_is_where_it_says(&reading), "other text");
    // In the location of a span.
    let place = PAGE.find("Cork").unwrap();
    laws::text_under(&reading, at - 1..at, Some(place..place + 1)).unwrap();
    caught(laws::text_under(&reading, at - 1..at, Some(place + 1..place + 2)), "not at");
}

#[test]
fn an_annotation_off_by_one_is_caught() {
    let (_, woven, cork) = woven();
    let again = Reading::of(&read(&woven.bytes));
    let span = cork.span();
    for (start, end) in [(1, 1), (0, 1), (1, 0)] {
        let moved = cork.clone().moved_to(TextSpan::new(span.start() + start, span.end() + end));
        caught(laws::same_statements(&[line(&moved)], &again.said), "missing");
    }
    caught(laws::same_statements(&[], &again.said), "not expected");
    caught(laws::same_statements(&[line(&cork), line(&cork)], &again.said), "missing");
}

#[test]
fn a_crlf_counted_twice_is_caught() {
    // After each CRLF, all locations move by one more.
    let mut reading = reading();
    for cell in &mut reading.cells {
        let before =
            PAGE.as_bytes()[..cell.source.start].windows(2).filter(|w| w == b"\r\n").count();
        cell.source = cell.source.start + before..cell.source.end + before;
    }
    caught(laws::text_is_where_it_says(&reading), "other text");
    // The text has two line ends instead of one.
    let mut reading = self::reading();
    let at = reading.cells.iter().rposition(|cell| &PAGE[cell.source.clone()] == "\r\n").unwrap();
    let whole = reading.cells[at].source.clone();
    reading.cells[at].source.end -= 1;
    let mut second = reading.cells[at].clone();
    second.source = whole.start + 1..whole.end;
    reading.cells.insert(at + 1, second.clone());
    caught(laws::text_is_where_it_says(&reading), "half of a line end");
    let again = Reading::of(&read(PAGE.as_bytes()));
    let mut doubled = again.clone();
    doubled.text = doubled.text.replace("of\nCobh", "of\n\nCobh");
    caught(laws::same_text(&again, &doubled), "first difference at byte");
    // Both characters are mapped to the whole source.
    second.source = whole.clone();
    reading.cells[at].source = whole;
    reading.cells[at + 1] = second;
    caught(laws::text_is_where_it_says(&reading), "told twice");
}

#[test]
fn a_split_reference_is_caught() {
    let at = PAGE.find("eacute;").unwrap();
    let split = put(at - 4, at + 3);
    laws::nothing_else_touched(PAGE.as_bytes(), &split).unwrap();
    caught(laws::same_tree(PAGE.as_bytes(), &split, "UTF-8"), "trees differ");
    caught(laws::same_text(&reading(), &Reading::of(&read(&split.bytes))), "first difference");
}

#[test]
fn a_reference_left_as_text_is_caught() {
    let mut reading = reading();
    laws::text_is_that_of_the_tree(&reading).unwrap();
    let at = reading.cells.iter().position(|cell| &reading.text[cell.text.clone()] == "é").unwrap();
    let start = reading.cells[at].source.start;
    reading.text = format!("{}&eacute;", reading.text);
    let end = reading.text.len() - 8;
    let literal = |index: usize| Cell {
        text: end + index..end + index + 1,
        source: start + index..start + index + 1,
    };
    reading.cells.splice(at..at + 1, (0..8).map(literal));
    laws::text_is_where_it_says(&reading).unwrap();
    caught(laws::text_is_that_of_the_tree(&reading), "no text of the tree has `&eacute;`");
}

#[test]
fn markup_out_of_place_is_caught() {
    let within_tag = put(PAGE.find("<b>").unwrap() + 1, PAGE.find("Cork").unwrap() + 4);
    caught(laws::same_tree(PAGE.as_bytes(), &within_tag, "UTF-8"), "trees differ");
    let page = "<p><ruby>a<rt>b</rt></ruby><title>c</title>";
    let around_rt = Woven {
        bytes: page.replace("<rt>", "<span><rt>").replace("</rt>", "</rt></span>").into_bytes(),
        inserted: vec![10..16, 26..33],
    };
    laws::nothing_else_touched(page.as_bytes(), &around_rt).unwrap();
    caught(
        laws::spans_are_allowed(&around_rt, "UTF-8"),
        "a span stands between `ruby` and its `rt`",
    );
    let first_line_end = put(PAGE.find("<pre>").unwrap() + 5, PAGE.find("of\r").unwrap());
    caught(laws::same_tree(PAGE.as_bytes(), &first_line_end, "UTF-8"), "trees differ");
}

#[test]
fn a_lost_or_changed_byte_is_caught() {
    let (_, mut woven, _) = woven();
    let at = woven.inserted[0].end;
    woven.bytes[at] ^= 0x20;
    caught(laws::nothing_else_touched(PAGE.as_bytes(), &woven), "first difference at byte");
    woven.bytes.remove(at);
    caught(laws::nothing_else_touched(PAGE.as_bytes(), &woven), "");
    let (_, mut woven, _) = self::woven();
    woven.inserted[0].end -= 1;
    caught(laws::nothing_else_touched(PAGE.as_bytes(), &woven), "first difference at byte");
    woven.inserted.swap(0, 1);
    caught(laws::nothing_else_touched(PAGE.as_bytes(), &woven), "out of order");
}

#[test]
fn text_that_leads_nowhere_is_caught() {
    let mut reading = reading();
    let cell = reading.cells.pop().unwrap();
    reading.lost.push(cell.text);
    caught(laws::text_is_where_it_says(&reading), "leads nowhere");
}
