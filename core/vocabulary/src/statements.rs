//! Iteration over the statements of a dataset.

use super::source_log::{Fields, Name, Record, SourceLog};
use super::{Dataset, VocabularyFiles};
use glossweave_base::error::{Error, Result};
use glossweave_rdf::vocab::{rdf, rdfs};

/// The statements of a dataset, as they were loaded.
pub(crate) struct SourceStatements(Option<SourceLog>);

/// A statement of a dataset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourceStatement<'a> {
    pub subject: &'a str,
    pub predicate: &'a str,
    /// An IRI, or the value of a literal.
    pub object: &'a str,
    /// The type of the object, with its language or datatype.
    pub sort: ObjectSort<'a>,
    /// `true` if the object is a name that is used for recognition.
    pub is_name: bool,
    /// `true` if the source contains the statement. `false` if it was derived from a name.
    pub is_stated: bool,
}

/// The type of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectSort<'a> {
    /// A resource: an IRI or a blank node.
    Resource,
    /// A text with its language tag, which is empty if there is none.
    Text(&'a str),
    /// A literal with the IRI of its datatype.
    Typed(&'a str),
}

impl<'a> ObjectSort<'a> {
    /// Parses the suffix of a triple.
    fn of(field: &'a str) -> ObjectSort<'a> {
        match (field.get(..1), field.get(1..)) {
            (Some("<"), _) => ObjectSort::Resource,
            (Some("@"), Some(tag)) => ObjectSort::Text(tag),
            (Some("^"), Some(datatype)) => ObjectSort::Typed(datatype),
            _ => ObjectSort::Text(""),
        }
    }
}

impl SourceStatements {
    /// Opens the statements. Returns `ErrorKind::Invalid` if the dataset is a term base, and
    /// `ErrorKind::Storage` if its files cannot be opened.
    pub(super) fn open(
        name: &str,
        dataset: &Dataset,
        folder: &VocabularyFiles,
    ) -> Result<SourceStatements> {
        if dataset.sort.is_some() {
            let message = format!("the dataset `{name}` is a term base, expected names of things");
            return Err(Error::invalid(message).with_parameter("dataset"));
        }
        dataset.files.as_ref().map(|files| folder.source(files)).transpose().map(SourceStatements)
    }

    /// Passes each statement to `take`. Returns `ErrorKind::Storage` if the file cannot be read,
    /// and the errors of `take`.
    pub fn each(&self, mut take: impl FnMut(SourceStatement<'_>) -> Result<()>) -> Result<()> {
        let Some(spool) = &self.0 else { return Ok(()) };
        spool.each(|record| match record {
            Record::Name(Name { uri: subject, label, language, classes, is_said, .. }) => {
                take(SourceStatement {
                    subject,
                    predicate: rdfs::LABEL.iri(),
                    object: label,
                    sort: ObjectSort::Text(language),
                    is_name: true,
                    is_stated: !is_said,
                })?;
                classes.split_ascii_whitespace().try_for_each(|object| {
                    take(SourceStatement {
                        subject,
                        predicate: rdf::TYPE.iri(),
                        object,
                        sort: ObjectSort::Resource,
                        is_name: false,
                        is_stated: !is_said,
                    })
                })
            }
            Record::Triple(Fields([subject, predicate, object, sort])) => take(SourceStatement {
                subject,
                predicate,
                object,
                sort: ObjectSort::of(sort),
                is_name: false,
                is_stated: true,
            }),
        })
    }
}
