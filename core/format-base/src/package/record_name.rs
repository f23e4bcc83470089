//! Names of records, and references between them.

use std::borrow::Cow;

/// Splits the name of a part after the last slash.
pub fn folder_and_name(part: &str) -> (&str, &str) {
    part.split_at(part.rfind('/').map_or(0, |slash| slash + 1))
}

/// Resolves a reference against the name of a part. Returns `None` if the reference leads out of
/// the package.
pub fn resolved_in(part: &str, reference: &str) -> Option<String> {
    let path = reference.split(['#', '?']).next().unwrap_or_default();
    let path = unescaped(path);
    let (folder, rest) = match path.strip_prefix('/') {
        Some(rest) => ("", rest),
        None => (folder_and_name(part).0, &*path),
    };
    let mut segments: Vec<&str> = folder.split('/').filter(|segment| !segment.is_empty()).collect();
    for segment in rest.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                segments.pop()?;
            }
            segment => segments.push(segment),
        }
    }
    Some(segments.join("/"))
}

/// Resolves escapes, for example `%20`.
fn unescaped(path: &str) -> Cow<'_, str> {
    if !path.contains('%') {
        return path.into();
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let byte = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        let (byte, length) = match byte.filter(|_| *first == b'%') {
            Some(byte) => (byte, 3),
            None => (*first, 1),
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::resolved_in;

    #[test]
    fn references_are_relative_to_the_folder_of_their_part() {
        let cases = [
            ("", "word/document.xml", Some("word/document.xml")),
            ("word/document.xml", "header1.xml", Some("word/header1.xml")),
            ("word/document.xml", "../customXml/item1.xml", Some("customXml/item1.xml")),
            ("word/document.xml", "/docProps/./core.xml#x", Some("docProps/core.xml")),
            ("word/document.xml", "my%20notes.xml%", Some("word/my notes.xml%")),
            ("word/document.xml", "../../other.xml", None),
        ];
        for (part, reference, expected) in cases {
            assert_eq!(resolved_in(part, reference).as_deref(), expected, "{reference}");
        }
    }
}
