//! The parser of libxml2, used as a reference in tests.

#![allow(unsafe_code)]

use std::ffi::{CStr, c_char, c_int};
use std::ptr;

use libxml::bindings::{
    xmlChar, xmlCtxtReadMemory, xmlElementType_XML_CDATA_SECTION_NODE,
    xmlElementType_XML_COMMENT_NODE, xmlElementType_XML_ELEMENT_NODE, xmlElementType_XML_PI_NODE,
    xmlElementType_XML_TEXT_NODE, xmlFreeDoc, xmlFreeParserCtxt, xmlNewParserCtxt, xmlNodePtr,
    xmlNs, xmlParserOption_XML_PARSE_DTDATTR, xmlParserOption_XML_PARSE_HUGE,
    xmlParserOption_XML_PARSE_NOENT, xmlParserOption_XML_PARSE_NOERROR,
    xmlParserOption_XML_PARSE_NONET, xmlParserOption_XML_PARSE_NOWARNING,
};

/// A document parsed by libxml2.
pub struct Read {
    /// `true` if the namespaces are correct, which includes that their names are URIs.
    pub has_namespaces: bool,
    /// The nodes, one on each line.
    pub lines: Vec<String>,
}

/// Parses a document. Returns `None` if it is not well-formed.
pub fn read(source: &str) -> Option<Read> {
    libxml::init_parser();
    let options = xmlParserOption_XML_PARSE_NOENT
        | xmlParserOption_XML_PARSE_DTDATTR
        | xmlParserOption_XML_PARSE_NONET
        | xmlParserOption_XML_PARSE_NOERROR
        | xmlParserOption_XML_PARSE_NOWARNING
        | xmlParserOption_XML_PARSE_HUGE;
    // SAFETY: the parser reads the given number of bytes. The document is freed only once, after
    // its last use.
    unsafe {
        let parser = xmlNewParserCtxt();
        // Messages about validity are printed regardless of the options.
        (*parser).vctxt.warning = None;
        (*parser).vctxt.error = None;
        let bytes = source.as_ptr().cast::<c_char>();
        let length = c_int::try_from(source.len()).ok()?;
        let encoding = c"UTF-8".as_ptr();
        let document =
            xmlCtxtReadMemory(parser, bytes, length, ptr::null(), encoding, options as c_int);
        let is_well_formed = (*parser).wellFormed == 1;
        let has_namespaces = (*parser).nsWellFormed == 1;
        xmlFreeParserCtxt(parser);
        if document.is_null() {
            return None;
        }
        let mut lines = Vec::new();
        let mut next = (*document).children;
        // Depth first, without recursion.
        while !next.is_null() {
            line(next, &mut lines);
            let is_element = (*next).type_ == xmlElementType_XML_ELEMENT_NODE;
            if is_element && !(*next).children.is_null() {
                next = (*next).children;
                continue;
            }
            if is_element {
                lines.push("end".into());
            }
            while (*next).next.is_null() && (*next).parent != document.cast() {
                next = (*next).parent;
                lines.push("end".into());
            }
            next = (*next).next;
        }
        xmlFreeDoc(document);
        is_well_formed.then_some(Read { has_namespaces, lines })
    }
}

unsafe fn text<'t>(text: *const xmlChar) -> std::borrow::Cow<'t, str> {
    match text.is_null() {
        true => "".into(),
        // SAFETY: texts from libxml2 end with NUL.
        false => unsafe { CStr::from_ptr(text.cast()) }.to_string_lossy(),
    }
}

unsafe fn space<'t>(space: *const xmlNs) -> std::borrow::Cow<'t, str> {
    match space.is_null() {
        true => "".into(),
        // SAFETY: the namespace of a node is valid.
        false => unsafe { text((*space).href) },
    }
}

#[allow(non_upper_case_globals)]
unsafe fn line(node: xmlNodePtr, lines: &mut Vec<String>) {
    // SAFETY: the node and its pointers belong to a valid document.
    unsafe {
        let name = text((*node).name);
        match (*node).type_ {
            xmlElementType_XML_ELEMENT_NODE => {
                lines.push(format!("<{{{}}}{name}", space((*node).ns)));
                let mut attributes = Vec::new();
                let mut next = (*node).properties;
                while !next.is_null() {
                    let value: String = match (*next).children.as_ref() {
                        Some(first) => text(first.content).into(),
                        None => String::new(),
                    };
                    let name = text((*next).name);
                    attributes.push(format!("@{{{}}}{name}={value:?}", space((*next).ns)));
                    next = (*next).next;
                }
                attributes.sort();
                lines.append(&mut attributes);
            }
            xmlElementType_XML_TEXT_NODE | xmlElementType_XML_CDATA_SECTION_NODE => {
                push_text(lines, &text((*node).content));
            }
            xmlElementType_XML_COMMENT_NODE => {
                lines.push(format!("!{:?}", text((*node).content)));
            }
            xmlElementType_XML_PI_NODE => {
                lines.push(format!("?{name} {:?}", text((*node).content)));
            }
            _ => {}
        }
    }
}

/// Appends text, to the last line if that line is text.
pub fn push_text(lines: &mut Vec<String>, text: &str) {
    match lines.last_mut().filter(|last| last.starts_with('"')) {
        Some(last) => last.push_str(text),
        None if text.is_empty() => {}
        None => lines.push(format!("\"{text}")),
    }
}
