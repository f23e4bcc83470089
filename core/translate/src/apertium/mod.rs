//! A translator that runs Apertium as child processes.

mod mode;
mod process;
mod reinsert_tags;
mod stream;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::{Path, PathBuf};

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::provider_options::APERTIUM;
use crate::translator::{Capabilities, TranslatedSegment, TranslationBatch, Translator};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::log::{Level, emit};
use glossweave_base::provider::names;
use process::{Lost, Pipe, within};
use stream::Request;

/// The folder in which Debian and other systems install the modes and languages of Apertium.
const DATA: &str = "/usr/share/apertium";

/// The default time limit for a text.
const TIME: Duration = Duration::from_secs(30);

/// The maximum number of bytes that are sent ahead, which is enough to keep all programs busy.
const UNDER_WAY: usize = 256 << 10;

/// The maximum number of times in a row that the programs may end without an answer.
const DEATHS: u32 = 3;

/// A translator that uses a mode of [Apertium](https://apertium.org), for example `eng-spa`, which translates
/// from one language into another.
///
/// The programs of the mode are started with the first batch and keep running. When a program ends, it is
/// restarted. A text that ends the programs twice has no translation. The programs end when the translator is
/// dropped or [stopped](Translator::stop).
///
/// Markers enclose the same words as before, even if the order of words changes. If Apertium drops all words
/// within a marker, the translation has no markers. For example, with the mode `eng-spa` `The <1>red</1>
/// house` becomes `La casa <1>roja</1>`.
///
/// Calls return [`ErrorKind::NotFound`] if the mode is not installed, [`ErrorKind::Unavailable`] if Apertium
/// is not installed or ends before it has answered, [`ErrorKind::Unsupported`] if the mode needs a shell, and
/// [`ErrorKind::Deadline`] if a text takes too long.
pub struct Apertium {
    mode: String,
    data: PathBuf,
    time: Duration,
    /// The id of the process that created the translator. A fork has neither its threads nor its programs.
    process: u32,
    pipe: Mutex<Option<Pipe>>,
}

impl Apertium {
    /// Creates a translator for a mode that is installed in `/usr/share/apertium`, or in another folder that
    /// contains a folder `modes`. Files are not looked up until the programs are started.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] with the parameter `mode` if the name is empty, is longer than 64
    /// bytes, starts with `-`, or has characters other than ASCII letters, digits, `_` and `-`.
    pub fn new(mode: &str, data: Option<&Path>) -> Result<Apertium> {
        mode::check(mode)?;
        let data = data.unwrap_or(Path::new(DATA)).to_owned();
        Ok(Apertium {
            mode: mode.to_owned(),
            data,
            time: TIME,
            process: std::process::id(),
            pipe: Mutex::new(None),
        })
    }

    /// Sets the time limit for a text. The default is 30 seconds.
    pub fn with_time(mut self, time: Duration) -> Apertium {
        self.time = time;
        self
    }

    /// The option names that [`Apertium::set`] accepts.
    pub const NAMES: &[&str] = &names::<2>(&[&APERTIUM]);

