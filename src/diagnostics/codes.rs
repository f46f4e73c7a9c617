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
    102 MissingSemicolon "a declaration or statement that `;` does not end",
    103 UnclosedDelimiter "a bracket that is never closed, or closed too late",
    104 UnmatchedDelimiter "a closing bracket without an opening one",
    105 ReservedWord "a reserved word used as a name",
    106 CStyleCast "a conversion written as a type in parentheses",
    107 ElseWithoutIf "an `else` that belongs to no `if`",
    108 CaseOutsideSwitch "a `case` or `default` label outside of a `switch`",
    109 StatementBeforeCase "a statement before the first label of a `switch`",
    110 LabelWithoutStatement "a `switch` that ends with a label",
    111 EmbeddedStructure "a structure defined inside of another",
    112 EmptyStructure "a structure or an interface block without members",
    113 MemberInitializer "an initialiser on a member of a structure or block",
    114 NestedFunction "a function defined inside of a block",
    115 StatementOutsideFunction "a statement at global scope",
    116 MissingResultType "a function without a result type",
    117 DefaultArgument "a parameter with a default value",
    118 DeclarationInIfCondition "a variable declared in the condition of an `if`",
    119 EmptyIndex "`[]` where an index is needed",
    120 ExpectedExpression "something else where an expression is needed",
    121 ExpectedName "something else where a name is needed",
    122 ExpectedType "something else where a type is needed",
    123 MisplacedAttribute "an attribute before something that takes none",
    124 KeywordAsName "a keyword used as a name",
    125 MissingBlockQualifier "an interface block without a storage qualifier",
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
