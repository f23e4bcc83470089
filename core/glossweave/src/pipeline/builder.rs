//! A builder of pipelines.

use percent_encoding::{AsciiSet, utf8_percent_encode};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::parameters::{of_entities, of_terms, of_translation};
use super::stored::{of_json, requests};
use super::variable::RESERVED;
use super::{Request, StoredPipeline};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_entity::EntityOptions;
use glossweave_rdf::ResultFormat;
use glossweave_term::TermOptions;
use glossweave_translate::TranslationOptions;

/// The characters of a name that are not encoded in an endpoint, including the `$` of variables.
const NAME: &AsciiSet = &RESERVED.remove(b'$');

/// A pipeline: requests to services, each of which uses the result of the previous request.
///
/// Each method adds a step. Use [`Pipelines::apply`](super::Pipelines::apply) to run the steps on a
/// document, and [`Pipeline::to_json`] to write the requests of the HTTP interface, which can be
/// stored or sent. Names and values may contain variables (`$NAME$`), whose values the call sets.
///
/// ```
/// use glossweave::entity::{Dictionary, EntityOptions};
/// use glossweave::pipeline::Pipeline;
/// use glossweave::resource::ResourceUpdate;
/// use glossweave::service::Call;
/// use glossweave::{Engine, ErrorKind, Format, Settings};
/// let cities = Dictionary::from_csv("uri,label\nhttp://example.org/Cork,Cork\n".as_bytes())?;
/// let rivers = Dictionary::from_csv("uri,label\nhttp://example.org/Lee,Lee\n".as_bytes())?;
/// let engine = Engine::builder(Settings::default())
///     .recognizer("cities", cities)
///     .recognizer("rivers", rivers)
///     .open()?;
/// let pipelines = engine.local_session()?.pipelines();
///
/// let pipeline = Pipeline::new().entities("cities").entities("rivers").output(Format::Html);
/// let answer = pipelines.apply(&pipeline, Call::for_document("<p>Cork, Lee", Format::Html))?;
/// let page = String::from_utf8_lossy(&answer.bytes);
/// assert!(page.contains(">Cork</span>") && page.contains(">Lee</span>"));
///
/// // Stored, and read again.
/// let body = pipeline.to_json();
/// let stored = pipelines.create(None, body.as_bytes(), &ResourceUpdate::default())?;
/// assert_eq!(Pipeline::from(stored.content), pipeline);
///
/// // Errors have the number of the step, from 0.
/// let mut wanted = EntityOptions::default();
/// wanted.threshold = Some(2.0);
/// let wrong = Pipeline::new().entities("cities").entities_with("rivers", &wanted);
/// let error = pipelines.apply(&wrong, Call::for_document("Lee", Format::Text)).unwrap_err();
/// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("threshold")));
/// assert_eq!(error.step(), Some(1));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Pipeline(Vec<Request>);

impl Pipeline {
    /// Creates a pipeline without steps.
    pub fn new() -> Pipeline {
        Pipeline::default()
    }

    /// Adds a recognizer (e-Entity).
    #[must_use]
    pub fn entities(self, recognizer: &str) -> Pipeline {
        self.entities_with(recognizer, &EntityOptions::default())
    }

    /// Adds a recognizer with options.
    ///
    /// ```
    /// use glossweave::entity::EntityOptions;
    /// use glossweave::pipeline::Pipeline;
    /// let sure = EntityOptions { threshold: Some(0.8), ..EntityOptions::default() };
    /// let pipeline = Pipeline::new().entities_with("places", &sure);
    /// assert_eq!(pipeline.requests()[0].parameters["threshold"], "0.8");
    /// ```
    #[must_use]
    pub fn entities_with(self, recognizer: &str, options: &EntityOptions) -> Pipeline {
        let endpoint = format!("/e-entity/{}/documents", segment(recognizer));
        self.step(endpoint, of_entities(options))
    }

    /// Adds a provider of terms (e-Terminology).
    #[must_use]
    pub fn terms(self, provider: &str) -> Pipeline {
        self.terms_with(provider, &TermOptions::default())
    }

