//! Recognition: modes, classes, links, thresholds, languages, several datasets, annotations of the
//! input.

use glossweave::entity::Dictionary;
use glossweave::entity::EntityOptions;
use glossweave::{Caller, Engine, ErrorKind, Format, Request, Settings};

use super::{Fixture, PLACES};

fn fixture() -> Fixture {
    let fixture = Fixture::new();
    fixture.create("places", PLACES, &[]).unwrap();
    let people = "uri,label,type\nhttp://ex.org/Hilton,Paris Hilton,http://ex.org/Person
http://ex.org/Paris_of_Troy,Paris,http://ex.org/Person\n";
    fixture.create("people", people, &[]).unwrap();
    fixture
}

#[test]
fn modes_say_what_is_said() {
    let fixture = fixture();
    let find = |mode| fixture.found("In Paris", &[("dataset", "places"), ("mode", mode)]);
    assert_eq!(find("all"), ["Paris=Paris/City"]);
    assert_eq!(find("spot"), ["Paris=/"]);
    assert_eq!(find("spot,classify"), ["Paris=/City"]);
    assert_eq!(find("link"), ["Paris=Paris/"]);
    assert_eq!(find("classify,link"), ["Paris=Paris/City"]);
}

#[test]
fn classes_links_and_confidence_choose() {
    let fixture = fixture();
    let find = |name, value| fixture.found("Paris, Cork", &[("dataset", "places"), (name, value)]);
    assert_eq!(find("types", "http://ex.org/Town"), ["Paris=Paris_Texas/Town"]);
    assert_eq!(find("types", "http://ex.org/Town,http://ex.org/City").len(), 2);
    assert_eq!(find("numLinks", "2"), ["Paris=Paris+Paris_Texas/City", "Cork=Cork/City"]);
    assert_eq!(find("threshold", "0.95"), ["Cork=Cork/City"]);
    for (name, value) in
        [("numLinks", "0"), ("numLinks", "six"), ("threshold", "1.1"), ("mode", "x")]
    {
        let error = fixture.find("Paris", &[("dataset", "places"), (name, value)]).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(name)));
    }
}

#[test]
fn lists_have_an_end() {
    let fixture = fixture();
    let again = "places,".repeat(1000);
    assert_eq!(fixture.found("Cork", &[("dataset", &again)]), ["Cork=Cork/City"]);
    let list = |count: u32| (0..count).map(|n| format!("x:{n}")).collect::<Vec<_>>().join(",");
    for (name, most) in [("dataset", 16), ("types", 256)] {
        let mut wanted = EntityOptions::default();
        wanted.set(name, &list(most)).unwrap();
        let error = wanted.set(name, &list(most + 1)).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(name)));
    }
}

#[test]
fn several_datasets_count_together() {
    let fixture = fixture();
    // Sorted by weight.
    let find = |text| fixture.found(text, &[("dataset", "places,people"), ("numLinks", "5")]);
    assert_eq!(
        find("Paris Hilton in Paris, Cork"),
        [
            "Paris Hilton=Hilton/Person",
            "Paris=Paris+Paris_Texas+Paris_of_Troy/City",
            "Cork=Cork/City"
        ]
    );
}

#[test]
fn languages_and_capitals_keep_names_apart() {
    let fixture = fixture();
    let find = |language| {
        fixture.found("Corcaigh (Cork), US, us", &[("dataset", "places"), ("language", language)])
    };
    assert_eq!(find("ga"), ["Corcaigh=Cork/City", "US=US/Country"]);
    assert_eq!(find("en-IE"), ["Cork=Cork/City", "US=US/Country"]);
}

#[test]
fn datasets_are_for_those_who_may_read_them() {
    let fixture = fixture();
    let table = "uri,label\nhttp://ex.org/s,secret\n";
    fixture.create("mine", table, &[("visibility", "private")]).unwrap();
    let find = |caller: &Caller, dataset: &str| {
        let mut request = Request::new("a secret in Cork", Format::Text);
        request.set("dataset", dataset).unwrap();
        let reply = fixture.engine.session(caller.clone()).entities().enrich("dictionary", request);
        reply.map(|reply| String::from_utf8(reply.bytes).unwrap().matches("taIdentRef").count())
    };
    assert_eq!(find(&fixture.anna, "mine,places").unwrap(), 2);
    assert_eq!(find(&Caller::Anonymous, "places").unwrap(), 1);
    for (caller, kind) in
        [(&fixture.ben, ErrorKind::NotFound), (&Caller::Anonymous, ErrorKind::Unauthenticated)]
    {
        let error = find(caller, "places,mine").unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (kind, Some("dataset")));
    }
    assert_eq!(find(&fixture.anna, "none").unwrap_err().kind(), ErrorKind::NotFound);
    let error = fixture.find("Cork", &[]).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("dataset")));
}

