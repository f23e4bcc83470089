use crate::{decode, encode};
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{
    Annotation, AnnotationExt, Body, Category, Entity, Metadata, Term, Translation,
};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::{EncodeOptions, Encoded, OnParent};

fn read(source: &str) -> Document {
    decode(source, Format::Xml, &DecodeOptions::default()).unwrap()
}

fn units(source: &str) -> Vec<String> {
    read(source).units().map(|unit| unit.text().to_owned()).collect()
}

fn cork(document: &Document, text: &str) -> Annotation {
    let start = document.text().find(text).unwrap();
    Annotation::entity(TextSpan::new(start, start + text.len()), Entity::new("http://x.org/C"))
}

fn woven(document: &Document, annotations: &[Annotation]) -> (String, Encoded) {
    let encoded = encode(document, annotations, &EncodeOptions::default()).unwrap();
    (String::from_utf8_lossy(&encoded.bytes).into_owned(), encoded)
}

const SPAN: &str = "<its:span xmlns:its=\"http://www.w3.org/2005/11/its\" its:version=\"2.0\" \
                    taIdentRef=\"http://x.org/C\"";

#[test]
fn every_run_of_text_between_tags_is_a_unit() {
    let source = "<a>\n <b>one  two</b> 3<c/>f&lt;o&#x75;r<!-- c -->!<?p i?>\r\n<d xml:space='preserve'>\
                  <![CDATA[5  &amp;]]>\r\n6</d></a>";
    assert_eq!(units(source), ["one two", " 3", "f<our! ", "5  &amp;\n6"]);
}

#[test]
fn headings_of_xhtml_have_their_level() {
    let page =
        "<html xmlns='http://www.w3.org/1999/xhtml'><h1>A <b>b</b></h1><p>c</p><h3>d</h3></html>";
    let levels = |source: &str| read(source).units().map(|unit| unit.heading()).collect::<Vec<_>>();
    assert_eq!(levels(page), [Some(1), None, Some(3)]);
    assert_eq!(levels("<doc><h1>A</h1><p>c</p></doc>"), [None, None]);
}

#[test]
fn a_span_stands_around_the_text() {
    let page = read("<a>To <b>Cork</b>!</a>");
    let (output, encoded) = woven(&page, &[cork(&page, "Cork")]);
    assert_eq!(output, format!("<a>To <b>{SPAN}>Cork</its:span></b>!</a>"));
    assert!(encoded.placements[0].is_there());
}

#[test]
fn cdata_is_left_and_entered_again() {
    let page = read("<a><![CDATA[To Cork!]]></a>");
    let (output, _) = woven(&page, &[cork(&page, "Cork")]);
    let expected = format!("<a><![CDATA[To ]]>{SPAN}><![CDATA[Cork]]></its:span><![CDATA[!]]></a>");
    assert_eq!(output, expected);
    let page = read("<a><![CDATA[Cork]]> x</a>");
    let (output, _) = woven(&page, &[cork(&page, "Cork x")]);
    assert_eq!(output, format!("<a>{SPAN}><![CDATA[Cork]]> x</its:span></a>"));
}

#[test]
fn a_prefix_in_scope_serves_and_a_taken_one_is_left_alone() {
    let page = read("<a xmlns:i='http://www.w3.org/2005/11/its'>Cork</a>");
    let (output, _) = woven(&page, &[cork(&page, "Cork")]);
    assert!(output.contains("<i:span taIdentRef=\"http://x.org/C\">Cork</i:span>"), "{output}");
    let page = read("<its:a xmlns:its='urn:x'>Cork</its:a>");
    let (output, _) = woven(&page, &[cork(&page, "Cork")]);
    assert!(output.contains("<its2:span xmlns:its2="), "{output}");
}

#[test]
fn xhtml_takes_spans_of_its_own() {
    let page = read("<h:html xmlns:h='http://www.w3.org/1999/xhtml'><h:p>Cork</h:p></h:html>");
    let (output, _) = woven(&page, &[cork(&page, "Cork")]);
    let expected = "<h:p><h:span its-ta-ident-ref=\"http://x.org/C\">Cork</h:span></h:p>";
    assert!(output.contains(expected), "{output}");
}

