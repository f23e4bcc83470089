//! Sequential reading of compressed files of any size: gzip, bzip2, and the records of a zip
//! archive.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Take};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use bzip2::read::MultiBzDecoder;
use flate2::CrcReader;
use flate2::read::{DeflateDecoder, MultiGzDecoder};

use crate::reader::{PackedRecord, packed_records};
use glossweave_base::error::Result;

/// A file that may be compressed, for example `a.nt.gz`, or a record of an archive.
pub struct PackedFile<'a> {
    name: String,
    bytes: &'a [u8],
    packing: Packing,
    /// The file on disk, and the offset of the bytes in it.
    place: Option<(PathBuf, u64)>,
}

#[derive(Clone, Copy)]
enum Packing {
    None,
    Gzip,
    Bzip2,
    /// A deflated record of a zip archive, with its checksum.
    Deflate(u32),
}

impl<'a> PackedFile<'a> {
    /// Returns the files in a source: the source itself, or the records of an archive. The format
    /// is detected from the first bytes. For a compressed file, the extension is removed from the
    /// name.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed) if the archive is
    /// broken, and [`ErrorKind::Unsupported`](glossweave_base::ErrorKind::Unsupported) if a record
    /// is encrypted or uses a compression method other than deflate.
    pub fn all(name: &str, bytes: &'a [u8]) -> Result<Vec<PackedFile<'a>>> {
        let without = |extension| name.strip_suffix(extension).unwrap_or(name).to_owned();
        let single = |name, packing| Ok(vec![PackedFile { name, bytes, packing, place: None }]);
        match bytes {
            [0x1F, 0x8B, ..] => single(without(".gz"), Packing::Gzip),
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => single(without(".bz2"), Packing::Bzip2),
            [b'P', b'K', 3, 4, ..] => records(bytes),
            _ => single(name.to_owned(), Packing::None),
        }
    }

    /// Returns the files in a memory-mapped source. Their readers read from disk instead of the
    /// map, so that the content does not stay in memory.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`PackedFile::all`].
    pub fn all_at(path: &Path, bytes: &'a [u8]) -> Result<Vec<PackedFile<'a>>> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut files = PackedFile::all(&name, bytes)?;
        for file in &mut files {
            let offset = file.bytes.as_ptr().addr() - bytes.as_ptr().addr();
            file.place = Some((path.to_owned(), offset as u64));
        }
        Ok(files)
    }

    /// Returns the name of the file, without the extension of the compression format.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the bytes, or `None` if they are compressed.
    pub fn plain(&self) -> Option<&'a [u8]> {
        matches!(self.packing, Packing::None).then_some(self.bytes)
    }

    /// Returns the number of stored bytes.
    pub fn packed_size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Returns a reader of the content.
    ///
    /// # Errors
    ///
    /// Returns an error if the file on disk cannot be opened.
    pub fn reader(&self) -> io::Result<PackedReader<'a>> {
        let taken = Rc::new(Cell::new(0));
        let bytes = match &self.place {
            Some((path, offset)) => {
                let mut file = File::open(path)?;
                file.seek(SeekFrom::Start(*offset))?;
                Bytes::OnDisk(file.take(self.packed_size()))
            }
            None => Bytes::InMemory(self.bytes),
        };
        let counted = CountedBytes { bytes, taken: taken.clone() };
        let content = match self.packing {
            Packing::None => Content::Plain(counted),
            Packing::Gzip => Content::Gzip(Box::new(MultiGzDecoder::new(counted))),
            Packing::Bzip2 => Content::Bzip2(Box::new(MultiBzDecoder::new(counted))),
            Packing::Deflate(crc) => {
                Content::Deflate(Box::new(CrcReader::new(DeflateDecoder::new(counted))), crc)
            }
        };
        Ok(PackedReader { content, taken })
    }
}

fn records<'a>(bytes: &'a [u8]) -> Result<Vec<PackedFile<'a>>> {
    let file = |record: PackedRecord<'a>| PackedFile {
        name: record.name,
        bytes: record.data,
        packing: record.deflated.map_or(Packing::None, Packing::Deflate),
        place: None,
    };
    Ok(packed_records(bytes)?.into_iter().map(file).collect())
}

/// A reader of the content of a [`PackedFile`].
pub struct PackedReader<'a> {
    content: Content<'a>,
    taken: Rc<Cell<u64>>,
}

