//! Values of options that several services have.

use std::collections::{BTreeSet, HashSet};

use crate::error::{Error, Result};

/// The most datasets of a request or a template: each is searched.
pub const DATASETS: usize = 16;

/// Returns names in their order, each once.
pub fn sorted<'n>(names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    names.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns `ErrorKind::Invalid`, with the name as parameter, for a list that is too long.
pub fn check_entries(name: &str, list: &[String], most: usize) -> Result<()> {
    if list.len() <= most {
        return Ok(());
    }
    let message = format!("`{name}` has {} entries, allowed are {most}", list.len());
    Err(Error::invalid(message).with_parameter(name))
}

/// Returns the entries of a list separated by commas, each once.
pub fn list(value: &str) -> Vec<String> {
    let mut known = HashSet::new();
    let all = value.split(',').map(str::trim).filter(|one| !one.is_empty() && known.insert(*one));
    all.map(str::to_owned).collect()
}
