//! OpenDocument packages: zip archives that are kept record by record (ODF 1.3, part 2).

use std::borrow::Cow;

use flate2::{Crc, Decompress, FlushDecompress, Status};

use super::record::{Directory, Record};
use glossweave_base::error::{Error, ErrorKind, Location, Result, Side};

/// The limits of unpacking.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The maximum total size of all unpacked parts in bytes.
    pub unpacked: usize,
    /// The maximum number of unpacked bytes for each packed byte. Small parts may exceed it.
    pub ratio: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { unpacked: 256 << 20, ratio: 200 }
    }
}

/// The size up to which a part is unpacked at any ratio: repetitive texts are no zip bomb.
const SMALL: usize = 16 << 20;

/// The maximum length of `mimetype` in bytes.
const LONGEST_TYPE: usize = 1 << 20;

pub(super) const CONTENT: &str = "content.xml";
pub(super) const MANIFEST: &str = "META-INF/manifest.xml";
const MIMETYPE: &str = "mimetype";

/// The prefix of the media types of packages: text, and its templates and master documents.
const TEXT: &str = "application/vnd.oasis.opendocument.text";

/// An open package: its checked records, and its bytes.
#[derive(Clone, Debug)]
pub(crate) struct Package<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) directory: Directory<'a>,
    limits: Limits,
}

