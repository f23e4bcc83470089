//! The limit on the size of a result.

use super::Options;
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_document::Document;
use glossweave_document::annotation::{Annotation, AnnotationExt};
use glossweave_rdf::{Name, Object, Sink};

/// The size of a statement in addition to its texts: the names of vocabularies in Turtle, and a
/// triple in memory.
const IN_TURTLE: usize = 24;
const IN_GRAPH: usize = 256;

/// A sink that passes on statements up to a limit, and drops all further statements.
pub(super) struct Bounded<'a, S> {
    sink: &'a mut S,
    each: usize,
    subject: usize,
    most: usize,
    taken: usize,
    output: Option<usize>,
    allowance: Allowance,
    full: bool,
}

/// The form in which statements are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutputKind {
    /// Turtle.
    Written,
    /// Triples, each with its subject.
    Triples,
}

impl<'a, S: Sink> Bounded<'a, S> {
    pub fn new(
        sink: &'a mut S,
        kind: OutputKind,
        document: &Document,
        annotations: &[&Annotation],
        options: &Options,
    ) -> Bounded<'a, S> {
        let allowance = options.allowance.clone().unwrap_or_else(|| {
            let fixed = size_of::<Annotation>();
            let sizes: usize =
                annotations.iter().map(|annotation| fixed + annotation.heap_size()).sum();
            Allowance::for_input(document.source().bytes().len() + sizes)
        });
        let output = options.max_output_bytes;
        let (each, output) = match kind {
            OutputKind::Written => (IN_TURTLE, output),
            // A triple uses more memory than its text. The computation does not branch on an absent
            // value, because memory checkers would report that.
            OutputKind::Triples => {
                let twice = |most: usize| most.min(usize::MAX / 2).wrapping_mul(2);
                (IN_GRAPH, output.map(twice))
            }
        };
        let most = output.map_or(allowance.left(), |output| output.min(allowance.left()));
        Bounded { sink, each, subject: 0, most, taken: 0, output, allowance, full: false }
    }

    /// Charges the statements to the memory of the call. Returns `ErrorKind::TooLarge` if a limit
    /// was exceeded.
    pub fn finish(self, options: &Options) -> Result<()> {
        if !self.full {
            return self.allowance.take(self.taken, "the NIF");
        }
        match options.max_output_bytes {
            Some(most) if self.output == Some(self.most) => Err(too_long(most)),
            _ => Err(self.allowance.exceeded("the NIF")),
        }
    }

    fn takes(&mut self, bytes: usize) -> bool {
        let taken = self.taken.saturating_add(bytes);
        self.full |= taken > self.most;
        if !self.full {
            self.taken = taken;
        }
        !self.full
    }

    fn cost(&self, object: &Object<'_>) -> usize {
        let text = match object {
            Object::Iri(text) | Object::Text(text) | Object::Typed(text, _) => text.len(),
            Object::Tagged(text, language) => text.len() + language.as_str().len(),
            Object::Name(_) | Object::Count(_) | Object::Double(_) => 0,
        };
        self.each + text + if self.each == IN_GRAPH { self.subject } else { 0 }
    }
}

/// Checks the size of a result. Returns `ErrorKind::TooLarge` if it exceeds the limit in the
/// options.
pub(super) fn check(bytes: &[u8], options: &Options) -> Result<()> {
    match options.max_output_bytes {
        Some(most) if bytes.len() > most => Err(too_long(most)),
        _ => Ok(()),
    }
}

fn too_long(most: usize) -> Error {
    let message = format!(
        "the NIF would exceed the limit of {most} bytes; annotate fewer or shorter \
         spans, give the document in parts, or raise `max-output-bytes`"
    );
    Error::new(ErrorKind::TooLarge, message).with_parameter("max-output-bytes")
}

impl<S: Sink> Sink for Bounded<'_, S> {
    fn subject(&mut self, iri: &str) {
        self.subject = iri.len();
        if self.takes(iri.len()) {
            self.sink.subject(iri);
        }
    }

    fn property(&mut self, predicate: Name, object: Object<'_>) {
        if self.takes(self.cost(&object)) {
            self.sink.property(predicate, object);
        }
    }

    fn nested(&mut self, predicate: Name, about: &[(Name, Object<'_>)]) {
        let all: usize = about.iter().map(|statement| self.cost(&statement.1)).sum();
        if self.takes(self.each + all) {
            self.sink.nested(predicate, about);
        }
    }

    fn is_full(&self) -> bool {
        self.full
    }
}
