//! The rows of the tables of the interface document.

/// Returns the requests of the tables under "Endpoints" and "Authentication", one line for each: the
/// heading, followed by `METHOD path` in tables of methods, and by the first cell in other tables.
pub fn rows(document: &str) -> Vec<String> {
    let mut rows = Vec::new();
    let (mut chapter, mut section) = ("", "");
    let mut table: Option<bool> = None;
    for line in document.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            (chapter, section) = (title, title);
        } else if let Some(title) = line.strip_prefix("### ") {
            section = title;
        }
        if !line.starts_with('|') {
            table = None;
            continue;
        }
        if !matches!(chapter, "Endpoints" | "Authentication") {
            continue;
        }
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let first = cells[0];
        match table {
            None => table = Some(matches!(first, "Method" | "Methods")),
            Some(_) if first.starts_with("---") => {}
            Some(false) => rows.push(format!("{section}: {first}")),
            Some(true) => each(first, cells[1], &mut |method, path| {
                rows.push(format!("{section}: {method} {path}"));
            }),
        }
    }
    rows
}

/// Calls `visit` for each request: for example, `GET, DELETE` on `/a; PUT /b` contains three.
fn each(methods: &str, paths: &str, visit: &mut dyn FnMut(&str, &str)) {
    for (number, part) in paths.split(';').map(str::trim).enumerate() {
        let (methods, path) = match part.split_once(' ') {
            Some((methods, path)) if number > 0 => (methods, path),
            _ => (methods, part),
        };
        methods.split(',').map(str::trim).for_each(|method| visit(method, path));
    }
}

#[test]
fn a_row_is_read_method_by_method() {
    let document = "## Endpoints\n### A\n| Method | Path |\n|---|---|\n| POST, PUT | /a |\n\n\
                    | out | x |\n|---|---|\n| csv (default) | y |\n## Authentication\n\n\
                    | Methods | Path |\n|---|---|\n| GET, DELETE | /u/{n}; GET /u |\n\
                    ## Errors\n| Method | Path |\n|---|---|\n| GET | /no |\n";
    let expected = [
        "A: POST /a",
        "A: PUT /a",
        "A: csv (default)",
        "Authentication: GET /u/{n}",
        "Authentication: DELETE /u/{n}",
        "Authentication: GET /u",
    ];
    assert_eq!(rows(document), expected);
}
