//! Entities and terms of a page as JSON-LD in its head.

use std::collections::HashMap;

use super::element::Element;
use crate::annotation::{Annotation, Body, EntityKind, kind_of};
use crate::document::{Document, Splice};
use glossweave_markup::At;
use glossweave_markup::html::{Content, StartTag, Tokens, tokenize};
use serde_json::{Value, json};

const SCHEMA: [&str; 2] = ["http://schema.org/", "https://schema.org/"];

/// Returns `true` if an annotation has an IRI to be listed by.
pub(super) fn is_listed(annotation: &Annotation) -> bool {
    identifier(annotation).is_some()
}

/// Returns the insertion of a script before the end of the head: what the page mentions, in terms of schema.org, each
/// entity and term once, in the order of the text.
pub(super) fn script(document: &Document, annotations: &[&Annotation]) -> Splice {
    let mut splice = Splice::default();
    let (mut mentions, mut known) = (Vec::new(), HashMap::new());
    let mut sorted = annotations.to_vec();
    sorted.sort_by_key(|one| one.span().start());
    for annotation in sorted {
        let Some(iri) = identifier(annotation) else { continue };
        known.entry(iri).or_insert_with(|| mentions.push(mention(document, annotation, iri)));
    }
    if mentions.is_empty() {
        return splice;
    }
    let page = json!({"@context": "https://schema.org", "@type": "WebPage", "mentions": mentions});
    let source = document.source();
    let encoding = source.encoding();
    let mut script = String::from("<script type=\"application/ld+json\">");
    for char in page.to_string().chars() {
        // What could end the script, and what the encoding may lack.
        if char == '<' || !char.is_ascii() && !encoding.is_utf8() {
            let mut units = [0; 2];
            for unit in char.encode_utf16(&mut units) {
                script.push_str(&format!("\\u{unit:04X}"));
            }
        } else {
            script.push(char);
        }
    }
    script.push_str("</script>");
    let decoded = encoding.decode_again(source.bytes());
    let mut head = Head { text: &decoded.text, open: 0, end: None };
    tokenize(&decoded.text, &mut head);
    let end = head.end.unwrap_or(decoded.text.len());
    let at = decoded.way_back().source(end);
    splice.at(at).extend_from_slice(&encoding.encode(&script));
    splice
}

fn identifier(annotation: &Annotation) -> Option<&str> {
    match annotation.body() {
        Body::Entity(entity) => entity.idents.first().map(AsRef::as_ref),
        Body::Term(term) => term.info_ref.as_deref(),
        _ => None,
    }
}

fn mention(document: &Document, annotation: &Annotation, iri: &str) -> Value {
    let text = document.text().get(annotation.span().range()).unwrap_or_default();
    let mut mention = json!({"@id": iri, "name": text});
    match annotation.body() {
        Body::Entity(entity) => {
            mention["@type"] = types(&entity.classes).into();
            if let Some(others) = entity.idents.get(1..).filter(|others| !others.is_empty()) {
                mention["sameAs"] = others.iter().map(|iri| &**iri).collect();
            }
        }
        Body::Term(term) => {
            mention["@type"] = "DefinedTerm".into();
            if let Some(info) = &term.info {
                mention["description"] = (&**info).into();
            }
        }
        _ => {}
    }
    mention
}

/// Returns the types of schema.org that classes are or correspond to, and the other classes as IRIs; `Thing` before
/// those if there is none of schema.org.
fn types(classes: &[Box<str>]) -> Vec<&str> {
    let (mut types, mut others) = (Vec::new(), Vec::new());
    for class in classes {
        match SCHEMA.iter().find_map(|start| class.strip_prefix(start)) {
            Some(name) => types.push(name),
            None => others.push(&**class),
        }
    }
    if types.is_empty() {
        types.push(match classes.iter().find_map(|class| kind_of(class)) {
            Some(EntityKind::Person) => "Person",
            Some(EntityKind::Location) => "Place",
            Some(EntityKind::Organization) => "Organization",
            Some(EntityKind::Other) | None => "Thing",
        });
    }
    types.extend(others);
    types.dedup();
    types
}

