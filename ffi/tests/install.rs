//! The library after `make install`: it is found with pkg-config and CMake, linked both statically and
//! dynamically with C and C++ programs, and run.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use glossweave_testing::skip;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

fn scratch() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("install")
}

fn says(command: &mut Command) -> String {
    let output =
        command.current_dir(root()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let output_text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{command:?}: {}\n{output_text}\n{stderr}", output.status);
    output_text
}

/// Returns `true` if a program is missing. The test is then reported as skipped to `make test`, which is a
/// failure in CI.
fn lacks(program: &str) -> bool {
    if Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success()) {
        return false;
    }
    let why = format!("{program} is not here, so what is installed was not tried with it");
    skip("install", &why);
    true
}

/// Runs `make install` with the libraries of this build.
fn install(prefix: &Path, settings: &[(&str, &str)]) {
    let built = std::env::current_exe().unwrap().parent().unwrap().to_path_buf();
    let mut command = Command::new("make");
    command.args(["--silent", "install"]).env("LIBRARIES", built).env("PREFIX", prefix);
    for name in [
        "DESTDIR",
        "LIBDIR",
        "INCLUDEDIR",
        "CMAKEDIR",
        "DOCDIR",
        "DEBUG_FILES",
        "KIND",
        "MAKEFLAGS",
    ] {
        command.env_remove(name);
    }
    says(command.envs(settings.iter().copied()));
}

/// Returns the installation folder for all tests in this file.
fn prefix() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let _ = fs::remove_dir_all(scratch());
        let prefix = scratch().join("here");
        // valgrind uses the debug files to find the names of functions.
        install(&prefix, &[("DEBUG_FILES", "yes")]);
        prefix
    })
}

fn pkg_config(arguments: &[&str]) -> Vec<String> {
    let mut command = Command::new("pkg-config");
    command.env("PKG_CONFIG_PATH", prefix().join("lib/pkgconfig")).args(arguments);
    says(&mut command).split_whitespace().map(str::to_owned).collect()
}

/// Compiles one file with the flags from pkg-config. Returns the program and its output.
fn built(compiler: &str, standard: &str, file: &str, package: &str) -> (PathBuf, String) {
    let name = Path::new(file).file_name().unwrap().to_string_lossy();
    let program = scratch().join(format!("{name}-{package}"));
    let mut command = Command::new(compiler);
    command.args([standard, "-Wall", "-Wextra", "-Werror", "-pedantic", "-g", "-o"]).arg(&program);
    command.arg(file);
    if name == "consumer.cpp" {
        let others = ["second.cpp", "ranges.cpp", "files.cpp"];
        command.args(others.map(|other| format!("ffi/tests/install/{other}")));
    }
    command.args(pkg_config(&["--cflags", "--libs", package]));
    says(&mut command);
    let printed = says(installed(&mut Command::new(&program)));
    (program, printed)
}

fn installed(command: &mut Command) -> &mut Command {
    command.env("LD_LIBRARY_PATH", prefix().join("lib"))
}

/// Returns the libraries that a program requires.
fn needs(program: &Path) -> String {
    says(Command::new("readelf").arg("--dynamic").arg(program))
}

#[test]
fn licences_of_the_library_and_its_crates_are_installed() {
    let folder = prefix().join("share/doc/glossweave");
    let own = fs::read_to_string(folder.join("LICENSE")).unwrap();
    assert!(own.contains("Apache License"));
    let others = fs::read_to_string(folder.join("LICENSE.dependencies")).unwrap();
    assert!(others.contains("\nserde_core 1."), "{}", &others[..1000]);
    assert!(
        others.contains("Permission is hereby granted") && others.contains("Character collections")
    );
}

#[test]
fn pkg_config_needs_no_other_files_for_the_shared_library() {
    if lacks("pkg-config") {
        return;
    }
    let folder = prefix().join("lib/pkgconfig");
    let mut command = Command::new("pkg-config");
    command.env_remove("PKG_CONFIG_PATH").env("PKG_CONFIG_LIBDIR", folder);
    let flags = says(command.args(["--cflags", "--libs", "glossweave"]));
    assert!(flags.contains("-lglossweave"), "{flags}");
}

