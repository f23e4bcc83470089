//! Stylesheets on SaxonC-HE, under valgrind and without output.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use glossweave::xslt::{Options, Request, Saxon, Stylesheet};
use glossweave::{ErrorKind, Format};
use glossweave_testing::skip;

/// The variable that is set in the process that runs the tested code.
const INNER: &str = "GLOSSWEAVE_SAXON_INNER";

/// Returns the folder or file of the library.
fn library() -> Option<PathBuf> {
    if let Some(path) = env::var_os("SAXONC_HE_LIB").filter(|path| !path.is_empty()) {
        return Some(path.into());
    }
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../build/venv/lib");
    let pythons = fs::read_dir(packages).ok()?.flatten();
    let mut folders = pythons.map(|python| python.path().join("site-packages/saxonche.libs"));
    folders.find(|folder| folder.is_dir())
}

/// Runs a test in a separate process.
fn inner_in(mut command: Command, name: &str, library: &Path) -> Output {
    command.args(["--exact", name, "--nocapture", "--test-threads=1"]);
    command.env(INNER, "1").env("SAXONC_HE_LIB", library).output().unwrap()
}

fn stylesheet(content: &str) -> String {
    format!(
        "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>\
         <xsl:param name='p' select=\"'none'\"/><xsl:template match='/'>{content}</xsl:template>\
         </xsl:stylesheet>"
    )
}

/// Calls every function of the library once.
#[test]
fn inner() {
    if env::var_os(INNER).is_none() {
        return;
    }
    let saxon = Saxon::find(None).unwrap().unwrap();
    let options = Options { saxon: Some(saxon), ..Options::default() };
    let compile = |content: &str| Stylesheet::compile(stylesheet(content).as_bytes(), &options);
    let run = |content: &str, source: &str| {
        let request = Request::new(source, Format::Xml).with_parameter("p", "value");
        compile(content).unwrap().run(&request)
    };
    let reply = run(
        "<r><xsl:message>said</xsl:message><xsl:value-of select='$p'/>\
         <xsl:result-document href='a'><a/></xsl:result-document></r>",
        "<x/>",
    )
    .unwrap();
    assert!(reply.bytes.ends_with(b"<r>value</r>"));
    assert_eq!((reply.messages.len(), reply.documents.len()), (1, 1));
    assert_eq!(compile("<xsl:foo/>").unwrap_err().code(), Some("XTSE0010"));
    for content in [
        "<xsl:sequence select='error()'/>",
        "<xsl:message terminate='yes'>no</xsl:message>",
        "<xsl:copy-of select=\"doc('file:///etc/passwd')\"/>",
        "<xsl:copy-of select=\"parse-xml('&lt;a')\"/>",
    ] {
        assert_eq!(run(content, "<x/>").unwrap_err().kind(), ErrorKind::Invalid);
    }
    assert_eq!(run("<r/>", "<x").unwrap_err().kind(), ErrorKind::Malformed);
    // Ambiguous rules, and a version that Saxon does not support.
    let doubtful = stylesheet("<xsl:apply-templates/>")
        .replace("</xsl:stylesheet>", "<xsl:template match='x'/><xsl:template match='x'/>$&")
        .replace("$&", "</xsl:stylesheet>");
    for version in ["1.0", "2.0", "3.0", "4.0"] {
        let text = doubtful.replace("version='3.0'", &format!("version='{version}'"));
        if let Ok(program) = Stylesheet::compile(text.as_bytes(), &options) {
            drop(program.run(&Request::new("<x/>", Format::Xml)));
        }
    }
}

#[test]
fn nothing_is_printed() {
    let Some(library) = library() else { return skip("saxon", "SaxonC-HE is not here") };
    let output = inner_in(Command::new(env::current_exe().unwrap()), "saxon::inner", &library);
    let (told, failed) = (&output.stdout, &output.stderr);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(failed));
    assert_eq!(String::from_utf8_lossy(failed), "");
    let told = String::from_utf8_lossy(told);
    let lines: Vec<_> = told.lines().filter(|line| !line.trim().is_empty()).collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
}

#[test]
fn no_memory_is_misused_or_left_behind() {
    let Some(library) = library() else { return skip("saxon", "SaxonC-HE is not here") };
    if !Command::new("valgrind").arg("--version").output().is_ok_and(|out| out.status.success()) {
        return skip("saxon", "valgrind is not here, so Saxon did not run under it");
    }
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--error-exitcode=99", "--leak-check=full"]);
    command.args(["--show-leak-kinds=definite", "--errors-for-leak-kinds=definite"]);
    command.arg(env::current_exe().unwrap());
    let output = inner_in(command, "saxon::inner", &library);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{told}", output.status);
}

/// Returns the resident memory of this process, in MiB.
fn resident() -> usize {
    let status = fs::read_to_string("/proc/self/statm").unwrap();
    status.split(' ').nth(1).unwrap().parse::<usize>().unwrap() >> 8
}

/// Runs and failures. Memory is measured before and after them.
#[test]
fn inner_memory() {
    if env::var_os(INNER).is_none() {
        return;
    }
    let saxon = Saxon::find(None).unwrap().unwrap();
    let options = Options { saxon: Some(saxon), ..Options::default() };
    let compile = |content: &str| Stylesheet::compile(stylesheet(content).as_bytes(), &options);
    let program = compile("<xsl:message>m</xsl:message><xsl:value-of select='$p'/>").unwrap();
    let failing = compile("<xsl:sequence select='error()'/>").unwrap();
    let rounds = |count: usize| {
        let request = Request::new("<x/>", Format::Xml).with_parameter("p", "value");
        for _ in 0..count {
            program.run(&request).unwrap();
            failing.run(&request).unwrap_err();
        }
    };
    rounds(3_000);
    let before = resident();
    rounds(6_000);
    let after = resident();
    assert!(after < before + 60, "{before} MiB, then {after} MiB");
    drop((program, failing, options));
    assert!(resident() < 60, "{} MiB are left", resident());
}

#[test]
fn memory_is_flat_and_given_back() {
    let Some(library) = library() else { return skip("saxon", "SaxonC-HE is not here") };
    let output =
        inner_in(Command::new(env::current_exe().unwrap()), "saxon::inner_memory", &library);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
