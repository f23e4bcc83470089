//! The public items of the crate `glossweave-base`, as programs use them.

mod cancellation;
mod clock;
mod error;
mod error_kind;
mod error_location;
mod log;
mod media;
mod media_accept;
mod media_notation;
mod provider;
mod secret;
mod text_identify;
mod text_index;
mod text_language;
mod text_plural;
mod token_usage;
mod trace;
