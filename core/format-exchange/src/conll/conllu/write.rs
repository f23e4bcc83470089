//! The writer of CoNLL-U.

use super::read::{ENTITIES, comment};
use super::{CLASS, CONFIDENCE, ENTITY, ESCAPES, IDENT, INFO, TOOL};
use crate::conll::row_id::RowId;
use crate::conll::source_tokens::SourceTokens;
use crate::conll::token::{Sentence, Sentences};
use glossweave_base::error::Result;
use glossweave_base::text::lines;
use glossweave_format_base::new_file::Output;
use glossweave_format_base::new_file::{Content, Mark};

pub(super) fn write(content: &mut Content<'_>, output: &mut Output) -> Result<()> {
    let mut sentence_number = 0;
    let (mut spaced, mut blank, mut divided) = (0, 0, 0);
    let source = SourceTokens::of(content.document);
    let has_columns = source.as_ref().is_some_and(SourceTokens::has_columns);
    let mut refused = Vec::new();
    let is_named = content.parts.len() > 1 || content.parts.iter().any(|part| part.name.is_some());
    for number in 0..content.parts.len() {
        let sentences = Sentences::of(content, number, source.as_ref());
        let part = &content.parts[number];
        if is_named {
            output.text("# newdoc")?;
            if let Some(name) = part.name {
                output.text(&format!(" id = {}", one_line(name)))?;
            }
            output.text("\n")?;
        }
        spaced += sentences.spaced;
        refused.extend(
            sentences.without_tokens.iter().filter_map(|number| part.marks.get(*number)).cloned(),
        );
        let text = content.document.text();
        let units = sentences.all.iter().filter(|sentence| sentence.is_first).count();
        blank += content.units(part).count().saturating_sub(units);
        for (index, sentence) in sentences.all.iter().enumerate() {
            sentence_number += 1;
            if sentence.is_first {
                output.text("# newpar\n")?;
            }
            let places = sentence.tokens.iter().map(|token| token.at.clone());
            let rows = source.as_ref().and_then(|source| source.lines_of(places));
            divided += usize::from(has_columns && rows.is_none());
            let next = sentences.all.get(index + 1).filter(|_| !sentence.is_last);
            let miscs = miscs(text, sentence, next, &part.marks);
            comments(rows.unwrap_or_default(), text, sentence, sentence_number, output)?;
            match rows {
                Some(rows) => kept_rows(rows, &miscs, output)?,
                None => new_rows(text, sentence, &miscs, output)?,
            }
            output.text("\n")?;
        }
    }
    refused.iter().for_each(|mark| content.leave_out(mark, "the annotation has no word"));
    content.lost("units without words", blank);
    content.lost("columns of sentences with other tokens", divided);
    content.lost("white space at the ends of annotations", spaced);
    Ok(())
}

/// Writes the comments of a sentence: its number, its text, and the other comments of the source.
fn comments(
    rows: &str,
    text: &str,
    sentence: &Sentence,
    number: usize,
    output: &mut Output,
) -> Result<()> {
    let comments = || lines(rows).map(|(_, line)| line).take_while(|line| line.starts_with('#'));
    let known = comments().find(|line| matches!(comment(line), Some(("sent_id" | "sent", _))));
    match known {
        Some(line) => output.text(&format!("{line}\n# text = "))?,
        None => output.text(&format!("# sent_id = {number}\n# text = "))?,
    }
    if let (Some(first), Some(last)) = (sentence.tokens.first(), sentence.tokens.last()) {
        let shown = text.get(first.at.start..last.at.end).unwrap_or_default();
        output.text(&one_line(shown))?;
    }
    output.text("\n")?;
    for line in comments() {
        if !matches!(comment(line), Some(("newdoc" | "newpar" | "sent_id" | "sent" | "text", _))) {
            output.text(line)?;
            output.text("\n")?;
        }
    }
    Ok(())
}

/// Writes the token lines of the source with new last columns.
fn kept_rows(rows: &str, miscs: &[Vec<String>], output: &mut Output) -> Result<()> {
    let (mut miscs, mut covered) = (miscs.iter(), 0);
    for (_, line) in lines(rows).filter(|(_, line)| !line.starts_with('#')) {
        let (columns, misc) = line.rsplit_once('\t').unwrap_or((line, ""));
        let id = columns.split('\t').next().and_then(RowId::parse);
        let is_token = match id {
            Some(RowId::Range(_, last)) => {
                covered = last;
                true
            }
            Some(RowId::Word(number)) => number > covered,
            Some(RowId::Empty) | None => false,
        };
        let form = columns.split('\t').nth(1).unwrap_or_default();
        let new = if is_token && !form.is_empty() { miscs.next() } else { None };
        let others = misc.split('|').filter(|pair| is_kept(pair));
        let all: Vec<&str> = others.chain(new.into_iter().flatten().map(String::as_str)).collect();
        output.text(columns)?;
        output.text("\t")?;
        output.text(if all.is_empty() { "_" } else { "" })?;
        output.text(&all.join("|"))?;
        output.text("\n")?;
    }
    Ok(())
}

