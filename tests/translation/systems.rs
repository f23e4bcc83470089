//! Translation through an engine, with translators that are too simple to be wrong.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime};

use glossweave::clock::{Clock, FixedClock};
use glossweave::document::Unit;
use glossweave::translate::{
    Capabilities, CheckOptions, IssueType, Segment, TranslatedSegment, TranslationBatch,
    Translator, check_translations,
};
use glossweave::translate::{
    State, System, TranslationFindings, TranslationOptions, TranslationRequest,
};
use glossweave::{Caller, Engine, ErrorKind, Format, Reply, Request, Result, Settings};
use glossweave_testing::PATIENCE;
use glossweave_translate::remote_translator;

/// A translator that reverses the words of a text and writes them in capitals. It does not support
/// markup.
struct Plain;

impl Translator for Plain {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        let one = |segment: &Segment<'_>| {
            let mut words: Vec<String> = segment.text.split(' ').map(str::to_uppercase).collect();
            words.reverse();
            Some(TranslatedSegment::machine(words.join(" ")))
        };
        Ok(job.segments.iter().map(one).collect())
    }
}

/// A translator that writes in capitals and keeps the markers, but loses a marker if the text
/// contains `lose`.
struct Marks;

impl Translator for Marks {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        let one = |segment: &Segment<'_>| {
            let mut text = segment.text.to_uppercase();
            if text.contains("LOSE") {
                text = text.replacen("<1/>", "", 1).replacen("<1>", "", 1);
            }
            Some(TranslatedSegment::machine(text).with_confidence(Some(0.5)))
        };
        Ok(job.segments.iter().map(one).collect())
    }

    fn abilities(&self) -> Capabilities {
        Capabilities::default().with_markup()
    }
}

/// A translator that knows one sentence.
struct Knows;

impl Translator for Knows {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        let one = |segment: &Segment<'_>| match segment.text {
            "Good day." => Some(TranslatedSegment::remembered("Buenos días.", 1.0)),
            "Good days." => Some(TranslatedSegment::remembered("Buenos días.", 0.9)),
            _ => None,
        };
        Ok(job.segments.iter().map(one).collect())
    }
}

pub(super) fn system(name: &str, source: &str, target: &str) -> System {
    System::new(name, source.parse().unwrap(), target.parse().unwrap())
}

fn pair(name: &str) -> System {
    system(name, "en", "es")
}

pub(super) fn engine() -> Engine {
    let builder = Engine::builder(Settings::default());
    let builder = builder.translator("plain", pair("plain"), Plain);
    let builder = builder.translator("marks", pair("marks"), Marks);
    builder.translator("memory", pair("memory"), Knows).open().unwrap()
}

pub(super) fn asked(input: &str, format: Format, fields: &[(&str, &str)]) -> TranslationRequest {
    let languages = [("source-lang", "en"), ("target-lang", "es")];
    let fields = languages.iter().chain(fields).copied();
    TranslationRequest::from_pairs(Request::new(input, format), fields).unwrap()
}

pub(super) fn reply(provider: &str, asked: TranslationRequest) -> Reply<TranslationFindings> {
    engine().session(Caller::Anonymous).translations().enrich(provider, asked).unwrap()
}

pub(super) fn turtle(reply: &Reply<TranslationFindings>) -> &str {
    std::str::from_utf8(&reply.bytes).unwrap()
}

fn page(provider: &str, html: &str, fields: &[(&str, &str)]) -> String {
    let mut all = vec![("outformat", "html"), ("translations", "yes")];
    all.extend(fields);
    let reply = reply(provider, asked(html, Format::Html, &all));
    String::from_utf8(reply.bytes).unwrap()
}

#[test]
fn sentences_go_out_one_by_one_and_space_stays() {
    let page = page("plain", "<pre>  One two.  Three four.\n</pre><p>12 34<p>Five six", &[]);
    assert_eq!(page, "<pre>  TWO. ONE  FOUR. THREE\n</pre><p>12 34<p>SIX FIVE");
}

