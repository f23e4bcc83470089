use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use super::Apertium;
use super::stream::Request;
use crate::{Segment, TranslatedSegment, TranslationBatch, Translator};
use glossweave_base::error::{ErrorKind, Result};
use glossweave_base::text::Language;
use glossweave_testing::PATIENCE;

/// Returns `true` if Apertium is not installed with English and Spanish.
fn is_missing() -> bool {
    let found = Path::new("/usr/share/apertium/modes/eng-spa.mode").exists();
    if let Some(list) = std::env::var_os("GLOSSWEAVE_SKIPS").filter(|_| !found) {
        let mut file = fs::OpenOptions::new().append(true).create(true).open(list).unwrap();
        let line = "rust: apertium (the mode `eng-spa` is not installed)\n";
        std::io::Write::write_all(&mut file, line.as_bytes()).unwrap();
    }
    !found
}

fn spanish() -> Apertium {
    Apertium::new("eng-spa", None).unwrap()
}

fn job(apertium: &Apertium, texts: &[&str]) -> Result<Vec<Option<TranslatedSegment>>> {
    let segments: Vec<Segment<'_>> = texts.iter().map(|text| Segment::new(text)).collect();
    let language = |tag| Language::parse(tag).unwrap();
    apertium.translate(&TranslationBatch::new(&language("en"), &language("es"), &segments))
}

/// Returns the translations, with `–` for a missing translation.
fn translate(apertium: &Apertium, texts: &[&str]) -> Vec<String> {
    let done = job(apertium, texts).unwrap();
    done.into_iter()
        .map(|result| result.map_or("–".into(), |segment| segment.text.into()))
        .collect()
}

fn ids(apertium: &Apertium) -> Vec<u32> {
    apertium.pipe().unwrap().as_ref().map(|pipe| pipe.ids()).unwrap_or_default()
}

fn is_there(id: u32) -> bool {
    Path::new(&format!("/proc/{id}")).exists()
}

fn kill(id: u32) {
    assert!(Command::new("kill").args(["-KILL", &id.to_string()]).status().unwrap().success());
}

/// Creates a mode with one program that returns its input and obeys commands in it.
fn echo(folder: &Path) -> Apertium {
    fs::create_dir(folder.join("modes")).unwrap();
    let rules = [
        "-e /die/Q",
        "-e /hang/{:a",
        "-e ba",
        "-e }",
        "-e /flood/{:b",
        "-e p",
        "-e bb",
        "-e }",
        "-e /twice/p",
        "-e /mute/d",
    ];
    fs::write(folder.join("modes/echo.mode"), format!("sed -u {}", rules.join(" "))).unwrap();
    Apertium::new("echo", Some(folder)).unwrap().with_time(Duration::from_secs(10))
}

#[test]
fn markers_follow_their_words() {
    if is_missing() {
        return;
    }
    let cases = [
        ("The red house is big.", "La casa roja es grande."),
        ("The <1>red</1> house is big", "La casa <1>roja</1> es grande"),
        ("<1>The <2>red</2> house.</1>", "<1>La casa <2>roja</2>.</1>"),
        ("<1>The red</1> house<2/>.", "<1>La casa roja</1><2/>."),
        ("It is <1>very <2>big</2></1>.", "Es <1>muy <2>grande</2></1>."),
        ("<1>The cat</1>'s <2>house</2>.", "<2>La casa</2> <1>del gato</1>."),
        // Empty markers keep their position.
        ("Send <1/> to the <2/> house of <3/>!", "Envía <1/> a la <2/> casa de <3/>!"),
        ("<1/>A house <2>(</2>big<3>)</3>", "<1/>Una casa <2>(</2>grande<3>)</3>"),
        // A marker within a word.
        ("<1>T</1>he house", "<1>La</1> casa"),
        // Two markers within one word: the second marker is lost.
        ("The <1>ho</1>u<2>s</2>e", "La casa"),
        // Special characters of the engine, and unknown words.
        ("x<0/>1> [b] {c} ^d$ @e \\f /g ~h", "x<0/>1> [b] {c} ^d$ @e \\f /g ~h"),
        ("The <1>flurbozzle</1>", "El <1>flurbozzle</1>"),
        ("one  two\nthree", "uno  dos\ntres"),
        ("— <1/>42 %", "— <1/>42 %"),
        ("", ""),
    ];
    let texts: Vec<_> = cases.iter().map(|(text, _)| *text).collect();
    let done = translate(&spanish(), &texts);
    for ((text, expected), done) in cases.iter().zip(&done) {
        assert_eq!(done.to_lowercase(), expected.to_lowercase(), "{text}");
    }
}

