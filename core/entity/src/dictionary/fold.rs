//! Labels in the form in which they are compared.

use glossweave_base::words::{Token, fold_token};

/// The separators between folded tokens of a label: without a space, and with a space.
pub(super) const JOINED: char = '\u{1F}';
pub(super) const SPACED: char = ' ';

/// Appends the folded tokens with their separators.
pub(super) fn fold_chain(text: &str, tokens: &[Token], out: &mut String) {
    for (index, token) in tokens.iter().enumerate() {
        push_token(text, token, index > 0, out);
    }
}

/// Appends a folded token, with its separator if it follows another.
pub(super) fn push_token(text: &str, token: &Token, follows: bool, out: &mut String) {
    if follows {
        out.push(if token.is_spaced() { SPACED } else { JOINED });
    }
    fold_token(&text[token.range()], out);
}
