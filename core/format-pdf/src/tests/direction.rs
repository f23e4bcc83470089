//! Right-to-left text. The strings of these tests are in visual order, from left to right, unless
//! noted otherwise.

use std::fmt::Write;

use super::{boxes, read, units};
use glossweave_document::Document;
use glossweave_testing::pdf::PdfFile;
use unicode_bidi::{BidiInfo, Level};

/// Half of the font size: the width of all characters.
const WIDTH: f64 = 5.0;

/// Returns a page with a font `F2`. Its codes are UTF-16, and most characters are half as wide as
/// high.
pub(super) fn document(content: &str) -> Document {
    let mut file = PdfFile::new();
    let map = file.stream(
        "",
        "1 begincodespacerange <0000> <FFFF> endcodespacerange 3 beginbfrange <0000> <00FF> <0000> \
         <0100> <EFFE> <0100> <F001> <FFFF> <F001> endbfrange \
         1 beginbfchar <F000> <06440627> endbfchar",
    );
    // Vowel points have no width.
    let child = file.object(
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /DW 500 /W [1456 1479 0 1611 1618 0 61439 61439 0] >>",
    );
    let font = file.object(format!(
        "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [{child} 0 R] \
         /ToUnicode {map} 0 R >>"
    ));
    file.page_with_font(content, font);
    read(file.write())
}

/// Returns contents that show a text at a position.
fn at(x: f64, y: f64, text: &str) -> String {
    let mut codes = String::new();
    text.encode_utf16().for_each(|unit| write!(codes, "{unit:04X}").unwrap());
    format!("BT /F2 10 Tf {x} {y} Td <{codes}> Tj ET\n")
}

/// Returns contents of lines that end at the same position.
fn flush_right(lines: &[&str]) -> String {
    let line = |(number, line): (usize, &&str)| {
        let x = 500.0 - WIDTH * line.chars().count() as f64;
        at(x, 700.0 - 14.0 * number as f64, line)
    };
    lines.iter().enumerate().map(line).collect()
}

fn text(line: &str) -> String {
    document(&at(100.0, 700.0, line)).text().to_owned()
}

#[test]
fn a_line_from_the_right_is_in_the_order_in_which_it_is_read() {
    assert_eq!(text("םלוע םולש"), "שלום עולם");
    assert_eq!(text("ملاعلاب ابحرم"), "مرحبا بالعالم");
}

#[test]
fn numbers_and_words_from_the_left_stay_as_they_are() {
    assert_eq!(text("2006 תנשב Google תרבח"), "חברת Google בשנת 2006");
    assert_eq!(text("12/05/2023 ךיראת"), "תאריך 12/05/2023");
    assert_eq!(text("34 12 םירפסמ"), "מספרים 12 34");
    assert_eq!(text("٢٠٠٦ ةنس يف ABC"), "ABC في سنة ٢٠٠٦");
    assert_eq!(text(".Windows 11 הלעפה תכרעמ"), "מערכת הפעלה Windows 11.");
}

#[test]
fn words_from_the_right_within_a_line_from_the_left_are_turned() {
    assert_eq!(
        text("Jerusalem (םילשורי) is called سدقلا today."),
        "Jerusalem (ירושלים) is called القدس today."
    );
    assert_eq!(text("the words 12 ,םלוע םולש mean"), "the words 12 ,שלום עולם mean");
}

/// Texts whose visual order is computed by using the Unicode bidirectional algorithm.
const SENTENCES: &[(bool, &str)] = &[
    (true, "הרכבת מתל אביב לחיפה (קו 21) יוצאת בשעה 14:35 ומגיעה ב-15:40."),
    (true, "חברת Google פתחה משרד בירושלים בשנת 2006, עם 1,250 עובדים [כולל New York]."),
    (true, "כמו machine learning, 50% וגם 3.14 ו-50%, וכן +972-3-1234567 או $12"),
    (true, "הכתובת www.example.org/a?b=1 והדואר a.b@example.org \"כאן בסוף השורה הזאת\""),
    (true, "وصل القطار إلى القاهرة (محطة رمسيس) في الساعة 14:35 يوم الأحد."),
    (true, "افتتحت شركة Google مكتبا في دبي سنة ٢٠٠٦ مع 1,250 موظفا و 50% بين 2006-2010."),
    (true, "۱۲۳ کتاب و «نام» در تهران؛ ۱۲۳٫۴ بود، چرا؟"),
    (false, "The city of Jerusalem (ירושלים) is called القدس in Arabic, see page 12."),
    (false, "The phrase \"שלום לכולם\" means hello, and (שלום, עולם 21 טוב) is more."),
    (false, "See سنة ٢٠٠٦ here."),
];

