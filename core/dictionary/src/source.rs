//! Tables as sources of a dictionary.

use std::fmt;
use std::io::Read;

use super::{DictionaryBuilder, csv};
use glossweave_base::error::Result;
use glossweave_base::progress::Watch;

impl DictionaryBuilder {
    /// Adds the rows of a UTF-8 table. Commas, tabs, semicolons and bars are supported as delimiters; the
    /// most frequent of them in the header is used. Fields are quoted as in RFC 4180.
    ///
    /// The header contains the names of the columns in any order: `uri` and `label`, and optionally
    /// `language`, `type` (IRIs separated by spaces or `|`) and `weight` (1 if empty). Other columns are
    /// ignored. A line before the header can specify the delimiter, for example `sep=;`.
    ///
    /// Invalid rows are skipped: see [`DictionaryBuilder::skipped`].
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed), with the location of the
    /// first row, if there are rows and none is valid,
    /// [`ErrorKind::TooLarge`](glossweave_base::ErrorKind::TooLarge) if the dictionary is too large or a row
    /// has more than 16 MiB, and [`ErrorKind::Unavailable`](glossweave_base::ErrorKind::Unavailable) if
    /// `input` cannot be read. In all of these cases, the builder is dropped.
    pub fn csv(self, input: impl Read) -> Result<DictionaryBuilder> {
        self.csv_watched(input, &mut |_| Ok(()))
    }

    /// Adds the rows of a table like [`DictionaryBuilder::csv`], and reports the progress to
    /// `watch`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`DictionaryBuilder::csv`] and the errors of `watch`.
    pub fn csv_watched(
        mut self,
        input: impl Read,
        watch: &mut Watch<'_>,
    ) -> Result<DictionaryBuilder> {
        csv::read(&mut self, input, watch)?;
        Ok(self)
    }
}

impl fmt::Debug for DictionaryBuilder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("DictionaryBuilder").finish_non_exhaustive()
    }
}
