//! Sealed files that are read sequentially.

use std::fs::File;
use std::io;
use std::path::Path;

use super::blocks::{open, unsealed};
use super::seal::{BLOCK, Seal};
use crate::error::{Error, ErrorKind, Result};
use crate::spool::read_at;

/// A sealed file with one block at a time in memory.
pub struct Stream {
    what: &'static str,
    path: Box<Path>,
    file: File,
    seal: Seal,
}

impl Stream {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if the file cannot be read or is not sealed.
    pub fn open(what: &'static str, path: &Path) -> Result<Stream> {
        let failed = |cause: io::Error| {
            let message = format!("{what} `{}` cannot be opened: {cause}", path.display());
            Error::new(ErrorKind::Storage, message).because(cause)
        };
        let (file, size) = open(path).map_err(failed)?;
        let seal = Seal::read(size, |at, part| read_at(&file, part, at)).map_err(failed)?;
        let seal = seal.ok_or_else(|| unsealed(what, Some(path)))?;
        Ok(Stream { what, path: path.into(), file, seal })
    }

    /// Returns the length of the body in bytes.
    #[expect(clippy::len_without_is_empty, reason = "no caller needs `is_empty`")]
    pub fn len(&self) -> usize {
        self.seal.length()
    }

    /// Returns a reader at the start of the body.
    pub fn reader(&self) -> Reader<'_> {
        Reader { stream: self, next: 0, block: Vec::new(), at: 0 }
    }

    fn damaged(&self, what: &str) -> Error {
        let (path, name) = (self.path.display(), self.what);
        Error::new(ErrorKind::Storage, format!("`{path}`: the {name} is damaged: {what}"))
    }
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Stream").field("path", &self.path).finish_non_exhaustive()
    }
}

/// A reader of a file.
pub struct Reader<'s> {
    stream: &'s Stream,
    /// The index of the block after the block in memory.
    next: usize,
    block: Vec<u8>,
    at: usize,
}

impl Reader<'_> {
    /// Returns `true` at the end of the body.
    pub fn is_done(&self) -> bool {
        self.at == self.block.len() && self.next * BLOCK >= self.stream.len()
    }

    /// Appends `count` bytes to `to`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if there are fewer bytes, or they are damaged.
    pub fn take(&mut self, mut count: usize, to: &mut Vec<u8>) -> Result<()> {
        while count > 0 {
            if self.at == self.block.len() {
                self.fill()?;
            }
            let part = &self.block[self.at..(self.at + count).min(self.block.len())];
            to.extend_from_slice(part);
            self.at += part.len();
            count -= part.len();
        }
        Ok(())
    }

    /// Reads `SIZE` bytes.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if there are fewer bytes, or they are damaged.
    pub fn chunk<const SIZE: usize>(&mut self) -> Result<[u8; SIZE]> {
        let mut bytes = [0; SIZE];
        for byte in &mut bytes {
            if self.at == self.block.len() {
                self.fill()?;
            }
            // Not empty, because `fill` read at least one byte.
            *byte = self.block[self.at];
            self.at += 1;
        }
        Ok(bytes)
    }

    /// Reads the next block, which contains at least one byte.
    fn fill(&mut self) -> Result<()> {
        let from = self.next * BLOCK;
        let to = (from + BLOCK).min(self.stream.len());
        if from >= to {
            return Err(self.stream.damaged("it ends within a record"));
        }
        self.block.resize(to - from, 0);
        if let Err(cause) = read_at(&self.stream.file, &mut self.block, from as u64) {
            let fault = match cause.kind() {
                io::ErrorKind::UnexpectedEof => format!("it ends before byte {to}"),
                _ => format!("it cannot be read: {cause}"),
            };
            return Err(self.stream.damaged(&fault).because(cause));
        }
        if !self.stream.seal.fits(self.next, &self.block) {
            let fault = format!("bytes {from} to {} do not match their checksum", to - 1);
            return Err(self.stream.damaged(&fault));
        }
        (self.next, self.at) = (self.next + 1, 0);
        Ok(())
    }
}
