//! Connections to PostgreSQL that use TLS.

use std::fs::{self, Permissions};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use glossweave::ErrorKind;
use glossweave::store::{Backend, Durability, PostgresBackend, Table};
use harness::postgres_server::{PASSWORD, PostgresServer, is_root};

fn run(program: &str, folder: &Path, arguments: &str) {
    let mut command = Command::new(program);
    let output = command.current_dir(folder).args(arguments.split(' ')).output().expect(program);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Creates the certificate of an authority, and a certificate that it signed for a server at
/// `localhost`.
fn certify(folder: &Path) {
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    let authority = format!("req -x509 {key} -keyout ca.key -out ca.pem -subj /CN=tests -days 2");
    run("openssl", folder, &authority);
    run(
        "openssl",
        folder,
        &format!("req {key} -keyout key.pem -out server.csr -subj /CN=localhost"),
    );
    fs::write(folder.join("names"), "subjectAltName=DNS:localhost\n").unwrap();
    let signed =
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -days 2 -extfile names -out cert.pem";
    run("openssl", folder, signed);
    fs::set_permissions(folder, Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(folder.join("key.pem"), Permissions::from_mode(0o600)).unwrap();
    if is_root() {
        run("chown", folder, "postgres key.pem");
    }
}

#[test]
fn a_connection_is_encrypted_to_a_server_with_a_trusted_certificate_only() {
    let [folder, others] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    certify(folder.path());
    certify(others.path());
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let place = folder.path().display();
    let options = format!(
        "-c fsync=off -c listen_addresses=localhost -c port={port} -c ssl=on \
         -c ssl_cert_file={place}/cert.pem -c ssl_key_file={place}/key.pem"
    );
    let Some(server) = PostgresServer::start(&options) else { return };
    let open = |host: &str, parameters: &str| {
        let url = format!("postgres://ann:{PASSWORD}@{host}:{port}/postgres?{parameters}");
        PostgresBackend::open(&url, Durability::Flush)
    };
    let ca = folder.path().join("ca.pem").display().to_string().replace('/', "%2F");
    for mode in ["require", "verify-full"] {
        let store = open("localhost", &format!("sslmode={mode}&sslrootcert={ca}")).unwrap();
        assert_eq!(store.read(Table::Filters, "places").unwrap(), None);
    }
    // From here on, the server accepts only encrypted connections.
    let only_encrypted = "hostssl all all localhost scram-sha-256\n";
    fs::write(server.path("data").join("pg_hba.conf"), only_encrypted).unwrap();
    server.stop("fast");
    let mut server = server;
    server.resume();
    open("localhost", &format!("sslmode=require&sslrootcert={ca}")).unwrap();
    let untrusted = others.path().join("ca.pem").display().to_string();
    for (host, parameters, kind) in [
        ("localhost", String::new(), ErrorKind::Storage),
        ("localhost", "sslmode=disable".to_owned(), ErrorKind::Storage),
        ("localhost", format!("sslmode=require&sslrootcert={untrusted}"), ErrorKind::Storage),
        // The authority is not among the trust anchors of the machine.
        ("localhost", "sslmode=require".to_owned(), ErrorKind::Storage),
        // The name differs from the name in the certificate.
        ("127.0.0.1", format!("sslmode=require&sslrootcert={ca}"), ErrorKind::Storage),
        ("localhost", "sslmode=require&sslrootcert=%2Fnowhere".to_owned(), ErrorKind::Invalid),
        ("localhost", format!("sslrootcert={ca}"), ErrorKind::Invalid),
        ("localhost", format!("sslmode=require&sslrootcert={ca}%2Fx"), ErrorKind::Invalid),
        ("localhost", "sslmode=sometimes".to_owned(), ErrorKind::Invalid),
    ] {
        let error = open(host, &parameters).unwrap_err();
        assert_eq!(error.kind(), kind, "{host} {parameters}: {error}");
        assert!(!format!("{error} {error:?}").contains(PASSWORD));
    }
}
