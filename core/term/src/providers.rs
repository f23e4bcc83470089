//! The protocols that can be used to open term finders.

use std::path::Path;

use crate::TermBase;
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::provider::{
    self, Opener, Pairs, Parameter, ParameterType, Place, Protocol, ProviderKind, bytes, option,
};

/// Opens a term base by the name of its protocol, with a location and options by name. A file is read as CSV,
/// TBX or RDF if it has the extension of one of these formats, and as a saved term base otherwise.
///
/// # Errors
///
/// Returns [`ErrorKind::Invalid`] with the name of the parameter if the protocol or an option is unknown,
/// [`ErrorKind::Storage`] if the file cannot be read, and the errors of reading the format.
///
/// [`ErrorKind::Invalid`]: glossweave_base::ErrorKind::Invalid
/// [`ErrorKind::Storage`]: glossweave_base::ErrorKind::Storage
pub fn open_term_base<'o>(
    protocol: &str,
    place: &str,
    options: impl IntoIterator<Item = (&'o str, &'o str)>,
) -> Result<TermBase> {
    provider::open(TERM_FINDERS, protocol, place, options)
}

/// Returns the protocols of term finders.
pub fn protocols() -> impl Iterator<Item = Protocol> {
    TERM_FINDERS.iter().map(|finder| finder.protocol)
}

const TERM_FINDERS: &[Opener<TermBase>] = &[Opener {
    protocol: Protocol::new(
        ProviderKind::TermFinder,
        "termbase",
        Place::File,
        "A term base: CSV, TSV, TBX, RDF, or a saved one.",
        &[&[Parameter::new(
            "language",
            ParameterType::Language,
            "The language of terms without a language in the file.",
        )]],
    ),
    open,
}];

/// Opens a term base in the format of its file name extension.
fn open(place: &str, options: &Pairs<'_>) -> Result<TermBase> {
    let path = Path::new(place);
    let language = option(options, "language").map(str::parse).transpose()?;
    let builder = TermBase::builder().in_language(language.as_ref());
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match (extension.to_ascii_lowercase().as_str(), Format::of_path(place)) {
        ("csv" | "tsv", _) => builder.csv(&bytes(path)?)?.build(),
        ("tbx" | "xml", _) => builder.tbx(&bytes(path)?)?.build(),
        (_, Some(format)) if format.is_rdf() => builder.rdf(&bytes(path)?, format)?.build(),
        _ => TermBase::open(path),
    }
}
