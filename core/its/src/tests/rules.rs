use std::sync::Arc;

use super::{NAMESPACES, broken, page, ruled, values, where_is, with, xml};
use crate::{Category, Options};
use glossweave_base::error::ErrorKind;

const NO: &str = "translate=no";

#[test]
fn linked_rules_come_before_those_that_link_them() {
    let options = with(&[
        (
            "deep/one.xml",
            "<its:rules NS version='2.0' xlink:href='../two.xml'>\
             <its:termRule selector='//b' term='yes' termInfoRef='one'/></its:rules>",
        ),
        (
            "two.xml",
            "<schema><its:rules NS version='1.0'><its:termRule selector='//b' term='yes' \
             termInfoRef='two'/><its:termRule selector='//c' term='yes' termInfoRef='two'/>\
             <its:termRule selector='//a' term='yes' termInfoRef='two'/></its:rules></schema>",
        ),
    ]);
    let source = "<doc NS><its:rules version='2.0' xlink:href='deep/one.xml'>\
                  <its:termRule selector='//a' term='yes' termInfoRef='doc'/></its:rules>\
                  <a/><b/><c/></doc>";
    let all = xml(source, &options).unwrap();
    for (name, by) in [("a", "doc"), ("b", "one"), ("c", "two")] {
        let found = values(&all, &format!("/doc/{name}[1]"), Category::Terminology);
        assert_eq!(found, format!("term=yes termInfoRef={by}"));
    }
    assert_eq!(all.warnings(), [""; 0]);
    let all = xml(source, &Options::default()).unwrap();
    assert_eq!(all.warnings(), ["`deep/one.xml` is not read: there is no resolver"]);
}

#[test]
fn files_that_are_missing_or_lead_back_are_errors() {
    let options = with(&[
        ("a.xml", "<its:rules NS version='2.0' xlink:href='b.xml'/>"),
        ("b.xml", "<its:rules NS version='2.0' xlink:href='./a.xml'/>"),
        ("bad.xml", "<its:rules NS version='2.0'>\n<its:dirRule dir='ltr'/></its:rules>"),
        ("no.xml", "<its:rules"),
    ]);
    let error = |file: &str| {
        let source = format!("<doc NS>\n<its:rules version='2.0' xlink:href='{file}'/></doc>");
        xml(&source, &options).unwrap_err()
    };
    assert_eq!(error("gone.xml").kind(), ErrorKind::NotFound);
    assert_eq!(error("gone.xml").to_string(), "`gone.xml` was not found at line 2 column 1");
    let looped = error("a.xml");
    assert_eq!(looped.kind(), ErrorKind::Malformed);
    assert_eq!(looped.message(), "`./a.xml` refers back to itself, in `b.xml`");
    let bad = error("bad.xml");
    assert_eq!(bad.message(), "`dirRule` has no `selector`, in `bad.xml`");
    assert_eq!(bad.location().unwrap().line(), 2);
    assert_eq!(error("no.xml").kind(), ErrorKind::Malformed);
}

#[test]
fn rules_of_the_caller_lose_against_those_of_the_document() {
    let rules = |rule: &str| -> Arc<str> {
        format!("<its:rules version='2.0' {NAMESPACES}>{rule}</its:rules>").into()
    };
    let options = Options {
        rules: vec![
            rules("<its:dirRule selector='//a' dir='rtl'/><its:dirRule selector='//b' dir='rtl'/>"),
            rules("<its:dirRule selector='//b' dir='lro'/><its:dirRule selector='//c' dir='lro'/>"),
        ],
        ..Options::default()
    };
    let source = "<doc NS><its:rules version='2.0'><its:dirRule selector='//c' dir='rlo'/>\
                  </its:rules><a/><b/><c/></doc>";
    let all = xml(source, &options).unwrap();
    let dir = |name: &str| values(&all, &format!("/doc/{name}[1]"), Category::Directionality);
    assert_eq!([dir("a"), dir("b"), dir("c")], ["dir=rtl", "dir=lro", "dir=rlo"]);
    let options = Options { rules: vec!["<a>".into()], ..Options::default() };
    let error = xml(source, &options).unwrap_err();
    assert_eq!(error.parameter(), Some("rules"));
    assert!(error.message().ends_with("in the caller's rules"), "{error}");
}

