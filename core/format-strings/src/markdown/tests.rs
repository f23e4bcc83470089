//! Tests of Markdown.

mod every_place;

use crate::encode;
use crate::marked_text;
use crate::testing::{Numbers, holds, is_fast, read, survives, texts, translated};
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::Document;
use glossweave_document::annotation::{Annotation, Entity};
use glossweave_format_base::PlacementExt;
use glossweave_format_base::{EncodeOptions, Encoded, Placement};

fn marked(source: &str) -> Vec<String> {
    let document = read(source.as_bytes(), Format::Markdown);
    document.units().map(|unit| marked_text(&document, unit.span()).unwrap()).collect()
}

#[test]
fn units_are_the_texts_of_blocks() {
    let cases: [(&str, &[&str]); 27] = [
        ("# Head #\n\nOne\ntwo.\n\nTitle\n===\n", &["Head", "One two.", "Title"]),
        ("- a\n- b\n\n  c\n1. d\n", &["a", "b", "c", "d"]),
        ("> one\n> > two\n> three\n", &["one", "two three"]),
        ("| a | b\\|c |\n|---|---|\n| d | `e` |\n", &["a", "b|c", "d"]),
        ("```sh\ncode\n```\n\n    code\n\ntext", &["text"]),
        ("a \\* b &amp; c &copy; \\\\ \\d", &["a * b & c \u{a9} \\ \\d"]),
        ("a **b _c_** d", &["a <1>b <2>c</2></1> d"]),
        ("see [the *page*](x.html) now", &["see <1>the <2>page</2></1> now"]),
        ("run `make` or <http://a.b> here", &["run <1/> or <2/> here"]),
        ("one  \ntwo\\\n three", &["one<1/>two<2/>three"]),
        ("> one  \n> two", &["one<1/>two"]),
        ("![the *logo*](x.png) of us", &["<1/> of us", "the <1>logo</1>"]),
        ("[![build](a)](b)", &["build"]),
        ("[a](b \"the \\\" &amp; title\") c", &["<1>a</1> c", "the \" & title"]),
        ("a<br>b <b>c</b> <i>d", &["a<1/>b <2>c</2> <3/>d"]),
        (
            "<div align=\"center\">\n<b>One</b>\n two &amp; <!-- x -->three\n</div>\n",
            &["<1>One</1> two & <2/>three"],
        ),
        ("<p>one<p>two\n\n*three*\n\n</div>", &["one", "two", "<1>three</1>"]),
        ("> <p>\n> one\n> two</p>\n", &["one two"]),
        ("<pre>\ncode</pre>\n\n<script>x</script>\n\n<!-- a -->\n", &[]),
        ("a <span translate=\"no\">b *c*</span> d", &["a <1/> d"]),
        ("x[^1] y\n\n[^1]: the note\n", &["x<1/> y", "the note"]),
        ("- [ ] do *it*\n", &["do <1>it</1>"]),
        ("---\ntitle: a 'x'\ntags: [b]\nseo:\n  title: c\n---\ntext\n", &["a 'x'", "text"]),
        ("---\nsummary: >\n  one\n  two\n...\n", &["one two"]),
        ("---\ntitle: [\n---\n", &[]),
        ("+++\ntitle = 'x'\n+++\ntext\n", &["text"]),
        ("> [!NOTE]\n> text ~~old~~\n", &["text <1>old</1>"]),
    ];
    for (source, expected) in cases {
        assert_eq!(marked(source), expected, "{source}");
        let crlf = source.replace('\n', "\r\n");
        assert_eq!(marked(&crlf), expected, "{crlf:?}");
    }
}

fn entity(document: &Document, text: &str) -> Annotation {
    let at = document.text().find(text).unwrap();
    Annotation::entity(TextSpan::new(at, at + text.len()), Entity::new("http://e.org/|`a"))
}

fn annotated(source: &str, text: &str) -> Encoded {
    let document = read(source.as_bytes(), Format::Markdown);
    encode(&document, &[entity(&document, text)], &EncodeOptions::default()).unwrap()
}

