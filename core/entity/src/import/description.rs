//! Texts about entities, which help to distinguish those of one name: descriptions, and the regions of places.

use std::collections::HashMap;

use super::by_subject::{items, starts};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::words::Pool;

/// The maximum length of the descriptions of an entity in bytes; what is longer is cut off.
const LONGEST: usize = 4096;
/// The maximum number of regions of a place.
const REGIONS: usize = 8;

/// The texts about all subjects. They are in memory.
#[derive(Default)]
pub(super) struct Descriptions {
    texts: Pool,
    /// Subjects, each with the number of a text.
    of_subjects: Vec<(u32, u32)>,
    starts: Vec<u32>,
    /// The codes of a country and of its parts, joined by full stops.
    codes: Pool,
    /// For each subject the number of the codes of its region plus one.
    codes_of: Vec<u32>,
    /// The subject that is the region with these codes.
    regions: HashMap<u32, u32>,
    /// The subject around another one, where it is stated.
    around: HashMap<u32, u32>,
    /// The name of each subject that may be around others, once it is known.
    names: HashMap<u32, Option<u32>>,
}

impl Descriptions {
    /// Adds a text about a subject.
    pub fn add(&mut self, subject: u32, text: &str) -> Result<()> {
        let text = self.text(text)?;
        self.of_subjects.push((subject, text));
        Ok(())
    }

    /// States the codes of the region of a subject, which may be that region itself.
    pub fn region(&mut self, subject: u32, codes: &str, is_region: bool) -> Result<()> {
        if !self.codes.has_space(codes.len()) {
            return Err(too_large());
        }
        let codes = self.codes.intern(codes.as_bytes());
        if self.codes_of.len() <= subject as usize {
            self.codes_of.resize(subject as usize + 1, 0);
        }
        self.codes_of[subject as usize] = codes + 1;
        if is_region {
            self.regions.entry(codes).or_insert(subject);
            self.names.entry(subject).or_default();
        }
        Ok(())
    }

    /// States that a subject is within another one.
    pub fn within(&mut self, subject: u32, around: u32) {
        self.around.entry(subject).or_insert(around);
        self.names.entry(around).or_default();
    }

    /// Returns `true` if a name of a region has come before what says that it is one.
    pub fn lacks_names(&self) -> bool {
        self.names.values().any(Option::is_none)
    }

    /// Takes a name of a subject: the first one stands for a region.
    pub fn name(&mut self, subject: u32, name: &str) -> Result<()> {
        if self.names.get(&subject) == Some(&None) {
            let name = self.text(name)?;
            self.names.insert(subject, Some(name));
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<u32> {
        if !self.texts.has_space(text.len()) {
            return Err(too_large());
        }
        Ok(self.texts.intern(text.as_bytes()))
    }

    /// Sorts what belongs to subjects.
    pub fn sort(&mut self, subjects: usize) {
        // Those of a subject stay in their order.
        self.of_subjects.sort_by_key(|(subject, _)| *subject);
        self.starts = starts(subjects, self.of_subjects.iter().map(|(subject, _)| *subject));
    }

    /// Returns what is known of a subject: its descriptions, and the names of the regions around it, the smallest first.
    pub fn of(&self, subject: u32) -> String {
        let described = items(&self.of_subjects, &self.starts, subject).iter();
        let mut all: Vec<&[u8]> = described.map(|(_, text)| self.texts.item(*text)).collect();
        let regions = self.regions_of(subject);
        let names = regions.iter().filter_map(|region| self.names.get(region).copied().flatten());
        let names: Vec<&[u8]> = names.map(|name| self.texts.item(name)).collect();
        let names = names.join(&b", "[..]);
        if !names.is_empty() {
            all.push(&names);
        }
        let mut text = String::from_utf8_lossy(&all.join(&b"; "[..])).into_owned();
        if let Some((end, _)) =
            text.char_indices().find(|(at, char)| at + char.len_utf8() > LONGEST)
        {
            text.truncate(end);
        }
        text
    }

    fn regions_of(&self, subject: u32) -> Vec<u32> {
        let mut regions = Vec::new();
        let mut last = subject;
        while regions.len() < REGIONS {
            let Some(next) = self.around.get(&last).copied().or_else(|| self.region_around(last))
            else {
                break;
            };
            if next == subject || regions.contains(&next) {
                break;
            }
            regions.push(next);
            last = next;
        }
        regions
    }

    /// Returns the smallest region with the codes of a subject, or with the first of them, that is another one.
    fn region_around(&self, subject: u32) -> Option<u32> {
        let codes = self.codes_of.get(subject as usize)?.checked_sub(1)?;
        let mut codes = self.codes.item(codes);
        loop {
            let region = self.codes.find(codes).and_then(|codes| self.regions.get(&codes));
            if let Some(region) = region.filter(|region| **region != subject) {
                return Some(*region);
            }
            codes = &codes[..codes.iter().rposition(|byte| *byte == b'.')?];
        }
    }
}

fn too_large() -> Error {
    Error::new(ErrorKind::TooLarge, "more than 4 GB of descriptions")
}
