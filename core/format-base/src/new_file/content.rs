//! The text and the annotations of a document as input for the writers of exchange formats. Values that a format
//! cannot store are removed and reported.

use crate::PlacementExt;
use std::borrow::Cow;
use std::collections::BTreeMap;

use super::label::{TERM, UNTYPED, label_of, local_name};
use crate::{ExportOptions, Placement};
use glossweave_base::error::{Skipped, SkippedExt};
use glossweave_base::text::{Language, TextSpan};
use glossweave_document::annotation::{Annotation, Body, Entity, Term, distinct, usual_label};
use glossweave_document::{Document, Unit, UnitsExt};

/// The annotation fields that a format can store.
#[derive(Clone, Copy, Debug)]
pub struct Capabilities {
    /// The maximum number of identifiers of an annotation.
    pub idents: usize,
    /// `true` if a label may be any text, for example the IRI of a class.
    pub any_label: bool,
    /// `true` if classes other than the class of the label can be stored.
    pub classes: bool,
    /// `true` if confidences can be stored.
    pub confidence: bool,
    /// `true` if the explanation of a term can be stored.
    pub info: bool,
    /// `true` if the tool that created an annotation can be stored.
    pub tool: bool,
    /// `true` if annotations may overlap each other.
    pub overlap: bool,
    /// `true` if annotations may extend across units.
    pub across_units: bool,
    /// `true` if a file contains several named documents, so that each section becomes a document.
    pub sections: bool,
}

impl Capabilities {
    /// The capabilities of a format without limitations.
    pub const ALL: Capabilities = Capabilities {
        idents: usize::MAX,
        any_label: true,
        classes: true,
        confidence: true,
        info: true,
        tool: true,
        overlap: true,
        across_units: true,
        sections: true,
    };
}

/// An annotation without the values that a format cannot store.
#[derive(Clone, Debug)]
pub struct Mark<'a> {
    /// The span in the text of the document, in bytes.
    pub span: TextSpan,
    /// The label, for example the name of a class.
    pub label: Cow<'a, str>,
    /// The IRIs of the entity.
    pub idents: Vec<Cow<'a, str>>,
    /// The IRIs of the other classes.
    pub classes: Vec<&'a str>,
    /// The confidence, from 0 to 1.
    pub confidence: Option<f64>,
    /// The definition or the reference of a term.
    pub info: Option<&'a str>,
    /// The tool that created the annotation.
    pub tool: Option<&'a str>,
    /// The complete annotation, which contains the fields above.
    pub annotation: &'a Annotation,
    /// The index among the annotations that were passed. `None` for an annotation of the document itself.
    number: Option<usize>,
}

/// A document of a file: a section, or the whole text.
pub struct FilePart<'a> {
    /// The name of the part, if it has one.
    pub name: Option<&'a str>,
    /// The span in the text of the document, in bytes.
    pub span: TextSpan,
    /// The language of the part.
    pub language: Option<&'a Language>,
    /// The annotations in text order. If several begin at the same position, the longest is first.
    pub marks: Vec<Mark<'a>>,
}

/// A document as input for a writer.
pub struct Content<'a> {
    /// The document that is written.
    pub document: &'a Document,
    /// The parts of the document, in text order.
    pub parts: Vec<FilePart<'a>>,
    /// The placement of each requested annotation.
    pub placements: Vec<Placement>,
    /// The number of annotations that lose a value, by the name of the value.
    lost: BTreeMap<&'static str, usize>,
    other_losses: Vec<Skipped>,
    /// The indices of annotations that are equal to another annotation, with the index of the other annotation.
    same: Vec<(usize, usize)>,
}

const CROSSES_UNITS: &str = "the format does not allow annotations across units";
const CROSSES_PARTS: &str = "the annotation crosses the documents of the file";
const OVERLAPS: &str = "the format does not allow overlapping annotations";

