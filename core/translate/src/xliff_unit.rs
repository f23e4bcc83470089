//! The texts of an XLIFF unit: its segments, in unit order, and the gaps between them.

use std::collections::{HashMap, HashSet};

use crate::inline_element::Numbers;
use crate::xliff_file::{SEGMENT_END, SEGMENT_START, XliffFile};
use glossweave_base::text::inline::{InlineCode, InlineText};
use glossweave_markup::tree::NodeId;

/// Returns the source and target texts of a unit, with markers for their codes. There is no target text if
/// the target of a segment is missing, is empty, or awaits translation.
pub(crate) fn texts(xliff: &XliffFile<'_, '_>, unit: NodeId) -> (String, Option<String>) {
    match xliff.is(unit, "trans-unit") {
        true => texts_of_one(xliff, unit),
        false => texts_of_two(xliff, unit),
    }
}

/// The parts of a text. There is one gap more than segments: before, between, and after them.
#[derive(Default)]
struct Parts {
    segments: Vec<String>,
    gaps: Vec<String>,
}

impl Parts {
    fn push(&mut self, text: &str, is_segment: bool) {
        if self.gaps.is_empty() {
            self.gaps.push(String::new());
        }
        match (is_segment, self.gaps.last_mut()) {
            (true, _) => {
                self.segments.push(text.to_owned());
                self.gaps.push(String::new());
            }
            (false, Some(gap)) => gap.push_str(text),
            (false, None) => {}
        }
    }

    /// Splits a text at [`SEGMENT_START`] and [`SEGMENT_END`].
    fn of(text: &str) -> Parts {
        let mut parts = Parts::default();
        let mut rest = text;
        while let Some((gap, behind)) = rest.split_once(SEGMENT_START) {
            let (segment, behind) = behind.split_once(SEGMENT_END).unwrap_or((behind, ""));
            parts.push(gap, false);
            parts.push(segment, true);
            rest = behind;
        }
        parts.push(rest, false);
        parts
    }

    /// Returns the white space between a segment and the next segment: at the end of the first, in the gap,
    /// and at the start of the second.
    fn space_after(&self, segment: usize) -> String {
        let plain = |texts: &[String], at: usize| {
            texts.get(at).map(|text| InlineText::parse(text).into_text()).unwrap_or_default()
        };
        let (before, behind) = (plain(&self.segments, segment), plain(&self.segments, segment + 1));
        let mut space = before[before.trim_end().len()..].to_owned();
        space.extend(plain(&self.gaps, segment + 1).chars().filter(|c| c.is_whitespace()));
        space.push_str(&behind[..behind.len() - behind.trim_start().len()]);
        space
    }

    /// Joins the parts of a target. When a gap is empty in the target, the gap of the source is used.
    fn joined(&self, source: &Parts) -> String {
        let codes = |text: &String| InlineText::parse(text).codes().collect::<Vec<_>>();
        let texts = self.segments.iter().chain(&self.gaps);
        let present: HashSet<InlineCode> = texts.flat_map(codes).collect();
        let mut out = String::new();
        for (number, gap) in self.gaps.iter().enumerate() {
            let is_last = number == self.segments.len();
            let same = if is_last { source.gaps.len().saturating_sub(1) } else { number };
            let other = source.gaps.get(same).filter(|_| gap.is_empty());
            let lacks = |gap: &&String| {
                !gap.trim().is_empty() && codes(gap).iter().all(|code| !present.contains(code))
            };
            let gap = other.filter(lacks).unwrap_or(gap);
            out.push_str(gap);
            if let Some(before) = number.checked_sub(1).filter(|_| !is_last) {
                let needs_space = self.space_after(before).is_empty()
                    && !gap.contains(char::is_whitespace)
                    && !out.ends_with(is_east_asian);
                if needs_space {
                    out.push_str(&source.space_after(before));
                }
            }
            out.extend(self.segments.get(number).map(String::as_str));
        }
        out
    }
}

