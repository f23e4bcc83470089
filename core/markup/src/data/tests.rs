use super::{Element, Item, Reader, from_str};
use glossweave_base::error::{Error, ErrorKind};

/// Returns the items of a source. The children of the root are separate items.
fn items(source: &[u8]) -> Result<Vec<Item>, Error> {
    let mut reader = Reader::new(source)?;
    let mut items = Vec::new();
    while let Some(item) = reader.next(|depth, _| depth == 0)? {
        items.push(item);
    }
    Ok(items)
}

fn only(source: &str) -> Element {
    match items(source.as_bytes()).unwrap().pop() {
        Some(Item::Whole(element)) => element,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_element_has_its_attributes_and_text() {
    let source = "<?xml version='1.0' encoding='UTF-8'?>\n<!DOCTYPE r [<!-- <!ENTITY e 'no'> --><!ENTITY e 'x&#38;y'>\
                  <!ENTITY f '&e;&e;'>]>\n<r><x:a b='1&#10;2\n3 &f;' xml:lang=\"de\">&lt;&e;<b/>\r\n<![CDATA[<&>]]>&#x41;</x:a></r>";
    let element = only(source);
    assert_eq!((&*element.name, element.local()), ("x:a", "a"));
    assert_eq!(element.attribute("b"), Some("1\n2 3 x&yx&y"));
    assert_eq!(element.attribute("xml:lang"), Some("de"));
    assert_eq!(element.attribute("lang"), None);
    assert_eq!(element.text(), "<x&y\n<&>A");
    assert_eq!(element.named("b").count(), 1);
    assert!(source[element.at].starts_with("<x:a b="));
}

#[test]
fn faults_have_their_kinds_and_places() {
    let deep = format!("<r>{}", "<a>".repeat(1_000));
    let wide = format!("<r {}/>", (0..101).map(|n| format!("a{n}='' ")).collect::<String>());
    let attributes = "the element has more than 100 attributes at line 1 column 1";
    let cases = [
        ("", None),
        ("<r>\n <a></b></r>", Some("2:5")),
        ("<r>\n <a>", Some("2:5")),
        ("<r/><r/>", Some("1:5")),
        ("<r/>x", Some("1:5")),
        ("x<r/>", Some("1:1")),
        ("<r>é&none;</r>", Some("1:5")),
        ("<r>\u{1}</r>", Some("1:4")),
        ("<r><a b='1' b='2'/></r>", Some("1:4")),
        ("<r><a b='&none;'/></r>", Some("1:4")),
        ("<r><!-- ", Some("1:4")),
        (&deep, Some("1:3001")),
        (&wide, Some("1:1")),
    ];
    for (source, expected) in cases {
        let error = items(source.as_bytes()).err();
        let place = error.as_ref().and_then(|error| error.location());
        let place = place.map(|place| format!("{}:{}", place.line(), place.column()));
        assert_eq!(place.as_deref(), expected, "{source}: {error:?}");
    }
    assert_eq!(items(wide.as_bytes()).unwrap_err().to_string(), attributes);
    assert_eq!(items(deep.as_bytes()).unwrap_err().kind(), ErrorKind::TooLarge);
    let error = items(b"<r>\n<a>b\xFF</a></r>").unwrap_err();
    assert_eq!(error.to_string(), "expected UTF-8, found the byte `FF` at line 2 column 5");
    assert_eq!(items(b"<r>\xC3").unwrap_err().kind(), ErrorKind::Malformed);
}

#[test]
fn entities_expand_within_limits() {
    let long = "x".repeat(60_000);
    let source = |count: usize| {
        format!("<!DOCTYPE r [<!ENTITY e '{long}'>]><r><a>{}</a></r>", "&e;".repeat(count))
    };
    assert_eq!(only(&source(17)).text().len(), 17 * 60_000);
    assert_eq!(items(source(18).as_bytes()).unwrap_err().kind(), ErrorKind::TooLarge);
    let value = source(18).replace("<a>", "<a b='").replace("</a>", "'/>");
    let error = items(value.as_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("entities expand to more than 1048576 bytes"), "{error}");
    // Each entity contains the previous one ten times.
    let nested: String = (1..12)
        .map(|n| format!("<!ENTITY e{n} '{}'>", format!("&e{};", n - 1).repeat(10)))
        .collect();
    let source = format!("<!DOCTYPE r [<!ENTITY e0 'x'>{nested}]><r><a>&e5;</a></r>");
    assert_eq!(only(&source).text().len(), 100_000);
    let error = items(source.replace("&e5;</a>", "&e9;</a>").as_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("the document type declares no text for the entity `e9`"), "{error}");
    // The limit also applies to the total size of all entity texts.
    let many: String = (0..100).map(|n| format!("<!ENTITY f{n} '{}'>", "&e;".repeat(17))).collect();
    let source =
        format!("<!DOCTYPE r [<!ENTITY e '{}'>{many}]><r><a>&f0;</a></r>", &long[..50_000]);
    assert_eq!(only(&source).text().len(), 17 * 50_000);
    let error = items(source.replace("&f0;", "&f1;").as_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("the document type declares no text for the entity `f1`"), "{error}");
    // References to characters and predefined entities do not count as expansion.
    let escaped = format!("<r><a>{}</a></r>", "&lt;&#65;".repeat(600_000));
    assert_eq!(only(&escaped).text().len(), 1_200_000);
}

#[test]
fn characters_of_utf_16_are_whole_wherever_a_read_ends() {
    for space in ["", " "] {
        let text = "😀".repeat(50_000);
        let source =
            ["\u{FEFF}<?xml version='1.0' encoding='UTF-16'?>", space, "<r><a>", &text, "</a></r>"];
        let bytes: Vec<u8> = source.concat().encode_utf16().flat_map(u16::to_le_bytes).collect();
        match items(&bytes).unwrap().pop() {
            Some(Item::Whole(element)) => assert_eq!(element.text(), text),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_stream_is_read_an_element_at_a_time() {
    let element = format!("<a>{}</a>\n", "é".repeat(1_000));
    let source = format!("<r>\n{}<b>\n</r>", element.repeat(200));
    let mut reader = Reader::new(source.as_bytes()).unwrap();
    let mut count = 0;
    let error = loop {
        match reader.next(|depth, _| depth == 0) {
            Ok(Some(Item::Whole(element))) => {
                count += 1;
                let place = reader.location(element.at);
                assert_eq!((place.line(), place.column()), (count + 1, 1));
            }
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert_eq!(count, 200);
    assert_eq!(error.location().unwrap().line(), 203);
    let long = format!("<r><a>{}", "x".repeat((16 << 20) + (1 << 18)));
    assert_eq!(items(long.as_bytes()).unwrap_err().kind(), ErrorKind::TooLarge);
}

#[test]
fn a_shape_is_deserialized() {
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Point {
        #[serde(rename = "@x")]
        x: u32,
        label: Option<String>,
    }
    let point = from_str::<Point>("<p x='1'><other/><label>A &amp; B</label></p>").unwrap();
    assert_eq!(point, Point { x: 1, label: Some("A & B".into()) });
    assert_eq!(from_str::<Point>("<p x='?'/>").unwrap_err().kind, ErrorKind::Malformed);
}

proptest::proptest! {
    /// Random bytes at any position either cause an error or are read as data, and the location of
    /// an error is within the source.
    #[test]
    fn spoilt_sources_are_no_danger(at in 0..70_000usize, bytes in "[<>&;'\"/=!\\[\\]\\-?a-zé\r\n\u{0}\u{FFFE} ]{0,9}", cut in 0..9usize) {
        let source = SOURCE.as_bytes();
        let at = at % source.len();
        let spoilt = [&source[..at], bytes.as_bytes(), &source[(at + cut).min(source.len())..]].concat();
        match items(&spoilt) {
            Ok(items) => assert!(!items.is_empty()),
            Err(error) => {
                let place = error.location().unwrap();
                assert!(place.bytes().end <= spoilt.len() && place.line() <= 1_003, "{error}");
            }
        }
    }
}

static SOURCE: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| {
    let unit = "<tu id='é'><!-- x --><seg>Ä &amp; <ph x=\"1\">&lt;b></ph><![CDATA[<]]>日本&e;</seg></tu>\n";
    format!("<!DOCTYPE r [<!ENTITY e 'x'>]><r>\n{}</r>", unit.repeat(800))
});
