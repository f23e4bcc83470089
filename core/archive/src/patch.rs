//! Replacement of records of an archive, without changes to the other bytes.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use flate2::{Compress, Compression, FlushCompress, Status};

use super::directory::{
    DESCRIBED, ENTRY_LENGTH, LOCAL_LENGTH, Record, local_sizes, u16_at, u32_at, widen,
};
use super::reader::{Archive, DEFLATED, STORED};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The flag bits for the compression level.
const EFFORT: u16 = 6;
/// The flag bit for names in UTF-8.
const UTF_8: u16 = 1 << 11;

/// The compressed content of a record.
struct Packed<'a> {
    data: Cow<'a, [u8]>,
    crc: u32,
    unpacked: usize,
}

impl<'a> Packed<'a> {
    fn new(content: &'a [u8], method: u16) -> Result<Packed<'a>> {
        let data = match method {
            DEFLATED => deflate(content)?.into(),
            _ => content.into(),
        };
        Ok(Packed { data, crc: crc32fast::hash(content), unpacked: content.len() })
    }
}

fn deflate(content: &[u8]) -> Result<Vec<u8>> {
    let mut output = Vec::with_capacity(content.len() / 4 + 64);
    let mut deflater = Compress::new(Compression::default(), false);
    loop {
        let read = usize::try_from(deflater.total_in()).unwrap_or(usize::MAX);
        let rest = content.get(read..).unwrap_or_default();
        let status = deflater.compress_vec(rest, &mut output, FlushCompress::Finish);
        match status {
            Ok(Status::StreamEnd) => return Ok(output),
            Ok(_) => output.reserve(output.len().max(64)),
            Err(cause) => {
                let message = "a record of the package could not be packed";
                return Err(Error::new(ErrorKind::Internal, message).because(cause));
            }
        }
    }
}

impl Archive<'_> {
    /// Returns the archive with the content of some records replaced, or added if the name is new.
    /// All other bytes are preserved: the other records with their descriptors and extra fields,
    /// the bytes between records, their order, and the comments. Only offsets and totals change.
    /// The dates of records are preserved as well, so that equal contents always give equal
    /// archives.
    ///
    /// Returns `ErrorKind::TooLarge` if the result would exceed 4 GiB, or have more records than
    /// its end record can count.
    pub fn with_records(&self, parts: &[(&str, &[u8])]) -> Result<Vec<u8>> {
        self.with_changes(parts, &[])
    }

    /// Returns the archive like [`with_records`](Archive::with_records), and also removes the
    /// records with the names in `left_out`.
    pub fn with_changes(&self, parts: &[(&str, &[u8])], left_out: &[&str]) -> Result<Vec<u8>> {
        if parts.is_empty() && left_out.is_empty() {
            return Ok(self.bytes.to_vec());
        }
        let directory = &self.directory;
        let left_out: HashSet<&[u8]> = left_out.iter().map(|name| name.as_bytes()).collect();
        let stays = |record: &Record<'_>| !left_out.contains(record.name);
        let contents: HashMap<&[u8], &[u8]> =
            parts.iter().map(|(name, content)| (name.as_bytes(), *content)).collect();
        let mut new = Vec::with_capacity(directory.records.len());
        for record in &directory.records {
            let packed = match contents.get(record.name) {
                Some(content) => Some(Packed::new(content, written_method(record))?),
                None => None,
            };
            new.push(packed);
        }
        let grown: usize = parts.iter().map(|part| part.1.len()).sum();
        let mut output = Vec::with_capacity(self.bytes.len() + grown / 2);
        let mut order: Vec<usize> = (0..directory.records.len()).collect();
        order.sort_by_key(|index| directory.records[*index].local);
        let mut offsets = vec![0; order.len()];
        let mut copied = 0;
        for index in order {
            let record = &directory.records[index];
            output.extend_from_slice(&self.bytes[copied..record.local]);
            offsets[index] = output.len() - directory.base;
            copied = record.local;
            if !stays(record) {
                copied = record.end;
            } else if let Some(packed) = &new[index] {
                self.write_record(record, packed, &mut output)?;
                copied = record.end;
            }
        }
        output.extend_from_slice(&self.bytes[copied..directory.span.start]);

        let added = self.add(parts, &mut output)?;
        let start = output.len();
        let mut count = added.len();
        for ((record, packed), offset) in directory.records.iter().zip(&new).zip(offsets) {
            if stays(record) {
                self.write_entry(record, packed.as_ref(), offset, &mut output);
                count += 1;
            }
        }
        for entry in &added {
            output.extend_from_slice(entry);
        }
        self.write_ends(start, count, &mut output)?;
        if output.len() >= u32::MAX as usize {
            return Err(Error::new(ErrorKind::TooLarge, "the package would exceed 4 GiB"));
        }
        Ok(output)
    }

    fn write_record(
        &self,
        record: &Record<'_>,
        packed: &Packed<'_>,
        output: &mut Vec<u8>,
    ) -> Result<()> {
        let start = output.len();
        let local = record.local;
        output.extend_from_slice(&self.bytes[local..record.data.start]);
        let flags = u16_at(self.bytes, local + 6).unwrap_or(0) & !(DESCRIBED | EFFORT);
        put(output, start + 6, &flags.to_le_bytes());
        put(output, start + 8, &written_method(record).to_le_bytes());
        put(output, start + 14, &packed.crc.to_le_bytes());
        let name = u16_at(self.bytes, local + 26).map_or(0, usize::from);
        let mut sizes = local_sizes(self.bytes, local);
        let described = record.flags & DESCRIBED != 0;
        let wide = widen(self.bytes, local + LOCAL_LENGTH + name..record.data.start, &mut sizes);
        // When the record has a descriptor, the sizes in the local header may be wrong.
        if wide.is_err() && !described {
            return wide;
        }
        for (size, value) in sizes.into_iter().zip([packed.unpacked, packed.data.len()]) {
            size.write(value, output, start, local);
        }
        output.extend_from_slice(&packed.data);
        Ok(())
    }

