//! The options for the names and targets of annotations.

use glossweave_base::error::{Error, Result};
use glossweave_base::text::iri::is_absolute;

/// The options for the names and targets of annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The IRI of the document.
    pub source: String,
    /// The prefix of the IRIs of annotations, which end in a number from 1. The default is the IRI
    /// of the document and `#annotation-`.
    pub base: Option<String>,
    /// The time at which the annotations were made (`xsd:dateTime` with a zone).
    pub created: Option<String>,
    /// The IRI of the document's text, to which positions and quotes refer.
    pub text: Option<String>,
    /// The maximum length of the result in bytes. The default is 64 times the document with the
    /// annotations, and at least 64 MiB.
    pub max_output_bytes: Option<usize>,
}

impl Options {
    /// The option names that [`Options::set`] accepts.
    pub const NAMES: &[&str] = &["source", "base", "created", "text", "max-output-bytes"];

    /// Creates the default options for a document with an IRI.
    pub fn of(source: impl Into<String>) -> Options {
        Options { source: source.into(), ..Options::default() }
    }

    /// Sets an option by its name: `source`, `base` or `text` to an IRI, `created` to a time,
    /// `max-output-bytes` to a number.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as the parameter, if the name is unknown or the value
    /// is not an absolute IRI, a time or a number.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        if name == "max-output-bytes" {
            let bytes = value.parse().map_err(|_| {
                Error::no_such("number of bytes", value, "digits").with_parameter(name)
            })?;
            self.max_output_bytes = Some(bytes);
            return Ok(());
        }
        let mut next = self.clone();
        let place = match name {
            "source" => &mut next.source,
            "base" => next.base.get_or_insert_default(),
            "created" => next.created.get_or_insert_default(),
            "text" => next.text.get_or_insert_default(),
            _ => return Err(Error::no_option(name, Options::NAMES)),
        };
        *place = value.to_owned();
        match name {
            "created" => check_time(value)?,
            _ => check_iri(name, value)?,
        }
        *self = next;
        Ok(())
    }

    /// Returns `ErrorKind::Invalid` for values that [`Options::set`] would refuse.
    pub(super) fn check(&self) -> Result<()> {
        check_iri("source", &self.source)?;
        for (name, iri) in [("base", &self.base), ("text", &self.text)] {
            if let Some(iri) = iri {
                check_iri(name, iri)?;
            }
        }
        self.created.as_deref().map_or(Ok(()), check_time)
    }
}

fn check_iri(name: &str, iri: &str) -> Result<()> {
    if is_absolute(iri) {
        return Ok(());
    }
    let message = format!("expected an absolute IRI as {name}, found `{iri}`");
    Err(Error::invalid(message).with_parameter(name))
}

/// Checks that a text has the form of an `xsd:dateTime` with a zone, as the model requires (clause
/// 3.2.1), but not whether the date exists.
fn check_time(time: &str) -> Result<()> {
    let shape = |text: &str, shape: &str| {
        text.len() == shape.len()
            && text.bytes().zip(shape.bytes()).all(|(byte, shape)| match shape {
                b'0' => byte.is_ascii_digit(),
                other => byte == other,
            })
    };
    let right = time.is_ascii()
        && time.split_at_checked(19).is_some_and(|(clock, rest)| {
            let zone = match rest.strip_prefix('.') {
                Some(rest) => {
                    let zone = rest.trim_start_matches(|char: char| char.is_ascii_digit());
                    if zone.len() < rest.len() { zone } else { "" }
                }
                None => rest,
            };
            shape(clock, "0000-00-00T00:00:00")
                && (zone == "Z" || shape(zone, "+00:00") || shape(zone, "-00:00"))
        });
    if right {
        return Ok(());
    }
    let message = format!("expected a time such as `2026-01-31T12:00:00Z`, found `{time}`");
    Err(Error::invalid(message).with_parameter("created"))
}