#[test]
fn the_bidirectional_algorithm_is_inverted() {
    for (from_right, sentence) in SENTENCES {
        let base = if *from_right { Level::rtl() } else { Level::ltr() };
        let info = BidiInfo::new(sentence, Some(base));
        let paragraph = &info.paragraphs[0];
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        // In right-to-left text, fonts show the mirrored bracket.
        let seen: String = runs
            .into_iter()
            .flat_map(|run| {
                let turned = levels[run.start].is_rtl();
                let chars: Vec<char> = sentence[run].chars().collect();
                match turned {
                    true => {
                        chars.iter().rev().map(|char| mirrored(*char).unwrap_or(*char)).collect()
                    }
                    false => chars,
                }
            })
            .collect();
        assert_eq!(text(&seen), *sentence, "{seen}");
    }
}

fn mirrored(char: char) -> Option<char> {
    let mut others = "()[]«»".chars().zip(")(][»«".chars());
    others.find(|(sign, _)| *sign == char).map(|(_, mirror)| mirror)
}

#[test]
fn a_hyphen_after_an_arabic_number_does_not_bind() {
    // A range of years is displayed as 2010-2006 in Arabic, and as 2006-2010 in Hebrew.
    assert_eq!(text("2010-2006 نيب"), "بين 2006-2010");
    assert_eq!(text("2006-2010 ןיב"), "בין 2006-2010");
}

#[test]
fn brackets_that_are_seen_become_those_of_the_text() {
    assert_eq!(text("(21 וק) הפיחל"), "לחיפה (קו 21)");
    assert_eq!(text("[New York ללוכ] (ב) (א)"), "(א) (ב) [כולל New York]");
    assert_eq!(text("םיבר םידבוע ABC (DEF) תרבח"), "חברת ABC (DEF) עובדים רבים");
    // Other producers store the brackets of the text.
    assert_eq!(text(")21 וק( הפיחל"), "לחיפה (קו 21)");
    // On a page with both conventions, pairs of brackets determine which one is used.
    let lines = flush_right(&["ללכ ךרדב )הפיחל וק", "21( הפיחל )21 וק( ביבא לתמ"]);
    assert_eq!(document(&lines).text(), "קו לחיפה) בדרך כלל מתל אביב (קו 21) לחיפה (21");
}

#[test]
fn a_page_is_read_by_the_places_of_its_characters() {
    // Each character is to the left of the previous one, including narrow characters.
    let mut content = String::from("BT /F2 10 Tf 1 0 0 1 200 700 Tm ");
    let mut x = 200.0;
    for char in "שלום, ילד (טוב)".chars() {
        x -= WIDTH;
        let seen = match char {
            '(' => ')',
            ')' => '(',
            other => other,
        };
        write!(content, "1 0 0 1 {x} 700 Tm <{:04X}> Tj ", seen as u32).unwrap();
    }
    let found = document(&format!("{content} ET"));
    assert_eq!(found.text(), "שלום, ילד (טוב)");
    let edges = &boxes(&found, "ילד")[0];
    assert_eq!((edges.left, edges.right), (155.0, 170.0));
    // Words in reading order, each with its characters from left to right.
    let words = [(180.0, "םולש"), (160.0, "123"), (130.0, "ABCD"), (110.0, "םיי")];
    let content: String = words.iter().map(|(x, words)| at(*x, 700.0, words)).collect();
    assert_eq!(document(&content).text(), "שלום ABCD 123 יים");
}

#[test]
fn each_character_has_its_own_box() {
    let found = document(&(at(100.0, 700.0, "12 םולש ABC") + &at(100.0, 600.0, "םולש")));
    assert_eq!(units(&found)[0], "ABC שלום 12");
    for (words, edges) in [
        ("ש", (130.0, 135.0)),
        ("לו", (120.0, 130.0)),
        ("12", (100.0, 110.0)),
        ("2", (105.0, 110.0)),
        ("ABC", (140.0, 155.0)),
        ("C", (150.0, 155.0)),
    ] {
        let found = &boxes(&found, words)[0];
        let near = |actual: f32, expected: f64| (f64::from(actual) - expected).abs() < 0.01;
        assert!(near(found.left, edges.0) && near(found.right, edges.1), "{words} {found:?}");
    }
    // The whole line has one box.
    let all = found.page_boxes(found.units().next().unwrap().span());
    assert_eq!((all.len(), all[0].left, all[0].right), (1, 100.0, 155.0));
}

