//! A parser for the cues of subtitle files.

use std::ops::Range;

use glossweave_format_base::strings::{Fault, Value};
use glossweave_markup::find_byte;

pub(super) struct Cue<'s> {
    /// The number, or the identifier, used as the name of the unit.
    pub name: &'s str,
    pub value: Value,
    /// The comment before the cue.
    pub note: &'s str,
}

/// The references that WebVTT defines. Other references are placeholders.
const REFERENCES: &[(&str, &str)] = &[
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&nbsp;", "\u{A0}"),
    ("&lrm;", "\u{200E}"),
    ("&rlm;", "\u{200F}"),
];

/// Returns the ranges of the lines, without their line breaks.
fn lines(source: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = source.as_bytes().get(start..).filter(|rest| !rest.is_empty())?;
        let is_end = |byte| (byte == b'\n') | (byte == b'\r');
        let length = find_byte(rest, is_end).unwrap_or(rest.len());
        let line = start..start + length;
        let end = &rest[length..];
        start = line.end + if end.starts_with(b"\r\n") { 2 } else { usize::from(!end.is_empty()) };
        Some(line)
    })
}

/// Returns the value of the lines.
fn value(source: &str, lines: &[Range<usize>], has_references: bool) -> Value {
    let mut value = Value::default();
    for (index, line) in lines.iter().enumerate() {
        if let Some(before) = index.checked_sub(1).and_then(|before| lines.get(before)) {
            let end = before.end..line.start;
            match &source[end.clone()] {
                "\n" => value.literal(source, end),
                _ => value.atom("\n", end),
            }
        }
        let text = &source[line.clone()];
        let mut run = 0;
        let mut at = 0;
        while has_references && let Some(found) = text[at..].find('&') {
            at += found;
            let known = REFERENCES.iter().find(|(name, _)| text[at..].starts_with(name));
            if let Some((name, char)) = known {
                value.literal(source, line.start + run..line.start + at);
                value.atom(char, line.start + at..line.start + at + name.len());
                at += name.len();
                run = at;
            } else {
                at += 1;
            }
        }
        value.literal(source, line.start + run..line.end);
    }
    value
}

/// Returns `true` if a line contains the times of a cue, for example `00:00:01,000 --> 00:00:02,000`.
fn has_times(line: &str) -> bool {
    let is_part = |char: char| char.is_ascii_digit() || matches!(char, ':' | '.' | ',');
    let is_time = |text: &str| {
        let word = text.split_whitespace().next().unwrap_or_default();
        word.contains(':') && word.chars().all(is_part)
    };
    // Most lines are text, which their start shows.
    line.trim_start().starts_with(is_part)
        && line.split_once("-->").is_some_and(|(from, to)| is_time(from) && is_time(to))
}

/// Parses the cues of SubRip. The text of a cue ends before the number and the times of the next cue.
pub(super) fn srt<'s>(source: &'s str, mut read: impl FnMut(Cue<'s>)) -> Result<(), Fault> {
    let is_blank = |line: &Range<usize>| source[line.clone()].trim().is_empty();
    let is_number = |line: &mut Range<usize>| {
        let line = source[line.clone()].trim();
        !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
    };
    // The number of the current cue, and the lines since its times.
    let mut name = None;
    let mut text: Vec<Range<usize>> = Vec::new();
    let mut end_cue = |name: Option<&'s str>, text: &[Range<usize>]| {
        let last = text.iter().rposition(|line| !is_blank(line)).map_or(0, |last| last + 1);
        match (name, text.iter().find(|line| !is_blank(line))) {
            (Some(name), _) => {
                read(Cue { name, value: value(source, &text[..last], false), note: "" });
                Ok(())
            }
            (None, None) => Ok(()),
            (None, Some(line)) => {
                Err(Fault::new("expected a number and the times of a cue", line.clone()))
            }
        }
    };
    for line in lines(source) {
        if has_times(&source[line.clone()]) {
            let number = text.pop_if(is_number).map_or("", |line| source[line].trim());
            end_cue(name.replace(number), &text)?;
            text.clear();
        } else {
            text.push(line);
        }
    }
    end_cue(name, &text)
}

/// Parses the cues of WebVTT: blocks with times in the first or second line.
pub(super) fn vtt<'s>(source: &'s str, mut read: impl FnMut(Cue<'s>)) -> Result<(), Fault> {
    let mut lines = lines(source).peekable();
    let header = lines.peek().cloned().unwrap_or_default();
    let is_header = source[header.clone()]
        .strip_prefix("WEBVTT")
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']));
    if !is_header {
        return Err(Fault::new("expected `WEBVTT` in the first line", header));
    }
    let has_arrow = |line: &Range<usize>| source[line.clone()].contains("-->");
    let mut note = "";
    let mut block: Vec<Range<usize>> = Vec::new();
    let mut is_header = true;
    while lines.peek().is_some() {
        block.clear();
        while let Some(next) = lines.next_if(|next| {
            // Another line with times begins a new block ("collect a WebVTT block").
            let is_first = block.is_empty() || block.len() == 1 && !block.iter().any(has_arrow);
            !has_arrow(next) || is_first && !is_header
        }) {
            if next.is_empty() {
                break;
            }
            block.push(next);
        }
        if std::mem::take(&mut is_header) {
            continue;
        }
        let line = |index: usize| block.get(index).map_or("", |line| &source[line.clone()]);
        if let Some(time) = block.iter().take(2).position(has_arrow) {
            let name = if time == 1 { line(0) } else { "" };
            let value = value(source, block.get(time + 1..).unwrap_or_default(), true);
            read(Cue { name, value, note: std::mem::take(&mut note) });
        } else if let (Some(text), Some(last)) = (line(0).strip_prefix("NOTE"), block.last()) {
            note = match text.is_empty() || text.starts_with([' ', '\t']) {
                true => &source[block[0].start + 4..last.end],
                false => "",
            };
        }
    }
    Ok(())
}
