//! Results of encoding.

use std::borrow::Cow;

use crate::document::Part;
use glossweave_base::text::ByteSpan;

/// The outcome for one annotation. docs/formats.md lists the rules.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
/// use glossweave::annotation::{Annotation, Entity};
/// use glossweave::text::TextSpan;
/// use glossweave::{DecodeOptions, EncodeOptions, Format, Placement};
/// let page = "<svg><text>To Cork</text></svg>";
/// let page = glossweave::decode(page, Format::Html, &DecodeOptions::default())?;
/// let cork = Annotation::entity(TextSpan::new(3, 7), Entity::new("http://example.org/Cork"));
/// let back = glossweave::encode(&page, &[cork], &EncodeOptions::default())?;
/// let rule = "the text belongs to SVG or MathML".into();
/// assert_eq!(back.placements, [Placement::NotPlaced { rule }]);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::Placement;
    /// assert!(Placement::OnParent.is_there());
    /// assert!(!Placement::NotPlaced { rule: "the span is empty".into() }.is_there());
    /// ```
    ///
    /// A name that crosses an element is in several parts, and one that is marked already stays:
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::annotation::{Annotation, Entity};
    /// use glossweave::text::TextSpan;
    /// use glossweave::{DecodeOptions, EncodeOptions, Format, Placement};
    /// let page = "<p><b>in New</b> York and <i its-ta-ident-ref='http://example.org/cork'>Cork</i>";
    /// let page = glossweave::decode(page, Format::Html, &DecodeOptions::default())?;
    /// let york = Annotation::entity(TextSpan::new(3, 11), Entity::new("http://example.org/new-york"));
    /// let cork = Annotation::entity(TextSpan::new(16, 20), Entity::new("http://example.org/cork"));
    /// let back = glossweave::encode(&page, &[york, cork], &EncodeOptions::default())?;
    /// assert_eq!(back.placements, [Placement::Placed { fragments: 2 }, Placement::Present]);
    /// assert!(back.placements.iter().all(Placement::is_there));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn is_there(&self) -> bool {
        !matches!(self, Placement::NotPlaced { .. })
    }

    pub(super) fn is_new(&self) -> bool {
        matches!(self, Placement::Placed { .. } | Placement::OnParent)
    }
}

/// An encoded document. Removing the ranges of `inserted` from `bytes`, and undoing `replaced`,
/// restores the source.
///
/// For a package (OpenDocument), `bytes` is a package again in which only parts with changes
/// differ, and the ranges count the bytes of its unpacked [parts](crate::document::Source::parts),
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
}
