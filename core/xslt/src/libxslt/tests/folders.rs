#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

//! Tests of stylesheets in several files, and of the files that they may read.

use std::fs;
use std::path::Path;

use crate::{Options, Processor, Request, Stylesheet};
use glossweave_base::error::{Error, ErrorKind};
use glossweave_base::media::Format;

const ROOT: &str =
    "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>";

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text.replace("ROOT", ROOT).replace("END", "</xsl:stylesheet>")).unwrap();
    }
}

/// Returns the result of the stylesheet `main.xsl` in a folder.
fn made(folder: &Path, source: &str) -> Result<String, Error> {
    let options = Options {
        folder: Some(folder.into()),
        processor: Some(Processor::Libxslt),
        ..Options::default()
    };
    let main = fs::read(folder.join("main.xsl")).unwrap();
    let reply = Stylesheet::compile(&main, &options)?.run(&Request::new(source, Format::Xml))?;
    Ok(String::from_utf8(reply.bytes).unwrap())
}

/// The structure that large collections of stylesheets use.
const COLLECTION: &[(&str, &str)] = &[
    (
        "main.xsl",
        "<!DOCTYPE xsl:stylesheet [\n<!ENTITY % common SYSTEM \"common/entities.ent\">\n%common;\n\
         <!ENTITY after 'after'>]>\nROOT<xsl:import href='html/parts.xsl'/><xsl:output method='text'/>\
         <xsl:template match='/'>&who;, &after; <xsl:apply-templates select='&items;'/></xsl:template>END",
    ),
    (
        "html/parts.xsl",
        "<!DOCTYPE xsl:stylesheet [<!ENTITY % all SYSTEM '../common/entities.ent'> %all;\
         <!ENTITY who 'nobody'><!ENTITY notice SYSTEM 'notice.txt'>]>\
         ROOT<xsl:include href='../common/more.xsl'/><xsl:variable name='n' select='count(&items;)'/>\
         <xsl:template match='item'>[<xsl:value-of select='.'/> of <xsl:value-of select='$n'/>, &who;]\
         <xsl:if test='&last;'>&notice; <xsl:call-template name='own'/></xsl:if></xsl:template>END",
    ),
    ("html/notice.txt", "<?xml encoding='ISO-8859-1'?>Gr\u{f6}&#223;e &#60;&amp;"),
    (
        "common/more.xsl",
        "ROOT<xsl:template name='own'>\
         <xsl:value-of select=\"count(document('')//xsl:template[@name='own'])\"/></xsl:template>END",
    ),
    (
        "common/entities.ent",
        "<?xml version='1.0' encoding='UTF-8'?>\n<!-- all -->\n<!ENTITY % sub SYSTEM 'deep/sub.mod'>\
         %sub;\n<!ENTITY items '//item[not(@off = \"&#37;\")]'>\n<![%extra;[<!ENTITY last '&%position;;'>]]>\
         <![IGNORE[<!ENTITY who 'somebody'><![INCLUDE[<!ENTITY last 'false()'>]]>]]>",
    ),
    (
        "common/deep/sub.mod",
        "<!ENTITY % extra 'INCLUDE'><!ENTITY % position 'is'><!ENTITY is 'position() = last()'>\
         <!ENTITY % w \"<em a='1'>\"><!ENTITY who 'I &amp; you'><!ENTITY never \"%w;\">",
    ),
];

#[test]
fn entities_of_files_in_the_folder_are_read() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), COLLECTION);
    // Not in UTF-8.
    let notice = b"<?xml encoding='ISO-8859-1'?>Gr\xf6&#223;e &#60;&amp;";
    fs::write(folder.path().join("html/notice.txt"), notice).unwrap();
    let source = "<a><item>one</item><item>two</item></a>";
    assert_eq!(
        made(folder.path(), source).unwrap(),
        "I & you, after [one of 2, I & you][two of 2, I & you]Gr\u{f6}\u{df}e <& 1"
    );
}

