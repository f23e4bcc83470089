//! The seal after a body: a checksum for each block.

use std::io::{self, Write};

use crc32fast::Hasher;

/// The size of a block, which has one checksum.
pub(super) const BLOCK: usize = 1 << 16;

/// The size of the fields after the checksums: the length of the body u64, a checksum u32.
const LAST: usize = 12;

/// The checksums of a body.
pub(super) struct Seal {
    length: u64,
    /// The checksums, four bytes for each block.
    sums: Vec<u8>,
}

impl Seal {
    pub fn of(body: &[u8]) -> Seal {
        let sums = body.chunks(BLOCK).flat_map(|block| crc32fast::hash(block).to_le_bytes());
        Seal { length: body.len() as u64, sums: sums.collect() }
    }

    /// Returns the length of the body in bytes.
    pub fn length(&self) -> usize {
        self.length as usize
    }

    /// Returns `true` if a block matches its checksum.
    pub fn fits(&self, block: usize, bytes: &[u8]) -> bool {
        let sum = self.sums.get(block * 4..).and_then(|sums| sums.first_chunk());
        sum.is_some_and(|sum| crc32fast::hash(bytes) == u32::from_le_bytes(*sum))
    }

    /// Returns the size of the seal in bytes.
    pub fn size(&self) -> usize {
        self.sums.len() + LAST
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.sums.clone();
        bytes.extend_from_slice(&self.length.to_le_bytes());
        let sum = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads the seal at the end of a file of `size` bytes. `read` fills a slice from an offset. Returns
    /// `None` if the end is not a seal.
    pub fn read(
        size: u64,
        mut read: impl FnMut(u64, &mut [u8]) -> io::Result<()>,
    ) -> io::Result<Option<Seal>> {
        let Some(at) = size.checked_sub(LAST as u64) else { return Ok(None) };
        let mut last = [0; LAST];
        read(at, &mut last)?;
        let Some((length, _)) = last.split_first_chunk() else { return Ok(None) };
        let length = u64::from_le_bytes(*length);
        let sums = length.div_ceil(BLOCK as u64).saturating_mul(4);
        if length.checked_add(sums) != Some(at) || usize::try_from(size).is_err() {
            return Ok(None);
        }
        let mut bytes = vec![0; sums as usize + LAST];
        read(length, &mut bytes)?;
        let (stated, sum) = bytes.split_at(sums as usize + 8);
        if crc32fast::hash(stated).to_le_bytes() != *sum {
            return Ok(None);
        }
        bytes.truncate(sums as usize);
        Ok(Some(Seal { length, sums: bytes }))
    }
}

/// A writer of a body and its seal.
pub struct Sealing<W> {
    out: W,
    seal: Seal,
    block: Hasher,
    /// The number of bytes in the current block.
    filled: usize,
}

impl<W: Write> Sealing<W> {
    /// Creates a writer that passes bytes to `out` and computes their checksums.
    pub fn new(out: W) -> Sealing<W> {
        let seal = Seal { length: 0, sums: Vec::new() };
        Sealing { out, seal, block: Hasher::new(), filled: 0 }
    }

    /// Ends the body and writes the seal.
    pub fn finish(mut self) -> io::Result<W> {
        if self.filled > 0 {
            self.end();
        }
        self.out.write_all(&self.seal.to_bytes())?;
        Ok(self.out)
    }

    /// Ends the body and returns the seal.
    pub(super) fn into_seal(mut self) -> Seal {
        if self.filled > 0 {
            self.end();
        }
        self.seal
    }

    fn end(&mut self) {
        let block = std::mem::take(&mut self.block);
        self.seal.sums.extend_from_slice(&block.finalize().to_le_bytes());
        self.filled = 0;
    }
}

impl<W: Write> Write for Sealing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = bytes.len().min(BLOCK - self.filled);
        let count = self.out.write(&bytes[..count])?;
        self.block.update(&bytes[..count]);
        self.seal.length += count as u64;
        self.filled += count;
        if self.filled == BLOCK {
            self.end();
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
