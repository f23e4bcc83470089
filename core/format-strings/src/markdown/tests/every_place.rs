//! Exhaustive tests: all short texts over a few signs, with an annotation at every position. A result that was
//! written without verification must be parsed unchanged.

use crate::encode;
use crate::testing::read;
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity};
use glossweave_format_base::EncodeOptions;

/// Returns the faults of a document: the spans whose annotations change the text or are lost.
fn faults(source: &str) -> Vec<String> {
    let document = read(source.as_bytes(), Format::Markdown);
    let text = document.text();
    let options = EncodeOptions { verify: false, ..EncodeOptions::default() };
    let places: Vec<usize> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
    let mut faults = Vec::new();
    for (number, start) in places.iter().enumerate() {
        for end in &places[number + 1..] {
            let span = TextSpan::new(*start, *end);
            if document.unit_at(*start).is_none_or(|unit| unit.span().end() < *end) {
                continue;
            }
            let annotation = Annotation::entity(span, Entity::new("x:y"));
            let back = encode(&document, &[annotation], &options).unwrap();
            if !back.placements[0].is_there() {
                continue;
            }
            let again = read(&back.bytes, Format::Markdown);
            let spans: Vec<TextSpan> = again.annotations().iter().map(Annotation::span).collect();
            if again.text() != text || spans != [span] {
                let written =
                    String::from_utf8_lossy(&back.bytes).replace(" its-ta-ident-ref=\"x:y\"", "");
                faults.push(format!("{source:?} {start}..{end} {written:?} {:?}", again.text()));
            }
        }
    }
    faults
}

/// Calls a function with all texts of a length.
fn each_text(signs: &[char], length: usize, take: &mut dyn FnMut(&str)) {
    let mut digits = vec![0; length];
    loop {
        let text: String = digits.iter().map(|digit| signs[*digit]).collect();
        take(&text);
        let Some(last) = digits.iter().rposition(|digit| digit + 1 < signs.len()) else { return };
        digits[last] += 1;
        digits[last + 1..].fill(0);
    }
}

#[test]
fn annotations_at_every_place_of_short_texts_are_read_again() {
    let all = [
        'a', ' ', '\n', '\\', '*', '_', '`', '|', '#', '~', '[', ']', '<', '>', '&', '.', '-', '(',
        ')', ';', '!', '1',
    ];
    let emphasis = ['a', ' ', '*', '_', '.', '\\'];
    let mut found = Vec::new();
    let mut documents = 0;
    let mut take = |source: &str| {
        documents += 1;
        found.extend(faults(source));
    };
    for length in 1..=3 {
        each_text(&all, length, &mut take);
    }
    for length in 4..=5 {
        each_text(&emphasis, length, &mut take);
    }
    for length in 1..=2 {
        each_text(&all, length, &mut |text| {
            for source in [
                format!("a{text}b c"),
                format!("a **{text}** b"),
                format!("a *{text}a* b"),
                format!("```\na\n```\n{text}\n\na"),
                format!("[a]{text}\n\n[a]: x"),
                format!("- a{text}\n- b"),
            ] {
                take(&source);
            }
            // Only the verification detects faults when two pairs are within one run of signs.
            if !text.starts_with('*') {
                take(&format!("a **X{text}** b"));
            }
            if !text.contains('\n') {
                // The same applies when the end of a cell is escaped twice.
                if !text.ends_with('\\') {
                    take(&format!("a|b\n-|-\na{text}|c"));
                    take(&format!("|a|\n|-|\n|{text}|"));
                }
                take(&format!("# {text}"));
                take(&format!("> {text}"));
            }
        });
    }
    found.sort_by_key(String::len);
    let first: Vec<_> = found.iter().take(300).map(String::as_str).collect();
    assert!(found.is_empty(), "{} of {documents}:\n{}", found.len(), first.join("\n"));
}
