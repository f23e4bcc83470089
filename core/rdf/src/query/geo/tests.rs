use std::time::Duration;

use crate::{Construct, IndexedGraph, Limits, Query};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_testing::Stopwatch;

const PREFIXES: &str = "PREFIX : <http://a.example/>
    PREFIX geo: <http://www.opengis.net/ont/geosparql#>
    PREFIX geof: <http://www.opengis.net/def/function/geosparql/>
    PREFIX uom: <http://www.opengis.net/def/uom/OGC/1.0/>
    PREFIX unit: <http://qudt.org/vocab/unit/>
    PREFIX wgs: <http://www.w3.org/2003/01/geo/wgs84_pos#> ";

fn value(expression: &str) -> Option<String> {
    let query = Query::parse(&format!("{PREFIXES} SELECT ({expression} AS ?x) {{}}")).unwrap();
    let solutions = query.select(&IndexedGraph::default(), &Limits::default()).unwrap();
    solutions.rows[0][0].as_ref().map(|term| match term {
        crate::Term::Literal(literal) => literal.value().to_owned(),
        other => other.to_string(),
    })
}

fn wkt(text: &str) -> String {
    format!("'{text}'^^geo:wktLiteral")
}

fn metres(left: &str, right: &str, unit: &str) -> Option<f64> {
    let found = value(&format!("geof:distance({}, {}, {unit})", wkt(left), wkt(right)));
    found.map(|found| found.parse().unwrap())
}

#[test]
fn distances_are_those_of_the_sphere() {
    let (dublin, cork) = ("POINT(-6.2603 53.3498)", "Point( -8.4756  51.8985 )");
    let known = metres(dublin, cork, "uom:metre").unwrap();
    assert!((known - 219_000.0).abs() < 2_000.0, "{known}");
    for (unit, factor) in [
        ("uom:kilometre", 1e-3),
        ("uom:meter", 1.0),
        ("'http://www.opengis.net/def/uom/OGC/1.0/metre'", 1.0),
        ("unit:KiloM", 1e-3),
        ("unit:MI", 1.0 / 1609.344),
    ] {
        let found = metres(dublin, cork, unit).unwrap();
        assert!((found / known / factor - 1.0).abs() < 1e-12, "{unit}: {found}");
    }
    // A quarter of the circumference, both directions across the date line, and zero.
    let close = |left, right, degrees: f64| {
        let found = metres(left, right, "uom:degree").unwrap();
        assert!((found - degrees).abs() < 1e-9, "{left} {right}: {found}");
    };
    close("POINT(0 0)", "POINT(90 0)", 90.0);
    close("POINT(0 0)", "POINT(12 90)", 90.0);
    close("POINT(0 -90)", "POINT(77 90)", 180.0);
    close("POINT(179.5 0)", "POINT(-179.5 0)", 1.0);
    close("POINT(7 50)", "POINT(7 50)", 0.0);
    close("POINT Z (7 50 12)", "POINT(7 51 0 3)", 1.0);
    close("<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POINT(10 20)", "POINT(10 22)", 2.0);
    close("<http://www.opengis.net/def/crs/EPSG/0/4326> POINT(20 10)", "POINT(10 22)", 2.0);
    let metric = value(&format!("geof:metricDistance({}, {})", wkt(dublin), wkt(cork)));
    assert_eq!(metric.unwrap().parse::<f64>().unwrap(), known);
}

#[test]
fn what_is_no_place_or_unit_is_unbound() {
    for text in [
        "",
        "POINT",
        "POINT EMPTY",
        "POINT()",
        "POINT(1)",
        "POINT(1,2)",
        "POINT(1 2",
        "POINT(1 2) x",
        "POINT(a b)",
        "POINT(nan 2)",
        "POINT(inf 2)",
        "POINT(1e999 2)",
        "POINT(1 91)",
        "POINT(1 2 3 4 5)",
        "POINT Q (1 2)",
        "LINESTRING(1 2, 3 4)",
        "<http://b.example/> POINT(1 2)",
        "<POINT(1 2)",
        "POLYGON((0 0, 1 1))",
        "GEOMETRYCOLLECTION(POINT(1 2))",
        "POINT(1 2\u{e9})",
        "\u{e9}",
    ] {
        assert_eq!(metres(text, "POINT(1 2)", "uom:metre"), None, "{text}");
        assert_eq!(metres("POINT(1 2)", text, "uom:metre"), None, "{text}");
    }
    let point = wkt("POINT(1 2)");
    for call in [
        format!("geof:distance({point}, {point}, uom:cubit)"),
        format!("geof:distance({point}, {point}, 1)"),
        format!("geof:distance({point}, {point})"),
        format!("geof:distance({point}, 'POINT(1 2)', uom:metre)"),
        format!("geof:distance({point}, <http://a.example/>, uom:metre)"),
        format!("geof:sfWithin({point})"),
        "geof:sfEquals()".to_owned(),
    ] {
        assert_eq!(value(&call), None, "{call}");
    }
    let deep = wkt(&"MULTIPOLYGON(".repeat(10_000));
    assert_eq!(value(&format!("geof:sfWithin({point}, {deep})")), None);
}

