//! Documents.

use std::mem::MaybeUninit;

use glossweave::text::{CharSpan, TextSpan};
use glossweave::{Document, Error, ErrorKind};

use crate::error::missing;
use crate::guard::{give, guard, require};
use crate::params::decode_options;
use crate::{GwAnnotations, GwBuffer, GwBytes, GwError, GwParams, GwSpan, GwStatus, GwStr};

/// A document. It is immutable, and any number of threads may use it at once. Free it with
/// `gw_document_free`. Values read from a document live as long as the document.
#[derive(Debug)]
pub struct GwDocument(pub(crate) Document);

/// A unit: a range of coherent text, for example a paragraph.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwUnit {
    /// The span, in bytes of the text of the document.
    pub bytes: GwSpan,
    /// The span, in Unicode code points of the text of the document.
    pub chars: GwSpan,
    /// The language tag. `data` is NULL if the document specifies none.
    pub language: GwStr,
    /// The name in the source, for example the `id` of a `trans-unit`. `data` is NULL when there is none.
    pub name: GwStr,
    /// The identifier, which NIF contains as `dc:identifier`.
    pub id: u32,
}

/// A section: a range of the text with a separate name and languages, for example a `file` of XLIFF.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwSection {
    /// The span, in bytes of the text of the document.
    pub bytes: GwSpan,
    /// The name in the source. `data` is NULL when there is none.
    pub name: GwStr,
    /// The language tag of the text. `data` is NULL when there is none.
    pub language: GwStr,
    /// The language tag of the translations. `data` is NULL when there is none.
    pub target_language: GwStr,
}

/// A warning about an anomaly in a source that could still be read.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwWarning {
    /// The message.
    pub message: GwStr,
    /// The span, in bytes of the source.
    pub bytes: GwSpan,
}

/// Reads a document. `format` is a name, for example `html`, or a media type. `params` may be NULL, or
/// contain the options of `DecodeOptions` (docs/options.md). Free the document with `gw_document_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_decode(
    source: GwBytes,
    format: GwStr,
    params: Option<&GwParams>,
    document: Option<&mut MaybeUninit<*mut GwDocument>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let document = require(document, "document")?;
        let (source, format) = (source.get("source")?, format.get("format")?.parse()?);
        give(document, GwDocument(glossweave::decode(source, format, &decode_options(params)?)?));
        Ok(())
    })
}

/// Returns the text of the document. Returns an empty text if `document` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_text(document: Option<&GwDocument>) -> GwStr {
    document.map_or("", |document| document.0.text()).into()
}

/// Returns the encoding that was used to read the bytes, by its name in the Encoding Standard. Returns an
/// empty text if `document` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_encoding(document: Option<&GwDocument>) -> GwStr {
    document.map_or("", |document| document.0.source().encoding().name()).into()
}

/// Returns the number of units of the document. Returns 0 if `document` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_unit_count(document: Option<&GwDocument>) -> usize {
    document.map_or(0, |document| document.0.units().len())
}

/// Writes the unit `index`, from 0, to `unit`. Returns `GW_STATUS_NOT_FOUND` if there is no such unit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_unit(
    document: Option<&GwDocument>,
    index: usize,
    unit: Option<&mut MaybeUninit<GwUnit>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, out) = (&require(document, "document")?.0, require(unit, "unit")?);
        let unit = document.units().nth(index).ok_or_else(|| missing("unit", index))?;
        let (bytes, chars) = (unit.span().into(), document.char_span(unit.span()).into());
        let language = GwStr::optional(unit.language().map(|tag| tag.as_str()));
        let name = GwStr::optional(unit.name());
        out.write(GwUnit { bytes, chars, language, name, id: unit.id() });
        Ok(())
    })
}

/// Writes the annotations that the markup of the document contains to `annotations`. Free them with
/// `gw_annotations_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_annotations(
    document: Option<&GwDocument>,
    annotations: Option<&mut MaybeUninit<*mut GwAnnotations>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let annotations = require(annotations, "annotations")?;
        let found = require(document, "document")?.0.annotations().to_vec();
        give(annotations, GwAnnotations::from(found));
        Ok(())
    })
}

/// Converts a span in bytes of the text to bytes of the source. Returns `GW_STATUS_NOT_FOUND` if the span
/// is empty, its end is before its start, it splits a character, or its text has no bytes in the source.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_source_span(
    document: Option<&GwDocument>,
    text: GwSpan,
    source: Option<&mut MaybeUninit<GwSpan>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, source) = (&require(document, "document")?.0, require(source, "source")?);
        let span = document.source_span(TextSpan::from(text.range()));
        source.write(span.ok_or_else(|| unplaced(text))?.into());
        Ok(())
    })
}

