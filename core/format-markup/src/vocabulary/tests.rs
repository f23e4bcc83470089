use crate::{decode, encode};
use glossweave_base::media::Format;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Entity, Translation};
use glossweave_document::{DecodeOptions, Document, RuleSet};
use glossweave_format_base::EncodeOptions;

fn read(source: &str, set: RuleSet) -> Document {
    decode(source, Format::Xml, &DecodeOptions { rule_set: Some(set), ..DecodeOptions::default() })
        .unwrap()
}

/// Returns the elements that split a paragraph.
fn splitting(elements: &str, paragraph: [&str; 2], set: RuleSet) -> Vec<String> {
    let splits = |element: &&str| {
        let [start, end] = paragraph;
        let source = format!("{start}To <{element}>it</{element}> now.{end}");
        let document = read(&source, set);
        let texts: Vec<&str> = document.units().map(|unit| unit.text()).collect();
        texts.first().is_none_or(|text| !text.starts_with("To ") || !text.ends_with(" now."))
    };
    elements.split_whitespace().filter(splits).map(str::to_owned).collect()
}

#[test]
fn inline_elements_of_docbook_do_not_split_a_paragraph() {
    let both = "abbrev accel acronym alt anchor application author citation citerefentry citetitle classname code \
        command computeroutput constant coref database date editor email emphasis envar errorcode errorname \
        errortext errortype exceptionname filename firstterm footnote footnoteref foreignphrase function \
        glossterm guibutton guiicon guilabel guimenu guimenuitem guisubmenu hardware indexterm initializer \
        inlineequation inlinemediaobject interfacename keycap keycode keycombo keysym link literal markup \
        menuchoice methodname modifier mousebutton nonterminal olink ooclass ooexception oointerface option \
        optional orgname package parameter personname phrase productname productnumber prompt property quote \
        remark replaceable returnvalue shortcut subscript superscript symbol systemitem token trademark type \
        userinput varname wordasword xref";
    let five = "annotation biblioref citebiblioid enumvalue jobtitle namespacename org person tag termdef uri";
    let four = "action interface medialabel sgmltag structfield structname ulink";
    let paragraph =
        ["<article xmlns=\"http://docbook.org/ns/docbook\"><para>", "</para></article>"];
    for elements in [both, five] {
        assert_eq!(splitting(elements, paragraph, RuleSet::Auto), [""; 0]);
    }
    // In DocBook 4, `date` and `modifier` can be parts of other elements too.
    let both = both.replace(" date ", " ").replace(" modifier ", " ");
    for elements in [&*both, four] {
        let paragraph = ["<article><para>", "</para></article>"];
        assert_eq!(splitting(elements, paragraph, RuleSet::DocBook), [""; 0]);
    }
    let source = "<article><para>See <citerefentry><refentrytitle>getty</refentrytitle>\
        <manvolnum>8</manvolnum></citerefentry> now.</para></article>";
    let document = read(source, RuleSet::DocBook);
    assert!(document.units().map(|unit| unit.text()).eq(["See getty8 now."]));
}

#[test]
fn inline_elements_of_dita_do_not_split_a_paragraph() {
    let elements = "abbreviated-form apiname b boolean cite cmdname codeph data data-about draft-comment em \
        filepath fn foreign i image indexterm keyword line-through markupname menucascade msgnum msgph \
        numcharref option overline parameterentity parmname ph q required-cleanup shortcut state strong sub sup \
        synph systemoutput term text textentity tm tt u uicontrol unknown userinput var varname wintitle xmlatt \
        xmlelement xmlnsname xmlpi xref";
    let paragraph = ["<topic id=\"a\"><body><p>", "</p></body></topic>"];
    assert_eq!(splitting(elements, paragraph, RuleSet::Auto), [""; 0]);
}

#[test]
fn inline_elements_of_tei_do_not_split_a_paragraph() {
    let elements = "abbr add addName am app att bibl c choice cit code corr country damage date del distinct \
        district email emph ex expan foreign forename formula g gap genName geogFeat geogName gi gloss graphic \
        handShift hi ident idno lang lb lem m measure mentioned milestone mod name nameLink note num objectName \
        offset orgName orig origDate origPlace pb pc persName phr placeName ptr q quote rdg ref reg region \
        restore retrace roleName rs ruby s said seg settlement sic soCalled subst supplied surname surplus tag \
        term time title unclear unit val w";
    let paragraph =
        ["<TEI xmlns=\"http://www.tei-c.org/ns/1.0\"><text><body><p>", "</p></body></text></TEI>"];
    assert_eq!(splitting(elements, paragraph, RuleSet::Auto), [""; 0]);
}

#[test]
fn inline_elements_of_jats_do_not_split_a_paragraph() {
    let elements = "abbrev alternatives award-id bold chem-struct email ext-link fixed-case fn funding-source \
        inline-formula inline-graphic inline-supplementary-material institution italic monospace named-content \
        overline private-char related-article roman ruby sans-serif sc string-name styled-content strike sub sup \
        target term underline uri xref";
    let paragraph = ["<article><front/><body><p>", "</p></body></article>"];
    assert_eq!(splitting(elements, paragraph, RuleSet::Auto), [""; 0]);
    let source = "<article><front/><back><mixed-citation><source>Ferries</source>, <year>1999</year>\
        </mixed-citation></back></article>";
    let document = read(source, RuleSet::Auto);
    assert!(document.units().map(|unit| unit.text()).eq(["Ferries, 1999"]));
}

