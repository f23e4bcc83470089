//! Files that are read line by line.

use std::io::{BufRead, BufReader, Read};

use super::collect::Collector;
use super::facts::Position;
use super::report::SkipReason;
use glossweave_archive::{PackedFile, PackedReader};
use glossweave_base::error::{Error, ErrorKind, Location, Result};

/// The maximum length of a line, in bytes. The longest entities of Wikidata have several megabytes.
const LONGEST: usize = 64 << 20;
/// The number of invalid lines after which a file without any valid line is rejected.
const WRONG: u64 = 100;

/// The result of reading a line.
pub(super) enum Line {
    /// The line was read, and completes a record.
    Read,
    /// The line was read, and its record continues in the next line.
    Within,
    /// The line contains no data, for example a comment or the start of a list.
    Empty,
    /// The line does not match the format.
    Malformed(&'static str),
}

/// A file of an import, and the total size of the files before it in bytes.
pub(super) struct ImportFile<'f, 'a> {
    pub file: &'f PackedFile<'a>,
    pub before: u64,
}

impl<'a> ImportFile<'_, 'a> {
    /// Passes each line to `take`, starting at the position of the collector, followed by an empty
    /// line at the end.
    pub fn each_line(
        &self,
        out: &mut Collector<'_, '_>,
        take: &mut dyn FnMut(&str, &mut Collector<'_, '_>) -> Result<Line>,
    ) -> Result<()> {
        let mut reader = BufReader::with_capacity(1 << 18, self.reader()?);
        let Position { mut offset, mut line, .. } = out.at;
        reader.get_mut().skip(offset).map_err(|cause| self.damaged(cause))?;
        let (mut bytes, mut right, mut wrong) = (Vec::new(), offset > 0, 0);
        loop {
            bytes.clear();
            let most = LONGEST as u64 + 1;
            let read = reader.by_ref().take(most).read_until(b'\n', &mut bytes);
            let length = read.map_err(|cause| self.damaged(cause))?;
            if bytes.len() > LONGEST {
                let message = format!("`{}` has a line of more than 64 MiB", self.file.name());
                return Err(Error::new(ErrorKind::TooLarge, message).at(place(offset, line + 1)));
            }
            line += 1;
            out.at.line = line;
            let content = match line {
                1 => bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes),
                _ => &bytes,
            };
            let is_whole = match std::str::from_utf8(content) {
                Err(_) => Line::Malformed("it is not UTF-8"),
                Ok(text) => take(text.trim_end_matches(['\n', '\r']), out)?,
            };
            match is_whole {
                Line::Malformed(what) => {
                    out.skip(SkipReason::Line);
                    wrong += 1;
                    if !right && (wrong >= WRONG || length == 0) {
                        let name = self.file.name();
                        let message = format!("`{name}` has no valid line: {what}");
                        return Err(Error::malformed(message).at(place(offset, line)));
                    }
                }
                Line::Read | Line::Within => right = true,
                Line::Empty => {}
            }
            offset += length as u64;
            if length == 0 {
                if !right && wrong > 0 {
                    let message = format!("`{}` has no valid line", self.file.name());
                    return Err(Error::malformed(message));
                }
                return Ok(());
            }
            if !matches!(is_whole, Line::Within) {
                self.passed(out, Position { offset, line, ..out.at }, reader.get_ref())?;
            }
        }
    }

    fn passed(
        &self,
        out: &mut Collector<'_, '_>,
        position: Position,
        reader: &PackedReader<'_>,
    ) -> Result<()> {
        out.passed(position, self.before + reader.taken())
    }

    /// Returns a reader of the decompressed file.
    pub fn reader(&self) -> Result<PackedReader<'a>> {
        self.file.reader().map_err(|cause| {
            let message = format!("`{}` cannot be read: {cause}", self.file.name());
            Error::new(ErrorKind::Storage, message).because(cause)
        })
    }

    /// Returns the first lines of the file.
    pub fn start(&self) -> Result<String> {
        let mut start = Vec::new();
        let read = self.reader()?.take(1 << 16).read_to_end(&mut start);
        read.map_err(|cause| self.damaged(cause))?;
        Ok(String::from_utf8_lossy(&start).trim_start_matches('\u{feff}').to_owned())
    }

    /// Returns the error for a file that cannot be decompressed.
    pub fn damaged(&self, cause: std::io::Error) -> Error {
        let message = format!("`{}` cannot be decompressed: {cause}", self.file.name());
        Error::malformed(message).because(cause)
    }

    /// Returns the whole file, which is decompressed in memory if necessary.
    pub fn whole(&self) -> Result<std::borrow::Cow<'a, [u8]>> {
        if let Some(bytes) = self.file.plain() {
            return Ok(bytes.into());
        }
        let mut bytes = Vec::new();
        let read = self.reader()?.take(WHOLE + 1).read_to_end(&mut bytes);
        read.map_err(|cause| self.damaged(cause))?;
        if bytes.len() as u64 > WHOLE {
            let name = self.file.name();
            let message = format!("`{name}` exceeds 1 GiB when decompressed; decompress it first");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        Ok(bytes.into())
    }
}

/// The maximum size of a compressed file that is decompressed in memory, in bytes.
const WHOLE: u64 = 1 << 30;

fn place(offset: u64, line: u64) -> Location {
    let offset = usize::try_from(offset).unwrap_or(usize::MAX);
    Location::of(offset..offset, u32::try_from(line).unwrap_or(u32::MAX), 1)
}
