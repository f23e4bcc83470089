//! Conversion of documents to RDF statements.

use std::borrow::Cow;

use super::annotate;
use super::bound::{self, Bounded, OutputKind};
use super::context_text::{ContextPart, Pair, is_converted};
use super::provenance;
use super::uri::Scheme;
use super::writer::{Emitter, Plain};
use super::{Options, Shape, Version};
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Resolver};
use glossweave_document::{Document, DocumentExt, Unit};
use glossweave_rdf::{self as triples, Graph, IndexedGraph, Sink, TurtleWriter};

/// Writes a document and its annotations as NIF.
///
/// The output includes the [annotations](Document::annotations) in the markup of the document.
/// Duplicates are written once. Relative references in the markup are resolved using the
/// [base](Document::base) of the document and the prefix. Values that are not references are
/// skipped, and are reported in the [warnings](Document::warnings) of the document.
///
/// # Errors
///
/// Returns `ErrorKind::Unsupported` if `format` is not an RDF format, or cannot express the
/// statements. Returns `ErrorKind::Invalid` if the prefix is not an http or https IRI, or if an
/// annotation is outside the text or has a [fault](Annotation::fault). Returns
/// `ErrorKind::TooLarge` if the result exceeds [`Options::max_output_bytes`] or the memory of the
/// call.
pub fn write(
    document: &Document,
    annotations: &[Annotation],
    format: Format,
    options: &Options,
) -> Result<Vec<u8>> {
    check(annotations)?;
    match format {
        Format::Turtle | Format::N3 => {
            let mut turtle = TurtleWriter::new();
            // An estimate: twice the text and a fixed size for each unit, with a margin.
            let text = document.text().len();
            let expected = 2 * text + text / 8 + 512 * (document.units().len() + 2);
            turtle.reserve(expected.min(options.max_output_bytes.unwrap_or(usize::MAX)));
            let annotations = every_annotation(document, annotations, options);
            emit(document, annotations, options, OutputKind::Written, &mut turtle)?;
            let bytes = turtle.finish();
            bound::check(&bytes, options)?;
            Ok(bytes)
        }
        other if other.is_rdf() => {
            let bytes = triples::write(&graph(document, annotations, options)?, other)?;
            bound::check(&bytes, options)?;
            Ok(bytes)
        }
        other => Err(Error::unsupported(Side::Output, format!("`{other}` is not written as NIF"))),
    }
}

/// Creates the graph that [`write()`] writes.
///
/// # Errors
///
/// Returns `ErrorKind::Invalid` and `ErrorKind::TooLarge` under the same conditions as [`write()`].
pub fn graph(document: &Document, annotations: &[Annotation], options: &Options) -> Result<Graph> {
    check(annotations)?;
    let mut graph = Graph::new();
    emit(
        document,
        every_annotation(document, annotations, options),
        options,
        OutputKind::Triples,
        &mut graph,
    )?;
    Ok(graph)
}

/// Creates the dataset that corresponds to the output of [`write()`], for use in queries.
///
/// # Errors
///
/// Returns `ErrorKind::Invalid` under the same conditions as [`write()`], and `ErrorKind::TooLarge`
/// if there are more than two million triples.
pub fn dataset(
    document: &Document,
    annotations: &[Annotation],
    options: &Options,
) -> Result<IndexedGraph> {
    check(annotations)?;
    let mut dataset = IndexedGraph::default();
    emit(
        document,
        every_annotation(document, annotations, options),
        options,
        OutputKind::Triples,
        &mut dataset,
    )?;
    dataset.stated()
}

/// Writes a document without annotations.
pub(super) fn outline<S: Sink>(document: &Document, options: &Options, sink: &mut S) -> Result<()> {
    emit(document, Vec::new(), options, OutputKind::Triples, sink)
}

/// Returns the scheme that a NIF version uses.
pub(super) fn scheme_of(version: Version) -> Scheme {
    match version {
        Version::V2_0 => Scheme::Rfc5147,
        Version::V2_1 => Scheme::OffsetBased,
    }
}

