//! Inputs built to break the parser: long chains, deep nesting, missing and doubled tokens, token soup.

use super::{errors, parse_text, tokenize};
use crate::diagnostics::Diagnostics;
use crate::preprocess::{Preprocessed, Token};
use crate::source::Interner;
use crate::syntax::{dump, parse};

#[test]
fn long_chains_do_not_nest() {
    let n = 100_000;
    let sources = [
        format!("x = a{};", " + a".repeat(n)),
        format!("x = a{};", " * a + b || c".repeat(n / 3)),
        format!("a{};", ", a".repeat(n)),
        format!("a{};", ".x".repeat(n)),
        format!("a{};", "[0]".repeat(n)),
        format!("a{};", "++".repeat(n)),
        format!("a{};", ".f()".repeat(n)),
        format!("f(a{});", ", a".repeat(n)),
        format!("if (a) b; {}", "else if (a) b; ".repeat(n)),
        "a;".repeat(n),
        "{}".repeat(n),
        format!("int a{};", ", a".repeat(n)),
        format!("int a{};", "[1]".repeat(n)),
        format!("S s = {{a{}}};", ", a".repeat(n)),
        format!("switch (a) {{ {} }}", "case 1: a;".repeat(n)),
        "else ".repeat(n) + ";",
    ];
    for source in &sources {
        let found = errors(&format!("void f() {{ {source} }}"));
        let expected = if source.starts_with("else") { "107 else" } else { "" };
        assert_eq!(found, expected, "{}", &source[..40]);
    }
    let (unit, names, _) = parse_text(&format!("int x = a{};", " + a".repeat(n)));
    assert_eq!(dump(&unit, &names).matches("(+").count(), n);
}

/// Each way of nesting: what opens a level, what stands inside, what closes a level.
const NESTING: &[(&str, &str, &str)] = &[
    ("(", "a", ")"),
    ("f(", "a", ")"),
    ("a[", "0", "]"),
    ("a.f(", "a", ")"),
    ("int[](", "a", ")"),
    ("int[", "1", "](a)"),
    ("-", "a", ""),
    ("- (", "a", ")"),
    ("++", "a", ""),
    ("a ? ", "b", " : c"),
    ("a ? b : ", "c", ""),
    ("a = ", "b", ""),
    ("a = (b + ", "c", ")"),
    ("(float) ", "a", ""),
    ("coopmat<int, ", "1", ">(a)"),
];

const STATEMENT_NESTING: &[(&str, &str, &str)] = &[
    ("{ ", "a;", " }"),
    ("if (a) ", "b;", ""),
    ("if (a) { ", "b;", " }"),
    ("if (a) b; else { ", "b;", " }"),
    ("while (a) ", "b;", ""),
    ("for (;;) { ", "b;", " }"),
    ("do ", "b;", " while (a);"),
    ("switch (a) { case 1: ", "b;", " }"),
    ("struct S { ", "int a;", " } s;"),
    ("[[unroll]] for (;;) ", "b;", ""),
    ("float f() { ", "a;", " }"),
];

