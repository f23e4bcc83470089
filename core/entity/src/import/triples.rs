//! Import of vocabularies in RDF. Tables specify the properties for names, classes, redirects and
//! weights.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use super::collect::Collector;
use super::facts::{Fact, Position};
use super::lines::{ImportFile, Line};
use super::report::SkipReason;
use super::wikidata::{ALL_LANGUAGES, ENTITY, is_page};
use glossweave_base::error::{Error, Result};
use glossweave_base::media::Format;
use glossweave_rdf::{NamedOrBlankNode, Statement, StatementTerm, Term, Triple, read_each_right};

/// The meaning of a property.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    /// The object is a name, which gets this share of the weight.
    Label(f32),
    /// The object is a description of the subject.
    Description,
    /// The object is a class.
    Class,
    /// The names of the object are names of the subject.
    NamedBy(f32),
    /// The names of the subject are names of the object.
    NameOf(f32),
    /// Each statement increases the weight of the object.
    Counts,
    /// The value `true` means that the subject is obsolete.
    Deprecated,
    /// The value `false` means that the subject is obsolete.
    Active,
    /// The object is a status of the Publications Office of the EU, which can mean that the subject
    /// is obsolete.
    Status,
}

/// A vocabulary in RDF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Profile {
    Skos,
    Mesh,
    DbPedia,
    Wikidata,
}

/// The share of the weight that broader, narrower and related names get.
const LESSER: f32 = 0.5;

type Properties = &'static [(&'static str, Role)];

/// The properties of SKOS, SKOS-XL (EuroVoc, Getty), and OWL with the synonyms of OBO.
const SKOS: Properties = &[
    ("http://www.w3.org/2004/02/skos/core#prefLabel", Role::Label(1.0)),
    ("http://www.w3.org/2004/02/skos/core#altLabel", Role::Label(1.0)),
    ("http://www.w3.org/2004/02/skos/core#hiddenLabel", Role::Label(1.0)),
    ("http://www.w3.org/2008/05/skos-xl#prefLabel", Role::NamedBy(1.0)),
    ("http://www.w3.org/2008/05/skos-xl#altLabel", Role::NamedBy(1.0)),
    ("http://www.w3.org/2008/05/skos-xl#hiddenLabel", Role::NamedBy(1.0)),
    ("http://www.w3.org/2008/05/skos-xl#literalForm", Role::Label(1.0)),
    ("http://vocab.getty.edu/ontology#prefLabelGVP", Role::NamedBy(1.0)),
    ("http://vocab.getty.edu/ontology#term", Role::Label(1.0)),
    ("http://www.w3.org/2000/01/rdf-schema#label", Role::Label(1.0)),
    ("http://schema.org/name", Role::Label(1.0)),
    ("https://schema.org/name", Role::Label(1.0)),
    ("http://xmlns.com/foaf/0.1/name", Role::Label(1.0)),
    ("http://www.geneontology.org/formats/oboInOwl#hasExactSynonym", Role::Label(1.0)),
    ("http://www.geneontology.org/formats/oboInOwl#hasBroadSynonym", Role::Label(LESSER)),
    ("http://www.geneontology.org/formats/oboInOwl#hasNarrowSynonym", Role::Label(LESSER)),
    ("http://www.geneontology.org/formats/oboInOwl#hasRelatedSynonym", Role::Label(LESSER)),
    ("http://purl.obolibrary.org/obo/IAO_0000118", Role::Label(1.0)),
    ("http://www.w3.org/1999/02/22-rdf-syntax-ns#type", Role::Class),
    ("http://www.w3.org/2004/02/skos/core#broader", Role::Class),
    ("http://www.w3.org/2000/01/rdf-schema#subClassOf", Role::Class),
    ("http://vocab.getty.edu/ontology#broaderPreferred", Role::Class),
    ("http://vocab.getty.edu/ontology#placeTypePreferred", Role::Class),
    ("http://publications.europa.eu/ontology/euvoc#status", Role::Status),
    ("http://www.w3.org/2002/07/owl#deprecated", Role::Deprecated),
    ("http://www.w3.org/2004/02/skos/core#definition", Role::Description),
    ("http://www.w3.org/2004/02/skos/core#scopeNote", Role::Description),
    ("http://www.w3.org/2000/01/rdf-schema#comment", Role::Description),
    ("http://purl.org/dc/terms/description", Role::Description),
    ("http://schema.org/description", Role::Description),
    ("https://schema.org/description", Role::Description),
    ("http://purl.obolibrary.org/obo/IAO_0000115", Role::Description),
];

