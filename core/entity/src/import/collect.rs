//! The collector of an import, which converts facts to entries.

use super::facts::{Fact, FactFile, Position, Resumed};
use super::options::Wanted;
use super::report::{ImportReport, SkipReason};
use super::state::{ClassLists, EntrySink, LABEL, State};
use glossweave_base::error::Result;
use glossweave_base::progress::{Progress, Reporter, Watch};
use glossweave_base::text::Language;
use glossweave_base::text::iri::is_iri;
use glossweave_dictionary::{Entry, IriPool};

/// The number of lines between two progress reports.
const LINES: u32 = 1 << 10;

/// A collector for the facts of all files.
pub(super) struct Collector<'c, 'w> {
    pub options: &'c Wanted,
    pub state: State,
    facts: FactFile,
    report: ImportReport,
    /// The name of the current file, and the position of the current record.
    pub source: String,
    pub at: Position,
    watch: &'c mut Watch<'w>,
    progress: Progress,
    since: u32,
}

impl<'c, 'w> Collector<'c, 'w> {
    /// Creates a collector. When there is a journal of the same import, its facts are used.
    pub fn open(
        options: &'c Wanted,
        journal: (Option<&std::path::Path>, u64),
        watch: &'c mut Watch<'w>,
        total: u64,
    ) -> Result<Collector<'c, 'w>> {
        let (path, fingerprint) = journal;
        let mut state = State::default();
        let resumed = match path {
            Some(path) => FactFile::resume(path, fingerprint, &mut |fact| state.apply(fact))?,
            None => None,
        };
        let (facts, at, report) = match resumed {
            Some((facts, Resumed { position, report })) => (facts, position, report),
            None => {
                state = State::default();
                let facts = FactFile::create(path, fingerprint)?;
                (facts, Position::default(), ImportReport::default())
            }
        };
        let progress = Progress { done: 0, total, records: at.records };
        let source = String::new();
        Ok(Collector { options, state, facts, report, source, at, watch, progress, since: 0 })
    }

    /// Returns the number of a subject. Returns `None` if the identifier is not an IRI, which is counted as
    /// skipped.
    pub fn subject(&mut self, iri: &str) -> Result<Option<u32>> {
        // Blank nodes are accepted because other subjects refer to their names, but they are not
        // entities.
        if !is_iri(iri) && !iri.starts_with("_:") || iri.len() > LABEL {
            self.skip(SkipReason::Iri);
            return Ok(None);
        }
        let (number, is_new) = self.state.subject(iri)?;
        if is_new {
            self.facts.add(&Fact::Subject(iri));
        }
        Ok(Some(number))
    }

    /// Returns the number of a subject that was already added.
    pub fn known(&mut self, iri: &str) -> Option<u32> {
        self.state.subjects.find(iri)
    }

    /// Adds a name if its language is imported. Otherwise, or if the name is not valid, it is
    /// counted as skipped.
    pub fn label(
        &mut self,
        subject: u32,
        text: &str,
        language: Option<&str>,
        share: f32,
    ) -> Result<bool> {
        let text = text.trim();
        if text.is_empty() || text.len() > LABEL {
            self.skip(SkipReason::Label);
            return Ok(false);
        }
        let language = language.unwrap_or_default();
        if !language.is_empty() {
            if !self.options.language(language) {
                self.skip(SkipReason::Language);
                return Ok(false);
            }
            if Language::parse(language).is_none() {
                self.skip(SkipReason::LanguageTag);
                return Ok(false);
            }
        }
        self.add(&Fact::Label { subject, text, language, share })?;
        Ok(true)
    }

    /// Adds a class of a subject. Classes that are not IRIs are counted as skipped.
    pub fn class(&mut self, subject: u32, class: &str) -> Result<()> {
        if !is_iri(class) || class.len() > LABEL {
            self.skip(SkipReason::Iri);
            return Ok(());
        }
        self.add(&Fact::Class { subject, class })
    }

    /// Adds a description of a subject, if descriptions and its language are imported.
    pub fn describe(&mut self, subject: u32, text: &str, language: Option<&str>) -> Result<()> {
        let is_wanted = language.is_none_or(|tag| self.options.language(tag));
        match text.trim() {
            "" => Ok(()),
            text if self.options.has_descriptions && is_wanted => {
                self.add(&Fact::Description { subject, text })
            }
            _ => Ok(()),
        }
    }

    pub fn add(&mut self, fact: &Fact<'_>) -> Result<()> {
        self.state.apply(fact)?;
        self.facts.add(fact);
        Ok(())
    }