#[test]
fn variables_pass_from_linking_to_linked_rules() {
    let linked = "<its:rules NS version='2.0'><its:param name='own'>1</its:param>\
                  <its:param name='both'>1</its:param>\
                  <its:translateRule selector='//a[@i=$own]' translate='no'/>\
                  <its:translateRule selector='//b[@i=$both]' translate='no'/>\
                  <its:translateRule selector='//c[@i=$passed]' translate='no'/></its:rules>";
    let mut options = with(&[("linked.xml", "LINKED")]);
    // The files of `InMemory` are constant, so the text uses another resolver.
    options.resolver = Some(Arc::new(One(linked.replace("NS", NAMESPACES))));
    let source = "<doc NS><its:rules version='2.0' xlink:href='linked.xml'>\
                  <its:param name='passed'>2</its:param><its:param name='both'>0</its:param>\
                  <its:param name='both'>2</its:param></its:rules>\
                  <a i='1'/><a i='2'/><b i='1'/><b i='2'/><c i='1'/><c i='2'/></doc>";
    let all = xml(source, &options).unwrap();
    let found = where_is(&all, Category::Translate, NO);
    let found: Vec<_> = found.into_iter().filter(|path| !path.contains('@')).collect();
    assert_eq!(found, ["/doc/a[1]", "/doc/b[2]", "/doc/c[2]"]);
    options.parameters = vec![("both".into(), "1".into())];
    let all = xml(source, &options).unwrap();
    assert_eq!(values(&all, "/doc/b[1]", Category::Translate), NO);
}

/// A resolver that returns the same file for every name.
#[derive(Debug)]
struct One(String);

impl crate::Resolver for One {
    fn open(&self, _: &str, _: &str) -> glossweave_base::Result<Option<Vec<u8>>> {
        Ok(Some(self.0.clone().into_bytes()))
    }
}

#[test]
fn variables_stand_in_target_pointers_as_values() {
    let rules = "<its:param name='p'>it's</its:param><its:targetPointerRule selector='//s' \
                 targetPointer='../t[@k=$p][\"$p\"]'/>";
    let all = ruled(rules, "<s/><t k=\"it's\"/>");
    let expected = "targetPointer=../t[@k=\"it's\"][\"$p\"]";
    assert_eq!(values(&all, "/doc/s[1]", Category::TargetPointer), expected);
}

#[test]
fn domains_are_split_trimmed_mapped_and_taken_once() {
    let rules = "<its:domainRule selector='/doc' domainPointer='//k' domainMapping=\"auto car, \
                 'criminal law' law,'tort law'  'the law', Auto big\"/>";
    let content = "<k> auto , 'criminal law',\"tort law\",,Auto</k><k>auto</k><k>'x y'</k><k/>";
    let all = ruled(rules, content);
    assert_eq!(values(&all, "/doc", Category::Domain), "domains=car, law, the law, big, x y");
    let error = broken("<its:domainRule selector='//a' domainPointer='.' domainMapping='a'/>", "");
    assert_eq!(error.message(), "`a` is not a list of mappings");
}

#[test]
fn positions_are_those_in_what_is_selected() {
    let rules = "<its:idValueRule selector='//s' idValue='concat(position(), \"/\", last())'/>";
    let all = ruled(rules, "<s/><t/><s/>");
    assert_eq!(values(&all, "/doc/s[2]", Category::IdValue), "idValue=2/2");
}

#[test]
fn pages_link_and_hold_rules_in_their_order() {
    let source = "<link rel='x ITS-rules' href=a.xml>\
                  <script type=application/its+xml>\n<its:rules version='2.0' NS>\
                  <its:translateRule selector='//h:b' translate='no'/>\
                  <its:translateRule selector='//b' translate='no'/></its:rules></script>\
                  <p>a<b>c</b><i>d</i>";
    let all = page(source);
    assert_eq!(values(&all, "/html/body[1]/p[1]/b[1]", Category::Translate), NO);
    assert_eq!(all.warnings(), ["`a.xml` is not read: there is no resolver"]);
    let broken = source.replace("'//h:b'", "'//x:b'").replace("NS", NAMESPACES);
    let error = crate::Analysis::read(&broken, glossweave_base::Format::Html, &Options::default());
    let error = error.unwrap_err();
    let at = broken.find("x:b").unwrap();
    assert_eq!((error.kind(), error.location().unwrap().bytes().start), (ErrorKind::Malformed, at));
}

