//! The public items of `core/xslt/src/worker/mod.rs`.

#[test]
fn work() -> Result<(), std::io::Error> {
    use glossweave::xslt::worker;
    // The beginning of `main` in the program that is configured as the worker.
    if std::env::args().nth(1).as_deref() == Some(worker::ARGUMENT) {
        return worker::work(std::io::stdin().lock(), std::io::stdout().lock());
    }
    // A worker without input ends immediately.
    worker::work(std::io::empty(), std::io::sink())?;
    Ok(())
}
