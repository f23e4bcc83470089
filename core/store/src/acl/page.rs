//! A part of a list.

use glossweave_base::error::{Error, Result};
use glossweave_base::text::truth;

/// Which part of a list is asked for; its beginning where nothing is set.
///
/// A part has [`Page::LIMIT`] things unless another number is asked for, and it ends before it has more than
/// [`Page::BYTES`], but has one thing at least. The list is at its end where nothing is behind the last name.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
/// use glossweave::acl::Page;
/// let mut page = Page::default();
/// page.set("limit", "10")?;
/// assert_eq!(page.limit, Some(10));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The name that the part begins behind; it need not exist.
    pub after: Option<String>,
    /// How many are wanted at most; [`Page::LIMIT`] where nothing is said.
    pub limit: Option<usize>,
    /// Whether resources come with what is large in them: queries, stylesheets, requests of pipelines.
    pub contents: bool,
}

impl Page {
    /// The names that [`Page::set`] knows.
    pub const NAMES: &[&str] = &["after", "limit", "contents"];

    /// How many things a part has where nothing is said.
    pub const LIMIT: usize = 100;

    /// How many bytes a part has at most, unless its first thing alone has more.
    pub const BYTES: usize = 8 << 20;

    /// Sets one of them by its name. Kind Invalid, with the name as parameter, for a name or value
    /// that is not known.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            _ if value.is_empty() && Page::NAMES.contains(&name) => {}
            "after" => self.after = Some(value.to_owned()),
            "limit" => {
                let limit = value.parse().map_err(|_| {
                    Error::no_such("number", value, "digits").with_parameter("limit")
                })?;
                self.limit = Some(limit);
            }
            "contents" => self.contents = truth(name, value)?,
            _ => return Err(Error::no_option(name, Page::NAMES)),
        }
        Ok(())
    }

    /// Whether so many are enough.
    pub(crate) fn is_full(&self, count: usize) -> bool {
        count >= self.limit.unwrap_or(Page::LIMIT)
    }

    /// Adds something, unless the part would have too many bytes, and says whether more may come.
    pub(crate) fn add<T>(&self, part: &mut Part<T>, bytes: usize, thing: T) -> bool {
        let sum = part.bytes.saturating_add(bytes);
        if sum > Page::BYTES && !part.things.is_empty() {
            return false;
        }
        part.bytes = sum;
        part.things.push(thing);
        !self.is_full(part.things.len())
    }
}

/// A part of a list in the making, and how many bytes it has.
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
