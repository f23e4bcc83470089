//! Metadata between lines of three signs at the start of a text. Titles and descriptions in YAML become units.

use std::borrow::Cow;
use std::ops::Range;

use super::item::{Context, Kind, Unit};
use crate::yaml::{self, Scalar};

/// The paths of values that site generators use for text that is visible to readers.
const TEXTS: [&str; 8] = [
    "/title",
    "/subtitle",
    "/description",
    "/summary",
    "/excerpt",
    "/linkTitle",
    "/sidebar_label",
    "/pagination_label",
];

/// Returns the range of the metadata of a source.
pub(super) fn range(source: &str) -> Option<Range<usize>> {
    content_end(source).map(|(_, end)| 0..end)
}

/// Returns the ends of the content of the metadata and of its last line.
fn content_end(source: &str) -> Option<(usize, usize)> {
    let mut lines = source.split_inclusive('\n');
    let first = lines.next()?;
    let ends: &[&str] = match first.trim_end() {
        "---" => &["---", "..."],
        "+++" => &["+++"],
        _ => return None,
    };
    let mut end = first.len();
    for line in lines {
        let start = end;
        end += line.len();
        if ends.contains(&line.trim_end()) {
            return Some((start, end));
        }
    }
    None
}

/// Returns the scalars in the metadata of a source that are texts. Returns an empty list when the metadata is not
/// YAML.
pub(super) fn scalars(source: &str) -> Vec<Scalar> {
    let end = content_end(source).filter(|_| source.starts_with('-')).map_or(0, |ends| ends.0);
    let found = yaml::scalars(source.get(..end).unwrap_or_default());
    let mut all = found.map(|all| all.texts).unwrap_or_default();
    all.retain(|text| TEXTS.contains(&&*text.path));
    all
}

/// Returns the units of the metadata of a source.
pub(super) fn units<'t>(source: &str) -> Vec<Unit<'t>> {
    let unit = |scalar: &Scalar| {
        let mut unit = Unit::new(Context::Metadata);
        for (at, text) in scalar.value.parts() {
            let kind = text.map_or(Kind::Text, |text| Kind::Atom(Cow::Owned(text.to_owned())));
            unit.push(kind, at);
        }
        unit
    };
    scalars(source).iter().map(unit).collect()
}
