//! The data categories of ITS 2.0 as RDF properties, in one table for reading and writing.

use std::collections::HashSet;

use super::statement::{AnnotatedResource, Says, each};
use glossweave_base::text::TextSpan;
use glossweave_base::text::iri::is_absolute;
use glossweave_document::annotation::{Annotation, Category, Field, Metadata};
use glossweave_rdf::vocab::{itsrdf as its, nif, rdf, xsd};
use glossweave_rdf::{self as triples, Name, Object, Sink};

/// The type of a property value.
#[derive(Clone, Copy)]
enum Range {
    Text,
    /// An IRI. Other values are written as text, for example a reference without a base.
    Iri,
    /// A number with a datatype, in its original spelling. Other values are written as text.
    Number(Name),
}

use Range::{Iri, Number, Text};

const SCORE: Range = Number(xsd::DECIMAL);
const VOTE: Range = Number(xsd::INTEGER);
const CONFIDENCE: Range = Number(xsd::DOUBLE);

type Property = (&'static str, Name, Range);

/// The properties of single-valued fields. There are no properties for references to standoff
/// records, languages, texts that explain terms, and paths to targets.
const FIELDS: &[(Category, &[Property])] = &[
    (Category::Translate, &[("translate", its::TRANSLATE, Text)]),
    (
        Category::LocalizationNote,
        &[
            ("locNote", its::LOC_NOTE, Text),
            ("locNoteRef", its::LOC_NOTE_REF, Iri),
            ("locNoteType", its::LOC_NOTE_TYPE, Text),
        ],
    ),
    (
        Category::Terminology,
        &[
            ("term", its::TERM, Text),
            ("termInfoRef", its::TERM_INFO_REF, Iri),
            ("termConfidence", its::TERM_CONFIDENCE, CONFIDENCE),
        ],
    ),
    (Category::Directionality, &[("dir", its::DIR, Text)]),
    (Category::ElementsWithinText, &[("withinText", its::WITHIN_TEXT, Text)]),
    (Category::Domain, &[("domains", its::DOMAINS, Text)]),
    (
        Category::TextAnalysis,
        &[
            ("taClassRef", its::TA_CLASS_REF, Iri),
            ("taConfidence", its::TA_CONFIDENCE, CONFIDENCE),
            ("taIdent", its::TA_IDENT, Text),
            ("taIdentRef", its::TA_IDENT_REF, Iri),
            ("taSource", its::TA_SOURCE, Text),
        ],
    ),
    (
        Category::LocaleFilter,
        &[
            ("localeFilterList", its::LOCALE_FILTER_LIST, Text),
            ("localeFilterType", its::LOCALE_FILTER_TYPE, Text),
        ],
    ),
    (Category::ExternalResource, &[("externalResourceRef", its::EXTERNAL_RESOURCE_REF, Iri)]),
    (Category::IdValue, &[("idValue", its::ID, Text)]),
    (Category::PreserveSpace, &[("space", its::SPACE, Text)]),
    (
        Category::LocQualityRating,
        &[
            ("locQualityRatingScore", its::LOC_QUALITY_RATING_SCORE, SCORE),
            ("locQualityRatingVote", its::LOC_QUALITY_RATING_VOTE, VOTE),
            ("locQualityRatingScoreThreshold", its::LOC_QUALITY_RATING_SCORE_THRESHOLD, SCORE),
            ("locQualityRatingVoteThreshold", its::LOC_QUALITY_RATING_VOTE_THRESHOLD, VOTE),
            ("locQualityRatingProfileRef", its::LOC_QUALITY_RATING_PROFILE_REF, Iri),
        ],
    ),
    (Category::MtConfidence, &[("mtConfidence", its::MT_CONFIDENCE, CONFIDENCE)]),
    (Category::AllowedCharacters, &[("allowedCharacters", its::ALLOWED_CHARACTERS, Text)]),
    (
        Category::StorageSize,
        &[
            ("storageSize", its::STORAGE_SIZE, Number(xsd::NON_NEGATIVE_INTEGER)),
            ("storageEncoding", its::STORAGE_ENCODING, Text),
            ("lineBreakType", its::LINE_BREAK_TYPE, Text),
        ],
    ),
];

/// A category that uses blank nodes for its records.
struct Records {
    category: Category,
    property: Name,
    class: Name,
    record: &'static [Property],
}

const RECORDS: &[Records] = &[
    Records {
        category: Category::Provenance,
        property: its::HAS_PROV_RECORD,
        class: its::PROV_RECORD,
        record: &[
            ("person", its::PERSON, Text),
            ("personRef", its::PERSON_REF, Iri),
            ("org", its::ORG, Text),
            ("orgRef", its::ORG_REF, Iri),
            ("tool", its::TOOL, Text),
            ("toolRef", its::TOOL_REF, Iri),
            ("revPerson", its::REV_PERSON, Text),
            ("revPersonRef", its::REV_PERSON_REF, Iri),
            ("revOrg", its::REV_ORG, Text),
            ("revOrgRef", its::REV_ORG_REF, Iri),
            ("revTool", its::REV_TOOL, Text),
            ("revToolRef", its::REV_TOOL_REF, Iri),
            ("provRef", its::PROV_REF, Iri),
        ],
    },
    Records {
        category: Category::LocQualityIssue,
        property: its::HAS_LOC_QUALITY_ISSUE,
        class: its::LOC_QUALITY_ISSUE,
        record: &[
            ("locQualityIssueType", its::LOC_QUALITY_ISSUE_TYPE, Text),
            ("locQualityIssueComment", its::LOC_QUALITY_ISSUE_COMMENT, Text),
            ("locQualityIssueSeverity", its::LOC_QUALITY_ISSUE_SEVERITY, SCORE),
            ("locQualityIssueProfileRef", its::LOC_QUALITY_ISSUE_PROFILE_REF, Iri),
            ("locQualityIssueEnabled", its::LOC_QUALITY_ISSUE_ENABLED, Text),
        ],
    },
];

/// Returns `true` if no value of the metadata has a property.
pub(super) fn is_silent(metadata: &Metadata) -> bool {
    let category = metadata.category();
    let field = FIELDS
        .iter()
        .filter(|(other, _)| *other == category)
        .flat_map(|(_, properties)| *properties)
        .any(|(name, ..)| metadata.field(name).is_some());
    let records = RECORDS.iter().any(|records| records.category == category);
    !(field || records && metadata.records().iter().any(|record| !record.is_empty()))
}

/// Returns the property that names the tool for annotations of a category. Returns `None` for other
/// categories.
fn annotator(category: Category) -> Option<Name> {
    match category {
        Category::TextAnalysis => Some(its::TA_ANNOTATORS_REF),
        Category::Terminology => Some(its::TERM_ANNOTATORS_REF),
        Category::MtConfidence => Some(its::MT_CONFIDENCE_ANNOTATORS_REF),
        _ => None,
    }
}

/// An annotation and its metadata.
type Statement<'a> = (&'a Annotation, &'a Metadata);

fn statements<'a>(annotations: &[&'a Annotation]) -> Vec<Statement<'a>> {
    annotations
        .iter()
        .filter_map(|annotation| Some((*annotation, annotation.as_metadata()?)))
        .collect()
}

