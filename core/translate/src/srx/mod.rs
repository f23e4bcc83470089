//! Segmentation rules of the host in [SRX 2.0](https://www.gala-global.org/srx-20-april-7-2008), which uses
//! pairs of regular expressions.

mod read;
mod rule;
/// Methods of rules for sentences that the other modules and crates call.
pub trait SrxExt {
    /// Returns the text of the file.
    fn text(&self) -> String;

    /// Returns the rules for a language, or `None` if no map matches the language.
    fn for_language(&self, language: &Language) -> Result<Option<Breaks<'_>>>;
}

impl SrxExt for Srx {
    fn text(&self) -> String {
        let bytes = &self.0.source;
        match (std::str::from_utf8(bytes), encoding::decode_xml(bytes, None)) {
            (Err(_), Ok(decoded)) => decoded.text.into_owned(),
            _ => String::from_utf8_lossy(bytes).into_owned(),
        }
    }

    fn for_language(&self, language: &Language) -> Result<Option<Breaks<'_>>> {
        let mut found = None;
        for map in &self.0.maps {
            if !map.fits(language).map_err(|error| self.0.at(error, &map.at))? {
                continue;
            }
            let set = self.0.sets.get(map.set).map(Vec::as_slice).unwrap_or_default();
            found.get_or_insert_with(Vec::new).extend(set);
            if !self.0.cascade {
                break;
            }
        }
        Ok(found.map(|rules| Breaks { rules, all: &self.0, until: Instant::now() + TIME }))
    }
}

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rule::{Map, Rule};

use glossweave_base::error::{Error, ErrorKind, Location, Result};
use glossweave_base::text::Language;
use glossweave_markup::{Encoding, encoding};

/// The time limit of the rules for the texts of one request.
const TIME: Duration = Duration::from_secs(10);

/// Segmentation rules from an SRX file, version 2.0 or 1.0. Cloning is cheap.
///
/// At each position of a text, the first rule applies whose `beforebreak` matches text that ends there and
/// whose `afterbreak` matches text that begins there. If no rule matches, there is no break. By default, the
/// rules of the first `languagemap` are used whose pattern matches the whole language tag (as written, in
/// lower case or in upper case). If the header has `cascade="yes"`, the rules of all matching maps are used,
/// in file order.
///
/// Regular expressions have the syntax of ICU as far as [fancy-regex](https://docs.rs/fancy-regex) supports
/// it: for example, classes and their sets, look-around, back references, `\h`, `\uXXXX`, and `\Q…\E`.
#[derive(Clone, Debug)]
pub struct Srx(Arc<Rules>);

#[derive(Debug)]
struct Rules {
    sets: Vec<Vec<Rule>>,
    maps: Vec<Map>,
    /// `true` if the rules of all matching maps are used.
    cascade: bool,
    /// The source, which is used for the locations of errors.
    source: Vec<u8>,
}

impl Rules {
    fn at(&self, error: Error, at: &Range<usize>) -> Error {
        error.at(Location::in_source(&self.source, at.clone())).with_parameter("srx")
    }
}

/// The rules for one language, in file order.
#[derive(Clone, Debug)]
pub struct Breaks<'s> {
    rules: Vec<&'s Rule>,
    all: &'s Rules,
    until: Instant,
}

impl Srx {
    /// Parses the text of a file.
    ///
    /// # Errors
    ///
    /// Returns the following errors, with the parameter `srx`: [`ErrorKind::Malformed`], with line and
    /// column, if the text is not SRX or contains an invalid regular expression, and [`ErrorKind::TooLarge`]
    /// if it has more than 16 MB, more than 20,000 rules, or an expression that needs too much memory.
    pub fn parse(text: &str) -> Result<Srx> {
        let encoding = Encoding::for_label("utf-8");
        read::read(text.as_bytes(), encoding).map_err(|error| error.with_parameter("srx"))
    }

    /// Parses the bytes of a file, in any encoding that XML allows.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Srx::parse`], and [`ErrorKind::Unsupported`] if the encoding is not supported.
    pub fn read(bytes: &[u8]) -> Result<Srx> {
        read::read(bytes, None).map_err(|error| error.with_parameter("srx"))
    }

    /// Splits a text into sentences, which contain all of the text. The text is one sentence if no map
    /// matches the language.
    ///
    /// # Errors
    ///
    /// Returns the following errors, with the parameter `srx`: [`ErrorKind::Malformed`], with line and
    /// column, if a regular expression is invalid, [`ErrorKind::TooLarge`] if a regular expression needs too
    /// many steps, and [`ErrorKind::Deadline`] after 10 seconds.
    pub fn cut<'t>(&self, text: &'t str, language: &Language) -> Result<Vec<&'t str>> {
        let breaks = match self.for_language(language)? {
            Some(breaks) => breaks.of(text)?,
            None => Vec::new(),
        };
        let ends = breaks.iter().copied().chain([text.len()]);
        let starts = [0].into_iter().chain(breaks.iter().copied());
        Ok(starts.zip(ends).filter_map(|(start, end)| text.get(start..end)).collect())
    }
}

impl Breaks<'_> {
    /// Returns the offsets of the sentence breaks in a text, except its start and its end.
    pub fn of(&self, text: &str) -> Result<Vec<usize>> {
        // All matches of all rules as (offset, rule number, `breaks`). After sorting, the first entry of an
        // offset is the match of the first rule.
        let mut matches: Vec<(usize, usize, bool)> = Vec::new();
        for (number, rule) in self.rules.iter().enumerate() {
            let mut visit = |at| {
                if 0 < at && at < text.len() {
                    matches.push((at, number, rule.breaks));
                }
                match Instant::now() < self.until {
                    true => Ok(()),
                    false => {
                        let message = format!("the rules took more than {} s", TIME.as_secs());
                        Err(Error::new(ErrorKind::Deadline, message))
                    }
                }
            };
            rule.each(text, &mut visit).map_err(|error| self.all.at(error, &rule.at))?;
        }
        matches.sort_unstable();
        matches.dedup_by_key(|(at, ..)| *at);
        Ok(matches.into_iter().filter(|(.., breaks)| *breaks).map(|(at, ..)| at).collect())
    }
}
