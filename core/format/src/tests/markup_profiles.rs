#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use proptest::collection::vec;
use proptest::prelude::*;

use crate::{EncodeOptions, Encoded, MarkupProfile, Placement, decode, encode};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity, Term};
use glossweave_document::{DecodeOptions, RuleSet};

const PERSON: &str = "http://schema.org/Person";

fn xml(source: &str, annotations: &[(&str, Annotation)], profile: &str) -> Encoded {
    let options = DecodeOptions { rule_set: Some(RuleSet::Auto), ..DecodeOptions::default() };
    annotate(source, Format::Xml, &options, annotations, profile)
}

fn html(source: &str, annotations: &[(&str, Annotation)], profile: &str) -> Encoded {
    annotate(source, Format::Html, &DecodeOptions::default(), annotations, profile)
}

/// Annotates the first occurrence of each word.
fn annotate(
    source: &str,
    format: Format,
    options: &DecodeOptions,
    annotations: &[(&str, Annotation)],
    profile: &str,
) -> Encoded {
    let document = decode(source, format, options).unwrap();
    let at = |(word, annotation): &(&str, Annotation)| {
        let start = document.text().find(word).unwrap();
        annotation.clone().moved_to(TextSpan::new(start, start + word.len()))
    };
    let annotations: Vec<Annotation> = annotations.iter().map(at).collect();
    let options =
        EncodeOptions { profile: Some(profile.parse().unwrap()), ..EncodeOptions::default() };
    let back = encode(&document, &annotations, &options).unwrap();
    let mut bare = back.bytes.clone();
    for span in back.inserted.iter().rev() {
        bare.drain(span.range());
    }
    assert_eq!(String::from_utf8(bare).unwrap(), source);
    back
}

fn entity(iri: &str) -> Annotation {
    Annotation::entity(TextSpan::new(0, 1), Entity::new(iri))
}

fn person(iri: &str) -> Annotation {
    Annotation::entity(TextSpan::new(0, 1), Entity::new(iri).with_class(PERSON))
}

fn term(iri: &str) -> Annotation {
    Annotation::term(TextSpan::new(0, 1), Term::new().with_info_ref(iri))
}

fn text(back: &Encoded) -> &str {
    std::str::from_utf8(&back.bytes).unwrap()
}

fn rule(placement: &Placement) -> &str {
    match placement {
        Placement::NotPlaced { rule } => rule,
        _ => panic!("{placement:?}"),
    }
}

#[test]
fn tei_gets_names_by_class_and_terms() {
    let source = "<TEI xmlns='http://www.tei-c.org/ns/1.0'><text><body>\
                  <p>Ada met <hi>Bob</hi> on a <hi>loom</hi>.</p></body></text></TEI>";
    let annotations = [
        ("Ada", person("http://example.org/ada")),
        ("Bob", entity("http://example.org/bob")),
        ("loom", term("http://example.org/loom")),
    ];
    for profile in ["tei", "auto"] {
        let back = xml(source, &annotations, profile);
        let expected = "<p><persName ref=\"http://example.org/ada\">Ada</persName> met \
                        <hi><name ref=\"http://example.org/bob\">Bob</name></hi> on a \
                        <hi><term ref=\"http://example.org/loom\">loom</term></hi>.</p>";
        assert!(text(&back).contains(expected), "{}", text(&back));
    }
}

#[test]
fn groups_have_the_classes_of_a_kind_unless_the_profile_has_its_own() {
    let letter =
        "<TEI xmlns='http://www.tei-c.org/ns/1.0'><text><body><p>To Cork.</p></body></text></TEI>";
    let cork = |class| {
        let entity = Entity::new("http://example.org/cork").with_class(class);
        [("Cork", Annotation::entity(TextSpan::new(0, 1), entity))]
    };
    let own = |groups: &str| {
        format!(
            r#"{{"name": "own", {groups} "otherwise": "its", "rules":
                [{{"annotation": "entity", "classes": ["location"], "element": "placeName"}}]}}"#
        )
    };
    let is_place = |class, groups| {
        text(&xml(letter, &cork(class), &own(groups))).contains("<placeName>Cork</placeName>")
    };
    assert!(is_place("http://dbpedia.org/ontology/Settlement", ""));
    assert!(is_place("https://www.geonames.org/ontology#P.PPL", ""));
    assert!(!is_place("http://dbpedia.org/ontology/Writer", ""));
    let groups = r#""groups": {"location": ["http://example.org/Port"]},"#;
    assert!(is_place("http://example.org/Port", groups));
    assert!(!is_place("http://dbpedia.org/ontology/Settlement", groups));
}

