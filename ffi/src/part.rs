//! Parts of packages.

use std::mem::MaybeUninit;

use glossweave::document::Part;

use crate::error::missing;
use crate::guard::{guard, require};
use crate::{GwDocument, GwError, GwSpan, GwStatus, GwStr};

/// A file of a package (for example OpenDocument). Its span refers to the concatenated bytes of all files
/// that were read, as do all spans of the source and of the reply for a package.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwPart {
    /// The name in the package, for example `content.xml`.
    pub name: GwStr,
    /// The span of the file, in bytes of UTF-8, which is used whatever the encoding of the file is.
    pub bytes: GwSpan,
    /// The encoding of the file in the package.
    pub encoding: GwStr,
}

/// Returns the number of files of the package that the document was read from. Returns 0 for other formats
/// and if `document` is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_document_part_count(document: Option<&GwDocument>) -> usize {
    document.map_or(0, |document| document.0.source().parts().len())
}

/// Writes the file `index` of the package, from 0, to `part`. Returns `GW_STATUS_NOT_FOUND` if there is no
/// such file.
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

impl From<&Part> for GwPart {
    fn from(part: &Part) -> GwPart {
        let (name, bytes) = ((&*part.name).into(), part.span.into());
        GwPart { name, bytes, encoding: part.encoding.name().into() }
    }
}
