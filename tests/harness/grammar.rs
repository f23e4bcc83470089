//! Pages that are generated from the grammar of HTML, with common deviations of authors, for
//! example omitted end tags.

use crate::random::Random;

const WORDS: &[&str] = &[
    "Dublin",
    "harbour",
    "the",
    "of",
    "Kraków",
    "naïve",
    "ſtraße",
    "東京",
    "北京市",
    "ירושלים",
    "القدس",
    "😀",
    "👩‍🚀",
    "e\u{301}te",
    "𝔸𝔹",
    "a",
    "I",
    "x1",
    "N°5",
    "don't",
    "R&D",
    "5<6",
    "a&b;",
    "中",
    "\u{200B}",
    "\u{A0}",
    "İstanbul",
    "ﬁn",
    "{{x}}",
    "--",
    "]]>",
    "\u{FEFF}",
    "co-op",
];
const REFERENCES: &[&str] = &[
    "&eacute;",
    "&amp;",
    "&lt;",
    "&#233;",
    "&#xE9;",
    "&nbsp;",
    "&notit;",
    "&copy",
    "&NotEqualTilde;",
    "&Afr;",
    "&#128512;",
    "&#x80;",
    "&#0;",
    "&nosuch;",
    "&",
    "&#",
    "&#10;",
    "&#32;",
    "&eacute",
    "&amp",
];
const SPACES: &[&str] =
    &[" ", " ", " ", " ", "  ", "\n", "\r\n", "\r", "\t", "\n   ", " \u{C} ", "&#32;"];
const INLINE: &[&str] = &[
    "b", "i", "em", "strong", "span", "a", "code", "u", "small", "q", "font", "sup", "abbr",
    "label", "time", "x-own", "bdo", "del", "ins", "kbd", "big", "nobr", "object", "button", "map",
];
const BLOCK: &[&str] = &[
    "p",
    "div",
    "h1",
    "h2",
    "section",
    "article",
    "blockquote",
    "center",
    "address",
    "figure",
    "main",
    "aside",
    "form",
    "fieldset",
    "header",
    "p",
    "p",
    "li",
    "dd",
    "dt",
];
const ATTRIBUTES: &[&str] = &[
    " class=\"a b\"",
    " id=x",
    " title='a &amp; &lt;b'",
    " hidden",
    " lang=de",
    " lang=\"fr\"",
    " data-x=\"1>2\"",
    " translate=no",
    " translate=yes",
    " dir=rtl",
    " href=\"?a=1&copy=2\"",
    " CLASS=up",
    " a=1 a=2",
    " /",
    " its-term=yes",
    " its-ta-ident-ref=\"http://example.org/e?a=1&amp;b=2\"",
    " title=\"\r\n\"",
    " é=ü",
    " its-ta-class-ref=http://example.org/C its-ta-confidence=0.5",
    " alt=\"é\"",
    " its-loc-note='a  b'",
    " its-within-text=no its-mt-confidence=0.5",
    " its-within-text=yes its-annotators-ref='mt-confidence|http://example.org/m'",
    " its-loc-quality-issue-type=other its-person=P",
    " =",
    " style=\"white-space: pre\"",
];
const OPAQUE: &[&str] = &[
    "<!-- c -->",
    "<!-->",
    "<!--a--!>",
    "<!---->",
    "<?php echo '<b>' ?>",
    "<!foo>",
    "<![CDATA[x]]>",
    "</>",
    "<script>if (a<b) '</p>' </script>",
    "<script><!-- <script> </script> --></script>",
    "<style>p > a {}</style>",
    "<br>",
    "<br/>",
    "<hr>",
    "<img src=x alt=\"Alt &amp; text\">",
    "<wbr>",
    "<input value=v>",
    "</br>",
    "</p>",
    "</b>",
    "</nope>",
    "<svg><path d=\"\"/><text>svg text</text></svg>",
    "<svg><foreignObject><p>in <b>svg</b></foreignObject></svg>",
    "<math><mi>x</mi><mtext>m</mtext></math>",
    "<textarea>\r\nraw <b> &amp; x</textarea>",
    "<select><option>one<option selected>two &amp;</select>",
    "<iframe>raw <p></iframe>",
    "<noscript>no <b>script</b></noscript>",
    "<template><p>in</template>",
    "<ruby>東<rt>とう</rt></ruby>",
    "<title>title &amp;</title>",
    "<xmp>raw &amp; <b></xmp>",
    "<video>no <b>video</b></video>",
    "<datalist><option>o</datalist>",
    "<body class=x>",
    "<html lang=it>",
    "<frameset>",
    "<svg/>",
    "<plaintextt>",
];

