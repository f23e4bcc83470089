//! The options for writing XLIFF files.

use std::fmt;
use std::str::FromStr;

use glossweave_base::error::{Error, Result};
use glossweave_base::options::{YES_NO, required};
use glossweave_base::text::Language;
use glossweave_base::{option_values, request_options};

/// A version of XLIFF for writing.
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

    /// Parses `1.2` or `2.1`. Returns `ErrorKind::Invalid` with the parameter `xliff-version` for any other
    /// text.
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

request_options! {
    /// The options for writing an XLIFF file from a document.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct XliffOptions no from_pairs {
        /// The language of the text. By default, the language of the document, or else the detected language.
        pub source: Option<Language> => "source-lang": Language,
        /// The target language.
        pub target: Language => "target-lang": Language is required,
        /// The version of XLIFF.
        pub version: XliffVersion => "xliff-version": Word(VERSIONS) default "2.1",
        /// The name of the document. By default, `input` with the extension of the format.
        pub original: Option<String> => "original": Text,
        /// Include the bytes of the document in the file, as its skeleton, so that translations can be merged
        /// without the document. If disabled, only a digest of the bytes is included.
        pub embeds_source: bool => "embed": Word(YES_NO) default "yes",
    }
}

option_values!(XliffVersion);

impl XliffOptions {
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

    /// Creates options from names and values. `target-lang` is required.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, if an option is missing, unknown or invalid.
    pub fn from_pairs<'f>(
        pairs: impl IntoIterator<Item = (&'f str, &'f str)>,
    ) -> Result<XliffOptions> {
        let pairs: Vec<(&str, &str)> = pairs.into_iter().collect();
        let mut options = XliffOptions::new(required("target-lang", &pairs)?);
        pairs.iter().try_for_each(|(name, value)| options.set(name, value))?;
        Ok(options)
    }
}
