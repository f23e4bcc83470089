//! The providers of an engine, by name.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_entity::{MentionModel, SentenceEncoder};
use glossweave_format::recognizer::Recognizer;
use glossweave_link::QueryEndpoint;
use glossweave_term::TermBase;

/// The providers that a host has registered, each under the name that callers use.
#[derive(Clone, Default)]
pub(crate) struct Registry {
    recognizers: BTreeMap<Box<str>, Arc<dyn Recognizer>>,
    endpoints: BTreeMap<Box<str>, Arc<dyn QueryEndpoint>>,
    term_bases: BTreeMap<Box<str>, TermBase>,
    mention_model: Option<MentionModel>,
    sentence_encoder: Option<Arc<dyn SentenceEncoder>>,
}

impl Registry {
    /// Adds a recognizer, or replaces the one with that name.
    pub fn add_recognizer(&mut self, name: impl Into<Box<str>>, recognizer: Arc<dyn Recognizer>) {
        self.recognizers.insert(name.into(), recognizer);
    }

    /// Returns the recognizer with a name.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::NotFound`] if there is none.
    pub fn recognizer(&self, name: &str) -> Result<&dyn Recognizer> {
        self.recognizers.get(name).map(AsRef::as_ref).ok_or_else(|| {
            let known: Vec<_> = self.recognizers.keys().map(|name| format!("`{name}`")).collect();
            let known = match known.is_empty() {
                true => "only `dictionary`, over stored datasets".to_owned(),
                false => format!("{}, and `dictionary` over stored datasets", known.join(", ")),
            };
            Error::new(ErrorKind::NotFound, format!("no recognizer `{name}`, known: {known}"))
        })
    }

    /// Adds the endpoint that answers the queries for a URL, or replaces it.
    pub fn add_endpoint(&mut self, url: impl Into<Box<str>>, endpoint: Arc<dyn QueryEndpoint>) {
        self.endpoints.insert(url.into(), endpoint);
    }

    /// Returns the endpoint that answers the queries for a URL, if one was added.
    pub fn endpoint(&self, url: &str) -> Option<&Arc<dyn QueryEndpoint>> {
        self.endpoints.get(url)
    }

    /// Adds a term base, or replaces the one with that name.
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
        self.mention_model = Some(model);
    }

    pub fn mention_model(&self) -> Option<&MentionModel> {
        self.mention_model.as_ref()
    }

    /// Sets the encoder of what datasets say about entities, and of the sentences with their names.
    pub fn set_sentence_encoder(&mut self, encoder: Arc<dyn SentenceEncoder>) {
        self.sentence_encoder = Some(encoder);
    }

    pub fn sentence_encoder(&self) -> Option<&Arc<dyn SentenceEncoder>> {
        self.sentence_encoder.as_ref()
    }

    /// Returns the names of the recognizers, sorted.
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
