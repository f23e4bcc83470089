//! A part of sealed bytes, with the reads that check.

use std::ops::Range;

use super::blocks::Blocks;
use super::{u32_at, u64_at};

/// Some bytes of a body. What is read is compared with its checksum first.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    blocks: &'a Blocks,
    start: usize,
    length: usize,
    /// All of the bytes, where each block of them was found to be right.
    settled: Option<&'a [u8]>,
}

impl<'a> Part<'a> {
    pub(super) fn new(blocks: &'a Blocks, range: Range<usize>) -> Part<'a> {
        Part { blocks, start: range.start, length: range.len(), settled: None }
    }

    /// The same, without looking at what was seen wherever something is read, if all of it was.
    pub fn settled(self) -> Part<'a> {
        if self.settled.is_some() {
            return self;
        }
        let range = self.start..self.start + self.length;
        let settled = if self.blocks.was_read(&range) { self.blocks.get(range) } else { None };
        Part { settled, ..self }
    }

    /// Whether nothing of it is looked at again.
    #[cfg(test)]
    pub fn is_settled(&self) -> bool {
        self.settled.is_some()
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Bytes from a place on, none where there are not so many or they are damaged.
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

    /// At most so many bytes from a place on.
    #[inline]
    pub fn up_to(&self, at: usize, most: usize) -> &'a [u8] {
        let count = self.length.saturating_sub(at).min(most);
        self.get(at, count).unwrap_or_default()
    }

    /// All of them; none where they are damaged.
    pub fn whole(&self) -> &'a [u8] {
        self.up_to(0, self.length)
    }

    #[inline]
    pub fn byte(&self, at: usize) -> Option<u8> {
        self.get(at, 1)?.first().copied()
    }

    #[inline]
    pub fn chunk<const SIZE: usize>(&self, at: usize) -> Option<&'a [u8; SIZE]> {
        self.get(at, SIZE)?.first_chunk()
    }

    #[inline]
    pub fn u32(&self, at: usize) -> Option<u32> {
        u32_at(self.get(at, 4)?, 0)
    }

    /// Two numbers after each other.
    #[inline]
    pub fn pair(&self, at: usize) -> Option<[u32; 2]> {
        let bytes = self.get(at, 8)?;
        Some([u32_at(bytes, 0)?, u32_at(bytes, 4)?])
    }

    #[inline]
    pub fn u64(&self, at: usize) -> Option<u64> {
        u64_at(self.get(at, 8)?, 0)
    }

    /// How many rows of a size come first for which something holds, where it holds for none after
    /// them.
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

    /// A part of the part; an empty one beyond it.
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