/// Writes the metadata of a string. Duplicate values are written once. When it would become ambiguous
/// which values belong together, blank nodes are used for later values. In a resource for a single
/// annotation, the tool can be named for any category.
pub(super) fn merged<S: Sink>(
    sink: &mut S,
    annotations: &[&Annotation],
    place: AnnotatedResource<'_>,
) {
    let all = statements(annotations);
    if all.is_empty() {
        return;
    }
    let known = match place {
        AnnotatedResource::String(known) => statements(known),
        AnnotatedResource::Annex | AnnotatedResource::Unit => Vec::new(),
    };
    let mut apart: Vec<(&[Property], Vec<Statement<'_>>)> = Vec::new();
    for (category, properties) in FIELDS {
        let of = |statement: &&Statement<'_>| statement.1.category() == *category;
        let mut those: Vec<Statement<'_>> = all.iter().filter(of).copied().collect();
        if those.is_empty() {
            continue;
        }
        let known: Vec<Statement<'_>> = known.iter().filter(of).copied().collect();
        if matches!(place, AnnotatedResource::String(_))
            && !fit_together(&known, &those, properties)
        {
            let first = usize::from(known.is_empty());
            apart.push((properties, those.split_off(first)));
        }
        for (field, property, range) in *properties {
            let values = those.iter().filter_map(|(_, metadata)| metadata.field(field));
            each(sink, *property, values.map(|value| value_of(value, *range)));
        }
        if let Some(property) = annotator(*category) {
            let tools = those.iter().filter_map(|(annotation, _)| annotation.annotator());
            each(sink, property, tools.map(Object::Iri));
        }
    }
    for records in RECORDS {
        let those = all.iter().filter(|(_, metadata)| metadata.category() == records.category);
        let mut seen: HashSet<&[Field]> = HashSet::new();
        for record in those.flat_map(|(_, metadata)| metadata.records()) {
            if record.is_empty() || !seen.insert(record) {
                continue;
            }
            let mut about = vec![(rdf::TYPE, Object::Name(records.class))];
            for (field, value) in record {
                if let Some((_, property, range)) =
                    records.record.iter().find(|known| known.0 == *field)
                {
                    about.push((*property, value_of(value, *range)));
                }
            }
            sink.nested(records.property, &about);
        }
    }
    if matches!(place, AnnotatedResource::Unit) {
        let tools = all.iter().filter(|(_, metadata)| annotator(metadata.category()).is_none());
        let tools = tools.filter_map(|(annotation, _)| annotation.annotator());
        each(sink, nif::PROVENANCE, tools.map(Object::Iri));
    }
    let mut written: HashSet<String> = HashSet::new();
    for (properties, those) in apart {
        for (annotation, metadata) in those {
            if written.insert(format!("{metadata:?} {:?}", annotation.annotator())) {
                unit(sink, annotation, metadata, properties);
            }
        }
    }
}

/// Returns `true` if annotations of one category can be distinguished by properties of their
/// string: they are equal except for one property, which all of them have.
fn fit_together(known: &[Statement<'_>], more: &[Statement<'_>], properties: &[Property]) -> bool {
    let all = || known.iter().chain(more);
    let Some((first, metadata)) = all().next() else { return true };
    let by_one = || all().all(|(annotation, _)| annotation.annotator() == first.annotator());
    let mut varying = properties.iter().map(|(field, ..)| *field).filter(|field| {
        let value = metadata.field(field);
        all().any(|(_, other)| other.field(field) != value)
    });
    let field = varying.next();
    let is_one = varying.next().is_none();
    let each_has =
        || field.is_none_or(|field| all().all(|(_, metadata)| metadata.field(field).is_some()));
    is_one && each_has() && (annotator(metadata.category()).is_none() || by_one())
}

/// Writes an annotation as a blank node, separate from other annotations of its string.
fn unit<S: Sink>(
    sink: &mut S,
    annotation: &Annotation,
    metadata: &Metadata,
    properties: &[Property],
) {
    let mut about = vec![(rdf::TYPE, Object::Name(nif::ANNOTATION_UNIT))];
    for (field, property, range) in properties {
        let value = metadata.field(field);
        about.extend(value.map(|value| (*property, value_of(value, *range))));
    }
    let tool = annotator(metadata.category()).unwrap_or(nif::PROVENANCE);
    about.extend(annotation.annotator().map(|iri| (tool, Object::Iri(iri))));
    sink.nested(nif::ANNOTATION_UNIT_OF, &about);
}

fn value_of(value: &str, range: Range) -> Object<'_> {
    match range {
        Iri if is_absolute(value) => Object::Iri(value),
        Number(datatype) if is_number(value, datatype) => Object::Typed(value, datatype),
        _ => Object::Text(value),
    }
}

