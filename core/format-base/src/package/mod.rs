//! Packages: zip archives whose XML parts are read as a single source.

mod encoding;
mod its_attribute;
mod joined;
mod pack;
mod record_name;
mod reference;
mod right_to_left;
mod scan;

/// Returns `true` for a file that an operating system adds to archives, for example resource forks
/// of macOS.
pub fn is_of_system(name: &str) -> bool {
    let mut steps = name.split(['/', '\\']);
    steps.any(|step| step == "__MACOSX" || step.starts_with("._"))
}

pub use encoding::{in_encoding, in_utf8};
pub use its_attribute::{refusal, standoff_values, values};
pub use joined::Joined;
pub use pack::{pack, parts_with};
pub use record_name::{folder_and_name, resolved_in};
pub use reference::resolved;
pub use right_to_left::{right_to_left_edits, set_attribute};
pub use scan::{PartTagScanner, in_section, markup_end, positions, root_name, sections};
