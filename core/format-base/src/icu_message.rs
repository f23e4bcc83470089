//! ICU messages.

/// Returns `true` if a text contains an ICU argument with branches, for example `{count, plural, …}`.
pub fn is_message(text: &str) -> bool {
    text.match_indices('{').any(|(at, _)| {
        let head = text.get(at + 1..).unwrap_or_default().trim_start();
        let behind = head.trim_start_matches(is_name);
        let kind = behind.trim_start().strip_prefix(',').unwrap_or_default().trim_start();
        behind.len() < head.len() && (kind.starts_with("plural") || kind.starts_with("select"))
    })
}

fn is_name(char: char) -> bool {
    char.is_alphanumeric() || "_-.$@[]".contains(char)
}
