//! A compact pool of distinct IRIs.

use std::collections::HashMap;
use std::fmt::Write;

use glossweave_base::words::{Pool, hash};

/// The maximum number of forms. A form is the text around the number of an IRI.
const FORMS: usize = 60;
/// The maximum number of digits of a number.
const DIGITS: usize = 17;
/// The number of bits of a key that contain the number. The higher bits contain the form.
const NUMBER: u32 = 58;
/// The form of an IRI that has no number. Its key contains its position in the text pool.
const NO_FORM: u64 = 63;
/// The mask of the key bits that are not hashed. Keys that differ only in these bits are close together in
/// the table, because the entities of a source often have similar numbers.
const NEAR: u64 = 15;

/// A pool of distinct IRIs, numbered in the order in which they were added.
///
/// Most vocabularies use numbered entities, for example `http://www.wikidata.org/entity/Q42`. For these
/// entities, the pool only stores the number and the index of the surrounding text.
#[derive(Default)]
pub struct IriPool {
    keys: Vec<u64>,
    /// A hash table of IRI numbers plus one. 0 is a free slot. The table is at most half full.
    table: Vec<u32>,
    /// The forms: the text before and after a number.
    forms: Vec<(String, String)>,
    form_numbers: HashMap<u64, usize>,
    /// The IRIs that have no form.
    texts: Pool,
}

impl IriPool {
    /// Returns `true` if another IRI of `length` bytes fits into the pool.
    pub fn has_space(&self, length: usize) -> bool {
        self.texts.has_space(length) && self.keys.len() < (1 << 31) - 2
    }

    /// Returns the number of an IRI. Adds the IRI when it is new.
    pub fn intern(&mut self, iri: &str) -> u32 {
        if self.table.len() < self.keys.len() * 2 + 2 {
            self.grow();
        }
        let numbered = self.numbered(iri);
        let key = numbered
            .unwrap_or_else(|| NO_FORM << NUMBER | u64::from(self.texts.intern(iri.as_bytes())));
        match slot(&self.table, &self.keys, key) {
            Ok(number) => number,
            Err(at) => {
                self.keys.push(key);
                self.table[at] = self.keys.len() as u32;
                self.keys.len() as u32 - 1
            }
        }
    }

    /// Returns the number of an IRI. Returns `None` if the IRI was not added.
    pub fn find(&mut self, iri: &str) -> Option<u32> {
        if self.table.is_empty() {
            return None;
        }
        let key = match self.numbered(iri) {
            Some(key) => key,
            None => NO_FORM << NUMBER | u64::from(self.texts.find(iri.as_bytes())?),
        };
        slot(&self.table, &self.keys, key).ok()
    }

    /// Appends an IRI to `out`.
    pub fn write(&self, number: u32, out: &mut String) {
        let Some(key) = self.keys.get(number as usize) else { return };
        let rest = key & ((1 << NUMBER) - 1);
        match self.forms.get((key >> NUMBER) as usize) {
            Some((before, after)) => {
                out.push_str(before);
                // Writing to a string cannot fail.
                let _ = write!(out, "{rest}");
                out.push_str(after);
            }
            None => {
                out.push_str(std::str::from_utf8(self.texts.item(rest as u32)).unwrap_or_default())
            }
        }
    }

    /// Returns the IRI with the given number.
    pub fn item(&self, number: u32) -> String {
        let mut iri = String::new();
        self.write(number, &mut iri);
        iri
    }

    /// Drops the hash tables. After this call, IRIs can only be read by number, and no IRI can be
    /// added.
    pub fn close(&mut self) {
        self.table = Vec::new();
        self.texts.close();
    }

    fn grow(&mut self) {
        self.table = vec![0; (self.table.len() * 2).max(64)];
        for (number, key) in self.keys.iter().enumerate() {
            if let Err(at) = slot(&self.table, &self.keys, *key) {
                self.table[at] = number as u32 + 1;
            }
        }
    }

    /// Returns the key of an IRI that contains a number. The result for an IRI never changes: a new form is
    /// added only while there is space.
    fn numbered(&mut self, iri: &str) -> Option<u64> {
        let (before, number, after) = split(iri)?;
        let form = self.form(before, after)?;
        Some((form as u64) << NUMBER | number)
    }

    fn form(&mut self, before: &str, after: &str) -> Option<usize> {
        let key = hash(before.as_bytes()).rotate_left(1) ^ hash(after.as_bytes());
        if let Some(form) = self.form_numbers.get(&key) {
            let (known_before, known_after) = self.forms.get(*form)?;
            return (known_before == before && known_after == after).then_some(*form);
        }
        if self.forms.len() >= FORMS {
            return None;
        }
        self.forms.push((before.to_owned(), after.to_owned()));
        self.form_numbers.insert(key, self.forms.len() - 1);
        Some(self.forms.len() - 1)
    }
}

/// Returns the number of a key, or the index in the table where the key would be inserted. The table
/// must have free slots.
fn slot(table: &[u32], keys: &[u64], key: u64) -> Result<u32, usize> {
    let mask = table.len() - 1;
    let spread = (key / (NEAR + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut at = ((spread ^ spread >> 32) & !NEAR | key & NEAR) as usize & mask;
    loop {
        match table[at].checked_sub(1) {
            Some(number) if keys[number as usize] == key => return Ok(number),
            Some(_) => at = (at + 1) & mask,
            None => return Err(at),
        }
    }
}

/// Splits an IRI at its last number. Leading zeros belong to the text before the number.
fn split(iri: &str) -> Option<(&str, u64, &str)> {
    let bytes = iri.as_bytes();
    let end = bytes.iter().rposition(u8::is_ascii_digit)? + 1;
    let run = bytes[..end].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let run = &bytes[end - run..end];
    let digits = run.len() - run.iter().position(|byte| *byte != b'0')?;
    if digits > DIGITS {
        return None;
    }
    let (before, rest) = iri.split_at_checked(end - digits)?;
    let (number, after) = rest.split_at_checked(digits)?;
    Some((before, number.parse().ok()?, after))
}

#[cfg(test)]
mod tests {
    use super::{FORMS, IriPool};

    #[test]
    fn iris_keep_their_numbers_and_their_text() {
        let mut iris: Vec<String> = Vec::new();
        let mut numbers: Vec<u64> = (0..3000).map(|number| number * 1024).collect();
        numbers.extend([1, 7, 255, 256, 65_537, 99_999_999_999_999_999, 999_999_999_999_999_999]);
        for number in numbers {
            iris.push(format!("https://sws.geonames.org/{number}/"));
            iris.push(format!("http://www.wikidata.org/entity/Q{number}"));
            iris.push(format!("http://id.nlm.nih.gov/mesh/D00{number}"));
            iris.push(format!("http://example.org/{number}{number}{number}"));
        }
        iris.extend((0..FORMS + 9).map(|form| format!("http://example.org/{form}/film_of_1994")));
        let others = ["http://example.org/0", "http://example.org/", "a:é1é", ""];
        iris.extend(others.map(str::to_owned));
        let mut pool = IriPool::default();
        assert_eq!(pool.find("a:1"), None);
        let numbers: Vec<u32> = iris.iter().map(|iri| pool.intern(iri)).collect();
        let mut distinct = iris.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(pool.keys.len(), distinct.len());
        for (iri, number) in iris.iter().zip(numbers) {
            assert_eq!(&pool.item(number), iri);
            assert_eq!((pool.find(iri), pool.intern(iri)), (Some(number), number));
        }
        assert_eq!(pool.find("http://example.org/film_of_1995"), None);
        pool.close();
        assert_eq!(pool.item(0), iris[0]);
    }
}
