//! Programs that call the C API in any order with any values. They may cause errors, except of kind
//! Internal, and must not crash.

use crate::drive::drive;
use harness::random::Random;

/// The number of a call, a text that is valid for the call, and further arguments, for example the format
/// and the base of relative IRIs.
const SENSE: &[(u8, &[u8], &[u8])] = &[
    (4, b"<p lang=de>From <b>Dub</b>lin to Cork <span its-term=yes>x</span><p>and", &[0]),
    (21, b"uri,label\nhttp://example.org/Dublin,Dublin\nhttp://example.org/Cork,Cork\n", &[]),
    (17, NIF, &[2, 13]),
    (23, b"", &[34]),
    (24, b"", &[]),
    (25, b"", &[34]),
    (30, b"", &[39, 34]),
    (31, b"", &[34]),
    (32, STYLESHEET, &[]),
    (33, b"<a>x</a>", &[]),
    (34, b"", &[34]),
    (35, b"", &[0]),
];

const STYLESHEET: &[u8] = b"<xsl:stylesheet version='1.0' \
    xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:param name='names' select='1'/>\
    <xsl:template match='/'><xsl:message>m</xsl:message><a/></xsl:template></xsl:stylesheet>";

const NIF: &[u8] =
    b"@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n\
      <http://a.example/#char=0,9> a nif:Context ; nif:isString \"In Dublin\"@en .\n";

/// Returns random bytes that contain some calls that can succeed.
fn script(seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut bytes = Vec::new();
    while bytes.len() < 3_000 {
        if random.chance(50) {
            bytes.push(random.below(256) as u8);
            continue;
        }
        let (call, text, words) = SENSE[random.below(SENSE.len())];
        bytes.push(call);
        if !text.is_empty() {
            let groups = text.len().div_ceil(4);
            bytes.extend_from_slice(&[2, groups as u8]);
            bytes.extend_from_slice(text);
            bytes.resize(bytes.len() + groups * 4 - text.len(), b'\n');
        }
        bytes.extend_from_slice(words);
    }
    bytes
}

#[test]
fn careless_programs_get_errors() {
    for seed in 0..300 {
        let script = script(seed);
        if let Err(thrown) = std::panic::catch_unwind(|| drive(&script)) {
            eprintln!("seed {seed}");
            std::panic::resume_unwind(thrown);
        }
    }
}
