//! Finds the names of a table in a text, with this crate alone: `names TABLE TEXT`. For example, the table
//! `uri,label` with the row `http://example.org/Cork,Cork`.

#![allow(clippy::print_stdout, reason = "a command prints")]

use std::env;
use std::error::Error;
use std::fs::File;

use glossweave_dictionary::{Dictionary, Passage, Recognizer};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [table, text] = &arguments[..] else { return Err("expected TABLE and TEXT".into()) };
    let names = Dictionary::from_csv(File::open(table)?)?;
    for annotation in names.recognize(&Passage::new(text))? {
        let name = &text[annotation.span().range()];
        let entity = annotation.as_entity().and_then(|entity| entity.idents.first());
        println!("{name}\t{}", entity.map_or("", |iri| iri));
    }
    Ok(())
}
