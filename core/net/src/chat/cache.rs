//! The cache of answers.

use std::collections::{HashMap, VecDeque};

/// The maximum size of the cache: bytes of questions and answers.
const CACHE: usize = 16 << 20;

/// Answers by their questions. When the cache is full, the oldest answers are removed.
#[derive(Default)]
pub(super) struct Cache {
    answers: HashMap<String, String>,
    order: VecDeque<String>,
    bytes: usize,
}

impl Cache {
    pub fn get(&self, question: &str) -> Option<String> {
        self.answers.get(question).cloned()
    }

    pub fn insert(&mut self, question: String, answer: String) {
        let bytes = question.len() * 2 + answer.len();
        if bytes > CACHE {
            return;
        }
        if let Some(known) = self.answers.get_mut(&question) {
            self.bytes = self.bytes - known.len() + answer.len();
            *known = answer;
        } else {
            self.bytes += bytes;
            self.order.push_back(question.clone());
            self.answers.insert(question, answer);
        }
        while self.bytes > CACHE
            && let Some(oldest) = self.order.pop_front()
        {
            let answer = self.answers.remove(&oldest).unwrap_or_default();
            self.bytes -= oldest.len() * 2 + answer.len();
        }
    }
}
