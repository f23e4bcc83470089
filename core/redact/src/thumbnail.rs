//! Thumbnails of packages, which show the first page, and the references to them.

use super::edit::{Edit, Written};
use super::segment::{Segment, SegmentKind};

/// The start of the names of thumbnails and their folders, in lower case: OOXML and OpenDocument.
const THUMBNAILS: &[&str] = &["docprops/thumbnail", "thumbnails/"];

/// Returns `true` for the name of a thumbnail, or of a folder of thumbnails.
pub fn is_thumbnail(name: &str) -> bool {
    let name = name.trim_start_matches('/').to_ascii_lowercase();
    THUMBNAILS.iter().any(|start| name.starts_with(start))
}

/// Returns edits that remove the elements that refer to thumbnails: relationships and manifest entries.
pub fn references<'t>(text: &'t str, segments: &[Segment<'t>]) -> Vec<Edit> {
    let refers = |segment: &&Segment<'_>| {
        segment.kind == SegmentKind::Attribute
            && matches!(
                (segment.element, segment.attribute.rsplit(':').next()),
                ("Relationship", Some("Target")) | ("file-entry", Some("full-path"))
            )
            && text.get(segment.range.clone()).is_some_and(is_thumbnail)
    };
    let element = |segment: &Segment<'_>| {
        let start = text[..segment.range.start].rfind('<')?;
        let end = segment.range.end + text[segment.range.end..].find('>')? + 1;
        if text[..end].ends_with("/>") {
            return Some(start..end);
        }
        let close = text[end..].find("</")?;
        Some(start..end + close + text[end + close..].find('>')? + 1)
    };
    let elements = segments.iter().filter(refers).filter_map(element);
    elements.map(|range| Edit::of_syntax(range, Written::Nothing)).collect()
}
