//! Appearances of annotations, for example form fields, stamps and text boxes (clause 12.5.5).

use super::file::File;
use super::matrix::Matrix;
use lopdf::{Dictionary, Object, Stream};

/// The flags `Hidden` and `NoView` (clause 12.5.3).
const UNSEEN: i64 = 1 << 1 | 1 << 5;

/// Returns the form that draws an annotation on its page, and the transformation of the form.
/// Returns `None` if the annotation is not visible.
pub(super) fn appearance<'f>(
    file: &'f File,
    annotation: &'f Dictionary,
) -> Option<(&'f Stream, Matrix)> {
    let flags = file.get(annotation, "F").and_then(|flags| flags.as_i64().ok()).unwrap_or_default();
    if flags & UNSEEN != 0 || file.name(annotation, "Subtype") == Some("Popup") {
        return None;
    }
    let stream = match file.get(file.dictionary(annotation, "AP")?, "N")? {
        Object::Stream(stream) => stream,
        Object::Dictionary(states) => file.stream(states, file.name(annotation, "AS")?)?,
        _ => return None,
    };
    let corners = file.numbers(&stream.dict, "BBox")?;
    let matrix = file.numbers(&stream.dict, "Matrix").map_or(Matrix::IDENTITY, Matrix);
    let placed = fit(bounds(corners, matrix), file.numbers(annotation, "Rect")?)?;
    Some((stream, placed))
}

/// Returns the left, lower, right and upper edges of the bounding box of a transformed box.
fn bounds([x0, y0, x1, y1]: [f64; 4], matrix: Matrix) -> [f64; 4] {
    let corners = [(x0, y0), (x1, y0), (x0, y1), (x1, y1)].map(|(x, y)| {
        let Matrix([.., x, y]) = Matrix::translation(x, y).then(matrix);
        (x, y)
    });
    corners.into_iter().fold(
        [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY],
        |[left, lower, right, upper], (x, y)| {
            [left.min(x), lower.min(y), right.max(x), upper.max(y)]
        },
    )
}

/// Returns the transformation of an upright box onto a rectangle.
fn fit([left, lower, right, upper]: [f64; 4], [x0, y0, x1, y1]: [f64; 4]) -> Option<Matrix> {
    let scale = |from: f64, to: f64| if from > 0.0 { to.abs() / from } else { 1.0 };
    let (across, up) = (scale(right - left, x1 - x0), scale(upper - lower, y1 - y0));
    let (x, y) = (x0.min(x1) - left * across, y0.min(y1) - lower * up);
    Some(Matrix([across, 0.0, 0.0, up, x, y])).filter(Matrix::is_finite)
}