#[test]
fn the_settings_name_a_dataset_for_all() {
    let mut settings = Settings::default();
    settings.dataset = Some("places".into());
    let fixture = Fixture::with(settings);
    fixture.create("places", PLACES, &[]).unwrap();
    assert_eq!(fixture.found("Cork", &[]), ["Cork=Cork/City"]);
}

fn enrich(fixture: &Fixture, source: &str, format: Format, parameters: &[(&str, &str)]) -> String {
    let mut request = Request::new(source, format);
    parameters.iter().for_each(|(name, value)| request.set(name, value).unwrap());
    let reply = fixture.anna().entities().enrich("dictionary", request).unwrap();
    String::from_utf8(reply.bytes).unwrap()
}

#[test]
fn what_the_input_names_is_linked() {
    let fixture = fixture();
    let page = "<p><span its-ta-class-ref=\"http://ex.org/Place\">Paris</span> and Cork</p>";
    let link = [("dataset", "places"), ("mode", "link"), ("outformat", "html")];
    assert_eq!(
        enrich(&fixture, page, Format::Html, &link).matches("its-ta-ident-ref").count(),
        1,
        "only what is there"
    );
    let all = [("dataset", "places"), ("outformat", "html")];
    assert_eq!(enrich(&fixture, page, Format::Html, &all).matches("its-ta-ident-ref").count(), 2);

    // Spotted names are linked in a second call, from NIF.
    let spotted = enrich(
        &fixture,
        "In Paris and Cork",
        Format::Text,
        &[("dataset", "places"), ("mode", "spot")],
    );
    assert!(!spotted.contains("taIdentRef") && spotted.contains("anchorOf"));
    let linked =
        enrich(&fixture, &spotted, Format::Turtle, &[("dataset", "places"), ("mode", "link")]);
    assert_eq!(linked.matches("taIdentRef").count(), 2);
    assert_eq!(linked.matches("taConfidence").count(), 2, "{linked}");
    let classified =
        enrich(&fixture, &linked, Format::Turtle, &[("dataset", "places"), ("mode", "classify")]);
    assert_eq!(classified.matches("taIdentRef").count(), 2);
}

#[test]
fn a_class_that_the_input_says_narrows_the_choice() {
    let fixture = fixture();
    let page = "<p><i its-ta-class-ref=\"http://ex.org/Person\">Paris</i>";
    let link = [("dataset", "places,people"), ("mode", "link"), ("outformat", "html")];
    let linked = enrich(&fixture, page, Format::Html, &link);
    assert!(linked.contains("its-ta-ident-ref=\"http://ex.org/Paris_of_Troy\""), "{linked}");
    let page = page.replace("Person", "Thing");
    assert!(enrich(&fixture, &page, Format::Html, &link).contains("\"http://ex.org/Paris\""));
}

#[test]
fn what_others_find_is_linked_by_datasets() {
    // A recognizer that returns only spans and classes.
    let spots = Dictionary::from_csv(
        "uri,label,type\nhttp://x.org/1,Cork,http://ex.org/Thing\n".as_bytes(),
    );
    let engine =
        Engine::builder(Settings::default()).recognizer("spots", spots.unwrap()).open().unwrap();
    let users = engine.session(Caller::Anonymous).users();
    users.create("anna", super::WORD).unwrap();
    let anna = engine.session(Caller::Token(users.authenticate("anna", super::WORD).unwrap()));
    anna.datasets().create(Some("places"), PLACES.as_bytes(), &Default::default()).unwrap();
    let document = glossweave::decode("To Cork", Format::Text, &Default::default()).unwrap();
    let find = |mode: &str| {
        let mut wanted = EntityOptions::default();
        wanted.set("mode", mode).unwrap();
        wanted.set("dataset", "places").unwrap();
        let found = anna.entities().recognize_with("spots", &document, &wanted, None).unwrap();
        let entity = found[0].as_entity().unwrap().clone();
        (entity.idents.len(), entity.classes.len())
    };
    assert_eq!(find("spot,link"), (1, 0));
    assert_eq!(find("spot,classify"), (0, 1));

    // Marked names of the input are linked too, and only once if they are also recognized.
    let page = "<p>To <i its-ta-class-ref=\"http://ex.org/City\">Paris</i> and \
                <i its-ta-class-ref=\"http://ex.org/City\">Cork</i>";
    let enriched = |pairs: &[(&str, &str)]| {
        let mut request = Request::new(page, Format::Html).output(Format::Html);
        pairs.iter().for_each(|(name, value)| request.set(name, value).unwrap());
        let reply = anna.entities().enrich("spots", request).unwrap();
        String::from_utf8(reply.bytes).unwrap()
    };
    let linked = enriched(&[("dataset", "places")]);
    assert_eq!(linked.matches("its-ta-ident-ref").count(), 2, "{linked}");
    assert!(linked.contains("its-ta-ident-ref=\"http://ex.org/Paris\""), "{linked}");
    assert_eq!(enriched(&[]).matches("its-ta-ident-ref").count(), 1);
}
