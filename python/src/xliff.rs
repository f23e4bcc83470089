//! Files in XLIFF that are made from documents.

use glossweave::translate::{self, XliffOptions};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::annotation::{Annotation, from_engine};
use crate::call::call;
use crate::decode_options::{Keywords, decode_options};
use crate::document::Document;
use crate::input::{Source, Strings, count_given};
use crate::offsets::IndexedText;
use crate::option::read;

/// Writes the texts of a document that have no translation as a file in XLIFF to translate.
///
/// `target`: the language that is wanted. `source`: the language of the text; else that of the document,
/// else the one that is identified. `version`: `"2.1"` or `"1.2"`. `original`: the name of the document.
/// `embed`: the bytes of the document are in the file, so that `embedded_document` reads them; else
/// only their digest is.
///
/// Raises `InvalidArgument` if the language of the text is not given and cannot be identified.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("<p>The <b>red</b> house", format="html")
/// >>> file = glossweave.to_xliff(page, "fr", source="en")
/// >>> b'<source>The <pc id="1">red</pc> house</source>' in file
/// True
#[pyfunction]
#[pyo3(signature = (document, target, *, source = None, version = None, original = None, embed = true))]
pub fn to_xliff<'py>(
    py: Python<'py>,
    document: &Bound<'py, Document>,
    target: &str,
    source: Option<&str>,
    version: Option<&str>,
    original: Option<String>,
    embed: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let document = document.get().inner();
    let written = call(py, || {
        let mut options = XliffOptions::new(read("target", target)?);
        options.source = source.map(|tag| read("source", tag)).transpose()?;
        options.version = version.map_or(Ok(options.version), |word| read("version", word))?;
        (options.original, options.embeds_source) = (original, embed);
        translate::to_xliff(document, &options)
    });
    Ok(PyBytes::new(py, &written?))
}

/// Returns the translations in a file in XLIFF that was made from a document, as annotations of that document.
/// `encode` with `translations=True` writes them into it.
///
/// Raises `MalformedInput` with its place if the file is not XLIFF, and `Conflict` with the units that differ if the
/// document has changed since, or is another one.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("<p>The <b>red</b> house", format="html")
/// >>> file = glossweave.to_xliff(page, "fr", source="en").decode()
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

/// Reads the document that is in a file in XLIFF that was made from it by `to_xliff`. Returns `None` if there is none.
///
/// The keywords are those of `decode`, and have to be those that the document was read with.
///
/// Raises `MalformedInput` with its place if the file is not XLIFF, or its skeleton is not what `to_xliff` writes, and
/// the errors of `decode`.
///
/// >>> import glossweave
/// >>> page = glossweave.decode("<p>The <b>red</b> house", format="html")
/// >>> file = glossweave.to_xliff(page, "fr", source="en")
/// >>> glossweave.embedded_document(file).source
/// b'<p>The <b>red</b> house'
#[pyfunction]
#[pyo3(signature = (xliff, *, language = None, max_bytes = None, rules = Strings::default(),
    rule_set = None, unknown_entities = None, invalid_bytes = None,
    translatable_attributes = false, numeric_cells = false, columns = None))]
#[allow(clippy::too_many_arguments, reason = "keywords")]
pub fn embedded_document(
    py: Python<'_>,
    xliff: Source,
    language: Option<String>,
    #[pyo3(from_py_with = count_given)] max_bytes: Option<usize>,
    rules: Strings,
    rule_set: Option<String>,
    unknown_entities: Option<String>,
    invalid_bytes: Option<String>,
    translatable_attributes: bool,
    numeric_cells: bool,
    columns: Option<String>,
) -> PyResult<Option<Document>> {
    call(py, || {
        let keywords = Keywords {
            language,
            rules: rules.0,
            rule_set,
            unknown_entities,
            invalid_bytes,
            translatable_attributes,
            numeric_cells,
            columns,
            ..Default::default()
        };
        let mut given = keywords.given();
        let options = decode_options(&given, max_bytes)?;
        let found = translate::embedded_document(&xliff.bytes, &options);
        let found = found.map_err(|error| xliff.explain(error))?;
        Ok(found.map(|inner| {
            let target = inner.sections().find_map(|section| section.target_language);
            given.extend(target.map(|one| ("target-language".to_owned(), one.to_string())));
            let declared = inner.source().declared();
            given.extend(declared.map(|one| ("charset".to_owned(), one.name().to_owned())));
            Document::of(inner, given)
        }))
    })
}
