//! Tests of subtitles.

use crate::decode;
use crate::marked_text;
use crate::testing::{holds, is_fast, read, survives, texts, translated};
use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;
use glossweave_format_base::Placement;
use glossweave_format_base::PlacementExt;
use glossweave_testing::Stopwatch;
use std::time::Duration;

const SRT: &str = "1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}<i>Hello</i>\r\n- there, 50%!\r\n\r\n\
    2\r\n00:00:03,000 --> 00:00:04,000 X1:1\r\nOne\r\n\r\nTwo\r\n\r\n3\r\n00:00:05,000 --> 00:00:06,000\r\n\r\n";

const VTT: &str = "WEBVTT - title\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE For the\nsecond\n\n\
    intro\n00:01.000 --> 00:02.000 align:start\n<v Roger Bingham>We are &amp; <c.red.big>here</c>\n- now\n\n\
    00:03.000 --> 00:04.000\n<b>a &lt; b</b> <00:03.500> &hearts;\n";

#[test]
fn cues_are_units() {
    let document = read(SRT.as_bytes(), Format::Srt);
    assert_eq!(texts(&document), ["Hello\n- there, 50%!", "One\n\nTwo"]);
    let names: Vec<_> = document.units().map(|unit| unit.name()).collect();
    assert_eq!(names, [Some("1"), Some("2")]);
    let document = read(VTT.as_bytes(), Format::Vtt);
    assert_eq!(texts(&document), ["We are & here\n- now", "a < b  "]);
    let names: Vec<_> = document.units().map(|unit| unit.name()).collect();
    assert_eq!(names, [Some("intro"), None]);
    let note = document.annotations()[0].as_metadata().unwrap();
    assert_eq!(note.field("locNote"), Some("For the\nsecond"));
    let marked = marked_text(&document, document.units().next().unwrap().span()).unwrap();
    assert_eq!(marked, "<1/>We are & <2>here</2>\n- now");
}

#[test]
fn a_translation_keeps_the_times_and_tags() {
    let document = read(SRT.as_bytes(), Format::Srt);
    let back = translated(&document, |text| {
        text.starts_with("<1/>").then(|| "<1/><2>Hallo</2>\nda".to_owned())
    });
    let expected = SRT.replace("Hello</i>\r\n- there, 50%!", "Hallo</i>\r\nda");
    assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
    let document = read(VTT.as_bytes(), Format::Vtt);
    let back = translated(&document, |text| {
        text.ends_with("now").then(|| "<1/>A <2>--></2> & B".to_owned())
    });
    let expected =
        VTT.replace("We are &amp; <c.red.big>here</c>\n- now", "A <c.red.big>--&gt;</c> &amp; B");
    assert_eq!(String::from_utf8(back.bytes).unwrap(), expected);
    // An empty line would end the cue.
    let back = translated(&document, |text| {
        text.ends_with("now").then(|| "<1/>A <2>x</2>\n\nB".to_owned())
    });
    assert!(!back.placements[0].is_there());
}

#[test]
fn times_within_a_cue_begin_another_one() {
    let times = "00:01.000 --> 00:02.000";
    let read_texts = |source: &str| {
        let document = read(source.as_bytes(), Format::Vtt);
        texts(&document).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    // The times of a cue twice, without an empty line before them, and directly after the header.
    assert_eq!(read_texts(&format!("WEBVTT\n\n{times}\n{times}\nOne\n")), ["One"]);
    assert_eq!(read_texts(&format!("WEBVTT\n\n{times}\nOne\n{times}\nTwo")), ["One", "Two"]);
    assert_eq!(read_texts(&format!("WEBVTT\n{times}\nOne")), ["One"]);
    assert_eq!(read_texts(&format!("WEBVTT\nNOTE x\n\nNOTE y\n{times}\nOne")), ["One"]);
}

#[test]
fn faults_have_their_place() {
    let fault = |source: &str, format| {
        decode(source, format, &DecodeOptions::default()).unwrap_err().to_string()
    };
    let expected = "expected a number and the times of a cue at line 2 column 1";
    assert_eq!(fault("\nHello\n", Format::Srt), expected);
    let expected = "expected `WEBVTT` in the first line at line 1 column 1";
    assert_eq!(fault("WEBVTTX\n", Format::Vtt), expected);
    assert_eq!(fault("", Format::Vtt), expected);
}

#[test]
fn the_laws_hold() {
    let plain = |text: &str, format| {
        holds(text.as_bytes(), format);
        survives(text.as_bytes(), format);
    };
    plain("", Format::Srt);
    plain("1\n00:00:01,000 --> 00:00:02,000\n\u{e9} {x}", Format::Srt);
    plain("\u{feff}WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\n\u{e9} <i>x", Format::Vtt);
    plain(SRT, Format::Srt);
    plain(VTT, Format::Vtt);
}

#[test]
fn other_encodings_are_kept() {
    let document = read(b"1\n00:00:01,000 --> 00:00:02,000\ncaf\xE9", Format::Srt);
    assert_eq!(texts(&document), ["caf\u{e9}"]);
    let back = translated(&document, |_| Some("\u{fc}".to_owned()));
    assert_eq!(back.bytes, b"1\n00:00:01,000 --> 00:00:02,000\n\xFC");
}

#[test]
fn what_the_encoding_lacks_is_not_looked_for_one_by_one() {
    let cue = b"1\n00:00:01,000 --> 00:00:02,000\ncaf\xE9\n\n";
    let document = read(&cue.repeat(20_000), Format::Srt);
    let mut number = 0;
    let began = Stopwatch::start();
    let back = translated(&document, |_| {
        number += 1;
        Some(if number % 2 == 0 { "\u{fc}" } else { "\u{43a}" }.to_owned())
    });
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    let rule = "the encoding of the document lacks a character of the translation";
    assert_eq!(back.placements[0], Placement::not_placed(rule));
    assert!(back.placements[1].is_there());
}

#[test]
fn long_files_take_no_quadratic_time() {
    let cue = "1\n00:00:01,000 --> 00:00:02,000\n<i>the</i> {\\an8} text\nand more\n\n";
    is_fast(cue.repeat(30_000), Format::Srt);
    is_fast("WEBVTT\n\n".to_owned() + &cue.repeat(30_000), Format::Vtt);
}
