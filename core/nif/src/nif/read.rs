//! Conversion of RDF statements to contexts and annotations.

#[cfg(feature = "parse")]
mod parse;

use std::collections::VecDeque;

#[cfg(feature = "parse")]
pub use parse::{read, read_lenient, read_within};

use super::fault::{Fault, Faults};
use super::offsets::{Counting, Offsets, Places};
use super::parse_annotation;
use super::statement::name;
use super::uri::{Scheme, StringIri};
use glossweave_base::error::{Result, Skipped};
use glossweave_base::text::{Language, TextSpan};
use glossweave_document::Document;
use glossweave_document::annotation::Annotation;
use glossweave_rdf::vocab::{dc, itsrdf, nif};
use glossweave_rdf::{
    self as triples, BySubject, Graph, Map, Name, NamedOrBlankNode, NamedOrBlankNodeRef, Set,
};

/// A graph with its texts and annotations. All other statements of the graph are preserved.
#[derive(Clone, Debug)]
pub struct Nif {
    pub(super) graph: Graph,
    pub(super) contexts: Vec<Context>,
    skipped: Vec<Skipped>,
}

/// A text in a graph, for example a whole document, with its annotations.
#[derive(Clone, Debug)]
pub struct Context {
    pub(super) node: NamedOrBlankNode,
    pub(super) text: String,
    pub(super) language: Option<Language>,
    pub(super) scheme: Scheme,
    pub(super) base: String,
    pub(super) counting: Counting,
    pub(super) strings: Map<TextSpan, NamedOrBlankNode>,
    pub(super) annotations: Vec<Annotation>,
    pub(super) units: Vec<TextSpan>,
    pub(super) marked: Vec<TextSpan>,
}

impl Context {
    /// Returns the IRI of the context, or the label of its blank node.
    pub fn iri(&self) -> &str {
        name(self.node.as_ref())
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the language of the text, if it has a language tag.
    pub fn language(&self) -> Option<&Language> {
        self.language.as_ref()
    }

    /// Returns the IRI scheme of the context. RFC 5147 if its IRI does not follow any scheme.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Returns the annotations of the text. Their spans count bytes of [`text`](Context::text),
    /// regardless of the unit in the graph.
    pub fn annotations(&self) -> &[Annotation] {
        &self.annotations
    }

    /// Returns the units of the text in order. Units are strings with a `dc:identifier`, which
    /// [`write()`](super::write()) assigns to the units of a document. Empty if the graph has no
    /// units.
    pub fn units(&self) -> &[TextSpan] {
        &self.units
    }

    /// Returns the spans that are marked but not annotated: strings of the class `nif:Phrase` with
    /// a `nif:anchorOf` that are not units. The sender requests annotations for these spans.
    pub fn marked(&self) -> &[TextSpan] {
        &self.marked
    }

    /// Returns the text as a plain-text document.
    pub fn document(&self) -> Document {
        Document::of_text(self.text.clone(), self.language.as_ref())
    }
}

/// The maximum average number of lookups for each statement. A typical string needs about 30. When
/// strings share contexts or annotations, the number grows with the product of both.
const LOOKS: usize = 200;
const FREE_LOOKS: usize = 10_000_000;

impl Nif {
    /// Finds the contexts and annotations of a graph.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Malformed` and `ErrorKind::TooLarge` under the same conditions as
    /// [`read`](super::read()).
    pub fn from_graph(graph: Graph) -> Result<Nif> {
        interpret(graph, Faults::new(false)).map_err(|fault| fault.into_error(None))
    }

    /// Finds the contexts and annotations of a graph, and skips faulty ones like [`read_lenient`].
    /// Returns `ErrorKind::TooLarge` under the same conditions as [`read`](super::read()).
    pub fn from_graph_lenient(graph: Graph) -> Result<Nif> {
        interpret(graph, Faults::new(true)).map_err(|fault| fault.into_error(None))
    }

