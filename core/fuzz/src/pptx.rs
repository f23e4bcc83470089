//! PPTX, and the shapes of a slide.

use glossweave::Format;

use super::package::{self, Variant};

const START: &str = "<p:sld xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" \
    xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" \
    xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" \
    xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\">";
const END: &str = "</p:sld>";

const VARIANTS: &[Variant] = &[Variant {
    format: Format::Pptx,
    pack: harness::package::pptx,
    around: [START, END],
    bodies: SHAPES,
}];

/// Checks the invariants of packages.
pub fn hold(bytes: &[u8]) {
    package::hold(bytes, VARIANTS);
}

/// Returns contents, parts and packages, and a slide without prefixes.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = package::seeds(VARIANTS);
    let whole: String = [START, &SHAPES.concat(), END].concat();
    seeds.push(package::seed(1, whole.replace("a:", "").as_bytes()));
    seeds
}

/// Typical shapes of a slide.
const SHAPES: &[&str] = &[
    "<a:p><a:r><a:t>One two three</a:t></a:r></a:p>",
    "<a:p><a:r><a:t>same</a:t></a:r></a:p><a:p><a:r><a:t>same</a:t></a:r></a:p>",
    "<a:p><a:r><a:rPr b='1' lang='ga'/><a:t>a b</a:t></a:r><a:r><a:t> c </a:t></a:r></a:p>",
    "<a:p><a:r><a:t>a<![CDATA[b ]c]]>d<!-- e -->&#65;&lt;f</a:t></a:r></a:p>",
    "<a:p><a:r><a:t>a\r\nb\tc&#13;&#10;d\re</a:t></a:r></a:p>",
    "<a:p><a:br/><a:r><a:t>a</a:t></a:r><a:br><a:rPr/></a:br><a:br/><a:r><a:t>b</a:t></a:r><a:br/></a:p>",
    "<a:p><a:r><a:t>on </a:t></a:r><a:fld type='slidenum'><a:rPr/><a:pPr/><a:t>7</a:t></a:fld></a:p>",
    "<a:p><a:p><a:r><a:t>inner</a:t></a:r></a:p><a:r><a:t>outer</a:t></a:r></a:p>",
    "<a:p><a:r><a:r><a:t>a</a:t></a:r><a:t>b</a:t></a:r></a:p>",
    "<a:p><a:t>no run</a:t><a:r/><a:r><a:t/></a:r></a:p>",
    "<p:sp><p:nvSpPr><p:cNvPr id='2' name='x' title='A &amp; B' descr='&#10;x\ty'/></p:nvSpPr></p:sp>",
    "<p:cNvPr descr=''/><p:cNvPr descr=' '/><p:cNvPr title='é' descr=\"'\"/>",
    "<mc:AlternateContent><mc:Choice><a:p><a:r><a:t>seen</a:t></a:r></a:p></mc:Choice><mc:Fallback><a:p><a:r>\
     <a:t>not</a:t></a:r></a:p></mc:Fallback></mc:AlternateContent>",
    "<c:strCache><c:pt idx='0'><c:v>East</c:v></c:pt></c:strCache><c:numCache><c:v>4</c:v></c:numCache>",
    "<a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>cell</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl>",
    "<a:p><a:r><a:t>x</a:t></a:r><a14:m xmlns:a14='m'><m:oMath xmlns:m='m'/></a14:m><a:r><a:t>y</a:t></a:r></a:p>",
    "<a:p><a:r><a:rPr><a:hlinkClick/></a:rPr><a:t>link</a:t></a:r> stray <a:endParaRPr/></a:p>",
    "<p:txBody><a:bodyPr/><a:lstStyle/><a:p/><a:p><a:pPr><a:buChar char='x'/></a:pPr></a:p></p:txBody>",
    "<a:p xml:space='preserve'><a:r><a:t> </a:t></a:r></a:p><a:p><a:r><a:t> a </a:t></a:r></a:p>",
];