#[test]
fn the_static_library_has_the_symbols_of_the_interface_alone() {
    if lacks("nm") || lacks("objcopy") {
        return;
    }
    let library = prefix().join("lib/libglossweave.a");
    let all = says(Command::new("nm").args(["--defined-only", "--extern-only"]).arg(library));
    let names: Vec<&str> = all.lines().filter_map(|line| line.split(' ').nth(2)).collect();
    assert!(names.contains(&"gw_decode"));
    let others: Vec<_> = names.iter().filter(|name| !name.starts_with("gw_")).collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn debug_symbols_are_apart_if_they_are_wanted() {
    if lacks("strip") || lacks("objcopy") {
        return;
    }
    let lib = prefix().join("lib");
    let library = lib.join(concat!("libglossweave.so.", env!("CARGO_PKG_VERSION")));
    let sections = |file: &Path| says(Command::new("readelf").args(["--sections", "-W"]).arg(file));
    let shown = sections(&library);
    assert!(!shown.contains(".debug_info") && !shown.contains(".symtab"), "{shown}");
    assert!(shown.contains(".gnu_debuglink"), "{shown}");
    assert!(!sections(&prefix().join("lib/libglossweave.a")).contains(".debug_info"));
    let name = library.file_name().unwrap().to_string_lossy().into_owned();
    assert!(lib.join(".debug").join(format!("{name}.debug")).is_file());
}

#[test]
fn crates_can_be_packed() {
    let folder = scratch().join("package");
    let mut command = Command::new(env!("CARGO"));
    command.args(["package", "--no-verify", "--offline", "-p", "glossweave-ffi"]);
    for folder in fs::read_dir(root().join("core")).unwrap() {
        let Ok(manifest) = fs::read_to_string(folder.unwrap().path().join("Cargo.toml")) else {
            continue;
        };
        let name =
            manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        if !manifest.contains("publish = false") {
            command.args(["-p", name.unwrap()]);
        }
    }
    command.args(["--allow-dirty", "--target-dir"]).arg(&folder);
    let output = command.current_dir(root()).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !stderr.contains("manifest has no"), "{stderr}");
}

#[test]
fn pkg_config_leads_to_both_libraries() {
    if lacks("pkg-config") || lacks("c++") {
        return;
    }
    assert_eq!(pkg_config(&["--modversion", "glossweave"]), [env!("CARGO_PKG_VERSION")]);
    let (shared, printed) = built("cc", "-std=c11", "examples/c/first.c", "glossweave");
    assert!(needs(&shared).contains("[libglossweave.so.2]"), "{}", needs(&shared));
    let (whole, alone) = built("cc", "-std=c11", "examples/c/first.c", "glossweave-static");
    assert!(!needs(&whole).contains("libglossweave"), "{}", needs(&whole));
    assert!(printed.contains("its-ta-ident-ref"), "{printed}");
    assert_eq!(printed, alone);
    let (_, cpp) = built("c++", "-std=c++17", "examples/c/first.cpp", "glossweave");
    assert_eq!(printed, cpp);
    let private = pkg_config(&["--libs", "--static", "glossweave"]).join(" ");
    assert!(private.contains("-lxslt") && private.contains("-lgcc_s"), "{private}");
}

#[test]
fn cpp_programs_run_and_leave_no_memory_behind() {
    if lacks("pkg-config") || lacks("c++") || lacks("valgrind") {
        return;
    }
    let (program, printed) =
        built("c++", "-std=c++17", "ffi/tests/install/consumer.cpp", "glossweave");
    assert_eq!(printed, "everything held\n");
    let mut checked = Command::new("valgrind");
    checked.args(["--quiet", "--error-exitcode=99", "--leak-check=full"]);
    checked.args(["--num-callers=50", "--suppressions=ffi/tests/c/valgrind.supp"]).arg(program);
    says(installed(&mut checked).env("GLOSSWEAVE_PLAIN_MEMORY", "yes"));
}

#[test]
fn the_program_of_the_manual_runs() {
    if lacks("pkg-config") || lacks("c++") {
        return;
    }
    let manual = fs::read_to_string(root().join("docs/c.md")).unwrap();
    let (_, program) = manual.split_once("```cpp\n").unwrap();
    prefix();
    let file = scratch().join("manual.cpp");
    fs::write(&file, program.split_once("```").unwrap().0).unwrap();
    let (_, printed) = built("c++", "-std=c++17", file.to_str().unwrap(), "glossweave");
    assert!(printed.starts_with("Cork http://example.org/Cork\n<p>To <span "), "{printed}");
}

