#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use super::{sketch, whole_difference};
use crate::encode;
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::annotation::{Annotation, Entity};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::EncodingExt;
#[cfg(debug_assertions)]
use glossweave_markup::html::tree::WORK;

fn read(page: &str) -> Document {
    crate::decode(page, Format::Html, &DecodeOptions::default()).unwrap()
}

/// A random number generator that uses xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most as u64) as usize
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

const NAMES: &[&str] = &[
    "p", "p", "div", "b", "b", "i", "a", "a", "span", "span", "ul", "li", "li", "table", "tr",
    "td", "h1", "h2", "font", "nobr", "button", "pre", "dl", "dt", "dd", "em", "x-y", "form",
    "select", "option", "tbody", "title", "script", "style", "svg", "center", "u", "label", "body",
    "head", "address", "ruby", "rt", "textarea", "object", "caption", "template", "math",
    "noscript", "colgroup", "section", "code", "iframe", "html",
];
const VOID: &[&str] =
    &["<br>", "<img>", "<hr>", "<input>", "<input type=hidden>", "<!-- c -->", "<col>"];
const TEXTS: &[&str] = &["a", "b c", " ", "\n", "\r\n", " d", "&amp;", "e&", "amp;", "\r", "f "];

/// Returns a page of mostly well-nested markup with many repetitions.
fn page(random: &mut Random, parts: &mut Vec<String>, depth: usize) {
    for _ in 0..random.below(5) + 1 {
        let from = parts.len();
        match random.below(10) {
            0..=2 => parts.push(random.of(TEXTS).to_owned()),
            3 => parts.push(random.of(VOID).to_owned()),
            4 if depth > 0 => parts.push(format!("<{}>", random.of(NAMES))),
            5 if depth > 0 => parts.push(format!("</{}>", random.of(NAMES))),
            _ if depth < 5 => {
                let name = random.of(NAMES);
                parts.push(format!("<{name}>"));
                page(random, parts, depth + 1);
                if random.below(12) > 0 {
                    parts.push(format!("</{name}>"));
                }
            }
            _ => {}
        }
        if random.below(3) == 0 {
            let again = parts[from..].to_vec();
            (0..random.below(3)).for_each(|_| parts.extend(again.iter().cloned()));
        }
        if parts.len() > 120 {
            return;
        }
    }
}

/// The parts of a result, with `true` for inserted parts.
type Parts = Vec<(String, bool)>;

/// Returns the results of the sketch and of the complete trees.
fn verdicts(parts: &Parts) -> (Option<bool>, Option<usize>) {
    let (mut source, mut result, mut inserted) = (String::new(), String::new(), Vec::new());
    for (part, is_inserted) in parts {
        match is_inserted {
            true => inserted.push(ByteSpan::new(result.len(), result.len() + part.len())),
            false => source.push_str(part),
        }
        result.push_str(part);
    }
    let (before, after) = (read(&source), read(&result));
    let decoded = after.source().encoding().decode_again(after.source().bytes());
    let found = sketch::is_same(&decoded, &inserted);
    (found, whole_difference(&before, &after, &inserted, false))
}

fn hides(parts: &Parts) -> bool {
    matches!(verdicts(parts), (Some(true), Some(_)))
}

/// Returns a minimal result with the same fault.
fn least(mut parts: Parts) -> String {
    let mut at = 0;
    while at < parts.len() {
        let mut fewer = parts.clone();
        fewer.remove(at);
        match hides(&fewer) {
            true => (parts, at) = (fewer, 0),
            false => at += 1,
        }
    }
    let shown = |(part, inserted): &(String, bool)| match inserted {
        true => format!("[{part}]"),
        false => part.clone(),
    };
    parts.iter().map(shown).collect()
}

#[test]
fn no_sketch_hides_a_difference() {
    let cases = std::env::var("CASES").map_or(3_000, |cases| cases.parse().unwrap());
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut same, mut different) = (0, 0);
    for _ in 0..cases {
        let mut source = Vec::new();
        if random.below(2) == 0 {
            source.push("<!DOCTYPE html>".to_owned());
        }
        page(&mut random, &mut source, 0);
        let mut parts: Parts = Vec::new();
        let mut open = 0;
        for part in source {
            let inserts = random.below(8) == 0;
            if inserts {
                let closes = open > 0 && random.below(2) == 0;
                open += if closes { -1 } else { 1 };
                let tag = if closes { "</span>" } else { "<span its-x=y>" };
                parts.push((tag.to_owned(), true));
            }
            parts.push((part, false));
            if inserts && open > 0 && random.below(3) > 0 {
                parts.push(("</span>".to_owned(), true));
                open -= 1;
            }
        }
        match verdicts(&parts) {
            (Some(true), Some(_)) => panic!("{:?}", least(parts)),
            (Some(true), None) => same += 1,
            (_, Some(_)) => different += 1,
            _ => {}
        }
    }
    assert!(same > cases / 10 && different > cases / 10, "{same}, {different}");
}

/// Returns the number of tokens that builders receive when a page is written with an annotation of
/// `Dublin`.
#[cfg(debug_assertions)]
fn work(source: &str) -> usize {
    let document = read(source);
    assert!(!document.is_regular());
    let at = document.text().find("Dublin").unwrap();
    let entity = Annotation::entity((at..at + 6).into(), Entity::new("http://example.org/d"));
    WORK.set(0);
    let encoded = encode(&document, &[entity], &EncodeOptions::default()).unwrap();
    assert!(matches!(encoded.placements[0], Placement::Placed { fragments: 1 }));
    WORK.get()
}

#[cfg(debug_assertions)]
#[test]
fn trees_are_compared_near_what_was_inserted() {
    let page = |items: usize| {
        let list =
            "<li class=\"c\"><a href=\"/x\">Some <b>where</b></a>, then</li>\n".repeat(items);
        format!(
            "<!DOCTYPE html><title>T</title></p><ul>{list}</ul><p>Met in <b>Dublin <i>by</b> day</i>.\
             <table><tr><td>1<td>2{}</table>",
            "<tr><td>3<td><font color=red>4</font>".repeat(items)
        )
    };
    let (few, many) = (work(&page(10)), work(&page(1_000)));
    assert_eq!(few, many);
    assert!(many < 120, "{many}");
}

#[cfg(debug_assertions)]
#[test]
fn what_does_not_nest_well_is_shown_once_in_each_state() {
    let section = "<h2><a name=s>Where</h2><p>Some <b>one</b> <a href=/x>else</a>.\
                   <ul><li>one<li>two</ul><div class=c><p>Three</a><pre>x</pre></div>\n";
    let cells = "<table><tr><td><b>1<td>2</table>";
    let parts = [section, "<template><p>four</template>", "</center>", cells];
    for wrap in [("", ""), ("<body><div>", "</div>"), ("<table><tr><td>", "</table>")] {
        let page = |sections: usize| {
            let text = parts.concat().repeat(sections);
            format!("<!DOCTYPE html><title>T</title>{}{text}<p>In Dublin.{text}{}", wrap.0, wrap.1)
        };
        let (few, many) = (work(&page(8)), work(&page(400)));
        assert_eq!(few, many, "{wrap:?}");
        assert!(many < 1_000, "{many} in {wrap:?}");
    }
}
