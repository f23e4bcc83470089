//! Formats with one token per line: CoNLL-2003 and CoNLL-U.

mod conll_2003;
mod conllu;
mod row_id;
mod source_tokens;
mod tag;
mod token;

#[cfg(test)]
mod tests;

pub use conll_2003::Conll2003;
pub use conllu::Conllu;
