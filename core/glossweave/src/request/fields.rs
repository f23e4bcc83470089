//! Requests to an enrichment service.

use super::Reply;
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::provider::{Parameter, ParameterType, names};
use glossweave_base::text::{Language, yes};
use glossweave_entity::EntityOptions;
use glossweave_format::format::{Columns, EncodeOptions, InvalidBytes, RuleSet, UnknownEntities};
use glossweave_markup::Encoding;
use glossweave_nif::nif::{Nif, Version};
use glossweave_rdf::{Graph, ResultFormat};

/// The parameters of formats, filter and input.
const READING: [Parameter; 5] = [
    Parameter::new("informat", ParameterType::Text, "The format of the input."),
    Parameter::new("outformat", ParameterType::Text, "The format of the answer."),
    Parameter::new("filter", ParameterType::Text, "A stored filter that is applied to the result."),
    Parameter::new("charset", ParameterType::Text, "The encoding, in place of the stated one."),
    Parameter::new("language", ParameterType::Language, "The language; else it is identified."),
];

/// The parameters of NIF and of leniency.
const WRITING: [Parameter; 11] = [
    Parameter::new("prefix", ParameterType::Text, "The start of the IRIs of documents."),
    Parameter::new("nif-version", ParameterType::Word(&["2.0", "2.1"]), "The version of NIF.")
        .with_default("2.0"),
    Parameter::new("any-language", YES_NO, "Return documents in other languages than English too.")
        .with_default("no"),
    Parameter::new("any-format", YES_NO, "Return XLIFF and ODT too.").with_default("no"),
    Parameter::new(
        "strict",
        YES_NO,
        "Refuse NIF with a wrong string, instead of leaving the string out.",
    )
    .with_default("no"),
    Parameter::new(
        "unknown-entities",
        ParameterType::Word(&["omit", "replace", "refuse"]),
        "The replacement of references to external and undeclared entities in XML.",
    )
    .with_default("omit"),
    Parameter::new(
        "invalid-bytes",
        ParameterType::Word(&["refuse", "replace"]),
        "The handling of bytes that are invalid in the encoding of text.",
    )
    .with_default("refuse"),
    Parameter::new(
        "translatable-attributes",
        YES_NO,
        "Values of translatable attributes of HTML, such as `alt`, are units.",
    )
    .with_default("no"),
    Parameter::new(
        "numeric-cells",
        YES_NO,
        "Numbers and dates of cells of XLSX, ODS, CSV and TSV are units.",
    )
    .with_default("no"),
    Parameter::new(
        "rule-set",
        ParameterType::Text,
        "The bundled ITS rules for XML, such as `dita`, `auto` or `none`; `auto` if it is translated.",
    ),
    Parameter::new(
        "columns",
        ParameterType::Text,
        "The columns of CSV and TSV, such as `source=English,target=German`.",
    ),
];

