//! The parameter `filter` of a request to a service.

use glossweave::error::Side;
use glossweave::rdf::{self, ResultFormat};
use glossweave::resource::ResourceUpdate;
use glossweave::{Caller, ErrorKind, Format, Reply, Request, Result};

use super::Fixture;

const PAGE: &str = "<p>Molly, the fishmonger, left Co<b>rk</b>.";

const TABLE: &str = "start,end,text,entity,class,confidence\r\n\
    0,21,\"Molly, the fishmonger\",http://d.example/Molly,,1.0\r\n\
    28,32,Cork,http://d.example/Cork,http://d.example/City,1.0\r\n";

/// Returns the result of a request for the mentions of the page, with parameters.
fn asked(parameters: &[(&str, &str)]) -> Result<Reply> {
    asked_of(PAGE, Format::Html, parameters)
}

fn asked_of(input: &str, informat: Format, parameters: &[(&str, &str)]) -> Result<Reply> {
    let mut request = Request::new(input, informat);
    for (name, value) in parameters {
        request.set(name, value)?;
    }
    let session = Fixture::shared().engine.session(Caller::Anonymous);
    session.entities().enrich("names", request)
}

fn text(reply: &Reply) -> &str {
    std::str::from_utf8(&reply.bytes).unwrap()
}

#[test]
fn a_table_is_what_comes_back_where_nothing_else_is_said() {
    let reply = asked(&[("filter", "mentions")]).unwrap();
    assert_eq!((text(&reply), reply.media_type()), (TABLE, "text/csv"));
    assert_eq!(reply.results, Some(ResultFormat::Csv));
    assert!(reply.placements.is_empty());
}

#[test]
fn outformat_says_how_it_is_written() {
    for (name, media) in [
        ("csv", "text/csv"),
        ("json", "application/sparql-results+json"),
        ("xml", "application/sparql-results+xml"),
        ("turtle", "text/turtle"),
        ("application/ld+json", "application/ld+json"),
        ("n-triples", "application/n-triples"),
        ("rdf-xml", "application/rdf+xml"),
    ] {
        // The order of the parameters is irrelevant.
        for parameters in [
            [("outformat", name), ("filter", "mentions")],
            [("filter", "mentions"), ("outformat", name)],
        ] {
            let reply = asked(&parameters).unwrap();
            assert_eq!(reply.media_type(), media, "{name}");
            let found = text(&reply);
            match name {
                "csv" => assert_eq!(found, TABLE),
                "json" => assert_eq!(found.matches("\"entity\":").count(), 2, "{found}"),
                "xml" => assert_eq!(found.matches("<result>").count(), 2, "{found}"),
                _ => {
                    let set = rdf::read(found.as_bytes(), reply.format, None).unwrap();
                    let solutions = set.iter().filter(|triple| {
                        triple.predicate.as_str().ends_with("result-set#solution")
                    });
                    assert_eq!(solutions.count(), 2, "{found}");
                }
            }
        }
    }
}

#[test]
fn a_request_in_rust_says_it_too() {
    let session = Fixture::shared().engine.session(Caller::Anonymous);
    let enrich = |request| session.entities().enrich("names", request).unwrap();
    let page = || Request::new(PAGE, Format::Html);
    let reply = enrich(page().through("mentions", ResultFormat::Csv));
    assert_eq!(text(&reply), TABLE);
    let mut filtered = page().output(Format::JsonLd);
    filtered.filter = Some("mentions".to_owned());
    assert_eq!(enrich(filtered).results, Some(ResultFormat::Rdf(Format::JsonLd)));
}

