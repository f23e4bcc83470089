//! Disambiguation: the choice among the entities that share a name, by what is known of them beside
//! their names and how well that matches a text.

mod build;
mod class_vector;
mod entity_text;
mod evidence;
mod examples;
mod feature;
mod file;
mod fit;
mod linked;
mod property;
mod rank;
mod sentence;
#[cfg(test)]
mod tests;
mod vectors;
mod weights;
mod word;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

pub use class_vector::ClassSpace;
pub use evidence::{Mention, MentionCandidate, RankedCandidate, Ranking};
pub use examples::Examples;
pub use feature::{Feature, Features};
pub use linked::LinkedCorpus;
#[cfg(feature = "remote")]
pub(crate) use property::{Role, role};
pub use rank::disambiguate;
pub use weights::RankingWeights;

use crate::sentence_encoder::SentenceEncoder;
use crate::word_classes::WordClasses;
use file::{CONTEXT, IndexFile};
use glossweave_base::error::{Error, Result};
use glossweave_base::mmap_file::{SectionFile, Way};
use glossweave_rdf::Statements;

/// Data about entities beside their names: the words of their labels, descriptions and classes,
/// their relations, and the spelling of their labels.
///
/// Only entities that share a name with others need to be in it. It is built once, can be saved as
/// one file, and is mapped into memory when it is opened; clones share the data. [`disambiguate`] reads it.
#[derive(Clone)]
pub struct EntityIndex {
    index_file: Arc<IndexFile>,
    /// The encoder of its vectors, if they are used.
    encoder: Option<Arc<dyn SentenceEncoder>>,
    /// The classes of words, if its vectors of them are used.
    space: Option<Arc<ClassSpace>>,
}

/// The models that an index is built with.
#[derive(Clone, Default)]
pub struct IndexModels {
    /// The encoder of sentences that makes vectors of descriptions, if there is one.
    pub encoder: Option<Arc<dyn SentenceEncoder>>,
    /// The classes of words whose vectors stand for entities, if there are any.
    pub space: Option<Arc<ClassSpace>>,
}

impl EntityIndex {
    /// Builds a context from statements about the IRIs that are `wanted`. Labels and classes are
    /// those of [`DictionaryBuilder::rdf`](super::DictionaryBuilder::rdf), and as labels the
    /// `alternateName` of Schema.org, as classes `rdfs:subClassOf` too; descriptions are
    /// `rdfs:comment`, the `definition`, `scopeNote` and `note` of SKOS, the
    /// `description` of Dublin Core and Schema.org, the `abstract` of both and of DBpedia, its
    /// `shortDescription`, and `vcard:note`; every other property between IRIs is a relation. The words of
    /// a `skos:example` count as those of related entities.
    ///
    /// Iterates over the statements twice. Memory use depends on the wanted IRIs only: at most 384
    /// words and stems, as many of related entities, and 4096 relations each, of which 1024 are kept.
    ///
    /// # Errors
    ///
    /// Returns the errors of `statements`, and `ErrorKind::TooLarge`.
    pub fn build(
        statements: &dyn Statements,
        wanted: &dyn Fn(&str) -> bool,
    ) -> Result<EntityIndex> {
        EntityIndex::build_watched(statements, wanted, &IndexModels::default(), &|| Ok(()))
    }

    /// Builds a context like [`EntityIndex::build`], with vectors of the sentences of its descriptions: at most 8 of
    /// an entity, a byte for each dimension. [`disambiguate`] compares them with the sentences around names
    /// ([`Feature::Similarity`]). Iterates over the statements four times.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`EntityIndex::build`] and of the encoder, and
    /// [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if the vectors of the encoder are not as it says.
    pub fn build_with_encoder(
        statements: &dyn Statements,
        wanted: &dyn Fn(&str) -> bool,
        encoder: Arc<dyn SentenceEncoder>,
    ) -> Result<EntityIndex> {
        let models = IndexModels { encoder: Some(encoder), space: None };
        EntityIndex::build_watched(statements, wanted, &models, &|| Ok(()))
    }

    /// Builds a context like [`EntityIndex::build`], with a vector for each entity: the classes of the words of its
    /// labels, its descriptions, and those of its classes. [`disambiguate`] compares it with the words around names
    /// ([`Feature::WordClasses`]), and weighs these by their frequency. The file grows by 4 bytes for each word.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`EntityIndex::build`].
    pub fn build_with_word_classes(
        statements: &dyn Statements,
        wanted: &dyn Fn(&str) -> bool,
        classes: &WordClasses,
    ) -> Result<EntityIndex> {
        let space = Arc::new(ClassSpace::new(Arc::new(classes.clone())));
        let models = IndexModels { encoder: None, space: Some(space) };
        EntityIndex::build_watched(statements, wanted, &models, &|| Ok(()))
    }

