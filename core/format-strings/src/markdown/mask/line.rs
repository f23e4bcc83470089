//! Lines that open and close containers: directives, admonitions and tabs of dialects.

use std::ops::Range;

use super::{Code, Mask};
use crate::markdown::mask::attribute::list_or_braces;

/// The indentation of the content of an admonition, in columns.
const INDENT: usize = 4;

/// The prefixes of lines that are used to include other files.
const INCLUSIONS: [&str; 4] = ["--8<--", "<<< @/", "<<< ./", "<<< ../"];

/// The prefixes that Python-Markdown and MkDocs use for admonitions and tabs.
const ADMONITIONS: [&str; 6] = ["!!!", "???+", "???", "===!", "===+", "==="];

/// A line that opens or closes a container.
struct Marker {
    /// The title, which is text.
    title: Range<usize>,
    /// `true` if its content is the indented lines that follow.
    is_indented: bool,
    /// `true` if the line is a marker only when indented lines follow.
    needs_content: bool,
}

/// Masks the lines of containers.
pub(super) fn mask(mask: &mut Mask<'_>, start: usize) {
    let text = mask.text();
    let mut at = start;
    let lines = text.get(start..).unwrap_or_default().split_inclusive('\n').map(|line| {
        let from = at;
        at += line.len();
        from..at
    });
    let lines: Vec<Range<usize>> = lines.collect();
    // The columns of the open admonitions, and the open code fence.
    let mut containers: Vec<usize> = Vec::new();
    let mut fence: Option<(u8, usize)> = None;
    for (index, range) in lines.iter().enumerate() {
        let line = text.get(range.clone()).unwrap_or_default();
        let (prefix, content) = prefix(line);
        if content.is_empty() {
            continue;
        }
        let columns = columns(prefix);
        while containers.last().is_some_and(|open| columns < open + INDENT) {
            containers.pop();
        }
        for open in &containers {
            if let Some(at) = byte_at(prefix, *open) {
                mask.sign(range.start + at, b'>');
            }
        }
        let run = fence_run(content);
        if let Some((sign, length)) = fence {
            let closes = run.is_some_and(|run| run.0 == sign && run.1 >= length);
            if closes && content.trim_start_matches(char::from(sign)).is_empty() {
                fence = None;
            }
            continue;
        }
        fence = run;
        if fence.is_some() {
            continue;
        }
        let content_start = range.start + prefix.len();
        if content.contains('\t') && is_delimiter_row(content) {
            let tabs = content.bytes().enumerate().filter(|(_, byte)| *byte == b'\t');
            tabs.for_each(|(at, _)| mask.sign(content_start + at, b' '));
            continue;
        }
        let Some(marker) = marker(content, prefix.contains('>')) else { continue };
        let has_content = || {
            let next = lines[index + 1..].iter().filter_map(|next| text.get(next.clone()));
            let mut next = next.map(self::prefix).filter(|(_, content)| !content.is_empty());
            next.next().is_some_and(|(next, _)| self::columns(next) >= columns + INDENT)
        };
        if marker.needs_content && !has_content() {
            continue;
        }
        let title = content_start + marker.title.start..content_start + marker.title.end;
        mask.blank(content_start..title.start);
        mask.blank(title.end..content_start + content.len());
        if !title.is_empty() {
            mask.sign(content_start, b'#');
        }
        // Real documents do not nest this deeply.
        const DEPTH: usize = 32;
        if marker.is_indented && containers.len() < DEPTH {
            containers.push(columns);
        }
    }
}

/// Returns the indentation of a line with its block quote markers, and the rest of the line without its line break.
fn prefix(line: &str) -> (&str, &str) {
    let content = line.trim_start_matches([' ', '\t', '>']).trim_end();
    let length = line.len() - line.trim_start_matches([' ', '\t', '>']).len();
    (&line[..length], content)
}

