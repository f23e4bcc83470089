//! Leading and trailing white space of texts in WordprocessingML, which is significant only if
//! `xml:space` is set.

use super::edge::{Edge, Kind, Level, content};
use crate::opc::{PartTrees, keeps_space};
use glossweave_base::text::ByteSpan;
use glossweave_format_base::translate::Edit;
use glossweave_markup::tree::XML;

/// The text element around a position.
#[derive(Debug, PartialEq, Eq)]
struct TextElement {
    name: String,
    /// The range of its content in the source.
    content: ByteSpan,
    /// `true` if leading and trailing white space is significant.
    keeps: bool,
    /// `true` if the element itself has an attribute `xml:space`.
    states: bool,
}

impl TextElement {
    fn at(trees: &PartTrees<'_>, edge: &Edge) -> Option<TextElement> {
        let is_text = edge.kind == Kind::Word && edge.level == Level::Within;
        let element = edge.element.filter(|_| is_text)?;
        let (tree, base) = trees.part(edge.part)?;
        let inner = content(tree.node(element));
        Some(TextElement {
            name: tree.name(element).qualified().into_owned(),
            content: ByteSpan::new(base + inner.start, base + inner.end),
            keeps: keeps_space(tree, element),
            states: tree.attribute(element, XML, "space").is_some(),
        })
    }
}

/// Makes the white space of a new text significant, but not the white space of adjacent text.
/// Returns another edit if one is needed.
pub(super) fn keep(
    edit: &mut Edit,
    (start, end): (&Edge, &Edge),
    trees: &PartTrees<'_>,
) -> Option<Edit> {
    let (first, last) = (TextElement::at(trees, start), TextElement::at(trees, end));
    let edges = [edit.bytes.first(), edit.bytes.last()];
    let has_space = edges.into_iter().flatten().any(u8::is_ascii_whitespace);
    let has_tags = edit.bytes.windows(2).any(|two| two == b"</");
    let needs = (has_space || has_tags) && first.as_ref().is_some_and(|first| !first.keeps);
    let reaches = !edit.bytes.is_empty() && (needs || has_tags || first != last);
    let mut other = None;
    if let Some(first) = first.filter(|_| needs) {
        if first.content.start() == edit.at.start() && !first.states {
            let at = first.content.start() - 1;
            let bytes = b" xml:space=\"preserve\"".to_vec();
            other = Some(Edit { at: ByteSpan::new(at, at), bytes });
        } else {
            let name = &first.name;
            let tags = format!("</{name}><{name} xml:space=\"preserve\">");
            edit.bytes.splice(0..0, tags.into_bytes());
        }
    }
    if let Some(last) = last.filter(|last| reaches && !last.keeps)
        && edit.at.end() < last.content.end()
    {
        let name = &last.name;
        let tags = format!("</{name}><{name} xml:space=\"default\">");
        edit.bytes.extend(tags.into_bytes());
    }
    other
}
