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
    /// Placed in new elements: one, or several if it crosses the markup of the source.
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
        /// The reason, in words.
        rule: Cow<'static, str>,
    },
}

impl Placement {
    pub(super) fn not_placed(rule: impl Into<Cow<'static, str>>) -> Placement {
        Placement::NotPlaced { rule: rule.into() }
    }

    /// Returns `true` if the result carries the annotation.
    ///
    /// A name that crosses an element is in several parts, and one that is marked already stays.
    pub fn is_there(&self) -> bool {
        !matches!(self, Placement::NotPlaced { .. })
    }

    pub(super) fn is_new(&self) -> bool {
        matches!(self, Placement::Placed { .. } | Placement::OnParent)
    }
}

/// The result of encoding or exporting a document.
///
/// For [`encode`](crate::encode()), removing the ranges of `inserted` from `bytes`, and undoing `replaced`, restores the
/// source. [`export`](crate::export()) writes a new file, in UTF-8 where it is text.
///
/// For a package (OpenDocument), `bytes` is a package again in which only parts with changes
/// differ, and the ranges count the bytes of its unpacked [parts](glossweave_document::Source::parts),
/// one after the other.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Encoded {
    /// The bytes: those of the source with insertions.
    pub bytes: Vec<u8>,
    /// The outcome for each annotation, in the order of the arguments.
    pub placements: Vec<Placement>,
    /// The insertions, as ranges of `bytes`, or for a package of its unpacked parts. Without them
    /// `bytes` is the source, if nothing was replaced.
    pub inserted: Vec<ByteSpan>,
    /// The replacements by translations, in order: ranges of the source with the corresponding
    /// ranges of `bytes`. Empty unless [`EncodeOptions::translations`](crate::EncodeOptions::translations) asks for them.
    pub replaced: Vec<(ByteSpan, ByteSpan)>,
    /// The positions of the unpacked parts of a package in the result; none for other formats.
    pub parts: Vec<Part>,
    /// The losses of an export: annotations of the source that were skipped, and the number of values that the format cannot
    /// store, for example confidences. Empty after [`encode`](crate::encode()).
    pub skipped: Vec<Skipped>,
}

impl Encoded {
    pub(super) fn new(bytes: Vec<u8>) -> Encoded {
        let (placements, inserted, replaced) = (Vec::new(), Vec::new(), Vec::new());
        Encoded { bytes, placements, inserted, replaced, parts: Vec::new(), skipped: Vec::new() }
    }

    /// Returns the annotations that were not placed: their indices in the arguments, and the reasons in words.
    pub fn not_placed(&self) -> impl Iterator<Item = (usize, &str)> {
        self.placements.iter().enumerate().filter_map(|(index, placement)| match placement {
            Placement::NotPlaced { rule } => Some((index, &**rule)),
            _ => None,
        })
    }
}
