//! Export and import of a store as JSON Lines.

use std::io::{self, BufRead, Write};
use std::path::Path;

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Backend, MemoryBackend, Row, SledOptions, Snapshot, StoreLocation, Table};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The version of the format of exports.
const VERSION: u32 = 1;

/// A line of an export.
#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Line {
    Head(Head),
    Row(Entry),
    Counter(Counter),
    End(End),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    glossweave: String,
    version: u32,
    revision: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    table: String,
    key: String,
    revision: u64,
    /// The value, if it is JSON and its serialization has the same bytes.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "some")]
    value: Option<Value>,
    /// The bytes of any other value, as hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bytes: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counter {
    counter: String,
    count: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    end: bool,
    rows: u64,
    counters: u64,
    /// The checksum of the previous lines, as hexadecimal digits.
    checksum: String,
}

/// Serialization that distinguishes `null` from an absent value.
mod some {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::Value;

    pub(super) fn serialize<S: Serializer>(
        value: &Option<Value>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Value>, D::Error> {
        Value::deserialize(deserializer).map(Some)
    }
}

/// Writes the whole store as it is between two commits: a head, a line for each row and counter,
/// and an end with their counts and a checksum. The export contains the hashes of passwords and
/// tokens.
///
/// # Errors
///
/// Returns [`ErrorKind::Storage`] if the store or the writer fails.
pub fn export(store: &dyn Backend, mut to: impl Write) -> Result<()> {
    let Snapshot { revision, rows, counters } = store.snapshot()?;
    let glossweave = "store".to_owned();
    let (mut sum, counts) = (Hasher::new(), (rows.len() as u64, counters.len() as u64));
    write(&mut to, &mut sum, &Line::Head(Head { glossweave, version: VERSION, revision }))?;
    for (table, key, row) in rows {
        write(&mut to, &mut sum, &Line::Row(Entry::new(table, key, &row)))?;
    }
    for (counter, count) in counters {
        write(&mut to, &mut sum, &Line::Counter(Counter { counter, count }))?;
    }
    let checksum = shown(&sum);
    let end = End { end: true, rows: counts.0, counters: counts.1, checksum };
    write(&mut to, &mut sum, &Line::End(end))?;
    to.flush().map_err(unwritten)
}

fn shown(sum: &Hasher) -> String {
    format!("{:08x}", sum.clone().finalize())
}

fn write(to: &mut impl Write, sum: &mut Hasher, line: &Line) -> Result<()> {
    let mut text = serde_json::to_vec(line).map_err(|error| {
        Error::new(ErrorKind::Internal, "a line cannot be written").because(error)
    })?;
    text.push(b'\n');
    sum.update(&text);
    to.write_all(&text).map_err(unwritten)
}

fn unwritten(error: io::Error) -> Error {
    Error::new(ErrorKind::Storage, format!("the export cannot be written: {error}")).because(error)
}

impl Entry {
    fn new(table: Table, key: String, row: &Row) -> Entry {
        let value = serde_json::from_slice::<Value>(&row.value)
            .ok()
            .filter(|value| serde_json::to_vec(value).is_ok_and(|bytes| bytes == row.value));
        let digits = || row.value.iter().map(|byte| format!("{byte:02x}")).collect();
        let bytes = value.is_none().then(digits);
        Entry { table: table.name().to_owned(), key, revision: row.revision, value, bytes }
    }

    fn row(self) -> Result<(Table, String, Row)> {
        let Entry { table, key, revision, value, bytes } = self;
        let table = Table::ALL.iter().find(|known| known.name() == table).ok_or_else(|| {
            let names: Vec<_> = Table::ALL.iter().map(|table| table.name()).collect();
            Error::malformed(format!("no table `{table}`, expected one of {}", names.join(", ")))
        })?;
        let value = match (value, bytes) {
            (Some(value), None) => serde_json::to_vec(&value).map_err(no_line)?,
            (None, Some(digits)) => hexadecimal(&digits)
                .ok_or_else(|| Error::malformed("`bytes` are not pairs of hexadecimal digits"))?,
            _ => return Err(Error::malformed("a row needs either `value` or `bytes`")),
        };
        Ok((*table, key, Row { revision, value }))
    }
}

fn no_line(error: serde_json::Error) -> Error {
    Error::malformed(format!("invalid line of an export: {error}")).because(error)
}

fn hexadecimal(digits: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let bytes = pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?));
    if rest.is_empty() { bytes.collect() } else { None }
}

