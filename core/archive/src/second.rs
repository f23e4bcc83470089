//! A second archive reader, used to verify results. Like other readers, it only uses the end
//! record, and it skips all checks that it does not need.

use std::collections::HashMap;
use std::io::Read;
use std::ops::Range;

use flate2::read::DeflateDecoder;

use super::directory::{
    END, ENTRY, ENTRY_LENGTH, LOCAL, LOCAL_LENGTH, LOCATOR, LOCATOR_LENGTH, WIDE_END,
    WIDE_END_LENGTH, u16_at, u32_at, u64_at,
};
use super::reader::STORED;

/// An archive as seen by the second reader.
pub struct SecondReader<'a> {
    bytes: &'a [u8],
    /// The base of offsets.
    base: usize,
    /// The entry of each name, with the range of its extra field.
    entries: HashMap<&'a [u8], (usize, Range<usize>)>,
}

impl<'a> SecondReader<'a> {
    /// Finds the records. Returns `None` if the directory is missing or incomplete.
    pub fn new(bytes: &'a [u8]) -> Option<SecondReader<'a>> {
        let end = bytes.windows(END.len()).rposition(|window| window == END)?;
        let locator =
            end.checked_sub(LOCATOR_LENGTH).filter(|at| bytes[*at..].starts_with(LOCATOR));
        let wide = locator.and_then(|at| at.checked_sub(WIDE_END_LENGTH));
        let (limit, size, offset) = match wide {
            Some(at) => {
                bytes.get(at..)?.starts_with(WIDE_END).then_some(())?;
                (at, u64_at(bytes, at + 40)?, u64_at(bytes, at + 48)?)
            }
            None => {
                let number = |at| u32_at(bytes, end + at).map(u64::from);
                (end, number(12)?, number(16)?)
            }
        };
        let start = limit.checked_sub(usize::try_from(size).ok()?)?;
        let base = start.checked_sub(usize::try_from(offset).ok()?)?;
        let mut entries = HashMap::new();
        let mut at = start;
        while at < limit && bytes.get(at..)?.starts_with(ENTRY) {
            let length = |field| u16_at(bytes, at + field).map(usize::from);
            let (named, extra) = (length(28)?, length(30)?);
            let from = at + ENTRY_LENGTH;
            let name = bytes.get(from..from + named)?;
            entries.entry(name).or_insert((at, from + named..from + named + extra));
            at = from + named + extra + length(32)?;
        }
        Some(SecondReader { bytes, base, entries })
    }

    /// Returns the content of a record. Returns `None` if the record is missing or incomplete.
    pub fn content(&self, name: &str) -> Option<Vec<u8>> {
        let (entry, extra) = self.entries.get(name.as_bytes())?;
        content(self.bytes, self.base, *entry, extra.clone())
    }
}

fn content(bytes: &[u8], base: usize, entry: usize, extra: Range<usize>) -> Option<Vec<u8>> {
    let mut wide = widths(bytes, extra);
    let mut number = |at| match u32_at(bytes, entry + at)? {
        u32::MAX => wide.next(),
        narrow => usize::try_from(narrow).ok(),
    };
    let (unpacked, packed, offset) = (number(24)?, number(20)?, number(42)?);
    let local = base.checked_add(offset)?;
    bytes.get(local..)?.starts_with(LOCAL).then_some(())?;
    let length = |field| u16_at(bytes, local + field).map(usize::from);
    let data = local + LOCAL_LENGTH + length(26)? + length(28)?;
    let data = bytes.get(data..data.checked_add(packed)?)?;
    let mut content = Vec::with_capacity(unpacked.min(bytes.len().saturating_mul(8)));
    match u16_at(bytes, entry + 10)? {
        STORED => content.extend_from_slice(data),
        _ => {
            // Allow one extra byte, to detect content that exceeds the stated size.
            let mut inflater = DeflateDecoder::new(data).take(unpacked as u64 + 1);
            inflater.read_to_end(&mut content).ok()?;
        }
    }
    (content.len() == unpacked).then_some(content)
}

/// Returns the 64-bit numbers in a zip64 extra field.
fn widths(bytes: &[u8], extra: Range<usize>) -> impl Iterator<Item = usize> {
    let mut at = extra.start;
    let mut field = extra.end..extra.end;
    while let (Some(id), Some(length)) = (u16_at(bytes, at), u16_at(bytes, at + 2)) {
        let end = at + 4 + usize::from(length);
        if end > extra.end {
            break;
        }
        if id == 1 {
            field = at + 4..end;
            break;
        }
        at = end;
    }
    let numbers = field.step_by(8).map_while(|at| u64_at(bytes, at));
    numbers.map_while(|number| usize::try_from(number).ok())
}
