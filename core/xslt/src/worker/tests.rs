#![allow(clippy::unwrap_used)]

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use glossweave_testing::PATIENCE;
use tempfile::TempDir;

use super::Workers;
use crate::program::Program;
use crate::saxon::tests::{compile, library, run, run_with, saxon, seconds, sheet, template};
use crate::{Limits, Options, Request, Stylesheet};
use glossweave_base::error::{Error, ErrorKind};
use glossweave_base::media::Format;

/// The environment variable that makes this program a worker.
const WORKER: &str = "GLOSSWEAVE_TEST_WORKER";

/// Runs this program as a worker. It writes its answers to descriptor 3, because the test harness uses
/// standard output.
#[test]
fn in_a_child() {
    if std::env::var_os(WORKER).is_some() {
        let output = OpenOptions::new().write(true).open("/dev/fd/3").unwrap();
        super::work(io::stdin(), output).unwrap();
    }
}

/// Creates a program that is a worker, in a separate folder.
fn program(folder: &TempDir) -> PathBuf {
    let (script, test_program) = (folder.path().join("worker"), std::env::current_exe().unwrap());
    let text = format!(
        "#!/bin/sh\n[ \"$1\" = xslt-worker ] || exit 1\nexport {WORKER}=1\n\
         exec {test_program:?} --exact worker::tests::in_a_child --nocapture 3>&1 >/dev/null\n"
    );
    fs::write(&script, text).unwrap();
    let made = Command::new("chmod").arg("+x").arg(&script).status().unwrap();
    assert!(made.success());
    script
}

/// Returns separate workers, if Saxon is available.
fn workers_of(folder: &TempDir) -> Option<Arc<Workers>> {
    saxon()?;
    Some(Workers::of(&program(folder), Some(&library()?)))
}

fn compiled(workers: &Arc<Workers>, text: &str) -> Result<Arc<dyn Program>, Error> {
    super::compile(workers.clone(), text, None, &Limits::default())
}

const BOMB: &str = "<r><xsl:value-of select=\"matches(concat(string-join((1 to 60) ! 'a'), '!'), '^(a+)+$')\"/></r>";

#[test]
fn a_regular_expression_ends_at_its_deadline() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workers) = workers_of(&folder) else { return };
    let (bomb, light) = (
        compiled(&workers, &template(BOMB)).unwrap(),
        compiled(&workers, &template("<r/>")).unwrap(),
    );
    let limits = Limits { time: Duration::from_millis(500), ..Limits::default() };
    // More runs than the maximum number of abandoned threads.
    thread::scope(|scope| {
        for _ in 0..6 {
            let (bomb, limits) = (&bomb, Limits { time: seconds(1), ..limits.clone() });
            scope.spawn(move || {
                let error = run_with(&**bomb, "<x/>", &[], &limits).unwrap_err();
                assert!(
                    matches!(error.kind(), ErrorKind::Deadline | ErrorKind::Unavailable),
                    "{error}"
                );
            });
        }
    });
    run(&*light, "<x/>").unwrap();
    let before = workers.ready();
    let begin = Instant::now();
    let error = run_with(&*bomb, "<x/>", &[], &limits).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Deadline, "{error}");
    assert!(begin.elapsed() < PATIENCE, "{:?}", begin.elapsed());
    let ended: Vec<_> = before.iter().filter(|number| !workers.ready().contains(number)).collect();
    assert_eq!(ended.len(), 1, "of {before:?} one was to be ended");
    assert!(!Path::new(&format!("/proc/{}", ended[0])).exists(), "{ended:?} is still there");
    // When a new worker is ready, the next run is as fast as before.
    run(&*light, "<x/>").unwrap();
    let begin = Instant::now();
    run_with(&*light, "<x/>", &[], &limits).unwrap();
    assert!(begin.elapsed() < PATIENCE, "{:?}", begin.elapsed());
}

