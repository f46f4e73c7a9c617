//! The stable diagnostic codes. A code is never reused and never changes its meaning.
//!
//! Ranges: GS00xx source and preprocessor, GS01xx syntax, GS02xx declarations and types, GS03xx expressions and
//! calls, GS04xx statements and functions, GS05xx extensions, versions and targets, GS06xx constant arguments,
//! GS07xx-GS08xx the rules of memory scope semantics, GS09xx limits and internal errors.

use std::fmt;

/// Declares codes: number, name, one-line summary.
macro_rules! codes {
    ($($number:literal $name:ident $summary:literal),* $(,)?) => {
        /// A stable diagnostic code, printed as `GS` and four digits.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $summary] $name = $number),*
        }

        impl Code {
            /// Every code in ascending order.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            /// What the code is for, in one line.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self { $(Code::$name => $summary),* }
            }
        }
    };
}

codes! {
    // GS00xx: source and preprocessor
    1 InvalidCharacter "a character that GLSL source text may not contain",
    // GS01xx: syntax
    100 UnexpectedToken "a token that the grammar does not allow here",
    101 NestingTooDeep "brackets, blocks or operators nested deeper than the limit",
    // GS02xx: declarations and types
    200 UndeclaredIdentifier "a name that is not declared",
    // GS03xx: expressions and calls
    300 NoMatchingOverload "no overload of a function fits the arguments",
    // GS04xx: statements and functions
    // GS05xx: extensions, versions and targets
    500 ExtensionRequired "a feature used without the extension that provides it",
    // GS06xx: constant arguments
    // GS09xx: limits and internal errors
    900 InternalError "a bug in glslsub",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GS{:04}", *self as u16)
    }
}
