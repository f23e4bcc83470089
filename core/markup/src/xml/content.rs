//! Content models of elements in a document type.

use super::Fault;
use super::cursor::Cursor;

/// Parses the content model of an element and the closing `>` (XML 1.0, clause 3.2).
pub(super) fn content(cursor: &mut Cursor<'_>) -> Result<(), Fault> {
    if !cursor.take("EMPTY") && !cursor.take("ANY") {
        if !cursor.is_at("(") {
            return Err(cursor.expected("`(`, `EMPTY` or `ANY`"));
        }
        let start = cursor.at;
        cursor.at += 1;
        cursor.spaces();
        match cursor.take("#PCDATA") {
            true => mixed(cursor)?,
            false => {
                cursor.at = start;
                children(cursor)?;
            }
        }
    }
    cursor.spaces();
    cursor.need(">")
}

fn mixed(cursor: &mut Cursor<'_>) -> Result<(), Fault> {
    let mut has_names = false;
    loop {
        cursor.spaces();
        if cursor.take(")") {
            break;
        }
        cursor.need("|")?;
        cursor.spaces();
        cursor.name("the name of an element")?;
        has_names = true;
    }
    match cursor.take("*") || !has_names {
        true => Ok(()),
        false => Err(cursor.expected("`*`")),
    }
}

fn children(cursor: &mut Cursor<'_>) -> Result<(), Fault> {
    // The separator used in each open bracket.
    let mut open: Vec<Option<u8>> = Vec::new();
    loop {
        if cursor.take("(") {
            open.push(None);
            cursor.spaces();
            continue;
        }
        cursor.name("the name of an element")?;
        loop {
            if matches!(cursor.peek(), Some(b'?' | b'*' | b'+')) {
                cursor.at += 1;
            }
            let Some(between) = open.last_mut() else { return Ok(()) };
            cursor.spaces();
            match cursor.peek() {
                Some(b')') => {
                    cursor.at += 1;
                    open.pop();
                }
                Some(sign @ (b'|' | b',')) if between.is_none_or(|other| other == sign) => {
                    *between = Some(sign);
                    cursor.at += 1;
                    cursor.spaces();
                    break;
                }
                _ => return Err(cursor.expected("`)`")),
            }
        }
    }
}