#[test]
fn an_external_subset_is_read_behind_the_internal_one() {
    let folder = tempfile::tempdir().unwrap();
    write(
        folder.path(),
        &[
            (
                "main.xsl",
                "<!DOCTYPE xsl:stylesheet SYSTEM 'all.dtd' [<!ENTITY mine 'mine'>]>ROOT\
                 <xsl:output method='text'/><xsl:template match='/'>&mine; &yours; <d/>\
                 <xsl:value-of select=\"document('data.xml')/d/@kind\"/></xsl:template>END",
            ),
            (
                "all.dtd",
                "<!ENTITY mine 'not mine'><!ENTITY yours 'yours'><!ENTITY % k 'ANY'><!ELEMENT d %k;>",
            ),
            ("data.xml", "<!DOCTYPE d SYSTEM 'd.dtd'><d/>"),
            ("d.dtd", "<!ENTITY % t 'CDATA'><!ATTLIST d kind %t; 'a &#38; \"b\"'>"),
        ],
    );
    assert_eq!(made(folder.path(), "<a/>").unwrap(), "mine yours a & \"b\"");
}

#[test]
fn a_file_that_is_not_well_formed_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let main = "ROOT<xsl:output method='text'/><xsl:template match='/'>\
                <xsl:value-of select=\"count(document('bad.xml')//* | document('bad.xml')//*)\"/>\
                <xsl:value-of select=\"document('good.xml')/d\"/></xsl:template>END";
    let files = [("main.xsl", main), ("bad.xml", "<d>\n  <e>\n</d>"), ("good.xml", "<d>good</d>")];
    write(folder.path(), &files);
    let options = Options {
        folder: Some(folder.path().into()),
        processor: Some(Processor::Libxslt),
        ..Options::default()
    };
    let main = fs::read(folder.path().join("main.xsl")).unwrap();
    let executable = Stylesheet::compile(&main, &options).unwrap();
    for _ in 0..2 {
        let reply = executable.run(&Request::new("<a/>", Format::Xml)).unwrap();
        assert_eq!(reply.bytes, b"0good");
        let [message] = reply.messages.as_slice() else { panic!("{:?}", reply.messages) };
        assert!(message.text.contains("bad.xml`, line 3, column 1: "), "{}", message.text);
    }
}

#[test]
fn no_entity_leads_out_of_the_folder() {
    let temporary = tempfile::tempdir().unwrap();
    let (folder, beside) = (temporary.path().join("within"), temporary.path().join("secret.ent"));
    fs::create_dir(&folder).unwrap();
    fs::write(&beside, "<!ENTITY e 'secret'>").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&beside, folder.join("link.ent")).unwrap();
    write(&folder, &[("in.ent", "<!ENTITY % more SYSTEM '../secret.ent'>%more;")]);
    let absolute = beside.to_str().unwrap();
    let all = [
        "../secret.ent",
        "%2e%2e/secret.ent",
        "./x/../../secret.ent",
        absolute,
        &format!("file://{absolute}"),
        &format!("file:{absolute}"),
        "link.ent",
        "in.ent",
        "http://127.0.0.1:9/e.ent",
        "//127.0.0.1/e.ent",
        "/dev/zero",
        "file:///dev/stdin",
        "",
        ".",
    ];
    for system in all {
        let parameter = format!(
            "<!DOCTYPE xsl:stylesheet [<!ENTITY % p SYSTEM '{system}'>%p;]>ROOT\
             <xsl:template match='/'>&e;</xsl:template>END"
        );
        let general = parameter.replace("<!ENTITY % p", "<!ENTITY e").replace("%p;", "");
        let subset = format!(
            "<!DOCTYPE xsl:stylesheet SYSTEM '{system}'>ROOT\
             <xsl:template match='/'>&e;</xsl:template>END"
        );
        for text in [parameter, general, subset] {
            write(&folder, &[("main.xsl", &text)]);
            let error = made(&folder, "<a/>").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Malformed, "{system}: {error}");
            write(&folder, &[("module.xsl", &text)]);
            write(&folder, &[("main.xsl", "ROOT<xsl:include href='module.xsl'/>END")]);
            let error = made(&folder, "<a/>").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Malformed, "{system}: {error}");
        }
    }
}

