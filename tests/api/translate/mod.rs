//! The public items of the crate `glossweave-translate`, as programs use them.

mod apertium;
mod check;
mod check_document;
mod check_issue;
mod check_options;
mod options;
mod providers;
mod remote_apertium_apy;
mod remote_chat;
mod remote_deepl;
mod remote_google;
mod remote_libretranslate;
mod srx;
mod system;
mod translation_memory;
mod translation_memory_build;
mod translator;
mod xliff_export;
mod xliff_merge;
mod xliff_options;
mod xliff_source;
