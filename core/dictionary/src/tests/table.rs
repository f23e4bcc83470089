use super::{Dictionary, Entry, found};
use crate::DictionaryBuilder;
use crate::entry_log::EntryLog;
use glossweave_base::progress::Watch;
use glossweave_base::{Error, ErrorKind};
use glossweave_document::recognizer::{Passage, Recognizer};

const HEADER: &str = "uri,label,language,type,weight\n";

fn fault(table: &str) -> (ErrorKind, String) {
    let error = Dictionary::from_csv(table.as_bytes()).unwrap_err();
    (error.kind(), error.to_string())
}

#[test]
fn a_build_tells_how_far_it_is_and_ends_where_it_is_told_to() {
    let mut table = String::from("uri,label\n");
    for number in 0..100_000 {
        table += &format!("http://example.org/{number},name {}\n", number % 70_000);
    }
    let build = |watch: &mut Watch<'_>| {
        Dictionary::builder().csv_watched(table.as_bytes(), watch)?.build_watched(watch)
    };
    let mut reports = Vec::new();
    let names = build(&mut |at| {
        reports.push(at);
        Ok(())
    })
    .unwrap();
    let plain = Dictionary::from_csv(table.as_bytes()).unwrap();
    assert!(names.to_bytes().unwrap() == plain.to_bytes().unwrap());
    assert!(reports.is_sorted_by_key(|at| (at.done, at.records)));
    let last = reports.last().unwrap();
    assert_eq!(
        [last.done, last.total, last.records],
        [table.len() as u64, table.len() as u64, 100_000]
    );
    let reading = reports.iter().filter(|at| at.done < at.total).count();
    assert!(reading >= 20 && reports.len() - reading >= 60, "{reading} of {}", reports.len());
    for end in [1, reading, reading + 1, (reading + reports.len()) / 2, reports.len()] {
        let mut remaining = end;
        let ended = build(&mut |_| {
            remaining -= 1;
            if remaining == 0 { Err(Error::new(ErrorKind::Unavailable, "enough")) } else { Ok(()) }
        });
        assert_eq!(ended.unwrap_err().message(), "enough", "after {end} of {}", reports.len());
    }
}

#[test]
fn what_looks_like_the_row_before_is_checked_by_itself() {
    let right = Entry::new("http://e.org/1", "Cork").in_language("en");
    let two = ["http://e.org/A", "http://e.org/B"];
    for (before, wrong) in [
        (&two[..], &["http://e.org/A http://e.org/B"][..]),
        (&["http://e.org/A"], &["http://e.org/A", ""]),
        (&["http://e.org/A"], &["", "http://e.org/A"]),
        (&[], &[""]),
        (&[], &["", ""]),
    ] {
        let mut builder = Dictionary::builder();
        builder.add(&right.with_classes(before)).unwrap();
        for _ in 0..2 {
            let error = builder.add(&right.with_classes(wrong)).unwrap_err();
            assert_eq!(error.parameter(), Some("type"), "{wrong:?} after {before:?}");
        }
        builder.add(&right.with_classes(before)).unwrap();
        assert_eq!(builder.counts().unwrap(), [1, 1]);
    }
    let mut builder = Dictionary::builder();
    for empty in [Entry { uri: "", ..right }, right.in_language("")] {
        assert_eq!(builder.add(&empty).unwrap_err().kind(), ErrorKind::Invalid);
    }
    builder.add(&right).unwrap();
    for (label, language) in [("Cobh", "en"), ("Cobh", " en "), ("Cobh", "de")] {
        builder.add(&Entry::new("http://e.org/2", label).in_language(language)).unwrap();
    }
    assert_eq!(builder.build().unwrap().entries(), 3);
}

#[test]
fn white_space_around_fields_does_not_count() {
    for space in [" ", "\t", "\u{A0}", "\u{3000}", " \u{2003} "] {
        let row = ["http://e.org/1", "Ó Cé", "ga", "|http://e.org/A", "2"];
        let row = row.map(|field| format!("{space}{field}{space}")).join(",");
        let names = Dictionary::from_csv(format!("{HEADER}{row}\n").as_bytes()).unwrap();
        assert_eq!(found(&names, "ó cé"), ["ó cé"], "{space:?}");
    }
}

