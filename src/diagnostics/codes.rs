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
    2 UnterminatedComment "a comment that is never closed",
    3 UnterminatedString "a string literal that its line does not close",
    4 MalformedNumber "text that starts like a number but is none",
    5 InvalidNumberSuffix "letters after a number that are no suffix of it",
    6 IntegerTooLarge "an integer literal that needs more bits than its type has",
    7 UnknownDirective "a preprocessor directive that does not exist",
    8 ExtraTokens "text after the end of a directive",
    9 MacroNameExpected "a directive without the macro name it needs",
    10 ReservedMacroName "a macro name that is reserved",
    11 PredefinedMacro "a predefined macro that is defined or undefined",
    12 MacroRedefined "a macro defined again with another meaning",
    13 MalformedMacroParameters "a parameter list of a macro that is not well-formed",
    14 MisplacedPaste "the operator `##` without a token on both sides, or where the language has none",
    15 StringizeOperator "the operator `#`, which the shading language does not have",
    16 InvalidPaste "a result of `##` that is not one token",
    17 MacroArgumentCount "too many or too few arguments of a macro",
    18 UnterminatedMacroCall "a macro call without the closing parenthesis",
    19 DirectiveInMacroCall "a directive between the arguments of a macro",
    20 MalformedCondition "a preprocessor expression that is not well-formed",
    21 UndefinedInCondition "an undefined name in a preprocessor expression",
    22 DivisionByZeroInCondition "a division by zero in a preprocessor expression",
    23 UnterminatedConditional "an `#if` without `#endif`",
    24 StrayConditional "an `#elif`, `#else` or `#endif` that belongs to no `#if`",
    25 ErrorDirective "an `#error` directive",
    26 MalformedLine "a `#line` directive that is not well-formed",
    27 MalformedPragma "a known `#pragma` with arguments it does not have",
    28 MisplacedVersion "a `#version` directive that is not the first thing of the shader",
    29 MalformedVersion "a `#version` directive that is not well-formed",
    30 UnsupportedVersion "a language version or profile that is not supported",
    31 MissingVersion "a shader without `#version`",
    32 MalformedExtension "an `#extension` directive that is not well-formed",
    33 UnknownExtension "an extension that is not known",
    34 ExtensionNeedsVersion "an extension that this language version can't have",
    35 MisplacedExtension "an `#extension` directive after other text in ESSL",
    36 MalformedInclude "an `#include` directive that is not well-formed",
    37 IncludeNotFound "an included file that can't be read",
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
    910 SourceTooLarge "more source text than there may be",
    911 IncludeTooDeep "files that include each other deeper than the limit",
    912 TooManyIncludes "more included files than the limit",
    913 TooManyExpandedTokens "macros that expand to more tokens than the limit",
    914 ConditionalsTooDeep "`#if` nested deeper than the limit",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GS{:04}", *self as u16)
    }
}
