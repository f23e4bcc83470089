//! Numbers and names for `repr`.

/// Returns a number with its noun, for example `1 context`, `2 contexts`, `2 entries`.
pub fn counted(number: usize, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if number == 1 => format!("1 {noun}"),
        Some(stem) => format!("{number} {stem}ies"),
        None => format!("{number} {noun}s"),
    }
}

/// Returns a word followed by names, for example `with a, b`. Returns `without recognizers` if the list is
/// empty.
pub fn listed(before: &str, names: &[String]) -> String {
    if names.is_empty() {
        return "without recognizers".to_owned();
    }
    format!("{before} {}", names.join(", "))
}
