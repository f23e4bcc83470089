//! Requests to an enrichment service.

use super::Reply;
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::options::{YES_NO, is_option, option_names};
use glossweave_base::provider::{Parameter, ParameterType};
use glossweave_base::text::{Language, yes};
use glossweave_document::DecodeOptions;
use glossweave_entity::EntityOptions;
use glossweave_format::EncodeOptions;
use glossweave_nif::nif::{Nif, Version};
use glossweave_rdf::{Graph, ResultFormat};

/// The parameters of a request, without the options for reading, finding entities and writing.
const PARAMETERS: [Parameter; 8] = [
    Parameter::new("informat", ParameterType::Text, "The format of the input."),
    Parameter::new("outformat", ParameterType::Text, "The format of the answer."),
    Parameter::new("filter", ParameterType::Text, "A stored filter that is applied to the result."),
    Parameter::new("prefix", ParameterType::Text, "The start of the IRIs of documents."),
    Parameter::new("nif-version", ParameterType::Word(&["2.0", "2.1"]), "The version of NIF.")
        .with_default("2.0"),
    Parameter::new(
        "any-language",
        ParameterType::Word(YES_NO),
        "Return documents in their own format even if they are not in English.",
    )
    .with_default("no"),
    Parameter::new(
        "any-format",
        ParameterType::Word(YES_NO),
        "Return documents in their own format even if it is not HTML or XML.",
    )
    .with_default("no"),
    Parameter::new(
        "strict",
        ParameterType::Word(YES_NO),
        "Refuse NIF with an invalid string. By default, the string is skipped.",
    )
    .with_default("no"),
];

/// A document to enrich and the options of the answer.
///
/// ```
/// use glossweave::{Format, Request};
/// let mut request = Request::new("<p>Cork</p>", Format::Html).output(Format::Html);
/// request.strict = true;
/// ```
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Request {
    /// The document.
    pub input: Vec<u8>,
    /// The format of the input: a document format, or an RDF format that is read as NIF.
    pub informat: Format,
    /// The format of the answer: an RDF format, a format of [`export`](crate::export()), or the
    /// format of the input if documents in this format can be returned.
    pub outformat: Format,
    /// The name of a stored filter. If set, the answer is the result of the filter for the NIF.
    pub filter: Option<String>,
    /// The format of the results of a filter. If unset, CSV is used. CSV requires a filter.
    pub results: Option<ResultFormat>,
    /// The options for reading the document. The engine limits its size.
    pub decode: DecodeOptions,
    /// The options of e-Entity.
    pub recognition: EntityOptions,
    /// The prefix of the IRIs of the document. If unset, the setting of the engine is used.
    pub prefix: Option<String>,
    /// The version of NIF that is written for a document.
    pub version: Version,
    /// The options for writing annotations into the document.
    pub encode: EncodeOptions,
    /// The name of a stored markup profile, instead of the profile in [`encode`](Request::encode).
    pub stored_profile: Option<String>,
    /// `true` if documents in languages other than English may be returned with annotations,
    /// against rule 3 of the interface.
    pub any_language: bool,
    /// `true` if XLIFF, ODT and other formats may be returned with annotations. Rule 3 of the
    /// interface allows only HTML and XML.
    pub any_format: bool,
    /// `true` if an invalid string of NIF is an error. Otherwise the string is skipped, and
    /// [`Reply::skipped`] names it.
    pub strict: bool,
    /// The parsed NIF. If set, the input is ignored.
    pub(crate) graph: Option<Graph>,
    /// The memory allowance of the work, if it is known.
    pub(crate) memory: Option<Allowance>,
}

impl Request {
    /// Creates a request whose answer uses Turtle.
    pub fn new(input: impl Into<Vec<u8>>, informat: Format) -> Request {
        Request {
            input: input.into(),
            informat,
            outformat: Format::Turtle,
            filter: None,
            results: None,
            decode: DecodeOptions::default(),
            recognition: EntityOptions::default(),
            prefix: None,
            version: Version::default(),
            encode: EncodeOptions::default(),
            stored_profile: None,
            any_language: false,
            any_format: false,
            strict: false,
            graph: None,
            memory: None,
        }
    }

    /// Sets the format of the answer, with or without a filter.
    ///
    /// ```
    /// use glossweave::rdf::ResultFormat;
    /// use glossweave::{Format, Request};
    /// let request = Request::new("To Cork!", Format::Text).output(Format::JsonLd);
    /// assert_eq!(request.outformat, Format::JsonLd);
    /// // Those of a filter are written in the same notation.
    /// assert_eq!(request.results, Some(ResultFormat::Rdf(Format::JsonLd)));
    /// ```
    pub fn output(mut self, format: Format) -> Request {
        self.outformat = format;
        self.results = match format {
            Format::Xml => Some(ResultFormat::Xml),
            _ if format.is_rdf() => Some(ResultFormat::Rdf(format)),
            _ => None,
        };
        self
    }

    /// Sets a stored filter and the format of its results.
    ///
    /// ```
    /// use glossweave::rdf::ResultFormat;
    /// use glossweave::{Format, Request};
    /// let request = Request::new("To Cork!", Format::Text).through("entities", ResultFormat::Csv);
    /// ```
    pub fn through(mut self, filter: impl Into<String>, results: ResultFormat) -> Request {
        self.filter = Some(filter.into());
        self.results = Some(results);
        self
    }