#[test]
fn points_lie_in_areas_or_do_not() {
    let area = "MULTIPOLYGON(((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4)), ((20 0, 30 0, 25 9, 20 0)))";
    for (point, within, touches) in [
        ("POINT(1 1)", true, false),
        ("POINT(1 4)", true, false),
        ("POINT(1 6)", true, false),
        ("POINT(7 6)", true, false),
        ("POINT(5 5)", false, false),
        ("POINT(25 4)", true, false),
        ("POINT(20 4)", false, false),
        ("POINT(15 0)", false, false),
        ("POINT(-1 10)", false, false),
        ("POINT(-1 0)", false, false),
        ("POINT(11 10)", false, false),
        ("POINT(10 5)", false, true),
        ("POINT(0 0)", false, true),
        ("POINT(4 5)", false, true),
        ("POINT(25 9)", false, true),
    ] {
        let (point, area) = (wkt(point), wkt(area));
        let is = |name: &str, left: &str, right: &str, expected: bool| {
            let found = value(&format!("geof:{name}({left}, {right})"));
            assert_eq!(found, Some(expected.to_string()), "{name} {left} {right}");
        };
        is("sfWithin", &point, &area, within);
        is("sfWithin", &area, &point, false);
        is("sfContains", &area, &point, within);
        is("sfContains", &point, &area, false);
        for (left, right) in [(&point, &area), (&area, &point)] {
            is("sfIntersects", left, right, within || touches);
            is("sfDisjoint", left, right, !within && !touches);
            is("sfTouches", left, right, touches);
            is("sfEquals", left, right, false);
        }
        is("sfEquals", &point, &point, true);
        is("sfWithin", &point, &point, true);
        is("sfTouches", &point, &point, false);
        is("sfEquals", &area, &area, true);
        assert_eq!(value(&format!("geof:sfWithin({area}, {area})")), None);
    }
    let turned =
        wkt("<http://www.opengis.net/def/crs/EPSG/0/4326> POLYGON((0 20, 0 30, 5 30, 5 20, 0 20))");
    assert_eq!(value(&format!("geof:sfWithin({}, {turned})", wkt("POINT(25 1)"))).unwrap(), "true");
}

#[test]
fn what_is_nearby_is_found_by_latitude_and_longitude() {
    let turtle =
        "@prefix : <http://a.example/> . @prefix wgs: <http://www.w3.org/2003/01/geo/wgs84_pos#> .
        :dublin wgs:lat 53.3498 ; wgs:long '-6.2603'^^<http://www.w3.org/2001/XMLSchema#float> .
        :museum wgs:lat 53.3403 ; wgs:long -6.2546 . :bakery wgs:lat 53.3419 ; wgs:long -6.2675 .
        :cork wgs:lat 51.8985 ; wgs:long -8.4756 . :nowhere wgs:lat 'north' ; wgs:long -6.26 .";
    let places = IndexedGraph::read(turtle.as_bytes(), Format::Turtle, None).unwrap();
    let query = Construct::parse(&format!(
        "{PREFIXES} CONSTRUCT {{ ?place :nearby ?near ; :metres ?metres }} {{
            BIND(:dublin AS ?place)
            ?place wgs:lat ?lat ; wgs:long ?long . ?near wgs:lat ?otherLat ; wgs:long ?otherLong .
            BIND(STRDT(CONCAT('POINT(', STR(?long), ' ', STR(?lat), ')'), geo:wktLiteral) AS ?here)
            BIND(STRDT(CONCAT('POINT(', STR(?otherLong), ' ', STR(?otherLat), ')'), geo:wktLiteral) AS ?there)
            BIND(geof:distance(?here, ?there, uom:metre) AS ?metres)
            FILTER(?near != ?place && ?metres < 2000)
        }} ORDER BY ?metres LIMIT 10"
    ))
    .unwrap();
    let made = query.run(&[&places], &Limits::default()).unwrap();
    let mut near: Vec<_> = made.iter().map(|triple| triple.object.to_string()).collect();
    near.retain(|object| object.starts_with('<'));
    near.sort();
    assert_eq!(near, ["<http://a.example/bakery>", "<http://a.example/museum>"]);
}

#[test]
fn long_places_count() {
    let ring: String = (0..100_000).map(|at| format!("{}.5 {}, ", at % 80, at % 70)).collect();
    let area = format!("POLYGON(({ring}0.5 0))");
    let turtle = format!(
        "@prefix : <http://a.example/> . :a :area '{area}'^^<http://www.opengis.net/ont/geosparql#wktLiteral> ; :p {} .",
        (0..2000).map(|at| at.to_string()).collect::<Vec<_>>().join(",")
    );
    let dataset = IndexedGraph::read(turtle.as_bytes(), Format::Turtle, None).unwrap();
    let query = Query::parse(&format!(
        "{PREFIXES} SELECT ?n {{ :a :area ?area ; :p ?n FILTER(geof:sfWithin('POINT(1 1)'^^geo:wktLiteral, IF(?n >= 0, ?area, 1))) }}"
    ))
    .unwrap();
    let limits = Limits { time: Duration::from_millis(300), ..Limits::default() };
    let started = Stopwatch::start();
    let error = query.select(&dataset, &limits).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Deadline);
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
}