    /// Returns the faulty resources that were skipped, up to [`Skipped::MOST`] of them. Empty if
    /// the graph was read in strict mode.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// Returns all statements.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the annotations of the text of a document, or of the texts of its sections, with
    /// their spans in that document. Returns `None` if no context contains such a text. Contexts
    /// that [translate](itsrdf::TARGET) others are ignored. When several sections have the same text,
    /// the contexts with this text are assigned to them in order, and the last section receives all
    /// remaining ones.
    pub fn annotations_of(&self, document: &Document) -> Option<Vec<Annotation>> {
        let targets: Set<NamedOrBlankNodeRef<'_>> = self
            .graph
            .iter()
            .filter(|triple| triple.predicate == itsrdf::TARGET)
            .filter_map(|triple| triples::resource(&triple.object))
            .collect();
        let mut contexts: Map<&str, VecDeque<&Context>> = Map::default();
        for context in &self.contexts {
            let mut nodes = context.strings.values().chain([&context.node]);
            if targets.is_empty() || !nodes.any(|node| targets.contains(&node.as_ref())) {
                contexts.entry(&context.text).or_default().push_back(context);
            }
        }
        let texts = || {
            let span = document.sections().map(|section| section.span);
            span.map(|span| (span, document.text().get(span.range()).unwrap_or_default()))
        };
        let mut remaining: Map<&str, usize> = Map::default();
        for (_, text) in texts() {
            *remaining.entry(text).or_default() += 1;
        }
        let mut annotations = None;
        for (span, text) in texts() {
            let remaining = remaining.entry(text).or_default();
            *remaining -= 1;
            let Some(those) = contexts.get_mut(text) else { continue };
            let count = if *remaining == 0 { those.len() } else { those.len().min(1) };
            let placed: &mut Vec<Annotation> = annotations.get_or_insert_default();
            for annotation in those.drain(..count).flat_map(|context| &context.annotations) {
                let (from, to) = (annotation.span().start(), annotation.span().end());
                let moved = TextSpan::new(span.start() + from, span.start() + to);
                placed.push(annotation.clone().moved_to(moved));
            }
        }
        annotations
    }

    /// Returns all statements.
    pub fn into_graph(self) -> Graph {
        self.graph
    }

    /// Returns all statements, and the skipped resources.
    #[doc(hidden)]
    pub fn into_parts(self) -> (Graph, Vec<Skipped>) {
        (self.graph, self.skipped)
    }

