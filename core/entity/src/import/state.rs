//! The in-memory state of an import, which joins its facts.

use super::by_subject::{items, starts};
use super::description::Descriptions;
use super::facts::Fact;
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::words::Pool;
use glossweave_dictionary::{DictionaryBuilder, DictionaryBuilderExt, Entry, IriPool};

/// The maximum length of a name in bytes, which is the limit of dictionaries.
pub(super) const LABEL: usize = 4096;
/// The maximum number of consecutive redirects that are followed.
const REDIRECTS: usize = 8;
/// The maximum number of entities to which a name can lead.
const TARGETS: usize = 64;
/// The maximum number of classes of an entity.
const CLASSES: usize = 64;

/// A sink for the entries of an import.
pub(super) trait EntrySink {
    /// Returns the number of a list of classes, which are separated by spaces.
    fn classes(&mut self, joined: &str) -> u32;

    /// Adds an entry with the numbers of its IRI and its class list. Returns an error with a parameter if the
    /// entry is not valid in a dictionary.
    fn add(&mut self, numbers: [u32; 2], entry: &Entry<'_>, state: &State) -> Result<()>;

    /// Returns the IRI with the given number.
    fn iri(&self, number: u32) -> String;
}

impl EntrySink for DictionaryBuilder {
    fn classes(&mut self, joined: &str) -> u32 {
        DictionaryBuilderExt::classes(self, joined)
    }

    fn add(&mut self, numbers: [u32; 2], entry: &Entry<'_>, _: &State) -> Result<()> {
        self.add_numbered(numbers, entry)
    }

    fn iri(&self, number: u32) -> String {
        DictionaryBuilderExt::iri(self, number)
    }
}

/// The in-memory state that joins the facts.
#[derive(Default)]
pub(super) struct State {
    pub subjects: IriPool,
    pub weights: Vec<f32>,
    /// For each subject that is not an entity, the number of the reason plus one. 0 for entities.
    pub dropped: Vec<u8>,
    pub classes: Pool,
    class_of: Vec<(u32, u32)>,
    leads: Vec<(u32, u32, f32)>,
    pub has_label: Vec<bool>,
    /// For each subject, `true` if it is a blank node. Other subjects refer to the names of a blank node,
    /// but it is not an entity.
    pub is_blank: Vec<bool>,
    pub descriptions: Descriptions,
    /// For each subject, the start of its classes and the start of its leads. Set after sorting.
    class_starts: Vec<u32>,
    lead_starts: Vec<u32>,
}

/// An entity to which the names of a subject lead.
pub(super) struct Target {
    pub subject: u32,
    /// The number of its class list in the sink.
    pub classes: u32,
    pub weight: f32,
}

impl State {
    pub fn apply(&mut self, fact: &Fact<'_>) -> Result<()> {
        match *fact {
            Fact::Subject(iri) => {
                self.subject(iri)?;
            }
            Fact::Label { subject, text, .. } => {
                self.descriptions.name(subject, text)?;
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
            Fact::Description { subject, text } => self.descriptions.add(subject, text)?,
            Fact::Region { subject, codes, is_region } => {
                self.descriptions.region(subject, codes, is_region)?;
            }
            Fact::Within { subject, around } => self.descriptions.within(subject, around),
        }
        Ok(())
    }

    /// Returns the number of the subject with an IRI, and `true` if it was added. Returns
    /// `ErrorKind::TooLarge` if there is no space for it.
    pub fn subject(&mut self, iri: &str) -> Result<(u32, bool)> {
        if !self.subjects.has_space(iri.len()) || !self.classes.has_space(LABEL) {
            return Err(Error::new(ErrorKind::TooLarge, "more than 4 GB of IRIs"));
        }
        let number = self.subjects.intern(iri);
        let is_new = number as usize == self.weights.len();
        if is_new {
            self.weights.push(0.0);
            self.dropped.push(0);
            self.has_label.push(false);
            self.is_blank.push(iri.starts_with("_:"));
        }
        Ok((number, is_new))
    }

    /// Sorts the data by subject. Returns `ErrorKind::TooLarge` if there is too much data.
    pub fn sort(&mut self) -> Result<()> {
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
        self.descriptions.sort(subjects);
        self.class_starts = starts(subjects, self.class_of.iter().map(|(subject, _)| *subject));
        self.lead_starts = starts(subjects, self.leads.iter().map(|(from, ..)| *from));
        Ok(())
    }

    pub fn classes_of(&self, subject: u32) -> &[(u32, u32)] {
        items(&self.class_of, &self.class_starts, subject)
    }

    pub fn leads_of(&self, subject: u32) -> &[(u32, u32, f32)] {
        items(&self.leads, &self.lead_starts, subject)
    }

    pub fn target(
        &self,
        (subject, share): (u32, f32),
        lists: &mut ClassLists,
        out: &mut dyn EntrySink,
    ) -> Target {
        let classes = lists.number(self.classes_of(subject), &self.classes, out);
        Target { subject, classes, weight: (self.weights[subject as usize] + 1.0) * share }
    }

    /// Stores the entities to which the names of a subject lead in `targets`, each with its share.
    /// Redirects are followed breadth-first.
    pub fn targets(&self, subject: u32, targets: &mut Vec<(u32, f32)>) {
        targets.clear();
        if self.leads_of(subject).is_empty() {
            targets.push((subject, 1.0));
            return;
        }
        let mut near = vec![(subject, 1.0f32)];
        for _ in 0..REDIRECTS {
            let mut next: Vec<(u32, f32)> = Vec::new();
            for (item, share) in near.drain(..) {
                let leads = self.leads_of(item);
                if leads.is_empty() && !targets.iter().any(|(known, _)| *known == item) {
                    targets.push((item, share));
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

/// A cache of the numbers of class lists in the sink.
#[derive(Default)]
pub(super) struct ClassLists {
    /// For each class, the number of the list that contains only this class, plus one.
    single: Vec<u32>,
    joined: String,
}

impl ClassLists {
    pub fn number(&mut self, classes: &[(u32, u32)], names: &Pool, out: &mut dyn EntrySink) -> u32 {
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
        let number = out.classes(&self.joined);
        if let [(_, class)] = classes {
            self.single[*class as usize] = number + 1;
        }
        number
    }
}