/// The properties of MeSH. Terms belong to concepts, and concepts belong to descriptors, which are
/// the entities.
const MESH: Properties = &[
    ("http://www.w3.org/2000/01/rdf-schema#label", Role::Label(1.0)),
    ("http://id.nlm.nih.gov/mesh/vocab#prefLabel", Role::Label(1.0)),
    ("http://id.nlm.nih.gov/mesh/vocab#altLabel", Role::Label(1.0)),
    ("http://id.nlm.nih.gov/mesh/vocab#preferredConcept", Role::NamedBy(1.0)),
    ("http://id.nlm.nih.gov/mesh/vocab#concept", Role::NamedBy(LESSER)),
    ("http://id.nlm.nih.gov/mesh/vocab#preferredTerm", Role::NamedBy(1.0)),
    ("http://id.nlm.nih.gov/mesh/vocab#term", Role::NamedBy(1.0)),
    ("http://www.w3.org/1999/02/22-rdf-syntax-ns#type", Role::Class),
    ("http://id.nlm.nih.gov/mesh/vocab#broaderDescriptor", Role::Class),
    ("http://id.nlm.nih.gov/mesh/vocab#active", Role::Active),
    ("http://id.nlm.nih.gov/mesh/vocab#scopeNote", Role::Description),
];

const DBPEDIA: Properties = &[
    ("http://www.w3.org/2000/01/rdf-schema#label", Role::Label(1.0)),
    ("http://www.w3.org/1999/02/22-rdf-syntax-ns#type", Role::Class),
    ("http://dbpedia.org/ontology/wikiPageRedirects", Role::NameOf(1.0)),
    ("http://dbpedia.org/ontology/wikiPageDisambiguates", Role::NameOf(LESSER)),
    ("http://dbpedia.org/ontology/wikiPageWikiLink", Role::Counts),
    ("http://www.w3.org/2000/01/rdf-schema#comment", Role::Description),
    ("http://dbpedia.org/ontology/abstract", Role::Description),
];

const WIKIDATA: Properties = &[
    ("http://www.w3.org/2000/01/rdf-schema#label", Role::Label(1.0)),
    ("http://www.w3.org/2004/02/skos/core#altLabel", Role::Label(1.0)),
    ("http://www.wikidata.org/prop/direct/P31", Role::Class),
    // Articles about an item.
    ("http://schema.org/about", Role::Counts),
    ("http://schema.org/description", Role::Description),
];

/// The classes of nodes that only contain names or describe other nodes, and are not entities.
const PARTS: [&str; 6] = [
    "http://www.w3.org/2008/05/skos-xl#Label",
    "http://id.nlm.nih.gov/mesh/vocab#Term",
    "http://id.nlm.nih.gov/mesh/vocab#Concept",
    "http://id.nlm.nih.gov/mesh/vocab#TreeNumber",
    "http://id.nlm.nih.gov/mesh/vocab#AllowedDescriptorQualifierPair",
    "http://id.nlm.nih.gov/mesh/vocab#DisallowedDescriptorQualifierPair",
];

/// The class of obsolete subjects in Getty vocabularies.
const OBSOLETE: &str = "http://vocab.getty.edu/ontology#ObsoleteSubject";

/// The statuses of obsolete subjects of the Publications Office of the EU.
const OBSOLETE_STATUSES: [&str; 2] = [
    "http://publications.europa.eu/resource/authority/concept-status/DEPRECATED",
    "http://publications.europa.eu/resource/authority/concept-status/RETIRED",
];

impl Profile {
    fn role(self, predicate: &str) -> Option<Role> {
        let properties = match self {
            Profile::Skos => SKOS,
            Profile::Mesh => MESH,
            Profile::DbPedia => DBPEDIA,
            Profile::Wikidata => WIKIDATA,
        };
        properties.iter().find(|(iri, _)| *iri == predicate).map(|(_, role)| *role)
    }
}

