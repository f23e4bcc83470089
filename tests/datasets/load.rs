//! Loading: every format, every mode, and errors with their locations.

use glossweave::progress::Progress;
use glossweave::resource::ResourceUpdate;
use glossweave::vocabulary::Load;
use glossweave::{Error, ErrorKind, Format, rdf};

use super::{Fixture, PLACES, said};

const TURTLE: &str = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <http://ex.org/> .
ex:Cork skos:prefLabel 'Cork'@en, 'Corcaigh'@ga ; skos:broader ex:City .
ex:City skos:broader ex:Place . ex:Place skos:broader ex:City ; skos:prefLabel 'place'@en .
_:b skos:prefLabel 'nobody' .";

#[test]
fn every_notation_says_the_same() {
    let fixture = Fixture::new();
    let lines = r#"{"uri": "http://ex.org/Cork", "label": ["Cork", "Corcaigh"], "type": "http://ex.org/City"}

{"uri": "http://ex.org/Place", "label": "place", "weight": 2.5, "language": "en"}"#;
    let triples = "<http://ex.org/Cork> <http://www.w3.org/2000/01/rdf-schema#label> \"Cork\" .
<http://ex.org/Cork> <http://schema.org/name> \"Corcaigh\" .
<http://ex.org/Place> <http://xmlns.com/foaf/0.1/name> \"place\"@en .";
    let xml = r#"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
        <rdf:Description rdf:about="http://ex.org/Cork"><rdfs:label>Cork</rdfs:label>
        <rdfs:label>Corcaigh</rdfs:label></rdf:Description>
        <rdf:Description rdf:about="http://ex.org/Place"><rdfs:label>place</rdfs:label>
        </rdf:Description></rdf:RDF>"#;
    let json = r#"[{"@id": "http://ex.org/Cork", "http://www.w3.org/2000/01/rdf-schema#label":
        [{"@value": "Cork"}, {"@value": "Corcaigh"}]},
        {"@id": "http://ex.org/Place", "http://www.w3.org/2000/01/rdf-schema#label": "place"}]"#;
    let tsv = "label\turi\nCork\thttp://ex.org/Cork\nCorcaigh\thttp://ex.org/Cork\nplace\thttp://ex.org/Place\n";
    for (number, (informat, body)) in [
        ("turtle", TURTLE),
        ("application/jsonl", lines),
        ("n-triples", triples),
        ("rdf-xml", xml),
        ("application/ld+json", json),
        ("n3", TURTLE),
        ("text/tab-separated-values", tsv),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("set-{number}");
        let made = fixture.create(&name, body, &[("informat", informat)]).unwrap();
        assert_eq!((made.content.entities, made.content.labels), (2, 3), "{informat}");
        let found = fixture.found("Cork or Corcaigh, a place", &[("dataset", &name)]);
        let words: Vec<&str> = found.iter().map(|one| one.split('/').next().unwrap()).collect();
        assert_eq!(words, ["Cork=Cork", "Corcaigh=Cork", "place=Place"], "{informat}");
    }
}

#[test]
fn classes_are_those_above_too_and_circles_end() {
    let fixture = Fixture::new();
    fixture.create("places", TURTLE, &[("informat", "turtle")]).unwrap();
    assert_eq!(fixture.found("Cork", &[("dataset", "places")]), ["Cork=Cork/City+Place"]);
    assert_eq!(fixture.found("place", &[("dataset", "places")]), ["place=Place/City"]);
}

