//! What the preprocessor says when something is wrong: a function per message.
//!
//! Comes in: the place, and names as text. Goes out: a [`Diagnostic`]. Must not depend on: the state of the preprocessor.

use super::Version;
use super::lookalike::lookalike;
use super::number::NumberError;
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use std::fmt::Display;

/// What to do about a `\`.
const BACKSLASH_HELP: &str = "a backslash continues a line only as the very last character of it";

const INCLUDED_ONCE: &str = "put `#pragma once` at the top of a file that is included more than once";

#[cold]
pub(super) fn unterminated_comment(span: Span) -> Diagnostic {
    Diagnostic::error(Code::UnterminatedComment, span, "this comment is never closed").with_help("close it with `*/`")
}

#[cold]
pub(super) fn unterminated_string(span: Span) -> Diagnostic {
    Diagnostic::error(Code::UnterminatedString, span, "this string is never closed")
        .with_help("close it with `\"` on the same line")
}

#[cold]
pub(super) fn foreign_characters(span: Span, text: &str) -> Diagnostic {
    let shown: String = (text.chars().take(16))
        .map(|c| if c.is_control() { c.escape_unicode().to_string() } else { c.to_string() })
        .collect();
    let named = text.chars().next().and_then(lookalike);
    let message = match (text.chars().count(), &named) {
        (1, Some(named)) => format!("{} is not a character of the shading language", named.name()),
        (1, None) => format!("`{shown}` is not a character of the shading language"),
        _ => format!("`{shown}` are not characters of the shading language"),
    };
    let mut diagnostic = Diagnostic::error(Code::InvalidCharacter, span, message)
        .with_note("GLSL 4.60, 3.1: outside comments, source text is a subset of ASCII");
    if let Some(named) = named {
        diagnostic = diagnostic.with_help(named.help());
    }
    if text == "\\" { diagnostic.with_help(BACKSLASH_HELP) } else { diagnostic }
}

#[cold]
pub(super) fn character_literal(span: Span, code: Option<u32>) -> Diagnostic {
    let diagnostic = Diagnostic::error(Code::InvalidCharacter, span, "GLSL has no character literals")
        .with_note("GLSL 4.60, 3.1 and 4.1.3");
    match code {
        Some(code) => diagnostic.with_help(format!("write the number: `{code}`")),
        None => diagnostic.with_help("write the number of the character"),
    }
}

#[cold]
pub(super) fn malformed_condition(span: Span, message: &'static str) -> Diagnostic {
    Diagnostic::error(Code::MalformedCondition, span, message)
}

#[cold]
pub(super) fn operator_expected(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(Code::MalformedCondition, span, format!("expected an operator before `{found}`"))
}

#[cold]
pub(super) fn operand_expected(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(Code::MalformedCondition, span, format!("expected an operand, found `{found}`"))
}

#[cold]
pub(super) fn not_an_operator(span: Span, found: &str) -> Diagnostic {
    let message = format!("`{found}` is not an operator of preprocessor expressions");
    Diagnostic::error(Code::MalformedCondition, span, message)
}

#[cold]
pub(super) fn division_by_zero(span: Span) -> Diagnostic {
    Diagnostic::error(Code::DivisionByZeroInCondition, span, "division by zero in a preprocessor expression")
}

#[cold]
pub(super) fn undefined_in_condition(span: Span, name: &dyn Display, is_es: bool) -> Diagnostic {
    let message = format!("`{name}` is not defined");
    let diagnostic = if is_es {
        Diagnostic::error(Code::UndefinedInCondition, span, message)
            .with_note("ESSL 3.20, 3.4: undefined identifiers do not default to 0")
    } else {
        Diagnostic::warning(Code::UndefinedInCondition, span, message)
            .with_label("treated as 0")
            .with_note("GLSL 4.60, 3.3: undefined identifiers do not default to 0")
    };
    diagnostic.with_help(format!("test `defined({name})` first"))
}

#[cold]
pub(super) fn missing_version(start: Span, version: Version) -> Diagnostic {
    Diagnostic::warning(Code::MissingVersion, start, format!("no `#version`: {version} is assumed"))
        .with_help(format!("start the shader with `#version {version}`"))
}

#[cold]
pub(super) fn forced_version(span: Span, forced: Version, version: Version) -> Diagnostic {
    let message = format!("the version is forced to {forced}, but the shader says {version}");
    Diagnostic::warning(Code::ForcedVersion, span, message)
}

#[cold]
pub(super) fn essl_version_not_first(span: Span, start: Span) -> Diagnostic {
    let message = "`#version` must be in the first line of an ESSL shader, without a comment before it";
    Diagnostic::error(Code::MisplacedVersion, span, message)
        .with_secondary(start, "the shader starts here")
        .with_note("GLSL ES 3.20, 3.3; desktop GLSL allows comments and empty lines")
        .with_help("move `#version` to the beginning")
}

