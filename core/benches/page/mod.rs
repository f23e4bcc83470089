//! Pages for benchmarks, generated from a seed, with a mix of markup and text as in articles.

#![allow(dead_code, reason = "no bench measures with pages of every format")]

use std::error::Error;

pub mod odt;
pub mod office;
pub mod package;
pub mod pdf;
pub mod prose;
pub mod strings;
pub mod xliff;
pub mod xml;

/// A function that generates a file with about the specified uncompressed size. The result depends only on
/// the size and the seed.
pub type Generator = fn(usize, u64) -> Result<Vec<u8>, Box<dyn Error>>;

/// Generators of office documents, books and files of strings, by their extensions, for example `docx`.
pub const GENERATORS: [(&str, Generator); 12] = [
    ("docx", package::docx),
    ("pptx", package::pptx),
    ("xlsx", package::xlsx),
    ("epub", package::epub),
    ("ods", package::ods),
    ("pdf", pdf::pdf),
    ("md", |size, seed| Ok(strings::markdown(size, seed).into())),
    ("yaml", |size, seed| Ok(strings::yaml(size, seed).into())),
    ("json", |size, seed| Ok(strings::json(size, seed).into())),
    ("po", |size, seed| Ok(strings::po(size, seed).into())),
    ("properties", |size, seed| Ok(strings::properties(size, seed).into())),
    ("srt", |size, seed| Ok(strings::srt(size, seed).into())),
];

/// Returns a page of at least `size` bytes. It depends only on the size and the seed.
pub fn page(size: usize, seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut out = String::with_capacity(size + 4096);
    out.push_str(HEAD);
    while out.len() + FOOT.len() < size {
        match dice.below(12) {
            0 => heading(&mut out, &mut dice),
            1 => table(&mut out, &mut dice),
            2 | 3 => list(&mut out, &mut dice),
            4 => out.push_str(ASIDES[dice.below(ASIDES.len())]),
            _ => paragraph(&mut out, &mut dice),
        }
    }
    out.push_str(FOOT);
    out
}

/// Returns the same page with unclosed links in headings, as in old pages.
pub fn irregular(size: usize, seed: u64) -> String {
    page(size, seed).replace("<h2 id=\"section\">", "<h2><a name=\"section\">")
}

const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
    <title>A generated page</title>\n<style>p { margin: 1em } p > em { color: #345 }</style>\n\
    <script>if (1 < 2) { document.title = \"<b>x</b>\"; }</script>\n</head>\n<body>\n<main>\n";
const FOOT: &str = "</main>\n</body>\n</html>\n";

const ASIDES: &[&str] = &[
    "<!-- nothing to see here, only a comment that somebody forgot -->\n",
    "<figure><img src=\"/img/1.jpg\" alt=\"A street at dusk\" width=\"640\" height=\"427\">\
     <figcaption>A street at dusk</figcaption></figure>\n",
    "<hr class=\"thin\">\n",
    "<script>window.dataLayer = window.dataLayer || []; dataLayer.push({ event: 'view' });</script>\n",
];

const WORDS: &[&str] = &[
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
    "O&rsquo;Connell",
    "Smith &amp; Sons",
    "caf&eacute;",
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
    "36&nbsp;km",
    "&euro;14",
    "😀",
];

fn words(out: &mut String, dice: &mut Dice, count: usize) {
    for index in 0..count {
        if index > 0 {
            out.push(if dice.below(14) == 0 { '\n' } else { ' ' });
        }
        let word = WORDS[dice.below(WORDS.len())];
        match dice.below(24) {
            0 => wrap(out, "b", "", word),
            1 => wrap(out, "em", "", word),
            2 => wrap(out, "a", " href=\"/wiki/Some_page?x=1&amp;y=2\" class=\"link\"", word),
            _ => out.push_str(word),
        }
    }
}

fn wrap(out: &mut String, name: &str, attributes: &str, text: &str) {
    for part in ["<", name, attributes, ">", text, "</", name, ">"] {
        out.push_str(part);
    }
}

fn paragraph(out: &mut String, dice: &mut Dice) {
    out.push_str("<p class=\"body\">");
    for _ in 0..1 + dice.below(5) {
        let count = 6 + dice.below(20);
        words(out, dice, count);
        out.push_str(". ");
    }
    out.push_str("</p>\n");
}

fn heading(out: &mut String, dice: &mut Dice) {
    out.push_str("<h2 id=\"section\">");
    words(out, dice, 4);
    out.push_str("</h2>\n");
}

fn list(out: &mut String, dice: &mut Dice) {
    out.push_str("<ul>\n");
    for _ in 0..2 + dice.below(6) {
        out.push_str("  <li>");
        let count = 3 + dice.below(12);
        words(out, dice, count);
        out.push('\n');
    }
    out.push_str("</ul>\n");
}

fn table(out: &mut String, dice: &mut Dice) {
    out.push_str("<table class=\"data\">\n<tr><th>Name</th><th>Year</th><th>Where</th></tr>\n");
    for _ in 0..2 + dice.below(8) {
        out.push_str("<tr>");
        for _ in 0..3 {
            out.push_str("<td>");
            let count = 1 + dice.below(4);
            words(out, dice, count);
            out.push_str("</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
}

/// Marsaglia's xorshift generator, which is good enough to mix words and needs no dependency.
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(seed | 1)
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}
