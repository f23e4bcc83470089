//! The records of a zip archive, with their positions and headers (PKWARE APPNOTE 6.3).

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use glossweave_base::error::{Error, ErrorKind, Location, Result, Side};

/// The maximum number of records in an archive.
const RECORDS: u64 = 65_536;

pub(super) const LOCAL: &[u8] = b"PK\x03\x04";
pub(super) const ENTRY: &[u8] = b"PK\x01\x02";
pub(super) const END: &[u8] = b"PK\x05\x06";
pub(super) const WIDE_END: &[u8] = b"PK\x06\x06";
pub(super) const LOCATOR: &[u8] = b"PK\x06\x07";
const DESCRIPTOR: &[u8] = b"PK\x07\x08";

pub(super) const LOCAL_LENGTH: usize = 30;
pub(super) const ENTRY_LENGTH: usize = 46;
const END_LENGTH: usize = 22;
pub(super) const WIDE_END_LENGTH: usize = 56;
pub(super) const LOCATOR_LENGTH: usize = 20;

/// The flag bit of encrypted records (clause 4.4.4).
const ENCRYPTED: u16 = 1;
/// The flag bit of records whose sizes and checksum are stored after the data.
pub(super) const DESCRIBED: u16 = 8;

pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let two = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(two.try_into().ok()?))
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(four.try_into().ok()?))
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    let eight = bytes.get(at..at.checked_add(8)?)?;
    Some(u64::from_le_bytes(eight.try_into().ok()?))
}

/// A number in a header. It uses 32 bits in the header itself, or 64 bits in a zip64 extra field or
/// record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub at: usize,
    pub wide: bool,
    pub value: u64,
}

impl Number {
    fn narrow(bytes: &[u8], at: usize) -> Option<Number> {
        Some(Number { at, wide: false, value: u64::from(u32_at(bytes, at)?) })
    }

    fn wide(bytes: &[u8], at: usize) -> Option<Number> {
        Some(Number { at, wide: true, value: u64_at(bytes, at)? })
    }

    /// Overwrites the number in a copy of the record. The copy begins at `start` of `output`, with
    /// the source byte at `copied`.
    pub fn write(self, value: usize, output: &mut [u8], start: usize, copied: usize) {
        let at = start + self.at - copied;
        let bytes = (value as u64).to_le_bytes();
        let width = if self.wide { 8 } else { 4 };
        if let Some(place) = output.get_mut(at..at + width) {
            place.copy_from_slice(&bytes[..width]);
        }
    }
}

/// A record of the central directory, verified against its local header.
#[derive(Clone, Debug)]
pub(super) struct Record<'a> {
    pub name: &'a [u8],
    /// The range of the entry in the central directory.
    pub entry: Range<usize>,
    /// The offset of the local header.
    pub local: usize,
    pub data: Range<usize>,
    /// The end of the record, including its data descriptor.
    pub end: usize,
    pub flags: u16,
    pub method: u16,
    pub crc: u32,
    pub packed: Number,
    pub unpacked: Number,
    pub offset: Number,
}

impl Record<'_> {
    pub fn shown(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(self.name)
    }
}

/// All records of an archive, and its end records.
#[derive(Clone, Debug)]
pub(super) struct Directory<'a> {
    /// The records in the order of the central directory.
    pub records: Vec<Record<'a>>,
    /// The indexes of the records by name.
    numbers: HashMap<&'a [u8], usize>,
    /// The range of the central directory.
    pub span: Range<usize>,
    /// The base of offsets. It is greater than 0 when other data precedes the archive.
    pub base: usize,
    /// The end records of the archive.
    pub ends: Ends,
}

/// The end record, and the zip64 end record if any.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    pub end: usize,
    pub wide: Option<WideEnd>,
}

#[derive(Clone, Debug)]
pub(super) struct WideEnd {
    pub record: usize,
    pub locator: usize,
}

fn broken(bytes: &[u8], place: Range<usize>, message: impl Into<String>) -> Error {
    Error::malformed(message).at(Location::in_source(bytes, place))
}