/// Returns `true` if a value is valid for its datatype (XML Schema 1.1 part 2).
fn is_number(value: &str, datatype: Name) -> bool {
    let (mantissa, exponent) = match value.split_once(['e', 'E']) {
        Some((mantissa, exponent)) if datatype == xsd::DOUBLE => (mantissa, exponent),
        Some(_) => return false,
        None => (value, "0"),
    };
    let unsigned = |text: &str| text.strip_prefix(['+', '-']).unwrap_or(text).to_owned();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(&unsigned(exponent)) {
        return false;
    }
    let number = unsigned(mantissa);
    if datatype == xsd::NON_NEGATIVE_INTEGER {
        return digits(&number) && !mantissa.starts_with('-');
    }
    match number.split_once('.') {
        Some((whole, part)) if datatype != xsd::INTEGER => digits(&format!("{whole}{part}")),
        Some(_) => false,
        None => digits(&number),
    }
}

/// Reads the metadata of a string as annotations. Records are separate resources, or properties of
/// the string itself, as existing services write them. In that case, the first values of each
/// property form the first record.
pub(super) fn read(
    says: &Says<'_>,
    span: TextSpan,
    has_translation: bool,
    into: &mut Vec<Annotation>,
) {
    // Most strings have no metadata, and looking up each property would take most of the time.
    if !says.lookup.triples(says.subject).any(|triple| is_metadata(triple.predicate.as_str())) {
        return;
    }
    for (category, properties) in FIELDS {
        let own_type = matches!(category, Category::TextAnalysis | Category::Terminology);
        if own_type || *category == Category::MtConfidence && has_translation {
            continue;
        }
        for fields in columns(says, properties, true) {
            let mut metadata = Metadata::new(*category);
            for (field, value) in fields {
                // The table only contains fields of the category, so this never fails.
                let _ = metadata.set(field, value);
            }
            push(says, span, metadata, into);
        }
    }
    for records in RECORDS {
        let mut metadata = Metadata::new(records.category);
        let nodes = says.lookup.objects(says.subject, records.property);
        for node in nodes.filter_map(triples::resource) {
            let about = Says { lookup: says.lookup, subject: node };
            let fields = records.record.iter();
            let fields: Vec<_> =
                fields.filter_map(|(field, name, _)| Some((*field, about.value(*name)?))).collect();
            if !fields.is_empty() {
                let _ = metadata.add_record(fields);
            }
        }
        for fields in columns(says, records.record, false) {
            let _ = metadata.add_record(fields);
        }
        if !metadata.is_empty() {
            push(says, span, metadata, into);
        }
    }
}

