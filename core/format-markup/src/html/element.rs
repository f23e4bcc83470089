//! The HTML elements that the reader knows.

use glossweave_markup::html::Content;

/// A known element, or [`Element::OTHER`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element(u8);

/// Elements that do not interrupt a text (phrasing in the sense of the extraction, not of the
/// standard).
const INLINE: u32 = 1;
/// Elements without content and end tag.
const VOID: u32 = 1 << 1;
/// Elements whose content is not text of the document.
const HIDDEN: u32 = 1 << 2;
/// Elements whose start tag closes an open `p`.
const ENDS_P: u32 = 1 << 3;
/// "Formatting" elements of the tree builder, for example `b`, whose end tags may cross other
/// elements.
const FORMATTING: u32 = 1 << 4;
/// Elements that limit the scope of end tags.
const SCOPE: u32 = 1 << 5;
/// Elements that preserve white space, for example `pre`.
const PRE: u32 = 1 << 6;
/// Elements that contain only text.
const TEXT_ONLY: u32 = 1 << 7;
/// Parts of a table other than cells, for example `tr`.
const TABLE: u32 = 1 << 8;
/// Table cells and captions.
const CELL: u32 = 1 << 9;
/// Elements that cannot contain phrasing content.
const NO_PHRASE: u32 = 1 << 10;
/// Roots of SVG and MathML.
const FOREIGN: u32 = 1 << 11;
/// Elements that may be in `head`.
const HEAD: u32 = 1 << 12;
/// `h1` to `h6`.
const HEADING: u32 = 1 << 13;
/// Elements that contain only text and character references.
const RCDATA: u32 = 1 << 14;
/// Elements that contain literal text.
const RAW: u32 = 1 << 15;
/// "Special" elements of the tree builder that do not interrupt a text.
const SPECIAL: u32 = 1 << 16;
/// Elements that drop a line feed right after their start tag.
const EATS_LF: u32 = 1 << 17;

/// Elements that are not "special" in the tree builder although they interrupt a text.
const ORDINARY: u32 = 1 << 18;
/// Elements of SVG or MathML that contain HTML.
const INTEGRATION: u32 = 1 << 19;
/// Elements whose start tag ends SVG or MathML.
const BREAKOUT: u32 = 1 << 20;

/// Elements that separate two texts although they do not interrupt a unit.
const BETWEEN: u32 = 1 << 21;

