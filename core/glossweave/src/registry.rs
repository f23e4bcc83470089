//! The providers of an engine, by name.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::models::DefaultModels;
use glossweave_base::call_limits::without_limits;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::token_usage::TokenUsage;
use glossweave_document::recognizer::Recognizer;
use glossweave_entity::{ClassSpace, IndexModels, MentionModel, RankingWeights, SentenceEncoder};
use glossweave_link::QueryEndpoint;
use glossweave_term::TermBase;

/// The recognizer that finds names of stored datasets.
pub(crate) const DICTIONARY: &str = "dictionary";

/// The trained recognizer: the model of the settings or of the library.
pub(crate) const TRAINED: &str = "trained";

/// The recognizer that links mentions of the trained recognizer to datasets, and also finds names
/// of datasets.
pub(crate) const LINKER: &str = "linker";

/// The providers that a host has registered, each under the name that callers use.
#[derive(Clone, Default)]
pub(crate) struct Registry {
    recognizers: BTreeMap<Box<str>, Arc<dyn Recognizer>>,
    endpoints: BTreeMap<Box<str>, Arc<dyn QueryEndpoint>>,
    term_bases: BTreeMap<Box<str>, TermBase>,
    /// The tagger that is used if the host has not added a trained recognizer.
    tagger: Option<Arc<DefaultModels>>,
    mention_model: MentionSource,
    sentence_encoder: Option<Arc<dyn SentenceEncoder>>,
    ranking_weights: Option<RankingWeights>,
    /// The word classes of the mention model, prepared on first use.
    class_space: Arc<OnceLock<Arc<ClassSpace>>>,
}

/// The number of labels from which the default model judges the names of datasets. A shorter list
/// is usually made for the texts that it is used on, so a model is not needed to know its common
/// words.
const MANY: usize = 1000;

/// The model that judges the names of datasets.
#[derive(Clone, Default)]
enum MentionSource {
    #[default]
    None,
    Default(Arc<DefaultModels>),
    Given(MentionModel),
}

impl Registry {
    /// Adds a recognizer. Replaces an earlier recognizer of the same name.
    pub fn add_recognizer(&mut self, name: impl Into<Box<str>>, recognizer: Arc<dyn Recognizer>) {
        self.recognizers.insert(name.into(), recognizer);
    }

    /// Returns the recognizer with a name: a recognizer of the host, or the trained recognizer of
    /// the library.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::NotFound`] if no recognizer has the name.
    pub fn recognizer(&self, name: &str) -> Result<&dyn Recognizer> {
        let own = self.recognizers.get(name).map(AsRef::as_ref);
        let tagger = self.tagger.as_ref().filter(|_| name == TRAINED);
        own.or(tagger.map(|tagger| &**tagger as &dyn Recognizer)).ok_or_else(|| {
            let known: Vec<_> = self.all_recognizers().collect();
            Error::unknown(ErrorKind::NotFound, "recognizer", name, &known)
        })
    }

    /// Returns `true` if the host has added a recognizer with a name.
    pub fn has_recognizer(&self, name: &str) -> bool {
        self.recognizers.contains_key(name)
    }

    /// Returns the names of the recognizers of the host, and then of the recognizers of the engine.
    pub fn all_recognizers(&self) -> impl Iterator<Item = &str> {
        let trained = self.has_recognizer(TRAINED) || self.tagger.is_some();
        let beside = [(DICTIONARY, true), (LINKER, trained), (TRAINED, trained)];
        let beside =
            beside.into_iter().filter(|(name, is_there)| *is_there && !self.has_recognizer(name));
        self.recognizers().chain(beside.map(|(name, _)| name))
    }

    /// Sets the tagger that is used if the host has not added a trained recognizer.
    pub fn set_default_tagger(&mut self, models: Arc<DefaultModels>) {
        self.tagger = Some(models);
    }

    /// Returns the models whose tagger is the trained recognizer. Returns `None` if the host has
    /// added another trained recognizer.
    pub fn default_models(&self) -> Option<&DefaultModels> {
        self.tagger.as_deref().filter(|_| !self.has_recognizer(TRAINED))
    }

