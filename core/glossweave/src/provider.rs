//! Recognizers, term finders, translators and endpoints that are opened by the name of a protocol.
//!
//! ```
//! use glossweave::provider::{Provider, ProviderKind, protocols};
//! use glossweave::{Engine, Settings};
//! let spotlight = protocols().find(|protocol| protocol.name == "spotlight").unwrap();
//! assert!(spotlight.parameters().any(|parameter| parameter.name == "confidence"));
//! let options = [("confidence", "0.5")];
//! let place = "http://localhost:2222/rest";
//! let recognizer = Provider::open(spotlight.kind, "spotlight", place, options)?;
//! let engine = Engine::builder(Settings::default()).provider("spotlight", recognizer, None)?.open()?;
//! # let _ = engine;
//! # Ok::<(), glossweave::Error>(())
//! ```

use std::fmt;
use std::sync::Arc;

#[doc(inline)]
pub use glossweave_base::provider::{Parameter, ParameterType, Place, Protocol, ProviderKind};

use glossweave_base::error::Result;
use glossweave_document::recognizer::Recognizer;
use glossweave_link::QueryEndpoint;
use glossweave_term::TermBase;
use glossweave_translate::Translator;

/// A provider of any kind.
#[non_exhaustive]
#[derive(Clone)]
pub enum Provider {
    /// A provider that finds entities.
    Recognizer(Arc<dyn Recognizer>),
    /// A provider that finds terms.
    TermFinder(TermBase),
    /// A provider that translates.
    Translator(Arc<dyn Translator>),
    /// A provider that answers SPARQL queries.
    Endpoint(Arc<dyn QueryEndpoint>),
}

impl Provider {
    /// Opens a provider of a kind by the name of its protocol, at a location. Use [`protocols`] to
    /// list the options of each protocol.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`open_recognizer`](crate::entity::open_recognizer),
    /// [`open_term_base`](crate::term::open_term_base), [`open_translator`](crate::translate::open_translator)
    /// and [`open_endpoint`](crate::link::open_endpoint).
    ///
    /// ```
    /// use glossweave::ErrorKind;
    /// use glossweave::provider::{Provider, ProviderKind};
    /// let error = Provider::open(ProviderKind::Endpoint, "sql", "/data", []).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("protocol")));
    /// let place = "http://localhost:2222/rest";
    /// let error = Provider::open(ProviderKind::Recognizer, "spotlight", place, [("confidence", "2")]).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("confidence")));
    /// assert_eq!(error.message(), "no value `2`, expected a number from 0 to 1");
    /// ```
    pub fn open<'o>(
        kind: ProviderKind,
        protocol: &str,
        place: &str,
        options: impl IntoIterator<Item = (&'o str, &'o str)>,
    ) -> Result<Provider> {
        use {glossweave_entity as entity, glossweave_link as link};
        use {glossweave_term as term, glossweave_translate as translate};
        match kind {
            ProviderKind::TermFinder => {
                term::open_term_base(protocol, place, options).map(Provider::TermFinder)
            }
            ProviderKind::Translator => {
                translate::open_translator(protocol, place, options).map(Provider::Translator)
            }
            ProviderKind::Endpoint => {
                link::open_endpoint(protocol, place, options).map(Provider::Endpoint)
            }
            _ => entity::open_recognizer(protocol, place, options).map(Provider::Recognizer),
        }
    }

    /// Returns the kind of this provider.
    ///
    /// ```
    /// use glossweave::provider::{Provider, ProviderKind};
    /// let endpoint = Provider::open(ProviderKind::Endpoint, "sparql", "https://example.org/sparql", [])?;
    /// assert_eq!(endpoint.kind(), ProviderKind::Endpoint);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn kind(&self) -> ProviderKind {
        match self {
            Provider::Recognizer(_) => ProviderKind::Recognizer,
            Provider::TermFinder(_) => ProviderKind::TermFinder,
            Provider::Translator(_) => ProviderKind::Translator,
            Provider::Endpoint(_) => ProviderKind::Endpoint,
        }
    }
}

impl fmt::Debug for Provider {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Provider({})", self.kind().name())
    }
}

/// Returns all protocols that providers can be opened with, by kind.
///
/// ```
/// use glossweave::provider::{ProviderKind, protocols};
/// let finders = protocols().filter(|protocol| protocol.kind == ProviderKind::TermFinder);
/// let names: Vec<&str> = finders.map(|protocol| protocol.name).collect();
/// assert_eq!(names, ["termbase"]);
/// ```
pub fn protocols() -> impl Iterator<Item = Protocol> {
    glossweave_entity::protocols()
        .chain(glossweave_term::protocols())
        .chain(glossweave_translate::protocols())
        .chain(glossweave_link::protocols())
}
