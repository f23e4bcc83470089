//! The source document of an XLIFF file: its format, its digest, and its bytes, which are the skeleton of the
//! file (XLIFF 1.2, clause 2.2.1; XLIFF 2.1, clause 4.2.2.3).

use std::fmt::Write;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as BASE64;
use sha2::{Digest, Sha256};

use crate::xliff_file::{XliffFile, with_file};
use crate::xliff_options::XliffOptions;
use glossweave_base::error::{Error, Result};
use glossweave_base::media::Format;
use glossweave_base::text::Language;
use glossweave_document::{DecodeOptions, Document, RuleSet, Source};
use glossweave_format::decode;
use glossweave_markup::Encoding;
use glossweave_markup::escape::escaped;
use glossweave_markup::tree::NodeId;

/// The namespace of attributes and elements that XLIFF does not define.
const OWN: &str = "urn:glossweave:xliff";

/// Reads the document that an XLIFF file contains, as written by [`to_xliff`](crate::to_xliff). Returns
/// `None` if the file does not contain the bytes of the document. The format and the declared encoding are
/// read from the file.
///
/// # Errors
///
/// Returns [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed) with its location if the file is
/// not XLIFF or its skeleton was not written by [`to_xliff`](crate::to_xliff), and the errors of
/// [`decode`](glossweave_format::decode).
pub fn embedded_document(xliff: &[u8], options: &DecodeOptions) -> Result<Option<Document>> {
    let mut found = None;
    with_file(xliff, |xliff| {
        if let Some(file) = xliff.files().next() {
            let [_, target] = xliff.languages(file);
            found =
                embedded(xliff, file)?.map(|skeleton| (skeleton, target.and_then(Language::parse)));
        }
        Ok(())
    })?;
    let Some((Skeleton { bytes, format, charset, rule_set }, target)) = found else {
        return Ok(None);
    };
    let mut options = options.clone();
    options.charset = charset.or(options.charset);
    options.rule_set = options.rule_set.or(rule_set);
    options.target_language = options.target_language.or(target);
    decode(bytes, format, &options).map(Some)
}

/// The skeleton of a file.
struct Skeleton {
    bytes: Vec<u8>,
    format: Format,
    /// The declared encoding of the document.
    charset: Option<Encoding>,
    /// The rules with which the document was read.
    rule_set: Option<RuleSet>,
}

/// Returns the skeleton of a file, or `None` if it does not contain a document.
fn embedded(xliff: &XliffFile<'_, '_>, file: NodeId) -> Result<Option<Skeleton>> {
    let holder = match xliff.is_first {
        true => {
            let header = xliff.child(file, "header");
            let skeleton = header.and_then(|header| xliff.child(header, "skl"));
            skeleton.and_then(|skeleton| xliff.child(skeleton, "internal-file"))
        }
        false => {
            let skeleton = xliff.child(file, "skeleton");
            let is_own_source = |node: &NodeId| {
                let name = xliff.tree.name(*node);
                &*name.namespace == OWN && &*name.local == "source"
            };
            skeleton.and_then(|skeleton| xliff.tree.elements(skeleton).find(is_own_source))
        }
    };
    let own_attribute = |name: &str| xliff.tree.attribute(file, OWN, name);
    let (Some(holder), Some(format)) = (holder, own_attribute("format")) else { return Ok(None) };
    let fault = |message: String| Error::malformed(message).at(xliff.place(holder));
    let format = Format::in_request(format).map_err(|error| fault(error.message().to_owned()))?;
    let charset = own_attribute("encoding").map(str::parse).transpose();
    let charset = charset.map_err(|error: Error| fault(error.message().to_owned()))?;
    let rule_set = own_attribute("rule-set").map(str::parse).transpose();
    let rule_set = rule_set.map_err(|error: Error| fault(error.message().to_owned()))?;
    let mut text = xliff.text(holder);
    text.retain(|c| !c.is_ascii_whitespace());
    let bytes =
        BASE64.decode(text).map_err(|cause| fault(format!("the source is not base64: {cause}")))?;
    if own_attribute("digest").is_some_and(|stated| stated != digest(&bytes)) {
        return Err(fault("the file was made from a different source".to_owned()));
    }
    Ok(Some(Skeleton { bytes, format, charset, rule_set }))
}

/// Returns `true` if the digest in the file differs from the digest of the document.
pub(crate) fn has_changed(xliff: &XliffFile<'_, '_>, file: NodeId, source: &Source) -> bool {
    let stated = xliff.tree.attribute(file, OWN, "digest");
    stated.is_some_and(|stated| stated != digest(source.original()))
}

/// Returns the name of a document: the given name, or else `input` with the extension of the format.
pub(crate) fn original(format: Format, name: Option<&str>) -> String {
    let ending = format.extensions().first().copied().unwrap_or("txt");
    name.map_or_else(|| format!("input.{ending}"), str::to_owned)
}

/// Returns the attributes of the `file` element that describe the document.
pub(crate) fn attributes(source: &Source) -> String {
    let format = source.format().name();
    let encoding =
        source.declared().map(|encoding| format!(" gw:encoding=\"{}\"", encoding.name()));
    let rules = source.rule_set().map(|set| format!(" gw:rule-set=\"{}\"", set));
    let [encoding, rules] = [encoding, rules].map(Option::unwrap_or_default);
    let digest = digest(source.original());
    format!(" xmlns:gw=\"{OWN}\" gw:format=\"{format}\"{encoding}{rules} gw:digest=\"{digest}\"")
}

/// Returns the skeleton, with the bytes of the document or its name.
pub(crate) fn skeleton(source: &Source, options: &XliffOptions, is_first: bool) -> String {
    if options.embeds_source {
        let bytes = BASE64.encode(source.original());
        return match is_first {
            true => format!(
                "<header><skl><internal-file form=\"base64\">{bytes}</internal-file></skl></header>"
            ),
            false => format!("<skeleton><gw:source>{bytes}</gw:source></skeleton>\n"),
        };
    }
    let name = escaped(&original(source.format(), options.original.as_deref()));
    match is_first {
        true => format!("<header><skl><external-file href=\"{name}\"/></skl></header>"),
        false => format!("<skeleton href=\"{name}\"/>\n"),
    }
}

/// Returns the digest of the bytes of a document, prefixed with the name of the algorithm.
fn digest(bytes: &[u8]) -> String {
    let mut out = String::from("sha256:");
    for byte in Sha256::digest(bytes) {
        // Writing to a string does not fail.
        let _ = write!(out, "{byte:02x}");
    }
    out
}
