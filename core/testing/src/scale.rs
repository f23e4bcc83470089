/// Returns whether this is a run of `make test-more`, which sets the environment variable `GLOSSWEAVE_MORE`.
///
/// When it returns `true`, tests use all of their inputs, and compare times with each other, which requires
/// a machine without other work.
/// Otherwise, in `make test`, tests use a sample of each kind of input, and have the same verdict on every
/// machine.
pub fn more() -> bool {
    std::env::var_os("GLOSSWEAVE_MORE").is_some()
}

/// Returns how many items a test uses: `sample` in `make test`, `all` in `make test-more`.
pub fn count(sample: usize, all: usize) -> usize {
    if more() { all } else { sample }
}
