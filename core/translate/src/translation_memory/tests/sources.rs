//! Tests of reading translations from files.

use super::language;
use crate::TranslationMemory;
use glossweave_base::error::{Error, ErrorKind};

const TMX: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
 <header creationtool="t" creationtoolversion="1" segtype="sentence" o-tmf="t"
   adminlang="en-US" srclang="en" datatype="xml"><prop type="x-domain">general</prop></header>
 <body>
  <!-- one -->
  <tu creationdate="20200102T030405Z">
   <note>seen</note>
   <tuv xml:lang="en-US"><seg>Press <bpt i="1" x="1">&lt;b></bpt>Start<ept i="1">&lt;/b></ept> &amp; wait<ph x="2"><sub>no</sub></ph></seg></tuv>
   <tuv xml:lang="es" changedate="20210102T030405Z"><seg>Espere<ph x="2"/> y pulse <bpt i="7" x="1"/>Inicio<ept i="7"/></seg></tuv>
   <tuv lang="de"><prop type="x-subject">tools</prop><seg>Drücken Sie <hi>Start</hi><it pos="begin"/></seg></tuv>
  </tu>
  <tu srclang="*all*"><tuv xml:lang="en"><seg>a &lt; 1</seg></tuv><tuv xml:lang="fr"><seg>un</seg></tuv></tu>
 </body>
</tmx>
"#;

fn read(source: &[u8]) -> Result<TranslationMemory, Error> {
    let mut builder = TranslationMemory::builder();
    builder.tmx(source)?;
    builder.build()
}

#[test]
fn tmx_gives_texts_with_markers_languages_domains_and_dates() {
    let memory = read(TMX.as_bytes()).unwrap();
    assert_eq!(memory.segments(), 4);
    let found = |text: &str, from: &str, to: &str| {
        memory.matches(text, &language(from), &language(to), 1).unwrap().remove(0)
    };
    let matched = found("Press <1>Start</1> & wait<2/>", "en", "es");
    assert_eq!((matched.source.as_str(), matched.score), ("Press <1>Start</1> & wait<2/>", 1.0));
    assert_eq!(matched.target, "Espere<2/> y pulse <1>Inicio</1>");
    assert_eq!(matched.domain.as_deref(), Some("general"));
    assert_eq!(matched.changed, Some(20_210_102_030_405));
    let two = found("Press Start & wait", "en", "de");
    assert_eq!(two.target, "Drücken Sie <3>Start</3><4/>");
    assert_eq!((two.domain.as_deref(), two.changed), (Some("tools"), Some(20_200_102_030_405)));
    assert_eq!(found("a <0/> 1", "en", "fr").target, "un");
    assert_eq!(found("un", "fr", "en").target, "a <0/> 1");
    assert!(memory.matches("Inicio", &language("es"), &language("en"), 1).unwrap().is_empty());
}

#[test]
fn encodings_are_read() {
    for is_little in [true, false] {
        let source = TMX.replace("UTF-8", "UTF-16");
        let units = std::iter::once(0xFEFF).chain(source.encode_utf16());
        let unit = |unit: u16| if is_little { unit.to_le_bytes() } else { unit.to_be_bytes() };
        let bytes: Vec<u8> = units.flat_map(unit).collect();
        assert_eq!(read(&bytes).unwrap().segments(), 4);
    }
    let source = TMX.replace("UTF-8", "ISO-8859-1").replace('ü', "\u{1}");
    let bytes: Vec<u8> = source.bytes().map(|b| if b == 1 { 0xFC } else { b }).collect();
    let memory = read(&bytes).unwrap();
    let found = memory.matches("Press Start & wait", &language("en"), &language("de"), 1).unwrap();
    assert_eq!(found[0].target, "Drücken Sie <3>Start</3><4/>");
}

