//! Import of public vocabularies, which converts their published files to a dictionary.

mod by_subject;
mod collect;
mod description;
mod facts;
mod geonames;
mod lines;
mod mesh;
mod obo;
mod options;
mod report;
mod state;
mod table;
mod table_writer;
#[cfg(test)]
mod tests;
mod triples;
mod wikidata;

use std::path::{Path, PathBuf};

use collect::Collector;
use facts::Position;
use lines::ImportFile;
use options::Wanted;
pub use report::{ImportReport, SkipReason, SkippedParts};
use state::EntrySink;
use table_writer::EntryTable;
use triples::Profile;

use glossweave_archive::PackedFile;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::mmap_file::{MappedFile, save};
use glossweave_base::progress::Watch;
use glossweave_base::words::hash;
use glossweave_dictionary::{DictionaryBuilder, DictionaryBuilderExt, IriPool, LabelCase};

/// A vocabulary with a specific format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    GeoNames,
    Wikidata,
    DbPedia,
    Obo,
    Mesh,
    Skos,
    Csv,
}

const KINDS: [(&str, Kind); 7] = [
    ("geonames", Kind::GeoNames),
    ("wikidata", Kind::Wikidata),
    ("dbpedia", Kind::DbPedia),
    ("obo", Kind::Obo),
    ("mesh", Kind::Mesh),
    ("skos", Kind::Skos),
    ("csv", Kind::Csv),
];

/// An import of the files of a public vocabulary into a dictionary.
///
/// Files can be compressed with gzip or bzip2, or stored in zip archives. They are read sequentially, and
/// only IRIs, classes and weights are kept in memory. Invalid lines and names that were not requested are
/// skipped and counted.
///
/// | vocabulary | files | weight |
/// |---|---|---|
/// | `geonames` | `allCountries`, `cities500` …, `alternateNamesV2`, as text or zip | population + 1 |
/// | `wikidata` | the dump in JSON, or N-Triples | number of articles + 1 |
/// | `dbpedia` | labels, redirects, disambiguations, types, page links | number of links + 1 |
/// | `obo` | OBO flat files | 1 |
/// | `mesh` | MeSH: the descriptors in XML, or N-Triples | 1 |
/// | `skos` | RDF with labels of SKOS, SKOS-XL, OWL (EuroVoc, Getty, ontologies) | 1 |
/// | `csv` | tables with any columns | a column |
#[derive(Clone, Debug)]
pub struct Import {
    kind: Kind,
    options: Wanted,
    journal: Option<PathBuf>,
}

impl Import {
    /// The names of the vocabularies.
    pub const NAMES: [&str; 7] = {
        let mut names = [""; 7];
        let mut index = 0;
        while index < names.len() {
            names[index] = KINDS[index].0;
            index += 1;
        }
        names
    };

    /// Creates an import of a vocabulary. `name` is one of [`Import::NAMES`].
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if the name is unknown.
    pub fn new(name: &str) -> Result<Import> {
        match KINDS.iter().find(|(known, _)| *known == name) {
            Some((_, kind)) => {
                let mut options = Wanted::default();
                if matches!(kind, Kind::Obo | Kind::Mesh | Kind::Skos) {
                    options.case = LabelCase::Term;
                }
                Ok(Import { kind: *kind, options, journal: None })
            }
            None => {
                let error = Error::unknown(ErrorKind::Invalid, "vocabulary", name, &Import::NAMES);
                Err(error.with_parameter("from"))
            }
        }
    }

