//! What crashed other shader compilers, by class: each has an input here that must end in a module or a diagnostic.
//!
//! The reports are public: glslang and naga issues, advisories, fuzzers. The inputs are written for this test.

use crate::common::{compile, validate};
use glslsub::internals::target::Target;

/// The required outcome.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Outcome {
    Module,
    Error,
    /// Either, as long as it ends.
    Any,
}
use Outcome::{Any, Error, Module};

/// Compiles on a stack as small as a thread's default, and checks and validates the outcome.
fn check(class: &str, cases: Vec<(&str, String, Outcome)>) {
    check_all(class, cases, true);
}

fn check_all(class: &str, cases: Vec<(&str, String, Outcome)>, validated: bool) {
    for (name, text, outcome) in cases {
        let run = {
            let text = text.clone();
            std::thread::Builder::new()
                .stack_size(2 << 20)
                .spawn(move || {
                    let compilation = compile::text("crash.comp", &text, Target::default());
                    let rendered = compilation.rendered();
                    (compilation.artifact.map(|artifact| artifact.words), rendered)
                })
                .unwrap()
        };
        let (words, rendered) = run.join().unwrap_or_else(|_| panic!("{class}: {name}: panic"));
        assert!(!rendered.contains("GS0900"), "{class}: {name}: an internal error\n{rendered}");
        match (outcome, &words) {
            (Module, None) => panic!("{class}: {name}: expected a module\n{rendered}"),
            (Error, Some(_)) => panic!("{class}: {name}: expected an error"),
            (_, None) => assert!(rendered.contains("error[GS"), "{class}: {name}: no module and no error"),
            _ => {}
        }
        if let Some(words) = words.filter(|_| validated) {
            validate::validate(&words, Target::default()).unwrap_valid(&format!("{class}: {name}"));
        }
    }
}

/// A shader with `statements` in `main` and a buffer `b`.
fn main_with(statements: &str) -> String {
    format!(
        "#version 460\nlayout(local_size_x = 1) in;\nlayout(binding = 0) buffer B {{ int b[]; }};\n\
         void main() {{\n{statements}\n}}\n"
    )
}

fn lines(text: &str) -> String {
    format!("#version 460\n{text}\nvoid main() {{}}\n")
}

/// Parsers, type printers and drops that recurse once per nesting level or per operator.
#[test]
fn unbounded_recursion() {
    let nest = |open: &str, inner: &str, close: &str, depth: usize| {
        main_with(&format!("b[0] = {}{inner}{};", open.repeat(depth), close.repeat(depth)))
    };
    // Forty structures, but 2 to the power of 40 parts.
    let doubled: String = (1..40).map(|i| format!("struct S{i} {{ S{0} a; S{0} b; }};\n", i - 1)).collect();
    let doubled = lines(&format!("struct S0 {{ int a; }};\n{doubled}S39 f(S39 s) {{ return s; }}"));
    let chain = |count: usize| -> String { (0..count).map(|i| format!("else if (b[0] == {i}) b[0] = 1; ")).collect() };
    check(
        "recursion",
        vec![
            ("a chain of else if", main_with(&format!("if (b[0] < 0) b[0] = 2; {}", chain(900))), Module),
            ("a longer chain of else if", main_with(&format!("if (b[0] < 0) b[0] = 2; {}", chain(2_000))), Module),
            ("a long sum", main_with(&format!("b[0] = 1{};", " + b[1]".repeat(30_000))), Module),
            ("a long chain of ||", main_with(&format!("b[0] = int(b[0] == 0{});", " || b[1] == 2".repeat(5_000))), Any),
            ("parentheses", nest("(", "1", ")", 50_000), Error),
            ("unclosed parentheses", main_with(&"(".repeat(50_000)), Error),
            ("calls", nest("abs(", "1", ")", 50_000), Error),
            ("indices", nest("b[", "0", "]", 50_000), Error),
            ("unary operators", nest("-(", "1", ")", 50_000), Error),
            ("blocks", main_with(&format!("{}{}", "{".repeat(50_000), "}".repeat(50_000))), Error),
            ("unclosed blocks", main_with(&"{".repeat(50_000)), Error),
            ("loops", main_with(&format!("{};", "while (true) ".repeat(50_000))), Error),
            ("array dimensions", main_with(&format!("int a{};", "[1]".repeat(5_000))), Any),
            ("constructors", nest("int(", "1", ")", 50_000), Error),
            (
                "initializer lists",
                main_with(&format!("int a[1] = {}1{};", "{".repeat(50_000), "}".repeat(50_000))),
                Error,
            ),
            ("structures that hold each other twice", doubled, Module),
            ("conditionals", main_with(&format!("b[0] = {}1;", "b[0] == 0 ? 1 : ".repeat(50_000))), Any),
            ("assignments", main_with(&format!("b[0] = {}1;", "b[1] = ".repeat(50_000))), Any),
        ],
    );
    let longest = main_with(&format!("if (b[0] < 0) b[0] = 2; {}", chain(20_000)));
    check_all("recursion", vec![("the longest chain of else if", longest, Module)], false);
}

