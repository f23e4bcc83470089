//! Widths of fonts that specify no widths: the standard 14 fonts (clause 9.6.2.2).

/// The widths of the characters from the space to `~`, in thousandths of the font size.
#[rustfmt::skip]
const SANS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

#[rustfmt::skip]
const SERIF: [u16; 95] = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278,
    500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444,
    921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889, 722, 722,
    556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500,
    333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500,
    500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
];

/// Returns the widths of the characters of a font, estimated from its name. Bold and italic faces
/// use the widths of the regular face.
pub(super) fn standard_widths(font: &str) -> impl Fn(char) -> f64 {
    let font = font.to_ascii_lowercase();
    let is = |word: &str| font.contains(word);
    let (widths, usual) = match () {
        () if is("courier") || is("mono") => (&[][..], 600),
        () if is("times") || is("serif") && !is("sans") => (&SERIF[..], 556),
        () => (&SANS[..], 556),
    };
    move |char| {
        let place = (char as usize).checked_sub(usize::from(b' '));
        let width = place.and_then(|place| widths.get(place)).copied();
        f64::from(width.unwrap_or(usual))
    }
}
