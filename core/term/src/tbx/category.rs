//! Data categories: their modules, and the elements that TBX v2 and DCA use for them.

/// A data category of TBX-Basic.
pub(super) struct Category {
    pub name: &'static str,
    /// The module that defines it, which is used as its prefix and as the end of its namespace.
    pub module: &'static str,
    /// The element that uses it as its `type`.
    pub element: &'static str,
}

const fn row(name: &'static str, module: &'static str, element: &'static str) -> Category {
    Category { name, module, element }
}

/// The categories of the modules Min and Basic, which form TBX-Basic.
pub(super) static CATEGORIES: &[Category] = &[
    row("administrativeStatus", "min", "termNote"),
    row("customerSubset", "min", "admin"),
    row("partOfSpeech", "min", "termNote"),
    row("subjectField", "min", "descrip"),
    row("context", "basic", "descrip"),
    row("crossReference", "basic", "ref"),
    row("definition", "basic", "descrip"),
    row("externalCrossReference", "basic", "xref"),
    row("geographicalUsage", "basic", "termNote"),
    row("grammaticalGender", "basic", "termNote"),
    row("projectSubset", "basic", "admin"),
    row("responsibility", "basic", "transacNote"),
    row("source", "basic", "admin"),
    row("termLocation", "basic", "termNote"),
    row("termType", "basic", "termNote"),
    row("transactionType", "basic", "transac"),
    row("xGraphic", "basic", "xref"),
];

/// Returns the category with this name.
pub(super) fn category(name: &str) -> Option<&'static Category> {
    CATEGORIES.iter().find(|category| category.name == name)
}

/// Returns `true` if an element has a data category as its `type`.
pub(super) fn is_holder(element: &str) -> bool {
    matches!(
        element,
        "admin"
            | "adminNote"
            | "descrip"
            | "descripNote"
            | "ref"
            | "termNote"
            | "transac"
            | "transacNote"
            | "xref"
    )
}
