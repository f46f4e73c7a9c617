//! Tests of the parser: source to tree, source to errors, and inputs built to break it.
//!
//! The tokenizer here is just good enough for the tests; it is not a second lexer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod robustness;

use super::ast::{Expression, ExternalDeclaration, StatementKind, TranslationUnit};
use super::{dump, parse};
use crate::builtins::{ExtensionSet, extension};
use crate::diagnostics::Diagnostics;
use crate::preprocess::{
    ExtensionChange, FloatSuffix, IntegerSuffix, Number, Preprocessed, Profile, Punctuation, Token, TokenKind, Version,
};
use crate::source::{Interner, Span};

/// Splits text into tokens. `@` stands for an `#extension` line that changes nothing, `$` for one that enables
/// GL_KHR_cooperative_matrix.
fn tokenize(text: &str, names: &mut Interner) -> Preprocessed {
    let change = |first_token| ExtensionChange {
        first_token,
        span: Span::default(),
        enabled: ExtensionSet::EMPTY,
        warn: ExtensionSet::EMPTY,
    };
    let mut input = Preprocessed {
        tokens: Vec::new(),
        numbers: Vec::new(),
        version: Version { number: 460, profile: Profile::Core },
        version_span: crate::source::Span::UNDEFINED,
        extensions: vec![change(0)],
        pragmas: Vec::new(),
        macro_braces: Vec::new(),
    };
    let mut punctuation = Punctuation::ALL.to_vec();
    punctuation.sort_by_key(|p| std::cmp::Reverse(p.spelling().len()));
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let run =
            |from: usize, accept: &dyn Fn(u8) -> bool| from + bytes[from..].iter().take_while(|b| accept(**b)).count();
        let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        let kind = match bytes[at] {
            b if b.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'@' => {
                at += 1;
                input.extensions.push(change(input.tokens.len()));
                continue;
            }
            b'$' => {
                at += 1;
                let mut enabled = ExtensionSet::EMPTY;
                enabled.insert(extension("GL_KHR_cooperative_matrix").unwrap());
                input.extensions.push(ExtensionChange { enabled, ..change(input.tokens.len()) });
                continue;
            }
            b if b.is_ascii_digit() => {
                at = run(at, &|b| b.is_ascii_digit() || b == b'.' || b == b'u');
                let digits = &text[start..at];
                input.numbers.push(if digits.contains('.') {
                    Number::Float { value: digits.parse().unwrap(), suffix: FloatSuffix::Single }
                } else {
                    let plain = digits.trim_end_matches('u');
                    let suffix = if plain == digits { IntegerSuffix::None } else { IntegerSuffix::Unsigned };
                    Number::Integer { bits: plain.parse().unwrap(), suffix, radix_prefixed: false }
                });
                TokenKind::Number(input.numbers.len() as u32 - 1)
            }
            b if word(b) => {
                at = run(at, &word);
                TokenKind::Word(names.intern(&text[start..at]))
            }
            b'"' => {
                at = run(at + 1, &|b| b != b'"') + 1;
                TokenKind::String(names.intern(&text[start + 1..at - 1]))
            }
            _ => {
                let found = punctuation.iter().find(|p| text[at..].starts_with(p.spelling())).expect("a token");
                at += found.spelling().len();
                TokenKind::Punctuation(*found)
            }
        };
        input.tokens.push(Token { kind, span: Span::new(start as u32 + 1, at as u32 + 1) });
    }
    let end = text.len() as u32 + 1;
    input.tokens.push(Token { kind: TokenKind::End, span: Span::new(end, end) });
    input
}

fn parse_text(text: &str) -> (TranslationUnit, Interner, Diagnostics) {
    let mut names = Interner::default();
    let input = tokenize(text, &mut names);
    let mut diagnostics = Diagnostics::default();
    let unit = parse(&input, &names, &mut diagnostics);
    (unit, names, diagnostics)
}