#[test]
fn every_character_comes_through() {
    if is_missing() {
        return;
    }
    let others = ['\u{1}', '\t', '\n', '\u{a0}', '\u{301}', '\u{200d}', '—', '“', '東', '😀'];
    let marks = (' '..='~').filter(|char| char.is_ascii_punctuation()).chain(others);
    let texts: Vec<(char, String)> = marks
        .map(|char| (char, format!("big{char} {char} <1>red{char}</1> {char}house")))
        .collect();
    let sources: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
    for ((char, text), done) in texts.iter().zip(translate(&spanish(), &sources)) {
        let plain = done.replace("<1>", "").replace("</1>", "").replace("<0/>", "<");
        assert_eq!(plain.matches(*char).count(), 4, "{text:?}: {done:?}");
    }
}

#[test]
fn threads_get_their_own_answers() {
    if is_missing() {
        return;
    }
    let apertium = spanish();
    let work = |name: usize| {
        for round in 0..20 {
            let number = name * 100 + round;
            let done = translate(&apertium, &[&format!("{number} houses")]);
            assert_eq!(done, [format!("{number} casas")]);
        }
    };
    thread::scope(|scope| (1..5).for_each(|name| drop(scope.spawn(move || work(name)))));
}

#[test]
fn an_answer_without_a_marker_is_given_without_any() {
    let read = |text: &str, answer: &str| Request::new(text).read(answer);
    let text = "<1>a</1> <2/> <3>b</3>";
    assert_eq!(read(text, "[[t:m:0]]x[[/]] [0] [[t:m:1]]y[[/]]."), "<1>x</1> <2/> <3>y</3>");
    assert_eq!(read(text, "[[t:m:1]]y[[/]] [[t:m:0]]x[[/]][0]."), "<3>y</3> <1>x</1><2/>");
    // When a mark is in several positions with another mark between, the longest run is used.
    let apart = "[[t:m:0]]xx[[/]] [[t:m:1]]y[[/]] [[t:m:0]]x[[/]][0].";
    assert_eq!(read(text, apart), "<1>xx</1> <3>y</3> x<2/>");
    for lost in ["[[t:m:0]]x[[/]] [0] y.", "[[t:m:0]]x[[/]] [[t:m:1]]y[[/]].", "x [0] [0] y."] {
        assert_eq!(read(text, lost).replace(" x", "x"), "x y", "{lost}");
    }
    // Any malformed answer is accepted.
    for odd in ["", "[", "\\", "[[", "[[t:m:9]]", "[7]", "[[t:m:0]]", "]] [ [[/]]", "[0][0][0]"] {
        assert!(!read(text, odd).contains("<1>"), "{odd}");
    }
}

#[test]
fn the_next_text_is_translated_when_programs_were_killed() {
    if is_missing() {
        return;
    }
    let apertium = spanish();
    apertium.start().unwrap();
    let first = ids(&apertium);
    assert!(first.len() > 5);
    for id in [first[0], first[first.len() / 2], first[first.len() - 1]] {
        kill(ids(&apertium)[first.iter().position(|process| *process == id).unwrap()]);
        assert_eq!(translate(&apertium, &["A house"]), ["Una casa"]);
    }
    assert!(first.into_iter().all(|id| !is_there(id)));
}

