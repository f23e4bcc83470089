//! References to other files.

/// Resolves a relative reference against a base. Absolute references are returned unchanged.
pub(super) fn join(base: &str, reference: &str) -> String {
    let reference = reference.split('#').next().unwrap_or_default();
    if reference.starts_with('/') || reference.split('/').next().is_some_and(|s| s.contains(':')) {
        return reference.to_owned();
    }
    let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| *part != ".").collect();
    if folder.is_empty() && !base.starts_with('/') {
        parts.clear();
    }
    for part in reference.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| !last.is_empty() && *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}
