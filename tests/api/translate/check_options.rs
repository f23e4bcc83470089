//! The public items of `core/translate/src/check/options.rs`.

#[test]
fn check_options() -> Result<(), glossweave::Error> {
    use glossweave::translate::{CheckOptions, IssueType};
    let mut options = CheckOptions::new("en".parse()?, "fr".parse()?);
    options.set("leave-out", "typographical,whitespace")?;
    assert_eq!(options.left_out, [IssueType::Typographical, IssueType::Whitespace]);
    Ok(())
}

#[test]
fn check_options_set() -> Result<(), glossweave::Error> {
    use glossweave::translate::{CheckOptions, IssueType, check_translation};
    let mut options = CheckOptions::new("en".parse()?, "de".parse()?);
    options.set("terms", "source,target,status\nscreen,Bildschirm,\n,Handy,forbidden\n")?;
    let issues = check_translation("The screen is dark.", "Das Handy ist dunkel.", &options);
    assert_eq!(issues.len(), 2);
    assert!(issues.iter().all(|issue| issue.issue_type == IssueType::Terminology));
    assert_eq!(options.set("leave-out", "spelling").unwrap_err().parameter(), Some("leave-out"));
    Ok(())
}

#[test]
fn check_options_from_fields() -> Result<(), glossweave::Error> {
    use glossweave::translate::CheckOptions;
    let options = CheckOptions::from_pairs([("target-lang", "fr"), ("min-severity", "50")])?;
    assert_eq!((options.source, options.min_severity), (None, 50));
    Ok(())
}

#[test]
fn check_options_with_term() -> Result<(), glossweave::Error> {
    use glossweave::translate::{CheckOptions, check_translation};
    let options = CheckOptions::new("en".parse()?, "de".parse()?).with_term("screen", "Bildschirm");
    assert!(check_translation("Two screens", "Zwei Bildschirme", &options).is_empty());
    assert_eq!(check_translation("Two screens", "Zwei Monitore", &options).len(), 1);
    Ok(())
}
