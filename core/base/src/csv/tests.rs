use super::Table;

/// Returns the fields of each row, or the error message with its line.
fn rows(source: &str) -> Vec<Result<Vec<String>, (String, u32)>> {
    let mut table = Table::new(source.as_bytes()).unwrap();
    let mut all = Vec::new();
    loop {
        match table.next_row() {
            Ok(None) => return all,
            Ok(Some(row)) => {
                all.push(Ok(row.fields().map(|(_, value)| value.to_owned()).collect()))
            }
            Err(error) => {
                all.push(Err((error.message().to_owned(), error.location().unwrap().line())))
            }
        }
    }
}

fn row(fields: &[&str]) -> Result<Vec<String>, (String, u32)> {
    Ok(fields.iter().map(|field| (*field).to_owned()).collect())
}

fn open(line: u32) -> Result<Vec<String>, (String, u32)> {
    Err(("a quotation mark is not closed".to_owned(), line))
}

#[test]
fn a_line_before_the_header_names_the_delimiter() {
    for start in ["sep=;\n", "\u{FEFF}sep=;\r\n", "\"sep=;\"\n", "SEP=;\r"] {
        assert_eq!(rows(&format!("{start}a;b\n1,2;3\n")), [row(&["1,2", "3"])], "{start}");
    }
    assert_eq!(rows("sep=\t\na\tb\n1;2;3\t4\n"), [row(&["1;2;3", "4"])]);
    // A header that only looks like a separator line.
    assert_eq!(rows("sep=,b\n1,2\n"), [row(&["1", "2"])]);
    let error = Table::new(b"sep=;\n\n").err().unwrap();
    assert_eq!(error.message(), "the table is empty, expected a header");
}

#[test]
fn rows_and_fields_without_a_value_are_passed_over() {
    assert_eq!(rows("a,b\n,,\n1,2,,\n , \n\n3,4\n,"), [row(&["1", "2"]), row(&["3", "4"])]);
}

#[test]
fn a_wrong_row_does_not_hide_the_next_ones() {
    let found = rows("a,b\n1\n2,3,4\n\"5\n6\",\n7,8\n");
    let counted =
        |count: u32, line| Err((format!("the row has {count} fields, the header has 2"), line));
    assert_eq!(found, [counted(1, 2), counted(3, 3), row(&["5\n6", ""]), row(&["7", "8"])]);
}

#[test]
fn a_quotation_mark_that_is_not_closed_takes_its_line_only() {
    assert_eq!(rows("a,b\n1,\"2\n3,4\n5,6\n"), [open(2), row(&["3", "4"]), row(&["5", "6"])]);
    let found = rows("a,b\n1,\"two\n3,\"four\n5,6\n");
    assert_eq!(found, [open(2), open(3), row(&["5", "6"])]);
    let long = format!("a,b\n1,\"2\n{}", format!("3,{}\n", "4".repeat(1 << 20)).repeat(17));
    let found = rows(&long);
    assert_eq!((&found[0], found.len()), (&open(2), 18));
}

#[test]
fn marks_of_inches_are_no_quotation_marks() {
    for delimiter in [",", "\t"] {
        let rows = |source: &str| rows(&source.replace('|', delimiter));
        assert_eq!(rows("a|b\n1|5\" disk\n2|x\n"), [row(&["1", "5\" disk"]), row(&["2", "x"])]);
        let nickname = [row(&["1", "\"Weird Al\" Yankovic"])];
        assert_eq!(rows("a|b\n1|\"Weird Al\" Yankovic\n"), nickname);
        assert_eq!(rows("a|b\n1|\"x|\"\"y\"\"\"\n"), [row(&["1", &format!("x{delimiter}\"y\"")])]);
    }
    let found = rows("a\tb\n1\t\"Tis\n2\t\"x\n3\t\"y\nz\"\n");
    assert_eq!(found, [row(&["1", "\"Tis"]), row(&["2", "\"x"]), row(&["3", "y\nz"])]);
}

#[test]
fn rows_of_quotation_marks_are_read_in_linear_time() {
    let source = format!("a,b\n{}", "x\"y,\"z\n".repeat(20_000));
    assert!(rows(&source).len() > 16);
}
