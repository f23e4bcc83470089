//! Packages that use the Open Packaging Conventions (ECMA-376, part 2): parts that are connected by
//! relationships.

mod addition;
mod characters;
mod package;
mod part_trees;
mod position;
mod properties;
mod relationship;
mod run_scanner;
mod run_target;
mod standoff_part;
mod unit_builder;
mod unit_index;

pub(super) use addition::{Addition, Children, prefix};
pub(super) use characters::{Space, escape_at, keeps_space, trimmed, unescaped_string};
pub(super) use package::{Package, SIGNED, is_signed, main_part, refuse_document_type};
pub(super) use part_trees::{PartTrees, node_at};
pub(super) use position::{Positions, annotate_by_position};
pub(super) use properties::join_properties;
pub(super) use relationship::{Relationship, relationship_of};
pub(super) use run_scanner::RunScanner;
pub(super) use run_target::{
    DRAWING, SHEET, WORD, content, is_plain, is_word, run_properties, translate_runs, whole_end,
};
pub(super) use standoff_part::{
    Contents, Entry, StandoffParts, add_entries, entries, is_annotations,
};
pub(super) use unit_builder::UnitBuilder;

use package::CONTENT_TYPES;
use relationship::{RELATIONSHIPS, TYPES, relationships_part};