impl<'a> Package<'a> {
    /// Opens a package of an OpenDocument text.
    ///
    /// Returns `ErrorKind::Malformed` if it is no zip archive, if its directory is broken, if records
    /// overlap or have the same name, if a name leaves the package, or if there is no
    /// `content.xml`; `ErrorKind::Unsupported` if it is encrypted or not a text; `ErrorKind::TooLarge` if it
    /// has too many records.
    pub fn open(bytes: &'a [u8], limits: Limits) -> Result<Package<'a>> {
        let directory = Directory::read(bytes)?;
        let package = Package { bytes, directory, limits };
        let manifest = match package.has(MANIFEST) {
            true => package.part(MANIFEST)?,
            false => Vec::new(),
        };
        package.refuse_encrypted(&manifest)?;
        package.check_type(&manifest)?;
        if !package.has(CONTENT) {
            return Err(Error::malformed("the package has no record `content.xml`"));
        }
        Ok(package)
    }

    /// Returns `true` if there is a record of a name.
    pub fn has(&self, name: &str) -> bool {
        self.directory.find(name).is_some()
    }

    /// Unpacks a part.
    ///
    /// Returns `ErrorKind::NotFound` if there is none of that name, `ErrorKind::Malformed` if its data are
    /// broken or do not have the size and checksum of the directory, `ErrorKind::Unsupported` if it is
    /// packed by a method that OpenDocument does not allow, and `ErrorKind::TooLarge` if it exceeds the
    /// limits.
    pub fn part(&self, name: &str) -> Result<Vec<u8>> {
        self.part_within(name, self.limits.unpacked)
    }

    /// Unpacks a part with another limit than that of the package, for one part of several.
    pub fn part_within(&self, name: &str, most: usize) -> Result<Vec<u8>> {
        let Some(record) = self.directory.find(name) else {
            return Err(Error::new(
                ErrorKind::NotFound,
                format!("the package has no record `{name}`"),
            ));
        };
        let packed = &self.bytes[record.data.clone()];
        let unpacked = match record.method {
            STORED if packed.len() > most => return Err(too_large(name, most)),
            STORED => packed.to_vec(),
            DEFLATED => self.inflate(name, packed, record, most)?,
            method => {
                let message = format!(
                    "the record `{name}` is packed with method {method}, expected 0 (stored) or 8 \
                     (deflated)"
                );
                return Err(Error::unsupported(Side::Input, message));
            }
        };
        if unpacked.len() as u64 != record.unpacked.value {
            let message = format!(
                "has {} bytes, the directory says {}",
                unpacked.len(),
                record.unpacked.value
            );
            return Err(self.broken(record, &message));
        }
        let mut crc = Crc::new();
        crc.update(&unpacked);
        if crc.sum() != record.crc {
            let message = format!(
                "has the checksum {:08x}, the directory says {:08x}",
                crc.sum(),
                record.crc
            );
            return Err(self.broken(record, &message));
        }
        Ok(unpacked)
    }

    fn inflate(
        &self,
        name: &str,
        packed: &[u8],
        record: &Record<'_>,
        most: usize,
    ) -> Result<Vec<u8>> {
        let inflated = packed.len().saturating_mul(self.limits.ratio).max(SMALL);
        let limit = inflated.min(most);
        // One byte more than is allowed tells whether there is more.
        let stated = usize::try_from(record.unpacked.value).unwrap_or(usize::MAX);
        let mut output = Vec::with_capacity(stated.min(limit).saturating_add(1));
        let mut inflater = Decompress::new(false);
        loop {
            let read = usize::try_from(inflater.total_in()).unwrap_or(usize::MAX);
            let rest = packed.get(read..).unwrap_or_default();
            let before = output.len();
            let status = inflater.decompress_vec(rest, &mut output, FlushDecompress::Finish);
            if output.len() > limit {
                return Err(match most <= inflated {
                    true => too_large(name, most),
                    false => Error::new(
                        ErrorKind::TooLarge,
                        format!(
                            "the record `{name}` unpacks to more than {} times its {} bytes",
                            self.limits.ratio,
                            packed.len()
                        ),
                    ),
                });
            }
            let stuck = output.len() == before && inflater.total_in() == read as u64;
            match status {
                Ok(Status::StreamEnd) if inflater.total_in() == packed.len() as u64 => {
                    return Ok(output);
                }
                Ok(Status::StreamEnd) => {
                    return Err(self.broken(record, "has data behind the end of its stream"));
                }
                Ok(_) if output.len() == output.capacity() => {
                    let more = output.len().min(limit + 1 - output.len());
                    output.reserve_exact(more.max(1));
                }
                Ok(_) if stuck => return Err(self.broken(record, "has data that are cut short")),
                Ok(_) => {}
                Err(cause) => {
                    return Err(self.broken(record, "has data that do not inflate").because(cause));
                }
            }
        }
    }

    fn broken(&self, record: &Record<'_>, what: &str) -> Error {
        let place = Location::in_source(self.bytes, record.data.clone());
        Error::malformed(format!("the record `{}` {what}", record.shown())).at(place)
    }

    /// Returns `ErrorKind::Unsupported` if the package is encrypted. ODF encrypts parts one by one and
    /// records this in the manifest (part 2, clause 4.8), or encrypts the whole package as one
    /// part.
    fn refuse_encrypted(&self, manifest: &[u8]) -> Result<()> {
        let Some(at) = element(manifest, b"encryption-data") else { return Ok(()) };
        let before = manifest.get(..at).unwrap_or_default();
        let path = before
            .windows(PATH.len())
            .rposition(|window| window == PATH)
            .and_then(|found| quoted(&before[found + PATH.len()..]));
        let message = match path {
            Some(path) => {
                format!("the document is encrypted: `{path}` has encryption data in the manifest")
            }
            None => "the document is encrypted: its manifest has encryption data".into(),
        };
        Err(Error::unsupported(Side::Input, message))
    }

    fn check_type(&self, manifest: &[u8]) -> Result<()> {
        let stated = match self.has(MIMETYPE) {
            true => {
                let bytes = self.part_within(MIMETYPE, LONGEST_TYPE)?;
                Some(String::from_utf8_lossy(&bytes).trim().to_owned())
            }
            false => root_type(manifest),
        };
        let expected = "expected one of `application/vnd.oasis.opendocument.text`";
        let message = match stated {
            Some(stated) if is_text(&stated) => return Ok(()),
            Some(stated) => format!("the package is of type `{stated}`, {expected}"),
            None => {
                let content = match self.has(CONTENT) {
                    true => self.part(CONTENT)?,
                    false => {
                        return Err(Error::malformed("the package has no record `content.xml`"));
                    }
                };
                if element(&content, b"text").is_some() {
                    return Ok(());
                }
                format!("the package does not say of what type it is, {expected}")
            }
        };
        Err(Error::unsupported(Side::Input, message))
    }
}

pub(super) const STORED: u16 = 0;
pub(super) const DEFLATED: u16 = 8;

const PATH: &[u8] = b"full-path=";

fn too_large(name: &str, most: usize) -> Error {
    let message = format!("the record `{name}` unpacks to more than the {most} bytes allowed");
    Error::new(ErrorKind::TooLarge, message)
}

fn is_text(stated: &str) -> bool {
    let rest = stated.strip_prefix(TEXT);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', ';']))
}

/// Returns the position of the first start tag with a local name and any prefix.
fn element(xml: &[u8], name: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = xml.get(from..)?.iter().position(|byte| *byte == b'<') {
        let start = from + found + 1;
        let tag = xml.get(start..)?;
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
        let length = tag.iter().position(is_end).unwrap_or(tag.len());
        let full = tag.get(..length)?;
        let local = full.iter().position(|byte| *byte == b':').map_or(0, |colon| colon + 1);
        if full.get(local..) == Some(name) {
            return Some(start - 1);
        }
        from = start;
    }
    None
}

/// Returns the quoted text at the start.
fn quoted(xml: &[u8]) -> Option<Cow<'_, str>> {
    let (quote, rest) = xml.split_first()?;
    let end = rest.iter().position(|byte| byte == quote)?;
    rest.get(..end).map(String::from_utf8_lossy)
}

/// Returns the media type of the whole package in a manifest.
fn root_type(manifest: &[u8]) -> Option<String> {
    let mut from = 0;
    while let Some(found) = element(manifest.get(from..)?, b"file-entry") {
        let start = from + found;
        let length = manifest[start..].iter().position(|byte| *byte == b'>')?;
        let tag = manifest.get(start..start + length)?;
        let value = |name: &[u8]| {
            let found = tag.windows(name.len()).position(|window| window == name)?;
            quoted(tag.get(found + name.len()..)?)
        };
        if value(PATH).as_deref() == Some("/") {
            return value(b"media-type=").map(Cow::into_owned);
        }
        from = start + length;
    }
    None
}

#[cfg(test)]
mod tests;