#[test]
fn forms_of_arabic_letters_become_letters() {
    // Final, medial and initial forms from left to right, as in fonts.
    assert_eq!(text("\u{FEE2}\u{FEDF}\u{FE8E}\u{FECC}\u{FEDF}\u{FE8E}\u{FE91}"), "بالعالم");
    // A ligature of two letters, by its code and by the map of the font, and a ligature of a word.
    let found = document(&at(100.0, 700.0, "\u{FEE1}\u{FEFC}\u{FEB3}"));
    assert_eq!(found.text(), "سلام");
    let edges = &boxes(&found, "لا")[0];
    assert_eq!((edges.left, edges.right), (105.0, 110.0));
    let edges = &boxes(&found, "ا")[0];
    assert!((edges.left - 105.0).abs() < 0.01 && (edges.right - 107.5).abs() < 0.01, "{edges:?}");
    assert_eq!(text("\u{645}\u{F000}\u{633}"), "سلام");
    assert_eq!(text("\u{FDF2}"), "الله");
    assert_eq!(text("\u{FB35}\u{FE70}"), "\u{64B}\u{5D5}\u{5BC}");
}

#[test]
fn points_follow_their_letters() {
    // Some producers write the point to the left of the letter, others after it.
    for line in
        ["\u{5DD}\u{5D5}\u{5B9}\u{5DC}\u{5C1}\u{5B8}\u{5E9}", "\u{645}\u{651}\u{64E}\u{62F}"]
    {
        let letters: Vec<char> = text(line).chars().collect();
        assert!(!('\u{5B0}'..='\u{5C7}').contains(&letters[0]), "{letters:?}");
        assert_eq!(letters.len(), line.chars().count());
    }
    assert_eq!(
        text("\u{5DD}\u{5D5}\u{5DC}\u{5C1}\u{5B8}\u{5E9}"),
        "\u{5E9}\u{5B8}\u{5C1}\u{5DC}\u{5D5}\u{5DD}"
    );
    // A point that extends beyond its letter, and a part of a letter without text.
    let found = document("BT /F2 10 Tf 100 700 Td [<05D4> 100 <05B9> -100 <EFFF> <05DC>] TJ ET");
    assert_eq!(found.text(), "\u{5DC}\u{5B9}\u{5D4}");
    // A point in the middle of its letter, after all letters.
    let (letters, point) = (at(100.0, 700.0, "םולש"), at(112.5, 700.0, "\u{5BC}"));
    let found = document(&(letters + &point));
    assert_eq!(found.text(), "\u{5E9}\u{5DC}\u{5BC}\u{5D5}\u{5DD}");
}

#[test]
fn lines_that_end_at_the_right_are_a_paragraph() {
    let found = document(&flush_right(&[
        "םירבד המכ הב שיש הכורא הקספ וז",
        "תרחא הרוש דועו",
        "ףוס הזו תפסונ הרוש דוע שי ןאכ",
        "ףוסה",
    ]));
    assert_eq!(
        units(&found),
        ["זו פסקה ארוכה שיש בה כמה דברים ועוד שורה אחרת כאן יש עוד שורה נוספת וזה סוף הסוף"]
    );
}

#[test]
fn items_from_the_right_begin_with_bullets_on_the_right() {
    let found = document(&flush_right(&["ןושאר טירפ •", "ינש טירפ •"]));
    assert_eq!(units(&found), ["• פריט ראשון", "• פריט שני"]);
}

#[test]
fn columns_are_read_from_the_right() {
    let mut content = String::new();
    for line in 0..4 {
        let y = 700.0 - 14.0 * f64::from(line);
        content += &at(100.0, y, "לאמש הרוש הרוש הרוש");
        content += &at(300.0, y, "ןימי הרוש הרוש הרוש");
    }
    let found = document(&content);
    let units = units(&found);
    assert_eq!(units.len(), 2);
    assert!(units[0].starts_with("שורה שורה שורה ימין שורה"), "{units:?}");
    // Item numbers are to the right of the items, and belong to the same lines.
    let mut content = String::new();
    for line in 0..4 {
        let y = 700.0 - 16.0 * f64::from(line);
        content += &at(300.0, y, "המישרה לש טירפ");
        content += &at(400.0, y, &format!(".{}", line + 1));
    }
    let found = document(&content);
    assert!(found.text().starts_with("1. פריט של הרשימה"), "{}", found.text());
}

#[test]
fn controls_of_direction_are_no_text() {
    assert_eq!(text("\u{200F}םולש\u{202C} 12\u{200E}"), "12 שלום");
    assert_eq!(text("a\u{200E}b"), "ab");
}

#[test]
fn a_hyphen_of_hebrew_at_the_end_of_a_line_joins() {
    assert_eq!(
        document(&flush_right(&["\u{5BE}תיב הז ןאכ", "רפס"])).text(),
        "כאן זה בית\u{5BE}ספר"
    );
}
