//! NIF.

use std::mem::MaybeUninit;

use glossweave::nif::{self, Context, Nif};
use glossweave::{Error, ErrorKind, Result, rdf};

use crate::error::missing;
use crate::guard::{give, guard, require};
use crate::params::nif_options;
use crate::reply::GwSkipped;
use crate::{GwAnnotations, GwBuffer, GwBytes, GwDocument, GwError, GwParams, GwStatus, GwStr};

/// Writes a document with its annotations as NIF. `annotations` may be NULL (none). `format` is a
/// name such as `turtle` or `json-ld`, or a media type. `params` may be NULL, or have `prefix`
/// (what IRIs begin with), `nif-version` (`2.0`, `2.1`), `shape` (`units`, `its`), and `language` (of all
/// texts) or `fallback-language` (of texts for which the document says none), and `max-output-bytes`
/// (of the longest result). Free the bytes with
/// `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_write(
    document: Option<&GwDocument>,
    annotations: Option<&GwAnnotations>,
    format: GwStr,
    params: Option<&GwParams>,
    bytes: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, bytes) = (&require(document, "document")?.0, require(bytes, "bytes")?);
        let annotations = annotations.map_or(&[][..], |list| &list.0);
        let (format, options) = (format.get("format")?.parse()?, nif_options(params)?);
        bytes.write(nif::write(document, annotations, format, &options)?.into());
        Ok(())
    })
}

/// Writes the skeleton of a document: its text and units without annotations, its markup as a second
/// text, and for each unit the place in the markup it was converted from. `format` and `params` as
/// in `gw_nif_write`. Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_skeleton(
    document: Option<&GwDocument>,
    format: GwStr,
    params: Option<&GwParams>,
    bytes: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, bytes) = (&require(document, "document")?.0, require(bytes, "bytes")?);
        let graph = nif::skeleton(document, &nif_options(params)?)?;
        bytes.write(rdf::write(&graph, format.get("format")?.parse()?)?.into());
        Ok(())
    })
}

/// Checks RDF against the rules of NIF. `findings` gets a line for each rule that is broken: the name of
/// the rule, the resource and what was expected, parted by tabs; nothing if the rules are kept. `format`
/// and `base` as in `gw_nif_read`. Free the findings with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_check(
    source: GwBytes,
    format: GwStr,
    base: GwStr,
    findings: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (out, format) = (require(findings, "findings")?, format.get("format")?.parse()?);
        let graph = rdf::read(source.get("source")?, format, base.filled("base")?)?;
        let lines = nif::check(&graph).into_iter().map(|found| {
            format!("{}\t{}\t{}\n", found.rule, found.resource, found.message.replace('\n', " "))
        });
        out.write(lines.collect::<String>().into_bytes().into());
        Ok(())
    })
}

/// NIF that was read: everything that was stated, and the texts among it. Free it with
/// `gw_nif_free`; what was asked of it lives until it changes or is freed. Not to be changed while
/// another thread uses it.
#[derive(Debug)]
pub struct GwNif(Nif);

/// A text that NIF states (`nif:Context`).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwContext {
    /// Its IRI, or the label of its blank node.
    pub iri: GwStr,
    /// The text.
    pub text: GwStr,
    /// Its language tag; `data` is NULL if none is known.
    pub language: GwStr,
}

/// Reads NIF in a notation of RDF. `base` is what relative IRIs are resolved against; it may be
/// empty. Returns Malformed, with the location if it is known, for what is not RDF and for offsets outside
/// the text. Free the NIF with `gw_nif_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_read(
    source: GwBytes,
    format: GwStr,
    base: GwStr,
    nif: Option<&mut MaybeUninit<*mut GwNif>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (nif, format) = (require(nif, "nif")?, format.get("format")?.parse()?);
        give(nif, GwNif(nif::read(source.get("source")?, format, base.filled("base")?)?));
        Ok(())
    })
}

