use std::fs;

use tempfile::TempDir;

use super::{compile, outcome, result, run, saxon, sheet, template};
use crate::Options;
use glossweave_base::error::ErrorKind;

/// Creates a folder whose name must be escaped.
fn scratch() -> TempDir {
    tempfile::Builder::new().prefix("glossweave saxon é ").tempdir().unwrap()
}

/// Creates a file whose content must not appear in any result.
fn secret(folder: &TempDir) -> String {
    let file = folder.path().join("s.xml");
    fs::write(&file, "<s>do not tell</s>").unwrap();
    format!("file://{}", file.display().to_string().replace(' ', "%20").replace('é', "%C3%A9"))
}

#[test]
fn nothing_outside_is_read() {
    let Some(saxon) = saxon() else { return };
    let folder = scratch();
    let secret = secret(&folder);
    for expression in [
        format!("doc('{secret}')"),
        format!("document('{secret}')"),
        format!("unparsed-text('{secret}')"),
        format!("unparsed-text-lines('{secret}')"),
        format!("json-doc('{secret}')"),
        format!("collection('{secret}')"),
        format!("collection('{}?select=*')", secret.replace("s.xml", "")),
        format!("uri-collection('{}?select=*')", secret.replace("s.xml", "")),
        format!("transform(map {{ 'stylesheet-location': '{secret}' }})?output"),
        format!("load-xquery-module('urn:x', map {{ 'location-hints': '{secret}' }})"),
        "doc('http://localhost:9/')".to_owned(),
        "unparsed-text('https://localhost:9/')".to_owned(),
        "unparsed-text('/etc/passwd')".to_owned(),
        "unparsed-text('jar:file:///etc/passwd!/x')".to_owned(),
        "unparsed-text('classpath:/x')".to_owned(),
        "unparsed-text('ftp://localhost:9/')".to_owned(),
        "Q{java:java.lang.System}getProperty('user.home')".to_owned(),
        "Q{http://saxon.sf.net/}system-id()".to_owned(),
        "Q{http://expath.org/ns/file}read-text('/etc/passwd')".to_owned(),
    ] {
        let made = outcome(&saxon, &template(&format!("<xsl:copy-of select=\"{expression}\"/>")));
        let error = made.map(|made| String::from_utf8_lossy(&made.bytes).into_owned());
        let error = error.expect_err(&expression);
        assert_eq!(error.kind(), ErrorKind::Invalid, "{expression}: {error}");
        assert!(!error.message().contains("do not tell"), "{expression}: {error}");
    }
    for expression in [
        format!("doc-available('{secret}')"),
        format!("unparsed-text-available('{secret}')"),
        "unparsed-text-available('file:///etc/passwd')".to_owned(),
    ] {
        let text = template(&format!("<r><xsl:value-of select=\"{expression}\"/></r>"));
        assert_eq!(result(&saxon, &text).unwrap(), "<r>false</r>", "{expression}");
    }
    for instruction in [
        format!(
            "<xsl:source-document href='{secret}'><xsl:copy-of select='.'/></xsl:source-document>"
        ),
        format!("<xsl:evaluate xpath=\"'doc(&quot;{secret}&quot;)'\"/>"),
    ] {
        assert_eq!(
            outcome(&saxon, &template(&instruction)).unwrap_err().kind(),
            ErrorKind::Invalid
        );
    }
    for declaration in ["import", "include"] {
        for href in [secret.as_str(), "s.xml", "http://localhost:9/s.xsl"] {
            let text = sheet(&format!("<xsl:{declaration} href='{href}'/>"));
            let error = compile(&saxon, &text).err().unwrap();
            assert_eq!(error.kind(), ErrorKind::Invalid, "{error}");
        }
    }
}

#[test]
fn the_environment_is_not_seen() {
    let Some(saxon) = saxon() else { return };
    let seeing = "environment-variable('PATH'), count(available-environment-variables()), \
                  function-lookup(QName('http://www.w3.org/2005/xpath-functions', \
                  'environment-variable'), 1)('PATH'), system-property('user.home')";
    let text = template(&format!("<r><xsl:value-of select=\"{seeing}\"/></r>"));
    assert_eq!(result(&saxon, &text).unwrap().replace(' ', ""), "<r>0</r>");
    // With a result document, extensions are enabled when the stylesheet is compiled.
    let written = "<xsl:result-document href='a'><a/></xsl:result-document>";
    let text = template(&format!("<r><xsl:value-of select=\"{seeing}\"/>{written}</r>"));
    assert_eq!(result(&saxon, &text).unwrap().replace(' ', ""), "<r>0</r>");
    for declaration in [
        "<xsl:variable name='v' static='yes' select=\"environment-variable('PATH')\"/>",
        "<xsl:template name='t' use-when=\"exists(environment-variable('PATH'))\"/>",
        "<xsl:variable name='v' _select=\"{environment-variable('PATH')}\"/>",
        "<xsl:variable name='v' static='yes' _select=\"{'environment-'||'variable'}('PATH')\"/>",
        "<xsl:variable name='v' static='yes' select=\"system-property('user.home')\"/>",
    ] {
        let text = sheet(&format!("{declaration}<xsl:template match='/'>{written}</xsl:template>"));
        assert_eq!(compile(&saxon, &text).err().unwrap().kind(), ErrorKind::Unsupported);
    }
    // A stylesheet that another stylesheet creates during a run has the same restrictions.
    let inner = template(&format!("<xsl:value-of select=\"{seeing}\"/>{written}"));
    let inner = inner.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    let inner = inner.replace('\'', "''");
    let text = template(&format!(
        "<xsl:copy-of select=\"transform(map {{ 'stylesheet-text': '{inner}', 'source-node': . }})?*\"/>"
    ));
    assert!(outcome(&saxon, &text).is_err());
}

