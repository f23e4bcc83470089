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

#[doc(hidden)]
pub use class_vector::ClassSpace;
pub use evidence::{Mention, MentionCandidate, RankedCandidate, Ranking};
#[doc(hidden)]
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
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
/// use glossweave::entity::EntityIndex;
/// use glossweave::{Format, rdf};
/// let turtle = b"@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
///     <http://example.org/bass-1> rdfs:label 'bass' ; rdfs:comment 'a fish of lakes' .
///     <http://example.org/bass-2> rdfs:label 'bass' ; rdfs:comment 'a low voice' .
///     <http://example.org/trout> rdfs:label 'trout' .";
/// let graph = rdf::read(turtle, Format::Turtle, None)?;
/// let context = EntityIndex::build(&graph, &|iri| iri.contains("bass"))?;
/// assert_eq!(context.entities(), 2);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone)]
pub struct EntityIndex {
    index_file: Arc<IndexFile>,
    /// The encoder of its vectors, if they are used.
    encoder: Option<Arc<dyn SentenceEncoder>>,
    /// The classes of words, if its vectors of them are used.
    space: Option<Arc<ClassSpace>>,
}

/// The models that an index is built with.
#[doc(hidden)]
#[derive(Clone, Default)]
pub struct IndexModels {
    pub encoder: Option<Arc<dyn SentenceEncoder>>,
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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::{EntityIndex, SentenceEncoder};
    /// use glossweave::{ErrorKind, Format, rdf};
    /// use std::sync::Arc;
    /// /// The number of bytes of a text; a model of another number is another model.
    /// struct Length(&'static str);
    /// impl SentenceEncoder for Length {
    ///     fn identity(&self) -> &str {
    ///         self.0
    ///     }
    ///     fn dimensions(&self) -> usize {
    ///         1
    ///     }
    ///     fn encode(&self, texts: &[&str]) -> glossweave::Result<Vec<Vec<f32>>> {
    ///         Ok(texts.iter().map(|text| vec![text.len() as f32]).collect())
    ///     }
    /// }
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("index");
    /// let turtle = b"<http://example.org/bass> <http://schema.org/description> 'a fish of lakes' .";
    /// let graph = rdf::read(turtle, Format::Turtle, None)?;
    /// EntityIndex::build_with_encoder(&graph, &|_| true, Arc::new(Length("length-1")))?.save(&path)?;
    /// let index = EntityIndex::open(&path)?;
    /// assert_eq!(index.encoder_identity()?, Some("length-1"));
    /// let index = index.with_encoder(Arc::new(Length("length-1")))?;
    /// // Vectors of another model mean something else.
    /// let error = index.with_encoder(Arc::new(Length("length-2"))).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Invalid);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::{EntityIndex, WordClasses};
    /// use glossweave::{Format, rdf};
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("index");
    /// let turtle = b"<http://example.org/bass> <http://schema.org/description> 'a fish of lakes' .";
    /// let graph = rdf::read(turtle, Format::Turtle, None)?;
    /// let classes = WordClasses::from_paths("01100\tfish\t9\n01101\ttrout\t5\n10000\tsong\t9\n".as_bytes())?;
    /// EntityIndex::build_with_word_classes(&graph, &|_| true, &classes)?.save(&path)?;
    /// let index = EntityIndex::open(&path)?.with_word_classes(&classes);
    /// assert_eq!(index.entities(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    #[doc(hidden)]
    #[must_use]
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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::EntityIndex;
    /// # let path = tempfile::NamedTempFile::new()?.into_temp_path();
    /// let index = EntityIndex::build(&glossweave::rdf::Graph::new(), &|_| true)?;
    /// index.save(&path)?;
    /// let copy = EntityIndex::from_bytes(std::fs::read(&path)?)?;
    /// assert_eq!(copy.entities(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::ErrorKind;
    /// use glossweave::entity::{Dictionary, EntityIndex};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// // That is another kind of file.
    /// let error = EntityIndex::from_bytes(names.to_bytes()?).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Storage);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::EntityIndex;
    /// use glossweave::{Format, rdf};
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("index");
    /// let turtle = b"<http://example.org/bass> <http://schema.org/description> 'a fish of lakes' .";
    /// let graph = rdf::read(turtle, Format::Turtle, None)?;
    /// EntityIndex::build(&graph, &|_| true)?.save(&path)?;
    /// let index = EntityIndex::open(&path)?;
    /// index.verify()?;
    /// assert_eq!(index.entities(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::ErrorKind;
    /// use glossweave::entity::EntityIndex;
    /// assert_eq!(EntityIndex::open("/no/such/index").unwrap_err().kind(), ErrorKind::Storage);
    /// ```
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
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
    /// use glossweave::entity::EntityIndex;
    /// use glossweave::{ErrorKind, Format, rdf};
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("index");
    /// let turtle = b"<http://example.org/bass> <http://schema.org/description> 'a fish of lakes' .";
    /// EntityIndex::build(&rdf::read(turtle, Format::Turtle, None)?, &|_| true)?.save(&path)?;
    /// let mut bytes = std::fs::read(&path)?;
    /// let last = bytes.len() - 1;
    /// bytes[last] ^= 1;
    /// let error = EntityIndex::from_bytes(bytes).and_then(|index| index.verify()).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Storage);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
