//! Conversion of strings to RDF statements.

use super::annotate;
use super::context_text::{ContextPart, is_converted};
use super::statement::AnnotatedResource;
use super::uri::{Scheme, annotation_iri, push_number, push_span};
use super::{Shape, Tagging};
use glossweave_base::text::{CharSpan, Language, TextSpan};
use glossweave_document::annotation::{Annotation, distinct};
use glossweave_document::{Document, Unit};
use glossweave_rdf::vocab::{dc, itsrdf, nif, rdf};
use glossweave_rdf::{Name, Object, Sink};

impl Tagging {
    /// Returns the language tag for a text with the declared language `own`.
    fn tag<'a>(
        &'a self,
        declared: Option<&'a Language>,
        or: Option<&'a Language>,
    ) -> Option<&'a Language> {
        match self {
            Tagging::Fixed(language) => Some(language),
            Tagging::Document { fallback } => declared.or(fallback.as_ref()).or(or),
        }
    }
}

/// A writer for the strings of a context, in order.
pub(super) struct Emitter<'a, S> {
    part: &'a ContextPart<'a>,
    /// The target text, which contains the translations of the units.
    target: Option<&'a ContextPart<'a>>,
    document: &'a Document,
    tagging: &'a Tagging,
    /// The language of converted documents that declare none.
    assumed: Option<Language>,
    iri: String,
    context: String,
    digits: String,
    /// The last converted span, relative to the whole document.
    counted: (TextSpan, CharSpan),
    sink: &'a mut S,
}

