//! The tests of the whole library in one program, because linking is a large part of the cost of a
//! test program.

mod access;
mod api;
mod cases;
mod datasets;
mod disambiguation;
mod docx;
mod filters;
mod fuzz;
mod its;
mod its_nif;
mod jobs;
mod laws;
mod links;
mod nif_back;
mod odt;
mod packages;
mod pdf;
mod pipelines;
mod redaction;
mod refusals;
mod slides_and_sheets;
mod store;
mod stored_documents;
mod stored_profiles;
mod term_matching;
mod terms;
mod translation;
mod xliff;
mod xliff_exchange;
mod xml;
mod xslt;
mod xslt_table;
