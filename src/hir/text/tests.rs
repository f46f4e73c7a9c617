//! The sample module there and back, modules that are broken or very deep, and the errors about text that cannot be
//! read.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::{SAMPLE, parse, to_text};
use crate::hir::{BranchHint, Module, Span, Statement};

fn sample() -> Module {
    parse(SAMPLE).unwrap()
}

#[test]
fn the_sample_reads_back() {
    assert_eq!(to_text(&sample()), SAMPLE);
}

#[test]
fn deep_nesting_does_not_recurse() {
    let depth = 50_000;
    let (open, close) = ("if true {\n".repeat(depth), "}\n".repeat(depth));
    let text =
        format!("entry_point compute main, workgroup_size 1 1 1\nfn main() -> void {{\n{open}{close}return\n}}\n");
    let module = parse(&text).unwrap();
    assert_eq!(crate::hir::verify::verify(&module), Ok(()));
    let printed = to_text(&module);
    assert_eq!(to_text(&parse(&printed).unwrap()), printed);
}

#[test]
fn a_block_that_owns_itself_is_named_once() {
    let mut module = sample();
    let main = module.functions.get_mut(module.entry_point.function);
    let condition = main.values.iter().last().unwrap().0;
    let (body, reject) = (main.body, main.blocks.append(Default::default(), Span::UNDEFINED));
    let (results, hint) = (Vec::new(), BranchHint::None);
    let cycle = Statement::If { condition, accept: body, reject, results: results.into(), hint };
    main.blocks.get_mut(body).statements = vec![(cycle, Span::UNDEFINED)];
    assert!(to_text(&module).contains("<block 0 again>"));
}

/// The first error in a module that ends in this text.
fn error(text: &str) -> String {
    let text = format!("entry_point compute main, workgroup_size 1 1 1\n{text}\n");
    parse(&text).expect_err(&text)[0].to_string()
}

#[test]
fn errors_say_where_and_what() {
    let cases = [
        ("fn main() -> void {", "3:1: expected `}`, found the end of the text"),
        ("fn main() -> void {\n}\n}", "4:1: this closes nothing"),
        ("fn main() -> void {\n} x", "3:3: expected the end of the line, found `x`"),
        ("fn main() -> void {\n    é\n}", "3:5: `\\u{e9}` begins nothing"),
        ("fn main() -> void {\n    return %2\n}", "3:12: `%2` is defined nowhere"),
        ("fn main() -> void {\n    return x\n}", "3:12: expected a value, found `x`"),
        ("fn main() -> void {\n    store x, 1\n}", "3:11: there is no variable `x`"),
        (
            "fn main() -> void {\n    local x: float[1]\n    store x.q, 1\n}",
            "4:13: expected letters of a swizzle, found `q`",
        ),
        ("fn main() -> void {\n    local x: float\n    store x[0], 1\n}", "4:14: this has no elements"),
        ("fn main() -> void {\n    %1: int = add 1\n}", "4:1: expected `,`, found `}`"),
        ("fn main() -> void {\n    %1: int = shift 1\n}", "3:15: `shift` is not an operation"),
        ("fn main() -> void {\n    %1: int = add 1, 2\n    %1: int = add 1, 2\n}", "4:5: `%1` is defined twice"),
        (
            "fn main() -> void {\n    builtin barrier(1)\n}",
            "3:13: no overload of `barrier` takes these arguments and returns this result",
        ),
        (
            "fn main() -> void {\n    switch 1 {\n        return\n    }\n}",
            "4:9: expected `case` or `}`, found `return`",
        ),
        ("fn main() -> void {\n}\nfn main() -> void {\n}", "4:4: there are two functions `main`"),
        ("fn main() -> void {\n}\nconst $1: int = $1", "4:17: expected the kind of a constant, found `$1`"),
        ("fn main() -> void {\n}\nconst $1: int = negate $1", "4:24: there is no constant `$1` above"),
        ("fn main() -> void {\n}\nglobal x: colour", "4:11: there is no type `colour`"),
        ("fn main() -> void {\n}\nglobal x: int, storage", "4:16: expected a storage class, found `storage`"),
        ("fn main() -> void {\n}\nglobal x: int, private, set 99999999999", "4:29: this number has more than 32 bits"),
        ("fn main() -> void {\n}\nmain", "4:1: `main` begins no declaration"),
        ("fn main() -> void {\n}\nspirv_extension \"\\u{x}\"", "4:17: the string has an unknown escape sequence"),
        ("fn main() -> void {\n}\nspirv_extension \"x", "4:17: the string does not end on its line"),
        (
            "fn main() -> void {\n}\nstruct S, offset 3 {\n}",
            "4:11: expected one of `block`, `interface_block`, found `offset`",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(error(text), message, "{text}");
    }
}

#[test]
fn each_declaration_has_its_error() {
    let text = "entry_point compute main, size 1\nglobal x: y, private\nfn main() -> void {\n    load\n}\n";
    let errors = parse(text).expect_err(text);
    let lines: Vec<usize> = errors.iter().map(|error| error.line).collect();
    assert_eq!(lines, [1, 2, 5]);
}

#[test]
fn types_nest_as_deeply_as_they_may() {
    let nested = |depth: usize| {
        let ty = format!("{}int{}", "spirv_type(1, type ".repeat(depth), ")".repeat(depth));
        format!("entry_point compute main, workgroup_size 1 1 1\nglobal x: {ty}, private\nfn main() -> void {{\n}}\n")
    };
    assert!(parse(&nested(60)).is_ok());
    assert_eq!(parse(&nested(100_000)).expect_err("too deep")[0].message, "types nest too deeply");
}

#[test]
fn names_that_glsl_cannot_have_stand_in_quotes() {
    let mut module = sample();
    module.globals.iter_mut().for_each(|(_, global)| global.name = "a\n\"b\"".into());
    let text = to_text(&module);
    assert!(text.contains("global \"a\\n\\\"b\\\"#1\": Data"), "{text}");
    let parsed = parse(&text).unwrap();
    assert!(parsed.globals.iter().all(|(_, global)| global.name == "a\n\"b\""));
    assert_eq!(to_text(&parsed), text);
}
