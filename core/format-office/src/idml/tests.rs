use glossweave_archive::{Archive, Limits};
use glossweave_base::Format;
use glossweave_base::error::{ErrorKind, Result};
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_testing::Stopwatch;
use glossweave_testing::zip::{EntryBuilder, zip};

const PACKAGING: &str = "xmlns:idPkg=\"http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging\"";
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

const MAP: &str = "<?aid style=\"50\" type=\"document\" readerVersion=\"6.0\" featureSet=\"257\"?>\
    <Document DOMVersion=\"8.0\" Self=\"d\" StoryList=\"u1 u2 u3\">\
    <idPkg:MasterSpread src=\"MasterSpreads/MasterSpread_m.xml\"/>\
    <idPkg:Spread src=\"Spreads/Spread_s.xml\"/><idPkg:Story src=\"Stories/Story_u1.xml\"/>\
    <idPkg:Story src=\"Stories/Story_u2.xml\"/><idPkg:Story src=\"Stories/Story_u3.xml\"/></Document>";

fn spread(kind: &str, stories: &[&str]) -> String {
    let frames = stories.iter().map(|story| {
        format!("<TextFrame Self=\"f{story}\" ParentStory=\"{story}\" ContentType=\"TextType\"/>")
    });
    format!(
        "{HEAD}<idPkg:{kind} {PACKAGING} DOMVersion=\"8.0\"><{kind} Self=\"s\">{}</{kind}></idPkg:{kind}>",
        frames.collect::<String>()
    )
}

fn story(id: &str, ranges: &str) -> String {
    format!(
        "{HEAD}<idPkg:Story {PACKAGING} DOMVersion=\"8.0\">\n\t<Story Self=\"{id}\" \
         AppliedTOCStyle=\"n\">\n\t\t<StoryPreference OpticalMarginAlignment=\"false\"/>\n\t\t{ranges}\n\
         \t</Story>\n</idPkg:Story>"
    )
}

fn range(content: &str) -> String {
    format!(
        "<ParagraphStyleRange AppliedParagraphStyle=\"ParagraphStyle/$ID/NormalParagraphStyle\">\n\t\
         <CharacterStyleRange AppliedCharacterStyle=\"CharacterStyle/$ID/[No character style]\">\n\t\
         {content}\n\t</CharacterStyleRange>\n</ParagraphStyleRange>"
    )
}

fn records(first: &str) -> Vec<EntryBuilder> {
    let mime = "application/vnd.adobe.indesign-idml-package";
    let record = |name: &str, text: String| EntryBuilder::new(name, text);
    vec![
        EntryBuilder::new("mimetype", mime).stored(),
        record(
            "designmap.xml",
            format!("{HEAD}{}", MAP.replace("<Document", &format!("<Document {PACKAGING}"))),
        ),
        record("MasterSpreads/MasterSpread_m.xml", spread("MasterSpread", &["u3"])),
        record("Spreads/Spread_s.xml", spread("Spread", &["u2", "u1", "u2"])),
        record("Stories/Story_u1.xml", story("u1", first)),
        record("Stories/Story_u2.xml", story("u2", &range("<Content>Two</Content>"))),
        record("Stories/Story_u3.xml", story("u3", &range("<Content>Master</Content>"))),
    ]
}

fn decoded(records: &[EntryBuilder]) -> Result<Document> {
    crate::decode(zip(records, "", false), Format::Idml, &DecodeOptions::default())
}

fn units(document: &Document) -> Vec<&str> {
    document.units().map(|unit| unit.text()).collect()
}

/// Translates the texts of units, and returns the story.
fn translated(document: &Document, texts: &[(usize, &str)]) -> String {
    let all: Vec<Annotation> = texts
        .iter()
        .map(|(unit, text)| {
            let span = document.units().nth(*unit).unwrap().span();
            Annotation::translation(span, Translation::new(*text, "ga".parse().unwrap()))
        })
        .collect();
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let back = crate::encode(document, &all, &options).unwrap();
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let archive = Archive::open(&back.bytes, Limits::default()).unwrap();
    String::from_utf8(archive.read("Stories/Story_u1.xml").unwrap()).unwrap()
}

#[test]
fn stories_come_in_the_order_of_their_frames() {
    let document = decoded(&records(&range("<Content>One</Content>"))).unwrap();
    assert_eq!(units(&document), ["Two", "One", "Master"]);
    assert!(document.warnings().is_empty());
    let same = crate::encode(&document, &[], &EncodeOptions::default()).unwrap();
    assert_eq!(same.bytes, document.source().original());
}

#[test]
fn breaks_and_ranges_of_paragraphs_end_units_and_ranges_of_characters_do_not() {
    let ranges = range(
        "<Content>To </Content>\n\t</CharacterStyleRange>\n\t<CharacterStyleRange FontStyle=\"Bold\">\
         <Properties><Leading type=\"unit\">12</Leading></Properties><Content>Cork</Content><Br/>\
         <Content>Next<?ACE 18?>\u{2028}line &amp; end</Content>",
    ) + &range("<Br/><Content>  Last</Content>");
    let document = decoded(&records(&ranges)).unwrap();
    assert_eq!(units(&document)[1..4], ["To Cork", "Next\nline & end", "  Last"]);
}