#[test]
fn markup_stays_around_what_it_was_around() {
    let page = |html: &str| page("marks", html, &[]);
    assert_eq!(
        page("<p>The <b>red</b> house<br>by <i>the sea</i>. A <a href=x>b</a>."),
        "<p>THE <b>RED</b> HOUSE<br>BY <i>THE SEA</i>. A <a href=x>B</a>."
    );
    // Sentences are not split within a pair of tags, and a pair around the whole text is not sent
    // to the translator.
    assert_eq!(page("<p><b>One. Two.</b> Three."), "<p><b>ONE. TWO.</b> THREE.");
    // A lost marker is inserted proportionally, and the text is complete.
    let lost = page("<p>We lose <b>it</b> all");
    assert!(lost.contains("<b>") && lost.contains("</b>"), "{lost}");
    assert_eq!(lost.replace("<b>", "").replace("</b>", ""), "<p>WE LOSE IT ALL");
    // For a translator without markers, a line break separates words.
    let broken = super::systems::page("plain", "<p>Main street<br>Dublin", &[]);
    assert_eq!(broken.replace("<br>", ""), "<p>DUBLIN STREET MAIN");
    // Text that must not be translated is an inline code.
    assert_eq!(
        page("<p>Call <code translate=no>f()</code> now"),
        "<p>CALL <code translate=no>f()</code> NOW"
    );
}

#[test]
fn what_looks_like_a_marker_is_text() {
    for html in
        ["<p>A &lt;1>X&lt;/1> <b>Y</b>", "<p>A &lt;1/> <b>Y</b>", "<p>&lt;0/>A", "<p>A &lt;5"]
    {
        assert_eq!(page("marks", html, &[]), html);
        let plain = page("plain", html, &[]);
        assert_eq!(plain.matches("&lt;").count(), html.matches("&lt;").count(), "{plain}");
    }
}

#[test]
fn words_that_are_kept_are_kept() {
    let keep = [("keep", "Cork City,iPhone")];
    // For a translator without markers, only the text around the codes is translated.
    assert_eq!(
        page("plain", "<p>The new iPhone of Cork City is", &keep),
        "<p>NEW THE iPhone OF Cork City IS"
    );
    assert_eq!(
        page("marks", "<p>The <b>iPhone</b> of Cork City, iPhones", &keep),
        "<p>THE <b>iPhone</b> OF Cork City, IPHONES"
    );
}

#[test]
fn nif_says_the_translation_of_each_text() {
    let done = reply("marks", asked("Good day. Bye!", Format::Text, &[]));
    let turtle = turtle(&done);
    assert!(turtle.contains("itsrdf:target \"GOOD DAY. BYE!\"@es"), "{turtle}");
    assert!(turtle.contains("itsrdf:mtConfidence"), "{turtle}");
    let spans: Vec<_> =
        done.findings.segments.iter().map(|one| (one.span.range(), one.name())).collect();
    assert_eq!(spans, [(0..9, "machine"), (10..14, "machine")]);
}

#[test]
fn terms_of_the_input_choose_the_words() {
    let nif = "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
        @prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
        @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
        <http://a.example/#char=0,20> a nif:Context ; nif:isString 'The bank of the bank' .
        <http://a.example/#char=16,20> a nif:Phrase ; nif:anchorOf 'bank' ;
            nif:referenceContext <http://a.example/#char=0,20> ;
            nif:beginIndex 16 ; nif:endIndex 20 ;
            itsrdf:term 'yes' ; itsrdf:termInfoRef <http://c.example/river-bank> .
        <http://c.example/river-bank> skos:prefLabel 'ribera'@es, 'Ufer'@de .
        <http://c.example/other> skos:prefLabel 'orilla'@es .";
    for (provider, expected) in
        [("marks", "THE BANK OF THE ribera"), ("plain", "THE OF BANK THE ribera")]
    {
        let done = reply(provider, asked(nif, Format::Turtle, &[]));
        let turtle = turtle(&done);
        assert!(turtle.contains(&format!("itsrdf:target \"{expected}\"@es")), "{turtle}");
        assert!(!turtle.contains("target \"orilla"));
    }
}

