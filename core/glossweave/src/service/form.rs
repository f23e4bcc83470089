//! The syntax of forms and of the queries of URLs.

use percent_encoding::percent_decode_str;

use glossweave_base::error::{Error, Result};

/// Parses the fields of a form, or of the query of a URL, in which `+` is a space
/// (`application/x-www-form-urlencoded`). Returns their names and values in order.
///
/// # Errors
///
/// Returns `ErrorKind::Invalid` if a name or a value is not UTF-8, for a value with its name as the
/// parameter. Invalid bytes are not replaced, because that would change a password, for example.
pub fn parse_form(text: &str) -> Result<Vec<(String, String)>> {
    let fields = text.split('&').filter(|field| !field.is_empty());
    fields
        .map(|field| {
            let (name, value) = field.split_once('=').unwrap_or((field, ""));
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
    use super::parse_form;

    #[test]
    fn a_query_is_read_as_forms_write_it() {
        let pairs = parse_form("a=b%20c+d&e&=f&g=%C3%A9%3D=&").unwrap();
        let expected = [("a", "b c d"), ("e", ""), ("", "f"), ("g", "é==")];
        assert_eq!(pairs, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_with_their_name() {
        let error = parse_form("a=1&password=%FF").unwrap_err();
        assert_eq!(error.parameter(), Some("password"));
        assert!(parse_form("%80=1").is_err());
    }
}
