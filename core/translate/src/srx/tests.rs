use super::Srx;
use crate::srx::SrxExt;
use glossweave_base::error::{Error, ErrorKind};
use glossweave_base::text::Language;
use glossweave_testing::Stopwatch;

/// Returns a file with these rules for one language, and these maps.
fn file(cascade: &str, sets: &str, maps: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <srx version=\"2.0\" xmlns=\"http://www.lisa.org/srx20\"><header segmentsubflows=\"yes\" \
        cascade=\"{cascade}\"><formathandle type=\"start\" include=\"no\"/></header>\n<body>\
        <languagerules>\n{sets}</languagerules><maprules>\n{maps}</maprules></body></srx>"
    )
}

fn set(name: &str, rules: &[(bool, &str, &str)]) -> String {
    let rule = |(breaks, before, after): &(bool, &str, &str)| {
        let breaks = if *breaks { "yes" } else { "no" };
        format!(
            "<rule break=\"{breaks}\"><beforebreak>{before}</beforebreak><afterbreak>{after}\
            </afterbreak></rule>\n"
        )
    };
    let rules: String = rules.iter().map(rule).collect();
    format!("<languagerule languagerulename=\"{name}\">\n{rules}</languagerule>\n")
}

fn map(pattern: &str, name: &str) -> String {
    format!("<languagemap languagepattern=\"{pattern}\" languagerulename=\"{name}\"/>\n")
}

fn english(rules: &[(bool, &str, &str)]) -> Srx {
    Srx::parse(&file("no", &set("English", rules), &map("en.*", "English"))).unwrap()
}

fn cut<'t>(rules: &Srx, text: &'t str) -> Vec<&'t str> {
    rules.cut(text, &"en-IE".parse().unwrap()).unwrap()
}

fn fault(text: &str) -> Error {
    Srx::parse(text).unwrap_err()
}

#[test]
fn the_first_rule_of_a_place_counts() {
    let stop = (true, "[.?!]+", r"\s");
    let rules = english(&[(false, r"\b(Mr|vs)\.", r"\s"), (true, r"\bMr\.", r"\sX"), stop]);
    assert_eq!(cut(&rules, "Mr. X vs. Y... No!"), ["Mr. X vs. Y...", " No!"]);
    let rules = english(&[stop, (false, r"\bMr\.", r"\s")]);
    assert_eq!(cut(&rules, "Mr. X."), ["Mr.", " X."]);
    assert_eq!(cut(&rules, ""), [""]);
    let none: [(bool, &str, &str); 0] = [];
    assert_eq!(cut(&english(&none), "One. Two."), ["One. Two."]);
}

#[test]
fn every_place_is_looked_at() {
    // One match overlaps another.
    let rules = english(&[(true, "aba", ""), (true, "", "x")]);
    assert_eq!(cut(&rules, "ababa-x"), ["aba", "ba", "-", "x"]);
    let rules = english(&[(true, r"\.", r"\h\p{Lu}")]);
    assert_eq!(cut(&rules, "É. Ö. é. ó."), ["É.", " Ö. é. ó."]);
}

#[test]
fn expressions_are_those_of_icu() {
    let rules = english(&[
        (false, r"(?i)\bno\.", r"\s*\d"),
        (false, r"(?&lt;!\p{L}{2})\.", r"\u0020"),
        (true, r"[\.\»&amp;&amp;[^;]]", r"(?=\s+(\p{Lu})\1)"),
        (true, r"\&lt;|", r"\&gt;"),
        (true, r"end", r"[^\s#]*+#"),
    ]);
    assert_eq!(cut(&rules, "See NO. 5 AA. AAh, x. BB"), ["See NO. 5 AA.", " AAh, x. BB"]);
    assert_eq!(cut(&rules, "a<>b end1#"), ["a<", ">b end", "1#"]);
}

#[test]
fn quoted_text_stands_for_itself() {
    let rules = english(&[(true, r"\Qa.b\E+", r"\Q(c"), (true, r"[\Q]^-\Ed]", "x")]);
    assert_eq!(cut(&rules, "axb(c a.bb(c (c)"), ["axb(c a.bb", "(c (c)"]);
    assert_eq!(cut(&rules, "]x^x-xdxax"), ["]", "x^", "x-", "xd", "xax"]);
    let signs: String = ('!'..='~').filter(char::is_ascii_punctuation).collect();
    let written = signs.replace('&', "&amp;").replace('<', "&lt;");
    let rules = english(&[(true, &format!(r"\Q{written}\E"), "x")]);
    assert_eq!(cut(&rules, &format!("a{signs}xb")), [format!("a{signs}").as_str(), "xb"]);
}