#[test]
fn attributes_go_on_the_parent_where_that_is_asked() {
    let page = read("<a><b>Cork</b></a>");
    let options = EncodeOptions { on_parent: OnParent::Preferred, ..EncodeOptions::default() };
    let encoded = encode(&page, &[cork(&page, "Cork")], &options).unwrap();
    let output = String::from_utf8(encoded.bytes).unwrap();
    assert!(output.contains("its:version=\"2.0\" its:taIdentRef=\"http://x.org/C\">Cork</b>"));
}

#[test]
fn annotations_over_several_units_come_back_as_one() {
    let page = read("<a><b>Cork</b> and <b>Cobh</b></a>");
    let end = page.text().len();
    let both = Annotation::entity(TextSpan::new(0, end), Entity::default());
    let (output, encoded) = woven(&page, std::slice::from_ref(&both));
    assert!(encoded.placements[0].is_there(), "{:?}", encoded.placements);
    assert_eq!(read(&output).annotations(), [both]);
}

const ITS: &str = "xmlns:its='http://www.w3.org/2005/11/its'";

#[test]
fn what_the_file_says_of_its_text_is_an_annotation() {
    let page = read(&format!(
        "<a {ITS} its:annotatorsRef='text-analysis|http://t'>To <its:span taClassRef='http://c' \
         taConfidence='0.5'>Cork</its:span> <b its:translate='no'>no</b><c its:term='yes' \
         its:locNote='a note'>term</c></a>"
    ));
    let units: Vec<_> = page.units().map(|unit| unit.text()).collect();
    assert_eq!(units, ["To Cork ", "term"]);
    let annotations = page.annotations();
    let entity = Entity::default().with_class("http://c").with_confidence(0.5);
    let cork = Annotation::entity(TextSpan::new(3, 7), entity).by("http://t");
    assert_eq!(annotations[0], cork);
    let mut note = Metadata::new(Category::LocalizationNote);
    note.set("locNote", "a note").unwrap();
    note.set("locNoteType", "description").unwrap();
    let span = TextSpan::new(9, 13);
    let expected =
        [Annotation::metadata(span, note), Annotation::new(span, Body::Term(Term::new()))];
    assert_eq!(annotations[1..], expected);
}

#[test]
fn every_sort_of_annotation_comes_back() {
    let page = read("<a>To Cork and <b>Cobh</b>!</a>");
    let metadata = |category: Category, fields: &[(&str, &str)], records: &[&[(&str, &str)]]| {
        let mut metadata = Metadata::new(category);
        fields.iter().for_each(|(name, value)| metadata.set(name, *value).unwrap());
        records.iter().for_each(|record| metadata.add_record(record.iter().copied()).unwrap());
        Annotation::metadata(TextSpan::new(3, 7), metadata)
    };
    let span = TextSpan::new(0, 3);
    let grammar: &[(&str, &str)] = &[("locQualityIssueType", "grammar")];
    let mut spot = Entity::default().with_confidence(0.25);
    spot.source = Some("source".into());
    let all = [
        Annotation::entity(span, Entity::new("http://i").with_ident("http://j")),
        Annotation::entity(span, Entity::default().with_class("http://c").with_class("http://d")),
        Annotation::entity(span, spot).by("http://t"),
        Annotation::entity(TextSpan::new(8, 17), Entity::default().with_source("s", "7")),
        Annotation::new(span, Body::Term(Term::new().with_info("what \"it\" is"))).by("http://u"),
        metadata(Category::LocalizationNote, &[("locNote", "n"), ("locNoteType", "alert")], &[]),
        metadata(Category::Domain, &[("domains", "law, sea")], &[]),
        metadata(Category::LocQualityIssue, &[], &[grammar]),
        metadata(Category::Provenance, &[], &[&[("person", "P")], &[("tool", "T")]]),
        metadata(Category::MtConfidence, &[("mtConfidence", "0.5")], &[]).by("http://m"),
        metadata(Category::StorageSize, &[("storageSize", "25")], &[]),
        metadata(Category::Translate, &[("translate", "yes")], &[]),
        metadata(Category::Directionality, &[("dir", "rtl")], &[]),
    ];
    for annotation in &all {
        let (output, encoded) = woven(&page, std::slice::from_ref(annotation));
        assert!(encoded.placements[0].is_there(), "{annotation:?} {:?}", encoded.placements);
        let again = read(&output);
        assert_eq!(again.text(), page.text());
        assert!(again.annotations()[0].says_same(annotation), "{:?}", again.annotations());
    }
    let (output, encoded) = woven(&page, &all);
    assert!(
        encoded.placements.iter().all(|placement| placement.is_there()),
        "{:?}",
        encoded.placements
    );
    let more = encode(&read(&output), &all, &EncodeOptions::default()).unwrap();
    assert_eq!(String::from_utf8(more.bytes).unwrap(), output);
}
#[test]
fn entities_of_text_are_atoms_and_those_of_markup_obstacles() {
    let dtd = "<!DOCTYPE a [<!ENTITY c 'Cork'><!ENTITY d 'Dub lin'><!ENTITY m 'x<b>y</b>z'>]>";
    let page = read(&format!("{dtd}<a>To &c;, &d;&c; and &m;!</a>"));
    let units: Vec<_> = page.units().map(|unit| unit.text()).collect();
    assert_eq!(units, ["To Cork, Dub linCork and x", "y", "z!"]);
    let (output, encoded) = woven(&page, &[cork(&page, "Cork,"), cork(&page, "y")]);
    assert!(output.contains(">&c;,</its:span> &d;"), "{output}");
    let rule = "the text comes from an entity".into();
    assert_eq!(encoded.placements[1], glossweave_format_base::Placement::NotPlaced { rule });
}