/// Returns `true` for a pair of the last column that the writer keeps. Entities in brackets are
/// kept because they are not read.
fn is_kept(pair: &str) -> bool {
    const SPACES: [&str; 3] = ["SpaceAfter", "SpacesAfter", "SpacesBefore"];
    const ABOUT: [&str; 5] = [IDENT, CLASS, CONFIDENCE, INFO, TOOL];
    match pair.split_once('=') {
        None => !matches!(pair, "" | "_"),
        Some((name, value)) if ENTITIES.contains(&name) => value.contains(['(', ')']),
        Some((name, _)) => !SPACES.contains(&name) && !ABOUT.contains(&name),
    }
}

/// Writes token lines in which only the form and the last column have values.
fn new_rows(
    text: &str,
    sentence: &Sentence,
    miscs: &[Vec<String>],
    output: &mut Output,
) -> Result<()> {
    for (number, (token, misc)) in (1..).zip(sentence.tokens.iter().zip(miscs)) {
        let form = text.get(token.at.clone()).unwrap_or_default();
        output.text(&format!("{number}\t{form}\t_\t_\t_\t_\t_\t_\t_\t"))?;
        output.text(if misc.is_empty() { "_" } else { "" })?;
        output.text(&misc.join("|"))?;
        output.text("\n")?;
    }
    Ok(())
}

/// Returns the pairs for the last column of each token: its entity and its surrounding white space.
fn miscs(
    text: &str,
    sentence: &Sentence,
    next: Option<&Sentence>,
    marks: &[Mark<'_>],
) -> Vec<Vec<String>> {
    let next = next.and_then(|next| next.tokens.first()).map(|token| token.at.start);
    let mut miscs = Vec::with_capacity(sentence.tokens.len());
    for (index, token) in sentence.tokens.iter().enumerate() {
        let mut misc: Vec<String> = Vec::new();
        if let Some((mark, is_first)) =
            token.mark.and_then(|(mark, first)| Some((marks.get(mark)?, first)))
        {
            let prefix = if is_first { "B" } else { "I" };
            misc.push(format!("{ENTITY}={prefix}-{}", escaped(&mark.label)));
            if is_first {
                about(mark, &mut misc);
            }
        }
        let before = text.get(sentence.unit.start..token.at.start).unwrap_or_default();
        if sentence.is_first && index == 0 && !before.is_empty() {
            misc.push(format!("SpacesBefore={}", escaped(before)));
        }
        let after = sentence.tokens.get(index + 1).map(|token| token.at.start).or(next);
        let is_end = after.is_none();
        let after = text.get(token.at.end..after.unwrap_or(sentence.unit.end)).unwrap_or_default();
        match after {
            "" if is_end => {}
            "" => misc.push("SpaceAfter=No".to_owned()),
            " " if !is_end => {}
            after => misc.push(format!("SpacesAfter={}", escaped(after))),
        }
        miscs.push(misc);
    }
    miscs
}

/// Appends the fields of an entity other than its label.
fn about(mark: &Mark<'_>, misc: &mut Vec<String>) {
    let list = |name: &str, all: &[String]| format!("{name}={}", all.join(","));
    if !mark.idents.is_empty() {
        let all: Vec<String> = mark.idents.iter().map(|ident| listed(ident)).collect();
        misc.push(list(IDENT, &all));
    }
    if !mark.classes.is_empty() {
        let all: Vec<String> = mark.classes.iter().map(|class| listed(class)).collect();
        misc.push(list(CLASS, &all));
    }
    if let Some(confidence) = mark.confidence {
        misc.push(format!("{CONFIDENCE}={confidence}"));
    }
    if let Some(info) = mark.info {
        misc.push(format!("{INFO}={}", escaped(info)));
    }
    if let Some(tool) = mark.tool {
        misc.push(format!("{TOOL}={}", escaped(tool)));
    }
}

/// Returns an entry of a comma-separated list.
fn listed(text: &str) -> String {
    escaped(text).replace(',', "%2C")
}

/// Escapes white space and separators.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match ESCAPES.iter().find(|(known, _)| *known == c) {
            Some((_, letter)) => out.extend(['\\', *letter]),
            None => out.push(c),
        }
    }
    out
}

/// Replaces white space and control characters by spaces.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_whitespace() || c.is_control() { ' ' } else { c }).collect()
}
