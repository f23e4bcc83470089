//! Tests of the structure of the workspace, which read its sources as text: the order of modules and
//! the use of foreign crates (`layers`), and cycles between modules (`cycles`).

#[cfg(test)]
mod cycles;
#[cfg(test)]
mod layers;
#[cfg(test)]
mod lexer;
