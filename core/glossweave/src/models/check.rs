//! Descriptions of model files: files that this library saves, and neural models.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::time::Instant;

use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::model_report::ModelReport;
use glossweave_entity::{Dictionary, EntityIndex, MentionModel, Tagger};
use glossweave_term::TermBase;
use glossweave_translate::TranslationMemory;

/// A kind of file that this library saves: its first bytes, its name, and the function that opens
/// and describes it.
type Saved = (&'static [u8; 8], &'static str, fn(&Path, &mut ModelReport) -> Result<()>);

const SAVED: [Saved; 6] = [
    (b"GWTAGGR\n", "tagger", |path, report| {
        let tagger = Tagger::open(path)?;
        report.identity = tagger.revision();
        report.languages = tagger.languages().map(str::to_owned).collect();
        let classes = tagger.classes();
        report.classes = classes.map(|(name, iri)| (name.to_owned(), iri.to_owned())).collect();
        Ok(())
    }),
    (b"GWMENTN\n", "mention-model", |path, report| {
        let model = MentionModel::open(path)?;
        report.identity = model.revision();
        report.languages = model.languages().map(str::to_owned).collect();
        Ok(())
    }),
    (b"GWNAMES\n", "dictionary", |path, report| {
        let names = Dictionary::open(path)?;
        report.identity = names.revision();
        report.entries = Some(names.entries());
        Ok(())
    }),
    (b"GWCNTXT\n", "entity-index", |path, _| EntityIndex::open(path).map(|_| ())),
    (b"GWTERMS\n", "term-base", |path, report| {
        let terms = TermBase::open(path)?;
        report.identity = terms.revision();
        report.languages = terms.languages()?.into_iter().map(str::to_owned).collect();
        Ok(())
    }),
    (b"GWMEMOR\n", "translation-memory", |path, report| {
        report.identity = TranslationMemory::open(path)?.revision();
        Ok(())
    }),
];

/// Describes the file of a model: a file that this library has saved, such as a [`Tagger`], or,
/// with the feature `neural`, the file or folder of a neural model. The model is opened. A neural
/// model is also run, which takes about half a second.
///
/// # Errors
///
/// Returns `ErrorKind::Storage` if the file cannot be read or is damaged, `ErrorKind::Malformed` if
/// it is not a model, and `ErrorKind::Unsupported` if it is a neural model that cannot be run, or
/// if the feature is not enabled.
///
/// ```
/// use glossweave::entity::{Corpus, Tagger, Training};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("towns.tagger");
/// let corpus = Corpus::from_conll("To O\nCork B-LOC\n")?;
/// Tagger::train(&corpus, &Training::default().with_language("en"))?.save(&path)?;
/// let report = glossweave::models::check(&path)?;
/// assert_eq!((report.kind, &*report.languages[0]), ("tagger", "en"));
/// assert_eq!(report.classes[0].0, "LOC");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(path: impl AsRef<Path>) -> Result<ModelReport> {
    let path = path.as_ref();
    let failed = |cause: std::io::Error| {
        let message = format!("the model `{}` cannot be read: {cause}", path.display());
        Error::new(ErrorKind::Storage, message).because(cause)
    };
    let mut first = Vec::new();
    let found = fs::metadata(path).map_err(failed)?;
    if !found.is_dir() {
        File::open(path).map_err(failed)?.take(8).read_to_end(&mut first).map_err(failed)?;
    }
    let Some((_, kind, open)) = SAVED.iter().find(|(magic, ..)| first == *magic) else {
        return neural(path);
    };
    let mut report = ModelReport::default();
    (report.kind, report.bytes) = (kind, found.len());
    report.file = path.display().to_string();
    let start = Instant::now();
    open(path, &mut report)?;
    report.open_milliseconds = start.elapsed().as_secs_f64() * 1000.0;
    Ok(report)
}

#[cfg(feature = "neural")]
fn neural(path: &Path) -> Result<ModelReport> {
    glossweave_neural::check(path)
}

#[cfg(not(feature = "neural"))]
fn neural(path: &Path) -> Result<ModelReport> {
    let message = format!(
        "`{}` is not a known model: the library was built without the feature `neural`",
        path.display()
    );
    Err(Error::new(ErrorKind::Unsupported, message))
}
