//! The parser's diagnostics, one constructor each.
//!
//! Comes in: spans and token names. Goes out: [`Diagnostic`]s. Must not depend on: the parser's state.

use super::NESTING_LIMIT;
use crate::diagnostics::{Code, Diagnostic, ForeignWord, foreign_word};
use crate::preprocess::Version;
use crate::source::Span;

#[cold]
pub(super) fn unexpected_token(span: Span, expected: &str, found: &str) -> Diagnostic {
    Diagnostic::error(Code::UnexpectedToken, span, format!("expected {expected}, found {found}"))
        .with_label(format!("expected {expected}"))
}

#[cold]
pub(super) fn expected_expression(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(Code::ExpectedExpression, span, format!("expected an expression, found {found}"))
        .with_label("expected an expression")
}

#[cold]
pub(super) fn expected_name(span: Span, what: &str, found: &str) -> Diagnostic {
    Diagnostic::error(Code::ExpectedName, span, format!("expected {what}, found {found}"))
        .with_label(format!("expected {what}"))
}

#[cold]
pub(super) fn expected_type(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(Code::ExpectedType, span, format!("expected a type, found {found}")).with_label("expected a type")
}

#[cold]
pub(super) fn keyword_as_name(span: Span, what: &str, found: &str) -> Diagnostic {
    Diagnostic::error(Code::KeywordAsName, span, format!("expected {what}, found {found}"))
        .with_label("a keyword cannot be used as a name")
        .with_note("GLSL 4.60, 3.6")
}

#[cold]
pub(super) fn reserved_word(span: Span, text: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error(Code::ReservedWord, span, format!("`{text}` is a reserved word"))
        .with_label("reserved for future use")
        .with_note("GLSL 4.60, 3.6");
    match text {
        "unsigned" => diagnostic.with_help("use `uint`"),
        "long" => diagnostic.with_help("use `int64_t` with `GL_EXT_shader_explicit_arithmetic_types_int64`"),
        "short" => diagnostic.with_help("use `int16_t` with `GL_EXT_shader_explicit_arithmetic_types_int16`"),
        "half" => diagnostic.with_help("use `float16_t` with `GL_EXT_shader_explicit_arithmetic_types_float16`"),
        "class" | "union" => diagnostic.with_help("use `struct`"),
        "enum" => diagnostic.with_help("use `const int` variables"),
        _ => {
            diagnostic.with_help(foreign_word(text).map_or_else(|| "choose another name".to_owned(), ForeignWord::help))
        }
    }
}

#[cold]
pub(super) fn foreign_syntax(span: Span, word: &ForeignWord) -> Diagnostic {
    Diagnostic::error(Code::ForeignSyntax, span, format!("`{}` is {}, not GLSL", word.word, word.language))
        .with_help(format!("in GLSL {}", word.glsl))
}

/// `pointer->member`
#[cold]
pub(super) fn arrow(span: Span) -> Diagnostic {
    Diagnostic::error(Code::ForeignSyntax, span, "GLSL has no `->`")
        .with_note("GLSL 4.60, 4.1: there are no pointer types")
        .with_help("write `.`, for references of GL_EXT_buffer_reference too")
}

/// `*p` or `&x`
#[cold]
pub(super) fn address_operator(span: Span, operator: &str) -> Diagnostic {
    let help = match operator {
        "*" => "write the name alone; memory behind an address is reached through GL_EXT_buffer_reference",
        _ => "pass the variable itself, to an `inout` parameter",
    };
    Diagnostic::error(Code::ForeignSyntax, span, format!("GLSL has no unary `{operator}`"))
        .with_label("not a unary operator in GLSL")
        .with_note("GLSL 4.60, 4.1: there are no pointer types")
        .with_help(help)
}

/// `float *p` or `float &r`
#[cold]
pub(super) fn pointer_declarator(span: Span, mark: &str) -> Diagnostic {
    let kind = if mark == "*" { "pointers" } else { "references" };
    Diagnostic::error(Code::ForeignSyntax, span, format!("GLSL has no {kind}"))
        .with_label("not allowed after a type")
        .with_note("GLSL 4.60, 4.1: there are no pointer types")
        .with_help("for a parameter that the function changes, write `inout` before its type")
}

#[cold]
pub(super) fn missing_semicolon(after: Span, found_span: Span, found: &str) -> Diagnostic {
    let diagnostic = Diagnostic::error(Code::MissingSemicolon, after, format!("expected `;`, found {found}"))
        .with_label("`;` is missing after this")
        .with_help("add `;`");
    if found_span.is_defined() { diagnostic.with_secondary(found_span, "found this instead") } else { diagnostic }
}

#[cold]
pub(super) fn unclosed(span: Span, open: Span, expected: &str, found: &str) -> Diagnostic {
    Diagnostic::error(Code::UnclosedDelimiter, span, format!("expected {expected}, found {found}"))
        .with_label(format!("expected {expected}"))
        .with_secondary(open, "opened here")
}

#[cold]
pub(super) fn unmatched(span: Span, spelling: &str) -> Diagnostic {
    Diagnostic::error(Code::UnmatchedDelimiter, span, format!("unmatched `{spelling}`"))
        .with_label("no bracket is open here")
        .with_help(format!("remove this `{spelling}`, or add what it was meant to close"))
}

#[cold]
pub(super) fn nesting_too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NestingTooDeep, span, format!("nested more than {NESTING_LIMIT} levels deep"))
        .with_label("this level exceeds the limit")
        .with_note("brackets, blocks, prefix operators, `?:` and assignments count together")
}

#[cold]
pub(super) fn c_style_cast(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::error(Code::CStyleCast, span, "a type in parentheses is not a conversion")
        .with_label("not a cast in GLSL")
        .with_note("GLSL 4.60, 5.4: only GL_NV_explicit_typecast has casts")
        .with_help(format!("use `{ty}(...)`"))
}

