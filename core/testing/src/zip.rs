//! Zip packages for tests, with all features that a writer can use.

use flate2::{Compression, write::DeflateEncoder};
use std::io::Write;

/// The data descriptor after the data of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Descriptor {
    /// No data.
    None,
    /// The checksum and the sizes.
    Bare,
    /// The checksum and the sizes after a signature.
    Signed,
    /// The checksum and the sizes, with sizes of eight bytes.
    Wide,
}

/// A builder of a record.
#[derive(Clone, Debug)]
pub struct EntryBuilder {
    /// The name in the directory.
    pub name: String,
    /// The content.
    pub content: Vec<u8>,
    /// `true` if the content is deflated.
    pub deflated: bool,
    /// The data descriptor.
    pub descriptor: Descriptor,
    /// The extra field of the local header.
    pub local_extra: Vec<u8>,
    /// The extra field in the directory.
    pub extra: Vec<u8>,
    /// The comment.
    pub comment: String,
    /// Bytes before this record that do not belong to any record.
    pub gap: Vec<u8>,
    /// `true` if the sizes are in a zip64 extra field.
    pub wide: bool,
    /// The flags.
    pub flags: u16,
    /// The time and date.
    pub date: u32,
    /// The method, if it differs from the method of the content.
    pub method: Option<u16>,
    /// The checksum, if it is wrong.
    pub crc: Option<u32>,
    /// The name in the local header, if it differs.
    pub local_name: Option<String>,
    /// The size of the content, if it is wrong.
    pub unpacked: Option<u32>,
}

impl EntryBuilder {
    /// Creates a deflated record.
    pub fn new(name: &str, content: impl Into<Vec<u8>>) -> EntryBuilder {
        EntryBuilder {
            name: name.into(),
            content: content.into(),
            deflated: true,
            descriptor: Descriptor::None,
            local_extra: Vec::new(),
            extra: Vec::new(),
            comment: String::new(),
            gap: Vec::new(),
            wide: false,
            flags: 0,
            date: 0x5B75_6C21,
            method: None,
            crc: None,
            local_name: None,
            unpacked: None,
        }
    }

    /// Stores the content without compression.
    pub fn stored(mut self) -> EntryBuilder {
        self.deflated = false;
        self
    }
}

/// The media type of an OpenDocument text.
pub const MIMETYPE: &str = "application/vnd.oasis.opendocument.text";

/// Returns the records that all OpenDocument texts contain.
pub fn minimal(content: &str) -> Vec<EntryBuilder> {
    let manifest = "<manifest:manifest><manifest:file-entry manifest:full-path=\"/\" \
                    manifest:media-type=\"application/vnd.oasis.opendocument.text\"/>\
                    </manifest:manifest>";
    vec![
        EntryBuilder::new("mimetype", MIMETYPE).stored(),
        EntryBuilder::new("content.xml", content),
        EntryBuilder::new("Pictures/a.png", b"\x89PNG not really".repeat(9)).stored(),
        EntryBuilder::new("META-INF/manifest.xml", manifest),
    ]
}

