//! The reader of annotations: bookmarks around texts, and a part that contains the annotations of
//! the bookmarks.

use std::collections::HashMap;

use crate::opc::{Contents, entries};
use glossweave_base::error::Result;
use glossweave_document::{Builder, FRAGMENT, Opening};
use glossweave_format_base::its::OWN;
use glossweave_markup::tree::Tree;

/// The prefix of bookmark names. A leading underscore hides a bookmark in lists.
pub(super) const BOOKMARK: &str = "_gw";

/// The annotations of a document, and the open bookmarks.
#[derive(Default)]
pub(super) struct Bookmarks {
    /// The index of the annotation of each bookmark, by bookmark name.
    owners: HashMap<Box<str>, usize>,
    annotations: Vec<StandoffAnnotation>,
    /// The open bookmarks, by their identifiers.
    open: HashMap<Box<str>, (usize, Opening)>,
}

struct StandoffAnnotation {
    contents: Contents,
    /// The indexes of the annotations in the document. They are set when the first bookmark ends.
    made: Option<Vec<usize>>,
}

impl Bookmarks {
    /// Reads the part with the annotations of bookmarks. Returns errors if ITS rules in the part
    /// are invalid.
    pub fn read(&mut self, tree: &Tree<'_>) -> Result<()> {
        for (element, contents) in entries(tree)? {
            let names = tree.attribute(element, OWN, "bookmarks").unwrap_or_default();
            let number = self.annotations.len();
            self.owners.extend(names.split_ascii_whitespace().map(|name| (name.into(), number)));
            self.annotations.push(StandoffAnnotation { contents, made: None });
        }
        Ok(())
    }

    /// Begins another part. Bookmarks that are still open are discarded.
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

    /// Closes a bookmark.
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
