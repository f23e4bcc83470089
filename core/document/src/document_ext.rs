//! Methods of documents and units for the other crates of Glossweave.

use crate::annotation::Annotation;
use crate::plural::{PluralForms, forms_of};
use crate::section::{MarkedUnit, Target};
use crate::unit::SEPARATOR;
use crate::{
    CodeKind, Document, ListedCode, Piece, PieceKind, TargetLink, TranslationState, Unit, Units,
};
use glossweave_base::text::{ByteSpan, PluralCategory, iri};
use glossweave_encoding::EncodingExt;

/// Methods of [`Document`] for the other crates of Glossweave.
pub trait DocumentExt: Sized {
    /// Returns the highest number in the fragment identifiers of the source.
    fn last_fragment(&self) -> u32;

    /// Returns the source position of a text position within a piece, or at one of its ends.
    fn source_edge(&self, piece: Piece, text: usize) -> Option<usize>;

    /// Returns the end of the source of the previous piece. Returns 0 for the first piece, and the
    /// start of this piece if the previous piece comes later in the source.
    fn source_before(&self, piece: Piece) -> usize;

    /// Returns the IRI that references are relative to, for a document at a given location.
    fn base_at(&self, place: &str) -> String;

    /// Returns the texts of the units with markers. The first call creates them using `make`.
    fn marked_units(&self, make: impl FnOnce() -> Vec<MarkedUnit>) -> &[MarkedUnit];

    /// Returns the formatting number of the text at a position, if the reader set it, and the
    /// position of the next change.
    fn format_at(&self, text: usize) -> (Option<u32>, usize);

    /// Returns the ranges of all listed codes in unit order.
    fn all_codes(&self) -> impl Iterator<Item = (ByteSpan, CodeKind)> + '_;

    /// Returns the listed codes that open and close markup as pairs.
    fn code_pairs(&self) -> Vec<(ByteSpan, ByteSpan)>;

