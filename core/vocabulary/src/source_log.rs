//! The normalized source of a dataset, which does not depend on the original format: a sequence of
//! names and triples. It is used to build the names, the graph and the next revision.
//!
//! ```text
//! mark 8, then for each record its sort u8 and its fields, each with its length u32 before it; of names
//! the weight f64, and the case with its length u8 before it if the sort says so; behind it all the checksums of blocks
//! ```

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::files::{Files, SOURCE};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::mmap_file::{Sealing, Stream};
use glossweave_base::words::LabelCase;
use glossweave_entity::Entry;
use glossweave_rdf::vocab::{rdf, rdfs};
use glossweave_rdf::{
    BlankNode, Literal, NamedNode, NamedOrBlankNode, NamedOrBlankNodeRef, Statements, Term, Triple,
};

const MARK: &[u8; 8] = b"GWSPOOL\n";

/// A name from a table.
const NAME: u8 = 1;
/// A name that also occurs as a triple.
const SAID: u8 = 2;
const TRIPLE: u8 = 3;
/// The flag of a name that specifies its case.
const CASED: u8 = 1 << 4;
/// The flag of a name of a concept.
const TERM: u8 = 1 << 5;

/// A name of an entity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Name<'a> {
    pub uri: &'a str,
    pub label: &'a str,
    /// The language tag. Empty if there is none.
    pub language: &'a str,
    /// The IRIs of the classes, separated by spaces.
    pub classes: &'a str,
    pub weight: f64,
    /// `true` if the name also occurs as a triple.
    pub is_said: bool,
    /// The case in which the name must be written, if specified.
    pub case: Option<LabelCase>,
    /// `true` if the property of the name is used for concepts.
    pub is_term: bool,
}

impl<'a> Name<'a> {
    pub fn entry<'b>(&self, language: Option<&'b str>, classes: &'b [&'b str]) -> Entry<'b>
    where
        'a: 'b,
    {
        let own_language = Some(self.language).filter(|tag| !tag.is_empty());
        let Name { uri, label, weight, case, .. } = *self;
        let mut entry = Entry::new(uri, label);
        entry.case = case;
        (entry.language, entry.classes, entry.weight) =
            (own_language.or(language), classes, weight);
        entry
    }
}

/// A record of a source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Record<'a> {
    Name(Name<'a>),
    Triple(Fields<'a>),
}

/// An encoded triple: the subject, the predicate, the value of the object, and its suffix. Blank nodes
/// start with `_:`. The suffix starts with `@` for a language, with `^` for a datatype, and is `<` for
/// an IRI or blank node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fields<'a>(pub [&'a str; 4]);

impl Fields<'_> {
    pub fn triple(&self) -> Triple {
        let Fields([subject, predicate, object, more]) = *self;
        let node = |text: &str| -> NamedOrBlankNode {
            match text.strip_prefix("_:") {
                Some(name) => BlankNode::new_unchecked(name).into(),
                None => NamedNode::new_unchecked(text).into(),
            }
        };
        let object: Term = match (more.get(..1), more.get(1..)) {
            (Some("@"), Some(tag)) => {
                Literal::new_language_tagged_literal_unchecked(object, tag).into()
            }
            (Some("^"), Some(iri)) => {
                Literal::new_typed_literal(object, NamedNode::new_unchecked(iri)).into()
            }
            (Some("<"), _) => node(object).into(),
            _ => Literal::new_simple_literal(object).into(),
        };
        Triple::new(node(subject), NamedNode::new_unchecked(predicate), object)
    }
}

/// A writer of records to a new file.
pub(super) struct Writer {
    out: Sealing<BufWriter<File>>,
    /// The prefix of the names of blank nodes.
    blank: String,
    scratch: String,
}

impl Writer {
    /// Creates the file. `load` is the number of the load, which keeps the blank nodes of different
    /// loads distinct. Returns `ErrorKind::Storage` if the file cannot be created.
    pub fn create(path: &Path, load: u64) -> Result<Writer> {
        let file = File::create_new(path).map_err(failed)?;
        let mut out = Sealing::new(BufWriter::with_capacity(1 << 20, file));
        out.write_all(MARK).map_err(failed)?;
        Ok(Writer { out, blank: format!("_:l{load}x"), scratch: String::new() })
    }