    /// Sets the language of the text.
    ///
    /// ```
    /// use glossweave::{Format, Request};
    /// let request = Request::new("Corcaigh", Format::Text)
    ///     .in_language("ga".parse()?)
    ///     .under("http://example.org/page");
    /// assert_eq!(request.prefix.as_deref(), Some("http://example.org/page"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn in_language(mut self, language: Language) -> Request {
        self.decode.language = Some(language);
        self
    }

    /// Sets the prefix of the IRIs of the document.
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::{Caller, Engine, Format, Request, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let request = Request::new("To Cork", Format::Text).under("http://example.org/letters/2");
    /// let reply = engine.session(Caller::Anonymous).entities().enrich("places", request)?;
    /// let turtle = String::from_utf8_lossy(&reply.bytes);
    /// assert!(turtle.contains("<http://example.org/letters/2#char=0,7>"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn under(mut self, prefix: impl Into<String>) -> Request {
        self.prefix = Some(prefix.into());
        self
    }

    /// Returns the answer of a filter as a reply.
    pub(super) fn filtered(&self, bytes: Vec<u8>) -> Reply {
        let results = Some(self.results.unwrap_or_default());
        Reply { results, ..Reply::new(bytes, self.outformat) }
    }

    /// Reads the NIF of a graph. Invalid strings are skipped unless the request is strict.
    pub(crate) fn understand(&self, graph: Graph) -> Result<Nif> {
        match self.strict {
            true => Nif::from_graph(graph),
            false => Nif::from_graph_lenient(graph),
        }
    }

    /// Returns the parameters that every service accepts: the parameters of a request, without the
    /// options that choose entities.
    ///
    /// ```
    /// use glossweave::Request;
    /// let strict = Request::parameters().find(|one| one.name == "strict").unwrap();
    /// assert_eq!((strict.value.words(), strict.default), (["yes", "no"].as_slice(), Some("no")));
    /// ```
    pub fn parameters() -> impl Iterator<Item = &'static Parameter> {
        let all = PARAMETERS.iter().chain(DecodeOptions::PARAMETERS);
        all.chain(EncodeOptions::PARAMETERS).filter(|parameter| !parameter.host)
    }

    /// Returns `true` if [`Request::set`] accepts a name that is not an option for choosing
    /// entities.
    pub(crate) fn has_option(name: &str) -> bool {
        Request::parameters().any(|parameter| parameter.name == name)
    }

    /// Sets a parameter by its name: one of [`Request::parameters`] or of
    /// [`EntityOptions::PARAMETERS`]. `outformat` may be a format of results such as `csv`, which
    /// requires a filter; `profile` may be the name of a [stored profile](crate::stored_profile).
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` for an unknown name or an invalid value, and
    /// `ErrorKind::Unsupported` for an unknown format or encoding. The name is the parameter of the
    /// error.
    ///
    /// ```
    /// use glossweave::error::Side;
    /// use glossweave::{Format, ErrorKind, Request};
    /// let mut request = Request::new("<p>Cork", Format::Html);
    /// request.set("outformat", "application/ld+json")?;
    /// assert_eq!(request.outformat, Format::JsonLd);
    /// let error = request.set("outformat", "latex").unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Unsupported, Some("outformat")));
    /// assert_eq!(error.side(), Some(Side::Output));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let named = |error: Error| error.with_parameter(name);
        match name {
            "informat" => self.informat = value.parse().map_err(named)?,
            "outformat" => {
                let asked = |error: Error| named(error).with_side(Side::Output);
                // When the request is complete, the filter decides which of the two formats is
                // used.
                self.results = value.parse().ok();
                match value.parse() {
                    Ok(format) => self.outformat = format,
                    Err(error) => match self.results {
                        Some(ResultFormat::Json) => self.outformat = Format::JsonLd,
                        Some(ResultFormat::Xml) => self.outformat = Format::Xml,
                        Some(_) => {}
                        None => return Err(asked(error)),
                    },
                }
            }
            "filter" => self.filter = Some(value.to_owned()),
            "prefix" => self.prefix = Some(value.to_owned()),
            "nif-version" => self.version = value.parse()?,
            "any-language" => self.any_language = yes(value).map_err(named)?,
            "any-format" => self.any_format = yes(value).map_err(named)?,
            "strict" => self.strict = yes(value).map_err(named)?,
            "profile" => match value.parse() {
                Ok(profile) => self.encode.profile = Some(profile),
                Err(_) if !value.contains('{') => self.stored_profile = Some(value.to_owned()),
                Err(error) => return Err(error),
            },
            _ if is_option(EntityOptions::PARAMETERS, name) => self.recognition.set(name, value)?,
            _ if is_option(DecodeOptions::PARAMETERS, name) => self.decode.set(name, value)?,
            _ if is_option(EncodeOptions::PARAMETERS, name) => self.encode.set(name, value)?,
            _ => {
                let tables = [
                    &PARAMETERS,
                    DecodeOptions::PARAMETERS,
                    EntityOptions::PARAMETERS,
                    EncodeOptions::PARAMETERS,
                ];
                return Err(Error::no_option(name, &option_names(&tables)));
            }
        }
        Ok(())
    }
}
