use super::hand::{usual, zip};
use crate::{DecodeOptions, Document, Format};

const ROOT: &str = "<office:document-content \
    xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
    xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" \
    xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" \
    xmlns:svg=\"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0\" \
    xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><office:body><office:text>";
const FOOT: &str = "</office:text></office:body></office:document-content>";

fn read(body: &str) -> Document {
    let bytes = zip(&usual(&format!("{ROOT}{body}{FOOT}")), "", false);
    crate::decode(bytes, Format::Odt, &DecodeOptions::default()).unwrap()
}

fn units(body: &str) -> Vec<String> {
    read(body).units().map(|unit| unit.text().to_owned()).collect()
}

#[test]
fn paragraphs_and_headings_are_units() {
    let body = "<text:h>One</text:h><text:p/><text:section><text:p>T<text:span>w</text:span>o\
        </text:p></text:section>";
    assert_eq!(units(body), ["One", "Two"]);
}

#[test]
fn white_space_is_what_the_standard_says() {
    let body = "<text:p>\n  a  b\n<text:span> c</text:span><text:s text:c=\"2\"/> d<text:tab/>e\
        <text:line-break/>f<text:soft-page-break/>g</text:p>";
    assert_eq!(units(body), ["a b c   d\tefg"]);
}

#[test]
fn notes_come_after_their_paragraph() {
    let body = "<text:p>Host<text:note><text:note-citation>1</text:note-citation><text:note-body>\
        <text:p>Note<office:annotation><dc:creator>Me</dc:creator><text:p>Comment</text:p>\
        </office:annotation>.</text:p></text:note-body></text:note> goes on<draw:frame>\
        <draw:text-box><text:p>Box</text:p></draw:text-box><svg:title>Name</svg:title>\
        </draw:frame>.</text:p><text:p>Last</text:p>";
    assert_eq!(units(body), ["Host goes on.", "Note.", "Comment", "Box", "Name", "Last"]);
}

#[test]
fn deletions_fields_and_templates_are_no_text() {
    let body = "<text:tracked-changes><text:changed-region><text:deletion><text:p>Gone</text:p>\
        </text:deletion></text:changed-region></text:tracked-changes><text:p>Page \
        <text:page-number>3</text:page-number> &amp;<![CDATA[ <b>]]><text:script>s</text:script>\
        </text:p>";
    assert_eq!(units(body), ["Page & <b>s"]);
}
