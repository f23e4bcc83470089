//! What a stylesheet may read: itself, and the files of its folder where the host allows that.

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::{Error, Result};
use crate::markup::Encoding;
use crate::xslt::source;

/// What a stylesheet is called: no file has the name.
const NAME: &str = "(stylesheet)";
/// The largest file that is read.
const FILE: u64 = 256 << 20;

/// Gives texts by their IRIs.
pub(super) struct Loader {
    base: CString,
    text: String,
    folder: Option<PathBuf>,
    /// The modules that were read: copies of a stylesheet have the same.
    modules: Mutex<HashMap<String, String>>,
}

impl Loader {
    /// Kind Invalid for a folder that is not there.
    pub fn new(text: &str, folder: Option<&Path>) -> Result<Loader> {
        let folder = folder.map(fs::canonicalize).transpose().map_err(|error| {
            let shown = folder.unwrap_or(Path::new("")).display().to_string();
            Error::invalid(format!("there is no folder `{shown}`")).because(error)
        })?;
        let base = match &folder {
            Some(folder) => format!("file://{}/{NAME}", encoded(folder)),
            None => NAME.to_owned(),
        };
        let base = CString::new(base)
            .map_err(|_| Error::invalid("the path of the folder has a NUL in it"))?;
        Ok(Loader { base, text: text.to_owned(), folder, modules: Mutex::default() })
    }

    /// The IRI of the stylesheet.
    pub fn base(&self) -> &CStr {
        &self.base
    }

    /// The text of a part of the stylesheet, read once.
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

    /// The modules that were read.
    pub fn modules(&self) -> Vec<String> {
        self.lock().values().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.modules.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The text at an IRI, where it may be read.
    pub fn load(&self, uri: &str) -> Option<String> {
        let bare = |iri: &str| iri.strip_prefix("file://").unwrap_or(iri).to_owned();
        let (own, asked) = (decoded(&bare(self.base.to_str().ok()?))?, bare(uri));
        // As below: as a path, which is decoded, and as an IRI, of which libxslt decodes some.
        if asked == own || decoded(&asked).as_ref() == Some(&own) {
            return Some(self.text.clone());
        }
        let folder = self.folder.as_deref()?;
        // `document()` asks for a path first, whether it may be read, and then for the IRI.
        let path = uri.strip_prefix("file://").or_else(|| uri.strip_prefix("file:")).unwrap_or(uri);
        let path = path.strip_prefix("localhost").unwrap_or(path);
        let path = path.split(['#', '?']).next().unwrap_or(path);
        let path = fs::canonicalize(decoded(path)?).ok()?;
        if !path.starts_with(folder) || fs::metadata(&path).ok()?.len() > FILE {
            return None;
        }
        let bytes = fs::read(path).ok()?;
        let text = Encoding::decode_xml(&bytes, None).ok()?.text;
        source::admit(&text, source::DEPTH).ok()?;
        Some(source::completed(text).into_owned())
    }
}

/// A path as part of an IRI, RFC 3986, 2.1.
fn encoded(path: &Path) -> String {
    let mut iri = String::new();
    for byte in path.to_string_lossy().bytes() {
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
