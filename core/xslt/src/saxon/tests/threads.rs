use std::thread;

use super::{compile, library, run, run_with, saxon, seconds, template};
use crate::Limits;
use crate::saxon::library::Library;
use crate::saxon::pool::{Pool, Want};
use glossweave_base::error::ErrorKind;

#[test]
fn many_stylesheets_run_at_once() {
    let Some(saxon) = saxon() else { return };
    let limits = Limits { time: seconds(120), ..Limits::default() };
    thread::scope(|scope| {
        for number in 0..8 {
            let (saxon, limits) = (&saxon, &limits);
            scope.spawn(move || {
                for index in 0..125 {
                    let name = format!("e{number}-{index}");
                    let text =
                        template(&format!("<{name}><xsl:value-of select='/*/@a'/></{name}>"));
                    let options =
                        crate::Options { limits: limits.clone(), ..crate::Options::default() };
                    let program =
                        saxon.compile(&text, options.folder.as_deref(), &options.limits).unwrap();
                    let made = run_with(&*program, "<x a='1'/>", &[], limits).unwrap();
                    let made = String::from_utf8(made.bytes).unwrap();
                    assert!(made.ends_with(&format!("<{name}>1</{name}>")), "{made}");
                    // Errors are reported to the thread that caused them.
                    let bad = template(&format!("<xsl:{name}/>"));
                    let error = saxon
                        .compile(&bad, options.folder.as_deref(), &options.limits)
                        .err()
                        .unwrap();
                    assert_eq!(error.message(), format!("unknown XSLT instruction xsl:{name}"));
                }
            });
        }
    });
}

#[test]
fn one_stylesheet_is_shared_by_threads() {
    let Some(saxon) = saxon() else { return };
    let text = template(
        "<xsl:message select='string(/)'/><xsl:if test='/x = \"9\"'>\
         <xsl:sequence select='error((), string(/))'/></xsl:if><r><xsl:value-of select='/x'/></r>",
    );
    let program = compile(&saxon, &text).unwrap();
    let limits = Limits { time: seconds(120), ..Limits::default() };
    thread::scope(|scope| {
        for number in 0..8 {
            let (program, limits) = (&program, &limits);
            scope.spawn(move || {
                for index in 0..50 {
                    let value = format!("{number}.{index}");
                    let source = format!("<x>{value}</x>");
                    let made = run_with(&**program, &source, &[], limits).unwrap();
                    assert_eq!(made.messages[0].text, value);
                    assert!(
                        String::from_utf8(made.bytes).unwrap().contains(&format!("<r>{value}<"))
                    );
                }
            });
        }
    });
    assert_eq!(run(&*program, "<x>9</x>").unwrap_err().message(), "9");
}

#[test]
fn a_forked_process_does_not_touch_what_it_did_not_open() {
    let Some(path) = library() else { return drop(saxon()) };
    let file = crate::saxon::locate::library(Some(&path), None).unwrap().unwrap();
    let pool = Pool::of_another_process(Library::open(&file).unwrap());
    let want = Want { thread: 0, heap: 64 << 20, time: seconds(1) };
    let error = pool.run(&want, |_| Ok(())).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable);
    assert!(error.message().contains("forked"), "{error}");
    pool.close();
}

#[test]
fn a_panic_on_a_thread_is_an_error() {
    let Some(saxon) = saxon() else { return };
    let want = Want { thread: 0, heap: 512 << 20, time: seconds(10) };
    let error = saxon.pool.run::<(), _>(&want, |_| panic!("so it goes")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Internal);
    assert!(run(&*compile(&saxon, &template("<a/>")).unwrap(), "<x/>").is_ok());
}
