use super::{broken, page, ruled, values, xml};
use crate::{Category, Options};
use glossweave_base::error::ErrorKind;

/// Returns the names of the elements that a selector matches.
fn taken(selector: &str, content: &str) -> String {
    let selector = selector.replace('"', "&quot;").replace('>', "&gt;");
    let source = format!(
        "<doc NS><its:rules version='2.0' queryLanguage='css' xmlns:p='u:p'>\
         <its:termRule selector=\"{selector}\" term='yes'/></its:rules>{content}</doc>"
    );
    let all = xml(&source, &Options::default()).unwrap_or_else(|e| panic!("{selector}: {e}"));
    let names = all
        .nodes()
        .filter(|node| node.values(Category::Terminology).iter().any(|value| value.1 == "yes"));
    let names: Vec<_> = names.map(|node| node.name().into_owned()).collect();
    names.join(" ")
}

#[test]
fn selectors_take_what_level_3_says() {
    let content = "<a id='i' class='x y' l='de-AT'><b1/>t<b2 k='one two'/><b3><c/></b3></a>\
                   <p:d xmlns:p='u:p' p:k='v'/><e xml:id='j' xml:lang='fr-CA'><f/><f2/></e><g/>";
    for (selector, expected) in [
        ("a", "a"),
        ("a, g", "a g"),
        ("a b2", "b2"),
        ("a > c", ""),
        ("a c", "c"),
        ("doc > a > b3 > c", "c"),
        ("b1 + b2", "b2"),
        ("b1 + b3", ""),
        ("b1 ~ b3 c", "c"),
        ("a ~ *", "p:d e g"),
        ("#i, #j", "a e"),
        (".y.x", "a"),
        (".X", ""),
        ("[k]", "b2"),
        ("[k~=two]", "b2"),
        ("[k~=\"one two\"]", ""),
        ("[k=\"one two\"]", "b2"),
        ("[l|=de]", "a"),
        ("[k^=on], [k$=wo]", "b2"),
        ("[k*=\"e t\"]", "b2"),
        ("[k^=\"\"]", ""),
        ("p|d", "p:d"),
        ("p|*", "p:d"),
        ("|d", ""),
        ("*|d", "p:d"),
        ("d", "p:d"),
        ("[p|k=v]", "p:d"),
        ("[*|k]", "b2 p:d"),
        ("doc > *:first-child", "its:rules"),
        ("a :first-child", "b1 c"),
        ("a > :last-child", "b3"),
        ("a > :nth-child(2n+1)", "b1 b3"),
        ("a > :nth-child(-n+2)", "b1 b2"),
        ("a > :nth-child( even )", "b2"),
        ("a > :nth-last-child(1)", "b3"),
        ("doc > :nth-of-type(1):not(a)", "its:rules p:d e g"),
        ("b3 > :only-child", "c"),
        ("e :only-of-type", "f f2"),
        (":root", "doc"),
        (":root:first-child", ""),
        ("e :empty", "f f2"),
        (":lang(fr)", "e f f2"),
        (":hover", ""),
        ("a *:not(b1):not([k])", "b3 c"),
        ("\\61", "a"),
        ("doc   >\n a", "a"),
    ] {
        assert_eq!(taken(selector, content), expected, "{selector}");
    }
}

#[test]
fn pages_have_names_in_any_case() {
    let all = page(
        "<script type=application/its+xml><its:rules version='2.0' queryLanguage='css' NS>\
         <its:translateRule selector='P[TITLE] > B' translate='no'/></its:rules></script>\
         <p title=t><b>x</b></p><p><b>y</b></p>",
    );
    let at = |n: u8| values(&all, &format!("/html/body[1]/p[{n}]/b[1]"), Category::Translate);
    assert_eq!([at(1), at(2)], ["translate=no", "translate=yes"]);
}

#[test]
fn pointers_stay_below_what_is_selected() {
    let source = "<doc NS><its:rules version='2.0' queryLanguage='css'>\
                  <its:locNoteRule selector='m' locNoteType='alert' locNotePointer='doc n, m > n'/>\
                  <its:idValueRule selector='m' idValue='concat(\"i\", @k)'/>\
                  </its:rules><m k='1'><x><n>no</n></x><n>note</n></m><m/></doc>";
    let all = xml(source, &Options::default()).unwrap();
    let note = |path| values(&all, path, Category::LocalizationNote);
    assert_eq!(note("/doc/m[1]"), "locNote=note locNoteType=alert");
    assert_eq!(note("/doc/m[2]"), "");
    assert_eq!(values(&all, "/doc/m[1]", Category::IdValue), "idValue=i1");
}

#[test]
fn broken_selectors_are_errors_with_their_place() {
    for (selector, at) in [
        ("", 0),
        ("a,", 2),
        ("a > > b", 4),
        ("a[", 2),
        ("a[b", 3),
        ("a[b=", 4),
        ("a[b=\"c]", 4),
        ("a::first-line", 1),
        ("a:no-such", 1),
        ("a:nth-child(x)", 12),
        ("a:not(:not(b))", 13),
        ("x|a", 0),
        ("a{}", 1),
        ("/a", 0),
    ] {
        let source = format!(
            "<doc NS><its:rules version='2.0' queryLanguage='css'>\n\
             <its:termRule selector='{}' term='yes'/></its:rules></doc>",
            selector.replace('>', "&gt;")
        );
        let error = xml(&source, &Options::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{selector}");
        let place = error.location().unwrap();
        assert_eq!(place.line(), 2, "{selector}: {error}");
        if !selector.contains('>') {
            assert_eq!(place.column(), 25 + at, "{selector}: {error}");
        }
    }
    // The default query language is XPath.
    assert_eq!(
        broken("<its:termRule selector='a &gt; b' term='yes'/>", "").kind(),
        ErrorKind::Malformed
    );
    let all = ruled("<its:termRule selector='//a' term='yes'/>", "<a/>");
    assert_eq!(values(&all, "/doc/a[1]", Category::Terminology), "term=yes");
}
