//! e-Translation: documents from one language to another.

mod exchange;
mod inline;
mod lock;
mod request;
mod run;
mod srx;
mod stretch;
mod system;
mod translations;

pub use request::{SegmentStatus, Translating, TranslationReply, TranslationRequest};
pub use srx::Srx;
pub(crate) use system::Systems;
pub use system::{State, System, SystemInfo};
pub use translations::Translations;
