//! Annotated text for training models.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use glossweave::entity::{Corpus, LinkedCorpus, Passage, WordClasses, read_corpus};
use glossweave::text::CharIndex;
use glossweave::{Error, Format, Result};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::annotation::{Annotation, to_engine};
use crate::input::{Source, is_source, refused, utf8};
use crate::offsets::IndexedText;

/// Training data: CoNLL columns, NIF or a document, or texts with their annotations.
pub enum TrainingData {
    Columns(Source),
    Texts(Vec<(String, Vec<Py<Annotation>>)>),
}

impl<'py> FromPyObject<'_, 'py> for TrainingData {
    type Error = PyErr;

    #[cfg(feature = "stubs")]
    const INPUT_TYPE: pyo3::inspect::PyStaticExpr =
        crate::hint::named("_Source | Iterable[tuple[str, Sequence[Annotation]]]");

    fn extract(thing: Borrowed<'_, 'py, PyAny>) -> PyResult<TrainingData> {
        let thing = thing.to_owned();
        // The type is checked first, because an exception of reading does not mean that the argument has
        // another type.
        if is_source(&thing)? {
            return thing.extract().map(TrainingData::Columns);
        }
        if !thing.hasattr("__iter__")? {
            let expected = "CoNLL columns, or pairs of a text and its annotations,";
            return Err(refused(expected, &thing));
        }
        thing
            .try_iter()?
            .map(|one| training_pair(&one?))
            .collect::<PyResult<_>>()
            .map(TrainingData::Texts)
    }
}

/// Returns a text and its annotations.
fn training_pair(pair: &Bound<'_, PyAny>) -> PyResult<(String, Vec<Py<Annotation>>)> {
    let parts = pair.extract::<(Bound<'_, PyString>, Vec<Py<Annotation>>)>();
    let (text, annotations) =
        parts.map_err(|_| refused("pairs of a text and its annotations", pair))?;
    Ok((utf8(&text)?, annotations))
}

impl TrainingData {
    /// Returns the corpus. If the data is not a list of pairs, `format` is its format. By default, the
    /// extension of a path determines the format, otherwise CoNLL columns are expected.
    pub fn corpus(&self, format: Option<&str>) -> Result<Corpus> {
        match self {
            TrainingData::Columns(source) => {
                let format = source.training_format(format)?;
                read_corpus(&source.bytes, format).map_err(|error| source.explain(error))
            }
            TrainingData::Texts(texts) => {
                let mut corpus = Corpus::default();
                for (text, annotations) in texts {
                    let index = CharIndex::new(text);
                    let annotations = to_engine(IndexedText::new(text, &index), annotations)?;
                    corpus.add(&Passage::new(text), &annotations);
                }
                Ok(corpus)
            }
        }
    }
}

impl TrainingData {
    /// Returns the texts with the IRIs of their names. `format`: see [`TrainingData::corpus`].
    pub fn linked(&self, format: Option<&str>) -> Result<LinkedCorpus> {
        match self {
            TrainingData::Columns(source) => {
                let format = source.training_format(format)?;
                LinkedCorpus::read(&source.bytes, format).map_err(|error| source.explain(error))
            }
            TrainingData::Texts(texts) => {
                let mut corpus = LinkedCorpus::default();
                for (text, annotations) in texts {
                    let index = CharIndex::new(text);
                    let annotations = to_engine(IndexedText::new(text, &index), annotations)?;
                    corpus.add(&Passage::new(text), &annotations);
                }
                Ok(corpus)
            }
        }
    }
}

impl Source {
    /// Returns the format of training data. Returns `None` for CoNLL columns.
    fn training_format(&self, named: Option<&str>) -> Result<Option<Format>> {
        match named {
            Some("conll") => Ok(None),
            Some(name) => crate::option::read("format", name).map(Some),
            // A file with an extension of plain text contains CoNLL columns too.
            None => Ok(self.format.filter(|format| *format != Format::Text)),
        }
    }
}

/// Returns the word classes of the first `max_words` words in a file of word vectors (default: 100,000).
pub fn word_classes(path: &Path, max_words: Option<usize>) -> Result<WordClasses> {
    let file = File::open(path).map_err(|cause| {
        let message = format!("`{}` cannot be read", path.display());
        Error::invalid(message).with_parameter("word_vectors").because(cause)
    })?;
    WordClasses::from_vectors(BufReader::new(file), max_words.unwrap_or(100_000))
}
