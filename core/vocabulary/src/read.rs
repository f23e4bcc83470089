//! Readers for the sources of datasets, which contain names and triples.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Map, Value};

use super::source_log::{Fields, Name, Record, SourceLog, Writer};
use glossweave_base::error::{Error, ErrorKind, Places, Refused, Result, Side};
use glossweave_base::media::{Format, VocabularyFormat};
use glossweave_base::progress::{Progress, Reporter};
use glossweave_base::text::Language;
use glossweave_entity::{
    Entry, EntryExt, LabelNodes, Row, each_row, in_label, is_label, is_term_label,
};
use glossweave_rdf::vocab::{rdf, skos};
use glossweave_rdf::{self as graph, Literal, NamedNode, NamedOrBlankNode, Term, Triple};
use glossweave_store::resource::Mode;

/// The byte order mark that some editors write at the start of UTF-8 files.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The maximum length of a line of JSON, in bytes.
const LINE: usize = 16 << 20;

/// The maximum size of a source in a format that must be held in memory while it is read, in bytes.
const WHOLE: usize = 256 << 20;

/// The columns that are mapped to properties, in addition to columns whose name is an IRI.
const COLUMNS: [(&str, &str); 4] = [
    ("description", "http://purl.org/dc/terms/description"),
    ("lat", "http://www.w3.org/2003/01/geo/wgs84_pos#lat"),
    ("long", "http://www.w3.org/2003/01/geo/wgs84_pos#long"),
    ("sameas", "http://www.w3.org/2002/07/owl#sameAs"),
];

/// A reader of a source, which copies records to a writer.
pub(super) struct Reader<'r, 'p, 'w> {
    pub out: &'r mut Writer,
    pub reporter: &'r mut Reporter<'p, 'w>,
    pub properties: &'r [String],
    pub keys: Keys,
    /// `true` to return an error for the first invalid part.
    pub strict: bool,
    /// The invalid parts that were skipped.
    pub refused: Refused,
    /// The number of accepted names.
    pub names: u64,
}