#[test]
fn sets_of_rules_know_their_vocabularies() {
    let cases = [
        ("<topic><p>To <b>Cork</b><codeph>x</codeph></p><pre>a  b</pre></topic>", "To Cork|a  b"),
        (
            "<book xmlns='http://docbook.org/ns/docbook'><para>To <emphasis>Cork</emphasis></para>\
          <screen>x</screen></book>",
            "To Cork",
        ),
        (
            "<TEI xmlns='http://www.tei-c.org/ns/1.0'><p>To <hi>Cork</hi><note>n</note>!</p></TEI>",
            "To Cork!|n",
        ),
        (
            "<svg xmlns='http://www.w3.org/2000/svg'><style>x</style><text>To <tspan>Cork</tspan>\
          </text></svg>",
            "To Cork",
        ),
        (
            "<resources><string name='a'>To <b>Cork</b></string><string translatable='false'>x\
          </string><color>y</color></resources>",
            "To Cork",
        ),
        (
            "<root><resheader name='a'><value>x</value></resheader><data name='b'><value>Cork</value>\
          <comment>c</comment></data></root>",
            "Cork",
        ),
    ];
    let mut options = DecodeOptions::default();
    options.set("rule-set", "auto").unwrap();
    for (source, expected) in cases {
        let page = decode(source, Format::Xml, &options).unwrap();
        let units: Vec<_> = page.units().map(|unit| unit.text()).collect();
        assert_eq!(units.join("|"), expected);
    }
}

const UNKNOWN: &str = "<!DOCTYPE a SYSTEM 'a.dtd' [<!ENTITY e SYSTEM 'e.xml'><!ENTITY i '(&no;)'>]>\n\
    <a t='&t;'>To &no;Cork&e;, &i;<b>&a;Cork</b></a>";

fn read_as(word: &str) -> glossweave_base::Result<Document> {
    let mut options = DecodeOptions::default();
    options.set("unknown-entities", word).unwrap();
    decode(UNKNOWN, Format::Xml, &options)
}

#[test]
fn rules_that_nothing_reads_are_warnings_as_in_html() {
    let rules = "<its:rules version='2.0' xmlns:its='http://www.w3.org/2005/11/its' \
                 xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='rules.xml'/>";
    let warnings = |document: &Document| -> Vec<String> {
        document.warnings().iter().map(|warning| warning.message().to_owned()).collect()
    };
    let document = read(&format!("<a>{rules}<p>Cork</p></a>"));
    assert_eq!(warnings(&document), ["`rules.xml` is not read: there is no resolver"]);
    assert!(
        warnings(&read("<a its:translate='no' xmlns:its='http://www.w3.org/2005/11/its'/>"))
            .is_empty()
    );
    let xliff = format!(
        "<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2'>\
         <file original='a' source-language='en' datatype='x'><header>{rules}</header><body>\
         <trans-unit id='1'><source>Cork</source></trans-unit></body></file></xliff>"
    );
    let document = crate::decode(xliff, Format::Xliff, &DecodeOptions::default()).unwrap();
    assert_eq!(warnings(&document), ["`rules.xml` is not read: there is no resolver"]);
}

