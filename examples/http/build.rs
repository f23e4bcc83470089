//! Lists the files of the page, which are embedded in the program.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

#[allow(clippy::print_stdout, reason = "that is how cargo is told")]
fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("page");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            names.push(entry.file_name().into_string().map_err(|_| "a name that is not UTF-8")?);
        }
    }
    names.sort();
    let rows = names.iter().map(|name| {
        let route = match name.as_str() {
            "index.html" => "/".to_owned(),
            "docs.html" => "/docs".to_owned(),
            "log-in.html" => "/auth/oidc/callback".to_owned(),
            name => format!("/page/{name}"),
        };
        let path = folder.join(name);
        format!("    ({route:?}, {name:?}, include_bytes!({path:?})),\n")
    });
    let list = format!("&[\n{}]\n", rows.collect::<String>());
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("page.rs"), list)?;
    Ok(())
}
