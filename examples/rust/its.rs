//! Prints what ITS 2.0 says of every element and attribute of a document, in the format of the
//! output files of the W3C's test suite.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use glossweave::Format;
use glossweave::its::{Analysis, Category, Folder, Options};

const USAGE: &str = "\
usage: its --category CATEGORY [options] FILE

Prints a line for every element and attribute: its path, and what holds for it
in the category, with tabs between. Files that FILE refers to are read where
they are in its folder.

  --category NAME  the category, as ITS 2.0 identifies it (mt-confidence) or as
                   one word (mtconfidence)
  --rules FILE     rules beside those of the file; may be given several times
  --type TYPE      the format, where the name of the file does not say it
  --help           prints this
";

struct Call {
    category: Category,
    rules: Vec<String>,
    format: Format,
    file: String,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let call = match read_call(&mut arguments) {
        Ok(Some(call)) => call,
        Ok(None) => {
            let _ = std::io::stdout().write_all(USAGE.as_bytes());
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            let _ = write!(std::io::stderr(), "its: {message}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&call) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "its: {message}");
            ExitCode::FAILURE
        }
    }
}

fn read_call(arguments: &mut dyn Iterator<Item = String>) -> Result<Option<Call>, String> {
    let (mut category, mut format, mut file) = (None, None, None);
    let mut rules = Vec::new();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("`{argument}` needs a value"));
        match argument.as_str() {
            "--help" => return Ok(None),
            "--category" => category = Some(read_category(&value()?)?),
            "--rules" => rules.push(value()?),
            "--type" => {
                format = Some(value()?.parse::<Format>().map_err(|error| error.to_string())?);
            }
            option if option.starts_with("--") => return Err(format!("no option `{option}`")),
            _ if file.is_some() => return Err(format!("a file too many: `{argument}`")),
            _ => file = Some(argument),
        }
    }
    let file = file.ok_or("the file is missing")?;
    let category = category.ok_or("`--category` is missing")?;
    let format = format.or_else(|| Format::of_path(&file)).unwrap_or(Format::Xml);
    Ok(Some(Call { category, rules, format, file }))
}

/// Reads an identifier, or one of the words that the folders of the test suite are called by.
fn read_category(word: &str) -> Result<Category, String> {
    let plain = |name: &str| name.replace("localization-quality", "locquality").replace('-', "");
    let found = Category::ALL.iter().find(|one| plain(one.identifier()) == plain(word));
    match found {
        Some(category) => Ok(*category),
        None => word.parse().map_err(|error: glossweave::Error| error.to_string()),
    }
}

fn run(call: &Call) -> Result<(), String> {
    let failed = |file: &str, error: &dyn std::fmt::Display| format!("{file}: {error}");
    let bytes = |file: &str| {
        std::fs::read(file).map_err(|error| failed(file, &format!("cannot be read: {error}")))
    };
    let source = bytes(&call.file)?;
    let path = Path::new(&call.file);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = Folder::new(folder.unwrap_or(Path::new(".")));
    let mut options = Options {
        resolver: Some(Arc::new(folder.map_err(|error| failed(&call.file, &error))?)),
        ..Options::default()
    };
    for file in &call.rules {
        let text = String::from_utf8(bytes(file)?).map_err(|error| failed(file, &error))?;
        options.rules.push(text.into());
    }
    let analysis = Analysis::read(source, call.format, &options)
        .map_err(|error| failed(&call.file, &error))?;
    let mut lines = String::new();
    for node in analysis.nodes() {
        lines.push_str(&node.path());
        for (name, value) in node.values(call.category) {
            lines.push_str(&format!("\t{name}=\"{value}\""));
        }
        lines.push('\n');
    }
    for warning in analysis.warnings() {
        let _ = writeln!(std::io::stderr(), "{}: {warning}", call.file);
    }
    std::io::stdout().write_all(lines.as_bytes()).map_err(|error| error.to_string())
}
