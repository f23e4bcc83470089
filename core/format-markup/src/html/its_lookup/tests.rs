use std::sync::Arc;

use crate::{decode, encode};
use glossweave_base::media::Format;
use glossweave_document::annotation::{Annotation, Body, Category, Metadata};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::PlacementExt;
use glossweave_format_base::{EncodeOptions, OnParent, Placement};

fn page(source: &str) -> Document {
    decode(source, Format::Html, &DecodeOptions::default()).unwrap()
}

fn units(page: &Document) -> Vec<&str> {
    page.units().map(|unit| unit.text()).collect()
}

/// Returns the annotations as `text: category name=value …`.
fn lines(page: &Document) -> Vec<String> {
    let line = |annotation: &Annotation| {
        let text = &page.text()[annotation.span().range()];
        let tool = annotation.annotator().map(|tool| format!(" by {tool}")).unwrap_or_default();
        match annotation.body() {
            Body::Metadata(metadata) => {
                let all = metadata.fields().iter().chain(metadata.records().iter().flatten());
                let all: String = all.map(|(name, value)| format!(" {name}={value}")).collect();
                format!("{text}: {}{all}{tool}", metadata.category())
            }
            Body::Entity(entity) => format!("{text}: entity {:?}{tool}", entity.idents),
            Body::Term(term) => format!("{text}: term {:?}{tool}", term.info_ref),
            Body::Translation(_) => unreachable!(),
        }
    };
    page.annotations().iter().map(line).collect()
}

fn ruled(rules: &str, body: &str) -> String {
    format!(
        "<title>t</title><script type=application/its+xml><its:rules version='2.0' \
         xmlns:its='http://www.w3.org/2005/11/its' xmlns:h='http://www.w3.org/1999/xhtml'>{rules}\
         </its:rules></script>{body}"
    )
}

#[test]
fn local_markup_says_what_its_has_attributes_for() {
    let cases: &[(&str, &[&str])] = &[
        (
            "<p>a <b its-loc-note=' x  y '>b</b>",
            &["b: localization-note locNote=x y locNoteType=description"],
        ),
        (
            "<p ITS-LOCALE-FILTER-LIST=de its-ta-ident-ref=x:a its-annotators-ref='text-analysis|x:t'>a",
            &[
                "a: entity [\"x:a\"] by x:t",
                "a: locale-filter localeFilterList=de localeFilterType=include",
            ],
        ),
        (
            "<p its-annotators-ref='mt-confidence|x:m'><i its-mt-confidence=0.5>a</i> b",
            &["a: mt-confidence mtConfidence=0.5 by x:m"],
        ),
        ("<p its-person=P its-rev-tool-ref=x:t>a", &["a: provenance person=P revToolRef=x:t"]),
        (
            "<p its-loc-quality-issue-type=Grammar>a",
            &["a: localization-quality-issue locQualityIssueType=grammar"],
        ),
        (
            "<p its-storage-size=8>a",
            &["a: storage-size storageSize=8 storageEncoding=UTF-8 lineBreakType=lf"],
        ),
        (
            "<p its-allowed-characters=[a]>a<p its-loc-quality-rating-score=9>b",
            &[
                "a: allowed-characters allowedCharacters=[a]",
                "b: localization-quality-rating locQualityRatingScore=9",
            ],
        ),
        ("<p data-its-domains='x, y'>a", &["a: domain domains=x, y"]),
        (
            "<p dir=rtl its-loc-note=x>a",
            &["a: localization-note locNote=x locNoteType=description"],
        ),
        ("<p its-unknown=x>a", &[]),
    ];
    for (source, expected) in cases {
        assert_eq!(lines(&page(source)), *expected, "{source}");
    }
}

#[test]
fn rules_of_the_page_change_what_is_text_and_say_things() {
    let source = ruled(
        "<its:translateRule selector='//h:code' translate='no'/>\
         <its:withinTextRule selector='//h:br' withinText='no'/>\
         <its:withinTextRule selector='//h:li' withinText='yes'/>\
         <its:preserveSpaceRule selector='//h:q' space='preserve'/>\
         <its:langRule selector='//h:i' langPointer='@class'/>\
         <its:termRule selector='//h:dfn' term='yes' termInfoRefPointer='@href'/>\
         <its:domainRule selector='/h:html/h:body' domainPointer='//h:body/@class'/>",
        "<body class=law><p>a<code>f()</code>b<br>c<ul><li>d<li>e</ul><q>x  y</q>\
         <i class=fr>z</i><dfn href=x:t>w</dfn>",
    );
    let page = page(&source);
    assert_eq!(units(&page), ["t", "ab", "c", "de", "x  yzw"]);
    let z = page.text().find('z').unwrap();
    assert_eq!(page.language_at(z).unwrap().as_str(), "fr");
    assert_eq!(lines(&page), ["w: term Some(\"x:t\")", "ab c de x  yzw: domain domains=law"]);
}