#[test]
fn a_name_is_not_written_in_a_name_of_the_source_or_in_a_new_one() {
    let source = "<TEI xmlns='http://www.tei-c.org/ns/1.0'><p>\
                  <persName>Ada King</persName>, New York City</p></TEI>";
    let annotations = [
        ("Ada", person("http://example.org/ada")),
        ("New York City", entity("http://example.org/nyc")),
        ("New York", entity("http://example.org/ny")),
    ];
    let back = xml(source, &annotations, "tei");
    assert_eq!(rule(&back.placements[0]), "the profile does not allow `persName` in `persName`");
    assert_eq!(back.placements[1], Placement::Placed { fragments: 1 });
    let overlap = "`name` would overlap an element that must not contain it";
    assert_eq!(rule(&back.placements[2]), overlap);
    // The annotations in reverse order.
    let back = xml(source, &[annotations[2].clone(), annotations[1].clone()], "tei");
    assert_eq!(back.placements[0], Placement::Placed { fragments: 1 });
    assert_eq!(rule(&back.placements[1]), overlap);
}

#[test]
fn an_element_takes_the_prefix_of_the_place_and_declares_those_of_its_attributes() {
    let source = "<d:article xmlns:d='http://docbook.org/ns/docbook'><d:para>To Cork.</d:para>\
                  <d:para xmlns:x='http://www.w3.org/1999/xlink'>Cobh.</d:para></d:article>";
    let annotations = [
        ("Cork", entity("http://example.org/cork?a=1&b")),
        ("Cobh", entity("http://example.org/cobh")),
    ];
    let back = xml(source, &annotations, "docbook");
    let cork = "<d:link xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
                xlink:href=\"http://example.org/cork?a=1&amp;b\">Cork</d:link>.";
    assert!(text(&back).contains(cork), "{}", text(&back));
    let cobh = "<d:link x:href=\"http://example.org/cobh\">Cobh</d:link>.";
    assert!(text(&back).contains(cobh), "{}", text(&back));
}

#[test]
fn two_prefixes_of_one_element_are_never_the_same() {
    let profile = r#"{"name": "own", "prefixes": {"v": "http://example.org/a", "w": "http://example.org/b"},
        "rules": [{"annotation": "entity", "element": "e", "namespace": "http://example.org/e",
        "attributes": {"v:x": "1", "v:y": "2", "w:z": "3"}}]}"#;
    let source = "<doc xmlns:its='http://www.w3.org/2005/11/its'><its:rules version='2.0' \
                  xmlns:e='http://example.org/e'><its:withinTextRule selector='//e:e' \
                  withinText='yes'/></its:rules><p xmlns:e='urn:x'>Cork</p></doc>";
    let back = xml(source, &[("Cork", entity("http://example.org/cork"))], profile);
    let expected = "<v:e xmlns:v=\"http://example.org/e\" xmlns:v_=\"http://example.org/a\" \
                    v_:x=\"1\" v_:y=\"2\" xmlns:w=\"http://example.org/b\" w:z=\"3\">Cork</v:e>";
    assert!(text(&back).contains(expected), "{}", text(&back));
}

#[test]
fn an_element_without_a_namespace_is_not_written_under_a_default_namespace() {
    let source = "<topic id='a'><title>Cork</title><body><p>A loom and \
                  <foreign xmlns='urn:x'><p>Ada</p></foreign></p></body></topic>";
    let own = r#"{"name": "own", "rules": [{"annotation": "entity", "element": "keyword"}]}"#;
    let annotations =
        [("Ada", entity("http://example.org/a")), ("Cork", entity("http://example.org/c"))];
    let back = xml(source, &annotations, own);
    let reason = "the element has no namespace, but the position has a default namespace";
    assert!(matches!(&back.placements[0], Placement::NotPlaced { rule } if *rule == reason));
    assert!(text(&back).contains("<title><keyword>Cork</keyword></title>"));
}