/// Writes a package. If `wide` is true, adds the end records of zip64.
pub fn zip(records: &[EntryBuilder], comment: &str, wide: bool) -> Vec<u8> {
    let mut output = Vec::new();
    let mut directory = Vec::new();
    for made in records {
        output.extend_from_slice(&made.gap);
        let offset = output.len() as u32;
        let data = match made.deflated {
            true => deflated(&made.content),
            false => made.content.clone(),
        };
        let crc = made.crc.unwrap_or_else(|| crc32fast::hash(&made.content));
        let unpacked = made.unpacked.unwrap_or(made.content.len() as u32);
        let sizes = [data.len() as u32, unpacked];
        let described = made.descriptor != Descriptor::None;
        let flags = made.flags | if described { 8 } else { 0 };
        let method = made.method.unwrap_or(if made.deflated { 8 } else { 0 });

        let mut wide_sizes = vec![1, 0, 16, 0];
        wide_sizes.extend_from_slice(&u64::from(sizes[1]).to_le_bytes());
        wide_sizes.extend_from_slice(&u64::from(sizes[0]).to_le_bytes());
        let mut local_extra = made.local_extra.clone();
        let mut extra = made.extra.clone();
        if made.wide {
            local_extra.extend_from_slice(&wide_sizes);
            wide_sizes[2] = 24;
            extra.extend_from_slice(&wide_sizes);
            extra.extend_from_slice(&u64::from(offset).to_le_bytes());
        }
        let head = |crc: u32, sizes: [u32; 2], name: &str, extra: &[u8]| {
            let mut head = Vec::new();
            for short in [20, flags, method] {
                head.extend_from_slice(&short.to_le_bytes());
            }
            for number in [made.date, crc, sizes[0], sizes[1]] {
                head.extend_from_slice(&number.to_le_bytes());
            }
            head.extend_from_slice(&(name.len() as u16).to_le_bytes());
            head.extend_from_slice(&(extra.len() as u16).to_le_bytes());
            head
        };
        let ones = [u32::MAX; 2];
        let local_sizes = match (made.wide, described) {
            (true, _) => ones,
            (false, true) => [0; 2],
            (false, false) => sizes,
        };
        let name = made.local_name.as_ref().unwrap_or(&made.name);
        output.extend_from_slice(b"PK\x03\x04");
        output.extend(head(if described { 0 } else { crc }, local_sizes, name, &local_extra));
        output.extend_from_slice(name.as_bytes());
        output.extend_from_slice(&local_extra);
        output.extend_from_slice(&data);
        if described {
            if made.descriptor != Descriptor::Bare {
                output.extend_from_slice(b"PK\x07\x08");
            }
            output.extend_from_slice(&crc.to_le_bytes());
            for size in sizes {
                match made.descriptor {
                    Descriptor::Wide => output.extend_from_slice(&u64::from(size).to_le_bytes()),
                    _ => output.extend_from_slice(&size.to_le_bytes()),
                }
            }
        }
        directory.extend_from_slice(b"PK\x01\x02\x14\x03");
        let sizes = if made.wide { ones } else { sizes };
        directory.extend(head(crc, sizes, &made.name, &extra));
        directory.extend_from_slice(&(made.comment.len() as u16).to_le_bytes());
        directory.extend_from_slice(&[0, 0, 1, 0, 0, 0, 0xA4, 0x81]);
        directory.extend_from_slice(&if made.wide { u32::MAX } else { offset }.to_le_bytes());
        directory.extend_from_slice(made.name.as_bytes());
        directory.extend_from_slice(&extra);
        directory.extend_from_slice(made.comment.as_bytes());
    }
    let start = output.len();
    output.extend_from_slice(&directory);
    let count = records.len();
    if wide {
        let at = output.len() as u64;
        output.extend_from_slice(b"PK\x06\x06");
        output.extend_from_slice(&44u64.to_le_bytes());
        output.extend_from_slice(&[45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for number in [count, count, directory.len(), start] {
            output.extend_from_slice(&(number as u64).to_le_bytes());
        }
        output.extend_from_slice(b"PK\x06\x07\0\0\0\0");
        output.extend_from_slice(&at.to_le_bytes());
        output.extend_from_slice(&1u32.to_le_bytes());
    }
    output.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    if wide {
        output.extend_from_slice(&[0xFF; 12]);
    } else {
        for _ in 0..2 {
            output.extend_from_slice(&(count as u16).to_le_bytes());
        }
        output.extend_from_slice(&(directory.len() as u32).to_le_bytes());
        output.extend_from_slice(&(start as u32).to_le_bytes());
    }
    output.extend_from_slice(&(comment.len() as u16).to_le_bytes());
    output.extend_from_slice(comment.as_bytes());
    output
}

fn deflated(content: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}
