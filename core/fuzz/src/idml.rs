//! IDML, and the content of a story.

use glossweave::Format;

use super::package::{self, Variant};

const START: &str = "<s><Story><ParagraphStyleRange><CharacterStyleRange>";
const END: &str = "</CharacterStyleRange></ParagraphStyleRange></Story></s>";

const VARIANTS: &[Variant] = &[Variant {
    format: Format::Idml,
    pack: harness::package::idml,
    around: [START, END],
    bodies: BODIES,
}];

/// Checks the invariants of packages.
pub fn hold(bytes: &[u8]) {
    package::hold(bytes, VARIANTS);
}

/// Returns contents, stories and packages.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = package::seeds(VARIANTS);
    for body in BODIES {
        seeds.push(package::seed(1, [START, body, END].concat().as_bytes()));
    }
    seeds
}

/// Typical contents of a story.
const BODIES: &[&str] = &[
    "<Content>One two</Content>",
    "<Content>One</Content><Br/><Content>two</Content><Br/>",
    "<Content>a &amp; &#65;&lt;b<![CDATA[ c ]d]]></Content>",
    "<Content>a<?ACE 18?>b\u{2028}c\r\nd</Content>",
    "<Content>a</Content></CharacterStyleRange><CharacterStyleRange><Content>b</Content>",
    "<Content>a</Content><Footnote><ParagraphStyleRange><CharacterStyleRange><Content>note</Content>\
     </CharacterStyleRange></ParagraphStyleRange></Footnote><Content>b</Content>",
    "<Table><Cell><Content>x</Content><Table><Cell><Content>y</Content></Cell></Table></Cell></Table>",
    "<Change ChangeType='DeletedText'><Content>x</Content></Change><Change ChangeType='InsertedText'>\
     <Content>y</Content></Change>",
    "<HyperlinkTextSource><Content>link</Content></HyperlinkTextSource><TextVariableInstance ResultText='7'/>",
    "<CharacterStyleRange AppliedLanguage='$ID/English: UK'><Content>a</Content></CharacterStyleRange>",
    "<Content/><Content> </Content><Br/><XMLElement><Content>tagged</Content></XMLElement>stray",
];