#[test]
fn notes_and_cells_follow_their_paragraph_and_deletions_are_no_text() {
    let ranges = range(&format!(
        "<Content>Before</Content><Footnote>{}</Footnote><Table Self=\"t\"><Row/><Cell Self=\"c\">{}</Cell>\
         <Cell Self=\"e\">{}</Cell></Table><Change ChangeType=\"DeletedText\"><CharacterStyleRange>\
         <Content>gone</Content></CharacterStyleRange></Change><Change ChangeType=\"InsertedText\">\
         <CharacterStyleRange><Content> new</Content></CharacterStyleRange></Change>\
         <HyperlinkTextSource Self=\"h\"><CharacterStyleRange><Content> link</Content>\
         </CharacterStyleRange></HyperlinkTextSource><TextVariableInstance ResultText=\"7\"/>\
         <Content> after</Content>",
        range("<Content><?ACE 4?> A note</Content>"),
        range("<Content>Cell</Content>"),
        range("<Content>Other</Content>"),
    ));
    let document = decoded(&records(&ranges)).unwrap();
    let expected = ["Before new link after", " A note", "Cell", "Other"];
    assert_eq!(units(&document)[1..5], expected);
}

#[test]
fn languages_are_those_of_ranges() {
    let ranges = "<ParagraphStyleRange><CharacterStyleRange AppliedLanguage=\"$ID/English: UK\"><Content>a\
        </Content></CharacterStyleRange><CharacterStyleRange AppliedLanguage=\"$ID/German: Reformed\">\
        <Content>b</Content></CharacterStyleRange><CharacterStyleRange><Content>c</Content>\
        </CharacterStyleRange></ParagraphStyleRange>";
    let document = decoded(&records(ranges)).unwrap();
    let start = document.text().find("abc").unwrap();
    let languages = (0..3)
        .map(|at| document.language_at(start + at).map(|language| language.as_str().to_owned()));
    assert_eq!(languages.collect::<Vec<_>>(), [Some("en-GB".into()), Some("de".into()), None]);
}

#[test]
fn translations_replace_texts_and_keep_codes() {
    let ranges = range(
        "<Content>To </Content></CharacterStyleRange><CharacterStyleRange FontStyle=\"Bold\"><Content>Cork\
         <?ACE 18?></Content><Br/><Content>Next</Content>",
    );
    let document = decoded(&records(&ranges)).unwrap();
    let back = translated(&document, &[(1, "Go <1/>Corcaigh & a"), (2, "one\ntwo")]);
    let expected = ranges
        .replace("To ", "Go ")
        .replace("Cork", "Corcaigh &amp; a")
        .replace("Next", "one\u{2028}two");
    assert!(back.contains(&expected), "{back}");
}

#[test]
fn packages_without_a_design_are_refused() {
    let change = |at: usize, text: &str| {
        let mut all = records(&range("<Content>One</Content>"));
        all[at].content = text.into();
        decoded(&all).unwrap_err()
    };
    let error = change(0, "application/zip");
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.message().contains("of type `application/zip`"), "{error}");
    for (at, text) in [(1, "<a>"), (3, "<a>"), (4, "<!DOCTYPE a><a/>")] {
        assert_eq!(change(at, text).kind(), ErrorKind::Malformed);
    }
    assert_eq!(change(4, &"<a>".repeat(5_000)).kind(), ErrorKind::TooLarge);
    let mut all = records("");
    all.remove(1);
    assert!(decoded(&all).unwrap_err().message().contains("no record `designmap.xml`"));
    let mut all = records("");
    drop(all.drain(5..6));
    let document = decoded(&all).unwrap();
    assert_eq!(
        document.warnings()[0].message(),
        "the package has no record `Stories/Story_u2.xml`"
    );
}

#[test]
fn very_many_ranges_take_linear_time() {
    let timed = |count: usize| {
        let start = Stopwatch::start();
        let cells = format!(
            "<Table><Cell>{}</Cell></Table><Content>ab </Content>",
            range("<Content>c</Content>")
        );
        let document = decoded(&records(&range(&cells.repeat(count)))).unwrap();
        assert_eq!(document.units().count(), count + 3);
        start.elapsed()
    };
    timed(100);
    let (few, many) = (timed(1_000), timed(20_000));
    assert!(many < few * 60 + std::time::Duration::from_secs(1), "{few:?}, {many:?}");
}

#[test]
fn translations_from_right_to_left_set_the_direction_of_paragraphs() {
    let ranges = range("<Content>One</Content>")
        + &range("<Content>Two</Content>").replace(
            "<ParagraphStyleRange ",
            "<ParagraphStyleRange ParagraphDirection=\"LeftToRightDirection\" ",
        )
        + &range("<Content>Three</Content>");
    let document = decoded(&records(&ranges)).unwrap();
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    for (language, count) in [("he", 2), ("ar-EG", 2), ("ga", 0)] {
        let all: Vec<Annotation> = [1, 2]
            .map(|unit| {
                let span = document.units().nth(unit).unwrap().span();
                Annotation::translation(span, Translation::new("x", language.parse().unwrap()))
            })
            .into();
        let back = crate::encode(&document, &all, &options).unwrap();
        assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
        let archive = Archive::open(&back.bytes, Limits::default()).unwrap();
        let story = String::from_utf8(archive.read("Stories/Story_u1.xml").unwrap()).unwrap();
        let direction = "ParagraphDirection=\"RightToLeftDirection\"";
        assert_eq!(story.matches(direction).count(), count, "{language}: {story}");
        let plain = story.replace(&format!(" {direction} "), " ");
        let third = plain.split("Three").next().unwrap();
        let third = third.rsplit("<ParagraphStyleRange").next().unwrap();
        assert!(!third.contains("Direction"), "{story}");
    }
}
