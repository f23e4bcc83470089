#![doc = include_str!("../README.md")]

/// The tagger for English, `en.tagger`. Use `glossweave::models::english_tagger` to open it.
pub static TAGGER: &[u8] = include_bytes!("../data/en.tagger");

/// The mention model for English, `en.mentions`. Use `glossweave::models::english_mentions` to open it.
pub static MENTIONS: &[u8] = include_bytes!("../data/en.mentions");

/// The files of the models, by name.
const FILES: &[(&str, &[u8])] = &[("en.tagger", TAGGER), ("en.mentions", MENTIONS)];

/// Returns the bytes of the model with the given file name. Returns `None` if there is no such
/// model. For example:
///
/// ```
/// let tagger = glossweave_models::bytes("en.tagger").unwrap();
/// assert!(tagger.starts_with(b"GWTAGGR\n"));
/// assert_eq!(glossweave_models::bytes("tlh.tagger"), None);
/// ```
pub fn bytes(name: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

/// Returns the file names of the models.
///
/// ```
/// assert!(glossweave_models::names().any(|name| name == "en.tagger"));
/// ```
pub fn names() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(name, _)| *name)
}
