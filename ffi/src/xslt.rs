//! XSLT stylesheets.

use std::mem::MaybeUninit;

use glossweave::xslt::{Reply, Stylesheet};

use crate::engine::open;
use crate::error::missing;
use crate::guard::{give, guard, require};
use crate::request::{xslt_options, xslt_request};
use crate::{GwBytes, GwError, GwParams, GwSession, GwStatus, GwStr};

/// A compiled stylesheet. It never changes: any number of threads may run it at once. Free it with
/// `gw_xslt_free`; the values that were read from it live as long.
#[derive(Debug)]
pub struct GwXslt(Stylesheet);

/// The result of a stylesheet for a document. It never changes. Free it with `gw_xslt_reply_free`; the
/// values that were read from it live as long.
#[derive(Debug)]
pub struct GwXsltReply(Reply);

/// A global parameter of a stylesheet.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwXsltParameter {
    /// The name; `{namespace}local` if it is in one.
    pub name: GwStr,
    /// The value if none is given, if it is a literal; else `data` is NULL.
    pub usual: GwStr,
    /// The expression that gives the value if none is given, if it is not a literal; else `data` is NULL.
    pub select: GwStr,
    /// `true` if a value is required.
    pub required: bool,
}

/// A message of `xsl:message`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwXsltMessage {
    /// The text.
    pub text: GwStr,
    /// The line of the instruction in the stylesheet, from 1; 0 if it is not known.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
}

/// A result beside the main one, of an `xsl:result-document`. Nothing is written anywhere.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwXsltDocument {
    /// The IRI that the stylesheet gives it.
    pub uri: GwStr,
    /// The document.
    pub bytes: GwBytes,
}

/// Compiles a stylesheet, in any encoding that it declares. `params` may be NULL, or have
/// `processor` (`libxslt`, `saxon`; by the version of the stylesheet without), `saxon` (the library of
/// SaxonC-HE, or its folder; as SAXONC_HE_LIB says without), `worker` (a program that runs stylesheets in place of
/// this process, called with `xslt-worker`; none without), `folder` (whose files the stylesheet may
/// read; none without), and what a run may take: `milliseconds`, `memory`, `output` (bytes),
/// `depth` (of elements of a source) and `recursion` (of templates). Malformed and Invalid with the
/// place for a wrong stylesheet, Unsupported for one whose processor is not there. Free the
/// stylesheet with `gw_xslt_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_compile(
    stylesheet: GwBytes,
    params: Option<&GwParams>,
    xslt: Option<&mut MaybeUninit<*mut GwXslt>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (out, options) = (require(xslt, "xslt")?, xslt_options(params)?);
        give(out, GwXslt(Stylesheet::compile(stylesheet.get("stylesheet")?, &options)?));
        Ok(())
    })
}

/// Returns the version that the stylesheet asks for, as it says it; empty for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_version(xslt: Option<&GwXslt>) -> GwStr {
    xslt.map_or("", |xslt| xslt.0.version()).into()
}

/// Returns the processor, `libxslt` or `saxon`; empty for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_processor(xslt: Option<&GwXslt>) -> GwStr {
    xslt.map_or("", |xslt| xslt.0.processor().name()).into()
}

/// Returns the number of global parameters of the stylesheet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_parameter_count(xslt: Option<&GwXslt>) -> usize {
    xslt.map_or(0, |xslt| xslt.0.parameters().len())
}

/// Writes a global parameter of the stylesheet, by its index from 0. Returns NotFound if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_parameter(
    xslt: Option<&GwXslt>,
    index: usize,
    parameter: Option<&mut MaybeUninit<GwXsltParameter>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (xslt, out) = (require(xslt, "xslt")?, require(parameter, "parameter")?);
        let found = xslt.0.parameters().get(index).ok_or_else(|| missing("parameter", index))?;
        let usual = GwStr::optional(found.default.as_deref());
        let select = GwStr::optional(found.select.as_deref());
        let name = found.name.as_str().into();
        out.write(GwXsltParameter { name, usual, select, required: found.required });
        Ok(())
    })
}

