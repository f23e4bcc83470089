//! Writing of CoNLL-U.

use super::{CLASS, CONFIDENCE, ENTITY, ESCAPES, IDENT, INFO, TOOL};
use crate::format::exchange::conll::token::{Sentence, Sentences};
use crate::format::new_file::Output;
use crate::format::new_file::{Content, Mark};
use glossweave_base::error::Result;

pub(super) fn write(content: &mut Content<'_>, output: &mut Output) -> Result<()> {
    let mut sentence_number = 0;
    let (mut spaced, mut blank) = (0, 0);
    let mut refused = Vec::new();
    let is_named = content.parts.len() > 1 || content.parts.iter().any(|part| part.name.is_some());
    for number in 0..content.parts.len() {
        let sentences = Sentences::of(content, number);
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
            sentences.without_tokens.iter().filter_map(|one| part.marks.get(*one)).cloned(),
        );
        let text = content.document.text();
        let units = sentences.all.iter().filter(|sentence| sentence.is_first).count();
        blank += content.units(part).count().saturating_sub(units);
        for (index, sentence) in sentences.all.iter().enumerate() {
            sentence_number += 1;
            if sentence.is_first {
                output.text("# newpar\n")?;
            }
            output.text(&format!("# sent_id = {sentence_number}\n# text = "))?;
            let (first, last) = (sentence.tokens.first(), sentence.tokens.last());
            if let (Some(first), Some(last)) = (first, last) {
                let shown = text.get(first.at.start..last.at.end).unwrap_or_default();
                output.text(&one_line(shown))?;
            }
            output.text("\n")?;
            let next = sentences.all.get(index + 1).filter(|_| !sentence.is_last);
            tokens(text, sentence, next, &part.marks, output)?;
            output.text("\n")?;
        }
    }
    refused.iter().for_each(|mark| content.leave_out(mark, "the annotation has no word"));
    content.lost("units without words", blank);
    content.lost("white space at the ends of annotations", spaced);
    Ok(())
}

fn tokens(
    text: &str,
    sentence: &Sentence,
    next: Option<&Sentence>,
    marks: &[Mark<'_>],
    output: &mut Output,
) -> Result<()> {
    let next = next.and_then(|next| next.tokens.first()).map(|token| token.at.start);
    for (index, token) in sentence.tokens.iter().enumerate() {
        let form = text.get(token.at.clone()).unwrap_or_default();
        output.text(&format!("{}\t{form}", index + 1))?;
        output.text("\t_\t_\t_\t_\t_\t_\t_\t")?;
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
        output.text(if misc.is_empty() { "_" } else { "" })?;
        output.text(&misc.join("|"))?;
        output.text("\n")?;
    }
    Ok(())
}

/// Appends what is said of an entity beside its label.
fn about(mark: &Mark<'_>, misc: &mut Vec<String>) {
    let list = |name: &str, all: &[String]| format!("{name}={}", all.join(","));
    if !mark.idents.is_empty() {
        let all: Vec<String> = mark.idents.iter().map(|one| listed(one)).collect();
        misc.push(list(IDENT, &all));
    }
    if !mark.classes.is_empty() {
        let all: Vec<String> = mark.classes.iter().map(|one| listed(one)).collect();
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

/// Returns an entry of a list that commas separate.
fn listed(text: &str) -> String {
    escaped(text).replace(',', "%2C")
}

/// Returns a text with escapes for white space and for what separates names.
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

/// Returns a text with white space of any kind as spaces.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_whitespace() || c.is_control() { ' ' } else { c }).collect()
}