    pub fn name(&mut self, name: &Name<'_>) -> Result<()> {
        let Name { uri, label, language, classes, weight, is_said, case, is_term } = *name;
        let sort = if is_said { SAID } else { NAME };
        let bits = [(CASED, case.is_some()), (TERM, is_term)];
        self.sort(
            bits.iter().fold(sort, |sort, (bit, is_set)| sort | if *is_set { *bit } else { 0 }),
        )?;
        [uri, label, language, classes].iter().try_for_each(|field| self.field(field))?;
        self.out.write_all(&weight.to_le_bytes()).map_err(failed)?;
        let Some(case) = case else { return Ok(()) };
        self.out.write_all(&[case.name().len() as u8]).map_err(failed)?;
        self.out.write_all(case.name().as_bytes()).map_err(failed)
    }

    pub fn copy(&mut self, record: &Record<'_>) -> Result<()> {
        match record {
            Record::Name(name) => self.name(name),
            Record::Triple(fields) => self.fields(fields),
        }
    }

    pub fn fields(&mut self, fields: &Fields<'_>) -> Result<()> {
        self.sort(TRIPLE)?;
        fields.0.iter().try_for_each(|field| self.field(field))
    }

    /// Writes a triple of the current load.
    pub fn triple(
        &mut self,
        triple: &Triple,
        keep: &mut dyn FnMut(&Fields<'_>) -> bool,
    ) -> Result<()> {
        let named = |node: NamedOrBlankNodeRef<'_>| match node {
            NamedOrBlankNodeRef::NamedNode(node) => node.as_str().to_owned(),
            NamedOrBlankNodeRef::BlankNode(node) => format!("{}{}", self.blank, node.as_str()),
        };
        let subject = named(triple.subject.as_ref());
        let mut more = std::mem::take(&mut self.scratch);
        more.clear();
        let node;
        let object = match &triple.object {
            Term::NamedNode(_) | Term::BlankNode(_) => {
                more.push('<');
                node = match &triple.object {
                    Term::BlankNode(node) => format!("{}{}", self.blank, node.as_str()),
                    Term::NamedNode(node) => node.as_str().to_owned(),
                    Term::Literal(_) => String::new(),
                };
                node.as_str()
            }
            Term::Literal(literal) => {
                if let Some(tag) = literal.language() {
                    more.push('@');
                    more.push_str(tag);
                } else if literal.datatype().as_str() != "http://www.w3.org/2001/XMLSchema#string" {
                    more.push('^');
                    more.push_str(literal.datatype().as_str());
                }
                literal.value()
            }
        };
        let fields = Fields([&subject, triple.predicate.as_str(), object, &more]);
        let written = if keep(&fields) { self.fields(&fields) } else { Ok(()) };
        self.scratch = more;
        written
    }

    /// Flushes all records to disk.
    pub fn finish(self) -> Result<()> {
        let written = self.out.finish().and_then(|mut out| {
            out.flush()?;
            out.get_ref().sync_all()
        });
        written.map_err(failed)
    }

    fn sort(&mut self, sort: u8) -> Result<()> {
        self.out.write_all(&[sort]).map_err(failed)
    }

    fn field(&mut self, field: &str) -> Result<()> {
        let length = u32::try_from(field.len()).map_err(|_| {
            Error::new(ErrorKind::TooLarge, "a text of more than 4 GB is too large")
        })?;
        self.out.write_all(&length.to_le_bytes()).map_err(failed)?;
        self.out.write_all(field.as_bytes()).map_err(failed)
    }
}

/// The records of a file.
#[derive(Debug)]
pub(super) struct SourceLog {
    records: Stream,
    /// The default language of names, which is used when names are read as statements.
    language: String,
    #[allow(dead_code, reason = "keeps the files of its revision where they are")]
    files: Files,
}