    /// Sets an option. All options can be set several times.
    ///
    /// | option | value |
    /// |---|---|
    /// | `language` | language tags, separated by commas; names in other languages are skipped, unless they have no tag |
    /// | `class` | IRIs, separated by commas: entities of other classes are skipped |
    /// | `country` | for `geonames`: country codes, separated by commas |
    /// | `code` | for `geonames`: kinds of codes that are used as names, for example `iata,abbr` |
    /// | `column` | for `csv`: the mapping of a column, `PART=COLUMN` |
    /// | `separator` | for `csv`: the separator between several names in a field |
    /// | `case` | the [case](LabelCase) of names; default: `term` for `obo`, `mesh` and `skos`, otherwise `auto` |
    /// | `never-alone` | words that are not names by themselves, separated by commas |
    /// | `corpus` | a text file: words that it contains in lower case are common words |
    ///
    /// For `column`, `PART` is `uri`, `label`, `label@LANGUAGE`, `language`, `type` or `weight`, and `COLUMN` is
    /// the name of a column, or a text with names of columns in braces.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the name of the option as
    /// parameter, if the option is unknown or its value is not valid.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        self.options.set(name, value)
    }

    /// Keeps a journal of the data that was read. When an import is interrupted, the next import with the
    /// same options and files continues at the last checkpoint. The journal is removed when the import is
    /// complete.
    #[must_use]
    pub fn with_journal(mut self, path: impl Into<PathBuf>) -> Import {
        self.journal = Some(path.into());
        self
    }

    /// Reads files, which may be in any order, into a dictionary builder.
    ///
    /// A file of more than 1 MiB must not be modified in place or truncated while it is read.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if a file cannot be read or the
    /// journal cannot be written, [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed) if a file
    /// is damaged or none of its first 100 lines matches the format, and with the location if Turtle, RDF/XML
    /// or JSON-LD is not valid, [`ErrorKind::TooLarge`](glossweave_base::ErrorKind::TooLarge) if a line has
    /// more than 64 MiB or there are more than 4 GB of IRIs or names, and the errors of `watch`.
    pub fn read(
        &self,
        files: &[impl AsRef<Path>],
        watch: &mut Watch<'_>,
    ) -> Result<(DictionaryBuilder, ImportReport)> {
        let open = |options: &Wanted, iris| Ok(options.builder()?.with_iris(iris));
        let (mut builder, report, bytes) = self.read_into(files, watch, open)?;
        builder.has_read(bytes);
        Ok((builder, report))
    }

    /// Reads files like [`Import::read`], and writes their entries as a CSV table, which can be loaded into a
    /// dataset. An existing file is replaced atomically. The columns are `uri`, `label`, `language`, `type`,
    /// `weight`, `case` and `description`. The first row of each entity contains its description: the
    /// descriptions of the vocabulary in the requested languages and, in GeoNames, the regions around a
    /// location according to its codes and `hierarchy.txt`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Import::read`], [`ErrorKind::Storage`](glossweave_base::ErrorKind::Storage) if
    /// the table cannot be written, [`ErrorKind::TooLarge`](glossweave_base::ErrorKind::TooLarge) if there
    /// are more than 4 GB of descriptions, and [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if
    /// `never-alone` or `corpus` is set, because a table cannot store them.
    pub fn write_table(
        &self,
        files: &[impl AsRef<Path>],
        table: impl AsRef<Path>,
        watch: &mut Watch<'_>,
    ) -> Result<ImportReport> {
        if let Some(name) = self.options.of_dictionary_alone() {
            let message = format!("`{name}` applies to dictionaries only; a table cannot store it");
            return Err(Error::invalid(message).with_parameter(name));
        }
        let mut import = self.clone();
        import.options.has_descriptions = true;
        let mut import_report = ImportReport::default();
        save("the table", table.as_ref(), &mut |file| {
            let open = |options: &Wanted, iris| EntryTable::new(&*file, iris, options.case);
            let (rows, report, _) = import.read_into(files, watch, open)?;
            rows.finish()?;
            import_report = report;
            Ok(Ok(()))
        })?;
        Ok(import_report)
    }

    /// Reads files into the sink that `open` creates for the IRIs of their subjects. Also returns the total
    /// size of the files.
    fn read_into<S: EntrySink>(
        &self,
        files: &[impl AsRef<Path>],
        watch: &mut Watch<'_>,
        open: impl FnOnce(&Wanted, IriPool) -> Result<S>,
    ) -> Result<(S, ImportReport, u64)> {
        if files.is_empty() {
            return Err(Error::invalid("no files are given").with_parameter("files"));
        }
        let files: Vec<&Path> = files.iter().map(AsRef::as_ref).collect();
        let maps = files.iter().map(|path| MappedFile::open("the vocabulary", path));
        let maps: Vec<MappedFile> = maps.collect::<Result<_>>()?;
        let mut parts: Vec<PackedFile<'_>> = Vec::new();
        for (path, bytes) in files.iter().zip(&maps) {
            let all = PackedFile::all_at(path, bytes);
            parts.extend(all.map_err(|error| {
                let message = format!("{}: {}", path.display(), error.message());
                error.with_message(message)
            })?);
        }
        let parts = self.in_order(parts)?;
        let total = parts.iter().map(PackedFile::packed_size).sum();
        let fingerprint = self.fingerprint(&files)?;
        let journal = (self.journal.as_deref(), fingerprint);
        let mut out = Collector::open(&self.options, journal, watch, total)?;
        let first = out.at;
        let (mut before, mut resumed) = (0, 0);
        for (number, file) in parts.iter().enumerate() {
            let number = number as u64;
            if number < first.file {
                resumed += file.packed_size();
            } else {
                if number > first.file {
                    out.at =
                        Position { file: number, records: out.at.records, ..Position::default() };
                }
                out.source = file.name().to_owned();
                self.read_file(&ImportFile { file, before }, &mut out)
                    .map_err(|error| in_file(file.name(), error))?;
            }
            before += file.packed_size();
        }
        let (entries, mut report) = out.finish(open)?;
        report.resumed = resumed + first.offset;
        Ok((entries, report, total))
    }

    /// Sorts files so that locations are read before their names.
    fn in_order<'a>(&self, parts: Vec<PackedFile<'a>>) -> Result<Vec<PackedFile<'a>>> {
        if self.kind != Kind::GeoNames {
            return Ok(parts);
        }
        let mut sorted = Vec::with_capacity(parts.len());
        for file in parts {
            let table = table_of(&ImportFile { file: &file, before: 0 })?;
            let is_read = match table {
                geonames::Table::Other => false,
                geonames::Table::Hierarchy => self.options.has_descriptions,
                _ => true,
            };
            if is_read {
                sorted.push((table, file));
            }
        }
        sorted.sort_by_key(|(table, _)| *table);
        if sorted.first().is_none_or(|(table, _)| *table != geonames::Table::Places) {
            let message = "no file has the 19 columns of a GeoNames table";
            return Err(Error::malformed(message));
        }
        Ok(sorted.into_iter().map(|(_, file)| file).collect())
    }

    fn read_file(&self, file: &ImportFile<'_, '_>, out: &mut Collector<'_, '_>) -> Result<()> {
        let is_json = || file.start().map(|start| start.trim_start().starts_with(['[', '{']));
        match self.kind {
            Kind::GeoNames => geonames::read(file, table_of(file)?, out),
            Kind::Wikidata if is_json()? => wikidata::read(file, out),
            Kind::Wikidata => triples::read(file, Profile::Wikidata, out),
            Kind::DbPedia => triples::read(file, Profile::DbPedia, out),
            Kind::Obo => obo::read(file, out),
            Kind::Mesh if mesh::is_xml(&file.start()?) => mesh::read(file, out),
            Kind::Mesh => triples::read(file, Profile::Mesh, out),
            Kind::Skos => triples::read(file, Profile::Skos, out),
            Kind::Csv => table::read(file, out),
        }
    }

    /// Returns a number that changes when the options or the files change.
    fn fingerprint(&self, files: &[&Path]) -> Result<u64> {
        let mut text = format!("{} {:?} {:?}", env!("CARGO_PKG_VERSION"), self.kind, self.options);
        for path in files {
            let failed = |cause: std::io::Error| {
                let message = format!("`{}` cannot be read: {cause}", path.display());
                Error::new(ErrorKind::Storage, message).because(cause)
            };
            let file = std::fs::metadata(path).map_err(failed)?;
            let changed = file.modified().map_err(failed)?;
            text.push_str(&format!("\n{} {} {changed:?}", path.display(), file.len()));
        }
        Ok(hash(text.as_bytes()))
    }
}

/// Adds the name of a file to an error that the reader of its format returned.
fn in_file(name: &str, error: Error) -> Error {
    match error.kind() {
        ErrorKind::Malformed if !error.message().contains(name) => {
            let message = format!("{name}: {}", error.message());
            error.with_message(message)
        }
        _ => error,
    }
}

fn table_of(file: &ImportFile<'_, '_>) -> Result<geonames::Table> {
    file.start().map(|start| geonames::Table::of(&start))
}
