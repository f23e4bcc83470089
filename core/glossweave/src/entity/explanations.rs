//! Explanations of the choice between entities.

use super::Entities;
use super::entities::Engine;
use crate::registry::DICTIONARY;
use glossweave_base::error::Result;
use glossweave_base::text::Language;
use glossweave_document::Document;
use glossweave_document::recognizer::Passage;
use glossweave_entity::{EntityOptions, EntityOptionsExt, Explanation, explain};

impl Entities<'_> {
    /// Explains each name of datasets in a document: the score of each entity that the name may
    /// refer to. Only the datasets and classes in `wanted` are considered.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Entities::recognize_with`] for `dictionary`.
    ///
    /// ```
    /// use glossweave::entity::EntityOptions;
    /// use glossweave::{Caller, Engine, Format, Settings};
    /// # let engine = Engine::builder(Settings::default()).open()?;
    /// # let users = engine.session(Caller::Anonymous).users();
    /// # users.create("anna", "correct horse")?;
    /// # let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
    /// let session = engine.session(anna);
    /// let table = b"uri,label,weight,description
    /// http://example.org/fish,bass,1,a fish that lives in lakes and rivers
    /// http://example.org/voice,bass,3,the lowest voice of a choir\n";
    /// session.datasets().create(Some("things"), table, &Default::default())?;
    /// let mut wanted = EntityOptions::default();
    /// wanted.set("dataset", "things")?;
    /// let text = glossweave::decode("A bass, the largest fish of the lake.", Format::Text, &Default::default())?;
    /// let why = session.entities().explain(&text, &wanted, None)?;
    /// let fish = &why[0].choices[0];
    /// assert_eq!((fish.ident.as_str(), fish.weight), ("http://example.org/fish", 1.0));
    /// assert!(fish.features.iter().any(|one| one.feature == "words" && one.value > 0.0));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// Explaining a text requires datasets that the caller may use:
    ///
    /// ```
    /// use glossweave::entity::EntityOptions;
    /// use glossweave::{Caller, Document, Engine, ErrorKind, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let entities = engine.session(Caller::Anonymous).entities();
    /// let text = Document::of_text("A bass".to_owned(), None);
    /// let error = entities.explain(&text, &EntityOptions::default(), None).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("dataset")));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn explain(
        &self,
        document: &Document,
        wanted: &EntityOptions,
        language: Option<&Language>,
    ) -> Result<Vec<Explanation>> {
        wanted.check()?;
        let vocabularies = self.vocabularies(DICTIONARY, wanted, &Engine::Dictionary)?;
        let pieces = document.pieces();
        if pieces.is_empty() {
            return Ok(Vec::new());
        }
        let mut passage = Passage::new(document.text()).with_blocks(&pieces);
        if let Some(language) = language.or(document.language()) {
            passage = passage.with_language(language);
        }
        let (mut mentions, _) = self.mentions(&vocabularies, &passage, wanted, None)?;
        wanted.keep(&mut mentions);
        explain(&vocabularies, &passage, &mentions)
    }
}
