//! The trained models of an engine.

use serde::Serialize;
use std::collections::HashSet;
use std::time::{Duration, Instant};

use crate::models::{StoredModel, StoredModels, check_name};
use crate::registry::Registry;
use crate::stored_document::StoredDocuments;
use glossweave_base::cancellation::Cancellation;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::media::Format;
use glossweave_base::progress::Progress;
use glossweave_entity::{
    Dictionary, LinkedCorpus, MentionModel, MentionTraining, RankingWeights, Tagger, Training,
    Vocabulary, read_corpus,
};
use glossweave_rdf as rdf;
use glossweave_store::acl::{Action, AuthContext, ResourceClass};
use glossweave_store::resource::ResourceUpdate;
use glossweave_vocabulary::{Datasets, DatasetsExt, Load};

/// The maximum duration of training.
const LONGEST: Duration = Duration::from_secs(1800);

/// The models that were trained in an engine. All callers may use them by name: a tagger as a
/// recognizer, a mention model as the option `mentions` of
/// [`EntityOptions`](crate::entity::EntityOptions), and weights of linking with the dataset of the
/// same name. Admins train and remove models. If the engine has a store, they are files in its
/// folder `models`.
///
/// ```
/// use glossweave::entity::EntityOptions;
/// use glossweave::{Document, Engine, Settings};
/// let engine = Engine::builder(Settings::default()).open()?;
/// let session = engine.local_session()?;
/// let table = b"uri,label\nhttp://example.org/nice,Nice\n";
/// session.datasets().create(Some("places"), table, &Default::default())?;
/// let corpus = "We O\nwent O\nto O\nNice B-LOC\n. O\n\nNice O\nweather O\n! O\n\n".repeat(20);
/// let options = [("kind", "mentions"), ("dataset", "places")];
/// let model = session.models().train("towns", corpus.as_bytes(), options)?;
/// assert_eq!((model.name.as_str(), model.kind), ("towns", "mentions"));
///
/// let mut wanted = EntityOptions::default();
/// wanted.set("dataset", "places")?;
/// wanted.set("mentions", "towns")?;
/// let text = Document::of_text("Nice weather! We went to Nice.".to_owned(), None);
/// assert_eq!(session.entities().recognize_with("dictionary", &text, &wanted, None)?.len(), 1);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Models<'a> {
    stored: &'a StoredModels,
    registry: &'a Registry,
    access: &'a AuthContext,
    datasets: Datasets<'a>,
    documents: StoredDocuments<'a>,
}

/// The description of a trained model.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ModelInfo {
    /// The name of the model.
    pub name: String,
    /// The kind: `tagger`, `mentions` or `weights`, or `context` for examples that
    /// [`Models::train`] has added to a dataset.
    pub kind: &'static str,
    /// The fingerprint of the content.
    pub revision: String,
    /// The languages of the training text, if they were specified.
    pub languages: Vec<String>,
    /// The IRIs of the classes of a tagger.
    pub classes: Vec<String>,
}

