//! Formats of query results: tables in CSV, SPARQL results in JSON and XML, and result sets in RDF.

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use oxigraph::sparql::results::{QueryResultsFormat, QueryResultsSerializer};
use oxrdf::{LiteralRef, TermRef, Variable, VariableRef};

use super::query::too_long;
use super::vocab::rdf;
use super::{
    BlankNode, Graph, IndexedGraph, Limits, Literal, NamedNode, Query, Term, Triple, write,
};
use glossweave_base::error::{Error, ErrorKind, Result, Side};
use glossweave_base::media::{Format, essence};

/// A format of query results.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ResultFormat {
    /// Comma-separated values (RFC 4180; SPARQL 1.1 Query Results CSV and TSV Formats, clause 3).
    /// The first line contains the names of the variables, lines end with CR LF, and terms have no
    /// types.
    #[default]
    Csv,
    /// SPARQL 1.1 Query Results JSON Format.
    Json,
    /// SPARQL Query Results XML Format.
    Xml,
    /// The result-set vocabulary in an RDF format.
    Rdf(Format),
}

impl ResultFormat {
    /// Returns the media type of the format.
    pub fn media_type(self) -> &'static str {
        match self {
            ResultFormat::Csv => "text/csv",
            ResultFormat::Json => "application/sparql-results+json",
            ResultFormat::Xml => "application/sparql-results+xml",
            ResultFormat::Rdf(format) => format.media_type(),
        }
    }

    /// Returns all media types of results, with CSV first and RDF last.
    pub fn media_types() -> Vec<&'static str> {
        let tables = NAMES.iter().map(|(name, _)| *name).filter(|name| name.contains('/'));
        let rdf = Format::ALL.iter().filter(|format| format.is_rdf());
        tables.chain(rdf.flat_map(|format| format.media_types()).copied()).collect()
    }
}

impl fmt::Display for ResultFormat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResultFormat::Csv => out.write_str("csv"),
            ResultFormat::Json => out.write_str("json"),
            ResultFormat::Xml => out.write_str("xml"),
            ResultFormat::Rdf(format) => format.fmt(out),
        }
    }
}

/// The names and media types of the formats.
const NAMES: &[(&str, ResultFormat)] = &[
    ("csv", ResultFormat::Csv),
    ("text/csv", ResultFormat::Csv),
    ("text/comma-separated-values", ResultFormat::Csv),
    ("json", ResultFormat::Json),
    ("application/json", ResultFormat::Json),
    ("text/json", ResultFormat::Json),
    ("application/sparql-results+json", ResultFormat::Json),
    ("xml", ResultFormat::Xml),
    ("text/xml", ResultFormat::Xml),
    ("application/xml", ResultFormat::Xml),
    ("application/sparql-results+xml", ResultFormat::Xml),
];

impl FromStr for ResultFormat {
    type Err = Error;

    /// Parses the name or media type of a format. Case and parameters are ignored.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unsupported`], for the output side, if the name is not a result format.
    fn from_str(name: &str) -> Result<ResultFormat> {
        let essence = essence(name);
        if let Some((_, format)) =
            NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(essence))
        {
            return Ok(*format);
        }
        match name.parse::<Format>() {
            Ok(format) if format.is_rdf() => Ok(ResultFormat::Rdf(format)),
            _ => {
                let expected = "expected csv, json, xml or a format of RDF";
                let message = format!("no results as `{}`, {expected}", short(name));
                Err(Error::unsupported(Side::Output, message))
            }
        }
    }
}

fn short(name: &str) -> &str {
    name.char_indices().nth(100).map_or(name, |(end, _)| &name[..end])
}

impl Query {
    /// Evaluates the query on a dataset, and writes all solutions.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Query::select`], and [`ErrorKind::Unsupported`] if the format cannot
    /// represent a character.
    pub fn write(
        &self,
        dataset: &IndexedGraph,
        format: ResultFormat,
        limits: &Limits,
    ) -> Result<Vec<u8>> {
        let syntax = match format {
            ResultFormat::Csv => QueryResultsFormat::Csv,
            ResultFormat::Json => QueryResultsFormat::Json,
            ResultFormat::Xml => QueryResultsFormat::Xml,
            ResultFormat::Rdf(format) => return self.write_rdf(dataset, format, limits),
        };
        let variables: Vec<Variable> =
            self.variables().iter().map(Variable::new_unchecked).collect();
        let bytes = Bounded { bytes: Vec::new(), most: limits.result };
        let mut writer = QueryResultsSerializer::from_format(syntax)
            .serialize_solutions_to_writer(bytes, variables.clone())
            .map_err(|error| failed(&error, limits))?;
        self.each(dataset, limits, &mut |row| {
            let bound = variables.iter().zip(row).filter_map(|(variable, term)| {
                let term = match TermRef::from(term.as_ref()?) {
                    // The writer only quotes strings, but an IRI may also contain a comma.
                    TermRef::NamedNode(iri) if format == ResultFormat::Csv => {
                        TermRef::Literal(LiteralRef::new_simple_literal(iri.as_str()))
                    }
                    term => term,
                };
                Some((VariableRef::from(variable), term))
            });
            writer.serialize(bound).map_err(|error| failed(&error, limits))
        })?;
        let bytes = writer.finish().map_err(|error| failed(&error, limits))?.bytes;
        if format == ResultFormat::Xml { readable_xml(bytes) } else { Ok(bytes) }
    }

