//! Disambiguation of entities that share a name. The data about each entity is compared with the
//! text around the name.

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
use file::{CONTEXT, IndexFile};
use glossweave_base::error::{Error, Result};
use glossweave_base::mmap_file::{FileAccess, OpenFile, SectionFile};
use glossweave_ner::WordClasses;
use glossweave_rdf::Statements;

/// Data about entities in addition to their names: the words of their labels, descriptions and classes,
/// their relations, and the spelling of their labels.
///
/// Only entities that share a name with other entities need to be in the index. An index is built once and
/// can be saved to a file, which is mapped into memory when it is opened. Clones share the data. The index
/// is used by [`disambiguate`].
#[derive(Clone)]
pub struct EntityIndex {
    index_file: Arc<IndexFile>,
    /// The encoder of the vectors, if the vectors are used.
    encoder: Option<Arc<dyn SentenceEncoder>>,
    /// The word classes, if their vectors are used.
    space: Option<Arc<ClassSpace>>,
}

/// The models that are used to build an index.
#[derive(Clone, Default)]
pub struct IndexModels {
    /// The sentence encoder for descriptions, if there is one.
    pub encoder: Option<Arc<dyn SentenceEncoder>>,
    /// The word classes for entity vectors, if there are any.
    pub space: Option<Arc<ClassSpace>>,
}

impl EntityIndex {
    /// Builds an index from statements about the IRIs that `wanted` accepts. Labels and classes are the
    /// same as in [`DictionaryBuilder::rdf`](super::DictionaryBuilder::rdf). In addition, the
    /// `alternateName` of Schema.org is used as a label, and `rdfs:subClassOf` as a class. Descriptions
    /// are `rdfs:comment`, the `definition`, `scopeNote` and `note` of SKOS, the `description` of Dublin
    /// Core and Schema.org, the `abstract` of both and of DBpedia, the `shortDescription` of DBpedia, and
    /// `vcard:note`. All other properties between IRIs are relations. The words of a `skos:example` are
    /// treated as words of related entities.
    ///
    /// The function makes two passes over the statements. The memory use depends only on the accepted
    /// IRIs: each entity has at most 384 words and stems, the same number of words of related entities,
    /// and 4096 relations, of which 1024 are stored.
    ///
    /// # Errors
    ///
    /// Returns the errors of `statements`, and `ErrorKind::TooLarge` if there are too many entities.
    pub fn build(
        statements: &dyn Statements,
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> Result<EntityIndex> {
        EntityIndex::build_watched(statements, is_wanted, &IndexModels::default(), &|| Ok(()))
    }

    /// Builds an index like [`EntityIndex::build`], with vectors of the sentences in descriptions. Each
    /// entity has at most 8 vectors, which use one byte for each dimension. [`disambiguate`] compares them
    /// with the sentences around names ([`Feature::Similarity`]). The function makes four passes over the
    /// statements.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`EntityIndex::build`] and of the encoder, and
    /// [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if the encoder returns a wrong number of
    /// vectors or dimensions.
    pub fn build_with_encoder(
        statements: &dyn Statements,
        is_wanted: &dyn Fn(&str) -> bool,
        encoder: Arc<dyn SentenceEncoder>,
    ) -> Result<EntityIndex> {
        let models = IndexModels { encoder: Some(encoder), space: None };
        EntityIndex::build_watched(statements, is_wanted, &models, &|| Ok(()))
    }

    /// Builds an index like [`EntityIndex::build`], with a vector for each entity. The vector represents the
    /// classes of the words in its labels, its descriptions, and the labels of its classes. [`disambiguate`]
    /// compares it with the words around names ([`Feature::WordClasses`]), weighted by their frequency. The
    /// file uses 4 additional bytes for each word.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`EntityIndex::build`].
    pub fn build_with_word_classes(
        statements: &dyn Statements,
        is_wanted: &dyn Fn(&str) -> bool,
        classes: &WordClasses,
    ) -> Result<EntityIndex> {
        let space = Arc::new(ClassSpace::new(Arc::new(classes.clone())));
        let models = IndexModels { encoder: None, space: Some(space) };
        EntityIndex::build_watched(statements, is_wanted, &models, &|| Ok(()))
    }

    /// Sets the word classes that were used with [`EntityIndex::build_with_word_classes`]. Nothing changes if
    /// the index was built without classes or with different classes.
    #[must_use]
    pub fn with_word_classes(self, classes: &WordClasses) -> EntityIndex {
        self.with_class_space(&Arc::new(ClassSpace::new(Arc::new(classes.clone()))))
    }

    /// Sets the encoder that [`disambiguate`] uses for sentences, if the index was built with an encoder.
    /// Without it, the vectors are not used.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if the index was built with
    /// another encoder, and [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if it is damaged.
    pub fn with_encoder(self, encoder: Arc<dyn SentenceEncoder>) -> Result<EntityIndex> {
        let Some(known) = self.encoder_identity()? else { return Ok(self) };
        let (name, dimensions) = (encoder.identity(), encoder.dimensions());
        let expected = self.index_file.numbers[2];
        if known != name || expected != dimensions as u64 {
            return Err(Error::invalid(format!(
                "the context has vectors of {expected} dimensions of the sentence encoder `{known}`, but the \
                 encoder is `{name}` with {dimensions} dimensions; rebuild the context"
            )));
        }
        Ok(EntityIndex { encoder: Some(encoder), ..self })
    }

    /// Returns the identity of the encoder that was used to build the index. Returns `None` if the index
    /// has no vectors.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the index is damaged.
    pub fn encoder_identity(&self) -> Result<Option<&str>> {
        let identity = vectors::identity(&self.index_file)?;
        self.sound()?;
        Ok(identity)
    }

    /// Creates an index from the bytes of a saved index. The same parts are checked as by
    /// [`EntityIndex::open`].
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the bytes are not an index.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<EntityIndex> {
        SectionFile::from_bytes(&CONTEXT, bytes).map(EntityIndex::from_file)
    }

    /// Opens a saved index. Only the header is read immediately. The rest of the file is mapped into
    /// memory.
    ///
    /// If the file has more than 1 MiB, it must not be modified in place or truncated while it is open,
    /// because this can terminate the program. [`EntityIndex::save`] is safe because it replaces the whole
    /// file.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the file is too short or has
    /// another version. The same error is returned when a damaged part of the file is read later. Use
    /// [`EntityIndex::verify`] to detect all damage.
    pub fn open(path: impl AsRef<Path>) -> Result<EntityIndex> {
        EntityIndex::open_with(path.as_ref(), FileAccess::Shared)
    }

    /// Saves the index to a file. An existing file is replaced atomically.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        self.index_file.save(path.as_ref())
    }