/// Returns the number of columns of an indentation.
fn columns(prefix: &str) -> usize {
    prefix.bytes().fold(0, |column, byte| match byte {
        b'\t' => column / INDENT * INDENT + INDENT,
        _ => column + 1,
    })
}

/// Returns the position of the white space in a column of an indentation.
fn byte_at(prefix: &str, column: usize) -> Option<usize> {
    let mut next = 0;
    for (at, byte) in prefix.bytes().enumerate() {
        next = match byte {
            b'\t' => next / INDENT * INDENT + INDENT,
            _ => next + 1,
        };
        if next > column {
            return (byte != b'>').then_some(at);
        }
    }
    None
}

/// Returns the character and the length of a code fence at the start of a line.
fn fence_run(content: &str) -> Option<(u8, usize)> {
    let sign = content.bytes().next().filter(|sign| matches!(sign, b'`' | b'~'))?;
    let length = content.bytes().take_while(|byte| *byte == sign).count();
    let is_span = sign == b'`' && content[length..].contains('`');
    (length >= 3 && !is_span).then_some((sign, length))
}

/// Returns `true` for the delimiter row of a table, below the header, which may also contain tabs (GFM, 4.10).
fn is_delimiter_row(content: &str) -> bool {
    content.contains('|')
        && content.contains('-')
        && content.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t'))
}

/// Returns the marker of a line, which is given without its indentation. Returns `None` if the line is not a marker.
fn marker(content: &str, is_quoted: bool) -> Option<Marker> {
    let code = Marker { title: 0..0, is_indented: false, needs_content: false };
    if INCLUSIONS.iter().any(|start| content.starts_with(start)) {
        return Some(code);
    }
    if content.starts_with("::") {
        return Some(Marker { title: directive(content)?, ..code });
    }
    if content.starts_with("///") {
        return Some(Marker { title: block(content)?, ..code });
    }
    if let Some(rest) = content.strip_prefix("[!").filter(|_| is_quoted) {
        // Alerts of GitHub. Other dialects add a title.
        let end = rest.find(|char: char| !char.is_alphanumeric() && char != '-')?;
        let title = rest[end..].strip_prefix(']').filter(|_| end > 0)?;
        let title = title.strip_prefix(['+', '-']).unwrap_or(title);
        return (!title.starts_with(['(', '[']))
            .then(|| Marker { title: part(content, title), ..code });
    }
    let sign = ADMONITIONS.into_iter().find(|sign| content.starts_with(sign))?;
    let rest = &content[sign.len()..];
    let types =
        rest.trim_start_matches(|char: char| char.is_alphanumeric() || " -_".contains(char));
    let title = match types.strip_prefix('"') {
        Some(title) => title.strip_suffix('"')?,
        None if types.is_empty() && !rest.trim().is_empty() && !sign.starts_with('=') => "",
        None => return None,
    };
    let needs_content = title.is_empty();
    let title = if title.trim().is_empty() { 0..0 } else { part(content, title) };
    Some(Marker { title, is_indented: true, needs_content })
}

/// Returns the range of a part of a line, without white space at its ends.
fn part(line: &str, part: &str) -> Range<usize> {
    let trimmed = part.trim();
    if trimmed.is_empty() {
        return 0..0;
    }
    let start = trimmed.as_ptr() as usize - line.as_ptr() as usize;
    start..start + trimmed.len()
}

