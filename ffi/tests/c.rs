//! C programs that use the committed header. They are compiled without warnings, linked with both
//! libraries, run, and run again under valgrind.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

mod access;
mod cases;
mod filters;
mod links;
mod services;
mod stylesheets;

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use glossweave_testing::more;
use glossweave_testing::skip;

const WARNINGS: &[&str] = &["-Wall", "-Wextra", "-Werror", "-pedantic"];
/// The libraries that a static Rust library requires.
const SYSTEM: &[&str] =
    &["-lexslt", "-lxslt", "-lxml2", "-lpthread", "-ldl", "-lm", "-lrt", "-lutil", "-lgcc_s"];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Linked {
    Static,
    Shared,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// Returns the folder of the built libraries.
fn libraries() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_path_buf()
}

/// Returns a folder with the shared library under the name that programs look for.
fn found_by_name() -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let make = || {
        let folder = scratch().join(format!("lib-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let name = format!("libglossweave.so.{}", glossweave_ffi::GW_ABI_VERSION);
        symlink(libraries().join("libglossweave_ffi.so"), folder.join(name)).unwrap();
        folder
    };
    FOLDER.get_or_init(make).clone()
}

fn scratch() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns the C files of a folder. A file that ends with `_b.c` belongs to the file that ends with `_a.c`.
fn programs(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.retain(|file| !file.file_stem().unwrap().to_string_lossy().ends_with("_b"));
    files.sort();
    files
}

fn compiler(variable: &str, usual: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| usual.to_owned())
}

fn succeeds(command: &mut Command, input: &[u8]) -> Vec<u8> {
    let mut child = command
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let feed = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    feed.join().unwrap();
    let output_text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{output_text}", output.status);
    output.stdout
}

/// Compiles a file. `mark` distinguishes the results of tests that run at the same time.
fn build(file: &Path, linked: Linked, mark: &str) -> PathBuf {
    let stem = file.file_stem().unwrap().to_string_lossy();
    let program = scratch().join(format!("{stem}-{linked:?}-{mark}"));
    let mut command = Command::new(compiler("CC", "cc"));
    command.args(["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-g"]).args(WARNINGS);
    command.args(["-Iinclude", "-Iffi/tests/c", "-o"]).arg(&program).arg(file);
    if let Some(stem) = stem.strip_suffix("_a") {
        command.arg(file.with_file_name(format!("{stem}_b.c")));
    }
    match linked {
        // The programs contain the whole library. Without symbols they are four times smaller.
        Linked::Static => {
            command.arg(libraries().join("libglossweave_ffi.a")).args(SYSTEM).arg("-Wl,--strip-all")
        }
        Linked::Shared => command
            .arg(libraries().join("libglossweave_ffi.so"))
            .arg(format!("-Wl,-rpath,{}", found_by_name().display()))
            .arg("-lpthread"),
    };
    succeeds(&mut command, b"");
    program
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Returns every nth item, or all items in `make test-more`, because valgrind and linking take long.
fn sample<T>(items: Vec<T>, every: usize) -> Vec<T> {
    let every = if more() { 1 } else { every };
    items.into_iter().step_by(every).collect()
}

fn valgrind() -> Command {
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--error-exitcode=99", "--leak-check=full"]);
    // Suppressions name functions that are far up in the call stack.
    command.args(["--num-callers=50", "--suppressions=ffi/tests/c/valgrind.supp"]);
    // Runs of stylesheets use parts of larger chunks, but valgrind detects only the blocks of the C
    // library.
    command.env("GLOSSWEAVE_PLAIN_MEMORY", "yes");
    command
}

fn all_programs() -> Vec<PathBuf> {
    let mut files = programs("ffi/tests/c");
    files.extend(programs("examples/c"));
    assert!(files.len() >= 5, "the programs were not found");
    files
}

#[test]
fn programs_run_with_both_libraries() {
    let run = |file: &Path, linked: Linked| {
        let program = build(file, linked, "plain");
        succeeds(&mut Command::new(&program), b"");
        fs::remove_file(program).unwrap();
    };
    all_programs().iter().for_each(|file| run(file, Linked::Shared));
    sample(all_programs(), 20).iter().for_each(|file| run(file, Linked::Static));
}

#[test]
fn programs_leave_no_memory_behind() {
    if !is_there("valgrind") {
        return skip("c", "valgrind is not here, so the C programs did not run under it");
    }
    for file in sample(all_programs(), 5) {
        succeeds(valgrind().arg(build(&file, Linked::Shared, "checked")), b"");
    }
}

#[test]
fn the_readme_does_what_it_says() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let (_, block) = readme.split_once("```c\n").unwrap();
    let (program, _) = block.split_once("```\n").unwrap();
    let file = scratch().join("readme.c");
    fs::write(&file, program).unwrap();
    let output_text = succeeds(&mut Command::new(build(&file, Linked::Shared, "plain")), b"");
    let output_text = String::from_utf8(output_text).unwrap();
    assert!(
        output_text.contains("<span its-ta-ident-ref=\"http://example.org/Cork\""),
        "{output_text}"
    );
}

#[test]
fn a_status_that_is_ignored_is_a_warning() {
    let compilers =
        [(compiler("CC", "cc"), "-std=c11", "c"), (compiler("CXX", "c++"), "-std=c++17", "cpp")];
    for (compiler, standard, extension) in compilers {
        if !is_there(&compiler) {
            skip("c", "no compiler is here, so no warnings were counted");
            continue;
        }
        let compiles = |name: &str, statement: &str| {
            let file = scratch().join(format!("{name}.{extension}"));
            let source = format!(
                "#include \"glossweave.h\"\nint main(void) {{ GwParams *params; {statement} }}\n"
            );
            fs::write(&file, source).unwrap();
            let mut command = Command::new(&compiler);
            command.args([standard, "-Iinclude", "-Werror=unused-result", "-c", "-o"]);
            command.arg(file.with_extension("o")).arg(&file).current_dir(root());
            command.output().unwrap().status.success()
        };
        assert!(compiles("used", "return gw_params_new(&params, 0) != GW_STATUS_OK;"));
        assert!(!compiles("ignored", "gw_params_new(&params, 0); return 0;"));
    }
}

#[test]
fn the_header_is_cpp_too() {
    let cpp = compiler("CXX", "c++");
    if !is_there(&cpp) {
        return skip("c", "no C++ compiler is here, so the header was not read as C++");
    }
    let file = scratch().join("include.cpp");
    let source = "#include \"glossweave.h\"\n#include \"glossweave.h\"\n\
                  int main() { return gw_status_name(GW_STATUS_OK).length == 2 ? 0 : 1; }\n";
    fs::write(&file, source).unwrap();
    let program = scratch().join("include-cpp");
    let mut command = Command::new(cpp);
    command.args(["-std=c++17", "-Iinclude", "-o"]).arg(&program).args(WARNINGS).arg(&file);
    command.arg(libraries().join("libglossweave_ffi.a")).args(SYSTEM).arg("-Wl,--strip-all");
    succeeds(&mut command, b"");
    succeeds(&mut Command::new(program), b"");
}
