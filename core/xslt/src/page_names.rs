//! The namespace in which a stylesheet expects the elements of a page.

use glossweave_markup::tree::{NodeId, Tree, XHTML};

use super::declarations::XSLT;

/// The XSLT attributes with expressions or patterns that can contain names of elements.
const EXPRESSIONS: &[&str] = &["count", "from", "group-by", "match", "select", "test", "use"];

/// The elements of HTML (HTML Standard, Indices, and 16.2 for obsolete elements).
const ELEMENTS: &str = " a abbr acronym address applet area article aside audio b base basefont bdi bdo big \
    blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog \
    dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header \
    hgroup hr html i iframe img input ins isindex kbd keygen label legend li link main map mark marquee menu meta \
    meter nav nobr noframes noscript object ol optgroup option output p param picture pre progress q rp rt ruby s \
    samp script search section select slot small source span strike strong style sub summary sup table tbody td \
    template textarea tfoot th thead time title tr track tt u ul var video wbr ";

/// Returns `true` if a stylesheet contains names of HTML elements without a prefix and does not use the XHTML
/// namespace. Such a stylesheet was written for pages whose elements are in no namespace, and would find
/// nothing in other pages.
///
/// Returns `false` if the stylesheet uses `xpath-default-namespace`, which defines the namespace of the
/// names, or if it has modules, because they are not examined.
pub(super) fn expects_no_namespace(tree: &Tree<'_>, text: &str) -> bool {
    if text.contains(XHTML) || text.contains("xpath-default-namespace") {
        return false;
    }
    let mut names_html = false;
    let mut node = NodeId::FIRST;
    while node < tree.end() {
        if tree.node(node).is_element() && *tree.name(node).namespace == *XSLT {
            if matches!(&*tree.name(node).local, "import" | "include" | "use-package") {
                return false;
            }
            let mut expressions =
                EXPRESSIONS.iter().filter_map(|name| tree.attribute(node, "", name));
            names_html = names_html || expressions.any(names_element);
        }
        node = node.next();
    }
    names_html
}

/// Returns `true` if an expression of any XPath version contains the name of an HTML element without a
/// prefix, for example `//p`.
fn names_element(expression: &str) -> bool {
    let mut rest = expression;
    // The characters before the name, without white space. They distinguish elements from attributes and
    // variables.
    let mut before = String::new();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' | '\'' => rest[1..].find(first).map_or(rest.len(), |end| end + 2),
            _ => match rest.find(|c: char| !is_part(c)).unwrap_or(rest.len()) {
                0 => first.len_utf8(),
                length => length,
            },
        };
        let (word, after) = rest.split_at(length);
        let next = after.trim_start();
        let is_name = match before.chars().next_back() {
            Some('@' | '$') => false,
            Some(':') => before.ends_with("::") && !before.ends_with("attribute::"),
            // After an operand, `div` is an operator.
            Some(c) if word == "div" => !is_part(c) && !matches!(c, ')' | ']' | '*' | '"' | '\''),
            _ => true,
        };
        if is_name && !next.starts_with(['(', ':', '{']) && ELEMENTS.contains(&format!(" {word} "))
        {
            return true;
        }
        if !word.trim().is_empty() {
            before.push_str(word);
        }
        rest = after;
    }
    false
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '.')
}

#[cfg(test)]
mod tests {
    use super::names_element;

    #[test]
    fn elements_are_told_from_other_names() {
        for yes in [
            "html",
            "/html/body",
            "//p[1]",
            "child::p",
            "div | h:div",
            "x[p = 'a']",
            "count( p )",
            "x | div",
        ] {
            assert!(names_element(yes), "{yes}");
        }
        for no in [
            "h:html",
            "@title",
            "attribute::title",
            "$p",
            "*[local-name() = 'p']",
            "contains(., \"p\")",
            "title()",
            "count(x) div 2",
            "x div 2",
            "p-x",
            "row/cell",
            "p:x",
            "*",
            "",
        ] {
            assert!(!names_element(no), "{no}");
        }
    }
}
