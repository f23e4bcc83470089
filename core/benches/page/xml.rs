//! XML with an invented vocabulary, with or without ITS rules in the document.

use super::Dice;

/// The namespace of all elements of [`page`] except ITS elements.
pub const NAMESPACE: &str = "http://example.org/ns/document";

/// Twelve rules for nine data categories, with the prefix `d` for [`NAMESPACE`].
pub const RULES: &str = "<its:rules version=\"2.0\" xmlns:d=\"http://example.org/ns/document\">
  <its:translateRule selector=\"//d:code\" translate=\"no\"/>
  <its:translateRule selector=\"//d:image/@alt\" translate=\"yes\"/>
  <its:withinTextRule selector=\"//d:em | //d:strong | //d:link | //d:code\" withinText=\"yes\"/>
  <its:withinTextRule selector=\"//d:term\" withinText=\"yes\"/>
  <its:termRule selector=\"//d:term\" term=\"yes\"/>
  <its:locNoteRule selector=\"//d:section[@status='draft']\" locNoteType=\"description\"><its:locNote>Draft</its:locNote></its:locNoteRule>
  <its:langRule selector=\"//d:p[@lang]\" langPointer=\"@lang\"/>
  <its:idValueRule selector=\"//d:section\" idValue=\"@id\"/>
  <its:domainRule selector=\"/d:document\" domainPointer=\"d:head/d:subject\"/>
  <its:preserveSpaceRule selector=\"//d:listing\" space=\"preserve\"/>
  <its:externalResourceRefRule selector=\"//d:image\" externalResourceRefPointer=\"@src\"/>
  <its:localeFilterRule selector=\"//d:notice\" localeFilterList=\"de, fr\" localeFilterType=\"exclude\"/>
</its:rules>
";

/// Returns a document of at least `size` bytes, with or without [`RULES`] in its head. It depends only on
/// the arguments.
pub fn page(size: usize, seed: u64, rules: Option<&str>) -> String {
    let mut dice = Dice::new(seed);
    let mut out = String::with_capacity(size + 8192);
    out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document xmlns=\"");
    out.push_str(NAMESPACE);
    out.push_str("\" xmlns:its=\"http://www.w3.org/2005/11/its\" its:version=\"2.0\">\n<head>\n");
    out.push_str(rules.unwrap_or_default());
    out.push_str(
        "<title>A generated document</title>\n<subject>travel</subject>\n</head>\n<body>\n",
    );
    let mut sections = 0;
    while out.len() + FOOT.len() < size {
        sections += 1;
        section(&mut out, &mut dice, sections);
    }
    out.push_str(FOOT);
    out
}

const FOOT: &str = "</body>\n</document>\n";

fn section(out: &mut String, dice: &mut Dice, number: usize) {
    let status = ["final", "final", "final", "draft"][dice.below(4)];
    out.push_str(&format!("<section id=\"s{number}\" status=\"{status}\">\n<title>"));
    words(out, dice, 4);
    out.push_str("</title>\n");
    for _ in 0..4 + dice.below(8) {
        match dice.below(12) {
            0 => list(out, dice),
            1 => table(out, dice),
            2 => out.push_str(ASIDES[dice.below(ASIDES.len())]),
            _ => paragraph(out, dice),
        }
    }
    out.push_str("</section>\n");
}

const ASIDES: &[&str] = &[
    "<!-- a remark that somebody left here for the next writer -->\n",
    "<image src=\"img/street.png\" alt=\"A street at dusk\" width=\"640\" height=\"427\"/>\n",
    "<notice>Closed on Mondays &amp; in January.</notice>\n",
    "<listing>for i in 1..3 {\n    call(i &lt; 2);\n}</listing>\n",
    "<listing><![CDATA[if (a < b && c) {\n  go();\n}]]></listing>\n",
];

/// Words in several scripts, some with character references.
pub(super) const WORDS: &[&str] = &[
    "the",
    "of",
    "and",
    "a",
    "to",
    "in",
    "is",
    "was",
    "river",
    "city",
    "bridge",
    "street",
    "house",
    "morning",
    "between",
    "people",
    "where",
    "which",
    "under",
    "after",
    "Dublin",
    "Galway",
    "Zürich",
    "Trieste",
    "Île-de-France",
    "Αθήνα",
    "Москва",
    "東京",
    "naïve",
    "café",
    "O&#8217;Connell",
    "Smith &amp; Sons",
    "caf&#xE9;",
    "century",
    "railway",
    "station",
    "harbour",
    "mountain",
    "library",
    "university",
    "professor",
    "government",
    "company",
    "language",
    "history",
    "museum",
    "1904",
    "2,500",
    "36&#160;km",
    "5 &lt; 6",
    "😀",
];

fn words(out: &mut String, dice: &mut Dice, count: usize) {
    for index in 0..count {
        if index > 0 {
            out.push(if dice.below(14) == 0 { '\n' } else { ' ' });
        }
        let word = WORDS[dice.below(WORDS.len())];
        let (open, close) = match dice.below(54) {
            0 => ("<em>", "</em>"),
            1 => ("<strong role=\"key\">", "</strong>"),
            2 => ("<link href=\"page.xml?x=1&amp;y=2#s1\" class=\"see\">", "</link>"),
            3 => ("<code>", "</code>"),
            4 => ("<term>", "</term>"),
            _ => ("", ""),
        };
        for part in [open, word, close] {
            out.push_str(part);
        }
    }
}

fn paragraph(out: &mut String, dice: &mut Dice) {
    out.push_str(["<p>", "<p>", "<p class=\"body\">", "<p lang=\"fr\">"][dice.below(4)]);
    for _ in 0..1 + dice.below(5) {
        let count = 6 + dice.below(20);
        words(out, dice, count);
        out.push_str(". ");
    }
    out.push_str("</p>\n");
}

fn list(out: &mut String, dice: &mut Dice) {
    out.push_str("<list>\n");
    for _ in 0..2 + dice.below(6) {
        out.push_str("  <item>");
        let count = 3 + dice.below(12);
        words(out, dice, count);
        out.push_str("</item>\n");
    }
    out.push_str("</list>\n");
}

fn table(out: &mut String, dice: &mut Dice) {
    out.push_str("<table class=\"data\">\n");
    for _ in 0..2 + dice.below(6) {
        out.push_str("<row>");
        for _ in 0..3 {
            out.push_str("<cell>");
            let count = 1 + dice.below(4);
            words(out, dice, count);
            out.push_str("</cell>");
        }
        out.push_str("</row>\n");
    }
    out.push_str("</table>\n");
}