/// Macros that expand to themselves, also through their arguments.
#[test]
fn macro_recursion() {
    check(
        "macros",
        vec![
            ("itself", lines("#define A A\nint A;"), Module),
            ("itself with arguments", lines("#define F(x) F(F(x))\nint y = 1; int F(int x);"), Any),
            ("itself in its argument", lines("#define F(x) x F(x)\nint z = F(F(F(1)));"), Error),
            ("each other", lines("#define A B\n#define B C\n#define C A\nint A;"), Module),
            ("a call that the text after it closes", lines("#define G F(\n#define F(x) x\nint y = G 1);"), Module),
            ("an expansion that grows", lines("#define F(x) x x\nint y = F(F(F(F(F(F(F(F(F(F(1))))))))));"), Error),
            ("pasted into its own name", lines("#define AB A ## B\n#define CAT(a, b) a ## b\nint CAT(A, B);"), Any),
        ],
    );
}

/// The state of the preprocessor when its input is broken.
#[test]
fn preprocessor_state() {
    check(
        "preprocessor",
        vec![
            ("many #endif", format!("#version 460\n{}", "#endif\n".repeat(5_000)), Error),
            ("#else after #else", lines("#if 0\n#else\n#else\n#elif 1\n#endif"), Error),
            ("#if with a byte that is no text", "#version 460\n#if \u{fffd}\n#endif\n".to_owned(), Error),
            ("#if at the end of the file", "#version 460\n#if".to_owned(), Error),
            ("#elif at the end of the file", "#version 460\n#if 0\n#elif".to_owned(), Error),
            ("a backslash at the end of the file", "#version 460\nvoid main() {}\n\\".to_owned(), Any),
            ("a backslash and no line after it", "#version 460\n#define A \\".to_owned(), Error),
            ("a comment to the end of the file", "#version 460\nvoid main() {} /* ".to_owned(), Error),
            ("a comment that is a slash", "#version 460\nvoid main() {}\n/".to_owned(), Error),
            ("## at the end of a macro", lines("#define A a ##\nint A;"), Error),
            ("## at the start of a macro", lines("#define A ## a\nint A;"), Error),
            ("## with nothing", lines("#define A(x) x ## x\nint a A();"), Any),
            ("a short pragma", lines("#pragma STDGL\n#pragma\n#pragma STDGL invariant\n#pragma optimize"), Any),
            ("a short extension", lines("#extension\n#extension :\n#extension all"), Error),
            ("a short line", lines("#line\n#line 1 2 3\n#line -1"), Error),
            ("a short version", "#version".to_owned(), Error),
            ("a short include", lines("#include\n#include <\n#include \""), Error),
            ("an unfinished macro", "#version 460\n#define".to_owned(), Error),
            ("an unfinished parameter list", "#version 460\n#define F(".to_owned(), Error),
            ("an unfinished call", "#version 460\n#define F(x) x\nF(".to_owned(), Error),
            ("only zero bytes", "\0".repeat(1_000), Error),
            ("a byte order mark", "\u{feff}#version 460\nvoid main() {}\n".to_owned(), Any),
            ("carriage returns", "#version 460\rvoid main() {}\r".to_owned(), Module),
            ("nothing", String::new(), Error),
        ],
    );
}