#[test]
fn an_element_that_holds_text_only_is_not_written_around_markup() {
    let source = "<topic id='a'><title>T</title><body><p>New <b>York</b> City, a<image href='b'/>b\
                  </p></body></topic>";
    let annotations = [
        ("New York", entity("http://example.org/ny")),
        ("ab", entity("http://example.org/ab")),
        ("York", entity("http://example.org/york")),
        ("City", entity("http://example.org/a+b")),
    ];
    let back = xml(source, &annotations, "dita");
    assert_eq!(rule(&back.placements[0]), "the profile allows only text in `keyword`");
    assert_eq!(rule(&back.placements[1]), "the profile allows only text in `keyword`");
    assert!(text(&back).contains("<b><keyword keyref=\"york\">York</keyword></b>"));
    // The IRI does not end in a valid key name.
    assert!(text(&back).contains("<keyword>City</keyword>"), "{}", text(&back));
}

#[test]
fn a_link_is_not_written_in_or_around_a_link() {
    let source = "<p>New <a href=x>York</a> City <button>Cork</button> Cobh";
    let annotations = [
        ("New York", entity("http://example.org/ny")),
        ("York", entity("http://example.org/york")),
        ("Cork", entity("http://example.org/cork")),
        ("Cobh", entity("http://example.org/cobh")),
        ("City", entity("javascript:alert(1)")),
    ];
    let back = html(source, &annotations, "html-links");
    assert_eq!(rule(&back.placements[0]), "the profile does not allow `a` around `a`");
    assert_eq!(rule(&back.placements[1]), "the profile does not allow `a` in `a`");
    assert_eq!(rule(&back.placements[2]), "the profile does not allow `a` in `button`");
    assert_eq!(rule(&back.placements[4]), "the profile has no rule for it");
    let expected = "City <button>Cork</button> <a href=\"http://example.org/cobh\">Cobh</a>";
    assert!(text(&back).ends_with(expected), "{}", text(&back));
}

#[test]
fn html_gets_data_rdfa_or_microdata() {
    let source = "<p>Ada";
    let ada = [("Ada", person("http://example.org/ada"))];
    for (profile, expected) in [
        (
            "html-data",
            "<span data-class=\"http://schema.org/Person\" data-entity=\"http://example.org/ada\">",
        ),
        (
            "html-rdfa",
            "<span property=\"http://schema.org/mentions\" resource=\"http://example.org/ada\" \
             typeof=\"http://schema.org/Person\">",
        ),
        (
            "html-microdata",
            "<span itemid=\"http://example.org/ada\" itemscope=\"\" \
             itemtype=\"http://schema.org/Person\">",
        ),
        ("auto", "<a href=\"http://example.org/ada\">"),
    ] {
        let back = html(source, &ada, profile);
        assert!(text(&back).contains(expected), "{}", text(&back));
    }
}

#[test]
fn articles_of_jats_and_acts_of_akoma_ntoso_get_their_elements() {
    let article =
        "<article><front><article-meta/></front><body><p>Ada at a loom</p></body></article>";
    let act = "<akomaNtoso xmlns='http://docs.oasis-open.org/legaldocml/ns/akn/3.0'>\
               <act><body><p>Ada at a <b>loom</b></p></body></act></akomaNtoso>";
    let annotations =
        [("Ada", person("http://example.org/ada")), ("loom", term("http://example.org/l"))];
    let back = xml(article, &annotations, "auto");
    let xlink = "xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
    let expected = format!(
        "<p><named-content content-type=\"person\" {xlink} xlink:href=\"http://example.org/ada\">\
         Ada</named-content> at a <named-content content-type=\"term\" {xlink} \
         xlink:href=\"http://example.org/l\">loom</named-content></p>"
    );
    assert!(text(&back).contains(&expected), "{}", text(&back));
    let back = xml(act, &annotations, "auto");
    let expected = "<p><person refersTo=\"#ada\">Ada</person> at a \
                    <b><term refersTo=\"#l\">loom</term></b></p>";
    assert!(text(&back).contains(expected), "{}", text(&back));
    // The root element of DocBook 4 has the same name.
    let document = "<article><para>Ada</para></article>";
    let document = decode(document, Format::Xml, &DecodeOptions::default()).unwrap();
    let options =
        EncodeOptions { profile: Some("auto".parse().unwrap()), ..EncodeOptions::default() };
    assert!(encode(&document, &[], &options).is_err());
}

#[test]
fn annotations_without_a_rule_are_omitted_or_get_its() {
    let own = |otherwise: &str| {
        format!(
            r#"{{"name": "own", "otherwise": "{otherwise}",
                "rules": [{{"annotation": "term", "element": "dfn"}}]}}"#
        )
    };
    let annotations =
        [("Ada", person("http://example.org/ada")), ("loom", term("http://example.org/l"))];
    let back = html("<p>Ada at a loom", &annotations, &own("omit"));
    assert_eq!(text(&back), "<p>Ada at a <dfn>loom</dfn>");
    assert_eq!(rule(&back.placements[0]), "the profile has no rule for it");
    let back = html("<p>Ada at a loom", &annotations, &own("its"));
    let expected = "<p><span its-ta-ident-ref=\"http://example.org/ada\" \
                    its-ta-class-ref=\"http://schema.org/Person\">Ada</span> at a <dfn>loom</dfn>";
    assert_eq!(text(&back), expected);
}