impl<'a> Directory<'a> {
    /// Reads and verifies the directory. Returns `ErrorKind::Malformed` if it is broken,
    /// `ErrorKind::TooLarge` if there are too many records, and `ErrorKind::Unsupported` for split
    /// or encrypted archives.
    pub fn read(bytes: &'a [u8]) -> Result<Directory<'a>> {
        let ends = Ends::find(bytes)?;
        let Totals { count, size, offset } = ends.totals(bytes)?;
        let limit = ends.start();
        let Some((base, span)) = place(bytes, limit, offset, size) else {
            let message = format!(
                "the central directory is outside the package: its offset is {offset} and its \
                 size {size} bytes, but the end record is at {limit}"
            );
            return Err(broken(bytes, limit..limit, message));
        };
        if count > RECORDS {
            let message = format!("the package has {count} records, limit is {RECORDS}");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let mut records = Vec::new();
        let mut numbers = HashMap::new();
        let mut at = span.start;
        while at < span.end {
            let record = entry(bytes, at, &span, base)?;
            at = record.entry.end;
            check_name(bytes, &record)?;
            if numbers.insert(record.name, records.len()).is_some() {
                let message = format!("two records of the package are named `{}`", record.shown());
                return Err(broken(bytes, record.entry.clone(), message));
            }
            records.push(record);
            if records.len() as u64 > RECORDS {
                let message = format!("the package has more than {RECORDS} records");
                return Err(Error::new(ErrorKind::TooLarge, message));
            }
        }
        if records.len() as u64 != count {
            let message = format!(
                "the central directory has {} records, the end record states {count}",
                records.len()
            );
            return Err(broken(bytes, span, message));
        }
        check_overlaps(bytes, &records)?;
        Ok(Directory { records, numbers, span, base, ends })
    }

    pub fn find(&self, name: &str) -> Option<&Record<'a>> {
        self.records.get(*self.numbers.get(name.as_bytes())?)
    }
}

/// Returns the base of offsets, and the range of the central directory, which must end directly
/// before the end records, because other readers expect it there. Other data may precede the
/// archive, for example a self-extractor or another archive. Offsets may ignore this data.
fn place(bytes: &[u8], limit: usize, offset: u64, size: u64) -> Option<(usize, Range<usize>)> {
    let start = limit.checked_sub(usize::try_from(size).ok()?)?;
    let base = start.checked_sub(usize::try_from(offset).ok()?)?;
    let begins = size == 0 || bytes.get(start..).is_some_and(|rest| rest.starts_with(ENTRY));
    begins.then_some((base, start..limit))
}

struct Totals {
    count: u64,
    size: u64,
    offset: u64,
}

impl Ends {
    fn find(bytes: &[u8]) -> Result<Ends> {
        let first = bytes.len().saturating_sub(END_LENGTH + usize::from(u16::MAX));
        let mut ends = (first..=bytes.len().saturating_sub(END_LENGTH)).rev();
        let is_end = |at: &usize| bytes.get(*at..).is_some_and(|rest| rest.starts_with(END));
        // Other data may follow the comment. It is ignored.
        let is_whole = |at: &usize| {
            u16_at(bytes, at + 20)
                .is_some_and(|comment| at + END_LENGTH + usize::from(comment) <= bytes.len())
        };
        // Use the last end record, because other readers do so. An earlier one would describe
        // another archive.
        let Some(end) = ends.find(is_end).filter(is_whole) else {
            let cut = bytes.starts_with(LOCAL);
            if cut {
                let message = "the package is cut short, no end record was found";
                return Err(broken(bytes, bytes.len()..bytes.len(), message));
            }
            let message = "expected a zip archive, found something else";
            let error = broken(bytes, 0..bytes.len().min(4), message);
            return Err(error.with_hint("give the format that the source has"));
        };
        let locator = end
            .checked_sub(LOCATOR_LENGTH)
            .filter(|at| bytes.get(*at..).is_some_and(|rest| rest.starts_with(LOCATOR)));
        let wide = match locator {
            Some(locator) => {
                // The offset in the locator may ignore data that precedes the archive.
                let stated = u64_at(bytes, locator + 8).and_then(|at| usize::try_from(at).ok());
                let mut places =
                    [locator.checked_sub(WIDE_END_LENGTH), stated].into_iter().flatten();
                let record = places.find(|at| {
                    at.checked_add(WIDE_END_LENGTH).is_some_and(|end| end <= locator)
                        && bytes.get(*at..).is_some_and(|rest| rest.starts_with(WIDE_END))
                });
                let Some(record) = record else {
                    let message = "the zip64 end record is not at the offset in its locator";
                    return Err(broken(bytes, locator..end, message));
                };
                Some(WideEnd { record, locator })
            }
            None => None,
        };
        Ok(Ends { end, wide })
    }

    fn start(&self) -> usize {
        self.wide.as_ref().map_or(self.end, |wide| wide.record)
    }