    /// Marks a subject as not being an entity.
    pub fn drop_subject(&mut self, subject: u32, reason: SkipReason) -> Result<()> {
        self.add(&Fact::Drop { subject, reason: reason as u8 })
    }

    /// Counts a skipped part of the current record.
    pub fn skip(&mut self, reason: SkipReason) {
        let (source, line) = (&self.source, self.at.line);
        self.report.skip(reason, &mut || format!("{source}:{line}"));
    }

    /// Records that all records up to a position were read. `done` is the number of bytes of all files before
    /// this position.
    pub fn passed(&mut self, position: Position, done: u64) -> Result<()> {
        self.at = position;
        self.since += 1;
        if self.facts.is_due() {
            self.facts.checkpoint(position, &self.report)?;
        }
        if self.since >= LINES {
            self.since = 0;
            self.progress = Progress { done, records: position.records, ..self.progress };
            if let Err(error) = (self.watch)(self.progress) {
                self.facts.checkpoint(position, &self.report)?;
                return Err(error);
            }
        }
        Ok(())
    }

    /// Passes the entries of all facts to the sink that `open` creates.
    pub fn finish<S: EntrySink>(
        mut self,
        open: impl FnOnce(&Wanted, IriPool) -> Result<S>,
    ) -> Result<(S, ImportReport)> {
        self.facts.checkpoint(self.at, &self.report)?;
        let Collector { options, mut state, mut facts, mut report, watch, progress, .. } = self;
        let progress = Progress { done: progress.total, ..progress };
        let mut reporter = Reporter::new(watch, progress);
        reporter.report()?;
        state.sort()?;
        if state.descriptions.lacks_names() {
            facts.each(&mut |fact| match *fact {
                Fact::Label { subject, text, .. } => state.descriptions.name(subject, text),
                _ => Ok(()),
            })?;
        }
        let mut out = open(options, std::mem::take(&mut state.subjects))?;
        let wanted_classes: Vec<bool> = (0..state.classes.len() as u32)
            .map(|class| options.class(&String::from_utf8_lossy(state.classes.item(class))))
            .collect();
        let fits = |subject: u32| {
            let mut classes = state.classes_of(subject).iter();
            !options.has_classes() || classes.any(|(_, class)| wanted_classes[*class as usize])
        };
        let mut is_named = vec![false; state.weights.len()];
        let mut lists = ClassLists::default();
        let (mut last, mut targets, mut found) = (None, Vec::new(), Vec::new());
        facts.each(&mut |fact| {
            reporter.step()?;
            let Fact::Label { subject, text, language, share } = *fact else { return Ok(()) };
            if last != Some(subject) {
                last = Some(subject);
                state.targets(subject, &mut targets);
                targets.retain(|(target, _)| {
                    let number = *target as usize;
                    state.dropped[number] == 0 && !state.is_blank[number] && fits(*target)
                });
                found.clear();
                found.extend(
                    targets.iter().map(|target| state.target(*target, &mut lists, &mut out)),
                );
            }
            for target in &found {
                let mut entry = Entry::new("", text).weighing(f64::from(target.weight * share));
                entry.language = Some(language).filter(|tag| !tag.is_empty());
                match out.add([target.subject, target.classes], &entry, &state) {
                    Ok(()) => {
                        report.names += 1;
                        is_named[target.subject as usize] = true;
                    }
                    Err(error) if error.parameter().is_some() => {
                        report.skip(SkipReason::Label, &mut || out.iri(target.subject));
                    }
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        })?;
        for subject in 0..state.weights.len() as u32 {
            let place = &mut || out.iri(subject);
            let number = subject as usize;
            if is_named[number] {
                report.entities += 1;
            } else if !state.leads_of(subject).is_empty() {
                state.targets(subject, &mut targets);
                if targets.is_empty() {
                    report.skip(SkipReason::Redirect, place);
                }
            } else if let Some(reason) = state.dropped[number].checked_sub(1) {
                let reason = SkipReason::ALL.get(usize::from(reason)).copied();
                report.skip(reason.unwrap_or(SkipReason::Page), place);
            } else if state.is_blank[number] {
                continue;
            } else if state.has_label[number] && !fits(subject) {
                report.skip(SkipReason::Class, place);
            } else if !state.has_label[number] && !state.classes_of(subject).is_empty() {
                report.skip(SkipReason::NoName, place);
            }
        }
        facts.remove();
        Ok((out, report))
    }
}
