//! Location of the files of a model, and reads with size limits.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use glossweave_base::error::{Error, ErrorKind, Result};
use serde_json::Value;

/// The default file name of a model in its folder.
const MODEL: &str = "model.onnx";
/// The subfolder that contains models in some model folders.
const MODELS: &str = "onnx";
/// The file name of a tokenizer.
pub(crate) const TOKENIZER: &str = "tokenizer.json";
/// The file name of the configuration, which contains the labels and sizes of a model.
pub(crate) const CONFIG: &str = "config.json";
/// The file name of the configuration of a GLiNER span model.
pub(crate) const SPAN_CONFIG: &str = "gliner_config.json";
/// The maximum size of a model in bytes.
pub(crate) const MAX_MODEL: u64 = 1 << 30;
/// The maximum size of any other file in bytes.
pub(crate) const MAX_FILE: u64 = 64 << 20;
/// The maximum number of entries of a folder that are examined.
const MOST_ENTRIES: usize = 4096;

/// The file of a model, and the folder of its other files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ModelFiles {
    pub model: PathBuf,
    pub folder: PathBuf,
}

impl ModelFiles {
    /// Finds the files of a model. `path` is either the file of the model or a folder. In a folder, the model
    /// is `model.onnx`, or the only file with the extension `.onnx` in the folder or its subfolder `onnx`.
    /// The other files are in the same folder, or in the parent of the folder `onnx`.
    ///
    /// Returns `ErrorKind::Storage` if the path does not exist, and `ErrorKind::Invalid` if a folder contains
    /// no model or several models.
    pub(crate) fn find(path: &Path) -> Result<ModelFiles> {
        let found = fs::metadata(path).map_err(|cause| unreadable("model", path, cause))?;
        if !found.is_dir() {
            let folder = path.parent().unwrap_or(Path::new(""));
            let is_apart = !folder.join(TOKENIZER).exists() && folder.ends_with(MODELS);
            let folder = folder.parent().filter(|_| is_apart).unwrap_or(folder);
            return Ok(ModelFiles { model: path.to_owned(), folder: folder.to_owned() });
        }
        let inner = path.join(MODELS);
        for folder in [path, &inner] {
            let usual = folder.join(MODEL);
            if usual.exists() {
                return Ok(ModelFiles { model: usual, folder: path.to_owned() });
            }
        }
        let mut all = models_in(path)?;
        if inner.is_dir() {
            all.extend(models_in(&inner)?);
        }
        match &all[..] {
            [model] => Ok(ModelFiles { model: model.clone(), folder: path.to_owned() }),
            [] => {
                let message = format!("the folder `{}` has no file `{MODEL}`", path.display());
                Err(Error::new(ErrorKind::Storage, message))
            }
            [first, second, ..] => {
                let message = format!(
                    "the folder `{}` has several models, among them `{}` and `{}`, but no `{MODEL}`; specify one of them",
                    path.display(),
                    first.display(),
                    second.display()
                );
                Err(Error::new(ErrorKind::Invalid, message))
            }
        }
    }

    /// Returns the path of another file in the folder of the model.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// Returns the model files in a folder, sorted by name.
fn models_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|cause| unreadable("folder", folder, cause))?;
    let paths = entries.take(MOST_ENTRIES).flatten().map(|entry| entry.path());
    let mut found: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "onnx"))
        .collect();
    found.sort();
    Ok(found)
}

/// Returns the sorted names of the files in a folder. Returns an empty list if the folder cannot be
/// read.
pub(crate) fn names_in(folder: &Path) -> Vec<String> {
    // A path without a folder refers to the current folder.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder).into_iter().flatten().take(MOST_ENTRIES).flatten();
    let mut names: Vec<_> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// Reads a file. Returns `ErrorKind::Storage` if the file cannot be read, and `ErrorKind::TooLarge` if it has
/// more than `most` bytes.
pub(crate) fn read(what: &str, path: &Path, most: u64) -> Result<Vec<u8>> {
    let failed = |cause| unreadable(what, path, cause);
    let file = File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > most {
        let message = format!("the {what} `{}` has more than {most} bytes", path.display());
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    Ok(bytes)
}

/// Parses the configuration of a model. Returns `ErrorKind::Malformed` if it is not a JSON object.
pub(crate) fn read_config(bytes: &[u8], path: &Path) -> Result<Value> {
    let malformed = |cause: &str| {
        let message = format!("`{}` is not the configuration of a model: {cause}", path.display());
        Error::new(ErrorKind::Malformed, message)
    };
    let config: Value =
        serde_json::from_slice(bytes).map_err(|error| malformed(&error.to_string()))?;
    if config.is_object() { Ok(config) } else { Err(malformed("it is not a JSON object")) }
}

fn unreadable(what: &str, path: &Path, cause: std::io::Error) -> Error {
    let message = format!("the {what} `{}` cannot be read: {cause}", path.display());
    Error::new(ErrorKind::Storage, message).because(cause)
}
