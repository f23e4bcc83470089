//! The table of clause 8.1, which lists defaults and inheritance.

use super::{ruled, values, xml};
use crate::{Category, Options};
use glossweave_markup::tree::NodeId;

/// A category, an attribute that sets it on an element, the resulting values of the element, and
/// the values of descendant elements and of attributes.
type Row = (Category, &'static str, &'static str, &'static str, &'static str);

const LOCAL: &[Row] = &[
    (Category::Translate, "its:translate='no'", "translate=no", "translate=no", "translate=no"),
    (
        Category::LocalizationNote,
        "its:locNote='n' its:locNoteType='alert'",
        "locNote=n locNoteType=alert",
        "locNote=n locNoteType=alert",
        "",
    ),
    (Category::Terminology, "its:term='yes'", "term=yes", "term=no", "term=no"),
    (Category::Directionality, "its:dir='rtl'", "dir=rtl", "dir=rtl", "dir=rtl"),
    (Category::LanguageInformation, "xml:lang='de'", "lang=de", "lang=de", "lang=de"),
    (
        Category::ElementsWithinText,
        "its:withinText='nested'",
        "withinText=nested",
        "withinText=no",
        "",
    ),
    (Category::TextAnalysis, "its:taIdentRef='u:i'", "taIdentRef=u:i", "", ""),
    (
        Category::LocaleFilter,
        "its:localeFilterList='de'",
        "localeFilterList=de localeFilterType=include",
        "localeFilterList=de localeFilterType=include",
        "localeFilterList=de localeFilterType=include",
    ),
    (Category::Provenance, "its:person='p'", "person=p", "person=p", "person=p"),
    (Category::IdValue, "xml:id='i'", "idValue=i", "", ""),
    (
        Category::PreserveSpace,
        "xml:space='preserve'",
        "space=preserve",
        "space=preserve",
        "space=preserve",
    ),
    (
        Category::LocQualityIssue,
        "its:locQualityIssueType='other'",
        "locQualityIssueEnabled=yes locQualityIssueType=other",
        "locQualityIssueEnabled=yes locQualityIssueType=other",
        "",
    ),
    (
        Category::LocQualityRating,
        "its:locQualityRatingScore='1'",
        "locQualityRatingScore=1",
        "locQualityRatingScore=1",
        "",
    ),
    (Category::MtConfidence, "its:mtConfidence='1'", "mtConfidence=1", "mtConfidence=1", ""),
    (
        Category::AllowedCharacters,
        "its:allowedCharacters=''",
        "allowedCharacters=",
        "allowedCharacters=",
        "",
    ),
    (
        Category::StorageSize,
        "its:storageSize='8'",
        "lineBreakType=lf storageEncoding=UTF-8 storageSize=8",
        "",
        "",
    ),
];

#[test]
fn local_markup_reaches_what_the_table_says() {
    for (category, markup, own, below, attribute) in LOCAL {
        let source = format!("<doc NS><a {markup} b=''><c b=''/></a></doc>");
        let all = xml(&source, &Options::default()).unwrap();
        assert_eq!(values(&all, "/doc/a[1]", *category), *own, "{category}");
        assert_eq!(values(&all, "/doc/a[1]/c[1]", *category), *below, "{category}");
        assert_eq!(values(&all, "/doc/a[1]/@b", *category), *attribute, "{category}");
        assert_eq!(values(&all, "/doc/a[1]/c[1]/@b", *category), *attribute, "{category}");
        // An inner value replaces the outer one as a whole.
        let default = values(&all, "/doc", *category);
        assert_ne!(default, *own, "{category}");
    }
}

#[test]
fn rules_reach_what_the_table_says() {
    let rules = "<its:domainRule selector='//a' domainPointer='@d'/>\
                 <its:externalResourceRefRule selector='//a' externalResourceRefPointer='@d'/>\
                 <its:targetPointerRule selector='//a' targetPointer='c'/>\
                 <its:langRule selector='//a' langPointer='@d'/>";
    let all = ruled(rules, "<a d='x'><c d='y'/></a>");
    let three = |category| {
        ["/doc/a[1]", "/doc/a[1]/c[1]", "/doc/a[1]/c[1]/@d"].map(|at| values(&all, at, category))
    };
    assert_eq!(three(Category::Domain), ["domains=x"; 3]);
    assert_eq!(three(Category::LanguageInformation), ["lang=x"; 3]);
    assert_eq!(three(Category::ExternalResource), ["externalResourceRef=x", "", ""]);
    assert_eq!(three(Category::TargetPointer), ["targetPointer=c", "", ""]);
    let a = all.tree.elements(NodeId::FIRST).nth(1).unwrap();
    assert_eq!(all.resolved.target_pointer(a), Some(a.next()));
}

#[test]
fn what_wins_hides_all_of_what_loses() {
    let rules = "<its:locNoteRule selector='//a' locNoteType='alert' locNoteRef='u:1'/>\
                 <its:locNoteRule selector='//*[@k]' locNoteType='description'>\
                 <its:locNote> two\n words </its:locNote></its:locNoteRule>";
    let all = ruled(rules, "<a><b k=''/><b its:locNote='own'><c/></b></a><a k=''/>");
    let note = |path: &str| values(&all, path, Category::LocalizationNote);
    assert_eq!(note("/doc/a[1]"), "locNoteRef=u:1 locNoteType=alert");
    assert_eq!(note("/doc/a[1]/b[1]"), "locNote=two words locNoteType=description");
    assert_eq!(note("/doc/a[1]/b[2]/c[1]"), "locNote=own locNoteType=description");
    assert_eq!(note("/doc/a[2]"), "locNote=two words locNoteType=description");
}

#[test]
fn a_pointer_to_nothing_says_nothing() {
    let rules = "<its:langRule selector='//*' langPointer='@l'/>\
                 <its:idValueRule selector='//b' idValue='@n'/>";
    let all = ruled(rules, "<a l='de'><b/><b n='1' xml:id='own'/><b n='2'/></a>");
    let at = |path: &str, category| values(&all, path, category);
    assert_eq!(at("/doc/a[1]/b[1]", Category::LanguageInformation), "lang=de");
    assert_eq!(at("/doc/a[1]/b[1]", Category::IdValue), "");
    assert_eq!(at("/doc/a[1]/b[2]", Category::IdValue), "idValue=own");
    assert_eq!(at("/doc/a[1]/b[3]", Category::IdValue), "idValue=2");
}

#[test]
fn a_deep_tree_needs_no_stack_and_no_square() {
    let deep = 900;
    let source = format!(
        "<doc NS><its:rules version='2.0'><its:translateRule selector='//a//a//a/b' \
         translate='no'/></its:rules>{}<b/>{}</doc>",
        "<a its:dir='rtl'>".repeat(deep),
        "</a>".repeat(deep),
    );
    let all = xml(&source, &Options::default()).unwrap();
    let last = all.nodes().filter(|node| node.name() == "b").last().unwrap();
    assert_eq!(last.values(Category::Translate), [("translate".into(), "no".into())]);
}
