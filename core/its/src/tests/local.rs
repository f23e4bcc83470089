use super::{page, values, xml};
use crate::{Category, Options};

#[test]
fn attributes_of_the_span_need_no_prefix() {
    let source = "<doc NS><its:span translate='no' locNote='a'/><x translate='no' locNote='b'/>\
                  <x its:translate='maybe' its:locNoteType='alert'/></doc>";
    let all = xml(source, &Options::default()).unwrap();
    assert_eq!(values(&all, "/doc/its:span[1]", Category::Translate), "translate=no");
    let note = Category::LocalizationNote;
    assert_eq!(values(&all, "/doc/its:span[1]", note), "locNote=a locNoteType=description");
    assert_eq!(values(&all, "/doc/x[1]", Category::Translate), "translate=yes");
    assert_eq!(values(&all, "/doc/x[1]", note), "");
    assert_eq!(values(&all, "/doc/x[2]", Category::Translate), "translate=yes");
    assert_eq!(values(&all, "/doc/x[2]", note), "");
}

#[test]
fn html_has_attributes_of_its_own() {
    let all = page(
        "<html lang=EN><body dir=rtl><p id=p1 translate=NO its-term=YES \
         its-annotators-ref='terminology|u:t'>a<b lang='' dir=LTR title=t translate>b</b>\
         <i its-translate=yes its-dir=rtl class=c>c</i>",
    );
    let p = "/html/body[1]/p[1]";
    assert_eq!(values(&all, p, Category::LanguageInformation), "lang=EN");
    assert_eq!(values(&all, p, Category::Directionality), "dir=rtl");
    assert_eq!(values(&all, p, Category::IdValue), "idValue=p1");
    assert_eq!(values(&all, p, Category::Translate), "translate=no");
    let term = "annotatorsRef=terminology|u:t term=yes";
    assert_eq!(values(&all, p, Category::Terminology), term);
    let b = "/html/body[1]/p[1]/b[1]";
    assert_eq!(values(&all, b, Category::LanguageInformation), "lang=");
    assert_eq!(values(&all, b, Category::Directionality), "dir=ltr");
    assert_eq!(values(&all, b, Category::Translate), "translate=yes");
    assert_eq!(values(&all, &format!("{b}/@title"), Category::Translate), "translate=yes");
    let i = "/html/body[1]/p[1]/i[1]";
    assert_eq!(values(&all, i, Category::Translate), "translate=no");
    assert_eq!(values(&all, i, Category::IdValue), "");
    assert_eq!(values(&all, &format!("{i}/@class"), Category::LanguageInformation), "lang=EN");
}

#[test]
fn html_holds_text_within_text_by_default() {
    let all = page("<body><p>a<em>b</em><textarea>c</textarea><svg><g/></svg><link itemprop=x>");
    let within = |path: &str| {
        values(&all, &format!("/html/body[1]/p[1]{path}"), Category::ElementsWithinText)
    };
    assert_eq!(within(""), "withinText=no");
    assert_eq!(within("/em[1]"), "withinText=yes");
    assert_eq!(within("/textarea[1]"), "withinText=nested");
    assert_eq!(within("/svg[1]"), "withinText=yes");
    assert_eq!(within("/svg[1]/g[1]"), "withinText=no");
    assert_eq!(within("/link[1]"), "withinText=yes");
}

#[test]
fn xhtml_may_be_marked_up_like_html() {
    let source = "<html xmlns='http://www.w3.org/1999/xhtml' NS lang='de' xml:lang='fr'><head>\
                  <script type='application/its+xml'><![CDATA[<its:rules version='2.0' NS>\
                  <its:termRule selector='//h:b' term='yes'/></its:rules>]]></script></head>\
                  <body its-loc-note='n'><p its:locNote='m' title='t'><b/></p></body></html>";
    let all = xml(source, &Options::default()).unwrap();
    let note = Category::LocalizationNote;
    assert_eq!(values(&all, "/html/body[1]", note), "locNote=n locNoteType=description");
    assert_eq!(values(&all, "/html/body[1]/p[1]", note), "locNote=m locNoteType=description");
    assert_eq!(values(&all, "/html/body[1]", Category::LanguageInformation), "lang=fr");
    assert_eq!(values(&all, "/html/body[1]/p[1]/b[1]", Category::Terminology), "term=yes");
    assert_eq!(values(&all, "/html/body[1]/p[1]/@title", Category::Translate), "translate=yes");
}

#[test]
fn tools_accumulate() {
    let source = "<doc NS its:annotatorsRef='mt-confidence|MT1'>\
                  <g its:annotatorsRef='terminology|ABC'><p its:annotatorsRef='text-analysis \
                  |T3'/><p its:annotatorsRef='mt-confidence|MT2' a=''/></g></doc>";
    let all = xml(source, &Options::default()).unwrap();
    let tools = |path: &str| values(&all, path, Category::TextAnalysis);
    assert_eq!(tools("/doc"), "annotatorsRef=mt-confidence|MT1");
    let three = "annotatorsRef=mt-confidence|MT1 terminology|ABC text-analysis|T3";
    assert_eq!(tools("/doc/g[1]/p[1]"), three);
    let two = "annotatorsRef=mt-confidence|MT2 terminology|ABC";
    assert_eq!((tools("/doc/g[1]/p[2]"), tools("/doc/g[1]/p[2]/@a")), (two.into(), two.into()));
}
