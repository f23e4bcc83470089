//! The templates in examples/templates, run on the places that are stored next to them.

use glossweave::link::LinkRequest;
use glossweave::resource::ResourceUpdate;
use glossweave::{Format, Request};

use super::Fixture;

const PLACES: &str = include_str!("../../examples/templates/places.ttl");

/// A template, an entity, parameters, and the names of the results in any order.
type Case =
    (&'static str, &'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

const CASES: [Case; 8] = [
    (
        include_str!("../../examples/templates/1-nearby-museums.json"),
        "Ardmuir",
        &[],
        &["Harbour Museum", "Lantern House"],
    ),
    (
        include_str!("../../examples/templates/2-events-at-place.json"),
        "Ardmuir",
        &[],
        &["Kelp Fair", "Night of Lamps"],
    ),
    (
        include_str!("../../examples/templates/3-coordinates.json"),
        "Ardmuir",
        &[],
        &["45.0", "-30.0"],
    ),
    (
        include_str!("../../examples/templates/4-objects-from-country.json"),
        "Solway",
        &[],
        &["Bell of the first light", "Chart of the Narrows"],
    ),
    (
        include_str!("../../examples/templates/5-events-of-type.json"),
        "Ardmuir",
        &[("event_type", "Festival")],
        &["Kelp Fair"],
    ),
    (
        include_str!("../../examples/templates/5-events-of-type.json"),
        "Port_Ellis",
        &[("event_type", "http://schema.org/SportsEvent")],
        &["Regatta"],
    ),
    (
        include_str!("../../examples/templates/6-bakeries-within-radius.json"),
        "Ardmuir",
        &[("radius", "1000")],
        &["The Old Oven"],
    ),
    (
        include_str!("../../examples/templates/6-bakeries-within-radius.json"),
        "Ardmuir",
        &[("radius", "2.5e3")],
        &["The Old Oven", "Crust"],
    ),
];

const NAMES: [&str; 12] = [
    "Harbour Museum",
    "Lantern House",
    "Net Loft",
    "Kelp Fair",
    "Night of Lamps",
    "Regatta",
    "The Old Oven",
    "Crust",
    "Sea Loaf",
    "Chart of the Narrows",
    "Bell of the first light",
    "45.0",
];

#[test]
fn every_example_finds_what_is_there() {
    let fixture = Fixture::new(&[]);
    fixture.load("places", PLACES).unwrap();
    for (template, place, parameters, expected) in CASES {
        let made = fixture.anna().templates().create(
            None,
            template.as_bytes(),
            &ResourceUpdate::default(),
        );
        let page =
            format!("<p>To <i its-ta-ident-ref='http://example.org/place/{place}'>the place</i>");
        let request = Request::new(page, Format::Html).output(Format::NTriples);
        let mut request = LinkRequest::new(made.unwrap().name, request);
        parameters.iter().for_each(|(name, value)| request.set(name, value).unwrap());
        let reply = fixture.nobody().links().enrich(request).unwrap();
        let found = String::from_utf8(reply.bytes).unwrap();
        for name in expected {
            assert!(found.contains(&format!("\"{name}\"")), "{name} of {place} is not in {found}");
        }
        for name in NAMES.iter().filter(|name| !expected.contains(name)) {
            assert!(!found.contains(&format!("\"{name}\"")), "{name} is in {found}");
        }
    }
}
