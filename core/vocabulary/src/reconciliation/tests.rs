use super::similarity::Likeness;
use super::thing::{Clock, STEPS};
use super::{ApiVersion, query};
use glossweave_base::error::ErrorKind;
use std::time::Instant;

fn likeness(first: &str, second: &str) -> f64 {
    Likeness::of(first).to(&Likeness::of(second))
}

#[test]
fn names_are_alike_by_their_letters() {
    assert_eq!(likeness("New York", "new  york"), 1.0);
    assert_eq!(likeness("Straße", "STRASSE"), 1.0);
    assert!(likeness("New York City", "New York") > 0.7);
    assert!(likeness("Smith, John", "John Smith") < 1.0);
    assert!(likeness("Smith, John", "John Smith") > 0.9);
    assert!(likeness("Cork", "Dublin") < 0.1);
    assert!(likeness("", "Dublin") < 0.1);
    assert_eq!(likeness("C++", "c++"), 1.0);
    assert!(likeness("++", "--") < 1.0);
}

#[test]
fn names_with_other_signs_are_alike_but_not_the_same() {
    for (query, name) in [
        ("C++", "C"),
        ("C#", "C"),
        ("-5", "5"),
        ("Group O+", "Group O"),
        ("Rembrandt (?)", "Rembrandt"),
        ("New York", "new  york!"),
        ("10²", "102"),
        ("Lodz", "Łódź"),
        ("Kobanya", "Kőbánya"),
        ("Muller", "Müller"),
        ("Strom", "Strøm"),
    ] {
        let likeness = likeness(query, name);
        assert!((0.9..1.0).contains(&likeness), "{query} {name} {likeness}");
    }
    assert!(likeness("Lodz", "London") < likeness("Lodz", "Łódź"));
}

#[test]
fn the_same_name_in_another_spelling_is_the_same() {
    for (query, name) in [
        ("Andre\u{301}e", "Andrée"),
        ("Ｐａｒｉｓ", "Paris"),
        ("O\u{2BC}Neill", "O'Neill"),
        ("O’Neill", "O'Neill"),
        ("\u{2212}5", "-5"),
        (" New\u{A0}York ", "New York"),
        ("ΣΊΣΥΦΟΣ", "Σίσυφος"),
        ("co\u{AD}op", "coop"),
    ] {
        assert_eq!(likeness(query, name), 1.0, "{query} {name}");
    }
}

#[test]
fn queries_that_are_none_are_refused() {
    for wrong in [
        "[]",
        "7",
        r#"{"q": 7}"#,
        r#"{"q": {}}"#,
        r#"{"q": {"query": 7}}"#,
        r#"{"q": {"query": "a", "limit": "b"}}"#,
        r#"{"q": {"query": "a", "type": {}}}"#,
        r#"{"q": {"query": "a", "properties": {}}}"#,
        r#"{"q": {"query": "a", "properties": [{}]}}"#,
        r#"{"q": {"query": "a", "properties": [{"pid": "b"}]}}"#,
    ] {
        let error = query::read(wrong, ApiVersion::V0_2).unwrap_err();
        assert_eq!(
            (error.kind(), error.parameter()),
            (ErrorKind::Invalid, Some("queries")),
            "{wrong}"
        );
    }
    assert_eq!(query::read("{", ApiVersion::V0_2).unwrap_err().kind(), ErrorKind::Malformed);
    let many: Vec<String> = (0..101).map(|n| format!(r#""q{n}": {{"query": "a"}}"#)).collect();
    let many = format!("{{{}}}", many.join(","));
    assert_eq!(query::read(&many, ApiVersion::V0_2).unwrap_err().kind(), ErrorKind::TooLarge);
}

#[test]
fn values_may_be_one_or_many_texts_numbers_or_things() {
    let batch = r#"{"a": {"query": "x", "type": "u:A", "limit": 1000, "properties": [
        {"pid": "u:p", "v": "1"}, {"pid": "u:q", "v": [1, true, {"id": "u:b", "name": "b"}]}]},
        "b": {"query": "y", "type": ["u:A", "u:B"], "type_strict": "any"}}"#;
    let batch = query::read(batch, ApiVersion::V0_2).unwrap();
    let (a, b) = (&batch[0].1, &batch[1].1);
    assert_eq!((a.types.as_slice(), a.limit), (["u:A".to_owned()].as_slice(), 100));
    assert_eq!(
        (a.properties[0].property.as_str(), a.properties[0].values.as_slice()),
        ("u:p", ["1".to_owned()].as_slice())
    );
    assert_eq!(a.properties[1].values, ["1", "true", "u:b"]);
    assert_eq!((b.types.len(), b.limit), (2, 10));
    let none = r#"{"a": {"query": "x", "type": ""}, "b": {"query": "x", "type": [""]}}"#;
    let none = query::read(none, ApiVersion::V0_2).unwrap();
    assert!(none.iter().all(|(_, query)| query.types.is_empty()));
}

