//! Resolvers for rules and records in other files.

use std::fmt::Debug;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use glossweave_base::error::{Error, ErrorKind, Result};

/// A resolver that opens the files that a document refers to: linked rules, and records in other
/// files.
///
/// Without a resolver, no file is opened. A custom resolver can, for example, keep the files in
/// memory.
pub trait Resolver: Send + Sync + Debug {
    /// Opens a file by its reference, as written in the document. `base` is the location of that
    /// document: [`Options::base`](super::Options::base), or the reference that was used to open
    /// it. Returns `None` if the file does not exist or may not be read.
    ///
    /// # Errors
    ///
    /// Returns any error of the resolver. Reading of the document then fails with that error.
    fn open(&self, reference: &str, base: &str) -> Result<Option<Vec<u8>>>;
}

/// A resolver for the files of one folder and its subfolders. It never uses the network.
///
/// References are relative paths. When a reference leaves the folder through `..` or a symbolic link,
/// it is treated like a reference to a missing file.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    most: u64,
}

impl Folder {
    /// The maximum size of a file, in bytes.
    pub const MOST: u64 = 64 << 20;

    /// Opens a folder.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::NotFound`] if the folder does not exist.
    pub fn new(path: impl AsRef<Path>) -> Result<Folder> {
        let path = path.as_ref();
        let none = || Error::new(ErrorKind::NotFound, format!("no folder `{}`", path.display()));
        let root = path.canonicalize().map_err(|error| none().because(error))?;
        match root.is_dir() {
            true => Ok(Folder { root, most: Folder::MOST }),
            false => Err(none()),
        }
    }
}

impl Resolver for Folder {
    fn open(&self, reference: &str, base: &str) -> Result<Option<Vec<u8>>> {
        let Some(path) = joined(reference, base) else { return Ok(None) };
        let Ok(path) = self.root.join(path).canonicalize() else { return Ok(None) };
        if !path.starts_with(&self.root) || !path.is_file() {
            return Ok(None);
        }
        let Ok(file) = File::open(&path) else { return Ok(None) };
        let mut bytes = Vec::new();
        match file.take(self.most + 1).read_to_end(&mut bytes) {
            Ok(_) if bytes.len() as u64 > self.most => {
                let message = format!("`{reference}` has more than {} bytes", self.most);
                Err(Error::new(ErrorKind::TooLarge, message))
            }
            Ok(_) => Ok(Some(bytes)),
            Err(_) => Ok(None),
        }
    }
}

/// Resolves a relative reference to a path within the folder. Returns `None` if the result is
/// outside the folder, or if the reference is not a path.
fn joined(reference: &str, base: &str) -> Option<PathBuf> {
    let mut parts: Vec<String> = Vec::new();
    let base = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    let reference = reference.split(['#', '?']).next().unwrap_or_default();
    if reference.is_empty() || reference.starts_with(['/', '\\']) {
        return None;
    }
    for part in base.split('/').chain(reference.split('/')) {
        let part = unescaped(part)?;
        match part.as_str() {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part if part.contains(['/', '\\', ':', '\0']) => return None,
            _ => parts.push(part),
        }
    }
    Some(parts.iter().collect())
}

/// Decodes the percent escapes in a segment of an IRI (RFC 3986, clause 2.1).
fn unescaped(part: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let [high, low, after @ ..] = rest else { return None };
        let digit = |byte: &u8| (*byte as char).to_digit(16);
        bytes.push((digit(high)? * 16 + digit(low)?) as u8);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{Folder, Resolver};
    use glossweave_base::error::ErrorKind;

    #[test]
    fn nothing_outside_of_a_folder_is_read() {
        let outer = tempfile::tempdir().unwrap();
        let root = outer.path().join("root");
        std::fs::create_dir_all(root.join("in")).unwrap();
        std::fs::write(outer.path().join("secret"), "s").unwrap();
        std::fs::write(root.join("in/a b.xml"), "a").unwrap();
        std::fs::write(root.join("big"), "four").unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("../secret", root.join("link")).unwrap();
            std::os::unix::fs::symlink("in", root.join("way")).unwrap();
        }
        let folder = Folder { most: 3, ..Folder::new(&root).unwrap() };
        let open = |reference: &str, base: &str| folder.open(reference, base).unwrap();
        for (reference, base) in
            [("in/a%20b.xml#x", ""), ("a b.xml", "in/doc.xml"), ("../in/./a b.xml", "in/doc.xml")]
        {
            assert_eq!(open(reference, base), Some(b"a".to_vec()), "{reference}");
        }
        let secret = outer.path().join("secret");
        for reference in [
            "../secret",
            "in/../../secret",
            "%2e%2e/secret",
            "..%2fsecret",
            "..\\secret",
            "link",
            "",
            "in",
            "gone",
            "http://example.org/a",
            "file:///etc/hosts",
            "//host/a",
            secret.to_str().unwrap(),
        ] {
            assert_eq!(open(reference, ""), None, "{reference}");
        }
        assert_eq!(folder.open("big", "").unwrap_err().kind(), ErrorKind::TooLarge);
        assert_eq!(Folder::new(root.join("gone")).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(Folder::new(root.join("big")).unwrap_err().kind(), ErrorKind::NotFound);
    }
}