    fn write_rdf(
        &self,
        dataset: &IndexedGraph,
        format: Format,
        limits: &Limits,
    ) -> Result<Vec<u8>> {
        let mut set = ResultSet { graph: Graph::new(), node: BlankNode::default() };
        set.graph.insert(set.node.clone(), rdf::TYPE, ResultSet::named("ResultSet"));
        for variable in self.variables() {
            set.say(&set.node.clone(), "resultVariable", Literal::from(variable.as_str()));
        }
        let mut remaining = limits.result;
        self.each(dataset, limits, &mut |row| {
            let solution = BlankNode::default();
            set.say(&set.node.clone(), "solution", solution.clone());
            for (variable, term) in self.variables().iter().zip(row) {
                let Some(term) = term else { continue };
                // The approximate size of a binding in the shortest format.
                let bytes = 60 + variable.len() + super::graph::text_size(term);
                remaining = remaining.checked_sub(bytes).ok_or_else(|| too_long(limits))?;
                let binding = BlankNode::default();
                set.say(&solution, "binding", binding.clone());
                set.say(&binding, "variable", Literal::from(variable.as_str()));
                set.say(&binding, "value", term.clone());
            }
            remaining = remaining.checked_sub(30).ok_or_else(|| too_long(limits))?;
            Ok(())
        })?;
        write(&set.graph, format)
    }
}

/// Makes XML unambiguous for all readers: CR becomes a character reference, because a bare CR would
/// be read as a line feed. Returns `ErrorKind::Unsupported` if XML 1.0 cannot represent a
/// character.
fn readable_xml(bytes: Vec<u8>) -> Result<Vec<u8>> {
    let odd = |byte: &u8| matches!(byte, 0..=8 | 11..=31 | 0xef);
    if !bytes.iter().any(odd) {
        return Ok(bytes);
    }
    let mut out = Vec::with_capacity(bytes.len());
    for part in bytes.split_inclusive(odd) {
        let Some((last, before)) = part.split_last() else { continue };
        match last {
            b'\r' => {
                out.extend_from_slice(before);
                out.extend_from_slice(b"&#xD;");
            }
            0..=8 | 11..=31 => return Err(unspeakable(u32::from(*last))),
            _ => out.extend_from_slice(part),
        }
    }
    // U+FFFE and U+FFFF in UTF-8.
    match out.windows(3).find(|sign| matches!(sign, [0xef, 0xbf, 0xbe | 0xbf])) {
        Some(sign) => Err(unspeakable(0xff40 + u32::from(sign[2]))),
        None => Ok(out),
    }
}

fn unspeakable(code: u32) -> Error {
    let message = format!("XML cannot store the character U+{code:04X}");
    Error::unsupported(Side::Output, message)
}

/// Solutions in the result-set vocabulary of the RDF Data Access Working Group.
struct ResultSet {
    graph: Graph,
    node: BlankNode,
}

impl ResultSet {
    const NAMESPACE: &str = "http://www.w3.org/2001/sw/DataAccess/tests/result-set#";

    fn named(local: &str) -> NamedNode {
        NamedNode::new_unchecked(format!("{}{local}", ResultSet::NAMESPACE))
    }

    fn say(&mut self, about: &BlankNode, local: &str, object: impl Into<Term>) {
        self.graph.push(Triple::new(about.clone(), ResultSet::named(local), object));
    }
}

/// A writer with a size limit.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn failed(error: &io::Error, limits: &Limits) -> Error {
    match error.kind() {
        io::ErrorKind::FileTooLarge => too_long(limits),
        _ => Error::new(ErrorKind::Internal, format!("the results could not be written: {error}")),
    }
}
