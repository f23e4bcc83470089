//! XLSX: its shared strings, and its sheet.

use glossweave::Format;
use harness::package::xlsx;

use super::package::{self, Variant};

const STRINGS: [&str; 2] =
    ["<sst xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'>", "</sst>"];
const SHEET: [&str; 2] = [
    "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'>",
    "</worksheet>",
];

const VARIANTS: &[Variant] = &[
    Variant { format: Format::Xlsx, pack: of_strings, around: STRINGS, bodies: ITEMS },
    Variant { format: Format::Xlsx, pack: of_sheet, around: SHEET, bodies: SHEETS },
];

/// Returns a package with shared strings and a sheet that uses them.
fn of_strings(strings: &[u8]) -> Vec<u8> {
    let cells: String = (0..20).map(|number| format!("<c t='s'><v>{number}</v></c>")).collect();
    xlsx(strings, [SHEET[0], &cells, SHEET[1]].concat().as_bytes())
}

fn of_sheet(sheet: &[u8]) -> Vec<u8> {
    xlsx([STRINGS[0], &ITEMS.concat(), STRINGS[1]].concat().as_bytes(), sheet)
}

/// Checks the invariants of packages.
pub fn hold(bytes: &[u8]) {
    package::hold(bytes, VARIANTS);
}

/// Returns strings, sheets and packages.
pub fn seeds() -> Vec<Vec<u8>> {
    package::seeds(VARIANTS)
}

/// Items of shared strings.
const ITEMS: &[&str] = &[
    "<si><t>One two three</t></si>",
    "<si><t>same</t></si><si><t>same</t></si>",
    "<si><t xml:space='preserve'> a </t></si><si><t xml:space='default'> b </t></si>",
    "<si><r><t>a </t></r><r><rPr><b/></rPr><t>b</t></r><r><rPr/><t>c</t></r></si>",
    "<si><t>a_x000D_\n_x005F_x0041__x0000__xD800__x</t></si>",
    "<si><t>_x0041</t></si><si><t>é_x00e9_é</t></si>",
    "<si><t>漢字</t><rPh sb='0' eb='2'><t>かんじ</t></rPh><phoneticPr fontId='1'/></si>",
    "<si><t>a<![CDATA[_x000D_]]>b<!-- c -->&#13;&lt;</t></si>",
    "<si><t>a\r\nb\tc\rd</t></si>",
    "<si/><si><t/></si><si><r/></si><si><t> </t></si>",
    "<si><si><t>inner</t></si><t>outer</t></si>",
    "<si><r><r><t>a</t></r><t>b</t></r><t>c</t></si>",
    "<si><t>a</t><t>b</t></si><x xmlns='y'/><si><t>z</t></si>",
    "<si><t>a &amp; b</t></si>",
];

/// Sheets with cells that use strings, for example shared and inline strings.
const SHEETS: &[&str] = &[
    "<c t='s'><v>0</v></c><c t=\"s\"><v> 3 </v></c>",
    "<c t='inlineStr'><is><t>Inline</t></is></c>",
    "<c t='inlineStr'><is><r><t>In</t></r><r><t>line</t></r></is></c><c t='s'><v>1</v></c>",
    "<c t='str'><f>A1</f><v>formula</v></c><c><v>0</v></c>",
    "<c t='s'><v>-1</v></c><c t='s'><v>99999999999999999999</v></c><c t='s'><v>4294967295</v></c>",
    "<!-- <c t='s'><v>0</v></c> --><c t = 's' ><f/><v>2</v></c>",
    "<x:c xmlns:x='http://schemas.openxmlformats.org/spreadsheetml/2006/main' t='s'><x:v>0</x:v></x:c>",
    "<c a='>' t='s'><v><!-- 1 -->0</v></c>",
];
