use std::borrow::Cow;

use super::{NO_NAME, NodeId, NodeKind, TreeBuilder, Value};

#[test]
fn a_subtree_is_a_range_of_numbers() {
    let mut grower = TreeBuilder::new(Cow::Borrowed("<a x=\"1\">b<c/>d</a>"));
    let (a, c) = (grower.intern("", "a", ""), grower.intern("", "c", ""));
    let x = grower.intern("", "x", "");
    grower.open(a, 0..9, false);
    grower.attribute(x, 6..7, Value::Same);
    grower.leaf(NodeKind::Text, NO_NAME, 9..10, Value::Same, false);
    grower.open(c, 10..14, false);
    grower.close(14..14);
    grower.leaf(NodeKind::Text, NO_NAME, 14..15, Value::Made("é".into()), false);
    grower.close(15..19);
    let tree = grower.finish();
    let [zero, one, two, three, four] = [0, 1, 2, 3, 4].map(NodeId::new);
    assert_eq!(tree.root(), Some(zero));
    assert_eq!(tree.children(zero).collect::<Vec<_>>(), [one, two, three]);
    assert_eq!(tree.string(zero), "bé");
    assert_eq!(tree.attribute(zero, "", "x"), Some("1"));
    assert_eq!((tree.node(zero).after, tree.node(two).after, tree.depth()), (four, three, 2));
    assert_eq!(tree.ancestors(two).collect::<Vec<_>>(), [zero]);
    assert_eq!(tree.below(zero).rev().collect::<Vec<_>>(), [three, two, one]);
    assert_eq!(tree.node(zero).close(), 15..19);
}
