//! Checks of limits that the document specifies: ITS Storage Size and Allowed Characters.

use super::CheckedText;
use super::character_class::CharacterClass;
use super::issue::{IssueType, Issues, WRONG, quoted};
use glossweave_markup::Encoding;

/// The limits of the translation of one unit.
#[derive(Default)]
pub(super) struct Limits<'d> {
    /// The maximum number of bytes (`storageSize`), with the encoding and the line break.
    pub size: Option<StorageSize<'d>>,
    /// The allowed characters (`allowedCharacters`).
    pub characters: Option<&'d CharacterClass>,
}

/// A storage size (ITS 2.0, clause 8.18).
pub(super) struct StorageSize<'d> {
    pub bytes: usize,
    pub encoding: &'d str,
    pub line_break: &'d str,
}

pub(super) fn check(target: &CheckedText<'_>, limits: &Limits<'_>, issues: &mut Issues<'_>) {
    if let Some(size) = &limits.size {
        let text = match size.line_break {
            "crlf" => target.text.replace("\r\n", "\n").replace('\n', "\r\n"),
            _ => target.text.to_owned(),
        };
        let bytes = Encoding::for_label(size.encoding)
            .map_or(text.len(), |encoding| encoding.encode(&text).len());
        if bytes > size.bytes {
            let comment = format!(
                "the translation has {bytes} bytes in {}, limit is {}",
                size.encoding, size.bytes
            );
            issues.add(IssueType::Length, WRONG, 0..target.text.len(), comment);
        }
    }
    let Some(allowed) = limits.characters else { return };
    for (at, c) in target.text.char_indices() {
        if !allowed.contains(c) {
            let comment = format!("{} is not allowed here", quoted(c.encode_utf8(&mut [0; 4])));
            issues.add(IssueType::Characters, WRONG, at..at + c.len_utf8(), comment);
        }
    }
}
