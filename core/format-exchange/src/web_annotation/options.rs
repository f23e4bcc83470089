//! The options for the names and targets of annotations.

use glossweave_base::error::{Error, Result};
use glossweave_base::request_options;
use glossweave_base::text::iri::is_absolute;

request_options! {
    /// The options for the names and targets of annotations.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Options {
        /// The IRI of the document.
        pub source: String => "source": Text with read_source,
        /// The prefix of the IRIs of annotations, which end in a number from 1. If unset, the prefix is the IRI of
        /// the document followed by `#annotation-`.
        pub base: Option<String> => "base": Text with read_base,
        /// The time at which the annotations were created (`xsd:dateTime` with a time zone). If unset, only
        /// annotations with provenance have a time.
        pub created: Option<String> => "created": Text with read_time,
        /// The IRI of the text of the document, which positions and quotes refer to.
        pub text: Option<String> => "text": Text with read_text,
        /// The maximum size of the result. If unset, the limit is 64 times the size of the document with the
        /// annotations, and at least 64 MiB.
        pub max_output_bytes: Option<usize> => "max-output-bytes": Integer unit "bytes",
    }
}

impl Options {
    /// Creates the default options for a document with an IRI.
    pub fn of(source: impl Into<String>) -> Options {
        Options { source: source.into(), ..Options::default() }
    }

    /// Returns `ErrorKind::Invalid` for values that [`Options::set`] would reject.
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

fn read_source(source: &mut String, value: &str) -> Result<()> {
    check_iri("source", value)?;
    value.clone_into(source);
    Ok(())
}

fn read_base(base: &mut Option<String>, value: &str) -> Result<()> {
    check_iri("base", value)?;
    *base = Some(value.to_owned());
    Ok(())
}

fn read_text(text: &mut Option<String>, value: &str) -> Result<()> {
    check_iri("text", value)?;
    *text = Some(value.to_owned());
    Ok(())
}

fn read_time(created: &mut Option<String>, value: &str) -> Result<()> {
    check_time(value)?;
    *created = Some(value.to_owned());
    Ok(())
}

fn check_iri(name: &str, iri: &str) -> Result<()> {
    if is_absolute(iri) {
        return Ok(());
    }
    let message = format!("expected an absolute IRI as {name}, found `{iri}`");
    Err(Error::invalid(message).with_parameter(name))
}

/// Checks that a text has the form of an `xsd:dateTime` with a time zone, as the model requires (clause 3.2.1). The
/// existence of the date is not checked.
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
