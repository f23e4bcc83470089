//! The public items of `core/translate/src/check/document.rs`.

#[test]
fn check_translations() -> Result<(), glossweave::Error> {
    use glossweave::translate::{CheckOptions, IssueType, check_translations};
    use glossweave::{DecodeOptions, ErrorKind, Format};
    let po = "msgid \"\"\nmsgstr \"Language: es\\n\"\n\n#, c-format\nmsgid \"%d files\"\nmsgstr \"archivos\"\n";
    let po = glossweave::decode(po, Format::Po, &DecodeOptions::default())?;
    let issues = check_translations(&po, &CheckOptions::default())?;
    assert_eq!((issues[0].issue_type, issues[0].severity), (IssueType::Markup, 100));
    assert_eq!(issues[0].comment, "`%1$d` is missing");

    let page = glossweave::decode("<p>Files", Format::Html, &DecodeOptions::default())?;
    let error = check_translations(&page, &CheckOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    Ok(())
}