#[test]
fn unknown_entities_are_warnings_with_their_places() {
    for (word, text, outcome) in [
        ("omit", "To Cork, () Cork", "its text is omitted"),
        ("replace", "To \u{FFFD}Cork\u{FFFD}, (\u{FFFD}) \u{FFFD}Cork", "U+FFFD replaces it"),
    ] {
        let page = read_as(word).unwrap();
        assert_eq!(page.text(), text);
        let found: Vec<(&str, String)> = page
            .warnings()
            .iter()
            .map(|warning| (&UNKNOWN[warning.span().range()], warning.message().to_owned()))
            .collect();
        let undeclared = |name: &str| format!("the entity `{name}` is not declared: {outcome}");
        let external = "the entity `e` is external and is not read";
        let expected = [
            ("&t;", undeclared("t")),
            ("&no;", undeclared("no")),
            ("&e;", format!("{external}: {outcome}")),
            ("&i;", undeclared("no")),
            ("&a;", undeclared("a")),
        ];
        assert_eq!(found, expected);
    }
    let error = read_as("refuse").unwrap_err();
    assert_eq!(error.message(), "the entity `t` is not declared");
    let place = error.location().unwrap();
    assert_eq!((place.line(), place.column()), (2, 7));
    assert!(read("<a>b</a>").warnings().is_empty());
}

#[test]
fn what_stands_for_an_unknown_entity_has_its_place() {
    let page = read_as("replace").unwrap();
    let places: Vec<&str> = page
        .text()
        .match_indices('\u{FFFD}')
        .map(|(at, _)| &UNKNOWN[page.map().pieces_from(at).next().unwrap().source.range()])
        .collect();
    assert_eq!(places, ["&no;", "&e;", "&i;", "&a;"]);
    let start = page.text().find("\u{FFFD}Cork").unwrap();
    let whole = TextSpan::new(start, start + 3 + "Cork\u{FFFD}".len());
    let found = Annotation::entity(whole, Entity::new("http://x.org/C"));
    let (output, encoded) = woven(&page, &[found]);
    assert!(encoded.placements[0].is_there());
    assert!(output.contains(&format!("To {SPAN}>&no;Cork&e;</its:span>, &i;")), "{output}");
}

#[test]
fn translations_leave_references_to_unknown_entities() {
    use glossweave_document::annotation::Translation;
    let written = |word: &str, text: &str| {
        let page = read_as(word).unwrap();
        let unit = page.units().last().unwrap().span();
        let french = Annotation::translation(unit, Translation::new(text, "fr".parse().unwrap()));
        let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
        let back = encode(&page, &[french], &options).unwrap();
        (String::from_utf8(back.bytes).unwrap(), back.placements)
    };
    let (bytes, placements) = written("replace", "\u{FFFD}Korch");
    assert_eq!(bytes, UNKNOWN);
    assert!(!placements[0].is_there());
    let (bytes, placements) = written("omit", "Korch");
    assert!(placements[0].is_there());
    assert_eq!(bytes, UNKNOWN.replace("<b>&a;Cork", "<b>&a;Korch"));
}

/// Prose with a non-ASCII letter in most words: the encoding, and the text.
const PROSE: [(&str, &str); 4] = [
    (
        "iso-8859-1",
        "Später führte sie\nauch den übrigen Verkehr zwischen den Städten über die Brücke. ",
    ),
    ("windows-1252", "L’été dernier, les élèves préféraient\nl’histoire à la géographie. "),
    ("shift_jis", "この橋は1904年に市電のために建設された。\nｶﾅも。 "),
    ("gb18030", "这座桥于1904年\n为有轨电车而建。 "),
];

