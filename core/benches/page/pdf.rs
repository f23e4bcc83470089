//! PDF: pages with a heading and two columns, as in papers, with kerning in each line.

use std::error::Error;
use std::fmt::Write;

use super::{Dice, WORDS};

/// The number of the first page object. The objects before it are the catalog, the page tree and the font.
const FIRST: usize = 4;

/// Returns an uncompressed PDF of at least `size` bytes.
pub fn pdf(size: usize, seed: u64) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut dice = Dice::new(seed);
    let mut out = String::from("%PDF-1.7\n");
    let mut places = Vec::new();
    let mut kids = String::new();
    let mut number = FIRST;
    let object = |out: &mut String, places: &mut Vec<(usize, usize)>, number: usize, body: &str| {
        places.push((number, out.len()));
        write!(out, "{number} 0 obj\n{body}\nendobj\n")
    };
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";
    object(&mut out, &mut places, 3, font)?;
    while out.len() < size {
        let content = page(&mut dice)?;
        let content = format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len());
        object(&mut out, &mut places, number, &content)?;
        let page = format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {number} 0 R \
             /Resources << /Font << /F1 3 0 R >> >> >>"
        );
        object(&mut out, &mut places, number + 1, &page)?;
        write!(kids, "{} 0 R ", number + 1)?;
        number += 2;
    }
    object(&mut out, &mut places, 1, "<< /Type /Catalog /Pages 2 0 R /Lang (en) >>")?;
    let count = (number - FIRST) / 2;
    let tree = format!("<< /Type /Pages /Kids [{kids}] /Count {count} >>");
    object(&mut out, &mut places, 2, &tree)?;
    places.sort_unstable();
    let start = out.len();
    write!(out, "xref\n0 {number}\n0000000000 65535 f \n")?;
    for (_, place) in places {
        writeln!(out, "{place:010} 00000 n ")?;
    }
    write!(out, "trailer\n<< /Size {number} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n")?;
    Ok(out.into())
}

/// The number of leading words that the encoding of the font supports.
const PLAIN: usize = 24;

fn page(dice: &mut Dice) -> Result<String, std::fmt::Error> {
    let mut content = String::from("BT /F1 16 Tf 60 790 Td ");
    line(&mut content, dice, 4)?;
    content.push_str("ET\n");
    for left in [60, 310] {
        writeln!(content, "BT /F1 9 Tf 11 TL {left} 760 Td")?;
        for number in 0..62 {
            let is_last = number % 9 == 8;
            line(&mut content, dice, if is_last { 3 } else { 7 })?;
            content.push_str(if is_last { "T* T*\n" } else { "T*\n" });
        }
        content.push_str("ET\n");
    }
    Ok(content)
}

fn line(content: &mut String, dice: &mut Dice, words: usize) -> std::fmt::Result {
    content.push('[');
    for index in 0..words {
        let word = WORDS[dice.below(PLAIN)];
        let at = word.char_indices().nth(2).map_or(word.len(), |(at, _)| at);
        let (start, end) = word.split_at(at);
        let space = if index > 0 { " " } else { "" };
        write!(content, "({space}{start}) {} ({end}) ", dice.below(60) as i32 - 30)?;
    }
    content.push_str("] TJ ");
    Ok(())
}
