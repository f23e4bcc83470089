//! DrawingML (ECMA-376, part 1, clauses 20 and 21): the texts of shapes, charts and diagrams.

mod element;
mod flow;
mod run;

pub(super) use flow::{DrawingReader, Scope, language_of_styles};
