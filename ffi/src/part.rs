//! Parts of packages.

use std::mem::MaybeUninit;

use glossweave::document::Part;

use crate::error::missing;
use crate::guard::{guard, require};
use crate::{GwDocument, GwError, GwReply, GwSpan, GwStatus, GwStr};

/// A file of a package (OpenDocument), and its span among the bytes of all files that were
/// read, which is what spans of such a source and of such a reply count.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwPart {
    /// Its name in the package, such as `content.xml`.
    pub name: GwStr,
    /// Its bytes, which are UTF-8 whatever the file is in.
    pub bytes: GwSpan,
    /// The encoding of the file in the package.
    pub encoding: GwStr,
}

/// Returns the number of files of a package that the document was read from; 0 for NULL and for other
/// formats.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_part_count(document: Option<&GwDocument>) -> usize {
    document.map_or(0, |document| document.0.source().parts().len())
}

/// Writes the span of a file of the package, by its index from 0. Returns NotFound if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_part(
    document: Option<&GwDocument>,
    index: usize,
    part: Option<&mut MaybeUninit<GwPart>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, part) = (&require(document, "document")?.0, require(part, "part")?);
        let all = document.source().parts();
        part.write(all.get(index).ok_or_else(|| missing("part", index))?.into());
        Ok(())
    })
}

/// Returns the number of files in the package of a reply that the document was read from; 0 for NULL and for
/// other formats.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_part_count(reply: Option<&GwReply>) -> usize {
    reply.map_or(0, |reply| reply.parts.len())
}

/// Writes the span of a file of the package with the insertions in it, by its index from 0. Returns
/// NotFound if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_reply_part(
    reply: Option<&GwReply>,
    index: usize,
    part: Option<&mut MaybeUninit<GwPart>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (all, part) = (&require(reply, "reply")?.parts, require(part, "part")?);
        part.write(all.get(index).ok_or_else(|| missing("part", index))?.into());
        Ok(())
    })
}

impl From<&Part> for GwPart {
    fn from(part: &Part) -> GwPart {
        let (name, bytes) = ((&*part.name).into(), part.span.into());
        GwPart { name, bytes, encoding: part.encoding.name().into() }
    }
}
