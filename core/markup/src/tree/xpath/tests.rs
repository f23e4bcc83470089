use super::XPath;
use crate::tree::NodeRef::{self, Attribute, Document};
use crate::tree::{NodeId, Tree};
use crate::xml::{Limits, parse};
use glossweave_base::error::ErrorKind;

fn tree(source: &str) -> Tree<'_> {
    parse(source.into(), Limits::default()).unwrap()
}

fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

fn node(number: u32) -> NodeRef {
    NodeRef::Node(NodeId::new(number))
}

fn select(xpath: &mut XPath<'_>, expression: &str, context: NodeRef) -> Vec<NodeRef> {
    xpath.select(expression, context, &pairs(&[("p", "u:p")]), &pairs(&[("v", "2")])).unwrap()
}

const SOURCE: &str = "<a xmlns:p='u:p' x='1' p:x='2'><!--c-->t<![CDATA[d]]><?i n?><p:b x='3'/>\
                      <b>é<c/></b></a><!--z-->";

#[test]
fn nodes_have_our_numbers_in_document_order() {
    let tree = tree(SOURCE);
    let mut xpath = XPath::new(&tree).unwrap();
    let mut check = |expression: &str, expected: &[NodeRef]| {
        assert_eq!(select(&mut xpath, expression, Document), expected, "{expression}");
    };
    check("/", &[Document]);
    check("//*", &[node(0), node(5), node(6), node(8)]);
    check("//@x", &[Attribute(0), Attribute(2)]);
    check("//@p:x", &[Attribute(1)]);
    check("//p:*", &[node(5)]);
    check(
        "//b | //@* | / | //p:b",
        &[Document, Attribute(0), Attribute(1), node(5), Attribute(2), node(6)],
    );
    check("//text()", &[node(2), node(7)]);
    check("//text()[. = 'td']", &[node(2)]);
    check("//comment()", &[node(1), node(9)]);
    check("//processing-instruction('i')[. = 'n']", &[node(4)]);
    check("//*[@p:x = $v]", &[node(0)]);
    check(
        "//c/ancestor::* | //c/preceding::node()",
        &[node(0), node(1), node(2), node(4), node(5), node(6), node(7)],
    );
    check("//*[@nothing]", &[]);
}

#[test]
fn a_context_may_be_anything() {
    let tree = tree(SOURCE);
    let mut xpath = XPath::new(&tree).unwrap();
    assert_eq!(select(&mut xpath, "..", Attribute(2)), [node(5)]);
    assert_eq!(select(&mut xpath, ".", Attribute(2)), [Attribute(2)]);
    assert_eq!(select(&mut xpath, "../../b/c", Attribute(2)), [node(8)]);
    assert_eq!(select(&mut xpath, ".", node(3)), [node(2)]);
    assert_eq!(select(&mut xpath, "c", node(6)), [node(8)]);
    assert_eq!(xpath.string(".", node(6), &[], &[]).unwrap(), "é");
    assert_eq!(xpath.string("@x + 1", node(5), &[], &[]).unwrap(), "4");
    assert_eq!(xpath.string("//nothing", node(5), &[], &[]).unwrap(), "");
    xpath.set_place(3, 7);
    assert_eq!(xpath.string("concat(position(), last())", node(5), &[], &[]).unwrap(), "37");
    assert_eq!(select(&mut xpath, "self::node()[1]", node(5)), [node(5)]);
}

#[test]
fn ids_are_found() {
    let source = "<a def='y  x '><b xml:id='x'/><h xmlns='http://www.w3.org/1999/xhtml' id='y'/>\
                  <c id='z'/><d xml:id='x'/></a>";
    let tree = tree(source);
    let mut xpath = XPath::new(&tree).unwrap();
    assert_eq!(select(&mut xpath, "id('x')", Document), [node(1)]);
    assert_eq!(select(&mut xpath, "id(@def)", node(0)), [node(1), node(2)]);
    assert_eq!(select(&mut xpath, "id('z')", node(0)), []);
}

#[test]
fn names_are_looked_up_in_what_is_bound() {
    let tree = tree("<a xmlns:p='1' xmlns:q='2'><p:b/><q:b/></a>");
    let mut xpath = XPath::new(&tree).unwrap();
    for (namespace, expected) in [("1", 1), ("2", 2), ("1", 1)] {
        let nodes = xpath.select("//n:b", Document, &pairs(&[("n", namespace)]), &[]).unwrap();
        assert_eq!(nodes, [node(expected)]);
    }
    let fault = xpath.select("//n:b", Document, &[], &[]).unwrap_err();
    assert_eq!((fault.message.as_str(), fault.at), ("the prefix `n` is not declared", Some(2)));
    let both = "concat(namespace::p, namespace::q, count(/a/namespace::*))";
    assert_eq!(xpath.string(both, node(0), &[], &[]).unwrap(), "123");
}

