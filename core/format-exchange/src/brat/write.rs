//! The writer of brat files.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

use super::{ID, IRI};
use crate::offsets::{OffsetUnit, Offsets};
use glossweave_archive as zip;
use glossweave_base::error::Result;
use glossweave_format_base::new_file::Output;
use glossweave_format_base::new_file::prefixed;
use glossweave_format_base::new_file::{Content, FilePart};

pub(super) fn write(content: &mut Content<'_>, output: &mut Output) -> Result<()> {
    let mut files = Vec::new();
    let (mut labels, mut names) = (BTreeSet::new(), HashSet::new());
    let (mut renamed, mut relabelled) = (0, 0);
    let most = output.remaining();
    let mut total = 0;
    for part in &content.parts {
        let stated = part.name.unwrap_or("document");
        let mut name = plain(stated, "-_.");
        renamed += usize::from(*name != *stated);
        if !names.insert(name.to_string()) {
            name = Cow::Owned(format!("{name}-{}", names.len()));
            names.insert(name.to_string());
            renamed += 1;
        }
        let text = content.document.text().get(part.span.range()).unwrap_or_default();
        // The limit includes the files that are already in the archive.
        let mut lines = Output::new(most.saturating_sub(total));
        relabelled += annotations(text, part, &mut labels, &mut lines)?;
        let lines = lines.into_bytes();
        total += text.len() + lines.len();
        files.push((format!("{name}.txt"), text.as_bytes().to_vec()));
        files.push((format!("{name}.ann"), lines));
    }
    let list: Vec<String> = labels.into_iter().collect();
    let empty = "[relations]\n\n[events]\n\n[attributes]\n";
    let conf = format!("[entities]\n{}\n\n{empty}", list.join("\n"));
    files.push(("annotation.conf".to_owned(), conf.into_bytes()));
    content.lost("characters in names of files", renamed);
    content.lost("characters in labels", relabelled);
    output.raw(&zip::write(&files)?)
}

/// Writes the annotations of a part. Returns the number of annotations whose labels contain
/// characters that brat does not allow.
fn annotations(
    text: &str,
    part: &FilePart<'_>,
    labels: &mut BTreeSet<String>,
    lines: &mut Output,
) -> Result<usize> {
    let offsets = Offsets::new(text, OffsetUnit::CodePoint);
    let (mut changed, mut references, mut notes) = (0, 0, 0);
    for (index, mark) in part.marks.iter().enumerate() {
        let (start, end) =
            (mark.span.start() - part.span.start(), mark.span.end() - part.span.start());
        let quote = one_line(text.get(start..end).unwrap_or_default());
        let label = plain(&mark.label, "-_");
        changed += usize::from(*label != *mark.label);
        let number = index + 1;
        let (from, to) = (offsets.of(start), offsets.of(end));
        lines.text(&format!("T{number}\t{label} {from} {to}\t{quote}\n"))?;
        labels.insert(label.into_owned());
        for ident in &mark.idents {
            references += 1;
            let ident = reference(ident);
            lines.text(&format!("N{references}\tReference T{number} {ident}\t{quote}\n"))?;
        }
        if let Some(info) = mark.info {
            notes += 1;
            let info = info.replace('\n', "\\n").replace(['\r', '\t'], " ");
            lines.text(&format!("#{notes}\tAnnotatorNotes T{number}\t{info}\n"))?;
        }
    }
    Ok(changed)
}

/// Returns an identifier with a prefix.
fn reference(ident: &str) -> String {
    let ident = ident.replace(char::is_whitespace, "%20");
    match (prefixed(&ident), ident.contains("://"), ident.split_once(':')) {
        (Some((prefix, local)), _, _) => format!("{prefix}:{local}"),
        (None, false, Some((source, _))) if !source.is_empty() => ident,
        (None, true, _) => format!("{IRI}:{ident}"),
        (None, false, _) => format!("{ID}:{ident}"),
    }
}

/// Replaces each character that is neither a letter, a digit, nor one of `more` by an underscore.
fn plain<'t>(text: &'t str, more: &str) -> Cow<'t, str> {
    let is_allowed = |c: char| {
        let is_letter =
            if more.contains('.') { c.is_alphanumeric() } else { c.is_ascii_alphanumeric() };
        is_letter || more.contains(c)
    };
    match text.chars().all(is_allowed) && !text.is_empty() {
        true => Cow::Borrowed(text),
        false if text.is_empty() => Cow::Borrowed("_"),
        false => text.chars().map(|c| if is_allowed(c) { c } else { '_' }).collect(),
    }
}

/// Replaces line ends and tabs by spaces.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r', '\t'], " ")
}
