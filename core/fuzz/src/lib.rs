//! The functions that a fuzzer runs, and their seeds. The tests of the workspace also use these functions
//! and seeds, without a fuzzer.

pub mod batch;
pub mod c_api;
pub mod decode;
pub mod dictionary;
pub mod docx;
pub mod encoding;
pub mod epub;
pub mod exchange;
pub mod idml;
pub mod imports;
pub mod input;
pub mod its;
pub mod nif;
pub mod odt;
pub mod package;
pub mod pdf;
pub mod pptx;
pub mod strings;
pub mod xliff;
pub mod xlsx;
pub mod xml;
pub mod xslt;

/// A target with its seeds.
pub type Seeds = (&'static str, fn() -> Vec<Vec<u8>>);

/// All targets.
pub const SEEDS: &[Seeds] = &[
    ("decode", decode::seeds),
    ("encoding", encoding::seeds),
    ("nif", nif::seeds),
    ("xml", xml::seeds),
    ("xliff", xliff::seeds),
    ("odt", odt::seeds),
    ("docx", docx::seeds),
    ("epub", epub::seeds),
    ("idml", idml::seeds),
    ("pptx", pptx::seeds),
    ("xlsx", xlsx::seeds),
    ("pdf", pdf::seeds),
    ("exchange", exchange::seeds),
    ("strings", strings::seeds),
    ("its", its::seeds),
    ("xslt", xslt::seeds),
    ("c_api", c_api::seeds),
    ("dictionary", dictionary::seeds),
    ("imports", imports::seeds),
    ("batch", batch::seeds),
];
