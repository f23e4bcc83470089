//! Translation with Apertium: through the library, and through a bare pipe of the same programs.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use glossweave::text::Language;
use glossweave::translate::{Segment, TranslationBatch, Translator, open_translator};
use serde_json::json;

use crate::Result;

const MODE: &str = "/usr/share/apertium/modes/eng-spa.mode";

/// The number of sentences of a turn, either all at once or one after the other.
const SENTENCES: usize = 400;

/// The number of turns of a round. Turns are short and alternate, so that other load on the machine affects
/// both contenders.
const TURNS: usize = 10;

const WORDS: &str = "the red house of my friend is very big and we want to see it tomorrow morning \
    because the new report about European cities was published last week in a small town near the \
    river";

/// Measures both contenders in turns, `rounds` times. Prints nothing when Apertium is not installed.
pub fn measure(rounds: usize) -> Result<()> {
    if !Path::new(MODE).exists() {
        eprintln!("apertium is not installed with English and Spanish: not measured");
        return Ok(());
    }
    let sentences: Vec<String> = (0..SENTENCES).map(sentence).collect();
    let words: usize = sentences.iter().map(|sentence| sentence.split(' ').count()).sum();
    let mut bare = Bare::open()?;
    let ours = open_translator("apertium", "eng-spa", [])?;
    let (english, spanish): (Language, Language) = ("en".parse()?, "es".parse()?);
    let translate = |sentences: &[String]| -> Result<()> {
        let segments: Vec<Segment<'_>> =
            sentences.iter().map(|sentence| Segment::new(sentence)).collect();
        ours.translate(&TranslationBatch::new(&english, &spanish, &segments))?;
        Ok(())
    };
    bare.translate(&sentences[..10])?;
    translate(&sentences[..10])?;
    for _ in 0..rounds {
        for (page, size) in [("400 sentences at once", SENTENCES), ("one after the other", 1)] {
            let mut times = [Vec::new(), Vec::new()];
            for _ in 0..TURNS {
                times[0].push(timed(|| sentences.chunks(size).try_for_each(translate))?);
                let mut each = || sentences.chunks(size).try_for_each(|some| bare.translate(some));
                times[1].push(timed(&mut each)?);
            }
            for (who, mut times) in ["glossweave", "bare pipe"].into_iter().zip(times) {
                times.sort();
                let rate = words as f64 / times[TURNS / 2].as_secs_f64() / 1e3;
                let line = json!({ "page": page, "work": "apertium", "who": who, "rate": rate });
                println!("{line}");
            }
        }
    }
    Ok(())
}

fn timed(mut work: impl FnMut() -> Result<()>) -> Result<Duration> {
    let from = Instant::now();
    work()?;
    Ok(from.elapsed())
}

/// Returns a sentence without characters that are special in Apertium.
fn sentence(number: usize) -> String {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let step = 1 + number % 5;
    let some = (0..8 + number % 17).map(|at| words[(number * 7 + at * step) % words.len()]);
    some.collect::<Vec<_>>().join(" ") + "."
}

/// The programs of the mode in a shell pipe, which flushes after each text.
struct Bare {
    shell: Child,
    input: ChildStdin,
    output: ChildStdout,
}

impl Bare {
    fn open() -> Result<Bare> {
        let line = Command::new("apertium-wblank-mode").args(["-z", MODE]).output()?.stdout;
        let line = String::from_utf8(line)?.replace("$1", "-n").replace("$2", "");
        let mut shell = Command::new("sh")
            .args(["-c", &line])
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let missing = "the shell has no pipes";
        let input = shell.stdin.take().ok_or(missing)?;
        let output = shell.stdout.take().ok_or(missing)?;
        Ok(Bare { shell, input, output })
    }

    fn translate(&mut self, sentences: &[String]) -> Result<()> {
        let text: String = sentences.iter().map(|sentence| format!("{sentence}[][]\0")).collect();
        let Bare { input, output, .. } = self;
        if text.len() <= 4096 {
            input.write_all(text.as_bytes())?;
            return read(output, sentences.len());
        }
        // The texts exceed the buffer of a pipe, so they are written while the answers are read.
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| input.write_all(text.as_bytes()));
            read(output, sentences.len())?;
            writer.join().map_err(|_| "the writer panicked")??;
            Ok(())
        })
    }
}

/// Reads `count` answers.
fn read(output: &mut ChildStdout, count: usize) -> Result<()> {
    let mut buffer = vec![0; 64 << 10];
    let mut answers = 0;
    while answers < count {
        let read = output.read(&mut buffer)?;
        if read == 0 {
            return Err("the pipe has ended".into());
        }
        answers += buffer[..read].iter().filter(|byte| **byte == 0).count();
    }
    Ok(())
}

impl Drop for Bare {
    fn drop(&mut self) {
        let _ = self.shell.kill();
        let _ = self.shell.wait();
    }
}
