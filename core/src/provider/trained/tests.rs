use super::{Corpus, Tagger, Training};

#[test]
fn placeholder() {
    let _ = (Corpus::default(), Training::default());
    let _ = Tagger::from_bytes(Vec::new()).unwrap_err();
}
