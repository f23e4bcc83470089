//! Standoff records (clauses 8.11.2 and 8.16.2).

use std::collections::{HashMap, HashSet};

use super::html::is_script;
use super::origin::Origin;
use super::reference::join;
use super::value::CategoryValue;
use super::{ITS, Options, element};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_document::annotation::{self, Category, Field};
use glossweave_markup::tree::{NodeId, Tree, XML};
use glossweave_markup::xml::{self, Limits};
use glossweave_markup::{Sniff, encoding, html};

/// The maximum number of files with records to open for one document.
const FILES: usize = 1_000;

/// Record lists by file ("" for the document), identifier and category.
#[derive(Debug, Default)]
pub(super) struct Records {
    lists: HashMap<(Box<str>, Box<str>, Category), annotation::Records>,
    files: HashSet<String>,
}

impl Records {
    /// Adds the record lists of a tree.
    pub fn index(&mut self, tree: &Tree<'_>, file: &str) {
        let category = |local: &str| match local {
            "provenanceRecords" => Some((Category::Provenance, "provenanceRecord")),
            "locQualityIssues" => Some((Category::LocQualityIssue, "locQualityIssue")),
            _ => None,
        };
        let names: Vec<_> = tree
            .names()
            .iter()
            .map(|name| category(&name.local).filter(|_| *name.namespace == *ITS))
            .collect();
        if names.iter().all(Option::is_none) {
            return;
        }
        for node in tree.nodes().filter(|node| tree.node(*node).is_element()) {
            let name = names.get(tree.name_number(node) as usize).copied().flatten();
            let Some((category, child)) = name else { continue };
            let id = tree.attribute(node, XML, "id").or_else(|| tree.attribute(node, "", "id"));
            let Some(id) = id else { continue };
            let records = tree.elements(node).filter(|one| tree.is(*one, ITS, child));
            let records = records.map(|one| record(tree, one, category));
            let records = annotation::Records::of(category, records);
            let key = (file.into(), id.into(), category);
            self.lists.entry(key).or_insert(records);
        }
    }

    /// Looks up the records that a value refers to. When there are inline values, they become one
    /// record.
    pub fn look_up(
        &mut self,
        said: &mut CategoryValue,
        options: &Options,
        warnings: &mut Vec<String>,
    ) -> Result<()> {
        let name = match said.category {
            Category::Provenance => "provenanceRecordsRef",
            Category::LocQualityIssue => "locQualityIssuesRef",
            _ => return Ok(()),
        };
        let Some(reference) = said.field(name).map(|value| value.trim().to_owned()) else {
            return Ok(());
        };
        let (file, id) = reference.split_once('#').unwrap_or((&reference, ""));
        let path = if file.is_empty() { String::new() } else { join(&options.base, file) };
        if !file.is_empty() && !self.files.contains(&path) {
            self.open(file, path.clone(), options, warnings)?;
        }
        match self.lists.get(&(path.into(), id.into(), said.category)) {
            Some(list) => said.records.clone_from(list),
            None => {
                let warning = format!("there are no records `{reference}`");
                if warnings.last() != Some(&warning) {
                    warnings.push(warning);
                }
            }
        }
        Ok(())
    }

    fn open(
        &mut self,
        file: &str,
        path: String,
        options: &Options,
        warnings: &mut Vec<String>,
    ) -> Result<()> {
        let Some(resolver) = &options.resolver else {
            warnings.push(format!("`{file}` is not read: there is no resolver"));
            self.files.insert(path);
            return Ok(());
        };
        if self.files.len() >= FILES {
            let message = format!("more than {FILES} files hold records");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let Some(bytes) = resolver.open(file, &options.base)? else {
            return Err(Error::new(ErrorKind::NotFound, format!("`{file}` was not found")));
        };
        self.files.insert(path.clone());
        let in_file = |fault: xml::Fault, text: &str| {
            let origin =
                Origin { text: text.to_owned().into(), file: Some(format!("`{file}`")), shift: 0 };
            origin.error(fault.kind, fault.message, fault.at)
        };
        if !is_page(file, &bytes) {
            let text = text(&bytes, file)?;
            let tree = xml::parse(text.as_str().into(), Limits::default())
                .map_err(|fault| in_file(fault, &text))?;
            self.index(&tree, &path);
            return Ok(());
        }
        let decoded = encoding::decode(&bytes, None, Sniff::Meta);
        let tree = html::page_tree(&decoded)
            .map_err(|error| Error::new(error.kind(), format!("`{file}`: {}", error.message())))?;
        for node in tree.nodes() {
            if is_script(&tree, node) {
                let text = tree.string(node);
                let script = xml::parse(text.trim().into(), Limits::default())
                    .map_err(|fault| in_file(fault, text.trim()))?;
                self.index(&script, &path);
            }
        }
        Ok(())
    }
}

fn record(tree: &Tree<'_>, node: NodeId, category: Category) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    for attribute in tree.attributes(node) {
        let name = tree.attribute_name(attribute);
        if !matches!(&*name.namespace, "" | ITS) {
            continue;
        }
        let known = category.record().iter().copied().find(|one| **one == *name.local);
        let Some(known) = known else { continue };
        if let Some(value) = element::value(known, tree.value(attribute), false) {
            fields.push((known, value));
        }
    }
    fields
}

/// Decodes an XML file. Errors contain the name of the file.
pub(super) fn text(bytes: &[u8], file: &str) -> Result<String> {
    let decoded = encoding::decode_xml(bytes, None).map_err(|error| {
        let message = format!("{}, in `{file}`", error.message());
        let located = Error::new(error.kind(), message);
        match error.location() {
            Some(location) => located.at(location.clone()),
            None => located,
        }
    })?;
    Ok(decoded.text.into_owned())
}

/// Returns `true` if a file is an HTML page. Uses the first bytes of the file if its name is
/// inconclusive.
fn is_page(file: &str, bytes: &[u8]) -> bool {
    let name = file.to_ascii_lowercase();
    if name.ends_with(".html") || name.ends_with(".htm") {
        return true;
    }
    let begin = bytes.trim_ascii_start();
    let begins = |with: &str| {
        begin.get(..with.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(with.as_bytes()))
    };
    !name.ends_with(".xml") && (begins("<!doctype html") || begins("<html"))
}
