use super::{compile, method, outcome, saxon, sheet, template};
use crate::Method;
use crate::saxon::output;
use glossweave_markup::{Encoding, EncodingExt};

#[test]
fn the_method_follows_the_first_element() {
    for (result, found) in [
        ("<?xml version='1.0'?><a/>", Method::Xml),
        ("<!DOCTYPE HTML><html>", Method::Html),
        (" <!-- c --><HTML lang='a'>", Method::Html),
        ("<html xmlns='http://www.w3.org/1999/xhtml'/>", Method::Xhtml),
        ("<h:html xmlns:h=\"http://www.w3.org/1999/xhtml\"/>", Method::Xhtml),
        ("<html xmlns='urn:x'>", Method::Xml),
        ("text <html>", Method::Xml),
        ("<html", Method::Html),
        ("<html a=", Method::Html),
        ("", Method::Xml),
        ("<", Method::Xml),
        ("<?xml", Method::Xml),
    ] {
        assert_eq!(output::method(result.as_bytes()), found, "{result}");
        let wide: Vec<u8> = result.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(output::method(&wide), found, "{result}");
    }
}

#[test]
fn the_method_is_that_of_the_stylesheet() {
    let Some(saxon) = saxon() else { return };
    let page = "<html><head/><br/></html>";
    let made = outcome(&saxon, &template(page)).unwrap();
    assert_eq!(made.method, Method::Html);
    let xhtml = page.replace("<html>", "<html xmlns='http://www.w3.org/1999/xhtml'>");
    assert_eq!(outcome(&saxon, &template(&xhtml)).unwrap().method, Method::Xhtml);
    for (name, found) in [("text", Method::Text), ("xml", Method::Xml), ("html", Method::Html)] {
        let output = format!("<xsl:output method='{name}' media-type='a/b'/>");
        let text = sheet(&format!("{output}<xsl:template match='/'>{page}</xsl:template>"));
        let made = outcome(&saxon, &text).unwrap();
        assert_eq!((made.method, made.media_type.as_deref()), (found, Some("a/b")));
    }
    let program = compile(&saxon, &template(page)).unwrap();
    let made = method(&*program, "<x/>", Method::Xml);
    assert_eq!(made.method, Method::Xml);
    assert!(String::from_utf8(made.bytes).unwrap().ends_with("<html><head/><br/></html>"));
    assert_eq!(method(&*program, "<x/>", Method::Text).bytes, b"");
}

/// Returns the output of a stylesheet in an encoding.
fn written(output: &str) -> Option<(Vec<u8>, String)> {
    let saxon = saxon()?;
    let text = sheet(&format!(
        "<xsl:output {output}/><xsl:template match='/'>\
         <html><head><title>é</title></head><p>€\u{1F600}я</p></html></xsl:template>"
    ));
    let made = outcome(&saxon, &text).unwrap_or_else(|error| panic!("{output}: {error}"));
    Some((made.bytes, made.encoding))
}

#[test]
fn the_bytes_are_in_the_encoding_that_they_name() {
    for name in [
        "UTF-8",
        "utf-8",
        "ISO-8859-1",
        "ISO-8859-2",
        "ISO-8859-15",
        "windows-1252",
        "windows-1251",
        "KOI8-R",
        "Shift_JIS",
        "EUC-JP",
        "GBK",
        "GB18030",
        "Big5",
        "EUC-KR",
        "ISO-2022-JP",
        "US-ASCII",
        "UTF-16",
        "UTF-16LE",
        "UTF-16BE",
    ] {
        for method in ["xml", "html", "xhtml"] {
            let output = format!("method='{method}' encoding='{name}'");
            let Some((bytes, encoding)) = written(&output) else { return };
            assert_eq!(encoding, name);
            let wide = name.starts_with("UTF-16");
            let little = name == "UTF-16LE";
            let label = if wide && !little { "UTF-16BE" } else { name };
            let text = Encoding::for_label(label).unwrap().decode_again(&bytes).text.into_owned();
            assert_eq!(bytes.starts_with(b"\xFE\xFF"), name == "UTF-16", "{output}: {text:?}");
            // Java's Big5 encodes Cyrillic letters differently.
            if name == "Big5" {
                continue;
            }
            for (letter, reference) in [("€", "20ac"), ("\u{1F600}", "1f600"), ("я", "44f")] {
                let lower = text.to_lowercase();
                let decimal = u32::from_str_radix(reference, 16).unwrap();
                let is_there = lower.contains(letter)
                    || lower.contains(&format!("&#x{reference};"))
                    || lower.contains(&format!("&#{decimal};"))
                    || (letter == "€" && lower.contains("&euro;"));
                assert!(is_there, "{output}: {text}");
            }
            let declared = match method {
                "xml" | "xhtml" => format!("encoding=\"{name}\""),
                _ => format!("charset={name}\""),
            };
            assert!(text.contains(&declared), "{output}: {text}");
        }
    }
}

#[test]
fn a_byte_order_mark_is_written_on_demand() {
    let Some((bytes, _)) = written("method='xml' byte-order-mark='yes'") else { return };
    assert!(bytes.starts_with(b"\xEF\xBB\xBF<?xml"));
    let (bytes, _) = written("method='text' encoding='UTF-16'").unwrap();
    assert_eq!(&bytes[..4], b"\xFE\xFF\0\xE9");
    assert_eq!(bytes.len(), 12);
}

#[test]
fn an_encoding_that_is_unknown_is_an_error() {
    let Some(saxon) = saxon() else { return };
    let text = sheet("<xsl:output encoding='klingon'/><xsl:template match='/'><a/></xsl:template>");
    let error = outcome(&saxon, &text).unwrap_err();
    assert!(error.message().contains("klingon"), "{error}");
}
