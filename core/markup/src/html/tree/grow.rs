//! Conversion of an HTML tree to a markup tree.

use std::borrow::Cow;

use html5ever::{Attribute as TreeAttribute, QualName};

use super::{Arena, Kind, PLACE};
use crate::tree::{NO_NAME, NodeKind, Tree, TreeBuilder, Value};

impl Arena {
    /// Returns the tree, including the attributes if they were kept.
    pub(super) fn grow(self, source: String) -> Tree<'static> {
        let nodes = self.nodes.into_inner();
        let mut tree = TreeBuilder::new(Cow::Owned(source));
        let mut todo = vec![(0usize, false)];
        while let Some((index, leaving)) = todo.pop() {
            let node = &nodes[index];
            if leaving {
                tree.close(0..0);
                continue;
            }
            let mut child = node.last;
            match &node.kind {
                Kind::Aside => continue,
                Kind::Text(text) => {
                    tree.leaf(NodeKind::Text, NO_NAME, 0..0, Value::Made((&**text).into()), false);
                    continue;
                }
                Kind::Element { name, contents, attributes, .. } => {
                    open(&mut tree, name, attributes);
                    todo.push((index, true));
                    if let Some(contents) = contents {
                        child = nodes[*contents].last;
                    }
                }
                Kind::Root => {}
            }
            while let Some(at) = child {
                todo.push((at, false));
                child = nodes[at].before;
            }
        }
        tree.finish()
    }
}

fn open(tree: &mut TreeBuilder<'static>, name: &QualName, attributes: &[TreeAttribute]) {
    let places = attributes.iter().find(|attribute| &*attribute.name.local == PLACE);
    let places = places.map_or("", |attribute| &attribute.value);
    let mut places = places.split(' ').map_while(|number| number.parse::<usize>().ok());
    let mut at = move || Some(places.next()?..places.next()?);
    let number = tree.intern("", &name.local, &name.ns);
    tree.open(number, at().unwrap_or_default(), false);
    for attribute in attributes.iter().filter(|attribute| &*attribute.name.local != PLACE) {
        let name = &attribute.name;
        let prefix = name.prefix.as_deref().unwrap_or_default();
        let number = tree.intern(prefix, &name.local, &name.ns);
        let value = Value::Made((&*attribute.value).into());
        tree.attribute(number, at().unwrap_or_default(), value);
    }
}