    /// Adds the endpoint that answers queries for a URL. Replaces an earlier endpoint for the URL.
    pub fn add_endpoint(&mut self, url: impl Into<Box<str>>, endpoint: Arc<dyn QueryEndpoint>) {
        self.endpoints.insert(url.into(), endpoint);
    }

    /// Returns the endpoint that answers queries for a URL. Returns `None` if none was added.
    pub fn endpoint(&self, url: &str) -> Option<&Arc<dyn QueryEndpoint>> {
        self.endpoints.get(url)
    }

    /// Adds a term base. Replaces an earlier term base of the same name.
    pub fn add_term_base(&mut self, name: impl Into<Box<str>>, base: TermBase) {
        self.term_bases.insert(name.into(), base);
    }

    /// Returns the term base with a name.
    pub fn term_base(&self, name: &str) -> Option<&TermBase> {
        self.term_bases.get(name)
    }

    /// Returns the names of the term bases, sorted.
    pub fn term_bases(&self) -> impl Iterator<Item = &str> {
        self.term_bases.keys().map(AsRef::as_ref)
    }

    /// Sets the model that judges the names of datasets.
    pub fn set_mention_model(&mut self, model: MentionModel) {
        self.mention_model = MentionSource::Given(model);
    }

    /// Sets the model that judges the names of datasets, unless another model is set.
    pub fn set_default_mention_model(&mut self, models: Arc<DefaultModels>) {
        if matches!(self.mention_model, MentionSource::None) {
            self.mention_model = MentionSource::Default(models);
        }
    }

    /// Returns `true` if there is a model that judges the names of datasets.
    pub fn has_mention_model(&self) -> bool {
        !matches!(self.mention_model, MentionSource::None)
    }

    /// Returns the model that judges the names of datasets with `labels` labels, if there is one.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if the model cannot be opened.
    pub fn mention_model(&self, labels: usize) -> Result<Option<&MentionModel>> {
        match &self.mention_model {
            MentionSource::Default(models) if labels >= MANY => models.mention_model().map(Some),
            MentionSource::None | MentionSource::Default(_) => Ok(None),
            MentionSource::Given(model) => Ok(Some(model)),
        }
    }

    /// Sets the encoder of statements about entities in datasets, and of sentences with their
    /// names.
    pub fn set_sentence_encoder(&mut self, encoder: Arc<dyn SentenceEncoder>) {
        self.sentence_encoder = Some(encoder);
    }

    /// Sets the weights of the ranking of candidates.
    pub fn set_ranking_weights(&mut self, weights: RankingWeights) {
        self.ranking_weights = Some(weights);
    }

    pub fn ranking_weights(&self) -> Option<RankingWeights> {
        self.ranking_weights
    }

    /// Returns the models of entity indexes: the sentence encoder, and the word classes of the
    /// mention model.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if the mention model cannot be opened.
    pub fn index_models(&self) -> Result<IndexModels> {
        let model = match &self.mention_model {
            MentionSource::None => None,
            MentionSource::Default(models) => Some(models.mention_model()?),
            MentionSource::Given(model) => Some(model),
        };
        let classes = model.map(MentionModel::word_classes).filter(|classes| !classes.is_empty());
        let space = classes.map(|classes| {
            let new = || Arc::new(ClassSpace::new(Arc::new(classes.clone())));
            self.class_space.get_or_init(|| without_limits(new)).clone()
        });
        Ok(IndexModels { encoder: self.sentence_encoder.clone(), space })
    }

    pub fn sentence_encoder(&self) -> Option<&Arc<dyn SentenceEncoder>> {
        self.sentence_encoder.as_ref()
    }

    /// Returns the use of language models by the recognizers of the host, with the name of each
    /// recognizer.
    pub fn token_usage(&self) -> impl Iterator<Item = (&str, TokenUsage)> {
        let all = self.recognizers.iter();
        all.filter_map(|(name, one)| Some((name.as_ref(), one.token_usage()?)))
    }

    /// Returns the names of the recognizers of the host, sorted.
    pub fn recognizers(&self) -> impl Iterator<Item = &str> {
        self.recognizers.keys().map(AsRef::as_ref)
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Registry")
            .field("recognizers", &self.recognizers.keys())
            .field("endpoints", &self.endpoints.keys())
            .field("term_bases", &self.term_bases.keys())
            .finish()
    }
}
