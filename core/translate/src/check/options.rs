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
        /// The language of the source texts. By default, the language of the document.
        pub source: Option<Language> => "source-lang": Language,
        /// The language of the translations. By default, the target language of the document.
        pub target: Option<Language> => "target-lang": Language,
        /// The types of issues that are not reported. By default, all types are reported.
        pub left_out: Vec<IssueType> => "leave-out": List,
        /// The minimum severity of the issues that are reported, from 0 to 100.
        pub min_severity: u8 => "min-severity": Range(0, 100) default "0",
        /// A term list in CSV with the columns `source`, `target` and, for terms that must not be used,
        /// `status` with the value `forbidden`. By default, terms are not checked.
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

    /// Adds a required term: when a text contains `source`, its translation must contain `target`.
    #[must_use]
    pub fn with_term(mut self, source: &str, target: &str) -> CheckOptions {
        self.terms.push(TermRule::required(source, target));
        self
    }
}
