//! XML as a list of its content, for comparisons. Two documents with equal lists have the same
//! Canonical XML (including prefixes), except for white space around the root.

use roxmltree::{Document, NodeType, ParsingOptions};

pub fn canonical(xml: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(xml).unwrap();
    // The parser treats a reference to CR as a line end.
    let text = text.replace("&#13;", "\u{F8FF}").replace("&#xD;", "\u{F8FF}");
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&text, options).unwrap();
    let mut list = Vec::new();
    for node in document.root().descendants() {
        let depth = node.ancestors().count();
        let said = match node.node_type() {
            NodeType::Root => continue,
            NodeType::Element => {
                let mut said: Vec<String> = node
                    .namespaces()
                    .map(|one| format!("xmlns:{}={}", one.name().unwrap_or(""), one.uri()))
                    .chain(node.attributes().map(|one| {
                        let name = &text[one.range_qname()];
                        format!("{name} {{{}}}={}", one.namespace().unwrap_or(""), one.value())
                    }))
                    .collect();
                said.sort();
                let start = &text[node.range()];
                let end = start.find([' ', '>', '/', '\n', '\t']).unwrap_or(start.len());
                format!("{} {said:?}", &start[..end])
            }
            NodeType::Text => format!("text {:?}", node.text().unwrap_or("")),
            NodeType::Comment => format!("comment {:?}", node.text().unwrap_or("")),
            NodeType::PI => format!("instruction {:?}", node.pi()),
        };
        list.push(format!("{depth} {said}"));
    }
    list
}

/// Returns the first difference.
pub fn difference(expected: &[u8], found: &[u8]) -> Option<String> {
    let (expected, found) = (canonical(expected), canonical(found));
    let end = expected.len().max(found.len());
    let at = (0..end).find(|at| expected.get(*at) != found.get(*at))?;
    let show = |list: &[String]| list.get(at).map_or("the end".to_owned(), String::clone);
    Some(format!("expected {}\n   found {}", show(&expected), show(&found)))
}