#[test]
fn a_document_that_returns_has_no_translation_unless_it_is_written() {
    let html = "<p>Good day.";
    let done = reply("plain", asked(html, Format::Html, &[("outformat", "html")]));
    assert_eq!(done.bytes, html.as_bytes());
}

#[test]
fn systems_are_chosen_by_pair_domain_and_key() {
    let engine = Engine::builder(Settings::default())
        .translator("x", pair("general"), Plain)
        .translator("x", pair("news").about("news"), Plain)
        .translator("x", system("british", "en-GB", "es"), Plain)
        .translator("x", system("secret", "en", "ga").with_key("horse"), Plain)
        .open()
        .unwrap();
    let session = engine.session(Caller::Anonymous);
    let translations = session.translations();
    let listed = translations.systems("x").unwrap().into_iter().map(|one| one.name);
    assert_eq!(listed.collect::<Vec<_>>(), ["general", "news", "british"]);
    let text = glossweave::decode("Hello", Format::Text, &Default::default()).unwrap();
    let ask = |source: &str, target: &str, fields: &[(&str, &str)]| {
        let mut wanted = TranslationOptions::new(source.parse().unwrap(), target.parse().unwrap());
        fields.iter().for_each(|(name, value)| wanted.set(name, value).unwrap());
        translations.translate("x", &text, &wanted).map(drop).map_err(|error| error.kind())
    };
    assert_eq!(ask("en", "es", &[]), Ok(()));
    assert_eq!(ask("en-IE", "es-MX", &[("domain", "NEWS")]), Ok(()));
    assert_eq!(ask("en", "es", &[("domain", "law")]), Err(ErrorKind::NotFound));
    assert_eq!(ask("es", "en", &[]), Err(ErrorKind::NotFound));
    assert_eq!(ask("en", "ga", &[]), Err(ErrorKind::NotFound));
    assert_eq!(ask("en", "ga", &[("key", "house")]), Err(ErrorKind::Unauthenticated));
    assert_eq!(ask("en", "ga", &[("key", "horse")]), Ok(()));
    assert_eq!(ask("en", "es", &[("key", "horse")]), Ok(()));
    assert_eq!(translations.systems("y").unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn a_text_whose_language_nobody_names_tells_it() {
    let engine = Engine::builder(Settings::default())
        .translator("x", pair("english"), Plain)
        .translator("x", system("german", "de", "es"), Plain)
        .open()
        .unwrap();
    let session = engine.session(Caller::Anonymous);
    let ask = |text: &str, format: Format| {
        let fields = [("target-lang", "es")];
        let request = TranslationRequest::from_pairs(Request::new(text, format), fields).unwrap();
        session.translations().enrich("x", request).map(|reply| reply.findings.segments.len())
    };
    let german = "Der Bahnhof liegt nicht weit von hier. Er ist gleich hinter der alten Brücke.";
    assert_eq!(ask(german, Format::Text).unwrap(), 2);
    let error = ask("Hm.", Format::Text).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("source-lang")));
    assert_eq!(ask("<html lang=en><p>Hm.", Format::Html).unwrap(), 1);
    let french = "<html lang=fr><p>La gare n'est pas loin d'ici.";
    assert_eq!(ask(french, Format::Html).unwrap_err().kind(), ErrorKind::NotFound);
    let request = Request::new("x", Format::Text);
    let error = TranslationRequest::from_pairs(request, []).unwrap_err();
    assert_eq!(error.parameter(), Some("target-lang"));
}

/// A translator that always returns the same text.
struct Short;

impl Translator for Short {
    fn translate(&self, _: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        Ok(vec![Some(TranslatedSegment::machine("x"))])
    }
}

#[test]
fn who_gives_the_wrong_number_of_texts_is_told() {
    let engine =
        Engine::builder(Settings::default()).translator("x", pair("short"), Short).open().unwrap();
    let session = engine.session(Caller::Anonymous);
    let text = glossweave::decode("One. Two.", Format::Text, &Default::default()).unwrap();
    let wanted = TranslationOptions::new("en".parse().unwrap(), "es".parse().unwrap());
    let error = session.translations().translate("x", &text, &wanted).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Provider);
    assert!(error.message().contains("the system `short` returned 1 results"), "{error}");
}

