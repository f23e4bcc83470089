//! Options for writing, which can also be set by name.

use std::str::FromStr;

use super::markup_profile::MarkupProfile;
use glossweave_base::allowance::{Allowance, number_of_bytes};
use glossweave_base::error::{Error, Result};
use glossweave_base::provider::{Parameter, ParameterType, names};
use glossweave_markup::schema::Schema;

/// Options for writing a document.
#[derive(Clone, Debug, Default)]
pub struct EncodeOptions {
    /// The verification of the result.
    pub verify: Verify,
    /// The condition under which annotations become attributes of an existing element.
    pub on_parent: OnParent,
    /// The handling of translations.
    pub translations: WriteTranslations,
    /// The condition under which the document states the language of a translation.
    pub set_lang: SetLang,
    /// The value of `state` for translated text in XLIFF, such as `translated`; no value is written
    /// if this is `None`.
    pub target_state: Option<Box<str>>,
    /// The maximum size of the result in bytes. The default is 64 times the size of the source with
    /// the annotations, and at least 64 MiB.
    pub max_output_bytes: Option<usize>,
    /// The profile that says which elements annotations are written as in HTML and XML; those of
    /// ITS if this is `None`.
    pub profile: Option<MarkupProfile>,
    /// The schema by which XML stays valid: an annotation that it does not allow is left out and
    /// reported.
    pub schema: Option<Schema>,
    /// The memory allowance of the call, if any.
    #[doc(hidden)]
    pub allowance: Option<Allowance>,
}

/// A mode of verification. The result is read again: the text must be the same, and the annotations
/// those of the source and those that were placed. An annotation for which this fails is left out
/// and reported.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verify {
    /// No verification.
    Off,
    /// Verification by reading the result again. If the markup of the source is not well nested,
    /// the trees that a browser would build are compared too.
    #[default]
    On,
}

/// A condition under which the attributes of an annotation go on an element whose content is
/// exactly the annotated text (ITS 2.0, Annex G, case 1), and not on a new element.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnParent {
    /// Never.
    Never,
    /// Only if no new element is allowed there, as in `title` or `option`.
    #[default]
    WhenNeeded,
    /// Always, if there is such an element.
    Preferred,
}

/// A handling of translations.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WriteTranslations {
    /// No translations are written.
    #[default]
    Off,
    /// Replacement of the text of a unit, or of the whole text of an element, by its translation.
    /// All markup stays. If the translation has the markers of
    /// [`Document::marked_text`](crate::Document::marked_text), the tags go to its markers, else to
    /// proportional positions. [`Encoded::replaced`](crate::Encoded::replaced) lists the changes.
    Write,
}

/// A condition under which elements with a translated text state its language (HTML: `lang`).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetLang {
    /// Never.
    #[default]
    Never,
    /// Always, if an element holds exactly that text.
    Always,
}

impl FromStr for Verify {
    type Err = Error;

    /// Parses `on` or `off`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `verify`, for another word.
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
    /// The options, in a table.
    pub const PARAMETERS: &[Parameter] = &[
        Parameter::new(
            "verify",
            ParameterType::Word(&["on", "off"]),
            "Read a document that is returned again and compare it.",
        )
        .with_default("on"),
        Parameter::new(
            "on-parent",
            ParameterType::Word(&["never", "when-needed", "preferred"]),
            "When annotations go on an element that is there.",
        )
        .with_default("when-needed"),
        Parameter::new(
            "translations",
            ParameterType::Word(&["off", "write"]),
            "Write translations into the document.",
        )
        .with_default("off"),
        Parameter::new(
            "set-lang",
            ParameterType::Word(&["never", "always"]),
            "Write the languages of translations too.",
        )
        .with_default("never"),
        Parameter::new(
            "target-state",
            ParameterType::Text,
            "The state of targets that are written to XLIFF.",
        ),
        Parameter::new(
            "max-output-bytes",
            ParameterType::Integer,
            "The longest answer; what would be longer is refused.",
        )
        .with_unit("bytes"),
        Parameter::new(
            "profile",
            ParameterType::Text,
            "A markup profile for annotations in HTML and XML: the name of a bundled one or, in requests, a stored one, or JSON.",
        ),
    ];

    /// The names that [`EncodeOptions::set`] accepts.
    pub const NAMES: &[&str] = &names::<7>(&[EncodeOptions::PARAMETERS]);

    /// Sets an option by name. The words are those of [`Verify`], [`OnParent`], [`WriteTranslations`]
    /// and [`SetLang`]; `target-state` is a state of targets in XLIFF 1.2 or of segments in 2.x, or
    /// a custom word that begins with `x-`; `max-output-bytes` is a number; `profile` is what
    /// [`MarkupProfile`] is parsed from. `schema` is the text of a [`Schema`]; it is not one of
    /// [`EncodeOptions::NAMES`], as requests of others must not give one.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` for an unknown name or value.
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
            "profile" => self.profile = Some(value.parse()?),
            "schema" => self.schema = Some(value.parse()?),
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