#[test]
fn elements_without_tags_say_things_too() {
    let rules = "<its:locNoteRule selector='/h:html/h:body' locNoteType='alert'>\
                 <its:locNote>n</its:locNote></its:locNoteRule>";
    let page = page(&ruled(rules, "<p>a<p>b"));
    assert_eq!(lines(&page), ["a b: localization-note locNote=n locNoteType=alert"]);
}

#[test]
fn rules_of_the_caller_count_for_pages_without_any() {
    let mut options = DecodeOptions::default();
    options.its.rules.push(Arc::from(
        "<its:rules version='2.0' xmlns:its='http://www.w3.org/2005/11/its' \
         xmlns:h='http://www.w3.org/1999/xhtml'>\
         <its:translateRule selector=\"//h:*[@class='x']\" translate='no'/></its:rules>",
    ));
    let page = decode("<p class=x>a<p>b", Format::Html, &options).unwrap();
    assert_eq!(units(&page), ["b"]);
    let term = Annotation::term(page.units().next().unwrap().span(), Default::default());
    assert!(encode(&page, &[term], &EncodeOptions::default()).unwrap().placements[0].is_there());
}

#[test]
fn what_is_not_opened_is_a_warning() {
    let page = page("<link rel=its-rules href=r.xml><p>a");
    assert_eq!(page.warnings().len(), 1);
    let flood = format!("<p its-loc-note=x>a{}", "<p><b><i><u>".repeat(20_000));
    assert!(!self::page(&flood).warnings().is_empty());
}

#[test]
fn broken_rules_are_an_error_with_a_place() {
    for rules in ["<its:x", "<its:translateRule selector='//h:p[' translate='no'/>"] {
        let source = ruled(rules, "<p>a");
        let error = decode(&*source, Format::Html, &DecodeOptions::default()).unwrap_err();
        assert!(error.location().is_some(), "{error}");
    }
}

fn provenance(records: usize) -> Metadata {
    let mut metadata = Metadata::new(Category::Provenance);
    for number in 0..records {
        let tool = format!("x:t{number}");
        metadata.add_record([("person", "P \"<&>"), ("toolRef", &*tool)]).unwrap();
    }
    metadata
}

#[test]
fn metadata_stands_in_attributes_and_several_records_in_a_script() {
    let cases = [
        ("<p>a", 1, "<p><span its-person=\"P &quot;&lt;&amp;&gt;\" its-tool-ref=\"x:t0\">a</span>"),
        (
            "<p>a<!-- gw-records-4 -->",
            2,
            "<p><span its-provenance-records-ref=\"#gw-records-5\"><script \
             type=\"application/its+xml\" id=\"gw-records-5\"><its:provenanceRecords \
             xmlns:its=\"http://www.w3.org/2005/11/its\" xml:id=\"gw-records-5\" version=\"2.0\">\
             <its:provenanceRecord person=\"P &quot;&lt;&amp;&gt;\" toolRef=\"x:t0\"/>\
             <its:provenanceRecord person=\"P &quot;&lt;&amp;&gt;\" toolRef=\"x:t1\"/>\
             </its:provenanceRecords></script>a</span><!-- gw-records-4 -->",
        ),
    ];
    for (source, records, expected) in cases {
        let document = page(source);
        let span = document.units().next().unwrap().span();
        let annotation = Annotation::metadata(span, provenance(records));
        let back = encode(&document, &[annotation], &EncodeOptions::default()).unwrap();
        assert_eq!(String::from_utf8(back.bytes.clone()).unwrap(), expected);
        let again = decode(back.bytes, Format::Html, &DecodeOptions::default()).unwrap();
        assert_eq!(again.annotations()[0].as_metadata().unwrap().records().len(), records);
    }
}

#[test]
fn what_html_says_in_another_way_is_not_written() {
    let document = page("<p>a");
    let span = document.units().next().unwrap().span();
    let of = |category: Category, name, value: &str| {
        let mut metadata = Metadata::new(category);
        metadata.set(name, value).unwrap();
        Annotation::metadata(span, metadata)
    };
    let rule = "HTML has its own attribute for this metadata";
    let structure = "this metadata is about the structure of the document";
    let cases = [
        (of(Category::Translate, "translate", "yes"), rule),
        (of(Category::Directionality, "dir", "rtl"), rule),
        (of(Category::IdValue, "idValue", "x"), structure),
    ];
    for (annotation, rule) in cases {
        let back = encode(&document, &[annotation], &EncodeOptions::default()).unwrap();
        assert_eq!(back.placements, [Placement::not_placed(rule)]);
    }
    // A single issue can be written on the parent element.
    let note = of(Category::LocalizationNote, "locNote", "n");
    let preferred = EncodeOptions { on_parent: OnParent::Preferred, ..EncodeOptions::default() };
    let source = "<p><b>a</b>";
    let back = encode(&page(source), &[note], &preferred).unwrap();
    assert_eq!(back.bytes, b"<p><b its-loc-note=\"n\">a</b>");
}