impl SourceLog {
    /// Opens a file. Returns `ErrorKind::Storage` if the file cannot be read.
    pub fn open(path: &Path) -> Result<SourceLog> {
        let records = Stream::open("source of a dataset", path)?;
        match records.reader().chunk()? == *MARK {
            true => Ok(SourceLog { records, language: String::new(), files: Files::default() }),
            false => Err(broken()),
        }
    }

    /// Opens the source of a revision. Returns `ErrorKind::Storage` if it cannot be read.
    pub fn of_files(files: Files) -> Result<SourceLog> {
        Ok(SourceLog { files: files.clone(), ..SourceLog::open(&files.path(SOURCE))? })
    }

    /// Returns the size of the file in bytes.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Sets the default language of names.
    pub fn speaking(mut self, language: Option<&str>) -> SourceLog {
        self.language = language.unwrap_or_default().to_owned();
        self
    }

    /// Passes each record to `take`.
    pub fn each(&self, mut take: impl FnMut(Record<'_>) -> Result<()>) -> Result<()> {
        let mut records = self.records.reader();
        records.chunk::<{ MARK.len() }>()?;
        let mut bytes = Vec::new();
        while !records.is_done() {
            let [sort] = records.chunk()?;
            bytes.clear();
            let mut ends = [0; 4];
            for end in &mut ends {
                let length = u32::from_le_bytes(records.chunk()?);
                records.take(length as usize, &mut bytes)?;
                *end = bytes.len();
            }
            let fields = fields(&bytes, ends).ok_or_else(broken)?;
            let [uri, label, language, classes] = fields;
            match sort & !(CASED | TERM) {
                TRIPLE => take(Record::Triple(Fields(fields)))?,
                NAME | SAID => {
                    let weight = f64::from_le_bytes(records.chunk()?);
                    let mut case = None;
                    if sort & CASED != 0 {
                        let [length] = records.chunk()?;
                        let mut name = Vec::new();
                        records.take(usize::from(length), &mut name)?;
                        let name = std::str::from_utf8(&name).map_err(|_| broken())?;
                        case = Some(name.parse().map_err(|_| broken())?);
                    }
                    let (is_said, is_term) = (sort & !(CASED | TERM) == SAID, sort & TERM != 0);
                    let name =
                        Name { uri, label, language, classes, weight, is_said, case, is_term };
                    take(Record::Name(name))?;
                }
                _ => return Err(broken()),
            }
        }
        Ok(())
    }
}

impl Statements for SourceLog {
    fn each(&self, take: &mut dyn FnMut(&Triple) -> Result<()>) -> Result<()> {
        SourceLog::each(self, |record| match record {
            Record::Triple(fields) => take(&fields.triple()),
            Record::Name(name) if name.is_said => Ok(()),
            Record::Name(name) => {
                let subject = NamedNode::new_unchecked(name.uri);
                let own_language = Some(name.language).filter(|tag| !tag.is_empty());
                let label = match own_language.unwrap_or(&self.language) {
                    "" => Literal::new_simple_literal(name.label),
                    tag => Literal::new_language_tagged_literal_unchecked(
                        name.label,
                        tag.to_ascii_lowercase(),
                    ),
                };
                take(&Triple::new(subject.clone(), rdfs::LABEL, label))?;
                name.classes.split_ascii_whitespace().try_for_each(|class| {
                    let class = NamedNode::new_unchecked(class);
                    take(&Triple::new(subject.clone(), rdf::TYPE, class))
                })
            }
        })
    }
}

/// Splits bytes into the strings that end at the given offsets.
fn fields(bytes: &[u8], ends: [usize; 4]) -> Option<[&str; 4]> {
    let mut fields = [""; 4];
    let mut start = 0;
    for (field, end) in fields.iter_mut().zip(ends) {
        *field = std::str::from_utf8(bytes.get(start..end)?).ok()?;
        start = end;
    }
    Some(fields)
}

fn broken() -> Error {
    Error::new(ErrorKind::Storage, "the source of a dataset is damaged")
}

fn failed(error: io::Error) -> Error {
    Error::new(ErrorKind::Storage, format!("a dataset cannot be written: {error}")).because(error)
}