    fn totals(&self, bytes: &[u8]) -> Result<Totals> {
        let cut = || broken(bytes, self.end..bytes.len(), "the end record is cut short");
        let short = |at| u16_at(bytes, self.end + at).ok_or_else(cut);
        let number = |at| u32_at(bytes, self.end + at).ok_or_else(cut);
        let set = || {
            let message = "a package in several files is not supported, expected one file";
            Error::unsupported(Side::Input, message)
        };
        let (disk, first) = (short(4)?, short(6)?);
        let count = short(10)?;
        let (size, offset) = (number(12)?, number(16)?);
        let Some(wide) = &self.wide else {
            if disk != 0 || first != 0 || short(8)? != count {
                return Err(set());
            }
            if count == u16::MAX || size == u32::MAX || offset == u32::MAX {
                let message = "the end record refers to a zip64 end record, found none";
                return Err(broken(bytes, self.end..bytes.len(), message));
            }
            return Ok(Totals { count: count.into(), size: size.into(), offset: offset.into() });
        };
        let at = wide.record;
        if u32_at(bytes, at + 16).ok_or_else(cut)? != 0 || u32_at(bytes, at + 20) != Some(0) {
            return Err(set());
        }
        let totals = Totals {
            count: u64_at(bytes, at + 32).ok_or_else(cut)?,
            size: u64_at(bytes, at + 40).ok_or_else(cut)?,
            offset: u64_at(bytes, at + 48).ok_or_else(cut)?,
        };
        let agrees = (count == u16::MAX || u64::from(count) == totals.count)
            && (size == u32::MAX || u64::from(size) == totals.size)
            && (offset == u32::MAX || u64::from(offset) == totals.offset);
        if !agrees {
            let message = "the end record and the zip64 end record differ";
            return Err(broken(bytes, self.end..bytes.len(), message));
        }
        Ok(totals)
    }
}

fn entry<'a>(bytes: &'a [u8], at: usize, span: &Range<usize>, base: usize) -> Result<Record<'a>> {
    let cut = || broken(bytes, at..span.end, "an entry of the central directory is cut short");
    let directory = bytes.get(..span.end).ok_or_else(cut)?;
    if !directory.get(at..).is_some_and(|rest| rest.starts_with(ENTRY)) {
        let message = "expected an entry of the central directory, found something else";
        return Err(broken(bytes, at..at + 4, message));
    }
    let short = |offset| u16_at(directory, at + offset).ok_or_else(cut);
    let (flags, method) = (short(8)?, short(10)?);
    let (name, extra, comment) = (short(28)?, short(30)?, short(32)?);
    let name_end = at + ENTRY_LENGTH + usize::from(name);
    let extra_end = name_end + usize::from(extra);
    let end = extra_end + usize::from(comment);
    let name = directory.get(at + ENTRY_LENGTH..name_end).ok_or_else(cut)?;
    if end > span.end {
        return Err(cut());
    }
    let number = |offset| Number::narrow(directory, at + offset).ok_or_else(cut);
    let mut numbers = [number(24)?, number(20)?, number(42)?];
    widen(bytes, name_end..extra_end, &mut numbers)?;
    let [unpacked, packed, offset] = numbers;
    let mut record = Record {
        name,
        entry: at..end,
        local: 0,
        data: 0..0,
        end: 0,
        flags,
        method,
        crc: u32_at(directory, at + 16).ok_or_else(cut)?,
        packed,
        unpacked,
        offset,
    };
    if flags & ENCRYPTED != 0 {
        let message = format!("the record `{}` is encrypted", record.shown());
        return Err(Error::unsupported(Side::Input, message));
    }
    locate(bytes, base, span.start, &mut record)?;
    Ok(record)
}

/// Replaces each number whose bits are all set by its value in the zip64 extra field. The field
/// stores the unpacked size, packed size and offset in this order (clause 4.5.3).
pub(super) fn widen(bytes: &[u8], extra: Range<usize>, numbers: &mut [Number]) -> Result<()> {
    if numbers.iter().all(|number| number.value != u64::from(u32::MAX)) {
        return Ok(());
    }
    let missing = || {
        let message = "a record has no zip64 extra field for its size or offset";
        broken(bytes, extra.clone(), message)
    };
    let mut at = extra.start;
    while at + 4 <= extra.end {
        let (Some(id), Some(length)) = (u16_at(bytes, at), u16_at(bytes, at + 2)) else { break };
        let end = at + 4 + usize::from(length);
        if id == 1 && end <= extra.end {
            let mut place = at + 4;
            for number in numbers.iter_mut() {
                if number.value != u64::from(u32::MAX) {
                    continue;
                }
                if place + 8 > end {
                    return Err(missing());
                }
                *number = Number::wide(bytes, place).ok_or_else(missing)?;
                place += 8;
            }
            return Ok(());
        }
        at = end;
    }
    Err(missing())
}