#[test]
fn labels_of_skos_xl_and_synonyms_of_obo_are_names() {
    let fixture = Fixture::new();
    let body = "@prefix xl: <http://www.w3.org/2008/05/skos-xl#> . @prefix ex: <http://ex.org/> .
        ex:label xl:literalForm 'Cork'@en .
        ex:Cork xl:prefLabel ex:label ; xl:altLabel [ xl:literalForm 'Leeside'@en ] ; a ex:City ;
            <http://www.geneontology.org/formats/oboInOwl#hasExactSynonym> 'Corke' .";
    let turtle = [("informat", "turtle")];
    let made = fixture.create("places", body, &turtle).unwrap();
    assert_eq!((made.content.entities, made.content.labels), (1, 3));
    let found = || fixture.found("Cork, Leeside, Corke", &[("dataset", "places")]);
    assert_eq!(found(), ["Cork=Cork/City", "Leeside=Cork/City", "Corke=Cork/City"]);
    let gone = "<http://ex.org/Cork> <http://www.w3.org/2008/05/skos-xl#altLabel>
        [ <http://www.w3.org/2008/05/skos-xl#literalForm> 'Leeside'@en ] .";
    fixture.update("places", gone, &[("informat", "turtle"), ("mode", "remove")]).unwrap();
    assert_eq!(found(), ["Cork=Cork/City", "Corke=Cork/City"]);
}

#[test]
fn properties_replace_those_that_are_usual() {
    let fixture = Fixture::new();
    let body = "<http://ex.org/a> <http://ex.org/called> 'Alpha' ;
        <http://www.w3.org/2000/01/rdf-schema#label> 'Beta' .";
    let changes = [("informat", "turtle"), ("properties", "http://ex.org/called http://ex.org/x")];
    fixture.create("names", body, &changes).unwrap();
    assert_eq!(fixture.found("Alpha Beta", &[("dataset", "names")]), ["Alpha=a/"]);

    let mut changes = ResourceUpdate::default();
    for (name, value, kind) in
        [("properties", "label", ErrorKind::Invalid), ("informat", "latex", ErrorKind::Unsupported)]
    {
        let error = changes.set(name, value).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (kind, Some(name)));
    }
    let mut changes = ResourceUpdate::default();
    changes.properties.push("http://ex.org/a b".to_owned());
    let datasets = fixture.anna().datasets();
    let error = datasets.update("names", Some(body.as_bytes()), &changes).unwrap_err();
    assert_eq!(error.parameter(), Some("properties"));
}

#[test]
fn only_iris_become_properties() {
    let fixture = Fixture::new();
    let table = "uri,label,http://ex.org/p,http://ex.org/no iri\nhttp://ex.org/a,Alpha,x,y\n";
    fixture.create("names", table, &[]).unwrap();
    let graph = fixture.anna().links().explore("http://ex.org/a", "dataset:names").unwrap().graph;
    let written = rdf::write(&graph, Format::NTriples).unwrap();
    assert_eq!(String::from_utf8(written).unwrap().lines().count(), 2);
}

