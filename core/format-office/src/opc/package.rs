//! Opening packages, and their parts by name.

use std::cell::Cell;
use std::collections::HashMap;

use super::relationship::{Relationship, relationships, relationships_part};
use glossweave_archive::{Archive, Limits};
use glossweave_base::error::{Error, ErrorKind, Result, Side};
use glossweave_format_base::PartTree;
use glossweave_format_base::package::{Joined, in_utf8};
use glossweave_markup::{Encoding, UnknownEntities};

/// The part with the types of all parts.
pub(crate) const CONTENT_TYPES: &str = "[Content_Types].xml";

/// The first bytes of a compound file (MS-CFB, clause 2.2).
const COMPOUND: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// The type of the relationship to signatures (part 2, clause 10.4.2).
const SIGNATURES: &str = "digital-signature/origin";

/// The reason why a signed package is not changed.
pub(crate) const SIGNED: &str = "the package is signed, and a change would break its signature";

/// The number of bytes counted for a part that cannot be read, because it may have been unpacked in
/// part.
const BROKEN: usize = 16 << 20;

/// An open package.
pub(crate) struct Package<'a> {
    archive: Archive<'a>,
    /// The names of the records, by their names in lower case, because part names ignore case (part
    /// 2, clause 6.2.2.3).
    names: HashMap<String, String>,
    unpacked: usize,
    /// The number of bytes of parts that were read alone.
    alone: Cell<usize>,
}

impl<'a> Package<'a> {
    /// Opens a package.
    ///
    /// Returns the errors of [`Archive::open`], `ErrorKind::Unsupported` if the package is
    /// encrypted or uses a format from before Office 2007, and `ErrorKind::Malformed` if it
    /// contains no types.
    pub fn open(bytes: &'a [u8]) -> Result<Package<'a>> {
        refuse_compound(bytes)?;
        let limits = Limits::default();
        let archive = Archive::open(bytes, limits)?;
        let mut names = HashMap::new();
        for name in archive.names() {
            let name = name.into_owned();
            // Some programs use backslashes instead of slashes to separate folders.
            let part = name.to_ascii_lowercase().replace('\\', "/");
            let has_backslash = name.contains('\\');
            if let Some(before) = names.insert(part, name)
                && (has_backslash || before.contains('\\'))
            {
                let message = format!("two records of the package have the name of `{before}`");
                return Err(Error::malformed(message));
            }
        }
        let unpacked = limits.unpacked;
        let package = Package { archive, names, unpacked, alone: Cell::default() };
        match package.name(CONTENT_TYPES) {
            Some(_) => Ok(package),
            None => Err(Error::malformed(format!("the package has no record `{CONTENT_TYPES}`"))),
        }
    }

    /// Returns the record name of a part.
    pub fn name(&self, part: &str) -> Option<&str> {
        self.names.get(&part.to_ascii_lowercase()).map(String::as_str)
    }

    /// Returns the relationships of a part, or of the package if `part` is "".
    pub fn relationships(&self, part: &str) -> Result<Vec<Relationship>> {
        let Some(joined) = self.alone(&relationships_part(part))? else { return Ok(Vec::new()) };
        let xml = PartTree::parse(&joined.bytes, &joined.parts[0], UnknownEntities::Refuse)?;
        Ok(relationships(&xml.tree, part))
    }

    /// Returns a part that is not joined to others, or `None` if it does not exist. The sizes of
    /// all such parts count toward the limit, because a package may refer to a part many times.
    ///
    /// Returns the errors of [`Archive::read`], and encoding errors.
    pub fn alone(&self, part: &str) -> Result<Option<Joined>> {
        let mut joined = Joined::default();
        let found = self.join(part, &mut joined);
        let length = if found.is_ok() { joined.bytes.len() } else { BROKEN };
        self.alone.set(self.alone.get().saturating_add(length));
        Ok(found?.then_some(joined))
    }

    /// Appends a part to the joined parts. Returns `false` if it does not exist.
    ///
    /// Returns the errors of [`Archive::read`], and encoding errors.
    pub fn join(&self, part: &str, joined: &mut Joined) -> Result<bool> {
        let text = self.text(part, joined.bytes.len())?;
        let found = text.map(|(name, text, encoding)| joined.push(name, &text, encoding));
        Ok(found.is_some())
    }

    /// Returns a part in UTF-8 with its record name and its original encoding, or `None` if it does
    /// not exist. `before` is the length of the parts read before.
    ///
    /// Returns the errors of [`Archive::read`], and encoding errors.
    pub fn text(&self, part: &str, before: usize) -> Result<Option<(&str, Vec<u8>, Encoding)>> {
        let Some(name) = self.name(part) else { return Ok(None) };
        let most = self.unpacked.saturating_sub(before).saturating_sub(self.alone.get());
        let (text, encoding) = in_utf8(name, self.archive.read_within(name, most)?)?;
        Ok(Some((name, text, encoding)))
    }
}

/// Returns the relationship to the main part of a package.
///
/// Returns `ErrorKind::Malformed` if the relationship or the part is missing.
pub(crate) fn main_part<'r>(
    package: &Package<'_>,
    top: &'r [Relationship],
) -> Result<&'r Relationship> {
    let Some(main) = top.iter().find(|link| &*link.kind == "officeDocument") else {
        let message = "the package has no relationship to an office document";
        return Err(Error::malformed(message));
    };
    if package.name(&main.target).is_none() {
        let message = format!("the package has no record `{}`", main.target);
        return Err(Error::malformed(message));
    }
    Ok(main)
}

/// Returns `ErrorKind::Unsupported` for a compound file, which encrypted packages and older binary
/// formats use (MS-OFFCRYPTO, clause 2.3.4).
fn refuse_compound(bytes: &[u8]) -> Result<()> {
    if !bytes.starts_with(COMPOUND) {
        return Ok(());
    }
    let stream: Vec<u8> = "EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let is_encrypted = bytes.windows(stream.len()).any(|window| *window == *stream);
    let message = match is_encrypted {
        true => "the document is encrypted: it has a stream `EncryptedPackage`",
        false => "expected a zip archive, found a compound file of a format before Office 2007",
    };
    Err(Error::unsupported(Side::Input, message))
}

/// Returns `true` if a package is signed, so that no byte may be changed.
pub(crate) fn is_signed(bytes: &[u8]) -> bool {
    let relationships = Package::open(bytes).and_then(|package| package.relationships(""));
    relationships.is_ok_and(|all| all.iter().any(|link| *link.kind == *SIGNATURES))
}

/// Returns `ErrorKind::Malformed` if a part declares a document type (part 2, clause 6.2.5).
pub(crate) fn refuse_document_type(xml: &PartTree<'_>) -> Result<()> {
    const DECLARATION: &[u8] = b"<!DOCTYPE";
    let mut found = xml.prolog().windows(DECLARATION.len());
    match found.position(|window| window == DECLARATION) {
        Some(at) => Err(xml.fault(
            ErrorKind::Malformed,
            "expected no document type, found `<!DOCTYPE`",
            at..at + DECLARATION.len(),
        )),
        None => Ok(()),
    }
}