#[test]
fn entities_of_files_expand_within_limits() {
    let folder = tempfile::tempdir().unwrap();
    let lines: String =
        (1..30).map(|at| format!("<!ENTITY l{at} '&l{0};&l{0};&l{0};'>", at - 1)).collect();
    let parameters: String =
        (1..30).map(|at| format!("<!ENTITY % p{at} '%p{0};%p{0};%p{0};'>", at - 1)).collect();
    let late: String =
        (1..100).map(|at| format!("<!ENTITY % q{at} '&#37;q{};'>", at - 1)).collect();
    let external = "<!ENTITY % again SYSTEM 'bomb.ent'>%again;".to_owned();
    for bomb in [
        format!("<!ENTITY l0 'lol'>{lines}<!ENTITY e '&l29;'>"),
        format!("<!ENTITY % p0 'lol'>{parameters}<!ENTITY e '%p29;'>"),
        format!("<!ENTITY % q0 'lol'>{late}<!ELEMENT e (%q99;)>"),
        external,
    ] {
        write(folder.path(), &[("bomb.ent", &bomb)]);
        let text = "<!DOCTYPE xsl:stylesheet [<!ENTITY % p SYSTEM 'bomb.ent'>%p;]>ROOT\
            <xsl:template match='/'>&e;</xsl:template>END";
        write(folder.path(), &[("main.xsl", text)]);
        let error = made(folder.path(), "<a/>").unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::TooLarge | ErrorKind::Malformed), "{error}");
        assert!(error.location().is_some(), "{error}");
    }
}

#[test]
fn errors_name_the_file_that_they_are_in() {
    let folder = tempfile::tempdir().unwrap();
    let unknown = "<!DOCTYPE xsl:stylesheet [\n<!ENTITY % c SYSTEM 'c.ent'> %c;]>\nROOT\n\
        <xsl:template name='x'>&nosuch;</xsl:template>END";
    let broken = "<!DOCTYPE xsl:stylesheet [\n<!ENTITY % b SYSTEM 'b.ent'>\n%b;]>\nROOT END";
    write(
        folder.path(),
        &[
            ("c.ent", "<!ENTITY c 'c'>"),
            ("b.ent", "<!ENTITY c"),
            ("inner/unknown.xsl", &unknown.replace("c.ent", "../c.ent")),
            ("inner/broken.xsl", &broken.replace("b.ent", "../b.ent")),
            ("inner/tag.xsl", "ROOT\n<xsl:template name='y'></xsl:templat>END"),
            ("inner/step.xsl", "ROOT<xsl:include href='unknown.xsl'/>END"),
        ],
    );
    for (name, file, place) in [
        ("inner/unknown.xsl", "inner/unknown.xsl", "line 4, column 24"),
        ("inner/broken.xsl", "inner/broken.xsl", "line 3, column 1"),
        ("inner/tag.xsl", "inner/tag.xsl", "line 2"),
        ("inner/step.xsl", "inner/unknown.xsl", "line 4, column 24"),
    ] {
        let main = format!("ROOT<xsl:include href='{name}'/>END");
        write(folder.path(), &[("main.xsl", &main)]);
        let error = made(folder.path(), "<a/>").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{error}");
        let named = format!("/{file}`, {place}");
        assert!(error.message().contains(&named), "{name}: {error}");
    }
}

/// Runs the stylesheets of DocBook, if they are installed.
#[test]
fn stylesheets_of_docbook_run() {
    let folder = ["docbook-xsl", "docbook-xsl-nons"]
        .map(|name| Path::new("/usr/share/xml/docbook/stylesheet").join(name));
    let Some(folder) = folder.iter().find(|folder| folder.join("html/docbook.xsl").is_file())
    else {
        return;
    };
    let source = "<article lang='de'><title>Cork</title><indexterm><primary>a</primary></indexterm>\
        <section id='s'><title>One</title><para>Text with <emphasis>weight</emphasis> and \
        <xref linkend='s'/>.</para></section><index/></article>";
    for (name, expected) in [
        ("html/docbook.xsl", "<h2 class=\"title\"><a name="),
        ("xhtml5/docbook.xsl", "<!DOCTYPE html>"),
        ("fo/docbook.xsl", "<fo:root "),
    ] {
        let main = format!("{ROOT}<xsl:import href='{name}'/></xsl:stylesheet>");
        let options = Options {
            folder: Some(folder.into()),
            processor: Some(Processor::Libxslt),
            ..Options::default()
        };
        let executable = Stylesheet::compile(main.as_bytes(), &options).unwrap();
        // Without the parameter, the stylesheet would write a file.
        let request = Request::new(source, Format::Xml).with_parameter("docbook.css.source", "");
        let reply = executable.run(&request).unwrap();
        let text = String::from_utf8_lossy(&reply.bytes);
        assert!(text.contains(expected) && text.contains("weight"), "{name}: {text}");
    }
}
