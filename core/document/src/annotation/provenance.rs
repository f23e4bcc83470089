//! The provenance of annotations: tool, version, dataset, time.

use std::fmt;
use std::str::FromStr;

use glossweave_base::clock::Timestamp;
use glossweave_base::error::{Error, Result};
use glossweave_base::text::iri::is_absolute;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The separator between the IRI of a tool and its provenance: the q-component of a URN (RFC 8141,
/// clause 2.3.2).
const START: &str = "?=";

/// The characters to escape: all except the unreserved characters (RFC 3986, clause 2.3) and the
/// colon.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':');

/// The provenance of an annotation: the tool, the dataset that contains the entity, and the time.
///
/// The provenance is stored in the IRI of the [annotator](super::Annotation::annotator), so that
/// every format that names the tool preserves it. The IRI consists of the URN of the tool, `?=`,
/// and the known values among `version`, `dataset`, `revision` and `time`, in this order, separated
/// by `;`. Values are percent-encoded.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The IRI of the tool.
    pub tool: String,
    /// The version of the tool.
    pub version: Option<String>,
    /// The name of the dataset that the annotation comes from.
    pub dataset: Option<String>,
    /// The revision of the dataset.
    pub revision: Option<String>,
    /// The time when the text was processed.
    pub time: Option<Timestamp>,
}

impl Provenance {
    /// Creates the provenance of a tool by its IRI, without further information.
    pub fn new(tool: impl Into<String>) -> Provenance {
        let tool = tool.into();
        Provenance { tool, version: None, dataset: None, revision: None, time: None }
    }

    /// Sets the version of the tool.
    #[must_use]
    pub fn with_version(mut self, version: impl Into<String>) -> Provenance {
        self.version = Some(version.into());
        self
    }

    /// Sets the name and the revision of the dataset that the annotation comes from.
    #[must_use]
    pub fn with_dataset(
        mut self,
        name: impl Into<String>,
        revision: impl Into<String>,
    ) -> Provenance {
        self.dataset = Some(name.into());
        self.revision = Some(revision.into());
        self
    }

    /// Sets the time when the text was processed.
    #[must_use]
    pub fn with_time(mut self, time: Timestamp) -> Provenance {
        self.time = Some(time);
        self
    }

    fn place(&mut self, name: &str) -> Option<&mut Option<String>> {
        match name {
            "version" => Some(&mut self.version),
            "dataset" => Some(&mut self.dataset),
            "revision" => Some(&mut self.revision),
            _ => None,
        }
    }
}

/// Methods of [`Provenance`] for the other crates of Glossweave.
pub trait ProvenanceExt: Sized {
    /// Creates the provenance of a tool of the library or of the host program from the name of the
    /// tool.
    fn of_provider(name: &str) -> Self;

    /// Returns an IRI for the dataset and its revision, or `None` without a dataset.
    fn dataset_iri(&self) -> Option<String>;
}

impl ProvenanceExt for Provenance {
    fn of_provider(name: &str) -> Provenance {
        Provenance::new(format!("urn:glossweave:tool:{}", utf8_percent_encode(name, ESCAPED)))
    }

    fn dataset_iri(&self) -> Option<String> {
        let name = utf8_percent_encode(self.dataset.as_ref()?, ESCAPED);
        let mut dataset = Provenance::new(format!("urn:glossweave:dataset:{name}"));
        dataset.revision.clone_from(&self.revision);
        Some(dataset.to_string())
    }
}

impl fmt::Display for Provenance {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.tool)?;
        let time = self.time.map(|time| time.to_string());
        let values = [
            ("version", &self.version),
            ("dataset", &self.dataset),
            ("revision", &self.revision),
            ("time", &time),
        ];
        let known = values.iter().filter_map(|(name, value)| Some((name, value.as_deref()?)));
        for (number, (name, value)) in known.enumerate() {
            out.write_str(if number == 0 { START } else { ";" })?;
            write!(out, "{name}={}", utf8_percent_encode(value, ESCAPED))?;
        }
        Ok(())
    }
}

impl FromStr for Provenance {
    type Err = Error;

    /// Parses the IRI of a tool with its provenance. Returns `ErrorKind::Invalid` if the text is
    /// not an absolute IRI, if nothing follows `?=`, or if a name after `?=` is unknown.
    fn from_str(iri: &str) -> Result<Provenance> {
        let expected = || {
            let expected = "an IRI with `?=` and `version`, `dataset`, `revision` or `time`";
            Error::no_such("provenance", iri, expected)
        };
        let (tool, values) = iri.split_once(START).ok_or_else(expected)?;
        if !is_absolute(iri) || !is_absolute(tool) {
            return Err(expected());
        }
        let mut made = Provenance::new(tool);
        for pair in values.split(';') {
            let (name, value) = pair.split_once('=').ok_or_else(expected)?;
            let value = percent_decode_str(value).decode_utf8().map_err(|_| expected())?;
            let is_new = match (name, made.place(name)) {
                ("time", _) => made.time.replace(value.parse()?).is_none(),
                (_, Some(place)) => place.replace(value.into_owned()).is_none(),
                _ => false,
            };
            if !is_new {
                return Err(expected());
            }
        }
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::Provenance;
    use crate::annotation::provenance::ProvenanceExt;
    use glossweave_base::error::ErrorKind;

    #[test]
    fn values_with_any_characters_come_back() {
        let all = Provenance::new("urn:glossweave:tool:dictionary")
            .with_version("0.1.0 (ä;=?#%)")
            .with_dataset("a b", "<17>")
            .with_time("2026-01-31T12:00:00Z".parse().unwrap());
        let iri = all.to_string();
        assert!(glossweave_base::text::iri::is_iri(&iri), "{iri}");
        assert_eq!(iri.parse::<Provenance>().unwrap(), all);
        let dataset = all.dataset_iri().unwrap();
        assert_eq!(dataset, "urn:glossweave:dataset:a%20b?=revision=%3C17%3E");
        let tool = Provenance::of_provider("my-places 2/?#").tool;
        assert_eq!(tool, "urn:glossweave:tool:my-places%202%2F%3F%23");
        let alone = Provenance::new("http://example.org/tool");
        assert_eq!(alone.to_string(), "http://example.org/tool");
    }

    #[test]
    fn other_iris_have_none() {
        for iri in [
            "",
            "http://example.org/tool",
            "http://example.org/tool?version=1",
            "?=version=1",
            "tool?=version=1",
            "urn:a:b?=",
            "urn:a:b?=version",
            "urn:a:b?=name=1",
            "urn:a:b?=version=1;version=2",
            "urn:a:b?=time=yesterday",
            "urn:a:b?=time=2026-01-31T12:00:00Z;time=2026-01-31T12:00:00Z",
            "urn:a:b?=version=%FF",
            "urn:a:b?=version=1 2",
            "urn:a:b?=version=1;",
        ] {
            let error = iri.parse::<Provenance>().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Invalid, "{iri}");
        }
    }
}