/// A search for the end of the head: the end tag, or the first token that is not in a head (HTML Standard, clause
/// 13.2.6.4.4).
struct Head<'a> {
    text: &'a str,
    /// The number of elements of the head that are open.
    open: u32,
    end: Option<usize>,
}

impl Head<'_> {
    fn ends_at(&mut self, at: usize) {
        if self.open == 0 {
            self.end.get_or_insert(at);
        }
    }
}

impl Tokens for Head<'_> {
    fn text(&mut self, at: At, _: bool) {
        let text = self.text.get(at.clone()).unwrap_or_default();
        if !text.trim_matches(['\u{FEFF}', '\t', '\n', '\u{C}', '\r', ' ']).is_empty() {
            self.ends_at(at.start);
        }
    }

    fn start(&mut self, tag: &StartTag<'_>) -> Content {
        let name = self.text.as_bytes().get(tag.name.clone()).unwrap_or_default();
        let element = Element::of(name);
        if element.stands_in_head() {
            self.open += u32::from(!element.is_void());
        } else if !matches!(element, Element::HEAD_) && !name.eq_ignore_ascii_case(b"html") {
            self.ends_at(tag.at.start);
        }
        element.content()
    }

    fn end(&mut self, at: At, name: At) {
        let element = Element::of(self.text.as_bytes().get(name).unwrap_or_default());
        if element.stands_in_head() {
            self.open = self.open.saturating_sub(1);
        } else {
            self.ends_at(at.start);
        }
    }

    fn is_foreign(&mut self) -> bool {
        false
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]
mod tests {
    use crate::annotation::{Annotation, Entity, Term, Translation};
    use crate::format::{DecodeOptions, EncodeOptions, Placement, decode, encode};
    use glossweave_base::error::ErrorKind;
    use glossweave_base::media::Format;
    use glossweave_base::text::TextSpan;
    use serde_json::{Value, json};

    const SCRIPT: &str = "<script type=\"application/ld+json\">";

    fn options() -> EncodeOptions {
        EncodeOptions::default().with_profile("html-json-ld".parse().unwrap())
    }

    fn cork(text: &str) -> Annotation {
        let start = text.find("Cork").unwrap();
        let entity = Entity::new("http://a.example/Cork").with_class("http://schema.org/City");
        Annotation::entity(TextSpan::new(start, start + 4), entity)
    }

    /// Returns the result without the script, with `|` in its place, and what the script says.
    fn listed(source: &[u8], annotations: &[Annotation]) -> (String, Value, Vec<Placement>) {
        let page = decode(source.to_vec(), Format::Html, &DecodeOptions::default()).unwrap();
        let back = encode(&page, annotations, &options()).unwrap();
        let encoding = page.source().encoding();
        let text = encoding.decode_again(&back.bytes).text.into_owned();
        let (before, rest) = text.split_once(SCRIPT).unwrap();
        let (script, after) = rest.split_once("</script>").unwrap();
        (format!("{before}|{after}"), serde_json::from_str(script).unwrap(), back.placements)
    }

    #[test]
    fn the_script_is_at_the_end_of_the_head() {
        for expected in [
            "<!DOCTYPE html><html><head><title>A</title>|</head><body><p>To Cork",
            "<html><head><meta charset=utf-8><script>'</head>'</script>|</HEAD ><body>Cork",
            "<!-- a --><head><title>Cork &amp; </head></title>\n<style>p{}</style>\n|<p>To Cork",
            "<title>A</title>|<body><p>Cork",
            "|<p>To Cork",
            "\n <!doctype html>\n|To Cork",
            "<html lang=en>|<body>Cork",
            "<head><noscript><link></noscript><template><p>a</template>|</head><p>Cork",
            "|</p>Cork",
            "<head></title>|Cork",
            "|<svg><title>a</title></svg><head></head>Cork",
        ] {
            let source = expected.replace('|', "");
            let page = decode(source.clone(), Format::Html, &DecodeOptions::default()).unwrap();
            let annotation = cork(page.text());
            let (text, said, placements) = listed(source.as_bytes(), &[annotation]);
            assert_eq!(text, expected);
            assert_eq!(placements, [Placement::Placed { fragments: 1 }]);
            let city = json!({"@id": "http://a.example/Cork", "@type": ["City"], "name": "Cork"});
            assert_eq!(
                said,
                json!({"@context": "https://schema.org", "@type": "WebPage", "mentions": [city]})
            );
        }
    }

