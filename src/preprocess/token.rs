//! Tokens as the parser sees them: after macro expansion, without comments, directives and white space.
//!
//! Comes in: kinds, spans and interned text from the lexer. Goes out: plain values of a few words. Must not depend on:
//! grammar.

use crate::source::{Span, Symbol};

/// One token and where it came from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token {
    /// What the token is.
    pub kind: TokenKind,
    /// Its span. A token from a macro body has a span in that expansion's range of the
    /// [`SourceMap`](crate::source::SourceMap); one from a macro argument keeps its own.
    pub span: Span,
}

impl Token {
    /// The end of an empty stream.
    pub const END: Self = Self { kind: TokenKind::End, span: Span::UNDEFINED };
}

/// The kinds of token (GLSL 4.60, chapter 3.7 and 3.8).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TokenKind {
    /// An identifier or a keyword: which of the two depends on version and extensions, so the parser decides.
    Word(Symbol),
    /// A number literal, by its index in [`Preprocessed::numbers`](super::Preprocessed::numbers): there are as many tokens
    /// as bytes of source, so they are kept small.
    Number(u32),
    /// A string literal (only some extensions give it a meaning, such as GL_EXT_debug_printf).
    String(Symbol),
    /// An operator or a separator.
    Punctuation(Punctuation),
    /// The end of the input; the last token of every stream.
    End,
}

/// A number literal, already converted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer; `bits` is its two's complement value in 64 bits.
    Integer {
        /// The value.
        bits: u64,
        /// The suffix, which decides the type.
        suffix: IntegerSuffix,
        /// Whether it was written in octal or hexadecimal: then a value that needs all bits is in range for the signed
        /// type (GLSL 4.60, 4.1.3).
        radix_prefixed: bool,
    },
    /// A floating-point number.
    Float {
        /// The value, rounded once to double precision from the decimal text.
        value: f64,
        /// The suffix, which decides the type.
        suffix: FloatSuffix,
    },
}

/// The type suffix of an integer literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerSuffix {
    /// No suffix: `int`.
    None,
    /// `u` or `U`: `uint`.
    Unsigned,
    /// `s` or `S`: `int16_t` (GL_EXT_shader_explicit_arithmetic_types).
    Short,
    /// `us` or `US`: `uint16_t`.
    UnsignedShort,
    /// `l` or `L`: `int64_t` (GL_ARB_gpu_shader_int64).
    Long,
    /// `ul` or `UL`: `uint64_t`.
    UnsignedLong,
}

/// The type suffix of a floating-point literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatSuffix {
    /// None, `f` or `F`: `float`.
    Single,
    /// `lf` or `LF`: `double`.
    Double,
    /// `hf` or `HF`: `float16_t`.
    Half,
    /// `fe2m1` and the suffixes of the other microscaling formats.
    SmallFloat(crate::builtins::SmallFloat),
}

/// Declares the operators and separators with their spelling.
macro_rules! punctuation {
    ($($name:ident $spelling:literal),* $(,)?) => {
        /// Operators and separators, named after the grammar's tokens.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum Punctuation { $($name),* }

        impl Punctuation {
            /// Every operator and separator.
            pub const ALL: &'static [Punctuation] = &[$(Punctuation::$name),*];

            /// The text of the token.
            #[must_use]
            pub const fn spelling(self) -> &'static str {
                match self { $(Punctuation::$name => $spelling),* }
            }
        }
    };
}

punctuation! {
    LeftParen "(", RightParen ")", LeftBracket "[", RightBracket "]", LeftBrace "{", RightBrace "}",
    Dot ".", Comma ",", Colon ":", Semicolon ";", Question "?",
    Equal "=", Bang "!", Tilde "~", Plus "+", Minus "-", Star "*", Slash "/", Percent "%",
    Less "<", Greater ">", Ampersand "&", Caret "^", VerticalBar "|",
    Increment "++", Decrement "--",
    LessEqual "<=", GreaterEqual ">=", EqualEqual "==", BangEqual "!=",
    LogicalAnd "&&", LogicalOr "||", LogicalXor "^^",
    ShiftLeft "<<", ShiftRight ">>",
    AddAssign "+=", SubAssign "-=", MulAssign "*=", DivAssign "/=", ModAssign "%=",
    LeftAssign "<<=", RightAssign ">>=", AndAssign "&=", XorAssign "^=", OrAssign "|=",
    Hash "#", HashHash "##", ColonColon "::",
}
