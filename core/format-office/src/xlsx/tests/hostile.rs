use std::time::Duration;

use super::{cells, decoded, entity, read, records, relationships, written};
use glossweave_base::error::ErrorKind;
use glossweave_testing::Stopwatch;

#[test]
fn packages_without_a_workbook_are_refused() {
    let mut other = records("<si><t>a</t></si>", &cells(1), &[]);
    other[2].content = b"<w:document xmlns:w='w'/>".to_vec();
    let error = decoded(&other).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
    let mut broken = records("<si><t>a</si>", &cells(1), &[]);
    assert_eq!(decoded(&broken).unwrap_err().kind(), ErrorKind::Malformed);
    broken[4].content = "<a>".repeat(5_000).into_bytes();
    assert_eq!(decoded(&broken).unwrap_err().kind(), ErrorKind::TooLarge);
}

#[test]
fn relationships_in_a_circle_are_followed_once() {
    let mut records = records("<si><t>To Cork</t></si>", &cells(1), &[]);
    let links =
        [("drawing", "s1.xml"), ("comments", "../strings.xml"), ("drawing", "/XL/book.xml")];
    records[6].content = relationships(&links).into_bytes();
    assert_eq!(decoded(&records).unwrap().text(), "To Cork");
}

#[test]
fn cells_name_strings_that_do_not_exist() {
    let cells = "<c t=\"s\"><v>99999999999999999999</v></c><c t=\"s\"><v>268435455</v></c><c t=\"s\"><v>-1</v></c>";
    assert_eq!(decoded(&records("<si><t>a</t></si>", cells, &[])).unwrap().text(), "");
}

#[test]
fn very_many_strings_and_annotations_take_linear_time() {
    let timed = |count: usize| {
        let items: String = (0..count).map(|n| format!("<si><t>ab cd {n:06}</t></si>")).collect();
        let start = Stopwatch::start();
        let document = read(&items);
        assert_eq!(document.units().count(), count);
        let all: Vec<_> = (0..count / 20)
            .map(|n| entity(260 * n + 3..260 * n + 8, "http://e.example/"))
            .collect();
        written(&document, &all);
        start.elapsed()
    };
    timed(1_000);
    let (few, many) = (timed(5_000), timed(100_000));
    assert!(many < few * 60 + Duration::from_secs(1), "{few:?}, {many:?}");
}
