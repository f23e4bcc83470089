//! The prolog: everything before the root element (XML 1.0, clause 2.8).

use super::Fault;
use super::cursor::Cursor;
use super::doctype::Doctype;
use super::dtd;
use super::name::Version;
use super::value::Budget;
use crate::tree::{NO_NAME, NodeKind, TreeBuilder};

/// Parses the prolog: the XML declaration, the document type, and other nodes before the root.
/// Returns the end of the prolog.
pub(super) fn prolog(
    source: &str,
    grower: &mut TreeBuilder<'_>,
    budget: &mut Budget,
) -> (Version, Result<(Doctype, usize), Fault>) {
    let mut cursor = Cursor::new(source);
    let (version, is_standalone) = match declaration(&mut cursor) {
        Ok(declared) => declared,
        Err(fault) => return (Version::V10, Err(fault)),
    };
    let mut rest = || {
        loop {
            cursor.spaces();
            let (kind, name, at) = if cursor.take("<!--") {
                (NodeKind::Comment, NO_NAME, cursor.comment()?)
            } else if cursor.take("<?") {
                let (target, content) = cursor.instruction()?;
                (NodeKind::Instruction, grower.intern("", target, ""), content)
            } else if cursor.is_at("<!DOCTYPE") {
                let doctype = dtd::doctype(&mut cursor, version, is_standalone, budget)?;
                return Ok((doctype, cursor.at));
            } else {
                return Ok((Doctype::default(), cursor.at));
            };
            let value = version.line_ends(&source[at.clone()]);
            grower.leaf(kind, name, at, value, false);
        }
    };
    let read = rest();
    (version, read)
}

/// Parses the XML declaration, if any. Returns the version and the standalone flag.
fn declaration(cursor: &mut Cursor<'_>) -> Result<(Version, bool), Fault> {
    let (mut version, mut is_standalone) = (Version::V10, false);
    let space = cursor.text.as_bytes().get("<?xml".len());
    if !cursor.is_at("<?xml") || !space.is_some_and(|byte| super::name::is_space(*byte)) {
        return Ok((version, is_standalone));
    }
    cursor.at += "<?xml".len();
    cursor.spaces();
    cursor.need("version")?;
    let (number, at) = value(cursor, "the version")?;
    match number.strip_prefix("1.") {
        Some("1") => version = Version::V11,
        Some(minor) if !minor.is_empty() && minor.bytes().all(|byte| byte.is_ascii_digit()) => {}
        _ => {
            let message = format!("expected version 1.0 or 1.1 of XML, found `{number}`");
            return Err(Fault::malformed(message, at));
        }
    }
    let mut spaced = cursor.spaces();
    if spaced && cursor.take("encoding") {
        let (name, at) = value(cursor, "the encoding")?;
        let is_right = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_right) {
            let message = format!("expected the name of an encoding, found `{name}`");
            return Err(Fault::malformed(message, at));
        }
        spaced = cursor.spaces();
    }
    if spaced && cursor.take("standalone") {
        let (answer, at) = value(cursor, "`yes` or `no`")?;
        is_standalone = match answer {
            "yes" => true,
            "no" => false,
            _ => {
                let message = format!("expected `yes` or `no`, found `{answer}`");
                return Err(Fault::malformed(message, at));
            }
        };
        cursor.spaces();
    }
    cursor.need("?>")?;
    Ok((version, is_standalone))
}

fn value<'t>(
    cursor: &mut Cursor<'t>,
    what: &str,
) -> Result<(&'t str, std::ops::Range<usize>), Fault> {
    cursor.spaces();
    cursor.need("=")?;
    cursor.spaces();
    let at = cursor.literal(what)?;
    Ok((&cursor.text[at.clone()], at))
}
