//! The models that were trained in an engine, by name. They are files in a folder of its store, or
//! are kept in memory if there is no folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::options::OptionValue;
use glossweave_base::words::hash;
use glossweave_entity::{MentionModel, Mentions, RankingWeights, Tagger};

/// A trained model.
#[derive(Clone, Debug)]
pub(crate) enum StoredModel {
    Tagger(Tagger),
    Mentions(MentionModel),
    Weights(RankingWeights),
}

/// The extensions of the files of each kind.
const KINDS: [&str; 3] = ["tagger", "mentions", "weights"];

impl StoredModel {
    /// Returns the name of the kind.
    pub fn kind(&self) -> &'static str {
        match self {
            StoredModel::Tagger(_) => KINDS[0],
            StoredModel::Mentions(_) => KINDS[1],
            StoredModel::Weights(_) => KINDS[2],
        }
    }

    /// Returns the fingerprint of the content.
    pub fn revision(&self) -> String {
        match self {
            StoredModel::Tagger(tagger) => tagger.revision(),
            StoredModel::Mentions(model) => model.revision(),
            StoredModel::Weights(weights) => format!("{:016x}", hash(weights.to_text().as_bytes())),
        }
    }
}

/// The maximum number of characters in a name.
const LONGEST: usize = 128;

/// The models by name. Files are opened on first use.
#[derive(Debug, Default)]
pub(crate) struct StoredModels {
    folder: Option<PathBuf>,
    open: RwLock<BTreeMap<String, StoredModel>>,
}

impl StoredModels {
    /// Returns the models of a folder, which may be missing.
    pub fn in_folder(folder: Option<PathBuf>) -> StoredModels {
        StoredModels { folder, open: RwLock::default() }
    }

    /// Returns the model with a name. Returns `None` if there is none.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file is damaged.
    pub fn get(&self, name: &str) -> Result<Option<StoredModel>> {
        if let Some(model) = self.open.read().unwrap_or_else(PoisonError::into_inner).get(name) {
            return Ok(Some(model.clone()));
        }
        let Some(folder) = self.folder.as_ref().filter(|_| is_name(name)) else { return Ok(None) };
        let path = |kind: &str| {
            let path = folder.join(format!("{name}.{kind}"));
            path.is_file().then_some(path)
        };
        let model = match KINDS.map(path) {
            [Some(path), ..] => StoredModel::Tagger(Tagger::open(path)?),
            [None, Some(path), _] => StoredModel::Mentions(MentionModel::open(path)?),
            [None, None, Some(path)] => StoredModel::Weights(RankingWeights::open(path)?),
            [None, None, None] => return Ok(None),
        };
        self.keep(name, model.clone());
        Ok(Some(model))
    }

    /// Stores a model. Replaces an earlier model of the same name.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `name`, if the name is not valid, and
    /// `ErrorKind::Storage` if the file cannot be written.
    pub fn put(&self, name: &str, model: StoredModel) -> Result<()> {
        check_name(name)?;
        if let Some(folder) = &self.folder {
            let failed = |cause| {
                let message = format!("the folder `{}` cannot be created", folder.display());
                Error::new(ErrorKind::Storage, message).because(cause)
            };
            fs::create_dir_all(folder).map_err(failed)?;
            let path = |kind: &str| folder.join(format!("{name}.{kind}"));
            let kind = model.kind();
            match &model {
                StoredModel::Tagger(tagger) => tagger.save(path(kind))?,
                StoredModel::Mentions(model) => model.save(path(kind))?,
                StoredModel::Weights(weights) => weights.save(path(kind))?,
            }
            for other in KINDS.into_iter().filter(|other| *other != kind) {
                removed(fs::remove_file(path(other)))?;
            }
        }
        self.keep(name, model);
        Ok(())
    }

    /// Removes a model. Returns `true` if there was one.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the file cannot be removed.
    pub fn remove(&self, name: &str) -> Result<bool> {
        let mut was_there = false;
        if let Some(folder) = self.folder.as_ref().filter(|_| is_name(name)) {
            for kind in KINDS {
                was_there |= removed(fs::remove_file(folder.join(format!("{name}.{kind}"))))?;
            }
        }
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        Ok(open.remove(name).is_some() || was_there)
    }

    /// Returns the names of all models, sorted.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the folder cannot be read.
    pub fn names(&self) -> Result<Vec<String>> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        let mut names: Vec<String> = open.keys().cloned().collect();
        drop(open);
        if let Some(folder) = self.folder.as_ref().filter(|folder| folder.is_dir()) {
            let failed = |cause| {
                let message = format!("the folder `{}` cannot be read", folder.display());
                Error::new(ErrorKind::Storage, message).because(cause)
            };
            for entry in fs::read_dir(folder).map_err(failed)? {
                let file = entry.map_err(failed)?.file_name();
                let name = file.to_str().and_then(|file| file.rsplit_once('.'));
                names.extend(
                    name.filter(|(_, kind)| KINDS.contains(kind)).map(|one| one.0.to_owned()),
                );
            }
        }
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }

    /// Returns the names of the taggers, sorted.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Storage` if the folder or a file cannot be read.
    pub fn taggers(&self) -> Result<Vec<String>> {
        let mut taggers = Vec::new();
        for name in self.names()? {
            if let Some(StoredModel::Tagger(_)) = self.get(&name)? {
                taggers.push(name);
            }
        }
        Ok(taggers)
    }

    fn keep(&self, name: &str, model: StoredModel) {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.insert(name.to_owned(), model);
    }
}

/// Returns `true` if a file was removed, and `false` if it did not exist.
fn removed(outcome: std::io::Result<()>) -> Result<bool> {
    match outcome {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(cause) => {
            Err(Error::new(ErrorKind::Storage, "the file of a model cannot be removed")
                .because(cause))
        }
    }
}

fn is_name(name: &str) -> bool {
    let is_ours = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    (1..=LONGEST).contains(&name.len()) && !name.starts_with('.') && name.bytes().all(is_ours)
}

/// Checks the name of a model. Returns `ErrorKind::Invalid`, with the parameter `name`, if it is
/// not valid.
pub(crate) fn check_name(name: &str) -> Result<()> {
    if is_name(name) && matches!(Mentions::read(name), Ok(Mentions::Model(_))) {
        return Ok(());
    }
    let message = "expected 1 to 128 letters, digits, `.`, `_` or `-` as the name of a model, not \
                   starting with a point, and neither `likely`, `fast` nor `all`";
    Err(Error::invalid(message).with_parameter("name"))
}