#[test]
fn prose_in_other_encodings_is_read_a_stretch_at_a_time() {
    for (label, prose) in PROSE {
        let charset: glossweave_markup::Encoding = label.parse().unwrap();
        let page = format!(
            "<?xml version='1.0' encoding='{label}'?><a><p>{}</p></a>",
            prose.repeat(100).trim_end()
        );
        let bytes = charset.encode(&page).into_owned();
        let document = decode(bytes.as_slice(), Format::Xml, &DecodeOptions::default()).unwrap();
        let text = document.text();
        let most = text.len() / 256 + 2;
        assert!(document.map().pieces().count() <= most, "{label}: {:?}", document.map());
        let chars: Vec<_> =
            text.char_indices().map(|(at, char)| at..at + char.len_utf8()).collect();
        for char in chars.iter().step_by(7) {
            let span = document.source_span(TextSpan::from(char.clone())).unwrap();
            let source = charset.encode(&text[char.clone()]);
            let found = &bytes[span.range()];
            let is_space = source == b" ".as_slice() && found == b"\n";
            assert!(found == &*source || is_space, "{label} at {char:?}");
        }
    }
}

#[test]
fn a_translation_has_references_for_what_the_declared_encoding_lacks() {
    for (label, expected) in [
        ("ISO-8859-1", &b"<a>\xE9 &#8220;&#8364;&#8212;&#8221;</a>"[..]),
        ("iso-8859-9", b"<a>\xE9 &#8220;&#8364;&#8212;&#8221;</a>"),
        ("US-ASCII", b"<a>&#233; &#8220;&#8364;&#8212;&#8221;</a>"),
        ("windows-1252", b"<a>\xE9 \x93\x80\x97\x94</a>"),
    ] {
        let declaration = format!("<?xml version=\"1.0\" encoding=\"{label}\"?>");
        let document = read(&format!("{declaration}<a>text</a>"));
        let span = document.units().next().unwrap().span();
        let new = Translation::new("é “€—”", "fr".parse().unwrap());
        let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
        let back = encode(&document, &[Annotation::translation(span, new)], &options).unwrap();
        assert_eq!(back.bytes, [declaration.as_bytes(), expected].concat(), "{label}");
    }
}

#[test]
fn references_to_entities_stay_if_their_texts_do() {
    use glossweave_document::annotation::Translation;
    const HEAD: &str = "<!DOCTYPE a [<!ENTITY app \"Glossweave\"><!ENTITY co \"A &amp; B\"><!ENTITY m \"<i>x</i> y\">\
        <!ENTITY c \"a\">]>";
    let written = |source: &str, text: &str| {
        let options = DecodeOptions {
            rule_set: Some(glossweave_document::RuleSet::DocBook),
            ..DecodeOptions::default()
        };
        let page = crate::decode(format!("{HEAD}{source}"), Format::Xml, &options).unwrap();
        let unit = page.units().last().unwrap().span();
        let new = Translation::new(text, "de".parse().unwrap());
        let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
        let back = crate::encode(&page, &[Annotation::translation(unit, new)], &options).unwrap();
        assert!(back.placements[0].is_there(), "{:?}", back.placements);
        String::from_utf8(back.bytes).unwrap().replacen(HEAD, "", 1)
    };
    for (source, text, expected) in [
        ("<a>Use &app; now</a>", "Jetzt Glossweave nutzen", "<a>Jetzt &app; nutzen</a>"),
        ("<a>&app; of &co;.</a>", "A & B: Glossweave", "<a>&co;: &app;</a>"),
        (
            "<a>&app; is &app;</a>",
            "Glossweave, Glossweave < Glossweave",
            "<a>&app;, &app; &lt; Glossweave</a>",
        ),
        ("<a>Use &app;</a>", "Glossweaves nutzen", "<a>Glossweaves nutzen</a>"),
        ("<a>&c; b</a>", "das a", "<a>das &c;</a>"),
        ("<a>A &amp; &#66; &lt;</a>", "B & A <", "<a>B &amp; A &lt;</a>"),
        (
            "<para><emphasis>&app;</emphasis> and <emphasis>&co;</emphasis></para>",
            "<2>A & B</2> und <1>Glossweave</1>",
            "<para><emphasis>&co;</emphasis> und <emphasis>&app;</emphasis></para>",
        ),
        (
            "<para><emphasis>&app;</emphasis> and <emphasis>&co;</emphasis></para>",
            "<1>A & B</1> und <2>Glossweave</2>",
            "<para><emphasis>A &amp; B</emphasis> und <emphasis>Glossweave</emphasis></para>",
        ),
    ] {
        assert_eq!(written(source, text), expected, "{source}");
    }
}
