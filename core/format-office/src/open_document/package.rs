//! OpenDocument packages: zip archives with a manifest (ODF 1.3, part 2).

use std::borrow::Cow;

use super::kind::Kind;
use glossweave_archive::{Archive, Limits};
use glossweave_base::error::{Error, Result, Side};

/// The maximum length of `mimetype` in bytes.
const LONGEST_TYPE: usize = 1 << 20;

pub(super) const CONTENT: &str = "content.xml";
pub(super) const MANIFEST: &str = "META-INF/manifest.xml";
const MIMETYPE: &str = "mimetype";

/// Opens a package of a kind.
///
/// Returns the errors of [`Archive::open`], `ErrorKind::Malformed` if `content.xml` is missing, and
/// `ErrorKind::Unsupported` if the package is encrypted or of another kind.
pub(super) fn open(bytes: &[u8], kind: Kind, limits: Limits) -> Result<Archive<'_>> {
    let package = Archive::open(bytes, limits)?;
    let manifest = match package.has(MANIFEST) {
        true => package.read(MANIFEST)?,
        false => Vec::new(),
    };
    refuse_encrypted(&manifest)?;
    check_type(&package, kind, &manifest)?;
    if !package.has(CONTENT) {
        return Err(Error::malformed("the package has no record `content.xml`"));
    }
    Ok(package)
}

/// Returns `ErrorKind::Unsupported` if the package is encrypted. ODF either encrypts parts
/// separately and records this in the manifest (part 2, clause 4.8), or encrypts the whole package
/// as one part. Encrypted macro libraries are accepted, because they use separate passwords.
fn refuse_encrypted(manifest: &[u8]) -> Result<()> {
    let (mut path, mut from) = (None, 0);
    loop {
        let rest = manifest.get(from..).unwrap_or_default();
        let Some(found) = element(rest, b"encryption-data") else { return Ok(()) };
        let before = rest.get(..found).unwrap_or_default();
        let entry = before.windows(PATH.len()).rposition(|window| window == PATH);
        path = entry.map_or(path, |entry| quoted(&before[entry + PATH.len()..]));
        match &path {
            Some(path) if path.starts_with(LIBRARIES) => from += found + 1,
            Some(path) => {
                let message = format!(
                    "the document is encrypted: `{path}` has encryption data in the manifest"
                );
                return Err(Error::unsupported(Side::Input, message));
            }
            None => {
                let message = "the document is encrypted: its manifest has encryption data";
                return Err(Error::unsupported(Side::Input, message));
            }
        }
    }
}

fn check_type(package: &Archive<'_>, kind: Kind, manifest: &[u8]) -> Result<()> {
    let stated = match package.has(MIMETYPE) {
        true => {
            let bytes = package.read_within(MIMETYPE, LONGEST_TYPE)?;
            Some(String::from_utf8_lossy(&bytes).trim().to_owned())
        }
        false => root_type(manifest),
    };
    let expected = format!("expected one of `{}`", kind.media_type());
    let message = match stated {
        Some(stated) if is_of(&stated, kind) => return Ok(()),
        Some(stated) => format!("the package is of type `{stated}`, {expected}"),
        None => {
            let content = match package.has(CONTENT) {
                true => package.read(CONTENT)?,
                false => {
                    return Err(Error::malformed("the package has no record `content.xml`"));
                }
            };
            if element(&content, kind.body()).is_some() {
                return Ok(());
            }
            format!("the package does not specify its type, {expected}")
        }
    };
    Err(Error::unsupported(Side::Input, message))
}

const PATH: &[u8] = b"full-path=";

/// The folder used for macro libraries.
const LIBRARIES: &str = "Basic/";

fn is_of(stated: &str, kind: Kind) -> bool {
    let rest = stated.strip_prefix(kind.media_type());
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

/// Returns the media type that a manifest specifies for the whole package.
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
