//! XLIFF files that are created from documents.

use glossweave::DecodeOptions;
use glossweave::provider::Parameter;
use glossweave::translate::{self, XliffOptions};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::annotation::{Annotation, from_engine};
use crate::call::call;
use crate::document::Document;
use crate::input::Source;
use crate::offsets::IndexedText;
use crate::options::{Given, renamed};

/// Writes the untranslated texts of a document as an XLIFF file for translation.
///
/// `target_lang`: the target language. `options`: see `XliffOptions`. If `embed` is set, `embedded_document`
/// reads the document from the file.
///
/// Raises `InvalidArgument` if the language of the text is not specified and cannot be identified.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("<p>The <b>red</b> house", format="html")
/// >>> file = glossweave.to_xliff(page, "fr", source_lang="en")
/// >>> b'<source>The <pc id="1">red</pc> house</source>' in file
/// True
#[pyfunction]
#[pyo3(signature = (document, target_lang, **options: "Unpack[XliffOptions]"))]
pub fn to_xliff<'py>(
    py: Python<'py>,
    document: &Bound<'py, Document>,
    target_lang: &str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let given = Given::of(options, keywords())?;
    let given = given.with("target-lang", Some(target_lang));
    let document = document.get().inner();
    let written = call(py, || {
        let options = XliffOptions::from_pairs(given.pairs()).map_err(renamed)?;
        translate::to_xliff(document, &options)
    });
    Ok(PyBytes::new(py, &written?))
}

/// Returns the options except the target language, which is a separate argument.
pub fn keywords() -> impl Iterator<Item = &'static Parameter> {
    XliffOptions::PARAMETERS.iter().filter(|parameter| parameter.name != "target-lang")
}

/// Returns the translations in an XLIFF file that was created from a document, as annotations of this
/// document. Use `encode` with `translations=True` to write them into the document.
///
/// Raises `MalformedInput` with the location of the error if the file is not XLIFF, and `Conflict` with the
/// different units if the document has changed since the export, or is another document.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("<p>The <b>red</b> house", format="html")
/// >>> file = glossweave.to_xliff(page, "fr", source_lang="en").decode()
/// >>> file = file.replace("</source>", '</source><target>La maison <pc id="1">rouge</pc></target>')
/// >>> found = glossweave.merge_xliff(page, file)
/// >>> glossweave.encode(page, found, translations=True).bytes
/// b'<p>La maison <b>rouge</b>'
#[pyfunction]
#[pyo3(signature = (document, xliff))]
pub fn merge_xliff(
    py: Python<'_>,
    document: &Bound<'_, Document>,
    xliff: Source,
) -> PyResult<Vec<Annotation>> {
    let document = document.get().inner();
    call(py, || {
        let merged = translate::merge_xliff(document, &xliff.bytes);
        let merged = merged.map_err(|error| xliff.explain(error))?;
        Ok(from_engine(IndexedText::of(document), merged))
    })
}

/// Reads the document that is embedded in an XLIFF file of `to_xliff`. Returns `None` if no document is
/// embedded.
///
/// `options`: see `DecodeOptions`. Use the same options that were used to decode the original document.
///
/// Raises `MalformedInput` with the location of the error if the file is not XLIFF, or if its skeleton was
/// not written by `to_xliff`, and the errors of `decode`.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("<p>The <b>red</b> house", format="html")
/// >>> file = glossweave.to_xliff(page, "fr", source_lang="en")
/// >>> glossweave.embedded_document(file).source
/// b'<p>The <b>red</b> house'
#[pyfunction]
#[pyo3(signature = (xliff, **options: "Unpack[DecodeOptions]"))]
pub fn embedded_document(
    py: Python<'_>,
    xliff: Source,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Option<Document>> {
    let given = Given::of(options, DecodeOptions::PARAMETERS)?;
    call(py, || {
        let options = DecodeOptions::from_pairs(given.pairs()).map_err(renamed)?;
        let found = translate::embedded_document(&xliff.bytes, &options);
        let found = found.map_err(|error| xliff.explain(error))?;
        Ok(found.map(|inner| {
            let target = inner.sections().find_map(|section| section.target_language);
            let target = target.map(|language| language.to_string());
            let charset = inner.source().declared().map(|encoding| encoding.name());
            let given = given.with("target-language", target.as_deref()).with("charset", charset);
            Document::of(inner, given)
        }))
    })
}
