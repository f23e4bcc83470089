//! DOCX, and the body of its document.

use glossweave::Format;

use super::package::{self, Variant};

const START: &str = "<w:document \
    xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
    xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" \
    xmlns:gw=\"urn:glossweave:its\"><w:body>";
const END: &str = "</w:body></w:document>";

const VARIANTS: &[Variant] = &[Variant {
    format: Format::Docx,
    pack: harness::package::docx,
    around: [START, END],
    bodies: BODIES,
}];

/// Checks the invariants of packages.
pub fn hold(bytes: &[u8]) {
    package::hold(bytes, VARIANTS);
}

/// Returns contents, parts and packages, and a document without prefixes.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = package::seeds(VARIANTS);
    let whole: String = [START, &BODIES.concat(), END].concat();
    seeds.push(package::seed(1, whole.replace("w:", "").as_bytes()));
    seeds
}

/// Bodies with typical content of a text.
const BODIES: &[&str] = &[
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
