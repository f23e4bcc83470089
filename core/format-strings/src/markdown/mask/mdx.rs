//! MDX: JavaScript modules, expressions in braces, and JSX elements in Markdown.

use std::ops::Range;

use super::{Code, Mask, line};
use crate::markdown::parse::{Block, Token, tokens};

/// The number of columns from which an indented line is code in CommonMark, but not in MDX.
const INDENT: usize = 4;

/// The maximum length of a tag, in bytes.
const TAG: usize = 4_000;

/// Elements whose content is not Markdown.
const RAW: [&str; 4] = ["pre", "script", "style", "textarea"];

/// Returns `true` if a line starts a module declaration in a way that ordinary sentences do not.
fn is_module_line(line: &str) -> bool {
    let is_ident = |word: &str| {
        !word.is_empty() && word.chars().all(|char| char.is_alphanumeric() || "_$".contains(char))
    };
    let is_quoted = |text: &str| {
        let text = text.trim().trim_end_matches(';');
        let quote = text.chars().next().filter(|char| matches!(char, '"' | '\''));
        quote.is_some_and(|quote| text.len() > 1 && text.ends_with(quote))
    };
    if let Some(rest) = line.strip_prefix("import ") {
        let rest = rest.trim_start().strip_prefix("type ").unwrap_or(rest).trim_start();
        if is_quoted(rest) || rest.starts_with('{') || rest.starts_with("* as ") {
            return true;
        }
        let (names, module) = rest.split_once(" from ").unwrap_or((rest, ""));
        let name = names.split(',').next().unwrap_or_default();
        return is_ident(name.trim()) && (is_quoted(module) || names.contains('{'));
    }
    let Some(rest) = line.strip_prefix("export ").map(str::trim_start) else { return false };
    if rest.starts_with('{') || rest.starts_with("* from ") {
        return true;
    }
    let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let rest = rest.trim_start();
    let name = rest.split(|char: char| !char.is_alphanumeric() && !"_$".contains(char)).next();
    let behind = rest.get(name.map_or(0, str::len)..).unwrap_or_default().trim_start();
    match word {
        "const" | "let" | "var" | "type" => behind.starts_with(['=', ':']),
        "function" | "function*" => behind.starts_with(['(', '<']),
        "class" | "interface" => behind.starts_with('{') || behind.starts_with("extends "),
        "async" => rest.starts_with("function"),
        "default" => {
            let is_word = |word: &str| rest.split(['(', ' ', '{']).next() == Some(word);
            rest.starts_with(['{', '(', '['])
                || is_word("function") && rest.contains('(')
                || is_word("class") && rest.contains('{')
                || is_word("async") && rest.contains('(')
                || is_ident(rest.trim_end().trim_end_matches(';')) && rest.trim_end().ends_with(';')
                || behind.starts_with("=>")
        }
        _ => false,
    }
}

/// Returns `true` if a text uses MDX syntax.
pub(super) fn is_mdx(text: &str) -> bool {
    if !text.contains("{/*")
        && !text.contains("import ")
        && !text.contains("export ")
        && !text.contains("={")
    {
        return false;
    }
    let mut fence: Option<&str> = None;
    text.lines().any(|line| {
        let content = line.trim_start();
        let run = ["```", "~~~"].into_iter().find(|run| content.starts_with(run));
        match (fence, run) {
            (Some(open), Some(run)) if open == run => fence = None,
            (None, Some(run)) if !content[3..].contains('`') => fence = Some(run),
            _ => {}
        }
        if fence.is_some() {
            return false;
        }
        let has_expression = || {
            let mut values = content.match_indices("={");
            let is_tag = content.starts_with('<')
                && content[1..].starts_with(|char: char| char.is_ascii_alphabetic());
            // Templates use values in double braces without quotation marks.
            is_tag && values.any(|(at, _)| !content[at + 2..].starts_with('{'))
        };
        content.starts_with("{/*") || is_module_line(line) || has_expression()
    })
}

