//! Packing changed parts into their package.

use std::borrow::Cow;

use super::encoding::in_encoding;
use crate::Encoded;
use glossweave_archive::{Archive, Limits, SecondReader};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::ByteSpan;
use glossweave_document::{Document, Part};

/// A change: its offset in the result, its offset in the source if it is a replacement, and the
/// growth in bytes.
type Edit = (usize, Option<usize>, isize);

/// Returns the positions of the parts in a result.
pub fn parts_with(document: &Document, encoded: &Encoded) -> Vec<Part> {
    let inserted = encoded.inserted.iter().map(|new| (new.start(), None, new.len() as isize));
    let mut edits: Vec<Edit> = inserted.collect();
    edits.extend(encoded.replaced.iter().map(|(old, new)| {
        (new.start(), Some(old.start()), new.len() as isize - old.len() as isize)
    }));
    edits.sort_unstable();
    let mut edits = edits.into_iter().peekable();
    let mut more = 0isize;
    let mut start = 0;
    let mut parts = Vec::new();
    for part in document.source().parts() {
        let end = part.span.end();
        let is_before = |(new, old, _): &Edit, more: isize| {
            old.unwrap_or(new.saturating_add_signed(-more)) < end
        };
        while let Some(edit) = edits.next_if(|edit| is_before(edit, more)) {
            more += edit.2;
        }
        let span = ByteSpan::new(start, end.saturating_add_signed(more));
        start = span.end();
        parts.push(Part { span, ..part.clone() });
    }
    parts
}

/// Packs changed parts into their package.
///
/// Returns `ErrorKind::Internal` if verification is enabled and a second reader, which uses only
/// the end of the package, does not find the written content.
pub fn pack(document: &Document, encoded: Encoded, verify: bool) -> Result<Encoded> {
    let source = document.source();
    let parts = parts_with(document, &encoded);
    let package = Archive::open(source.original(), Limits::default())?;
    let mut changed: Vec<(&str, Cow<'_, [u8]>)> = Vec::new();
    for (old, new) in source.parts().iter().zip(&parts) {
        let (Some(before), Some(after)) =
            (source.bytes().get(old.span.range()), encoded.bytes.get(new.span.range()))
        else {
            continue;
        };
        if before != after {
            changed.push((&*new.name, in_encoding(after, new.encoding)));
        }
    }
    let changed: Vec<(&str, &[u8])> = changed.iter().map(|(name, part)| (*name, &**part)).collect();
    let bytes = package.with_records(&changed)?;
    if verify {
        let reader = SecondReader::new(&bytes);
        for (name, part) in &changed {
            let found = reader.as_ref().and_then(|reader| reader.content(name));
            if found.as_deref() != Some(*part) {
                let message = format!("the part `{name}` cannot be read from the new package");
                return Err(Error::new(ErrorKind::Internal, message));
            }
        }
    }
    Ok(Encoded { bytes, parts, ..encoded })
}