macro_rules! elements {
    ($($constant:ident $name:literal $flags:expr;)*) => {
        const NAMES: &[&str] = &[$($name),*];
        const FLAGS: &[u32] = &[$($flags),*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Index { $($constant),* }

        impl Element {
            $(#[doc = concat!("The element `", $name, "`.")] #[allow(dead_code)] pub const $constant: Element = Element(Index::$constant as u8);)*
        }
    };
}

elements! {
    OTHER "" 0;
    A "a" INLINE | FORMATTING;
    ABBR "abbr" INLINE;
    ACRONYM "acronym" INLINE;
    ADDRESS "address" ENDS_P;
    APPLET "applet" INLINE | SCOPE | NO_PHRASE | BETWEEN;
    AREA "area" INLINE | VOID;
    ARTICLE "article" ENDS_P;
    ASIDE "aside" ENDS_P;
    AUDIO "audio" INLINE | NO_PHRASE | BETWEEN;
    B "b" INLINE | FORMATTING | BREAKOUT;
    BASE "base" VOID | HEAD;
    BASEFONT "basefont" VOID | HEAD;
    BDI "bdi" INLINE;
    BDO "bdo" INLINE;
    BGSOUND "bgsound" VOID | HEAD;
    BIG "big" INLINE | FORMATTING | BREAKOUT;
    BLOCKQUOTE "blockquote" ENDS_P | BREAKOUT;
    BODY "body" BREAKOUT;
    BR "br" INLINE | VOID | BREAKOUT | BETWEEN;
    BUTTON "button" INLINE | SPECIAL | BETWEEN;
    CANVAS "canvas" INLINE | NO_PHRASE | BETWEEN;
    CAPTION "caption" SCOPE | CELL;
    CENTER "center" ENDS_P | BREAKOUT;
    CITE "cite" INLINE;
    CODE "code" INLINE | FORMATTING | BREAKOUT;
    COL "col" VOID | TABLE;
    COLGROUP "colgroup" TABLE;
    COMMAND "command" INLINE | VOID;
    DATALIST "datalist" INLINE | NO_PHRASE;
    DD "dd" ENDS_P | BREAKOUT;
    DEL "del" INLINE | HIDDEN;
    DETAILS "details" ENDS_P;
    DFN "dfn" INLINE;
    DIALOG "dialog" ENDS_P;
    DIR "dir" ENDS_P;
    DIV "div" ENDS_P | BREAKOUT;
    DL "dl" ENDS_P | BREAKOUT;
    DT "dt" ENDS_P | BREAKOUT;
    EM "em" INLINE | FORMATTING | BREAKOUT;
    EMBED "embed" INLINE | VOID | BREAKOUT | BETWEEN;
    FIELDSET "fieldset" ENDS_P;
    FIGCAPTION "figcaption" ENDS_P;
    FIGURE "figure" ENDS_P;
    FONT "font" INLINE | FORMATTING;
    FOOTER "footer" ENDS_P;
    FORM "form" ENDS_P;
    FRAME "frame" VOID;
    FRAMESET "frameset" HIDDEN;
    H1 "h1" ENDS_P | HEADING | BREAKOUT;
    H2 "h2" ENDS_P | HEADING | BREAKOUT;
    H3 "h3" ENDS_P | HEADING | BREAKOUT;
    H4 "h4" ENDS_P | HEADING | BREAKOUT;
    H5 "h5" ENDS_P | HEADING | BREAKOUT;
    H6 "h6" ENDS_P | HEADING | BREAKOUT;
    HEAD_ "head" BREAKOUT;
    HEADER "header" ENDS_P;
    HGROUP "hgroup" ENDS_P;
    HR "hr" INLINE | VOID | ENDS_P | BREAKOUT | BETWEEN;
    HTML "html" SCOPE;
    I "i" INLINE | FORMATTING | BREAKOUT;
    IFRAME "iframe" INLINE | HIDDEN | RAW | BETWEEN;
    IMAGE "image" INLINE | VOID;
    IMG "img" INLINE | VOID | BREAKOUT | BETWEEN;
    INPUT "input" INLINE | VOID | BETWEEN;
    INS "ins" INLINE;
    ISINDEX "isindex" INLINE;
    KBD "kbd" INLINE;
    KEYGEN "keygen" INLINE | VOID;
    LABEL "label" INLINE;
    LI "li" ENDS_P | BREAKOUT;
    LINK "link" VOID | HEAD;
    LISTING "listing" ENDS_P | PRE | EATS_LF | BREAKOUT;
    MAIN "main" ENDS_P;
    MAP "map" INLINE;
    MARK "mark" INLINE;
    MARQUEE "marquee" SCOPE;
    MATH "math" INLINE | FOREIGN | SCOPE | BETWEEN;
    MENU "menu" ENDS_P | BREAKOUT;
    META "meta" VOID | HEAD | BREAKOUT;
    METER "meter" INLINE | BETWEEN;
    NAV "nav" ENDS_P;
    NOBR "nobr" FORMATTING | BREAKOUT;
    NOEMBED "noembed" HIDDEN | RAW;
    NOFRAMES "noframes" HIDDEN | RAW | HEAD;
    NOSCRIPT "noscript" INLINE | HEAD;
    OBJECT "object" INLINE | SCOPE | NO_PHRASE | BETWEEN;
    OL "ol" ENDS_P | BREAKOUT;
    OPTGROUP "optgroup" TEXT_ONLY;
    OPTION "option" TEXT_ONLY;
    OUTPUT "output" INLINE;
    P "p" ENDS_P | BREAKOUT;
    PARAM "param" INLINE | VOID;
    PLAINTEXT "plaintext" ENDS_P | TEXT_ONLY | PRE;
    PRE_ "pre" ENDS_P | PRE | EATS_LF | BREAKOUT;
    PROGRESS "progress" INLINE | BETWEEN;
    Q "q" INLINE;
    RB "rb" INLINE;
    RP "rp" INLINE;
    RT "rt" INLINE;
    RTC "rtc" INLINE;
    RUBY "ruby" INLINE | BREAKOUT;
    S "s" INLINE | FORMATTING | BREAKOUT;
    SAMP "samp" INLINE;
    SCRIPT "script" INLINE | HIDDEN | HEAD;
    SEARCH "search" ENDS_P;
    SECTION "section" ENDS_P;
    SELECT "select" INLINE | NO_PHRASE | SPECIAL | BETWEEN;
    SMALL "small" INLINE | FORMATTING | BREAKOUT;
    SOURCE "source" INLINE | VOID;
    SPAN "span" INLINE | BREAKOUT;
    STRIKE "strike" INLINE | FORMATTING | BREAKOUT;
    STRONG "strong" INLINE | FORMATTING | BREAKOUT;
    STYLE "style" INLINE | HIDDEN | RAW | HEAD;
    SUB "sub" INLINE | BREAKOUT;
    SUMMARY "summary" ENDS_P;
    SUP "sup" INLINE | BREAKOUT;
    SVG "svg" INLINE | FOREIGN | SCOPE | BETWEEN;
    TABLE_ "table" ENDS_P | SCOPE | TABLE | BREAKOUT;
    TBODY "tbody" TABLE;
    TD "td" SCOPE | CELL;
    TEMPLATE "template" SCOPE | NO_PHRASE | HEAD;
    TEXTAREA "textarea" INLINE | TEXT_ONLY | RCDATA | PRE | EATS_LF | SPECIAL | BETWEEN;
    TFOOT "tfoot" TABLE;
    TH "th" SCOPE | CELL;
    THEAD "thead" TABLE;
    TIME "time" INLINE;
    TITLE "title" TEXT_ONLY | RCDATA | HEAD | INTEGRATION;
    TR "tr" TABLE;
    TRACK "track" INLINE | VOID;
    TT "tt" INLINE | FORMATTING | BREAKOUT;
    U "u" INLINE | FORMATTING | BREAKOUT;
    UL "ul" ENDS_P | BREAKOUT;
    VAR "var" INLINE | BREAKOUT;
    VIDEO "video" INLINE | NO_PHRASE | BETWEEN;
    WBR "wbr" INLINE | VOID;
    XMP "xmp" ENDS_P | TEXT_ONLY | RAW | PRE;
    FOREIGN_OBJECT "foreignobject" SCOPE | INTEGRATION;
    DESC "desc" ORDINARY | INTEGRATION;
    MI "mi" ORDINARY | INTEGRATION;
    MO "mo" ORDINARY | INTEGRATION;
    MN "mn" ORDINARY | INTEGRATION;
    MS "ms" ORDINARY | INTEGRATION;
    MTEXT "mtext" ORDINARY | INTEGRATION;
}

/// The number of elements, used as the size of tables that are indexed by element.
pub(super) const COUNT: usize = NAMES.len();

const LONGEST: usize = 16;
const SLOTS: usize = 512;

const fn slot(name: &[u8]) -> usize {
    let mut hash = name.len() as u32;
    let mut index = 0;
    while index < name.len() {
        hash = hash.wrapping_mul(31).wrapping_add(name[index].to_ascii_lowercase() as u32);
        index += 1;
    }
    (hash ^ hash >> 9) as usize % SLOTS
}

/// A hash table from names to element numbers, which uses open addressing.
static TABLE_OF_NAMES: [u8; SLOTS] = {
    let mut table = [0u8; SLOTS];
    let mut index = 1;
    while index < NAMES.len() {
        let mut at = slot(NAMES[index].as_bytes());
        while table[at] != 0 {
            at = (at + 1) % SLOTS;
        }
        table[at] = index as u8;
        index += 1;
    }
    table
};

impl Element {
    /// Returns the element with a name, ignoring case.
    pub fn of(name: &[u8]) -> Element {
        if name.len() > LONGEST {
            return Element::OTHER;
        }
        let mut at = slot(name);
        loop {
            let number = TABLE_OF_NAMES[at];
            if number == 0 {
                return Element::OTHER;
            }
            if NAMES[number as usize].as_bytes().eq_ignore_ascii_case(name) {
                return Element(number);
            }
            at = (at + 1) % SLOTS;
        }
    }

    /// Returns the names of all elements by number. The first entry represents unknown elements.
    #[cfg(feature = "html-tree")]
    pub(crate) fn names() -> &'static [&'static str] {
        NAMES
    }

    /// Returns the number of the element, below [`COUNT`].
    pub(crate) fn number(self) -> usize {
        self.0 as usize
    }

    fn has(self, flag: u32) -> bool {
        FLAGS[self.0 as usize] & flag != 0
    }

    /// Returns `true` for an element within a paragraph.
    pub fn is_inline(self) -> bool {
        self.has(INLINE)
    }

    /// Returns `true` for an element without content and end tag.
    pub fn is_void(self) -> bool {
        self.has(VOID)
    }

    /// Returns `true` for an element whose text is not shown.
    pub fn is_hidden(self) -> bool {
        self.has(HIDDEN)
    }

    pub(crate) fn ends_p(self) -> bool {
        self.has(ENDS_P)
    }

    pub(crate) fn is_formatting(self) -> bool {
        self.has(FORMATTING)
    }

    pub(crate) fn is_scope(self) -> bool {
        self.has(SCOPE)
    }

    /// Returns `true` if the end tag of an inline element does not close this element.
    pub(crate) fn is_special(self) -> bool {
        self != Element::OTHER && (!self.has(INLINE | FORMATTING | ORDINARY) || self.has(SPECIAL))
    }

    /// Returns `true` for an element that preserves white space.
    pub fn is_pre(self) -> bool {
        self.has(PRE)
    }

    pub(crate) fn eats_line_feed(self) -> bool {
        self.has(EATS_LF)
    }

    pub(crate) fn is_text_only(self) -> bool {
        self.has(TEXT_ONLY)
    }

    pub(crate) fn is_table_part(self) -> bool {
        self.has(TABLE)
    }

    pub(crate) fn is_cell(self) -> bool {
        self.has(CELL)
    }

    pub(crate) fn takes_no_phrase(self) -> bool {
        self.has(NO_PHRASE)
    }

    /// Returns `true` if the element separates words: the words before and after it, or before, in
    /// and after it.
    pub(crate) fn stands_between(self) -> bool {
        self.has(BETWEEN)
    }

    /// Returns `true` if the element is an integration point, which contains HTML. `math` is `true`
    /// in MathML, `false` in SVG.
    pub(crate) fn is_integration_point(self, math: bool) -> bool {
        self.has(INTEGRATION) && self.has(ORDINARY) == math || !math && self == Element::DESC
    }

    pub(crate) fn breaks_out(self) -> bool {
        self.has(BREAKOUT)
    }

    /// Returns `true` for `svg` and `math`.
    pub fn is_foreign_root(self) -> bool {
        self.has(FOREIGN)
    }

    pub(crate) fn stands_in_head(self) -> bool {
        self.has(HEAD)
    }

    pub(crate) fn is_heading(self) -> bool {
        self.has(HEADING)
    }

    /// Returns the level of `h1` to `h6`.
    pub(crate) fn heading_level(self) -> Option<u8> {
        self.is_heading().then(|| self.0 - Element::H1.0 + 1)
    }

    /// Returns the content model in HTML, which differs from SVG and MathML.
    pub fn content(self) -> Content {
        match self {
            Element::SCRIPT => Content::Script,
            Element::PLAINTEXT => Content::Plain,
            _ if self.has(RCDATA) => Content::Rcdata,
            _ if self.has(RAW) => Content::Raw,
            _ => Content::Markup,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Element, NAMES};

    #[test]
    fn every_name_is_found_in_any_case() {
        for (number, name) in NAMES.iter().enumerate().skip(1) {
            assert_eq!(Element::of(name.to_uppercase().as_bytes()).number(), number, "{name}");
        }
        for other in ["", "x", "my-element", "foreignobjects", "a\u{e9}"] {
            assert_eq!(Element::of(other.as_bytes()), Element::OTHER);
        }
    }
}
