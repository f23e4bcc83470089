//! Annotations as both notations have them.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{CLASS, CONFIDENCE, IDENT, INFO, TOOL};
use crate::format::exchange::reading::{ReadMark, Reading};
use crate::format::new_file::{Mark, Said};
use glossweave_base::text::iri::is_absolute;

/// Types of tokens and sentences, which every document of GATE has.
const WORDS: [&str; 6] = ["Token", "SpaceToken", "Sentence", "Split", "paragraph", "DEFAULT_TOKEN"];

/// The annotation set with the markup of the source.
const MARKUP: &str = "Original markups";

/// What is not read, in numbers.
#[derive(Default)]
pub(super) struct Unread {
    words: usize,
    features: BTreeMap<String, usize>,
    /// The names of annotation sets, with the numbers of their annotations.
    sets: BTreeMap<String, usize>,
}

impl Unread {
    pub fn report(self, reading: &mut Reading) {
        if self.words > 0 {
            let message =
                format!("{} tokens, sentences and elements of markup are not read", self.words);
            reading.warn(message, 0..0);
        }
        for (name, count) in self.sets.into_iter().take(100) {
            let message = format!("the set `{name}` of {count} annotations is not kept apart");
            reading.warn(message, 0..0);
        }
        for (name, count) in self.features.into_iter().take(100) {
            reading.warn(format!("{count} values of `{name}` are not read"), 0..0);
        }
    }
}

/// Returns an annotation, or `None` if it is not read.
pub(super) fn mark(
    set: &str,
    kind: &str,
    span: Range<usize>,
    features: &[(String, String)],
    unread: &mut Unread,
) -> Option<ReadMark> {
    if set == MARKUP || WORDS.contains(&kind) {
        unread.words += 1;
        return None;
    }
    if !set.is_empty() {
        *unread.sets.entry(set.to_owned()).or_default() += 1;
    }
    for (name, _) in features {
        if ![IDENT, CLASS, CONFIDENCE, INFO, TOOL].contains(&name.as_str()) {
            *unread.features.entry(name.clone()).or_default() += 1;
        }
    }
    let value = |wanted: &str| {
        let mut all = features.iter().filter(|(name, _)| name == wanted);
        all.next().map(|(_, value)| value.as_str())
    };
    let list = |wanted: &str| -> Vec<&str> {
        match value(wanted) {
            Some(value) if value.contains("://") => value.split_whitespace().collect(),
            value => value.into_iter().collect(),
        }
    };
    let (idents, classes) = (list(IDENT), list(CLASS));
    let said = Said {
        label: Some(kind),
        idents: &idents,
        classes: &classes,
        confidence: value(CONFIDENCE).and_then(|number| number.parse().ok()),
        info: value(INFO),
    };
    let tool = value(TOOL).filter(|tool| is_absolute(tool));
    Some(ReadMark::new(span, &said).by(tool.map(Into::into)))
}

/// Returns what is said of an annotation beside its type.
pub(super) fn features(mark: &Mark<'_>) -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    if !mark.idents.is_empty() {
        let is_several = mark.idents.len() > 1;
        let one =
            |ident: &str| if is_several { ident.replace(' ', "%20") } else { ident.to_owned() };
        let idents: Vec<String> = mark.idents.iter().map(|ident| one(ident)).collect();
        all.push((IDENT, idents.join(" ")));
    }
    if !mark.classes.is_empty() {
        all.push((CLASS, mark.classes.join(" ")));
    }
    all.extend(mark.confidence.map(|number| (CONFIDENCE, number.to_string())));
    all.extend(mark.info.map(|text| (INFO, text.to_owned())));
    all.extend(mark.tool.map(|tool| (TOOL, tool.to_owned())));
    all
}
