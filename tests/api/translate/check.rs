//! The public items of `core/translate/src/check/mod.rs`.

#[test]
fn check_translation() -> Result<(), glossweave::Error> {
    use glossweave::translate::{CheckOptions, IssueType, check_translation};
    let options = CheckOptions::new("en".parse()?, "es".parse()?);
    let issues = check_translation(
        "<1>{count}</1> files in 2026.",
        "<1>{cuenta}</1> archivos en 2025.",
        &options,
    );
    let types: Vec<IssueType> = issues.iter().map(|issue| issue.issue_type).collect();
    assert_eq!(
        types,
        [IssueType::Markup, IssueType::Numbers, IssueType::Markup, IssueType::Numbers]
    );
    assert_eq!(issues[0].comment, "`{cuenta}` is not in the text");
    assert!(
        check_translation("<1>{count}</1> files", "<1>{count}</1> archivos", &options).is_empty()
    );
    Ok(())
}