#[test]
fn the_clock_is_looked_at_by_the_work_that_is_done() {
    // A hundred long queries and long names may only be compared for fewer than a hundred rows.
    let long = Likeness::of(&"name ".repeat(800));
    let mut clock = Clock { end: Instant::now(), work: 0 };
    let rows = (0..STEPS).find(|_| (0..100).any(|_| clock.count(long.work(&long)).is_err()));
    assert!(rows.unwrap() < 5, "{rows:?}");
    let mut clock = Clock::start();
    assert!((0..1_000).all(|_| clock.count(STEPS).is_ok()));
}

mod dataset {
    use crate::datasets::DatasetsExt;
    use std::sync::Arc;

    use serde_json::{Value, json};

    use crate::reconciliation::{ApiVersion, Reconciliation, ReconciliationOptions, Suggested};
    use crate::{Datasets, VocabularyFiles};
    use glossweave_base::clock::SystemClock;
    use glossweave_base::error::ErrorKind;
    use glossweave_store::acl::{AuthContext, Caller, Users};
    use glossweave_store::resource::{Collection, CollectionExt, Limits, ResourceUpdate};
    use glossweave_store::store::MemoryBackend;

    const PLACES: &[u8] = r#"
        @prefix : <http://example.org/> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
        :cork a :City ; skos:prefLabel "Cork"@en, "Corcaigh"@ga ; skos:definition "A city"@en, "Cathair"@ga ;
            :people 224004 ; :area 187.0 ; :since "1185-01-01"^^xsd:date ; :in :ireland ; :code "C", "K" .
        :cobh a :City ; skos:prefLabel "Cobh"@en ; :in :ireland ; :people 14418 .
        :ireland a :Country ; skos:prefLabel "Ireland"@en, "Éire"@ga ; :code "IE" ; :in <http://elsewhere.example/eu> .
        :newport skos:prefLabel "Newport"@en . :other skos:prefLabel "Newport"@en .
        :City skos:prefLabel "city"@en, "cathair"@ga . :people rdfs:label "inhabitants"@en .
    "#
    .as_bytes();

