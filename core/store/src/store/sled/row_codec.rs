//! The encoding of a row on disk. Its header is used to detect rows that are damaged or that belong
//! to another key.

use crc32fast::Hasher;

use glossweave_base::error::{Error, ErrorKind, Result};

/// The content of an encoded row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Format {
    /// The value.
    Value = 1,
    /// The location of the value.
    ValueLocation = 2,
}

/// The number of bytes of format, checksum and revision.
const HEAD: usize = 1 + 4 + 8;

/// A decoded row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opened<'a> {
    pub(super) format: Format,
    pub(super) revision: u64,
    pub(super) checksum: u32,
    pub(super) payload: &'a [u8],
}

/// Returns the checksum. It includes the table and the key, because sled could return the bytes of
/// another key.
fn checksum(format: Format, table: &str, key: &[u8], revision: &[u8], payload: &[u8]) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(&[format as u8, table.len() as u8]);
    hasher.update(table.as_bytes());
    hasher.update(&(key.len() as u32).to_le_bytes());
    hasher.update(key);
    hasher.update(revision);
    hasher.update(payload);
    hasher.finalize()
}

/// Encodes a row. Returns its bytes and its checksum.
pub(super) fn seal(table: &str, key: &[u8], revision: u64, payload: &[u8]) -> (Vec<u8>, u32) {
    seal_as(Format::Value, table, key, revision, payload)
}

pub(super) fn seal_as(
    format: Format,
    table: &str,
    key: &[u8],
    revision: u64,
    payload: &[u8],
) -> (Vec<u8>, u32) {
    let revision = revision.to_le_bytes();
    let checksum = checksum(format, table, key, &revision, payload);
    let mut sealed = Vec::with_capacity(HEAD + payload.len());
    sealed.push(format as u8);
    sealed.extend_from_slice(&checksum.to_le_bytes());
    sealed.extend_from_slice(&revision);
    sealed.extend_from_slice(payload);
    (sealed, checksum)
}

/// Decodes a row. Returns `ErrorKind::Storage` if its checksum does not match.
pub(super) fn open<'a>(table: &str, key: &[u8], sealed: &'a [u8]) -> Result<Opened<'a>> {
    parts(sealed)
        .filter(|(revision, opened)| {
            let Opened { format, payload, .. } = *opened;
            checksum(format, table, key, &revision[..], payload) == opened.checksum
        })
        .map(|(_, opened)| opened)
        .ok_or_else(|| damaged(table, key, "its checksum does not match"))
}

/// Returns the error for a damaged row.
pub(super) fn damaged(table: &str, key: &[u8], what: &str) -> Error {
    let row = crate::store::shown(table, &String::from_utf8_lossy(key));
    Error::new(ErrorKind::Storage, format!("{row} is damaged: {what}"))
}

fn parts(sealed: &[u8]) -> Option<(&[u8; 8], Opened<'_>)> {
    let (&format, rest) = sealed.split_first()?;
    let format =
        [Format::Value, Format::ValueLocation].into_iter().find(|known| *known as u8 == format)?;
    let (checksum, rest) = rest.split_first_chunk::<4>()?;
    let (revision, payload) = rest.split_first_chunk::<8>()?;
    let opened = Opened {
        format,
        revision: u64::from_le_bytes(*revision),
        checksum: u32::from_le_bytes(*checksum),
        payload,
    };
    Some((revision, opened))
}

#[cfg(test)]
mod tests {
    use super::{open, seal};
    use glossweave_base::ErrorKind;

    #[test]
    fn no_flipped_bit_and_no_other_place_verifies() {
        let (sealed, checksum) = seal("filters", b"places", 7, b"{}");
        let opened = open("filters", b"places", &sealed).unwrap();
        assert_eq!((opened.revision, opened.checksum, opened.payload), (7, checksum, &b"{}"[..]));
        for bit in 0..sealed.len() * 8 {
            let mut spoilt = sealed.clone();
            spoilt[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(open("filters", b"places", &spoilt).unwrap_err().kind(), ErrorKind::Storage);
        }
        for end in 0..sealed.len() {
            assert!(open("filters", b"places", &sealed[..end]).is_err(), "{end}");
        }
        assert!(open("filters", b"place", &sealed).is_err());
        assert!(open("filter", b"splaces", &sealed).is_err());
    }
}
