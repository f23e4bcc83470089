//! Iteration over the names of a dictionary.

use super::Dictionary;
use glossweave_base::error::Result;
use glossweave_document::recognizer::NameVisitor;

/// The maximum number of labels of a list. A larger dictionary is a vocabulary, of which only a few labels
/// are relevant to a text.
const LISTED: usize = 100_000;

impl Dictionary {
    /// Calls `visit` with each folded label and the classes of its first entry. Does nothing if there are too
    /// many labels.
    pub(crate) fn visit_names(&self, visit: &mut NameVisitor<'_>) -> Result<()> {
        if self.labels() > LISTED {
            return Ok(());
        }
        self.sound(self.walk_names(visit))
    }

    fn walk_names(&self, visit: &mut NameVisitor<'_>) -> Result<()> {
        let view = self.index_file.view();
        let mut number = Some(0);
        for _ in 0..self.labels() {
            let Some(label) = number else { break };
            let (folded, records) = view.label(label)?;
            let (mut count, mut first) = (0, None);
            for record in records.iter() {
                count += 1;
                first = first.or(Some(record.classes));
            }
            let classes = first.map(|classes| view.classes(classes)).transpose()?;
            let classes: Vec<&str> = classes.unwrap_or_default().split_terminator(' ').collect();
            visit(&String::from_utf8_lossy(folded), &classes)?;
            number = view.next_label(label, folded.len(), count);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Dictionary;
    use glossweave_document::recognizer::Recognizer;

    #[test]
    fn the_names_of_a_dictionary_are_listed_with_their_classes() {
        let names = "uri,label,type\nhttp://x.example/1,May,http://schema.org/Person\nhttp://x.example/2,Ann Lee,\n";
        let names = Dictionary::from_csv(names.as_bytes()).unwrap();
        let mut found = Vec::new();
        names
            .each_name(&mut |name, classes| {
                found.push((name.to_owned(), classes.join(" ")));
                Ok(())
            })
            .unwrap();
        found.sort();
        let person = "http://schema.org/Person".to_owned();
        assert_eq!(found, [("ann lee".to_owned(), String::new()), ("may".to_owned(), person)]);
    }
}
