//! The folded form of labels, which is used for comparisons.

use glossweave_base::words::{Token, fold_token};

/// The separators between the folded tokens of a label, for tokens without and with a space between
/// them.
pub(super) const JOINED: char = '\u{1F}';
pub(super) const SPACED: char = ' ';

/// Appends the folded tokens and their separators to `out`.
pub(super) fn fold_chain(text: &str, tokens: &[Token], out: &mut String) {
    for (index, token) in tokens.iter().enumerate() {
        push_token(text, token, index > 0, out);
    }
}

/// Appends a folded token to `out`, with a separator if it follows another token.
pub(super) fn push_token(text: &str, token: &Token, follows: bool, out: &mut String) {
    if follows {
        out.push(if token.is_spaced() { SPACED } else { JOINED });
    }
    fold_token(&text[token.range()], out);
}