impl Reader<'_, '_, '_> {
    pub fn read(&mut self, source: &[u8], notation: VocabularyFormat) -> Result<()> {
        // An empty source is most likely a mistake, and would delete everything in the mode
        // `replace`.
        let text = source.strip_prefix(BOM).unwrap_or(source);
        if text.trim_ascii().is_empty() && notation != VocabularyFormat::Csv {
            return Err(Error::malformed("the source is empty"));
        }
        match notation {
            VocabularyFormat::Csv => self.csv(source),
            VocabularyFormat::JsonLines => self.json_lines(source),
            VocabularyFormat::Rdf(format) => self.rdf(source, format),
            // The only remaining format is TBX.
            _ => {
                let message = "`tbx` contains terms, not names; set `type` to `terms`";
                Err(Error::unsupported(Side::Input, message).with_parameter("informat"))
            }
        }?;
        let at = self.reporter.at();
        self.reporter.reach(Progress { done: at.total, ..at });
        self.reporter.report()
    }

    /// Counts a record that starts at offset `bytes` of the source.
    fn count(&mut self, bytes: usize) -> Result<()> {
        let at = self.reporter.at();
        self.reporter.reach(Progress { done: bytes as u64, records: at.records + 1, ..at });
        self.reporter.step()
    }

    /// Counts an invalid part.
    fn refuse(&mut self, subject: String, error: Error) -> Result<()> {
        if self.strict {
            return Err(error);
        }
        self.refused.add(subject, error);
        Ok(())
    }

    fn csv(&mut self, source: &[u8]) -> Result<()> {
        let reader = RefCell::new(self);
        each_row(
            source,
            &mut |row: &Row<'_>| {
                let mut reader = reader.borrow_mut();
                reader.entry(&row.entry)?;
                for (name, value) in row.others() {
                    if let Some(property) = property(name) {
                        reader.say(row.entry.uri, property, literal(value))?;
                    }
                }
                reader.count(row.start())
            },
            &mut |error| reader.borrow_mut().refuse("row".to_owned(), error),
        )
    }

    fn json_lines(&mut self, source: &[u8]) -> Result<()> {
        let lines = source.strip_prefix(BOM).unwrap_or(source);
        let mut start = source.len() - lines.len();
        let mut places = Places::of(source);
        for line in lines.split_inclusive(|byte| *byte == b'\n') {
            let place = start..start + line.trim_ascii_end().len();
            start += line.len();
            if line.trim_ascii().is_empty() {
                continue;
            }
            match self.line(line) {
                Ok(()) => self.count(start)?,
                Err(error) if is_of_part(&error) => {
                    let kind = match error.kind() {
                        ErrorKind::Invalid => ErrorKind::Malformed,
                        other => other,
                    };
                    let error = error.into_kind(kind).at(places.at(place));
                    self.refuse("line".to_owned(), error)?;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn line(&mut self, line: &[u8]) -> Result<()> {
        if line.len() > LINE {
            let message = format!("the line has more than {} MiB", LINE >> 20);
            return Err(Error::new(ErrorKind::TooLarge, message).with_parameter("source"));
        }
        let object: Map<String, Value> = serde_json::from_slice(line).map_err(|error| {
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            Error::malformed(format!("the line is not a JSON object: {message}"))
        })?;
        self.object(&object)
    }

    fn object(&mut self, object: &Map<String, Value>) -> Result<()> {
        let classes = strings(object, "type")?;
        let classes: Vec<&str> = classes.iter().flat_map(|text| text.split([' ', '|'])).collect();
        let single = |name: &str| -> Result<&str> {
            Ok(strings(object, name)?.first().copied().unwrap_or_default())
        };
        let uri = single("uri")?;
        let weight = match object.get("weight") {
            None | Some(Value::Null) => 1.0,
            Some(weight) => weight.as_f64().ok_or_else(|| {
                let message = format!("`weight` is `{weight}`, expected a number of at least 0");
                Error::invalid(message).with_parameter("weight")
            })?,
        };
        let language = single("language")?;
        let case =
            Some(single("case")?).filter(|case| !case.is_empty()).map(str::parse).transpose()?;
        let labels = strings(object, "label")?;
        let (mut is_any_right, mut wrong) = (false, Ok(()));
        for label in labels.iter().copied().chain(labels.is_empty().then_some("")) {
            let mut entry = Entry::new(uri, label.trim()).with_classes(&classes).weighing(weight);
            (entry.language, entry.case) = (Some(language).filter(|tag| !tag.is_empty()), case);
            match self.entry(&entry) {
                Ok(()) => is_any_right = true,
                Err(error) if is_of_part(&error) => wrong = wrong.and(Err(error)),
                Err(error) => return Err(error),
            }
        }
        if !is_any_right {
            return wrong;
        }
        for name in object.keys() {
            if let Some(property) = property(name) {
                for value in strings(object, name)? {
                    self.say(uri, property, literal(value))?;
                }
            }
        }
        wrong
    }

    fn rdf(&mut self, source: &[u8], format: Format) -> Result<()> {
        check_whole(format, source.len())?;
        let properties = self.properties;
        let is_name = |predicate: &str| match properties {
            [] => is_label(predicate),
            properties => properties.iter().any(|property| property == predicate),
        };
        let mut labels = LabelNodes::default();
        let reader = RefCell::new(&mut *self);
        let mut take = |triple: Triple| {
            let reader = &mut *reader.borrow_mut();
            if properties.is_empty() {
                labels.note(&triple);
            }
            if let (NamedOrBlankNode::NamedNode(subject), Term::Literal(label)) =
                (&triple.subject, &triple.object)
                && is_name(triple.predicate.as_str())
            {
                let mut entry = Entry::new(subject.as_str(), label.value().trim());
                entry.language = label.language();
                let is_term = is_term_label(triple.predicate.as_str());
                reader.label(&entry, true, is_term)?;
            }
            reader.triple(&triple)?;
            // The parser does not report its position.
            reader.count(0)
        };
        let mut refuse = |error| reader.borrow_mut().refuse("statement".to_owned(), error);
        graph::read_each_right(source, format, None, &mut take, &mut refuse)?;
        labels.each(&mut |entry| {
            let mut name = *entry;
            name.label = entry.label.trim();
            self.label(&name, false, true)?;
            self.count(0)
        })
    }

    /// Adds a label of a graph, or counts it if it is not valid.
    fn label(&mut self, entry: &Entry<'_>, is_said: bool, is_term: bool) -> Result<()> {
        match self.take(entry, is_said, is_term) {
            Err(error) if is_of_part(&error) => {
                self.refuse(entry.uri.to_owned(), in_label(error, entry.uri))
            }
            done => done,
        }
    }

    fn entry(&mut self, entry: &Entry<'_>) -> Result<()> {
        self.take(entry, false, false)
    }

    fn take(&mut self, entry: &Entry<'_>, is_said: bool, is_term: bool) -> Result<()> {
        let Entry { uri, label, language, classes, weight, case, .. } = *entry;
        let everything = label.is_empty() && self.keys.is_removal();
        match everything {
            true => entry.check_terms()?,
            false => entry.check()?,
        }
        let classes = classes.join(" ");
        // Normalizes the tag like the reader of graphs, for example if it uses `_` instead of a
        // hyphen.
        let language = language.and_then(Language::parse);
        let language = language.as_ref().map(Language::as_str).unwrap_or_default();
        let name = Name { uri, label, language, classes: &classes, weight, is_said, case, is_term };
        self.names += 1;
        if self.keys.note(&Record::Name(name)) { self.out.name(&name) } else { Ok(()) }
    }

    fn say(&mut self, uri: &str, property: &str, value: Term) -> Result<()> {
        let property = NamedNode::new_unchecked(property);
        self.triple(&Triple::new(NamedNode::new_unchecked(uri), property, value))
    }

    fn triple(&mut self, triple: &Triple) -> Result<()> {
        let Reader { out, keys, .. } = self;
        out.triple(triple, &mut |fields| keys.note(&Record::Triple(*fields)))
    }
}

/// Returns `true` if an error was caused by a part of the source, for example a row.
fn is_of_part(error: &Error) -> bool {
    match error.kind() {
        ErrorKind::Invalid | ErrorKind::Malformed => true,
        kind => kind == ErrorKind::TooLarge && error.parameter().is_some(),
    }
}

/// Returns `ErrorKind::TooLarge` if a source would use too much memory.
fn check_whole(format: Format, bytes: usize) -> Result<()> {
    if bytes <= WHOLE || !matches!(format, Format::N3 | Format::JsonLd) {
        return Ok(());
    }
    let message = format!(
        "a source in {format} has {bytes} bytes, limit is {WHOLE}; use turtle or n-triples for more"
    );
    Err(Error::new(ErrorKind::TooLarge, message).with_parameter("informat"))
}

/// Returns the values of a field, which may be a string or a list of strings.
fn strings<'v>(object: &'v Map<String, Value>, name: &str) -> Result<Vec<&'v str>> {
    let wrong = || {
        let message = format!("expected a string or a list of strings as `{name}`");
        Error::invalid(message).with_parameter(name)
    };
    match object.get(name) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::String(text)) => Ok(vec![text]),
        Some(Value::Array(items)) => {
            items.iter().map(|item| item.as_str().ok_or_else(wrong)).collect()
        }
        Some(_) => Err(wrong()),
    }
}