#[test]
fn too_much_memory_ends_a_worker() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workers) = workers_of(&folder) else { return };
    let greedy = template(
        "<xsl:variable name='x' select='for $i in 1 to 100000000 return string($i)'/>\
         <xsl:value-of select='$x[last()], $x[1], count($x)'/>",
    );
    let greedy = compiled(&workers, &greedy).unwrap();
    let limits = Limits { time: seconds(60), memory: 64 << 20, ..Limits::default() };
    let error = run_with(&*greedy, "<x/>", &[], &limits).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    // A limit below the normal memory of Saxon simulates a Saxon that exceeds its heap.
    workers.limit_memory(1 << 20);
    let limits = Limits { time: seconds(60), memory: 2 << 30, ..Limits::default() };
    let error = run_with(&*greedy, "<x/>", &[], &limits).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    assert!(error.message().contains("exceeds its memory limit"), "{error}");
    workers.limit_memory(usize::MAX);
    assert!(run(&*compiled(&workers, &template("<r/>")).unwrap(), "<x/>").is_ok());
}

#[test]
fn a_worker_that_is_killed_ends_no_more_than_one_call() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workers) = workers_of(&folder) else { return };
    let light = compiled(&workers, &template("<r/>")).unwrap();
    run(&*light, "<x/>").unwrap();
    for number in workers.ready() {
        assert!(Command::new("kill").args(["-9", &number.to_string()]).status().unwrap().success());
    }
    // The worker may be used before it has ended.
    if let Err(error) = run(&*light, "<x/>") {
        assert_eq!(error.kind(), ErrorKind::Internal, "{error}");
        assert!(error.message().contains("worker"), "{error}");
    }
    assert!(run(&*light, "<x/>").is_ok());
}

#[test]
fn a_worker_that_ended_while_idle_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { worker: Some(program(&folder)), ..Options::default() };
    let text = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'/>";
    let made = Stylesheet::compile(text.as_bytes(), &options).unwrap();
    let workers = Workers::of(options.worker.as_ref().unwrap(), None);
    let request = Request::new("<x>3</x>", Format::Xml);
    made.run(&request).unwrap();
    let killed = workers.ready();
    assert!(!killed.is_empty());
    for number in &killed {
        assert!(Command::new("kill").args(["-9", &number.to_string()]).status().unwrap().success());
        while !fs::read_to_string(format!("/proc/{number}/stat"))
            .unwrap_or_default()
            .contains(") Z ")
        {
            thread::sleep(Duration::from_millis(5));
        }
    }
    made.run(&request).unwrap();
    assert!(workers.ready().iter().all(|number| !killed.contains(number)));
}

#[test]
fn a_stylesheet_compiled_again_has_its_modules_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let Some(workers) = workers_of(&folder) else { return };
    let modules = tempfile::tempdir().unwrap();
    let main = sheet("<xsl:import href='module.xsl'/>");
    let options = Options { folder: Some(modules.path().into()), ..Options::default() };
    for word in ["before", "after"] {
        let module = template(&format!("<r>{word}</r>"));
        fs::write(modules.path().join("module.xsl"), module).unwrap();
        let program =
            super::compile(workers.clone(), &main, options.folder.as_deref(), &options.limits)
                .unwrap();
        let result = String::from_utf8(run(&*program, "<x/>").unwrap().bytes).unwrap();
        assert!(result.contains(word), "{result}");
    }
}

#[test]
fn workers_say_what_saxon_says() {
    let folder = tempfile::tempdir().unwrap();
    let (Some(workers), Some(saxon)) = (workers_of(&folder), saxon()) else { return };
    let sheets = [
        template("\n<xsl:message>said</xsl:message><é a='{$p}'/>")
            .replace("<xsl:template", "<xsl:param name='p' select=\"'-'\"/><xsl:template"),
        template("<a><xsl:result-document href='b.xml'><b/></xsl:result-document></a>"),
        sheet(
            "<xsl:output method='text' encoding='UTF-16' media-type='text/x'/><xsl:template match='/'>é</xsl:template>",
        ),
        template("\n<xsl:message terminate='yes'>no <b/>more</xsl:message>"),
        template("\n <xsl:value-of select='1 idiv 0'/>"),
        template("\n<xsl:foo/>\n<xsl:value-of select='nosuch()'/>"),
        template("<xsl:value-of select=\"document('')//xsl:value-of/@select\"/>"),
        "<a>".to_owned(),
        template("<xsl:copy-of select=\"doc('file:///etc/passwd')\"/>"),
    ];
    let outcome_of = |program: Result<Arc<dyn Program>, Error>, source: &str| match program
        .and_then(|program| run_with(&*program, source, &[("p", "q")], &Limits::default()))
    {
        Ok(outcome) => format!("{outcome:?}"),
        Err(error) => format!("{error:?}"),
    };
    for text in &sheets {
        for source in ["<x/>", "<x>\n<y></x>", "é"] {
            let (here, beside) = (
                outcome_of(compile(&saxon, text), source),
                outcome_of(compiled(&workers, text), source),
            );
            assert_eq!(beside, here, "{text} on {source}");
        }
    }
}

