//! Tokens and sentences of text, segmented as in common corpora (CoNLL, Penn Treebank).
//!
//! They differ from [`words`](glossweave_base::words) and
//! [`sentence_breaks`](glossweave_base::words::sentence_breaks) because the weights of a tagger depend on the
//! tokenization of its training data. For example, `U.S.`, `'s` and `...` are single tokens here, and a
//! sentence ends only at white space. The name lists of a tagger are split in the same way.

use std::ops::Range;

use glossweave_base::call_limits::is_exceeded;
use glossweave_base::text::word_breaks;
use glossweave_base::words::keeps_full_stop;
use glossweave_base::words::{Class, cell};

/// The endings that become separate tokens when they follow an apostrophe.
const TAILS: &[&str] = &["s", "S", "re", "ve", "ll", "d", "m"];

/// Returns the byte ranges of the tokens of a text.
pub(crate) fn tokens(text: &str) -> Vec<Range<usize>> {
    sentences(text).into_iter().flatten().collect()
}

/// Returns the sentences of a text, each as a list of tokens.
pub(crate) fn sentences(text: &str) -> Vec<Vec<Range<usize>>> {
    let mut sentences = Vec::new();
    let mut sentence: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    let mut ended = false;
    while at < text.len() && !is_exceeded() {
        let rest = &text[at..];
        let gap = rest.len() - rest.trim_start().len();
        let lines = rest[..gap].matches('\n').count();
        at += gap;
        let word = text[at..].split(char::is_whitespace).next().unwrap_or_default();
        if word.is_empty() {
            break;
        }
        let begins = |c: char| !c.is_lowercase();
        if !sentence.is_empty() && (lines > 1 || ended && word.starts_with(begins)) {
            sentences.push(std::mem::take(&mut sentence));
        }
        let end = at + word.len();
        while let Some(length) = first_sentence(&text[at..end]) {
            cut(text, at..at + length, &mut sentence);
            sentences.push(std::mem::take(&mut sentence));
            at += length;
        }
        ended = cut(text, at..end, &mut sentence);
        at = end;
    }
    if !sentence.is_empty() {
        sentences.push(sentence);
    }
    sentences
}

/// Returns the length of the first sentence of a stretch without white space if another sentence follows.
/// Scripts without spaces have no space between sentences.
fn first_sentence(stretch: &str) -> Option<usize> {
    let (stop, char) = stretch.char_indices().find(|(_, c)| matches!(c, '。' | '！' | '？'))?;
    let after = &stretch[stop + char.len_utf8()..];
    let rest = after.trim_start_matches(|c| is_closing(c) || matches!(c, '」' | '』' | '）'));
    (!rest.is_empty()).then_some(stretch.len() - rest.len())
}

/// Splits a stretch without white space into tokens. Returns `true` if a sentence may end after it.
fn cut(text: &str, word: Range<usize>, out: &mut Vec<Range<usize>>) -> bool {
    let Range { mut start, mut end } = word;
    while let Some(first) = text[start..end].chars().next() {
        if !is_opening(first) || text[start..end].chars().nth(1).is_none() {
            break;
        }
        out.push(start..start + first.len_utf8());
        start += first.len_utf8();
    }
    let mut tail = Vec::new();
    let mut ends = false;
    while let Some(last) = text[start..end].chars().next_back() {
        let shorter = end - last.len_utf8();
        if shorter == start || !is_closing(last) {
            ends |= shorter == start && matches!(last, '.' | '!' | '?');
            break;
        }
        if last == '.' {
            if keeps_full_stop(&text[start..shorter]) {
                break;
            }
            ends = true;
            // Consecutive full stops are one token.
            let points = text[start..end].trim_end_matches('.').len();
            if end - (start + points) > 1 {
                tail.push(start + points..end);
                end = start + points;
                continue;
            }
        }
        ends |= matches!(last, '!' | '?');
        tail.push(shorter..end);
        end = shorter;
    }
    if start < end {
        split(text, start..end, out);
    }
    out.extend(tail.into_iter().rev());
    ends
}

