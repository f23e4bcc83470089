//! The rules that combine the results of several recognizers.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::CombinationRule;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, AnnotationExt, Body, Entity};

/// The maximum number of groups of a span that are compared, and of the IRIs of an annotation, because a
/// service may return any number of them.
const MANY: usize = 64;

/// Annotations of a span on which recognizers agree, merged into one.
struct Group {
    /// The annotation of the first recognizer, with the data that the other recognizers add.
    annotation: Annotation,
    /// The numbers of the recognizers, in ascending order.
    voters: Vec<usize>,
}

/// Combines the results of recognizers, which are given in recognizer order. The combined annotations
/// are sorted by span.
pub(super) fn combine(rule: CombinationRule, found: Vec<Vec<Annotation>>) -> Vec<Annotation> {
    let number = found.len();
    let mut combined = match rule {
        CombinationRule::Union => voted(found, 1),
        CombinationRule::Intersection => voted(found, number),
        CombinationRule::Vote(votes) => voted(found, votes),
        CombinationRule::Priority => by_priority(found),
        CombinationRule::Longest => longest(groups(found)),
    };
    combined.sort_by_key(|annotation| (annotation.span().start(), annotation.span().end()));
    combined
}

fn voted(found: Vec<Vec<Annotation>>, votes: usize) -> Vec<Annotation> {
    let enough = groups(found).into_iter().filter(|group| group.voters.len() >= votes);
    enough.map(|group| group.annotation).collect()
}

/// Keeps the annotations that do not overlap an annotation of an earlier recognizer.
fn by_priority(found: Vec<Vec<Annotation>>) -> Vec<Annotation> {
    let mut kept: Vec<Annotation> = Vec::new();
    let mut taken: Vec<TextSpan> = Vec::new();
    for mut annotations in found {
        annotations.retain(|annotation| {
            // The spans in `taken` are sorted and disjoint, so that only the last span that starts
            // before the end can overlap.
            let before = taken.partition_point(|span| span.start() < annotation.span().end());
            before == 0 || taken[before - 1].end() <= annotation.span().start()
        });
        kept.append(&mut annotations);
        taken = covered(&kept);
    }
    kept
}

/// Returns the parts of the text that annotations cover, as sorted and disjoint spans.
fn covered(annotations: &[Annotation]) -> Vec<TextSpan> {
    let mut spans: Vec<TextSpan> = annotations.iter().map(Annotation::span).collect();
    spans.sort_by_key(|span| span.start());
    let mut covered: Vec<TextSpan> = Vec::with_capacity(spans.len());
    for span in spans {
        match covered.last_mut().filter(|last| span.start() < last.end()) {
            Some(last) => *last = TextSpan::new(last.start(), last.end().max(span.end())),
            None => covered.push(span),
        }
    }
    covered
}

/// Keeps the longest group when groups overlap.
fn longest(mut groups: Vec<Group>) -> Vec<Annotation> {
    groups.sort_by_key(|group| {
        let span = group.annotation.span();
        (Reverse(span.end() - span.start()), span.start(), group.voters.first().copied())
    });
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    let kept = groups.into_iter().map(|group| group.annotation).filter(|annotation| {
        let span = annotation.span();
        let before = taken.range(..span.end()).next_back();
        let is_free = before.is_none_or(|(_, end)| *end <= span.start());
        if is_free {
            taken.insert(span.start(), span.end());
        }
        is_free
    });
    kept.collect()
}

/// Merges annotations of the same span on which recognizers agree.
fn groups(found: Vec<Vec<Annotation>>) -> Vec<Group> {
    let mut spans: BTreeMap<(usize, usize), Vec<(usize, Annotation)>> = BTreeMap::new();
    for (number, annotations) in found.into_iter().enumerate() {
        for annotation in annotations {
            spans
                .entry((annotation.span().start(), annotation.span().end()))
                .or_default()
                .push((number, annotation));
        }
    }
    spans.into_values().flat_map(of_one_span).collect()
}

fn of_one_span(found: Vec<(usize, Annotation)>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    // Annotations without an IRI agree with any other annotation, so they are added after the other
    // annotations are grouped.
    let has_iri = |vote: &(usize, Annotation)| {
        vote.1.as_entity().is_none_or(|entity| !entity.idents.is_empty())
    };
    let (with_iri, without): (Vec<_>, Vec<_>) = found.into_iter().partition(has_iri);
    for (number, annotation) in with_iri {
        match groups.iter_mut().take(MANY).find(|group| agree(&group.annotation, &annotation)) {
            Some(group) => group.add(number, annotation),
            None => groups.push(Group { annotation, voters: vec![number] }),
        }
    }
    for (number, annotation) in without {
        let entities = groups.iter_mut().filter(|group| group.annotation.as_entity().is_some());
        // The first group with the most votes is used.
        match entities.rev().max_by_key(|group| group.voters.len()) {
            Some(group) => group.add(number, annotation),
            None => groups.push(Group { annotation, voters: vec![number] }),
        }
    }
    groups
}

/// Returns `true` if two annotations of a span have a common IRI, or if they are equal except for
/// confidence.
fn agree(first: &Annotation, second: &Annotation) -> bool {
    match (first.as_entity(), second.as_entity()) {
        (Some(first), Some(second)) => first.idents.iter().any(|iri| second.idents.contains(iri)),
        _ => first.body() == second.body(),
    }
}

impl Group {
    fn add(&mut self, number: usize, other: Annotation) {
        // A recognizer may return several annotations for a span, but it only has one vote.
        if let Err(at) = self.voters.binary_search(&number) {
            self.voters.insert(at, number);
        }
        let (Some(known), Some(entity)) = (self.annotation.as_entity(), other.as_entity()) else {
            return;
        };
        let united = Body::Entity(united(known, entity));
        self.annotation = self.annotation.clone().with_body(united).or_by(other.annotator());
    }
}

fn united(first: &Entity, second: &Entity) -> Entity {
    let mut united = first.clone();
    let add = |list: &mut Vec<Box<str>>, more: &[Box<str>]| {
        for iri in more {
            if list.len() < MANY && !list.contains(iri) {
                list.push(iri.clone());
            }
        }
    };
    add(&mut united.idents, &second.idents);
    add(&mut united.classes, &second.classes);
    if united.ident.is_none() {
        united.source.clone_from(&second.source);
        united.ident.clone_from(&second.ident);
    }
    united.confidence = match (first.confidence, second.confidence) {
        (Some(first), Some(second)) => Some(first.max(second)),
        (first, second) => first.or(second),
    };
    united
}
