//! The possible meanings of a match, with their confidence.

use super::file::{NONE, TermRow, View};
use super::find::{MAX_RIVALS, TermHit};
use super::form::{VARIANT, folded};
use super::{TermMatch, TermSense, TermStatus, TermTarget};
use glossweave_base::error::Result;
use glossweave_base::text::Language;

/// The maximum number of concepts of one match.
const MAX_SENSES: usize = 5;
/// The maximum number of terms of a concept that are examined for the target language and the
/// preferred term.
const MAX_TERMS: u32 = 1024;
/// The maximum number of terms of the target language in one sense.
const MAX_TARGETS: usize = 32;

/// The weight of a concept in the requested domain, of a concept without a domain, and of a concept in
/// another domain.
const INSIDE: f64 = 8.0;
const ANYWHERE: f64 = 2.0;
const OUTSIDE: f64 = 1.0;

/// The target language and domain of a request.
#[derive(Clone, Copy)]
pub(super) struct TermRequest<'w> {
    pub target: Option<&'w Language>,
    pub domain: Option<&'w str>,
}

/// A term that may be meant.
struct Rival {
    number: u32,
    row: TermRow,
    form: f64,
    weight: f64,
}

/// Creates a match from the terms of a group. Returns `None` if no term matches the form in the text.
pub(super) fn matched<'d>(
    view: View<'d>,
    found: &TermHit<'_>,
    request: TermRequest<'_>,
) -> Result<Option<TermMatch<'d>>> {
    let mut rivals: Vec<Rival> = Vec::with_capacity(found.terms.len().min(MAX_RIVALS));
    for entry in found.terms.iter().take(MAX_RIVALS) {
        let row = view.term(entry >> 2)?;
        let text = view.text(row.text)?;
        let part = view.some_text(row.part)?;
        let Some(form) = found.rules.form(*entry, text, part, &found.stretch) else { continue };
        let weight = weight(view, row.concept, request.domain)?;
        rivals.push(Rival { number: entry >> 2, row, form, weight });
    }
    // If a term matches exactly, the text is not an inflected form of another term.
    if rivals.iter().any(|rival| rival.form >= VARIANT) {
        rivals.retain(|rival| rival.form >= VARIANT);
    }
    // Each concept has one sense, from its best term.
    rivals.sort_by(|first, second| {
        let score = |rival: &Rival| rival.form * rival.weight;
        score(second).total_cmp(&score(first)).then(first.number.cmp(&second.number))
    });
    let mut seen: Vec<u32> = Vec::new();
    rivals.retain(|rival| {
        let is_new = !seen.contains(&rival.row.concept);
        if is_new {
            seen.push(rival.row.concept);
        }
        is_new
    });
    let sum: f64 = rivals.iter().map(|rival| rival.weight).sum();
    if rivals.is_empty() {
        return Ok(None);
    }
    let mut senses = Vec::with_capacity(rivals.len().min(MAX_SENSES));
    for rival in rivals.iter().take(MAX_SENSES) {
        senses.push(sense(view, rival, sum, request)?);
    }
    Ok(Some(TermMatch { span: found.span, senses }))
}

fn sense<'d>(
    view: View<'d>,
    rival: &Rival,
    sum: f64,
    request: TermRequest<'_>,
) -> Result<TermSense<'d>> {
    let row = rival.row;
    let concept = view.concept(row.concept)?;
    let status = status(&row);
    let mut preferred = None;
    let mut targets = Vec::new();
    let is_best = status == Some(TermStatus::Preferred);
    if !is_best || request.target.is_some() {
        let mut rank = u8::MAX;
        let count = concept.count.min(MAX_TERMS);
        for number in concept.first..concept.first.saturating_add(count) {
            let other = view.term(number)?;
            let other_status = self::status(&other);
            if !is_best && number != rival.number && other.language == row.language {
                let better = match other_status {
                    Some(TermStatus::Preferred) => 0,
                    None if status.is_some_and(TermStatus::is_discouraged) => 1,
                    Some(TermStatus::Admitted)
                        if status.is_some_and(TermStatus::is_discouraged) =>
                    {
                        2
                    }
                    _ => u8::MAX,
                };
                if better < rank {
                    rank = better;
                    preferred = Some(view.text(other.text)?);
                }
            }
            if let Some(target) = request.target
                && other_status != Some(TermStatus::Hidden)
                && let of = view.text(other.language)?
                && is_language(of, target)
            {
                targets.push(TermTarget {
                    text: view.text(other.text)?,
                    language: of,
                    status: other_status,
                    part_of_speech: view.some_text(other.part)?,
                });
            }
        }
    }
    if let Some(target) = request.target {
        targets.sort_by_key(|candidate| {
            (rank(candidate.status), !candidate.language.eq_ignore_ascii_case(target.as_str()))
        });
        targets.truncate(MAX_TARGETS);
        targets.shrink_to_fit();
    }
    Ok(TermSense {
        number: row.concept,
        concept: view.text(concept.id)?,
        iri: view.text(concept.iri)?,
        term: view.text(row.text)?,
        language: view.text(row.language)?,
        status,
        part_of_speech: view.some_text(row.part)?,
        preferred,
        confidence: rival.form * rival.weight / sum,
        targets,
    })
}

/// Returns `true` if a term in a language can be used for another language tag: `pt-BR` for `pt`, `pt` for
/// `pt-BR`, and one region for another.
fn is_language(of: &str, requested: &Language) -> bool {
    let primary = of.split('-').next().unwrap_or(of);
    if primary.len() == requested.primary().len() && primary.len() == 2 {
        return primary.eq_ignore_ascii_case(requested.primary());
    }
    super::stem::language_key(primary) == super::stem::language_key(requested.primary())
}

/// Returns the rank of a term by its status.
fn rank(status: Option<TermStatus>) -> u8 {
    match status {
        Some(TermStatus::Preferred) => 0,
        None => 1,
        Some(TermStatus::Admitted) => 2,
        Some(_) => 3,
    }
}

pub(super) fn status(row: &TermRow) -> Option<TermStatus> {
    if row.status == NONE { None } else { TermStatus::ALL.get(row.status as usize).copied() }
}

/// Returns the weight of a concept for a requested domain.
fn weight(view: View<'_>, concept: u32, domain: Option<&str>) -> Result<f64> {
    let Some(domain) = domain else { return Ok(OUTSIDE) };
    let mut domains = view.list(view.concept(concept)?.domains)?;
    if domains.len() == 0 {
        return Ok(ANYWHERE);
    }
    let is_inside = domains.try_fold(false, |is_inside, text| {
        Ok::<bool, glossweave_base::Error>(is_inside || is_domain(view.text(text)?, domain))
    })?;
    Ok(if is_inside { INSIDE } else { OUTSIDE })
}

/// Returns `true` if a domain of a concept is the requested domain. IRIs are compared by their last part.
fn is_domain(of: &str, requested: &str) -> bool {
    let last = |text: &str| match text.contains("://") {
        true => text.rsplit(['/', '#']).next().map(str::to_owned).unwrap_or_default(),
        false => text.trim().to_owned(),
    };
    of == requested || folded(&last(of)) == folded(&last(requested))
}