/// Returns `true` if an ITS property does not belong to Text Analysis, Terminology or a target.
fn is_metadata(iri: &str) -> bool {
    let local = iri.strip_prefix(its::NAMESPACE);
    local.is_some_and(|local| !local.starts_with("ta") && !local.starts_with("term"))
}

fn push(says: &Says<'_>, span: TextSpan, metadata: Metadata, into: &mut Vec<Annotation>) {
    let tool = says.value(annotator(metadata.category()).unwrap_or(nif::PROVENANCE));
    let annotation = Annotation::metadata(span, metadata);
    into.push(match tool {
        Some(tool) => annotation.by(tool),
        None => annotation,
    });
}

/// Returns the values of several properties as rows: the first values form one row, the second
/// values the next row, and so on. When `shared` is set, a property with a single value applies to
/// all rows.
fn columns<'a>(
    says: &Says<'a>,
    properties: &[Property],
    shared: bool,
) -> Vec<Vec<(&'static str, &'a str)>> {
    let values: Vec<(&str, Vec<&str>)> =
        properties.iter().map(|(field, name, _)| (*field, says.values(*name).collect())).collect();
    let rows = values.iter().map(|(_, values)| values.len()).max().unwrap_or_default();
    let row = |row: usize| {
        let value = |(field, values): &(&'static str, Vec<&'a str>)| {
            let only = if shared && values.len() == 1 { values.first() } else { None };
            Some((*field, *values.get(row).or(only)?))
        };
        values.iter().filter_map(value).collect()
    };
    (0..rows).map(row).collect()
}