#[test]
fn annotations_become_elements_where_they_are_read_again() {
    let cases: [(&str, &str, &str); 17] = [
        ("To Cork!", "Cork", "To {Cork}!"),
        ("To **Cork**!", "Cork", "To **{Cork}**!"),
        (
            "\u{8bf7}**\u{6ce8}\u{610f}**\u{8fd9}",
            "\u{6ce8}\u{610f}",
            "\u{8bf7}{**\u{6ce8}\u{610f}**}\u{8fd9}",
        ),
        ("see [Cork](x)", "Cork", "see [{Cork}](x)"),
        ("see [Cork](x) now", "see Cork now", "{see [Cork](x) now}"),
        ("see [Cork] \n\n[cork]: x", "Cork", "see {[Cork]} \n\n[cork]: x"),
        ("see **[Cork][]**\n\n[cork]: x", "Cork", "see **{[Cork][]}**\n\n[cork]: x"),
        ("> to New\n> York", "New York", "> to {New\n> York}"),
        ("a | b\n-|-\nCork | c", "Cork", "a | b\n-|-\n{Cork} | c"),
        ("*a b* c", "b c", "*a {b}*{ c}"),
        ("<p>To Cork</p>", "Cork", "<p>To {Cork}</p>"),
        ("x \\* y", "* y", "x {\\* y}"),
        ("a<b>c</b>d", "c", "a<b>{c}</b>d"),
        ("`x` Cork", "Cork", "`x` {Cork}"),
        ("[To Cork]\n\n[to cork]: x", "Cork", "[To {Cork}][To Cork]\n\n[to cork]: x"),
        ("> [To\n> Cork][]\n\n[to cork]: x", "Cork", "> [To\n> {Cork}][To Cork]\n\n[to cork]: x"),
        ("a ~/b ~/c", "~/c", "a ~/b {\\~/c}"),
    ];
    for (source, text, expected) in cases {
        let back = annotated(source, text);
        assert!(back.placements[0].is_there(), "{source} {:?}", back.placements);
        let mut found = String::from_utf8(back.bytes).unwrap();
        while let Some(start) = found.find("<span") {
            let end = found[start..].find('>').unwrap();
            assert!(!found[start..start + end].contains('|'));
            found.replace_range(start..=start + end, "{");
        }
        assert_eq!(found.replace("</span>", "}"), expected);
    }
}

const ADDRESS: &str = "a tag would change the link that the address becomes";

#[test]
fn annotations_without_a_place_are_refused_with_the_rule() {
    let cases = [
        ("![Cork](x.png)", "Cork", "the text is an attribute's value"),
        ("[a](b 'Cork')", "Cork", "the text is an attribute's value"),
        ("---\ntitle: Cork\n---\n", "Cork", "the element holds text only"),
        ("see https://a.example/Cork.", "Cork", ADDRESS),
        ("see www.cork.example", "www.cork", ADDRESS),
        ("mail **cork@a.example**", "cork@a.example", ADDRESS),
        ("in a~3~ b", "3", ADDRESS),
        ("a**Cork city**", "Cork", "an element would change the markup next to it"),
    ];
    for (source, text, rule) in cases {
        assert_eq!(annotated(source, text).placements, [Placement::not_placed(rule)], "{source}");
    }
}

