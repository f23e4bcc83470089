use super::{page, values, with, xml};
use crate::{Category, Options};
use glossweave_base::error::ErrorKind;

const RECORDS: &str = "<its:locQualityIssues NS xml:id='l1'>\
    <its:locQualityIssue locQualityIssueComment='c' locQualityIssueEnabled='no'/>\
    <its:locQualityIssue locQualityIssueType='other'/></its:locQualityIssues>";

#[test]
fn records_are_looked_up_by_their_identifier() {
    let source = format!(
        "<doc NS><a its:locQualityIssuesRef='#l1'/><b its:locQualityIssuesRef='#l2'/>{RECORDS}</doc>"
    );
    let all = xml(&source, &Options::default()).unwrap();
    let expected = "locQualityIssuesRef=#l1 locQualityIssueComment[1]=c \
                    locQualityIssueEnabled[1]=no locQualityIssueEnabled[2]=yes \
                    locQualityIssueType[2]=other";
    assert_eq!(values(&all, "/doc/a[1]", Category::LocQualityIssue), expected);
    let unknown = values(&all, "/doc/b[1]", Category::LocQualityIssue);
    assert_eq!(unknown, "locQualityIssuesRef=#l2");
    assert_eq!(all.warnings(), ["there are no records `#l2`"]);
}

#[test]
fn scripts_and_other_files_hold_records() {
    let script = format!("<script id=l1 type=application/its+xml>{RECORDS}</script>");
    let all = page(&format!("{script}<p its-loc-quality-issues-ref='#l1'>a"));
    let found = values(&all, "/html/body[1]/p[1]", Category::LocQualityIssue);
    assert!(found.contains("locQualityIssueType[2]=other"), "{found}");

    let options = with(&[
        (
            "r.xml",
            "<x><its:provenanceRecords NS xml:id='p'><its:provenanceRecord org='o'/>\
                   </its:provenanceRecords></x>",
        ),
        (
            "r.html",
            "<script type=application/its+xml><its:provenanceRecords NS xml:id='p'>\
                    <its:provenanceRecord tool='t'/></its:provenanceRecords></script>",
        ),
    ]);
    let source = "<doc NS><a its:provenanceRecordsRef='r.xml#p'/>\
                  <a its:provenanceRecordsRef='r.html#p'/></doc>";
    let all = xml(source, &options).unwrap();
    let found = |path| values(&all, path, Category::Provenance);
    assert_eq!(found("/doc/a[1]"), "provenanceRecordsRef=r.xml#p org[1]=o");
    assert_eq!(found("/doc/a[2]"), "provenanceRecordsRef=r.html#p tool[1]=t");
    let error = xml(&source.replace("r.xml", "gone.xml"), &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    let alone = xml(source, &Options::default()).unwrap();
    assert!(alone.warnings()[0].contains("`r.xml` is not read"), "{:?}", alone.warnings());
}