#[test]
fn columns_come_in_any_order_and_with_any_delimiter() {
    for table in [
        "uri,label\nhttp://e.org/1,Cork\n",
        "\u{FEFF}label;uri\r\nCork;http://e.org/1\r\n",
        "Weight\tLabel\tnote\tURI\n\n1e3\tCork\tx,y\thttp://e.org/1",
        "label|uri|type\n\"Cork\"|http://e.org/1|\n",
        "\"uri\",\"label\"\n\"http://e.org/1\",\" Cork \"\n",
    ] {
        let names = Dictionary::from_csv(table.as_bytes()).unwrap();
        assert_eq!(found(&names, "to Cork"), ["Cork"], "{table}");
    }
}

#[test]
fn quoted_fields_keep_delimiters_quotes_and_lines() {
    let table =
        "uri,label\nhttp://e.org/1,\"Cork, Co. \"\"Cork\"\"\"\nhttp://e.org/2,\"New\nYork\"\n";
    let names = Dictionary::from_csv(table.as_bytes()).unwrap();
    assert_eq!(found(&names, "Cork, Co. \"Cork\", New York"), ["Cork, Co. \"Cork\"", "New York"]);
}

#[test]
fn classes_are_parted_by_spaces_or_bars() {
    for types in ["http://e.org/A http://e.org/B", "http://e.org/A|http://e.org/B"] {
        let table = format!("{HEADER}http://e.org/1,Cork,en,{types},\n");
        let names = Dictionary::from_csv(table.as_bytes()).unwrap();
        names
            .each_match(&glossweave_document::recognizer::Passage::new("Cork"), |name| {
                let classes: Vec<&str> = name.classes()?.collect();
                assert_eq!(classes, ["http://e.org/A", "http://e.org/B"]);
                Ok(())
            })
            .unwrap();
    }
}

#[test]
fn a_bad_row_is_counted_with_its_line_and_the_rest_is_read() {
    let table = "\u{FEFF}sep=;\r\nuri;label;language;weight\n<http://e.org/1>;Cork;;\n;;;\n\
        http://e.org/2;;;\nhttp://e.org/3;5\" disk;;\nhttp://e.org/4;Cobh;e n;\ne 5;Youghal;;\n\
        http://e.org/6;Kinsale;;much\nhttp://e.org/7\nhttp://e.org/8;\"Bantry;;\n\
        http://e.org/9;Mallow;en;2;;\n";
    let long = format!("http://e.org/10;{};;\n", "a ".repeat(200));
    let builder = Dictionary::builder().csv(format!("{table}{long}").as_bytes()).unwrap();
    let lines = builder.skipped().iter().map(|row| row.location().unwrap().line());
    assert_eq!(lines.collect::<Vec<_>>(), [5, 7, 8, 9, 10, 11, 13]);
    assert_eq!(builder.skipped_count(), 7);
    let names = builder.build().unwrap();
    assert_eq!(found(&names, "A 5\" disk from Cork to Mallow"), ["5\" disk", "Cork", "Mallow"]);
}

#[test]
fn a_table_without_a_right_row_names_the_first_one_with_its_line() {
    for (rows, message) in [
        ("\nhttp://e.org/2,,,,\n", "`label` is empty at line 3 column 1"),
        ("http://e.org/1,\" \n \",,,\n", "`label` is empty at line 2 column 1"),
        (",Cork,,,\n", "`uri` is ``, expected an absolute IRI at line 2 column 1"),
        (
            "http://a.example:port/x,Cork,,,\n",
            "`uri` is `http://a.example:port/x`, expected an absolute IRI at line 2 column 1",
        ),
        ("\n\ncork,Cork,,,\n", "`uri` is `cork`, expected an absolute IRI at line 4 column 1"),
        (
            "http://e.org/1,Cork,,,much\n",
            "`weight` is `much`, expected a number of at least 0 at line 2 column 1",
        ),
        (
            "http://e.org/1,Cork,,,-2\r\n",
            "`weight` is -2, expected a number of at least 0 at line 2 column 1",
        ),
        (
            "http://e.org/1,Cork,e n,,\n",
            "`language` is `e n`, expected a language tag at line 2 column 1",
        ),
        (
            "http://e.org/1,Cork,,Place,\n",
            "`type` is `Place`, expected an absolute IRI at line 2 column 1",
        ),
        (
            "\"http://e.org/1\",\"a\nb\",e n,,\nhttp://e.org/2,Cork\n",
            "`language` is `e n`, expected a language tag at line 2 column 1",
        ),
        ("http://e.org/1,Cork,,,\"1\n", "a quotation mark is not closed at line 2 column 1"),
    ] {
        assert_eq!(fault(&format!("{HEADER}{rows}")), (ErrorKind::Malformed, message.to_owned()));
    }
    let error = Dictionary::from_csv(&b"uri,label\nhttp://e.org/1,C\xFFrk\n"[..]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "field 2 of the row is not UTF-8 at line 2 column 1; save the table as UTF-8"
    );
}

