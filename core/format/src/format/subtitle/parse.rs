//! The cues of a file of subtitles.

use std::ops::Range;

use crate::format::strings::{Fault, Value};

#[derive(Debug, Default)]
pub(super) struct Cue {
    /// The number, or the identifier.
    pub name: String,
    pub value: Value,
    /// The comment before it.
    pub note: String,
}

/// References that WebVTT names; others are placeholders.
const REFERENCES: &[(&str, &str)] = &[
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&nbsp;", "\u{A0}"),
    ("&lrm;", "\u{200E}"),
    ("&rlm;", "\u{200F}"),
];

/// Returns the ranges of all lines, without their ends.
fn lines(source: &str) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    while start < source.len() {
        let rest = &source[start..];
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        lines.push(start..start + length);
        let end = &rest[length..];
        start += length + if end.starts_with("\r\n") { 2 } else { usize::from(!end.is_empty()) };
    }
    lines
}

/// Returns the value of lines.
fn value(source: &str, lines: &[Range<usize>], has_references: bool) -> Value {
    let mut value = Value::default();
    for (index, line) in lines.iter().enumerate() {
        if let Some(before) = index.checked_sub(1).and_then(|before| lines.get(before)) {
            value.atom("\n", before.end..line.start);
        }
        let text = &source[line.clone()];
        let mut run = 0;
        let mut at = 0;
        while let Some(found) = text[at..].find('&').filter(|_| has_references) {
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

/// Returns `true` if a line has the times of a cue: `00:00:01,000 --> 00:00:02,000`.
fn has_times(line: &str) -> bool {
    let Some((from, to)) = line.split_once("-->") else { return false };
    let is_time = |text: &str| {
        let word = text.split_whitespace().next().unwrap_or_default();
        let is_part = |char: char| char.is_ascii_digit() || ":.,".contains(char);
        word.contains(':') && word.chars().all(is_part)
    };
    is_time(from) && is_time(to)
}

/// Returns the cues of SubRip. The text of one ends before the number and the times of the next.
pub(super) fn srt(source: &str) -> Result<Vec<Cue>, Fault> {
    let lines = lines(source);
    let is_blank = |line: &Range<usize>| source[line.clone()].trim().is_empty();
    let is_number = |line: &Range<usize>| {
        let line = source[line.clone()].trim();
        !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit())
    };
    let times: Vec<usize> =
        (0..lines.len()).filter(|index| has_times(&source[lines[*index].clone()])).collect();
    let number_of = |time: usize, least: usize| {
        time.checked_sub(1).filter(|before| *before >= least && is_number(&lines[*before]))
    };
    let first = times.first().map_or(lines.len(), |time| number_of(*time, 0).unwrap_or(*time));
    if let Some(line) = lines.iter().take(first).find(|line| !is_blank(line)) {
        return Err(Fault::new("expected a number and the times of a cue", line.clone()));
    }
    let mut cues = Vec::with_capacity(times.len());
    for (index, time) in times.iter().enumerate() {
        let next = times.get(index + 1).copied();
        let end = next.map_or(lines.len(), |next| number_of(next, time + 1).unwrap_or(next));
        let text = &lines[time + 1..end];
        let last = text.iter().rposition(|line| !is_blank(line)).map_or(0, |last| last + 1);
        let least = index.checked_sub(1).map_or(0, |before| times[before] + 1);
        let number = number_of(*time, least).map_or("", |line| source[lines[line].clone()].trim());
        cues.push(Cue {
            name: number.to_owned(),
            value: value(source, &text[..last], false),
            note: String::new(),
        });
    }
    Ok(cues)
}

/// Returns the cues of WebVTT: blocks of lines with times in the first or the second one.
pub(super) fn vtt(source: &str) -> Result<Vec<Cue>, Fault> {
    let lines = lines(source);
    let header = lines.first().map_or("", |line| &source[line.clone()]);
    let is_header = header
        .strip_prefix("WEBVTT")
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']));
    if !is_header {
        let at = lines.first().cloned().unwrap_or(0..0);
        return Err(Fault::new("expected `WEBVTT` in the first line", at));
    }
    let mut cues = Vec::new();
    let mut note = String::new();
    let blocks = lines.split(|line| line.is_empty());
    for block in blocks.filter(|block| !block.is_empty()) {
        let line = |index: usize| block.get(index).map_or("", |line| &source[line.clone()]);
        let time = (0..2).find(|index| line(*index).contains("-->"));
        if let Some(time) = time {
            let name = if time == 1 { line(0).to_owned() } else { String::new() };
            let value = value(source, block.get(time + 1..).unwrap_or_default(), true);
            cues.push(Cue { name, value, note: std::mem::take(&mut note) });
        } else if let (Some(text), Some(last)) = (line(0).strip_prefix("NOTE"), block.last()) {
            note = match text.is_empty() || text.starts_with([' ', '\t']) {
                true => source[block[0].start + 4..last.end].to_owned(),
                false => String::new(),
            };
        }
    }
    Ok(cues)
}
