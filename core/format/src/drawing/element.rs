//! The effect of the elements of DrawingML on its text.

use crate::opc::DRAWING;
use glossweave_markup::tree::Name;

/// The namespaces of charts.
const CHART: [&str; 2] = [
    "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "http://purl.oclc.org/ooxml/drawingml/chart",
];

/// The namespace of markup compatibility (part 3).
const COMPATIBILITY: &str = "http://schemas.openxmlformats.org/markup-compatibility/2006";

/// The effect of an element on the text around it and in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// `a:p`: its text is a unit.
    Paragraph,
    /// `a:r` or `a:fld`.
    Run,
    /// `a:t`, the only element of a paragraph with text of its own.
    Text,
    /// `a:br`: a line feed.
    Break,
    /// `c:strCache` or `c:strLit`: texts of a chart.
    Strings,
    /// `cNvPr` or `docPr`: a shape with its name and alternative text (clause 20.1.2.2.8).
    Shape,
    /// A shape that may be a placeholder.
    Holder,
    /// `a:rPr` and the like, which say how a text looks.
    Properties,
    /// An element whose content belongs to what is around it.
    Inline,
    /// An element whose content is not text.
    Excluded,
}

/// Returns `true` if a name is one of DrawingML.
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
            // The fallback repeats what the choice has (part 3, clause 7.6).
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
