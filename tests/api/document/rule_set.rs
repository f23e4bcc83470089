//! The public items of `core/document/src/rule_set.rs`.

#[test]
fn rule_set() -> Result<(), glossweave::Error> {
    use glossweave::format::RuleSet;
    assert_eq!("docbook".parse::<RuleSet>()?, RuleSet::DocBook);
    assert!("word".parse::<RuleSet>().is_err());
    Ok(())
}

#[test]
fn rule_set_name() {
    use glossweave::format::RuleSet;
    assert_eq!(RuleSet::DocBook.name(), "docbook");
}

#[test]
fn rule_set_document() {
    use glossweave::format::RuleSet;
    assert!(RuleSet::DocBook.document().unwrap().contains("withinTextRule"));
    assert_eq!(RuleSet::Auto.document(), None);
}

#[test]
fn rule_set_document_2() -> Result<(), glossweave::Error> {
    use glossweave::format::RuleSet;
    use glossweave::{DecodeOptions, Format};
    let doc = "<article><para>To <emphasis>Cork</emphasis></para></article>";
    let options = DecodeOptions::default();
    let plain = glossweave::decode(doc, Format::Xml, &options)?;
    // Without the rules, every element splits the text.
    assert!(plain.units().map(|unit| unit.text()).eq(["To ", "Cork"]));
    let options = DecodeOptions { rule_set: Some(RuleSet::DocBook), ..options };
    let whole = glossweave::decode(doc, Format::Xml, &options)?;
    assert!(whole.units().map(|unit| unit.text()).eq(["To Cork"]));
    Ok(())
}
