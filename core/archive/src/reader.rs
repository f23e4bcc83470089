//! Reading of the records of an archive within limits.

use std::borrow::Cow;
use std::ops::Range;
use std::vec::IntoIter;

use flate2::{Decompress, FlushDecompress, Status};

use super::directory::{Directory, Record};
use glossweave_base::call_limits::{add_input, check_now};
use glossweave_base::error::{Error, ErrorKind, Location, Result, Side};

/// The limits for unpacking.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum total size of all unpacked parts, in bytes.
    pub unpacked: usize,
    /// The maximum number of unpacked bytes for each packed byte. Small parts may exceed it.
    pub ratio: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { unpacked: 256 << 20, ratio: 200 }
    }
}

/// The size up to which a part may exceed the ratio. Repetitive text of this size is not a zip
/// bomb.
const SMALL: usize = 16 << 20;

pub(super) const STORED: u16 = 0;
pub(super) const DEFLATED: u16 = 8;

/// An open archive, with its bytes and its verified records.
#[derive(Clone, Debug)]
pub struct Archive<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) directory: Directory<'a>,
    limits: Limits,
}

impl<'a> Archive<'a> {
    /// Opens an archive.
    ///
    /// Returns `ErrorKind::Malformed` if the source is not a zip archive, if its directory is
    /// broken, if records overlap or have the same name, or if a name escapes the archive. Returns
    /// `ErrorKind::Unsupported` if records are encrypted or the archive is split, and
    /// `ErrorKind::TooLarge` if there are too many records.
    pub fn open(bytes: &'a [u8], limits: Limits) -> Result<Archive<'a>> {
        Ok(Archive { bytes, directory: Directory::read(bytes)?, limits })
    }

    /// Returns `true` if the archive contains a record with the given name.
    pub fn has(&self, name: &str) -> bool {
        self.directory.find(name).is_some()
    }

    /// Returns the names of all records.
    pub fn names(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.directory.records.iter().map(Record::shown)
    }

    /// Returns the byte ranges outside the data of records: headers, comments, and bytes between
    /// records.
    pub fn outside(&self) -> Vec<Range<usize>> {
        let mut data: Vec<_> =
            self.directory.records.iter().map(|record| record.data.clone()).collect();
        data.sort_by_key(|range| range.start);
        let mut outside = Vec::with_capacity(data.len() + 1);
        let mut end = 0;
        for range in data {
            outside.push(end..range.start.max(end));
            end = end.max(range.end);
        }
        outside.push(end..self.bytes.len());
        outside
    }

    /// Unpacks a record.
    ///
    /// Returns `ErrorKind::NotFound` if there is no record of that name, `ErrorKind::Malformed` if
    /// its data is broken or does not match the size and checksum of the directory,
    /// `ErrorKind::Unsupported` if it uses a compression method other than deflate, and
    /// `ErrorKind::TooLarge` if it exceeds the limits.
    pub fn read(&self, name: &str) -> Result<Vec<u8>> {
        self.read_within(name, self.limits.unpacked)
    }

    /// Unpacks a record with a separate size limit. Used when several records are read.
    pub fn read_within(&self, name: &str, most: usize) -> Result<Vec<u8>> {
        let Some(record) = self.directory.find(name) else {
            return Err(Error::new(
                ErrorKind::NotFound,
                format!("the package has no record `{name}`"),
            ));
        };
        unpack(self.bytes, &Entry::of(record), most, self.limits.ratio).map_err(|error| match error
            .kind()
        {
            ErrorKind::Malformed => error.at(Location::in_source(self.bytes, record.data.clone())),
            _ => error,
        })
    }
}

/// An iterator that owns the bytes of an archive and unpacks its records one after the other.
/// Folders are skipped.
///
/// When a record cannot be unpacked, its item is an error, and iteration continues with the next
/// record.
#[derive(Debug)]
pub struct ArchiveRecords {
    bytes: Vec<u8>,
    entries: IntoIter<Entry<'static>>,
    limits: Limits,
}

impl ArchiveRecords {
    /// Opens an archive. `limits.unpacked` is the maximum size of each record.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Archive::open`].
    pub fn open(bytes: Vec<u8>, limits: Limits) -> Result<ArchiveRecords> {
        let directory = Directory::read(&bytes)?;
        let files = directory.records.iter().filter(|record| !record.name.ends_with(b"/"));
        let entries: Vec<_> = files.map(|record| Entry::of(record).into_owned()).collect();
        Ok(ArchiveRecords { bytes, entries: entries.into_iter(), limits })
    }
}

impl Iterator for ArchiveRecords {
    /// The name and the content of a record, or the error of [`Archive::read`] without a location.
    type Item = (String, Result<Vec<u8>>);

    fn next(&mut self) -> Option<(String, Result<Vec<u8>>)> {
        let entry = self.entries.next()?;
        let content = unpack(&self.bytes, &entry, self.limits.unpacked, self.limits.ratio);
        Some((entry.name.into_owned(), content))
    }
}

/// A record as described by the directory.
#[derive(Debug)]
struct Entry<'n> {
    name: Cow<'n, str>,
    data: Range<usize>,
    method: u16,
    unpacked: u64,
    crc: u32,
}