#[test]
fn sentences_end_where_the_rules_of_the_caller_say_so() {
    let engine =
        Engine::builder(Settings::default()).translator("x", pair("plain"), Plain).open().unwrap();
    let session = engine.session(Caller::Anonymous);
    let rules = "<srx version=\"2.0\" xmlns=\"http://www.lisa.org/srx20\"><header cascade=\"no\"/><body>\
        <languagerules><languagerule languagerulename=\"x\"><rule break=\"yes\"><beforebreak>;\
        </beforebreak><afterbreak>\\s</afterbreak></rule></languagerule></languagerules><maprules>\
        <languagemap languagepattern=\"EN.*\" languagerulename=\"x\"/></maprules></body></srx>";
    let page = "<p>One. Two; <b>three; four</b> five; six.";
    let ask = |srx: &str| {
        let fields = [("source-lang", "en-GB"), ("target-lang", "es"), ("srx", srx)];
        let request = Request::new(page, Format::Html);
        let request = TranslationRequest::from_pairs(request, fields)?;
        let reply = session.translations().enrich("x", request)?;
        let text = "One. Two; three; four five; six.";
        Ok(reply.findings.segments.iter().map(|one| &text[one.span.range()]).collect::<Vec<_>>())
    };
    // Not within the pair of tags.
    assert_eq!(ask(rules).unwrap(), ["One. Two;", "three; four five;", "six."]);
    assert_eq!(ask("").unwrap(), ["One.", "Two; three; four five; six."]);
    let error: glossweave::Error = ask("/etc/rules.srx").unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("srx")));
    let error = ask(&rules.replace("\\s", "(")).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Malformed, Some("srx")));
    assert_eq!(error.location().map(|at| at.line()), Some(1));
}

#[test]
fn documents_become_files_with_both_texts() {
    let engine =
        Engine::builder(Settings::default()).translator("x", pair("marks"), Marks).open().unwrap();
    let session = engine.session(Caller::Anonymous);
    let ask = |input: &[u8], format: Format, fields: &[(&str, &str)]| {
        let fields = [("source-lang", "en"), ("target-lang", "es"), ("outformat", "xliff")]
            .into_iter()
            .chain(fields.iter().copied());
        let request = TranslationRequest::from_pairs(Request::new(input, format), fields).unwrap();
        session.translations().enrich("x", request)
    };
    let page = b"<p>A <b>red</b> house<br>&amp; \"more\". Again.<p> <img alt='An <image>'> <p>12";
    let reply = ask(page, Format::Html, &[]).unwrap();
    assert_eq!((reply.format, reply.placements.len()), (Format::Xliff, 0));
    let file = String::from_utf8(reply.bytes).unwrap();
    let read = glossweave::decode(file.as_bytes(), Format::Xliff, &Default::default()).unwrap();
    assert!(read.warnings().is_empty(), "{:?}", read.warnings());
    let html = glossweave::decode(page.as_slice(), Format::Html, &Default::default()).unwrap();
    for (one, other) in read.units().zip(html.units()) {
        let marked = |document: &glossweave::Document, span| {
            glossweave::marked_text(document, span).unwrap()
        };
        assert_eq!(marked(&read, one.span()), marked(&html, other.span()));
        let target = read.target_unit(one).unwrap();
        assert_eq!(target.text().to_lowercase(), one.text().to_lowercase());
    }
    assert_eq!(read.units().len(), html.units().len());
    let state = "<target state=\"needs-review-translation\" state-qualifier=\"mt-suggestion\">";
    assert!(file.contains(state) && file.contains("datatype=\"html\""), "{file}");
    assert!(file.contains("<alt-trans match-quality=\"50%\">"), "{file}");
    assert!(file.contains("<g id=\"1\">") && file.contains("<x id=\"2\"/>"), "{file}");
    let text = ask(b"One.\n\nTwo.", Format::Text, &[("target-state", "new")]).unwrap();
    let text = String::from_utf8(text.bytes).unwrap();
    assert!(text.contains("<target state=\"new\"") && text.contains("plaintext"), "{text}");
    let xml = ask(b"<a><b>One <c/>two.</b></a>", Format::Xml, &[]).unwrap();
    assert!(String::from_utf8(xml.bytes).unwrap().contains("datatype=\"xml\""));
    for name in ["spans-nested", "headers-and-footers", "lo-text-box"] {
        let path = format!("{}/data/odt/{name}.odt", env!("CARGO_MANIFEST_DIR"));
        let package = std::fs::read(path).unwrap();
        let odt = glossweave::decode(package.as_slice(), Format::Odt, &Default::default()).unwrap();
        let file = String::from_utf8(ask(&package, Format::Odt, &[]).unwrap().bytes).unwrap();
        assert!(file.contains("datatype=\"x-odt\""), "{file}");
        let read = glossweave::decode(file.as_bytes(), Format::Xliff, &Default::default()).unwrap();
        let texts = |document: &glossweave::Document| -> Vec<String> {
            document.units().map(|unit| unit.text().trim().to_owned()).collect()
        };
        assert_eq!(texts(&read), texts(&odt), "{name}");
        assert!(read.units().all(|unit| read.target_unit(unit).is_some()), "{file}");
    }
    let mut memory = glossweave::translate::TranslationMemory::builder();
    memory.xliff(file.as_bytes()).unwrap();
    assert!(memory.build().unwrap().segments() > 0);
    // XLIFF input is written back as XLIFF, so a new XLIFF file is refused.
    let error = ask(file.as_bytes(), Format::Xliff, &[]).unwrap_err();
    assert_eq!(error.parameter(), Some("outformat"));
}