#[test]
fn translations_are_read_again_as_they_were() {
    let cases: [(&str, &str, &str); 38] = [
        ("one two\nthree", "un deux\ntrois quatre", "un deux trois\nquatre"),
        ("one two three\nfour", "one deux trois trois four", "one deux trois trois\nfour"),
        ("> a *b\n> c* d\n> e", "x <1>y z</1> v w", "> x *y\n> z* v\n> w"),
        ("a\nb", "x y - z", "x y\n\\- z"),
        ("a *b* c\nd", "<1>x</1> y z", "*x* y\nz"),
        (
            "a [x] ~y b* 2*3 c_ &copy; \\* end",
            "a [x] ~y b* 2*3 c_ \u{a9} * fin",
            "a [x] ~y b* 2*3 c_ &copy; \\* fin",
        ),
        ("x* y *z", "*z y x*", "\\*z y x\\*"),
        ("A ***bar*** x", "A <1><2>baz</2></1> x", "A ***baz*** x"),
        ("A **_bar_** ~~b~~", "A <1><2>baz</2></1> <3>c</3>", "A **_baz_** ~~c~~"),
        ("# A\n", "# 1 #", "# \\# 1 \\#\n"),
        ("a", "1. b", "1\\. b"),
        ("a", "- b", "\\- b"),
        ("a", "* b", "\\* b"),
        ("a", "a * b_c_d 2_", "a * b_c_d 2\\_"),
        ("a", "<b> & &amp; a < b", "\\<b> & \\&amp; a < b"),
        ("a", "[x]: y `z` ~w~", "\\[x\\]: y \\`z\\` \\~w\\~"),
        ("a", "C:\\dir\\*", "C:\\dir\\\\\\*"),
        ("a|b\n-|-\nc|d", "x|y", "x\\|y|x\\|y\n-|-\nx\\|y|x\\|y"),
        ("> a\n> b", "x\ny", "> x\n> y"),
        ("a **b** c", "<1> x </1>y", " **x** y"),
        ("a **b** c", "x<1>\u{ff08}y\u{ff09}</1>z", "x<strong>\u{ff08}y\u{ff09}</strong>z"),
        ("a _b_ c", "x<1>y</1>z", "x<em>y</em>z"),
        ("a *b* c", "x<1>y</1>z", "x*y*z"),
        ("*a* *b*", "<1>x</1><2>y</2>", "<em>x</em><em>y</em>"),
        ("a *b* c", "x<1></1>z", "x<em></em>z"),
        ("`a` b `c`", "x<1/><2/>", "x`a`<!-- -->`c`"),
        ("[a](b) c", "x!<1>y</1>(z)", "x\\![y](b)(z)"),
        ("[a] b\n\n[a]: c", "<1>a</1>(z)", "[a]\\(z)\n\n[a]: c"),
        ("[a] b\n\n[a]: c", "<1>x</1> y", "[x][a] y\n\n[a]: c"),
        ("[a][] b\n\n[a]: c", "<1>a</1> y", "[a][] y\n\n[a]: c"),
        ("a  \nb", "x <1/> - y", "x  \n\\- y"),
        ("![a](b)", "x]y", "![x\\]y](b)"),
        ("[![a](b)](c \"d\")", "\"", "[![\"](b)](c \"\\\"\")"),
        ("<p>a</p>", "<b>*x*", "<p>&lt;b>*x*</p>"),
        ("a `b` *c*", "<2>x</2> <1/>", "*x* `b`"),
        ("- [ ] a", "=x", "- [ ] \\=x"),
        ("---\ntitle: a # b\n---\n", "x: *y*", "---\ntitle: 'x: *y*' # b\n---\n"),
        ("---\ntitle: \"a\"\n---\nb\n", "- \"", "---\ntitle: \"- \\\"\"\n---\n\\- \"\n"),
    ];
    for (source, text, expected) in cases {
        let document = read(source.as_bytes(), Format::Markdown);
        let back = translated(&document, |_| Some(text.to_owned()));
        let expected = expected.trim_start();
        assert_eq!(String::from_utf8_lossy(&back.bytes), expected, "{source}");
        assert!(back.placements.iter().all(Placement::is_there), "{source} {:?}", back.placements);
    }
}

/// Returns a source with all texts in capitals.
fn in_capitals(source: &str) -> String {
    let document = read(source.as_bytes(), Format::Markdown);
    let back = translated(&document, |text| Some(text.to_uppercase()));
    assert!(back.placements.iter().all(Placement::is_there), "{source} {:?}", back.placements);
    String::from_utf8(back.bytes).unwrap()
}