#[test]
fn nif_that_comes_in_is_filtered_with_what_was_in_it() {
    let turtle = r#"
@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
@prefix geo: <http://www.w3.org/2003/01/geo/wgs84_pos#> .
<http://p.example/#char=0,14> a nif:Context ; nif:isString "Dublin to Cork" .
<http://p.example/#char=0,6> nif:anchorOf "Dublin" ; nif:beginIndex 0 ; nif:endIndex 6 ;
  nif:referenceContext <http://p.example/#char=0,14> ;
  itsrdf:taIdentRef <http://d.example/Dublin> .
<http://d.example/Cork> geo:lat 51.9 ; geo:long -8.47 .
"#;
    let reply = asked_of(turtle, Format::Turtle, &[("filter", "entities")]).unwrap();
    assert_eq!(text(&reply), "entity\r\nhttp://d.example/Cork\r\nhttp://d.example/Dublin\r\n");
    let reply = asked_of(turtle, Format::Turtle, &[("filter", "places")]).unwrap();
    let expected = "name,place,lat,long\r\nCork,http://d.example/Cork,51.9,-8.47\r\n";
    assert_eq!(text(&reply), expected);
}

#[test]
fn a_table_needs_a_filter_and_a_filter_gives_no_page() {
    let refused = |parameters: &[(&str, &str)]| {
        let error = asked(parameters).unwrap_err();
        (error.kind(), error.parameter().map(str::to_owned), error.side())
    };
    let outformat = || Some("outformat".to_owned());
    assert_eq!(refused(&[("outformat", "csv")]), (ErrorKind::Invalid, outformat(), None));
    let unsupported = (ErrorKind::Unsupported, outformat(), Some(Side::Output));
    for name in ["html", "text", "xliff", "odt", "latex"] {
        assert_eq!(refused(&[("filter", "mentions"), ("outformat", name)]), unsupported, "{name}");
        assert_eq!(refused(&[("outformat", name), ("filter", "mentions")]), unsupported, "{name}");
    }
    // XML is possible only for XML input, and JSON means JSON-LD.
    assert_eq!(refused(&[("outformat", "xml")]), (ErrorKind::Invalid, outformat(), None));
    let reply = asked(&[("outformat", "json")]).unwrap();
    assert_eq!((reply.format, reply.results), (Format::JsonLd, None));
}

#[test]
fn who_may_not_use_a_filter_is_told_before_anything_is_read() {
    let fixture = Fixture::shared();
    let mut private = ResourceUpdate::default();
    private.set("visibility", "private").unwrap();
    let filters = fixture.anna().filters();
    filters.create(Some("own"), b"SELECT ?s { ?s ?p ?o }", &private).unwrap();
    fixture.engine.session(Caller::Anonymous).users().create("bert", super::WORD).unwrap();
    let bert = fixture.engine.session(Caller::Anonymous).users();
    let bert = Caller::Token(bert.authenticate("bert", super::WORD).unwrap());
    // A malformed document for a missing recognizer. The filter is checked before both are used.
    let broken = || {
        let mut request = Request::new("<a><b>", Format::Xml);
        request.filter = Some("own".to_owned());
        request
    };
    let kind = |caller: &Caller, request: Request| {
        let session = fixture.engine.session(caller.clone());
        session.entities().enrich("nobody", request).unwrap_err().kind()
    };
    assert_eq!(kind(&Caller::Anonymous, broken()), ErrorKind::Unauthenticated);
    assert_eq!(kind(&bert, broken()), ErrorKind::NotFound);
    assert_eq!(kind(&Caller::token(&"0".repeat(64)), broken()), ErrorKind::Unauthenticated);
    assert_eq!(kind(&fixture.anna, broken()), ErrorKind::Malformed);
    let mut unknown = broken();
    unknown.filter = Some("none-such".to_owned());
    assert_eq!(kind(&bert, unknown.clone()), ErrorKind::NotFound);
    // Anonymous callers do not learn which filters exist.
    assert_eq!(kind(&Caller::Anonymous, unknown), ErrorKind::Unauthenticated);
    for name in ["own", "none-such"] {
        let mut request = broken();
        request.filter = Some(name.to_owned());
        let session = fixture.engine.session(Caller::Anonymous);
        let error = session.entities().enrich("nobody", request).unwrap_err();
        let message = format!("expected a token, found none; there is no public filter `{name}`");
        assert_eq!(error.message(), message);
    }
    let used = Request::new(PAGE, Format::Html).through("own", ResultFormat::Csv);
    let reply = fixture.anna().entities().enrich("names", used).unwrap();
    assert!(text(&reply).starts_with("s\r\n\"http://example.org/glossweave/#char=0,"));
}
