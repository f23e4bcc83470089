//! Checks of addresses: a translation has the addresses of its source text.

use super::CheckedText;
use super::difference::{Difference, difference};
use super::issue::{DOUBTFUL, IssueType, Issues, quoted};

pub(super) fn check(source: &CheckedText<'_>, target: &CheckedText<'_>, issues: &mut Issues<'_>) {
    let Difference { missing, added } = difference(addresses(source), addresses(target));
    for index in added {
        let at = target.addresses[index].clone();
        let address = target.text.get(at.clone()).unwrap_or_default();
        let comment = format!("the address {} is not in the text", quoted(address));
        issues.add(IssueType::InconsistentEntities, DOUBTFUL, at, comment);
    }
    let end = target.text.len();
    for index in missing {
        let address = source.text.get(source.addresses[index].clone()).unwrap_or_default();
        let comment = format!("the address {} is missing", quoted(address));
        issues.add(IssueType::InconsistentEntities, DOUBTFUL, end..end, comment);
    }
}

fn addresses<'t>(text: &'t CheckedText<'_>) -> impl Iterator<Item = &'t str> + Clone {
    text.addresses.iter().map(|at| text.text.get(at.clone()).unwrap_or_default())
}