/// Imports an [`export`] into a store without commits, completely or not at all. Revisions and
/// counters are preserved so that ids are never reused.
///
/// # Errors
///
/// Returns [`ErrorKind::Malformed`], with the line number, if the export is damaged or incomplete,
/// [`ErrorKind::Unsupported`] if its version is newer, [`ErrorKind::Conflict`] if the store is not
/// empty, and [`ErrorKind::Storage`] if the store or the reader fails.
pub fn import(store: &dyn Backend, from: impl BufRead) -> Result<()> {
    let mut lines = from.lines().zip(1_u64..);
    let mut sum = Hasher::new();
    let mut snapshot = match next(&mut lines, &mut sum)? {
        (1, Line::Head(head)) => head.begin()?,
        _ => return Err(Error::malformed("line 1: expected the head of an export")),
    };
    let is_sound = loop {
        // The checksum does not include the line that contains it.
        let before = shown(&sum);
        let (number, line) = next(&mut lines, &mut sum)?;
        let at = |error: Error| Error::new(error.kind(), format!("line {number}: {error}"));
        match line {
            Line::Row(entry) => snapshot.rows.push(entry.row().map_err(at)?),
            Line::Counter(Counter { counter, count }) => snapshot.counters.push((counter, count)),
            Line::Head(_) => return Err(at(Error::malformed("a second head"))),
            Line::End(End { rows, counters, checksum, .. }) => {
                let found = (snapshot.rows.len() as u64, snapshot.counters.len() as u64);
                if found != (rows, counters) {
                    return Err(at(Error::malformed(format!(
                        "expected {rows} rows and {counters} counters, found {} and {}",
                        found.0, found.1
                    ))));
                }
                break checksum == before;
            }
        }
    };
    if let Some((_, number)) = lines.next() {
        return Err(Error::malformed(format!("line {number}: more text after the end")));
    }
    snapshot.check().map_err(|error| Error::malformed(error.message()))?;
    if !is_sound {
        return Err(Error::malformed("the export is damaged: it does not match its checksum"));
    }
    store.restore(snapshot)
}

/// Imports an [`export`] into a folder without a store, or with a store without commits. The folder
/// is not changed before the whole export is read.
///
/// # Errors
///
/// Returns the errors of [`import`] and of [`SledBackend::open`](super::SledBackend::open).
pub fn import_folder(folder: impl AsRef<Path>, from: impl BufRead) -> Result<()> {
    import_to(&folder.as_ref().into(), from)
}

/// Imports an [`export`] into a location without a store, or with a store without commits. The
/// location is not changed before the whole export is read.
///
/// # Errors
///
/// Returns the errors of [`import`], and [`ErrorKind::Unsupported`] if the library was built
/// without the feature for this location.
pub fn import_to(place: &StoreLocation, from: impl BufRead) -> Result<()> {
    let draft = MemoryBackend::new();
    import(&draft, from)?;
    let snapshot = draft.snapshot()?;
    drop(draft);
    place.open(&SledOptions::default())?.restore(snapshot)
}

fn next(
    lines: &mut impl Iterator<Item = (io::Result<String>, u64)>,
    sum: &mut Hasher,
) -> Result<(u64, Line)> {
    let Some((line, number)) = lines.next() else {
        return Err(Error::malformed("the export is truncated: its last line is missing"));
    };
    let line = line.map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => Error::malformed(format!("line {number}: not UTF-8")),
        _ => Error::new(ErrorKind::Storage, format!("the export cannot be read: {error}")),
    })?;
    sum.update(line.as_bytes());
    sum.update(b"\n");
    let line = serde_json::from_str(&line)
        .map_err(|_| Error::malformed(format!("line {number}: invalid line of an export")))?;
    Ok((number, line))
}

impl Head {
    fn begin(self) -> Result<Snapshot> {
        if self.version > VERSION {
            return Err(Error::new(
                ErrorKind::Unsupported,
                format!("the export has version {}, expected at most {VERSION}", self.version),
            ));
        }
        if self.glossweave != "store" {
            return Err(Error::malformed(format!(
                "line 1: expected the export of a `store`, found `{}`",
                self.glossweave
            )));
        }
        Ok(Snapshot { revision: self.revision, ..Snapshot::default() })
    }
}
