//! Random, unusual requests: each gets a response, and no response is an internal error of the service.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use std::time::Instant;

use glossweave_testing::{PATIENCE, count};

use crate::client::Service;

/// A small generator of random numbers (xorshift), so that a failure can be reproduced by its seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.roll(all.len())]
    }
}

const METHODS: &[&str] =
    &["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "X"];
const SEGMENTS: &[&str] = &[
    "v1",
    "v1",
    "v1",
    "e-entity",
    "e-link",
    "e-terminology",
    "e-translation",
    "toolbox",
    "convert",
    "xslt-converter",
    "pipelining",
    "chain",
    "templates",
    "manage",
    "documents",
    "datasets",
    "user",
    "authenticate",
    "systems",
    "dictionary",
    "termbase",
    "extraction",
    "cork",
    "1",
    "0",
    "99999999999999999999",
    "..",
    ".",
    "",
    "%2e%2e",
    "%00",
    "%ff",
    "é",
    "a b",
    "openapi.json",
    "reconcile",
    "suggest",
    "entity",
    "preview",
    "page",
    "health",
    "anna",
    "root",
    "system",
    "*",
    "{x}",
];
const PLACES: &[&str] = &[
    "/v1/e-entity/dictionary/documents",
    "/v1/e-link/documents",
    "/v1/e-terminology/termbase",
    "/v1/e-terminology/extraction",
    "/v1/e-translation/memory",
    "/v1/toolbox/convert/documents/f",
    "/v1/toolbox/xslt-converter/documents/x",
    "/v1/pipelining/chain",
    "/v1/pipelining/chain/1",
    "/v1/pipelining/templates",
    "/v1/pipelining/templates/1",
    "/v1/toolbox/convert/manage",
    "/v1/toolbox/convert/manage/f",
    "/v1/toolbox/xslt-converter/manage/x",
    "/v1/e-link/templates",
    "/v1/e-link/templates/1",
    "/v1/e-entity/dictionary/datasets",
    "/v1/e-entity/dictionary/datasets/d",
    "/v1/user",
    "/v1/user/zed",
    "/v1/authenticate",
    "/v1/reconcile/cork",
];
const NAMES: &[&str] = &[
    "input",
    "i",
    "informat",
    "f",
    "outformat",
    "o",
    "prefix",
    "p",
    "nif-version",
    "filter",
    "useI18n",
    "dataset",
    "collection",
    "language",
    "mode",
    "types",
    "numLinks",
    "threshold",
    "templateid",
    "source-lang",
    "target-lang",
    "domain",
    "key",
    "name",
    "visibility",
    "description",
    "newOwner",
    "owner",
    "label",
    "persist",
    "limit",
    "after",
    "username",
    "password",
    "role",
    "stats",
    "output",
    "partial",
    "type",
    "plurals",
    "case",
    "never-alone",
    "properties",
    "if-revision",
    "queries",
    "query",
    "id",
    "%ff",
    "",
];
const VALUES: &[&str] = &[
    "",
    "1",
    "-1",
    "0",
    "true",
    "false",
    "text",
    "turtle",
    "html",
    "csv",
    "json",
    "xml",
    "xliff",
    "odt",
    "json-ld",
    "en",
    "de",
    "zz-",
    "all",
    "spot,link",
    "full",
    "cork",
    "f",
    "x",
    "public",
    "private",
    "anna",
    "To+Cork!",
    "%3Cp%3ETo+Cork!",
    "http://example.org/",
    "urn:x",
    "2.0",
    "2.1",
    "9e99",
    "NaN",
    "*",
    "99999999999999999999",
    "%00",
    "%ff",
    "text/html;charset=x",
    "SELECT+*+%7B%7D",
    "%7B%22query%22:%22Cork%22%7D",
    "%7B%22q0%22:%7B%22query%22:%22Cork%22%7D%7D",
    "undefined",
    "ROLE_ADMIN",
    "correct+horse",
];
const TYPES: &[&str] = &[
    "",
    "text/plain",
    "text/html",
    "text/xml",
    "text/turtle",
    "application/x-turtle",
    "application/json",
    "text/json",
    "application/ld+json",
    "application/rdf+xml",
    "application/x-openoffice",
    "application/x-xliff+xml",
    "text/csv",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "image/png",
    "text/html; charset=utf-16",
    ";;;",
    "*/*",
    "text/*;q=0.3, */*;q=0",
    "a/b;q=9",
];
const BODIES: &[&str] = &[
    "",
    "To Cork!",
    "<p>To Cork!",
    "<a>To Cork!</a>",
    "<a>",
    "\u{feff}x",
    "\0\0\0",
    "{}",
    "[]",
    "null",
    "[{\"method\":\"POST\",\"endpoint\":\"/e-entity/dictionary/documents?dataset=cork&language=en\"}]",
    "[{\"method\":\"POST\",\"endpoint\":\"/pipelining/chain/1\"}]",
    "uri,label\nu:a,b\n",
    "uri,label\n\"",
    "SELECT * { ?s ?p ?o }",
    "SELECT * { SERVICE <http://localhost/> { ?s ?p ?o } }",
    "<u:a> <u:b> <u:c> .",
    "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> . <u:a#char=0,4> a nif:Context ; nif:isString \"Cork\" .",
    "{\"@id\":\"u:a\",\"u:b\":[1,\"x\"]}",
    "{\"endpoint\":\"dataset:cork\",\"query\":\"CONSTRUCT { <@@@entity_uri@@@> ?p ?o } { <@@@entity_uri@@@> ?p ?o }\"}",
    "<x:transform version=\"1.0\" xmlns:x=\"http://www.w3.org/1999/XSL/Transform\"/>",
    "PK\u{3}\u{4}",
    "queries=%7B%22q%22:%7B%22query%22:%22Cork%22%7D%7D",
];

#[test]
fn no_request_is_a_fault_of_the_service() {
    let seed = 0x9E37_79B9_7F4A_7C15;
    let mut dice = Dice(seed);
    let service = Service::start();
    let tokens = [String::new(), service.anna.clone(), service.root.clone(), "x".to_owned()];
    let mut seen = std::collections::BTreeMap::new();
    for number in 0..count(1_000, 4_000) {
        let mut target = match dice.roll(3) {
            0 => (0..=dice.roll(6)).map(|_| format!("/{}", dice.pick(SEGMENTS))).collect(),
            _ => dice.pick(PLACES).to_owned(),
        };
        // Spaces and non-ASCII characters are not allowed in request lines, so clients escape them.
        target = target.replace(' ', "%20").replace('é', "%C3%A9");
        let pairs: Vec<_> =
            (0..dice.roll(5)).map(|_| (dice.pick(NAMES), dice.pick(VALUES))).collect();
        for (place, (name, value)) in pairs.into_iter().enumerate() {
            target.push_str(if place == 0 { "?" } else { "&" });
            target.push_str(&format!("{name}={value}"));
        }
        let mut call = service.call(dice.pick(METHODS), &target).token(&tokens[dice.roll(4)]);
        for name in ["Content-Type", "Accept", "If-Match", "X-Auth-Username"] {
            if dice.roll(2) == 0 {
                call = call.header(name, dice.pick(TYPES));
            }
        }
        call = call.body(dice.pick(BODIES));
        let asked = Instant::now();
        let reply = call.send();
        let took = asked.elapsed();
        let shown = String::from_utf8_lossy(&call.bytes()).into_owned();
        // The remote service does not exist, so 502 is expected.
        assert!(
            reply.status < 500 || reply.status == 502,
            "{number} (seed {seed}): {shown}\n{}",
            reply.text()
        );
        assert!(took < PATIENCE, "{number} took {took:?}: {shown}");
        if reply.status >= 400 && !shown.starts_with("HEAD") {
            let kind = reply.header("content-type");
            assert_eq!(kind, Some("application/problem+json"), "{shown}\n{}", reply.text());
            assert_eq!(reply.json()["status"], reply.status);
        }
        *seen.entry(reply.status).or_insert(0) += 1;
    }
    assert!(seen.len() > 6 && seen.contains_key(&200), "{seen:?}");
    service.get("/ready").expect(200);
}
