//! Documents that are generated from the grammar of XML, with every construct.

use crate::random::Random;

const WORDS: &[&str] = &[
    "Dublin",
    "harbour",
    "of",
    "Kraków",
    "e\u{301}te",
    "東京",
    "القدس",
    "😀",
    "a",
    "x1",
    "]]",
    "--",
    "'",
    "\"",
    "\u{FEFF}",
    "]]&gt;",
    "don't",
    "5>6",
];
const REFERENCES: &[&str] = &[
    "&amp;",
    "&lt;",
    "&gt;",
    "&apos;",
    "&quot;",
    "&#233;",
    "&#xE9;",
    "&#10;",
    "&#32;",
    "&#128512;",
    "&#x80;",
];
const SPACES: &[&str] = &[" ", "  ", "\n", "\r\n", "\r", "\t", " \n\t "];
const NAMES: &[&str] = &["a", "b", "c", "p", "note", "code", "名", "a.b-c", "x:y", "x:b"];
const DECLARATIONS: &[&str] = &[
    "<?xml version=\"1.0\"?>",
    "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n",
    "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?>",
    "",
];
const ITS: &str = " xmlns:its=\"http://www.w3.org/2005/11/its\" its:version=\"2.0\"";
const RULES: &[&str] = &[
    "<its:withinTextRule selector=\"//b | //x:y\" withinText=\"yes\"/>",
    "<its:withinTextRule selector=\"//note\" withinText=\"nested\"/>",
    "<its:translateRule selector=\"//code\" translate=\"no\"/>",
    "<its:translateRule selector=\"//@title\" translate=\"yes\"/>",
    "<its:preserveSpaceRule selector=\"//p\" space=\"preserve\"/>",
    "<its:termRule selector=\"//c\" term=\"yes\"/>",
];
const LOCAL: &[&str] = &[
    " its:translate=\"no\"",
    " its:translate=\"yes\"",
    " its:withinText=\"yes\"",
    " its:withinText=\"nested\"",
    " its:term=\"yes\" its:termInfoRef=\"http://example.org/t\"",
    " its:taIdentRef=\"http://example.org/i\"",
    " its:annotatorsRef=\"text-analysis|http://example.org/tool\"",
    " its:locNote=\"a &lt;note&gt;\"",
    " its:person=\"P\"",
];

/// Returns a document of about `size` bytes.
pub fn document(random: &mut Random, size: usize) -> String {
    let mut out = random.pick(DECLARATIONS).to_string();
    let mut entities = Vec::new();
    if random.chance(50) {
        out.push_str(
            "<!DOCTYPE root [<!-- c > ' -->\n<!ELEMENT root ANY><!ENTITY t 'Cork &lt;&#233; Cobh'>",
        );
        out.push_str("<!ENTITY u \"two  &t;\n\"><?p i?>]>\n");
        entities.extend(["&t;", "&u;"]);
    }
    let its = random.chance(60);
    out.push_str("<root xmlns:x='urn:x'");
    if its {
        out.push_str(ITS);
    }
    out.push('>');
    if its && random.chance(50) {
        out.push_str("<its:rules version=\"2.0\">");
        for _ in 0..random.below(5) {
            out.push_str(random.pick(RULES));
        }
        out.push_str("</its:rules>");
    }
    let mut open: Vec<String> = Vec::new();
    while out.len() < size {
        match random.below(24) {
            0..=4 if open.len() < 12 => {
                let name = match its && random.chance(15) {
                    true => "its:span",
                    false => random.pick(NAMES),
                };
                out.push('<');
                out.push_str(name);
                attributes(random, its, &mut out);
                if random.chance(12) {
                    out.push_str("/>");
                } else {
                    out.push_str(random.pick(&[">", " >", "\n>"]));
                    open.push(name.to_owned());
                }
            }
            5..=8 => {
                if let Some(name) = open.pop() {
                    out.push_str(&format!("</{name}{}>", random.pick(&["", " "])));
                }
            }
            9 => out.push_str(random.pick(&["<!-- c -->", "<!---->", "<!-- <b> & -->"])),
            10 => out.push_str(random.pick(&["<?p?>", "<?p i > ?>"])),
            11 => {
                let inner =
                    random.pick(&["", "x", " a <b> & c]] ", "Cork\r\n  Cobh", "]", "> &amp;"]);
                out.push_str(&format!("<![CDATA[{inner}]]>"));
            }
            12..=13 => out.push_str(random.pick(REFERENCES)),
            14 if !entities.is_empty() => out.push_str(random.pick(&entities)),
            15..=18 => out.push_str(random.pick(SPACES)),
            _ => out.push_str(random.pick(WORDS)),
        }
    }
    while let Some(name) = open.pop() {
        out.push_str(&format!("</{name}>"));
    }
    out.push_str("</root>");
    // Three of them are not allowed in text.
    out.replace("]]>>", "]]> >").replace("]]&gt;>", "]]&gt; >")
        + random.pick(&["", "\n", "<!-- end -->"])
}

fn attributes(random: &mut Random, its: bool, out: &mut String) {
    if random.chance(10) {
        out.push_str(random.pick(&[" xml:lang='ga'", " xml:lang=\"\"", " xml:lang='de-DE'"]));
    }
    if random.chance(10) {
        out.push_str(random.pick(&[" xml:space='preserve'", " xml:space = \"default\""]));
    }
    if random.chance(15) {
        out.push_str(" title='a &amp;\n  title'");
    }
    if random.chance(10) {
        out.push_str(random.pick(&[" xmlns='urn:d'", " xmlns=''", " x:k=\"1\""]));
    }
    if its && random.chance(25) {
        out.push_str(random.pick(LOCAL));
    }
}
