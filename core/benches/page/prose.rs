//! Articles in one language, with the typical frequency of letters with diacritics, in any encoding.

use super::Dice;

/// An article in a language, as HTML and as XML.
pub struct Prose {
    pub name: &'static str,
    language: &'static str,
    sentences: &'static [&'static str],
}

/// German, whose characters are all in ISO-8859-1.
pub const GERMAN: Prose = Prose {
    name: "german",
    language: "de",
    sentences: &[
        "Die Brücke über den Fluß wurde im Jahre 1904 für die Straßenbahn gebaut.",
        "Später führte sie auch den übrigen Verkehr zwischen den beiden Städten.",
        "Während des Krieges blieb das Gebäude geschlossen, und die Bücher lagen in Kisten.",
        "Wer am Morgen durch die Gassen geht, hört zuerst die Händler auf dem Marktplatz.",
        "Der Präsident der Gesellschaft erklärte, daß die Zahlen für März noch nicht vorlägen.",
        "Im Süden des Landes wächst der Wein an Hängen, die keine Maschine befahren kann.",
        "Das Museum zeigt Gemälde, Möbel und Geräte aus drei Jahrhunderten.",
        "Nach der Prüfung können die Schüler wählen, welche Sprache sie weiter lernen.",
        "Ein großer Teil der Bevölkerung arbeitet außerhalb der Gemeinde.",
        "Die Universität gründete 1969 ein Institut für künstliche Intelligenz.",
        "Vom Bahnhof aus erreicht man den Hafen in zehn Minuten zu Fuß.",
        "Die Verhandlungen dauerten länger als erwartet und endeten ohne Ergebnis.",
    ],
};

/// French, with the apostrophes and quotation marks of windows-1252.
pub const FRENCH: Prose = Prose {
    name: "french",
    language: "fr",
    sentences: &[
        "L’été dernier, la bibliothèque a été fermée à cause des travaux près du théâtre.",
        "Le maire espère que les habitants du quartier reviendront dès la rentrée.",
        "Après la guerre, l’école fut déplacée à l’extérieur de la cité médiévale.",
        "Les élèves préfèrent généralement étudier l’histoire plutôt que la géographie.",
        "«\u{A0}Nous n’avons rien décidé\u{A0}», a déclaré le président de la société.",
        "Le château, bâti au treizième siècle, domine la vallée et le fleuve.",
        "Cette œuvre est considérée comme la première pièce de l’époque moderne.",
        "Il faudra d’abord vérifier les résultats, puis les présenter à l’assemblée.",
        "La cathédrale possède une façade sculptée où l’on reconnaît plusieurs prophètes.",
        "Le marché a lieu chaque mardi, même pendant les fêtes de fin d’année.",
        "Les données ont été recueillies auprès de deux mille ménages en février.",
        "À midi, les pêcheurs rentrent au port et vendent ce qu’ils ont pris.",
    ],
};

/// Japanese, with the two syllabaries and characters of Shift_JIS.
pub const JAPANESE: Prose = Prose {
    name: "japanese",
    language: "ja",
    sentences: &[
        "この橋は1904年に市電のために建設された。",
        "その後、二つの町を結ぶ道路としても利用されるようになった。",
        "戦争の間、図書館は閉鎖され、本は箱に入れられていた。",
        "朝早く路地を歩くと、まず市場の商人の声が聞こえてくる。",
        "社長は三月の売り上げについて、まだ発表できないと述べた。",
        "南部の斜面ではブドウが栽培されており、機械は使えない。",
        "博物館には三世紀にわたる絵画、家具、道具が展示されている。",
        "試験の後、生徒はどの言語を学び続けるかを選ぶことができる。",
        "住民の多くは市の外で働いている。",
        "大学は1969年に人工知能の研究所を設立した。",
        "駅から港までは歩いて十分ほどである。",
        "交渉は予想より長引き、結果が出ないまま終わった。",
    ],
};

impl Prose {
    /// Returns an HTML page of at least `size` bytes in UTF-8 that declares an encoding.
    pub fn html(&self, size: usize, seed: u64, charset: &str) -> String {
        let head = format!(
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"{charset}\">\n\
             <title>{}</title>\n</head>\n<body>\n<main>\n",
            self.language, self.sentences[0]
        );
        let names = Names { heading: "h2", emphasis: "em", link: "a", target: "href" };
        self.article(head, "</main>\n</body>\n</html>\n", size, seed, &names)
    }

    /// Returns the same article as XML with an invented vocabulary.
    pub fn xml(&self, size: usize, seed: u64, charset: &str) -> String {
        let head = format!(
            "<?xml version=\"1.0\" encoding=\"{charset}\"?>\n<document xml:lang=\"{}\">\n\
             <title>{}</title>\n<body>\n",
            self.language, self.sentences[0]
        );
        let names = Names { heading: "title", emphasis: "em", link: "link", target: "ref" };
        self.article(head, "</body>\n</document>\n", size, seed, &names)
    }

    fn article(&self, head: String, foot: &str, size: usize, seed: u64, names: &Names) -> String {
        let mut dice = Dice::new(seed);
        let mut out = head;
        while out.len() + foot.len() < size {
            if dice.below(6) == 0 {
                let sentence = self.sentence(&mut dice);
                let heading = names.heading;
                out.push_str(&format!("<{heading}>{sentence}</{heading}>\n"));
            }
            out.push_str("<p class=\"body\">");
            for _ in 0..2 + dice.below(5) {
                self.marked(&mut out, &mut dice, names);
            }
            out.push_str("</p>\n");
        }
        out.push_str(foot);
        out
    }

    fn sentence(&self, dice: &mut Dice) -> &'static str {
        self.sentences[dice.below(self.sentences.len())]
    }

    /// Appends a sentence, which may contain a phrase or a link.
    fn marked(&self, out: &mut String, dice: &mut Dice, names: &Names) {
        let sentence = self.sentence(dice);
        let middle = (sentence.len() / 2..).find(|at| sentence.is_char_boundary(*at));
        let (before, after) = sentence.split_at(middle.unwrap_or(0));
        let (start, end) = match dice.below(3) {
            0 => (format!("<{}>", names.emphasis), format!("</{}>", names.emphasis)),
            1 => (
                format!("<{} {}=\"/wiki/Page?x=1&amp;y=2\">", names.link, names.target),
                format!("</{}>", names.link),
            ),
            _ => Default::default(),
        };
        for part in [before, &start, after, &end, " "] {
            out.push_str(part);
        }
    }
}

struct Names {
    heading: &'static str,
    emphasis: &'static str,
    link: &'static str,
    target: &'static str,
}