#[test]
fn an_element_that_would_split_the_text_is_not_written() {
    let source = "<TEI xmlns='http://www.tei-c.org/ns/1.0'><p>To Cork!</p></TEI>";
    let annotations = [("Cork", entity("http://example.org/cork"))];
    let back = annotate(source, Format::Xml, &DecodeOptions::default(), &annotations, "tei");
    assert_eq!(text(&back), source);
    let reason = rule(&back.placements[0]);
    assert!(
        reason.starts_with("with `name`, reading the result back gives a different"),
        "{reason}"
    );
    // An element whose content is not parsed like the surrounding text.
    let own = r#"{"name": "own", "rules": [{"annotation": "entity", "element": "script"}]}"#;
    let back = html("<p>To Cork!", &annotations, own);
    assert_eq!(text(&back), "<p>To Cork!");
}

#[test]
fn a_profile_for_other_documents_is_refused() {
    let document = decode("<html><p>Cork</html>", Format::Html, &DecodeOptions::default()).unwrap();
    let text = decode("Cork", Format::Text, &DecodeOptions::default()).unwrap();
    let article = decode("<letter>Cork</letter>", Format::Xml, &DecodeOptions::default()).unwrap();
    let encoded = |document, profile: &str| {
        let options =
            EncodeOptions { profile: Some(profile.parse().unwrap()), ..EncodeOptions::default() };
        encode(document, &[], &options).unwrap_err()
    };
    let error = encoded(&document, "tei");
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("profile")));
    assert_eq!(
        error.message(),
        "the profile `tei` is not for documents with the root element `html` in the namespace \
         `http://www.w3.org/1999/xhtml`"
    );
    assert_eq!(
        encoded(&article, "auto").message(),
        "no bundled profile is for documents with the root element `letter` in no namespace"
    );
    assert_eq!(encoded(&text, "tei").kind(), ErrorKind::Unsupported);
}

