//! The public items of `core/translate/src/check/issue.rs`.

#[test]
fn issue_type_name() -> Result<(), glossweave::Error> {
    use glossweave::translate::IssueType;
    assert_eq!(IssueType::PatternProblem.name(), "pattern-problem");
    assert_eq!("numbers".parse::<IssueType>()?, IssueType::Numbers);
    Ok(())
}

#[test]
fn quality_issue_annotations() {
    use glossweave::translate::{CheckOptions, QualityIssue, check_translation};
    let issues = check_translation("5 files!", "4 archivos!", &CheckOptions::default());
    let annotations = QualityIssue::annotations(&issues);
    assert_eq!((issues.len(), annotations.len()), (2, 1));
    assert_eq!(annotations[0].field("locQualityIssueType", 1), Some("numbers"));
    assert_eq!(annotations[0].field("locQualityIssueSeverity", 0), Some("50"));
}

#[test]
fn quality_score() -> Result<(), glossweave::Error> {
    use glossweave::translate::{CheckOptions, check_translation, quality_score};
    let options = CheckOptions::new("en".parse()?, "es".parse()?);
    let score = |text| quality_score(&check_translation("It has 2026 files.", text, &options));
    assert_eq!(score("Tiene 2026 archivos."), 1.0);
    assert!(score("Tiene 2025 archivos.") < 0.5);
    Ok(())
}
