//! The search for the library.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use glossweave_base::error::{Error, ErrorKind, Result};

/// The environment variable with the path of the library or of its folder.
pub(super) const VARIABLE: &str = "SAXONC_HE_LIB";

/// The start of the name of the library. The other files of SaxonC are the C++ interface.
const NAME: &str = "libsaxonc-core-he";

/// Returns the file that the setting specifies, or else the environment variable.
pub(super) fn library(
    setting: Option<&Path>,
    variable: Option<OsString>,
) -> Result<Option<PathBuf>> {
    let variable = variable.filter(|value| !value.is_empty()).map(PathBuf::from);
    match (setting, variable) {
        (Some(path), _) => at(path, "the setting `saxon`").map(Some),
        (None, Some(path)) => at(&path, VARIABLE).map(Some),
        (None, None) => Ok(None),
    }
}

fn at(path: &Path, by: &str) -> Result<PathBuf> {
    let shown = path.display();
    let no = |why: &str| Error::new(ErrorKind::Unsupported, format!("{by} names `{shown}`, {why}"));
    if path.is_file() {
        return Ok(path.to_owned());
    }
    if !path.is_dir() {
        return Err(no("which does not exist"));
    }
    let entries = fs::read_dir(path).map_err(|fault| no("which cannot be read").because(fault))?;
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|file| is_library(file) && file.is_file());
    found.sort();
    found.pop().ok_or_else(|| no("which does not contain `libsaxonc-core-he`"))
}

/// Returns the version in the name of a library, for example in `libsaxonc-core-he-8cfd067e.so.13.1.1`.
pub(super) fn version(path: &Path) -> Option<&str> {
    let name = path.file_name()?.to_str()?;
    let version = name.rsplit_once(".so.")?.1;
    let is_number = version.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    Some(version).filter(|_| is_number && name.starts_with(NAME))
}

fn is_library(file: &Path) -> bool {
    let Some(name) = file.file_name().and_then(|name| name.to_str()) else { return false };
    let is_object = [".so", ".dylib", ".dll"].iter().any(|end| name.contains(end));
    name.starts_with(NAME) && is_object
}
