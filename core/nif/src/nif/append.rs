//! Adding annotations to a graph that was read.

use super::annotate;
use super::offsets::Counter;
use super::provenance;
use super::read::{Context, Nif};
use super::statement::AnnotatedResource;
use super::uri::{self, Scheme, annotation_iri};
use glossweave_base::error::{Error, Result};
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, AnnotationExt};
use glossweave_rdf::vocab::{nif, rdf};
use glossweave_rdf::{Graph, GraphExt, Map, NamedOrBlankNode, Object, Set, Sink, Term, Triple};

/// The maximum number of annotations with the same span to compare a new one with.
const FEW: usize = 32;

impl Nif {
    /// Adds annotations to a context and to the graph.
    ///
    /// The IRIs of new strings follow the IRI of the context, and their offsets use the same unit
    /// as its other strings. Existing strings are reused, and IRIs of other resources are avoided.
    /// When the context uses `#offset_` IRIs, each annotation becomes a separate resource (NIF 2.1).
    /// Existing statements are not repeated.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` if there is no context with the index, or if an annotation is
    /// outside the text. In this case, nothing is added.
    pub fn annotate(&mut self, context: usize, annotations: &[Annotation]) -> Result<()> {
        let Nif { graph, contexts, .. } = self;
        let count = contexts.len();
        let Some(context) = contexts.get_mut(context) else {
            let message = format!("expected one of {count} contexts, found number {context}");
            return Err(Error::invalid(message).with_parameter("context"));
        };
        for annotation in annotations {
            let span = annotation.span();
            if context.text.get(span.range()).is_none() {
                let (start, end) = (span.start(), span.end());
                let message = format!(
                    "expected an annotation within the {} bytes of the text, found one at {start} to {end}",
                    context.text.len()
                );
                return Err(Error::invalid(message).with_parameter("annotations"));
            }
        }
        let before = std::mem::take(&mut context.annotations);
        let mut known: Map<TextSpan, Vec<&Annotation>> = Map::default();
        for annotation in &before {
            known.entry(annotation.span()).or_default().push(annotation);
        }
        let known = |span: TextSpan| known.get(&span).map(Vec::as_slice).unwrap_or_default();
        let is_new = |annotation: &&Annotation| {
            // Compare only with the first ones, because a page can have very many annotations with
            // the same span.
            let mut there = known(annotation.span()).iter().take(FEW);
            !annotate::is_silent(annotation) && !there.any(|other| other.says_same(annotation))
        };
        let mut found: Vec<&Annotation> = annotations.iter().filter(is_new).collect();
        found.sort_by_key(|annotation| annotation.span());
        let text = context.text.clone();
        let spans = found.iter().map(|annotation| annotation.span());
        let counter = Counter::new(&text, context.counting, spans);
        let made = {
            let taken: Set<&str> = graph.iter().filter_map(named).collect();
            let mut made = Appended { graph: Graph::new(), context, counter: &counter, taken };
            for about in found.chunk_by(|left, right| left.span() == right.span()) {
                let known = about.first().map(|annotation| known(annotation.span()));
                made.string(about, known.unwrap_or_default());
            }
            provenance::describe(&mut made.graph, found.iter().copied());
            made.graph
        };
        let fresh: Vec<Triple> = {
            // Equal statements have equal subjects.
            let subjects: Set<_> = made.iter().map(|triple| &triple.subject).collect();
            let about = graph.iter().filter(|triple| subjects.contains(&triple.subject));
            let known: Set<&Triple> = about.collect();
            made.into_iter().filter(|triple| !known.contains(triple)).collect()
        };
        graph.extend(fresh);
        context.annotations = before;
        context.annotations.extend(annotations.iter().cloned());
        Ok(())
    }
}

/// Returns the IRI of the string, context or annotation that a triple identifies.
fn named(triple: &Triple) -> Option<&str> {
    let is = |property| triple.predicate == property;
    match (&triple.subject, &triple.object) {
        (_, Term::NamedNode(unit)) if is(nif::ANNOTATION_UNIT_OF) => Some(unit.as_str()),
        (NamedOrBlankNode::NamedNode(node), _)
            if [nif::BEGIN_INDEX, nif::END_INDEX, nif::IS_STRING].into_iter().any(is) =>
        {
            Some(node.as_str())
        }
        _ => None,
    }
}

struct Appended<'a> {
    graph: Graph,
    context: &'a mut Context,
    counter: &'a Counter<'a>,
    /// The existing IRIs of strings, contexts and annotations.
    taken: Set<&'a str>,
}

impl Appended<'_> {
    fn string(&mut self, about: &[&Annotation], known: &[&Annotation]) {
        let Some(span) = about.first().map(|annotation| annotation.span()) else { return };
        let whole = span == TextSpan::new(0, self.context.text.len());
        let node = match whole {
            true => Some(&self.context.node),
            false => self.context.strings.get(&span),
        };
        let node = node.cloned();
        let chars = self.counter.span(span);
        let mut sibling = self.context.base.clone();
        uri::push_span(&mut sibling, self.context.scheme, chars);
        // In existing data, the IRI may already identify a string at another position.
        while node.is_none() && self.taken.contains(sibling.as_str()) {
            match self.context.scheme {
                // According to RFC 5147, clause 2.4.
                Scheme::Rfc5147 => {
                    let length = self.context.text.chars().count();
                    sibling.push_str(&format!(";length={length}"));
                }
                _ => sibling.push_str("_string"),
            }
        }
        match &node {
            Some(node) => self.graph.subject_node(node.clone()),
            None => self.graph.subject(&sibling),
        }
        self.classes(node.is_some(), about);
        if node.is_none() {
            let text = &self.context.text[span.range()];
            self.graph.property(
                nif::ANCHOR_OF,
                match &self.context.language {
                    Some(language) => Object::Tagged(text, language),
                    None => Object::Text(text),
                },
            );
            self.graph.property(nif::BEGIN_INDEX, Object::Count(chars.start()));
            self.graph.property(nif::END_INDEX, Object::Count(chars.end()));
            self.graph.property_node(nif::REFERENCE_CONTEXT, self.context.node.clone());
        }
        if self.context.scheme == Scheme::Rfc5147 {
            annotate::merged(&mut self.graph, about, AnnotatedResource::String(known));
        } else {
            let mut names: Vec<String> = Vec::with_capacity(about.len());
            let mut free = (1..).map(|number| annotation_iri(&sibling, number));
            names.extend(
                free.by_ref().filter(|name| !self.taken.contains(name.as_str())).take(about.len()),
            );
            for name in &names {
                self.graph.property(nif::ANNOTATION_UNIT_OF, Object::Iri(name));
            }
            for (name, annotation) in names.iter().zip(about) {
                annotate::unit(&mut self.graph, name, annotation);
            }
        }
        if node.is_none() {
            let node = glossweave_rdf::NamedNode::new_unchecked(sibling);
            self.context.strings.insert(span, node.into());
        }
    }

    fn classes(&mut self, known: bool, about: &[&Annotation]) {
        let scheme = self.context.scheme;
        if scheme == Scheme::Rfc5147 {
            self.graph.property(rdf::TYPE, Object::Name(nif::STRING));
        }
        if !known {
            self.graph.property(rdf::TYPE, Object::Name(scheme.class()));
        }
        if scheme == Scheme::Rfc5147 && annotate::names(about) {
            self.graph.property(rdf::TYPE, Object::Name(nif::WORD));
        }
        if !known || annotate::names(about) {
            self.graph.property(rdf::TYPE, Object::Name(nif::PHRASE));
        }
    }
}
