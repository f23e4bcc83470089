//! The names of table columns (clause 18.5.1.3), which are also the texts of cells.

use std::collections::HashSet;

use super::parts::sheets;
use crate::opc::{Package, main_part, unescaped_string};
use glossweave_base::error::Result;
use glossweave_format_base::PartTree;
use glossweave_format_base::package::Joined;
use glossweave_markup::UnknownEntities;

/// Returns the names of the columns of all tables in a package. Broken tables are skipped.
pub(super) fn column_names(bytes: &[u8]) -> HashSet<String> {
    let mut names = HashSet::new();
    let Ok(package) = Package::open(bytes) else { return names };
    let _ = read(&package, &mut names);
    names
}

fn read(package: &Package<'_>, names: &mut HashSet<String>) -> Result<()> {
    let top = package.relationships("")?;
    let main = main_part(package, &top)?;
    let links = package.relationships(&main.target)?;
    let mut workbook = Joined::default();
    package.join(&main.target, &mut workbook)?;
    let mut seen = HashSet::new();
    for sheet in sheets(&workbook, &links)? {
        if !seen.insert(sheet) {
            continue;
        }
        let links = package.relationships(sheet)?;
        for link in links.iter().filter(|link| &*link.kind == "table") {
            let Some(joined) = package.alone(&link.target)? else { continue };
            let Some(part) = joined.parts.last() else { continue };
            let xml = PartTree::parse(&joined.bytes, part, UnknownEntities::Omit)?;
            let tree = &xml.tree;
            let elements = tree.nodes().filter(|node| tree.node(*node).is_element());
            let columns = elements.filter(|element| &*tree.name(*element).local == "tableColumn");
            let found = columns.filter_map(|column| tree.attribute(column, "", "name"));
            names.extend(found.map(unescaped_string));
        }
    }
    Ok(())
}
