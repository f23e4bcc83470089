//! The conversion of markup (e-Internationalization, rule 5).

use std::str::FromStr;

use glossweave_base::error::{Error, Result};

/// The value of `useI18n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum I18n {
    /// Converts markup, even on blacklisted paths.
    On,
    /// Does not convert markup.
    Off,
    /// Converts markup, except on blacklisted paths.
    #[default]
    Undefined,
}

impl FromStr for I18n {
    type Err = Error;

    /// Parses `true`, `false` or `undefined`, ignoring case.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `useI18n`, for any other word.
    fn from_str(word: &str) -> Result<I18n> {
        let all = [("true", I18n::On), ("false", I18n::Off), ("undefined", I18n::Undefined)];
        let known = all.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
        known.map(|(_, requested)| requested).ok_or_else(|| {
            let error = Error::no_such("value", word, "one of true, false, undefined");
            error.with_parameter("useI18n")
        })
    }
}

/// Prefixes of paths for which markup is converted only when a call requests it.
///
/// ```
/// use glossweave::service::{Blacklist, I18n};
/// let blacklist: Blacklist = "/e-link, /e-translation/memory".parse()?;
/// assert!(blacklist.converts("/e-entity/dictionary/documents", I18n::Undefined));
/// assert!(!blacklist.converts("/e-link/documents", I18n::Undefined));
/// assert!(blacklist.converts("/e-link/documents", I18n::On));
/// assert!(blacklist.converts("/e-linked", I18n::Undefined));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blacklist(Vec<String>);

impl Blacklist {
    /// Returns `true` if markup that is sent to a path is converted.
    ///
    /// ```
    /// use glossweave::service::{Blacklist, I18n};
    /// let blacklist: Blacklist = "/e-entity".parse()?;
    /// let path = "/e-entity/places/documents";
    /// assert!(!blacklist.converts(path, I18n::Undefined));
    /// assert!(blacklist.converts(path, I18n::On));
    /// assert!(blacklist.converts("/e-link/documents", I18n::Undefined));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn converts(&self, path: &str, requested: I18n) -> bool {
        match requested {
            I18n::On => true,
            I18n::Off => false,
            I18n::Undefined => !self.has(path),
        }
    }

    fn has(&self, path: &str) -> bool {
        let path = path.split(['?', '#']).next().unwrap_or_default().trim_matches('/');
        let is_below = |start: &String| {
            path.strip_prefix(start.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.0.iter().any(is_below)
    }
}

impl FromStr for Blacklist {
    type Err = Error;

    /// Parses prefixes of paths, separated by commas. Accepts any text.
    fn from_str(list: &str) -> Result<Blacklist> {
        let all = list.split(',').map(|path| path.trim().trim_matches('/'));
        Ok(Blacklist(all.filter(|path| !path.is_empty()).map(str::to_owned).collect()))
    }
}