    fn with(run: impl Fn(Reconciliation<'_>)) {
        let store = Arc::new(MemoryBackend::new());
        let access = AuthContext::new(store, Arc::new(SystemClock), |_| Ok(0));
        let (users, limits) = (Users::new(&access, Caller::Anonymous), Limits::default());
        users.create("ann", "correct horse").unwrap();
        let ann = Caller::Token(users.authenticate("ann", "correct horse").unwrap());
        let files = VocabularyFiles::open(&access).unwrap();
        let datasets = Datasets::new(Collection::new(&access, &limits, ann.clone(), &files), ann);
        let turtle =
            ResourceUpdate { informat: Some("turtle".into()), ..ResourceUpdate::default() };
        datasets.create(Some("places"), PLACES, &turtle).unwrap();
        run(Reconciliation::new(datasets));
    }

    fn draft() -> ReconciliationOptions {
        ReconciliationOptions { version: ApiVersion::Draft1_0, ..ReconciliationOptions::default() }
    }

    fn iri(name: &str) -> String {
        format!("http://example.org/{name}")
    }

    fn ids(result: &Value) -> Vec<&str> {
        let all = result.as_array().unwrap().iter();
        all.map(|candidate| {
            candidate["id"].as_str().unwrap().trim_start_matches("http://example.org/")
        })
        .collect()
    }

    #[test]
    fn values_have_their_types() {
        let properties =
            ["people", "area", "since", "in", "none"].map(|name| json!({"id": iri(name)}));
        let query =
            json!({"ids": [iri("cork"), iri("ireland"), iri("nowhere")], "properties": properties});
        let cork = json!([
            {"id": iri("people"), "values": [{"int": 224_004}]},
            {"id": iri("area"), "values": [{"float": 187.0}]},
            {"id": iri("since"), "values": [{"date": "1185-01-01T00:00:00"}]},
            {"id": iri("in"), "values": [{"id": iri("ireland"), "name": "Ireland"}]},
            {"id": iri("none"), "values": []},
        ]);
        with(|places| {
            let answer = places.extend("places", &query.to_string()).unwrap();
            assert_eq!(answer["meta"][0], json!({"id": iri("people"), "name": "inhabitants"}));
            assert_eq!(answer["meta"][4]["name"], "none");
            for property in cork.as_array().unwrap() {
                let id = property["id"].as_str().unwrap();
                assert_eq!(answer["rows"][iri("cork")][id], property["values"], "{id}");
            }
            // An IRI that is not an entity of the dataset is returned as a string.
            let outside = json!([{"str": "http://elsewhere.example/eu"}]);
            assert_eq!(answer["rows"][iri("ireland")][iri("in")], outside);
            assert_eq!(answer["rows"][iri("nowhere")][iri("in")], json!([]));
            let draft = places.with_options(draft());
            let answer = draft.extend("places", &query.to_string()).unwrap();
            assert_eq!(answer["rows"][0], json!({"id": iri("cork"), "properties": cork}));
        });
    }

    #[test]
    fn settings_bound_values() {
        let label = "http://www.w3.org/2004/02/skos/core#prefLabel";
        let ask = |places: &Reconciliation<'_>, id: &str, settings: Value| {
            let properties = json!([{"id": id, "settings": settings}]);
            let query = json!({"ids": [iri("cork")], "properties": properties}).to_string();
            Ok::<_, glossweave_base::Error>(
                places.extend("places", &query)?["rows"][iri("cork")][id].clone(),
            )
        };
        with(|places| {
            let both = json!([{"str": "Cork"}, {"str": "Corcaigh"}]);
            assert_eq!(ask(&places, label, json!({})).unwrap(), both);
            let irish = json!([{"str": "Corcaigh"}]);
            assert_eq!(ask(&places, label, json!({"language": "ga"})).unwrap(), irish);
            assert_eq!(
                ask(&places, label, json!({"limit": "1"})).unwrap(),
                json!([{"str": "Cork"}])
            );
            assert_eq!(ask(&places, label, json!({"limit": 0})).unwrap(), both);
            assert_eq!(
                ask(&places, &iri("code"), json!({"count": "on"})).unwrap(),
                json!([{"int": 2}])
            );
            for wrong in
                [json!({"limit": "x"}), json!({"count": 7}), json!({"rank": "best"}), json!(7)]
            {
                let error = ask(&places, label, wrong).unwrap_err();
                assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("extend")));
            }
            for wrong in [
                "[]",
                r#"{"ids": 7}"#,
                r#"{"ids": [7], "properties": []}"#,
                r#"{"ids": [], "properties": [7]}"#,
            ] {
                assert_eq!(
                    places.extend("places", wrong).unwrap_err().kind(),
                    ErrorKind::Invalid,
                    "{wrong}"
                );
            }
            let many = json!({"ids": vec!["x"; 1_001], "properties": []}).to_string();
            assert_eq!(places.extend("places", &many).unwrap_err().kind(), ErrorKind::TooLarge);
        });
    }

    #[test]
    fn classes_and_properties_are_suggested_by_name_and_by_identifier() {
        with(|places| {
            let suggest = |what, prefix: &str, skip| {
                places.suggest("places", what, prefix, skip).unwrap()["result"].clone()
            };
            assert_eq!(ids(&suggest(Suggested::Type, "Ci", 0)), ["City"]);
            assert_eq!(suggest(Suggested::Type, "ci", 0)[0]["name"], "city");
            assert_eq!(ids(&suggest(Suggested::Type, "", 0)), ["City", "Country"]);
            assert_eq!(ids(&suggest(Suggested::Type, "", 1)), ["Country"]);
            assert_eq!(ids(&suggest(Suggested::Property, "inhab", 0)), ["people"]);
            assert_eq!(ids(&suggest(Suggested::Property, &iri("peo"), 0)), ["people"]);
            let cork = suggest(Suggested::Entity, &iri("cork"), 0);
            assert_eq!((ids(&cork), &cork[0]["description"]), (vec!["cork"], &json!("A city")));
            assert_eq!(cork[0]["notable"], json!([{"id": iri("City"), "name": "City"}]));
            assert_eq!(ids(&suggest(Suggested::Entity, "co", 0)), ["cobh", "cork"]);
            assert_eq!(ids(&suggest(Suggested::Entity, "co", 1)), ["cork"]);
        });
    }

    #[test]
    fn a_candidate_behind_the_limit_has_the_name_too() {
        with(|places| {
            let answer = places.answer("places", r#"{"q": {"query": "Newport", "limit": 1}}"#);
            let found = &answer.unwrap()["q"]["result"];
            assert_eq!((ids(found).len(), &found[0]["match"]), (1, &json!(false)));
        });
    }

    #[test]
    fn properties_of_a_class_are_proposed() {
        with(|places| {
            let proposed = places.propose("places", &iri("Country"), None).unwrap();
            assert!(ids(&proposed["properties"]).contains(&"code"), "{proposed}");
            assert!(!ids(&proposed["properties"]).contains(&"people"), "{proposed}");
            assert_eq!(proposed["type"], iri("Country"));
            let proposed = places.propose("places", "", Some(2)).unwrap();
            assert_eq!((ids(&proposed["properties"]).len(), &proposed["limit"]), (2, &json!(2)));
        });
    }

    #[test]
    fn names_are_those_of_the_wanted_language() {
        with(|places| {
            let irish = places.with_options(ReconciliationOptions {
                languages: vec!["ga".parse().unwrap(), "en".parse().unwrap()],
                ..ReconciliationOptions::default()
            });
            let answer = irish.answer("places", r#"{"q": {"query": "cork"}}"#).unwrap();
            let cork = &answer["q"]["result"][0];
            assert_eq!(
                (&cork["name"], &cork["description"]),
                (&json!("Corcaigh"), &json!("Cathair"))
            );
            assert_eq!(cork["match"], true);
            let cobh = irish.answer("places", r#"{"q": {"query": "cobh"}}"#).unwrap();
            assert_eq!(cobh["q"]["result"][0]["name"], "Cobh");
        });
    }

    #[test]
    fn the_draft_has_conditions() {
        with(|places| {
            let draft = places.with_options(draft());
            let ask = |conditions: Value| {
                let query = json!({"queries": [{"type": iri("City"), "conditions": conditions}]});
                Ok::<_, glossweave_base::Error>(
                    draft.answer("places", &query.to_string())?["results"][0]["candidates"].clone(),
                )
            };
            let name = json!({"matchType": "name", "v": ["Corcaigh", "Cork"]});
            let found = ask(json!([name])).unwrap();
            assert_eq!((&found[0]["match"], &found[0]["lang"]), (&json!(true), &json!("en")));
            assert_eq!(found[0]["features"][0]["value"], 100.0);
            let people = |more: Value| {
                let mut condition =
                    json!({"matchType": "property", "pid": iri("people"), "v": [224_004, 1]});
                condition.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
                condition
            };
            // In a query without a name, entities are candidates by their properties alone.
            assert_eq!(ids(&ask(json!([people(json!({}))])).unwrap()), ["cork"]);
            let all = people(json!({"matchQuantifier": "all", "required": true}));
            assert_eq!(ids(&ask(json!([name, all])).unwrap()), Vec::<&str>::new());
            let none = people(json!({"matchQuantifier": "none", "required": true}));
            let cobh = json!({"matchType": "name", "v": "Cobh"});
            assert_eq!(ids(&ask(json!([cobh, none])).unwrap()), ["cobh"]);
            for wrong in [
                json!([]),
                json!([{"v": "Cork"}]),
                json!([{"matchType": "name"}]),
                json!([{"matchType": "property", "v": "x"}]),
                json!([{"matchType": "name", "v": "Cork", "matchQualifier": "near"}]),
                json!([{"matchType": "name", "v": "Cork", "matchQuantifier": "some"}]),
            ] {
                let error = ask(wrong.clone()).unwrap_err();
                assert_eq!(
                    (error.kind(), error.parameter()),
                    (ErrorKind::Invalid, Some("queries")),
                    "{wrong}"
                );
            }
        });
    }
}