/// Returns the title of a directive line, for example `:::note Title`, `::: {.note}`, `:::{note} Title` or
/// `::video[Title]{#id}`.
fn directive(content: &str) -> Option<Range<usize>> {
    let rest = content.trim_start_matches(':');
    let colons = content.len() - rest.len();
    let mut rest = rest;
    if colons > 2 {
        rest = rest.trim_start();
    }
    if rest.starts_with('-') {
        return None;
    }
    if rest.is_empty() {
        return (colons > 2).then_some(0..0);
    }
    let is_name = |char: char| char.is_alphanumeric() || "-_".contains(char);
    let name = rest.len() - rest.trim_start_matches(is_name).len();
    rest = &rest[name..];
    let attributes = list_or_braces(rest);
    if name == 0 && attributes.is_none() {
        return None;
    }
    rest = &rest[attributes.unwrap_or(0)..];
    if let Some(label) = rest.strip_prefix('[') {
        let end = label.rfind(']')?;
        let tail = label[end + 1..].trim();
        let is_end = tail.is_empty() || list_or_braces(tail) == Some(tail.len());
        return is_end.then(|| part(content, &label[..end]));
    }
    if colons == 2 {
        return rest.trim().is_empty().then_some(0..0);
    }
    if !rest.is_empty() && !rest.starts_with([' ', '\t']) {
        return None;
    }
    let mut title = rest.trim_end_matches(':').trim();
    if let Some(start) = title.strip_suffix('}').and_then(|title| title.rfind('{')) {
        title = &title[..start];
    }
    Some(part(content, title))
}

/// Returns the title of a block line of PyMdown, for example `/// name | Title` or `///`.
fn block(content: &str) -> Option<Range<usize>> {
    let rest = content.trim_start_matches('/');
    if rest.is_empty() {
        return Some(0..0);
    }
    let (name, title) = rest.strip_prefix(' ')?.split_once('|').unwrap_or((&rest[1..], ""));
    let is_name = |char: char| char.is_alphanumeric() || "-_".contains(char);
    let name = name.trim();
    (!name.is_empty() && name.chars().all(is_name)).then(|| part(content, title))
}

/// Returns the groups of codes that share lines, as ranges of indices.
pub(super) fn groups(text: &str, codes: &[Code]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    let mut end = 0;
    for (index, code) in codes.iter().enumerate() {
        let is_same = text.get(end..code.at.start).is_some_and(|between| !between.contains('\n'));
        match groups.last_mut().filter(|_| is_same) {
            Some(last) => last.end = index + 1,
            None => groups.push(index..index + 1),
        }
        end = code.at.end;
    }
    groups
}

/// Returns `true` if the lines of some codes contain nothing else.
pub(super) fn holds_only(text: &str, mut codes: impl Iterator<Item = Range<usize>>) -> bool {
    let Some(first) = codes.next() else { return false };
    let before = text.get(..first.start).unwrap_or_default();
    let before = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
    if !before.trim_start_matches([' ', '\t', '>']).is_empty() {
        return false;
    }
    let mut end = first.end;
    for code in codes {
        if text.get(end..code.start).is_none_or(|between| !between.trim().is_empty()) {
            return false;
        }
        end = code.end;
    }
    let behind = text.get(end..).unwrap_or_default();
    behind.split('\n').next().is_none_or(|behind| behind.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::marker;

    #[test]
    fn titles_of_containers_are_found() {
        let cases = [
            (":::", Some("")),
            (":::note A b", Some("A b")),
            (":::note[A *b*]{.c}", Some("A *b*")),
            ("::: {.callout-note title=\"a\"}", Some("")),
            (":::{note} A", Some("A")),
            ("::: tip A {open}", Some("A")),
            (":::: a ::::", Some("")),
            ("::video[A]{#b}", Some("A")),
            ("::toc", Some("")),
            ("::: ", Some("")),
            (":: a", None),
            ("::: - a", None),
            ("!!! note \"A \"b\" c\"", Some("A \"b\" c")),
            ("!!! note inline end", Some("")),
            ("???+ a", Some("")),
            ("=== \"A\"", Some("A")),
            ("=== a", None),
            ("!!! a, b", None),
            ("/// details | A", Some("A")),
            ("///", Some("")),
            ("/// a, b", None),
            ("--8<-- \"a.md\"", Some("")),
            ("[!tip]- A", Some("A")),
            ("[!a](b)", None),
        ];
        for (line, title) in cases {
            let found = marker(line.trim_end(), true).map(|marker| &line[marker.title]);
            assert_eq!(found, title, "{line}");
        }
    }
}
