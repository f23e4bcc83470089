//! Pages of lists.

use glossweave_base::error::{Error, Result};
use glossweave_base::text::truth;

/// The requested part of a list, by default its beginning.
///
/// A part contains [`PageRequest::LIMIT`] items by default. It ends before it exceeds
/// [`PageRequest::BYTES`], but contains at least one item. When the part after the last name is
/// empty, the list has ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageRequest {
    /// The name after which the part begins. It need not exist.
    pub after: Option<String>,
    /// The maximum number of items. Default: [`PageRequest::LIMIT`].
    pub limit: Option<usize>,
    /// `true` if resources include their large fields: queries, stylesheets, requests of pipelines.
    pub contents: bool,
}

impl PageRequest {
    /// The names that [`PageRequest::set`] accepts.
    pub const NAMES: &[&str] = &["after", "limit", "contents"];

    /// The default number of items in a part.
    pub const LIMIT: usize = 100;

    /// The maximum number of bytes in a part, unless its first item alone is larger.
    pub const BYTES: usize = 8 << 20;

    /// Sets a field by its name.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the name as the
    /// parameter, if the name or the value is unknown.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            _ if value.is_empty() && PageRequest::NAMES.contains(&name) => {}
            "after" => self.after = Some(value.to_owned()),
            "limit" => {
                let limit = value.parse().map_err(|_| {
                    Error::no_such("number", value, "digits").with_parameter("limit")
                })?;
                self.limit = Some(limit);
            }
            "contents" => self.contents = truth(name, value)?,
            _ => return Err(Error::no_option(name, PageRequest::NAMES)),
        }
        Ok(())
    }

    /// Returns `true` if a part with this number of items is full.
    pub(crate) fn is_full(&self, count: usize) -> bool {
        count >= self.limit.unwrap_or(PageRequest::LIMIT)
    }

    /// Adds an item, unless the part would have too many bytes. Returns `true` if more items can
    /// follow.
    pub(crate) fn add<T>(&self, part: &mut PagePart<T>, bytes: usize, thing: T) -> bool {
        let sum = part.bytes.saturating_add(bytes);
        if sum > PageRequest::BYTES && !part.things.is_empty() {
            return false;
        }
        part.bytes = sum;
        part.things.push(thing);
        !self.is_full(part.things.len())
    }
}

/// A part of a list under construction, with its number of bytes.
#[derive(Debug)]
pub(crate) struct PagePart<T> {
    pub things: Vec<T>,
    bytes: usize,
}

impl<T> Default for PagePart<T> {
    fn default() -> PagePart<T> {
        PagePart { things: Vec::new(), bytes: 0 }
    }
}