/// Converts a span in bytes of the text to code points of the text. Returns `GW_STATUS_INVALID` if the span
/// exceeds the text or splits a character.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_char_span(
    document: Option<&GwDocument>,
    text: GwSpan,
    chars: Option<&mut MaybeUninit<GwSpan>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, chars) = (&require(document, "document")?.0, require(chars, "chars")?);
        document.text().get(text.range()).ok_or_else(|| outside(text, "text"))?;
        chars.write(document.char_span(text.range().into()).into());
        Ok(())
    })
}

/// Converts a span in code points of the text to bytes of the text. Returns `GW_STATUS_INVALID` if the span
/// exceeds the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_text_span(
    document: Option<&GwDocument>,
    chars: GwSpan,
    text: Option<&mut MaybeUninit<GwSpan>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, text) = (&require(document, "document")?.0, require(text, "text")?);
        let span = document.text_span(CharSpan::from(chars.range()));
        text.write(span.ok_or_else(|| outside(chars, "chars"))?.into());
        Ok(())
    })
}

/// Writes the text of a span with a marker for each inline element (`<1>bold</1>`, `<2/>`), in the form
/// that translation systems can preserve. Free the buffer with `gw_buffer_free`. Returns
/// `GW_STATUS_INVALID` if the span exceeds the text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_marked_text(
    document: Option<&GwDocument>,
    text: GwSpan,
    buffer: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, buffer) = (&require(document, "document")?.0, require(buffer, "buffer")?);
        buffer.write(glossweave::marked_text(document, text.range().into())?.into_bytes().into());
        Ok(())
    })
}

/// Returns the number of sections of the document. Returns 0 if `document` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_section_count(document: Option<&GwDocument>) -> usize {
    document.map_or(0, |document| document.0.sections().count())
}

/// Writes the section `index`, from 0, to `section`. Returns `GW_STATUS_NOT_FOUND` if there is no such
/// section.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_section(
    document: Option<&GwDocument>,
    index: usize,
    section: Option<&mut MaybeUninit<GwSection>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, out) = (&require(document, "document")?.0, require(section, "section")?);
        let one = document.sections().nth(index).ok_or_else(|| missing("section", index))?;
        let tag = |language: Option<&glossweave::text::Language>| match language {
            Some(language) => GwStr::from(language.as_str()),
            None => GwStr::default(),
        };
        let (name, bytes) = (GwStr::optional(one.name), one.span.into());
        let (language, target_language) = (tag(one.language), tag(one.target_language));
        out.write(GwSection { bytes, name, language, target_language });
        Ok(())
    })
}

/// Returns the number of warnings about the source. Returns 0 if `document` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_warning_count(document: Option<&GwDocument>) -> usize {
    document.map_or(0, |document| document.0.warnings().len())
}

/// Writes the warning `index`, from 0, to `warning`. Returns `GW_STATUS_NOT_FOUND` if there is no such
/// warning.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_warning(
    document: Option<&GwDocument>,
    index: usize,
    warning: Option<&mut MaybeUninit<GwWarning>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, out) = (&require(document, "document")?.0, require(warning, "warning")?);
        let one = document.warnings().get(index).ok_or_else(|| missing("warning", index))?;
        out.write(GwWarning { message: one.message().into(), bytes: one.span().into() });
        Ok(())
    })
}

/// Writes the translations that the source contains to `target`, as a separate document. Free it with
/// `gw_document_free`. Returns `GW_STATUS_NOT_FOUND` if the source has no translations.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_target(
    document: Option<&GwDocument>,
    target: Option<&mut MaybeUninit<*mut GwDocument>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, out) = (&require(document, "document")?.0, require(target, "target")?);
        let none = || Error::new(ErrorKind::NotFound, "the source has no translations");
        give(out, GwDocument(document.target().cloned().ok_or_else(none)?));
        Ok(())
    })
}

/// Writes the index of the translation of the unit `index` to `target`: the index of a unit of
/// `gw_document_target`, from 0. Returns `GW_STATUS_NOT_FOUND` if there is no translation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_target_unit(
    document: Option<&GwDocument>,
    index: usize,
    target: Option<&mut MaybeUninit<usize>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, out) = (&require(document, "document")?.0, require(target, "target")?);
        let unit = document.units().nth(index).and_then(|unit| document.target_unit(unit));
        out.write(unit.ok_or_else(|| missing("translation of unit", index))?.index());
        Ok(())
    })
}

/// Frees a document. `document` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_free(document: Option<Box<GwDocument>>) {
    drop(document);
}

fn outside(span: GwSpan, parameter: &str) -> Error {
    let GwSpan { start, end } = span;
    let message = format!("`{start}..{end}` exceeds the text or splits a character");
    Error::invalid(message).with_parameter(parameter)
}

fn unplaced(span: GwSpan) -> Error {
    let GwSpan { start, end } = span;
    Error::new(ErrorKind::NotFound, format!("`{start}..{end}` has no position in the source"))
}
