//! Mail addresses and URLs.

use std::ops::Range;

use super::hit::Hit;
use glossweave_base::text::iri::percent_encoded;
use glossweave_document::annotation::Entity;

/// The maximum length of the local part of a mail address in bytes (RFC 5321, clause 4.5.3.1.1).
const LOCAL: usize = 64;
/// The maximum length of a label of a domain in characters (RFC 1035, clause 2.3.4).
const LABEL: usize = 63;

/// File extensions that are not top-level domains, for example in `logo@2x.png`.
const FILES: &str = "avif bmp css csv exe gif gz heic htm html ico jpeg jpg js json jsx mjs otf pdf png scss svg tar tgz tif tiff tsx ttf txt webm webp woff xml";

/// Returns the regular expression for mail addresses. They are validated by `read_mail`.
pub(super) fn mail() -> String {
    r"(?<local>[\p{L}\p{N}_.+%&'~-]+)@(?<domain>[\p{L}\p{N}.-]+)".to_owned()
}

pub(super) fn read_mail(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let (local, domain) = (hit.group("local")?, hit.group("domain")?);
    let name = local.as_str().trim_start_matches(|c: char| !c.is_alphanumeric() && c != '_');
    // The address follows an ellipsis.
    let name = name.rsplit_once("...").map_or(name, |(_, name)| name);
    let mut host = domain.as_str().trim_end_matches(['.', '-']);
    // A number may follow the address: `a@example.org.2`.
    while host.ends_with(|c: char| c.is_numeric()) && !host.rsplit('.').next()?.starts_with("xn--")
    {
        host = host.rsplit_once('.')?.0;
    }
    let last = host.rsplit('.').next()?;
    let is_domain = host.contains('.')
        && host.split('.').all(is_label)
        && (last.starts_with("xn--")
            || last.chars().count() > 1 && last.chars().all(char::is_alphabetic))
        && !FILES.split(' ').any(|extension| last.eq_ignore_ascii_case(extension));
    let is_name =
        !name.is_empty() && name.len() <= LOCAL && !name.ends_with('.') && !name.contains("..");
    if !is_domain || !is_name {
        return None;
    }
    let mut start = local.end() - name.len();
    let scheme = start.checked_sub("mailto:".len()).and_then(|from| hit.text.get(from..start));
    if scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("mailto:")) {
        start -= "mailto:".len();
    }
    let name = name.replace('%', "%25").replace('&', "%26");
    let ident = format!("mailto:{name}@{}", host.to_lowercase());
    let entity = Entity::new(ident).with_class("http://schema.org/ContactPoint");
    Some((start..domain.start() + host.len(), entity))
}

fn is_label(label: &str) -> bool {
    (1..=LABEL).contains(&label.chars().count()) && !label.starts_with('-') && !label.ends_with('-')
}

/// Returns the regular expression for URLs. Trailing characters that belong to the sentence are
/// removed by `read_url`.
pub(super) fn url() -> String {
    // Brackets and full stops of East Asian scripts end a URL, like white space.
    let end = r#"\s\x00-\x1F"<>`{}|\\^“”„«»‹›「」『』【】（）。，、；：！？…"#;
    format!(r"(?i)(?<scheme>https?://|ftp://|www\.)[^{end}]+")
}

pub(super) fn read_url(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let start = hit.range().start;
    let scheme = hit.group("scheme")?.as_str();
    let url = trimmed(hit.captures.get(0)?.as_str());
    let is_bare = !scheme.ends_with('/');
    let rest = url.get(scheme.len()..)?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    // A URL without scheme must contain two dots.
    let is_host = match host.strip_prefix('[') {
        Some(address) => address.contains(']'),
        None => host.starts_with(char::is_alphanumeric) && (!is_bare || host.contains('.')),
    };
    if !is_host {
        return None;
    }
    let iri = format!("{}{url}", if is_bare { "http://" } else { "" });
    let entity =
        Entity::new(percent_encoded(&iri)?.into_owned()).with_class("http://schema.org/WebPage");
    Some((start..start + url.len(), entity))
}

/// Returns an IRI without trailing characters that belong to the sentence: punctuation, and closing
/// brackets without an opening bracket in the IRI.
pub(super) fn trimmed(iri: &str) -> &str {
    let count = |c: char| iri.matches(c).count();
    let mut unopened =
        [('(', ')'), ('[', ']')].map(|(open, close)| count(close).saturating_sub(count(open)));
    let mut end = iri.len();
    for (at, c) in iri.char_indices().rev() {
        let bracket = match c {
            ')' => Some(0),
            ']' => Some(1),
            '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '’' => None,
            _ => break,
        };
        if let Some(unopened) = bracket.map(|bracket| &mut unopened[bracket]) {
            let Some(fewer) = unopened.checked_sub(1) else { break };
            *unopened = fewer;
        }
        end = at;
    }
    &iri[..end]
}
