//! A part of a list.

use crate::error::{Error, Result};

/// Which part of a list is asked for; all of it where nothing is set.
///
/// ```
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
    /// How many are wanted at most.
    pub limit: Option<usize>,
}

impl Page {
    /// The names that [`Page::set`] knows.
    pub const NAMES: &[&str] = &["after", "limit"];

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
            _ => return Err(Error::no_option(name, Page::NAMES)),
        }
        Ok(())
    }

    /// Whether so many are enough.
    pub(crate) fn is_full(&self, count: usize) -> bool {
        self.limit.is_some_and(|limit| count >= limit)
    }
}