#[test]
fn an_option_names_the_worker() {
    let folder = tempfile::tempdir().unwrap();
    let Some(library) = saxon().and_then(|_| library()) else { return };
    let options = Options {
        library: Some(library.clone()),
        worker: Some(program(&folder)),
        ..Options::default()
    };
    let made = Stylesheet::compile(template("<r>3</r>").as_bytes(), &options).unwrap();
    let reply = made.run(&Request::new("<x/>", Format::Xml)).unwrap();
    assert!(reply.bytes.ends_with(b"<r>3</r>"));
    let first = template("<r/>").replace("'3.0'", "'1.0'");
    for wrong in ["/nowhere/worker", "/bin/true", "/bin/cat", "/bin/ls"] {
        let options = Options {
            library: Some(library.clone()),
            worker: Some(wrong.into()),
            ..Options::default()
        };
        for text in [&first, &template("<r/>")] {
            let error = Stylesheet::compile(text.as_bytes(), &options).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Provider, "{wrong}: {error}");
            assert!(error.message().contains(wrong), "{error}");
        }
    }
}

#[test]
fn workers_say_what_libxslt_says() {
    let folder = tempfile::tempdir().unwrap();
    let worker = Options { worker: Some(program(&folder)), ..Options::default() };
    let sheet = |content: &str| {
        let name = "http://www.w3.org/1999/XSL/Transform";
        format!("<xsl:stylesheet version='1.0' xmlns:xsl='{name}'>{content}</xsl:stylesheet>")
    };
    let template =
        |content: &str| sheet(&format!("<xsl:template match='/'>{content}</xsl:template>"));
    let sheets = [
        template("\n<xsl:message>told</xsl:message><é a='{$p}'/>")
            .replace("<xsl:template", "<xsl:param name='p' select=\"'-'\"/><xsl:template"),
        sheet("<xsl:output method='text' encoding='UTF-16' media-type='text/x'/>"),
        template("\n<xsl:message terminate='yes'>no <b/>more</xsl:message>"),
        template("\n<xsl:foo/>\n<xsl:value-of select='nosuch()'/>"),
        template("<xsl:value-of select=\"document('')//xsl:value-of/@select\"/>"),
        template("<xsl:copy-of select=\"document('file:///etc/passwd')\"/>"),
        template("<xsl:value-of select='$nowhere'/>"),
    ];
    let outcome_of = |options: &Options, text: &str, source: &str| {
        let request = Request::new(source, Format::Xml).with_parameter("p", "q");
        match Stylesheet::compile(text.as_bytes(), options).and_then(|made| made.run(&request)) {
            Ok(reply) => format!("{reply:?}"),
            Err(error) => format!("{error:?}"),
        }
    };
    for text in &sheets {
        for source in ["<x/>", "<x>\n<y></x>", "é"] {
            let here = outcome_of(&Options::default(), text, source);
            assert_eq!(outcome_of(&worker, text, source), here, "{text} on {source}");
        }
    }
}

#[test]
fn a_stylesheet_of_libxslt_that_does_not_end_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let endless = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>\
                   <xsl:template match='/' name='again'><xsl:variable name='x' select='.'/>\
                   <xsl:call-template name='again'/></xsl:template></xsl:stylesheet>";
    let mut options = Options { worker: Some(program(&folder)), ..Options::default() };
    options.limits =
        Limits { time: Duration::from_millis(300), memory: 16 << 20, ..Limits::default() };
    let made = Stylesheet::compile(endless.as_bytes(), &options).unwrap();
    let error = made.run(&Request::new("<x/>", Format::Xml)).unwrap_err();
    let kinds = [ErrorKind::Deadline, ErrorKind::TooLarge, ErrorKind::Invalid];
    assert!(kinds.contains(&error.kind()), "{error}");
    assert!(made.run(&Request::new("<x", Format::Xml)).unwrap_err().kind() == ErrorKind::Malformed);
}
