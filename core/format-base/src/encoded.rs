//! Results of encoding.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use glossweave_base::error::Skipped;
use glossweave_base::text::ByteSpan;
use glossweave_document::Part;

/// The outcome for one annotation. docs/formats.md lists the rules.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum Placement {
    /// Placed in new elements. An annotation that crosses the markup of the source uses several elements.
    Placed {
        /// The number of elements.
        fragments: usize,
    },
    /// Placed in attributes of an element of the source.
    OnParent,
    /// Already present in the source.
    Present,
    /// Not placed.
    NotPlaced {
        /// The reason, as a phrase.
        rule: Cow<'static, str>,
    },
}

impl Placement {
    /// Returns `true` if the result contains the annotation.
    ///
    /// This includes annotations that are split into several elements and annotations that the source already
    /// contains.
    pub fn is_there(&self) -> bool {
        !matches!(self, Placement::NotPlaced { .. })
    }
}

/// Methods of placements for document formats.
pub trait PlacementExt {
    /// Returns the placement of an annotation that was not inserted, with the reason.
    fn not_placed(rule: impl Into<Cow<'static, str>>) -> Placement;

    /// Returns `true` if the annotation is to be inserted.
    fn is_new(&self) -> bool;
}

impl PlacementExt for Placement {
    fn not_placed(rule: impl Into<Cow<'static, str>>) -> Placement {
        Placement::NotPlaced { rule: rule.into() }
    }

    fn is_new(&self) -> bool {
        matches!(self, Placement::Placed { .. } | Placement::OnParent)
    }
}

/// The result of encoding or exporting a document.
///
/// For `encode`, removing the ranges of `inserted` from `bytes`, and undoing `replaced`, restores
/// the source. `export` writes a new file. Files that are text use UTF-8.
///
/// For a package (for example OpenDocument), `bytes` is a package in which only the changed parts differ, and the
/// ranges count the bytes of its concatenated unpacked [parts](glossweave_document::Source::parts).
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Encoded {
    /// The bytes of the source with the insertions and replacements, or the bytes of the new file.
    pub bytes: Vec<u8>,
    /// The outcome for each annotation, in the order of the arguments.
    pub placements: Vec<Placement>,
    /// The insertions, as ranges of `bytes` or, for a package, of its unpacked parts. If there are no insertions and
    /// no replacements, `bytes` is the source.
    pub inserted: Vec<ByteSpan>,
    /// The replacements by translations, in order: ranges of the source with the corresponding ranges of `bytes`.
    /// Empty unless [`EncodeOptions::translations`](crate::EncodeOptions::translations) is set.
    pub replaced: Vec<(ByteSpan, ByteSpan)>,
    /// The positions of the unpacked parts of a package in the result. Empty for other formats.
    pub parts: Vec<Part>,
    /// The losses of an export: annotations of the source that were skipped, and the number of values that the format
    /// cannot store, for example confidences. Empty after `encode`.
    pub skipped: Vec<Skipped>,
}

impl Encoded {
    /// Creates a result without insertions.
    pub(crate) fn new(bytes: Vec<u8>) -> Encoded {
        let (placements, inserted, replaced) = (Vec::new(), Vec::new(), Vec::new());
        Encoded { bytes, placements, inserted, replaced, parts: Vec::new(), skipped: Vec::new() }
    }

    /// Returns the annotations that were not placed: their indices in the arguments, and the reasons as phrases.
    pub fn not_placed(&self) -> impl Iterator<Item = (usize, &str)> {
        self.placements.iter().enumerate().filter_map(|(index, placement)| match placement {
            Placement::NotPlaced { rule } => Some((index, &**rule)),
            _ => None,
        })
    }
}