impl<'n> Entry<'n> {
    fn of<'r: 'n>(record: &'r Record<'_>) -> Entry<'n> {
        let (name, data) = (record.shown(), record.data.clone());
        let Record { method, crc, .. } = *record;
        Entry { name, data, method, unpacked: record.unpacked.value, crc }
    }

    fn into_owned(self) -> Entry<'static> {
        Entry { name: Cow::Owned(self.name.into_owned()), ..self }
    }
}

fn unpack(bytes: &[u8], entry: &Entry<'_>, most: usize, ratio: usize) -> Result<Vec<u8>> {
    let packed = &bytes[entry.data.clone()];
    let unpacked = match entry.method {
        STORED if packed.len() > most => return Err(too_large(&entry.name, most)),
        STORED => packed.to_vec(),
        DEFLATED => inflate(bytes, entry, most, ratio)?,
        method => return Err(unknown_method(&entry.name, method)),
    };
    if unpacked.len() as u64 != entry.unpacked {
        let message =
            format!("has {} bytes, the directory states {}", unpacked.len(), entry.unpacked);
        return Err(broken(entry, &message));
    }
    let crc = crc32fast::hash(&unpacked);
    if crc != entry.crc {
        let message = format!("has the checksum {crc:08x}, the directory states {:08x}", entry.crc);
        return Err(broken(entry, &message));
    }
    Ok(unpacked)
}

fn inflate(bytes: &[u8], entry: &Entry<'_>, most: usize, ratio: usize) -> Result<Vec<u8>> {
    let packed = &bytes[entry.data.clone()];
    let inflated = packed.len().saturating_mul(ratio).max(SMALL);
    let limit = inflated.min(most);
    // Allow one extra byte, to detect content that exceeds the stated size or the limit.
    let stated = usize::try_from(entry.unpacked).unwrap_or(usize::MAX);
    let mut output = Vec::with_capacity(stated.min(limit).saturating_add(1));
    let mut inflater = Decompress::new(false);
    loop {
        let read = usize::try_from(inflater.total_in()).unwrap_or(usize::MAX);
        let rest = packed.get(read..).unwrap_or_default();
        let before = output.len();
        let status = inflater.decompress_vec(rest, &mut output, FlushDecompress::Finish);
        if output.len() > limit {
            return Err(match most <= inflated {
                true => too_large(&entry.name, most),
                false => Error::new(
                    ErrorKind::TooLarge,
                    format!(
                        "the record `{}` unpacks to more than {ratio} times its {} bytes",
                        entry.name,
                        packed.len()
                    ),
                ),
            });
        }
        let stuck = output.len() == before && inflater.total_in() == read as u64;
        match status {
            Ok(Status::StreamEnd) if inflater.total_in() == packed.len() as u64 => {
                add_input(output.len());
                return check_now().map(|()| output);
            }
            Ok(Status::StreamEnd) => {
                return Err(broken(entry, "has data after the end of its stream"));
            }
            Ok(_) if output.len() == output.capacity() => {
                let more = output.len().min(limit + 1 - output.len());
                output.reserve_exact(more.max(1));
            }
            Ok(_) if stuck => return Err(broken(entry, "has truncated data")),
            Ok(_) => {}
            Err(cause) => {
                return Err(broken(entry, "has data that cannot be inflated").because(cause));
            }
        }
    }
}

fn broken(entry: &Entry<'_>, what: &str) -> Error {
    Error::malformed(format!("the record `{}` {what}", entry.name))
}

/// A record of an archive in its stored form.
pub(crate) struct PackedRecord<'a> {
    pub name: String,
    pub data: &'a [u8],
    /// The checksum of the content, if the record is deflated.
    pub deflated: Option<u32>,
}

/// Returns the records of an archive, without folders. Returns the errors of [`Archive::open`], and
/// `ErrorKind::Unsupported` if a record uses a compression method other than deflate.
pub(crate) fn packed_records(bytes: &[u8]) -> Result<Vec<PackedRecord<'_>>> {
    let mut records = Vec::new();
    for record in Directory::read(bytes)?.records {
        let name = record.shown().into_owned();
        let deflated = match record.method {
            _ if name.ends_with('/') => continue,
            STORED => None,
            DEFLATED => Some(record.crc),
            method => return Err(unknown_method(&name, method)),
        };
        records.push(PackedRecord { name, data: &bytes[record.data.clone()], deflated });
    }
    Ok(records)
}

fn unknown_method(name: &str, method: u16) -> Error {
    let message = format!(
        "the record `{name}` is packed with method {method}, expected 0 (stored) or 8 (deflated)"
    );
    Error::unsupported(Side::Input, message)
}

fn too_large(name: &str, most: usize) -> Error {
    let message = format!("the record `{name}` unpacks to more than the {most} bytes allowed");
    Error::new(ErrorKind::TooLarge, message)
}
