//! XLIFF 1.2: a file whose units contain inline codes, notes, segments and targets.

use super::Dice;
use super::xml::WORDS;

/// Returns a file of at least `size` bytes. It depends only on the size and the seed.
pub fn page(size: usize, seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut out = String::with_capacity(size + 4096);
    out.push_str(HEAD);
    let mut number = 0;
    while out.len() + FOOT.len() < size {
        number += 1;
        unit(&mut out, &mut dice, number);
    }
    out.push_str(FOOT);
    out
}

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xliff version=\"1.2\" \
    xmlns=\"urn:oasis:names:tc:xliff:document:1.2\">\n<file original=\"page.html\" \
    source-language=\"en\" target-language=\"de\" datatype=\"html\">\n<header><tool \
    tool-id=\"t\" tool-name=\"Maker\"/></header>\n<body>\n";
const FOOT: &str = "</body>\n</file>\n</xliff>\n";

fn unit(out: &mut String, dice: &mut Dice, number: usize) {
    out.push_str(&format!("<trans-unit id=\"u{number}\" resname=\"page.{number}\">\n<source>"));
    let mut sentences = Vec::new();
    for _ in 0..1 + dice.below(3) {
        let mut sentence = String::new();
        let count = 5 + dice.below(14);
        words(&mut sentence, dice, count);
        sentence.push('.');
        sentences.push(sentence);
    }
    out.push_str(&sentences.join(" "));
    out.push_str("</source>\n");
    let segments = |out: &mut String, sentences: &[String]| {
        for (mid, sentence) in sentences.iter().enumerate() {
            let space = if mid > 0 { " " } else { "" };
            out.push_str(&format!("{space}<mrk mtype=\"seg\" mid=\"{mid}\">{sentence}</mrk>"));
        }
    };
    let segmented = dice.below(3) == 0;
    if segmented {
        out.push_str("<seg-source>");
        segments(out, &sentences);
        out.push_str("</seg-source>\n");
    }
    if dice.below(10) > 0 {
        out.push_str("<target state=\"translated\">");
        if segmented {
            segments(out, &sentences);
        } else {
            out.push_str(&sentences.join(" "));
        }
        out.push_str("</target>\n");
    }
    if dice.below(5) == 0 {
        out.push_str("<note from=\"developer\">Shown on the first page</note>\n");
    }
    out.push_str("</trans-unit>\n");
}

fn words(out: &mut String, dice: &mut Dice, count: usize) {
    for index in 0..count {
        if index > 0 {
            out.push(' ');
        }
        let word = WORDS[dice.below(WORDS.len())];
        let (open, close) = match dice.below(48) {
            0 | 1 => ("<g id=\"1\" ctype=\"bold\">", "</g>"),
            2 => ("<bpt id=\"2\">&lt;i&gt;</bpt>", "<ept id=\"2\">&lt;/i&gt;</ept>"),
            3 => ("<mrk mtype=\"term\">", "</mrk>"),
            4 => ("<x id=\"3\" ctype=\"lb\"/>", ""),
            _ => ("", ""),
        };
        for part in [open, word, close] {
            out.push_str(part);
        }
    }
}
