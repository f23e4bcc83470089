//! Escaping of text for XML and HTML, with separate tables for text and for attribute values.

/// Appends a text. Characters for which `instead` returns a replacement are replaced.
pub fn push_escaped(text: &str, out: &mut String, instead: impl Fn(char) -> Option<&'static str>) {
    let mut from = 0;
    for (at, c) in text.char_indices() {
        if let Some(instead) = instead(c) {
            out.push_str(&text[from..at]);
            out.push_str(instead);
            from = at + c.len_utf8();
        }
    }
    out.push_str(&text[from..]);
}

/// Returns the reference for a character in XML text. CR is escaped, because a literal CR would be
/// read as a line end.
pub fn xml_text(c: char) -> Option<&'static str> {
    match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '\r' => Some("&#13;"),
        _ => None,
    }
}

/// Returns the reference for a character in an XML value in double quotes. White space is escaped,
/// because it would be normalized to spaces.
pub fn xml_value(c: char) -> Option<&'static str> {
    match c {
        '"' => Some("&quot;"),
        '\t' => Some("&#9;"),
        '\n' => Some("&#10;"),
        c => xml_text(c),
    }
}

/// Returns the reference for a character in HTML text, for example `&lt;`.
pub fn html_text(c: char) -> Option<&'static str> {
    match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '\r' => Some("&#13;"),
        _ => None,
    }
}

/// Returns the reference for a character in an HTML attribute value, in single or double quotes.
pub fn html_value(c: char) -> Option<&'static str> {
    match c {
        '&' => Some("&amp;"),
        '"' => Some("&quot;"),
        '\'' => Some("&#39;"),
        '<' => Some("&lt;"),
        _ => None,
    }
}

/// Returns `true` if XML 1.0 allows a character (clause 2.2), at least as a reference.
pub fn is_xml(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' => true,
        '\0'..' ' | '\u{FFFE}' | '\u{FFFF}' => false,
        _ => true,
    }
}

/// Returns U+FFFD for a character that XML does not allow, even as a reference.
pub fn not_xml(c: char) -> Option<&'static str> {
    (!is_xml(c)).then_some("\u{FFFD}")
}

/// Escapes text for XML and HTML, for use in text and in double quotes. Characters that XML does
/// not allow become U+FFFD.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let instead = |c: char| match c {
        '"' => Some("&quot;"),
        c => xml_text(c).or_else(|| not_xml(c)),
    };
    push_escaped(text, &mut out, instead);
    out
}

#[cfg(test)]
mod tests {
    use super::{escaped, html_text, html_value, not_xml, push_escaped, xml_text, xml_value};
    use crate::charref::attribute_value;

    #[test]
    fn what_is_escaped_is_read_back() {
        let text = "R&D <b> \"so\"\r\n\t日";
        assert_eq!(attribute_value(&escaped(text)), text);
        assert_eq!(escaped("\0a\u{FFFE}>"), "\u{FFFD}a\u{FFFD}&gt;");
    }

    #[test]
    fn each_place_has_its_table() {
        let all = "é&<>\"'\r\n\t";
        let of = |table: fn(char) -> Option<&'static str>| {
            let mut out = String::new();
            push_escaped(all, &mut out, table);
            out
        };
        assert_eq!(of(xml_text), "é&amp;&lt;&gt;\"'&#13;\n\t");
        assert_eq!(of(xml_value), "é&amp;&lt;&gt;&quot;'&#13;&#10;&#9;");
        assert_eq!(of(html_text), "é&amp;&lt;>\"'&#13;\n\t");
        assert_eq!(of(html_value), "é&amp;&lt;>&quot;&#39;\r\n\t");
    }

    #[test]
    fn control_characters_but_white_space_are_not_xml() {
        let first = |text: &str| text.chars().find(|c| not_xml(*c).is_some());
        for (text, expected) in [
            ("a\tb\r\nc \u{7F}\u{85}\u{FFFD}\u{10FFFF}", None),
            ("a\0b\u{1}", Some('\0')),
            ("a\u{1F}", Some('\u{1F}')),
            ("\u{FFFE}", Some('\u{FFFE}')),
        ] {
            assert_eq!(first(text), expected);
        }
    }
}
