use std::sync::Arc;
use std::thread;

use super::{compile, library, resident, run, run_with, saxon, seconds, template};
use crate::xslt::Limits;
use crate::xslt::saxon::Saxon;

#[test]
fn many_stylesheets_run_at_once() {
    let Some(saxon) = saxon() else { return };
    let limits = Limits::default().with_time(seconds(120));
    thread::scope(|scope| {
        for number in 0..8 {
            let (saxon, limits) = (&saxon, &limits);
            scope.spawn(move || {
                for index in 0..125 {
                    let name = format!("e{number}-{index}");
                    let text =
                        template(&format!("<{name}><xsl:value-of select='/*/@a'/></{name}>"));
                    let options = crate::xslt::Options::default().with_limits(limits.clone());
                    let program = saxon.compile(&text, &options).unwrap();
                    let made = run_with(&*program, "<x a='1'/>", &[], limits).unwrap();
                    let made = String::from_utf8(made.bytes).unwrap();
                    assert!(made.ends_with(&format!("<{name}>1</{name}>")), "{made}");
                    // Failures belong to the thread that failed.
                    let bad = template(&format!("<xsl:{name}/>"));
                    let error = saxon.compile(&bad, &options).err().unwrap();
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
    let limits = Limits::default().with_time(seconds(120));
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
fn memory_is_flat_over_runs_and_given_back_at_the_end() {
    let Some(path) = library() else { return drop(saxon()) };
    let link = std::env::temp_dir().join(format!("saxon-memory-{}.so", std::process::id()));
    let _ = std::fs::remove_file(&link);
    std::fs::hard_link(&path, &link).or_else(|_| std::fs::copy(&path, &link).map(drop)).unwrap();
    let saxon = Saxon::open(&link).unwrap();
    std::fs::remove_file(&link).unwrap();
    let rounds = |saxon: &Arc<Saxon>, count: usize| {
        let text = template("<xsl:message>m</xsl:message><r><xsl:value-of select='/x'/></r>");
        let program = compile(saxon, &text).unwrap();
        let failing = compile(saxon, &template("<xsl:sequence select='error()'/>")).unwrap();
        let parameters = [("p", "value")];
        for _ in 0..count {
            run_with(&*program, "<x>1</x>", &parameters, &Limits::default()).unwrap();
            run(&*failing, "<x/>").unwrap_err();
            run(&*program, "<x").unwrap_err();
        }
    };
    rounds(&saxon, 2_000);
    let before = resident();
    rounds(&saxon, 4_000);
    let grown = resident().saturating_sub(before) >> 20;
    // Other tests run beside this one, and the heap has room that it does not give back at once.
    assert!(grown < 400, "{grown} MB more after 4,000 runs");
    drop(saxon);
}
