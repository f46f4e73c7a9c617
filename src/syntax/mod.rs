//! The parser: tokens in, an [abstract syntax tree](ast) out, with as many errors as are independent of each other.
//!
//! Comes in: [`Preprocessed`](crate::preprocess::Preprocessed). Goes out: [`ast::TranslationUnit`].
//! Must not know: types, names, built-ins. The grammar of GLSL needs no symbol table for that: `T name` can only
//! be a declaration, and `f(x)` is a call whether `f` is a function or a type.

pub mod ast;
