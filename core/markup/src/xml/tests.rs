mod entities;
mod faults;
mod oracle;

use super::{Limits, parse};
use crate::tree::{NodeId, NodeKind, Tree};

fn tree(source: &str) -> Tree<'_> {
    match parse(source.into(), Limits::default()) {
        Ok(tree) => tree,
        Err(fault) => panic!("{source}: {fault:?}"),
    }
}

/// Returns the texts and CDATA sections, with the source text of their ranges.
fn texts<'t>(tree: &'t Tree<'_>) -> Vec<(&'t str, &'t str)> {
    let texts = tree.nodes().filter(|number| tree.node(*number).is_text());
    texts.map(|number| (tree.text(number), &tree.source()[tree.node(number).at()])).collect()
}

#[test]
fn nodes_know_their_places() {
    let source = "<?xml version='1.0'?><a xmlns='u:a' xmlns:p='u:p' p:x='1&amp;2'>t&lt;\r\n<p:b/>\
                  <!--c\r-->\
                  <![CDATA[<d>]]><?pi  x?></a>";
    let tree = tree(source);
    let root = tree.root().unwrap();
    assert!(tree.is(root, "u:a", "a"));
    assert_eq!(tree.attribute(root, "u:p", "x"), Some("1&2"));
    assert_eq!(&source[tree.attributes(root)[0].at()], "1&amp;2");
    let children: Vec<_> = tree.children(root).collect();
    assert_eq!(tree.text(children[0]), "t<\n");
    assert_eq!(&source[tree.node(children[0]).at()], "t&lt;\r\n");
    let references = tree.references(children[0]);
    assert_eq!((&source[references[0].at()], references[0].length()), ("&lt;", 1));
    assert!(tree.is(children[1], "u:p", "b"));
    assert_eq!(tree.node(children[1]).close().len(), 0);
    assert_eq!(tree.text(children[2]), "c\n");
    assert_eq!(tree.node(children[3]).kind, NodeKind::Cdata);
    assert_eq!((tree.text(children[4]), &*tree.name(children[4]).local), ("x", "pi"));
    assert_eq!(&source[tree.node(root).close()], "</a>");
    assert_eq!(tree.string(root), "t<\n<d>");
    assert_eq!(tree.namespace_of(children[1], "p"), Some("u:p"));
}

#[test]
fn what_stands_beside_the_root_is_kept() {
    let source = "<!--1--><?i?><!DOCTYPE a [<!ELEMENT a ANY>]><!--2--><a/><?j k?>\n";
    let tree = tree(source);
    let kinds: Vec<_> = tree.nodes().map(|node| tree.node(node).kind).collect();
    use NodeKind::{Comment, Element, Instruction};
    assert_eq!(kinds, [Comment, Instruction, Comment, Element, Instruction]);
    assert_eq!(tree.root(), Some(NodeId::new(3)));
}

#[test]
fn line_ends_are_those_of_the_version() {
    let text = "a\r\nb\rc\u{85}d\r\u{85}e\u{2028}f";
    for (version, expected) in
        [("1.0", "a\nb\nc\u{85}d\n\u{85}e\u{2028}f"), ("1.1", "a\nb\nc\nd\ne\nf")]
    {
        let source = format!("<?xml version='{version}'?><a x='{text}'>{text}&#xD;&#x85;</a>");
        let tree = tree(&source);
        assert_eq!(tree.string(NodeId::FIRST), format!("{expected}\r\u{85}"));
        assert_eq!(tree.attribute(NodeId::FIRST, "", "x"), Some(&*expected.replace('\n', " ")));
        assert_eq!(texts(&tree)[0].1, format!("{text}&#xD;&#x85;"));
    }
}

#[test]
fn values_are_normalized() {
    let source = "<!DOCTYPE a [<!ATTLIST a t NMTOKENS #IMPLIED i ID #IMPLIED d CDATA ' x\n' \
                  n NMTOKEN ' y  z '><!ENTITY e '&#10;<&#38;lt;'><!ENTITY f 'F&#13;'>]>\
                  <a c='\t1\r\n2&#10;&f;&quot;' t=' p\tq ' i=' k '/>";
    let tree = tree(source);
    let value = |name| tree.attribute(NodeId::FIRST, "", name).unwrap();
    assert_eq!(value("c"), " 1 2\nF \"");
    assert_eq!((value("t"), value("i")), ("p q", "k"));
    assert_eq!((value("d"), value("n")), (" x ", "y z"));
    assert_eq!(tree.ids(), [2]);
    assert!(tree.attributes(NodeId::FIRST)[3].at().is_empty());
}

#[test]
fn prefixes_are_looked_up_in_their_scope() {
    let source = "<a xmlns='1' xmlns:p='2'><b xmlns='3' xmlns:p='4'><c/><p:c x='' p:x=''/></b>\
                  <c/><p:c/><d xmlns=''/></a>";
    let tree = tree(source);
    let spaces: Vec<_> =
        tree.nodes().map(|number| tree.name(number).namespace.to_string()).collect();
    assert_eq!(spaces, ["1", "3", "3", "4", "1", "2", ""]);
    assert_eq!(tree.attribute(NodeId::new(3), "4", "x"), Some(""));
    let mut again = "<a xmlns='u'>".to_owned();
    for number in 0..500 {
        again.push_str(&format!("<p:b{number} xmlns:p='{}'/><b{number}/>", number % 3));
    }
    let tree = parse((again + "</a>").into(), Limits::default()).unwrap();
    for number in 1..tree.len() {
        let at = (number - 1) / 2;
        let expected = if number % 2 == 1 { (at % 3).to_string() } else { "u".into() };
        assert!(tree.is(NodeId::new(number), &expected, &format!("b{at}")));
    }
}