#[test]
fn maps_choose_the_rules_of_a_language() {
    let sets = set("stop", &[(true, r"\.", r"\s")]) + &set("semicolon", &[(true, ";", r"\s")]);
    let maps = map("[Ff][Rr]", "semicolon") + &map("DE-CH", "semicolon") + &map(".*", "stop");
    let count = |rules: &Srx, tag: &str| rules.cut("a; b. c", &tag.parse().unwrap()).unwrap().len();
    let rules = Srx::parse(&file("no", &sets, &maps)).unwrap();
    assert_eq!(rules.cut("a; b. c", &"fr".parse().unwrap()).unwrap(), ["a;", " b. c"]);
    assert_eq!(rules.cut("a; b. c", &"fr-CA".parse().unwrap()).unwrap(), ["a; b.", " c"]);
    assert_eq!(rules.cut("a; b. c", &"de-CH".parse().unwrap()).unwrap(), ["a;", " b. c"]);
    let rules = Srx::parse(&file("yes", &sets, &maps)).unwrap();
    assert_eq!([count(&rules, "fr"), count(&rules, "fr-CA")], [3, 2]);
    let rules = Srx::parse(&file("no", &sets, &map("fr", "stop"))).unwrap();
    let other: Language = "it".parse().unwrap();
    assert!(rules.for_language(&other).unwrap().is_none());
    assert_eq!(count(&rules, "it"), 1);
}

#[test]
fn the_older_version_is_read() {
    let rules = file("no", &set("English", &[(true, r"\.", r"\s")]), "")
        .replace("version=\"2.0\"", "version=\"1.0\"")
        .replace(
            "</maprules>",
            &format!("<maprule maprulename=\"x\">{}</maprule></maprules>", map("en", "English")),
        );
    let rules = Srx::parse(&rules).unwrap();
    assert_eq!(rules.cut("A. B", &"en".parse().unwrap()).unwrap().len(), 2);
}

#[test]
fn faults_say_what_and_where() {
    let good = set("English", &[(true, r"\.", r"\s")]);
    let maps = map("en", "English");
    let place = |error: &Error| error.location().map(|at| (at.line(), at.column()));
    let cases = [
        (
            file("no", &set("English", &[(true, "a", "b"), (true, "(", "")]), &maps),
            "regular",
            (6, 1),
        ),
        (file("no", &set("English", &[(true, "a)(b", "")]), &maps), "regular", (5, 1)),
        (file("no", &good, &map("e[n", "English")), "regular", (8, 1)),
        (file("no", &good, &map("en", "German")), "no `languagerule` `German`", (8, 1)),
        (file("no", &(good.clone() + &good), &maps), "duplicate `languagerule`", (7, 1)),
        (file("no", &good.replace("\"yes\"", "\"maybe\""), &maps), "`break` is `maybe`", (5, 1)),
        (
            file("no", &good.replace("languagerulename", "name"), &maps),
            "no `languagerulename`",
            (4, 1),
        ),
        ("<tmx/>".to_owned(), "expected `srx`", (1, 1)),
        ("<srx><body/></srx>".to_owned(), "no `languagerules`", (1, 6)),
    ];
    for (text, message, at) in cases {
        let error = fault(&text);
        assert_eq!(
            (error.kind(), error.parameter()),
            (ErrorKind::Malformed, Some("srx")),
            "{text}"
        );
        assert!(error.to_string().contains(message), "{error}");
        assert_eq!(place(&error), Some(at), "{error}\n{text}");
    }
    // Errors that are found only when the rule is compiled on first use.
    let rules = english(&[(true, "a", ""), (true, r"\p{Nonsense}", "")]);
    let error = rules.cut("a b", &"en".parse().unwrap()).unwrap_err();
    assert_eq!((error.kind(), place(&error)), (ErrorKind::Malformed, Some((6, 1))), "{error}");
    let other = Srx::parse(&file("no", &good, &map("de", "English"))).unwrap();
    assert!(other.cut("a b", &"en".parse().unwrap()).is_ok());
}

#[test]
fn hostile_rules_end() {
    let start = Stopwatch::start();
    let language: Language = "en".parse().unwrap();
    let bounded = |before: &str, after: &str, text: &str| {
        let rules = match Srx::parse(&file(
            "no",
            &set("English", &[(true, before, after)]),
            &map("en", "English"),
        )) {
            Ok(rules) => rules,
            Err(error) => return Some(error.kind()),
        };
        rules.cut(text, &language).map(drop).map_err(|error| error.kind()).err()
    };
    let many = "a".repeat(5_000);
    assert_eq!(bounded(r"(?:(a|aa)\1*)+b", "", &many), Some(ErrorKind::TooLarge));
    assert!(bounded(r"(\p{L}{1,900}){1,900}", "", "x").is_some());
    assert!(bounded("(a+)+", "b", &many).is_none());
    assert!(start.elapsed().as_secs() < 120, "{:?}", start.elapsed());
    let deep = format!("{}x{}", "(".repeat(50_000), ")".repeat(50_000));
    assert!(bounded(&deep, "", "x").is_some());
    let rules = "<rule/>".repeat(20_001);
    let set = format!("<languagerule languagerulename=\"x\">{rules}</languagerule>");
    assert_eq!(fault(&file("no", &set, "")).kind(), ErrorKind::TooLarge);
}
