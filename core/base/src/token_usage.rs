//! The use of language models.

use std::ops::Add;

use serde::Serialize;

/// The number of calls and tokens of a language model.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct TokenUsage {
    /// The number of calls.
    pub calls: u64,
    /// The number of questions that were answered from the cache.
    pub cached: u64,
    /// The number of tokens of the questions, as counted by the server. If the server does not count, one
    /// token per four bytes.
    pub prompt_tokens: u64,
    /// The number of tokens of the answers, counted in the same way.
    pub completion_tokens: u64,
    /// The total cost, computed with the configured prices; 0 without prices.
    pub cost: f64,
}

impl Add for TokenUsage {
    type Output = TokenUsage;

    fn add(self, other: TokenUsage) -> TokenUsage {
        TokenUsage {
            calls: self.calls + other.calls,
            cached: self.cached + other.cached,
            prompt_tokens: self.prompt_tokens + other.prompt_tokens,
            completion_tokens: self.completion_tokens + other.completion_tokens,
            cost: self.cost + other.cost,
        }
    }
}
