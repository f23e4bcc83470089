//! Values that are passed directly between steps, compared with values that are written and read
//! each time.

use glossweave::pipeline::Handoff;
use glossweave::service::{Answer, Call};
use glossweave::{Format, Result, rdf};
use harness::random::Random;

use super::fixture::{Fixture, fixture};

const PAGES: &[(&str, &str)] = &[
    ("text", "Cork is on the Lee, Dublin on the Liffey. The bank of the Lee — 😀 and Cork."),
    ("html", "<!DOCTYPE html><title>Cork</title><p>The <b>Lee</b> &amp; its bank<img alt='Dublin'> in Cork.\n<p its-term=yes>Liffey"),
    ("xml", "<doc xml:lang=\"en\"><p>To Cork &#x1F600; and <i>the bank</i></p><p>Dublin, Cork</p></doc>"),
    ("turtle", "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
        <http://a.example/#char=0,14> a nif:Context ; nif:isString 'To Cork or Lee' ; <http://x.example/y> [ <http://x.example/z> 1.50 , 'a'@EN ] .
        <http://b.example/#offset_0_6> a nif:Context, nif:OffsetBasedString ; nif:isString 'Dublin' ."),
];
const FORMATS: &[&str] = &["turtle", "json-ld", "n-triples", "n3", "rdf-xml"];

/// Returns a random pipeline: its requests, and parameters of the call.
fn pipeline(fixture: &Fixture, random: &mut Random) -> (String, Vec<(&'static str, &'static str)>) {
    let (informat, page) = PAGES[random.below(PAGES.len())];
    let count = 1 + random.below(5);
    let mut steps = Vec::new();
    for number in 0..count {
        let link = format!("/e-link/documents?templateid={}", fixture.link);
        let endpoint = match random.below(6) {
            0 => "/e-terminology/termbase?dataset=terms&source-lang=en&target-lang=es",
            1 => {
                "/e-terminology/termbase?dataset=terms&source-lang=en&target-lang=es&mode=annotation"
            }
            2 => "/e-translation/loud?source-lang=en&target-lang=es",
            3 => link.as_str(),
            4 => "/e-entity/rivers/documents",
            _ => "/e-entity/cities/documents",
        };
        let mut parameters = serde_json::Map::new();
        let mut step = serde_json::json!({"method": "POST", "endpoint": endpoint});
        if number == 0 {
            step["body"] = page.into();
            parameters.insert("informat".into(), informat.into());
            if random.below(3) == 0 {
                parameters.insert("nif-version".into(), "2.1".into());
            }
        }
        if number + 1 < count && random.below(2) == 0 {
            parameters.insert("outformat".into(), FORMATS[random.below(FORMATS.len())].into());
        }
        step["parameters"] = parameters.into();
        steps.push(step);
    }
    let ends = match random.below(4) {
        0 if matches!(informat, "html" | "xml") => vec![("outformat", informat)],
        1 => vec![("filter", "entities")],
        2 => vec![("outformat", FORMATS[random.below(FORMATS.len())])],
        _ => Vec::new(),
    };
    (serde_json::Value::from(steps).to_string(), ends)
}

fn run(
    fixture: &Fixture,
    passing: Handoff,
    requests: &str,
    ends: &[(&str, &str)],
) -> Result<Answer> {
    let call = Call::new("/pipelining/chain").with_body(requests);
    let call = ends.iter().fold(call, |call, (name, value)| call.with_parameter(*name, *value));
    fixture.session().pipelines().passing(passing).call(call)
}

#[test]
fn what_is_handed_on_is_what_would_be_read() {
    let fixture = fixture();
    let mut random = Random::new(7);
    let (mut graphs, mut documents, mut tables) = (0, 0, 0);
    for round in 0..600 {
        let (requests, ends) = pipeline(&fixture, &mut random);
        let as_is = run(&fixture, Handoff::AsIs, &requests, &ends);
        let bytes = run(&fixture, Handoff::Bytes, &requests, &ends);
        let (as_is, bytes) = match (as_is, bytes) {
            (Ok(as_is), Ok(bytes)) => (as_is, bytes),
            (as_is, bytes) => panic!("{round}: {requests} {ends:?}\n{as_is:?}\n{bytes:?}"),
        };
        assert_eq!(as_is.media_type, bytes.media_type);
        match as_is.media_type.parse::<Format>() {
            Ok(format) if format.is_rdf() => {
                graphs += 1;
                let graph = |bytes: &[u8]| rdf::read(bytes, format, None).unwrap();
                let same = graph(&as_is.bytes).is_isomorphic(&graph(&bytes.bytes));
                let shown = |answer: &Answer| String::from_utf8_lossy(&answer.bytes).into_owned();
                assert!(same, "{round}: {requests} {ends:?}\n{}\n{}", shown(&as_is), shown(&bytes));
            }
            read => {
                // CSV tables are query results here.
                if read.is_ok_and(|format| format != Format::Csv) {
                    documents += 1
                } else {
                    tables += 1
                }
                assert_eq!(
                    String::from_utf8_lossy(&as_is.bytes),
                    String::from_utf8_lossy(&bytes.bytes),
                    "{round}: {requests} {ends:?}"
                );
            }
        }
    }
    assert!(graphs > 200 && documents > 30 && tables > 80, "{graphs} {documents} {tables}");
}
