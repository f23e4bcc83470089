//! OpenDocument texts, spreadsheets and presentations, and their content.

use glossweave::Format;
use harness::package::{files, made_of, open_document};

use super::package::{self, Variant};

const START: &str = "<office:document-content \
    xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
    xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" \
    xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" \
    xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" \
    xmlns:presentation=\"urn:oasis:names:tc:opendocument:xmlns:presentation:1.0\" \
    xmlns:its=\"http://www.w3.org/2005/11/its\" xmlns:gw=\"urn:glossweave:its\">";
const END: &str = "</office:document-content>";

const VARIANTS: &[Variant] = &[
    variant(Format::Odt, |content| open_document(Format::Odt, content), TEXTS),
    variant(Format::Ods, |content| open_document(Format::Ods, content), CELLS),
    variant(Format::Odp, |content| open_document(Format::Odp, content), SLIDES),
];

const fn variant(
    format: Format,
    pack: fn(&[u8]) -> Vec<u8>,
    bodies: &'static [&'static str],
) -> Variant {
    Variant { format, pack, around: [START, END], bodies }
}

/// Checks the invariants of packages.
pub fn hold(bytes: &[u8]) {
    package::hold(bytes, VARIANTS);
}

/// Returns contents, parts and packages, and packages of the corpus.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = package::seeds(VARIANTS);
    let packages = ["odt", "odt-bad"].into_iter().flat_map(files);
    let small = packages.filter(|(_, bytes)| bytes.len() < 20_000);
    seeds.extend(small.map(|(_, bytes)| package::seed(0, &bytes)));
    // Bytes that look like the header of a record, with a name longer than the package.
    let whole = made_of([START, TEXTS[0], END].concat().as_bytes());
    seeds.push(package::seed(0, &[b"PK\x03\x04", &[0xFF; 40][..], &whole].concat()));
    seeds
}

const TEXTS: &[&str] = &[
    "<text:p>On<text:span>e <text:s text:c='2'/>t</text:span>wo<text:note><text:note-body>\
     <text:p>No<text:tab/>te</text:p></text:note-body></text:note> three</text:p>",
    "<text:h><![CDATA[a ]b]]> &#65;&lt;<!-- x --><text:date>1</text:date>c</text:h>",
    "<text:p><text:span its:term='yes' gw:id='gw1'>a</text:span><draw:frame><text:p>b\
     </text:p></draw:frame><text:span its:term='yes' gw:id='gw1'>c</text:span></text:p>",
];

const CELLS: &[&str] = &[
    "<table:table table:name='a'><table:table-row><table:table-cell office:value-type='string' \
     office:string-value='one' table:number-columns-repeated='16384'><office:annotation><text:p>two</text:p>\
     </office:annotation><text:p>one</text:p></table:table-cell><table:table-cell \
     office:value-type='float'><text:p>1</text:p></table:table-cell></table:table-row></table:table>",
];

const SLIDES: &[&str] =
    &["<presentation:footer-decl>foot</presentation:footer-decl><draw:page><draw:frame \
     presentation:placeholder='true'><text:p>x</text:p></draw:frame><draw:frame><text:p>one\
     <presentation:footer/></text:p></draw:frame></draw:page>"];
