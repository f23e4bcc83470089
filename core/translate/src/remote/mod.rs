//! Remote translators over HTTP.

mod apertium_apy;
mod chat;
mod deepl;
mod element;
mod google;
mod libretranslate;
#[cfg(test)]
mod tests;

pub use apertium_apy::ApertiumApy;
pub use chat::ChatCompletions;
pub use deepl::DeepL;
pub use google::Google;
pub use libretranslate::LibreTranslate;

use serde_json::Value;

use crate::translator::{TranslatedSegment, TranslationBatch};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::inline::{InlinePiece, pieces, push_escaped};
use glossweave_net::json::{limited, message};
use glossweave_net::{HttpRequest, HttpResponse, Service, ServiceExt};

/// The form in which texts are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Plain text.
    Plain,
    /// Text that uses elements for its markers.
    Marked,
}

/// The limits of a call.
#[derive(Clone, Copy, Debug)]
struct Limits {
    texts: usize,
    bytes: usize,
}

/// The protocol of a service.
trait Protocol {
    fn service(&self) -> &Service;

    /// Returns the limits of a call, which are well below the limits of the service.
    fn limits(&self) -> Limits;

    fn outgoing(&self, texts: &[&str], form: Form, job: &TranslationBatch<'_>) -> HttpRequest;

    /// Returns the translations in a response, in text order, or `None` if the response is not valid.
    fn read(&self, answer: &Value) -> Option<Vec<String>>;

    /// Returns a key that is sent in the body instead of a header.
    fn key(&self) -> Option<&str> {
        None
    }
}

/// A text that is ready to be sent.
struct Prepared<'a> {
    pieces: Vec<InlinePiece<'a>>,
    form: Form,
    /// The text to send. `None` if there is nothing to translate.
    text: Option<String>,
}

impl<'a> Prepared<'a> {
    fn new(text: &'a str) -> Prepared<'a> {
        let pieces = pieces(text);
        let (mut plain, mut form) = (String::new(), Form::Plain);
        for piece in &pieces {
            match piece {
                InlinePiece::Text(text) => plain.push_str(text),
                _ => form = Form::Marked,
            }
        }
        let says = plain.contains(char::is_alphabetic);
        let text = match form {
            Form::Plain => plain,
            Form::Marked => element::write(&pieces),
        };
        Prepared { pieces, form, text: says.then_some(text) }
    }

    fn read(&self, answer: &str) -> String {
        if self.form == Form::Marked {
            return element::read(answer, &self.pieces);
        }
        let mut text = String::with_capacity(answer.len());
        push_escaped(answer, &mut text);
        text
    }
}

/// Translates a batch, with as many calls as the limits require. A text that exceeds the limits on its own
/// has no translation. The time limit of the service applies to each call.
fn translate(
    protocol: &dyn Protocol,
    job: &TranslationBatch<'_>,
) -> Result<Vec<Option<TranslatedSegment>>> {
    let limits = protocol.limits();
    let prepared: Vec<_> = job.segments.iter().map(|segment| Prepared::new(segment.text)).collect();
    let mut done: Vec<Option<TranslatedSegment>> = prepared
        .iter()
        .zip(job.segments)
        .map(|(request, segment)| {
            request.text.is_none().then(|| TranslatedSegment::machine(segment.text))
        })
        .collect();
    for form in [Form::Plain, Form::Marked] {
        let requests = prepared.iter().enumerate().filter(|(_, request)| request.form == form);
        let mut requests = requests
            .filter_map(|(at, request)| Some((at, request.text.as_deref()?)))
            .filter(|(_, text)| text.len() <= limits.bytes)
            .peekable();
        while requests.peek().is_some() {
            let (mut places, mut texts, mut bytes) = (Vec::new(), Vec::new(), 0);
            let fits = |count: usize, bytes| count < limits.texts && bytes <= limits.bytes;
            while let Some((at, text)) =
                requests.next_if(|(_, text)| fits(texts.len(), bytes + text.len()))
            {
                places.push(at);
                texts.push(text);
                bytes += text.len();
            }
            for (at, answer) in places.into_iter().zip(call(protocol, &texts, form, job)?) {
                done[at] = Some(TranslatedSegment::machine(prepared[at].read(&answer)));
            }
        }
    }
    Ok(done)
}

/// Returns the translations of texts. It returns an error unless there is one translation for each text.
fn call(
    protocol: &dyn Protocol,
    texts: &[&str],
    form: Form,
    job: &TranslationBatch<'_>,
) -> Result<Vec<String>> {
    let service = protocol.service();
    let sent = service.begin().send(protocol.outgoing(texts, form, job));
    let (call, incoming) = sent.map_err(limited)?;
    if !incoming.is_success() {
        return Err(fault(service, protocol.key(), &call, &incoming));
    }
    let answer = serde_json::from_slice(incoming.bytes()).ok();
    let answers = answer.as_ref().and_then(|answer| protocol.read(answer));
    let answers =
        answers.ok_or_else(|| service.did("answers with content that is not a translation"))?;
    if answers.len() != texts.len() {
        let (count, expected) = (answers.len(), texts.len());
        let what = format!("answers with {count} translations, expected {expected}");
        return Err(service.did(what));
    }
    Ok(answers)
}

/// Returns the error for a status that is not a success. A refused key is reported as `Unavailable`, because
/// the key belongs to the host, not to the caller.
fn fault(
    service: &Service,
    key: Option<&str>,
    call: &HttpRequest,
    incoming: &HttpResponse,
) -> Error {
    let status = incoming.status();
    let reported = message(key, call, incoming);
    let unknown = ["not supported", "unsupported", "not installed", "pair is invalid"];
    let is_pair =
        |reported: &String| unknown.iter().any(|word| reported.to_lowercase().contains(word));
    let (kind, what) = match status {
        401 | 403 => (ErrorKind::Unavailable, "rejects the credentials"),
        400 | 404 if reported.as_ref().is_some_and(is_pair) => {
            (ErrorKind::NotFound, "does not support these languages")
        }
        413 => (ErrorKind::TooLarge, "rejects the text as too long"),
        456 => (ErrorKind::Throttled, "has reached its quota"),
        _ => (ErrorKind::Unavailable, "does not translate"),
    };
    let reported = reported.map(|reported| format!(": {reported}")).unwrap_or_default();
    let did = service.did(format_args!("{what}, with status {status}{reported}"));
    Error::new(kind, did.message()).with_code(status.to_string())
}

/// Returns the string with this name in each object of a list.
fn texts(list: Option<&Value>, name: &str) -> Option<Vec<String>> {
    list?.as_array()?.iter().map(|item| Some(item.get(name)?.as_str()?.to_owned())).collect()
}