    #[test]
    fn each_entity_and_term_is_listed_once() {
        let text = "A </script> in Cork, Cork, and B";
        let source = "<p>A &lt;/script> in Cork, Cork, and B";
        let first = cork(text);
        let again = cork(text).moved_to(TextSpan::new(21, 25));
        let person = Entity::new("http://a.example/B")
            .with_ident("http://b.example/B")
            .with_class("http://dbpedia.org/ontology/Person");
        let term = Term::new().with_info_ref("http://a.example/t").with_info("an \u{2028}end");
        let all = [
            Annotation::entity(TextSpan::new(31, 32), person),
            again,
            first,
            Annotation::term(TextSpan::new(0, 11), term),
            Annotation::entity(TextSpan::new(0, 1), Entity::default()),
            Annotation::translation(
                TextSpan::new(0, 1),
                Translation::new("a", "de".parse().unwrap()),
            ),
        ];
        let (result, said, placements) = listed(source.as_bytes(), &all);
        assert_eq!(result, format!("|{source}"));
        let types = ["Person", "http://dbpedia.org/ontology/Person"];
        assert_eq!(
            said["mentions"],
            json!([
                {"@id": "http://a.example/t", "@type": "DefinedTerm", "name": "A </script>",
                    "description": "an \u{2028}end"},
                {"@id": "http://a.example/Cork", "@type": ["City"], "name": "Cork"},
                {"@id": "http://a.example/B", "@type": types, "name": "B",
                    "sameAs": ["http://b.example/B"]},
            ])
        );
        assert!(placements[..4].iter().all(|one| *one == Placement::Placed { fragments: 1 }));
        assert!(!placements[4].is_there() && !placements[5].is_there());
    }

    #[test]
    fn other_encodings_have_escapes() {
        let source = b"<meta charset=windows-1252><p>\xE4 Cork \x80".to_vec();
        let page = decode(source.clone(), Format::Html, &DecodeOptions::default()).unwrap();
        assert_eq!(page.text(), "\u{E4} Cork \u{20AC}");
        let entity = Entity::new("http://a.example/\u{4E2D}\u{1F600}");
        let all = [Annotation::entity(TextSpan::new(0, 2), entity)];
        let back = encode(&page, &all, &options()).unwrap();
        let head = source.len() - 11;
        assert!(back.bytes.starts_with(&source[..head]) && back.bytes.ends_with(&source[head..]));
        let (_, said, _) = listed(&source, &all);
        assert_eq!(said["mentions"][0]["@id"], "http://a.example/\u{4E2D}\u{1F600}");
        assert_eq!(said["mentions"][0]["name"], "\u{E4}");
        let wide = "\u{FEFF}<p>To Cork".encode_utf16().flat_map(u16::to_le_bytes);
        let wide: Vec<u8> = wide.collect();
        let (result, ..) = listed(&wide, &[cork("To Cork")]);
        assert_eq!(result, "|<p>To Cork");
    }

    #[test]
    fn nothing_to_list_changes_nothing_and_xml_is_refused() {
        let page = decode("<p>Cork", Format::Html, &DecodeOptions::default()).unwrap();
        assert_eq!(encode(&page, &[], &options()).unwrap().bytes, b"<p>Cork");
        let page = "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>Cork</p></body></html>";
        let page = decode(page, Format::Xml, &DecodeOptions::default()).unwrap();
        let error = encode(&page, &[], &options()).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Unsupported, Some("profile")));
    }
}