#[test]
fn an_update_adds_replaces_or_removes() {
    let fixture = Fixture::new();
    let first = fixture.create("places", PLACES, &[]).unwrap();
    assert_eq!((first.content.entities, first.content.labels), (4, 5));

    // Loading the same names changes nothing. A new weight replaces the old weight.
    let again = fixture.update("places", PLACES, &[]).unwrap();
    assert_eq!((again.content.entities, again.content.labels), (4, 5));
    assert!(again.revision > first.revision);
    assert_eq!(fixture.found("Paris", &[("dataset", "places")]), ["Paris=Paris/City"]);
    let heavy = "uri,label,weight,type\nhttp://ex.org/Paris_Texas,Paris,90,http://ex.org/Town\n";
    fixture.update("places", heavy, &[("mode", "add")]).unwrap();
    assert_eq!(fixture.found("Paris", &[("dataset", "places")]), ["Paris=Paris_Texas/Town"]);

    let less = "uri,label\nhttp://ex.org/Paris_Texas,Paris\nhttp://ex.org/Cork,\n";
    let fewer = fixture.update("places", less, &[("mode", "remove")]).unwrap();
    assert_eq!((fewer.content.entities, fewer.content.labels), (2, 2));
    assert_eq!(fixture.found("Paris and Cork", &[("dataset", "places")]), ["Paris=Paris/City"]);

    let new = "uri,label\nhttp://ex.org/Bonn,Bonn\n";
    let replaced = fixture.update("places", new, &[("mode", "replace")]).unwrap();
    assert_eq!(replaced.content.labels, 1);
    assert_eq!(fixture.found("Paris, Bonn", &[("dataset", "places")]), ["Bonn=Bonn/"]);

    let error = fixture.create("more", new, &[("mode", "remove")]).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("mode")));
    let error = fixture.create("more", new, &[("if-revision", "7")]).unwrap_err();
    assert_eq!(
        (error.kind(), error.parameter()),
        (ErrorKind::PreconditionFailed, Some("if-revision"))
    );
    assert_eq!(fixture.anna().datasets().read("more").unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn an_update_reads_a_source_as_a_new_dataset_does() {
    let fixture = Fixture::new();
    let source = "uri,label,weight\nhttp://ex.org/b,Paris,5\nhttp://ex.org/a,Paris,1\nhttp://ex.org/a,Paris,9\n";
    fixture.create("new", source, &[]).unwrap();
    fixture.create("old", PLACES, &[]).unwrap();
    let made = fixture.update("old", source, &[]).unwrap();
    assert_eq!((made.content.entities, made.content.labels), (6, 7));
    fixture.update("old", "uri,label\nhttp://ex.org/Paris,\n", &[("mode", "remove")]).unwrap();
    for name in ["new", "old"] {
        assert_eq!(fixture.found("Paris", &[("dataset", name)]), ["Paris=a/"], "{name}");
    }
}

#[test]
fn what_rdf_says_is_removed_with_the_name() {
    let fixture = Fixture::new();
    let turtle = [("informat", "turtle")];
    fixture.create("places", TURTLE, &turtle).unwrap();
    let less = "uri,label\nhttp://ex.org/Cork,Corcaigh\n";
    let fewer = fixture.update("places", less, &[("mode", "remove")]).unwrap();
    assert_eq!((fewer.content.entities, fewer.content.labels), (2, 2));
    // The classes were loaded separately from the name.
    fixture.update("places", "uri,label\nhttp://ex.org/Cork,Cork City\n", &[]).unwrap();
    assert_eq!(fixture.found("Cork City", &[("dataset", "places")]), ["Cork City=Cork/City+Place"]);
}

#[test]
fn language_and_plurals_can_be_set_later() {
    let fixture = Fixture::new();
    fixture.create("things", "uri,label\nhttp://ex.org/P,solar panel\n", &[]).unwrap();
    let find = |language| {
        fixture.found("solar panel, solar panels", &[("dataset", "things"), ("language", language)])
    };
    assert_eq!(find("de").len(), 1);
    let change = |name, value| {
        fixture.anna().datasets().update("things", None, &said(&[(name, value)])).unwrap()
    };
    assert_eq!(change("language", "en").content.language.as_deref(), Some("en"));
    assert_eq!((find("de").len(), find("en").len()), (0, 1));
    let made = change("plurals", "true");
    assert_eq!((made.content.plurals, made.content.labels), (true, 1));
    assert_eq!(find("en"), ["solar panel=P/", "solar panels=P/"]);
    let error = fixture.anna().datasets().update("things", None, &said(&[("mode", "add")]));
    assert_eq!(error.unwrap_err().parameter(), Some("mode"));
}

/// Returns the kind, line and column of an error, after a check that nothing changed.
fn refused(
    fixture: &Fixture,
    informat: &str,
    body: &str,
) -> (ErrorKind, Option<(u32, u32)>, String) {
    let before = fixture.anna().datasets().read("places").unwrap();
    let changes = [("informat", informat), ("strict", "true")];
    let error = fixture.update("places", body, &changes).unwrap_err();
    assert_eq!(fixture.anna().datasets().read("places").unwrap(), before);
    assert_eq!(fixture.found("Cork", &[("dataset", "places")]), ["Cork=Cork/City"]);
    let place = error.location().map(|place| (place.line(), place.column()));
    (error.kind(), place, error.message().to_owned())
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let fixture = Fixture::new();
    fixture.create("places", PLACES, &[]).unwrap();
    let long = "x".repeat(10_000_000);
    let deep = format!("uri,label\nhttp://ex.org/1,a\nhttp://ex.org/2,{long}\n");
    for (informat, body, kind, place, said) in [
        (
            "csv",
            "uri,label\nhttp://ex.org/1,a\nhttp://ex.org/2,\n",
            ErrorKind::Malformed,
            (3, 1),
            "`label` is empty",
        ),
        ("csv", "uri,label\nnowhere,a\n", ErrorKind::Malformed, (2, 1), "`uri` is `nowhere`"),
        ("csv", deep.as_str(), ErrorKind::TooLarge, (3, 1), "at most 4096"),
        ("csv", "name\nx\n", ErrorKind::Malformed, (1, 1), "no column `uri`"),
        (
            "json-lines",
            "\u{feff}{\"uri\": \"http://ex.org/1\", \"label\": \"a\"}\n{oops}\n",
            ErrorKind::Malformed,
            (2, 1),
            "not a JSON object",
        ),
        (
            "json-lines",
            "{\"uri\": \"http://ex.org/1\", \"label\": \"a\"}\n{oops}\n",
            ErrorKind::Malformed,
            (2, 1),
            "not a JSON object",
        ),
        (
            "json-lines",
            "{\"uri\": \"http://ex.org/1\"}\n",
            ErrorKind::Malformed,
            (1, 1),
            "`label` is empty",
        ),
        (
            "json-lines",
            "{\"uri\": 1, \"label\": \"a\"}\n",
            ErrorKind::Malformed,
            (1, 1),
            "as `uri`",
        ),
        (
            "json-lines",
            "{\"uri\": \"http://ex.org/1\", \"label\": \"a\", \"weight\": -1}\n",
            ErrorKind::Malformed,
            (1, 1),
            "`weight` is -1",
        ),
        (
            "turtle",
            "<http://ex.org/1> a <http://ex.org/A> .\n<http://ex.org/2> oops .",
            ErrorKind::Malformed,
            (2, 19),
            "turtle",
        ),
    ] {
        let (found, at, message) = refused(&fixture, informat, body);
        assert_eq!((found, at), (kind, Some(place)), "{informat}: {message}");
        assert!(message.contains(said), "{message}");
    }
    let (kind, _, message) = refused(
        &fixture,
        "turtle",
        "<http://ex.org/1> <http://www.w3.org/2000/01/rdf-schema#label> ' ' .",
    );
    assert_eq!(
        (kind, message.as_str()),
        (ErrorKind::Malformed, "`label` is empty in a label of <http://ex.org/1>")
    );
    let mut changes = ResourceUpdate::default();
    changes.informat = Some("text/html".to_owned());
    let error = fixture.anna().datasets().update("places", Some(b"x"), &changes).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Unsupported, Some("informat")));
}

