//! Trees that are decoded in sequence into one document.

use std::collections::HashMap;

use super::its_lookup::Facts;
use super::places::Places;
use super::read::Reader;
use glossweave_base::error::Result;
use glossweave_base::text::{ByteSpan, Language};
use glossweave_document::{Builder, DecodeOptions};
use glossweave_format_base::PartTree;
use glossweave_format_base::unknown;
use glossweave_its::Options;
use glossweave_markup::{Encoding, UnknownEntities, WayBack};

/// The trees of a document, decoded in sequence.
pub struct TreeSequence {
    /// The builder of the document.
    pub builder: Builder,
    next_id: u32,
    /// The annotations of each fragment identifier.
    fragments: HashMap<Box<str>, Vec<usize>>,
    /// The language of text for which a tree does not specify one.
    pub language: Option<Language>,
    unknown: UnknownEntities,
    depth: u32,
}

impl TreeSequence {
    /// Creates a sequence for the options of a document.
    pub fn new(options: &DecodeOptions) -> TreeSequence {
        TreeSequence {
            builder: Builder::default(),
            next_id: 1,
            fragments: HashMap::new(),
            language: options.language.clone(),
            unknown: options.unknown_entities,
            depth: 0,
        }
    }

    /// Decodes the texts of a part of a package. Returns the errors of broken ITS rules.
    pub fn read_part(&mut self, xml: &PartTree<'_>, its: &Options, places: Places) -> Result<()> {
        let PartTree { tree, base, .. } = xml;
        let facts = Facts::of(tree, its)?;
        let back = WayBack::of_part(tree.source(), *base);
        self.read(Reader::new(tree, &facts, Encoding::UTF_8, back.clone(), places));
        self.depth = self.depth.max(tree.depth());
        let at = ByteSpan::new(*base, *base);
        for warning in facts.warnings() {
            self.builder.warn(warning.as_str(), at);
        }
        unknown::warn(tree, self.unknown, back, &mut self.builder);
        Ok(())
    }

    /// Decodes the texts of a tree.
    pub(super) fn read(&mut self, mut reader: Reader<'_>) {
        reader.builder = std::mem::take(&mut self.builder);
        reader.fragments = std::mem::take(&mut self.fragments);
        reader.next_id = self.next_id;
        reader.set_language(self.language.as_ref());
        reader.walk();
        self.builder = reader.builder;
        self.fragments = reader.fragments;
        self.next_id = reader.next_id;
    }

    /// Returns the builder with all texts.
    pub fn finish(mut self) -> Builder {
        self.builder.set_depth(self.depth as usize);
        self.builder
    }
}