/// Returns the property to which a column is mapped.
fn property(column: &str) -> Option<&str> {
    let known = COLUMNS.iter().find(|(name, _)| name.eq_ignore_ascii_case(column));
    known.map(|(_, iri)| *iri).or(is_web_iri(column).then_some(column))
}

/// Returns `true` if a text is an http or https IRI. Other texts with a colon are ordinary values.
fn is_web_iri(text: &str) -> bool {
    (text.starts_with("http://") || text.starts_with("https://")) && NamedNode::new(text).is_ok()
}

fn literal(value: &str) -> Term {
    match is_web_iri(value) {
        true => NamedNode::new_unchecked(value).into(),
        false => Literal::new_simple_literal(value).into(),
    }
}

/// The keys of the records of a load, which determine the records of earlier loads to replace or
/// remove.
pub(super) enum Keys {
    /// The old content is dropped.
    None,
    /// The keys of new records, which replace old records.
    Added(HashSet<u128>),
    /// The keys of records to remove.
    Removed(HashSet<u128>),
}

impl Keys {
    pub fn of(mode: Mode) -> Keys {
        match mode {
            Mode::Add => Keys::Added(HashSet::new()),
            Mode::Replace => Keys::None,
            Mode::Remove => Keys::Removed(HashSet::new()),
        }
    }

    fn is_removal(&self) -> bool {
        matches!(self, Keys::Removed(_))
    }

    /// Stores the key of a record of this load. Returns `true` if the record must be written.
    fn note(&mut self, record: &Record<'_>) -> bool {
        match self {
            Keys::None => true,
            Keys::Added(keys) => {
                keys.insert(same(record));
                // Duplicates within a load are written, as in an initial load.
                true
            }
            Keys::Removed(keys) => {
                keys.insert(match record {
                    Record::Name(Name { uri, label: "", .. }) => key(&["uri", uri]),
                    Record::Name(Name { uri, label, language: "", .. }) => {
                        key(&["label", uri, label])
                    }
                    record => same(record),
                });
                false
            }
        }
    }