#[test]
fn attributes_that_browsers_run_are_refused_in_html() {
    let refused = |source: &str, format, name: &str| {
        let rule = format!(
            r#"{{"annotation": "term", "element": "i", "attributes": {{"{name}": "{{text}}"}}}}"#
        );
        let profile: MarkupProfile =
            format!(r#"{{"name": "own", "rules": [{rule}]}}"#).parse().unwrap();
        let document = decode(source, format, &DecodeOptions::default()).unwrap();
        let options = EncodeOptions { profile: Some(profile), ..EncodeOptions::default() };
        encode(&document, &[], &options)
            .err()
            .map(|error| (error.kind(), error.message().to_owned()))
    };
    let xhtml = "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>To Cork</p></body></html>";
    for name in ["onclick", "ONload", "srcdoc"] {
        for (source, format) in [("<p>To Cork", Format::Html), (xhtml, Format::Xml)] {
            let (kind, message) = refused(source, format, name).unwrap();
            assert_eq!(kind, ErrorKind::Invalid);
            assert!(message.contains(&format!("`own` sets `{name}`")), "{message}");
        }
        assert_eq!(refused("<a>To Cork</a>", Format::Xml, name), None);
    }
    assert_eq!(refused("<p>To Cork", Format::Html, "title"), None);
}

#[test]
fn faults_of_profiles_are_named() {
    let rules = |rules: &str| format!(r#"{{"name": "own", "rules": [{rules}]}}"#);
    let rule =
        |more: &str| rules(&format!(r#"{{"annotation": "entity", "element": "e", {more}}}"#));
    for (profile, message) in [
        ("{".to_owned(), "the profile is not JSON"),
        (r#"{"rules": []}"#.to_owned(), "the profile has no `name`, expected a text"),
        (
            r#"{"name": "own", "colour": 1}"#.to_owned(),
            "the profile has `colour`, expected one of ",
        ),
        (rules(""), "the profile has 0 rules, expected 1 to 1000"),
        (rules("1"), "rule 1 of the profile is wrong, expected an object"),
        (rules(r#"{"annotation": "word"}"#), "rule 1 of the profile has no `annotation`"),
        (
            rules(r#"{"annotation": "term", "element": "a b"}"#),
            "rule 1 of the profile has no `element`, expected a name without a prefix",
        ),
        (rule(r#""classes": ["ship"]"#), "`classes` of rule 1 of the profile is wrong"),
        (rule(r#""attributes": {"x:y": ""}"#), "`attributes` of rule 1 of the profile is wrong"),
        (
            rule(r#""attributes": {"on click": ""}"#),
            "`attributes` of rule 1 of the profile is wrong",
        ),
        (
            rule(r#""attributes": {"x": "{iri}"}"#),
            "no placeholder `iri`, expected one of identifier",
        ),
        (rule(r#""attributes": {"x": "a}"}"#), "the value `a}` has a single `}`, expected two"),
        (rule(r#""required": ["x"]"#), "`required` of rule 1 of the profile is wrong"),
        (rule(r#""text-only": 1"#), "`text-only` of rule 1 of the profile is wrong"),
    ] {
        let error = profile.parse::<MarkupProfile>().unwrap_err();
        assert!(error.message().starts_with(message), "{error}");
        assert_eq!(error.parameter(), Some("profile"), "{error}");
    }
}

/// A profile without limits for its elements, so that only the verification detects faults.
const CARELESS: &str = r#"{"name": "careless", "otherwise": "its", "prefixes": {"x": "http://example.org/x"},
    "rules": [
      {"annotation": "entity", "classes": ["http://schema.org/Person"], "element": "a",
       "attributes": {"href": "{identifier}", "title": "{text}"}},
      {"annotation": "entity", "element": "b", "attributes": {"x:class": "{text}"}},
      {"annotation": "term", "element": "li"}]}"#;

proptest! {
    #[test]
    fn the_text_and_the_bytes_stay_with_any_profile(
        tokens in vec(0usize..TOKENS.len(), 1..24),
        marks in vec((0usize..40, 1usize..12, 0usize..3), 0..6),
        profile in prop::sample::select(vec![CARELESS, "html-links", "html-data", "html-microdata"]),
        is_xml in any::<bool>(),
    ) {
        let mut source: String = tokens.iter().map(|at| TOKENS[*at]).collect();
        let mut reading = DecodeOptions::default();
        if is_xml {
            source = format!(
                "<html xmlns='http://www.w3.org/1999/xhtml'>{}</html>",
                well_formed(&tokens)
            );
        }
        reading.translatable_attributes = tokens.len() % 2 == 0;
        let format = if is_xml { Format::Xml } else { Format::Html };
        let document = decode(source.as_str(), format, &reading).unwrap();
        let ends: Vec<usize> = document.text().char_indices().map(|(at, _)| at).collect();
        let annotations: Vec<Annotation> = marks
            .iter()
            .filter_map(|(start, length, kind)| {
                let span = TextSpan::new(*ends.get(*start)?, *ends.get(start + length)?);
                let kinds = [entity, person, term];
                Some(kinds[*kind]("http://example.org/a?b=\"c\"").moved_to(span))
            })
            .collect();
        let options = EncodeOptions { profile: Some(profile.parse().unwrap()), ..EncodeOptions::default() };
        let back = encode(&document, &annotations, &options).unwrap();
        let mut bare = back.bytes.clone();
        for span in back.inserted.iter().rev() {
            bare.drain(span.range());
        }
        prop_assert_eq!(String::from_utf8(bare).unwrap(), source);
        let again = decode(back.bytes.clone(), format, &reading).unwrap();
        prop_assert_eq!(again.text(), document.text());
    }
}

/// Tokens of a page: paired tags, and text.
const TOKENS: [&str; 18] = [
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<a href='x'>",
    "</a>",
    "<ul>",
    "</ul>",
    "<li>",
    "</li>",
    "<button>",
    "</button>",
    "<br/>",
    "one ",
    "two",
    "&amp;",
    "\u{e9}t\u{e9} ",
    "<!--c-->",
];

/// Returns the tokens with only the tags that are well nested.
fn well_formed(tokens: &[usize]) -> String {
    let (mut out, mut open) = (String::new(), Vec::new());
    for token in tokens {
        match token {
            0..12 if token % 2 == 0 => open.push(token + 1),
            0..12 if open.last() == Some(token) => drop(open.pop()),
            0..12 => continue,
            _ => {}
        }
        out.push_str(TOKENS[*token]);
    }
    out.extend(open.into_iter().rev().map(|token| TOKENS[token]));
    out
}