#[test]
fn translations_without_codes_get_the_codes_of_their_text_in_xliff_too() {
    let engine =
        Engine::builder(Settings::default()).translator("x", pair("plain"), Plain).open().unwrap();
    let session = engine.session(Caller::Anonymous);
    let page = "<p>Good <b>morning</b>, <i>all</i>.<p>One <br>line &lt;2/> more.";
    let ask = |fields: &[(&str, &str)]| {
        let languages = [("source-lang", "en"), ("target-lang", "es"), ("any-language", "yes")];
        let fields = languages.into_iter().chain(fields.iter().copied());
        let request = Request::new(page, Format::Html);
        let request = TranslationRequest::from_pairs(request, fields).unwrap();
        session.translations().enrich("x", request).unwrap().bytes
    };
    let texts = |document: &glossweave::Document| -> Vec<String> {
        let marked = |unit: Unit<'_>| glossweave::marked_text(document, unit.span()).unwrap();
        document.units().map(marked).collect()
    };
    let html = ask(&[("outformat", "html"), ("translations", "yes")]);
    let html = glossweave::decode(html, Format::Html, &Default::default()).unwrap();
    let file = ask(&[("outformat", "xliff")]);
    let xliff = glossweave::decode(file, Format::Xliff, &Default::default()).unwrap();
    assert_eq!(texts(xliff.target().unwrap()), texts(&html));
    let codes = |text: &String| text.matches('<').count();
    assert_eq!(texts(&html).iter().map(codes).collect::<Vec<_>>(), [4, 2], "{:?}", texts(&html));
    let issues = check_translations(&xliff, &CheckOptions::default()).unwrap();
    assert!(issues.iter().all(|issue| issue.issue_type != IssueType::Markup), "{issues:?}");
}

/// A translator that counts its starts and stops.
#[derive(Default)]
struct Counts {
    starts: AtomicUsize,
    stops: AtomicUsize,
    slow: bool,
}

struct Counted(Arc<Counts>);

