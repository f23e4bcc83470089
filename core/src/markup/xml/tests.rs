use super::{Limits, parse};
use crate::markup::tree::NodeKind;

#[test]
fn nodes_know_their_places() {
    let source = "<?xml version='1.0'?><a xmlns='u:a' xmlns:p='u:p' p:x='1&amp;2'>t&lt;\r\n<p:b/>\
                  <!--c--><![CDATA[<d>]]></a>";
    let tree = parse(source.into(), Limits::default()).unwrap();
    let root = tree.root();
    assert!(tree.is(root, "u:a", "a"));
    assert_eq!(tree.attribute(root, "u:p", "x"), Some("1&2"));
    let children: Vec<_> = tree.children(root).collect();
    assert_eq!(tree.text(children[0]), "t<\n");
    assert_eq!(&source[tree.node(children[0]).at()], "t&lt;\r\n");
    assert!(tree.is(children[1], "u:p", "b"));
    assert_eq!(tree.node(children[3]).kind, NodeKind::Cdata);
    assert_eq!(tree.string(root), "t<\n<d>");
    assert_eq!(tree.namespace_of(children[1], "p"), Some("u:p"));
}

#[test]
fn faults_have_their_place() {
    let fault = parse("<a><p:b/></a>".into(), Limits::default()).unwrap_err();
    assert_eq!((fault.message.as_str(), fault.at), ("the prefix `p` is not declared", 3..9));
}