/// Remains of error recovery that are used again.
#[test]
fn after_recovery() {
    check(
        "recovery",
        vec![
            (
                "a broken structure, used",
                lines("struct S { int a float b; };\nS s; int f() { return s.a + s.b; }"),
                Error,
            ),
            ("a broken block, used", main_with("b[0] = c.d.e[1].f(2);"), Error),
            (
                "a broken parameter, called",
                lines("void f(int a, nothing b, ) { a = b; }\nvoid g() { f(1, 2); }"),
                Error,
            ),
            ("a broken size, measured", main_with("int a[missing]; b[0] = a.length() + a[0];"), Error),
            ("a broken switch", main_with("switch () { case : default case 1: }"), Error),
            ("a broken loop", main_with("for (;;;) { } for () { } while () { } do while"), Error),
            ("a broken constant in a size", lines("const int n = m; int a[n]; int b[a.length()];"), Error),
            ("a broken initializer", lines("int a = ; int b = a; int c[b];"), Error),
            ("a broken layout", lines("layout(binding = ) uniform ; layout( buffer B { int ; } x[];"), Error),
            ("a function without a body", lines("int f( { return 1; }"), Error),
            ("main as a variable", "#version 460\nint main = 1;\n".to_owned(), Error),
            ("main twice", "#version 460\nvoid main() {}\nvoid main() {}\n".to_owned(), Error),
            ("a type as a value", main_with("b[0] = int; b[0] = float + vec2;"), Error),
            ("a void value", main_with("void v; b[0] = v; b[0] = barrier();"), Error),
            ("a constructor of a block", main_with("B x = B(1);"), Error),
            ("a structure of itself", lines("struct S { S s; int a[S.length()]; };\nS s;"), Error),
        ],
    );
}

/// Constant arithmetic that overflows.
#[test]
fn constant_folding() {
    let fold = |expression: &str| main_with(&format!("const int c = {expression}; b[0] = c;"));
    let size = |expression: &str| main_with(&format!("int a[{expression}]; b[0] = a[0];"));
    check(
        "folding",
        vec![
            ("a shift by -1", fold("1 << -1"), Any),
            ("a shift by 32", fold("1 << 32"), Any),
            ("a right shift by 1000", fold("-1 >> 1000"), Any),
            ("a product that overflows", fold("2147483647 * 2147483647"), Module),
            ("INT_MIN / -1", fold("(-2147483647 - 1) / -1"), Any),
            ("INT_MIN % -1", fold("(-2147483647 - 1) % -1"), Any),
            ("a negated INT_MIN", fold("-(-2147483647 - 1)"), Module),
            ("abs(INT_MIN)", fold("abs(-2147483647 - 1)"), Module),
            ("a division by zero", fold("1 / 0"), Any),
            ("a remainder by zero", fold("1 % 0"), Any),
            ("a float too large for int", fold("int(1e30)"), Any),
            ("NaN to int", fold("int(0.0 / 0.0)"), Any),
            ("a negative float to uint", fold("int(uint(-1.0))"), Any),
            ("a bit field beyond the word", fold("bitfieldExtract(-1, 31, 31)"), Any),
            ("a negative bit field", fold("bitfieldInsert(-1, 1, -5, -5)"), Any),
            ("ldexp far away", main_with("const float f = ldexp(1.0, 100000); b[0] = int(f);"), Any),
            ("a size that overflows", size("2147483647 + 1"), Error),
            ("a size of zero", size("1 - 1"), Error),
            ("sizes whose product overflows", main_with("float a[65536][65536][65536]; b[0] = int(a[0][0][0]);"), Any),
            (
                "an index of a constant far away",
                main_with("const int c[2] = int[](1, 2); b[0] = c[2147483647];"),
                Error,
            ),
            ("a negative constant index", main_with("const vec4 c = vec4(1); b[0] = int(c[-1]);"), Error),
            ("#if arithmetic", lines("#if (1 << 64) == 0 || (-9223372036854775807 - 1) / -1 == 0\n#endif"), Any),
            ("#if division by zero", lines("#if 1 / 0\n#endif"), Error),
            ("#if with a number that is too large", lines("#if 99999999999999999999999999\n#endif"), Error),
            ("a literal that is too large", lines("int a = 99999999999999999999999999;"), Error),
            ("an exponent that is too large", lines("float a = 1e999999999999;"), Any),
        ],
    );
}

/// A built-in that takes a constant SPIR-V operand is passed a variable.
#[test]
fn operands_assumed_constant() {
    let with = |extension: &str, call: &str| {
        format!(
            "#version 460\n#extension {extension} : require\nlayout(local_size_x = 1) in;\n\
             layout(binding = 0) buffer B {{ uint b; }};\nlayout(binding = 1) uniform sampler2D t;\n\
             void main() {{ uint n = b; {call}; }}\n"
        )
    };
    let subgroup = |name: &str, call: &str| with(&format!("GL_KHR_shader_subgroup_{name}"), call);
    check(
        "constant operands",
        vec![
            ("cluster size", subgroup("clustered", "b = subgroupClusteredAdd(b, n)"), Error),
            ("broadcast id", subgroup("ballot", "b = subgroupBroadcast(b, n)"), Error),
            ("quad id", subgroup("quad", "b = subgroupQuadBroadcast(b, n)"), Error),
            ("rotate cluster size", subgroup("rotate", "b = subgroupClusteredRotate(b, 1u, n)"), Error),
            ("texel offset", subgroup("basic", "b = uint(textureOffset(t, vec2(0), ivec2(n)).x)"), Error),
            ("gather component", subgroup("basic", "b = uint(textureGather(t, vec2(0), int(n)).x)"), Error),
            ("a size", lines("int n = 1; int a[n];"), Error),
            ("a binding", lines("int n = 1; layout(binding = n) buffer B { int b; };"), Error),
            (
                "a local size",
                "#version 460\nint n = 1;\nlayout(local_size_x = n) in;\nvoid main() {}\n".to_owned(),
                Error,
            ),
            ("a case label", main_with("int n = 1; switch (b[0]) { case n: break; }"), Error),
        ],
    );
}