#[test]
fn entities_from_outside_are_not_read() {
    let Some(saxon) = saxon() else { return };
    let folder = scratch();
    let secret = secret(&folder);
    let program = compile(&saxon, &template("<r><xsl:value-of select='string(/)'/></r>")).unwrap();
    for source in [
        format!("<!DOCTYPE a [<!ENTITY e SYSTEM \"{secret}\">]><a>&e;</a>"),
        format!("<!DOCTYPE a [<!ENTITY % e SYSTEM \"{secret}\"> %e;]><a/>"),
        format!("<!DOCTYPE a SYSTEM \"{secret}\"><a/>"),
        "<!DOCTYPE a PUBLIC \"-//X\" \"http://localhost:9/a.dtd\"><a/>".to_owned(),
    ] {
        match run(&*program, &source) {
            Ok(made) => {
                let made = String::from_utf8(made.bytes).unwrap();
                assert!(made.ends_with("<r/>") || made.ends_with("<r></r>"), "{source}: {made}");
            }
            Err(error) => assert_eq!(error.kind(), ErrorKind::Malformed, "{source}"),
        }
        let text = source.replace("<a>", "").replace("<a/>", "").replace("</a>", "");
        let text = text.replace("&e;", "") + &template("&e;");
        if let Ok(made) = result(&saxon, &text) {
            assert!(!made.contains("tell"), "{made}");
        }
    }
    let parsed = format!(
        "parse-xml('&lt;!DOCTYPE a [&lt;!ENTITY e SYSTEM &quot;{secret}&quot;>]>&lt;a>&amp;e;&lt;/a>')"
    );
    let text = template(&format!("<r><xsl:value-of select=\"{parsed}\"/></r>"));
    assert!(result(&saxon, &text).is_ok_and(|made| made == "<r/>"));
    let internal = "<!DOCTYPE a [<!ENTITY e 'in'>]><a>&e;</a>";
    assert!(run(&*program, internal).unwrap().bytes.ends_with(b"<r>in</r>"));
}

#[test]
fn bombs_of_entities_are_refused() {
    let Some(saxon) = saxon() else { return };
    let program = compile(&saxon, &template("<r/>")).unwrap();
    let mut bomb = "<!DOCTYPE a [<!ENTITY a0 'xxxxxxxxxx'>".to_owned();
    for level in 1..10 {
        let content = format!("&a{};", level - 1).repeat(10);
        bomb.push_str(&format!("<!ENTITY a{level} '{content}'>"));
    }
    bomb.push_str("]>");
    let error = run(&*program, &format!("{bomb}<a>&a9;</a>")).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TooLarge | ErrorKind::Malformed), "{error}");
    let error = compile(&saxon, &format!("{bomb}{}", template("&a9;"))).err().unwrap();
    assert!(matches!(error.kind(), ErrorKind::TooLarge | ErrorKind::Malformed), "{error}");
}

#[test]
fn a_folder_is_read_where_it_is_given() {
    let Some(saxon) = saxon() else { return };
    let temporary = scratch();
    let folder = temporary.path();
    fs::write(folder.join("d.xml"), "<d>read</d>").unwrap();
    let module = sheet("<xsl:template name='m'>module</xsl:template>");
    fs::write(folder.join("m.xsl"), module).unwrap();
    let text = sheet(
        "<xsl:import href='m.xsl'/><xsl:template match='/'><r><xsl:call-template name='m'/>\
         <xsl:value-of select=\"doc('d.xml'), document('d.xml'), document(*/@href), \
         contains(unparsed-text('d.xml'), 'read')\"/></r></xsl:template>",
    );
    let options = Options { folder: Some(folder.into()), ..Options::default() };
    let program = saxon.compile(&text, options.folder.as_deref(), &options.limits).unwrap();
    let made = run(&*program, "<x href='d.xml'/>").unwrap();
    let made = String::from_utf8(made.bytes).unwrap();
    assert!(made.ends_with("<r>moduleread read read true</r>"), "{made}");
    let broken = sheet("\n<xsl:template name='m'><xsl:foo/></xsl:template>");
    fs::write(folder.join("m.xsl"), broken).unwrap();
    let error = saxon.compile(&text, options.folder.as_deref(), &options.limits).err().unwrap();
    assert!(error.message().starts_with("`m.xsl`, line 2, column "), "{error}");
    assert_eq!((error.code(), error.location()), (Some("XTSE0010"), None));
    // Even then, the network is not accessible.
    let text = template("<xsl:copy-of select=\"doc('http://localhost:9/')\"/>");
    let program = saxon.compile(&text, options.folder.as_deref(), &options.limits).unwrap();
    assert!(run(&*program, "<x/>").unwrap_err().message().contains("prohibited"));
}
