//! The public items of `core/nif/src/chunk_lines.rs`.

#[test]
fn field_type_name() {
    assert_eq!(glossweave::chunk_lines::FieldType::Spans.name(), "spans");
}

#[test]
fn fields() {
    let names: Vec<&str> = glossweave::chunk_lines::FIELDS.iter().map(|field| field.name).collect();
    assert_eq!(names[..4], ["document", "index", "text", "start"]);
}
