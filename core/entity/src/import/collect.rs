//! The facts of an import, and the entries that they result in.

use super::facts::{Fact, FactFile, Position, Resumed};
use super::options::Wanted;
use super::report::{ImportReport, SkipReason};
use crate::dictionary::{DictionaryBuilder, Entry, IriPool};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::progress::{Progress, Reporter, Watch};
use glossweave_base::text::Language;
use glossweave_base::text::iri::is_iri;
use glossweave_base::words::Pool;

/// The maximum number of redirects that are followed one after the other.
const REDIRECTS: usize = 8;
/// The maximum number of entities that a name leads to.
const TARGETS: usize = 64;
/// The maximum number of classes of an entity.
const CLASSES: usize = 64;
/// The maximum length of a name in bytes, as a dictionary has it.
const LABEL: usize = 4096;
/// The number of lines between two reports.
const LINES: u32 = 1 << 10;

/// A collector of the facts of all files.
pub(super) struct Collector<'c, 'w> {
    pub wanted: &'c Wanted,
    pub state: State,
    facts: FactFile,
    report: ImportReport,
    /// The name of the current file, and the position of the record that is read.
    pub source: String,
    pub at: Position,
    watch: &'c mut Watch<'w>,
    progress: Progress,
    since: u32,
}

/// The values in memory that join the facts.
#[derive(Default)]
pub(super) struct State {
    subjects: IriPool,
    weights: Vec<f32>,
    /// For each subject the number of a reason plus one, if it is no entity.
    dropped: Vec<u8>,
    classes: Pool,
    class_of: Vec<(u32, u32)>,
    leads: Vec<(u32, u32, f32)>,
    has_label: Vec<bool>,
    /// For each subject if it is a blank node, which carries names to what leads to it and is no entity.
    is_blank: Vec<bool>,
    /// For each subject where its classes begin, and where its leads do, once they are sorted.
    class_starts: Vec<u32>,
    lead_starts: Vec<u32>,
}

/// Returns for each subject the index of its first item among sorted ones, and the end.
fn starts(subjects: usize, items: impl ExactSizeIterator<Item = u32>) -> Vec<u32> {
    let end = items.len() as u32;
    if end == 0 {
        return Vec::new();
    }
    let mut starts = Vec::with_capacity(subjects + 1);
    for (index, subject) in items.enumerate() {
        while starts.len() <= subject as usize {
            starts.push(index as u32);
        }
    }
    starts.resize(subjects + 1, end);
    starts
}

/// Returns the items of a subject.
fn items<'i, T>(all: &'i [T], starts: &[u32], subject: u32) -> &'i [T] {
    match starts.get(subject as usize..).unwrap_or_default() {
        [start, end, ..] => all.get(*start as usize..*end as usize).unwrap_or_default(),
        _ => &[],
    }
}

/// An entity that names of a subject lead to.
struct Target {
    subject: u32,
    /// The number of its list of classes in the dictionary.
    classes: u32,
    weight: f32,
}

impl State {
    fn apply(&mut self, fact: &Fact<'_>) -> Result<()> {
        match *fact {
            Fact::Subject(iri) => {
                let space = self.subjects.has_space(iri.len()) && self.classes.has_space(LABEL);
                if !space {
                    return Err(Error::new(ErrorKind::TooLarge, "more than 4 GB of IRIs"));
                }
                self.subjects.intern(iri);
                self.weights.push(0.0);
                self.dropped.push(0);
                self.has_label.push(false);
                self.is_blank.push(iri.starts_with("_:"));
            }
            Fact::Label { subject, .. } => {
                if let Some(has_label) = self.has_label.get_mut(subject as usize) {
                    *has_label = true;
                }
            }
            Fact::Class { subject, class } => {
                self.class_of.push((subject, self.classes.intern(class.as_bytes())));
            }
            Fact::Weight { subject, weight } => {
                if let Some(sum) = self.weights.get_mut(subject as usize) {
                    *sum += weight as f32;
                }
            }
            Fact::Lead { from, to, share } => self.leads.push((from, to, share)),
            Fact::Drop { subject, reason } => {
                if let Some(dropped) = self.dropped.get_mut(subject as usize) {
                    *dropped = reason + 1;
                }
            }
        }
        Ok(())
    }

