//! Blocks of bytes that are verified by checksums when they are first read. Only this module uses mapped
//! memory.
//!
//! ```text
//! body, then for each block of the body its checksum u32, the length of the body u64,
//! checksum of what follows the body u32
//! ```

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::Path;
use std::slice;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use memmap2::{Mmap, MmapOptions, MmapRaw};

use super::seal::{BLOCK, Seal};
use crate::error::{Error, ErrorKind, Result};
use crate::spool::read_at;

/// The maximum size of a file that is read completely when it is opened.
pub(super) const SMALL: u64 = 1 << 20;

/// The access to a file: mapped or copied. Small files are always read when they are opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileAccess {
    /// Mapped memory that processes share. If the file is truncated while it is in use, the program is
    /// killed.
    Shared,
    /// A copy of each block, made when the block is first read. If the file is truncated while it is in
    /// use, reads return an error.
    Copied,
    /// A copy of the file, made when it is opened.
    Read,
}

/// The owner of the memory.
enum Memory {
    Owned(#[allow(dead_code, reason = "keeps what `base` points to")] Vec<u8>),
    Mapped(#[allow(dead_code, reason = "keeps what `base` points to")] Mmap),
    Copied(MmapRaw, File),
    /// A file without a name, which no other process can write.
    Temporary(Mmap, File),
}

/// A pointer to the start of the memory.
#[derive(Clone, Copy)]
struct Base(*const u8);

// SAFETY: the memory is read only through `Blocks::get`, which ensures that no thread writes it.
#[allow(unsafe_code)]
unsafe impl Send for Base {}
// SAFETY: as above.
#[allow(unsafe_code)]
unsafe impl Sync for Base {}

/// Sealed bytes of a file, or of a file that is being created.
pub struct Blocks {
    base: Base,
    memory: Memory,
    /// The length of the body in bytes.
    length: usize,
    seal: Seal,
    /// A bit for each block, set when the block was verified.
    seen: Box<[AtomicU64]>,
    /// A lock that is held while a block is verified.
    looking: Mutex<()>,
    /// The first fault found. Nothing is read after it.
    fault: OnceLock<Box<str>>,
    what: &'static str,
    path: Option<Box<Path>>,
}

impl Blocks {
    /// Seals a new body, which is assumed to be correct.
    pub fn made(what: &'static str, body: Vec<u8>) -> Blocks {
        let seal = Seal::of(&body);
        let blocks = Blocks::new(what, Memory::Owned(body), seal);
        blocks.seen.iter().for_each(|word| word.store(u64::MAX, Ordering::Release));
        blocks
    }

    /// Takes a temporary file with a body and its seal, which are assumed to be correct.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if the file cannot be mapped.
    pub fn of_file(what: &'static str, file: File, seal: Seal) -> Result<Blocks> {
        let map = map(&file).map_err(|cause| {
            let message = format!("a temporary file with a {what} cannot be mapped: {cause}");
            Error::new(ErrorKind::Storage, message).because(cause)
        })?;
        let blocks = Blocks::new(what, Memory::Temporary(map, file), seal);
        blocks.seen.iter().for_each(|word| word.store(u64::MAX, Ordering::Release));
        Ok(blocks)
    }

    /// Creates blocks from sealed bytes. `check` checks the first bytes.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if the bytes are not sealed.
    pub fn from_bytes(
        what: &'static str,
        mut bytes: Vec<u8>,
        check: impl FnOnce(&[u8]) -> Result<()>,
    ) -> Result<Blocks> {
        check(bytes.get(..bytes.len().min(FIRST)).unwrap_or_default())?;
        let seal = Seal::read(bytes.len() as u64, |at, part| {
            let at = at as usize;
            let from = bytes.get(at..at + part.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
            part.copy_from_slice(from);
            Ok(())
        });
        let seal = seal.ok().flatten().ok_or_else(|| unsealed(what, None))?;
        bytes.truncate(seal.length());
        Ok(Blocks::new(what, Memory::Owned(bytes), seal))
    }

    /// Opens a file with sealed bytes. Reads its end, and its start for `check`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if the file cannot be read or is not sealed.
    pub fn open(
        what: &'static str,
        path: &Path,
        access: FileAccess,
        check: impl FnOnce(&[u8]) -> Result<()>,
    ) -> Result<Blocks> {
        let failed = |cause: io::Error| {
            let message = format!("{what} `{}` cannot be opened: {cause}", path.display());
            Error::new(ErrorKind::Storage, message).because(cause)
        };
        let named =
            |error: Error| Error::new(error.kind(), format!("`{}`: {error}", path.display()));
        let (file, size) = open(path).map_err(failed)?;
        if size <= SMALL || access == FileAccess::Read {
            let mut bytes = Vec::new();
            file.take(size).read_to_end(&mut bytes).map_err(failed)?;
            let read = Blocks::from_bytes(what, bytes, check).map_err(named)?;
            return Ok(Blocks { path: Some(path.into()), ..read });
        }
        let mut first = [0; FIRST];
        read_at(&file, &mut first, 0).map_err(failed)?;
        check(&first).map_err(named)?;
        let seal = Seal::read(size, |at, part| read_at(&file, part, at)).map_err(failed)?;
        let seal = seal.ok_or_else(|| unsealed(what, Some(path)))?;
        let memory = match access {
            FileAccess::Shared => Memory::Mapped(map(&file).map_err(failed)?),
            _ => {
                let region = MmapOptions::new().len(seal.length()).map_anon().map_err(failed)?;
                Memory::Copied(region.into(), file)
            }
        };
        Ok(Blocks { path: Some(path.into()), ..Blocks::new(what, memory, seal) })
    }

    fn new(what: &'static str, memory: Memory, seal: Seal) -> Blocks {
        let (base, held) = match &memory {
            Memory::Owned(bytes) => (bytes.as_ptr(), bytes.len()),
            Memory::Mapped(map) | Memory::Temporary(map, _) => (map.as_ptr(), map.len()),
            Memory::Copied(region, _) => (region.as_ptr(), region.len()),
        };
        // A mapped file includes the seal, and a file may be truncated while it is opened.
        let length = seal.length().min(held);
        let words = length.div_ceil(BLOCK).div_ceil(64);
        Blocks {
            base: Base(base),
            memory,
            length,
            seal,
            seen: (0..words).map(|_| AtomicU64::new(0)).collect(),
            looking: Mutex::new(()),
            fault: OnceLock::new(),
            what,
            path: None,
        }
    }

    /// Returns the length of the body in bytes.
    pub fn len(&self) -> usize {
        self.length
    }

    pub fn seal(&self) -> &Seal {
        &self.seal
    }

    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Returns bytes of the body. Returns `None` if the range is beyond the end or a block is damaged,
    /// which [`Blocks::sound`] reports.
    #[inline]
    #[allow(unsafe_code)]
    pub fn get(&self, range: Range<usize>) -> Option<&[u8]> {
        if range.start > range.end || range.end > self.length || !self.has(&range) {
            return None;
        }
        // SAFETY: the range is within the memory and in verified blocks. These were filled before their
        // bits were set, and nothing writes to them afterwards. For a mapped file, this holds as long as
        // no process overwrites or truncates it, as the documentation of its owner's `open` requires.
        Some(unsafe { slice::from_raw_parts(self.base.0.add(range.start), range.len()) })
    }

    #[inline]
    fn has(&self, range: &Range<usize>) -> bool {
        let first = range.start / BLOCK;
        // Usually the range is in one block that is already verified.
        if range.end <= (first + 1) * BLOCK && self.is_seen(first) {
            return true;
        }
        self.looked(range)
    }

    #[inline(never)]
    fn looked(&self, range: &Range<usize>) -> bool {
        let mut blocks = range.start / BLOCK..range.end.div_ceil(BLOCK);
        range.is_empty() || blocks.all(|block| self.is_seen(block) || self.look(block))
    }

    /// Returns `true` if all blocks of a range are already verified.
    pub fn was_read(&self, range: &Range<usize>) -> bool {
        (range.start / BLOCK..range.end.div_ceil(BLOCK)).all(|block| self.is_seen(block))
    }

    #[inline]
    fn is_seen(&self, block: usize) -> bool {
        let word = self.seen.get(block / 64);
        word.is_some_and(|word| word.load(Ordering::Acquire) >> (block % 64) & 1 != 0)
    }

    /// Reads and verifies a block for the first time. Returns `true` if it matches its checksum.
    #[cold]
    fn look(&self, block: usize) -> bool {
        let _one = self.looking.lock().unwrap_or_else(PoisonError::into_inner);
        if self.fault.get().is_some() {
            return false;
        }
        if self.is_seen(block) {
            return true;
        }
        let range = block * BLOCK..((block + 1) * BLOCK).min(self.length);
        let result = match self.fill(&range) {
            Ok(bytes) if self.seal.fits(block, bytes) => {
                if let Some(word) = self.seen.get(block / 64) {
                    word.fetch_or(1 << (block % 64), Ordering::Release);
                }
                return true;
            }
            Ok(_) => {
                format!("bytes {} to {} do not match their checksum", range.start, range.end - 1)
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                format!("it ends before byte {}", range.end)
            }
            Err(error) => format!("it cannot be read: {error}"),
        };
        let _ = self.fault.set(result.into());
        false
    }

    /// Returns the bytes of a block that is not verified yet. In the mode `Copied`, copies them from the
    /// file first.
    #[allow(unsafe_code)]
    fn fill(&self, range: &Range<usize>) -> io::Result<&[u8]> {
        if let Memory::Copied(region, file) = &self.memory {
            // SAFETY: the range is within the region. Only one thread gets here, because it holds
            // `looking`, and no reader has these bytes, because their block is not verified.
            let bytes = unsafe {
                slice::from_raw_parts_mut(region.as_mut_ptr().add(range.start), range.len())
            };
            read_at(file, bytes, range.start as u64)?;
        }
        // SAFETY: the range is within the memory, and nothing writes to it, because `looking` is held.
        Ok(unsafe { slice::from_raw_parts(self.base.0.add(range.start), range.len()) })
    }

    /// Checks that all bytes that were read so far were correct.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if a block did not match its checksum or could not be read.
    pub fn sound(&self) -> Result<()> {
        match self.fault.get() {
            None => Ok(()),
            Some(fault) => {
                let path = self.path.as_ref().map(|path| format!("`{}`: ", path.display()));
                let (what, path) = (self.what, path.unwrap_or_default());
                let message = format!("{path}the {what} is damaged: {fault}");
                Err(Error::new(ErrorKind::Storage, message))
            }
        }
    }

    /// Writes the whole body. A temporary file is read again in pieces, so that it does not stay in memory.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if a block is damaged, and the errors of `out`.
    pub fn write(&self, out: &mut impl Write) -> Result<io::Result<()>> {
        let Memory::Temporary(_, file) = &self.memory else {
            return self.whole().map(|body| out.write_all(body));
        };
        let mut bytes = vec![0; BLOCK];
        for block in 0..self.length.div_ceil(BLOCK) {
            let range = block * BLOCK..((block + 1) * BLOCK).min(self.length);
            let bytes = &mut bytes[..range.len()];
            let read = read_at(file, bytes, range.start as u64);
            if let Err(error) = read.and_then(|()| out.write_all(bytes)) {
                return Ok(Err(error));
            }
            if !self.seal.fits(block, bytes) {
                let what = self.what;
                let message = format!("the temporary file with a {what} is damaged");
                return Err(Error::new(ErrorKind::Storage, message));
            }
        }
        Ok(Ok(()))
    }

    /// Returns the whole body.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Storage`] if a block is damaged.
    pub fn whole(&self) -> Result<&[u8]> {
        match self.get(0..self.length) {
            Some(body) => Ok(body),
            None => self.sound().map(|()| &[][..]),
        }
    }
}

impl std::fmt::Debug for Blocks {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Blocks").field("bytes", &self.length).finish_non_exhaustive()
    }
}

/// The number of bytes at the start that are checked before the seal.
const FIRST: usize = 16;

/// Creates the error of `ErrorKind::Storage` for a file without a seal.
pub(super) fn unsealed(what: &str, path: Option<&Path>) -> Error {
    let path = path.map(|path| format!("`{}`: ", path.display())).unwrap_or_default();
    let message = format!("{path}the {what} is damaged: its end is not valid");
    Error::new(ErrorKind::Storage, message)
}

/// Opens a file and returns it with its size in bytes.
pub(super) fn open(path: &Path) -> io::Result<(File, u64)> {
    // Opening a pipe would block, and a device may have no end.
    let about = fs::metadata(path)?;
    if !about.is_file() {
        let what = if about.is_dir() { "it is a directory" } else { "not a file" };
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    Ok((file, size))
}

/// Maps a file into memory.
#[allow(unsafe_code)]
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the map is read-only. Its bytes are used as numbers, which are checked before they are used
    // as offsets, and, after a check for UTF-8, as text with the lifetime of the map. Therefore the file
    // must not be overwritten while it is mapped, which would break the guarantees of `str`, or truncated,
    // which kills the program (SIGBUS). The documentation of all functions that open files requires this,
    // and `save` does neither.
    unsafe { Mmap::map(file) }
}

/// A value in a file that can be opened with a choice of how the file is read.
pub trait OpenFile: Sized {
    /// Opens a saved file.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file cannot be read, and `ErrorKind::Malformed` if it is not such a file.
    fn open_with(path: &Path, access: FileAccess) -> Result<Self>;
}