#[track_caller]
fn refused(source: &str, message: &str) {
    let mut builder = TranslationMemory::builder();
    builder.tmx(TMX.as_bytes()).unwrap();
    let error = builder.tmx(source.as_bytes()).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    assert_eq!(error.to_string(), message);
    // The builder contains nothing of the failed file.
    assert_eq!(builder.build().unwrap().segments(), 4);
}

#[test]
fn what_is_wrong_has_its_place() {
    refused("<html/>", "the root element is `html`, expected `tmx` at line 1 column 1");
    refused("<tmx><header/></tmx>", "`tmx` has no `body` at line 1 column 1");
    let wrong = TMX.replace("lang=\"de\"", "");
    refused(&wrong, "`tuv` has no `xml:lang` at line 12 column 4");
    let wrong = TMX.replace("</seg></tuv><tuv xml:lang=\"fr\">", "</tuv><tuv xml:lang=\"fr\">");
    let error = read(wrong.as_bytes()).err().unwrap();
    assert_eq!(error.location().unwrap().line(), 14);
    let wrong = TMX.replace("xml:lang=\"es\"", "xml:lang=\"e s\"");
    refused(&wrong, "`xml:lang` is `e s`, expected a language tag at line 11 column 4");
    let wrong = TMX.replace("&amp;", "&none;");
    assert_eq!(read(wrong.as_bytes()).err().unwrap().location().unwrap().line(), 10);
}

#[test]
fn elements_beside_the_body_are_no_units() {
    let more = TMX.replace("</body>", "</body><extra><tu/></extra>");
    assert_eq!(read(more.as_bytes()).unwrap().segments(), 4);
    let nested = TMX.replace("</body>", "<body/></body>");
    refused(&nested, "`body` has an element `body`, expected `tu` at line 15 column 2");
    refused("<tmx><body/></tmx>", "`body` comes before `header` at line 1 column 6");
}

#[test]
fn every_prefix_is_an_error() {
    let end = TMX.trim_end().len();
    for cut in 0..end {
        if TMX.is_char_boundary(cut) {
            let error = read(&TMX.as_bytes()[..cut]).err().unwrap();
            assert_eq!(error.kind(), ErrorKind::Malformed, "{cut}: {error}");
        }
    }
}

/// A reader that returns a few bytes at a time of a file that is never complete in memory.
struct Stream {
    left: usize,
    ready: Vec<u8>,
    error: &'static str,
}

impl std::io::Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.ready.is_empty() && self.left > 0 {
            self.left -= 1;
            let n = self.left;
            let unit = match n {
                0 => format!("{}</body></tmx>", self.error),
                _ => format!(
                    "<tu><tuv xml:lang='en'><seg>Text é {n}</seg></tuv>\n\
                     <tuv xml:lang='es'><seg>Texto {n}</seg></tuv></tu>"
                ),
            };
            self.ready = unit.into_bytes();
        }
        let count = buffer.len().min(self.ready.len()).min(1 + self.left % 97);
        buffer[..count].copy_from_slice(&self.ready[..count]);
        self.ready.drain(..count);
        Ok(count)
    }
}

#[test]
fn long_files_are_read_in_parts() {
    let stream = |error| Stream {
        left: 20_001,
        ready: b"<!DOCTYPE tmx [<!ENTITY e 'x'>]><tmx version='1.4'><header srclang='en'/><body>"
            .to_vec(),
        error,
    };
    let mut builder = TranslationMemory::builder();
    builder.tmx(stream("<tu><tuv xml:lang='en'><seg>&e;</seg></tuv></tu>")).unwrap();
    assert_eq!(builder.build().unwrap().segments(), 20_000);
    let error = TranslationMemory::builder().tmx(stream("\n  <tu><tuv/></tu>")).err().unwrap();
    assert_eq!(error.to_string(), "`tuv` has no `xml:lang` at line 20002 column 7");
}

