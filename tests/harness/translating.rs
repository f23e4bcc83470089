//! The laws of translations on one source, with random texts.

use std::ops::Range;

use glossweave::annotation::{Annotation, Entity, Translation};
use glossweave::text::TextSpan;
use glossweave::{DecodeOptions, Document, EncodeOptions, Format, Placement};

use crate::annotate::read_if_sound;
use crate::laws::{self, Verdict};
use crate::random::Random;
use crate::reference;

const WORDS: &[&str] = &[
    "Haus",
    "und",
    "l\u{ee}le",
    "\u{434}\u{43e}\u{43c}",
    "\u{6771}\u{4eac}",
    "<b>",
    "&amp;",
    "A&B",
    "1 < 2",
    "e\u{301}",
    "\u{1f600}",
    "x",
    "\"q\"",
    "</p>",
    "-",
    "a\nb",
    "<!--",
    "]]>",
    "...",
];

/// Checks the laws on a page. Returns the number of translations, and the number of written
/// translations.
pub fn hold(bytes: &[u8], seed: u64) -> Result<(u32, u32), String> {
    let mut random = Random::new(seed);
    let Some(document) = read_if_sound(bytes, &DecodeOptions::default()) else {
        return Ok((0, 0));
    };
    let mut annotations = Vec::new();
    let mut texts: Vec<Option<String>> = Vec::new();
    for unit in document.units() {
        let span = unit.span();
        let wanted = random.chance(60);
        texts.push(wanted.then(|| text(&mut random, &document, span)).transpose()?);
        match texts.last() {
            Some(Some(text)) => {
                let language = "de".parse().map_err(|_| "no language")?;
                let translation = Translation::new(text.as_str(), language);
                annotations.push(Annotation::translation(span, translation));
            }
            _ if random.chance(30) => {
                annotations.push(Annotation::entity(span, Entity::new("http://example.org/e")));
            }
            _ => {}
        }
    }
    let mut options = EncodeOptions::default();
    options.translations = true;
    let back = glossweave::encode(&document, &annotations, &options).map_err(|e| e.to_string())?;
    let replaced: Vec<_> =
        back.replaced.iter().map(|(from, to)| (from.range(), to.range())).collect();
    let inserted: Vec<_> = back.inserted.iter().map(|span| span.range()).collect();
    nothing_else_changed(bytes, &back.bytes, &inserted, &replaced)?;
    let charset = document.source().encoding().name();
    same_elements(bytes, &back.bytes, charset, &inserted)?;
    let mut as_before = DecodeOptions::default();
    as_before.charset = document.source().declared();
    let again = glossweave::decode(back.bytes.as_slice(), Format::Html, &as_before);
    let again = again.map_err(|error| error.to_string())?;
    if document.units().len() != again.units().len() {
        return Err(format!("{} units became {}", document.units().len(), again.units().len()));
    }
    let (mut wanted, mut placed) = (0, 0);
    let mut placements = annotations.iter().zip(&back.placements).peekable();
    for ((before, after), text) in document.units().zip(again.units()).zip(&texts) {
        let of_unit = |one: &Annotation| one.span() == before.span();
        let placement = placements.next_if(|(one, _)| of_unit(one)).map(|(_, one)| one);
        let there = matches!(placement, Some(Placement::Placed { .. }));
        let (expected, found) = match text {
            Some(text) => {
                wanted += 1;
                placed += u32::from(there);
                if there {
                    (bare(text), after.text())
                } else {
                    (before.text().into(), after.text())
                }
            }
            None => (before.text().to_owned(), after.text()),
        };
        if !expected.split_whitespace().eq(found.split_whitespace()) {
            return Err(format!("{expected:?} is read as {found:?}"));
        }
    }
    Ok((wanted, placed))
}

