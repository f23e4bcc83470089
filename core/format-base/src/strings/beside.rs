//! Translations that are stored next to the texts of the source, in one or several languages.

use std::ops::Range;

use super::placeholder::{Syntax, find};
use crate::translate::{WrittenText, has_same_words};
use glossweave_base::text::ByteSpan;
use glossweave_document::{Builder, Document, DocumentExt, Source, Splice, TargetLink};
use glossweave_markup::Decoded;

/// Returns a document with its translations, if there are any. Used by formats that store both in one file.
pub fn finished(
    bytes: Source,
    source: Builder,
    target: Builder,
    links: Vec<TargetLink>,
) -> Document {
    let target = (target.unit_count() > 0).then(|| target.finish(bytes.clone()));
    let document = source.finish(bytes);
    match target {
        Some(target) => document.with_target(target, links),
        None => document,
    }
}

/// Returns the edits that replace ranges of the decoded source by new texts. Edits at the same position keep their
/// order.
pub fn spliced(
    document: &Document,
    decoded: &Decoded<'_>,
    mut edits: Vec<(Range<usize>, String)>,
) -> Splice {
    edits.sort_by_key(|(at, _)| (at.start, at.end));
    let encoding = document.source().encoding();
    let mut back = decoded.way_back();
    let mut splice = Splice::default();
    for (at, new) in &edits {
        if decoded.text.get(at.clone()) != Some(new) {
            let span = ByteSpan::new(back.source(at.start), back.source(at.end));
            splice.replace(span).extend(encoding.encode(new).iter());
        }
    }
    splice
}

/// Returns `true` if a value contains codes but no other text.
pub fn is_codes(value: &str, syntax: Syntax) -> bool {
    let found = find(value, 0..value.len(), syntax.of_message(value), false);
    let mut done = 0;
    let mut is_blank = true;
    for code in &found {
        is_blank &= value.get(done..code.at.start).is_some_and(|text| text.trim().is_empty());
        done = code.at.end;
    }
    let is_holder = |code: &super::placeholder::FoundPlaceholder| {
        matches!(code.kind, super::placeholder::Kind::Holder(_))
    };
    !found.is_empty()
        && !found.iter().any(is_holder)
        && is_blank
        && value.get(done..).is_some_and(|text| text.trim().is_empty())
}

/// Returns `true` if a value is a translation that was written: it contains the text of the translation, and the
/// codes of the source text in any order.
pub fn is_written(
    value: &str,
    translation: &WrittenText,
    document: &Document,
    syntax: Syntax,
) -> bool {
    let syntax = syntax.of_message(value);
    let found = find(value, 0..value.len(), syntax, false);
    let (mut text, mut done) = (String::new(), 0);
    let mut push = |range: Range<usize>| {
        let part = value.get(range).unwrap_or_default();
        match syntax.quotes {
            true => text.push_str(&part.replace("''", "'")),
            false => text.push_str(part),
        }
    };
    for code in &found {
        push(done..code.at.start);
        done = code.at.end;
    }
    push(done..value.len());
    let listed =
        document.unit_at(translation.span.start()).and_then(|unit| document.codes_of(unit));
    let mut expected: Vec<&str> = listed.iter().flatten().map(|code| code.chars).collect();
    let mut codes: Vec<&str> = found.iter().filter_map(|code| value.get(code.at.clone())).collect();
    expected.sort_unstable();
    codes.sort_unstable();
    codes == expected && has_same_words(&text, &translation.text)
}