#[test]
fn what_is_wrong_is_told_before_the_rest_is_read() {
    let head = "<tmx version='1.4'><header srclang='en'/><body>\n<tu><tuv/></tu>";
    let mut rest = std::io::Read::take(std::io::repeat(b' '), 1 << 30);
    let file = std::io::Read::chain(head.as_bytes(), &mut rest);
    let error = TranslationMemory::builder().tmx(file).err().unwrap();
    assert_eq!(error.to_string(), "`tuv` has no `xml:lang` at line 2 column 5");
    assert!(rest.limit() > (1 << 30) - (4 << 20), "{} bytes were left", rest.limit());
}

#[test]
fn xliff_gives_its_translated_units() {
    let xliff_1 = r#"<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
      <file source-language="en" target-language="es" original="a" datatype="plaintext" category="medical">
       <body>
        <trans-unit id="1"><source>Press <g id="a">Start</g><x id="b"/></source><target>Pulse<x id="b"/> <g id="a">Inicio</g></target></trans-unit>
        <trans-unit id="2"><source>New</source><target state="new">New</target></trans-unit>
        <trans-unit id="3"><source>One. Two.</source>
          <seg-source><mrk mtype="seg" mid="1">One.</mrk> <mrk mtype="seg" mid="2">Two.</mrk></seg-source>
          <target><mrk mtype="seg" mid="1">Uno.</mrk> <mrk mtype="seg" mid="2">Dos.</mrk></target></trans-unit>
        <trans-unit id="4"><source>None</source></trans-unit>
       </body></file></xliff>"#;
    let two = r#"<xliff version="2.0" srcLang="en" trgLang="de" xmlns="urn:oasis:names:tc:xliff:document:2.0">
      <file id="f"><unit id="1"><segment><source>Press <pc id="1">Start</pc><cp hex="0021"/></source>
        <target><sc id="2"/>Start<ec startRef="2"/> drücken</target></segment></unit></file></xliff>"#;
    let mut builder = TranslationMemory::builder();
    builder.xliff(xliff_1.as_bytes()).unwrap().xliff(two.as_bytes()).unwrap();
    let memory = builder.build().unwrap();
    assert_eq!(memory.segments(), 4);
    let found = |text: &str, to: &str| {
        memory.matches(text, &language("en"), &language(to), 1).unwrap().remove(0)
    };
    let start = found("Press <1>Start</1><2/>", "es");
    assert_eq!((start.target.as_str(), start.score), ("Pulse<2/> <1>Inicio</1>", 1.0));
    assert_eq!(start.domain.as_deref(), Some("medical"));
    assert_eq!(found("Two.", "es").target, "Dos.");
    assert_eq!(found("Press <1>Start</1>!", "de").target, "<2>Start</2> drücken");
    let nested =
        xliff_1.replace("mid=\"2\">Two.", "mid=\"2\">T<mrk mtype=\"seg\" mid=\"3\">wo</mrk>.");
    let nested =
        nested.replace("mid=\"2\">Dos.", "mid=\"2\">D<mrk mtype=\"seg\" mid=\"3\">os</mrk>.");
    let mut builder = TranslationMemory::builder();
    builder.xliff(nested.as_bytes()).unwrap();
    assert_eq!(builder.build().unwrap().segments(), 3);
    let none = xliff_1.replace("<target", "<note").replace("</target", "</note");
    let error = TranslationMemory::builder().xliff(none.as_bytes()).err().unwrap();
    assert_eq!(error.to_string(), "the file has no text with its translation");
    let error = TranslationMemory::builder().xliff("<tmx/>".as_bytes()).err().unwrap();
    assert_eq!(error.to_string(), "the root element is `tmx`, expected `xliff` at line 1 column 1");
}

const WRONG: &str = r#"<tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="en"><seg>Yes</seg></tuv><tuv xml:lang="es"><seg>Sí</seg></tuv></tu>
<tu tuid="no lang"><tuv><seg>No</seg></tuv><tuv xml:lang="es"><seg>No</seg></tuv></tu>
<tu><tuv xml:lang="en"/><tuv xml:lang="es"><seg>Nada</seg></tuv></tu>
<tm/>
<tu><tuv xml:lang="en"><seg>Good</seg></tuv><tuv xml:lang="12"><seg>Bien</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>Good</seg></tuv><tuv xml:lang="es"><seg>Bien</seg></tuv></tu>
</body></tmx>"#;

