//! The tables of all options.

use glossweave::chunk::ChunkOptions;
use glossweave::entity::EntityOptions;
use glossweave::provider::Parameter;
use glossweave::redact::RedactOptions;
use glossweave::term::TermOptions;
use glossweave::translate::CheckOptions;
use glossweave::{DecodeOptions, EncodeOptions};
use pyo3::prelude::*;

use crate::options::request_options;
use crate::protocol::ParameterInfo;
use crate::{collection, translation, xliff};

/// Returns the tables of options, by the names of their Python types.
#[pyfunction]
#[pyo3(name = "_option_tables")]
pub fn option_tables() -> Vec<(&'static str, Vec<ParameterInfo>)> {
    fn table<'p>(parameters: impl IntoIterator<Item = &'p Parameter>) -> Vec<ParameterInfo> {
        parameters.into_iter().map(ParameterInfo::from).collect()
    }
    vec![
        ("DecodeOptions", table(DecodeOptions::PARAMETERS)),
        ("EncodeOptions", table(EncodeOptions::PARAMETERS)),
        ("RequestOptions", table(request_options())),
        ("EntityOptions", table(EntityOptions::PARAMETERS)),
        ("TermOptions", table(TermOptions::PARAMETERS)),
        ("TranslationOptions", table(translation::keywords())),
        ("XliffOptions", table(xliff::keywords())),
        ("CheckOptions", table(CheckOptions::PARAMETERS)),
        ("RedactOptions", table(RedactOptions::PARAMETERS)),
        ("ChunkOptions", table(ChunkOptions::PARAMETERS)),
        ("ResourceOptions", table(collection::keywords())),
    ]
}
