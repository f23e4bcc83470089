//! XSLT stylesheets.

use std::mem::MaybeUninit;

use glossweave::xslt::{Reply, Stylesheet};

use crate::engine::open;
use crate::error::missing;
use crate::guard::{give, guard, require};
use crate::owner::{GwOwner, first};
use crate::request::{xslt_options, xslt_request};
use crate::{GwBytes, GwError, GwParams, GwSession, GwStatus, GwStr};

/// A compiled stylesheet. It is immutable, and any number of threads may run it at once. Free it with
/// `gw_xslt_free`. Values read from it live as long as it does.
#[derive(Debug)]
pub struct GwXslt(Stylesheet);

/// The result of a stylesheet for a document. Free it with `gw_xslt_reply_free`. Its texts and arrays live
/// as long as it does; do not change them.
#[repr(C)]
#[derive(Debug)]
pub struct GwXsltReply {
    /// The bytes of the result, in the encoding that the stylesheet specifies.
    pub bytes: GwBytes,
    /// The media type, without parameters.
    pub media_type: GwStr,
    /// The name of the encoding.
    pub encoding: GwStr,
    /// The output method: `xml`, `html`, `xhtml` or `text`.
    pub method: GwStr,
    /// The messages of the stylesheet.
    pub messages: *const GwXsltMessage,
    /// The number of messages.
    pub message_count: usize,
    /// The secondary results.
    pub documents: *const GwXsltDocument,
    /// The number of secondary results.
    pub document_count: usize,
    /// For use by the library only.
    pub owner: GwOwner,
}

/// A global parameter of a stylesheet.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwXsltParameter {
    /// The name; `{namespace}local` if it is in a namespace.
    pub name: GwStr,
    /// The default value, if it is a literal. Otherwise `data` is NULL.
    pub usual: GwStr,
    /// The expression of the default value, if it is not a literal. Otherwise `data` is NULL.
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
    /// The line of the instruction in the stylesheet, from 1; 0 when it is not known.
    pub line: u32,
    /// The column, from 1; 0 when it is not known.
    pub column: u32,
}

/// A secondary result, from `xsl:result-document`. The library does not write it to any file.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwXsltDocument {
    /// The IRI that the stylesheet specifies.
    pub uri: GwStr,
    /// The document.
    pub bytes: GwBytes,
}

/// Compiles a stylesheet, in any encoding that it declares. `params` may be NULL, or contain `processor`
/// (`libxslt`, `saxon`; by default, depends on the version of the stylesheet), `saxon` (the library of
/// SaxonC-HE or its folder; by default, the value of `SAXONC_HE_LIB`), `worker` (a program that runs
/// stylesheets instead of this process, called with `xslt-worker`; by default, none), `folder` (a folder
/// with files that the stylesheet can read; by default, none), and the limits of a run: `milliseconds`,
/// `memory`, `output` (bytes), `depth` (of elements of a source) and `recursion` (of templates). Free the
/// stylesheet with `gw_xslt_free`. Returns `GW_STATUS_MALFORMED` or `GW_STATUS_INVALID`, with the location,
/// if the stylesheet is wrong, and `GW_STATUS_UNSUPPORTED` if its processor is not available.
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

/// Returns the version that the stylesheet declares, unchanged. Returns an empty text if `xslt` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_version(xslt: Option<&GwXslt>) -> GwStr {
    xslt.map_or("", |xslt| xslt.0.version()).into()
}

/// Returns the processor, `libxslt` or `saxon`. Returns an empty text if `xslt` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_processor(xslt: Option<&GwXslt>) -> GwStr {
    xslt.map_or("", |xslt| xslt.0.processor().name()).into()
}

/// Returns the number of global parameters of the stylesheet. Returns 0 if `xslt` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_parameter_count(xslt: Option<&GwXslt>) -> usize {
    xslt.map_or(0, |xslt| xslt.0.parameters().len())
}

/// Writes the global parameter `index` of the stylesheet, from 0, to `parameter`. Returns
/// `GW_STATUS_NOT_FOUND` if there is no such parameter.
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

/// Transforms a document. `params` may be NULL, or contain `informat` (by default, `xml`; or `html`, or a
/// media type with its `charset`), `outformat` (`xml`, `html`, `xhtml`, `text`, or media types as in an
/// Accept header; by default, as the stylesheet specifies), and values of global parameters of the
/// stylesheet under any other name; unknown parameters are ignored. Free the reply with
/// `gw_xslt_reply_free`. Returns `GW_STATUS_INVALID`, with the code of the processor (`code` of the error) and
/// the location in the stylesheet, if the stylesheet fails or terminates the run, `GW_STATUS_MALFORMED`,
/// with the location, if the input is wrong, and `GW_STATUS_DEADLINE` or `GW_STATUS_TOO_LARGE` if the run
/// exceeds a limit.
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
        give(out, xslt.0.run(&request)?.into());
        Ok(())
    })
}

/// Frees a stylesheet. `xslt` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_free(xslt: Option<Box<GwXslt>>) {
    drop(xslt);
}

/// Transforms a document with a stored stylesheet. `params` has the
/// same meaning as in `gw_xslt_run`. Free the reply with `gw_xslt_reply_free`. Returns
/// `GW_STATUS_UNAUTHENTICATED` or `GW_STATUS_NOT_FOUND` if the caller is not allowed to use the stylesheet,
/// and otherwise the statuses of `gw_xslt_run`.
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
        give(out, converters.apply(name.get("name")?, &request)?.into());
        Ok(())
    })
}

/// Frees a reply. `reply` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_xslt_reply_free(reply: Option<Box<GwXsltReply>>) {
    drop(reply);
}

impl From<Reply> for GwXsltReply {
    fn from(reply: Reply) -> GwXsltReply {
        let messages = reply.messages.iter().map(|message| {
            let place = message.location.as_ref();
            let (line, column) = place.map_or((0, 0), |place| (place.line(), place.column()));
            GwXsltMessage { text: message.text.as_str().into(), line, column }
        });
        let documents = reply.documents.iter().map(|document| {
            let (uri, bytes) = (document.uri.as_str().into(), document.bytes.as_slice().into());
            GwXsltDocument { uri, bytes }
        });
        let (messages, documents): (Vec<_>, Vec<_>) = (messages.collect(), documents.collect());
        GwXsltReply {
            bytes: reply.bytes.as_slice().into(),
            media_type: reply.media_type.as_str().into(),
            encoding: reply.encoding.as_str().into(),
            method: reply.method.name().into(),
            messages: first(&messages),
            message_count: messages.len(),
            documents: first(&documents),
            document_count: documents.len(),
            // The values stay where they are when their vectors move.
            owner: GwOwner::new((reply, messages, documents)),
        }
    }
}