    /// Returns the listed codes of a unit in order. Returns `None` if the reader does not list
    /// codes, because the markup between the pieces of the text is the codes.
    fn codes_of(&self, unit: Unit<'_>) -> Option<Vec<ListedCode<'_>>>;

    /// Returns the placeholders of a unit in order, for documents whose other codes are the markup
    /// between the pieces of the text.
    fn placeholders_of(&self, unit: Unit<'_>) -> Vec<ListedCode<'_>>;

    /// Returns `true` if apostrophes quote braces in all texts.
    fn has_quotes(&self) -> bool;

    /// Returns the plural forms that the source contains, if the unit is the form `other`.
    fn plural_forms_of(&self, unit: Unit<'_>) -> Option<PluralForms>;

    /// Returns `true` if a unit needs a translation: it has no target, its target is declared as
    /// new, or the target equals the text and the source does not declare a state.
    fn awaits_translation(&self, unit: Unit<'_>) -> bool;

    /// Returns `true` if this document contains the target texts of another document.
    fn is_target(&self) -> bool;

    /// Returns the document of the target texts, if any.
    fn into_target(self) -> Option<Document>;

    /// Adds the target texts. `links` pairs units of this document with units of the target, sorted
    /// by the units of this document.
    fn with_target(self, document: Document, links: Vec<TargetLink>) -> Document;

    /// Returns the document with annotations that were read separately from the text.
    fn with_annotations(self, annotations: Vec<Annotation>) -> Document;
}

impl DocumentExt for Document {
    fn last_fragment(&self) -> u32 {
        self.fragment
    }

    fn source_edge(&self, piece: Piece, text: usize) -> Option<usize> {
        if text < piece.text.start() || text > piece.text.end() {
            return None;
        }
        match piece.kind {
            _ if text == piece.text.start() => Some(piece.source.start()),
            _ if text == piece.text.end() => Some(piece.source.end()),
            PieceKind::Literal => Some(piece.source.start() + text - piece.text.start()),
            PieceKind::Atomic => None,
            PieceKind::Encoded => {
                let bytes = self.source.bytes().get(piece.source.range())?;
                let chars = self.text.get(piece.text.start()..text)?.chars().count();
                Some(piece.source.start() + self.source.encoding().bytes_of_chars(bytes, chars)?)
            }
        }
    }

    fn source_before(&self, piece: Piece) -> usize {
        let Some(before) = piece.text.start().checked_sub(1) else { return 0 };
        let mut pieces = self.map.pieces_from(before.saturating_sub(SEPARATOR.len()));
        let mut end = 0;
        for other in pieces.by_ref() {
            if other.text.start() >= piece.text.start() {
                break;
            }
            end = other.source.end();
        }
        end.min(piece.source.start())
    }

    fn base_at(&self, place: &str) -> String {
        let base = self.base().and_then(|base| iri::resolve(place, base));
        base.unwrap_or_else(|| place.to_owned())
    }

    fn marked_units(&self, make: impl FnOnce() -> Vec<MarkedUnit>) -> &[MarkedUnit] {
        self.extras.marked.get_or_init(make)
    }

    fn format_at(&self, text: usize) -> (Option<u32>, usize) {
        let at = u32::try_from(text).unwrap_or(u32::MAX);
        let formats = &self.extras.formats;
        let next = formats.next_change(at).map_or(self.text.len(), |next| next as usize);
        (formats.get(at).map(|(_, format)| format), next)
    }

    fn all_codes(&self) -> impl Iterator<Item = (ByteSpan, CodeKind)> + '_ {
        self.extras.codes.iter().flat_map(|codes| codes.ranges())
    }

    fn code_pairs(&self) -> Vec<(ByteSpan, ByteSpan)> {
        let (mut open, mut pairs) = (Vec::new(), Vec::new());
        for (at, kind) in self.all_codes() {
            match kind {
                CodeKind::Open => open.push(at),
                CodeKind::Close | CodeKind::CloseHolder => {
                    pairs.extend(open.pop().map(|start| (start, at)));
                }
                CodeKind::Void | CodeKind::Holder => {}
            }
        }
        pairs
    }

    fn codes_of(&self, unit: Unit<'_>) -> Option<Vec<ListedCode<'_>>> {
        Some(self.extras.codes.as_ref()?.of(unit))
    }

    fn placeholders_of(&self, unit: Unit<'_>) -> Vec<ListedCode<'_>> {
        self.extras.placeholders.as_ref().map_or(Vec::new(), |list| list.of(unit))
    }

    fn has_quotes(&self) -> bool {
        self.extras.quotes
    }

    fn plural_forms_of(&self, unit: Unit<'_>) -> Option<PluralForms> {
        forms_of(self, unit)
    }

    fn awaits_translation(&self, unit: Unit<'_>) -> bool {
        let Some(target) = self.target_unit(unit) else { return true };
        match self.link_of(unit).map_or(TranslationState::Unsaid, |link| link.2) {
            TranslationState::Open => true,
            _ if target.text().trim().is_empty() => true,
            TranslationState::Done => false,
            TranslationState::Unsaid => target.text().trim() == unit.text().trim(),
        }
    }

    fn is_target(&self) -> bool {
        self.extras.is_target
    }

    fn into_target(self) -> Option<Document> {
        self.extras.target.map(|target| target.document)
    }

    fn with_target(mut self, mut document: Document, links: Vec<TargetLink>) -> Document {
        document.extras.is_target = true;
        self.extras.target = Some(Box::new(Target { document, links }));
        self
    }

    fn with_annotations(mut self, annotations: Vec<Annotation>) -> Document {
        self.annotations = annotations;
        self.warn_of_references();
        self
    }
}

/// Methods of [`Unit`] for the other crates of Glossweave.
pub trait UnitExt {
    /// Returns the name of another plural form, for a unit that is the form `other`.
    fn plural_name(&self, form: PluralCategory) -> String;
}

impl UnitExt for Unit<'_> {
    fn plural_name(&self, form: PluralCategory) -> String {
        let (name, form) = (self.name().unwrap_or_default(), form.name());
        if let Some(stem) = name.strip_suffix("[plural]") {
            return format!("{stem}[plural={form}]");
        }
        if let Some((before, behind)) = name.rsplit_once("[plural=other]") {
            return format!("{before}[plural={form}]{behind}");
        }
        match name.strip_suffix("_other") {
            Some(stem) => format!("{stem}_{form}"),
            None => format!("{name}[plural={form}]"),
        }
    }
}

/// Methods of [`Units`] for the other crates of Glossweave.
pub trait UnitsExt {
    /// Moves to the unit with the given index.
    fn starting_at(self, index: usize) -> Self;
}

impl UnitsExt for Units<'_> {
    fn starting_at(mut self, index: usize) -> Self {
        self.next = index.min(self.document.ends.len());
        self
    }
}
