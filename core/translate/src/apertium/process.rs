//! The running programs of a mode.

use std::io::{self, PipeReader, Read, Write};
use std::process::{self, Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::mode::{command, unavailable};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum length of an answer, in bytes.
const ANSWER: usize = 4 << 20;

/// The maximum number of answers in the queue. A program that answers without being asked blocks when the
/// queue is full.
const WAITING: usize = 256;

/// The reason for a missing answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lost {
    /// A program has ended, or its answer does not belong to the request.
    Dead,
    /// The answer takes too long.
    Late,
}

/// Programs that are connected by pipes. They end when the value is dropped.
#[derive(Debug)]
pub(super) struct Pipe {
    programs: Vec<Child>,
    /// The read end of the pipe into the first program, used to drain unread input at the end. While it is
    /// open, a write after the programs have ended raises no signal, because hosts in C do not expect one.
    input: PipeReader,
    requests: Option<Sender<Vec<u8>>>,
    answers: Receiver<Vec<u8>>,
    feeder: Option<JoinHandle<()>>,
    /// The number of requests that were sent.
    asked: u64,
    answered: u64,
    /// The id of the process that started the programs.
    process: u32,
}

impl Pipe {
    /// Starts the programs. Returns `ErrorKind::Unavailable` if a program cannot be started.
    pub(super) fn open(programs: &[Vec<String>]) -> Result<Pipe> {
        let failed = |error: io::Error| {
            let message = format!("no pipe to apertium can be made: {error}");
            Error::new(ErrorKind::Unavailable, message).because(error)
        };
        let (input, writer) = io::pipe().map_err(failed)?;
        let (requests, queue) = channel::<Vec<u8>>();
        let (sender, answers) = sync_channel(WAITING);
        let mut pipe = Pipe {
            programs: Vec::new(),
            input,
            requests: Some(requests),
            answers,
            feeder: None,
            asked: 0,
            answered: 0,
            process: process::id(),
        };
        let mut from = Stdio::from(pipe.input.try_clone().map_err(failed)?);
        let mut output = None;
        for words in programs {
            let Some((program, arguments)) = words.split_first() else { continue };
            let mut command = command(program);
            command.args(arguments).stdin(from).stdout(Stdio::piped()).stderr(Stdio::null());
            // A separate process group, so that an interrupt from the terminal of the host does not reach the
            // programs.
            #[cfg(unix)]
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            let mut child = command.spawn().map_err(|error| unavailable(program, error))?;
            let read = child.stdout.take();
            pipe.programs.push(child);
            from = Stdio::null();
            if pipe.programs.len() == programs.len() {
                output = read;
            } else if let Some(read) = read {
                from = Stdio::from(read);
            }
        }
        let Some(output) = output else {
            return Err(Error::new(ErrorKind::Unavailable, "apertium has nothing to run"));
        };
        let thread = |name: &str, work: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().name(name.to_owned()).spawn(work).map_err(failed)
        };
        // This thread ends with the last program.
        thread("apertium-out", Box::new(move || drain(output, &sender)))?;
        pipe.feeder = Some(thread("apertium-in", Box::new(move || feed(writer, &queue)))?);
        Ok(pipe)
    }

    /// Sends a text in the stream format, without waiting.
    pub(super) fn ask(&mut self, stream: &str) {
        let mut bytes = Vec::with_capacity(stream.len() + 16);
        bytes.extend_from_slice(stream.as_bytes());
        bytes.extend_from_slice(trailer(self.asked).as_bytes());
        bytes.push(0);
        self.asked += 1;
        if let Some(requests) = &self.requests {
            // If the receiver is gone, there is no answer either.
            let _ = requests.send(bytes);
        }
    }

    /// Returns the answer to the oldest unanswered text.
    pub(super) fn answer(&mut self, deadline: Instant) -> std::result::Result<String, Lost> {
        let remaining = deadline.saturating_duration_since(Instant::now());
        let bytes = self.answers.recv_timeout(remaining).map_err(|error| match error {
            RecvTimeoutError::Timeout => Lost::Late,
            RecvTimeoutError::Disconnected => Lost::Dead,
        })?;
        let mut answer = String::from_utf8(bytes).map_err(|_| Lost::Dead)?;
        let text = answer.strip_suffix(&trailer(self.answered)).ok_or(Lost::Dead)?;
        let length = text.len();
        answer.truncate(length);
        self.answered += 1;
        Ok(answer)
    }

    /// Returns `true` if all programs are still running.
    pub(super) fn is_running(&mut self) -> bool {
        self.programs.iter_mut().all(|program| matches!(program.try_wait(), Ok(None)))
    }

    /// Returns the process ids of the programs.
    #[cfg(test)]
    pub(super) fn ids(&self) -> Vec<u32> {
        self.programs.iter().map(Child::id).collect()
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        if self.process != process::id() {
            // A fork must not end the programs or the threads of its parent process.
            std::mem::forget((self.requests.take(), self.feeder.take()));
            return;
        }
        self.requests = None;
        for program in &mut self.programs {
            // The program may have ended already.
            let _ = program.kill();
        }
        for program in &mut self.programs {
            let _ = program.wait();
        }
        if let Some(feeder) = self.feeder.take() {
            // Drain the input until the feeder closes its end.
            let _ = io::copy(&mut self.input, &mut io::sink());
            let _ = feeder.join();
        }
    }
}

/// Returns the trailer of a text. It has nothing to translate, and is used to match the answer with the text.
fn trailer(number: u64) -> String {
    format!("[][#{number}]")
}

fn feed(mut writer: impl Write, requests: &Receiver<Vec<u8>>) {
    while let Ok(bytes) = requests.recv() {
        if writer.write_all(&bytes).is_err() {
            return;
        }
    }
}

fn drain(mut output: impl Read, answers: &SyncSender<Vec<u8>>) {
    let mut buffer = vec![0; 64 << 10];
    let mut answer = Vec::new();
    loop {
        let read = match output.read(&mut buffer) {
            Ok(0) => return,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let mut rest = &buffer[..read];
        while let Some(end) = rest.iter().position(|byte| *byte == 0) {
            answer.extend_from_slice(&rest[..end]);
            if answers.send(std::mem::take(&mut answer)).is_err() {
                return;
            }
            rest = &rest[end + 1..];
        }
        answer.extend_from_slice(rest);
        if answer.len() > ANSWER {
            return;
        }
    }
}

/// Returns the deadline that is `time` from now, at most a day.
pub(super) fn within(time: Duration) -> Instant {
    Instant::now() + time.min(Duration::from_secs(24 * 60 * 60))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::{drain, io};

    #[test]
    fn an_answer_without_an_end_is_not_read_for_ever() {
        let (sender, answers) = sync_channel(1);
        drain(io::repeat(b'x'), &sender);
        drop(sender);
        assert!(answers.recv().is_err());
        let (sender, answers) = sync_channel(1);
        drop(answers);
        drain(io::repeat(0), &sender);
    }
}