#[cold]
pub(super) fn version_without_number(span: Span, supported: &str) -> Diagnostic {
    Diagnostic::error(Code::MalformedVersion, span, "`#version` needs a version number").with_note(supported)
}

#[cold]
pub(super) fn version_needs_profile(span: Span, number: u64) -> Diagnostic {
    Diagnostic::error(Code::MalformedVersion, span, format!("version {number} needs the profile `es`"))
        .with_help(format!("write `#version {number} es`"))
}

#[cold]
pub(super) fn no_such_profile(span: Span, word: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::MalformedVersion, span, format!("there is no profile `{word}`"))
        .with_note("GLSL 4.60, 3.3: the profiles are `core`, `compatibility` and `es`")
}

#[cold]
pub(super) fn unsupported_version(span: Span, number: u64, is_es: bool, supported: &str) -> Diagnostic {
    let es = if is_es { " es" } else { "" };
    Diagnostic::error(Code::UnsupportedVersion, span, format!("version {number}{es} is not supported"))
        .with_note(supported)
}

#[cold]
pub(super) fn late_version(span: Span) -> Diagnostic {
    let message = "`#version` must come before everything but comments and white space";
    Diagnostic::error(Code::MisplacedVersion, span, message).with_note("GLSL 4.60, 3.3")
}

#[cold]
pub(super) fn extra_text(span: Span, directive: &dyn Display) -> Diagnostic {
    Diagnostic::warning(Code::ExtraTokens, span, format!("extra text after `#{directive}`"))
}

#[cold]
pub(super) fn directive_without_name(span: Span, text: &dyn Display) -> Diagnostic {
    let message = format!("expected the name of a directive after `#`, found `{text}`");
    Diagnostic::error(Code::UnknownDirective, span, message)
}

#[cold]
pub(super) fn unknown_directive(span: Span, name: &dyn Display, known: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::error(Code::UnknownDirective, span, format!("there is no directive `#{name}`"));
    match known {
        Some(known) => diagnostic.with_help(format!("did you mean `#{known}`?")),
        None => diagnostic,
    }
}

#[cold]
pub(super) fn directive_in_macro_call(span: Span, name: &dyn Display) -> Diagnostic {
    let message = format!("`#{name}` between the arguments of a macro");
    Diagnostic::error(Code::DirectiveInMacroCall, span, message)
        .with_help("put the whole call into each branch, or the argument into a separate macro")
}

#[cold]
pub(super) fn conditionals_too_deep(span: Span, limit: usize) -> Diagnostic {
    Diagnostic::error(Code::ConditionalsTooDeep, span, format!("conditionals are nested deeper than {limit} levels"))
}

#[cold]
pub(super) fn stray_conditional(span: Span, name: &dyn Display) -> Diagnostic {
    let message = format!("`#{name}` without an `#if` before it in this file");
    Diagnostic::error(Code::StrayConditional, span, message)
}

#[cold]
pub(super) fn branch_after_else(span: Span, name: &dyn Display, earlier: Span, conditional: Span) -> Diagnostic {
    Diagnostic::error(Code::StrayConditional, span, format!("`#{name}` after `#else`"))
        .with_secondary(earlier, "the `#else`")
        .with_secondary(conditional, "of this conditional")
}

#[cold]
pub(super) fn macro_name_expected(span: Span, directive: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::MacroNameExpected, span, format!("`#{directive}` needs the name of a macro"))
}

#[cold]
pub(super) fn predefined_macro(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::PredefinedMacro, span, format!("macro `{name}` is predefined"))
        .with_note("GLSL 4.60, 3.3: it is an error to undefine or to redefine a built-in macro")
}

#[cold]
pub(super) fn macro_named_defined(span: Span) -> Diagnostic {
    Diagnostic::error(Code::ReservedMacroName, span, "`defined` can't be the name of a macro")
}

#[cold]
pub(super) fn macro_name_of_extensions(span: Span, name: &dyn Display) -> Diagnostic {
    let message = format!("macro name `{name}` is reserved: names that start with `GL_` belong to extensions");
    Diagnostic::error(Code::ReservedMacroName, span, message)
        .with_note("GLSL 4.60, 3.3: defining or undefining such a name is an error")
}

#[cold]
pub(super) fn macro_name_of_system(span: Span, name: &dyn Display) -> Diagnostic {
    let message = format!("macro name `{name}` is reserved: names with two underscores in a row belong to the system");
    Diagnostic::warning(Code::ReservedMacroName, span, message)
}