impl<'a> Content<'a> {
    /// Collects the annotations of a document and the annotations that are passed, which must be within the text.
    pub fn of(
        document: &'a Document,
        annotations: &'a [Annotation],
        capabilities: &Capabilities,
        options: &'a ExportOptions,
    ) -> Content<'a> {
        let placements = vec![Placement::Placed { fragments: 1 }; annotations.len()];
        let lost = BTreeMap::new();
        let parts = parts(document, capabilities, options.name.as_deref());
        let mut content = Content {
            document,
            parts,
            placements,
            lost,
            other_losses: Vec::new(),
            same: Vec::new(),
        };
        if !capabilities.sections && document.sections().any(|section| section.name.is_some()) {
            content.lost("names of sections", document.sections().count());
        }
        let mut marks: Vec<Mark<'a>> = Vec::new();
        let (all, same) = all(document, annotations);
        for (annotation, number) in all {
            content.take(annotation, number, capabilities, &mut marks);
        }
        for mark in marks {
            content.place(mark, capabilities);
        }
        content.same = same;
        content
    }

    /// Returns the units of a part that contain text.
    pub fn units(&self, part: &FilePart<'_>) -> impl Iterator<Item = Unit<'a>> {
        let span = part.span;
        let first = self.document.unit_at(span.start() + 1).map(|unit| unit.index());
        let units = first.map(|first| self.document.units().starting_at(first));
        let units = units.filter(|_| !span.is_empty()).into_iter().flatten();
        units.take_while(move |unit| unit.span().end() <= span.end())
    }

    /// Records that `what` is lost for `count` annotations, units or characters. Used by writers for the report of an
    /// export.
    pub fn lost(&mut self, what: &'static str, count: usize) {
        if count > 0 {
            *self.lost.entry(what).or_default() += count;
        }
    }

    /// Records that an annotation is not written.
    pub fn leave_out(&mut self, mark: &Mark<'_>, rule: &'static str) {
        self.refuse(mark.number, rule);
    }

    fn refuse(&mut self, number: Option<usize>, rule: impl Into<Cow<'static, str>>) {
        match number.and_then(|number| self.placements.get_mut(number)) {
            Some(placement) => *placement = Placement::not_placed(rule),
            None => {
                let rule = rule.into();
                Skipped::new("annotation of the source", &*rule).keep(&mut self.other_losses);
            }
        }
    }

    /// Returns the placements, and the other losses.
    pub fn into_report(mut self, format: &str) -> (Vec<Placement>, Vec<Skipped>) {
        for (number, other) in self.same {
            let placement = self.placements.get(other).cloned();
            if let (Some(placement), Some(place)) = (placement, self.placements.get_mut(number)) {
                *place = placement;
            }
        }
        let mut left_out = self.other_losses;
        for (what, count) in self.lost {
            let message = format!("`{format}` cannot store {what}: {count} skipped");
            Skipped::new(what, message).keep(&mut left_out);
        }
        (self.placements, left_out)
    }

    fn take(
        &mut self,
        annotation: &'a Annotation,
        number: Option<usize>,
        capabilities: &Capabilities,
        marks: &mut Vec<Mark<'a>>,
    ) {
        if let Some(fault) = annotation.fault() {
            return self.refuse(number, fault);
        }
        let mut mark = match annotation.body() {
            Body::Entity(entity) => self.entity(annotation, entity, capabilities),
            Body::Term(term) => self.term(annotation, term),
            Body::Translation(_) => {
                return self.refuse(number, "the format cannot store translations");
            }
            Body::Metadata(_) => {
                return match number {
                    Some(_) => self.refuse(number, "the format cannot store ITS metadata"),
                    None => self.lost("metadata of ITS", 1),
                };
            }
        };
        mark.number = number;
        mark.tool = annotation.annotator();
        if mark.tool.is_some() && !capabilities.tool {
            mark.tool = None;
            self.lost("tools", 1);
        }
        if mark.confidence.is_some() && !capabilities.confidence {
            mark.confidence = None;
            self.lost("confidences", 1);
        }
        if mark.info.is_some() && !capabilities.info {
            mark.info = None;
            self.lost("explanations of terms", 1);
        }
        if mark.idents.len() > capabilities.idents {
            let what = if capabilities.idents == 0 { "identifiers" } else { "further identifiers" };
            self.lost(what, mark.idents.len() - capabilities.idents);
            mark.idents.truncate(capabilities.idents);
        }
        marks.push(mark);
    }

    fn entity(
        &mut self,
        annotation: &'a Annotation,
        entity: &'a Entity,
        capabilities: &Capabilities,
    ) -> Mark<'a> {
        let span = annotation.span();
        let classes = &entity.classes;
        let usual = classes.iter().position(|class| usual_label(class).is_some()).unwrap_or(0);
        let label = classes.get(usual).map_or(Cow::Borrowed(UNTYPED), |class| label_of(class));
        let label = match label {
            label if capabilities.any_label || !label.contains("://") => label,
            label => {
                self.lost("IRIs of classes", 1);
                Cow::Owned(local_name(&label).to_owned())
            }
        };
        let others = classes.iter().enumerate().filter(|(at, _)| *at != usual);
        let mut others: Vec<&str> = others.map(|(_, class)| &**class).collect();
        if !capabilities.classes {
            self.lost("further classes", others.len());
            others.clear();
        }
        let idents = entity.idents.iter().map(|iri| Cow::Borrowed(&**iri));
        let mut idents: Vec<Cow<'a, str>> = idents.collect();
        if let Some(ident) = entity.ident.as_deref() {
            idents.push(match entity.source.as_deref() {
                Some(source) if *source != *label => Cow::Owned(format!("{source}:{ident}")),
                _ => Cow::Borrowed(ident),
            });
        }
        let confidence = entity.confidence;
        let (info, tool, number) = (None, None, None);
        Mark { span, label, idents, classes: others, confidence, info, tool, annotation, number }
    }

    fn term(&mut self, annotation: &'a Annotation, term: &'a Term) -> Mark<'a> {
        Mark {
            span: annotation.span(),
            label: Cow::Borrowed(TERM),
            idents: term.info_ref.iter().map(|iri| Cow::Borrowed(&**iri)).collect(),
            classes: Vec::new(),
            confidence: term.confidence,
            info: term.info.as_deref(),
            tool: None,
            annotation,
            number: None,
        }
    }

    /// Adds an annotation to its part. Annotations must be added in text order.
    fn place(&mut self, mark: Mark<'a>, capabilities: &Capabilities) {
        let span = mark.span;
        let index = self.parts.partition_point(|part| part.span.end() <= span.start());
        let Some(part) = self.parts.get(index).filter(|part| part.span.contains(span)) else {
            return self.refuse(mark.number, CROSSES_PARTS);
        };
        let is_after = |last: &Mark<'_>| last.span.end() <= span.start();
        if !capabilities.overlap && !part.marks.last().is_none_or(is_after) {
            return self.refuse(mark.number, OVERLAPS);
        }
        let unit = self.document.unit_at(span.start() + 1).map(|unit| unit.span());
        if !capabilities.across_units && !unit.is_some_and(|unit| unit.contains(span)) {
            return self.refuse(mark.number, CROSSES_UNITS);
        }
        if let Some(part) = self.parts.get_mut(index) {
            part.marks.push(mark);
        }
    }
}

