//! Distinct IRIs in little memory.

use std::collections::HashMap;

use glossweave_base::words::{Pool, hash};

/// The maximum number of forms of IRIs with a number.
const FORMS: usize = 64;
/// The maximum number of digits of a number.
const DIGITS: usize = 18;

/// Distinct IRIs, numbered in the order in which they were added.
///
/// Most vocabularies number their entities (`http://www.wikidata.org/entity/Q42`): of those, the number is stored with
/// that of the text around it.
#[derive(Default)]
pub(crate) struct IriPool {
    pool: Pool,
    /// What is before and after a number.
    forms: Vec<(String, String)>,
    form_numbers: HashMap<u64, usize>,
    encoded: Vec<u8>,
}

impl IriPool {
    pub fn len(&self) -> usize {
        self.pool.len()
    }

    /// Returns `true` if one more IRI of `length` bytes fits into the pool.
    pub fn has_space(&self, length: usize) -> bool {
        self.pool.has_space(length + 1)
    }

    /// Returns `true` if an IRI is the one that was interned last.
    pub fn is_last(&mut self, iri: &str) -> bool {
        self.encode(iri);
        self.pool.is_last(&self.encoded)
    }

    /// Returns the number of an IRI, which is added if it is new.
    pub fn intern(&mut self, iri: &str) -> u32 {
        self.encode(iri);
        self.pool.intern(&self.encoded)
    }

    /// Returns the number of an IRI, if it was added.
    pub fn find(&mut self, iri: &str) -> Option<u32> {
        self.encode(iri);
        self.pool.find(&self.encoded)
    }

    /// Appends an IRI to a text.
    pub fn write(&self, number: u32, out: &mut String) {
        let Some((form, rest)) = self.pool.item(number).split_first() else { return };
        let form = usize::from(*form).checked_sub(1).and_then(|form| self.forms.get(form));
        match form {
            None => out.push_str(std::str::from_utf8(rest).unwrap_or_default()),
            Some((before, after)) => {
                let number =
                    rest.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
                out.push_str(before);
                out.push_str(&number.to_string());
                out.push_str(after);
            }
        }
    }

    /// Returns an IRI.
    pub fn item(&self, number: u32) -> String {
        let mut iri = String::new();
        self.write(number, &mut iri);
        iri
    }

    /// Drops the hash table: from now on IRIs are read by their numbers only, and none is added.
    pub fn close(&mut self) {
        self.pool.close();
    }

    /// Puts the bytes of an IRI into `encoded`: the number of a form and a number, or 0 and the IRI. They are the same
    /// each time: a form that is not known while there is space is added, and afterwards never.
    fn encode(&mut self, iri: &str) {
        self.encoded.clear();
        if let Some((before, number, after)) = numbered(iri)
            && let Some(form) = self.form(before, after)
        {
            self.encoded.push(form as u8 + 1);
            let size = (u64::BITS - number.leading_zeros()).div_ceil(8) as usize;
            self.encoded.extend_from_slice(&number.to_le_bytes()[..size]);
            return;
        }
        self.encoded.push(0);
        self.encoded.extend_from_slice(iri.as_bytes());
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

/// Splits an IRI at its last number, which has no zeros before it.
fn numbered(iri: &str) -> Option<(&str, u64, &str)> {
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
        for number in [0_u64, 1, 7, 255, 256, 65_536, 16_777_216, 999_999_999_999_999_999] {
            iris.push(format!("https://sws.geonames.org/{number}/"));
            iris.push(format!("http://www.wikidata.org/entity/Q{number}"));
            iris.push(format!("http://id.nlm.nih.gov/mesh/D00{number}"));
            iris.push(format!("http://example.org/{number}{number}{number}"));
        }
        iris.extend((0..FORMS + 9).map(|form| format!("http://example.org/{form}/film_of_1994")));
        iris.extend(
            ["http://example.org/0", "http://example.org/", "a:é1é", ""].map(str::to_owned),
        );
        let mut pool = IriPool::default();
        let numbers: Vec<u32> = iris.iter().map(|iri| pool.intern(iri)).collect();
        let mut distinct = iris.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(pool.len(), distinct.len());
        for (iri, number) in iris.iter().zip(numbers) {
            assert_eq!(&pool.item(number), iri);
            assert_eq!((pool.find(iri), pool.intern(iri)), (Some(number), number));
            assert!(pool.is_last(iri));
        }
        assert_eq!(pool.find("http://example.org/film_of_1995"), None);
    }
}