#[test]
fn drafts_of_akoma_ntoso_are_read_by_its_rules() {
    let namespace = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0";
    for draft in ["", "/CSD13", "/WD17"] {
        let paragraph = [
            &*format!("<akomaNtoso xmlns=\"{namespace}{draft}\"><act><p>"),
            "</p></act></akomaNtoso>",
        ];
        let elements =
            "a b date def docCommittee eop i ins legislature mod person ref span term vote";
        assert_eq!(splitting(elements, paragraph, RuleSet::Auto), [""; 0], "{draft}");
    }
    let other = read(&format!("<a xmlns=\"{namespace}1\"><p>To <b>it</b></p></a>"), RuleSet::Auto);
    assert_eq!((other.units().count(), other.source().rule_set()), (2, None));
}

#[test]
fn no_set_of_rules_can_be_asked_for() {
    let none: RuleSet = "none".parse().unwrap();
    let source = "<resources><string name=\"a\" translatable=\"false\">Cork</string></resources>";
    assert_eq!(read(source, none).units().count(), 1);
    assert_eq!(read(source, RuleSet::Auto).units().count(), 0);
    let names = [(none, "none"), (RuleSet::Resx, "resx"), (RuleSet::AkomaNtoso, "akoma-ntoso")];
    assert!(names.iter().all(|(set, name)| set.name() == *name));
}

#[test]
fn one_reading_of_tei_is_text() {
    for (markup, text) in [
        ("an <choice><abbr>M.</abbr><expan>Martin</expan></choice> Luther", "an Martin Luther"),
        ("k<choice><unclear>a</unclear><unclear>o</unclear></choice>n", "kan"),
        ("<choice><sic>thier</sic><corr>their</corr></choice> boat", "their boat"),
        ("<choice><orig>vp</orig><reg>up</reg></choice> there", "up there"),
        ("Richard Bu<del>l</del><add>h</add>lig", "Richard Buhlig"),
        ("Bu<subst><del>l</del><add>h</add></subst>lig", "Buhlig"),
        ("<app><lem>grey</lem><rdg wit=\"#b\">gray</rdg></app> sea", "grey sea"),
        ("<app><rdg wit=\"#a\">grey</rdg><rdg wit=\"#b\">gray</rdg></app> sea", "grey sea"),
        ("<choice><abbr>Dr.</abbr></choice> Roe", "Dr. Roe"),
        (
            "an <supplied>Mar</supplied>tin Lu<pc force=\"weak\">-</pc><lb break=\"no\"/>ther",
            "an Martin Luther",
        ),
        ("an Martin Lu-<lb break=\"no\"/>ther und", "an Martin Luther und"),
        ("an Martin Lu-\n  <pb break=\"no\"/>ther", "an Martin Lu- ther"),
        ("E-<lb/>Mail, no<lb break=\"no\"/>one", "E- Mail, noone"),
        ("an Martin<lb/>Luther, \n<lb/>und <hi>A<lb/></hi>B", "an Martin Luther, und A B"),
        ("<w>Martin</w><w>Luther</w><pc>.</pc><w>Er</w>", "Martin Luther. Er"),
        (
            "<w join=\"right\">can</w><w>not</w> <w part=\"I\">ver</w><w part=\"F\">y</w>",
            "cannot very",
        ),
    ] {
        let source = format!(
            "<TEI xmlns=\"http://www.tei-c.org/ns/1.0\"><text><body><p>{markup}</p></body></text></TEI>"
        );
        let document = read(&source, RuleSet::Auto);
        let texts: Vec<&str> = document.units().map(|unit| unit.text()).collect();
        assert_eq!(texts, [text], "{markup}");
    }
}

#[test]
fn words_of_tei_are_translated_and_annotated_across_lines() {
    let source = "<TEI xmlns=\"http://www.tei-c.org/ns/1.0\"><text><body>\
                  <p>an Martin<lb/>Lu-<lb break=\"no\"/>ther und</p></body></text></TEI>";
    let document = read(source, RuleSet::Auto);
    let unit = document.units().next().unwrap();
    assert_eq!(unit.text(), "an Martin Luther und");
    let luther = TextSpan::new(3, 16);
    let entity = Annotation::entity(luther, Entity::new("http://a.example/Luther"));
    let tei = "tei".parse().unwrap();
    let options = EncodeOptions { profile: Some(tei), ..EncodeOptions::default() };
    let written = encode(&document, &[entity], &options).unwrap();
    let written = String::from_utf8(written.bytes).unwrap();
    assert!(written.contains(">Martin<lb/>Lu-<lb break=\"no\"/>ther</"), "{written}");
    let french = Translation::new("à Martin Luther et", "fr".parse().unwrap());
    let french = Annotation::translation(unit.span(), french);
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let written = encode(&document, &[french], &options).unwrap();
    let again = decode(
        &written.bytes[..],
        Format::Xml,
        &DecodeOptions { rule_set: Some(RuleSet::Auto), ..DecodeOptions::default() },
    );
    let written = String::from_utf8_lossy(&written.bytes).into_owned();
    assert_eq!(again.unwrap().units().next().unwrap().text(), "à Martin Luther et", "{written}");
}