#[test]
fn rows_and_lines_have_a_limit() {
    let fixture = Fixture::new();
    fixture.create("places", PLACES, &[]).unwrap();
    let much = "text, \n".repeat(3 << 20);
    let row = much.replace('\n', " ");
    let table = format!("uri,label\nhttp://ex.org/1,a\nhttp://ex.org/2,\"{row}");
    let lines = format!(
        "{{\"uri\": \"http://ex.org/1\", \"label\": \"a\"}}\n{{\"uri\": \"{}\n",
        much.replace('\n', " ")
    );
    for (informat, body, place, said) in [
        ("csv", table, (3, 1), "the row has more than 16 MiB"),
        ("json-lines", lines, (2, 1), "the line has more than 16 MiB"),
    ] {
        let (kind, at, message) = refused(&fixture, informat, &body);
        assert_eq!((kind, at), (ErrorKind::TooLarge, Some(place)), "{message}");
        assert!(message.starts_with(said), "{message}");
    }
}

#[test]
fn nothing_is_no_source() {
    let fixture = Fixture::new();
    fixture.create("places", PLACES, &[]).unwrap();
    for (informat, said) in [
        ("csv", "the table is empty, expected a header"),
        ("json-lines", "the source is empty"),
        ("turtle", "the source is empty"),
        ("json-ld", "the source is empty"),
    ] {
        for body in ["", " \n", "\u{feff}\n"] {
            let changes = [("informat", informat), ("mode", "replace")];
            let error = fixture.update("places", body, &changes).unwrap_err();
            assert_eq!((error.kind(), error.message()), (ErrorKind::Malformed, said), "{informat}");
        }
    }
    assert_eq!(fixture.anna().datasets().read("places").unwrap().content.labels, 5);
    // A table with only a header is empty.
    let emptied = fixture.update("places", "uri,label\n", &[("mode", "replace")]).unwrap();
    assert_eq!(emptied.content.labels, 0);
}

