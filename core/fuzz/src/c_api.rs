//! Scripts for the C API, in the format of its test driver.

/// Returns valid programs, which the fuzzer mutates.
pub fn seeds() -> Vec<Vec<u8>> {
    let page = b"<p lang=de>From <b>Dub</b>lin to Cork <span its-term=yes>x</span><p>and";
    let table = b"uri,label\nhttp://example.org/Dublin,Dublin\nhttp://example.org/Cork,Cork\n";
    let graph =
        b"@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n\
        <http://a.example/#char=0,9> a nif:Context ; nif:isString \"In Dublin\"@en .\n";
    let params = |words: &[u8]| {
        let pairs = words.chunks(2).flat_map(|pair| [2, pair[0], pair[1]]);
        [0].into_iter().chain(pairs).collect::<Vec<u8>>()
    };
    let decode = [&bytes(4, page), &[0u8][..]].concat();
    let mark = [&[10][..], &params(&[27, 13]), &[11, 24, 5, 8, 11, 25, 0, 4]].concat();
    let names = [&bytes(21, table)[..], &[23, 34, 24]].concat();
    let read = [&bytes(17, graph)[..], &[2, 13]].concat();
    vec![
        [&decode[..], &[6, 0, 7, 8, 0, 4, 13, 0, 0, 31, 0]].concat(),
        [&decode[..], &mark, &[14, 15, 0, 0, 16, 2, 2]].concat(),
        [&decode[..], &mark, &params(&[16, 17, 18, 19, 12, 13, 14, 15]), &[14, 16, 3, 5]].concat(),
        [&names[..], &decode, &[22, 14, 25, 34, 14]].concat(),
        [&names[..], &params(&[20, 0, 21, 2]), &[26, 34], &bytes(0, page)[1..]].concat(),
        [&read[..], &[18, 0, 0, 19, 0, 22, 20, 0, 18, 0, 0]].concat(),
        [&bytes(16, graph)[..], &[2, 2, 13]].concat(),
    ]
}

/// Returns a call whose first argument is a text, padded with line ends.
fn bytes(call: u8, text: &[u8]) -> Vec<u8> {
    let groups = text.len().div_ceil(4);
    let mut bytes = [&[call, 2, groups as u8], text].concat();
    bytes.resize(3 + groups * 4, b'\n');
    bytes
}
