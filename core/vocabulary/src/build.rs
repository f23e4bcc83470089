//! The build of the files of a revision: the normalized source, the names, and the context of entities
//! that share a name.

use std::cell::RefCell;
use std::collections::HashSet;

use super::files::{CONTEXT, NAMES, SOURCE};
use super::plural::plurals;
use super::read::{Classes, Keys, Reader, key};
use super::source_log::{Record, SourceLog, Writer};
use super::vocabulary::VocabularyFiles;
use super::{Dataset, Naming};
use glossweave_base::error::{Refused, Result, Skipped};
use glossweave_base::media::VocabularyFormat;
use glossweave_base::progress::{Progress, Reporter, Watch};
use glossweave_base::words::LabelCase;
use glossweave_entity::{Dictionary, EntityIndex, EntityIndexExt, Examples};
use glossweave_rdf::{Statements, Triple};
use glossweave_store::resource::Mode;
use glossweave_store::store::StagedDir;

/// The maximum number of skipped entries that a dataset lists.
pub(super) const SHOWN: usize = 100;

/// Formats a skipped part, with the reason and its location.
pub(super) fn shown(part: &Skipped) -> String {
    format!("{}: {part}", part.subject())
}

/// The weight of a plural relative to the weight of its name.
const PLURAL: f64 = 0.5;

/// The options of a load.
pub(super) struct Loading<'l> {
    pub notation: VocabularyFormat,
    pub mode: Mode,
    pub properties: &'l [String],
    pub strict: bool,
}

/// Loads a source into new files, together with the records of the old revision that are kept.
pub(super) fn load(
    source: &[u8],
    old: Option<&Dataset>,
    folder: &VocabularyFiles,
    loading: &Loading<'_>,
    naming: Naming,
    watch: &mut Watch<'_>,
) -> Result<Dataset> {
    let staged = folder.begin(source.len())?;
    let mut out = Writer::create(&staged.file(SOURCE), staged.number())?;
    let old = match (old.and_then(|old| old.files.as_ref()), loading.mode) {
        (Some(files), Mode::Add | Mode::Remove) => Some(folder.source(files)?),
        _ => None,
    };
    let keys = match old {
        Some(_) => Keys::of(loading.mode),
        None => Keys::None,
    };
    let Loading { notation, properties, strict, .. } = *loading;
    let at = Progress { total: source.len() as u64, ..Progress::default() };
    let mut reporter = Reporter::new(watch, at);
    let refused = Refused::default();
    let (out_of_reader, reporter) = (&mut out, &mut reporter);
    let mut reader =
        Reader { out: out_of_reader, reporter, properties, keys, strict, refused, names: 0 };
    reader.read(source, notation)?;
    let (skipped, _) = std::mem::take(&mut reader.refused).finish(reader.names > 0)?;
    if let Some(old) = old {
        reader.keys.copy(&old, &mut out)?;
    }
    out.finish()?;
    let mut dataset = finish(staged, naming, folder, reporter)?;
    dataset.skipped = skipped.iter().take(SHOWN).map(shown).collect();
    Ok(dataset)
}

/// Rebuilds the files from the same source.
pub(super) fn again(old: &Dataset, folder: &VocabularyFiles, naming: Naming) -> Result<Dataset> {
    let Some(files) = &old.files else { return Ok(naming.dataset()) };
    let source = folder.source(files)?;
    let staged = folder.begin(source.len())?;
    let mut out = Writer::create(&staged.file(SOURCE), staged.number())?;
    source.each(|record| out.copy(&record))?;
    out.finish()?;
    let mut watch = |_| Ok(());
    let mut reporter = Reporter::new(&mut watch, Progress::default());
    let skipped = old.skipped.clone();
    finish(staged, naming, folder, &mut reporter).map(|made| Dataset { skipped, ..made })
}

/// The statements of a source. Reading them reports the progress.
struct Reported<'s, 'r, 'w> {
    spool: &'s SourceLog,
    reporter: RefCell<&'s mut Reporter<'r, 'w>>,
}

impl Statements for Reported<'_, '_, '_> {
    fn each(&self, take: &mut dyn FnMut(&Triple) -> Result<()>) -> Result<()> {
        Statements::each(self.spool, &mut |triple| {
            self.reporter.borrow_mut().step()?;
            take(triple)
        })
    }
}

fn finish(
    staged: StagedDir,
    naming: Naming,
    folder: &VocabularyFiles,
    reporter: &mut Reporter<'_, '_>,
) -> Result<Dataset> {
    let spool = SourceLog::open(&staged.file(SOURCE))?;
    let (mut classes, mut examples) = (Classes::default(), Examples::default());
    spool.each(|record| {
        reporter.step()?;
        if let Record::Triple(fields) = record {
            classes.add(&fields);
            let [subject, predicate, text, _] = fields.0;
            examples.add(subject, predicate, text);
        }
        Ok(())
    })?;
    let mut builder =
        Dictionary::builder().with_case(naming.case).with_never_alone(&naming.never_alone);
    let mut counts = [0, 0];
    for pass in 0..1 + usize::from(naming.plurals) {
        spool.each(|record| {
            reporter.step()?;
            let Record::Name(name) = record else { return Ok(()) };
            let above = classes.all(name.uri, name.classes);
            let entry = name.entry(naming.language.as_deref(), &above);
            let weight = name.weight * examples.factor(name.uri, name.label);
            let entry = entry.weighing(weight.min(f64::MAX));
            let entry = match name.is_term && naming.case == LabelCase::Auto {
                true => entry.in_case(LabelCase::Term),
                false => entry,
            };
            if pass == 0 {
                return builder.add(&entry).map(drop);
            }
            let mut entry = entry;
            entry.weight *= PLURAL;
            for plural in plurals(entry.label, entry.language) {
                // A plural that is too long is skipped silently.
                let mut named = entry;
                named.label = &plural;
                let _ = builder.add(&named);
            }
            Ok(())
        })?;
        if pass == 0 {
            counts = builder.counts()?;
        }
    }
    let names = builder.build_watched(&mut |_| reporter.report())?;
    names.save(staged.file(NAMES))?;
    let common = [names.common_entries(), names.never_alone_entries()];
    let mut rivals = HashSet::new();
    names.each_shared(|iri| {
        rivals.insert(key(&[iri]));
        reporter.step()
    })?;
    drop(names);
    if !rivals.is_empty() {
        let statements = Reported { spool: &spool, reporter: RefCell::new(reporter) };
        let is_rival = |iri: &str| rivals.contains(&key(&[iri]));
        let report = || statements.reporter.borrow_mut().report();
        let models = folder.models()?;
        let context = EntityIndex::build_watched(&statements, &is_rival, &models, &report)?;
        context.save(staged.file(CONTEXT))?;
    }
    let (files, pending) = folder.put(staged)?;
    let files = Some(files);
    let [entities, labels] = counts;
    let [common_labels, never_alone_labels] = common.map(|count| count as u64);
    let dataset = naming.dataset();
    Ok(Dataset { entities, labels, common_labels, never_alone_labels, files, pending, ..dataset })
}