#[test]
fn faults_say_where() {
    let tree = tree(SOURCE);
    let mut xpath = XPath::new(&tree).unwrap();
    for (expression, message, at) in [
        ("//b[", "expected an expression", Some(4)),
        ("//b[1", "expected a predicate", Some(5)),
        ("a b", "expected an expression", Some(2)),
        ("'x", "expected the end of a literal", Some(2)),
        ("", "expected an expression", Some(0)),
        (" document('x')", "expected a function of XPath 1.0, found `document`", Some(1)),
        ("a | p:f()", "expected a function of XPath 1.0, found `p:f`", Some(4)),
        ("div[q:x]", "the prefix `q` is not declared", Some(4)),
        ("@q:*", "the prefix `q` is not declared", Some(1)),
        ("1 + $w", "the variable `$w` is not declared", Some(4)),
        ("1 + 1", "expected a node-set, found a number", None),
        ("'x'", "expected a node-set, found a string", None),
        ("not(a)", "expected a node-set, found a boolean", None),
        ("a\0", "expected no NUL", Some(1)),
        ("count(1)", "an operand or argument has the wrong type", None),
        ("count()", "a function has the wrong number of arguments", None),
        ("/a/namespace::p", "expected document nodes, found namespace nodes", None),
    ] {
        let namespaces = pairs(&[("p", "u:p")]);
        let fault = xpath.select(expression, Document, &namespaces, &[]).unwrap_err();
        assert_eq!((fault.message.as_str(), fault.at), (message, at), "{expression}");
    }
}

#[test]
fn operators_are_no_names() {
    let tree = tree("<div and='4'><mod/><or-x/><div/></div>");
    let mut xpath = XPath::new(&tree).unwrap();
    for (expression, expected) in [
        ("count(div/div)", "1"),
        ("div/@and div 2", "2"),
        ("/div/@and mod 3 and 1 or 0", "true"),
        ("count(div/*) * 2", "6"),
        ("count(div/* | div/or-x)*2", "6"),
        ("- 5.5 + .5", "-5"),
        ("div/mod/.. = div", "true"),
        ("child::div/self::node()/@and", "4"),
    ] {
        let found = xpath.string(expression, Document, &[], &[]).unwrap();
        assert_eq!(found, expected, "{expression}");
    }
}

#[test]
fn an_evaluation_is_bounded() {
    let source = format!("<a>{}</a>", "<b/>".repeat(2_000));
    let tree = tree(&source);
    let mut xpath = XPath::new(&tree).unwrap();
    xpath.set_steps(100_000);
    let fault = xpath.select("//*[count(//*[count(//*)])]", Document, &[], &[]).unwrap_err();
    assert!(fault.kind == ErrorKind::TooLarge, "{fault:?}");
    assert_eq!(xpath.select("//b", Document, &[], &[]).unwrap().len(), 2_000);
    for deep in [
        format!("{}1{}", "(".repeat(5_000), ")".repeat(5_000)),
        format!("1{}", "+1".repeat(5_000)),
        format!("a{}", "/a".repeat(5_000)),
        format!("a{}", "[a".repeat(5_000)),
    ] {
        assert!(xpath.string(&deep, Document, &[], &[]).is_err());
    }
    for wide in [format!("1{}", "+1".repeat(700)), format!("a{}", "/a".repeat(700))] {
        xpath.string(&wide, Document, &[], &[]).unwrap();
    }
}

#[test]
fn a_deep_tree_needs_no_stack() {
    let source = format!("{}x{}", "<a>".repeat(50_000), "</a>".repeat(50_000));
    let limits = Limits { depth: 100_000, ..Limits::default() };
    let tree = parse(source.into(), limits).unwrap();
    let mut xpath = XPath::new(&tree).unwrap();
    assert_eq!(xpath.string("string(/)", Document, &[], &[]).unwrap(), "x");
    assert_eq!(xpath.string("count(//a)", Document, &[], &[]).unwrap(), "50000");
}

#[test]
fn many_attributes_and_namespaces_take_linear_time() {
    let many: String = (0..40_000).map(|n| format!(" xmlns:p{n}='u:{n}' a{n}='{n}'")).collect();
    let source = format!("<a{many}/>");
    let tree = tree(&source);
    let mut xpath = XPath::new(&tree).unwrap();
    assert_eq!(xpath.string("//@a39999", Document, &[], &[]).unwrap(), "39999");
}

#[test]
fn what_takes_the_cube_of_a_document_is_refused() {
    let source = format!("<r>{}</r>", "<p/>".repeat(2_000));
    let tree = tree(&source);
    let mut xpath = XPath::new(&tree).unwrap();
    let mut select = |expression: &str| xpath.select(expression, Document, &[], &[]);
    for expression in ["//p[//p != //p]", "/r/p/following::p/preceding::p"] {
        let fault = select(expression).unwrap_err();
        assert!(fault.kind == ErrorKind::TooLarge, "{expression}: {}", fault.message);
    }
    for expression in ["//p[../p]", "/r//p[@id = 'x'] | //r/p[1]", "//p[count(../@x) = 0]"] {
        select(expression).unwrap();
    }
    assert!(select(&"(".repeat(100)).unwrap_err().kind == ErrorKind::TooLarge);
}