/// Finds the data of a record, using its local header.
fn locate(bytes: &[u8], base: usize, limit: usize, record: &mut Record<'_>) -> Result<()> {
    let shown = record.shown().into_owned();
    let fail = |place: Range<usize>, what: String| {
        Err(broken(bytes, place, format!("the record `{shown}` {what}")))
    };
    let entry = record.entry.clone();
    let local = usize::try_from(record.offset.value).unwrap_or(usize::MAX).saturating_add(base);
    let header = local.checked_add(LOCAL_LENGTH).filter(|end| *end <= limit);
    let Some(header) = header.filter(|_| bytes[local..].starts_with(LOCAL)) else {
        return fail(
            entry,
            format!("is not at byte {}, the offset in its entry", record.offset.value),
        );
    };
    let length = |at| u16_at(bytes, local + at).map_or(0, usize::from);
    let name_end = header + length(26);
    let start = name_end + length(28);
    let packed = usize::try_from(record.packed.value).unwrap_or(usize::MAX);
    let end = start.checked_add(packed).filter(|end| *end <= limit);
    let Some(end) = end else {
        return fail(local..header, "reaches into the central directory".into());
    };
    let name = &bytes[header..name_end.min(limit)];
    if name != record.name {
        let name = String::from_utf8_lossy(name);
        return fail(header..name_end, format!("has the name `{name}` in its local header"));
    }
    let flags = u16_at(bytes, local + 6).unwrap_or(0);
    if flags & ENCRYPTED != 0 {
        let message = format!("the record `{shown}` is encrypted");
        return Err(Error::unsupported(Side::Input, message));
    }
    if u16_at(bytes, local + 8) != Some(record.method) {
        return fail(local..header, "has a different method in its local header".into());
    }
    if flags & DESCRIBED == 0 {
        let mut sizes = local_sizes(bytes, local);
        widen(bytes, name_end..start, &mut sizes)?;
        if [record.unpacked.value, record.packed.value] != sizes.map(|size| size.value) {
            return fail(local..header, "has different sizes in its local header".into());
        }
    }
    record.local = local;
    record.data = start..end;
    record.end =
        end + if flags & DESCRIBED != 0 { described(bytes, end, limit, record) } else { 0 };
    Ok(())
}

/// Returns the unpacked size and the packed size in a local header.
pub(super) fn local_sizes(bytes: &[u8], local: usize) -> [Number; 2] {
    let zero = |at| Number { at, wide: false, value: 0 };
    [local + 22, local + 18].map(|at| Number::narrow(bytes, at).unwrap_or(zero(at)))
}

/// Returns the length of the data descriptor, which may have a signature and may use 32-bit or
/// 64-bit sizes. Returns 0 if no form matches.
fn described(bytes: &[u8], at: usize, limit: usize, record: &Record<'_>) -> usize {
    let (packed, unpacked) = (record.packed.value, record.unpacked.value);
    let mut forms = Vec::with_capacity(4);
    for signature in [DESCRIPTOR, b""] {
        // Try the wider form first, because sizes of 0 match both.
        for wide in [true, false] {
            let mut form = signature.to_vec();
            form.extend_from_slice(&record.crc.to_le_bytes());
            for size in [packed, unpacked] {
                let width = if wide { 8 } else { 4 };
                form.extend_from_slice(&size.to_le_bytes()[..width]);
            }
            forms.push(form);
        }
    }
    let rest = &bytes[at.min(limit)..limit];
    forms.iter().find(|form| rest.starts_with(form)).map_or(0, Vec::len)
}

/// Rejects names that would escape the target folder, or that have another meaning on another
/// system.
fn check_name(bytes: &[u8], record: &Record<'_>) -> Result<()> {
    let name = record.name;
    let drive = name.first().is_some_and(u8::is_ascii_alphabetic) && name.get(1) == Some(&b':');
    // Some programs use the separator of Windows.
    let is_separator = |byte: &u8| matches!(byte, b'/' | b'\\');
    let what = if name.is_empty() {
        "is empty"
    } else if name.first().is_some_and(is_separator) || drive {
        "is absolute"
    } else if name.contains(&0) {
        "has a NUL"
    } else if name.split(is_separator).any(|step| step == b"..") {
        "leads outside the package"
    } else {
        return Ok(());
    };
    let message = format!("the name of the record `{}` {what}", record.shown());
    Err(broken(bytes, record.entry.clone(), message))
}

fn check_overlaps(bytes: &[u8], records: &[Record<'_>]) -> Result<()> {
    let mut order: Vec<&Record<'_>> = records.iter().collect();
    order.sort_by_key(|record| record.local);
    for pair in order.windows(2) {
        if let [first, second] = pair
            && first.end > second.local
        {
            let message =
                format!("the records `{}` and `{}` overlap", first.shown(), second.shown());
            return Err(broken(bytes, second.local..first.end, message));
        }
    }
    Ok(())
}
