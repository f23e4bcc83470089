//! The examples, as programs that are run.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use glossweave::{Format, rdf};

const DUBLIN: &str = "examples/data/dublin.html";
const PLACES: &str = "examples/data/places.csv";
const NEWS: &str = "tests/data/html/page-news.html";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn bytes(file: &str) -> Vec<u8> {
    std::fs::read(root().join(file)).unwrap()
}

/// Runs an example.
fn run(example: &str, arguments: &[&str], input: &[u8]) -> Output {
    // Beside the programs that cargo names to this test.
    let built = Path::new(env!("CARGO_BIN_EXE_recognise")).with_file_name(example);
    let mut child = Command::new(built)
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that reads no input may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn works(example: &str, arguments: &[&str], input: &[u8]) -> Vec<u8> {
    let output = run(example, arguments, input);
    let output_text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{example} {arguments:?}: {output_text}");
    output.stdout
}

/// The exit code, and the text of its errors.
fn fails(example: &str, arguments: &[&str], input: &[u8]) -> (i32, String) {
    let output = run(example, arguments, input);
    assert!(output.stdout.is_empty(), "{example} {arguments:?} printed something");
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// A file that is gone with the folder that it is in.
fn kept(folder: &tempfile::TempDir, name: &str, bytes: &[u8]) -> String {
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn convert_prints_the_nif_of_a_page() {
    for page in [DUBLIN, NEWS] {
        let options = ["nif", "--prefix", "http://example.org/p", "--nif-version", "2.1", page];
        let turtle = String::from_utf8(works("convert", &options, b"")).unwrap();
        assert!(turtle.contains("<http://example.org/p#offset_0_"), "{turtle}");
        let piped = works("convert", &["nif", "--type", "text/html", "-"], &bytes(page));
        assert_eq!(piped, works("convert", &["nif", page], b""));
    }
}

#[test]
fn convert_prints_what_the_service_gave() {
    let cases = root().join("../shared/conformance/nif");
    let Ok(expected) = std::fs::read(cases.join("page.html.ttl")) else {
        // A skip in CI is a failure: `make test` reads the list.
        let skip = format!("examples: no {}", cases.display());
        eprintln!("skipped: {skip}");
        if let Some(list) = std::env::var_os("GLOSSWEAVE_SKIPS") {
            let mut list = std::fs::File::options().append(true).create(true).open(list).unwrap();
            writeln!(list, "{skip}").unwrap();
        }
        return;
    };
    let page = cases.join("page.html");
    let prefix = "http://freme-project.eu/";
    let options = ["nif", "--type", "text/html", "--prefix", prefix, page.to_str().unwrap()];
    let ours = works("convert", &options, b"");
    let ours = rdf::read(&ours, Format::Turtle, None).unwrap();
    assert!(ours.is_isomorphic(&rdf::read(&expected, Format::Turtle, None).unwrap()));
}

#[test]
fn help_is_no_failure() {
    for example in ["convert", "its", "recognise", "xslt"] {
        assert!(works(example, &["--help"], b"").starts_with(b"usage: "));
    }
}

#[test]
fn recognise_takes_the_options_of_nif() {
    let options =
        ["--prefix", "http://example.org/p", "--nif-version", "2.1", "--labels", PLACES, DUBLIN];
    let turtle = String::from_utf8(works("recognise", &options, b"")).unwrap();
    assert!(turtle.contains("<http://example.org/p#offset_0_"), "{turtle}");
}

#[test]
fn convert_gives_a_page_back_as_it_came() {
    for page in [DUBLIN, NEWS] {
        assert_eq!(works("convert", &["back", page], b""), bytes(page));
    }
    assert_eq!(works("convert", &["back", "--type", "text", "-"], b"a\r\nb"), b"a\r\nb");
}

#[test]
fn convert_weaves_in_what_recognise_found() {
    let folder = tempfile::tempdir().unwrap();
    for page in [DUBLIN, NEWS] {
        let names = ["--labels", PLACES, page];
        let enriched = kept(&folder, "enriched.ttl", &works("recognise", &names, b""));
        let woven = works("convert", &["back", page, &enriched], b"");
        let at_once = works("recognise", &["--out", "html", "--labels", PLACES, page], b"");
        assert_eq!(String::from_utf8_lossy(&woven), String::from_utf8_lossy(&at_once));
        assert_eq!(page == DUBLIN, woven.len() > bytes(page).len() + 1000, "{page}");
    }
}

#[test]
fn convert_says_when_the_nif_is_of_another_text() {
    let folder = tempfile::tempdir().unwrap();
    let enriched = kept(&folder, "news.ttl", &works("convert", &["nif", NEWS], b""));
    let (code, output_text) = fails("convert", &["back", DUBLIN, &enriched], b"");
    assert_eq!(code, 1);
    assert!(
        output_text.contains("news.ttl: has no context with the text of the document"),
        "{output_text}"
    );
}

#[test]
fn convert_says_what_it_could_not_place() {
    let folder = tempfile::tempdir().unwrap();
    let page = kept(&folder, "page.html", b"<title>To Cork</title>");
    let names = kept(&folder, "names.csv", b"uri,label\nhttp://example.org/Cork,Cork\n");
    let enriched = works("recognise", &["--labels", &names, &page], b"");
    let enriched = kept(&folder, "enriched.ttl", &enriched);
    for (example, arguments) in [
        ("convert", vec!["back", &page, &enriched]),
        ("recognise", vec!["--out", "html", "--labels", &names, &page]),
    ] {
        let output = run(example, &arguments, b"");
        let output_text = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{output_text}");
        assert!(output_text.contains("page.html:1:11: `Cork` is not placed: "), "{output_text}");
        assert!(output_text.ends_with("placed 0 of 1\n"), "{output_text}");
        assert_eq!(output.stdout, b"<title>To Cork</title>");
    }
}

#[test]
fn its_prints_what_holds_for_every_node() {
    let folder = tempfile::tempdir().unwrap();
    let its =
        "xmlns:its='http://www.w3.org/2005/11/its' xmlns:xlink='http://www.w3.org/1999/xlink'";
    let linked = "<its:translateRule selector='//code' translate='no'/>";
    let linked = format!("<its:rules version='2.0' {its}>{linked}</its:rules>");
    kept(&folder, "linked.xml", linked.as_bytes());
    let more = "<its:translateRule selector='//@t' translate='yes'/>";
    let more = format!("<its:rules version='2.0' {its}>{more}</its:rules>");
    let more = kept(&folder, "more.xml", more.as_bytes());
    let page = format!(
        "<doc {its}><its:rules version='2.0' xlink:href='linked.xml'/><p t=''>\
         <code>a</code><p/></p></doc>"
    );
    let page = kept(&folder, "doc.xml", page.as_bytes());
    let options = ["--category", "translate", "--rules", &more, &page];
    let expected = "/doc\ttranslate=\"yes\"\n\
                    /doc/its:rules[1]\ttranslate=\"yes\"\n\
                    /doc/its:rules[1]/@version\ttranslate=\"no\"\n\
                    /doc/its:rules[1]/@xlink:href\ttranslate=\"no\"\n\
                    /doc/p[1]\ttranslate=\"yes\"\n\
                    /doc/p[1]/@t\ttranslate=\"yes\"\n\
                    /doc/p[1]/code[1]\ttranslate=\"no\"\n\
                    /doc/p[1]/p[1]\ttranslate=\"yes\"\n";
    assert_eq!(String::from_utf8(works("its", &options, b"")).unwrap(), expected);
    for name in ["locqualityissue", "localization-quality-issue", "localizationnote"] {
        works("its", &["--category", name, &page], b"");
    }
}

#[test]
fn ner_trains_measures_and_tags() {
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("names.tagger");
    let model = model.to_str().unwrap();
    let (train, test) = ("examples/data/names-train.conll", "examples/data/names-test.conll");
    let output_text =
        works("ner", &["train", "--out", model, "--rounds", "6", train, "--dev", test], b"");
    assert!(String::from_utf8(output_text).unwrap().starts_with("trained on 2881 tokens in "));
    let output_text = String::from_utf8(works("ner", &["evaluate", model, test], b"")).unwrap();
    let (_, score) = output_text.lines().nth(1).unwrap().rsplit_once(' ').unwrap();
    assert!(score.parse::<f64>().unwrap() > 95.0, "{output_text}");
    let text = kept(&folder, "a.txt", "So: Aoife Scully lives in Fermoyle.".as_bytes());
    let output_text = String::from_utf8(works("ner", &["tag", model, &text], b"")).unwrap();
    let names: Vec<_> = output_text.lines().map(|line| line.rsplit('\t').next().unwrap()).collect();
    assert_eq!(names, ["Aoife Scully", "Fermoyle"], "{output_text}");
    let columns = String::from_utf8(works("ner", &["tag", model, test], b"")).unwrap();
    assert!(columns.contains(" I-PER\n") && columns.contains("-DOCSTART-"), "{columns}");
    let broken = kept(&folder, "b.conll", b"a O\nb\n");
    // The same from NIF: texts whose entities have classes.
    let mut turtle = String::from(
        "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n\
         @prefix its: <http://www.w3.org/2005/11/its/rdf#> .\n",
    );
    for (number, town) in ["Cork", "Dublin", "Galway", "Sligo"].iter().enumerate() {
        let (context, end) = (format!("http://a.example/{number}#char=0"), 11 + town.len());
        turtle.push_str(&format!(
            "<{context},{}> a nif:Context ; nif:isString \"We went to {town}.\" .\n\
             <http://a.example/{number}#char=11,{end}> nif:referenceContext <{context},{}> ;\n  \
             its:taClassRef <http://a.example/Town> .\n",
            end + 1,
            end + 1,
        ));
    }
    let nif = kept(&folder, "towns.ttl", turtle.as_bytes());
    works("ner", &["train", "--out", model, &nif], b"");
    let output_text = String::from_utf8(works("ner", &["evaluate", model, &nif], b"")).unwrap();
    assert!(
        output_text.contains("http://a.example/Town") && output_text.contains("100.0"),
        "{output_text}"
    );
    let (_, output_text) = fails("ner", &["train", "--out", model, &broken], b"");
    assert!(output_text.contains("b.conll: ") && output_text.contains("line 2"), "{output_text}");
}

#[test]
fn filters_prints_a_table_of_a_page() {
    let options = ["--labels", PLACES, DUBLIN];
    let table = String::from_utf8(works("filters", &options, b"")).unwrap();
    let mut lines = table.split_terminator("\r\n");
    assert_eq!(lines.next(), Some("start,end,text,entity,class,confidence"));
    assert!(lines.all(|line| line.contains("http://dbpedia.org/")), "{table}");
    let options = ["--filter", "examples/filters/entities.rq", "--out", "n-triples"];
    let options = [&options[..], &["--labels", PLACES, DUBLIN]].concat();
    let set = works("filters", &options, b"");
    assert!(rdf::read(&set, Format::NTriples, None).unwrap().len() > 10);
    let (code, output_text) =
        fails("filters", &["--filter", PLACES, "--labels", PLACES, DUBLIN], b"");
    assert_eq!(code, 1);
    assert!(output_text.contains("places.csv: not a SPARQL query"), "{output_text}");
    let (code, output_text) = fails("filters", &["--out", "html", "--labels", PLACES, DUBLIN], b"");
    assert_eq!(code, 2);
    assert!(output_text.contains("no results as `html`"), "{output_text}");
}

#[test]
fn xslt_prints_what_a_stylesheet_makes() {
    let terms = ["examples/xslt/tbx-to-json-ld.xsl", "examples/xslt/data/sailing.tbx"];
    let base = [terms[0], terms[1], "base=http://example.org/terms"];
    let expected = bytes("examples/xslt/data/expected/sailing.jsonld");
    assert_eq!(works("xslt", &base, b""), expected);
    let piped = ["--engine", "libxslt", base[0], "-", base[2]];
    assert_eq!(works("xslt", &piped, &bytes(terms[1])), expected);

    let folder = tempfile::tempdir().unwrap();
    let xsl = "version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'";
    kept(&folder, "words.xml", b"<words>of a file</words>");
    let stylesheet = format!(
        "<xsl:stylesheet {xsl} xmlns:h='http://www.w3.org/1999/xhtml'><xsl:param name='x'/>\n\
         <xsl:template match='/'><out x='{{$x}}'><xsl:message>title: <xsl:value-of select='//h:title'/>\
         </xsl:message><xsl:value-of select=\"document('words.xml')\"/></out></xsl:template>\
         </xsl:stylesheet>"
    );
    let stylesheet = kept(&folder, "sheet.xsl", stylesheet.as_bytes());
    let page = kept(&folder, "page.HTM", b"<title>A page");
    let options = ["--engine", "libxslt", &stylesheet, &page, "x=a=b", "outformat=xhtml"];
    let output = run("xslt", &options, b"");
    let output_text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{output_text}");
    assert!(output_text.contains("sheet.xsl:2: title: A page\n"), "{output_text}");
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.contains(" x=\"a=b\">of a file</out>"), "{printed}");
}

#[test]
fn xslt_says_what_is_wrong_with_which_file() {
    let folder = tempfile::tempdir().unwrap();
    let xsl = "version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'";
    let good = kept(&folder, "good.xsl", format!("<xsl:stylesheet {xsl}/>").as_bytes());
    let wrong = format!("<xsl:stylesheet {xsl}>\n<xsl:template match='a['/></xsl:stylesheet>");
    let wrong = kept(&folder, "wrong.xsl", wrong.as_bytes());
    let fine = kept(&folder, "fine.xml", b"<p/>");
    let broken = kept(&folder, "broken.xml", b"<p>\n</q>");
    let run = |stylesheet: &str, input: &str| {
        let (code, output_text) = fails("xslt", &["--engine", "libxslt", stylesheet, input], b"");
        assert_eq!(code, 1, "{output_text}");
        output_text
    };
    let output_text = run(&wrong, &fine);
    assert!(
        output_text.contains("wrong.xsl: ") && output_text.contains(" at line 2 column "),
        "{output_text}"
    );
    let code = output_text.strip_prefix("xslt: ").unwrap().split(':').next().unwrap();
    assert!(!code.is_empty() && !code.contains(['/', ' ']), "{output_text}");
    let output_text = run(&good, &broken);
    assert!(
        output_text.contains("broken.xml: ") && output_text.contains(" at line 2 column "),
        "{output_text}"
    );
}

#[test]
fn a_wrong_call_gives_2_and_a_failure_1() {
    let wrong: [(&str, &[&str], &str); 21] = [
        ("its", &["x.xml"], "`--category` is missing"),
        ("its", &["--category", "colour", "x.xml"], "no data category `colour`"),
        ("its", &["--category", "domain", "x.xml", "y.xml"], "a file too many: `y.xml`"),
        ("convert", &[], "command is missing"),
        ("convert", &["forth"], "no command `forth`"),
        (
            "convert",
            &["nif", "--type", "text/plain; charset=klingon", "x"],
            "no encoding `klingon`",
        ),
        ("convert", &["back", "x.html", "y.data"], "give it with `--enriched-type`"),
        ("convert", &["nif"], "file is missing"),
        ("convert", &["nif", "-"], "give it with `--type`"),
        ("convert", &["nif", "--nif-version", "3", "x.html"], "expected one of 2.0, 2.1"),
        ("convert", &["back", "--prefix", "x:y", "x.html"], "no option `--prefix`"),
        ("convert", &["nif", "a.html", "b.html"], "a file too many: `b.html`"),
        ("xslt", &[], "the stylesheet is missing"),
        ("xslt", &["x.xsl"], "the input is missing"),
        ("xslt", &["x.xsl", "x.xml", "y.xml"], "expected `name=value`, found `y.xml`"),
        ("xslt", &["--engine", "fast", "x.xsl", "x.xml"], "no XSLT processor `fast`"),
        ("recognise", &["x.html"], "`--labels` is missing"),
        ("recognise", &["--labels"], "needs a value"),
        ("recognise", &["--type", "text/html;charset=klingon", "x"], "no encoding `klingon`"),
        ("recognise", &["--nif-version", "3", "x.html"], "expected one of 2.0, 2.1"),
        (
            "recognise",
            &["--labels", PLACES, "--prefix", "http://x.example/", "--out", "html", DUBLIN],
            "`--prefix` is for NIF",
        ),
    ];
    for (example, arguments, expected) in wrong {
        let (code, output_text) = fails(example, arguments, b"");
        assert_eq!(code, 2, "{arguments:?}");
        assert!(output_text.contains(expected) && output_text.contains("usage: "), "{output_text}");
    }
    let failing: [(&str, &[&str], &str); 7] = [
        ("its", &["--category", "domain", "nowhere.xml"], "nowhere.xml: cannot be read: No such"),
        ("convert", &["nif", "nowhere.html"], "nowhere.html: cannot be read: No such file"),
        ("convert", &["nif", "--prefix", "x:y", DUBLIN], "x:y"),
        ("xslt", &["nowhere.xsl", DUBLIN], "nowhere.xsl: cannot be read: No such"),
        ("recognise", &["--labels", "nowhere.csv", DUBLIN], "nowhere.csv: cannot be read: No"),
        ("recognise", &["--labels", "docs", DUBLIN], "docs: cannot be read: Is a directory"),
        ("recognise", &["--labels", DUBLIN, DUBLIN], "dublin.html: the header has no column"),
    ];
    for (example, arguments, expected) in failing {
        let (code, output_text) = fails(example, arguments, b"");
        assert_eq!(code, 1, "{arguments:?}");
        assert!(
            output_text.contains(expected) && !output_text.contains("usage: "),
            "{output_text}"
        );
    }
}
