//! Korean particles, which are appended to a word without a space. For example, `서울에서` means "in
//! Seoul".

use glossweave_base::words::Token;

/// The particles of nouns, and combinations of particles.
const PARTICLES: &[&str] = &[
    "은",
    "는",
    "이",
    "가",
    "을",
    "를",
    "의",
    "에",
    "와",
    "과",
    "도",
    "만",
    "로",
    "야",
    "께",
    "랑",
    "에서",
    "에게",
    "에는",
    "에도",
    "에만",
    "에의",
    "으로",
    "부터",
    "까지",
    "처럼",
    "보다",
    "마다",
    "조차",
    "마저",
    "밖에",
    "이나",
    "이란",
    "이랑",
    "이라",
    "이며",
    "이고",
    "이다",
    "라고",
    "로서",
    "로써",
    "로는",
    "로도",
    "와는",
    "와도",
    "와의",
    "과는",
    "과도",
    "과의",
    "한테",
    "께서",
    "하고",
    "에서는",
    "에서도",
    "에서의",
    "에게는",
    "에게도",
    "에게서",
    "으로는",
    "으로도",
    "으로서",
    "으로써",
    "으로의",
    "이라고",
    "이라는",
    "까지는",
    "까지도",
    "부터는",
    "께서는",
    "한테서",
    "로부터",
    "에서부터",
    "으로부터",
];

/// Returns `true` if a text may contain Hangul syllables, so that its words may have particles.
pub(super) fn has_hangul(text: &str) -> bool {
    // These are the first bytes of U+A000 to U+DFFF, which is precise enough to skip other scripts.
    text.bytes().any(|byte| matches!(byte, 0xEA..=0xED))
}

/// Returns the tokens of a word without its particle, one for each particle that matches the end of
/// the word.
pub(super) fn stems<'t>(text: &'t str, token: &Token) -> impl Iterator<Item = Token> + use<'t> {
    let token = *token;
    let word = &text[token.range()];
    let ends_in_hangul = word.chars().next_back().is_some_and(is_syllable);
    let particles = if ends_in_hangul { PARTICLES } else { &[] };
    particles.iter().filter_map(move |particle| {
        let stem = word.strip_suffix(particle).filter(|stem| !stem.is_empty())?;
        Some(token.cut_to(stem))
    })
}

fn is_syllable(char: char) -> bool {
    matches!(char, '\u{AC00}'..='\u{D7A3}')
}
