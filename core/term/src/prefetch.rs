//! Prefetching. The data that a scan needs from the term base is loaded into the cache for many words at
//! once, because most of the time is spent waiting for memory. Prefetching does not change the results.

use std::hint::black_box;

use super::builder::MAX_WORDS;
use super::file::{Chain, GROUP, MORE, View};

/// The maximum number of terms with the same words that are prefetched.
const MAX_TERMS: usize = 4;

/// The prefetch state, whose buffers are reused.
#[derive(Default)]
pub(super) struct Ahead {
    /// The chains that may still grow, with the index of their first word.
    walks: Vec<(u32, Chain)>,
    /// For each word, the length and the group of the longest chain that begins there, or 0 if there is none.
    longest: Vec<(u32, u32)>,
    groups: Vec<u32>,
    terms: Vec<u32>,
    concepts: Vec<u32>,
}

impl Ahead {
    /// Prefetches the data of the terms that begin at the words of `starts`, which contains the chain value
    /// of each word.
    pub(super) fn read(&mut self, view: View<'_>, words: &[u32], starts: &[u32]) {
        self.follow(view, words, starts);
        self.groups.clear();
        let mut at = 0;
        while let Some((length, group)) = self.longest.get(at) {
            if *length > 0 {
                self.groups.push(*group);
            }
            at += (*length).max(1) as usize;
        }
        for group in &self.groups {
            black_box(view.peek_group(*group));
        }
        self.terms.clear();
        for group in &self.groups {
            if let Ok((_, terms)) = view.group(*group) {
                self.terms.extend(terms.take(MAX_TERMS).map(|term| term >> 2));
            }
        }
        for term in &self.terms {
            black_box(view.peek_term(*term));
        }
        self.concepts.clear();
        for row in self.terms.iter().filter_map(|term| view.term(*term).ok()) {
            black_box((view.peek_text(row.text), view.peek_concept(row.concept)));
            self.concepts.push(row.concept);
        }
        for row in self.concepts.iter().filter_map(|concept| view.concept(*concept).ok()) {
            black_box((view.peek_text(row.id), view.peek_text(row.iri)));
        }
    }

    /// Follows the chains that begin at the first words. All chains grow by one word at a time.
    fn follow(&mut self, view: View<'_>, words: &[u32], starts: &[u32]) {
        self.walks.clear();
        self.longest.clear();
        for ((first, value), word) in starts.iter().enumerate().zip(words) {
            let group = (value & GROUP).checked_sub(1);
            self.longest.push(group.map_or((0, 0), |group| (1, group)));
            if value & MORE != 0 {
                self.walks.push((first as u32, Chain::start(*word)));
            }
        }
        for length in 1..MAX_WORDS {
            self.walks.retain_mut(|(first, chain)| {
                let word = words.get(*first as usize + length);
                word.map(|word| *chain = chain.then(*word)).is_some()
            });
            for (_, chain) in &self.walks {
                black_box(view.may_have(*chain));
            }
            self.walks.retain(|(_, chain)| view.may_have(*chain));
            for (_, chain) in &self.walks {
                black_box(view.peek_chain(*chain));
            }
            let longest = &mut self.longest;
            self.walks.retain(|(first, chain)| {
                let mut more = false;
                view.chain(*chain, |value| {
                    more |= value & MORE != 0;
                    if let Some(group) = (value & GROUP).checked_sub(1)
                        && let Some(longest) = longest.get_mut(*first as usize)
                    {
                        *longest = (length as u32 + 1, group);
                    }
                });
                more
            });
            if self.walks.is_empty() {
                break;
            }
        }
    }
}