    /// Returns the number of a subject, if there is one with this IRI.
    fn number(&mut self, iri: &str) -> (u32, bool) {
        let known = self.subjects.len();
        let number = self.subjects.intern(iri);
        (number, self.subjects.len() == known)
    }

    /// Sorts what belongs to subjects. Returns `ErrorKind::TooLarge` if there is too much of it.
    fn sort(&mut self) -> Result<()> {
        self.class_of.sort_unstable();
        self.class_of.dedup();
        self.leads.sort_unstable_by_key(|(from, to, _)| (*from, *to));
        if self.class_of.len().max(self.leads.len()) >= u32::MAX as usize {
            return Err(Error::new(
                ErrorKind::TooLarge,
                "more than 4 billion classes or redirects",
            ));
        }
        let subjects = self.weights.len();
        self.class_starts = starts(subjects, self.class_of.iter().map(|(subject, _)| *subject));
        self.lead_starts = starts(subjects, self.leads.iter().map(|(from, ..)| *from));
        Ok(())
    }

    fn classes_of(&self, subject: u32) -> &[(u32, u32)] {
        items(&self.class_of, &self.class_starts, subject)
    }

    fn leads_of(&self, subject: u32) -> &[(u32, u32, f32)] {
        items(&self.leads, &self.lead_starts, subject)
    }

    fn target(
        &self,
        (subject, share): (u32, f32),
        lists: &mut ClassLists,
        builder: &mut DictionaryBuilder,
    ) -> Target {
        let classes = lists.number(self.classes_of(subject), &self.classes, builder);
        Target { subject, classes, weight: (self.weights[subject as usize] + 1.0) * share }
    }

    /// Puts the entities that a name of a subject leads to into `targets`, each with its share.
    fn targets(&self, subject: u32, targets: &mut Vec<(u32, f32)>) {
        targets.clear();
        if self.leads_of(subject).is_empty() {
            targets.push((subject, 1.0));
            return;
        }
        let mut near = vec![(subject, 1.0f32)];
        for _ in 0..REDIRECTS {
            let mut next: Vec<(u32, f32)> = Vec::new();
            for (one, share) in near.drain(..) {
                let leads = self.leads_of(one);
                if leads.is_empty() && !targets.iter().any(|(known, _)| *known == one) {
                    targets.push((one, share));
                }
                next.extend(leads.iter().map(|(_, to, more)| (*to, share * more)));
                if next.len() + targets.len() > TARGETS {
                    next.truncate(TARGETS.saturating_sub(targets.len()));
                    break;
                }
            }
            near = next;
        }
        targets.truncate(TARGETS);
    }
}

/// The numbers of lists of classes in a dictionary.
#[derive(Default)]
struct ClassLists {
    /// For each class the number of the list of it alone, plus one.
    single: Vec<u32>,
    joined: String,
}

impl ClassLists {
    fn number(
        &mut self,
        classes: &[(u32, u32)],
        names: &Pool,
        builder: &mut DictionaryBuilder,
    ) -> u32 {
        self.single.resize(names.len(), 0);
        if let [(_, class)] = classes
            && let Some(number) = self.single[*class as usize].checked_sub(1)
        {
            return number;
        }
        self.joined.clear();
        for (_, class) in classes.iter().take(CLASSES) {
            self.joined.push_str(if self.joined.is_empty() { "" } else { " " });
            self.joined.push_str(&String::from_utf8_lossy(names.item(*class)));
        }
        let number = builder.classes(&self.joined);
        if let [(_, class)] = classes {
            self.single[*class as usize] = number + 1;
        }
        number
    }
}