#[test]
fn units_that_are_wrong_are_left_out_and_told() {
    let mut strict = TranslationMemory::builder();
    let error = strict.tmx(WRONG.as_bytes()).err().unwrap();
    assert_eq!(error.to_string(), "`tuv` has no `xml:lang` at line 3 column 20");
    assert!(strict.skipped().is_empty());

    let mut builder = TranslationMemory::builder();
    builder.lenient().tmx(WRONG.as_bytes()).unwrap();
    let messages: Vec<_> =
        builder.skipped().iter().map(|part| format!("{}: {part}", part.subject())).collect();
    let expected = [
        "no lang: `tuv` has no `xml:lang` at line 3 column 20",
        "tu 3: `tuv` has no `seg` at line 4 column 5",
        "tu 4: `body` has an element `tm`, expected `tu` at line 5 column 1",
        "tu 5: `xml:lang` is `12`, expected a language tag at line 6 column 45",
    ];
    assert_eq!(messages, expected);
    let memory = builder.build().unwrap();
    assert_eq!(memory.segments(), 2);
    let found = memory.matches("Good", &language("en"), &language("es"), 1).unwrap();
    assert_eq!(found[0].target, "Bien");
}

#[test]
fn places_hold_in_the_later_parts_of_a_long_memory() {
    let good =
        "<tu><tuv xml:lang='en'><seg>Yes</seg></tuv><tuv xml:lang='es'><seg>Sí</seg></tuv></tu>\n";
    let long = good.repeat(6_000);
    let source = format!(
        "<tmx version='1.4'><header srclang='en'/><body>\n{long}<tu/>\n<tu><tuv/></tu>\n</body></tmx>"
    );
    let mut builder = TranslationMemory::builder();
    builder.lenient().tmx(source.as_bytes()).unwrap();
    // A unit without a text is not an error.
    let [part] = builder.skipped() else { panic!("{:?}", builder.skipped()) };
    assert_eq!((part.subject(), part.location().unwrap().line()), ("tu 6002", 6_003));
    // A file that is malformed as a whole, or without any correct unit, is still an error.
    let cut = source.replace("</body></tmx>", "");
    assert_eq!(builder.tmx(cut.as_bytes()).err().unwrap().kind(), ErrorKind::Malformed);
    let none = "<tmx version='1.4'><header srclang='en'/><body><tu><tuv/></tu></body></tmx>";
    let error = builder.tmx(none.as_bytes()).err().unwrap();
    assert_eq!(error.to_string(), "`tuv` has no `xml:lang` at line 1 column 52");
    assert_eq!(builder.skipped().len(), 1);
    assert_eq!(builder.build().unwrap().segments(), 1);
}

#[test]
fn translations_of_xliff_that_are_wrong_are_left_out_and_told() {
    let long = "x".repeat((1 << 20) + 1);
    let source = format!(
        "<xliff version='1.2'><file source-language='en' target-language='es'><body>\n\
         <trans-unit id='a'><source>Yes</source><target>Sí</target></trans-unit>\n\
         <trans-unit id='b'><source>No</source><target>{long}</target></trans-unit></body></file>\n\
         <file source-language='12' target-language='es'><body>\n\
         <trans-unit id='c'><source>Good</source><target>Bien</target></trans-unit></body></file></xliff>"
    );
    let mut builder = TranslationMemory::builder();
    assert!(builder.xliff(source.as_bytes()).is_err());
    builder.lenient().xliff(source.as_bytes()).unwrap();
    let skipped: Vec<_> = builder
        .skipped()
        .iter()
        .map(|part| (part.subject(), part.location().unwrap().line()))
        .collect();
    assert_eq!(skipped, [("b", 3), ("c", 5)]);
    assert_eq!(builder.build().unwrap().segments(), 1);
}
