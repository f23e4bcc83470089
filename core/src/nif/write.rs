//! Documents as statements.

use super::annotate;
use super::uri::{self, Scheme, push_number, push_span};
use super::{Options, Tagging, Version};
use crate::annotation::Annotation;
use crate::document::{Document, Unit};
use crate::error::{Error, Result, Side};
use crate::media::Format;
use crate::rdf::vocab::{dc, nif, rdf};
use crate::rdf::{self as triples, Graph, Name, Object, Sink, TurtleWriter};
use crate::text::{CharSpan, Language, TextSpan};

/// Writes a document and annotations of it as NIF.
///
/// What the markup of the document itself says (its [annotations](Document::annotations)) is
/// written too; what is said twice is written once.
///
/// Kinds: Unsupported where `format` is not one of RDF, or cannot say what is to be said; Invalid
/// for a prefix that is not an http or https IRI and for an annotation outside the text.
///
/// ```
/// use glossweave::annotation::{Annotation, Entity};
/// use glossweave::text::TextSpan;
/// use glossweave::{DecodeOptions, Format, nif};
/// let document = glossweave::decode("Welcome to Dublin.", Format::Text, &DecodeOptions::default())?;
/// let dublin = Entity::new("http://dbpedia.org/resource/Dublin");
/// let found = [Annotation::entity(TextSpan::new(11, 17), dublin)];
/// let turtle = nif::write(&document, &found, Format::Turtle, &nif::Options::default())?;
/// let turtle = String::from_utf8_lossy(&turtle);
/// assert!(turtle.contains("<http://example.org/glossweave/#char=11,17>"));
/// assert!(turtle.contains("itsrdf:taIdentRef <http://dbpedia.org/resource/Dublin>"));
/// # Ok::<(), glossweave::Error>(())
/// ```
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
            // Two texts of everything, and what one unit costs beside them, with some room.
            let text = document.text().len();
            turtle.reserve(2 * text + text / 8 + 512 * (document.units().len() + 2));
            emit(document, found(document, annotations), options, &mut turtle)?;
            Ok(turtle.finish())
        }
        other if other.is_rdf() => triples::write(&graph(document, annotations, options)?, other),
        other => Err(Error::unsupported(Side::Output, format!("`{other}` is not written as NIF"))),
    }
}

/// Makes the graph that [`write()`] writes. Kind Invalid as there.
pub fn graph(document: &Document, annotations: &[Annotation], options: &Options) -> Result<Graph> {
    check(annotations)?;
    let mut graph = Graph::new();
    emit(document, found(document, annotations), options, &mut graph)?;
    Ok(graph)
}

/// States a document without annotations.
pub(super) fn outline<S: Sink>(document: &Document, options: &Options, sink: &mut S) -> Result<()> {
    emit(document, Vec::new(), options, sink)
}

/// The scheme that a version of NIF is written in.
pub(super) fn scheme_of(version: Version) -> Scheme {
    match version {
        Version::V2_0 => Scheme::Rfc5147,
        Version::V2_1 => Scheme::OffsetBased,
    }
}

/// Refuses what RDF cannot say. Markup may say it: it is written as it stands there.
fn check(annotations: &[Annotation]) -> Result<()> {
    for (number, annotation) in annotations.iter().enumerate() {
        if let Some(fault) = annotation.fault() {
            let message = format!("annotation {number}: {fault}");
            return Err(Error::invalid(message).with_parameter("annotations"));
        }
    }
    Ok(())
}

fn found<'a>(document: &'a Document, annotations: &'a [Annotation]) -> Vec<&'a Annotation> {
    let all = document.annotations().iter().chain(annotations);
    all.filter(|one| !annotate::is_silent(one)).collect()
}

/// Checks that a prefix is an IRI that fragments can be put after.
pub(crate) fn check_prefix(prefix: &str) -> Result<()> {
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

/// Whether a document was converted from markup: then it is written in units.
pub(super) fn is_converted(document: &Document) -> bool {
    document.source().format() != Format::Text
}

impl Tagging {
    /// The language that a text is tagged with, where the document says `own` of it.
    fn tag<'a>(
        &'a self,
        own: Option<&'a Language>,
        or: Option<&'a Language>,
    ) -> Option<&'a Language> {
        match self {
            Tagging::Fixed(language) => Some(language),
            Tagging::Document { fallback } => own.or(fallback.as_ref()).or(or),
        }
    }
}

