//! The public items of `core/store/src/store/postgres/mod.rs`.

#[test]
fn postgres_backend_open() {
    use glossweave::ErrorKind;
    use glossweave::store::{Durability, PostgresBackend};
    let url =
        "postgres://ann:secret@localhost/texts?sslmode=require&sslrootcert=%2Fnowhere%2Fca.pem";
    let error = PostgresBackend::open(url, Durability::Flush).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
}
