//! The documents that a stylesheet may read: the stylesheet itself, and the files in its folder if the host
//! allows that.

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::call::Failure;
use super::error_report::in_file;
use crate::source;
use glossweave_base::error::{Error, Result};
use glossweave_base::text::iri::has_colon_first;
use glossweave_markup::encoding;
use glossweave_markup::xml::Outside;

/// The name of a stylesheet, which is not the name of any file.
pub(super) const NAME: &str = "(stylesheet)";
/// The maximum size of a file, in bytes.
const FILE: u64 = 256 << 20;
/// The maximum number of refused files that are stored.
const REFUSED: usize = 20;

/// A loader of texts by IRI.
pub(super) struct Loader {
    base: CString,
    text: String,
    folder: Option<PathBuf>,
    /// The modules that were read, which copies of a stylesheet share.
    modules: Mutex<HashMap<String, String>>,
    /// The files that were refused, with the errors.
    refused: Mutex<Vec<(String, Error)>>,
}

impl Loader {
    /// Creates the loader of a stylesheet. Returns `ErrorKind::Invalid` if the folder does not exist.
    pub fn new(text: &str, folder: Option<&Path>) -> Result<Loader> {
        let folder = self::folder(folder)?;
        let base = match &folder {
            Some(folder) => format!("file://{}/{NAME}", encoded(&folder.to_string_lossy())),
            None => NAME.to_owned(),
        };
        let base = CString::new(base)
            .map_err(|_| Error::invalid("the path of the folder has a NUL in it"))?;
        let (modules, refused) = (Mutex::default(), Mutex::default());
        Ok(Loader { base, text: text.to_owned(), folder, modules, refused })
    }

    /// Returns the IRI of the stylesheet.
    pub fn base(&self) -> &CStr {
        &self.base
    }

    /// Returns the text of a module of the stylesheet, which is read once.
    pub fn module(&self, uri: &str) -> Option<String> {
        if let Some(text) = self.lock().get(uri) {
            return Some(text.clone());
        }
        let text = self.load(uri)?;
        if uri.as_bytes() != self.base.as_bytes() {
            self.lock().insert(uri.to_owned(), text.clone());
        }
        Some(text)
    }

    /// Returns the modules that were read.
    pub fn modules(&self) -> Vec<String> {
        self.lock().values().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.modules.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the text of an IRI if the stylesheet may read it.
    pub fn load(&self, uri: &str) -> Option<String> {
        let bare = |iri: &str| iri.strip_prefix("file://").unwrap_or(iri).to_owned();
        let (own_path, requested) = (decoded(&bare(self.base.to_str().ok()?))?, bare(uri));
        // As in `read`: requested as a path, which must be decoded, and as an IRI that libxslt has partly
        // decoded.
        if requested == own_path || decoded(&requested).as_ref() == Some(&own_path) {
            return Some(self.text.clone());
        }
        let (path, bytes) = read(self.folder.as_deref()?, uri, FILE)?;
        let outside: Rc<dyn Outside> = Rc::new(Files { folder: self.folder.clone()?, file: path });
        let admitted = encoding::decode_xml(&bytes, None).and_then(|decoded| {
            source::admit(&decoded.text, source::DEPTH, Some(outside.clone()))
                .map_err(|fault| fault.in_source(&bytes, &decoded))?;
            Ok(source::completed(decoded.text, Some(outside)).into_owned())
        });
        admitted.map_err(|error| self.refuse(uri, error)).ok()
    }

    fn refuse(&self, uri: &str, error: Error) {
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if refused.len() < REFUSED && refused.iter().all(|(known, _)| known != uri) {
            refused.push((uri.to_owned(), error));
        }
    }

    /// Returns the error for a call that failed because a file was refused.
    pub fn refused(&self, failure: &Failure) -> Option<Error> {
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        let says = |uri: &str| failure.events.iter().any(|event| event.text.contains(uri));
        let (uri, error) = refused.iter().find(|(uri, _)| says(uri))?;
        Some(in_file(uri, error))
    }
}

/// Returns the real path of a folder. Returns `ErrorKind::Invalid` if it does not exist.
pub(super) fn folder(folder: Option<&Path>) -> Result<Option<PathBuf>> {
    folder.map(fs::canonicalize).transpose().map_err(|error| {
        let shown = folder.unwrap_or(Path::new("")).display().to_string();
        Error::invalid(format!("there is no folder `{shown}`")).because(error)
    })
}

/// Reads a file in a folder, by IRI or path. Returns its real path and its bytes.
fn read(folder: &Path, uri: &str, most: u64) -> Option<(PathBuf, Vec<u8>)> {
    // `document()` first checks a path for access, and then requests the IRI.
    let path = uri.strip_prefix("file://").or_else(|| uri.strip_prefix("file:")).unwrap_or(uri);
    let path = path.strip_prefix("localhost").unwrap_or(path);
    let path = path.split(['#', '?']).next().unwrap_or(path);
    let path = fs::canonicalize(decoded(path)?).ok()?;
    let about = fs::metadata(&path).ok()?;
    if !path.starts_with(folder) || !about.is_file() || about.len() > most {
        return None;
    }
    let bytes = fs::read(&path).ok()?;
    Some((path, bytes))
}

/// The files in a folder, as external entities of one of them.
#[derive(Debug)]
pub(super) struct Files {
    folder: PathBuf,
    file: PathBuf,
}

impl Files {
    /// Creates the files for a document with this name.
    pub fn beside(folder: PathBuf, name: &str) -> Files {
        let file = folder.join(name);
        Files { folder, file }
    }
}

impl Outside for Files {
    fn read(&self, base: Option<&str>, system: &str, most: usize) -> Option<(String, String)> {
        let base = match base {
            Some(iri) => PathBuf::from(decoded(iri.strip_prefix("file://")?)?),
            None => self.file.clone(),
        };
        let has_scheme = has_colon_first(system);
        let uri = match has_scheme {
            true => system.to_owned(),
            // An absolute path remains unchanged.
            false => base.parent()?.join(decoded(system)?).to_str().map(encoded)?,
        };
        if has_scheme && !uri.starts_with("file:") {
            return None;
        }
        let (path, bytes) = read(&self.folder, &uri, most as u64)?;
        let text = encoding::decode_xml(&bytes, None).ok()?.text.into_owned();
        Some((format!("file://{}", encoded(path.to_str()?)), text))
    }
}

/// Encodes a path as part of an IRI (RFC 3986, 2.1).
fn encoded(path: &str) -> String {
    let mut iri = String::new();
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                iri.push(char::from(byte));
            }
            _ => {
                let _ = write!(iri, "%{byte:02X}");
            }
        }
    }
    iri
}

fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let byte = match (*first, after) {
            (b'%', [high, low, after @ ..]) => {
                rest = after;
                let digit = |byte: u8| char::from(byte).to_digit(16);
                u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()?
            }
            (byte, _) => byte,
        };
        bytes.push(byte);
    }
    String::from_utf8(bytes).ok()
}
