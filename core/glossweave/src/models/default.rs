//! The models that an engine uses by default.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

#[cfg(feature = "models")]
use super::library::{english_mentions as library_mentions, english_tagger as library_tagger};
use glossweave_base::call_limits::without_limits;
use glossweave_base::error::{Error, Result, Skipped, SkippedExt};
use glossweave_document::annotation::Annotation;
use glossweave_document::recognizer::{Passage, PassageExt, Recognizer};
use glossweave_entity::{MentionModel, Tagger};

/// The language of the models.
const LANGUAGE: &str = "en";

/// The tagger and the mention model for English, from a folder or from the library. They are opened
/// on first use. When used as a recognizer, it runs the tagger, and finds nothing in texts in
/// unknown languages.
#[derive(Debug, Default)]
pub(crate) struct DefaultModels {
    /// The folder with the files `en.tagger` and `en.mentions`. If `None`, the models of the
    /// library are used.
    folder: Option<PathBuf>,
    tagger: OnceLock<Tagger>,
    mentions: OnceLock<MentionModel>,
}

impl DefaultModels {
    /// Returns the models of the library, if they are compiled in.
    pub fn of_library() -> Option<DefaultModels> {
        cfg!(feature = "models").then(DefaultModels::default)
    }

    /// Returns the models of a folder.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `models.folder`, if a file is missing.
    pub fn in_folder(folder: &Path) -> Result<DefaultModels> {
        for kind in ["tagger", "mentions"] {
            let path = folder.join(format!("{LANGUAGE}.{kind}"));
            if !path.is_file() {
                let message = format!("`models`: no file `{}`", path.display());
                return Err(Error::invalid(message).with_parameter("models.folder"));
            }
        }
        Ok(DefaultModels { folder: Some(folder.to_owned()), ..DefaultModels::default() })
    }

    /// Returns the tagger.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the tagger cannot be opened.
    pub fn tagger(&self) -> Result<&Tagger> {
        opened(&self.tagger, || match &self.folder {
            Some(folder) => Tagger::open(folder.join(format!("{LANGUAGE}.tagger"))),
            None => library_tagger(),
        })
    }

    /// Returns `true` if the tagger supports the language of a passage: the languages in its file,
    /// or else English.
    fn knows(&self, passage: &Passage<'_>) -> Result<bool> {
        let tagger = self.tagger()?;
        Ok(match tagger.languages().next() {
            Some(_) => tagger.applies_to(passage),
            None => passage.may_be_in(LANGUAGE),
        })
    }

    /// Returns the mention model, which uses the tagger.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the model cannot be opened.
    pub fn mention_model(&self) -> Result<&MentionModel> {
        opened(&self.mentions, || {
            let model = match &self.folder {
                Some(folder) => MentionModel::open(folder.join(format!("{LANGUAGE}.mentions"))),
                None => library_mentions(),
            };
            Ok(model?.with_tagger(self.tagger()?.clone()))
        })
    }
}

impl Recognizer for DefaultModels {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        if self.knows(passage)? {
            return self.tagger()?.recognize(passage);
        }
        passage.skip(|| {
            let language = match passage.language() {
                Some(language) => format!("the text is in `{language}`"),
                None => "the text seems to be in another language (if not, set it)".to_owned(),
            };
            let message = format!(
                "no names were searched: the models support `{LANGUAGE}`, and {language}; use a \
                 list of names, or a tagger for the language"
            );
            Skipped::new("language", message)
        });
        Ok(Vec::new())
    }
}

/// The tagger of the settings. For texts in languages that it was not trained on, the default
/// models are used.
#[derive(Debug)]
pub(crate) struct LanguageTagger {
    pub tagger: Tagger,
    pub others: Option<Arc<DefaultModels>>,
}

impl Recognizer for LanguageTagger {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        if self.tagger.applies_to(passage) {
            return self.tagger.recognize(passage);
        }
        self.others.as_ref().map_or(Ok(Vec::new()), |others| others.recognize(passage))
    }
}

fn opened<M>(model: &OnceLock<M>, open: impl FnOnce() -> Result<M>) -> Result<&M> {
    if let Some(model) = model.get() {
        return Ok(model);
    }
    // All calls share the model, so that its memory does not count for this call.
    let new = without_limits(open)?;
    Ok(model.get_or_init(|| new))
}

#[cfg(not(feature = "models"))]
fn library_tagger() -> Result<Tagger> {
    Err(without_models())
}

#[cfg(not(feature = "models"))]
fn library_mentions() -> Result<MentionModel> {
    Err(without_models())
}

#[cfg(not(feature = "models"))]
fn without_models() -> Error {
    let message = "models need the feature `models`, or the setting `models`";
    Error::new(glossweave_base::error::ErrorKind::Unsupported, message)
}
