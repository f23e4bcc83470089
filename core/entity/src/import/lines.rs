//! Files that are read line by line.

use std::io::{BufRead, BufReader, Read};

use super::collect::Collector;
use super::facts::Position;
use super::report::SkipReason;
use glossweave_archive::{PackedFile, PackedReader};
use glossweave_base::error::{Error, ErrorKind, Location, Result};

/// The maximum length of a line: the longest entities of Wikidata have some megabytes.
const LONGEST: usize = 64 << 20;
/// The number of lines after which a file without any right one is refused.
const WRONG: u64 = 100;

/// The content of a line, as a reader found it.
pub(super) enum Line {
    /// It was read, with all that belongs to it.
    Read,
    /// It was read, and what belongs to it goes on in the next one.
    Within,
    /// It has nothing to read: a comment, or the line before a list.
    Empty,
    /// It is not as the format has it.
    Malformed(&'static str),
}

/// A file of an import, and the number of bytes of the files before it.
pub(super) struct ImportFile<'f, 'a> {
    pub file: &'f PackedFile<'a>,
    pub before: u64,
}

impl<'a> ImportFile<'_, 'a> {
    /// Passes each line to `take`, from the position of the collector on; an empty one at the end.
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
                        let message = format!("`{name}` has no line of its format: {what}");
                        return Err(Error::malformed(message).at(place(offset, line)));
                    }
                }
                Line::Read | Line::Within => right = true,
                Line::Empty => {}
            }
            offset += length as u64;
            if length == 0 {
                if !right && wrong > 0 {
                    let message = format!("`{}` has no line of its format", self.file.name());
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

    /// Returns a reader of the unpacked file.
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

    /// Returns the error for a file that cannot be unpacked.
    pub fn damaged(&self, cause: std::io::Error) -> Error {
        let message = format!("`{}` cannot be unpacked: {cause}", self.file.name());
        Error::malformed(message).because(cause)
    }

    /// Returns all of the file, unpacked in memory if it is compressed.
    pub fn whole(&self) -> Result<std::borrow::Cow<'a, [u8]>> {
        if let Some(bytes) = self.file.plain() {
            return Ok(bytes.into());
        }
        let mut bytes = Vec::new();
        let read = self.reader()?.take(WHOLE + 1).read_to_end(&mut bytes);
        read.map_err(|cause| self.damaged(cause))?;
        if bytes.len() as u64 > WHOLE {
            let name = self.file.name();
            let message = format!("`{name}` has more than 1 GiB, which has to be unpacked before");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        Ok(bytes.into())
    }
}

/// The maximum size of a compressed file that is unpacked as a whole.
const WHOLE: u64 = 1 << 30;

fn place(offset: u64, line: u64) -> Location {
    let offset = usize::try_from(offset).unwrap_or(usize::MAX);
    Location::of(offset..offset, u32::try_from(line).unwrap_or(u32::MAX), 1)
}
