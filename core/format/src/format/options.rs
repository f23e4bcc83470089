//! Options set by name, for applications that have them as strings.

use std::str::FromStr;
use std::sync::Arc;

use super::{DecodeOptions, EncodeOptions, OnParent, SetLang, Verify, WriteTranslations};
use crate::its::Folder;
use glossweave_base::allowance::number_of_bytes;
use glossweave_base::error::{Error, Result};

impl FromStr for Verify {
    type Err = Error;

    /// Parses `on` or `off`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `verify`, for another word.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::format::Verify;
    /// assert_eq!("off".parse::<Verify>()?, Verify::Off);
    /// let error = "no".parse::<Verify>().unwrap_err();
    /// assert_eq!(error.message(), "no verification `no`, expected one of on, off");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    fn from_str(word: &str) -> Result<Verify> {
        match word {
            "on" => Ok(Verify::On),
            "off" => Ok(Verify::Off),
            _ => {
                Err(Error::no_such("verification", word, "one of on, off").with_parameter("verify"))
            }
        }
    }
}

impl FromStr for OnParent {
    type Err = Error;

    /// Parses `never`, `when-needed` or `preferred`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `on-parent`, for another word.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::format::OnParent;
    /// assert_eq!("preferred".parse::<OnParent>()?, OnParent::Preferred);
    /// let error = "always".parse::<OnParent>().unwrap_err();
    /// assert_eq!(error.parameter(), Some("on-parent"));
    /// assert!(error.message().ends_with("expected one of never, when-needed, preferred"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    fn from_str(word: &str) -> Result<OnParent> {
        match word {
            "never" => Ok(OnParent::Never),
            "when-needed" => Ok(OnParent::WhenNeeded),
            "preferred" => Ok(OnParent::Preferred),
            _ => {
                let known = "one of never, when-needed, preferred";
                Err(Error::no_such("rule for parents", word, known).with_parameter("on-parent"))
            }
        }
    }
}

impl FromStr for WriteTranslations {
    type Err = Error;

    /// Parses `off` or `write`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `translations`, for another word.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::format::WriteTranslations;
    /// assert_eq!("write".parse::<WriteTranslations>()?, WriteTranslations::Write);
    /// assert!("on".parse::<WriteTranslations>().is_err());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    fn from_str(word: &str) -> Result<WriteTranslations> {
        match word {
            "off" => Ok(WriteTranslations::Off),
            "write" => Ok(WriteTranslations::Write),
            _ => {
                let error = Error::no_such("way with translations", word, "one of off, write");
                Err(error.with_parameter("translations"))
            }
        }
    }
}

impl FromStr for SetLang {
    type Err = Error;

    /// Parses `never` or `always`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `set-lang`, for another word.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::format::SetLang;
    /// assert_eq!("always".parse::<SetLang>()?, SetLang::Always);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    fn from_str(word: &str) -> Result<SetLang> {
        match word {
            "never" => Ok(SetLang::Never),
            "always" => Ok(SetLang::Always),
            _ => {
                let error = Error::no_such("rule for languages", word, "one of never, always");
                Err(error.with_parameter("set-lang"))
            }
        }
    }
}

impl DecodeOptions {
    /// The names that [`DecodeOptions::set`] accepts.
    pub const NAMES: &[&str] = &[
        "charset",
        "language",
        "max-bytes",
        "rules",
        "rule-set",
        "rules-folder",
        "base",
        "parameter",
        "unknown-entities",
    ];

