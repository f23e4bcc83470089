//! The options of files in XLIFF that are made from documents.

use std::fmt;
use std::str::FromStr;

use crate::options::language;
use glossweave_base::error::{Error, Result};
use glossweave_base::provider::{Parameter, ParameterType, names};
use glossweave_base::text::{Language, yes};

/// A version of XLIFF that is written.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum XliffVersion {
    /// [Version 1.2](https://docs.oasis-open.org/xliff/xliff-core/xliff-core.html).
    V1_2,
    /// [Version 2.1](https://docs.oasis-open.org/xliff/xliff-core/v2.1/xliff-core-v2.1.html).
    #[default]
    V2_1,
}

const VERSIONS: &[&str] = &["1.2", "2.1"];

impl fmt::Display for XliffVersion {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            XliffVersion::V1_2 => "1.2",
            XliffVersion::V2_1 => "2.1",
        })
    }
}

impl FromStr for XliffVersion {
    type Err = Error;

    /// Parses `1.2` or `2.1`. Returns `ErrorKind::Invalid` with the parameter `xliff-version` for another text.
    fn from_str(text: &str) -> Result<XliffVersion> {
        match text {
            "1.2" => Ok(XliffVersion::V1_2),
            "2.1" => Ok(XliffVersion::V2_1),
            _ => {
                let error = Error::no_such("version of XLIFF", text, &VERSIONS.join(", "));
                Err(error.with_parameter("xliff-version"))
            }
        }
    }
}

/// The options of a file in XLIFF that is made from a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XliffOptions {
    /// The language of the text. If it is not given, that of the document, else the one that is identified.
    pub source: Option<Language>,
    /// The target language.
    pub target: Language,
    /// The version of XLIFF.
    pub version: XliffVersion,
    /// The name of the document. If it is not given, `input` with the extension of its format.
    pub original: Option<String>,
    /// `true` if the bytes of the document are in the file, as its skeleton; else only their digest is.
    pub embeds_source: bool,
}

impl XliffOptions {
    /// The options, in a table.
    pub const PARAMETERS: &[Parameter] = &[
        Parameter::new("source-lang", ParameterType::Language, "The language of the input."),
        Parameter::new("target-lang", ParameterType::Language, "The language that is wanted.")
            .required(),
        Parameter::new("xliff-version", ParameterType::Word(VERSIONS), "The version of XLIFF.")
            .with_default("2.1"),
        Parameter::new("original", ParameterType::Text, "The name of the input."),
        Parameter::new(
            "embed",
            ParameterType::Word(&["yes", "no"]),
            "`yes` if the input is in the file, so that translations can be merged without it.",
        )
        .with_default("yes"),
    ];

    /// The names that [`XliffOptions::set`] accepts.
    pub const NAMES: &[&str] = &names::<5>(&[XliffOptions::PARAMETERS]);

    /// Creates options for a target language.
    pub fn new(target: Language) -> XliffOptions {
        XliffOptions {
            source: None,
            target,
            version: XliffVersion::default(),
            original: None,
            embeds_source: true,
        }
    }

    /// Creates options from names and values, of which `target-lang` is required.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, for what is missing, not known or wrong.
    pub fn from_fields<'f>(
        fields: impl IntoIterator<Item = (&'f str, &'f str)>,
    ) -> Result<XliffOptions> {
        let fields: Vec<(&str, &str)> = fields.into_iter().collect();
        let name = "target-lang";
        let missing = || Error::invalid(format!("`{name}` is missing")).with_parameter(name);
        let (_, target) =
            fields.iter().rev().find(|(given, _)| *given == name).ok_or_else(missing)?;
        let mut options = XliffOptions::new(language(name, target)?);
        fields.iter().try_for_each(|(name, value)| options.set(name, value))?;
        Ok(options)
    }

    /// Sets the language of the text.
    #[must_use]
    pub fn with_source(mut self, language: Language) -> XliffOptions {
        self.source = Some(language);
        self
    }

    /// Sets the version.
    #[must_use]
    pub fn with_version(mut self, version: XliffVersion) -> XliffOptions {
        self.version = version;
        self
    }

    /// Sets an option by its name.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, for a name or value that is not known.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "source-lang" => self.source = Some(language(name, value)?),
            "target-lang" => self.target = language(name, value)?,
            "xliff-version" => self.version = value.parse()?,
            "original" => self.original = Some(value.to_owned()).filter(|name| !name.is_empty()),
            "embed" => {
                self.embeds_source = yes(value).map_err(|error| error.with_parameter(name))?;
            }
            _ => return Err(Error::no_option(name, XliffOptions::NAMES)),
        }
        Ok(())
    }
}
