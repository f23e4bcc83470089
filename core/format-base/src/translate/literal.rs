//! Placeholders that a translation repeats literally, without markers.

use std::collections::HashMap;

use super::inline_code::Content;
use super::marked_text::{TranslationPart, is_whole};
use glossweave_document::{Document, DocumentExt};

const OTHERS: &str = "the placeholders of the translation differ from the text";

/// The maximum number of different code lengths that are searched for. It limits the work when a text has many codes.
const LENGTHS: usize = 64;

/// Splits a translation at the codes of the text that it repeats literally. Returns `None` if it contains none of
/// them. The error is the rule that is violated if a code does not occur as often as in the text.
pub fn parts(
    document: &Document,
    content: &Content,
    translation: &str,
) -> Result<Option<Vec<TranslationPart>>, &'static str> {
    let Some(unit) = document.unit_at(content.text.start()) else { return Ok(None) };
    let codes = match document.codes_of(unit) {
        Some(codes) => codes.into_iter().enumerate().collect(),
        None => content.placeholders(&document.placeholders_of(unit)),
    };
    // The codes of each spelling, in reverse order.
    let mut unused: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, code) in codes.iter().rev() {
        unused.entry(code.chars).or_default().push(*index);
    }
    let mut lengths: Vec<usize> = unused.keys().map(|chars| chars.len()).collect();
    lengths.sort_unstable_by(|left, right| right.cmp(left));
    lengths.dedup();
    lengths.truncate(LENGTHS);
    let starts: Vec<char> = unused.keys().filter_map(|chars| chars.chars().next()).collect();
    let is_start =
        |char| starts.len() < LENGTHS && starts.contains(&char) || "{%$<&#".contains(char);
    let mut parts = Vec::new();
    let (mut done, mut at, mut order) = (0, 0, Vec::new());
    while let Some(found) = translation.get(at..).and_then(|rest| rest.find(is_start)) {
        let start = at + found;
        let known = lengths.iter().find_map(|length| {
            let chars = translation.get(start..start + length)?;
            unused.get_mut(chars).map(|codes| (codes.pop(), *length))
        });
        let Some((code, length)) = known else {
            let char = translation.get(start..).and_then(|rest| rest.chars().next());
            at = start + char.map_or(1, char::len_utf8);
            continue;
        };
        let code = code.ok_or(OTHERS)?;
        parts.push(TranslationPart::Text(
            translation.get(done..start).unwrap_or_default().to_owned(),
        ));
        parts.push(TranslationPart::Code(code));
        order.push(code);
        at = start + length;
        done = at;
    }
    if order.is_empty() {
        return Ok(None);
    }
    parts.push(TranslationPart::Text(translation.get(done..).unwrap_or_default().to_owned()));
    if is_whole(content, &order) { Ok(Some(parts)) } else { Err(OTHERS) }
}
