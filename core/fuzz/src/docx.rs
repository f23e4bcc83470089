//! Any bytes as a DOCX, as its document, or as the body of one. First byte: which of them; then the number of
//! annotations, and four bytes for each.

use glossweave::annotation::{Annotation, Entity};
use glossweave::text::TextSpan;
use glossweave::{DecodeOptions, ErrorKind, Format};
use harness::package;

use super::input::{Input, boundary, expect};

const KINDS: &[ErrorKind] = &[ErrorKind::Malformed, ErrorKind::Unsupported, ErrorKind::TooLarge];

const START: &str = "<w:document \
    xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
    xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" \
    xmlns:gw=\"urn:glossweave:its\"><w:body>";
const END: &str = "</w:body></w:document>";

/// Reads and, if there is a text, annotates; holds both to the laws.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let choice = input.byte() % 3;
    let said: Vec<[usize; 2]> =
        (0..input.byte() % 9).map(|_| [input.number(), input.number()]).collect();
    let rest = input.rest();
    let source = match choice {
        0 => rest.to_vec(),
        1 => package::docx(rest),
        _ => package::docx(&[START.as_bytes(), rest, END.as_bytes()].concat()),
    };
    hold_package(source, Format::Docx, &said);
}

/// Reads a package and, if it has a text, annotates it; holds both to the laws.
pub fn hold_package(source: Vec<u8>, format: Format, said: &[[usize; 2]]) {
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

/// Bodies, documents and packages.
pub fn seeds() -> Vec<Vec<u8>> {
    let said = [2, 0, 0, 9, 0, 3, 0, 30, 0];
    let mut seeds: Vec<Vec<u8>> =
        BODIES.iter().map(|body| [&[2], &said[..], body.as_bytes()].concat()).collect();
    let whole: String = [START, &BODIES.concat(), END].concat();
    seeds.push([&[1], &said[..], whole.as_bytes()].concat());
    seeds.push([&[1], &said[..], whole.replace("w:", "").as_bytes()].concat());
    seeds.push([&[0], &said[..], &package::docx(whole.as_bytes())].concat());
    seeds
}

/// Bodies with what a text may have.
const BODIES: [&str; 19] = [
    "<w:p><w:r><w:t>One two three</w:t></w:r></w:p>",
    "<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>a b</w:t><w:tab/><w:t xml:space='preserve'> c </w:t></w:r></w:p>",
    "<w:p><w:r><w:t>  a  </w:t></w:r><w:r><w:t xml:space='default'> b </w:t></w:r></w:p>",
    "<w:p><w:r><w:t>a<![CDATA[b ]c]]>d<!-- e -->&#65;&lt;f</w:t></w:r></w:p>",
    "<w:p><w:r><w:t>a\r\nb\tc&#13;&#10;d</w:t><w:br/><w:cr/><w:noBreakHyphen/></w:r></w:p>",
    "<w:p><w:r><w:fldChar w:fldCharType='begin'/><w:instrText>x</w:instrText><w:t>y</w:t>\
     <w:fldChar w:fldCharType='separate'/><w:t>one</w:t><w:fldChar w:fldCharType='end'/></w:r></w:p>",
    "<w:p><w:r><w:fldChar w:fldCharType='end'/><w:fldChar w:fldCharType='separate'/><w:t>one</w:t></w:r></w:p>",
    "<w:p><w:del><w:r><w:delText>x</w:delText></w:r></w:del><w:ins><w:r><w:t>one</w:t></w:r></w:ins></w:p>",
    "<w:p><w:r><w:t>on</w:t><mc:AlternateContent><mc:Choice><w:pict><w:txbxContent><w:p><w:r><w:t>box\
     </w:t></w:r></w:p></w:txbxContent></w:pict></mc:Choice><mc:Fallback><w:t>x</w:t></mc:Fallback>\
     </mc:AlternateContent><w:t>e</w:t></w:r></w:p>",
    "<w:p><w:p><w:r><w:t>inner</w:t></w:r></w:p><w:r><w:t>outer</w:t></w:r></w:p>",
    "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
    "<w:p><w:bookmarkStart w:id='1' w:name='_gw7'/><w:r><w:t>one</w:t></w:r><w:bookmarkEnd w:id='1'/></w:p>",
    "<w:p><w:bookmarkEnd w:id='1'/><w:r><w:t>one</w:t></w:r><w:bookmarkStart w:id='4294967295' \
     w:name='_gw4294967295'/></w:p>",
    "<w:p><w:r><w:r><w:t>a</w:t></w:r><w:t>b</w:t></w:r></w:p>",
    "<w:p><w:t>no run</w:t><w:r/><w:r><w:t/></w:r></w:p>",
    "<w:p><w:r><w:ruby><w:rt><w:r><w:t>x</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>base</w:t></w:r>\
     </w:rubyBase></w:ruby></w:r></w:p>",
    "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>x</w:t></w:r><w:r><w:rPr><w:vanish w:val='0'/>\
     <w:lang w:val='ga' w:bidi='no tag'/></w:rPr><w:t>one</w:t></w:r></w:p>",
    "<w:p><w:r><w:rPr><w:rPrChange w:id=\"1\"><w:rPr/></w:rPrChange></w:rPr><w:t>one two</w:t></w:r></w:p>",
    "<w:p><w:hyperlink><w:r><w:t>one</w:t></w:r></w:hyperlink> stray <w:sdt><w:sdtPr><w:t>x</w:t></w:sdtPr>\
     <w:sdtContent><w:r><w:sym w:char='F0E0'/><w:t>two</w:t></w:r></w:sdtContent></w:sdt></w:p>",
];