/// Returns a page of about `size` bytes, in UTF-8.
pub fn page(random: &mut Random, size: usize) -> String {
    let mut page = Writer { out: String::new(), random, budget: size, depth: 0 };
    page.start();
    while page.out.len() < size {
        page.flow();
    }
    if page.random.chance(50) {
        page.out.push_str("</body></html>");
    }
    page.out
}

struct Writer<'a> {
    out: String,
    random: &'a mut Random,
    budget: usize,
    depth: usize,
}

impl Writer<'_> {
    fn full(&self) -> bool {
        self.out.len() >= self.budget || self.depth > 12
    }

    fn say(&mut self, from: &[&str]) {
        let said = self.random.pick(from);
        self.out.push_str(said);
    }

    fn start(&mut self) {
        if self.random.chance(80) {
            self.say(&[
                "<!DOCTYPE html>",
                "<!doctype html>\n",
                "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\">",
            ]);
        }
        if self.random.chance(70) {
            self.say(&["<html>", "<html lang=en>\r\n", "<html lang=\"pl\" dir=ltr>\n"]);
            self.say(&[
                "<head><meta charset=utf-8>",
                "<meta charset=\"UTF-8\">",
                "<head>\n <meta charset=utf-8>\n",
            ]);
            self.say(&[
                "<title>A page</title>",
                "<title>\n&amp; &notit;</title>",
                "",
                "<meta name=keywords content='a, b'>",
            ]);
            self.say(&["</head><body>", "<body>", "</head>\n<body class=x>\n", ""]);
        }
    }

    fn open(&mut self, name: &str) {
        self.out.push('<');
        if self.random.chance(5) {
            self.out.push_str(&name.to_uppercase());
        } else {
            self.out.push_str(name);
        }
        while self.random.chance(20) {
            self.say(ATTRIBUTES);
        }
        self.out.push('>');
    }

    /// Writes an end tag: usually the right one, sometimes none, or the end tag of another element.
    fn close(&mut self, name: &str, omitted: usize) {
        if self.random.chance(omitted) {
            return;
        }
        let name = if self.random.chance(4) { self.random.pick(INLINE) } else { name };
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push_str(self.random.pick(&[">", ">", ">", " >", "\n>"]));
    }

    fn flow(&mut self) {
        self.depth += 1;
        match self.random.below(12) {
            0 if !self.full() => self.list(),
            1 if !self.full() => self.table(),
            2 => self.pre(),
            3 => self.say(OPAQUE),
            4 => self.phrase(),
            5 => self.say(SPACES),
            _ => {
                let name = self.random.pick(BLOCK);
                self.open(name);
                for _ in 0..self.random.within(1..4) {
                    if self.random.chance(15) && !self.full() { self.flow() } else { self.phrase() }
                }
                self.close(name, 15);
            }
        }
        self.depth -= 1;
    }

    fn phrase(&mut self) {
        self.depth += 1;
        for _ in 0..self.random.within(1..8) {
            match self.random.below(20) {
                0 => self.say(OPAQUE),
                1..=4 if !self.full() => {
                    let name = self.random.pick(INLINE);
                    self.open(name);
                    self.phrase();
                    self.close(name, 6);
                }
                5 | 6 => self.say(REFERENCES),
                7..=11 => self.say(SPACES),
                _ => self.say(WORDS),
            }
        }
        self.depth -= 1;
    }

    fn list(&mut self) {
        let (name, items) = if self.random.chance(70) { ("ul", "li") } else { ("dl", "dd") };
        self.open(name);
        for _ in 0..self.random.within(1..4) {
            self.open(items);
            self.phrase();
            self.close(items, 50);
        }
        self.close(name, 5);
    }

    fn table(&mut self) {
        self.open("table");
        if self.random.chance(20) {
            self.phrase();
        }
        for _ in 0..self.random.within(1..4) {
            self.open("tr");
            for _ in 0..self.random.within(1..4) {
                self.say(SPACES);
                let cell = self.random.pick(&["td", "th", "td"]);
                self.open(cell);
                self.phrase();
                self.close(cell, 40);
            }
            if self.random.chance(5) {
                self.phrase();
            }
            self.close("tr", 40);
        }
        self.close("table", 5);
    }

    fn pre(&mut self) {
        self.open("pre");
        self.say(&["\n", "\r\n", "", "\n\n", "\r", "&#10;"]);
        for _ in 0..self.random.within(1..4) {
            self.phrase();
            self.say(SPACES);
        }
        self.close("pre", 5);
    }
}

#[cfg(test)]
mod tests {
    use crate::random::Random;

    #[test]
    fn a_page_is_of_about_its_size() {
        for seed in 0..50 {
            let page = super::page(&mut Random::new(seed), 1000);
            assert!((1000..6000).contains(&page.len()), "seed {seed}: {}", page.len());
        }
    }
}
