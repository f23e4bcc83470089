//! Writing of new archives.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;

use super::reader::DEFLATED;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The flag bit for names in UTF-8 (APPNOTE 4.4.4, bit 11).
const UTF_8: u16 = 1 << 11;

/// The date of all records, 1 January 1980. It is constant, so that equal contents give equal
/// archives.
const DATE: u32 = 0x0021_0000;

/// Returns an archive of files, whose names must be distinct. Returns `ErrorKind::TooLarge` if
/// there are more or larger files than an archive without zip64 supports.
pub fn write(files: &[(String, Vec<u8>)]) -> Result<Vec<u8>> {
    let too_large =
        || Error::new(ErrorKind::TooLarge, "the files are too many or too long for a zip archive");
    let count = u16::try_from(files.len()).map_err(|_| too_large())?;
    let short = |length: usize| u32::try_from(length).map_err(|_| too_large());
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let offset = short(out.len())?;
        let length = u16::try_from(name.len()).map_err(|_| too_large())?;
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        let packed = encoder.write_all(content).and_then(|()| encoder.finish());
        let failed =
            |error| Error::new(ErrorKind::Internal, "a file was not packed").because(error);
        let packed = packed.map_err(failed)?;
        let mut head = Vec::new();
        for number in [20, UTF_8, DEFLATED] {
            head.extend_from_slice(&number.to_le_bytes());
        }
        let sizes = [short(packed.len())?, short(content.len())?];
        for number in [DATE, crc32fast::hash(content), sizes[0], sizes[1]] {
            head.extend_from_slice(&number.to_le_bytes());
        }
        head.extend_from_slice(&length.to_le_bytes());
        head.extend_from_slice(&[0; 2]);
        out.extend_from_slice(b"PK\x03\x04");
        out.extend_from_slice(&head);
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(&packed);
        directory.extend_from_slice(b"PK\x01\x02\x14\0");
        directory.extend_from_slice(&head);
        // No comment, the first disk, and no attributes.
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&offset.to_le_bytes());
        directory.extend_from_slice(name.as_bytes());
    }
    let (start, size) = (short(out.len())?, short(directory.len())?);
    out.append(&mut directory);
    out.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    for number in [count, count] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    for number in [size, start] {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out.extend_from_slice(&[0; 2]);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::write;
    use crate::{Archive, Limits};

    #[test]
    fn what_is_written_is_read_again() {
        let files =
            [("a.txt".to_owned(), b"Cork ".repeat(99)), ("קורק.ann".to_owned(), Vec::new())];
        let archive = write(&files).unwrap();
        let read = Archive::open(&archive, Limits::default()).unwrap();
        assert!(read.names().eq(files.iter().map(|(name, _)| name.as_str())));
        for (name, content) in &files {
            assert_eq!(read.read(name).unwrap(), *content);
        }
        let other = zip::ZipArchive::new(std::io::Cursor::new(archive)).unwrap();
        assert_eq!(other.len(), 2);
    }
}
