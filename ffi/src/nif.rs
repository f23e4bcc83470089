//! NIF.

use std::mem::MaybeUninit;

use glossweave::nif::{self, Context, Nif};
use glossweave::{Error, ErrorKind, Result, rdf};

use crate::error::missing;
use crate::guard::{give, guard, require};
use crate::params::nif_options;
use crate::reply::GwSkipped;
use crate::{GwAnnotations, GwBuffer, GwBytes, GwDocument, GwError, GwParams, GwStatus, GwStr};

/// Writes a document with its annotations as NIF. `annotations` may be NULL (none). `format` is a name, for
/// example `turtle` or `json-ld`, or a media type. `params` may be NULL, or contain `prefix` (the prefix of
/// IRIs), `nif-version` (`2.0`, `2.1`), `shape` (`units`, `its`), `language` (of all texts) or
/// `fallback-language` (of texts whose language the document does not specify), and `max-output-bytes` (the
/// maximum size of the result). Free the bytes with `gw_buffer_free`.
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

/// Writes the skeleton of a document as NIF: its text and units without annotations, its markup as a second
/// text, and for each unit its location in the markup. `format` and `params` have the same meaning as in
/// `gw_nif_write`. Free the bytes with `gw_buffer_free`.
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

/// Checks RDF against the rules of NIF. Writes one line per violation to `findings`: the name of the rule,
/// the resource and the expectation, separated by tabs; nothing if there is no violation. `format` and
/// `base` have the same meaning as in `gw_nif_read`. Free the findings with `gw_buffer_free`.
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

/// A NIF graph: all its statements, and the texts in them. Free it with `gw_nif_free`. Values read from it
/// live until it is changed or freed. Do not change it while another thread uses it.
#[derive(Debug)]
pub struct GwNif(Nif);

/// A text in NIF (`nif:Context`).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwContext {
    /// The IRI, or the label of the blank node.
    pub iri: GwStr,
    /// The text.
    pub text: GwStr,
    /// The language tag. `data` is NULL when it is not known.
    pub language: GwStr,
}

/// Reads NIF in a format of RDF. `base` is the base for relative IRIs, and may be empty. Free the NIF with
/// `gw_nif_free`. Returns `GW_STATUS_MALFORMED`, with the location if it is known, if the source is not RDF
/// or an offset exceeds the text.
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

/// Reads NIF like `gw_nif_read`, but skips the strings and texts that are wrong; `gw_nif_skipped` lists
/// them. Free the NIF with `gw_nif_free`. Returns `GW_STATUS_MALFORMED` if the source is not RDF.
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

/// Returns the number of strings and texts that were skipped because they are wrong. Returns 0 if `nif` is
/// NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_skipped_count(nif: Option<&GwNif>) -> usize {
    nif.map_or(0, |nif| nif.0.skipped().len())
}

/// Writes the skipped string or text `index`, from 0, to `skipped`. Returns `GW_STATUS_NOT_FOUND` if there
/// is no such item.
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

/// Returns the number of texts in the NIF. Returns 0 if `nif` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_context_count(nif: Option<&GwNif>) -> usize {
    nif.map_or(0, |nif| nif.0.contexts().len())
}

/// Writes the text `index`, from 0, to `context`. Returns `GW_STATUS_NOT_FOUND` if there is no such text.
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

/// Creates a document in plain text from the text `index` of the NIF, from 0. Free it with
/// `gw_document_free`. Returns `GW_STATUS_NOT_FOUND` if there is no such text.
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

/// Writes the annotations of the text `index` of the NIF, from 0, to `annotations`. Their spans count bytes
/// of that text. Free the list with `gw_annotations_free`. Returns `GW_STATUS_NOT_FOUND` if there is no
/// such text.
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

/// Writes the annotations that the NIF contains for the text of a document, or for the texts of its
/// sections, to `annotations`. Free the list with `gw_annotations_free`. Returns `GW_STATUS_NOT_FOUND` if
/// the NIF has no such text.
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

/// Adds annotations to the text `index` of the NIF, from 0. Existing statements are not repeated.
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

/// Writes all statements of the NIF in a format of RDF. Free the bytes with `gw_buffer_free`.
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

/// Frees NIF. `nif` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_nif_free(nif: Option<Box<GwNif>>) {
    drop(nif);
}

fn at(nif: Option<&GwNif>, index: usize) -> Result<&Context> {
    let contexts = require(nif, "nif")?.0.contexts();
    contexts.get(index).ok_or_else(|| missing("context", index))
}
