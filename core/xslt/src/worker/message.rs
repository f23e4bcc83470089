//! Messages between a process and its workers, as fields.
//!
//! The first message to a worker is the path of the Saxon library, or an empty path for libxslt. The worker
//! answers [`HELLO`] or an error. Each further message is an order with a stylesheet and an optional run. The
//! answer is a result, an error, or empty if no run was ordered.

use std::time::Duration;

use crate::Limits;
use crate::program::{Document, Message, Method, Outcome};
use glossweave_base::error::{Error, ErrorKind, Location, Result};

/// The first field of the first message of a worker.
pub(super) const HELLO: &str = "glossweave-xslt-worker 1";

const ERROR: &str = "error";
const RESULT: &str = "result";

/// An order to compile or run a stylesheet.
pub(super) struct Order {
    /// The number of the compilation. See `Remote`.
    pub number: u64,
    pub stylesheet: String,
    pub folder: Option<String>,
    pub limits: Limits,
    /// The run. `None` if the stylesheet is only compiled.
    pub run: Option<Run>,
}

pub(super) struct Run {
    pub source: String,
    pub parameters: Vec<(String, String)>,
    pub method: Option<Method>,
}

fn garbled() -> Error {
    Error::new(ErrorKind::Internal, "a worker for stylesheets sent an invalid message")
}

/// The fields of a message, in order.
struct Fields(std::vec::IntoIter<Vec<u8>>);

impl Fields {
    fn bytes(&mut self) -> Result<Vec<u8>> {
        self.0.next().ok_or_else(garbled)
    }

    fn text(&mut self) -> Result<String> {
        String::from_utf8(self.bytes()?).map_err(|_| garbled())
    }

    /// Reads an optional text: a flag, followed by the text if it is set.
    fn optional(&mut self) -> Result<Option<String>> {
        match self.number()? {
            0 => Ok(None),
            _ => self.text().map(Some),
        }
    }

    fn number(&mut self) -> Result<u64> {
        self.text()?.parse().map_err(|_| garbled())
    }

    fn size(&mut self) -> Result<usize> {
        usize::try_from(self.number()?).map_err(|_| garbled())
    }

    fn place(&mut self) -> Result<Option<Location>> {
        if self.number()? == 0 {
            return Ok(None);
        }
        let bytes = self.size()?..self.size()?;
        let small = |number: u64| u32::try_from(number).map_err(|_| garbled());
        Ok(Some(Location::of(bytes, small(self.number()?)?, small(self.number()?)?)))
    }
}

/// The fields of a message under construction.
#[derive(Default)]
struct MessageBuilder(Vec<Vec<u8>>);

impl MessageBuilder {
    fn text(&mut self, text: &str) {
        self.0.push(text.as_bytes().to_vec());
    }

    fn number(&mut self, number: u64) {
        self.text(&number.to_string());
    }

    fn optional(&mut self, text: Option<&str>) {
        self.number(text.is_some().into());
        text.into_iter().for_each(|text| self.text(text));
    }

    fn place(&mut self, place: Option<&Location>) {
        self.number(place.is_some().into());
        if let Some(place) = place {
            self.number(place.bytes().start as u64);
            self.number(place.bytes().end as u64);
            self.number(place.line().into());
            self.number(place.column().into());
        }
    }
}

