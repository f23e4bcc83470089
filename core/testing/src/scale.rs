/// Returns whether this is a run of `make test-more`, which sets the environment variable `GLOSSWEAVE_MORE`.
///
/// Tests then use all of their inputs, and compare times with each other, which takes a machine without other work.
/// `make test` uses a sample of each kind of input, and has the same verdict on every machine.
pub fn more() -> bool {
    std::env::var_os("GLOSSWEAVE_MORE").is_some()
}

/// Returns how many items a test uses: `sample` in `make test`, `all` in `make test-more`.
pub fn count(sample: usize, all: usize) -> usize {
    if more() { all } else { sample }
}
