//! The media types that a caller accepts.

use std::str::FromStr;

use super::essence;
use crate::error::{Error, Result};

/// The value of an `Accept` header: media ranges with their weights (RFC 9110, 12.5.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accept(Vec<Range>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Range {
    /// The type in lower case, or `*` for any type.
    kind: String,
    subtype: String,
    /// The weight in thousandths.
    quality: u16,
}

impl Range {
    /// Returns the precision with which the range matches a media type, or 0 if it does not match.
    fn precision(&self, kind: &str, subtype: &str) -> u8 {
        match (self.kind.as_str(), self.subtype.as_str()) {
            ("*", "*") => 1,
            (main_type, "*") if main_type == kind => 2,
            (main_type, other) if main_type == kind && other == subtype => 3,
            _ => 0,
        }
    }
}

/// Returns a media type without its parameters, in lower case.
fn bare(media: &str) -> String {
    essence(media).to_ascii_lowercase()
}

impl Accept {
    /// Returns the weight of a media type, from 0 (not accepted) to 1,000. The most precise range
    /// determines it.
    pub fn quality(&self, media_type: &str) -> u16 {
        let name = bare(media_type);
        let (kind, subtype) = name.split_once('/').unwrap_or((&name, ""));
        let ranked = self.0.iter().map(|range| (range.precision(kind, subtype), range.quality));
        let best = ranked.filter(|(precision, _)| *precision > 0).max();
        best.map_or(0, |(_, quality)| quality)
    }

    /// Returns `true` if the media type itself is accepted, instead of only a wildcard.
    pub fn names(&self, media_type: &str) -> bool {
        let name = bare(media_type);
        let (kind, subtype) = name.split_once('/').unwrap_or((&name, ""));
        self.0.iter().any(|range| range.precision(kind, subtype) == 3 && range.quality > 0)
    }

    /// Returns the index of the media type with the highest weight. If several have it, returns the first
    /// of them. Returns `None` if none is accepted.
    pub fn best(&self, media_types: &[&str]) -> Option<usize> {
        let mut best = None;
        for (position, media_type) in media_types.iter().enumerate() {
            let quality = self.quality(media_type);
            if quality > best.map_or(0, |(most, _)| most) {
                best = Some((quality, position));
            }
        }
        best.map(|(_, position)| position)
    }
}

impl FromStr for Accept {
    type Err = Error;

    /// Parses the value of the header. An empty value accepts any media type.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` if the value is not a list of media ranges.
    fn from_str(value: &str) -> Result<Accept> {
        let mut ranges = Vec::new();
        for part in value.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let name = bare(part);
            let wrong = || {
                let message = format!("expected a media type such as `text/html`, found `{part}`");
                Error::invalid(message).with_parameter("Accept")
            };
            let (kind, subtype) = match name.as_str() {
                "*" => ("*", "*"),
                name => name.split_once('/').ok_or_else(wrong)?,
            };
            if kind.is_empty() || subtype.is_empty() || kind == "*" && subtype != "*" {
                return Err(wrong());
            }
            let mut quality = 1_000;
            for parameter in part.split(';').skip(1) {
                let Some((name, value)) = parameter.split_once('=') else { continue };
                if name.trim().eq_ignore_ascii_case("q") {
                    quality = thousandths(value.trim()).ok_or_else(wrong)?;
                }
            }
            ranges.push(Range { kind: kind.to_owned(), subtype: subtype.to_owned(), quality });
        }
        if ranges.is_empty() {
            ranges.push(Range { kind: "*".into(), subtype: "*".into(), quality: 1_000 });
        }
        Ok(Accept(ranges))
    }
}

/// Parses a weight from 0 to 1 with up to three digits after the decimal point. Java clients omit the zero
/// before the decimal point.
fn thousandths(weight: &str) -> Option<u16> {
    let (whole, part) = weight.split_once('.').unwrap_or((weight, ""));
    let whole = if whole.is_empty() && !part.is_empty() { "0" } else { whole };
    if !matches!(whole, "0" | "1") || part.len() > 3 {
        return None;
    }
    let part: u16 = format!("{part:0<3}").parse().ok()?;
    let whole: u16 = whole.parse().ok()?;
    Some(whole * 1_000 + part).filter(|weight| *weight <= 1_000)
}

#[cfg(test)]
mod tests {
    use super::Accept;

    #[test]
    fn the_most_exact_range_counts() {
        let accept: Accept =
            "text/*;q=0.3, text/html;q=0.7, text/csv;q=0, */*;q=0.5".parse().unwrap();
        let found = ["text/html", "text/plain", "text/csv", "image/png"]
            .map(|media_type| accept.quality(media_type));
        assert_eq!(found, [700, 300, 0, 500]);
        assert_eq!(accept.best(&["text/plain", "image/png", "image/gif"]), Some(1));
    }

    #[test]
    fn weights_may_begin_with_the_point() {
        let accept: Accept = "text/html, image/gif, *; q=.2, */*; q=.2".parse().unwrap();
        assert_eq!(accept.quality("text/turtle"), 200);
        assert!("*/*; q=.".parse::<Accept>().is_err());
    }

    #[test]
    fn nothing_said_takes_anything() {
        assert_eq!("".parse::<Accept>().unwrap().best(&["text/html"]), Some(0));
    }

    #[test]
    fn what_is_no_list_of_ranges_is_invalid() {
        for wrong in ["html", "*/html", "text/", "text/html;q=2", "text/html;q=0.1234", "a/b;q=x"] {
            assert!(wrong.parse::<Accept>().is_err(), "{wrong}");
        }
    }
}
