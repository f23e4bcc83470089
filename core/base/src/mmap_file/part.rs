//! A part of sealed bytes, with checked reads.

use std::ops::Range;

use super::blocks::Blocks;
use super::{u32_at, u64_at};

/// A range of a body. Bytes are verified by their checksums before they are first read.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    blocks: &'a Blocks,
    start: usize,
    length: usize,
    /// All bytes, if all blocks are verified.
    settled: Option<&'a [u8]>,
}

impl<'a> Part<'a> {
    pub(super) fn new(blocks: &'a Blocks, range: Range<usize>) -> Part<'a> {
        Part { blocks, start: range.start, length: range.len(), settled: None }
    }

    /// Returns the same part without checks on each read, if all of it is already verified.
    pub fn settled(self) -> Part<'a> {
        if self.settled.is_some() {
            return self;
        }
        let range = self.start..self.start + self.length;
        let settled = if self.blocks.was_read(&range) { self.blocks.get(range) } else { None };
        Part { settled, ..self }
    }

    /// Returns `true` if reads need no further checks.
    #[cfg(test)]
    pub fn is_settled(&self) -> bool {
        self.settled.is_some()
    }

    /// Returns the length of the part in bytes.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "no caller needs `is_empty`")]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Returns `count` bytes at an offset. Returns `None` if there are fewer or they are damaged.
    #[inline]
    pub fn get(&self, at: usize, count: usize) -> Option<&'a [u8]> {
        match self.settled {
            Some(bytes) => bytes.get(at..)?.get(..count),
            None => self.seen(at, count),
        }
    }

    fn seen(&self, at: usize, count: usize) -> Option<&'a [u8]> {
        let end = at.checked_add(count).filter(|end| *end <= self.length)?;
        self.blocks.get(self.start + at..self.start + end)
    }

    /// Returns at most `most` bytes at an offset.
    #[inline]
    pub fn up_to(&self, at: usize, most: usize) -> &'a [u8] {
        let count = self.length.saturating_sub(at).min(most);
        self.get(at, count).unwrap_or_default()
    }

    /// Returns all bytes, or no bytes if they are damaged.
    pub fn whole(&self) -> &'a [u8] {
        self.up_to(0, self.length)
    }

    /// Returns the byte at an offset.
    #[inline]
    pub fn byte(&self, at: usize) -> Option<u8> {
        self.get(at, 1)?.first().copied()
    }

    /// Returns `SIZE` bytes at an offset.
    #[inline]
    pub fn chunk<const SIZE: usize>(&self, at: usize) -> Option<&'a [u8; SIZE]> {
        self.get(at, SIZE)?.first_chunk()
    }

    /// Reads a little-endian 32-bit number at an offset.
    #[inline]
    pub fn u32(&self, at: usize) -> Option<u32> {
        u32_at(self.get(at, 4)?, 0)
    }

    /// Reads two consecutive 32-bit numbers at an offset.
    #[inline]
    pub fn pair(&self, at: usize) -> Option<[u32; 2]> {
        let bytes = self.get(at, 8)?;
        Some([u32_at(bytes, 0)?, u32_at(bytes, 4)?])
    }

    /// Reads a little-endian 64-bit number at an offset.
    #[inline]
    pub fn u64(&self, at: usize) -> Option<u64> {
        u64_at(self.get(at, 8)?, 0)
    }

    /// Returns the number of leading rows for which `holds` returns `true`, by binary search. `size` is the
    /// size of a row in bytes. `holds` must return `false` for all rows after them.
    pub fn partition_point(&self, size: usize, mut holds: impl FnMut(&[u8]) -> bool) -> usize {
        let (mut from, mut to) = (0, self.length / size.max(1));
        while from < to {
            let middle = from + (to - from) / 2;
            match self.get(middle * size, size) {
                Some(row) if holds(row) => from = middle + 1,
                _ => to = middle,
            }
        }
        from
    }

    /// Returns a sub-range of the part. It is empty if the range is beyond the end.
    pub fn slice(&self, range: Range<usize>) -> Part<'a> {
        let end = range.end.min(self.length);
        let start = range.start.min(end);
        let settled = self.settled.and_then(|bytes| bytes.get(start..end));
        let (start, length) = (self.start + start, end - start);
        Part { blocks: self.blocks, start, length, settled }
    }
}

impl std::fmt::Debug for Part<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Part").field("bytes", &self.length).finish_non_exhaustive()
    }
}