    /// Sets an option by its name: `data` is the folder in which Apertium is installed, `milliseconds` the
    /// time limit for a text.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`] with the name as parameter if the name or value is unknown.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        match name {
            "data" => self.data = value.into(),
            "milliseconds" => {
                let time = value.parse().map_err(|_| {
                    Error::no_such("number", value, "milliseconds").with_parameter(name)
                })?;
                self.time = Duration::from_millis(time);
            }
            _ => return Err(Error::no_option(name, Apertium::NAMES)),
        }
        Ok(())
    }

    /// Locks and returns the running programs. Returns `ErrorKind::Unavailable` in a fork of the process,
    /// because the lock may be held by a thread that does not exist there.
    fn pipe(&self) -> Result<MutexGuard<'_, Option<Pipe>>> {
        if self.process != std::process::id() {
            let message = "apertium was set up before this process was forked; set it up again in this process";
            return Err(Error::new(ErrorKind::Unavailable, message));
        }
        Ok(self.pipe.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Starts the programs and waits for their first answer.
    fn open(&self) -> Result<Pipe> {
        let mut pipe = Pipe::open(&mode::programs(&self.mode, &self.data)?)?;
        pipe.ask("");
        pipe.answer(within(self.time)).map_err(|lost| self.lost(lost))?;
        Ok(pipe)
    }

    /// Logs a warning that the programs ended. The caller gets no error if they can be restarted.
    fn tell_end(&self) {
        let mode = &self.mode;
        let message = format_args!("the programs of the mode `{mode}` of apertium ended");
        emit(Level::Warn, "glossweave::translation", message);
    }

    fn lost(&self, lost: Lost) -> Error {
        let Apertium { mode, time, .. } = self;
        match lost {
            Lost::Dead => {
                let message = format!("apertium in the mode `{mode}` ended without an answer");
                Error::new(ErrorKind::Unavailable, message)
            }
            Lost::Late => {
                let time = time.as_millis();
                let message =
                    format!("apertium in the mode `{mode}` took over {time} milliseconds");
                Error::new(ErrorKind::Deadline, message)
            }
        }
    }

    /// Returns the answers to texts in the stream format, with `None` for each text that ends the programs.
    fn answers(&self, streams: &[&str]) -> Result<Vec<Option<String>>> {
        let mut held = self.pipe()?;
        if held.as_mut().is_some_and(|pipe| !pipe.is_running()) {
            *held = None;
            self.tell_end();
        }
        let mut answers: Vec<Option<String>> = Vec::with_capacity(streams.len());
        // Texts with an index below `alone` are sent one at a time after the programs have ended, so that the
        // text that ends them can be identified.
        let mut alone = 0;
        let mut deaths = 0;
        while answers.len() < streams.len() {
            let pipe = match held.as_mut() {
                Some(pipe) => pipe,
                None => held.insert(self.open()?),
            };
            let first = answers.len();
            let (sent, lost) = self.ask(pipe, streams, alone, &mut answers);
            let Some(lost) = lost else { continue };
            *held = None;
            self.tell_end();
            if lost == Lost::Late {
                return Err(self.lost(lost));
            }
            deaths = if answers.len() > first { 1 } else { deaths + 1 };
            if deaths > DEATHS {
                return Err(self.lost(lost));
            }
            if answers.len() < alone && sent == answers.len() + 1 {
                answers.push(None);
            } else {
                alone = sent;
            }
        }
        Ok(answers)
    }

    /// Sends the unanswered texts until all have an answer or the programs end. Returns the number of texts
    /// that were sent.
    fn ask(
        &self,
        pipe: &mut Pipe,
        streams: &[&str],
        alone: usize,
        answers: &mut Vec<Option<String>>,
    ) -> (usize, Option<Lost>) {
        let mut sent = answers.len();
        let mut under_way = 0;
        while answers.len() < streams.len() {
            while let Some(stream) = streams.get(sent) {
                let idle = sent == answers.len();
                if !idle && (answers.len() < alone || under_way + stream.len() > UNDER_WAY) {
                    break;
                }
                pipe.ask(stream);
                under_way += stream.len();
                sent += 1;
            }
            match pipe.answer(within(self.time)) {
                Ok(answer) => {
                    under_way -= streams[answers.len()].len();
                    answers.push(Some(answer));
                }
                Err(lost) => return (sent, Some(lost)),
            }
        }
        (sent, None)
    }
}

impl Translator for Apertium {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        let requests: Vec<Request> =
            job.segments.iter().map(|segment| Request::new(segment.text)).collect();
        let streams: Vec<&str> =
            requests.iter().filter_map(|request| request.stream.as_deref()).collect();
        let mut answers = self.answers(&streams)?.into_iter();
        let all = requests.iter().zip(job.segments).map(|(request, segment)| {
            if request.stream.is_none() {
                return Some(TranslatedSegment::machine(segment.text));
            }
            let answer = answers.next().flatten()?;
            Some(TranslatedSegment::machine(request.read(&answer)))
        });
        Ok(all.collect())
    }

    fn abilities(&self) -> Capabilities {
        Capabilities::default().with_markup()
    }

    fn start(&self) -> Result<()> {
        let mut held = self.pipe()?;
        if held.is_none() {
            *held = Some(self.open()?);
        }
        Ok(())
    }

    fn stop(&self) {
        // A fork has nothing to stop.
        if let Ok(mut held) = self.pipe() {
            *held = None;
        }
    }
}

impl fmt::Debug for Apertium {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Apertium").field("mode", &self.mode).finish_non_exhaustive()
    }
}
