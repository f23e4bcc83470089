//! A part of a list.

use glossweave_base::error::{Error, Result};
use glossweave_base::text::truth;

/// The part of a list that is requested; its beginning if nothing is set.
///
/// A part has [`PageRequest::LIMIT`] items unless another number is requested. It ends before it exceeds
/// [`PageRequest::BYTES`], but has at least one item. The list has ended if nothing follows the last name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageRequest {
    /// The name after which the part begins; it need not exist.
    pub after: Option<String>,
    /// The maximum number of items; [`PageRequest::LIMIT`] if not given.
    pub limit: Option<usize>,
    /// `true` if resources include their large fields: queries, stylesheets, requests of pipelines.
    pub contents: bool,
}

impl PageRequest {
    /// The names that [`PageRequest::set`] knows.
    pub const NAMES: &[&str] = &["after", "limit", "contents"];

    /// The number of items in a part unless another one is requested.
    pub const LIMIT: usize = 100;

    /// The maximum number of bytes in a part, unless its first item alone has more.
    pub const BYTES: usize = 8 << 20;

    /// Sets a field by its name.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the name as parameter, if the name
    /// or the value is not known.
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

    /// Returns `true` if this number of items is enough.
    pub(crate) fn is_full(&self, count: usize) -> bool {
        count >= self.limit.unwrap_or(PageRequest::LIMIT)
    }

    /// Adds an item unless the part would have too many bytes, and returns `true` if more may follow.
    pub(crate) fn add<T>(&self, part: &mut Part<T>, bytes: usize, thing: T) -> bool {
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
pub(crate) struct Part<T> {
    pub things: Vec<T>,
    bytes: usize,
}

impl<T> Default for Part<T> {
    fn default() -> Part<T> {
        Part { things: Vec::new(), bytes: 0 }
    }
}
