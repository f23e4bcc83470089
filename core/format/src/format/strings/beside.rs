//! Translations that stand beside the texts of the source, in any of several languages.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use crate::document::{Builder, Document, Source, Splice, TargetLink};
use crate::format::translate::Written;
use glossweave_base::text::{ByteSpan, TextSpan};
use glossweave_markup::Decoded;

/// Returns a document with its translations, if there are any.
pub(in crate::format) fn finished(
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

/// Returns new texts of ranges of the decoded source as a splice. Those at one place stay in their order.
pub(in crate::format) fn spliced(
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

/// Returns the position of the first text whose translation was written and is not found. `all` has the texts that may
/// be translations, with the key of each by its unit; `key` gives that of the translated text.
pub(in crate::format) fn first_lost<K: Eq + Hash>(
    written: &Written,
    key: impl Fn(TextSpan) -> Option<K>,
    all: &Document,
    mut keys: HashMap<usize, K>,
) -> Option<usize> {
    let words = |text: &str| text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let mut found: HashMap<K, Vec<String>> = HashMap::new();
    for unit in all.units() {
        if let Some(key) = keys.remove(&unit.index()) {
            found.entry(key).or_default().push(words(unit.text()));
        }
    }
    let is_lost = |(span, text): &&(TextSpan, String)| {
        let wanted = words(text);
        let known = key(*span).and_then(|key| found.get(&key));
        !wanted.is_empty() && !known.is_some_and(|all| all.contains(&wanted))
    };
    written.iter().find(is_lost).map(|(span, _)| span.start())
}