    /// Copies the records of an earlier load that are kept.
    pub fn copy(&self, old: &SourceLog, out: &mut Writer) -> Result<()> {
        old.each(|record| {
            let goes = match (self, &record) {
                (Keys::None, _) => true,
                (Keys::Added(keys), record) => keys.contains(&same(record)),
                (Keys::Removed(keys), Record::Name(Name { uri, label, .. })) => {
                    keys.contains(&same(&record))
                        || keys.contains(&key(&["label", uri, label]))
                        || keys.contains(&key(&["uri", uri]))
                }
                (Keys::Removed(keys), Record::Triple(Fields([subject, _, label, more]))) => {
                    // If a name is removed, triples that contain this name are removed too.
                    keys.contains(&same(&record))
                        || keys.contains(&key(&["uri", subject]))
                        || (!more.starts_with('<') && {
                            let tag = more.strip_prefix('@').unwrap_or_default();
                            keys.contains(&key(&["label", subject, label]))
                                || keys.contains(&key(&["name", subject, label, tag]))
                        })
                }
            };
            if goes { Ok(()) } else { out.copy(&record) }
        })
    }
}

/// Returns the key that identifies a record. The key of a name consists of its IRI, label and
/// language.
fn same(record: &Record<'_>) -> u128 {
    match record {
        Record::Name(Name { uri, label, language, .. }) => {
            key(&["name", uri, label, &language.to_ascii_lowercase()])
        }
        Record::Triple(Fields([subject, predicate, object, more])) => {
            key(&["triple", subject, predicate, object, more])
        }
    }
}

/// Returns a key of 128 bits. It is this long because a collision would lose a name.
pub(super) fn key(parts: &[&str]) -> u128 {
    let half = |seed: u8| {
        let mut hasher = DefaultHasher::new();
        seed.hash(&mut hasher);
        parts.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

/// The classes of subjects according to triples, including superclasses and broader concepts.
#[derive(Default)]
pub(super) struct Classes {
    of: HashMap<u128, Vec<u32>>,
    names: Vec<String>,
    numbers: HashMap<String, u32>,
}

/// The maximum number of classes of an entity, including superclasses.
const MOST: usize = 32;

impl Classes {
    /// Adds the class of a subject if a triple specifies one.
    pub fn add(&mut self, fields: &Fields<'_>) {
        if let Fields([subject, predicate, object, "<"]) = *fields
            && (predicate == rdf::TYPE.iri()
                || predicate == skos::BROADER.iri()
                || predicate == SUB_CLASS)
            && !object.starts_with("_:")
        {
            let number = self.number(object);
            let list = self.of.entry(key(&[subject])).or_default();
            if list.len() < MOST && !list.contains(&number) {
                list.push(number);
            }
        }
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// Returns the classes of an entity and their superclasses in breadth-first order, the nearest
    /// first. Cycles are followed only once.
    pub fn all<'c>(&'c self, uri: &str, own_classes: &'c str) -> Vec<&'c str> {
        let mut out: Vec<&str> = own_classes.split_ascii_whitespace().collect();
        if self.of.is_empty() {
            return out;
        }
        let mut found: Vec<u32> = self.of.get(&key(&[uri])).cloned().unwrap_or_default();
        for class in own_classes.split_ascii_whitespace() {
            found.extend(self.of.get(&key(&[class])).into_iter().flatten());
        }
        let mut next = 0;
        while let Some(number) = found.get(next).copied() {
            next += 1;
            let Some(name) = self.names.get(number as usize) else { continue };
            if name != uri && !out.contains(&name.as_str()) && out.len() < MOST {
                out.push(name);
                let above = self.of.get(&key(&[name])).into_iter().flatten();
                found.extend(above.take(MOST));
            }
        }
        out
    }
}

const SUB_CLASS: &str = "http://www.w3.org/2000/01/rdf-schema#subClassOf";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_as_a_whole_has_a_limit() {
        assert!(check_whole(Format::Turtle, WHOLE + 1).is_ok());
        for format in [Format::N3, Format::JsonLd] {
            assert!(check_whole(format, WHOLE).is_ok());
            assert_eq!(check_whole(format, WHOLE + 1).unwrap_err().kind(), ErrorKind::TooLarge);
        }
    }
}
