//! The public items of `core/base/src/cancellation.rs`.

#[test]
fn cancellation() -> Result<(), glossweave::Error> {
    use glossweave::{Cancellation, ErrorKind};
    let cancellation = Cancellation::default();
    assert_eq!(cancellation.run(|| Ok(7))?, 7);
    let other = cancellation.clone();
    std::thread::spawn(move || other.cancel()).join().unwrap();
    let error = cancellation.run(|| Ok(7)).unwrap_err();
    assert_eq!((error.kind(), error.message()), (ErrorKind::Unavailable, "the call was cancelled"));
    Ok(())
}

#[test]
fn cancellation_is_cancelled() {
    let cancellation = glossweave::Cancellation::default();
    assert!(!cancellation.is_cancelled());
    cancellation.cancel();
    assert!(cancellation.is_cancelled());
}