#[test]
fn broken_rules_are_errors_with_their_place() {
    let cases = [
        ("<its:translateRule selector='//x:a' translate='no'/>", "x"),
        ("<its:translateRule selector='//a[' translate='no'/>", "//a["),
        ("<its:translateRule selector='a' translate='no'/>", "begins with `/`"),
        ("<its:translateRule selector='//a[@b=$c]' translate='no'/>", "c"),
        ("<its:translateRule selector='count(//a)' translate='no'/>", "is not a selector"),
        (
            "<its:translateRule selector='//a' translate='perhaps'/>",
            "is not a value of `translate`",
        ),
        ("<its:translateRule translate='no'/>", "has no `selector`"),
        ("<its:translateRule selector='//a'/>", "has no `translate`"),
        ("<its:noRule selector='//a'/>", "`its:noRule` is not a rule"),
        ("<its:locNoteRule selector='//a' locNoteType='alert'/>", "has no `locNote`"),
        (
            "<its:locNoteRule selector='//a' locNotePointer='.' locNoteRef='x'/>",
            "a note and a reference",
        ),
        ("<its:termRule selector='//a' term='no' termInfoRef='' termInfoRefPointer='.'/>", "twice"),
        ("<its:langRule selector='//a' langPointer='@b[1'/>", "@b[1"),
        ("<its:idValueRule selector='//a' idValue='no-such()'/>", "no-such"),
        ("<its:param/>", "`param` has no `name`"),
    ];
    for (rule, expected) in cases {
        let error = broken(&format!("\n{rule}"), "<a b='c'/>");
        assert_eq!(error.kind(), ErrorKind::Malformed, "{rule}: {error}");
        assert!(error.message().contains(expected), "{rule}: {error}");
        assert_eq!(error.location().unwrap().line(), 2, "{rule}: {error}");
    }
    let version = xml("<doc NS><its:rules version='3.0'/></doc>", &Options::default());
    assert_eq!(version.unwrap_err().kind(), ErrorKind::Unsupported);
    let language = "<doc NS><its:rules version='2.0' queryLanguage='xslt3'/></doc>";
    assert_eq!(xml(language, &Options::default()).unwrap_err().kind(), ErrorKind::Unsupported);
}

#[test]
fn what_is_foreign_or_selects_nothing_does_not_matter() {
    let rules = "<x:y xmlns:x='u:x'/><its:translateRule selector='//none/@*' translate='yes'/>\
                 <its:langRule selector='//a/@b' langPointer='../@none' x=''/>\
                 <its:translateRule selector='//text()|//a' translate='no'/>";
    let all = ruled(rules, "<a b='c'>d</a>");
    assert_eq!(values(&all, "/doc/a[1]", Category::Translate), NO);
    assert_eq!(values(&all, "/doc/a[1]/@b", Category::LanguageInformation), "");
}

#[test]
fn rules_select_attributes() {
    let rules = "<its:translateRule selector='//@t|/doc/*/@u' translate='yes'/>\
                 <its:translateRule selector='//b/@*' translate='no'/>\
                 <its:translateRule selector='//*[@*[name()=\"v\"]]/@v' translate='yes'/>";
    let all = ruled(rules, "<a t='' u='' w=''/><b t='' v=''/>");
    let yes = where_is(&all, Category::Translate, "translate=yes");
    let yes: Vec<_> = yes.into_iter().filter(|path| path.contains('@')).collect();
    assert_eq!(yes, ["/doc/a[1]/@t", "/doc/a[1]/@u", "/doc/b[1]/@v"]);
}

#[test]
fn what_costs_the_square_of_a_document_is_refused() {
    let rules = "<its:locNoteRule selector='//a' locNoteType='alert' \
                 locNotePointer='following::a[last()]/none'/>";
    let source = format!("<doc NS><its:rules version='2.0'>{rules}</its:rules>{}</doc>", {
        "<a/>".repeat(40_000)
    });
    let error = xml(&source, &Options::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    // All children lead to the same node through their parent, so each node is visited only once.
    let cheap = source.replace("following::a[last()]/none", "../none");
    assert!(xml(&cheap, &Options::default()).is_ok());
}