    fn write_entry(
        &self,
        record: &Record<'_>,
        packed: Option<&Packed<'_>>,
        offset: usize,
        output: &mut Vec<u8>,
    ) {
        let start = output.len();
        let from = record.entry.start;
        output.extend_from_slice(&self.bytes[record.entry.clone()]);
        if let Some(packed) = packed {
            let flags = record.flags & !(DESCRIBED | EFFORT);
            put(output, start + 8, &flags.to_le_bytes());
            put(output, start + 10, &written_method(record).to_le_bytes());
            put(output, start + 16, &packed.crc.to_le_bytes());
            record.packed.write(packed.data.len(), output, start, from);
            record.unpacked.write(packed.unpacked, output, start, from);
        }
        record.offset.write(offset, output, start, from);
    }

    /// Appends the new records, and returns their directory entries.
    fn add(&self, parts: &[(&str, &[u8])], output: &mut Vec<u8>) -> Result<Vec<Vec<u8>>> {
        let date = self
            .directory
            .records
            .first()
            .and_then(|record| u32_at(self.bytes, record.entry.start + 12))
            .unwrap_or(0x0021_0000);
        let mut entries: Vec<Vec<u8>> = Vec::new();
        for (index, (name, content)) in parts.iter().enumerate() {
            let is_again = || parts[index + 1..].iter().any(|later| later.0 == *name);
            if self.has(name) || is_again() {
                continue;
            }
            let packed = Packed::new(content, DEFLATED)?;
            let offset = (output.len() - self.directory.base) as u32;
            let mut shared = Vec::with_capacity(26);
            shared.extend_from_slice(&20u16.to_le_bytes());
            let flags = if name.is_ascii() { 0 } else { UTF_8 };
            shared.extend_from_slice(&flags.to_le_bytes());
            shared.extend_from_slice(&DEFLATED.to_le_bytes());
            shared.extend_from_slice(&date.to_le_bytes());
            for number in [packed.crc, packed.data.len() as u32, packed.unpacked as u32] {
                shared.extend_from_slice(&number.to_le_bytes());
            }
            shared.extend_from_slice(&(name.len() as u16).to_le_bytes());
            shared.extend_from_slice(&0u16.to_le_bytes());
            output.extend_from_slice(b"PK\x03\x04");
            output.extend_from_slice(&shared);
            output.extend_from_slice(name.as_bytes());
            output.extend_from_slice(&packed.data);

            let mut entry = Vec::with_capacity(ENTRY_LENGTH + name.len());
            entry.extend_from_slice(b"PK\x01\x02\x14\x00");
            entry.extend_from_slice(&shared);
            entry.resize(ENTRY_LENGTH - 4, 0);
            entry.extend_from_slice(&offset.to_le_bytes());
            entry.extend_from_slice(name.as_bytes());
            entries.push(entry);
        }
        Ok(entries)
    }

    fn write_ends(&self, directory: usize, count: usize, output: &mut Vec<u8>) -> Result<()> {
        let ends = &self.directory.ends;
        let old = self.directory.span.end;
        let start = output.len();
        let size = start - directory;
        output.extend_from_slice(&self.bytes[old..]);
        let end = start + ends.end - old;
        let is_wide = |at, width: usize| {
            ends.wide.is_some()
                && self.bytes.get(at..at + width).is_some_and(|all| all.iter().all(|b| *b == 0xFF))
        };
        match u16::try_from(count) {
            Ok(count) if count < u16::MAX || is_wide(ends.end + 10, 2) => {
                for at in [8, 10] {
                    if !is_wide(ends.end + at, 2) {
                        put(output, end + at, &count.to_le_bytes());
                    }
                }
            }
            Err(_) if is_wide(ends.end + 10, 2) => {}
            _ => {
                let message = "the package would have too many records";
                return Err(Error::new(ErrorKind::TooLarge, message));
            }
        }
        for (at, value) in [(12, size), (16, directory - self.directory.base)] {
            if !is_wide(ends.end + at, 4) {
                put(output, end + at, &(value as u32).to_le_bytes());
            }
        }
        if let Some(wide) = &ends.wide {
            let record = start + wide.record - old;
            for (at, value) in
                [(24, count), (32, count), (40, size), (48, directory - self.directory.base)]
            {
                put(output, record + at, &(value as u64).to_le_bytes());
            }
            let locator = start + wide.locator - old;
            put(output, locator + 8, &((record - self.directory.base) as u64).to_le_bytes());
        }
        Ok(())
    }
}

/// Returns the compression method for new content: stored if the record was stored, otherwise
/// deflate.
fn written_method(record: &Record<'_>) -> u16 {
    if record.method == STORED { STORED } else { DEFLATED }
}

fn put(output: &mut [u8], at: usize, bytes: &[u8]) {
    if let Some(place) = output.get_mut(at..at + bytes.len()) {
        place.copy_from_slice(bytes);
    }
}

#[cfg(test)]
mod tests;