/// Masks the syntax that MDX does not treat as text.
pub(super) fn mask(mask: &mut Mask<'_>, start: usize) {
    let text = mask.text();
    modules(mask, &text, start);
    let text = mask.text();
    let found = codes(&text, start);
    for range in line::groups(&text, &found) {
        let group = &found[range];
        let spans = group.iter().map(|code| code.at.clone());
        let is_flow = line::holds_only(&text, spans);
        for code in group {
            match is_flow {
                true => mask.blank(code.at.clone()),
                // Markdown parses this tag too, so it is not masked.
                false if code.is_in_tag => {}
                false => mask.code(code.at.clone(), false),
            }
        }
    }
    dedent(mask, start);
}

/// Makes module declarations blank. A declaration extends to an empty line outside brackets.
fn modules(mask: &mut Mask<'_>, text: &str, start: usize) {
    let (mut at, mut depth) = (start, 0_isize);
    let (mut is_module, mut is_start) = (false, true);
    let mut fence: Option<&str> = None;
    for line in text.get(start..).unwrap_or_default().split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let content = line.trim();
        let run = ["```", "~~~"].into_iter().find(|run| content.starts_with(run));
        match (fence, run) {
            (Some(open), Some(run)) if open == run => fence = None,
            (None, Some(run)) if !is_module => fence = Some(run),
            _ => {}
        }
        if fence.is_some() {
            continue;
        }
        if content.is_empty() && (depth <= 0 || !is_module) {
            (is_module, is_start, depth) = (false, true, 0);
            continue;
        }
        is_module |= is_start && is_module_line(line);
        is_start = false;
        if is_module {
            for byte in line.bytes() {
                match byte {
                    b'{' | b'(' | b'[' => depth += 1,
                    b'}' | b')' | b']' => depth -= 1,
                    _ => {}
                }
            }
            mask.blank(range);
        }
    }
}

/// Returns the expressions and the tags outside code. Tags that Markdown parses too have `is_in_tag` set.
fn codes(text: &str, start: usize) -> Vec<Code> {
    let is_fence = |at: usize| matches!(text.as_bytes().get(at), Some(b'`' | b'~'));
    let mut hidden: Vec<Range<usize>> = Vec::new();
    for (token, at) in tokens(text.get(start..).unwrap_or_default(), start) {
        match token {
            Token::Code => hidden.push(at),
            Token::OpenBlock(Block::Code) if is_fence(at.start) => hidden.push(at),
            _ => {}
        }
    }
    let braces = braces(text, start, &hidden);
    let mut found: Vec<Code> = Vec::new();
    let (mut at, mut next) = (start, 0);
    while let Some(step) = text.get(at..).and_then(|rest| rest.find(['{', '<', '\\'])) {
        at += step;
        while hidden.get(next).is_some_and(|code| code.end <= at) {
            next += 1;
        }
        if let Some(code) = hidden.get(next).filter(|code| code.contains(&at)) {
            at = code.end;
            continue;
        }
        let end = match text.as_bytes()[at] {
            b'{' => partner(&braces, at).map(|end| (end, false)),
            b'<' => tag_end(text, at, &braces),
            _ => {
                let escaped = text.get(at + 1..).and_then(|rest| rest.chars().next());
                at += 1 + escaped.filter(char::is_ascii_punctuation).map_or(0, |_| 1);
                continue;
            }
        };
        match end {
            Some((end, is_plain)) => {
                found.push(Code { at: at..end, is_value: false, is_in_tag: is_plain });
                at = end;
            }
            None => at += 1,
        }
    }
    found
}

