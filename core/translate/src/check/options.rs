//! The options of checks.

use super::issue::IssueType;
use super::term::{TermRule, TermRules, read_rules};
use crate::options::language;
use glossweave_base::error::{Error, Result};
use glossweave_base::options::list;
use glossweave_base::provider::{Parameter, ParameterType, names};
use glossweave_base::text::Language;

/// The options of checks of translations.
#[non_exhaustive]
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// The language of the texts; that of the document if it is not given.
    pub source: Option<Language>,
    /// The language of the translations; that of the document if it is not given.
    pub target: Option<Language>,
    /// The types of issues that are not reported.
    pub left_out: Vec<IssueType>,
    /// The minimum severity that is reported, from 0 to 100.
    pub min_severity: u8,
    pub(super) terms: TermRules,
}

impl CheckOptions {
    /// The options, in a table.
    pub const PARAMETERS: &[Parameter] = &[
        Parameter::new("source-lang", ParameterType::Language, "The language of the texts."),
        Parameter::new("target-lang", ParameterType::Language, "The language of the translations."),
        Parameter::new(
            "leave-out",
            ParameterType::List,
            "The types of issues that are not reported, separated by commas.",
        ),
        Parameter::new(
            "min-severity",
            ParameterType::Range(0, 100),
            "The minimum severity of issues that are reported.",
        )
        .with_default("0"),
        Parameter::new(
            "terms",
            ParameterType::Text,
            "A table in CSV with the columns `source`, `target` and, for terms that may not be used, `status` \
             with the value `forbidden`.",
        ),
    ];

    /// The names that [`CheckOptions::set`] accepts.
    pub const NAMES: &[&str] = &names::<5>(&[CheckOptions::PARAMETERS]);

    /// Creates the options for two languages.
    pub fn new(source: Language, target: Language) -> CheckOptions {
        CheckOptions { source: Some(source), target: Some(target), ..CheckOptions::default() }
    }

    /// Sets an option by its name: `source-lang` and `target-lang` to tags, `leave-out` to types of issues,
    /// separated by commas, `min-severity` to a number from 0 to 100, `terms` to a table in CSV.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, for a name or value that is not known, and
    /// `ErrorKind::Malformed`, with its place, for a table of terms that is none.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "source-lang" => self.source = Some(language(name, value)?),
            "target-lang" => self.target = Some(language(name, value)?),
            "leave-out" => {
                let types = list(value).iter().map(|word| word.parse()).collect::<Result<_>>();
                self.left_out = types.map_err(|error| error.with_parameter(name))?;
            }
            "min-severity" => {
                let number = value.parse().ok().filter(|number| *number <= 100);
                let wrong = || Error::no_such("value", value, "a number from 0 to 100");
                self.min_severity = number.ok_or_else(|| wrong().with_parameter(name))?;
            }
            "terms" => {
                self.terms = read_rules(value).map_err(|error| error.with_parameter(name))?;
            }
            _ => return Err(Error::no_option(name, CheckOptions::NAMES)),
        }
        Ok(())
    }

    /// Creates the options from names and values.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`CheckOptions::set`].
    pub fn from_fields<'f>(
        fields: impl IntoIterator<Item = (&'f str, &'f str)>,
    ) -> Result<CheckOptions> {
        let mut options = CheckOptions::default();
        fields.into_iter().try_for_each(|(name, value)| options.set(name, value))?;
        Ok(options)
    }

    /// Adds a term that has to be translated so: the translation of a text that has `source` must have `target`.
    #[must_use]
    pub fn with_term(mut self, source: &str, target: &str) -> CheckOptions {
        self.terms.push(TermRule::wanted(source, target));
        self
    }
}