#[test]
fn codes_of_dialects_reach_no_translator_and_stay() {
    let cases = [
        (":::note Some *title*\ntext\n:::\n", ":::note SOME *TITLE*\nTEXT\n:::\n"),
        ("::: {.tip}\n\ntext\n\n::::\n", "::: {.tip}\n\nTEXT\n\n::::\n"),
        (":::tip[a b]{.c}\n- d\n:::\n", ":::tip[A B]{.c}\n- D\n:::\n"),
        ("a\n::video[b]{#c}\n", "A\n::video[B]{#c}\n"),
        (
            "!!! note \"a b\"\n    c\n    d.\n\n    e\n\nf\n",
            "!!! note \"A B\"\n    C\n    D.\n\n    E\n\nF\n",
        ),
        (
            "=== \"a\"\n\n    !!! tip\n        b\n\n    ```\n    c\n    ```\n\n    - d\n",
            "=== \"A\"\n\n    !!! tip\n        B\n\n    ```\n    c\n    ```\n\n    - D\n",
        ),
        ("??? a\n\tb\n", "??? a\n\tB\n"),
        ("!!! a\nb\n", "!!! A\nB\n"),
        ("/// details | a\nb\n///\n", "/// details | A\nB\n///\n"),
        ("> [!tip]- a\n> b\n", "> [!tip]- A\n> B\n"),
        (
            "see {{< ref \"a b\" >}} and {% include c.html %} now\n",
            "SEE {{< ref \"a b\" >}} AND {% include c.html %} NOW\n",
        ),
        ("{% if a %}\nb {{ c }}d\n{% endif %}\n", "{% if a %}\nB {{ c }}D\n{% endif %}\n"),
        (
            "{{< tabs >}}\n{{% tab \"a\" %}}\n**b**\n{{% /tab %}}\n",
            "{{< tabs >}}\n{{% tab \"a\" %}}\n**B**\n{{% /tab %}}\n",
        ),
        (
            "{% highlight c %}\nd\n{% endhighlight %}\ne\n",
            "{% highlight c %}\nd\n{% endhighlight %}\nE\n",
        ),
        ("# a {#b-c}\n\nd {: .e}\n{: #f }\n", "# A {#b-c}\n\nD {: .e}\n{: #f }\n"),
        (
            "a [[b c|d]] ![[e.png]] f^[g *h*] [[1]](i)\n",
            "A [[b c|d]] ![[e.png]] F^[g *h*] [[1]](i)\n",
        ),
        ("a :abbr[b]{title=\"c\"} {ref}`d` e\n", "A :abbr[B]{title=\"c\"} {ref}`d` E\n"),
        (
            "[a]({{ b c }}/d) ![e]({{ f }} \"g {{ h }}\")\n",
            "[A]({{ b c }}/d) ![E]({{ f }} \"G {{ h }}\")\n",
        ),
        (
            "| {{ a | b }} c | d |\n|---|---|\n| e | f |\n",
            "| {{ a | b }} C | D |\n|---|---|\n| E | F |\n",
        ),
        ("`{{ a` b `}}` <?php c > 1 ?> d <%= e %>\n", "`{{ a` B `}}` <?php c > 1 ?> D <%= e %>\n"),
        ("<div {{ a }}>\nb {{ c }}\n</div>\n", "<div {{ a }}>\nB {{ c }}\n</div>\n"),
        ("a {b} {c, d} {e=1} https://f.g:80\n", "A {B} {C, D} {E=1} HTTPS://F.G:80\n"),
        (
            "import A from '@b/c';\n\n# d {#e}\n\n<A f={[{g: 'h'}]}>\n<b>i</b>\n</A>\n\n{/* j */}\n",
            "import A from '@b/c';\n\n# D {#e}\n\n<A f={[{g: 'h'}]}>\n<b>I</b>\n</A>\n\n{/* j */}\n",
        ),
        (
            "export const a = {\n  b: 1,\n\n  c: 2\n}\n\n<D\n  e={() => { return 1 }}\n>\n        f *g*\n        h\n</D>\n",
            "export const a = {\n  b: 1,\n\n  c: 2\n}\n\n<D\n  e={() => { return 1 }}\n>\n        F *G*\n        H\n</D>\n",
        ),
        (
            "import 'a.css'\n\nb {c.d} \\{e} <F g={1}>h</F> {'{'} i <br/> `{j}`\n",
            "import 'a.css'\n\nB {c.d} \\{E} <F g={1}>H</F> {'{'} I <br/> `{j}`\n",
        ),
    ];
    for (source, expected) in cases {
        assert_eq!(in_capitals(source), expected);
        let crlf = source.replace('\n', "\r\n");
        assert_eq!(in_capitals(&crlf), expected.replace('\n', "\r\n"));
        // Adjacent brackets and code spans get a comment between them, which is an additional code. A directive
        // within a word is refused.
        if !["[[", ":abbr", "`}}`"].iter().any(|sign| source.contains(sign)) {
            holds(source.as_bytes(), Format::Markdown);
        }
    }
}

