//! The trees of pages, which need an optional feature.

use crate::Decoded;
use crate::tree::Tree;
use glossweave_base::error::{Error, ErrorKind, Result};

/// Returns the tree of a page (HTML Standard, 13.2.6). Start tags and attribute values have positions
/// in the decoded source, and texts have none. Elements without a tag in the source have an empty
/// range.
///
/// # Errors
///
/// Returns `ErrorKind::TooLarge` if the tree is too large in proportion to the page, and
/// `ErrorKind::Unsupported` without the feature `html-tree`.
pub fn page_tree(page: &Decoded<'_>) -> Result<Tree<'static>> {
    #[cfg(feature = "html-tree")]
    return super::tree::tree(page)
        .ok_or_else(|| Error::new(ErrorKind::TooLarge, "the tree of the page is too large"));
    #[cfg(not(feature = "html-tree"))]
    return Err(Error::new(
        ErrorKind::Unsupported,
        format!("the tree of a page of {} bytes needs the feature `html-tree`", page.text.len()),
    ));
}