    /// Sets an option by name: `charset` to a label, `language` to a tag, `max-bytes` to a number;
    /// `rules` to a document with ITS rules (repeatable), `rule-set` to the name of a
    /// [`RuleSet`](super::RuleSet), `rules-folder` to the folder of linked rules and records,
    /// `base` to the path of the source within it, `parameter` to `NAME=VALUE` of a variable in
    /// selectors (repeatable), `unknown-entities` to a word for [`UnknownEntities`](super::UnknownEntities).
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` for an unknown name or value, `ErrorKind::Unsupported` for an unknown
    /// encoding, and `ErrorKind::NotFound` for a folder that does not exist; the error has the name as
    /// its parameter.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::DecodeOptions;
    /// let mut options = DecodeOptions::default();
    /// options.set("charset", "latin1")?;
    /// assert_eq!(options.charset.unwrap().name(), "windows-1252");
    /// let error = options.set("max-bytes", "many").unwrap_err();
    /// assert_eq!(error.message(), "no number of bytes `many`, expected digits");
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "charset" => self.charset = Some(value.parse()?),
            "language" => self.language = Some(value.parse()?),
            "max-bytes" => self.max_bytes = number_of_bytes(value)?,
            "rules" => self.its.rules.push(value.into()),
            "rule-set" => self.rule_set = Some(value.parse()?),
            "rules-folder" => {
                let folder = Folder::new(value).map_err(|error| {
                    let message = format!("{}, expected one that can be read", error.message());
                    Error::new(error.kind(), message).because(error).with_parameter(name)
                })?;
                self.its.resolver = Some(Arc::new(folder));
            }
            "base" => self.its.base = value.to_owned(),
            "parameter" => {
                let (name, value) = value.split_once('=').ok_or_else(|| {
                    Error::no_such("parameter", value, "`NAME=VALUE`").with_parameter("parameter")
                })?;
                self.its.parameters.push((name.to_owned(), value.to_owned()));
            }
            "unknown-entities" => self.unknown_entities = value.parse()?,
            _ => return Err(Error::no_option(name, DecodeOptions::NAMES)),
        }
        Ok(())
    }
}

/// The states of targets in XLIFF 1.2 (clause 2.3), followed by the additional states of segments in 2.x.
const STATES: &[&str] = &[
    "final",
    "needs-adaptation",
    "needs-l10n",
    "needs-review-adaptation",
    "needs-review-l10n",
    "needs-review-translation",
    "needs-translation",
    "new",
    "signed-off",
    "translated",
    "initial",
    "reviewed",
];

impl EncodeOptions {
    /// The names that [`EncodeOptions::set`] accepts.
    pub const NAMES: &[&str] =
        &["verify", "on-parent", "translations", "set-lang", "target-state", "max-output-bytes"];

    /// Sets an option by name. The words are those of [`Verify`], [`OnParent`], [`WriteTranslations`]
    /// and [`SetLang`]; `target-state` is a state of targets in XLIFF 1.2 or of segments in 2.x, or
    /// a custom word that begins with `x-`; `max-output-bytes` is a number.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` for an unknown name or value.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::EncodeOptions;
    /// use glossweave::format::Verify;
    /// let mut options = EncodeOptions::default();
    /// options.set("verify", "off")?;
    /// assert_eq!(options.verify, Verify::Off);
    /// assert_eq!(options.set("colour", "red").unwrap_err().parameter(), Some("colour"));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "verify" => self.verify = value.parse()?,
            "on-parent" => self.on_parent = value.parse()?,
            "translations" => self.translations = value.parse()?,
            "set-lang" => self.set_lang = value.parse()?,
            "max-output-bytes" => {
                let bytes = number_of_bytes(value).map_err(|error| error.with_parameter(name))?;
                self.max_output_bytes = Some(bytes);
            }
            "target-state" => {
                let own = value.strip_prefix("x-").is_some_and(|rest| !rest.is_empty());
                if !own && !STATES.contains(&value) {
                    let expected = format!("one of {}, or `x-…`", STATES.join(", "));
                    return Err(Error::no_such("state", value, &expected).with_parameter(name));
                }
                self.target_state = Some(value.into());
            }
            _ => return Err(Error::no_option(name, EncodeOptions::NAMES)),
        }
        Ok(())
    }
}
