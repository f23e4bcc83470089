//! Tests of placeholders and values.

use super::placeholder::{Kind, Syntax, find};
use super::value::Value;
use glossweave_document::Notations;
use glossweave_testing::Stopwatch;

fn syntax() -> Syntax {
    Syntax::with(Notations::COMMON.and(Notations::COLON_NAMES))
}

fn placeholders(text: &str) -> Vec<&str> {
    let all = find(text, 0..text.len(), syntax(), false);
    all.iter().map(|placeholder| &text[placeholder.at.clone()]).collect()
}

#[test]
fn placeholders_are_told_from_texts() {
    let cases: [(&str, &[&str]); 25] = [
        ("Hello {name}, {0} of { n }", &["{name}", "{0}", "{ n }"]),
        ("{{count}} and {{{raw}}} {}", &["{{count}}", "{{{raw}}}", "{}"]),
        (
            "{0, number, #.##} {0:N2} {a!r} {x.y[0]}",
            &["{0, number, #.##}", "{0:N2}", "{a!r}", "{x.y[0]}"],
        ),
        ("a { b c } {d e} {", &[]),
        (
            "%s %d %1$s %(name)s %.2f %% %@ %ld %{x}",
            &["%s", "%d", "%1$s", "%(name)s", "%.2f", "%%", "%@", "%ld", "%{x}"],
        ),
        ("100 % sure, 50%off 5%, % d", &[]),
        ("v1%s", &["%s"]),
        ("%#@files@ in %1$#@a b@, %#@", &["%#@files@", "%1$#@a b@"]),
        (
            "${user.name} $t(other.key) $NAME$ costs $5 or $",
            &["${user.name}", "$t(other.key)", "$NAME$"],
        ),
        ("<b>a</b> <a href=\"x\">b</a><br/>", &["<b>", "</b>", "<a href=\"x\">", "</a>", "<br/>"]),
        ("usage: x <file> [<dir>]", &[]),
        ("<0>a</0> <Trans>b</Trans> <1/>", &["<0>", "</0>", "<Trans>", "</Trans>", "<1/>"]),
        ("a < b > c, a<b", &[]),
        ("Tom &amp; Jerry &#8230; R&D; & co;", &["&amp;", "&#8230;", "&D;"]),
        (
            "{n, plural, one {# file} other {# files}}",
            &["{n, plural, one {# file} other {# files}}"],
        ),
        ("{n, plural, one {# file} other {# files}", &[]),
        (
            "{g, select, male {he} other {they}} {x}",
            &["{g, select, male {he} other {they}}", "{x}"],
        ),
        ("{n, plural}", &[]),
        ("{n, plural, }", &[]),
        ("{n, plural, offset:1 =0 {a} one{b}}", &["{n, plural, offset:1 =0 {a} one{b}}"]),
        ("#", &[]),
        ("{{", &[]),
        ("{{a}", &["{a}"]),
        ("{{a\n}}", &[]),
        ("<p>a<p>b", &["<p>", "<p>"]),
    ];
    for (text, expected) in cases {
        assert_eq!(placeholders(text), expected, "{text}");
    }
}

#[test]
fn each_notation_is_found_and_nothing_like_it() {
    let cases: [(&str, &[&str]); 16] = [
        ("%name% has %count% posts, %%site%%", &["%name%", "%count%", "%%site%%"]),
        ("%user.name%: %d%, 50%a 60%", &["%user.name%", "%d"]),
        ("in :count minutes, (:Name) /:id", &[":count", ":Name", ":id"]),
        ("a:b 10:30 :D ::x x :-) http://y:port Foo::bar", &[]),
        ("\u{5171}:count\u{4ef6}", &[":count"]),
        (
            "@:a.b, @.lower:key. @:(a.b) @:{'k'} me@x.org",
            &["@:a.b", "@.lower:key", "@:(a.b)", "@:{'k'}"],
        ),
        ("%B %d, %Y %H:%M", &["%B", "%d", "%Y", "%H", "%M"]),
        ("%Hh%M %-d. %m. 100 %Baumwolle, 5%Y", &["%H", "%M", "%-d", "%m"]),
        ("%<count>d of %<total>.2f", &["%<count>d", "%<total>.2f"]),
        (
            "<%= user.name %> {% if a %} {# b #} #{x} <?php e(1) ?>",
            &["<%= user.name %>", "{% if a %}", "{# b #}", "#{x}", "<?php e(1) ?>"],
        ),
        (
            "{0,choice,0#none|1#one {1}|1<{0,number} files} x",
            &["{0,choice,0#none|1#one {1}|1<{0,number} files}"],
        ),
        ("{0,choice,none}", &["{0,choice,none}"]),
        ("{n, plural, one {l'{x}'} other {l''{x}}}", &["{n, plural, one {l'{x}'} other {l''{x}}}"]),
        ("{n, plural, one {l'{x}} other {l'{x}}}", &["{n, plural, one {l'{x}} other {l'{x}}}"]),
        ("l'{x}", &["{x}"]),
        ("{n, plural, one {l'{x} other {b}}", &["'{x} other {b}}"]),
    ];
    for (text, expected) in cases {
        let all = find(text, 0..text.len(), syntax().of_message(text), false);
        let all: Vec<_> = all.iter().map(|found| &text[found.at.clone()]).collect();
        assert_eq!(all, expected, "{text}");
    }
}

#[test]
fn the_frame_of_branches_is_codes_if_they_are_no_units() {
    let text = "a {n, plural, =0 {no {x}} other {{g, select, b {#} other {c}} d}} e";
    let all = find(text, 0..text.len(), syntax().without_branches(), false);
    let all: Vec<_> = all.iter().map(|found| &text[found.at.clone()]).collect();
    let expected = ["{n, plural, =0 {", "{x}", "} other {", "{g, select, b {", "#"];
    assert_eq!(all, [&expected[..], &["} other {", "}}", "}}"]].concat());
}

#[test]
fn tags_have_partners_or_are_alone() {
    let text = "<b>a<i>b</b>c</i><x>d<y/>";
    let kinds: Vec<_> = find(text, 0..text.len(), syntax(), false)
        .into_iter()
        .map(|placeholder| placeholder.kind)
        .collect();
    assert_eq!(kinds, [Kind::Open, Kind::Void, Kind::Close, Kind::Void, Kind::Void]);
}

#[test]
fn what_looks_like_many_placeholders_takes_no_quadratic_time() {
    for part in [
        "{",
        "{a,plural,",
        "{a,plural,b{",
        "<a ",
        "%(",
        "${",
        "&a",
        "{{",
        "<b>",
        "{a,select b{c}}",
        "$t(",
        "$a",
        "%a",
        ":a",
        "@:",
        "{a,choice,1#{",
        "{a,plural,b{'{",
        "{%",
    ] {
        let text = part.repeat(200_000);
        let start = Stopwatch::start();
        find(&text, 0..text.len(), syntax(), true);
        assert!(start.elapsed().as_secs() < 10, "{part} {:?}", start.elapsed());
    }
}

#[test]
fn halves_of_a_character_become_one() {
    let mut value = Value::default();
    let mut pending = None;
    for (number, unit) in [0x41, 0xD83D, 0xDE00, 0xD83D, 0x42, 0xDE00].into_iter().enumerate() {
        value.unit(unit, number * 6..number * 6 + 6, &mut pending);
    }
    assert_eq!(value.text, "A\u{1F600}\u{FFFD}B\u{FFFD}");
}
