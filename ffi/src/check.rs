//! Checks of translations.

use std::mem::MaybeUninit;

use glossweave::translate::{CheckOptions, QualityIssue, check_translations};

use crate::guard::{give, guard, require};
use crate::owner::{GwOwner, first};
use crate::{GwDocument, GwError, GwParams, GwSpan, GwStatus, GwStr};

/// The issues of the translations in a document. Free it with `gw_issues_free`. The issues live as long as
/// it does; do not change them.
#[repr(C)]
#[derive(Debug)]
pub struct GwIssues {
    /// The issues.
    pub issues: *const GwIssue,
    /// The number of issues.
    pub count: usize,
    /// For use by the library only.
    pub owner: GwOwner,
}

/// An issue of a translation (ITS 2.0, Localization Quality Issue).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct GwIssue {
    /// The type from ITS 2.0 (appendix C), for example `markup`.
    pub issue_type: GwStr,
    /// The fault, in one sentence.
    pub comment: GwStr,
    /// The span of the unit, in bytes of the text of the document.
    pub source: GwSpan,
    /// The span in bytes of the text of the translations (`gw_document_target`). If something is missing,
    /// the span is empty, at the end of the translation.
    pub target: GwSpan,
    /// The identifier of the unit.
    pub unit: u32,
    /// The severity, from 0 to 100.
    pub severity: u32,
    /// The line in the file, from 1; 0 when it is not known.
    pub line: u32,
    /// The column in the line, from 1; 0 when it is not known.
    pub column: u32,
}

impl From<Vec<QualityIssue>> for GwIssues {
    fn from(found: Vec<QualityIssue>) -> GwIssues {
        let issues: Vec<GwIssue> = found.iter().map(GwIssue::from).collect();
        let (first, count) = (first(&issues), issues.len());
        // The values stay where they are when their vectors move.
        GwIssues { issues: first, count, owner: GwOwner::new((found, issues)) }
    }
}

impl From<&QualityIssue> for GwIssue {
    fn from(issue: &QualityIssue) -> GwIssue {
        let location = issue.location.as_ref();
        GwIssue {
            issue_type: issue.issue_type.name().into(),
            comment: issue.comment.as_str().into(),
            source: issue.source.into(),
            target: issue.target.into(),
            unit: issue.unit,
            severity: issue.severity.into(),
            line: location.map_or(0, |place| place.line()),
            column: location.map_or(0, |place| place.column()),
        }
    }
}

/// Checks the translations in a document: XLIFF, PO, string catalogs, or tables with translations. `params`
/// may be NULL, or contain the options of `CheckOptions` (docs/options.md). Free the issues with
/// `gw_issues_free`. Returns `GW_STATUS_UNSUPPORTED` if the document has no translations, and
/// `GW_STATUS_INVALID`, with the parameter, if an option is wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_translations_check(
    document: Option<&GwDocument>,
    params: Option<&GwParams>,
    issues: Option<&mut MaybeUninit<*mut GwIssues>>,
    error: Option<&mut MaybeUninit<*mut GwError>>,
) -> GwStatus {
    guard(error, || {
        let (document, issues) = (&require(document, "document")?.0, require(issues, "issues")?);
        let options = CheckOptions::from_pairs(GwParams::pairs(params))?;
        give(issues, check_translations(document, &options)?.into());
        Ok(())
    })
}

/// Frees issues. `issues` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gw_issues_free(issues: Option<Box<GwIssues>>) {
    drop(issues);
}
