use super::{Category, Dialect, Options, Within, resolve};
use crate::markup::tree::Tree;
use crate::markup::{Decoded, Encoding, Sniff, html, xml};

fn xml(source: &str) -> Tree<'_> {
    xml::parse(source.into(), xml::Limits::default()).unwrap()
}

fn page(source: &str) -> Tree<'static> {
    let decoded: Decoded<'_> = Encoding::decode(source.as_bytes(), None, Sniff::Nothing);
    html::tree::tree(&decoded).unwrap()
}

fn named(tree: &Tree<'_>, name: &str) -> u32 {
    (0..tree.len()).find(|n| tree.node(*n).is_element() && &*tree.name(*n).local == name).unwrap()
}

#[test]
fn local_markup_of_xml_is_inherited_as_its_category_says() {
    let tree = xml(
        "<a xmlns:its='http://www.w3.org/2005/11/its' its:translate='no' xml:lang='de' its:term='yes' \
         its:annotatorsRef='mt-confidence|u:1'><b its:annotatorsRef='terminology|u:2'>x</b>\
         <its:span translate='yes' withinText='yes' translation=''/></a>",
    );
    let all = resolve(&tree, Dialect::Xml, &Options::default()).unwrap();
    let (b, span) = (named(&tree, "b"), named(&tree, "span"));
    assert!(!all.translate(b) && !all.translate(b + 1) && all.translate(span));
    assert_eq!(all.language(b + 1), Some("de"));
    assert_eq!(all.in_force(0, Category::Terminology).unwrap().field("term"), Some("yes"));
    assert_eq!(all.in_force(b, Category::Terminology), None);
    assert_eq!(all.annotator(b, Category::MtConfidence), Some("u:1"));
    assert_eq!(all.annotator(span, Category::Terminology), None);
    assert_eq!(all.within_text(span), Within::Yes);
}

#[test]
fn local_markup_of_html_has_other_names() {
    let tree = page(
        "<p its-loc-note=' a  b ' lang=de id=i dir=RTL translate=no title=t>x<img alt=y translate>",
    );
    let all = resolve(&tree, Dialect::Html, &Options::default()).unwrap();
    let (p, img) = (named(&tree, "p"), named(&tree, "img"));
    assert_eq!(all.in_force(p, Category::LocalizationNote).unwrap().field("locNote"), Some("a b"));
    assert_eq!(all.in_force(img, Category::Directionality).unwrap().field("dir"), Some("rtl"));
    assert_eq!((all.language(img), all.id_value(p)), (Some("de"), Some("i")));
    assert_eq!((all.within_text(p), all.within_text(img)), (Within::No, Within::Yes));
    let of = |node| all.attribute_translate(tree.attribute_numbers(node).last().unwrap());
    assert!(!of(p) && !of(img));
    assert!(all.attribute_translate(tree.attribute_numbers(img).start));
    assert_eq!(&tree.source()[tree.node(img).at()], "<img alt=y translate>");
}
