//! Writes the entries of an import as a table that can be loaded into a dataset.

use std::io::Write;

use super::state::{EntrySink, State};
use crate::EntryExt;
use glossweave_base::csv::TableWriter;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::words::{LabelCase, Pool};
use glossweave_dictionary::{Entry, IriPool};

const COLUMNS: [&str; 7] = ["uri", "label", "language", "type", "weight", "case", "description"];

/// A table of entries.
pub(super) struct EntryTable<W: Write> {
    rows: TableWriter<W>,
    iris: IriPool,
    classes: Pool,
    case: Option<LabelCase>,
    /// For each subject, `true` if its description was already written.
    is_described: Vec<bool>,
}

impl<W: Write> EntryTable<W> {
    /// Writes the header of a table.
    pub fn new(out: W, iris: IriPool, case: LabelCase) -> Result<EntryTable<W>> {
        let mut rows = TableWriter::new(out);
        rows.write(&COLUMNS).map_err(failed)?;
        let case = Some(case).filter(|case| *case != LabelCase::Auto);
        Ok(EntryTable { rows, iris, classes: Pool::default(), case, is_described: Vec::new() })
    }

    /// Flushes the buffer.
    pub fn finish(self) -> Result<()> {
        self.rows.finish().map_err(failed)
    }
}

impl<W: Write> EntrySink for EntryTable<W> {
    fn classes(&mut self, joined: &str) -> u32 {
        self.classes.intern(joined.as_bytes())
    }

    fn add(
        &mut self,
        [subject, classes]: [u32; 2],
        entry: &Entry<'_>,
        state: &State,
    ) -> Result<()> {
        let uri = self.iris.item(subject);
        let mut entry = *entry;
        entry.uri = &uri;
        entry.check()?;
        let number = subject as usize;
        if self.is_described.len() <= number {
            self.is_described.resize(number + 1, false);
        }
        let is_known = std::mem::replace(&mut self.is_described[number], true);
        let description = if is_known { String::new() } else { state.descriptions.of(subject) };
        let classes = String::from_utf8_lossy(self.classes.item(classes));
        let weight = entry.weight.to_string();
        let case = self.case.map(LabelCase::name).unwrap_or_default();
        let language = entry.language.unwrap_or_default();
        let row = [&*uri, entry.label, language, &classes, &weight, case, &description];
        self.rows.write(&row).map_err(failed)
    }

    fn iri(&self, number: u32) -> String {
        self.iris.item(number)
    }
}

fn failed(cause: std::io::Error) -> Error {
    Error::new(ErrorKind::Storage, format!("the table cannot be written: {cause}")).because(cause)
}
