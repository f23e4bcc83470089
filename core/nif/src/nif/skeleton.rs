//! The second NIF document: the markup as a separate text, with the position of each unit.

use super::context_text::Pair;
use super::uri::{self, Scheme};
use super::write::{check_prefix, outline, scheme_of};
use super::{Options, Shape};
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::text::{CharSpan, TextSpan};
use glossweave_document::Document;
use glossweave_markup::encoding::EncodingExt;
use glossweave_rdf::vocab::{nif, rdf};
use glossweave_rdf::{Graph, Object, Sink};

/// The path segment between the prefix and the fragment in the IRIs of the markup.
const MARKUP: &str = "doc1/";

/// Creates the skeleton of a document. It contains the text and units without annotations, the
/// markup as a second context under `doc1/`, and for each unit the position in the markup that it
/// was [converted from](nif::WAS_CONVERTED_FROM).
///
/// The positions count code points of the decoded source without its byte order mark. Each range
/// extends from the first to the last character of a unit, including all markup in between.
///
/// # Errors
///
/// Returns `ErrorKind::Invalid` if the prefix is not an http or https IRI, and
/// `ErrorKind::Unsupported` if documents of the format are never written back (PDF).
pub fn skeleton(document: &Document, options: &Options) -> Result<Graph> {
    check_prefix(&options.prefix)?;
    let format = document.source().format();
    if !format.returns() && !format.translates() {
        let message = format!("`{format}` has no skeleton because it is not written back");
        return Err(Error::unsupported(Side::Input, message));
    }
    let mut graph = Graph::new();
    let units = Options { shape: Shape::Units, ..options.clone() };
    outline(document, &units, &mut graph)?;
    let scheme = scheme_of(options.version);
    let markup = Markup::new(document);
    let folder = options.prefix.strip_suffix('#').unwrap_or(&options.prefix);
    let slash = if folder.ends_with('/') { "" } else { "/" };
    let mut markup_iri = uri::base(&format!("{folder}{slash}{MARKUP}"), scheme);
    let base = markup_iri.len();
    uri::push_span(&mut markup_iri, scheme, CharSpan::new(0, markup.length));
    graph.subject(&markup_iri);
    if scheme == Scheme::Rfc5147 {
        graph.property(rdf::TYPE, Object::Name(nif::STRING));
    }
    graph.property(rdf::TYPE, Object::Name(nif::CONTEXT));
    graph.property(rdf::TYPE, Object::Name(scheme.class()));
    graph.property(nif::BEGIN_INDEX, Object::Count(0));
    graph.property(nif::END_INDEX, Object::Count(markup.length));
    graph.property(nif::IS_STRING, Object::Text(&markup.text));
    let mut places = markup.places.into_iter().peekable();
    for Pair { source, .. } in Pair::all(document, &units, scheme) {
        while let Some((span, place)) = places.next_if(|(span, _)| source.span.contains(*span)) {
            markup_iri.truncate(base);
            uri::push_span(&mut markup_iri, scheme, place);
            graph.subject(&source.iri(span));
            graph.property(nif::WAS_CONVERTED_FROM, Object::Iri(&markup_iri));
        }
    }
    Ok(graph)
}

/// The decoded source, with the positions of the units.
struct Markup {
    text: String,
    length: usize,
    places: Vec<(TextSpan, CharSpan)>,
}

impl Markup {
    fn new(document: &Document) -> Markup {
        let spans: Vec<_> = document
            .units()
            .filter_map(|unit| Some((unit.span(), document.source_span(unit.span())?)))
            .collect();
        let mut ends: Vec<usize> =
            spans.iter().flat_map(|(_, place)| [place.start(), place.end()]).collect();
        ends.sort_unstable();
        ends.dedup();
        let source = document.source();
        let decoded = source.encoding().decode_again(source.bytes());
        let mut counts = Vec::with_capacity(ends.len());
        let mut length = 0;
        let mut back = decoded.way_back();
        for (at, _) in decoded.text.char_indices() {
            let place = back.source(at);
            while ends.get(counts.len()).is_some_and(|next| *next <= place) {
                counts.push(length);
            }
            length += 1;
        }
        let count = |byte: usize| {
            ends.binary_search(&byte).ok().and_then(|index| counts.get(index)).copied()
        };
        let places = spans.into_iter().map(|(span, place)| {
            let start = count(place.start()).unwrap_or(length);
            (span, CharSpan::new(start, count(place.end()).unwrap_or(length)))
        });
        let places = places.collect();
        Markup { text: decoded.text.into_owned(), length, places }
    }
}
