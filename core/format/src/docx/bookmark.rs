//! Annotations that are read: bookmarks around texts, and what a part of its own says about them.

use std::collections::HashMap;

use crate::its::OWN;
use crate::opc::{Contents, entries};
use glossweave_base::error::Result;
use glossweave_document::{Builder, FRAGMENT, Opening};
use glossweave_markup::tree::Tree;

/// The start of the names of bookmarks. One at the start of a name hides a bookmark in lists.
pub(super) const BOOKMARK: &str = "_gw";

/// The annotations of a document, and the bookmarks that are open.
#[derive(Default)]
pub(super) struct Bookmarks {
    /// The number of the annotation of each bookmark.
    owners: HashMap<Box<str>, usize>,
    annotations: Vec<StandoffAnnotation>,
    /// The bookmarks that are open, by their identifiers.
    open: HashMap<Box<str>, (usize, Opening)>,
}

struct StandoffAnnotation {
    contents: Contents,
    /// The numbers of the annotations of the document, after the first bookmark.
    made: Option<Vec<usize>>,
}

impl Bookmarks {
    /// Reads the part that says what bookmarks mean. Returns the errors of broken rules in it.
    pub fn read(&mut self, tree: &Tree<'_>) -> Result<()> {
        for (element, contents) in entries(tree)? {
            let names = tree.attribute(element, OWN, "bookmarks").unwrap_or_default();
            let number = self.annotations.len();
            self.owners.extend(names.split_ascii_whitespace().map(|name| (name.into(), number)));
            self.annotations.push(StandoffAnnotation { contents, made: None });
        }
        Ok(())
    }

    /// Begins another part: what is open ends nowhere.
    pub fn enter(&mut self) {
        self.open.clear();
    }

    /// Opens a bookmark.
    pub fn start(&mut self, name: &str, id: &str, builder: &mut Builder) {
        if let Some(number) = name.strip_prefix(BOOKMARK) {
            builder.note_fragment(&format!("{FRAGMENT}{number}"));
        }
        if let Some(owner) = self.owners.get(name) {
            self.open.insert(id.into(), (*owner, builder.open()));
        }
    }

    /// Ends a bookmark.
    pub fn end(&mut self, id: &str, builder: &mut Builder) {
        let Some((owner, opening)) = self.open.remove(id) else { return };
        let annotation = &mut self.annotations[owner];
        if let Some(made) = &annotation.made
            && made.iter().all(|index| builder.extend(*index))
        {
            return;
        }
        let contents = annotation.contents.iter();
        let made: Vec<usize> = contents
            .filter_map(|(body, tool)| builder.close(opening, body.clone(), tool.clone()))
            .collect();
        if !made.is_empty() {
            annotation.made = Some(made);
        }
    }
}