impl<'a> Models<'a> {
    pub(crate) fn new(
        stored: &'a StoredModels,
        registry: &'a Registry,
        access: &'a AuthContext,
        datasets: Datasets<'a>,
        documents: StoredDocuments<'a>,
    ) -> Models<'a> {
        Models { stored, registry, access, datasets, documents }
    }

    /// Trains a model on annotated text and stores it. Replaces an earlier model of the same name.
    /// The options are:
    ///
    /// - `kind`: `tagger` (the default), `mentions`, `weights` or `context`. `weights` trains
    ///   [`RankingWeights`], which are used when a request names the dataset with the name of the
    ///   model and no other dataset.
    /// - `informat`: a format of RDF for NIF, or a document format with ITS markup. By default,
    ///   columns of CoNLL.
    /// - `documents`: the names of [stored documents](StoredDocuments), separated by commas. Their
    ///   accepted annotations are used instead of the text, which must be empty.
    /// - `dataset`, for `mentions`: the dataset whose names are judged.
    /// - The options of [`Training::set`], or `language`, `rounds` and `cutoff` of
    ///   [`MentionTraining::set`]. A mention model uses the word classes of the mention model of
    ///   the engine.
    ///
    /// `context` does not create a model. It takes the sentences with links to entities that share
    /// their name with another entity, and adds them as `skos:example` to the dataset with the name
    /// ([`LinkedCorpus::examples_of`]). Disambiguation then compares texts with the words of these
    /// sentences. The returned description has the new revision of the dataset.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unauthenticated` and `ErrorKind::Forbidden` if the caller is not an
    /// admin; `ErrorKind::Invalid`, with the parameter, for invalid options and names;
    /// `ErrorKind::Conflict` if a recognizer of the engine has the name; the errors of
    /// [`read_corpus`] and, for `context`, of [`Datasets::update_from`]; and `ErrorKind::Deadline`
    /// after half an hour.
    ///
    /// ```
    /// use glossweave::{Caller, Engine, ErrorKind, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let corpus = b"To O\nCork B-LOC\n";
    /// let session = engine.local_session()?;
    /// session.models().train("towns", corpus, [("rounds", "1")])?;
    /// assert!(session.entities().recognize("towns", &glossweave::Document::of_text("To Cork".to_owned(), None)).is_ok());
    /// let error = session.models().train("trained", corpus, []).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Conflict);
    /// let error = engine.session(Caller::Anonymous).models().train("towns", corpus, []).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Unauthenticated);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn train<'o>(
        &self,
        name: &str,
        corpus_bytes: &[u8],
        options: impl IntoIterator<Item = (&'o str, &'o str)>,
    ) -> Result<ModelInfo> {
        self.may_manage()?;
        check_name(name)?;
        if self.registry.all_recognizers().any(|known| known == name) {
            let message = format!("the engine already has a recognizer `{name}`");
            return Err(Error::new(ErrorKind::Conflict, message).with_parameter("name"));
        }
        let (mut kind, mut format, mut dataset, mut rest) = ("tagger", None, None, Vec::new());
        let mut documents = None;
        for (option, value) in options {
            match option {
                "kind" => kind = value,
                "informat" => format = Some(Format::in_request(value)?),
                "dataset" => dataset = Some(value),
                "documents" => documents = Some(value),
                _ => rest.push((option, value)),
            }
        }
        let reviewed;
        let (corpus_bytes, format) = match documents {
            None => (corpus_bytes, format),
            Some(_) if !corpus_bytes.is_empty() || format.is_some() => {
                let message = "expected either annotated text or `documents`, found both";
                return Err(Error::invalid(message).with_parameter("documents"));
            }
            Some(names) => {
                reviewed = self.documents.corpus(names)?;
                (reviewed.as_slice(), Some(Format::AnnotatedDocument))
            }
        };
        let corpus = || read_corpus(corpus_bytes, format);
        let end = Instant::now() + LONGEST;
        let cancellation = Cancellation::current().unwrap_or_default();
        let mut watch = |_: Progress| match Instant::now() < end {
            true => cancellation.check(),
            false => {
                let message = format!("training took longer than {} seconds", LONGEST.as_secs());
                Err(Error::new(ErrorKind::Deadline, message))
            }
        };
        let model = match kind {
            "tagger" => {
                if dataset.is_some() {
                    return Err(Error::no_option("dataset", Training::NAMES));
                }
                let mut training = Training::default();
                rest.iter().try_for_each(|(option, value)| training.set(option, value))?;
                StoredModel::Tagger(Tagger::train_watched(&corpus()?, &training, &mut watch)?)
            }
            "mentions" => {
                let mut training = MentionTraining::default();
                if let Some(model) = self.registry.mention_model(usize::MAX)? {
                    training = training.with_word_classes(model.word_classes().clone());
                }
                for (option, value) in rest {
                    // Only hosts may use the path of a file of the machine.
                    match option {
                        "model" => {
                            return Err(Error::no_option(
                                option,
                                &["language", "rounds", "cutoff"],
                            ));
                        }
                        _ => training.set(option, value)?,
                    }
                }
                let missing = || Error::invalid("`dataset` is missing").with_parameter("dataset");
                let open = self.datasets.open(dataset.ok_or_else(missing)?)?.0.entities();
                let names = names_of(&open, "dataset")?;
                let model = MentionModel::train_watched(&corpus()?, names, &training, &mut watch)?;
                StoredModel::Mentions(model)
            }
            "weights" | "context" => {
                if let Some((option, _)) =
                    rest.first().copied().or(dataset.map(|_| ("dataset", "")))
                {
                    return Err(Error::no_option(option, &["informat"]));
                }
                let open = self.datasets.open(name)?.0.entities();
                let names = names_of(&open, "name")?;
                let corpus = LinkedCorpus::read(corpus_bytes, format)?;
                if kind == "context" {
                    return self.add_examples(name, &corpus, names);
                }
                StoredModel::Weights(RankingWeights::train(&corpus, names, open.context.as_ref())?)
            }
            _ => {
                let known = "`tagger`, `mentions`, `weights` or `context`";
                return Err(Error::no_such("kind", kind, known).with_parameter("kind"));
            }
        };
        self.stored.put(name, model.clone())?;
        Ok(info(name, &model))
    }

    /// Adds the sentences with links to entities that share their name with another entity of a
    /// dataset.
    fn add_examples(
        &self,
        dataset: &str,
        corpus: &LinkedCorpus,
        names: &Dictionary,
    ) -> Result<ModelInfo> {
        let mut rivals = HashSet::new();
        names.each_shared(|iri| {
            rivals.insert(iri.to_owned());
            Ok(())
        })?;
        let examples = corpus.examples_of(&|iri| rivals.contains(iri));
        if examples.is_empty() {
            let message = "no name of the corpus is linked to an entity of the dataset that shares a name with another";
            return Err(Error::invalid(message));
        }
        let statements = rdf::write(&examples, Format::NTriples)?;
        let mut changes = ResourceUpdate::default();
        changes.set("informat", Format::NTriples.name())?;
        let mut statements = statements.as_slice();
        let load = Load::new(&mut statements);
        let updated = self.datasets.update_from(dataset, load, &changes)?;
        Ok(ModelInfo {
            name: updated.name,
            kind: "context",
            revision: updated.revision.to_string(),
            languages: Vec::new(),
            classes: Vec::new(),
        })
    }

    /// Returns the description of a model.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::NotFound` if no model has the name, `ErrorKind::Unauthenticated` and
    /// `ErrorKind::Forbidden` if the caller may not call services, and `ErrorKind::Storage` if the
    /// file is damaged.
    pub fn read(&self, name: &str) -> Result<ModelInfo> {
        self.access.check_service(self.datasets.caller())?;
        self.described(name)
    }

    fn described(&self, name: &str) -> Result<ModelInfo> {
        let model = self.stored.get(name)?.ok_or_else(|| unknown(name))?;
        Ok(info(name, &model))
    }

    /// Returns the descriptions of all models, sorted by name.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unauthenticated` and `ErrorKind::Forbidden` if the caller may not call services, and
    /// `ErrorKind::Storage` if a file cannot be read.
    pub fn list(&self) -> Result<Vec<ModelInfo>> {
        self.access.check_service(self.datasets.caller())?;
        self.stored.names()?.iter().map(|name| self.described(name)).collect()
    }

    /// Removes a model.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Unauthenticated` and `ErrorKind::Forbidden` if the caller is not an
    /// admin, and `ErrorKind::NotFound` if no model has the name.
    ///
    /// ```
    /// use glossweave::{Engine, ErrorKind, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let session = engine.local_session()?;
    /// let models = session.models();
    /// models.train("towns", b"To O\nCork B-LOC\n", [("rounds", "1")])?;
    /// assert_eq!(models.read("towns")?.classes, ["http://nerd.eurecom.fr/ontology#Location"]);
    /// assert_eq!(models.list()?.len(), 1);
    /// models.delete("towns")?;
    /// assert_eq!(models.delete("towns").unwrap_err().kind(), ErrorKind::NotFound);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn delete(&self, name: &str) -> Result<()> {
        self.may_manage()?;
        if self.stored.remove(name)? { Ok(()) } else { Err(unknown(name)) }
    }

    /// Checks that the caller may train and remove models.
    fn may_manage(&self) -> Result<()> {
        let (caller, target) = (self.datasets.caller(), ResourceClass::User);
        self.access.check(caller, Action::ManageModels, target, "the models").map(drop)
    }
}

/// Returns the names of a dataset. `parameter` is the parameter of errors.
fn names_of<'v>(open: &'v Vocabulary, parameter: &'static str) -> Result<&'v Dictionary> {
    let empty = || Error::invalid("the dataset has no names").with_parameter(parameter);
    open.names.as_ref().ok_or_else(empty)
}

fn unknown(name: &str) -> Error {
    Error::new(ErrorKind::NotFound, format!("no model `{name}`"))
}

fn info(name: &str, model: &StoredModel) -> ModelInfo {
    let mut info = ModelInfo {
        name: name.to_owned(),
        kind: model.kind(),
        revision: model.revision(),
        languages: Vec::new(),
        classes: Vec::new(),
    };
    match model {
        StoredModel::Tagger(tagger) => {
            info.languages = tagger.languages().map(str::to_owned).collect();
            info.classes = tagger.classes().map(|(_, iri)| iri.to_owned()).collect();
        }
        StoredModel::Mentions(model) => {
            info.languages = model.languages().map(str::to_owned).collect();
        }
        StoredModel::Weights(_) => {}
    }
    info
}