enum Content<'a> {
    Plain(CountedBytes<'a>),
    Gzip(Box<MultiGzDecoder<CountedBytes<'a>>>),
    Bzip2(Box<MultiBzDecoder<CountedBytes<'a>>>),
    Deflate(Box<CrcReader<DeflateDecoder<CountedBytes<'a>>>>, u32),
}

impl PackedReader<'_> {
    /// Skips bytes of the content. Bytes of an uncompressed file are not read.
    ///
    /// # Errors
    ///
    /// Returns any error while reading.
    pub fn skip(&mut self, count: u64) -> io::Result<()> {
        if let Content::Plain(CountedBytes { bytes, taken }) = &mut self.content {
            let skipped = match bytes {
                Bytes::InMemory(bytes) => {
                    let count = usize::try_from(count).unwrap_or(usize::MAX).min(bytes.len());
                    *bytes = &bytes[count..];
                    count as u64
                }
                Bytes::OnDisk(file) => {
                    let count = count.min(file.limit());
                    let position = file.get_mut().stream_position()?;
                    file.get_mut().seek(SeekFrom::Start(position + count))?;
                    file.set_limit(file.limit() - count);
                    count
                }
            };
            taken.set(taken.get() + skipped);
            return Ok(());
        }
        io::copy(&mut self.take(count), &mut io::sink()).map(drop)
    }

    /// Returns the number of stored bytes read so far.
    pub fn taken(&self) -> u64 {
        self.taken.get()
    }
}

impl Read for PackedReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.content {
            Content::Plain(bytes) => bytes.read(buffer),
            Content::Gzip(reader) => reader.read(buffer),
            Content::Bzip2(reader) => reader.read(buffer),
            Content::Deflate(reader, crc) => {
                let count = reader.read(buffer)?;
                if count == 0 && !buffer.is_empty() && reader.crc().sum() != *crc {
                    return Err(io::Error::new(io::ErrorKind::InvalidData, "wrong checksum"));
                }
                Ok(count)
            }
        }
    }
}

/// Bytes with a counter of the bytes read so far.
struct CountedBytes<'a> {
    bytes: Bytes<'a>,
    taken: Rc<Cell<u64>>,
}

enum Bytes<'a> {
    InMemory(&'a [u8]),
    OnDisk(Take<File>),
}

impl Read for CountedBytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = match &mut self.bytes {
            Bytes::InMemory(bytes) => bytes.read(buffer)?,
            Bytes::OnDisk(file) => file.read(buffer)?,
        };
        self.taken.set(self.taken.get() + count as u64);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use bzip2::write::BzEncoder;
    use flate2::write::GzEncoder;
    use zip::CompressionMethod;
    use zip::write::{SimpleFileOptions, ZipWriter};

    use super::PackedFile;

    fn content(file: &PackedFile<'_>) -> std::io::Result<String> {
        let (mut text, mut reader) = (String::new(), file.reader()?);
        reader.read_to_string(&mut text)?;
        assert_eq!(reader.taken(), file.packed_size());
        Ok(text)
    }

    #[test]
    fn streams_one_after_the_other_are_read_as_one() {
        let gzip = |text: &str| {
            let mut out = GzEncoder::new(Vec::new(), Default::default());
            out.write_all(text.as_bytes()).unwrap();
            out.finish().unwrap()
        };
        let bzip2 = |text: &str| {
            let mut out = BzEncoder::new(Vec::new(), Default::default());
            out.write_all(text.as_bytes()).unwrap();
            out.finish().unwrap()
        };
        let cases = [
            ("a.nt.gz", [gzip("Cork "), gzip("Cobh")].concat()),
            ("a.nt.bz2", [bzip2("Cork "), bzip2("Cobh")].concat()),
            ("a.nt", b"Cork Cobh".to_vec()),
        ];
        for (name, bytes) in cases {
            let files = PackedFile::all(name, &bytes).unwrap();
            assert_eq!((files.len(), files[0].name()), (1, "a.nt"));
            assert_eq!(content(&files[0]).unwrap(), "Cork Cobh");
        }
    }

    #[test]
    fn files_on_disk_are_read_from_there_and_skipped_in() {
        let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        for (name, options) in [("a", SimpleFileOptions::default()), ("b", stored)] {
            zip.start_file(name, options).unwrap();
            zip.write_all(b"From Cork").unwrap();
        }
        let zip = zip.finish().unwrap().into_inner();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &zip).unwrap();
        for packed in PackedFile::all_at(file.path(), &zip).unwrap() {
            let (mut text, mut reader) = (String::new(), packed.reader().unwrap());
            reader.skip(5).unwrap();
            reader.read_to_string(&mut text).unwrap();
            assert_eq!((&*text, reader.taken()), ("Cork", packed.packed_size()));
        }
    }

    #[test]
    fn records_of_an_archive_are_compared_with_their_checksums() {
        let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
        zip.add_directory("data/", SimpleFileOptions::default()).unwrap();
        zip.start_file("data/a.txt", SimpleFileOptions::default()).unwrap();
        zip.write_all("Cork ".repeat(200).as_bytes()).unwrap();
        let mut bytes = zip.finish().unwrap().into_inner();
        let files = PackedFile::all("a.zip", &bytes).unwrap();
        assert_eq!((files.len(), files[0].name()), (1, "data/a.txt"));
        assert!(files[0].plain().is_none());
        assert_eq!(content(&files[0]).unwrap().len(), 1000);
        // The checksum in the central directory, because this is the one that is verified.
        let entry = bytes.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap();
        bytes[entry + 16] ^= 1;
        let error = PackedFile::all("a.zip", &bytes).map(|files| content(&files[0]).unwrap_err());
        assert_eq!(error.unwrap().to_string(), "wrong checksum");
    }
}