/// Transforms a document. `params` may be NULL, or have `informat` (`xml`, which is usual, `html`, or
/// a media type with its `charset`), `outformat` (`xml`, `html`, `xhtml`, `text`, or media types as
/// an Accept header has them; as the stylesheet says without), and values of the global parameters
/// of the stylesheet by any other name; those that it does not have do not matter. Invalid with the
/// code of the processor (`gw_error_code`) and the place in the stylesheet for one that fails or ends
/// the run, Malformed with the place in the input, Deadline and TooLarge at the limits. Free the
/// reply with `gw_xslt_reply_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_run(
    xslt: Option<&GwXslt>,
    input: GwBytes,
    params: Option<&GwParams>,
    reply: Option<&mut MaybeUninit<*mut GwXsltReply>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (xslt, out) = (require(xslt, "xslt")?, require(reply, "reply")?);
        let request = xslt_request(input.get("input")?, params)?;
        give(out, GwXsltReply(xslt.0.run(&request)?));
        Ok(())
    })
}

/// Frees a stylesheet. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_free(xslt: Option<Box<GwXslt>>) {
    drop(xslt);
}

/// Transforms a document by a stored stylesheet (`gw_resource_create`, `xsltconverter`). `params` as for
/// `gw_xslt_run`. Unauthenticated and NotFound if the caller may not use it; else as there. Free the reply
/// with `gw_xslt_reply_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_converter_apply(
    session: Option<&GwSession>,
    name: GwStr,
    input: GwBytes,
    params: Option<&GwParams>,
    reply: Option<&mut MaybeUninit<*mut GwXsltReply>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (converters, out) = (open(session)?.converters(), require(reply, "reply")?);
        let request = xslt_request(input.get("input")?, params)?;
        give(out, GwXsltReply(converters.apply(name.get("name")?, &request)?));
        Ok(())
    })
}

/// Returns the result, in the encoding that the stylesheet asks for; none for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_reply_bytes(reply: Option<&GwXsltReply>) -> GwBytes {
    reply.map(|reply| reply.0.bytes.as_slice().into()).unwrap_or_default()
}

/// Returns the media type of the result, without parameters; empty for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_reply_media_type(reply: Option<&GwXsltReply>) -> GwStr {
    reply.map_or("", |reply| &reply.0.media_type).into()
}

/// Returns the name of its encoding; empty for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_reply_encoding(reply: Option<&GwXsltReply>) -> GwStr {
    reply.map_or("", |reply| &reply.0.encoding).into()
}

/// Returns the method that it was written by, `xml`, `html`, `xhtml` or `text`; empty for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_reply_method(reply: Option<&GwXsltReply>) -> GwStr {
    reply.map_or("", |reply| reply.0.method.name()).into()
}

/// Returns the number of messages of the stylesheet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_reply_message_count(reply: Option<&GwXsltReply>) -> usize {
    reply.map_or(0, |reply| reply.0.messages.len())
}

/// Writes a message, by its index from 0. Returns NotFound if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_reply_message(
    reply: Option<&GwXsltReply>,
    index: usize,
    message: Option<&mut MaybeUninit<GwXsltMessage>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (all, out) = (&require(reply, "reply")?.0.messages, require(message, "message")?);
        let found = all.get(index).ok_or_else(|| missing("message", index))?;
        let place = found.location.as_ref();
        let (line, column) = place.map_or((0, 0), |place| (place.line(), place.column()));
        out.write(GwXsltMessage { text: found.text.as_str().into(), line, column });
        Ok(())
    })
}

/// Returns the number of results besides the main one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_reply_document_count(reply: Option<&GwXsltReply>) -> usize {
    reply.map_or(0, |reply| reply.0.documents.len())
}

/// Writes a result beside the main one, by its index from 0. Returns NotFound if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_reply_document(
    reply: Option<&GwXsltReply>,
    index: usize,
    document: Option<&mut MaybeUninit<GwXsltDocument>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (all, out) = (&require(reply, "reply")?.0.documents, require(document, "document")?);
        let found = all.get(index).ok_or_else(|| missing("document", index))?;
        let (uri, bytes) = (found.uri.as_str().into(), found.bytes.as_slice().into());
        out.write(GwXsltDocument { uri, bytes });
        Ok(())
    })
}

/// Frees a reply. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_reply_free(reply: Option<Box<GwXsltReply>>) {
    drop(reply);
}
