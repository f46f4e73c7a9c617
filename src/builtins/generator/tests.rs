//! Files with one mistake each, and the message each of them gets.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::generate;

/// Declarations that the bad rows below may use.
const GOOD: &str = r#"
extension GL_A {
    version 140
    doc "a"
}
set genFType = float, vec2
set vecF = vec2
set pairs = float | int
set triples = float | int | uint
set later {
    version 150
    core 400
    requires GL_A
} = float
section "S" {
    version 110, es 100
    type void, bool, int, uint, float, vec2, uvec4, ivec3, uvec3
    /// Sine.
    genFType good(genFType x) => ext Sin x
}
"#;

fn with_row(row: &str) -> String {
    format!("section \"T\" {{\n    version 110\n    /// Doc.\n    {row}\n}}\n")
}

fn messages(text: &str) -> Vec<String> {
    let files = [("good".to_owned(), GOOD.to_owned()), ("bad".to_owned(), text.to_owned())];
    generate(&files, true)
        .map_err(|errors| errors.iter().map(|error| error.render(&files)).collect())
        .err()
        .unwrap_or_default()
}

#[test]
fn good_files_make_tables() {
    assert_eq!(messages(&with_row("float other(float x) => ext Cos x")), [""; 0]);
}

#[test]
fn bad_rows_are_refused_with_their_place() {
    let table = [
        ("float f(float x) => OpNothing x", "bad:4:25: SPIR-V has no instruction `OpNothing`"),
        ("float f(float x) => ext Nothing x", "bad:4:29: no extended instruction set has `Nothing`"),
        ("float f(float x) => ext Sin y", "bad:4:33: `y` is neither a parameter nor an earlier step"),
        ("flaot f(float x) => ext Sin x", "bad:4:5: there is no type or set `flaot`"),
        ("float f(float x, float x) => ext Sin x", "bad:4:28: two parameters are named `x`"),
        ("float f(float x)", "bad:4:11: `f` has no recipe"),
        ("float f(float x) => x", "bad:4:22: expected an instruction after `=>`"),
        ("float f(out float x) => ext Sin x", "bad:4:26: the recipe does not set `x`"),
        ("void f(float x) => ext Sin x", "bad:4:21: the result of this instruction is lost"),
        (
            "float f() => OpControlBarrier Scope:Subgroup Scope:Subgroup Semantics:None",
            "bad:4:18: `OpControlBarrier` has no result",
        ),
        ("float f(float x) => ext Sin Scope:Nowhere", "bad:4:39: `Scope` has no enumerant `Nowhere`"),
        ("float f(float x) => ext Sin Semantics:Sloppy", "bad:4:43: `Semantics` has no enumerant `Sloppy`"),
        ("float f(float x) => ext Sin Mood:Good", "bad:4:33: there is no enumeration `Mood`"),
        ("float f(float x) => splat x x", "bad:4:25: `splat` takes 1 operands"),
        ("float f(float x) => OpImageRead x Blur=x", "bad:4:39: there is no image operand `Blur`"),
        ("float f(float x) => OpImageRead x Grad=x", "bad:4:39: `Grad` takes 2 operands"),
        ("float f(@const(often) float x) => ext Sin x", "bad:4:20: there is no rule `often` for constants"),
        ("float f(byref float x) => ext Sin x", "bad:4:13: `byref` is not a way to pass a parameter"),
        ("genFType f(genFType x, vecF y) => ext Sin x", "bad:4:14: the sets of `f` differ in length"),
        ("pairs f(pairs x, triples y) => OpFAdd x y", "bad:4:22: `triples` has 3 alternatives, not 2"),
        ("genFType good(genFType x) => ext Sin x", "bad:4:14: two overloads of `good` have the same parameters"),
        (
            "genFType f(genFType x)\n        int => OpSNegate x",
            "bad:4:14: no recipe of `f` without conditions fits the element kind of overload 0",
        ),
        (
            "genFType f(genFType x)\n        when constant(x) => ext Sin x",
            "bad:4:14: no recipe of `f` without conditions fits the element kind of overload 0",
        ),
        ("float f(float x)\n        when constant(y) => ext Sin x", "bad:5:23: there is no parameter `y`"),
        ("float f(float x)\n        when late(x) => ext Sin x", "bad:5:14: `late` is no condition"),
        ("float f(float x)\n        when option none => ext Sin x", "bad:5:21: there is no option `none`"),
        ("float f(@lint(odd, 1) float x) => ext Sin x", "bad:4:19: there is no lint `odd` with these arguments"),
        (
            "float f(@note(odd) float x) => ext Sin x",
            "bad:4:14: there is no `@note`, only `@const`, `@lint` and `@function`",
        ),
        ("float f(@function(odd) g) => ext Sin g", "bad:4:23: there is no type or set `function(odd)`"),
        ("float f(float x, float y per t) => ext Sin x", "bad:4:34: there is no parameter `t` before this"),
        (
            "float f(float x) => OpFAdd x ...",
            "bad:4:34: `...` needs a parameter `...`, or parameters repeated by `per`",
        ),
        ("float f(float x) => each OpNothing x", "bad:4:30: SPIR-V has no instruction `OpNothing`"),
        (
            "value float gl_X {\n        x = input Nothing\n        return x\n    }",
            "bad:5:19: SPIR-V has no built-in `Nothing`",
        ),
        ("float f(float x, [out float y]) => ext Sin x", "bad:4:37: the recipe does not set `y`"),
        ("replace \"y\"", "bad:5:2: expected a row below the `///` comment, found the end of the line"),
        ("in uint gl_X = Nothing", "bad:4:20: SPIR-V has no built-in `Nothing`"),
        ("in uvec3 gl_X = WorkgroupSize", "bad:4:5: `const` goes with WorkgroupSize, `in` and `out` with all others"),
        ("const int gl_X = 1, 2, 3", "bad:4:15: `gl_X` needs 1 components"),
        (
            "float f(float x) {\n        a = ext Sin x\n        a = ext Sin x\n        return a\n    }",
            "bad:6:9: there is already a step `a`",
        ),
        ("float f(float x) {\n        a = ext Sin x\n    }", "bad:5:9: the recipe returns nothing"),
        (
            "float f(float x) {\n        return ext Sin x\n        return x\n    }",
            "bad:6:9: nothing may follow `return`",
        ),
        ("family Mat m(kind component)", "bad:4:18: expected `type`, `int` or `bool`, found `kind`"),
        ("family Mat m(type component = 1)", "bad:4:23: the type `component` cannot have a default"),
        ("family Mat m(int a = 1, int b)", "bad:4:33: `b` needs a default, as the one before"),
        ("family Mat float(int a)", "bad:4:16: the type `float` is declared twice"),
        ("family Mat m(int)", "bad:4:21: expected the name of the parameter, found `)`"),
        ("float f(float x) ? ext Sin x", "bad:4:22: the character `?` has no meaning here"),
    ];
    for (row, expected) in table {
        assert_eq!(messages(&with_row(row)), [expected], "{row}");
    }
}