/// Returns the ranges of pairs of braces, sorted by start position.
fn braces(text: &str, start: usize, hidden: &[Range<usize>]) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let (mut open, mut pairs): (Vec<usize>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
    let (mut at, mut next) = (start, 0);
    while let Some(byte) = bytes.get(at) {
        while hidden.get(next).is_some_and(|code| code.end <= at) {
            next += 1;
        }
        // A code span within an expression is a string.
        if let Some(code) = hidden.get(next).filter(|code| code.start <= at) {
            at = code.end;
            continue;
        }
        match byte {
            b'\\' => at += 1,
            b'{' => open.push(at),
            b'}' => {
                if let Some(start) = open.pop() {
                    pairs.push((start, at + 1));
                }
            }
            b'"' | b'\'' if !open.is_empty() => {
                // `{'{'}` produces a literal brace.
                let string = bytes.get(at + 1..).unwrap_or_default();
                let braces = string.iter().take_while(|byte| b"{}".contains(byte)).count();
                if braces > 0 && string.get(braces) == Some(byte) {
                    at += braces + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    pairs.sort_unstable();
    pairs
}

fn partner(braces: &[(usize, usize)], at: usize) -> Option<usize> {
    braces.binary_search_by_key(&at, |pair| pair.0).ok().map(|index| braces[index].1)
}

/// Returns the end of a tag, and `true` if the tag is an HTML tag too.
fn tag_end(text: &str, start: usize, braces: &[(usize, usize)]) -> Option<(usize, bool)> {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    let is_end_tag = bytes.get(at) == Some(&b'/');
    at += usize::from(is_end_tag);
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.:$".contains(byte);
    let name_start = at;
    at += bytes.get(at..)?.iter().take_while(|byte| is_name(byte)).count();
    let name = text.get(name_start..at)?;
    if !name.is_empty() && !name.starts_with(|char: char| char.is_ascii_alphabetic()) {
        return None;
    }
    let mut is_plain = !name.is_empty() && !name.contains('.');
    loop {
        match bytes.get(at).filter(|_| at < start + TAG)? {
            b'>' => break,
            b'/' if bytes.get(at + 1) == Some(&b'>') => {}
            _ if name.is_empty() => return None,
            b'{' => {
                is_plain = false;
                at = partner(braces, at)?;
                continue;
            }
            b'"' | b'\'' if bytes[at - 1] == b'=' => {
                at += 1 + bytes.get(at + 1..)?.iter().position(|byte| *byte == bytes[at])?;
            }
            // The sign belongs to an autolink.
            b':' | b'@' => return None,
            b'=' => {}
            byte if byte.is_ascii_whitespace() || is_name(byte) => {}
            _ => return None,
        }
        at += 1;
    }
    let tag = text.get(start..=at)?;
    let is_read = RAW.contains(&name)
        || ["its-", "translate=", "lang="].iter().any(|word| tag.contains(word));
    if is_plain && is_read {
        return None;
    }
    Some((at + 1, is_plain))
}

/// Turns the lines that are indented below tags into block quotes, because they are not code in MDX.
fn dedent(mask: &mut Mask<'_>, start: usize) {
    let text = mask.text();
    let source = mask.source;
    let (mut at, mut is_below_tag, mut depth) = (start, false, None);
    for line in text.get(start..).unwrap_or_default().split_inclusive('\n') {
        let from = at;
        at += line.len();
        if line.trim().is_empty() {
            let is_tag = source.get(from..at).is_some_and(|line| !line.trim().is_empty());
            (is_below_tag, depth) = if is_tag { (true, None) } else { (is_below_tag, depth) };
            continue;
        }
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let columns = if line.starts_with('\t') { indent * INDENT } else { indent };
        if std::mem::take(&mut is_below_tag) {
            depth = (columns >= INDENT).then_some(indent);
        }
        match depth.filter(|depth| indent >= *depth) {
            Some(depth) => {
                let step = if line.starts_with('\t') { 1 } else { INDENT };
                (0..depth).step_by(step).for_each(|column| mask.sign(from + column, b'>'));
            }
            None => depth = None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{is_mdx, is_module_line};

    #[test]
    fn sentences_are_no_declarations() {
        let declarations = [
            "import A from '@a/b';",
            "import A, { b } from \"c\"",
            "import {",
            "import * as a from 'b'",
            "import './a.css';",
            "export const a = 1;",
            "export default function A() {",
            "export default A;",
            "export { a } from 'b'",
            "export function a() {",
        ];
        for line in declarations {
            assert!(is_module_line(line), "{line}");
        }
        let sentences = [
            "import the data from the table",
            "import data from 'Settings' first",
            "export all of it",
            "export default settings to a file",
            "export function keys",
            "export const values",
        ];
        for line in sentences {
            assert!(!is_module_line(line), "{line}");
        }
        for text in ["a <A b={1}/>\n<A b={1}/>", "{/* a */}", "a\n\nexport const b = 1"] {
            assert!(is_mdx(text), "{text}");
        }
        for text in ["a {b} <c d=\"e\">", "```\nimport A from 'b'\n```", "<a href={{ b }}>"] {
            assert!(!is_mdx(text), "{text}");
        }
    }
}
