//! Splitting runs by insertions, so that the same text is in two runs with the same properties.

use super::run_place::{PlaceKind, RunPlace, run_start};
use crate::opc::{Addition, content, is_plain, keeps_space, trimmed};
use glossweave_markup::tree::{NodeId, Tree, XML};

/// Returns the markup that ends a run at a position, and the markup that continues the run. The
/// properties are repeated with new identifiers.
pub(super) fn run(
    tree: &Tree<'_>,
    place: RunPlace,
    mut new_id: impl FnMut() -> u32,
) -> (String, String) {
    let name = tree.name(place.run).qualified();
    let start = tree.source().get(run_start(tree, place.run)).unwrap_or_default();
    let start = with_new_ids(start, &mut new_id);
    let PlaceKind::Within(text, is_section) = place.kind else {
        return (format!("</{name}>"), start);
    };
    let text = tree.name(text).qualified();
    let (section_end, section) = if is_section { ("]]>", "<![CDATA[") } else { ("", "") };
    (
        format!("{section_end}</{text}></{name}>"),
        format!("{start}<{text} xml:space=\"preserve\">{section}"),
    )
}

/// The element whose identifier links texts that belong together (part 1, clause 17.3.2.10).
const LAYOUT: &str = "eastAsianLayout";

/// Returns markup with new values of its `id` attributes, which tracked changes use, for example.
/// The identifier of a layout is kept, because both parts of the run are shown in the same two
/// lines.
fn with_new_ids(markup: &str, new_id: &mut impl FnMut() -> u32) -> String {
    let mut out = String::with_capacity(markup.len());
    let mut rest = markup;
    while let Some(at) = rest.find(":id=") {
        let (before, after) = rest.split_at(at + ":id=".len());
        out.push_str(before);
        rest = after;
        let tag = &out[out.rfind('<').unwrap_or_default()..];
        let name = tag.split_ascii_whitespace().next().unwrap_or_default();
        let quote = after.chars().next().filter(|char| matches!(char, '"' | '\''));
        let Some(quote) = quote.filter(|_| !name.ends_with(LAYOUT)) else { continue };
        let Some(end) = after[1..].find(quote) else { break };
        out.push(quote);
        out.push_str(&new_id().to_string());
        rest = &after[1 + end..];
    }
    out.push_str(rest);
    out
}

/// Makes white space at the split significant. Leading and trailing white space of the complete
/// text stays insignificant when it was insignificant before.
pub(super) fn keep_space(tree: &Tree<'_>, base: usize, text: NodeId, addition: &mut Addition) {
    if keeps_space(tree, text) {
        return;
    }
    let inner = content(tree.node(text));
    let raw = tree.source().get(inner.clone()).unwrap_or_default();
    let (before, content) = if is_plain(tree, text) { trimmed(raw) } else { (0, raw) };
    let after = raw.len() - before - content.len();
    let name = tree.name(text).qualified();
    if before == 0 && tree.attribute(text, XML, "space").is_none() {
        addition.insert(base + inner.start - 1, 0, " xml:space=\"preserve\"");
    } else {
        let tags = format!("</{name}><{name} xml:space=\"preserve\">");
        addition.insert(base + inner.start + before, 0, tags);
    }
    if after > 0 {
        let tags = format!("</{name}><{name} xml:space=\"default\">");
        addition.insert(base + inner.end - after, 2, tags);
    }
}

#[cfg(test)]
mod tests {
    use super::with_new_ids;

    #[test]
    fn the_two_parts_of_a_run_keep_the_identifier_of_their_layout() {
        let markup = "<w:r><w:rPr><w:eastAsianLayout w:id=\"7\" w:combine=\"on\"/><w:rPrChange w:id=\"1\"/>\
            <w:ins w:id='2'/></w:rPr>";
        let mut next = 90;
        let mut new_id = || {
            next += 1;
            next
        };
        let expected = "<w:r><w:rPr><w:eastAsianLayout w:id=\"7\" w:combine=\"on\"/><w:rPrChange w:id=\"91\"/>\
            <w:ins w:id='92'/></w:rPr>";
        assert_eq!(with_new_ids(markup, &mut new_id), expected);
    }
}