    /// Adds a provider of terms with options.
    ///
    /// ```
    /// use glossweave::pipeline::Pipeline;
    /// use glossweave::rdf::ResultFormat;
    /// use glossweave::term::TermOptions;
    /// let options = TermOptions { domain: Some("astronomy".into()), ..TermOptions::default() };
    /// let pipeline = Pipeline::new()
    ///     .terms_with("termbase", &options)
    ///     .links("4")
    ///     .links_with("5", [("radius", "10")])
    ///     .filter("places", ResultFormat::Csv);
    /// let endpoints: Vec<&str> = pipeline.requests().iter().map(|one| one.endpoint.as_str()).collect();
    /// assert_eq!(endpoints[1..], ["/e-link/documents", "/e-link/documents", "/toolbox/convert/documents/places"]);
    /// ```
    #[must_use]
    pub fn terms_with(self, provider: &str, options: &TermOptions) -> Pipeline {
        self.step(format!("/e-terminology/{}", segment(provider)), of_terms(options))
    }

    /// Adds a translation (e-Translation). The JSON contains the key of the options, so that every
    /// reader of a stored pipeline can read it. To avoid this, use a variable as the key.
    ///
    /// ```
    /// use glossweave::pipeline::Pipeline;
    /// use glossweave::translate::TranslationOptions;
    /// let mut options = TranslationOptions::new("en".parse()?, "es".parse()?);
    /// options.set("key", "$KEY$")?;
    /// let pipeline = Pipeline::new().terms("termbase").translation("apertium", &options);
    /// assert_eq!(pipeline.requests()[1].parameters["key"], "$KEY$");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn translation(self, provider: &str, options: &TranslationOptions) -> Pipeline {
        self.step(format!("/e-translation/{}", segment(provider)), of_translation(options))
    }

    /// Adds a stored template, which queries an endpoint for each entity (e-Link).
    #[must_use]
    pub fn links(self, template: &str) -> Pipeline {
        self.links_with(template, [])
    }

    /// Adds a stored template with the values of its parameters.
    #[must_use]
    pub fn links_with<'v>(
        self,
        template: &str,
        values: impl IntoIterator<Item = (&'v str, &'v str)>,
    ) -> Pipeline {
        let values = values.into_iter().map(|(name, value)| (name, value.to_owned()));
        let template = [("templateid", template.to_owned())];
        self.step("/e-link/documents".to_owned(), template.into_iter().chain(values))
    }

    /// Adds a stored filter, with the format of its results.
    #[must_use]
    pub fn filter(self, name: &str, results: ResultFormat) -> Pipeline {
        let endpoint = format!("/toolbox/convert/documents/{}", segment(name));
        self.step(endpoint, [("outformat", results.to_string())])
    }

    /// Adds a stored stylesheet. If the document would otherwise be returned with annotations
    /// (execution rule 7), set `useI18n=false` in the call.
    ///
    /// ```
    /// use glossweave::pipeline::{Pipeline, Request};
    /// let pipeline = Pipeline::new()
    ///     .converter("clean")
    ///     .converter_with("title", [("size", "2")])
    ///     .stored("7")
    ///     .request(Request::new("https://example.org/annotate").with_header("Accept", "text/turtle"));
    /// assert_eq!(pipeline.requests()[1].parameters["size"], "2");
    /// assert_eq!(Pipeline::from_json(&pipeline.to_json())?, pipeline);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn converter(self, name: &str) -> Pipeline {
        self.converter_with(name, [])
    }

    /// Adds a stored stylesheet with the values of its parameters.
    #[must_use]
    pub fn converter_with<'v>(
        self,
        name: &str,
        values: impl IntoIterator<Item = (&'v str, &'v str)>,
    ) -> Pipeline {
        let endpoint = format!("/toolbox/xslt-converter/documents/{}", segment(name));
        self.step(endpoint, values.into_iter().map(|(name, value)| (name, value.to_owned())))
    }

    /// Adds a stored pipeline.
    ///
    /// ```
    /// use glossweave::pipeline::Pipeline;
    /// let pipeline = Pipeline::new().stored("7");
    /// assert_eq!(pipeline.requests()[0].endpoint, "/pipelining/chain/7");
    /// ```
    #[must_use]
    pub fn stored(self, id: &str) -> Pipeline {
        self.step(format!("/pipelining/chain/{}", segment(id)), [])
    }

    /// Adds any other request, for example to a remote service.
    ///
    /// Requests to other hosts are only allowed if the settings permit the host:
    ///
    /// ```
    /// use glossweave::pipeline::{Pipeline, Request};
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, ErrorKind, Format, Settings};
    /// let engine = Engine::builder(Settings::default()).open()?;
    /// let pipeline = Pipeline::new().request(Request::new("https://example.org/annotate"));
    /// let call = Call::for_document("To Cork", Format::Text);
    /// let error = engine.session(Caller::Anonymous).pipelines().apply(&pipeline, call).unwrap_err();
    /// assert_eq!((error.kind(), error.step()), (ErrorKind::Forbidden, Some(0)));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn request(mut self, request: Request) -> Pipeline {
        self.0.push(request);
        self
    }

    /// Sets the format of the result of the last step.
    ///
    /// ```
    /// use glossweave::Format;
    /// use glossweave::pipeline::Pipeline;
    /// let pipeline = Pipeline::new().entities("places").terms("termbase").output(Format::JsonLd);
    /// // It is that of the last step so far.
    /// assert!(pipeline.requests()[0].parameters.is_empty());
    /// assert_eq!(pipeline.requests()[1].parameters["outformat"], "json-ld");
    /// ```
    #[must_use]
    pub fn output(mut self, format: Format) -> Pipeline {
        if let Some(last) = self.0.pop() {
            self.0.push(last.with_parameter("outformat", format.name()));
        }
        self
    }

    /// Returns the requests, one for each step.
    pub fn requests(&self) -> &[Request] {
        &self.0
    }

    /// Returns the requests as JSON, for the body of a stored pipeline or of
    /// `POST /pipelining/chain`.
    ///
    /// ```
    /// use glossweave::Format;
    /// use glossweave::pipeline::Pipeline;
    /// let json = Pipeline::new().entities("places").output(Format::Html).to_json();
    /// assert!(json.contains(r#""endpoint":"/e-entity/places/documents""#));
    /// assert!(json.contains(r#""parameters":{"outformat":"html"}"#));
    /// ```
    pub fn to_json(&self) -> String {
        // Strings, and maps of strings, can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses requests in JSON, as written by [`Pipeline::to_json`].
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Malformed` if the text is not JSON, and `ErrorKind::Invalid`, with the
    /// number of the step in the message, if an element is not a request.
    ///
    /// ```
    /// use glossweave::ErrorKind;
    /// use glossweave::pipeline::Pipeline;
    /// assert_eq!(Pipeline::from_json("[{").unwrap_err().kind(), ErrorKind::Malformed);
    /// let second = r#"[{"method": "POST", "endpoint": "/e-link/documents"}, {"method": "POST"}]"#;
    /// let error = Pipeline::from_json(second).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Invalid);
    /// assert_eq!(error.message(), "step 1: `endpoint` is missing");
    /// ```
    pub fn from_json(json: &str) -> Result<Pipeline> {
        requests(json.as_bytes()).map(Pipeline)
    }

    fn step<'n>(
        self,
        endpoint: String,
        parameters: impl IntoIterator<Item = (&'n str, String)>,
    ) -> Pipeline {
        let parameters = parameters.into_iter();
        let request = parameters.fold(Request::new(endpoint), |request, (name, value)| {
            request.with_parameter(name, value)
        });
        self.request(request)
    }
}

impl<'de> Deserialize<'de> for Pipeline {
    /// Reads requests as [`Pipeline::from_json`] does, with the same checks.
    fn deserialize<D: Deserializer<'de>>(
        deserializer: D,
    ) -> std::result::Result<Pipeline, D::Error> {
        of_json(Value::deserialize(deserializer)?).map(Pipeline).map_err(D::Error::custom)
    }
}

impl From<StoredPipeline> for Pipeline {
    fn from(stored: StoredPipeline) -> Pipeline {
        Pipeline(stored.requests)
    }
}

/// Returns a name, encoded as a segment of a path.
fn segment(name: &str) -> String {
    utf8_percent_encode(name, NAME).to_string()
}
