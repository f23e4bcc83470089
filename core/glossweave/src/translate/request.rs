//! Requests to e-Translation, and its answers.

use crate::request::Request;
use glossweave_base::error::Result;
use glossweave_base::options::required;
use glossweave_translate::{QualityIssue, SegmentStatus, TranslationOptions};

/// A document to translate, and the options of the answer.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct TranslationRequest {
    /// The options of the translation.
    pub wanted: TranslationOptions,
    /// The document, and the format of the answer. If this is a document format, the answer is the
    /// translated document when `translations` is `write`, and otherwise the original document
    /// (e-Internationalization, rule 3).
    pub request: Request,
}

impl TranslationRequest {
    /// Creates a request to translate a document.
    ///
    /// ```
    /// use glossweave::translate::{TranslationOptions, TranslationRequest};
    /// use glossweave::{Format, Request};
    /// let wanted = TranslationOptions::new("en".parse()?, "es".parse()?);
    /// let request = TranslationRequest::new(wanted, Request::new("Good morning", Format::Text));
    /// assert_eq!(request.wanted.target.as_str(), "es");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// If a file specifies its target language, it is not translated into another language:
    ///
    /// ```
    /// use glossweave::translate::{System, TranslationMemory, TranslationOptions, TranslationRequest};
    /// use glossweave::{Caller, EncodeOptions, Engine, ErrorKind, Format, Request, Settings};
    /// let system = System::new("phrases", "en".parse()?, "es".parse()?);
    /// let memory = TranslationMemory::builder().build()?;
    /// let engine = Engine::builder(Settings::default()).translator("memory", system, memory).open()?;
    /// let translations = engine.session(Caller::Anonymous).translations();
    /// let xliff = r#"<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
    ///   <file source-language="en" target-language="de" original="a.txt" datatype="plaintext">
    ///     <body><trans-unit id="1"><source>Yes</source></trans-unit></body></file></xliff>"#;
    /// let wanted = TranslationOptions::new("en".parse()?, "es".parse()?);
    /// let mut file = Request::new(xliff, Format::Xliff).output(Format::Xliff);
    /// file.any_format = true;
    /// let encode = EncodeOptions { translations: true, ..EncodeOptions::default() };
    /// file.encode = encode;
    /// let request = |wanted| TranslationRequest::new(wanted, file.clone());
    /// let error = translations.enrich("memory", request(wanted.clone())).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("target-lang")));
    /// assert!(translations.enrich("memory", request(TranslationOptions { any_target: true, ..wanted })).is_ok());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn new(wanted: TranslationOptions, request: Request) -> TranslationRequest {
        TranslationRequest { wanted, request }
    }

    /// Creates a request from names and values: the options of [`TranslationOptions::set`], of
    /// which `target-lang` is required, and the parameters of [`Request::set`], except the options
    /// of e-Entity.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, for a missing, unknown or invalid
    /// option, and `ErrorKind::Unsupported` for an unknown format or encoding.
    ///
    /// ```
    /// use glossweave::translate::TranslationRequest;
    /// use glossweave::{Format, Request};
    /// let request = Request::new("<p>Hello", Format::Html);
    /// let languages = [("source-lang", "en"), ("target-lang", "es")];
    /// let request = TranslationRequest::from_pairs(request, languages)?;
    /// assert_eq!(request.wanted.target.as_str(), "es");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    ///
    /// ```
    /// use glossweave::translate::TranslationRequest;
    /// use glossweave::{ErrorKind, Format, Request};
    /// let request = Request::new("<p>Hello", Format::Html);
    /// let error = TranslationRequest::from_pairs(request.clone(), [("source-lang", "en")]).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("target-lang")));
    /// let pairs = [("target-lang", "es"), ("outformat", "rtf")];
    /// let error = TranslationRequest::from_pairs(request, pairs).unwrap_err();
    /// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Unsupported, Some("outformat")));
    /// ```
    pub fn from_pairs<'p>(
        request: Request,
        pairs: impl IntoIterator<Item = (&'p str, &'p str)>,
    ) -> Result<TranslationRequest> {
        let pairs: Vec<(&str, &str)> = pairs.into_iter().collect();
        let wanted = TranslationOptions::from_any(required("target-lang", &pairs)?);
        let mut translation = TranslationRequest { wanted, request };
        pairs.into_iter().try_for_each(|(name, value)| translation.set(name, value))?;
        Ok(translation)
    }

    /// Sets a parameter by its name: an option of [`TranslationOptions`], or a parameter of [`Request::set`] except
    /// [`EntityOptions`](glossweave_entity::EntityOptions).
    ///
    /// # Errors
    ///
    /// Returns the errors of these functions.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match Request::has_option(name) {
            true => self.request.set(name, value),
            false => self.wanted.set(name, value),
        }
    }
}

/// The findings of a translation.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct TranslationFindings {
    /// The status of each sentence that has letters.
    pub segments: Vec<SegmentStatus>,
    /// The issues that [checks](glossweave_translate::check_translation) find in the translations.
    /// Byte spans of `source` refer to the text of the document, or of its context of NIF. Byte
    /// spans of `target` refer to the translation.
    pub issues: Vec<QualityIssue>,
}
