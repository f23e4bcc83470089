use super::{compile, outcome, run, saxon, sheet, template};
use crate::saxon::diagnostics::{Fault, faults};
use glossweave_base::error::ErrorKind;

#[test]
fn complaints_are_read() {
    let all = "Error in {1 +} at char 4 in xsl:value-of/@select on line 5 column 33 \n  \
               XPST0003  Unexpected token at start of\n  expression\n\
               Error at xsl:call-template on line 6 column 96 of mod.xsl:\n  XTSE0650  No zip\n  \
               In template rule with match=\"/\" on line 1 of \n\
               Error at xsl:call-template on line 6 column 96 of mod.xsl:\n  XTSE0650  No zip\n\
               Error \n   Access to URI x has been prohibited\n";
    let fault = |code: Option<&str>, words: &str, line, module: Option<&str>| Fault {
        code: code.map(str::to_owned),
        words: words.to_owned(),
        line,
        module: module.map(str::to_owned),
    };
    assert_eq!(
        faults(all),
        [
            fault(Some("XPST0003"), "Unexpected token at start of expression", Some((5, 33)), None),
            fault(Some("XTSE0650"), "No zip", Some((6, 96)), Some("mod.xsl")),
            fault(None, "Access to URI x has been prohibited", None, None),
        ]
    );
    assert_eq!(faults("Errors were reported during stylesheet compilation"), []);
}

#[test]
fn static_errors_are_told_all_with_code_and_place() {
    let Some(saxon) = saxon() else { return };
    let text = sheet(
        "\n<xsl:template match='/'>\n  <xsl:value-of select='1 +'/></xsl:template>\n\
         <xsl:variable name='q' select='$nope'/>\n\
         <xsl:template name='x'><xsl:call-template name='zip'/></xsl:template>",
    );
    let error = compile(&saxon, &text).err().unwrap();
    assert_eq!((error.kind(), error.code()), (ErrorKind::Invalid, Some("XPST0003")));
    let place = error.location().unwrap();
    assert_eq!((place.line(), place.column()), (3, 31), "{error}");
    for part in ["line 4, column 40: XPST0008", "$nope", "line 5, column", "XTSE0650", "zip"] {
        assert!(error.message().contains(part), "{error}");
    }

    let error = compile(&saxon, &template("<xsl:foo/>")).err().unwrap();
    assert_eq!(error.code(), Some("XTSE0010"));
    assert_eq!(error.message(), "unknown XSLT instruction xsl:foo");
}

#[test]
fn what_is_no_stylesheet_is_refused() {
    let Some(saxon) = saxon() else { return };
    let malformed =
        ["", "<not", "<xsl:stylesheet>", "<a>\n  <b></a>", "a", "<a/>\0", "<a>\u{1}</a>"];
    for text in malformed {
        let error = compile(&saxon, text).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{text}: {error}");
    }
    let error = compile(&saxon, "<a/>").err().unwrap();
    assert_eq!((error.kind(), error.code()), (ErrorKind::Invalid, Some("XTSE0150")));
    assert_eq!(error.message(), "the supplied file does not appear to be a stylesheet");
}

#[test]
fn a_run_that_fails_says_where() {
    let Some(saxon) = saxon() else { return };
    let text = template("\n\n  <xsl:value-of select='xs:integer(string(/))'/>");
    let program = compile(&saxon, &text).unwrap();
    let error = run(&*program, "<x>hé</x>").unwrap_err();
    assert_eq!((error.kind(), error.code()), (ErrorKind::Invalid, Some("FORG0001")));
    assert_eq!(error.message(), "cannot convert string \"hé\" to an integer");
    assert_eq!(error.location().unwrap().line(), 3);
    assert!(run(&*program, "<x>5</x>").is_ok());

    let error = outcome(&saxon, &template("<xsl:sequence select=\"error((), 'so it is')\"/>"));
    let error = error.unwrap_err();
    assert_eq!((error.code(), error.message()), (Some("FOER0000"), "so it is"));
}

#[test]
fn a_stylesheet_that_ends_itself_has_the_last_word() {
    let Some(saxon) = saxon() else { return };
    let text = template(
        "<xsl:message>one</xsl:message>\n<xsl:message terminate='yes'>stop <b>it</b></xsl:message>",
    );
    let error = outcome(&saxon, &text).unwrap_err();
    assert_eq!((error.kind(), error.code()), (ErrorKind::Invalid, Some("XTMM9000")));
    assert_eq!(error.message(), "the stylesheet ended the run: stop it");
    assert_eq!(error.location().unwrap().line(), 2);

    let text = template("<xsl:message terminate='yes' error-code='E1'>no</xsl:message>");
    assert_eq!(outcome(&saxon, &text).unwrap_err().code(), Some("E1"));
}

#[test]
fn a_source_that_is_not_well_formed_is_refused_with_its_place() {
    let Some(saxon) = saxon() else { return };
    let program = compile(&saxon, &template("<ok/>")).unwrap();
    for source in ["", "<a", "<a/><b/>", "<a>\u{1}</a>", "<a>&none;</a>", "<a>\0</a>", "text"] {
        let error = run(&*program, source).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{source}: {error}");
    }
    let error = run(&*program, "<a>\n <b></a>").unwrap_err();
    assert_eq!(error.location().unwrap().line(), 2);
    assert!(run(&*program, "\u{feff}<a/>").is_ok());
}