impl Translator for Counted {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        Plain.translate(job)
    }

    fn start(&self) -> Result<()> {
        if self.0.slow {
            std::thread::sleep(Duration::from_millis(200));
        }
        match self.0.starts.fetch_add(1, Ordering::SeqCst) {
            1 => Err(glossweave::Error::new(ErrorKind::Unavailable, "no memory")),
            _ => Ok(()),
        }
    }

    fn stop(&self) {
        self.0.stops.fetch_add(1, Ordering::SeqCst);
    }
}

struct Hand(Arc<FixedClock>);

impl Clock for Hand {
    fn now(&self) -> SystemTime {
        self.0.now()
    }
}

#[test]
fn a_system_is_available_for_an_hour_after_it_was_used() {
    let clock = Arc::new(FixedClock::new(SystemTime::UNIX_EPOCH));
    let (counts, always) = (Arc::<Counts>::default(), Arc::<Counts>::default());
    let engine = Engine::builder(Settings::default())
        .clock(Hand(clock.clone()))
        .translator("x", pair("x"), Counted(counts.clone()))
        .translator("y", pair("y").always_running(), Counted(always.clone()))
        .open()
        .unwrap();
    let session = engine.session(Caller::Anonymous);
    let translations = session.translations();
    let state = |provider: &str| translations.systems(provider).unwrap()[0].state;
    let text = glossweave::decode("Hello", Format::Text, &Default::default()).unwrap();
    let wanted = TranslationOptions::new("en".parse().unwrap(), "es".parse().unwrap());
    let ask = |provider: &str| translations.translate(provider, &text, &wanted).map(drop);
    assert_eq!((state("x"), state("y")), (State::Standby, State::Available));
    ask("x").unwrap();
    ask("y").unwrap();
    assert_eq!(state("x"), State::Available);
    clock.advance(Duration::from_secs(3599));
    engine.expire().unwrap();
    assert_eq!(state("x"), State::Available);
    clock.advance(Duration::from_secs(1));
    engine.expire().unwrap();
    assert_eq!((state("x"), state("y")), (State::Standby, State::Available));
    assert_eq!(counts.stops.load(Ordering::SeqCst), 1);
    // The second start fails with an error; the third is another attempt.
    assert_eq!(ask("x").unwrap_err().message(), "no memory");
    ask("x").unwrap();
    assert_eq!(counts.starts.load(Ordering::SeqCst), 3);
    let of = |count: &AtomicUsize| count.load(Ordering::SeqCst);
    assert_eq!((of(&always.starts), of(&always.stops)), (1, 0));
}

#[test]
fn who_does_not_wait_for_a_start_is_told_when_to_come_again() {
    let counts = Arc::new(Counts { slow: true, ..Counts::default() });
    let mut settings = Settings::default();
    settings.network.time = Duration::from_millis(20);
    let engine = Engine::builder(settings)
        .translator("x", pair("x"), Counted(counts.clone()))
        .open()
        .unwrap();
    let session = engine.session(Caller::Anonymous);
    let text = glossweave::decode("Hello", Format::Text, &Default::default()).unwrap();
    let wanted = TranslationOptions::new("en".parse().unwrap(), "es".parse().unwrap());
    let ask = || session.translations().translate("x", &text, &wanted);
    let error = ask().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable);
    assert!(error.retry_after().is_some());
    let begun = Instant::now();
    while ask().is_err() {
        assert!(begun.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(counts.starts.load(Ordering::SeqCst), 1);
}

#[test]
fn a_system_at_a_closed_port_is_not_available() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let open = format!("http://{}", listener.local_addr().unwrap());
    let closed = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}", listener.local_addr().unwrap())
    };
    let at = |url: &str| remote_translator("libretranslate", url, []).unwrap();
    let engine = Engine::builder(Settings::default())
        .translator("x", pair("open").always_running(), at(&open))
        .translator("x", pair("closed").always_running(), at(&closed))
        .open()
        .unwrap();
    let session = engine.session(Caller::Anonymous);
    let translations = session.translations();
    let begun = Instant::now();
    let states: Vec<State> =
        translations.systems("x").unwrap().iter().map(|one| one.state).collect();
    assert_eq!(states, [State::Available, State::Standby]);
    assert!(begun.elapsed() < PATIENCE);
}