#[test]
fn a_broken_row_far_down_leaves_nothing_behind() {
    let fixture = Fixture::new();
    let mut body = String::from("uri,label\n");
    for number in 0..40_000 {
        body.push_str(&format!("http://ex.org/{number},name {number}\n"));
    }
    body.push_str("http://ex.org/x,\n");
    let error = fixture.create("many", &body, &[("strict", "true")]).unwrap_err();
    assert_eq!(error.location().unwrap().line(), 40_002);
    assert_eq!(fixture.anna().datasets().read("many").unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn what_is_wrong_is_listed_and_the_rest_is_loaded() {
    let fixture = Fixture::new();
    let label = "<http://www.w3.org/2000/01/rdf-schema#label>";
    let turtle = format!("<http://ex.org/1> {label} 'Cork', ' ' .\n<http://ex.org/2> oops .\n");
    for (informat, body, listed) in [
        (
            "csv",
            "uri,label\nhttp://ex.org/1,Cork\nhttp://ex.org/2,\n\nCobh,Cobh\n,,,\n",
            &["row: `label` is empty at line 3", "row: `uri` is `Cobh`"][..],
        ),
        (
            "json-lines",
            "{oops}\n{\"uri\": \"http://ex.org/1\", \"label\": [\"Cork\", \"\"]}\n",
            &["line: the line is not a JSON object: ", "line: `label` is empty at line 2"],
        ),
        (
            "turtle",
            turtle.as_str(),
            &["http://ex.org/1: `label` is empty in a label of", "statement: not `turtle`"],
        ),
    ] {
        let made = fixture.create(informat, body, &[("informat", informat)]).unwrap().content;
        assert_eq!(made.labels, 1, "{informat}");
        let are_listed = made.skipped.len() == listed.len()
            && made.skipped.iter().zip(listed).all(|(found, start)| found.starts_with(start));
        assert!(are_listed, "{:?}", made.skipped);
    }
    let error = fixture.create("none", "uri,label\nhttp://ex.org/2,\n", &[]).unwrap_err();
    assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
}

#[test]
fn who_watches_can_end_a_load() {
    let fixture = Fixture::new();
    fixture.create("places", PLACES, &[]).unwrap();
    let mut body = String::from("uri,label\n");
    for number in 0..50_000 {
        body.push_str(&format!("http://ex.org/{number},name {number}\n"));
    }
    let datasets = fixture.anna().datasets();
    let mut reports = Vec::new();
    let mut source = body.as_bytes();
    let mut watch = |progress| {
        reports.push(progress);
        Ok(())
    };
    let load = Load::new(&mut source).watched(&mut watch);
    let made = datasets.update_from("places", load, &ResourceUpdate::default()).unwrap();
    assert_eq!(made.content.labels, 50_005);
    let last = reports.last().unwrap();
    assert_eq!((last.done, last.records), (last.total, 50_000));
    assert!(reports.len() > 2 && reports.is_sorted_by_key(|one| one.done));

    let mut source = body.as_bytes();
    let mut stop = |_| Err(Error::new(ErrorKind::Unavailable, "enough"));
    let load = Load::new(&mut source).watched(&mut stop);
    let changes = said(&[("mode", "replace")]);
    assert_eq!(datasets.update_from("places", load, &changes).unwrap_err().message(), "enough");
    assert_eq!(datasets.read("places").unwrap().content.labels, 50_005);

    // Progress is also reported when everything is read and the names are compiled.
    let all = reports.iter().filter(|one| one.done == one.total).count();
    assert!(all > 30, "{all} reports while names are put together");
    for end in [1, all / 4, all / 2, all - 1] {
        let (mut source, mut left) = (body.as_bytes(), end);
        let mut stop = |at: Progress| {
            left -= usize::from(at.done == at.total);
            if left == 0 { Err(Error::new(ErrorKind::Unavailable, "enough")) } else { Ok(()) }
        };
        let load = Load::new(&mut source).watched(&mut stop);
        let ended = datasets.update_from("places", load, &ResourceUpdate::default());
        assert_eq!(ended.unwrap_err().message(), "enough", "after {end} of {all}");
    }
    assert_eq!(datasets.read("places").unwrap().content.labels, 50_005);
}

#[test]
fn a_load_does_not_begin_again_for_ever() {
    let fixture = Fixture::new();
    fixture.create("places", PLACES, &[]).unwrap();
    let mut rounds = 0;
    let mut meddle = |_| {
        rounds += 1;
        fixture.update("places", &format!("uri,label\nhttp://ex.org/{rounds},x\n"), &[]).map(drop)
    };
    let mut source = PLACES.as_bytes();
    let load = Load::new(&mut source).watched(&mut meddle);
    let error = fixture.anna().datasets().update_from("places", load, &ResourceUpdate::default());
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert_eq!(error.message(), "dataset `places` was changed 32 times during the call");
    // All loads report equally often.
    assert!(rounds >= 32 && rounds % 32 == 0, "{rounds}");
}

#[test]
fn names_are_statements_in_their_language() {
    let fixture = Fixture::new();
    let table = "uri,label,language\nhttp://ex.org/a,lift,en_US\nhttp://ex.org/a,Aufzug,\n";
    fixture.create("things", table, &[("language", "de")]).unwrap();
    let explore = || {
        let anna = fixture.anna();
        let graph = anna.links().explore("http://ex.org/a", "dataset:things").unwrap().graph;
        String::from_utf8(rdf::write(&graph, Format::NTriples).unwrap()).unwrap()
    };
    let graph = explore();
    assert!(graph.contains("\"lift\"@en-us") && graph.contains("\"Aufzug\"@de"), "{graph}");
    let changes = said(&[("language", "nl")]);
    fixture.anna().datasets().update("things", None, &changes).unwrap();
    assert!(explore().contains("\"Aufzug\"@nl"));
}
