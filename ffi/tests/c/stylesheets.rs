//! The rows of tests/cases/xslt through the C API. Writes frames to `stylesheets.c`, which returns answers.

use std::process::Command;

use harness::stylesheets::{Answer, Refusal, Row, Sheet, Way, none, rows, saxon};

fn frame(frames: &mut Vec<u8>, name: &str, value: &[u8]) {
    frames.extend_from_slice(format!("{name} {}\n", value.len()).as_bytes());
    frames.extend_from_slice(value);
    frames.push(b'\n');
}

fn ask(row: &Row, way: Way, frames: &mut Vec<u8>) {
    frame(frames, "stylesheet", &row.stylesheet());
    frame(frames, "input", &row.input());
    frame(frames, "visibility", row.visibility().as_bytes());
    for (kind, pairs) in [("option", row.options()), ("parameter", row.parameters())] {
        for (name, value) in pairs {
            frame(frames, "name", name.as_bytes());
            frame(frames, kind, value.as_bytes());
        }
    }
    frame(frames, way.name(), b"");
}

/// Splits the answers, each a list of frames.
fn parted(mut answers: &[u8]) -> Vec<Vec<(String, Vec<u8>)>> {
    let mut parted = vec![Vec::new()];
    while !answers.is_empty() {
        let end = answers.iter().position(|byte| *byte == b'\n').unwrap();
        let head = std::str::from_utf8(&answers[..end]).unwrap();
        let (name, length) = head.split_once(' ').unwrap();
        let value = &answers[end + 1..][..length.parse().unwrap()];
        match name {
            "end" => parted.push(Vec::new()),
            _ => parted.last_mut().unwrap().push((name.to_owned(), value.to_vec())),
        }
        answers = &answers[end + 1 + value.len() + 1..];
    }
    parted.pop();
    parted
}

fn text(value: &[u8]) -> String {
    String::from_utf8_lossy(value).into_owned()
}

fn place(value: &[u8]) -> (u32, u32) {
    let said = text(value);
    let (line, column) = said.split_once(' ').unwrap();
    (line.parse().unwrap(), column.parse().unwrap())
}

fn understood(frames: &[(String, Vec<u8>)]) -> Result<Answer, Refusal> {
    let (mut answer, mut refusal) = (Answer::default(), Refusal::default());
    for (name, value) in frames {
        match name.as_str() {
            "kind" => refusal.kind = text(value),
            "message" => refusal.message = text(value),
            "code" => refusal.code = Some(text(value)),
            "parameter" => refusal.parameter = Some(text(value)),
            "place" => refusal.place = Some(place(value)),
            "bytes" => answer.bytes = value.clone(),
            "media-type" => answer.media_type = text(value),
            "encoding" => answer.encoding = text(value),
            "method" => answer.method = text(value),
            "said" => answer.messages.push((text(value), 0, 0)),
            "said-at" => {
                let (line, column) = place(value);
                let last = answer.messages.last_mut().unwrap();
                (last.1, last.2) = (line, column);
            }
            "uri" => answer.documents.push((text(value), String::new())),
            "document" => answer.documents.last_mut().unwrap().1 = text(value),
            _ => tell_sheet(answer.stylesheet.get_or_insert_default(), name, text(value)),
        }
    }
    if refusal.kind.is_empty() { Ok(answer) } else { Err(refusal) }
}

fn tell_sheet(sheet: &mut Sheet, name: &str, value: String) {
    match name {
        "version" => sheet.version = value,
        "processor" => sheet.processor = value,
        "name" => sheet.parameters.push((value, String::new())),
        "usual" => sheet.parameters.last_mut().unwrap().1 = value,
        other => panic!("`{other}` is not an answer"),
    }
}

fn judge(asked: &[(Row, Way)], answers: &[u8]) {
    let answers = parted(answers);
    assert_eq!(answers.len(), asked.len());
    let faults: Vec<_> = asked
        .iter()
        .zip(&answers)
        .filter_map(|((row, way), frames)| {
            let fault = row.judge(understood(frames)).err()?;
            Some(format!("{} ({}): {fault}", row.name(), way.name()))
        })
        .collect();
    none(&faults);
}

#[test]
fn every_row_of_stylesheets_is_answered_as_expected() {
    let pairs = |row: Row| row.ways().into_iter().map(move |way| (row.clone(), way));
    let asked: Vec<_> = rows().into_iter().flat_map(pairs).collect();
    assert!(asked.len() >= 40);
    let mut frames = Vec::new();
    asked.iter().for_each(|(row, way)| ask(row, *way, &mut frames));
    let program = super::root().join("ffi/tests/c/stylesheets.c");
    let program = super::build(&program, super::Linked::Shared, "stylesheets");
    let mut command = Command::new(&program);
    command.envs(saxon().map(|path| ("SAXONC_HE_LIB", path)));
    judge(&asked, &super::succeeds(&mut command, &frames));
    if glossweave_testing::more() && super::is_there("valgrind") {
        // Saxon contains a virtual machine, and is tested separately.
        let asked: Vec<_> = asked.into_iter().filter(|(row, _)| !row.needs_saxon()).collect();
        let mut frames = Vec::new();
        asked.iter().for_each(|(row, way)| ask(row, *way, &mut frames));
        let answers = super::succeeds(super::valgrind().arg(program), &frames);
        judge(&asked, &answers);
    }
}