    /// Verifies the checksum of the whole file.
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

    /// Returns `ErrorKind::Storage` if any data that was read so far is damaged.
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

/// Methods of entity indexes that the other modules and crates of Glossweave call.
pub trait EntityIndexExt: Sized {
    /// Builds an index with models. `step` is called regularly and can abort the build by returning
    /// an error.
    fn build_watched(
        statements: &dyn Statements,
        is_wanted: &dyn Fn(&str) -> bool,
        models: &IndexModels,
        step: &dyn Fn() -> Result<()>,
    ) -> Result<EntityIndex>;

    /// Sets the word classes, which can be shared by several indexes.
    #[must_use]
    fn with_class_space(self, space: &Arc<ClassSpace>) -> EntityIndex;
}

impl EntityIndexExt for EntityIndex {
    fn build_watched(
        statements: &dyn Statements,
        is_wanted: &dyn Fn(&str) -> bool,
        models: &IndexModels,
        step: &dyn Fn() -> Result<()>,
    ) -> Result<EntityIndex> {
        let IndexModels { encoder, space } = models.clone();
        // Only one of the models is used, because the weights are fitted to only one of them.
        let space = space.filter(|_| encoder.is_none());
        let models = IndexModels { encoder, space };
        let index_file = Arc::new(build::build(statements, is_wanted, &models, step)?);
        let IndexModels { encoder, space } = models;
        Ok(EntityIndex { index_file, encoder, space })
    }

    fn with_class_space(self, space: &Arc<ClassSpace>) -> EntityIndex {
        let is_same = self.index_file.numbers[3] == space.identity();
        EntityIndex { space: is_same.then(|| space.clone()).or(self.space), ..self }
    }
}

impl OpenFile for EntityIndex {
    fn open_with(path: &Path, access: FileAccess) -> Result<EntityIndex> {
        SectionFile::open(&CONTEXT, path, access).map(EntityIndex::from_file)
    }
}
