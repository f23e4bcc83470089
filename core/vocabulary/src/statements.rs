//! The statements of a dataset, one after the other.

use super::source_log::{Fields, Name, Record, SourceLog};
use super::{Dataset, VocabularyFiles};
use glossweave_base::error::{Error, Result};
use glossweave_rdf::vocab::{rdf, rdfs};

/// The statements of a dataset as it was loaded.
pub(crate) struct SourceStatements(Option<SourceLog>);

/// A statement of a dataset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourceStatement<'a> {
    pub subject: &'a str,
    pub predicate: &'a str,
    /// An IRI, or the text of a literal.
    pub object: &'a str,
    /// `true` if the object is a name that is looked for.
    pub is_name: bool,
}

impl SourceStatements {
    /// Opens the statements. Returns `ErrorKind::Invalid` for a term base, and `ErrorKind::Storage`.
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

    /// Passes each statement to `take`. Returns `ErrorKind::Storage`, and the errors of `take`.
    pub fn each(&self, mut take: impl FnMut(SourceStatement<'_>) -> Result<()>) -> Result<()> {
        let Some(spool) = &self.0 else { return Ok(()) };
        spool.each(|record| match record {
            Record::Name(Name { uri: subject, label, classes, .. }) => {
                let predicate = rdfs::LABEL.iri();
                take(SourceStatement { subject, predicate, object: label, is_name: true })?;
                classes.split_ascii_whitespace().try_for_each(|object| {
                    take(SourceStatement {
                        subject,
                        predicate: rdf::TYPE.iri(),
                        object,
                        is_name: false,
                    })
                })
            }
            Record::Triple(Fields([subject, predicate, object, _])) => {
                take(SourceStatement { subject, predicate, object, is_name: false })
            }
        })
    }
}
