//! The answers of the Rust API to the cases as JSON. Bindings in other languages use them in their
//! tests.

use serde_json::{Value, json};

use super::{Answer, Case};

impl Case {
    /// Returns the row with its name and step, and the answer of the Rust API, in which bytes are
    /// hexadecimal digits.
    pub fn answered(&self) -> Value {
        let answer = match self.answer() {
            Ok(answer) => shown(&answer),
            Err(error) => {
                let place = error.location().map(|at| [at.line(), at.column()]);
                json!({ "error": {
                    "kind": error.kind().name(), "message": error.to_string(), "at": place,
                } })
            }
        };
        json!({ "name": self.name, "step": self.step(), "row": self.row, "answer": answer })
    }
}

fn shown(answer: &Answer) -> Value {
    let hexadecimal =
        |bytes: &Vec<u8>| -> String { bytes.iter().map(|byte| format!("{byte:02x}")).collect() };
    json!({
        "text": answer.text,
        "units": answer.units,
        "encoding": answer.encoding,
        "annotations": answer.annotations,
        "bytes": answer.bytes.as_ref().map(hexadecimal),
        "placements": answer.placements,
        "parts": answer.parts,
        "its": answer.its,
        "target": answer.target,
        "warnings": answer.warnings,
    })
}
