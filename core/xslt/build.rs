//! Builds the shim between libxslt and the engine.

#[cfg(not(feature = "libxslt"))]
fn main() {}

#[cfg(feature = "libxslt")]
fn main() {
    shim::build();
}

#[cfg(feature = "libxslt")]
mod shim {
    use std::env;
    use std::path::Path;

    const FOLDER: &str = "src/libxslt";
    const FILES: [&str; 6] = ["shim.c", "guard.c", "pool.c", "function.c", "page.c", "write.c"];

    pub fn build() {
        let mut build = cc::Build::new();
        build.flag_if_supported("-std=gnu11").warnings(true).extra_warnings(true);
        if env::var_os("GLOSSWEAVE_STRICT").is_some() {
            build.warnings_into_errors(true);
        }
        for library in ["libexslt", "libxslt"] {
            let found = pkg_config::Config::new().cargo_metadata(false).probe(library);
            match found {
                Ok(library) => build.includes(library.include_paths),
                Err(error) => {
                    println!("cargo::error=libxslt with its headers is missing: {error}");
                    return;
                }
            };
        }
        for file in FILES {
            build.file(Path::new(FOLDER).join(file));
        }
        build.compile("glossweave_xslt");
        // The libraries come after the shim in the linker arguments, because the shim uses them.
        for library in ["libexslt", "libxslt"] {
            let _ = pkg_config::probe_library(library);
        }
        println!("cargo::rerun-if-changed={FOLDER}");
    }
}
