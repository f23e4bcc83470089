//! The tools. Each tool has a separate module.

mod annotate;
mod chunk;
mod filter;
mod find_terms;
mod link_names;
mod list_engines;
mod look_up;
mod recognizer;
mod redact;
mod translate;

use crate::tool::Tool;

/// All tools, in the order in which they are listed.
///
/// ```
/// let names: Vec<&str> = glossweave_mcp::TOOLS.iter().map(|tool| tool.name).collect();
/// assert!(names.contains(&"annotate") && names.contains(&"translate"));
/// ```
pub const TOOLS: &[Tool] = &[
    list_engines::TOOL,
    annotate::TOOL,
    link_names::TOOL,
    look_up::TOOL,
    find_terms::TOOL,
    translate::TOOL,
    filter::TOOL,
    chunk::TOOL,
    redact::TOOL,
];
