//! Addresses of the web and of mail: translations have those of their texts.

use std::ops::Range;

use super::CheckedText;
use super::difference::{Difference, difference};
use super::issue::{DOUBTFUL, IssueType, Issues, quoted};

/// Returns the ranges of the addresses in a text, in their order.
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let is_outside = |c: char| {
        c.is_whitespace()
            || matches!(c, '<' | '>' | '"' | '“' | '”' | '«' | '»' | '{' | '}')
            || ('\u{3000}'..='\u{303f}').contains(&c)
    };
    let mut found = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if !is_outside(c) {
            continue;
        }
        let word = &text[start..at];
        let lead = word.len() - word.trim_start_matches(['(', '[', '\'', '‘', ',']).len();
        let inner = word[lead..]
            .trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '\'', '’', '…', '。', '，']);
        if is_address(inner) {
            found.push(start + lead..start + lead + inner.len());
        }
        start = at + c.len_utf8();
    }
    found
}

fn is_address(word: &str) -> bool {
    if let Some((scheme, rest)) = word.split_once("://") {
        return !rest.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    }
    if word.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www.")) {
        return word.len() > 6;
    }
    let mail = word.strip_prefix("mailto:").unwrap_or(word);
    let Some((name, host)) = mail.split_once('@') else { return false };
    let is_part = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let mut parts = host.split('.');
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"._%+-".contains(&byte);
    !name.is_empty() && name.bytes().all(is_name) && host.contains('.') && parts.all(is_part)
}

pub(super) fn check(source: &CheckedText<'_>, target: &CheckedText<'_>, issues: &mut Issues<'_>) {
    let Difference { missing, added } = difference(addresses(source), addresses(target));
    for index in added {
        let at = target.addresses[index].clone();
        let address = target.text.get(at.clone()).unwrap_or_default();
        let comment = format!("the address {} is not in the text", quoted(address));
        issues.add(IssueType::InconsistentEntities, DOUBTFUL, at, comment);
    }
    let end = target.text.len();
    for index in missing {
        let address = source.text.get(source.addresses[index].clone()).unwrap_or_default();
        let comment = format!("the address {} is missing", quoted(address));
        issues.add(IssueType::InconsistentEntities, DOUBTFUL, end..end, comment);
    }
}

fn addresses<'t>(text: &'t CheckedText<'_>) -> impl Iterator<Item = &'t str> + Clone {
    text.addresses.iter().map(|at| text.text.get(at.clone()).unwrap_or_default())
}