const YES_NO: ParameterType = ParameterType::Word(&["yes", "no"]);

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
    /// The format of the input: one of documents, or of RDF, which then holds NIF.
    pub informat: Format,
    /// The format of the answer: one of RDF or of [`export`](crate::export()), or that of the input if it can come back.
    pub outformat: Format,
    /// The name of a stored filter: the answer is then what it selects from the NIF.
    pub filter: Option<String>,
    /// The format of the results of a filter; CSV if it is not given. Without a filter there is no CSV.
    pub results: Option<ResultFormat>,
    /// The encoding that the transport declares.
    pub charset: Option<Encoding>,
    /// The language of the text, if the caller gives one.
    pub language: Option<Language>,
    /// The options of e-Entity.
    pub recognition: EntityOptions,
    /// The prefix of the IRIs of the document; the engine's setting if it is not given.
    pub prefix: Option<String>,
    /// The version of NIF that is written for a document.
    pub version: Version,
    /// The options of writing the document back.
    pub encode: EncodeOptions,
    /// The name of a stored markup profile, in place of that of [`encode`](Request::encode).
    pub stored_profile: Option<String>,
    /// `true` if a document in another language than English may be returned as itself, against rule 3 of
    /// the interface.
    pub any_language: bool,
    /// `true` if XLIFF and ODT may be returned as themselves; rule 3 of the interface allows HTML and XML
    /// only.
    pub any_format: bool,
    /// The meaning of references to unknown entities in XML.
    pub unknown_entities: UnknownEntities,
    /// The meaning of bytes that are invalid in the encoding of plain text and of formats of strings.
    pub invalid_bytes: InvalidBytes,
    /// `true` if the values of translatable attributes of HTML are units.
    pub translatable_attributes: bool,
    /// `true` if the numbers and dates of cells of spreadsheets and tables are units.
    pub numeric_cells: bool,
    /// The bundled ITS rules for XML. Without one, those for the root element are taken if the document is translated or
    /// written with a markup profile, and none otherwise.
    pub rule_set: Option<RuleSet>,
    /// The columns of a table in CSV or TSV, in place of those with usual names.
    pub columns: Option<Columns>,
    /// `true` if a string of NIF that is wrong is an error; else it is left out, and
    /// [`Reply::skipped`] names it.
    pub strict: bool,
    /// NIF that was read already: then the input does not count.
    pub(crate) graph: Option<Graph>,
    /// The memory that the work for it draws on, once that is known.
    pub(crate) memory: Option<Allowance>,
}

impl Request {
    /// Creates a request that is answered in Turtle.
    pub fn new(input: impl Into<Vec<u8>>, informat: Format) -> Request {
        Request {
            input: input.into(),
            informat,
            outformat: Format::Turtle,
            filter: None,
            results: None,
            charset: None,
            language: None,
            recognition: EntityOptions::default(),
            prefix: None,
            version: Version::default(),
            encode: EncodeOptions::default(),
            stored_profile: None,
            any_language: false,
            any_format: false,
            unknown_entities: UnknownEntities::default(),
            invalid_bytes: InvalidBytes::default(),
            translatable_attributes: false,
            numeric_cells: false,
            rule_set: None,
            columns: None,
            strict: false,
            graph: None,
            memory: None,
        }
    }

    /// Sets the format of the answer, with a filter and without.
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

    /// Sets a stored filter, and the format of its results.
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
        self.language = Some(language);
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

    /// Sets the version of NIF that is written for a document.
    #[must_use]
    pub fn with_version(mut self, version: Version) -> Request {
        self.version = version;
        self
    }

    /// Allows XLIFF and ODT to be returned as themselves, or not.
    ///
    /// ```
    /// use glossweave::entity::Dictionary;
    /// use glossweave::{Caller, Engine, ErrorKind, Format, Request, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let entities = engine.session(Caller::Anonymous).entities();
    /// let xliff = r#"<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
    ///   <file source-language="en" original="a.txt" datatype="plaintext">
    ///     <body><trans-unit id="1"><source>To Cork</source></trans-unit></body></file></xliff>"#;
    /// let request = Request::new(xliff, Format::Xliff).output(Format::Xliff);
    /// let error = entities.enrich("places", request.clone()).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Invalid);
    /// let reply = entities.enrich("places", request.with_any_format(true))?;
    /// assert!(String::from_utf8_lossy(&reply.bytes).contains("http://example.org/cork"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    #[must_use]
    pub fn with_any_format(mut self, any: bool) -> Request {
        self.any_format = any;
        self
    }

    /// Sets whether the numbers and dates of cells of spreadsheets and tables are units.
    ///
    /// ```
    /// let table = glossweave::Request::new("Cork,1985\n", glossweave::Format::Csv);
    /// assert!(table.with_numeric_cells(true).numeric_cells);
    /// ```
    #[must_use]
    pub fn with_numeric_cells(mut self, are_units: bool) -> Request {
        self.numeric_cells = are_units;
        self
    }

    /// Sets the bundled ITS rules for XML.
    ///
    /// ```
    /// use glossweave::format::RuleSet;
    /// let strings = glossweave::Request::new("<resources/>", glossweave::Format::Xml);
    /// assert_eq!(strings.with_rule_set(RuleSet::None).rule_set, Some(RuleSet::None));
    /// ```
    #[must_use]
    pub fn with_rule_set(mut self, rules: RuleSet) -> Request {
        self.rule_set = Some(rules);
        self
    }