    /// Returns the contexts that have a text, in the order of the graph.
    pub fn contexts(&self) -> &[Context] {
        &self.contexts
    }
}

fn interpret(graph: Graph, mut faults: Faults) -> std::result::Result<Nif, Fault> {
    let lookup = BySubject::new(&graph);
    let mut strings: Map<NamedOrBlankNodeRef<'_>, Vec<NamedOrBlankNodeRef<'_>>> = Map::default();
    let mut nodes: Vec<NamedOrBlankNodeRef<'_>> = Vec::new();
    for triple in &graph {
        if triple.predicate == nif::REFERENCE_CONTEXT
            && let Some(context) = triples::resource(&triple.object)
            && context != triple.subject.as_ref()
        {
            strings.entry(context).or_default().push(triple.subject.as_ref());
        }
        if triple.predicate == nif::IS_STRING {
            nodes.push(triple.subject.as_ref());
        }
    }
    let mut contexts: Vec<Context> = Vec::new();
    let mut known: Set<NamedOrBlankNodeRef<'_>> = Set::default();
    for node in nodes {
        if known.insert(node) {
            let strings = strings.remove(&node).unwrap_or_default();
            let made = context(&lookup, node, &strings, &mut faults);
            contexts.extend(faults.pass(made)?);
        }
    }
    drop(known);
    drop(strings);
    drop(lookup);
    Ok(Nif { graph, contexts, skipped: faults.into_skipped() })
}

fn context(
    lookup: &BySubject<'_>,
    node: NamedOrBlankNodeRef<'_>,
    strings: &[NamedOrBlankNodeRef<'_>],
    faults: &mut Faults,
) -> std::result::Result<Context, Fault> {
    let mut texts = lookup.objects(node, nif::IS_STRING).filter_map(|object| match object {
        triples::Term::Literal(literal) => Some(literal),
        _ => None,
    });
    let Some(literal) = texts.next() else {
        return Err(Fault::new(node, "has a `nif:isString` that is not a literal"));
    };
    if texts.any(|other| other.value() != literal.value()) {
        return Err(Fault::new(node, "has two different texts in `nif:isString`"));
    }
    let text = literal.value();
    let mut stated = Vec::with_capacity(strings.len());
    for string in strings {
        limit(lookup, *string)?;
        let anchors = lookup.objects(*string, nif::ANCHOR_OF).filter_map(|object| match object {
            triples::Term::Literal(literal) => Some(literal.value()),
            _ => None,
        });
        if let Some((start, end)) = faults.pass(offsets(lookup, *string))?.flatten() {
            stated.push(Offsets { node: *string, start, end, anchors: anchors.collect() });
        }
    }
    let whole = faults.pass(offsets(lookup, node))?.flatten();
    let whole = whole.map(|(start, end)| Offsets { node, start, end, anchors: Vec::new() });
    let places = Places::find(text, &stated, whole.as_ref(), faults)?;
    let mut annotations = Vec::new();
    parse_annotation::annotations(lookup, node, TextSpan::new(0, text.len()), &mut annotations);
    let mut spans = Map::with_capacity_and_hasher(stated.len(), Default::default());
    let is_unit = |node| lookup.objects(node, dc::IDENTIFIER).next().is_some();
    let whole = is_unit(node).then(|| TextSpan::new(0, text.len()));
    let mut units: Vec<TextSpan> = whole.into_iter().collect();
    let mut marked = Vec::new();
    let placed = stated.iter().zip(&places.spans);
    for (string, span) in placed.filter_map(|(string, span)| Some((string, span.as_ref()?))) {
        limit(lookup, string.node)?;
        spans.entry(*span).or_insert_with(|| string.node.into_owned());
        let (is_unit, before) = (is_unit(string.node), annotations.len());
        units.extend(is_unit.then_some(*span));
        parse_annotation::annotations(lookup, string.node, *span, &mut annotations);
        let is_silent = annotations.len() == before && !is_unit && !string.anchors.is_empty();
        if is_silent && !span.is_empty() && lookup.is_a(string.node, nif::PHRASE) {
            marked.push(*span);
        }
    }
    units.sort_by_key(|unit| (unit.start(), usize::MAX - unit.end()));
    let mut end = 0;
    units.retain(|unit| {
        let stays = unit.start() >= end && !unit.is_empty();
        end = if stays { unit.end() } else { end };
        stays
    });
    let (scheme, base) = naming(lookup, node);
    Ok(Context {
        node: node.into_owned(),
        text: text.to_owned(),
        language: literal.language().and_then(Language::parse),
        scheme,
        base,
        counting: places.counting,
        strings: spans,
        annotations,
        units,
        marked,
    })
}

/// Checks the limit on the total number of lookups.
fn limit(lookup: &BySubject<'_>, node: NamedOrBlankNodeRef<'_>) -> std::result::Result<(), Fault> {
    let statements = lookup.len();
    if lookup.looked() <= FREE_LOOKS.saturating_add(LOOKS.saturating_mul(statements)) {
        return Ok(());
    }
    let message = "shares its contexts or annotations with too many strings";
    Err(Fault::new(node, message).too_large())
}

/// Returns the scheme and the base for the IRIs of strings in a context, derived from the IRI of
/// the context.
fn naming(lookup: &BySubject<'_>, node: NamedOrBlankNodeRef<'_>) -> (Scheme, String) {
    if let Some(iri) = StringIri::parse(name(node)).filter(StringIri::is_placed) {
        return (iri.scheme(), iri.base().to_owned());
    }
    let scheme = match lookup.is_a(node, nif::OFFSET_BASED_STRING) {
        true => Scheme::OffsetBased,
        false => Scheme::Rfc5147,
    };
    let document = match node {
        NamedOrBlankNodeRef::NamedNode(node) => node.as_str().split('#').next().unwrap_or_default(),
        NamedOrBlankNodeRef::BlankNode(_) => super::DEFAULT_PREFIX,
    };
    (scheme, super::uri::base(document, scheme))
}

type Stated = Option<(usize, Option<usize>)>;

/// Returns the offsets of a string, from its indices or its IRI. An open end is `None`. Returns
/// `None` if the string has no offsets.
fn offsets(
    lookup: &BySubject<'_>,
    node: NamedOrBlankNodeRef<'_>,
) -> std::result::Result<Stated, Fault> {
    let start = index(lookup, node, nif::BEGIN_INDEX)?;
    let end = index(lookup, node, nif::END_INDEX)?;
    let iri = StringIri::parse(name(node)).filter(StringIri::is_placed);
    Ok(match (start, end, iri) {
        (None, None, None) => None,
        (start, end, iri) => {
            let start = start.or(iri.and_then(|iri| iri.start())).unwrap_or(0);
            Some((start, end.or(iri.and_then(|iri| iri.end()))))
        }
    })
}

fn index(
    lookup: &BySubject<'_>,
    node: NamedOrBlankNodeRef<'_>,
    predicate: Name,
) -> std::result::Result<Option<usize>, Fault> {
    let mut index = None;
    for object in lookup.objects(node, predicate) {
        let text = match object {
            triples::Term::Literal(literal) => literal.value().trim(),
            _ => "",
        };
        let number = text.strip_prefix('+').unwrap_or(text).parse::<usize>();
        match (number, index) {
            (Ok(number), None) => index = Some(number),
            (Ok(number), Some(other)) if number == other => {}
            (Ok(number), Some(other)) => {
                let message = format!(
                    "has the two numbers {other} and {number} in `{}`",
                    predicate.compact()
                );
                return Err(Fault::new(node, &message));
            }
            (Err(_), _) => {
                let message =
                    format!("has `{text}` in `{}`, expected a number", predicate.compact());
                return Err(Fault::new(node, &message));
            }
        }
    }
    Ok(index)
}