/// Returns random words. Half of the time they contain the markers of the unit, in another order if
/// it is allowed.
fn text(random: &mut Random, document: &Document, span: TextSpan) -> Result<String, String> {
    let marked = glossweave::marked_text(document, span).map_err(|error| error.to_string())?;
    let mut words = |most: usize| {
        let count = 1 + random.below(most);
        let words: Vec<&str> = (0..count).map(|_| random.pick(WORDS)).collect();
        words.join(" ")
    };
    if marked.len() % 2 == 0 {
        return Ok(words(30));
    }
    let mut items: Vec<String> = Vec::new();
    let mut depth = 0;
    for token in tokens(&marked) {
        let ends = token.starts_with("</");
        depth -= i32::from(ends);
        let new = if marker(token) { token.to_owned() } else { words(4) };
        match items.last_mut() {
            Some(last) if depth > 0 || ends => last.push_str(&new),
            _ => items.push(new),
        }
        depth += i32::from(marker(token) && !ends && !token.ends_with("/>"));
    }
    if document.is_regular() && items.len() > 1 && marked.len() % 4 == 1 {
        let by = random.below(items.len());
        items.rotate_left(by);
    }
    let text = items.concat();
    Ok(if bare(&text).trim().is_empty() { text + "x" } else { text })
}

/// Splits a marked text into markers and the text in between.
fn tokens(marked: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = marked;
    while !rest.is_empty() {
        let starts = rest.match_indices('<').find_map(|(at, _)| {
            let length = rest[at..].find('>')? + 1;
            marker(&rest[at..at + length]).then_some((at, length))
        });
        let Some((at, length)) = starts else { break };
        tokens.extend([&rest[..at], &rest[at..at + length]].iter().filter(|one| !one.is_empty()));
        rest = &rest[at + length..];
    }
    tokens.extend(Some(rest).filter(|rest| !rest.is_empty()));
    tokens
}

fn marker(token: &str) -> bool {
    let inner = token.strip_prefix('<').and_then(|token| token.strip_suffix('>'));
    inner.is_some_and(|inner| {
        let digits = inner.trim_start_matches('/').trim_end_matches('/');
        !digits.is_empty() && digits != "0" && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Returns the text without its markers.
fn bare(text: &str) -> String {
    tokens(text).into_iter().filter(|token| !marker(token)).collect()
}

/// Checks that the output is the source when insertions are removed and replacements are reverted.
pub fn nothing_else_changed(
    source: &[u8],
    output: &[u8],
    inserted: &[Range<usize>],
    replaced: &[(Range<usize>, Range<usize>)],
) -> Verdict {
    let mut edits: Vec<(Range<usize>, Range<usize>)> =
        inserted.iter().map(|range| (0..0, range.clone())).chain(replaced.to_vec()).collect();
    edits.sort_by_key(|(_, to)| (to.start, to.end));
    let mut kept = Vec::with_capacity(source.len());
    let mut at = 0;
    for (from, to) in edits {
        let stretch = output.get(at..to.start).ok_or("out of order")?;
        kept.extend_from_slice(stretch);
        if !from.is_empty() && kept.len() != from.start {
            return Err(format!("{from:?} is said to be replaced, but it is {}", kept.len()));
        }
        kept.extend_from_slice(source.get(from).ok_or("beyond the source")?);
        at = to.end;
    }
    kept.extend_from_slice(output.get(at..).ok_or("beyond the output")?);
    laws::same_bytes(source, &kept)
}

/// Checks that the same elements as in the source occur equally often.
fn same_elements(
    source: &[u8],
    output: &[u8],
    charset: &str,
    inserted: &[Range<usize>],
) -> Verdict {
    let elements = |tree: reference::Tree| {
        let nodes = tree.into_iter().map(|(_, node)| node);
        let mut names: Vec<String> = nodes.filter(|node| node.starts_with("element ")).collect();
        names.sort();
        names
    };
    let expected = elements(reference::tree(source, charset));
    let found = elements(reference::tree_without(output, charset, inserted));
    laws::same_statements(&expected, &found)
}