#[test]
fn nesting_is_limited() {
    let nest = |&(open, middle, close): &(&str, &str, &str), n: usize| {
        format!("{}{middle}{}", open.repeat(n), close.repeat(n))
    };
    let limit = |text: &str| {
        let (_, _, diagnostics) = parse_text(text);
        let too_deep = diagnostics.as_slice().iter().filter(|error| error.code as u16 == 101).count();
        let benign = |code: u16| matches!(code, 101 | 106 | 111 | 114);
        let others = diagnostics.as_slice().iter().find(|error| !benign(error.code as u16)).cloned();
        (too_deep, others)
    };
    for row in NESTING {
        let wrap = |n| format!("void f() {{ x = {}; }} int b = ;", nest(row, n));
        let last = |text: &str| errors(text).rsplit("; ").next().map(|_| ());
        assert!(last(&wrap(1)).is_some());
        assert_eq!(limit(&wrap(120)).0, 0, "{row:?}");
        let (too_deep, _) = limit(&wrap(4_000));
        assert_eq!(too_deep, 1, "{row:?}");
        assert!(errors(&wrap(300)).ends_with("120 ;"), "{row:?}: {}", errors(&wrap(300)));
    }
    for row in STATEMENT_NESTING {
        let wrap = |n| format!("void f() {{ {} }}", nest(row, n));
        assert_eq!(limit(&wrap(80)), (0, None), "{row:?}");
        assert_eq!(limit(&wrap(300)), (1, None), "{row:?}");
        let (too_deep, _) = limit(&wrap(4_000));
        assert_eq!(too_deep, 1, "{row:?}");
    }
    let list = format!("S s = {}{};", "{".repeat(4_000), "}".repeat(4_000));
    assert_eq!(limit(&list), (1, None));
    for open in [
        "(", "f(", "a[", "{", "if (", "-", "a ?", "a ? b :", "a =", "[[", "[[a(", "for (", "struct {", "S s = {",
        "vec2[", "coopmat<", "case ",
    ] {
        limit(&format!("void f() {{ {}", open.repeat(4_000)));
        limit(&open.repeat(4_000));
    }
}

/// A sequence of numbers that is the same on each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

const SAMPLE: &str = "layout(local_size_x = 4) in; layout(set = 0) buffer B { S s[]; } b; struct S { int a, c[2]; };
    @ float f(const in vec3 a, int) { if (a.x > 1.0) return -a[1]; else if (b) { discard; } else ; return f(a, 1); }
    [[x]] void main() { int i = 0, j[2] = {1, 2,}; for (int k = 0; k < 3; ++k) { i += (k << 1) * 2; continue; }
    @ switch (i) { case 1: break; default: i = a ? b : c; } do { i++; } while (i < 3 || j.length() == int[](1)[0]);
    while (bool q = g()) ; coopmat<float, 3> m = coopmat<float, 3>(0.0); precise i; struct { int z; } y; }";

#[test]
fn broken_programs_never_panic_and_recover() {
    let mut names = Interner::default();
    let input = tokenize(SAMPLE, &mut names);
    let run = |tokens: Vec<Token>| {
        let input = Preprocessed {
            tokens,
            numbers: input.numbers.clone(),
            version: input.version,
            version_span: input.version_span,
            extensions: input.extensions.clone(),
            pragmas: Vec::new(),
            macro_braces: input.macro_braces.clone(),
        };
        let mut diagnostics = Diagnostics::default();
        let unit = parse(&input, &names, &mut diagnostics);
        let _ = dump(&unit, &names);
        diagnostics.error_count()
    };
    assert_eq!(run(input.tokens.clone()), 0);
    let end = *input.tokens.last().unwrap();
    let mut numbers = Numbers(1);
    let mut worst = Vec::new();
    for at in 0..input.tokens.len() - 1 {
        let mut cut = input.tokens[..at].to_vec();
        cut.push(end);
        run(cut);
        let mut removed = input.tokens.clone();
        removed.remove(at);
        worst.push((run(removed), "removed", at));
        let mut doubled = input.tokens.clone();
        doubled.insert(at, input.tokens[at]);
        worst.push((run(doubled), "doubled", at));
    }
    worst.retain(|(errors, _, _)| *errors > 3);
    let shown = |at: usize| &SAMPLE[input.tokens[at].span.to_range().unwrap().start - 1..];
    let worst: Vec<_> = worst.into_iter().map(|(n, how, at)| (n, how, &shown(at)[..shown(at).len().min(30)])).collect();
    assert!(worst.is_empty(), "one wrong token gives many errors: {worst:#?}");
    for _ in 0..3_000 {
        let length = numbers.below(60);
        let pick = |_| input.tokens[numbers.below(input.tokens.len() - 1)];
        let mut soup: Vec<Token> = (0..length).map(pick).collect();
        soup.push(end);
        run(soup);
    }
    run(Vec::new());
}