/// Reads NIF as `gw_nif_read` does, and leaves out the strings and texts for which that is
/// Malformed; `gw_nif_skipped` tells them. Malformed for what is not RDF. Free the NIF with
/// `gw_nif_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_read_lenient(
    source: GwBytes,
    format: GwStr,
    base: GwStr,
    nif: Option<&mut MaybeUninit<*mut GwNif>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (nif, format) = (require(nif, "nif")?, format.get("format")?.parse()?);
        let base = base.filled("base")?;
        give(nif, GwNif(nif::read_lenient(source.get("source")?, format, base)?));
        Ok(())
    })
}

/// Returns the number of strings and texts of the NIF that were left out since they are wrong; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_skipped_count(nif: Option<&GwNif>) -> usize {
    nif.map_or(0, |nif| nif.0.skipped().len())
}

/// Writes a part of the NIF that was left out, by its index from 0. Returns NotFound if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_skipped(
    nif: Option<&GwNif>,
    index: usize,
    skipped: Option<&mut MaybeUninit<GwSkipped>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (all, out) = (require(nif, "nif")?.0.skipped(), require(skipped, "skipped")?);
        out.write(all.get(index).ok_or_else(|| missing("skipped string", index))?.into());
        Ok(())
    })
}

/// Returns the number of texts that the NIF states; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_context_count(nif: Option<&GwNif>) -> usize {
    nif.map_or(0, |nif| nif.0.contexts().len())
}

/// Writes a text, by its index from 0. Returns NotFound if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_context(
    nif: Option<&GwNif>,
    index: usize,
    context: Option<&mut MaybeUninit<GwContext>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (out, found) = (require(context, "context")?, at(nif, index)?);
        let language = GwStr::optional(found.language().map(|tag| tag.as_str()));
        out.write(GwContext { iri: found.iri().into(), text: found.text().into(), language });
        Ok(())
    })
}

/// Makes a document of plain text of a text, by its number from 0. Free it with
/// `gw_document_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_document(
    nif: Option<&GwNif>,
    index: usize,
    document: Option<&mut MaybeUninit<*mut GwDocument>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        give(require(document, "document")?, GwDocument(at(nif, index)?.document()));
        Ok(())
    })
}

/// Returns the annotations of a text, by the index of the text from 0; spans count bytes of it. Free
/// the list with `gw_annotations_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_annotations(
    nif: Option<&GwNif>,
    index: usize,
    annotations: Option<&mut MaybeUninit<*mut GwAnnotations>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let annotations = require(annotations, "annotations")?;
        give(annotations, GwAnnotations::from(at(nif, index)?.annotations().to_vec()));
        Ok(())
    })
}

/// Returns the annotations of the text of a document, or of the texts of its sections.
/// Returns NotFound if the NIF has no such text. Free the list with `gw_annotations_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_annotations_of(
    nif: Option<&GwNif>,
    document: Option<&GwDocument>,
    annotations: Option<&mut MaybeUninit<*mut GwAnnotations>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (nif, document) = (&require(nif, "nif")?.0, &require(document, "document")?.0);
        let annotations = require(annotations, "annotations")?;
        let none = || Error::new(ErrorKind::NotFound, "the NIF has no text of this document");
        give(annotations, GwAnnotations::from(nif.annotations_of(document).ok_or_else(none)?));
        Ok(())
    })
}

/// Adds annotations of a text, by its number from 0. What is stated already is not stated again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_annotate(
    nif: Option<&mut GwNif>,
    index: usize,
    annotations: Option<&GwAnnotations>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let annotations = &require(annotations, "annotations")?.0;
        require(nif, "nif")?.0.annotate(index, annotations)
    })
}

/// Writes everything that is stated in a notation of RDF. Free the bytes with `gw_buffer_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_bytes(
    nif: Option<&GwNif>,
    format: GwStr,
    bytes: Option<&mut MaybeUninit<GwBuffer>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (nif, bytes) = (&require(nif, "nif")?.0, require(bytes, "bytes")?);
        bytes.write(rdf::write(nif.graph(), format.get("format")?.parse()?)?.into());
        Ok(())
    })
}

/// Frees NIF. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_free(nif: Option<Box<GwNif>>) {
    drop(nif);
}

fn at(nif: Option<&GwNif>, index: usize) -> Result<&Context> {
    let contexts = require(nif, "nif")?.0.contexts();
    contexts.get(index).ok_or_else(|| missing("context", index))
}