#[cold]
pub(super) fn macro_redefined(span: Span, name: &dyn Display, definition: Span) -> Diagnostic {
    let message = format!("macro `{name}` is redefined with a different meaning");
    let mut diagnostic = Diagnostic::error(Code::MacroRedefined, span, message);
    if definition.is_defined() {
        diagnostic = diagnostic.with_secondary(definition, "first defined here");
    }
    diagnostic.with_help(format!("`#undef {name}` first"))
}

#[cold]
pub(super) fn malformed_parameters(span: Span, message: &'static str) -> Diagnostic {
    Diagnostic::error(Code::MalformedMacroParameters, span, message)
}

#[cold]
pub(super) fn duplicate_parameter(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::MalformedMacroParameters, span, format!("duplicate parameter `{name}`"))
}

#[cold]
pub(super) fn essl_paste(span: Span) -> Diagnostic {
    Diagnostic::error(Code::MisplacedPaste, span, "ESSL has no `##` operator")
        .with_note("ESSL 3.20, 3.4: there is no `##` operator")
}

#[cold]
pub(super) fn stringize(span: Span) -> Diagnostic {
    Diagnostic::error(Code::StringizeOperator, span, "GLSL macros have no `#` operator")
        .with_note("GLSL 4.60, 3.3: `##` is the only macro operator")
}

#[cold]
pub(super) fn misplaced_paste(span: Span) -> Diagnostic {
    Diagnostic::error(Code::MisplacedPaste, span, "`##` needs a token before and after it")
}

#[cold]
pub(super) fn error_directive(span: Span, text: String) -> Diagnostic {
    let message = if text.is_empty() { "`#error` without a message".to_owned() } else { text };
    Diagnostic::error(Code::ErrorDirective, span, message)
}

#[cold]
pub(super) fn malformed_pragma(span: Span, name: &dyn Display, expected: &dyn Display) -> Diagnostic {
    let message = format!("expected {expected} after `#pragma {name}`; the pragma is ignored");
    Diagnostic::warning(Code::MalformedPragma, span, message).with_note("GLSL 4.60, 3.3")
}

#[cold]
pub(super) fn line_without_number(span: Span) -> Diagnostic {
    Diagnostic::error(Code::MalformedLine, span, "`#line` needs a line number")
        .with_help("write `#line 10`, `#line 10 2` or `#line 10 \"file\"`")
}

#[cold]
pub(super) fn backslash(span: Span) -> Diagnostic {
    Diagnostic::error(Code::InvalidCharacter, span, "`\\` is not a character of the shading language")
        .with_help(BACKSLASH_HELP)
}

#[cold]
pub(super) fn too_many_tokens(span: Span, limit: usize) -> Diagnostic {
    Diagnostic::error(Code::SourceTooLarge, span, format!("the shader has more than {limit} tokens"))
        .with_help("split the shader")
}

#[cold]
pub(super) fn invalid_escape(span: Span, character: char) -> Diagnostic {
    let message = match character {
        'x' => "an escape sequence `\\x` without hexadecimal digits".to_owned(),
        character => format!("`\\{character}` is not an escape sequence"),
    };
    Diagnostic::error(Code::InvalidEscape, span, message)
        .with_help("a backslash itself is written `\\\\`")
        .with_note("GL_EXT_debug_printf, 3.1")
}

#[cold]
pub(super) fn wrong_number(span: Span, text: &str, error: &NumberError) -> Diagnostic {
    match error {
        NumberError::Malformed => Diagnostic::error(Code::MalformedNumber, span, format!("`{text}` is not a number")),
        NumberError::Digit(digit) => {
            Diagnostic::error(Code::MalformedNumber, span, format!("`{digit}` is not an octal digit"))
                .with_note("GLSL 4.60, 4.1.3: an integer that starts with `0` is octal")
        }
        NumberError::Suffix(suffix) => {
            let message = format!("`{suffix}` is not a suffix of numbers of this kind");
            let diagnostic = Diagnostic::error(Code::InvalidNumberSuffix, span, message);
            match suffix.to_ascii_lowercase().as_str() {
                "d" => diagnostic.with_help("the suffix of a `double` is `lf`"),
                "h" => diagnostic.with_help("the suffix of a `float16_t` is `hf`"),
                binary if text.starts_with('0') && binary.starts_with('b') => {
                    diagnostic.with_help("GLSL has no binary literals; write a hexadecimal one, such as `0x5`")
                }
                _ => diagnostic.with_note(
                    "suffixes of integers are `u`, `l`, `ul`, `s`, `us`, of floating-point numbers `f`, `lf`, `hf`",
                ),
            }
        }
        NumberError::FloatSuffixOnInteger(suffix) => {
            Diagnostic::error(Code::InvalidNumberSuffix, span, format!("`{suffix}` can't follow an integer"))
                .with_help(format!("write `{}.0{suffix}`", text.trim_end_matches(suffix.as_str())))
        }
        NumberError::TooLarge { bits } => {
            let diagnostic = Diagnostic::error(
                Code::IntegerTooLarge,
                span,
                format!("integer `{text}` does not fit into {bits} bits"),
            )
            .with_note("GLSL 4.60, 4.1.3");
            if *bits == 32 { diagnostic.with_help("64-bit literals end in `l` or `ul`") } else { diagnostic }
        }
    }
}