/// Reads a file. N-Triples are detected by content and read line by line; other formats are read as
/// a whole.
pub(super) fn read(
    file: &ImportFile<'_, '_>,
    profile: Profile,
    out: &mut Collector<'_, '_>,
) -> Result<()> {
    let start = file.start()?;
    let format = format_of(file.file.name(), &start);
    if format == Format::NTriples {
        return file.each_line(out, &mut |line, out| match Statement::parse(line) {
            Err(what) => Ok(Line::Malformed(what)),
            Ok(None) => Ok(Line::Empty),
            Ok(Some(statement)) => read_statement(&statement, profile, out),
        });
    }
    let whole = file.whole()?;
    let done = file.before + file.file.packed_size();
    // Skips the statements that were already read, because a parser cannot start in the middle of a
    // file.
    let (known, count) = (out.at.offset, Cell::new(0));
    let mut refused = None;
    // Shared by both callbacks of the parser.
    let out = RefCell::new(out);
    let mut skip = |error: Error| {
        if count.get() < known {
            return Ok(());
        }
        let out = &mut **out.borrow_mut();
        let line = error.location().map_or(0, |place| u64::from(place.line()));
        let before = std::mem::replace(&mut out.at.line, line);
        out.skip(SkipReason::Line);
        out.at.line = before;
        refused.get_or_insert(error);
        Ok(())
    };
    let mut each = |triple: Triple| {
        let out = &mut **out.borrow_mut();
        let number = count.get() + 1;
        count.set(number);
        if number <= known {
            return Ok(());
        }
        out.at.line = number;
        if let Some(role) = profile.role(triple.predicate.as_str()) {
            let subject = match &triple.subject {
                NamedOrBlankNode::NamedNode(node) => Cow::Borrowed(node.as_str()),
                NamedOrBlankNode::BlankNode(node) => Cow::Owned(node.to_string()),
            };
            let object = match &triple.object {
                Term::NamedNode(node) => StatementTerm::Node(node.as_str().into()),
                Term::BlankNode(node) => StatementTerm::Node(node.to_string().into()),
                Term::Literal(text) => StatementTerm::Literal(text.value().into(), text.language()),
            };
            take((&subject, role, &object), profile, out)?;
        }
        out.passed(Position { offset: number, line: number, ..out.at }, done)
    };
    read_each_right(&whole, format, None, &mut each, &mut skip)?;
    match refused {
        Some(error) if count.get() == 0 => Err(error),
        _ => Ok(()),
    }
}

/// Returns the format of a file. It is detected by content, because the files of DBpedia have the
/// extension of Turtle, but contain N-Triples.
fn format_of(name: &str, start: &str) -> Format {
    let whole = start.rfind('\n').map_or(start, |end| &start[..end]);
    // A few invalid lines are accepted.
    let mut lines = [0, 0];
    let mut has_prefix = false;
    for line in whole.lines() {
        has_prefix |= line.starts_with('@');
        match Statement::parse(line) {
            Ok(None) => {}
            Ok(Some(_)) => lines[0] += 1,
            Err(_) => lines[1] += 1,
        }
    }
    let is_lines = !has_prefix && lines[0] > lines[1];
    let declared = Format::of_path(name).filter(|format| format.is_rdf());
    match declared {
        Some(Format::Turtle | Format::N3) | None if is_lines => Format::NTriples,
        Some(format) => format,
        None if start.trim_start().starts_with("<?xml") || start.contains("<rdf:RDF") => {
            Format::RdfXml
        }
        None if start.trim_start().starts_with(['{', '[']) => Format::JsonLd,
        None => Format::Turtle,
    }
}

fn read_statement(
    statement: &Statement<'_>,
    profile: Profile,
    out: &mut Collector<'_, '_>,
) -> Result<Line> {
    let Some(role) = profile.role(statement.predicate()) else {
        out.at.records += 1;
        return Ok(Line::Read);
    };
    // The fast path: most names are in other languages.
    if matches!(role, Role::Label(_))
        && let Some(language) = statement.language()
        && !out.options.language(language)
        && language != ALL_LANGUAGES
    {
        out.at.records += 1;
        out.skip(SkipReason::Language);
        return Ok(Line::Read);
    }
    let (Some(StatementTerm::Node(subject)), Some(object)) =
        (statement.subject(), statement.object())
    else {
        return Ok(Line::Malformed("an escape is wrong"));
    };
    out.at.records += 1;
    take((&subject, role, &object), profile, out)?;
    Ok(Line::Read)
}

