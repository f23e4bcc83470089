//! The contents of a page: each visible character with its position (clauses 8.4, 8.10 and 9.4).

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::appearance::appearance;
use super::encoding::GlyphTexts;
use super::file::{File, Page};
use super::font::{Code, Font, FontReader};
use super::limit::{self, Budget};
use super::matrix::Matrix;
use super::operation::{Operand, Operations};
use super::replacement::Start;
use super::shown::{Glyph, Shown};
use glossweave_base::error::Result;
use lopdf::{Dictionary, Object, ObjectId, Stream, StringFormat};

/// The maximum number of bytes of decoded forms in the cache.
const KEPT: usize = 32 << 20;

/// The maximum coordinate, in points. Characters beyond it are skipped because no page contains
/// them.
const FAR: f64 = 1e6;

/// The maximum depth of saved graphics states.
const STATES: usize = 1 << 12;

/// The parameters of the graphics state that affect text.
#[derive(Clone)]
struct State {
    matrix: Matrix,
    font: Option<Rc<Font>>,
    size: f64,
    char_space: f64,
    word_space: f64,
    scale: f64,
    leading: f64,
    rise: f64,
}

/// A reader of the page contents of a file.
pub(super) struct Interpreter<'f> {
    file: &'f File,
    budget: Budget,
    /// The fonts by the addresses of their dictionaries, and below the forms by the addresses of
    /// their streams. The addresses are stable while the file is open.
    fonts: HashMap<usize, Rc<Font>>,
    glyphs: GlyphTexts,
    forms: HashMap<usize, Rc<[u8]>>,
    form_bytes: usize,
    /// The forms that are being read, used to detect cycles.
    open: Vec<usize>,
    /// The layers that are not visible (clause 8.11.4.3).
    hidden: HashSet<ObjectId>,
}

/// Open marked content (clause 14.6).
struct Mark<'f> {
    is_hidden: bool,
    /// The replacement text of its characters, and their start.
    actual: Option<(Cow<'f, Object>, Start)>,
}

/// The text state within a stream.
struct Text {
    matrix: Matrix,
    line: Matrix,
}

