//! Calls and answers as bytes of rows: the length of the head, the head in JSON, and the body.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::service::{Answer, Call};
use glossweave_base::error::{Error, ErrorKind, Location, Result, Skipped, SkippedExt};
use glossweave_link::Failure;

/// The head of a call.
#[derive(Serialize, Deserialize)]
struct CallHead {
    path: String,
    parameters: Vec<(String, String)>,
    headers: Vec<(String, String)>,
}

/// A line and a column, from 1.
type Place = (u32, u32);

/// The head of an answer.
#[derive(Serialize, Deserialize)]
struct AnswerHead {
    media_type: String,
    /// The entities for which a template failed, each with the number of the kind of error and the
    /// message.
    #[serde(default)]
    failures: Vec<(String, u32, String)>,
    /// The skipped parts, each with the message, the line and the column.
    #[serde(default)]
    skipped: Vec<(String, String, Option<Place>)>,
}

fn write(head: &impl Serialize, body: &[u8]) -> Result<Vec<u8>> {
    let failed = || Error::new(ErrorKind::Internal, "a row cannot be written");
    let head = serde_json::to_vec(head).map_err(|error| failed().because(error))?;
    let length = u32::try_from(head.len()).map_err(|error| failed().because(error))?;
    let mut bytes = Vec::with_capacity(4 + head.len() + body.len());
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(&head);
    bytes.extend_from_slice(body);
    Ok(bytes)
}

fn read<T: DeserializeOwned>(mut bytes: Vec<u8>) -> Result<(T, Vec<u8>)> {
    let damaged = || Error::new(ErrorKind::Storage, "the row of a job is damaged");
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(damaged)?;
    let length = u32::from_le_bytes(*length) as usize;
    let head = rest.get(..length).ok_or_else(damaged)?;
    let head = serde_json::from_slice(head).map_err(|error| damaged().because(error))?;
    bytes.drain(..4 + length);
    Ok((head, bytes))
}

/// Returns a call as bytes. Returns `ErrorKind::Internal` if it cannot be written.
pub(super) fn write_call(call: Call) -> Result<Vec<u8>> {
    let Call { path, parameters, headers, body, .. } = call;
    write(&CallHead { path, parameters, headers }, &body)
}

/// Reads a call from the output of [`write_call`]. Returns `ErrorKind::Storage` for other bytes.
pub(super) fn read_call(bytes: Vec<u8>) -> Result<Call> {
    let (CallHead { path, parameters, headers }, body) = read(bytes)?;
    let mut call = Call::new(path).with_body(body);
    (call.parameters, call.headers) = (parameters, headers);
    Ok(call)
}

/// Returns an answer as bytes. Returns `ErrorKind::Internal` if it cannot be written.
pub(super) fn write_answer(answer: &Answer) -> Result<Vec<u8>> {
    let failures = answer.failures.iter();
    let failures = failures.map(|one| (one.entity.clone(), one.kind.number(), one.message.clone()));
    let skipped = answer.skipped.iter().map(|one| {
        let place = one.location().map(|at| (at.line(), at.column()));
        (one.subject().to_owned(), one.message().to_owned(), place)
    });
    let head = AnswerHead {
        media_type: answer.media_type.clone(),
        failures: failures.collect(),
        skipped: skipped.collect(),
    };
    write(&head, &answer.bytes)
}

/// Reads an answer from the output of [`write_answer`]. Returns `ErrorKind::Storage` for other
/// bytes.
pub(super) fn read_answer(bytes: Vec<u8>) -> Result<Answer> {
    let (AnswerHead { media_type, failures, skipped }, bytes) = read(bytes)?;
    let failures = failures.into_iter().map(|(entity, kind, message)| {
        let kind = ErrorKind::from_number(kind).unwrap_or(ErrorKind::Internal);
        Failure { entity, kind, message }
    });
    let skipped = skipped.into_iter().map(|(subject, message, place)| {
        let place = place.map(|(line, column)| Location::at_line(b"", line, column));
        Skipped::new(subject, message).at(place)
    });
    let (failures, skipped) = (failures.collect(), skipped.collect());
    Ok(Answer { bytes, media_type, failures, skipped, ..Answer::default() })
}

#[cfg(test)]
mod tests {
    use super::{read_answer, read_call, write_answer, write_call};
    use crate::service::{Answer, Call};
    use glossweave_base::error::{ErrorKind, Location, Skipped, SkippedExt};
    use glossweave_link::Failure;

    #[test]
    fn calls_and_answers_are_read_as_they_were_written() {
        let call = Call::new("/e-link/documents?templateid=1")
            .with_parameter("outformat", "html")
            .with_header("Accept", "text/html")
            .with_body(b"\0\xFF<p>Cork".to_vec());
        assert!(read_call(write_call(call.clone()).unwrap()).unwrap() == call);

        let skipped = Skipped::new("#char=0,4", "is wrong").at(Some(Location::at_line(b"", 7, 3)));
        let answer = Answer {
            bytes: b"{}\n".to_vec(),
            media_type: "text/html".to_owned(),
            failures: vec![Failure {
                entity: "http://a.example/".to_owned(),
                kind: ErrorKind::Deadline,
                message: "too late".to_owned(),
            }],
            skipped: vec![skipped, Skipped::new("b", "c")],
            ..Answer::default()
        };
        let back = read_answer(write_answer(&answer).unwrap()).unwrap();
        assert_eq!((&back.bytes, &back.media_type), (&answer.bytes, &answer.media_type));
        assert_eq!(back.failures, answer.failures);
        let lines = |answer: &Answer| -> Vec<String> {
            answer.skipped.iter().map(|one| format!("{}: {one}", one.subject())).collect()
        };
        assert_eq!(lines(&back), lines(&answer));
    }

    #[test]
    fn damaged_rows_are_errors() {
        for bytes in
            [&b""[..], b"\x01\0\0", b"\xFF\xFF\xFF\xFF{}", b"\x02\0\0\0{}", b"\x02\0\0\0[]"]
        {
            assert_eq!(read_call(bytes.to_vec()).unwrap_err().kind(), ErrorKind::Storage);
        }
    }
}
