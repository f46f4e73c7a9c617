//! The generator of the built-in tables: `builtins/*.builtins` in, Rust source of static tables out.
//!
//! Comes in: names and texts of the files. Goes out: Rust text for `include!`, or every mistake with its position. Must
//! not depend on: the rest of the crate. `build.rs` compiles this module a second time, on its own, so nothing here may
//! name anything outside this folder except the `spirv` crate. `builtins/README.md` describes the language it reads.

mod check;
mod emit;
mod gate;
mod glsl_type;
mod lexer;
mod model;
mod parse;
mod recipe;
mod spirv_names;
#[cfg(test)]
mod tests;
mod tree;
mod variadic;

/// A position in a `*.builtins` file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Index of the file.
    pub file: usize,
    /// Line from 1.
    pub line: u32,
    /// Column from 1.
    pub column: u32,
}

/// A mistake in a `*.builtins` file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Where.
    pub position: Position,
    /// What.
    pub message: String,
}

impl Error {
    fn new(position: Position, message: String) -> Self {
        Self { position, message }
    }

    /// `file:line:column: message`
    pub fn render(&self, files: &[(String, String)]) -> String {
        let name = files.get(self.position.file).map_or("?", |(name, _)| name.as_str());
        format!("{name}:{}:{}: {}", self.position.line, self.position.column, self.message)
    }
}

/// Turns the files (name, text) into the Rust source of the tables.
pub fn generate(files: &[(String, String)], docs: bool) -> Result<String, Vec<Error>> {
    let mut tree = tree::Files::default();
    let mut errors = Vec::new();
    for (index, (_, text)) in files.iter().enumerate() {
        if let Err(error) = lexer::tokens(index, text).and_then(|tokens| parse::parse(&tokens, &mut tree)) {
            errors.push(error);
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut model = check::check(&tree)?;
    if !docs {
        model.forget_docs();
    }
    Ok(emit::emit(&model))
}
