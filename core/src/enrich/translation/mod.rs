//! e-Translation: documents in one language in, in another out.

mod door;
mod inline;
mod lock;
mod request;
mod run;
mod system;

pub use door::Translations;
pub use request::{SegmentStatus, Translating, TranslationReply, TranslationRequest};
pub(crate) use system::Systems;
pub use system::{State, System, SystemInfo};