#[test]
fn a_header_without_its_columns_says_which() {
    for (table, message) in [
        ("", "the table is empty, expected a header"),
        ("\u{FEFF} \n", "the table is empty, expected a header"),
        (",x\n", "the header has no column `uri`, found ``, `x` at line 1 column 1"),
        ("uri,name\n", "the header has no column `label`, found `uri`, `name` at line 1 column 1"),
        ("uri,label,URI\n", "the header has the column `uri` twice at line 1 column 1"),
    ] {
        assert_eq!(fault(table), (ErrorKind::Malformed, message.to_owned()));
    }
    let names = Dictionary::from_csv("uri,label\n".as_bytes()).unwrap();
    assert_eq!(names.labels(), 0);
}

#[test]
fn another_name_of_a_known_column_is_refused() {
    let message = "the column `Class` is not known at line 1 column 11; did you mean `type`?";
    assert_eq!(fault("uri,label,Class\n"), (ErrorKind::Malformed, message.to_owned()));
    // The name is part of another name, or is quoted.
    for (header, column) in [("subclass,uri,label,class\n", 20), ("uri,\"class\",label\n", 6)] {
        let message = format!(
            "the column `class` is not known at line 1 column {column}; did you mean `type`?"
        );
        assert_eq!(fault(header), (ErrorKind::Malformed, message));
    }
    let message = "the column `lang` is not known at line 1 column 1; did you mean `language`?";
    assert_eq!(fault("lang,uri,label\n"), (ErrorKind::Malformed, message.to_owned()));
    // When the known column also exists, the other column is ignored.
    for header in ["uri,label,type,class\n", "uri,label,classroom,size\n"] {
        assert!(Dictionary::from_csv(header.as_bytes()).is_ok(), "{header}");
    }
}

#[test]
fn a_table_without_its_line_breaks_is_refused() {
    let message = "expected names of columns, found `typehttp://a.example/cork` at line 1 column 1; send the \
                   table with its line breaks (`curl --data-binary`)";
    let glued = "uri,label,typehttp://a.example/cork,Corkhttp://a.example/lee,Lee";
    assert_eq!(fault(glued), (ErrorKind::Malformed, message.to_owned()));
}

#[test]
fn what_cannot_be_read_is_not_called_malformed() {
    struct Torn;
    impl std::io::Read for Torn {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("torn"))
        }
    }
    assert_eq!(Dictionary::from_csv(Torn).unwrap_err().kind(), ErrorKind::Unavailable);
}

#[test]
fn a_dictionary_of_many_entries_is_built_on_disk_and_finds_the_same() {
    let names = |number: usize| {
        let words = ["New", "York", "Cork", "São", "東京", "Ünïon", "O'Neill", "U.S.", "3.5", "ﷺ"];
        let word = |at: usize| words[at % words.len()];
        format!("{} {}-{}", word(number), word(number / 7), word(number / 3 + number))
    };
    let build = |mut builder: DictionaryBuilder| {
        for number in 0..3000 {
            let (iri, label) = (format!("http://example.org/{}", number % 900), names(number));
            let entry = Entry::new(&iri, &label).weighing((number % 31) as f64);
            builder.add(&entry).unwrap();
        }
        let counts = builder.counts().unwrap();
        (builder.build().unwrap(), counts)
    };
    let (in_memory, counts) = build(Dictionary::builder());
    let mut builder = Dictionary::builder();
    builder.entries = EntryLog::new(1000);
    let (on_disk, counts_on_disk) = build(builder);
    assert_eq!(counts, counts_on_disk);
    assert_eq!((on_disk.labels(), on_disk.entries()), (in_memory.labels(), in_memory.entries()));
    assert_eq!(on_disk.difference(&in_memory).unwrap(), Default::default());
    assert_eq!(on_disk.index_file.0.numbers, in_memory.index_file.0.numbers);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("names");
    on_disk.save(&path).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), on_disk.to_bytes().unwrap());
    let opened = Dictionary::open(&path).unwrap();
    opened.verify().unwrap();
    for number in 0..300 {
        let text = format!("From {} to {}", names(number), names(number * 7));
        let found = |names: &Dictionary| names.recognize(&Passage::new(&text)).unwrap();
        assert!(found(&in_memory).len() > 1, "{text}");
        assert_eq!(found(&in_memory), found(&opened), "{text}");
    }
}
