//! Tests of the parts that formats share, with documents of several formats.

mod chunks;
mod json_ld;
mod markup_profiles;
mod packages;
mod plural_forms;
mod translations;
