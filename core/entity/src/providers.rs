//! The protocols by which recognizers are opened.

use std::path::Path;
use std::sync::Arc;

use crate::{Dictionary, Tagger};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::provider::{
    self, Opener, Parameter, ParameterType, Place, Protocol, ProviderKind, SERVICE, bytes,
};
use glossweave_format::recognizer::Recognizer;
use glossweave_rdf as rdf;

/// Opens a recognizer by the name of its protocol, at a place, with options by their names. A dictionary in
/// CSV, TSV or RDF is known by the extension of its file; any other file is a saved one.
///
/// # Errors
///
/// Returns `ErrorKind::Invalid` with the parameter at fault if the protocol, the place or an option is not
/// known, `ErrorKind::Storage` if a file cannot be read, `ErrorKind::Unsupported` if the library was built
/// without the feature that the protocol needs, and the errors of reading a file.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub mod entity { pub use glossweave_entity::*; } }
/// use glossweave::entity::open_recognizer;
/// let recognizer = open_recognizer("spotlight", "http://localhost:2222/rest", [("confidence", "0.5")])?;
/// let error = open_recognizer("spotlight", "http://localhost:2222/rest", [("confidence", "2")]);
/// assert_eq!(error.err().and_then(|error| error.parameter().map(str::to_owned)).as_deref(), Some("confidence"));
/// # let _ = recognizer;
/// # Ok::<(), glossweave::Error>(())
/// ```
///
/// A table is known by the extension of its file:
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_net as net; pub use glossweave_nif::*; pub use glossweave_rdf as rdf; pub mod entity { pub use glossweave_entity::*; pub use glossweave_format::recognizer::*; } }
/// use glossweave::ErrorKind;
/// use glossweave::entity::{Passage, open_recognizer};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("places.csv");
/// std::fs::write(&path, "uri,label\nhttp://example.org/cork,Cork\n")?;
/// let path = path.to_str().unwrap();
/// let names = open_recognizer("dictionary", path, [])?;
/// assert_eq!(names.recognize(&Passage::new("To Cork"))?.len(), 1);
///
/// let error = open_recognizer("dictionary", "/no/such/file.csv", []).err().unwrap();
/// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Storage, Some("place")));
/// let error = open_recognizer("dictionary", path, [("colour", "red")]).err().unwrap();
/// assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("colour")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn open_recognizer<'o>(
    protocol: &str,
    place: &str,
    options: impl IntoIterator<Item = (&'o str, &'o str)>,
) -> Result<Arc<dyn Recognizer>> {
    provider::open(RECOGNIZERS, protocol, place, options)
}

/// Returns the protocols of recognizers.
#[doc(hidden)]
pub fn protocols() -> impl Iterator<Item = Protocol> {
    RECOGNIZERS.iter().map(|one| one.protocol)
}

/// Opens a recognizer over HTTP: a type that is made from a service and has options by their names.
#[cfg(feature = "remote")]
macro_rules! remote {
    ($recognizer:path) => {
        |place, options| {
            let mut remote = <$recognizer>::at(glossweave_net::Service::new(place)?);
            options.iter().try_for_each(|(name, value)| remote.set(name, value))?;
            Ok(Arc::new(remote))
        }
    };
}

#[cfg(not(feature = "remote"))]
macro_rules! remote {
    ($recognizer:path) => {
        |_, _| provider::without_feature("net")
    };
}

const RECOGNIZERS: &[Opener<Arc<dyn Recognizer>>] = &[
    Opener {
        protocol: recognizer("dictionary", Place::File, "The names of a list.", &[]),
        open: |place, _| Ok(Arc::new(dictionary(Path::new(place))?)),
    },
    Opener {
        protocol: recognizer("tagger", Place::File, "A trained tagger.", &[]),
        open: |place, _| Ok(Arc::new(Tagger::open(place)?)),
    },
    Opener {
        protocol: recognizer(
            "nif",
            Place::Url,
            "A service that takes NIF by POST and answers with NIF.",
            &[&SERVICE, &NIF],
        ),
        open: remote!(crate::NifService),
    },
    Opener {
        protocol: recognizer(
            "spotlight",
            Place::Url,
            "A server of DBpedia Spotlight.",
            &[&SERVICE, &SPOTLIGHT],
        ),
        open: remote!(crate::Spotlight),
    },
];

/// The options of NIF services.
pub(crate) const NIF: [Parameter; 3] = [
    Parameter::new("media-type", ParameterType::Text, "The media type of requests, one of RDF.")
        .with_default("text/turtle"),
    Parameter::new("nif-version", ParameterType::Word(&["2.0", "2.1"]), "The version of NIF.")
        .with_default("2.0"),
    Parameter::new("prefix", ParameterType::Text, "The beginning of the IRIs that are sent."),
];

/// The options of DBpedia Spotlight.
pub(crate) const SPOTLIGHT: [Parameter; 9] = [
    Parameter::new("confidence", ParameterType::Fraction, "The minimum confidence."),
    Parameter::new(
        "support",
        ParameterType::Integer,
        "The minimum number of links to an entity in Wikipedia.",
    ),
    Parameter::new(
        "types",
        ParameterType::List,
        "The wanted classes: `DBpedia:Place,Schema:City`.",
    ),
    Parameter::new(
        "candidates",
        ParameterType::Word(&["true", "false"]),
        "Several entities of a name, the best one first.",
    )
    .with_default("false"),
    Parameter::new("resources", ParameterType::Text, "The prefix of the IRIs of candidates.")
        .with_default("http://dbpedia.org/resource/"),
    Parameter::new(
        "policy",
        ParameterType::Text,
        "Passed on: the meaning of the query in `sparql`.",
    ),
    Parameter::new("sparql", ParameterType::Text, "Passed on: a query that selects entities."),
    Parameter::new("spotter", ParameterType::Text, "Passed on: the way to find names."),
    Parameter::new("disambiguator", ParameterType::Text, "Passed on: the way to choose entities."),
];

const fn recognizer(
    name: &'static str,
    place: Place,
    text: &'static str,
    options: &'static [&'static [Parameter]],
) -> Protocol {
    Protocol::new(ProviderKind::Recognizer, name, place, text, options)
}

/// Opens a dictionary by the extension of its file.
fn dictionary(path: &Path) -> Result<Dictionary> {
    let extension = path.extension().and_then(|one| one.to_str()).unwrap_or_default();
    if matches!(extension.to_ascii_lowercase().as_str(), "csv" | "tsv") {
        return Dictionary::from_csv(bytes(path)?.as_slice());
    }
    match Format::of_path(&path.to_string_lossy()).filter(|format| format.is_rdf()) {
        Some(format) => {
            let graph = rdf::read(&bytes(path)?, format, None)?;
            Dictionary::builder().rdf(&graph)?.build()
        }
        None => Dictionary::open(path),
    }
}
