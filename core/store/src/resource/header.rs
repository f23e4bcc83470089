//! Changes from the headers of an HTTP request.

use super::ResourceUpdate;
use crate::acl::ResourceKind;
use glossweave_base::error::{Error, ErrorKind, Result, Side, shown};
use glossweave_base::media::{VocabularyFormat, check_content, is_form, media_parameter};

/// The maximum number of entity tags in one header.
const MOST_TAGS: usize = 100;

impl ResourceUpdate {
    /// Sets the accepted revisions from `If-Match` (RFC 9110, 13.1.1): a comma-separated list of
    /// revisions in quotation marks, or `*` for any revision. Weak tags never match.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::PreconditionFailed`](glossweave_base::ErrorKind::PreconditionFailed) if
    /// none of the tags can be a revision, and
    /// [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if there are more than 100 tags.
    pub fn set_if_match(&mut self, tags: &str) -> Result<()> {
        if tags.trim() == "*" {
            self.if_revision.clear();
            return Ok(());
        }
        let parameter = "If-Match";
        if tags.split(',').nth(MOST_TAGS).is_some() {
            let message = format!("expected up to {MOST_TAGS} entity tags, found more");
            return Err(Error::invalid(message).with_parameter(parameter));
        }
        // Valid tags consist of digits, so they contain no commas.
        self.if_revision = tags.split(',').filter_map(|tag| revision(tag.trim())).collect();
        if self.if_revision.is_empty() {
            let message = format!("no resource has the entity tag {}", shown(tags.trim()));
            let error = Error::new(ErrorKind::PreconditionFailed, message);
            return Err(error.with_parameter(parameter));
        }
        Ok(())
    }

    /// Sets the format from `Content-Type`. For a dataset, the format is the format of its names,
    /// unless `informat` is set. For other kinds, the media type is only checked. The media type of
    /// forms is ignored, because clients such as `curl -d` send it with any body.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unsupported`](glossweave_base::ErrorKind::Unsupported) if contents
    /// cannot have the media type.
    pub fn set_media_type(&mut self, kind: ResourceKind, media_type: &str) -> Result<()> {
        if is_form(media_type) {
            return Ok(());
        }
        if kind != ResourceKind::Dataset {
            return check_content(media_type);
        }
        if self.informat.is_none() {
            if let VocabularyFormat::Csv | VocabularyFormat::JsonLines = media_type.parse()? {
                check_charset(media_type)?;
            }
            self.informat = Some(media_type.to_owned());
        }
        Ok(())
    }
}

/// Checks the charset of a table. Returns `ErrorKind::Unsupported` if it is not UTF-8.
fn check_charset(media_type: &str) -> Result<()> {
    let charset = media_parameter(media_type, "charset").unwrap_or("utf-8");
    if ["utf-8", "utf8", "us-ascii"].iter().any(|known| charset.eq_ignore_ascii_case(known)) {
        return Ok(());
    }
    let message = format!("tables must be UTF-8, the charset is {}", shown(charset));
    Err(Error::unsupported(Side::Input, message).with_parameter("Content-Type"))
}

/// Returns the revision of a strong entity tag.
fn revision(tag: &str) -> Option<u64> {
    let digits = tag.strip_prefix('"')?.strip_suffix('"')?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}
