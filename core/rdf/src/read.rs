//! Parsing of graphs.

use std::cell::Cell;
use std::io::{self, Read};

use oxrdf::GraphName;
use oxrdfio::{JsonLdProfileSet, RdfFormat, RdfParseError, RdfParser, RdfSyntaxError};
use oxttl::TurtleParser;

use super::notation::is_tag;
use super::{
    Graph, Literal, NamedNode, Term, Triple, limits, nesting_limit, triple_size, xml_source,
};
use glossweave_base::allowance::Allowance;
use glossweave_base::call_limits::check;
use glossweave_base::error::{Error, ErrorKind, Location, Places, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::text::Language;

/// The maximum number of times that a parser is restarted after an invalid statement.
const RESTARTS: usize = 1000;

/// The maximum length of a parser message in characters. Messages may quote the source.
const LONGEST: usize = 200;

/// Parses a graph.
///
/// Parsing is lenient: invalid IRIs are accepted. `base` is the IRI that is used to resolve
/// relative IRIs. The named graphs of JSON-LD are merged with the default graph. The formulas of N3
/// are skipped, because they are quoted and not asserted. JSON-LD contexts that would have to be
/// fetched are an error. RDF/XML can use any encoding, and its document type may declare entities.
/// Declarations outside the source are not read.
///
/// # Errors
///
/// Returns [`ErrorKind::Malformed`], with the location, if the source does not follow its grammar,
/// [`ErrorKind::Unsupported`] if the format is not an RDF format, or if RDF/XML uses an unknown
/// encoding, and [`ErrorKind::Invalid`] if `base` is not an absolute IRI. Returns
/// [`ErrorKind::TooLarge`] in these cases:
/// - Brackets are nested more than 100,000 deep.
/// - RDF/XML has a tag with more than 1,000 attributes, or more than 1,000 nested elements.
/// - The contexts of JSON-LD would take very long to process.
/// - The statements are more than 64 times as long as the source (and longer than 64 MiB).
/// - The entities of RDF/XML expand to more than 8 times the source (and more than 1 MiB).
pub fn read(bytes: &[u8], format: Format, base: Option<&str>) -> Result<Graph> {
    let mut graph = Graph::new();
    read_each(bytes, format, base, &mut |triple| {
        graph.push(triple);
        Ok(())
    })?;
    Ok(graph)
}

/// Parses a graph like [`read`], and counts the statements in the memory of a call.
pub fn read_within(
    bytes: &[u8],
    format: Format,
    base: Option<&str>,
    memory: &Allowance,
) -> Result<Graph> {
    let mut graph = Graph::new();
    read_each(bytes, format, base, &mut |triple| {
        memory.take(triple_size(&triple), "the statements of the source")?;
        graph.push(triple);
        Ok(())
    })?;
    Ok(graph)
}

pub type Take<'a> = dyn FnMut(Triple) -> Result<()> + 'a;

/// Passes each triple of a source to `take`.
pub fn read_each(
    bytes: &[u8],
    format: Format,
    base: Option<&str>,
    take: &mut Take<'_>,
) -> Result<()> {
    read_each_right(bytes, format, base, take, &mut Err)
}

pub type Refuse<'a> = dyn FnMut(Error) -> Result<()> + 'a;

/// Passes each triple of a source to `take`, and errors of single statements to `refuse`. These are
/// invalid statements in Turtle and N-Triples, and invalid language tags. Other errors end the
/// call, because their parsers cannot continue.
pub fn read_each_right(
    bytes: &[u8],
    format: Format,
    base: Option<&str>,
    take: &mut Take<'_>,
    refuse: &mut Refuse<'_>,
) -> Result<()> {
    let syntax = match format {
        Format::Turtle => RdfFormat::Turtle,
        Format::NTriples => RdfFormat::NTriples,
        Format::N3 => RdfFormat::N3,
        Format::RdfXml => RdfFormat::RdfXml,
        Format::JsonLd => RdfFormat::JsonLd { profile: JsonLdProfileSet::empty() },
        other => {
            let message = format!("`{other}` is not read as RDF");
            return Err(Error::unsupported(Side::Input, message));
        }
    };
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut parser = RdfParser::from_format(syntax).lenient();
    let mut turtle = TurtleParser::new().lenient();
    if let Some(base) = base {
        let no_base = |error| {
            Error::invalid(format!("expected an absolute IRI as base, found `{base}`"))
                .with_parameter("base")
                .because(error)
        };
        turtle = turtle.with_base_iri(base).map_err(no_base)?;
        parser = parser.with_base_iri(base).map_err(no_base)?;
    }
    if matches!(format, Format::Turtle | Format::N3) {
        nesting_limit::check(bytes)?;
    }
    match format {
        Format::Turtle => read_turtle(turtle, bytes, take, refuse),
        Format::RdfXml => {
            let source = xml_source::of(bytes)?;
            let read = read_xml(parser, &source, take, refuse);
            read.map_err(|error| xml_source::placed(error, bytes, &source))
        }
        Format::JsonLd => {
            limits::check_json(bytes)?;
            read_slice(parser, bytes, format, take, refuse)
        }
        // The N3 parser is strict about IRIs even in lenient mode, and most N3 is Turtle. If it
        // fails, its triples are discarded.
        Format::N3 => {
            let mut triples = Vec::new();
            let keep = &mut |triple| {
                triples.push(triple);
                Ok(())
            };
            match read_slice(parser, bytes, format, keep, &mut Err) {
                Ok(()) => triples.into_iter().try_for_each(take),
                Err(error) => {
                    let turtle = read(bytes, Format::Turtle, base).map_err(|_| error)?;
                    turtle.into_iter().try_for_each(take)
                }
            }
        }
        _ => read_slice(parser, bytes, format, take, refuse),
    }
}

fn read_slice(
    parser: RdfParser,
    bytes: &[u8],
    format: Format,
    take: &mut Take<'_>,
    refuse: &mut Refuse<'_>,
) -> Result<()> {
    let mut places = Places::of(bytes);
    let mut budget = MemoryBudget::of(bytes);
    for quad in parser.for_slice(bytes) {
        let quad = match quad.map_err(|error| refused_at(format, error, bytes, &mut places)) {
            Ok(quad) => quad,
            // Of these parsers, only the N-Triples parser can continue.
            Err(error) if format == Format::NTriples => {
                refuse(error)?;
                continue;
            }
            Err(error) => return Err(error),
        };
        if format == Format::JsonLd || quad.graph_name == GraphName::DefaultGraph {
            pass(quad.into(), &mut budget, take, refuse)?;
        }
    }
    Ok(())
}

/// Passes on a triple, or rejects it if its language tag is invalid.
fn pass(
    mut triple: Triple,
    budget: &mut MemoryBudget,
    take: &mut Take<'_>,
    refuse: &mut Refuse<'_>,
) -> Result<()> {
    if let Err(error) = tag(&mut triple) {
        return refuse(error);
    }
    check()?;
    budget.take(&triple)?;
    take(triple)
}

/// Parses Turtle. A separate function avoids the conversion from quads, because Turtle has no named
/// graphs.
fn read_turtle(
    parser: TurtleParser,
    bytes: &[u8],
    take: &mut Take<'_>,
    refuse: &mut Refuse<'_>,
) -> Result<()> {
    let mut budget = MemoryBudget::of(bytes);
    let mut places = Places::of(bytes);
    let (mut parser, mut start, mut restarts) = (parser, 0, 0);
    loop {
        let mut triples = parser.for_slice(&bytes[start..]);
        let mut end = None;
        for triple in triples.by_ref() {
            match triple {
                Ok(triple) => pass(triple, &mut budget, take, refuse)?,
                Err(error) => {
                    let at = error.location();
                    let at = start + at.start.offset as usize..start + at.end.offset as usize;
                    let is_dot = bytes.get(at.clone()) == Some(b".");
                    let message = refused(Format::Turtle, &RdfSyntaxError::from(error).into());
                    refuse(message.at(places.at(at.clone())))?;
                    if is_dot && restarts < RESTARTS {
                        end = Some(at.end);
                        break;
                    }
                }
            }
        }
        // After an error, the parser skips to the next dot. When that dot ends the invalid statement,
        // parsing restarts behind it.
        let Some(end) = end else { return Ok(()) };
        (start, restarts) = (end, restarts + 1);
        parser = TurtleParser::new().lenient();
        let stated =
            |error| Error::new(ErrorKind::Internal, "an IRI is no longer valid").because(error);
        // The parser rejects an invalid base or prefix.
        let is_right = |iri: &&str| NamedNode::new(*iri).is_ok();
        if let Some(base) = triples.base_iri().filter(is_right) {
            parser = parser.with_base_iri(base).map_err(stated)?;
        }
        for (name, iri) in triples.prefixes().filter(|(_, iri)| is_right(iri)) {
            parser = parser.with_prefix(name, iri).map_err(stated)?;
        }
    }
}

fn refused_at(
    format: Format,
    error: RdfSyntaxError,
    bytes: &[u8],
    places: &mut Places<'_>,
) -> Error {
    let place = match error.location() {
        Some(range) => range.start.offset as usize..range.end.offset as usize,
        None => bytes.len()..bytes.len(),
    };
    refused(format, &error.into()).at(places.at(place))
}

fn read_xml(
    parser: RdfParser,
    bytes: &[u8],
    take: &mut Take<'_>,
    refuse: &mut Refuse<'_>,
) -> Result<()> {
    let open = limits::check_xml(bytes)?;
    let mut budget = MemoryBudget::of(bytes);
    let taken = Cell::new((0, 0));
    for quad in parser.for_reader(TagByTag { rest: bytes, taken: &taken }) {
        let quad = quad.map_err(|error| {
            let (start, end) = taken.get();
            let tag = bytes[start..end].iter().rposition(|byte| *byte == b'<').unwrap_or(0);
            refused(Format::RdfXml, &error).at(Location::in_source(bytes, start + tag..end))
        })?;
        pass(quad.into(), &mut budget, take, refuse)?;
    }
    if open > 0 {
        let expected = format!("expected end tags of {open} elements");
        let message = format!("not `rdf-xml`: {expected}, found the end of the source");
        let end = bytes.len();
        return Err(Error::malformed(message).at(Location::in_source(bytes, end..end)));
    }
    Ok(())
}

/// The remaining size of statements, in bytes.
struct MemoryBudget(usize);

impl MemoryBudget {
    fn of(source: &[u8]) -> MemoryBudget {
        MemoryBudget(limits::most(source))
    }

    fn take(&mut self, triple: &Triple) -> Result<()> {
        let remaining = self.0.checked_sub(triple_size(triple));
        self.0 = remaining.ok_or_else(|| {
            let growth = limits::GROWTH;
            let message = format!("the statements exceed {growth} times the source");
            Error::new(ErrorKind::TooLarge, message)
        })?;
        Ok(())
    }
}

fn refused(format: Format, error: &RdfParseError) -> Error {
    let message = error.to_string();
    // The messages of the Turtle parsers contain the location, which is already part of the error.
    let message = match message.strip_prefix("Parser error ").and_then(|rest| rest.split_once(": "))
    {
        Some((_, message)) => message,
        None => &message,
    };
    let message = match message.contains("LoadDocumentCallback") {
        true => "remote contexts are not fetched, expected contexts within the source",
        false => message,
    };
    let (message, more) = match message.char_indices().nth(LONGEST) {
        Some((end, _)) => (&message[..end], "…"),
        None => (message.trim_end_matches('.'), ""),
    };
    let mut chars = message.chars();
    let first = chars.next().map(|char| char.to_lowercase().to_string()).unwrap_or_default();
    // Do not write "xML".
    let (first, rest) = match chars.as_str().starts_with(char::is_uppercase) {
        true => ("", message),
        false => (first.as_str(), chars.as_str()),
    };
    Error::malformed(format!("not `{format}`: {first}{rest}{more}"))
}

/// Normalizes or rejects a language tag. The lenient parsers accept tags that no format can
/// represent. Only some of them convert tags to lower case, which is the value of a tag (RDF 1.1,
/// clause 3.3).
fn tag(triple: &mut Triple) -> Result<()> {
    if let Term::Literal(literal) = &triple.object
        && let Some(language) = literal.language()
        && !(is_tag(language) && language.bytes().all(|byte| !byte.is_ascii_uppercase()))
    {
        let read = match is_tag(language) {
            true => language.to_owned(),
            false => Language::parse(language)
                .map(|read| read.to_string())
                .filter(|read| is_tag(read))
                .ok_or_else(|| {
                    let found: String = language.chars().take(LONGEST).collect();
                    Error::malformed(format!("expected a language tag, found `{found}`"))
                })?,
        };
        let read = read.to_ascii_lowercase();
        let value = literal.value();
        triple.object = Literal::new_language_tagged_literal_unchecked(value, read).into();
    }
    Ok(())
}

/// A reader that returns one tag at a time. It is used to find the location of an error, because
/// the RDF/XML parser does not report it.
struct TagByTag<'a> {
    rest: &'a [u8],
    taken: &'a Cell<(usize, usize)>,
}

impl Read for TagByTag<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let near = &self.rest[..self.rest.len().min(buffer.len())];
        let length = near.iter().position(|byte| *byte == b'>').map_or(near.len(), |at| at + 1);
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest = &self.rest[length..];
        let (_, end) = self.taken.get();
        self.taken.set((end, end + length));
        Ok(length)
    }
}
