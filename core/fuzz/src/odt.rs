//! Any bytes as a package of OpenDocument, or as the content of one. First byte: which of them, and the format;
//! then the number of annotations, and four bytes for each.

use glossweave::annotation::{Annotation, Entity};
use glossweave::text::TextSpan;
use glossweave::{DecodeOptions, ErrorKind, Format};
use harness::package;

use super::input::{Input, boundary, expect};

const KINDS: &[ErrorKind] = &[ErrorKind::Malformed, ErrorKind::Unsupported, ErrorKind::TooLarge];

const FORMATS: [Format; 3] = [Format::Odt, Format::Ods, Format::Odp];

const START: &str = "<office:document-content \
    xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
    xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" \
    xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" \
    xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" \
    xmlns:presentation=\"urn:oasis:names:tc:opendocument:xmlns:presentation:1.0\" \
    xmlns:its=\"http://www.w3.org/2005/11/its\" xmlns:gw=\"urn:glossweave:its\">";
const END: &str = "</office:document-content>";

/// Reads and, where there is a text, weaves; holds both to the laws.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let choice = input.byte();
    let format = FORMATS[usize::from(choice / 3) % FORMATS.len()];
    let said: Vec<[usize; 2]> =
        (0..input.byte() % 9).map(|_| [input.number(), input.number()]).collect();
    let rest = input.rest();
    let source = match choice % 3 {
        0 => rest.to_vec(),
        1 => package::open_document(format, rest),
        _ => package::open_document(format, &[START.as_bytes(), rest, END.as_bytes()].concat()),
    };
    let document = match glossweave::decode(source, format, &DecodeOptions::default()) {
        Ok(document) => document,
        Err(error) => {
            assert!(KINDS.contains(&error.kind()), "{:?} {error}", error.kind());
            return;
        }
    };
    let text = document.text();
    let annotations: Vec<Annotation> = said
        .iter()
        .map(|[start, length]| {
            let start = boundary(text, start % (text.len() + 1));
            let end = boundary(text, start + length % 64);
            Annotation::entity(TextSpan::new(start, end), Entity::new("http://a.example/é&"))
        })
        .collect();
    expect(package::hold_with(&document, &annotations).map(drop));
}

/// The packages of the corpus, and contents.
pub fn seeds() -> Vec<Vec<u8>> {
    let said = [2, 0, 0, 9, 0, 3, 0, 30, 0];
    let packages = ["odt", "odt-bad"].into_iter().flat_map(package::files);
    let packages = packages.map(|(_, bytes)| bytes).filter(|bytes| bytes.len() < 20_000);
    let mut seeds: Vec<Vec<u8>> =
        packages.map(|bytes| [&[0], &said[..], &bytes].concat()).collect();
    let bodies = [
        "<text:p>On<text:span>e <text:s text:c='2'/>t</text:span>wo<text:note><text:note-body>\
         <text:p>No<text:tab/>te</text:p></text:note-body></text:note> three</text:p>",
        "<text:h><![CDATA[a ]b]]> &#65;&lt;<!-- x --><text:date>1</text:date>c</text:h>",
        "<text:p><text:span its:term='yes' gw:id='gw1'>a</text:span><draw:frame><text:p>b\
         </text:p></draw:frame><text:span its:term='yes' gw:id='gw1'>c</text:span></text:p>",
    ];
    seeds.extend(bodies.map(|body| [&[2], &said[..], body.as_bytes()].concat()));
    let cells = "<table:table table:name='a'><table:table-row><table:table-cell \
        office:value-type='string' office:string-value='one' table:number-columns-repeated='16384'>\
        <office:annotation><text:p>two</text:p></office:annotation><text:p>one</text:p>\
        </table:table-cell><table:table-cell office:value-type='float'><text:p>1</text:p>\
        </table:table-cell></table:table-row></table:table>";
    let slides = "<presentation:footer-decl>foot</presentation:footer-decl><draw:page><draw:frame \
        presentation:placeholder='true'><text:p>x</text:p></draw:frame><draw:frame><text:p>one\
        <presentation:footer/></text:p></draw:frame></draw:page>";
    seeds.push([&[5], &said[..], cells.as_bytes()].concat());
    seeds.push([&[8], &said[..], slides.as_bytes()].concat());
    let whole = format!("{START}{}{END}", bodies[0]);
    seeds.push([&[1], &said[..], whole.as_bytes()].concat());
    // What looks like the header of a record, with a name longer than the package.
    let package = package::made_of(whole.as_bytes());
    seeds.push([&[0], &said[..], b"PK\x03\x04", &[0xFF; 40], &package].concat());
    seeds
}