fn emit<S: Sink>(
    document: &Document,
    mut found: Vec<&Annotation>,
    options: &Options,
    sink: &mut S,
) -> Result<()> {
    check_prefix(&options.prefix)?;
    let text = document.text();
    for annotation in &found {
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
    found.sort_by_key(|one| order(one.span()));
    let mut emitter = Emitter::new(document, options, sink);
    let whole = TextSpan::new(0, text.len());
    let units = document.units();
    let mut units = (is_converted(document) && units.len() > 1)
        .then_some(units)
        .into_iter()
        .flatten()
        .peekable();
    let mut rest = &found[..];
    let mut next_group = || {
        let span = rest.first()?.span();
        let (group, after) =
            rest.split_at(rest.iter().take_while(|one| one.span() == span).count());
        rest = after;
        Some((span, group))
    };
    let mut group = next_group();
    // The whole text sorts first.
    let about = match group {
        Some((span, about)) if span == whole => {
            group = next_group();
            about
        }
        _ => &[],
    };
    emitter.context(about);
    loop {
        match (units.peek().map(Unit::span), group) {
            (None, None) => return Ok(()),
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

/// The order in which strings are written: by start, the longer first.
fn order(span: TextSpan) -> (usize, std::cmp::Reverse<usize>) {
    (span.start(), std::cmp::Reverse(span.end()))
}

struct Emitter<'a, S> {
    document: &'a Document,
    tagging: &'a Tagging,
    /// The language of converted documents that say none (the interface's rule 4).
    assumed: Option<Language>,
    scheme: Scheme,
    base: usize,
    iri: String,
    context: String,
    digits: String,
    /// The span that was counted last.
    counted: (TextSpan, CharSpan),
    sink: &'a mut S,
}

impl<'a, S: Sink> Emitter<'a, S> {
    fn new(document: &'a Document, options: &'a Options, sink: &'a mut S) -> Emitter<'a, S> {
        let scheme = scheme_of(options.version);
        let iri = uri::base(&options.prefix, scheme);
        Emitter {
            document,
            tagging: &options.language,
            assumed: if is_converted(document) { Language::parse("en") } else { None },
            scheme,
            base: iri.len(),
            iri,
            context: String::new(),
            digits: String::new(),
            counted: Default::default(),
            sink,
        }
    }

    fn place(&mut self, span: TextSpan) {
        self.iri.truncate(self.base);
        let chars = self.chars(span);
        push_span(&mut self.iri, self.scheme, chars);
        self.sink.subject(&self.iri);
    }

    fn classes(&mut self, classes: &[Name]) {
        let string = (self.scheme == Scheme::Rfc5147).then_some(nif::STRING);
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
        let own = self.document.language_at(span.start());
        let object = match self.tagging.tag(own, self.assumed.as_ref()) {
            Some(language) => Object::Tagged(text, language),
            None => Object::Text(text),
        };
        self.sink.property(predicate, object);
    }

    /// A span in code points. Each is asked for twice, and most follow the one before closely.
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
        self.counted.1
    }

    fn identifier(&mut self, unit: Option<Unit<'_>>) {
        if let Some(unit) = unit {
            self.digits.clear();
            push_number(&mut self.digits, unit.id() as usize);
            self.sink.property(dc::IDENTIFIER, Object::Text(&self.digits));
        }
    }

    /// The text as a whole; in a document of one unit that unit too, without an `anchorOf`, which
    /// would say the same as `isString`.
    fn context(&mut self, about: &[&Annotation]) {
        let whole = TextSpan::new(0, self.document.text().len());
        self.place(whole);
        self.context = self.iri.clone();
        self.classes(&[nif::CONTEXT, self.scheme.class()]);
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
        let mut units = self.document.units();
        if is_converted(self.document) && units.len() == 1 {
            self.identifier(units.next());
        }
        self.annotations(about);
    }

    fn string(&mut self, span: TextSpan, unit: Option<Unit<'_>>, about: &[&Annotation]) {
        self.place(span);
        self.classes(&[self.scheme.class()]);
        if annotate::names(about) {
            self.naming();
        } else {
            self.sink.property(rdf::TYPE, Object::Name(nif::PHRASE));
        }
        self.text(nif::ANCHOR_OF, span);
        self.indices(span);
        self.sink.property(nif::REFERENCE_CONTEXT, Object::Iri(&self.context));
        self.identifier(unit);
        self.annotations(about);
    }

    /// The classes of strings that are entities or terms. `nif:Word` also on several words: what
    /// was written before for such services is read that way.
    fn naming(&mut self) {
        if self.scheme == Scheme::Rfc5147 {
            self.sink.property(rdf::TYPE, Object::Name(nif::WORD));
        }
        self.sink.property(rdf::TYPE, Object::Name(nif::PHRASE));
    }

    fn annotations(&mut self, about: &[&Annotation]) {
        if self.scheme == Scheme::Rfc5147 {
            annotate::merged(self.sink, about);
            return;
        }
        let mut distinct: Vec<&Annotation> = Vec::with_capacity(about.len());
        for annotation in about {
            if !distinct.contains(annotation) {
                distinct.push(annotation);
            }
        }
        let names: Vec<String> =
            (1..=distinct.len()).map(|n| annotation_iri(&self.iri, n)).collect();
        for name in &names {
            self.sink.property(nif::ANNOTATION_UNIT_OF, Object::Iri(name));
        }
        for (name, annotation) in names.iter().zip(distinct) {
            annotate::unit(self.sink, name, annotation);
        }
    }
}

/// The IRI of the nth annotation of a string.
pub(super) fn annotation_iri(string: &str, number: usize) -> String {
    format!("{string}_annotation_{number}")
}
