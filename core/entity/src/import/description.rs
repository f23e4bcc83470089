//! Descriptions of entities, and the regions that contain them, which are used to disambiguate entities that
//! share a name.

use std::collections::HashMap;

use super::by_subject::{items, starts};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::words::Pool;

/// The maximum total length of the descriptions of an entity, in bytes. Longer descriptions are
/// truncated.
const LONGEST: usize = 4096;
/// The maximum number of regions around a location.
const REGIONS: usize = 8;

/// The descriptions of all subjects, which are kept in memory.
#[derive(Default)]
pub(super) struct Descriptions {
    texts: Pool,
    /// The subjects, each with the number of a text.
    of_subjects: Vec<(u32, u32)>,
    starts: Vec<u32>,
    /// The codes of countries and their divisions, joined by full stops.
    codes: Pool,
    /// For each subject, the number of its region codes plus one.
    codes_of: Vec<u32>,
    /// The subject that represents the region with given codes.
    regions: HashMap<u32, u32>,
    /// For each subject, the subject that contains it, if specified.
    around: HashMap<u32, u32>,
    /// The name of each subject that may contain other subjects. `None` until the name is known.
    names: HashMap<u32, Option<u32>>,
}

impl Descriptions {
    /// Adds a description of a subject.
    pub fn add(&mut self, subject: u32, text: &str) -> Result<()> {
        let text = self.text(text)?;
        self.of_subjects.push((subject, text));
        Ok(())
    }

    /// Sets the codes of the region of a subject. If `is_region` is set, the subject is this
    /// region.
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

    /// Sets the subject that contains another subject.
    pub fn within(&mut self, subject: u32, around: u32) {
        self.around.entry(subject).or_insert(around);
        self.names.entry(around).or_default();
    }

    /// Returns `true` if the name of a region was read before the statement that it is a region.
    pub fn lacks_names(&self) -> bool {
        self.names.values().any(Option::is_none)
    }

    /// Adds a name of a subject. The first name is used for regions.
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

    /// Sorts the data by subject.
    pub fn sort(&mut self, subjects: usize) {
        // The stable sort keeps the order of the texts of each subject.
        self.of_subjects.sort_by_key(|(subject, _)| *subject);
        self.starts = starts(subjects, self.of_subjects.iter().map(|(subject, _)| *subject));
    }

    /// Returns the description of a subject: its texts, and the names of the regions around it, the smallest
    /// first.
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

    /// Returns the smallest region around a subject, which is found by removing codes from the end of its
    /// codes. A region does not contain itself.
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