/// Errors as `code text-at-the-primary-label`, separated by `; `.
fn errors(text: &str) -> String {
    let (_, _, diagnostics) = parse_text(text);
    let list = diagnostics.as_slice().iter().map(|diagnostic| {
        let range = diagnostic.primary.span.to_range().unwrap_or(1..1);
        format!("{} {}", diagnostic.code as u16, &text[range.start - 1..range.end - 1])
    });
    list.collect::<Vec<_>>().join("; ")
}

fn tree(text: &str) -> String {
    let (unit, names, _) = parse_text(text);
    dump(&unit, &names).trim_end().to_owned()
}

/// Checks a table of sources and trees, all without errors, and shows every difference at once.
fn check_trees(wrap: impl Fn(&str) -> (String, String, String), table: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (source, expected) in table {
        let (text, before, after) = wrap(source);
        let found = tree(&text);
        let found = found.strip_prefix(&before).and_then(|rest| rest.strip_suffix(&after)).unwrap_or(&found);
        let errors = errors(&text);
        if found != *expected || !errors.is_empty() {
            wrong += &format!("\n{source}\n  expected {expected}\n  found    {found}\n  errors   {errors}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn check_declarations(table: &[(&str, &str)]) {
    check_trees(|source| (source.to_owned(), String::new(), String::new()), table);
}

fn check_statements(table: &[(&str, &str)]) {
    check_trees(|source| (format!("void f() {{ {source} }}"), "(function void f () {".into(), "})".into()), table);
}

fn check_errors(wrap: impl Fn(&str) -> String, table: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (source, expected) in table {
        let found = errors(&wrap(source));
        if found != *expected {
            wrong += &format!("\n{source}\n  expected {expected}\n  found    {found}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn expressions() {
    check_statements(&[
        ("a + b * c;", "(+ a (* b c))"),
        ("a * b + c;", "(+ (* a b) c)"),
        ("a - b - c;", "(- (- a b) c)"),
        ("(a - (b - c));", "(- a (- b c))"),
        (
            "a || b ^^ c && d | e ^ f & g == h < i << j + k * l;",
            "(|| a (^^ b (&& c (| d (^ e (& f (== g (< h (<< i (+ j (* k l)))))))))))",
        ),
        (
            "a * b + c << d < e == f & g ^ h | i && j ^^ k || l;",
            "(|| (^^ (&& (| (^ (& (== (< (<< (+ (* a b) c) d) e) f) g) h) i) j) k) l)",
        ),
        ("a = b += c;", "(= a (+= b c))"),
        ("a <<= 1, b >>= 2, c ^= 3;", "(, (, (<<= a 1) (>>= b 2)) (^= c 3))"),
        ("a ? b : c ? d : e;", "(? a b (? c d e))"),
        ("a ? b, c : d = e;", "(? a (, b c) (= d e))"),
        ("x = a ? b : c;", "(= x (? a b c))"),
        ("-!~+a;", "(- (! (~ (+ a))))"),
        ("++a; --a; a++; a--;", "(pre++ a) (pre-- a) (post++ a) (post-- a)"),
        ("-a.x[1]++;", "(- (post++ (index (. a x) 1)))"),
        ("a[i][j].xy.length();", "(method length (. (index (index a i) j) xy))"),
        ("f();  f(void); f(a, (b, c));", "(call f) (call f) (call f a (, b c))"),
        ("vec4(1.0, 2u, true, \"s\");", "(call vec4 1.0f 2u true \"s\")"),
        ("x = float[3](1, 2, 3);", "(= x (call float[3] 1 2 3))"),
        ("x = int[](1); y = S[2][](a);", "(= x (call int[] 1)) (= y (call S[2][] a))"),
        ("a[b[c]](d);", "(call a[(index b c)] d)"),
        (
            "x = coopmat<float, gl_ScopeSubgroup, 16, ((a > b) ? 8 : 16)>(0.0);",
            "(= x (call coopmat<float gl_ScopeSubgroup 16 (? (> a b) 8 16)> 0.0f))",
        ),
        ("coopmat < a; coopmat > b; coopmat < 3;", "(< coopmat a) (> coopmat b) (< coopmat 3)"),
        (
            "$ x = coopmat<float, 1, -N, (a > b), f(a, b)[2 > 1]>(0.0) >> 1;",
            "(extensions) (= x (>> (call coopmat<float 1 (- N) (> a b) (index (call f a b) (> 2 1))> 0.0f) 1))",
        ),
        (
            "$ coopmat<coopmat<int[2], 1>, 2> m; coopmat<float[2](a, b)[1], coopmat<int, 3>(4)> n;",
            "(extensions) (variables coopmat<coopmat<int[2] 1> 2> m) \
             (variables coopmat<(index (call float[2] a b) 1) (call coopmat<int 3> 4)> n)",
        ),
        (
            "$ coopmat<coopmat<int, 1>> m; coopmat<1, coopmat<2, coopmat<int, 3>>> n;",
            "(extensions) (variables coopmat<coopmat<int 1>> m) (variables coopmat<1 coopmat<2 coopmat<int 3>>> n)",
        ),
        (
            "x = nonuniformEXT(i) + a[nonuniformEXT(i)];",
            "(= x (+ (call nonuniformEXT i) (index a (call nonuniformEXT i))))",
        ),
        ("f(a)[1]; f(a).x;", "(index (call f a) 1) (. (call f a) x)"),
        ("(a)[1]; (a).b(c);", "(index a 1) (method b a c)"),
    ]);
}

#[test]
fn statements() {
    check_statements(&[
        ("", ""),
        (";;{}{;}", "; ; {} {;}"),
        ("float x;", "(variables float x)"),
        ("float x = 1.0, y[2], z[] = {1, 2};", "(variables float x=1.0f y[2] z[]=(list 1 2))"),
        ("S s = {1, {2, 3}, {},};", "(variables S s=(list 1 (list 2 3) (list)))"),
        ("S[2] s; S[a[1]][] t; s[1] = t;", "(variables S[2] s) (variables S[(index a 1)][] t) (= (index s 1) t)"),
        ("const highp float x = 1.0;", "(variables const highp float x=1.0f)"),
        ("struct { int a; } s;", "(variables (struct {(int a)}) s)"),
        ("struct S { int a, b[2]; S2 c; };", "(variables (struct S {(int a b[2]) (S2 c)}))"),
        ("float f(int);", "(prototype float f ((int)))"),
        ("precise x;", "(qualifiers precise x)"),
        ("precision lowp int;", "(precision lowp int)"),
        ("if (a) b; else if (c) { d; } else e;", "(if a {b} c {d} else {e})"),
        ("if (a) if (b) c; else d;", "(if a {(if b {c} else {d})})"),
        ("while (a) b; while (bool b = c) {}", "(while a {b}) (while (bool b=c) {})"),
        ("do a; while (b);", "(do {a} b)"),
        ("for (;;) {}", "(for _ _ _ {})"),
        ("for (int i = 0, j; i < n; ++i, ++j) a;", "(for (variables int i=0 j) (< i n) (, (pre++ i) (pre++ j)) {a})"),
        ("for (i = 0; bool b = c; ) break;", "(for (= i 0) (bool b=c) _ {(break)})"),
        ("switch (a) {}", "(switch a)"),
        (
            "switch (a) { case 1: case 2: b; break; default: { c; } }",
            "(switch a case 1: case 2: b (break) default: {c})",
        ),
        (
            "return; continue; discard; demote; terminateInvocation;",
            "(return) (continue) (discard) (demote) (terminateInvocation)",
        ),
        ("return a + b;", "(return (+ a b))"),
        ("demote = 1; demote + 1;", "(= demote 1) (+ demote 1)"),
        (
            "[[unroll]] for (;;) ; [[dependency_length(4), dont_unroll]] while (a) ; [[flatten]] if (a) ;",
            "[[unroll]](for _ _ _ {;}) [[dependency_length 4]][[dont_unroll]](while a {;}) [[flatten]](if a {;})",
        ),
        (
            "int nonprivate = 1; nonprivate = 2; nonprivate x; f(nonprivate);",
            "(variables int nonprivate=1) (= nonprivate 2) (variables nonprivate x) (call f nonprivate)",
        ),
        (
            "$ coopmat<float, 3, (8 + 8), M, N> m; coopmat<S, 3>[2] n;",
            "(extensions) (variables coopmat<float 3 (+ 8 8) M N> m) (variables coopmat<S 3>[2] n)",
        ),
        ("a; @ b; @@ { @ c; }", "a (extensions) b (extensions) {(extensions) c}"),
        ("switch (a) { case 1: @ b; }", "(switch a case 1: (extensions) b)"),
        (
            "float16_t x = float16_t(1.0); int64_t y;",
            "(variables float16_t x=(call float16_t 1.0f)) (variables int64_t y)",
        ),
    ]);
}

#[test]
fn declarations() {
    check_declarations(&[
        ("", ""),
        (";;", ""),
        ("float;", "(variables float)"),
        (
            "layout(local_size_x = 64, local_size_y_id = 3) in;",
            "(qualifiers layout(local_size_x=64 local_size_y_id=3) in)",
        ),
        (
            "layout(set = 0) layout(binding = A + 1, std430) readonly buffer B { float a; layout(offset = 8) vec2 b[]; } b[2];",
            "(block layout(set=0) layout(binding=(+ A 1) std430) readonly buffer B {(float a) (layout(offset=8) vec2 b[])} b[2])",
        ),
        ("layout(shared, row_major) uniform U { mat4 m; };", "(block layout(shared row_major) uniform U {(mat4 m)})"),
        ("layout(buffer_reference) buffer Node;", "(forward layout(buffer_reference) buffer Node)"),
        (
            "layout(buffer_reference, buffer_reference_align = 8) buffer Node { Node next; };",
            "(block layout(buffer_reference buffer_reference_align=8) buffer Node {(Node next)})",
        ),
        ("shared uint x[64], y;", "(variables shared uint x[64] y)"),
        ("invariant gl_Position; invariant a, b;", "(qualifiers invariant gl_Position)\n(qualifiers invariant a b)"),
        ("const uint x = 1u;", "(variables const uint x=1u)"),
        ("struct S { int x; } a, b[2];", "(variables (struct S {(int x)}) a b[2])"),
        ("void main(void) {}", "(function void main () {})"),
        (
            "float[2] f(const in vec3 a, inout S b[2], float[3], out int[2] c);",
            "(prototype float[2] f ((const in vec3 a) (inout S b[2]) (float[3]) (out int[2] c)))",
        ),
        (
            "[[subgroup_uniform_control_flow]] void main() {}",
            "[[subgroup_uniform_control_flow]](function void main () {})",
        ),
        ("[[a]] void f() [[b]] {}", "[[a]][[b]](function void f () {})"),
        ("nontemporal buffer B { nontemporal int a; };", "(block nontemporal buffer B {(nontemporal int a)})"),
        ("precision mediump float;", "(precision mediump float)"),
        ("int a; @ int b;", "(variables int a)\n(extensions)\n(variables int b)"),
        ("nonprivate coherent buffer B { int a; };", "(block nonprivate coherent buffer B {(int a)})"),
        (
            "devicecoherent float x; subgroupcoherent buffer B { workgroupcoherent uint a; };",
            "(variables devicecoherent float x)\n(block subgroupcoherent buffer B {(workgroupcoherent uint a)})",
        ),
        ("int nonprivate;", "(variables int nonprivate)"),
        (
            "rayPayloadEXT vec4 p; taskPayloadSharedEXT T t; nonuniformEXT int i;",
            "(variables rayPayloadEXT vec4 p)\n(variables taskPayloadSharedEXT T t)\n(variables nonuniform int i)",
        ),
        ("spirv_decorate(1, 2) uniform sampler2D s;", "(variables spirv_decorate(1 2) uniform sampler2D s)"),
        (
            "spirv_instruction(extensions = [\"E\"], capabilities = [1, 2], set = \"S\", id = 3) float f(spirv_by_reference float x, spirv_literal int y);",
            "(prototype spirv_instruction(extensions=[\"E\"] capabilities=[1 2] set=\"S\" id=3) float f ((spirv_by_reference float x) (spirv_literal int y)))",
        ),
        (
            "spirv_type(id = 1, uint, spirv_id 2, N, spirv_type(id = 3)[2]) a[3];",
            "(variables spirv_type(id=1 uint spirv_id 2 N spirv_type(id=3)[2]) a[3])",
        ),
        ("spirv_execution_mode(1, 2.5, true);", "(qualifiers spirv_execution_mode(1 2.5f true))"),
        ("uniform spirv_type(id = 1)[2] a;", "(variables uniform spirv_type(id=1)[2] a)"),
        (
            "coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> f() { return a; }",
            "(function coopmat<float gl_ScopeSubgroup 16 16 gl_MatrixUseA> f () {(return a)})",
        ),
        ("uniform sampler2D s, t[2];", "(variables uniform sampler2D s t[2])"),
        ("layout(constant_id = 3) const int n = -1;", "(variables layout(constant_id=3) const int n=(- 1))"),
    ]);
}

#[test]
fn statement_errors() {
    check_errors(
        |source| format!("void f() {{ {source} }}"),
        &[
            ("float x = 1 float y;", "102 1"),
            ("x = y z;", "102 y"),
            ("x = 3 4; y = ;", "102 3; 120 ;"),
            ("float 3x;", "121 3"),
            ("a b c;", "102 b"),
            ("f(a b); g(c d);", "103 b; 103 d"),
            ("f(a, b; c = ;", "103 ;; 120 ;"),
            ("f(, a); g(b,);", "120 ,; 120 )"),
            ("x = (a + ) * b;", "120 )"),
            ("x = (a + b;", "103 ;"),
            ("x = a[;", "120 ;"),
            ("x = a[1;", "103 ;"),
            ("x = a[];", "119 []"),
            ("a.;", "121 ;"),
            ("a = b);", "104 )"),
            (") a;", "104 )"),
            ("else a;", "107 else"),
            ("if (a) b; c; else d; e = ;", "107 else; 120 ;"),
            ("if (a { b; }", "103 {"),
            ("if a) b;", "100 a"),
            ("if () b; else c;", "120 )"),
            ("if (bool b = c) d;", "118 bool"),
            ("while (a + ) { b = ; }", "120 ); 120 ;"),
            ("while () ;", "120 )"),
            ("do a; b;", "100 b"),
            ("for (int i = 0, i < 3; ++i) {}", "100 <"),
            ("for (int i = 0; i < ; ++i) { a = ; }", "120 ;; 120 ;"),
            ("for (int i = 0; i < 3) {}", "100 )"),
            ("for (a b; c) d;", "100 )"),
            ("for (int i) { a = ; }", "100 ); 120 ;"),
            ("switch (a) { b; c; case 1: d; }", "109 b"),
            ("switch (a) { case 1: b; default: }", "110 default"),
            ("switch (a) { case : b; case 2 c; default: d; }", "120 :; 100 c"),
            ("case 1: a;", "108 case"),
            ("switch (a) case 1: b; default: c; }", "100 case"),
            ("switch (a) { { case 1: b; default: c; }", "100 {"),
            ("switch (a) { case 1: { default: b; } }", "108 default"),
            ("x = (float) y;", "106 (float)"),
            ("unsigned int x; x = 1u;", "105 unsigned"),
            ("long x = 3; int half = 2;", "105 long; 105 half"),
            ("x = input + filter;", "105 input; 105 filter"),
            ("int float = 3;", "124 float"),
            ("int if = 3;", "124 if"),
            ("x = float;", "120 float"),
            ("x = float + 1;", "120 float"),
            ("x = return;", "120 return"),
            ("x = {1};", "120 {"),
            ("S s = {1 2, 3}; t = ;", "103 2; 120 ;"),
            ("S s = {1, , 3};", "120 ,"),
            ("struct S { int a; int b } s;", "102 b"),
            ("struct S {};", "112 S"),
            ("struct S { struct T { int a; } t; };", "111 struct"),
            ("struct S { int a = 1; int b; };", "113 ="),
            ("struct S { int a; } int x;", "102 }"),
            ("[[unroll]] x = 1;", "123 unroll"),
            ("[[unroll] for (;;) ;", "103 for"),
            ("[[1]] for (;;) ;", "100 1"),
            ("coopmat<float, 16 m;", "103 m"),
            ("coopmat<float, 16> = 3;", "121 ="),
            ("$ int coopmat; coopmat m;", "124 coopmat"),
            ("coopmat<float, 16 + 3, a ? b : c, 2> m;", "126 +; 126 ?"),
            ("coopmat<float, , 3> m;", "120 ,"),
            ("coopmat<float, > m;", "120 >"),
            ("coopmat<float, 16>> m;", "103 >>"),
            ("$ coopmat<float, coopmat<float, 16> m;", "103 m"),
            ("coopmat<float, (16> m; x = 1 2;", "103 ;; 102 1"),
            ("coopmat<float, A>B?16:8> m;", "102 B"),
            ("x = coopmat<float, 16> + 3;", "100 +"),
            ("break x;", "102 k"),
            ("return 1", "102 1"),
            ("precision float x;", "100 float"),
            ("float g(int a) { return a; } g(1);", "114 g"),
            ("x = a ? b;", "100 ;"),
            ("x = a ? : c;", "120 :"),
            ("x = a +* b; y = 1 2; z = ;", "127 *; 102 1; 120 ;"),
        ],
    );
}

#[test]
fn declaration_errors() {
    check_errors(
        str::to_owned,
        &[
            ("float x", "102 x"),
            ("float x\nfloat y;", "102 x"),
            ("}", "104 }"),
            ("void f() { } a; if (b) { c; } else d; case 1: ; } void g() { x = ; }", "115 a; 120 ;"),
            ("void f() int a = 1; b = a; } void g() { x = ; }", "100 int; 120 ;"),
            ("void f() {} } void g() { x = ; }", "104 }; 120 ;"),
            ("void f() { a;", "103 "),
            ("void f() { { a; ", "103 "),
            ("void f() { if (a) { b; void g() { c; } void h() { d = ; }", "114 g; 120 ;"),
            ("x = 3; int y = ;", "115 x; 120 ;"),
            ("if (a) { b; } int y = ;", "115 if; 120 ;"),
            ("main() { x = ; }", "116 main; 120 ;"),
            ("f(1);", "115 f"),
            ("3; int = 4;", "100 3; 121 ="),
            ("void f(int a = 3, b c d, float) {}", "117 =; 103 d"),
            ("void f(int a, ) {}", "122 )"),
            ("void f(int a {}", "103 {"),
            ("void f(); { a; }", "100 ;"),
            ("void f() a; int b;", "102 )"),
            ("void f() 3; int b = ;", "100 3; 120 ;"),
            ("buffer B { int a; } float x;", "102 }"),
            ("buffer B { };", "112 B"),
            ("buffer B { int a; b; float x = ;", "103 b; 120 ;"),
            ("buffer B { { int a; } b; float x = ;", "100 {; 120 ;"),
            ("buffer B { int a; void main() { a = 1; }", "103 void"),
            ("layout(a b, c) in; layout() in; layout(d = ) in;", "103 b; 100 ); 120 )"),
            ("layout(3, binding = 1) uniform U { int a; };", "100 3"),
            ("layout in;", "100 in"),
            ("struct { int a; } struct T { int b; };", "102 }"),
            ("struct 3 { int a; }; int y = ;", "121 3; 120 ;"),
            ("const x y z;", "102 y"),
            ("class C { int a; };", "105 class"),
            ("[[a]] int x;", "123 a"),
            ("else", "115 else; 120 "),
            ("float (int a) { x; } int y = ;", "121 (; 120 ;"),
            ("int a, ; int b;", "121 ;"),
            ("int a[3; int b;", "103 ;"),
            ("int a[; int b;", "120 ;"),
            ("precision float;", "100 float"),
        ],
    );
}

#[test]
fn spans_cover_the_whole_expression() {
    let text = "void f() { (a + b) * -c[1] = d ? e : f(g); }";
    let (unit, _, _) = parse_text(text);
    let mut spans: Vec<&str> = unit
        .expressions
        .iter()
        .filter(|(_, node)| !matches!(node, Expression::Identifier(_) | Expression::Literal(_)))
        .map(|(handle, _)| {
            let range = unit.expressions.get_span(handle).to_range().unwrap();
            &text[range.start - 1..range.end - 1]
        })
        .collect();
    spans.sort_unstable();
    let whole = "(a + b) * -c[1] = d ? e : f(g)";
    assert_eq!(spans, [whole.split(" =").next().unwrap(), whole, "-c[1]", "a + b", "c[1]", "d ? e : f(g)", "f(g)"]);
}

#[test]
fn messages_name_the_fix() {
    let first = |text: &str| parse_text(text).2.into_vec().remove(0);
    let missing = first("void f() { a = b }");
    assert_eq!(missing.message, "expected `;`, found `}`");
    assert_eq!(missing.help, ["add `;`"]);
    let open = first("void f() { g(a; }");
    assert_eq!(open.message, "expected `,` or `)`, found `;`");
    assert_eq!(open.secondary[0].span, Span::new(13, 14));
    let brace = first("void f() { a;");
    assert_eq!(brace.secondary[0].span, Span::new(10, 11));
    assert_eq!(first("void f() { x = (vec2) y; }").help, ["use `vec2(...)`"]);
    assert_eq!(first("unsigned int x;").help, ["use `uint`"]);
    assert_eq!(first("int while;").message, "expected a name after the type, found keyword `while`");
}

#[test]
fn extension_state_comes_first_and_at_changes() {
    let (unit, ..) = parse_text("int a; void f() { @ b; }");
    assert!(matches!(unit.declarations[0], ExternalDeclaration::Extensions(_)));
    let ExternalDeclaration::Function(function) = &unit.declarations[2] else { panic!("{unit:?}") };
    assert!(matches!(function.body.statements[0].kind, StatementKind::Extensions(_)));
}

#[test]
fn extension_words_are_keywords_with_their_extension_only() {
    for (word, extension) in
        [("nonuniformEXT", "GL_EXT_nonuniform_qualifier"), ("nonprivate", "GL_KHR_memory_scope_semantics")]
    {
        let Some(id) = crate::builtins::extension(extension) else {
            // Only the table of extensions can tell whether the rest of the compiler knows this one yet.
            assert_eq!(extension, "GL_KHR_memory_scope_semantics");
            continue;
        };
        let mut names = Interner::default();
        let mut input = tokenize(&format!("int {word}; int {word};"), &mut names);
        let mut enabled = ExtensionSet::EMPTY;
        enabled.insert(id);
        let warn = ExtensionSet::EMPTY;
        input.extensions.push(ExtensionChange { first_token: 3, span: Span::default(), enabled, warn });
        let mut diagnostics = Diagnostics::default();
        parse(&input, &names, &mut diagnostics);
        let found: Vec<_> =
            diagnostics.as_slice().iter().map(|error| (error.code as u16, error.primary.span)).collect();
        assert_eq!(found, [(124, input.tokens[4].span)]);
    }
}
