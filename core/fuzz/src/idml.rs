//! Any bytes as a package of IDML, as its story, or as the content of one. First byte: which of them.

use glossweave::annotation::{Annotation, Translation};
use glossweave::format::WriteTranslations;
use glossweave::{DecodeOptions, EncodeOptions, ErrorKind, Format};
use harness::package;

use super::input::{Input, expect};

const KINDS: &[ErrorKind] = &[ErrorKind::Malformed, ErrorKind::Unsupported, ErrorKind::TooLarge];

const START: &str = "<s><Story><ParagraphStyleRange><CharacterStyleRange>";
const END: &str = "</CharacterStyleRange></ParagraphStyleRange></Story></s>";

/// Reads and translates; without translations the package is the source, and with them the texts are those.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let choice = input.byte() % 3;
    let rest = input.rest();
    let source = match choice {
        0 => rest.to_vec(),
        1 => package::idml(rest),
        _ => package::idml(&[START.as_bytes(), rest, END.as_bytes()].concat()),
    };
    let read = |bytes: &[u8]| glossweave::decode(bytes, Format::Idml, &DecodeOptions::default());
    let document = match read(&source) {
        Ok(document) => document,
        Err(error) => {
            assert!(KINDS.contains(&error.kind()), "{:?} {error}", error.kind());
            return;
        }
    };
    expect(package::text_is_where_it_says(&document));
    let options = EncodeOptions::default().with_translations(WriteTranslations::Write);
    let same = glossweave::encode(&document, &[], &options).expect("the source");
    assert!(same.bytes == source, "the package without translations is another one");
    let all: Vec<Annotation> = document
        .units()
        .map(|unit| {
            let text = Translation::new("a & <b>\nc", "ga".parse().expect("a language"));
            Annotation::translation(unit.span(), text)
        })
        .collect();
    let back = glossweave::encode(&document, &all, &options).expect("a package");
    let again = read(&back.bytes).expect("a package that can be read");
    assert_eq!(again.units().count(), document.units().count());
}

/// Contents, stories and packages.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> =
        BODIES.iter().map(|body| [&[2], body.as_bytes()].concat()).collect();
    for body in BODIES {
        seeds.push([&[1], START.as_bytes(), body.as_bytes(), END.as_bytes()].concat());
    }
    let whole: String = [START, &BODIES.concat(), END].concat();
    seeds.push([&[0], &package::idml(whole.as_bytes())[..]].concat());
    seeds
}

/// Contents with what a story may have.
const BODIES: [&str; 11] = [
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
