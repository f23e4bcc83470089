//! Any bytes as an XLSX, as its shared strings, or as its sheet. First byte: which of them; then the number of
//! annotations, and four bytes for each.

use glossweave::Format;
use harness::package;

use super::docx::hold_package;
use super::input::Input;

const NAMESPACE: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

/// Reads and, if there is a text, annotates; holds both to the laws.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let choice = input.byte() % 3;
    let said: Vec<[usize; 2]> =
        (0..input.byte() % 9).map(|_| [input.number(), input.number()]).collect();
    let rest = input.rest();
    let source = match choice {
        0 => rest.to_vec(),
        1 => package::xlsx(&root("sst", rest), &root("worksheet", &cells())),
        _ => package::xlsx(&root("sst", ITEMS.concat().as_bytes()), &root("worksheet", rest)),
    };
    hold_package(source, Format::Xlsx, &said);
}

fn root(name: &str, content: &[u8]) -> Vec<u8> {
    let start = format!("<{name} xmlns='{NAMESPACE}'>");
    [start.as_bytes(), content, format!("</{name}>").as_bytes()].concat()
}

fn cells() -> Vec<u8> {
    (0..20).flat_map(|n| format!("<c t='s'><v>{n}</v></c>").into_bytes()).collect()
}

/// Strings, sheets and packages.
pub fn seeds() -> Vec<Vec<u8>> {
    let said = [2, 0, 0, 9, 0, 3, 0, 30, 0];
    let with = |choice: u8, content: &[u8]| [&[choice], &said[..], content].concat();
    let mut seeds: Vec<Vec<u8>> = ITEMS.iter().map(|item| with(1, item.as_bytes())).collect();
    seeds.extend(SHEETS.iter().map(|sheet| with(2, sheet.as_bytes())));
    let whole =
        package::xlsx(&root("sst", ITEMS.concat().as_bytes()), &root("worksheet", &cells()));
    seeds.push(with(0, &whole));
    seeds
}

/// Items of shared strings.
const ITEMS: [&str; 14] = [
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

/// Sheets with what uses strings.
const SHEETS: [&str; 8] = [
    "<c t='s'><v>0</v></c><c t=\"s\"><v> 3 </v></c>",
    "<c t='inlineStr'><is><t>Inline</t></is></c>",
    "<c t='inlineStr'><is><r><t>In</t></r><r><t>line</t></r></is></c><c t='s'><v>1</v></c>",
    "<c t='str'><f>A1</f><v>formula</v></c><c><v>0</v></c>",
    "<c t='s'><v>-1</v></c><c t='s'><v>99999999999999999999</v></c><c t='s'><v>4294967295</v></c>",
    "<!-- <c t='s'><v>0</v></c> --><c t = 's' ><f/><v>2</v></c>",
    "<x:c xmlns:x='http://schemas.openxmlformats.org/spreadsheetml/2006/main' t='s'><x:v>0</x:v></x:c>",
    "<c a='>' t='s'><v><!-- 1 -->0</v></c>",
];