#[test]
fn cmake_finds_both_targets() {
    if lacks("cmake") || lacks("c++") {
        return;
    }
    let build = scratch().join("cmake");
    prefix();
    let mut configure = Command::new("cmake");
    configure.args(["-S", "ffi/tests/install", "-B"]).arg(&build);
    configure.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix().display()));
    configure.arg(format!("-DFIRST={}", root().join("examples/c/first.c").display()));
    let printed = says(&mut configure);
    assert!(!printed.contains("Warning"), "{printed}");
    says(Command::new("cmake").arg("--build").arg(&build).args(["--parallel", "2"]));
    for kind in ["shared", "static"] {
        let first = build.join(format!("first-{kind}"));
        assert!(says(&mut Command::new(&first)).contains("its-ta-ident-ref"));
        assert_eq!(needs(&first).contains("libglossweave"), kind == "shared");
        let cpp = says(&mut Command::new(build.join(format!("cpp-{kind}"))));
        assert_eq!(cpp, "everything held\n");
    }
}

/// Returns the message of CMake if it rejects `find_package` with these arguments.
fn refused(prefix: &Path, arguments: &str) -> Option<String> {
    let folder = scratch().join(format!("asked-{}", arguments.replace(' ', "-")));
    fs::create_dir_all(&folder).unwrap();
    let list = format!(
        "cmake_minimum_required(VERSION 3.18)\nproject(asked C)\n\
         find_package(glossweave {arguments})\n"
    );
    fs::write(folder.join("CMakeLists.txt"), list).unwrap();
    let mut command = Command::new("cmake");
    command.arg("-S").arg(&folder).arg("-B").arg(folder.join("build"));
    command.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display()));
    let output = command.output().unwrap();
    (!output.status.success()).then(|| String::from_utf8(output.stderr).unwrap())
}

#[test]
fn cmake_refuses_other_versions() {
    if lacks("cmake") {
        return;
    }
    let answers = ["0.2", "0.2.0", "0.2.1", "0.1", "1.0"]
        .map(|version| refused(prefix(), &format!("{version} REQUIRED COMPONENTS shared")));
    assert_eq!(answers.map(|said| said.is_none()), [true, true, false, false, false]);
}

#[test]
fn one_of_the_libraries_can_be_installed_alone() {
    if lacks("cmake") {
        return;
    }
    prefix();
    let alone = scratch().join("alone");
    let share = alone.join("share/glossweave");
    install(&alone, &[("KIND", "shared"), ("CMAKEDIR", share.to_str().unwrap())]);
    let lib = alone.join("lib");
    assert!(lib.join("libglossweave.so").is_file() && !lib.join("libglossweave.a").exists());
    assert!(!lib.join(".debug").exists());
    assert!(lib.join("pkgconfig/glossweave.pc").is_file());
    assert!(!lib.join("pkgconfig/glossweave-static.pc").exists() && !lib.join("cmake").exists());
    assert_eq!(refused(&alone, "0.2 REQUIRED COMPONENTS shared"), None);
    let said = refused(&alone, "0.2 REQUIRED COMPONENTS static").unwrap();
    assert!(said.contains("glossweave has no `static`"), "{said}");

    let wrong = Command::new("make")
        .args(["--silent", "install", "KIND=dynamic"])
        .current_dir(root())
        .output()
        .unwrap();
    let said = String::from_utf8(wrong.stderr).unwrap();
    assert!(!wrong.status.success() && said.contains("KIND is `dynamic`: expected"), "{said}");
}

#[test]
fn packagers_get_it_below_another_root() {
    prefix();
    let root = scratch().join("root");
    let settings = [
        ("DESTDIR", root.to_str().unwrap()),
        ("LIBDIR", "/opt/gw/lib/x86_64-linux-gnu"),
        ("INCLUDEDIR", "/opt/gw/include/gw"),
    ];
    install(Path::new("/opt/gw"), &settings);
    let lib = root.join("opt/gw/lib/x86_64-linux-gnu");
    assert!(root.join("opt/gw/include/gw/glossweave/engine.hpp").is_file());
    assert_eq!(fs::read_link(lib.join("libglossweave.so.2")).unwrap().to_string_lossy(), {
        format!("libglossweave.so.{}", env!("CARGO_PKG_VERSION"))
    });
    assert!(lib.join("libglossweave.so").is_file() && lib.join("libglossweave.a").is_file());
    let read = |name: &str| fs::read_to_string(lib.join(name)).unwrap();
    let package = read("pkgconfig/glossweave.pc");
    assert!(package.starts_with("prefix=/opt/gw\nlibdir=/opt/gw/lib/x86_64-linux-gnu\n"));
    let config = read("cmake/glossweave/glossweave-config.cmake");
    assert!(config.contains("{_glossweave_here}/../../../../include/gw\""), "{config}");
    for text in [package, config, read("cmake/glossweave/glossweave-config-version.cmake")] {
        assert!(!text.contains('@') && !text.contains(root.to_str().unwrap()), "{text}");
    }
    // The libraries are large.
    fs::remove_dir_all(root).unwrap();
}
