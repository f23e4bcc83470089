//! The effect of DrawingML elements on the text.

use crate::opc::DRAWING;
use glossweave_markup::tree::Name;

/// The namespaces of charts.
const CHART: [&str; 2] = [
    "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "http://purl.oclc.org/ooxml/drawingml/chart",
];

/// The namespace of markup compatibility (part 3).
const COMPATIBILITY: &str = "http://schemas.openxmlformats.org/markup-compatibility/2006";

/// The effect of an element on the surrounding text and on its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// `a:p`: its text is a unit.
    Paragraph,
    /// `a:r` or `a:fld`.
    Run,
    /// `a:t`, the only element of a paragraph that directly contains text.
    Text,
    /// `a:br`: a line feed.
    Break,
    /// `c:strCache` or `c:strLit`: texts of a chart.
    Strings,
    /// `cNvPr` or `docPr`: a shape with its name and alternative text (clause 20.1.2.2.8).
    Shape,
    /// A shape that may be a placeholder.
    Holder,
    /// Elements that specify the appearance of a text, for example `a:rPr`.
    Properties,
    /// An element whose content is part of the surrounding text.
    Inline,
    /// An element whose content is not text.
    Excluded,
}

/// Returns `true` if a name is in DrawingML and has this local name.
pub(super) fn is_drawing(name: &Name, local: &str) -> bool {
    *name.local == *local && DRAWING.contains(&&*name.namespace)
}

impl Class {
    pub fn of(name: &Name) -> Class {
        let local = &*name.local;
        match &*name.namespace {
            namespace if DRAWING.contains(&namespace) => match local {
                "p" => Class::Paragraph,
                "r" | "fld" => Class::Run,
                "t" => Class::Text,
                "br" => Class::Break,
                "rPr" | "pPr" | "endParaRPr" => Class::Properties,
                _ => Class::Inline,
            },
            namespace if CHART.contains(&namespace) => match local {
                "strCache" | "strLit" | "multiLvlStrCache" => Class::Strings,
                _ => Class::Inline,
            },
            // The fallback repeats the content of the choice (part 3, clause 7.6).
            COMPATIBILITY if local == "Fallback" => Class::Excluded,
            _ => match local {
                "cNvPr" | "docPr" => Class::Shape,
                "sp" | "pic" | "graphicFrame" | "cxnSp" => Class::Holder,
                "oMath" | "oMathPara" => Class::Excluded,
                _ => Class::Inline,
            },
        }
    }
}