/// Rejects annotations that RDF cannot express. Annotations in the markup are not checked.
fn check(annotations: &[Annotation]) -> Result<()> {
    for (number, annotation) in annotations.iter().enumerate() {
        if let Some(fault) = annotation.fault() {
            let message = format!("annotation {number}: {fault}");
            return Err(Error::invalid(message).with_parameter("annotations"));
        }
    }
    Ok(())
}

fn every_annotation<'a>(
    document: &'a Document,
    annotations: &'a [Annotation],
    options: &Options,
) -> Vec<Cow<'a, Annotation>> {
    let base = document.base_at(&options.prefix);
    let mut resolver = Resolver::for_rdf(&base);
    let all = document.annotations().iter().chain(annotations);
    let all = all.map(|annotation| resolver.resolved(annotation));
    all.filter(|annotation| !annotate::is_silent(annotation)).collect()
}

/// Checks that a prefix is an http or https IRI, so that fragments can be appended.
pub fn check_prefix(prefix: &str) -> Result<()> {
    let authority = ["http://", "https://"].iter().find_map(|scheme| {
        prefix.get(..scheme.len()).filter(|start| start.eq_ignore_ascii_case(scheme))?;
        prefix.get(scheme.len()..)
    });
    let host = authority.map(|rest| rest.split(['/', '?', '#']).next().unwrap_or_default());
    let illegal = |char: char| {
        char.is_whitespace()
            || char.is_control()
            || matches!(char, '<' | '>' | '"' | '{' | '}' | '|' | '\\' | '^' | '`')
    };
    let fault = match host {
        None | Some("") => "an http or https IRI",
        _ if prefix.contains(illegal) => "an IRI without white space and `<>\"{}|\\^`",
        _ if prefix.strip_suffix('#').unwrap_or(prefix).contains('#') => {
            "an IRI without a fragment"
        }
        _ => return Ok(()),
    };
    let message = format!("expected {fault} as prefix, found `{prefix}`");
    Err(Error::invalid(message).with_parameter("prefix"))
}

fn emit<S: Sink>(
    document: &Document,
    annotations: Vec<Cow<'_, Annotation>>,
    options: &Options,
    kind: OutputKind,
    sink: &mut S,
) -> Result<()> {
    check_prefix(&options.prefix)?;
    let annotations: Vec<&Annotation> = annotations.iter().map(AsRef::as_ref).collect();
    let text = document.text();
    for annotation in &annotations {
        if text.get(annotation.span().range()).is_none() {
            let span = annotation.span();
            let message = format!(
                "expected an annotation within the {} bytes of the text, found one at {} to {}",
                text.len(),
                span.start(),
                span.end()
            );
            return Err(Error::invalid(message).with_parameter("annotations"));
        }
    }
    let mut sink = Bounded::new(sink, kind, document, &annotations, options);
    let pairs = Pair::all(document, options, scheme_of(options.version));
    let targets: Vec<&ContextPart<'_>> =
        pairs.iter().filter_map(|pair| pair.target.as_ref()).collect();
    let sources: Vec<&ContextPart<'_>> = pairs.iter().map(|pair| &pair.source).collect();
    let attributed =
        annotations.iter().copied().filter(|annotation| annotation.annotator().is_some());
    let attributed: Vec<&Annotation> = match options.shape {
        Shape::Units => attributed.collect(),
        Shape::Its => Vec::new(),
    };
    let mut of_sources = placed(annotations, &sources).into_iter();
    let of_target = document.target().map(|target| every_annotation(target, &[], options));
    let of_target = of_target.iter().flatten().map(AsRef::as_ref).collect();
    let mut of_targets = placed(of_target, &targets).into_iter();
    for Pair { source, target } in &pairs {
        let about = of_sources.next().unwrap_or_default();
        emit_part(source, target.as_ref(), about, options, &mut sink);
        if let Some(target) = target {
            let about = of_targets.next().unwrap_or_default();
            emit_part(target, None, about, options, &mut sink);
        }
    }
    provenance::describe(&mut sink, attributed.into_iter());
    sink.finish(options)
}

