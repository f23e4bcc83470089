//! Packages of the Open Packaging Conventions (ECMA-376, part 2): parts that relationships lead to.

mod addition;
mod package;
mod relationship;

pub(super) use addition::{Addition, Children, prefix};
pub(super) use package::{CONTENT_TYPES, Package, is_signed, refuse_document_type};
pub(super) use relationship::{RELATIONSHIPS, Relationship, TYPES, relationships_part};