    /// Builds a context with models, with calls of `step`, which can end it with an error.
    #[doc(hidden)]
    pub fn build_watched(
        statements: &dyn Statements,
        wanted: &dyn Fn(&str) -> bool,
        models: &IndexModels,
        step: &dyn Fn() -> Result<()>,
    ) -> Result<EntityIndex> {
        let IndexModels { encoder, space } = models.clone();
        // The weights are fitted to one of both.
        let space = space.filter(|_| encoder.is_none());
        let models = IndexModels { encoder, space };
        let index_file = Arc::new(build::build(statements, wanted, &models, step)?);
        let IndexModels { encoder, space } = models;
        Ok(EntityIndex { index_file, encoder, space })
    }

    /// Sets the classes of words of [`EntityIndex::build_with_word_classes`]. Nothing changes if the context was built
    /// without classes, or with others.
    #[must_use]
    pub fn with_word_classes(self, classes: &WordClasses) -> EntityIndex {
        self.with_class_space(&Arc::new(ClassSpace::new(Arc::new(classes.clone()))))
    }

    /// Sets the classes of words, which several contexts share.
    #[must_use]
    #[doc(hidden)]
    pub fn with_class_space(self, space: &Arc<ClassSpace>) -> EntityIndex {
        let is_same = self.index_file.numbers[3] == space.identity();
        EntityIndex { space: is_same.then(|| space.clone()).or(self.space), ..self }
    }

    /// Sets the encoder that [`disambiguate`] encodes sentences with, if the context was built with one. Without it
    /// the vectors are not used.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if the context has vectors of another
    /// encoder, and [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if it is damaged.
    pub fn with_encoder(self, encoder: Arc<dyn SentenceEncoder>) -> Result<EntityIndex> {
        let Some(known) = self.encoder_identity()? else { return Ok(self) };
        let (name, dimensions) = (encoder.identity(), encoder.dimensions());
        let expected = self.index_file.numbers[2];
        if known != name || expected != dimensions as u64 {
            return Err(Error::invalid(format!(
                "the context has vectors of {expected} dimensions of the sentence encoder `{known}`, but the \
                 encoder is `{name}` with {dimensions} dimensions: build it again"
            )));
        }
        Ok(EntityIndex { encoder: Some(encoder), ..self })
    }

    /// Returns the identity of the encoder that the context was built with; `None` if it has no vectors.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the context is damaged.
    pub fn encoder_identity(&self) -> Result<Option<&str>> {
        let identity = vectors::identity(&self.index_file)?;
        self.sound()?;
        Ok(identity)
    }

    /// Creates a context from the bytes of a saved one. See [`EntityIndex::open`] on what is checked.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the bytes are not a context.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<EntityIndex> {
        SectionFile::from_bytes(&CONTEXT, bytes).map(EntityIndex::from_file)
    }

    /// Opens a saved context. Only the header is read now; the rest is mapped into memory.
    ///
    /// If the file has more than 1 MiB, it must not be written in place or truncated while it is
    /// open, which can stop the program; [`EntityIndex::save`] replaces it as a whole and is safe.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the file is too short or has
    /// another version. Damage further in is the same error when it is read ([`EntityIndex::verify`]
    /// finds all damage).
    pub fn open(path: impl AsRef<Path>) -> Result<EntityIndex> {
        EntityIndex::open_by(path.as_ref(), Way::Shared)
    }

    #[doc(hidden)]
    pub fn open_by(path: &Path, way: Way) -> Result<EntityIndex> {
        SectionFile::open(&CONTEXT, path, way).map(EntityIndex::from_file)
    }

    /// Saves the context to one file, which replaces an older one atomically.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        self.index_file.save(path.as_ref())
    }

    /// Reads the whole file and compares its checksum.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the checksums differ.
    pub fn verify(&self) -> Result<()> {
        self.index_file.verify()
    }

    /// Returns the number of entities.
    pub fn entities(&self) -> usize {
        self.index_file.numbers[0] as usize
    }

    /// Returns `true` if at least half of the entities have a description.
    fn is_described(&self) -> bool {
        self.index_file.numbers[1] * 2 >= self.index_file.numbers[0].max(1)
    }

    fn from_file(index_file: IndexFile) -> EntityIndex {
        EntityIndex { index_file: Arc::new(index_file), encoder: None, space: None }
    }

    /// Checks that all data that was read so far is undamaged. Returns `ErrorKind::Storage` if not.
    fn sound(&self) -> Result<()> {
        self.index_file.sound()
    }

    fn find(&self, iri: u64) -> Option<file::Node<'_>> {
        file::find(&self.index_file, iri)
    }
}

impl fmt::Debug for EntityIndex {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("EntityIndex")
            .field("entities", &self.entities())
            .field("bytes", &self.index_file.size())
            .field("encoder", &self.encoder.as_ref().map(|encoder| encoder.identity()))
            .finish()
    }
}
