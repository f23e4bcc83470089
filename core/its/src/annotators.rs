//! The value of `annotatorsRef`: the tools that created annotations (clause 5.7).

/// The tools in force, sorted by category.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Annotators(Vec<(Box<str>, Box<str>)>);

impl Annotators {
    /// Returns the tools in force below an element with an `annotatorsRef`. For each category, the
    /// innermost tool applies.
    pub fn with(&self, value: &str) -> Annotators {
        let mut all = self.0.clone();
        // Examples in the specification have white space before the bar.
        let value = value.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        let value = value.replace(" |", "|");
        for pair in value.split(' ') {
            let Some((category, tool)) = pair.split_once('|') else { continue };
            match all.binary_search_by(|one| (*one.0).cmp(category)) {
                Ok(at) => all[at].1 = tool.into(),
                Err(at) => all.insert(at, (category.into(), tool.into())),
            }
        }
        Annotators(all)
    }

    /// Returns the tool for a category, using the identifier of the category.
    pub fn get(&self, category: &str) -> Option<&str> {
        let found = self.0.iter().find(|one| *one.0 == *category)?;
        Some(&found.1)
    }

    /// Returns the attribute value that names all tools.
    pub fn written(&self) -> String {
        let pairs: Vec<_> = self.0.iter().map(|(name, tool)| format!("{name}|{tool}")).collect();
        pairs.join(" ")
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