impl<'c, 'w> Collector<'c, 'w> {
    /// Creates a collector, with the facts of a journal if there is one of the same import.
    pub fn open(
        wanted: &'c Wanted,
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
        Ok(Collector { wanted, state, facts, report, source, at, watch, progress, since: 0 })
    }

    /// Returns the number of a subject. Counts an identifier that is no IRI, and returns `None` for it.
    pub fn subject(&mut self, iri: &str) -> Result<Option<u32>> {
        // Blank nodes carry names to what leads to them, and are no entities.
        if !is_iri(iri) && !iri.starts_with("_:") || iri.len() > LABEL {
            self.skip(SkipReason::Iri);
            return Ok(None);
        }
        if !self.state.subjects.has_space(iri.len()) {
            return Err(Error::new(ErrorKind::TooLarge, "more than 4 GB of IRIs"));
        }
        let (number, is_known) = self.state.number(iri);
        if !is_known {
            self.add(&Fact::Subject(iri))?;
        }
        Ok(Some(number))
    }

    /// Returns the number of a subject that was named before.
    pub fn known(&mut self, iri: &str) -> Option<u32> {
        self.state.subjects.find(iri)
    }

    /// Adds a name if its language is wanted. Counts one that is not, or is no name.
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
            if !self.wanted.language(language) {
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

    /// Adds a class of a subject, if it is an IRI.
    pub fn class(&mut self, subject: u32, class: &str) -> Result<()> {
        if !is_iri(class) || class.len() > LABEL {
            self.skip(SkipReason::Iri);
            return Ok(());
        }
        self.add(&Fact::Class { subject, class })
    }

    /// Adds a fact.
    pub fn add(&mut self, fact: &Fact<'_>) -> Result<()> {
        self.state.apply(fact)?;
        self.facts.add(fact);
        Ok(())
    }

    /// States that a subject is no entity.
    pub fn drop_subject(&mut self, subject: u32, reason: SkipReason) -> Result<()> {
        self.add(&Fact::Drop { subject, reason: reason as u8 })
    }

    /// Counts a part of the current record that is left out.
    pub fn skip(&mut self, reason: SkipReason) {
        let (source, line) = (&self.source, self.at.line);
        self.report.skip(reason, &mut || format!("{source}:{line}"));
    }

    /// Notes that all records up to a position were read. `done` is the number of bytes of all files before it.
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

    /// Returns the entries of all facts.
    pub fn finish(mut self) -> Result<(DictionaryBuilder, ImportReport)> {
        self.facts.checkpoint(self.at, &self.report)?;
        let Collector { wanted, mut state, mut facts, mut report, watch, progress, .. } = self;
        let progress = Progress { done: progress.total, ..progress };
        let mut reporter = Reporter::new(watch, progress);
        reporter.report()?;
        state.sort()?;
        let mut builder = wanted.builder()?.with_iris(std::mem::take(&mut state.subjects));
        let wanted_classes: Vec<bool> = (0..state.classes.len() as u32)
            .map(|class| wanted.class(&String::from_utf8_lossy(state.classes.item(class))))
            .collect();
        let fits = |subject: u32| {
            let mut classes = state.classes_of(subject).iter();
            !wanted.has_classes() || classes.any(|(_, class)| wanted_classes[*class as usize])
        };
        builder.has_read(progress.total);
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
                found
                    .extend(targets.iter().map(|one| state.target(*one, &mut lists, &mut builder)));
            }
            for target in &found {
                let mut entry = Entry::new("", text).weighing(f64::from(target.weight * share));
                entry.language = Some(language).filter(|tag| !tag.is_empty());
                match builder.add_numbered([target.subject, target.classes], &entry) {
                    Ok(()) => {
                        report.names += 1;
                        is_named[target.subject as usize] = true;
                    }
                    Err(error) if error.parameter().is_some() => {
                        report.skip(SkipReason::Label, &mut || builder.iri(target.subject));
                    }
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        })?;
        for subject in 0..state.weights.len() as u32 {
            let place = &mut || builder.iri(subject);
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
        Ok((builder, report))
    }
}