/// Modules that make validators and drivers slow: the front end must not multiply its input.
#[test]
fn growth() {
    let text = main_with(&"b[0] += b[1] * 3;\n".repeat(2_000));
    let small = main_with("b[0] += b[1] * 3;\n");
    let words = |text: &str| compile::spirv("growth.comp", text, Target::default()).unwrap().len();
    assert!(words(&text) < 2_000 * words(&small), "the module grows faster than the source");
    let array = |length: usize| {
        let list = "1, ".repeat(length);
        main_with(&format!("const int a[] = {{ {list} }}; b[0] = a[b[1]] + a[b[2]];"))
    };
    assert!(words(&array(4_000)) < 3 * words(&array(2_000)), "the table is copied per use");
}

/// Structures that contain each other twice, 40 deep: code that visits each occurrence of a part, instead of each part,
/// makes 10 to the power of 12 visits.
#[test]
fn structures_in_structures() {
    // The validator visits each occurrence.
    check_all("nested structures", nested_structures(40), false);
    check_all("nested structures", nested_structures(6), true);
}

fn nested_structures(deepest: usize) -> Vec<(&'static str, String, Outcome)> {
    let too_many = if deepest > 20 { Error } else { Module };
    let nested = |leaf: &str, body: &str| {
        let mut text = format!("struct S0 {{ {leaf} }};\n");
        for depth in 1..=deepest {
            text += &format!("struct S{depth} {{ S{} a, b; }};\n", depth - 1);
        }
        format!("{text}S{deepest} p, q;\n{}", body.replace("S#", &format!("S{deepest}")))
    };
    let extended = |extension: &str, text: String| format!("#version 460\n#extension {extension} : require\n{text}");
    let plain = |body: &str| format!("#version 460\n{}", nested("int x;", body));
    let main = |statements: &str| plain(&format!("void main() {{ {statements} }}"));
    let null = |body: &str| extended("GL_EXT_null_initializer", nested("int x;", body));
    let reference = "GL_EXT_buffer_reference";
    let references =
        "layout(buffer_reference) buffer R { int x; };\n".to_owned() + &nested("R r;", "void main() { p = q; }");
    let mut constants = "const S0 c0 = S0(1);\n".to_owned();
    for depth in 1..=deepest {
        constants += &format!("const S{depth} c{depth} = S{depth}(c{0}, c{0});\n", depth - 1);
    }
    let constant = |rest: &str| plain(&format!("{constants}const S# c = c{deepest};\n{rest}"));
    vec![
        ("assigned", main("p = q;"), Module),
        ("local", main("S# r = p; r = q;"), Module),
        ("precise", main("precise S# r = p;"), Module),
        ("selected", main("p = gl_LocalInvocationIndex == 0 ? p : q;"), Module),
        ("passed", plain("S# f(S# r) { return r; } void main() { p = f(q); }"), Module),
        ("written by a call", plain("void f(inout S# r) {} void main() { f(p); }"), Module),
        ("constructed", main("S# r = S#(p.a, q.b);"), Module),
        ("listed", main("S# r = { p.a, { q.a.a, q.b.b } };"), Module),
        ("compared", main("bool b = p == q;"), too_many),
        ("null", null("void main() { S# r = {}; p = r; }"), Module),
        ("null constant", null("const S# r = {}; void main() { bool b = r == r; }"), Module),
        ("null array", null("void main() { S# r[] = { {}, {} }; }"), Module),
        ("constant", constant("void main() { p = c; }"), Module),
        ("compared constant", constant("const bool b = c == c; void main() {}"), Module),
        ("references", extended(reference, references), Module),
        ("no type of a value", main("int i = p;"), Error),
        ("no overload", main("atomicAdd(p, 1);"), Error),
    ]
}
