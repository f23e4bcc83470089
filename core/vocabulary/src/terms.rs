//! Datasets that contain term bases.

use std::collections::HashSet;

use super::build::{Loading, SHOWN, shown};
use super::files::TERMS;
use super::vocabulary::VocabularyFiles;
use super::{Dataset, SORT};
use glossweave_base::error::{Error, ErrorKind, Result, Side, SkippedExt};
use glossweave_base::media::VocabularyFormat;
use glossweave_base::progress::{Progress, Watch};
use glossweave_base::text::Language;
use glossweave_store::resource::Mode;
use glossweave_term::{TermBase, TermBaseBuilder};

/// Loads a source into a term base, together with the concepts of the old term base that are kept.
pub(super) fn load(
    source: &[u8],
    old: Option<&Dataset>,
    folder: &VocabularyFiles,
    loading: &Loading<'_>,
    language: Option<String>,
    watch: &mut Watch<'_>,
) -> Result<Dataset> {
    if !loading.properties.is_empty() {
        let message = "`properties` does not apply to a term base";
        return Err(Error::invalid(message).with_parameter("properties"));
    }
    let tag = language.as_deref().and_then(Language::parse);
    let empty = TermBase::builder().in_language(tag.as_ref());
    let empty = if loading.strict { empty } else { empty.lenient() };
    let added = read(empty, source, loading.notation)?;
    if added.counts()[0] == 0 {
        let Some(first) = added.skipped().first() else {
            return Err(Error::invalid("the source contains no concepts"));
        };
        // No entry of the source is valid.
        return Err(first.to_error());
    }
    let skipped = added.skipped().iter().take(SHOWN).map(shown).collect();
    let before = match (old.and_then(|old| old.files.as_ref()), loading.mode) {
        (Some(files), Mode::Add | Mode::Remove) => Some(folder.term_base(files)?),
        _ => None,
    };
    let builder = match before {
        None => added,
        Some(before) if loading.mode == Mode::Remove => {
            let gone: HashSet<&str> = added.concepts().iter().map(|concept| &*concept.id).collect();
            without(&before, &gone)?
        }
        Some(before) => {
            let mut all = TermBase::builder().term_base(&before)?;
            for concept in added.concepts() {
                all.add(concept.clone())?;
            }
            all
        }
    };
    let [entities, labels] = builder.counts().map(|count| count as u64);
    let staged = folder.begin(source.len())?;
    builder.build()?.save(staged.file(TERMS))?;
    let bytes = source.len() as u64;
    watch(Progress { done: bytes, total: bytes, records: labels })?;
    let (files, pending) = folder.put(staged)?;
    let files = Some(files);
    Ok(Dataset {
        sort: Some(SORT.into()),
        language,
        entities,
        labels,
        skipped,
        files,
        pending,
        ..Dataset::default()
    })
}

fn read(
    builder: TermBaseBuilder,
    source: &[u8],
    notation: VocabularyFormat,
) -> Result<TermBaseBuilder> {
    match notation {
        VocabularyFormat::Csv => builder.csv(source),
        VocabularyFormat::Tbx => builder.tbx(source),
        VocabularyFormat::Rdf(format) => builder.rdf(source, format),
        other => {
            let message = format!("`{other}` cannot contain terms, expected tbx, csv or RDF");
            Err(Error::unsupported(Side::Input, message).with_parameter("informat"))
        }
    }
}

/// Returns a term base without the removed concepts.
fn without(base: &TermBase, gone: &HashSet<&str>) -> Result<TermBaseBuilder> {
    let mut remaining = TermBase::builder();
    for number in 0..base.concepts() as u32 {
        let concept = base.concept(number)?;
        if !gone.contains(&*concept.id) {
            remaining.add(concept)?;
        }
    }
    Ok(remaining)
}

/// Opens the term base of a revision. Returns `ErrorKind::Invalid`, with the parameter `dataset`, if the
/// dataset contains names instead of terms, and `ErrorKind::Storage` if its files are missing or damaged.
pub(super) fn open(name: &str, dataset: &Dataset, folder: &VocabularyFiles) -> Result<TermBase> {
    if dataset.sort.is_none() {
        let message = format!("the dataset `{name}` has names of things, expected a term base");
        return Err(Error::invalid(message).with_parameter("dataset"));
    }
    let Some(files) = &dataset.files else { return TermBase::builder().build() };
    folder.term_base(files).map_err(|error| {
        let message = format!("the files of the dataset `{name}` are missing; load it again");
        Error::new(ErrorKind::Storage, message).because(error)
    })
}
