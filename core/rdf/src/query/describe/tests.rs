use super::construct_outline;

#[test]
fn an_outline_shows_what_values_cannot_change() {
    let shape =
        |text: &str| construct_outline(&format!("PREFIX : <http://a.example/> {text}")).unwrap();
    let with = |value: &str| {
        shape(&format!(
            "CONSTRUCT {{ ?s :p ?o }} {{ ?s ?p {value} ; :q [ :r ?o ] . ?s (:a/:b)+ ?z FILTER(?o < 3 || REGEX(?o, {value})) }}"
        ))
    };
    assert_eq!(with("'a'"), with("'x > \\\\ \\\" ) <'"));
    assert_eq!(with("'('"), with("'a'"));
    assert_ne!(with("'a'"), with("'a'@en"));
    assert_eq!(with("<http://a.example/1>"), with("<urn:(x)>"));
    assert_ne!(with("<http://a.example/1>"), with("'a'"));
    assert_ne!(with("<http://a.example/1>"), with("?o"));
    let limited = |limit| shape(&format!("CONSTRUCT WHERE {{ ?s ?p ?o }} LIMIT {limit}"));
    assert_eq!(limited("1"), limited("20"));
    assert_ne!(limited("1"), limited("1 OFFSET 2"));
    let counted = || {
        shape(
            "CONSTRUCT { ?s :n ?n } { { SELECT ?s (COUNT(*) AS ?n) (SUM(?o) AS ?m) { ?s ?p ?o } GROUP BY ?s } }",
        )
    };
    assert_eq!(counted(), counted());
}