impl<'f> Interpreter<'f> {
    pub fn new(file: &'f File) -> Interpreter<'f> {
        let layers = file.catalog().and_then(|catalog| file.dictionary(catalog, "OCProperties"));
        let usual = layers.and_then(|layers| file.dictionary(layers, "D"));
        let off = usual.and_then(|usual| file.array(usual, "OFF")).unwrap_or_default();
        Interpreter {
            file,
            budget: Budget::new(),
            fonts: HashMap::new(),
            glyphs: GlyphTexts::default(),
            forms: HashMap::new(),
            form_bytes: 0,
            open: Vec::new(),
            hidden: off.iter().filter_map(|layer| layer.as_reference().ok()).collect(),
        }
    }

    /// Reads the contents of a page.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::TooLarge` if the contents exceed the limits.
    pub fn page(&mut self, page: &Page<'f>) -> Result<Shown> {
        let mut shown = Shown::default();
        self.budget.begin_page();
        let contents = self.file.contents(page)?;
        let state = State {
            matrix: Matrix::IDENTITY,
            font: None,
            size: 0.0,
            char_space: 0.0,
            word_space: 0.0,
            scale: 1.0,
            leading: 0.0,
            rise: 0.0,
        };
        self.stream(&contents, page.resources, state.clone(), &mut shown)?;
        let file = self.file;
        let annotations = file.array(page.dictionary, "Annots").unwrap_or_default();
        self.budget.interpret(annotations.len().saturating_mul(limit::ANNOTATION))?;
        for annotation in annotations {
            let annotation = file.resolve(annotation).and_then(|object| object.as_dict().ok());
            let form = annotation.and_then(|annotation| appearance(file, annotation));
            let Some((form, matrix)) = form else { continue };
            self.form(form, None, &State { matrix, ..state.clone() }, &mut shown)?;
        }
        Ok(shown)
    }

    fn stream(
        &mut self,
        contents: &[u8],
        resources: Option<&'f Dictionary>,
        mut state: State,
        shown: &mut Shown,
    ) -> Result<()> {
        self.budget.interpret(contents.len())?;
        let mut text = Text { matrix: Matrix::IDENTITY, line: Matrix::IDENTITY };
        let mut saved: Vec<State> = Vec::new();
        let mut marks: Vec<Mark> = Vec::new();
        let mut is_replaced = false;
        let mut hidden = 0usize;
        let mut operations = Operations::new(contents);
        while let Some((operator, operands)) = operations.next() {
            let number = |index: usize| operands.get(index).and_then(Operand::number);
            match operator {
                b"q" if saved.len() < STATES => saved.push(state.clone()),
                b"Q" => state = saved.pop().unwrap_or(state),
                b"cm" => {
                    if let Some(matrix) = matrix(operands) {
                        state.matrix = matrix.then(state.matrix);
                    }
                }
                b"BT" => text = Text { matrix: Matrix::IDENTITY, line: Matrix::IDENTITY },
                b"Tf" => {
                    let name = operands.first().and_then(Operand::name);
                    state.font = match name {
                        Some(name) => self.font(resources, name)?,
                        None => None,
                    };
                    state.size = number(1).unwrap_or_default();
                }
                b"Tc" => state.char_space = number(0).unwrap_or_default(),
                b"Tw" => state.word_space = number(0).unwrap_or_default(),
                b"Tz" => state.scale = number(0).unwrap_or(100.0) / 100.0,
                b"TL" => state.leading = number(0).unwrap_or_default(),
                b"Ts" => state.rise = number(0).unwrap_or_default(),
                b"Td" | b"TD" => {
                    let (x, y) = (number(0).unwrap_or_default(), number(1).unwrap_or_default());
                    if operator == b"TD" {
                        state.leading = -y;
                    }
                    text.next_line(x, y);
                }
                b"Tm" => {
                    if let Some(matrix) = matrix(operands) {
                        text = Text { matrix, line: matrix };
                    }
                }
                b"T*" => text.next_line(0.0, -state.leading),
                b"Tj" | b"'" | b"\"" => {
                    if operator == b"\"" {
                        state.word_space = number(0).unwrap_or_default();
                        state.char_space = number(1).unwrap_or_default();
                    }
                    if operator != b"Tj" {
                        text.next_line(0.0, -state.leading);
                    }
                    if let Some(string) = operands.last().and_then(Operand::string) {
                        self.show(string, &state, &mut text, hidden == 0, shown)?;
                    }
                }
                b"TJ" => {
                    let Some(Operand::Array(list)) = operands.first() else { continue };
                    for item in list {
                        match item {
                            Operand::String(string) => {
                                self.show(string, &state, &mut text, hidden == 0, shown)?;
                            }
                            Operand::Number(number) => {
                                text.advance(&state, -number / 1000.0 * state.size);
                            }
                            _ => {}
                        }
                    }
                }
                b"Do" if hidden == 0 => {
                    let name = operands.first().and_then(Operand::name);
                    let form = name.and_then(|name| self.resource(resources, "XObject", name));
                    let form = form.and_then(|form| self.file.resolve(form)?.as_stream().ok());
                    if let Some(form) = form
                        && self.file.name(&form.dict, "Subtype") == Some("Form")
                    {
                        self.form(form, resources, &state, shown)?;
                    }
                }
                b"BMC" | b"BDC" => {
                    let is_hidden = match operands {
                        [Operand::Name(tag), Operand::Name(name)] if tag == b"OC" => {
                            self.is_hidden_layer(resources, name)
                        }
                        _ => false,
                    };
                    if marks.len() < STATES {
                        let actual = match operands {
                            _ if is_replaced => None,
                            [.., Operand::Dictionary(text)] => {
                                let text = text.clone();
                                let string = |text| Object::String(text, StringFormat::Literal);
                                text.map(|text| Cow::Owned(string(text)))
                            }
                            [.., Operand::Name(name)] if operator == b"BDC" => {
                                self.actual_text(resources, name).map(Cow::Borrowed)
                            }
                            _ => None,
                        };
                        is_replaced |= actual.is_some();
                        let actual = actual.map(|text| (text, Start::of(shown)));
                        marks.push(Mark { is_hidden, actual });
                        hidden += usize::from(is_hidden);
                    }
                }
                b"EMC" => {
                    if let Some(mark) = marks.pop() {
                        hidden -= usize::from(mark.is_hidden);
                        if let Some((text, start)) = mark.actual {
                            is_replaced = false;
                            self.replace(&text, start, shown)?;
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns an entry of the resources without following references.
    fn resource(
        &self,
        resources: Option<&'f Dictionary>,
        kind: &str,
        name: &[u8],
    ) -> Option<&'f Object> {
        self.file.dictionary(resources?, kind)?.get(name).ok()
    }

    fn font(&mut self, resources: Option<&'f Dictionary>, name: &[u8]) -> Result<Option<Rc<Font>>> {
        let found =
            self.resource(resources, "Font", name).and_then(|object| self.file.resolve(object));
        let Some(dictionary) = found.and_then(|found| found.as_dict().ok()) else {
            return Ok(None);
        };
        let key = std::ptr::from_ref(dictionary).addr();
        if let Some(font) = self.fonts.get(&key) {
            return Ok(Some(font.clone()));
        }
        let (budget, glyphs) = (&mut self.budget, &mut self.glyphs);
        let font = Rc::new(FontReader { file: self.file, budget, glyphs }.font(dictionary)?);
        self.fonts.insert(key, font.clone());
        Ok(Some(font))
    }

    /// Reads a form (clause 8.10). Forms that contain themselves are skipped, and so are hidden
    /// forms and forms nested too deeply.
    fn form(
        &mut self,
        stream: &'f Stream,
        resources: Option<&'f Dictionary>,
        state: &State,
        shown: &mut Shown,
    ) -> Result<()> {
        let key = std::ptr::from_ref(stream).addr();
        let layer = stream.dict.get(b"OC").and_then(Object::as_reference);
        if layer.is_ok_and(|layer| self.hidden.contains(&layer))
            || self.open.contains(&key)
            || self.open.len() >= limit::FORMS
        {
            return Ok(());
        }
        let contents = self.contents(key, stream)?;
        let resources = self.file.dictionary(&stream.dict, "Resources").or(resources);
        let mut state = state.clone();
        if let Some(matrix) = self.file.numbers(&stream.dict, "Matrix").map(Matrix) {
            state.matrix = matrix.then(state.matrix);
        }
        self.open.push(key);
        let read = self.stream(&contents, resources, state, shown);
        self.open.pop();
        read
    }

    fn contents(&mut self, key: usize, stream: &Stream) -> Result<Rc<[u8]>> {
        if let Some(contents) = self.forms.get(&key) {
            return Ok(contents.clone());
        }
        let contents: Rc<[u8]> = self.file.decoded(stream)?.into();
        // A form that is not cached counts twice, because it is decoded each time.
        match self.form_bytes + contents.len() <= KEPT {
            true => {
                self.form_bytes += contents.len();
                self.forms.insert(key, contents.clone());
            }
            false => self.budget.interpret(contents.len())?,
        }
        Ok(contents)
    }

    fn is_hidden_layer(&self, resources: Option<&'f Dictionary>, name: &[u8]) -> bool {
        let layer = self.resource(resources, "Properties", name);
        let layer = layer.and_then(|layer| layer.as_reference().ok());
        layer.is_some_and(|layer| self.hidden.contains(&layer))
    }

    /// Returns the replacement text that a property list specifies for marked content (clause
    /// 14.9.4).
    fn actual_text(&self, resources: Option<&'f Dictionary>, name: &[u8]) -> Option<&'f Object> {
        let properties = self.file.resolve(self.resource(resources, "Properties", name)?)?;
        self.file.get(properties.as_dict().ok()?, "ActualText")
    }

    /// Replaces the text of the characters after a position.
    fn replace(&mut self, text: &Object, start: Start, shown: &mut Shown) -> Result<()> {
        let Ok(bytes) = text.as_str() else { return Ok(()) };
        if start.is_end_of(shown) {
            return Ok(());
        }
        self.budget.replace(bytes.len())?;
        if let Ok(text) = lopdf::decode_text_string(text) {
            start.replace(&text, shown);
        }
        Ok(())
    }

    /// Shows a string (clause 9.4.4).
    fn show(
        &mut self,
        string: &[u8],
        state: &State,
        text: &mut Text,
        is_visible: bool,
        shown: &mut Shown,
    ) -> Result<()> {
        let Some(font) = &state.font else { return Ok(()) };
        let mut rest = string;
        while let Some(code) = font.code(rest) {
            rest = rest.get(code.bytes..).unwrap_or_default();
            self.budget.show(1)?;
            let width = font.width(code);
            let scaled = Matrix([state.size * state.scale, 0.0, 0.0, state.size, 0.0, state.rise]);
            let placed = scaled.then(text.matrix).then(state.matrix);
            if is_visible && placed.is_finite() {
                let start = shown.text.len();
                glyph(font, code, width, placed, shown);
                // The text of a single code may be long.
                let text = shown.text.get(start..).unwrap_or_default();
                self.budget.show(text.chars().count().saturating_sub(1))?;
            }
            let space = if code.bytes == 1 && code.number == 32 { state.word_space } else { 0.0 };
            let advance = width * state.size + state.char_space + space;
            text.advance(state, if font.is_vertical() { -advance } else { advance });
        }
        Ok(())
    }
}

/// Adds a character. `placed` maps font size 1 at the origin to the page.
fn glyph(font: &Font, code: Code, width: f64, placed: Matrix, shown: &mut Shown) {
    let Matrix([a, b, c, d, x, y]) = placed;
    let (mut along, mut up) = ((a, b), (c, d));
    if font.is_vertical() {
        (along, up) = ((-c, -d), (a, b));
    }
    let (em, size) = (along.0.hypot(along.1), up.0.hypot(up.1));
    let is_far = [x, y, width * em, size].iter().any(|number| number.abs() > FAR);
    if em <= 0.0 || size <= 0.0 || is_far {
        return;
    }
    let start = shown.text.len();
    if !font.text(code, &mut shown.text) {
        shown.text.truncate(start);
        // A glyph of zero width without text may be a part of a character whose text belongs to
        // another glyph.
        if width == 0.0 {
            return;
        }
        shown.text.push(char::REPLACEMENT_CHARACTER);
        shown.unknown += 1;
    }
    shown.glyphs.push(Glyph {
        text: (start as u32, shown.text.len() as u32),
        origin: (x, y),
        direction: (along.0 / em, along.1 / em),
        width: width * em,
        size,
        ascent: font.ascent * size,
        descent: font.descent * size,
    });
}

impl Text {
    fn next_line(&mut self, x: f64, y: f64) {
        self.line = Matrix::translation(x, y).then(self.line);
        self.matrix = self.line;
    }

    /// Moves along the text by a distance before scaling.
    fn advance(&mut self, state: &State, distance: f64) {
        let is_vertical = state.font.as_ref().is_some_and(|font| font.is_vertical());
        let step = match is_vertical {
            true => Matrix::translation(0.0, distance),
            false => Matrix::translation(distance * state.scale, 0.0),
        };
        self.matrix = step.then(self.matrix);
    }
}

fn matrix(operands: &[Operand]) -> Option<Matrix> {
    let numbers = operands.iter().map(Operand::number).take(6);
    let numbers: [f64; 6] = numbers.collect::<Option<Vec<f64>>>()?.try_into().ok()?;
    Some(Matrix(numbers)).filter(Matrix::is_finite)
}
