//! Blocks: the paragraphs, headings and list items of a column.

use super::order::Line;

/// Characters that begin a list item.
const BULLETS: &[char] = &['•', '‣', '▪', '◦', '●', '○', '■', '□', '⁃', '–', '—', '-', '*'];

/// Splits the lines of a column, sorted from top to bottom, into blocks.
pub(super) fn blocks(lines: Vec<Line>) -> Vec<Vec<Line>> {
    let usual = usual_leading(&lines);
    let mut blocks: Vec<Vec<Line>> = Vec::new();
    for line in lines {
        match blocks.last_mut() {
            Some(block) if continues(block, &line, usual) => block.push(line),
            _ => blocks.push(vec![line]),
        }
    }
    blocks
}

/// Returns the median distance between base lines, in font sizes. Returns `None` if there are fewer
/// than two distances.
fn usual_leading(lines: &[Line]) -> Option<f64> {
    let mut all: Vec<f64> = lines
        .windows(2)
        .filter_map(|pair| match pair {
            [above, below] if above.size > 0.0 => {
                Some((above.base - below.base) / above.size.max(below.size))
            }
            _ => None,
        })
        .collect();
    all.sort_by(f64::total_cmp);
    // Of two distances, the smaller one is used because the larger one is the gap between blocks.
    let middle = all.len().saturating_sub(1) / 2;
    all.get(middle).copied().filter(|_| all.len() > 1)
}

/// Returns `true` if a line continues a block.
fn continues(block: &[Line], line: &Line, usual: Option<f64>) -> bool {
    let Some(above) = block.last() else { return false };
    let size = above.size.max(line.size);
    let leading = (above.base - line.base) / size;
    // When all lines are far apart, each line is a block.
    let most = usual.map_or(1.7, |usual| (usual * 1.25).min(2.6));
    if leading > most || above.size.min(line.size) < 0.85 * size || is_item(line) {
        return false;
    }
    let from_right = line.from_right || above.from_right;
    let (start, end) =
        (|line: &Line| line.edges(from_right).0, |line: &Line| line.edges(from_right).1);
    let is_right_of = |line: &Line, other: &Line| start(line) - start(other) > 0.8 * size;
    // Either only the first line of a paragraph is indented, or all lines except the first.
    let is_indented = match block {
        [.., before, above] => {
            is_right_of(line, above) && !is_right_of(above, before) && !is_right_of(before, above)
        }
        _ => is_right_of(line, above) && !is_item(above) && end(above) - end(line) < 4.0 * size,
    };
    let is_outdented = block.len() > 1 && is_right_of(above, line);
    !is_indented && !is_outdented
}

fn is_item(line: &Line) -> bool {
    let is_alone = |rest: &str, space: bool| match rest.is_empty() {
        true => line.segments.len() > 1,
        false => space,
    };
    let is_bullet = |char: char| BULLETS.contains(&char);
    if line.from_right {
        let last = line.segments.last().map_or("", |segment| segment.text.as_str());
        return last
            .strip_suffix(is_bullet)
            .is_some_and(|rest| is_alone(rest, rest.ends_with(' ')));
    }
    let first = line.segments.first().map_or("", |segment| segment.text.as_str());
    first.strip_prefix(is_bullet).is_some_and(|rest| is_alone(rest, rest.starts_with(' ')))
}
