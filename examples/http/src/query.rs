//! Query parameters.

use glossweave::{Error, Result};
use percent_encoding::percent_decode_str;

/// Names and values in their order.
pub type Pairs = Vec<(String, String)>;

/// Parses a query in form syntax, in which `+` is a space. Returns `ErrorKind::Invalid` if a part is not
/// UTF-8.
pub fn read(query: &str) -> Result<Pairs> {
    let parts = query.split('&').filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let name = decode(name)
                .ok_or_else(|| Error::invalid("the name of a parameter is not UTF-8"))?;
            let value = decode(value).ok_or_else(|| {
                Error::invalid("the value of a parameter is not UTF-8").with_parameter(&name)
            })?;
            Ok((name, value))
        })
        .collect()
}

fn decode(text: &str) -> Option<String> {
    let text = text.replace('+', " ");
    percent_decode_str(&text).decode_utf8().ok().map(|text| text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_query_is_read_as_forms_write_it() {
        let pairs = read("a=b%20c+d&e&=f&g=%C3%A9%3D=&").unwrap();
        let expected = [("a", "b c d"), ("e", ""), ("", "f"), ("g", "é==")];
        assert_eq!(pairs, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_with_their_name() {
        let error = read("a=1&password=%FF").unwrap_err();
        assert_eq!(error.parameter(), Some("password"));
        assert!(read("%80=1").is_err());
    }
}