fn is_opening(c: char) -> bool {
    matches!(c, '(' | '[' | '{' | '<' | '"' | '\'' | '`' | '$' | '£' | '€' | '#' | '*' | '-')
        || matches!(c, '“' | '”' | '„' | '‘' | '’' | '«' | '»' | '¿' | '¡' | '‚' | '–' | '—' | '…')
}

fn is_closing(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '}' | '>' | '"' | '\'' | '%' | '*')
        || matches!(c, '“' | '”' | '‘' | '’' | '«' | '»' | '–' | '—' | '…')
        || matches!(c, '。' | '，' | '、' | '！' | '？')
}

/// Splits off endings such as `'s`, and splits at characters that join words.
fn split(text: &str, word: Range<usize>, out: &mut Vec<Range<usize>>) {
    let whole = &text[word.clone()];
    let tail = whole.rfind(['\'', '’']).filter(|at| *at > 0);
    if let Some(at) = tail {
        let after = whole[at..].chars().skip(1).collect::<String>();
        let is_negation = after == "t" && whole[..at].ends_with('n') && at > 1;
        if TAILS.contains(&after.as_str()) || is_negation {
            let at = word.start + at - usize::from(is_negation);
            out.push(word.start..at);
            out.push(at..word.end);
            return;
        }
    }
    let mut start = word.start;
    for (at, c) in whole.char_indices() {
        let at = word.start + at;
        let joins = matches!(c, '—' | '(' | ')' | '[' | ']' | '"' | ';')
            || c == '/' && !whole.contains(|c: char| c.is_ascii_digit());
        if joins && at > start && at + c.len_utf8() < word.end {
            push_words(text, start..at, out);
            out.push(at..at + c.len_utf8());
            start = at + c.len_utf8();
        }
    }
    if start < word.end {
        push_words(text, start..word.end, out);
    }
}

/// Adds a stretch as one token. When the stretch contains characters of a script without spaces, it is
/// split into words instead, as in dictionaries.
fn push_words(text: &str, stretch: Range<usize>, out: &mut Vec<Range<usize>>) {
    let part = &text[stretch.clone()];
    if part.is_ascii() || !part.chars().any(|c| cell(c).class() == Class::Single) {
        out.push(stretch);
        return;
    }
    let mut start = stretch.start;
    for end in word_breaks(part).map(|at| stretch.start + at).filter(|at| *at > stretch.start) {
        out.push(start..end);
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::sentences;

    fn cut(text: &str) -> String {
        let sentences = sentences(text);
        let shown = sentences.iter().map(|tokens| {
            tokens.iter().map(|token| &text[token.clone()]).collect::<Vec<_>>().join(" ")
        });
        shown.collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn text_is_cut_as_corpora_are() {
        for (text, expected) in [
            ("Mr. Smith went. He's in the U.S. now.", "Mr. Smith went . | He 's in the U.S. now ."),
            ("\"No,\" said J. P. Morgan...", "\" No , \" said J. P. Morgan ..."),
            ("They didn't (really) pay $1,000.50!", "They did n't ( really ) pay $ 1,000.50 !"),
            ("A heading\n\nA text", "A heading | A text"),
            ("毛泽东在北京。我们在上海！", "毛泽东 在 北京 。 | 我们 在 上海 ！"),
            ("「東京に行く。」と言った", "「 東京 に 行く 。 」 | と 言 った"),
            ("ฉันรักกรุงเทพมหานคร 2026", "ฉัน รัก กรุงเทพมหานคร 2026"),
            ("in 北京2008 won", "in 北京 2008 won"),
            ("서울에 갔다. 한국", "서울에 갔다 . | 한국"),
            ("and/or 24/7 well-known", "and / or 24/7 well-known"),
            ("", ""),
            (" . ", "."),
        ] {
            assert_eq!(cut(text), expected);
        }
    }

    #[test]
    fn tokens_lie_between_characters_whatever_the_text() {
        let text = "’’’ «Ä.» (((x))) ..!? '' 's n't ’s\u{301} 东京。 — a—b [q]\"z\"";
        let mut last = 0;
        for token in sentences(text).into_iter().flatten() {
            assert!(token.start >= last && token.start < token.end, "{token:?}");
            assert!(text.get(token.clone()).is_some());
            last = token.end;
        }
    }
}