#[cold]
pub(super) fn type_argument_operator(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(Code::TypeArgumentOperator, span, format!("expected `,` or `>`, found {found}"))
        .with_label("an operator between type parameters needs parentheses")
        .with_note("GL_KHR_cooperative_matrix, 9: a type parameter is a type or a `unary_expression`")
        .with_help("put the whole parameter in parentheses")
}

#[cold]
pub(super) fn else_without_if(span: Span) -> Diagnostic {
    Diagnostic::error(Code::ElseWithoutIf, span, "`else` without `if`")
        .with_label("no `if` before this")
        .with_help("if the `if` has more than one statement, put them in braces")
}

#[cold]
pub(super) fn case_outside_switch(span: Span, text: &str) -> Diagnostic {
    Diagnostic::error(Code::CaseOutsideSwitch, span, format!("`{text}` label outside a `switch`"))
        .with_label("not directly inside a `switch`")
        .with_note("GLSL 4.60, 6.2")
}

#[cold]
pub(super) fn statement_before_case(span: Span) -> Diagnostic {
    Diagnostic::error(Code::StatementBeforeCase, span, "statement before the first label of a `switch`")
        .with_label("no `case` or `default` before this")
        .with_note("GLSL 4.60, 6.2")
}

/// GLSL 4.40 and 4.50 and ESSL 3.10 do not have the rule, the versions before and after them do.
#[cold]
pub(super) fn label_without_statement(span: Span, version: Version) -> Diagnostic {
    let message = "the last label of a `switch` has no statement";
    let (diagnostic, note) = match version.number {
        440..460 if !version.is_es() => (
            Diagnostic::warning(Code::LabelWithoutStatement, span, message),
            "GLSL 4.60, 6.2, makes it an error; 4.40 and 4.50 do not",
        ),
        310 => (
            Diagnostic::warning(Code::LabelWithoutStatement, span, message),
            "GLSL ES 3.20, 6.2, makes it an error; 3.10 does not",
        ),
        320 => (Diagnostic::error(Code::LabelWithoutStatement, span, message), "GLSL ES 3.20, 6.2"),
        _ => (Diagnostic::error(Code::LabelWithoutStatement, span, message), "GLSL 4.60, 6.2"),
    };
    diagnostic.with_label("nothing follows this label").with_note(note).with_help("add `break;`")
}

#[cold]
pub(super) fn embedded_structure(span: Span) -> Diagnostic {
    Diagnostic::error(Code::EmbeddedStructure, span, "a structure cannot be defined inside another")
        .with_label("definition not allowed here")
        .with_note("GLSL 4.60, 4.1.8")
        .with_help("define it before and use its name here")
}

#[cold]
pub(super) fn empty_structure(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::EmptyStructure, span, format!("{what} without members"))
        .with_label("needs at least one member")
        .with_note("GLSL 4.60, 4.1.8")
}

#[cold]
pub(super) fn member_initializer(span: Span) -> Diagnostic {
    Diagnostic::error(Code::MemberInitializer, span, "a member cannot have an initializer")
        .with_label("not allowed on a member")
        .with_note("GLSL 4.60, 4.1.8")
}

#[cold]
pub(super) fn nested_function(span: Span, open: Span) -> Diagnostic {
    Diagnostic::error(Code::NestedFunction, span, "a function cannot be defined inside a block")
        .with_label("functions are defined at global scope only")
        .with_secondary(open, "this block is still open")
        .with_note("GLSL 4.60, 6.1")
        .with_help("if a `}` is missing before this function, add it")
}

/// `last` is the name of the function before it and the brace that closed it.
#[cold]
pub(super) fn statement_outside_function(span: Span, found: &str, last: Option<(&str, Span)>) -> Diagnostic {
    let diagnostic =
        Diagnostic::error(Code::StatementOutsideFunction, span, format!("expected a declaration, found {found}"))
            .with_label("statements are only allowed inside functions");
    match last {
        Some((name, brace)) => diagnostic.with_secondary(brace, format!("function `{name}` ends here")),
        None => diagnostic,
    }
}

#[cold]
pub(super) fn missing_result_type(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::MissingResultType, span, format!("function `{name}` has no result type"))
        .with_label("expected a type before the name")
        .with_note("GLSL 4.60, 6.1")
        .with_help(format!("use `void {name}` if it returns nothing"))
}

#[cold]
pub(super) fn default_argument(span: Span) -> Diagnostic {
    Diagnostic::error(Code::DefaultArgument, span, "a parameter cannot have a default value")
        .with_label("not allowed on a parameter")
        .with_help("add an overload with fewer parameters")
}

#[cold]
pub(super) fn declaration_in_if(span: Span) -> Diagnostic {
    Diagnostic::error(Code::DeclarationInIfCondition, span, "the condition of `if` cannot declare a variable")
        .with_label("declaration not allowed here")
        .with_note("GLSL 4.60, 6.2")
        .with_help("declare the variable before the `if`")
}

#[cold]
pub(super) fn empty_index(span: Span) -> Diagnostic {
    Diagnostic::error(Code::EmptyIndex, span, "`[]` without an index")
        .with_label("expected an index")
        .with_note("only an array type or an array constructor may leave the size out")
}

#[cold]
pub(super) fn misplaced_attribute(span: Span) -> Diagnostic {
    Diagnostic::error(Code::MisplacedAttribute, span, "an attribute is not allowed here")
        .with_label("only before a function, `if`, `switch` or a loop")
        .with_note("GL_EXT_control_flow_attributes, GL_EXT_subgroup_uniform_control_flow")
}
