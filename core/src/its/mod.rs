//! The Internationalization Tag Set 2.0: metadata that markup carries about its text.

mod local;

pub(crate) use local::HtmlMarkup;

pub use crate::annotation::Category;