/// Returns `true` for a character of a script that has no spaces between sentences.
fn is_east_asian(char: char) -> bool {
    matches!(char, '\u{3000}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{FF01}'..='\u{FF60}')
}

/// Returns `true` if a text contains only codes and white space.
fn is_blank(text: &str) -> bool {
    InlineText::parse(text).into_text().trim().is_empty()
}

/// Returns the texts of a `trans-unit` in XLIFF 1.2.
fn texts_of_one(xliff: &XliffFile<'_, '_>, unit: NodeId) -> (String, Option<String>) {
    let mut numbers = Numbers::default();
    let source = xliff.child(unit, "source");
    let text = source.map(|source| xliff.marked(source, &mut numbers)).unwrap_or_default();
    let target = xliff.child(unit, "target").filter(|target| !xliff.is_open(*target));
    let Some(target) = target else { return (text, None) };
    let translated = Parts::of(&xliff.segmented(target, &mut numbers));
    let mids = xliff.segments(target);
    let cut = xliff.child(unit, "seg-source").or(source);
    let parts = cut.map(|cut| Parts::of(&xliff.segmented(cut, &mut numbers))).unwrap_or_default();
    let is_done = match translated.segments.is_empty() {
        true => is_blank(&text) || translated.gaps.iter().any(|gap| !is_blank(gap)),
        false => {
            let pairs = mids.iter().map(|mid| mid.0).zip(&translated.segments);
            let by_mid: HashMap<_, _> = pairs.collect();
            let sources = cut.map(|cut| xliff.segments(cut)).unwrap_or_default();
            let mut to_translate =
                sources.iter().zip(&parts.segments).filter(|pair| !is_blank(pair.1));
            let is_done = |mid| by_mid.get(&mid).is_some_and(|segment| !is_blank(segment));
            match sources.is_empty() {
                true => translated.segments.iter().all(|segment| !is_blank(segment)),
                false => to_translate.all(|((mid, _), _)| is_done(*mid)),
            }
        }
    };
    (text, is_done.then(|| translated.joined(&parts)))
}

/// Returns the texts of a `unit` in XLIFF 2.
fn texts_of_two(xliff: &XliffFile<'_, '_>, unit: NodeId) -> (String, Option<String>) {
    let mut numbers = Numbers::default();
    let mut source = Parts::default();
    let mut text = String::new();
    let mut targets: Vec<(usize, bool, String)> = Vec::new();
    let (mut is_done, mut has_target) = (true, false);
    let parts = |part: &NodeId| xliff.is(*part, "segment") || xliff.is(*part, "ignorable");
    for (number, part) in xliff.tree.elements(unit).filter(parts).enumerate() {
        let is_segment = xliff.is(part, "segment");
        let mut marked = |name: &str| Some(xliff.marked(xliff.child(part, name)?, &mut numbers));
        let original = marked("source").unwrap_or_default();
        let translated = marked("target").filter(|text| !is_blank(text) || is_blank(&original));
        let is_initial = xliff.tree.attribute(part, "", "state") == Some("initial");
        has_target |= is_segment && translated.is_some();
        is_done &= !is_segment || !is_initial && (translated.is_some() || is_blank(&original));
        source.push(&original, is_segment);
        text.push_str(&original);
        let order = xliff.child(part, "target");
        let order = order.and_then(|target| xliff.tree.attribute(target, "", "order"));
        let place = order.and_then(|order| order.trim().parse().ok()).unwrap_or(number + 1);
        let is_empty = |text: &String| text.is_empty() && !is_segment;
        let translated = translated.filter(|text| !is_empty(text)).unwrap_or(original);
        targets.push((place, is_segment, translated));
    }
    if !is_done || !has_target {
        return (text, None);
    }
    // Targets have the order of their sources unless they specify another order (clause 4.3.1.23).
    targets.sort_by_key(|target| target.0);
    let mut parts = Parts::default();
    for (_, is_segment, target) in &targets {
        parts.push(target, *is_segment);
    }
    (text, Some(parts.joined(&source)))
}