#[test]
fn bad_items_are_refused_with_their_place() {
    let table = [
        ("extension GL_B {\n    version 140\n}\n", "bad:1:11: `GL_B` has no `doc` line"),
        ("extension GL_B {\n    enables GL_C\n    doc \"b\"\n}\n", "bad:2:13: there is no extension `GL_C`"),
        ("extension GL_A {\n    doc \"again\"\n}\n", "bad:1:11: `GL_A` is declared twice"),
        ("set s = vec9, float\n", "bad:1:9: there is no type `vec9`"),
        ("set s = a | b\n", "bad:1:5: `s` names a set or type that does not exist"),
        ("set genFType = int\n", "bad:1:5: `genFType` is declared twice"),
        ("section \"T\" {\n    type vecx\n}\n", "bad:2:10: `vecx` cannot be the name of a GLSL type"),
        ("section \"T\" {\n    version 110\n    stages kitchen\n}\n", "bad:3:12: there is no stage `kitchen`"),
        ("section \"T\" {\n    version 110\n    capability Flying\n}\n", "bad:3:16: SPIR-V has no capability `Flying`"),
        ("section \"T\" {\n    version 110\n    requires GL_C\n}\n", "bad:3:14: there is no extension `GL_C`"),
        (
            "section \"T\" {\n    version 110\n    float f(float x) => ext Sin x\n}\n",
            "bad:3:11: `f` has no `///` line above it",
        ),
        (
            "section \"T\" {\n    /// Doc.\n    float f(float x) => ext Sin x\n}\n",
            "bad:3:11: `f` has no `version` line around it",
        ),
        (
            "section {\n    version 110\n    /// Doc.\n    float f(float x) => ext Sin x\n}\n",
            "bad:4:11: `f` is not in a section with a title",
        ),
        (
            "section \"T\" {\n    version 110\n    core 430\n    requires GL_A\n    section {\n        core 450\n        /// Doc.\n        later f(later x) => ext Sin x\n    }\n}\n",
            "bad:8:9: the gates of `later` and its row can't be joined into one",
        ),
        ("chapter \"T\" {\n}\n", "bad:1:1: expected `extension`, `set` or `section`, found `chapter`"),
        ("section \"T\n", "bad:1:9: text without a closing `\"`"),
    ];
    for (text, expected) in table {
        let found = messages(text);
        assert_eq!(found.first().map(String::as_str), Some(expected), "{text}");
    }
}

#[test]
fn the_same_files_make_the_same_tables() {
    let files = [("good".to_owned(), GOOD.to_owned())];
    assert_eq!(generate(&files, true), generate(&files, true));
    let has_docs = |docs| generate(&files, docs).is_ok_and(|source| source.contains("Sine."));
    assert_eq!([true, false].map(has_docs), [true, false]);
}