/// Processes a statement with a known property.
fn take(
    (subject, role, object): (&str, Role, &StatementTerm<'_>),
    profile: Profile,
    out: &mut Collector<'_, '_>,
) -> Result<()> {
    if profile == Profile::Wikidata && role != Role::Counts && !is_item(subject) {
        return Ok(());
    }
    match (role, object) {
        (Role::Label(share), StatementTerm::Literal(text, language)) => {
            let Some(subject) = out.subject(subject)? else { return Ok(()) };
            let text = if profile == Profile::DbPedia { without_qualifier(text) } else { text };
            let language = language.filter(|tag| *tag != ALL_LANGUAGES);
            out.label(subject, text, language, share)?;
        }
        (Role::Description, StatementTerm::Literal(text, language))
            if out.options.has_descriptions =>
        {
            if let Some(subject) = out.subject(subject)? {
                out.describe(subject, text, *language)?;
            }
        }
        (Role::Class, StatementTerm::Node(class)) if !class.starts_with("_:") => {
            let Some(subject) = out.subject(subject)? else { return Ok(()) };
            let is_no_entity = match profile {
                Profile::Wikidata => class.strip_prefix(ENTITY).is_some_and(is_page),
                _ => PARTS.contains(&&**class),
            };
            if **class == *OBSOLETE {
                return out.drop_subject(subject, SkipReason::Obsolete);
            }
            if is_no_entity {
                return out.drop_subject(subject, SkipReason::Page);
            }
            out.class(subject, class)?;
        }
        (Role::NamedBy(share), StatementTerm::Node(node)) => lead(node, subject, share, out)?,
        (Role::NameOf(share), StatementTerm::Node(node)) => {
            lead(subject, node, share, out)?;
            name_of_page(subject, out)?;
        }
        (Role::Counts, StatementTerm::Node(node)) => {
            let is_document = subject.contains("/Special:EntityData/");
            if profile == Profile::Wikidata && (is_document || !is_item(node)) {
                return Ok(());
            }
            if let Some(subject) = out.subject(node)? {
                out.add(&Fact::Weight { subject, weight: 1.0 })?;
            }
        }
        (Role::Deprecated, StatementTerm::Literal(text, _)) if is_true(text) => {
            if let Some(subject) = out.subject(subject)? {
                out.drop_subject(subject, SkipReason::Obsolete)?;
            }
        }
        (Role::Status, StatementTerm::Node(status)) if OBSOLETE_STATUSES.contains(&&**status) => {
            if let Some(subject) = out.subject(subject)? {
                out.drop_subject(subject, SkipReason::Obsolete)?;
            }
        }
        (Role::Active, StatementTerm::Literal(text, _)) if !is_true(text) => {
            if let Some(subject) = out.subject(subject)? {
                out.drop_subject(subject, SkipReason::Obsolete)?;
            }
        }
        _ => {}
    }
    Ok(())
}

fn lead(from: &str, to: &str, share: f32, out: &mut Collector<'_, '_>) -> Result<()> {
    if let (Some(from), Some(to)) = (out.subject(from)?, out.subject(to)?) {
        out.add(&Fact::Lead { from, to, share })?;
    }
    Ok(())
}

fn is_item(iri: &str) -> bool {
    iri.strip_prefix(ENTITY).is_some_and(|id| id.starts_with('Q'))
}

fn is_true(text: &str) -> bool {
    matches!(text, "true" | "1")
}

/// Removes the qualifier in parentheses from the title of a page, for example `Cork (city)` becomes
/// `Cork`.
fn without_qualifier(title: &str) -> &str {
    let cut = title.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    cut.map_or(title, |(name, _)| name).trim_end()
}

/// Adds the title of a DBpedia page as a name. The title is derived from the IRI, because redirects
/// may have no label.
fn name_of_page(iri: &str, out: &mut Collector<'_, '_>) -> Result<()> {
    let Some((host, title)) = iri.split_once("/resource/") else { return Ok(()) };
    let host = host.rsplit_once("//").map_or(host, |(_, host)| host);
    let language = match host.split_once('.') {
        Some((language, "dbpedia.org")) => language,
        _ => "en",
    };
    let title = decoded(title).replace('_', " ");
    let title = without_qualifier(&title);
    if let (Some(subject), false) = (out.subject(iri)?, title.is_empty()) {
        out.label(subject, title, Some(language), 1.0)?;
    }
    Ok(())
}

/// Decodes the percent encoding of an IRI. When the result is not valid UTF-8, the IRI is returned
/// unchanged.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = (*first == b'%')
            .then(|| after.get(..2).and_then(|two| std::str::from_utf8(two).ok()))
            .flatten()
            .and_then(|two| u8::from_str_radix(two, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}
