//! The modes of e-Entity, which select the steps to run.

use std::fmt;
use std::str::FromStr;

use glossweave_base::error::{Error, Result};
use glossweave_base::options;

/// The steps that e-Entity runs: `all`, or a list of `spot`, `classify` and `link`.
///
/// - *Spot* finds spans, with their confidence.
/// - *Classify* adds the classes of the entities.
/// - *Link* adds the IRIs of the entities.
///
/// Without *spot*, e-Entity classifies and links the entities of the input. When the input has no
/// entities, e-Entity searches it as if *spot* were set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modes {
    /// `true` to search for new spans.
    pub spot: bool,
    /// `true` to add classes.
    pub classify: bool,
    /// `true` to add IRIs.
    pub link: bool,
}

impl Default for Modes {
    fn default() -> Modes {
        Modes { spot: true, classify: true, link: true }
    }
}

fn wrong(word: &str) -> Error {
    let expected = "all, or some of spot, classify, link";
    Error::no_such("mode", word, expected).with_parameter("mode")
}

impl FromStr for Modes {
    type Err = Error;

    /// Parses `all`, or a list of modes separated by commas.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `mode`, if a word is unknown or the list is
    /// empty.
    fn from_str(list: &str) -> Result<Modes> {
        let mut modes = Modes { spot: false, classify: false, link: false };
        let words = options::list(list);
        if words.is_empty() {
            return Err(wrong(list));
        }
        for word in &words {
            match word.as_str() {
                "all" => return Ok(Modes::default()),
                "spot" => modes.spot = true,
                "classify" => modes.classify = true,
                "link" => modes.link = true,
                _ => return Err(wrong(word)),
            }
        }
        Ok(modes)
    }
}

impl fmt::Display for Modes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [(self.spot, "spot"), (self.classify, "classify"), (self.link, "link")];
        let words: Vec<&str> = words.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect();
        out.write_str(&words.join(","))
    }
}