#[test]
fn braces_of_a_translation_are_escaped_in_mdx() {
    let document = read(b"import 'a'\n\nb", Format::Markdown);
    let back = translated(&document, |_| Some("{c} < d".to_owned()));
    assert_eq!(back.bytes, b"import 'a'\n\n\\{c} \\< d");
}

#[test]
fn tables_and_style_sheets_are_read_as_on_github() {
    let table = "| a \t| b \t|\n|:--:\t|:-:\t|\n| c \t| d \t|\n";
    let cells: Vec<String> = marked(table).iter().map(|cell| cell.trim().to_owned()).collect();
    assert_eq!(cells, ["a", "b", "c", "d"]);
    let style = "<div>\n<style>\na {}\n\nb {}\n\n- c\n</style>\n<p>d</p>\n\ne\n";
    assert_eq!(marked(style), ["d", "e"]);
    assert_eq!(marked("<div><style>\na\n\nb\n"), ["b"]);
}

const SAMPLE: &str = "---\ntitle: \"T \\u00e9\"\nsummary: |\n  a\n  b\n---\n# A *b* c\n\nOne **two** three\nfour [five](x \"six\") `code`.\n\n> a  \n> b\\\n> c\n\n\
    - x\n- y <b>z</b>\n\n| h | i |\n|---|---|\n| j \\| k | l |\n\n<div>\n m &amp; n <i>o</i>\n</div>\n\n\
    ![p](q) [r] and [s][]\n\n[r]: t\n[s]: u\n\nv[^1] ~~w~~\n\n[^1]: note\n\n```\nx\n```\n";

#[test]
fn sources_keep_the_laws() {
    holds(SAMPLE.as_bytes(), Format::Markdown);
    holds(SAMPLE.replace('\n', "\r\n").as_bytes(), Format::Markdown);
    survives(SAMPLE.as_bytes(), Format::Markdown);
}

#[test]
fn random_annotations_are_read_again() {
    let document = read(SAMPLE.as_bytes(), Format::Markdown);
    let mut numbers = Numbers(3);
    let (mut placed, mut all) = (0, 0);
    // Nothing is inserted into metadata.
    let first = document.text().find("A b c").unwrap();
    for _ in 0..300 {
        let start = first + numbers.below(document.text().len() - first);
        let end = start + 1 + numbers.below(20);
        if document.text().get(start..end).is_none() {
            continue;
        }
        let annotation =
            Annotation::entity(TextSpan::new(start, end), Entity::new("http://e.org/a"));
        let back = encode(&document, &[annotation], &EncodeOptions::default()).unwrap();
        all += 1;
        placed += usize::from(back.placements[0].is_there());
        let other = !matches!(&back.placements[0], Placement::NotPlaced { rule, .. } if rule.contains("again"));
        assert!(other, "{start} {end} {:?}", document.text().get(start..end));
    }
    assert!(placed * 2 > all, "{placed} of {all}");
}

#[test]
fn deep_and_long_sources_take_linear_time() {
    for part in [
        ">",
        "[",
        "- ",
        "*a _b ",
        "![[]()",
        "<b>",
        "`",
        "a\n> ",
        "|a",
        "&amp;\\*",
        "<p>a",
        "{{",
        "{",
        "[[a",
        "^[",
        "a@b.c~",
        "\n!!! a\n    ",
    ] {
        is_fast(
            format!("x {}\n\n# y\n", part.repeat(glossweave_testing::count(20_000, 100_000))),
            Format::Markdown,
        );
    }
    assert_eq!(texts(&read(b"", Format::Markdown)), [""; 0]);
}