impl Order {
    pub fn fields(&self) -> Vec<Vec<u8>> {
        let mut made = MessageBuilder::default();
        made.number(self.number);
        made.text(&self.stylesheet);
        made.optional(self.folder.as_deref());
        let Limits { time, memory, output, depth, recursion } = &self.limits;
        made.number(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        [memory, output, depth, recursion].iter().for_each(|most| made.number(**most as u64));
        made.number(self.run.is_some().into());
        if let Some(run) = &self.run {
            made.text(&run.source);
            made.optional(run.method.map(Method::name));
            made.number(run.parameters.len() as u64);
            for (name, value) in &run.parameters {
                made.text(name);
                made.text(value);
            }
        }
        made.0
    }

    pub fn read(fields: Vec<Vec<u8>>) -> Result<Order> {
        let mut fields = Fields(fields.into_iter());
        let number = fields.number()?;
        let (stylesheet, folder) = (fields.text()?, fields.optional()?);
        let limits = Limits {
            time: Duration::from_millis(fields.number()?),
            memory: fields.size()?,
            output: fields.size()?,
            depth: fields.size()?,
            recursion: fields.size()?,
        };
        let run = match fields.number()? {
            0 => None,
            _ => Some(Run {
                source: fields.text()?,
                method: fields.optional()?.map(|name| name.parse()).transpose()?,
                parameters: (0..fields.number()?)
                    .map(|_| Ok((fields.text()?, fields.text()?)))
                    .collect::<Result<_>>()?,
            }),
        };
        Ok(Order { number, stylesheet, folder, limits, run })
    }
}

/// Converts a result to fields.
pub(super) fn outcome(outcome: Outcome) -> Vec<Vec<u8>> {
    let mut made = MessageBuilder::default();
    made.text(RESULT);
    made.0.push(outcome.bytes);
    made.text(outcome.method.name());
    made.text(&outcome.encoding);
    made.optional(outcome.media_type.as_deref());
    made.number(outcome.messages.len() as u64);
    for message in &outcome.messages {
        made.text(&message.text);
        made.place(message.location.as_ref());
    }
    made.number(outcome.documents.len() as u64);
    for document in outcome.documents {
        made.text(&document.uri);
        made.0.push(document.bytes);
    }
    made.0
}

/// Reads the result in the fields of an answer.
pub(super) fn read_outcome(fields: Vec<Vec<u8>>) -> Result<Outcome> {
    let mut fields = Fields(fields.into_iter());
    if fields.text()? != RESULT {
        return Err(garbled());
    }
    Ok(Outcome {
        bytes: fields.bytes()?,
        method: fields.text()?.parse()?,
        encoding: fields.text()?,
        media_type: fields.optional()?,
        messages: (0..fields.number()?)
            .map(|_| Ok(Message { text: fields.text()?, location: fields.place()? }))
            .collect::<Result<_>>()?,
        documents: (0..fields.number()?)
            .map(|_| Ok(Document { uri: fields.text()?, bytes: fields.bytes()? }))
            .collect::<Result<_>>()?,
    })
}

/// Converts an error to fields.
pub(super) fn refusal(error: &Error) -> Vec<Vec<u8>> {
    let mut made = MessageBuilder::default();
    made.text(ERROR);
    made.number(error.kind().number().into());
    made.text(error.message());
    made.optional(error.code());
    made.optional(error.parameter());
    made.place(error.location());
    let wait = error.retry_after().map(|wait| wait.as_millis().to_string());
    made.optional(wait.as_deref());
    made.optional(std::error::Error::source(error).map(ToString::to_string).as_deref());
    made.0
}

/// Returns `true` if an answer is an error of `ErrorKind::Deadline`.
pub(super) fn is_late(fields: &[Vec<u8>]) -> bool {
    let kind = ErrorKind::Deadline.number().to_string();
    matches!(fields, [first, second, ..] if first == ERROR.as_bytes() && second == kind.as_bytes())
}

/// Returns the fields of an answer, or the error that it contains.
pub(super) fn accepted(fields: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>> {
    if fields.first().is_none_or(|first| first != ERROR.as_bytes()) {
        return Ok(fields);
    }
    let mut fields = Fields(fields.into_iter());
    fields.text()?;
    let kind = u32::try_from(fields.number()?).ok().and_then(ErrorKind::from_number);
    let mut error = Error::new(kind.ok_or_else(garbled)?, fields.text()?);
    if let Some(code) = fields.optional()? {
        error = error.with_code(code);
    }
    if let Some(parameter) = fields.optional()? {
        error = error.with_parameter(parameter);
    }
    if let Some(place) = fields.place()? {
        error = error.at(place);
    }
    if let Some(wait) = fields.optional()? {
        error = error.with_retry_after(Duration::from_millis(wait.parse().unwrap_or(1_000)));
    }
    match fields.optional()? {
        Some(cause) => Err(error.because(cause)),
        None => Err(error),
    }
}
