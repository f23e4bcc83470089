//! The protocols by which term finders are opened.

use std::path::Path;

use crate::TermBase;
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::provider::{
    self, Opener, Pairs, Parameter, ParameterType, Place, Protocol, ProviderKind, bytes, option,
};

/// Opens a term base by the name of its protocol, at a place, with options by their names. One in CSV, TBX or
/// RDF is known by the extension of its file; any other file is a saved one.
///
/// # Errors
///
/// Returns [`ErrorKind::Invalid`] with the parameter at fault if the protocol or an option is not known,
/// [`ErrorKind::Storage`] if the file cannot be read, and the errors of reading it.
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
    TERM_FINDERS.iter().map(|one| one.protocol)
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
            "The language of terms that have none in the file.",
        )]],
    ),
    open,
}];

/// Opens a term base by the extension of its file.
fn open(place: &str, options: &Pairs<'_>) -> Result<TermBase> {
    let path = Path::new(place);
    let language = option(options, "language").map(str::parse).transpose()?;
    let builder = TermBase::builder().in_language(language.as_ref());
    let extension = path.extension().and_then(|one| one.to_str()).unwrap_or_default();
    match (extension.to_ascii_lowercase().as_str(), Format::of_path(place)) {
        ("csv" | "tsv", _) => builder.csv(&bytes(path)?)?.build(),
        ("tbx" | "xml", _) => builder.tbx(&bytes(path)?)?.build(),
        (_, Some(format)) if format.is_rdf() => builder.rdf(&bytes(path)?, format)?.build(),
        _ => TermBase::open(path),
    }
}
