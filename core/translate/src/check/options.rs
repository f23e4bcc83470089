//! The options of checks.

use super::issue::IssueType;
use super::term::{TermRule, TermRules, read_rules};
use glossweave_base::error::Result;
use glossweave_base::text::Language;
use glossweave_base::{option_values, request_options};

request_options! {
    /// The options of checks of translations.
    #[non_exhaustive]
    #[derive(Clone, Debug, Default)]
    pub struct CheckOptions {
        /// The language of the texts. By default, the language of the document.
        pub source: Option<Language> => "source-lang": Language,
        /// The language of the translations. By default, the target language of the document.
        pub target: Option<Language> => "target-lang": Language,
        /// The types of issues that are not reported.
        pub left_out: Vec<IssueType> => "leave-out": List,
        /// The minimum severity that is reported.
        pub min_severity: u8 => "min-severity": Range(0, 100) default "0",
        /// A table in CSV with the columns `source`, `target` and, for terms that may not be used, `status` with the value
        /// `forbidden`.
        pub(super) terms: TermRules => "terms": File with read_terms,
    }
}

option_values!(IssueType);

fn read_terms(terms: &mut TermRules, value: &str) -> Result<()> {
    *terms = read_rules(value)?;
    Ok(())
}

impl CheckOptions {
    /// Creates the options for two languages.
    pub fn new(source: Language, target: Language) -> CheckOptions {
        CheckOptions { source: Some(source), target: Some(target), ..CheckOptions::default() }
    }

    /// Adds a term that has to be translated so: the translation of a text that has `source` must have `target`.
    #[must_use]
    pub fn with_term(mut self, source: &str, target: &str) -> CheckOptions {
        self.terms.push(TermRule::wanted(source, target));
        self
    }
}
