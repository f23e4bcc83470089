//! Files of strings, subtitles and Markdown.

use super::Dice;
use super::xml::WORDS;

/// Returns a file of at least `size` bytes. `block` appends a block with a number.
fn file(size: usize, seed: u64, block: impl Fn(&mut String, &mut Dice, usize)) -> String {
    let mut dice = Dice::new(seed);
    let mut out = String::with_capacity(size + 4096);
    for number in 1.. {
        if out.len() >= size {
            break;
        }
        block(&mut out, &mut dice, number);
    }
    out
}

/// Returns a sentence. One in 30 words is replaced with an item of `between`, if there is any.
fn sentence(dice: &mut Dice, words: usize, between: &[&str]) -> String {
    let mut out = String::from("The");
    for _ in 0..words {
        out.push(' ');
        let plain = WORDS[dice.below(WORDS.len())];
        out.push_str(match dice.below(30) {
            0 if !between.is_empty() => between[dice.below(between.len())],
            _ if plain.contains('&') => "city",
            _ => plain,
        });
    }
    out.push('.');
    out
}

pub fn markdown(size: usize, seed: u64) -> String {
    let marks =
        ["*river*", "**old town**", "[a page](https://example.org/wiki?x=1)", "`code`", "<b>x</b>"];
    file(size, seed, |out, dice, number| {
        let mut text = |most: usize| {
            let words = 3 + dice.below(most);
            sentence(dice, words, &marks)
        };
        match number % 12 {
            1 => out.push_str(&format!("## {}\n\n", text(4))),
            4 => (0..4).for_each(|_| out.push_str(&format!("- {}\n", text(12)))),
            5 => out.push_str("\n```rust\nfn main() {\n    println!(\"{}\", 1 + 2);\n}\n```\n\n"),
            7 => out.push_str(&format!("> {}\n> {}\n\n", text(12), text(12))),
            9 => {
                out.push_str("| Name | Where |\n| ---- | ----- |\n");
                (0..4).for_each(|_| out.push_str(&format!("| {} | {} |\n", text(3), text(6))));
                out.push('\n');
            }
            _ => out.push_str(&format!("{}\n{}\n{}\n\n", text(16), text(16), text(16))),
        }
    })
}

pub fn yaml(size: usize, seed: u64) -> String {
    let texts = file(size, seed, |out, dice, number| {
        out.push_str(&format!("  section_{number}:\n    # Shown at the top\n"));
        for key in 0..8 {
            let words = 2 + dice.below(14);
            let text = sentence(dice, words, &["%{name}", "%{count}"]);
            out.push_str(&match key {
                0 => format!("    key_{key}: '{}'\n", text.replace('\'', "''")),
                1 => format!("    key_{key}: |\n      {text}\n      {text}\n"),
                2 | 3 => format!("    key_{key}: {text}\n"),
                _ => format!("    key_{key}: \"{text}\"\n"),
            });
        }
    });
    format!("en:\n{texts}")
}

pub fn json(size: usize, seed: u64) -> String {
    let texts = file(size, seed, |out, dice, number| {
        out.push_str(&format!(
            "{}  \"section{number}\": {{\n",
            if number > 1 { ",\n" } else { "" }
        ));
        for key in 0..8 {
            let words = 2 + dice.below(14);
            let text = sentence(dice, words, &["{{name}}", "{count, number}", "\\\"quoted\\\""]);
            let end = if key < 7 { "," } else { "" };
            out.push_str(&format!("    \"key{key}\": \"{text}\"{end}\n"));
        }
        out.push_str("  }");
    });
    format!("{{\n{texts}\n}}\n")
}

pub fn po(size: usize, seed: u64) -> String {
    let head = "msgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\
        \"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\n";
    let texts = file(size, seed, |out, dice, number| {
        let mut text = || {
            let words = 2 + dice.below(14);
            sentence(dice, words, &["%s", "%(count)d", "\\\"quoted\\\""])
        };
        let (singular, plural) = (text(), text());
        out.push_str(&format!("#. A note\n#: src/page.c:{number}\n"));
        out.push_str(&match number % 6 {
            0 => format!(
                "#, c-format\nmsgid \"%d: {singular}\"\nmsgid_plural \"%d: {plural}\"\nmsgstr[0] \"%d: {singular}\"\n\
                 msgstr[1] \"%d: {plural}\"\n\n"
            ),
            1 => format!(
                "msgctxt \"{number}\"\nmsgid \"\"\n\"{number} {singular} \"\n\"{plural}\"\nmsgstr \"\"\n\"{singular} \"\n\
                 \"{plural}\"\n\n"
            ),
            _ => format!("msgid \"{number} {singular}\"\nmsgstr \"{plural}\"\n\n"),
        });
    });
    format!("{head}{texts}")
}

pub fn properties(size: usize, seed: u64) -> String {
    file(size, seed, |out, dice, number| {
        let words = 2 + dice.below(14);
        let text = sentence(dice, words, &["{0}", "{1,number}", "\\u00fcber"]);
        out.push_str(&match number % 8 {
            0 => format!("# A note\npage.key{number} = {text} \\\n    {text}\n"),
            _ => format!("page.key{number}={text}\n"),
        });
    })
}

pub fn srt(size: usize, seed: u64) -> String {
    file(size, seed, |out, dice, number| {
        let (minute, second) = (number / 20, number % 20 * 3);
        let time =
            |second: usize| format!("{:02}:{:02}:{second:02},000", minute / 60 % 100, minute % 60);
        let (first_words, second_words) = (3 + dice.below(5), 3 + dice.below(5));
        let marks = ["<i>look</i>"];
        out.push_str(&format!(
            "{number}\n{} --> {}\n{}\n{}\n\n",
            time(second),
            time(second + 2),
            sentence(dice, first_words, &marks),
            sentence(dice, second_words, &marks)
        ));
    })
}
