//! Comparison of pattern matching with XPath evaluation.

use crate::selector_context::{Language, Scope};
use crate::xpath_match::{Ordinals, Pattern, Trail};
use crate::xpath_subset;
use glossweave_markup::tree::xpath::XPath;
use glossweave_markup::tree::{NodeId, NodeRef, Tree};
use glossweave_markup::xml::{Limits, parse};

/// A pseudorandom number generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

fn tree(random: &mut Random) -> String {
    let mut source = "<a xmlns:p='u:p' xmlns:q='u:p'>".to_owned();
    let mut open = vec!["a"];
    for _ in 0..random.below(40) {
        match random.below(5) {
            0 | 1 if open.len() < 7 => {
                let name = random.of(&["a", "b", "p:a", "q:a"]);
                let attributes =
                    random.of(&["", " x='1'", " x='2' y='1'", " p:x='1'", " q:x='2' x=''"]);
                source += &format!("<{name}{attributes}>");
                open.push(name);
            }
            2 => source += random.of(&["t", "<a/>", "<b x='1'/>", "<!--c-->", "<p:a y=''/>"]),
            _ if open.len() > 1 => source += &format!("</{}>", open.pop().unwrap()),
            _ => {}
        }
    }
    while let Some(name) = open.pop() {
        source += &format!("</{name}>");
    }
    source
}

fn step(random: &mut Random) -> String {
    let test = random.of(&["a", "b", "*", "p:a", "p:*", "q:a"]);
    let mut step = test.to_owned();
    if random.below(4) == 0 && test != "p:*" {
        step += random.of(&["[1]", "[2]", "[ 3 ]"]);
    }
    if random.below(3) == 0 {
        step += random.of(&["[@x]", "[@x='1']", "[@*=$v]", "[@p:x = \"2\"]", "[@y][@x='2']"]);
    }
    step
}

fn absolute(random: &mut Random) -> String {
    let mut path = String::new();
    for _ in 0..1 + random.below(4) {
        path += random.of(&["/", "//", "//"]);
        path += &step(random);
    }
    path + random.of(&["", "", "", "/@x", "/@*", "//@p:x"])
}

fn scope() -> Scope {
    let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
    Scope {
        language: Language::XPath,
        namespaces: vec![pair("p", "u:p"), pair("q", "u:p")],
        variables: vec![pair("v", "2")],
    }
}

fn matched(tree: &Tree<'_>, paths: &[xpath_subset::Path]) -> Option<Vec<NodeRef>> {
    let patterns: Option<Vec<_>> = paths.iter().map(|path| Pattern::new(path, tree)).collect();
    let patterns = patterns?;
    let ordinals = Ordinals::of(tree);
    let mut found = Vec::new();
    for node in tree.nodes().filter(|node| tree.node(*node).is_element()) {
        let takes = |pattern: &&Pattern| pattern.takes(tree, &ordinals, node);
        if patterns.iter().filter(|one| one.attributes.is_none()).any(|one| takes(&one)) {
            found.push(NodeRef::Node(node));
        }
        for attribute in tree.attribute_numbers(node) {
            let name = tree.attribute_name_number(tree.attribute_at(attribute)) as usize;
            let named = |one: &&Pattern| one.attributes.as_ref().is_some_and(|all| all.get(name));
            if patterns.iter().filter(named).any(|one| takes(&one)) {
                found.push(NodeRef::Attribute(attribute));
            }
        }
    }
    Some(found)
}

#[test]
fn simple_paths_select_what_xpath_selects() {
    let (mut random, scope) = (Random(0x9E37_79B9_7F4A_7C15), scope());
    let (mut compared, mut hits) = (0, 0);
    for _ in 0..400 {
        let source = tree(&mut random);
        let tree = parse(source.as_str().into(), Limits::default()).unwrap();
        let mut xpath = XPath::new(&tree).unwrap();
        for _ in 0..25 {
            let mut expression = absolute(&mut random);
            if random.below(5) == 0 {
                expression += &format!(" | {}", absolute(&mut random));
            }
            let Some(ours) =
                xpath_subset::read(&expression, &scope).and_then(|paths| matched(&tree, &paths))
            else {
                continue;
            };
            let theirs = xpath
                .select(&expression, NodeRef::Document, &scope.namespaces, &scope.variables)
                .unwrap();
            assert_eq!(ours, theirs, "{expression} in {source}");
            compared += 1;
            hits += usize::from(!theirs.is_empty());
        }
    }
    assert!(compared > 8_000 && hits > 2_000, "{compared} {hits}");
}

#[test]
fn simple_pointers_lead_where_xpath_leads() {
    let (mut random, scope) = (Random(0xD1B5_4A32_D192_ED03), scope());
    let (mut compared, mut hits) = (0, 0);
    for _ in 0..400 {
        let source = tree(&mut random);
        let tree = parse(source.as_str().into(), Limits::default()).unwrap();
        let ordinals = Ordinals::of(&tree);
        let mut xpath = XPath::new(&tree).unwrap();
        for _ in 0..25 {
            let mut expression = random.of(&["", "../", "../", "./", "../../", "/"]).to_owned();
            for _ in 0..random.below(3) {
                expression += &format!("{}/", step(&mut random));
            }
            expression += random.of(&["@x", "@*", "a", "b[1]", "*[@x]", ".", ".."]);
            let from = match random.below(4) {
                0 if tree.attribute_len() > 0 => {
                    NodeRef::Attribute(random.below(tree.attribute_len() as u64) as usize)
                }
                _ => NodeRef::Node(NodeId::new(random.below(u64::from(tree.len())) as u32)),
            };
            if matches!(from, NodeRef::Node(node) if !tree.node(node).is_element()) {
                continue;
            }
            let Some(trail) = xpath_subset::read(&expression, &scope)
                .and_then(|paths| Trail::new(&paths[0], &tree))
            else {
                continue;
            };
            let theirs =
                xpath.select(&expression, from, &scope.namespaces, &scope.variables).unwrap();
            let mut ours = trail.follow(&tree, &ordinals, from, usize::MAX, &mut 0);
            ours.dedup();
            let first = trail.follow(&tree, &ordinals, from, 1, &mut 0);
            assert_eq!(first.first(), theirs.first(), "{expression} from {from:?} in {source}");
            assert_eq!(ours, theirs, "{expression} from {from:?} in {source}");
            compared += 1;
            hits += usize::from(!theirs.is_empty());
        }
    }
    assert!(compared > 4_000 && hits > 800, "{compared} {hits}");
}

#[test]
fn other_expressions_are_left_to_xpath() {
    for expression in [
        "",
        "/",
        "//",
        "///a",
        "a b",
        "//a[",
        "//a[last()]",
        "//a[b]",
        "//a[@x][1]",
        "//a or //b",
        "id('x')",
        "//text()",
        "//x:a",
        "//a[@b=$none]",
        "//ancestor::a",
        "//a[@x!='1']",
        "/a//@b",
        "//@a/b",
        "@a[1]",
        "//a['x'",
        "a:b:c",
    ] {
        assert_eq!(xpath_subset::read(expression, &scope()), None, "{expression}");
    }
}