    /// Sets the columns of a table in CSV or TSV.
    ///
    /// ```
    /// let table = glossweave::Request::new("a,b\n", glossweave::Format::Csv);
    /// assert!(table.with_columns("source=b".parse().unwrap()).columns.is_some());
    /// ```
    #[must_use]
    pub fn with_columns(mut self, columns: Columns) -> Request {
        self.columns = Some(columns);
        self
    }

    /// Returns the answer of a filter.
    pub(super) fn filtered(&self, bytes: Vec<u8>) -> Reply {
        let results = Some(self.results.unwrap_or_default());
        Reply { results, ..Reply::new(bytes, self.outformat) }
    }

    /// Reads the NIF of a graph; strings that are wrong are left out unless the request is strict.
    pub(crate) fn understand(&self, graph: Graph) -> Result<Nif> {
        match self.strict {
            true => Nif::from_graph(graph),
            false => Nif::from_graph_lenient(graph),
        }
    }

    /// Returns the parameters of every service: those of a request, without those that choose entities.
    ///
    /// ```
    /// use glossweave::Request;
    /// let strict = Request::parameters().find(|one| one.name == "strict").unwrap();
    /// assert_eq!((strict.value.words(), strict.default), (["yes", "no"].as_slice(), Some("no")));
    /// ```
    pub fn parameters() -> impl Iterator<Item = &'static Parameter> {
        READING.iter().chain(&WRITING).chain(EncodeOptions::PARAMETERS)
    }

    /// The names that [`Request::set`] accepts.
    pub const NAMES: &[&str] =
        &names::<29>(&[&READING, EntityOptions::PARAMETERS, &WRITING, EncodeOptions::PARAMETERS]);

    /// Sets a parameter by its name: one of [`EntityOptions::set`] and [`EncodeOptions::set`], or `informat` and
    /// `outformat` (a name or media type, also of results, such as `csv`, which need a filter), `filter` (the name of a
    /// stored one), `charset` (a label), `language` (a tag), `prefix` (an IRI), `nif-version`, `any-language`,
    /// `any-format`, `strict`, `translatable-attributes` and `numeric-cells` (`yes` or `no`), `unknown-entities`, `invalid-bytes` and
    /// `columns` (as their types are parsed). `profile` may be the name of a [stored one](crate::stored_profile).
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` for a name or value that is not known, and `ErrorKind::Unsupported` for a
    /// format or encoding that is not. The error has the name as its parameter.
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
                // Which of the two counts is known when the request is complete.
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
            "charset" => self.charset = Some(value.parse()?),
            "language" => self.language = Some(value.parse()?),
            "prefix" => self.prefix = Some(value.to_owned()),
            "nif-version" => self.version = value.parse()?,
            "any-language" => self.any_language = yes(value).map_err(named)?,
            "any-format" => self.any_format = yes(value).map_err(named)?,
            "strict" => self.strict = yes(value).map_err(named)?,
            "unknown-entities" => self.unknown_entities = value.parse()?,
            "invalid-bytes" => self.invalid_bytes = value.parse()?,
            "translatable-attributes" => {
                self.translatable_attributes = yes(value).map_err(named)?
            }
            "numeric-cells" => self.numeric_cells = yes(value).map_err(named)?,
            "rule-set" => self.rule_set = Some(value.parse()?),
            "columns" => self.columns = Some(value.parse()?),
            _ if EntityOptions::NAMES.contains(&name) => self.recognition.set(name, value)?,
            "profile" => match value.parse() {
                Ok(profile) => self.encode.profile = Some(profile),
                Err(_) if !value.contains('{') => self.stored_profile = Some(value.to_owned()),
                Err(error) => return Err(error),
            },
            _ if EncodeOptions::NAMES.contains(&name) => self.encode.set(name, value)?,
            _ => return Err(Error::no_option(name, Request::NAMES)),
        }
        Ok(())
    }
}