impl<'a, S: Sink> Emitter<'a, S> {
    pub fn new(
        part: &'a ContextPart<'a>,
        target: Option<&'a ContextPart<'a>>,
        tagging: &'a Tagging,
        sink: &'a mut S,
    ) -> Emitter<'a, S> {
        let document = part.document;
        Emitter {
            part,
            target,
            document,
            tagging,
            assumed: if is_converted(document) { Language::parse("en") } else { None },
            iri: part.base.clone(),
            context: String::new(),
            digits: String::new(),
            counted: Default::default(),
            sink,
        }
    }

    /// Returns `true` if further statements would be dropped.
    pub fn is_full(&self) -> bool {
        self.sink.is_full()
    }

    fn place(&mut self, span: TextSpan) {
        self.iri.truncate(self.part.base.len());
        let chars = self.chars(span);
        push_span(&mut self.iri, self.part.scheme, chars);
        self.sink.subject(&self.iri);
    }

    fn classes(&mut self, classes: &[Name]) {
        let string = (self.part.scheme == Scheme::Rfc5147).then_some(nif::STRING);
        for class in string.iter().chain(classes) {
            self.sink.property(rdf::TYPE, Object::Name(*class));
        }
    }

    fn indices(&mut self, span: TextSpan) {
        let chars = self.chars(span);
        self.sink.property(nif::BEGIN_INDEX, Object::Count(chars.start()));
        self.sink.property(nif::END_INDEX, Object::Count(chars.end()));
    }

    fn text(&mut self, predicate: Name, span: TextSpan) {
        let text = self.document.text().get(span.range()).unwrap_or_default();
        let declared = self.document.language_at(span.start()).or(self.part.language);
        let object = match self.tagging.tag(declared, self.assumed.as_ref()) {
            Some(language) => Object::Tagged(text, language),
            None => Object::Text(text),
        };
        self.sink.property(predicate, object);
    }

    /// Converts a span to code points. The last span is cached, because each span is requested
    /// twice, and most spans closely follow the previous one.
    fn chars(&mut self, span: TextSpan) -> CharSpan {
        let (last, chars) = self.counted;
        if span != last {
            let text = self.document.text();
            let near = span.start() >= last.end() && span.end() - last.end() < 256;
            let count = |from: usize, to: usize| text.get(from..to).map(|t| t.chars().count());
            let counted = match near {
                true => count(last.end(), span.start()).zip(count(span.start(), span.end())),
                false => None,
            };
            let chars = match counted {
                Some((ahead, length)) => {
                    let start = chars.end() + ahead;
                    CharSpan::new(start, start + length)
                }
                None => self.document.char_span(span),
            };
            self.counted = (span, chars);
        }
        self.part.chars(self.counted.1, span)
    }

    fn identifier(&mut self, unit: Option<Unit<'_>>) {
        let Some(unit) = unit else { return };
        let id = match unit.name() {
            Some(name) => name,
            None => {
                self.digits.clear();
                push_number(&mut self.digits, unit.id() as usize);
                &self.digits
            }
        };
        self.sink.property(dc::IDENTIFIER, Object::Text(id));
        if let Some(target) = self.target
            && let Some(unit) = self.document.target_unit(unit)
        {
            self.sink.property(itsrdf::TARGET, Object::Iri(&target.iri(unit.span())));
        }
    }

    /// Writes the whole text. When it is a single unit, also writes the properties of the unit,
    /// except `anchorOf`, which would repeat `isString`.
    pub fn context(&mut self, about: &[&Annotation]) {
        let whole = self.part.span;
        self.place(whole);
        self.context = self.iri.clone();
        if self.part.shape == Shape::Its {
            self.sink.property(rdf::TYPE, Object::Name(nif::CONTEXT));
            self.sink.property(rdf::TYPE, Object::Name(self.part.scheme.class()));
            self.indices(whole);
            self.sink.property(nif::IS_STRING, Object::Text(&self.part.text()));
            return self.annotations(about);
        }
        self.classes(&[nif::CONTEXT, self.part.scheme.class()]);
        let named = annotate::names(about);
        if named {
            self.naming();
        }
        self.indices(whole);
        self.text(nif::IS_STRING, whole);
        if named {
            self.text(nif::ANCHOR_OF, whole);
            self.sink.property(nif::REFERENCE_CONTEXT, Object::Iri(&self.context));
        }
        let mut units = self.part.units();
        if is_converted(self.document) && units.len() == 1 {
            self.identifier(units.next());
        }
        self.annotations(about);
    }

    /// Writes a unit, an annotated span, or an annotated unit.
    pub fn string(&mut self, span: TextSpan, unit: Option<Unit<'_>>, about: &[&Annotation]) {
        self.place(span);
        if self.part.shape == Shape::Its {
            self.sink.property(rdf::TYPE, Object::Name(self.part.scheme.class()));
            self.indices(span);
            self.sink.property(nif::REFERENCE_CONTEXT, Object::Iri(&self.context));
            self.pages(span);
            return self.annotations(about);
        }
        self.classes(&[self.part.scheme.class()]);
        if annotate::names(about) {
            self.naming();
        } else {
            self.sink.property(rdf::TYPE, Object::Name(nif::PHRASE));
        }
        self.text(nif::ANCHOR_OF, span);
        self.indices(span);
        self.sink.property(nif::REFERENCE_CONTEXT, Object::Iri(&self.context));
        self.pages(span);
        self.identifier(unit);
        self.annotations(about);
    }

    /// Writes the positions of a span on the pages of the source.
    fn pages(&mut self, span: TextSpan) {
        let base = self.part.base.rsplit_once('#').map_or("", |(base, _)| base);
        for (_, fragment) in self.document.page_fragments(span) {
            let place = format!("{base}#{fragment}");
            self.sink.property(nif::WAS_CONVERTED_FROM, Object::Iri(&place));
        }
    }

    /// Writes the classes of strings that are entities or terms. `nif:Word` is also used for
    /// several words, because existing consumers expect it.
    fn naming(&mut self) {
        if self.part.scheme == Scheme::Rfc5147 {
            self.sink.property(rdf::TYPE, Object::Name(nif::WORD));
        }
        self.sink.property(rdf::TYPE, Object::Name(nif::PHRASE));
    }

    fn annotations(&mut self, about: &[&Annotation]) {
        if self.part.scheme == Scheme::Rfc5147 {
            let place = match self.part.shape {
                Shape::Its => AnnotatedResource::Annex,
                Shape::Units => AnnotatedResource::String(&[]),
            };
            annotate::merged(self.sink, about, place);
            return;
        }
        let distinct = distinct(about);
        let names: Vec<String> =
            (1..=distinct.len()).map(|n| annotation_iri(&self.iri, n)).collect();
        for name in &names {
            self.sink.property(nif::ANNOTATION_UNIT_OF, Object::Iri(name));
        }
        for (name, annotation) in names.iter().zip(distinct) {
            if self.is_full() {
                return;
            }
            annotate::unit(self.sink, name, annotation);
        }
    }
}

/// A sink that converts all numbers to text, as in ITS 2.0, Annex F.
pub(super) struct Plain<'a, S>(pub &'a mut S);

impl<S: Sink> Sink for Plain<'_, S> {
    fn subject(&mut self, iri: &str) {
        self.0.subject(iri);
    }

    fn property(&mut self, predicate: Name, object: Object<'_>) {
        let mut digits = String::new();
        self.0.property(predicate, plain(object, &mut digits));
    }

    fn nested(&mut self, predicate: Name, about: &[(Name, Object<'_>)]) {
        let mut digits = vec![String::new(); about.len()];
        let about: Vec<_> = about
            .iter()
            .zip(&mut digits)
            .map(|((predicate, object), digits)| (*predicate, plain(*object, digits)))
            .collect();
        self.0.nested(predicate, &about);
    }

    fn is_full(&self) -> bool {
        self.0.is_full()
    }
}

fn plain<'a>(object: Object<'a>, digits: &'a mut String) -> Object<'a> {
    match object {
        Object::Count(count) => {
            push_number(digits, count);
            Object::Text(digits)
        }
        Object::Double(number) => {
            *digits = number.to_string();
            Object::Text(digits)
        }
        Object::Typed(text, _) => Object::Text(text),
        other => other,
    }
}