#[test]
fn nothing_is_lost_when_programs_are_killed_half_way() {
    if is_missing() {
        return;
    }
    let apertium = spanish();
    let texts: Vec<String> =
        (0..2_000).map(|number| format!("I see {number} red houses.")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    apertium.start().unwrap();
    let id = ids(&apertium)[4];
    let done = thread::scope(|scope| {
        let work = scope.spawn(|| translate(&apertium, &texts));
        thread::sleep(Duration::from_millis(100));
        kill(id);
        assert!(!work.is_finished());
        work.join().unwrap()
    });
    for (number, done) in done.iter().enumerate() {
        assert!(done.ends_with(&format!("{number} casas rojas.")), "{number}: {done}");
    }
}

#[test]
fn stopped_programs_are_gone() {
    if is_missing() {
        return;
    }
    let apertium = spanish();
    assert!(ids(&apertium).is_empty());
    let gone = |ids: Vec<u32>| !ids.is_empty() && !ids.into_iter().any(is_there);
    assert_eq!(translate(&apertium, &["A house"]), ["Una casa"]);
    let before = ids(&apertium);
    apertium.stop();
    assert!(gone(before));
    assert_eq!(translate(&apertium, &["A house"]), ["Una casa"]);
    let before = ids(&apertium);
    drop(apertium);
    assert!(gone(before));
}

#[test]
fn a_text_at_which_the_programs_end_has_no_translation() {
    if is_missing() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let apertium = echo(folder.path());
    assert_eq!(translate(&apertium, &["one", "die", "two", "three"]), ["one", "–", "two", "three"]);
    assert_eq!(translate(&apertium, &["die", "x"]), ["–", "x"]);
    // Surplus answers are not assigned to other texts.
    for texts in [["one", "twice", "three"], ["flood", "x", "y"]] {
        assert_eq!(translate(&apertium, &texts), texts);
        assert_eq!(translate(&apertium, &texts), texts);
    }
    assert_eq!(job(&apertium, &["die"; 9]).unwrap_err().kind(), ErrorKind::Unavailable);
    assert_eq!(translate(&apertium, &["x"]), ["x"]);
    // More text than the buffer of a pipe.
    let long = "word ".repeat(100_000);
    assert_eq!(translate(&apertium, &[long.trim()]), [long.trim()]);
}

#[test]
fn a_text_that_takes_too_long_is_given_up() {
    if is_missing() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let apertium = echo(folder.path()).with_time(Duration::from_secs(1));
    let long = format!("hang {}", "word ".repeat(100_000));
    for text in ["hang", "mute", &long] {
        let began = Instant::now();
        assert_eq!(job(&apertium, &["one", text]).unwrap_err().kind(), ErrorKind::Deadline);
        assert!(began.elapsed() < PATIENCE);
        assert_eq!(translate(&apertium, &["one"]), ["one"]);
    }
}

#[test]
fn what_is_not_installed_is_said() {
    if is_missing() {
        return;
    }
    let kind = |apertium: &Apertium| apertium.start().unwrap_err().kind();
    assert_eq!(kind(&Apertium::new("eng-xxx", None).unwrap()), ErrorKind::NotFound);
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("modes")).unwrap();
    let mode = |name: &str, line: &str| {
        fs::write(folder.path().join(format!("modes/{name}.mode")), line).unwrap();
        let mut apertium = Apertium::new(name, None).unwrap();
        apertium.set("data", folder.path().to_str().unwrap()).unwrap();
        apertium.set("milliseconds", "10000").unwrap();
        apertium
    };
    assert_eq!(kind(&mode("no-program", "lt-proc-of-another-world x")), ErrorKind::Unavailable);
    assert_eq!(kind(&mode("no-file", "lt-proc '/nowhere/x.bin' | cat")), ErrorKind::Unavailable);
    let harm = format!("cat; touch {}/harm", folder.path().display());
    assert_eq!(kind(&mode("shell", &harm)), ErrorKind::Unsupported);
    assert!(!folder.path().join("harm").exists());
    for (name, value) in [("milliseconds", "soon"), ("mode", "x")] {
        let error = spanish().set(name, value).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(name)));
    }
}

#[test]
fn a_forked_child_is_refused_and_ends_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut apertium = echo(folder.path());
    assert_eq!(translate(&apertium, &["a"]), ["a"]);
    let programs = ids(&apertium);
    apertium.process += 1;
    for refused in [job(&apertium, &["a"]).unwrap_err(), apertium.start().unwrap_err()] {
        assert_eq!(refused.kind(), ErrorKind::Unavailable);
        assert!(refused.message().contains("before this process was forked"), "{refused}");
    }
    apertium.stop();
    assert!(!programs.is_empty() && programs.iter().all(|id| is_there(*id)));
    apertium.process -= 1;
    assert_eq!(ids(&apertium), programs);
}
