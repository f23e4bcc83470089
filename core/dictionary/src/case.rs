//! The case of labels that do not specify a case.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::common_words::{CommonWords, Commonness, Languages};
use super::entry_log::LogPart;
use super::{Dictionary, DictionaryBuilder};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::progress::Reporter;
use glossweave_base::words::{LabelCase, fold_token};

/// A vocabulary is treated as a list of terms if at least one in this many labels is a term.
const TERMS: usize = 4;
/// A vocabulary is treated as a list of non-name words if at least one in this many labels is such
/// a word.
const NEVER_ALONE: usize = 2;

impl DictionaryBuilder {
    /// Sets the case of labels that are added after this call and do not specify a case. Default:
    /// [`LabelCase::Auto`].
    #[must_use]
    pub fn with_case(mut self, case: LabelCase) -> DictionaryBuilder {
        self.case = case;
        self
    }

    /// Adds words that are not names by themselves, in addition to the built-in words. A label that consists
    /// of such a word is not found, unless the case of the label is specified.
    #[must_use]
    pub fn with_never_alone(mut self, words: &[impl AsRef<str>]) -> DictionaryBuilder {
        self.never_alone.extend(words.iter().map(|word| {
            let mut folded = String::new();
            fold_token(word.as_ref().trim(), &mut folded);
            folded
        }));
        self
    }

    /// Counts the words of a UTF-8 text to detect common words, in addition to the built-in words. A word is
    /// common if it occurs at least three times in lower case, and more often than with a capital that is not
    /// explained by its position.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unavailable`](glossweave_base::ErrorKind::Unavailable) if `input` cannot be read.
    pub fn corpus(mut self, input: impl Read) -> Result<DictionaryBuilder> {
        self.counts.read(input)?;
        Ok(self)
    }

    /// Counts the words of a file like [`DictionaryBuilder::corpus`].
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if the file cannot be opened, and the errors of
    /// [`DictionaryBuilder::corpus`].
    pub fn corpus_file(self, path: impl AsRef<Path>) -> Result<DictionaryBuilder> {
        let path = path.as_ref();
        let file = File::open(path).map_err(|cause| {
            let message = format!("`{}` cannot be read: {cause}", path.display());
            Error::new(ErrorKind::Storage, message).because(cause).with_parameter("corpus")
        })?;
        self.corpus(file)
    }

    /// Returns the case for names of concepts, or `None` if another case was set.
    #[cfg(feature = "rdf")]
    pub(crate) fn case_of_terms(&self) -> Option<LabelCase> {
        (self.case == LabelCase::Auto).then_some(LabelCase::Term)
    }

    /// Decides how each label of a part is found. Returns the number of labels that are common words, and
    /// the number of labels that are never found alone.
    pub(super) fn settle(
        &self,
        part: &mut LogPart<'_>,
        reporter: &mut Reporter<'_, '_>,
    ) -> Result<[u64; 2]> {
        let has_names = self.terms * TERMS < self.entries.len();
        let tags = self.languages.lines();
        let tags = String::from_utf8_lossy(&tags);
        let languages: Vec<Languages> = tags.lines().map(|tag| Languages::of(Some(tag))).collect();
        let words = CommonWords { never_alone: &self.never_alone, counts: &self.counts };
        let mut counts = [0; 2];
        for (label, record) in &mut part.records {
            reporter.step()?;
            if !record.is_open() {
                continue;
            }
            let language = record.language().and_then(|number| languages.get(number as usize));
            let language = language.copied().unwrap_or_else(|| Languages::of(None));
            let label = std::str::from_utf8(part.labels.item(*label)).unwrap_or_default();
            let is_term = record.is_open_term(has_names);
            let commonness = if record.is_lower() && !record.is_given_term() {
                match words.judge_lower(label, language) {
                    Commonness::FunctionWord if self.is_about_words => Commonness::Term,
                    Commonness::Common if !is_term => Commonness::Name,
                    Commonness::FunctionWord => Commonness::FunctionWord,
                    _ => Commonness::Term,
                }
            } else if is_term {
                Commonness::Term
            } else if record.may_be_common() {
                match words.judge(label, language) {
                    Commonness::NeverAlone if self.is_about_words => Commonness::Common,
                    commonness => commonness,
                }
            } else {
                Commonness::Name
            };
            match commonness {
                Commonness::Name | Commonness::Term => {}
                Commonness::Common => counts[0] += 1,
                Commonness::NeverAlone | Commonness::FunctionWord => counts[1] += 1,
            }
            record.settle(commonness);
        }
        Ok(counts)
    }

    /// Returns `true` if most labels are never found alone. For example, a list of weekdays is meant to
    /// find exactly such words.
    pub(super) fn has_most_never_alone(&self, [_, never_alone]: [u64; 2]) -> bool {
        never_alone > 0 && never_alone as usize * NEVER_ALONE >= self.entries.len()
    }
}

impl Dictionary {
    /// Returns the number of entries whose label is a common word. They are found only with a capital first
    /// letter that is not explained by its position ([`LabelCase::Name`]).
    pub fn common_entries(&self) -> usize {
        self.index_file.common()[0] as usize
    }

    /// Returns the number of entries whose label is a word that is never a name by itself. These entries are
    /// not found.
    pub fn never_alone_entries(&self) -> usize {
        self.index_file.common()[1] as usize
    }
}
