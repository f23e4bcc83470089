//! Processors in separate processes, which can be stopped, so that a run cannot exceed its time and memory.
//!
//! A worker is a program of the host that calls [`work`]. It reads requests from its standard input and
//! writes answers to its standard output, one after the other. See `message.rs`.

mod frame;
mod message;
#[cfg(test)]
mod tests;
mod workers;

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use message::{HELLO, Order};
pub(super) use workers::Workers;

use super::program::{Job, Outcome, Program};
use super::{Limits, Saxon, libxslt, source};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_markup::xml;

/// The command-line argument with which a worker is started.
pub const ARGUMENT: &str = "xslt-worker";

/// The interval at which a worker checks its parent.
const LOOK: Duration = Duration::from_millis(500);

/// The maximum number of compiled stylesheets that a worker stores.
const KEPT: usize = 64;

/// The number of the next stylesheet that is compiled in this process. A worker stores compiled stylesheets
/// by this number, because the same text compiled again may import files that have changed.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// Runs a worker until its input ends. A program that is started with the argument [`ARGUMENT`] must call
/// this function and then end.
///
/// # Errors
///
/// Returns the errors of `input` and `output`. The errors of stylesheets are sent as answers.
pub fn work(input: impl Read, output: impl Write) -> io::Result<()> {
    let (mut input, mut output) = (io::BufReader::new(input), io::BufWriter::new(output));
    let Some(first) = frame::read(&mut input)? else { return Ok(()) };
    let opened = match first.first() {
        Some(library) => Opened::open(library),
        None => Err(Error::new(ErrorKind::Internal, "a worker received no library")),
    };
    let processor = match opened {
        Ok(processor) => processor,
        Err(error) => return frame::write(&mut output, &message::refusal(&error)),
    };
    let hello = [HELLO.as_bytes().to_vec()];
    frame::write(&mut output, &hello)?;
    let _working = follow_parent();
    let mut known: HashMap<u64, Arc<dyn Program>> = HashMap::new();
    while let Some(fields) = frame::read(&mut input)? {
        let done = Order::read(fields).and_then(|order| obey(&processor, &order, &mut known));
        let answer = match done {
            Ok(None) => Vec::new(),
            Ok(Some(outcome)) => message::outcome(outcome),
            Err(error) => message::refusal(&error),
        };
        frame::write(&mut output, &answer)?;
    }
    Ok(())
}

/// Ends this process when its parent ends, even during a run, as long as the returned value is alive.
fn follow_parent() -> Arc<()> {
    let working = Arc::new(());
    #[cfg(unix)]
    {
        let (alive, parent) = (Arc::downgrade(&working), std::os::unix::process::parent_id());
        let follow = move || {
            while alive.strong_count() > 0 {
                std::thread::sleep(LOOK);
                if std::os::unix::process::parent_id() != parent {
                    std::process::exit(1);
                }
            }
        };
        // Without this thread, a worker ends after the current run.
        let _ = std::thread::Builder::new().name("parent".to_owned()).spawn(follow);
    }
    working
}

/// The open processor of a worker.
enum Opened {
    Libxslt,
    Saxon(Arc<Saxon>),
}

impl Opened {
    /// Opens Saxon by the path of its library. An empty path selects libxslt.
    fn open(library: &[u8]) -> Result<Opened> {
        match library {
            [] => Ok(Opened::Libxslt),
            path => Saxon::open(Path::new(&*String::from_utf8_lossy(path))).map(Opened::Saxon),
        }
    }

    fn compile(
        &self,
        text: &str,
        folder: Option<&Path>,
        limits: &Limits,
    ) -> Result<Arc<dyn Program>> {
        match self {
            Opened::Saxon(saxon) => saxon.compile(text, folder, limits),
            Opened::Libxslt => {
                let outside = libxslt::outside(folder)?;
                // The stylesheet was parsed before, so that an error can only be caused by its files.
                let changed = |_| Error::malformed("a file that the stylesheet reads has changed");
                let tree = xml::parse_with(text, source::limits(source::DEPTH), outside);
                libxslt::compile(&tree.map_err(changed)?, folder, limits)
            }
        }
    }
}

fn obey(
    processor: &Opened,
    order: &Order,
    known: &mut HashMap<u64, Arc<dyn Program>>,
) -> Result<Option<Outcome>> {
    let program = match known.get(&order.number) {
        Some(program) => program.clone(),
        None => {
            let folder = order.folder.as_deref().map(Path::new);
            let program = processor.compile(&order.stylesheet, folder, &order.limits)?;
            if known.len() >= KEPT {
                known.clear();
            }
            known.insert(order.number, program.clone());
            program
        }
    };
    let Some(run) = &order.run else { return Ok(None) };
    let (source, method, limits) = (run.source.as_str(), run.method, &order.limits);
    program.run(&Job { source, parameters: &run.parameters, method, limits }).map(Some)
}

/// A stylesheet that runs in workers. A worker that does not have the stylesheet compiles it, with the
/// current files of the folder.
struct Remote {
    workers: Arc<Workers>,
    number: u64,
    stylesheet: String,
    folder: Option<String>,
}

impl Remote {
    fn order(&self, limits: &Limits) -> Order {
        let (stylesheet, folder) = (self.stylesheet.clone(), self.folder.clone());
        Order { number: self.number, stylesheet, folder, limits: limits.clone(), run: None }
    }

    fn ask(&self, order: &Order) -> Result<Vec<Vec<u8>>> {
        let heap = self.workers.heap(&order.limits);
        let time = order.limits.time;
        message::accepted(self.workers.ask(order.number, order.fields(), heap, time)?)
    }
}

/// Compiles a stylesheet in a worker. Returns the errors of the processor, `ErrorKind::Provider` if the
/// program is not a worker, and `ErrorKind::Deadline` or `ErrorKind::TooLarge` if the worker had to be
/// killed.
pub(super) fn compile(
    workers: Arc<Workers>,
    text: &str,
    folder: Option<&Path>,
    limits: &Limits,
) -> Result<Arc<dyn Program>> {
    let folder = match folder {
        None => None,
        Some(folder) => {
            let no =
                || Error::invalid(format!("`{}` cannot be used as the folder", folder.display()));
            let folder = std::path::absolute(folder).map_err(|fault| no().because(fault))?;
            Some(folder.to_str().ok_or_else(no)?.to_owned())
        }
    };
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let remote = Remote { workers, number, stylesheet: text.to_owned(), folder };
    remote.ask(&remote.order(limits))?;
    Ok(Arc::new(remote))
}

impl Program for Remote {
    fn run(&self, job: &Job<'_>) -> Result<Outcome> {
        let mut order = self.order(job.limits);
        order.run = Some(message::Run {
            source: job.source.to_owned(),
            parameters: job.parameters.to_vec(),
            method: job.method,
        });
        message::read_outcome(self.ask(&order)?)
    }
}
