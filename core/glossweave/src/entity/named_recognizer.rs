//! The recognizers of an engine as separate components.

use super::Entities;
use super::entities::Engine;
use glossweave_base::error::Result;
use glossweave_document::annotation::Annotation;
use glossweave_document::recognizer::{NameVisitor, Passage, Recognizer};
use glossweave_entity::{EntityOptions, EntityOptionsExt, Mentions, Vocabularies};
use glossweave_store::resource::CollectionExt;

/// A recognizer of an engine as a separate component, returned by [`Entities::recognizer`].
#[derive(Clone, Debug)]
pub struct NamedRecognizer<'a> {
    entities: Entities<'a>,
    name: String,
    wanted: EntityOptions,
}

impl Recognizer for NamedRecognizer<'_> {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        self.entities.find(&self.name, passage, &[], &self.wanted)
    }

    fn each_name(&self, visit: &mut NameVisitor<'_>) -> Result<()> {
        match self.entities.open(&self.name, &self.wanted)? {
            (Engine::Dictionary, vocabularies) => {
                let mut names = vocabularies.open.iter().filter_map(|one| one.names.as_ref());
                names.try_for_each(|names| names.each_name(visit))
            }
            (Engine::Other(recognizer), _) => recognizer.each_name(visit),
            (Engine::Linker(_) | Engine::Trained(_), _) => Ok(()),
        }
    }
}

impl<'a> Entities<'a> {
    /// Returns a recognizer by its name, as a separate component. It finds the entities of any
    /// passage that match the options.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Entities::recognize_with`]. The recognizer itself may return the
    /// same errors.
    ///
    /// ```
    /// use glossweave::entity::{Dictionary, Passage, Recognizer};
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let entities = engine.session(Caller::Anonymous).entities();
    /// let places = entities.recognizer("places", Default::default())?;
    /// assert_eq!(places.recognize(&Passage::new("To Cork"))?[0].span().range(), 3..7);
    /// let error = entities.recognizer("people", Default::default()).err().unwrap();
    /// assert_eq!(error.kind(), ErrorKind::NotFound);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn recognizer(&self, name: &str, wanted: EntityOptions) -> Result<NamedRecognizer<'a>> {
        self.open(name, &wanted)?;
        Ok(NamedRecognizer { entities: self.clone(), name: name.to_owned(), wanted })
    }

    /// Opens a recognizer with the options of a request.
    pub(super) fn open(
        &self,
        recognizer: &str,
        wanted: &EntityOptions,
    ) -> Result<(Engine<'a>, Vocabularies)> {
        self.conversion.filters.check_service()?;
        wanted.check()?;
        if matches!(wanted.mentions, Mentions::Model(_)) {
            self.mention_model(wanted, 0)?;
        }
        let engine = self.engine(recognizer)?;
        let vocabularies = self.vocabularies(recognizer, wanted, &engine)?;
        Ok((engine, vocabularies))
    }
}