/// Returns the annotations of each part of a text. An annotation that crosses parts is returned for
/// each of them.
fn placed<'a>(
    annotations: Vec<&'a Annotation>,
    parts: &[&ContextPart<'_>],
) -> Vec<Vec<SpanAnnotation<'a>>> {
    let mut placed: Vec<Vec<SpanAnnotation<'a>>> = vec![Vec::new(); parts.len()];
    for annotation in annotations {
        let span = annotation.span();
        if let [only] = &mut placed[..] {
            only.push((span, annotation));
            continue;
        }
        let first = parts.partition_point(|part| part.span.end() <= span.start());
        for (part, placed) in parts.iter().zip(&mut placed).skip(first) {
            let start = span.start().max(part.span.start());
            let end = span.end().min(part.span.end());
            if start >= end {
                break;
            }
            placed.push((TextSpan::new(start, end), annotation));
        }
    }
    placed
}

/// A span and an annotation of it.
type SpanAnnotation<'a> = (TextSpan, &'a Annotation);

fn emit_part<S: Sink>(
    part: &ContextPart<'_>,
    target: Option<&ContextPart<'_>>,
    mut annotations: Vec<SpanAnnotation<'_>>,
    options: &Options,
    sink: &mut S,
) {
    annotations.sort_by_key(|(span, _)| order(*span));
    let (spans, annotations): (Vec<TextSpan>, Vec<&Annotation>) = annotations.into_iter().unzip();
    match options.shape {
        Shape::Units => {
            let mut emitter = Emitter::new(part, target, &options.language, sink);
            let units = part.units();
            let units = (is_converted(part.document) && units.len() > 1).then_some(units);
            strings(&mut emitter, part.span, units.into_iter().flatten(), &spans, &annotations);
        }
        Shape::Its => {
            let mut sink = Plain(sink);
            let mut emitter = Emitter::new(part, None, &options.language, &mut sink);
            strings(&mut emitter, part.span, std::iter::empty(), &spans, &annotations);
        }
    }
}

/// Writes a context, its units and its annotated spans.
fn strings<'a, S: Sink>(
    emitter: &mut Emitter<'_, S>,
    whole: TextSpan,
    units: impl Iterator<Item = Unit<'a>>,
    spans: &[TextSpan],
    found: &[&Annotation],
) {
    let mut units = units.peekable();
    let (mut spans, mut found) = (spans, found);
    let mut next_group = || {
        let span = *spans.first()?;
        let count = spans.iter().take_while(|other| **other == span).count();
        let (group, rest) = found.split_at(count);
        (spans, found) = (&spans[count..], rest);
        Some((span, group))
    };
    let mut group = next_group();
    // The span of the whole text sorts first.
    let about = match group {
        Some((span, about)) if span == whole => {
            group = next_group();
            about
        }
        _ => &[],
    };
    emitter.context(about);
    while !emitter.is_full() {
        match (units.peek().map(Unit::span), group) {
            (None, None) => return,
            (Some(unit), Some((span, about))) if unit == span => {
                emitter.string(span, units.next(), about);
                group = next_group();
            }
            (Some(unit), Some((span, _))) if order(unit) < order(span) => {
                emitter.string(unit, units.next(), &[]);
            }
            (Some(unit), None) => emitter.string(unit, units.next(), &[]),
            (_, Some((span, about))) => {
                emitter.string(span, None, about);
                group = next_group();
            }
        }
    }
}

/// Returns the sort key for strings: by start, longer strings first.
fn order(span: TextSpan) -> (usize, std::cmp::Reverse<usize>) {
    (span.start(), std::cmp::Reverse(span.end()))
}
