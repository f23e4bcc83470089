//! Packages: zip archives whose XML parts are read as one source.

mod encoding;
mod its_attribute;
mod pack;
mod part_tree;
mod reference;
mod scan;

pub(super) use encoding::in_utf8;
pub(super) use its_attribute::{refusal, standoff_values, values};
pub(super) use pack::{pack, parts_with};
pub(super) use part_tree::PartTree;
pub(super) use reference::resolved;
pub(super) use scan::{PartTagScanner, in_section, markup_end, positions, sections};