/// Returns the sections of a document if the format can store several documents in a file. Otherwise returns the
/// whole text.
fn parts<'a>(
    document: &'a Document,
    capabilities: &Capabilities,
    name: Option<&'a str>,
) -> Vec<FilePart<'a>> {
    let whole = TextSpan::new(0, document.text().len());
    let has_names = document.sections().any(|section| section.name.is_some());
    let is_several = document.sections().take(2).count() > 1;
    if !capabilities.sections || !has_names && !is_several {
        let language = document.language();
        return vec![FilePart { name, span: whole, language, marks: Vec::new() }];
    }
    let sections = document.sections().map(|section| FilePart {
        name: section.name.or(name),
        span: section.span,
        language: section.language.or_else(|| document.language_at(section.span.start())),
        marks: Vec::new(),
    });
    sections.collect()
}

/// The maximum number of annotations that an annotation is compared with when they have the same span.
const FEW: usize = 32;

/// Annotations with their indices among the annotations that were passed.
type Numbered<'a> = Vec<(&'a Annotation, Option<usize>)>;

/// Returns the distinct annotations of a document and the annotations that are passed, in text order. Also returns
/// the indices of annotations that are equal to another annotation, with the index of the other annotation.
fn all<'a>(
    document: &'a Document,
    annotations: &'a [Annotation],
) -> (Numbered<'a>, Vec<(usize, usize)>) {
    let present = document.annotations().iter().map(|annotation| (annotation, None));
    let passed =
        annotations.iter().enumerate().map(|(number, annotation)| (annotation, Some(number)));
    let mut all: Vec<(&Annotation, Option<usize>)> = present.chain(passed).collect();
    all.sort_by_key(|(annotation, _)| {
        (annotation.span().start(), std::cmp::Reverse(annotation.span().end()))
    });
    let groups = all.chunk_by(|(left, _), (right, _)| left.span() == right.span());
    let (mut numbered, mut same) = (Vec::with_capacity(annotations.len()), Vec::new());
    for group in groups {
        let list: Vec<&Annotation> = group.iter().map(|(annotation, _)| *annotation).collect();
        let mut distinct = distinct(&list).into_iter().peekable();
        let first = numbered.len();
        for (annotation, number) in group {
            if distinct.next_if(|next| std::ptr::eq(*next, *annotation)).is_some() {
                numbered.push((*annotation, *number));
                continue;
            }
            let equal =
                numbered.iter_mut().skip(first).take(FEW).find(|(known, _)| *known == *annotation);
            match equal {
                Some((_, Some(known))) => same.extend(number.map(|number| (number, *known))),
                Some((_, known)) => *known = *number,
                None => {}
            }
        }
    }
    (numbered, same)
}