#[cold]
pub(super) fn too_many_expanded_tokens(span: Span, limit: usize) -> Diagnostic {
    let message = format!("macros expand to more than {limit} tokens in all");
    Diagnostic::error(Code::TooManyExpandedTokens, span, message).with_label("while expanding this")
}

#[cold]
pub(super) fn expansions_too_large(span: Span) -> Diagnostic {
    Diagnostic::error(Code::SourceTooLarge, span, "source text and macro expansions are larger than 4 GiB")
}

#[cold]
pub(super) fn wrong_argument_count(
    span: Span,
    name: &dyn Display,
    parameters: usize,
    given: usize,
    definition: Span,
) -> Diagnostic {
    let plural = if parameters == 1 { "" } else { "s" };
    let message = format!("macro `{name}` takes {parameters} argument{plural}, not {given}");
    Diagnostic::error(Code::MacroArgumentCount, span, message).with_secondary(definition, "defined here")
}

#[cold]
pub(super) fn unterminated_macro_call(span: Span, name: &dyn Display, definition: Span) -> Diagnostic {
    let message = format!("the arguments of macro `{name}` are not closed by `)`");
    Diagnostic::error(Code::UnterminatedMacroCall, span, message).with_secondary(definition, "defined here")
}

#[cold]
pub(super) fn invalid_paste(span: Span, text: &dyn Display) -> Diagnostic {
    let message = format!("`##` produces `{text}`, which is not a single token");
    Diagnostic::error(Code::InvalidPaste, span, message)
        .with_note("GLSL 4.60, 3.3: the result of `##` must be a valid single token")
}

#[cold]
pub(super) fn include_without_name(span: Span) -> Diagnostic {
    Diagnostic::error(Code::MalformedInclude, span, "`#include` needs the name of a file")
        .with_help("write `#include \"name\"` or `#include <name>`")
}

#[cold]
pub(super) fn include_too_deep(span: Span, limit: usize) -> Diagnostic {
    let message = format!("files include each other deeper than {limit} levels");
    Diagnostic::error(Code::IncludeTooDeep, span, message).with_help(INCLUDED_ONCE)
}

#[cold]
pub(super) fn too_many_includes(span: Span, limit: usize) -> Diagnostic {
    let message = format!("more than {limit} files are included");
    Diagnostic::error(Code::TooManyIncludes, span, message).with_help(INCLUDED_ONCE)
}

#[cold]
pub(super) fn include_not_found(span: Span, name: &dyn Display, reason: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::IncludeNotFound, span, format!("can't include `{name}`: {reason}"))
}

#[cold]
pub(super) fn source_too_large(span: Span, name: &dyn Display, limit: usize) -> Diagnostic {
    let message = format!("`{name}` makes the source text larger than {limit} bytes");
    Diagnostic::error(Code::SourceTooLarge, span, message)
}

#[cold]
pub(super) fn unterminated_conditional(span: Span) -> Diagnostic {
    Diagnostic::error(Code::UnterminatedConditional, span, "this conditional has no `#endif`")
        .with_help("close it with `#endif`")
}

#[cold]
pub(super) fn late_extension(span: Span) -> Diagnostic {
    let message = "`#extension` should come before all other text in ESSL";
    Diagnostic::warning(Code::MisplacedExtension, span, message).with_note("ESSL 3.20, 3.4")
}

#[cold]
pub(super) fn no_such_behavior(span: Span, found: &str) -> Diagnostic {
    malformed_extension(span, format!("there is no behavior `{found}`"))
}

#[cold]
pub(super) fn malformed_extension(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::MalformedExtension, span, message)
        .with_help("write `#extension NAME : BEHAVIOR` with `require`, `enable`, `warn` or `disable`")
}

#[cold]
pub(super) fn all_extensions(span: Span) -> Diagnostic {
    Diagnostic::error(Code::MalformedExtension, span, "`all` can only be `warn` or `disable`")
        .with_note("GLSL 4.60, 3.3")
}

#[cold]
pub(super) fn extension_needs_version(span: Span, name: &dyn Display, version: Version, needs: String) -> Diagnostic {
    let es = if version.is_es() { " es" } else { "" };
    let message = format!("extension `{name}` is not available in version {}{es}", version.number);
    Diagnostic::error(Code::ExtensionNeedsVersion, span, message).with_note(needs)
}

#[cold]
pub(super) fn unknown_extension(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::UnknownExtension, span, format!("extension not supported: {name}"))
}
