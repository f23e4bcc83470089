use std::borrow::Cow;

use super::{NONE, NodeKind, TreeBuilder, Value};

#[test]
fn a_subtree_is_a_range_of_numbers() {
    let mut grower = TreeBuilder::new(Cow::Borrowed("<a x=\"1\">b<c/>d</a>"));
    let (a, c) = (grower.intern("", "a", ""), grower.intern("", "c", ""));
    let x = grower.intern("", "x", "");
    grower.open(a, 0..9, false);
    grower.attribute(x, 6..7, Value::Same);
    grower.leaf(NodeKind::Text, NONE, 9..10, Value::Same, false);
    grower.open(c, 10..14, false);
    grower.close(14..14);
    grower.leaf(NodeKind::Text, NONE, 14..15, Value::Made("é".into()), false);
    grower.close(15..19);
    let tree = grower.finish();
    assert_eq!(tree.children(tree.root()).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(tree.string(0), "bé");
    assert_eq!(tree.attribute(0, "", "x"), Some("1"));
    assert_eq!((tree.node(0).after, tree.node(2).after, tree.depth()), (4, 3, 2));
    assert_eq!(tree.ancestors(2).collect::<Vec<_>>(), [0]);
    assert_eq!(tree.node(0).close(), 15..19);
}
