//! Tests of the preprocessor as a whole: text in, tokens and codes out.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use crate::diagnostics::Code;
use crate::diagnostics::Severity;
use crate::source::{MemoryLoader, NoIncludes};

/// One run and everything it needs.
pub(super) struct Run {
    pub(super) sources: SourceMap,
    pub(super) names: Interner,
    pub(super) diagnostics: Diagnostics,
    pub(super) output: Preprocessed,
}

impl Run {
    /// What is read again, in memory of the first run, must come out as it did then.
    fn new(text: &str, options: &Options, loader: &mut dyn Loader) -> Self {
        let (mut names, mut buffers) = Default::default();
        let mut run = || {
            let (mut sources, mut diagnostics) = Default::default();
            let (names, buffers) = (&mut names, &mut buffers);
            let output =
                preprocess_with("main.comp", text, options, loader, &mut sources, names, buffers, &mut diagnostics);
            (sources, diagnostics, output)
        };
        let (sources, diagnostics, output) = run();
        // Floods take long.
        for _ in 0..if text.len() < 2000 && output.tokens.len() < 10_000 { 2 } else { 0 } {
            assert_eq!(format!("{:?}", run()), format!("{:?}", (&sources, &diagnostics, &output)), "{text:?}");
        }
        assert_eq!(output.tokens.last().map(|token| token.kind), Some(TokenKind::End));
        Self { sources, names, diagnostics, output }
    }

    fn of(text: &str) -> Self {
        Self::new(&format!("#version 450\n{text}"), &Options::default(), &mut NoIncludes)
    }

    fn with_files(text: &str, files: &[(&str, &str)]) -> Self {
        let mut loader: MemoryLoader = files.iter().copied().collect();
        Self::new(&format!("#version 450\n{text}"), &Options::default(), &mut loader)
    }

    fn with_macros(text: &str, macros: &[MacroOption]) -> Self {
        let options = Options { macros: macros.to_vec(), ..Options::default() };
        Self::new(&format!("#version 450\n{text}"), &options, &mut NoIncludes)
    }

    /// The tokens, separated by blanks.
    pub(super) fn text(&self) -> String {
        let spelled = self.output.tokens.iter().map(|token| match token.kind {
            TokenKind::Word(name) => self.names.resolve(name).to_owned(),
            TokenKind::Punctuation(punctuation) => punctuation.spelling().to_owned(),
            TokenKind::String(text) => format!("{:?}", self.names.resolve(text)),
            TokenKind::Number(index) => match self.output.numbers[index as usize] {
                Number::Integer { bits, .. } => (bits as i64).to_string(),
                Number::Float { value, .. } => format!("{value:?}"),
            },
            TokenKind::End => String::new(),
        });
        spelled.collect::<Vec<_>>().join(" ").trim_end().to_owned()
    }

    /// Code and text of each finding, the text as in the source; warnings have a `?`.
    pub(super) fn findings(&self) -> Vec<String> {
        let findings = self.diagnostics.as_slice().iter().map(|diagnostic| {
            let text = self.sources.text(diagnostic.primary.span).unwrap_or("-");
            let mark = if diagnostic.severity == Severity::Warning { "?" } else { "" };
            format!("{:?}{mark} {text}", diagnostic.code).trim_end().to_owned()
        });
        findings.collect()
    }
}

fn check(text: &str, tokens: &str, findings: &[&str]) {
    let run = Run::of(text);
    assert_eq!(run.findings(), findings, "findings of {text:?}");
    assert_eq!(run.text(), tokens, "tokens of {text:?}");
}

/// Texts and the tokens that they give without any finding.
fn check_all(cases: &[(&str, &str)]) {
    for (text, tokens) in cases {
        check(text, tokens, &[]);
    }
}

/// Texts and their single findings; the tokens are not checked.
fn check_findings(cases: &[(&str, &str)]) {
    for (text, finding) in cases {
        assert_eq!(Run::of(text).findings(), [*finding], "findings of {text:?}");
    }
}

#[test]
fn tokens() {
    check_all(&[
        ("a_1 B2 _c", "a_1 B2 _c"),
        ("x+++y--", "x ++ + y --"),
        ("a<<=b>>=c<<d>>e", "a <<= b >>= c << d >> e"),
        ("^^ ^= && &= || |= :: : ? ~ ## #", "^^ ^= && &= || |= :: : ? ~ ## #"),
        ("a[b[0]]", "a [ b [ 0 ] ]"),
        ("1.0.x 1.f .5 1e2 0x1e+1 017u", "1.0 . x 1.0 0.5 100.0 30 + 1 15"),
        (r#""a\n\"b" "\x41\101""#, r#""a\n\"b" "AA""#),
        ("a/**/b/*\n*/c//d\ne", "a b c e"),
        ("// é ü $ @ `\n/* € */ x", "x"),
        ("a\rb\r\nc", "a b c"),
        ("x#y", "x # y"),
        ("", ""),
    ]);
    for punctuation in Punctuation::ALL {
        check(&format!("x {}", punctuation.spelling()), &format!("x {}", punctuation.spelling()), &[]);
    }
}

#[test]
fn line_continuations() {
    check_all(&[
        ("ab\\\ncd e\\\r\nf", "abcd ef"),
        ("a +\\\n= b <\\\n<\\\n= c", "a += b <<= c"),
        ("1\\\n2 1\\\n.\\\n5 1.\\\nf", "12 1.5 1.0"),
        ("/\\\n/ comment \\\n still\nx", "x"),
        ("/\\\n* comment *\\\n/x", "x"),
        ("#def\\\nine A \\\n 1\\\n2\nA", "12"),
        ("\"a\\\nb\"", "\"ab\""),
        ("#\\\ndefine F\\\n(x) x\nF(1)", "1"),
    ]);
}

#[test]
fn lexical_findings() {
    check_findings(&[
        ("/* x", "UnterminatedComment /*"),
        ("\"x\ny", "UnterminatedString \"x"),
        ("a $@` b", "InvalidCharacter $@`"),
        ("a é€ b", "InvalidCharacter é€"),
        ("a \\ b", "InvalidCharacter \\"),
        ("a \\", "InvalidCharacter \\"),
        ("1.0.0", "MalformedNumber 1.0.0"),
        ("089", "MalformedNumber 089"),
        ("0x", "MalformedNumber 0x"),
        ("1e", "MalformedNumber 1e"),
        ("1xyz", "InvalidNumberSuffix 1xyz"),
        ("1f", "InvalidNumberSuffix 1f"),
        ("4294967296", "IntegerTooLarge 4294967296"),
    ]);
}

#[test]
fn object_macros() {
    check_all(&[
        ("#define A 1 + 2\nA * A", "1 + 2 * 1 + 2"),
        ("#define A\nx A y", "x y"),
        ("#define A B\n#define B C\n#define C 3\nA", "3"),
        ("#define A A\nA", "A"),
        ("#define A B\n#define B A\nA B", "A B"),
        ("#define A 1\n#undef A\nA", "A"),
        ("#undef NEVER", ""),
        ("#define A (1)\nA", "( 1 )"),
        ("#define A a/**/b\n#define A a /* x */ b\nA", "a b"),
        ("#define A a ## b ## c\n#define abc 7\nA", "7"),
        ("#define A a ## ## b\nA", "ab"),
        ("#define float double\nfloat x", "double x"),
    ]);
    check("#define A 1\n#define A 2\nA", "2", &["MacroRedefined A"]);
    check("#define A ab\n#define A a b\nA", "a b", &["MacroRedefined A"]);
    check("#define A 1\n#define A() 1\nA()", "1", &["MacroRedefined A"]);
}

#[test]
fn function_macros() {
    check_all(&[
        ("#define F(x) x+x\nF(1)", "1 + 1"),
        ("#define F(x, y) y x\nF(a, b) F((a, b), c) F(,)", "b a c ( a , b )"),
        ("#define F() 1\nF() F( ) F", "1 1 F"),
        ("#define F(x) [x]\nF() F\n(\n2\n)", "[ ] [ 2 ]"),
        ("#define F(x) x\nF F(1) F", "F 1 F"),
        ("#define F (x)\nF(1)", "( x ) ( 1 )"),
        ("#define F(x) x\n#define G F\nG(1) G (2) G", "1 2 F"),
        ("#define F(x) x x\n#define G(x) F(x) 0\nG(G(1))", "1 1 0 1 1 0 0"),
        ("#define C(a, b) a##b\nC(x, 1) C(, y) C(z,) C(,) C(1, 2) C(<, <=)", "x1 y z 12 <<="),
        ("#define C(a, b) a##b\n#define X 1\nC(X, X) C(X X, X X)", "XX 1 XX 1"),
        ("#define C(a) a##_ a\n#define X y\nC(X)", "X_ y"),
        (
            "#define MAX(a,b) ((a)>(b)?(a):(b))\nMAX(1,MAX(2,3))",
            "( ( 1 ) > ( ( ( 2 ) > ( 3 ) ? ( 2 ) : ( 3 ) ) ) ? ( 1 ) : ( ( ( 2 ) > ( 3 ) ? ( 2 ) : ( 3 ) ) ) )",
        ),
        ("#define F(x) G(x\nF(1)", "G ( 1"),
        ("#define LP (\n#define F(x) x\nF LP 1)", "F ( 1 )"),
        ("#define E\n#define F(x) <x>\nF E (1)", "F ( 1 )"),
    ]);
}

#[test]
fn self_reference() {
    check_all(&[
        ("#define f(x) f(x)\nf(f(1))", "f ( f ( 1 ) )"),
        ("#define a(x) x-b\n#define b(x) a(x)\na(2)(9)", "2 - 9 - b"),
        (
            "#define one(t) t(7)\n#define two(u) u + two\none(two) (one)(one)(two(one(two)))",
            "7 + two ( one ) ( one ) ( 7 + two + two )",
        ),
        ("#define p q(\n#define q(r) r p\np 1) 2)", "1 q ( 2 )"),
        ("#define v v + w\n#define w(i) v * i\nw(v) w(w(1))", "v + w * v + w v + w * v + w * 1"),
        ("#define foo foo a b\nfoo", "foo a b"),
        ("#define AA BB\n#define BB AA\n#define ID(x) x\nID(ID(AA)) BB", "AA BB"),
    ]);
}

#[test]
fn macro_findings() {
    check_findings(&[
        ("#define", "MacroNameExpected"),
        ("#define 1", "MacroNameExpected 1"),
        ("#define GL_foo 1", "ReservedMacroName GL_foo"),
        ("#define defined 1", "ReservedMacroName defined"),
        ("#define a__b 1", "ReservedMacroName? a__b"),
        ("#define __LINE__ 1", "PredefinedMacro __LINE__"),
        ("#undef VULKAN", "PredefinedMacro VULKAN"),
        ("#undef GL_core_profile", "PredefinedMacro GL_core_profile"),
        ("#undef A B", "ExtraTokens? B"),
        ("#define F(x, x) x", "MalformedMacroParameters x"),
        ("#define F(x", "MalformedMacroParameters x"),
        ("#define F(x,) x", "MalformedMacroParameters )"),
        ("#define F(...) x", "MalformedMacroParameters ."),
        ("#define F(", "MalformedMacroParameters ("),
        ("#define A ## x", "MisplacedPaste ##"),
        ("#define A x ##", "MisplacedPaste ##"),
        ("#define F(x) #x", "StringizeOperator #"),
        ("#define C(a,b) a##b\nC(+, 1)", "InvalidPaste C(+, 1)"),
        ("#define C(a,b) a##b\nC(/, /)", "InvalidPaste C(/, /)"),
        ("#define F(x) x\nF(1, 2)", "MacroArgumentCount F"),
        ("#define F(x, y) x\nF(1)", "MacroArgumentCount F"),
        ("#define F() x\nF(1)", "MacroArgumentCount F"),
        ("#define F(x) x\nF(1", "UnterminatedMacroCall F"),
        ("#define F(x) x\nF((1)", "UnterminatedMacroCall F"),
        ("#define F(x) x\n#define G F(F\nG(1", "UnterminatedMacroCall G"),
        ("#define F(x) x\nF(\n#define A\n#undef A\n1)", "DirectiveInMacroCall #define"),
        ("#define F(x) x\nF(\n#if 1\n1\n#else\n2\n#endif\n)", "DirectiveInMacroCall #if"),
    ]);
}

#[test]
fn conditions() {
    for (condition, expected) in [
        ("1", true),
        ("0", false),
        ("0x10 == 16 && 010 == 8 && 1u == 1", true),
        ("1 + 2 * 3 == 7", true),
        ("(1 + 2) * 3 == 9", true),
        ("10 - 4 - 3 == 3", true),
        ("1 << 40 > 1 << 32", true),
        ("(1 << 64) == 0 && (1 << -1) == 0 && (-1 >> 99) == -1 && (-8 >> 1) == -4", true),
        ("9223372036854775807 + 1 < 0", true),
        ("(-9223372036854775807 - 1) / -1 == -9223372036854775807 - 1", true),
        ("(-9223372036854775807 - 1) % -1 == 0", true),
        ("-7 / 2 == -3 && -7 % 2 == -1", true),
        ("!0 && !!1 && ~0 == -1 && - -1 == 1 && +1", true),
        ("1 | 2 ^ 3 & 1", true),
        ("(6 & 3) == 2 && (6 ^ 3) == 5 && (6 | 3) == 7", true),
        ("0 && 1/0", false),
        ("1 || 1/0", true),
        ("0 && (1 || 1/0) && undefined_name", false),
        ("1 || undefined_name == 3", true),
        ("0 || 0 && 1/0 || 1", true),
        ("defined A && defined(A) && !defined B && ! defined ( B )", true),
        ("A == 5 && F(3) == 4", true),
        ("HAS_A", true),
        ("defined B && B > 4", false),
        ("__VERSION__ >= 450 && VULKAN >= 100 && GL_core_profile", true),
        ("GL_COMPUTE_SHADER && !defined(GL_FRAGMENT_SHADER)", true),
        ("1 /* x */ == /* y\n */ 1 // z", true),
        ("1 \\\n == 1", true),
        ("3 > 2 == 1", true),
    ] {
        let text = format!(
            "#define A 5\n#define F(x) (x+1)\n#define HAS_A defined(A)\n#if {condition}\nyes\n#else\nno\n#endif"
        );
        check(&text, if expected { "yes" } else { "no" }, &[]);
    }
}

#[test]
fn condition_findings() {
    check_findings(&[
        ("#if\n#endif", "MalformedCondition if"),
        ("#if \u{ff}\n#endif", "InvalidCharacter \u{ff}"),
        ("#if 1 +\n#endif", "MalformedCondition +"),
        ("#if (1\n#endif", "MalformedCondition ("),
        ("#if 1)\n#endif", "MalformedCondition )"),
        ("#if ()\n#endif", "MalformedCondition )"),
        ("#if 1 1\n#endif", "MalformedCondition 1"),
        ("#if 1 ? 2 : 3\n#endif", "MalformedCondition ?"),
        ("#if 1.0\n#endif", "MalformedCondition 1.0"),
        ("#if \"x\"\n#endif", "MalformedCondition \"x\""),
        ("#if defined\n#endif", "MalformedCondition defined"),
        ("#if defined(\n#endif", "MalformedCondition defined"),
        ("#if defined(A\n#endif", "MalformedCondition defined"),
        ("#if 08\n#endif", "MalformedNumber 08"),
        ("#if NOPE\n#endif", "UndefinedInCondition? NOPE"),
        ("#if NOPE\n#elif NOPE\n#endif\n#if NOPE || !NOPE\n#endif", "UndefinedInCondition? NOPE"),
        ("#if 1 / 0\n#endif", "DivisionByZeroInCondition /"),
        ("#if 1 % 0\n#endif", "DivisionByZeroInCondition %"),
        ("#if 1\n", "UnterminatedConditional #if"),
        ("#if 0\n#else", "UnterminatedConditional #if"),
        ("#ifdef\n#endif", "MacroNameExpected"),
        ("#ifdef A B\n#endif", "ExtraTokens? B"),
        ("#endif", "StrayConditional #endif"),
        ("#else", "StrayConditional #else"),
        ("#elif 1", "StrayConditional #elif"),
        ("#if 1\n#else\n#else\n#endif", "StrayConditional #else"),
        ("#if 0\n#else\n#elif 1\n#endif", "StrayConditional #elif"),
        ("#if 1\n#endif x", "ExtraTokens? x"),
        ("#if 1\n#else x\n#endif", "ExtraTokens? x"),
    ]);
    let es = Run::new("#version 310 es\n#if NOPE\n#endif", &Options::default(), &mut NoIncludes);
    assert_eq!(es.findings(), ["UndefinedInCondition NOPE"]);
}

#[test]
fn groups() {
    check_all(&[
        ("#if 1\na\n#elif 1/0\nb\n#else\nc\n#endif\nd", "a d"),
        ("#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif", "b"),
        ("#if 0\na\n#elif 0\nb\n#else\nc\n#endif", "c"),
        ("#if 0\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif", "c"),
        ("#if 0\n#nonsense\n#error no\n#include \"no\"\n' $ é\n#endif\nx", "x"),
        ("#if 0\n/*\n#endif\n*/\n#else\ny\n#endif", "y"),
        ("#if 0\n\"/*\n#endif\nx", "x"),
        ("#ifdef A\na\n#endif\n#ifndef A\nb\n#endif", "b"),
        ("# /* x */ if 1\n  # \t endif", ""),
        ("#\nx", "x"),
        ("#if 0\nx # endif\n#endif\ny", "y"),
        ("#if 0 // # else\nx\n \t#else\ny\n#endif", "y"),
        ("#if 0\n//#else\nx ## y\n/ # endif\n#endif\ny", "y"),
        ("#if 0\nx \\\n#else\ny\n#endif\nz", "z"),
        ("#if 0\r\nx \\\r\n#else\r\ny\r\n#endif\r\nz", "z"),
        ("#if 0\nx /\\\n*\n#else\n*/\n#endif\nz", "z"),
    ]);
}

#[test]
fn other_directives() {
    check_findings(&[
        ("#error it's $ wrong // x", "ErrorDirective #error"),
        ("#defin A", "UnknownDirective defin"),
        ("#3", "UnknownDirective 3"),
        ("#version 450", "MisplacedVersion #version"),
        ("#line", "MalformedLine line"),
        ("#line x", "MalformedLine x"),
        ("#line 99999999999", "MalformedLine 99999999999"),
        ("#line 1 2 3", "ExtraTokens? 3"),
        ("#pragma optimize(maybe)", "MalformedPragma? optimize(maybe)"),
        ("#pragma STDGL", "MalformedPragma? STDGL"),
        ("#include", "MalformedInclude #include"),
        ("#include x", "MalformedInclude #include x"),
        ("#include \"x\"", "IncludeNotFound \"x\""),
    ]);
    let run = Run::of("#error it's  $ /* c */ wrong // x");
    assert_eq!(run.diagnostics.as_slice()[0].message, "it's $ wrong");
    let run = Run::of("#defin A");
    assert_eq!(run.diagnostics.as_slice()[0].help, ["did you mean `#define`?"]);
}

#[test]
fn line_numbers() {
    check_all(&[
        ("__LINE__\n__LINE__ __LINE__", "2 3 3"),
        ("#line 10\n__LINE__\n__LINE__", "10 11"),
        ("#define N 20\n#line N 3\n__LINE__ __FILE__", "20 3"),
        ("#line 7 \"a.glsl\"\n__LINE__ __FILE__", "7 \"a.glsl\""),
        ("#define L __LINE__\n\nL", "4"),
        ("#define F(x) x __LINE__\nF(\n__LINE__\n)", "4 3"),
        ("__FILE__ __VERSION__", "0 450"),
    ]);
    let run = Run::of("#line 7 \"a.glsl\"\n$");
    let location = run.sources.location(run.diagnostics.as_slice()[0].primary.span).unwrap();
    assert_eq!((location.file.as_str(), location.line, location.column), ("a.glsl", 7, 1));
}

#[test]
fn versions() {
    for (text, number, profile, findings) in [
        ("#version 460", 460, Profile::Core, &[][..]),
        ("\u{feff}// c\n/* d */ # version 420 compatibility\n", 420, Profile::Compatibility, &[]),
        ("#version 310 es", 310, Profile::Es, &[]),
        ("#version 320 es\n", 320, Profile::Es, &[]),
        ("", 450, Profile::Core, &["MissingVersion?"]),
        ("x\n#version 450", 450, Profile::Core, &["MisplacedVersion #version"]),
        ("#version 330", 330, Profile::Core, &[]),
        ("#version 130", 420, Profile::Core, &["UnsupportedVersion 130"]),
        ("#version 100", 310, Profile::Es, &["UnsupportedVersion 100"]),
        ("#version 470", 460, Profile::Core, &["UnsupportedVersion 470"]),
        ("#version 450 es", 320, Profile::Es, &["UnsupportedVersion 450"]),
        ("#version 310", 310, Profile::Es, &["MalformedVersion 310"]),
        ("#version", 450, Profile::Core, &["MalformedVersion #version"]),
        ("#version 450 corr", 450, Profile::Core, &["MalformedVersion corr"]),
        ("#version 450 core x", 450, Profile::Core, &["ExtraTokens? x"]),
        ("#version 4.5", 450, Profile::Core, &["MalformedVersion 4.5"]),
    ] {
        let run = Run::new(text, &Options::default(), &mut NoIncludes);
        assert_eq!(run.output.version, Version { number, profile }, "{text:?}");
        assert_eq!(run.findings(), findings, "{text:?}");
    }
    let es = Run::new("#version 310 es\nGL_ES GL_core_profile __VERSION__", &Options::default(), &mut NoIncludes);
    assert_eq!(es.text(), "1 GL_core_profile 310");
    let es = Run::new("#version 310 es\n#define A a##b", &Options::default(), &mut NoIncludes);
    assert_eq!(es.findings(), ["MisplacedPaste ##"]);
}

#[test]
fn pragmas() {
    let run = Run::of("a\n#pragma  STDGL  invariant( all )\n#pragma optimize(on)\nb\n#pragma my /* c */ own a");
    let pragmas: Vec<_> = run.output.pragmas.iter().map(|pragma| (pragma.first_token, pragma.text.as_str())).collect();
    assert_eq!(pragmas, [(1, "STDGL invariant( all )"), (1, "optimize(on)"), (2, "my own a")]);
    assert!(run.findings().is_empty());
}

#[test]
fn includes() {
    let files = [
        ("a", "#pragma once\na1 __LINE__\n#include \"b\"\na2"),
        ("b", "b1"),
        ("open", "#if 1\nx"),
        ("close", "#endif"),
        ("half", "F(1"),
        ("self", "#include \"self\"\n#include \"self\""),
        ("name", "#define F f\nF(\n#include <b>\n)"),
    ];
    let run = Run::with_files("#include \"a\"\n#include \"a\"\n#include <b> // x\nmain __LINE__", &files);
    assert_eq!((run.text().as_str(), run.findings()), ("a1 2 b1 a2 b1 main 5", vec![]));
    let b = run.sources.files()[2].included_at;
    assert_eq!(run.sources.text(b), Some("#include \"b\""));
    assert_eq!(run.sources.location(b).unwrap().file, "a");
    let run = Run::with_files("#define B \"b\"\n#define C <b>\n#include B\n#include C\nx", &files);
    assert_eq!((run.text().as_str(), run.findings()), ("b1 b1 x", vec![]));
    for (text, findings) in [
        ("#include \"open\"\n", &["UnterminatedConditional #if"][..]),
        ("#if 1\n#include \"close\"\n#endif", &["StrayConditional #endif"]),
        ("#define F(x) x\n#include \"half\"\n)", &["UnterminatedMacroCall F"]),
        ("#include \"self\"", &["IncludeTooDeep \"self\""]),
        ("#include \"b\" c", &["ExtraTokens? c"]),
    ] {
        assert_eq!(Run::with_files(text, &files).findings(), findings, "{text:?}");
    }
}

#[test]
fn limit_on_all_includes() {
    // Each level includes the next twice, so the depth stays small while the number of files explodes.
    let mut files: Vec<(String, String)> =
        (0..40).map(|level| (level.to_string(), format!("#include \"{0}\"\n#include \"{0}\"", level + 1))).collect();
    files.push(("40".to_owned(), String::new()));
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let run = Run::with_files("#include \"0\"", &files);
    assert_eq!(run.diagnostics.as_slice().iter().map(|d| d.code).collect::<Vec<_>>(), [Code::TooManyIncludes]);
}

#[test]
fn command_line_macros() {
    let define = |name: &str, value: Option<&str>| MacroOption::Define {
        name: name.to_owned(),
        value: value.map(str::to_owned),
    };
    let run = Run::with_macros(
        "A B C F(2) D",
        &[
            define("A", None),
            define("B", Some("x+y")),
            define("C", Some("1")),
            MacroOption::Undefine("C".to_owned()),
            define("F(x)", Some("x*x")),
            define("D", Some("1\n#error no")),
        ],
    );
    assert_eq!((run.text().as_str(), run.findings()), ("1 x + y C 2 * 2 1 # error no", vec![]));
    let run = Run::with_macros("A", &[define("1", None), define("GL_x", None), define("A", Some("__VERSION__"))]);
    assert_eq!(
        (run.text().as_str(), run.findings()),
        ("450", vec!["MacroNameExpected 1".to_owned(), "ReservedMacroName GL_x".to_owned()])
    );
}

#[test]
fn spans_of_expansions() {
    let run = Run::of("#define TWICE(x) (x + x * K)\n#define K 2\nint a = TWICE(b);");
    let texts: Vec<_> =
        run.output.tokens.iter().map(|token| run.sources.text(token.span).unwrap().to_owned()).collect();
    assert_eq!(texts, ["int", "a", "=", "TWICE(b)", "b", "TWICE(b)", "b", "TWICE(b)", "TWICE(b)", "TWICE(b)", ";", ""]);
    let k = run.sources.resolve(run.output.tokens[8].span).unwrap();
    let levels: Vec<_> = k
        .expansions
        .iter()
        .map(|level| (run.sources.text(level.definition).unwrap(), run.sources.text(level.spelling).unwrap()))
        .collect();
    assert_eq!(levels, [("K", "2"), ("TWICE", "K")]);
}

#[test]
fn extension_changes() {
    let names = ["GL_KHR_shader_subgroup_basic", "GL_KHR_shader_subgroup_vote"];
    let [Some(basic), Some(vote)] = names.map(crate::builtins::extension) else { panic!("the table is empty") };
    let run = Run::of(
        "#extension GL_KHR_shader_subgroup_basic : enable\na\n#extension GL_KHR_shader_subgroup_vote : warn\nb\n\
         #extension GL_KHR_shader_subgroup_vote : disable\nc\n#extension all : disable\nd\n\
         #extension GL_KHR_shader_subgroup_vote : require\n#if 0\n#extension all : disable\n#endif",
    );
    assert!(run.findings().is_empty(), "{:?}", run.findings());
    let states: Vec<_> = run
        .output
        .extensions
        .iter()
        .map(|change| {
            let has = |set: &ExtensionSet| (set.contains(basic), set.contains(vote));
            (change.first_token, has(&change.enabled), has(&change.warn))
        })
        .collect();
    let off = (false, false);
    assert_eq!(
        states,
        [
            (0, off, off),
            (0, (true, false), off),
            (1, (true, true), (false, true)),
            (2, (true, false), off),
            (3, off, off),
            (4, (true, true), off),
        ]
    );
    assert_eq!(
        run.sources.text(run.output.extensions[1].span),
        Some("#extension GL_KHR_shader_subgroup_basic : enable")
    );
    check("GL_KHR_shader_subgroup_vote", "1", &[]);
}

#[test]
fn implied_extensions() {
    use extensions::Behavior;
    let (outer, inner) = (crate::builtins::ExtensionId(0), crate::builtins::ExtensionId(1));
    let inners = [inner];
    let after = |steps: &[(bool, Behavior)]| {
        let mut state = ExtensionState::default();
        for &(is_outer, behavior) in steps {
            let (id, implied) = if is_outer { (outer, inners.as_slice()) } else { (inner, [].as_slice()) };
            state.set(id, implied, behavior);
        }
        let show = |id| match (state.enabled.contains(id), state.warn.contains(id)) {
            (false, _) => '-',
            (true, false) => 'e',
            (true, true) => 'w',
        };
        [show(outer), show(inner)].iter().collect::<String>()
    };
    use Behavior::{Disable, Enable, Require, Warn};
    for (steps, expected) in [
        (&[(true, Enable)][..], "ee"),
        (&[(true, Warn)], "ww"),
        (&[(true, Warn), (true, Require)], "ee"),
        (&[(false, Warn), (true, Enable)], "ew"),
        (&[(false, Enable), (true, Warn)], "we"),
        (&[(true, Enable), (true, Disable)], "-e"),
        (&[(true, Enable), (false, Disable)], "e-"),
        (&[(false, Disable), (true, Enable)], "ee"),
    ] {
        assert_eq!(after(steps), expected, "{steps:?}");
    }
}

#[test]
fn extension_findings() {
    check_findings(&[
        ("#extension", "MalformedExtension"),
        ("#extension X", "MalformedExtension"),
        ("#extension X :", "MalformedExtension"),
        ("#extension X : on", "MalformedExtension on"),
        ("#extension X enable", "MalformedExtension enable"),
        ("#extension all : enable", "MalformedExtension all"),
        ("#extension GL_X_unknown : require", "UnknownExtension GL_X_unknown"),
        ("#extension GL_X_unknown : enable", "UnknownExtension? GL_X_unknown"),
        ("#extension GL_X_unknown : warn", "UnknownExtension? GL_X_unknown"),
        ("#extension GL_GOOGLE_include_directive : require x", "ExtraTokens? x"),
    ]);
    check_all(&[("#extension GL_X_unknown : disable", ""), ("#extension GL_GOOGLE_include_directive : require", "")]);
    let run = Run::of("#extension GL_KHR_shader_subgroup_bsic : require");
    assert_eq!(run.diagnostics.as_slice()[0].help, ["did you mean `GL_KHR_shader_subgroup_basic`?"]);
    let es = Run::new(
        "#version 310 es\nx\n#extension GL_KHR_shader_subgroup_basic : enable",
        &Options::default(),
        &mut NoIncludes,
    );
    assert_eq!(es.findings(), ["MisplacedExtension? #extension GL_KHR_shader_subgroup_basic : enable"]);
}

#[test]
fn text_again() {
    let files = [("inc", "float f = 1.5e-30lf;\n#pragma inner\n")];
    let source = "#extension GL_KHR_shader_subgroup_basic \\\n : en\\\nable\n#pragma one\n#define F(x) x-x\n\n\n\n\n\n\n\n\n\n\n\n\nint a = F(-1) .x;\n\
                  #include \"inc\"\nuint b = 0xFFu + 077; double d = 1.0lf / 3hf . x; s = \"q\\\"\\n\";\n#line 100\n[[x]] int y[1].x;\n1 . x";
    let source = source.replace("3hf", "3.0hf");
    let run = Run::with_files(&source, &files);
    assert_eq!(run.findings(), Vec::<String>::new());
    let text = preprocessed_text(&run.output, &run.sources, &run.names);
    let again = Run::new(&text, &Options::default(), &mut NoIncludes);
    assert_eq!(again.findings(), Vec::<String>::new(), "{text}");
    assert_eq!(again.text(), run.text(), "{text}");
    assert_eq!(preprocessed_text(&again.output, &again.sources, &again.names), text);
    let places = |run: &Run| -> Vec<_> {
        run.output
            .tokens
            .iter()
            .filter(|token| token.kind != TokenKind::End)
            .map(|token| run.sources.location(token.span).map(|location| (location.file, location.line)))
            .collect()
    };
    assert_eq!(places(&again), places(&run), "{text}");
    assert_eq!(again.output.pragmas.len(), 2);
    assert_eq!(again.output.extensions.len(), 2);
}

#[test]
fn floods_end_in_one_finding() {
    let codes_within = |limits: Limits, text: &str| {
        let options = Options { limits, ..Options::default() };
        let run = Run::new(&format!("#version 450\n{text}"), &options, &mut NoIncludes);
        run.diagnostics.as_slice().iter().map(|diagnostic| diagnostic.code).collect::<Vec<_>>()
    };
    let codes = |text: &str| codes_within(Limits::default(), text);
    // One bomb grows up to the limit that users have; that takes a while.
    let few = Limits { expansion_tokens: 100_000, ..Limits::default() };
    assert_eq!(codes(&"#endif\n".repeat(20_000)), [Code::StrayConditional]);
    assert_eq!(codes(&"#if 1\n".repeat(20_000)), [Code::ConditionalsTooDeep]);
    assert_eq!(codes(&"#if 0\n".repeat(20_000)), [Code::UnterminatedConditional]);
    assert_eq!(codes(&format!("#if {}1{}\n#endif", "(".repeat(20_000), ")".repeat(20_000))), []);
    assert_eq!(codes(&format!("#if {}1\n#endif", "!-~".repeat(20_000))), []);
    assert_eq!(codes(&"$".repeat(20_000)), [Code::InvalidCharacter]);
    let bomb = (0..40).map(|i| format!("#define A{i} A{0} A{0}\n", i + 1)).collect::<String>();
    assert_eq!(codes(&format!("{bomb}A0")), [Code::TooManyExpandedTokens]);
    let bomb = (0..40).map(|i| format!("#define A{i}(x) A{0}(x x)\n", i + 1)).collect::<String>();
    assert_eq!(codes_within(few, &format!("{bomb}A0(1)")), [Code::TooManyExpandedTokens]);
    let nested = format!("#define F(x) x\n{}1{}", "F(".repeat(5000), ")".repeat(5000));
    assert_eq!(codes_within(few, &nested), [Code::TooManyExpandedTokens]);
    let nested = format!("#define F(x) x\n{}1{}", "F(".repeat(500), ")".repeat(500));
    assert_eq!(codes(&nested), []);
    let paste = format!("#define A a{}\nA", " ## a".repeat(20_000));
    assert_eq!(codes_within(few, &paste), [Code::TooManyExpandedTokens]);
    assert_eq!(codes(&"(".repeat(20_000)), []);
}

#[test]
fn many_parameters() {
    let names = (0..10_000).map(|i| format!("p{i}")).collect::<Vec<_>>();
    let text = format!("#define F({}) {}\nF({})", names.join(","), names.join("+"), vec!["1"; 10_000].join(","));
    let run = Run::of(&text);
    assert!(run.findings().is_empty());
    assert_eq!(run.output.tokens.len(), 20_000);
}

#[test]
fn odd_endings() {
    for text in [
        "#",
        "#d",
        "#define",
        "#define A",
        "#define A(",
        "#if",
        "#if 1 /*",
        "#ifdef",
        "#line 1 \"",
        "#include <",
        "\\",
        "a\\",
        "#\\",
        "\"\\",
        "\"\\\\",
        "/",
        "/*",
        "/**",
        "//",
        "//\\",
        "1.",
        "1e",
        "0x",
        ".",
        "..",
        "#pragma",
        "#pragma STDGL ",
        "#error",
        "#if \u{ff}",
        "#if \u{fffd}\n#endif",
        "#define A ##",
        "#define F(x) #\nF(1)",
        "\u{feff}",
        "\0",
        "#elif",
        "#extension a:",
        "#version \u{e9}",
        "#undef",
        "\"\u{20ac}\\\u{20ac}\"",
        "#include \"\u{20ac}",
        "#pragma \u{20ac} \"\u{20ac}",
    ] {
        for line_end in ["", "\n", "\r\n", "\\\n"] {
            Run::of(&format!("{text}{line_end}"));
            Run::new(&format!("{text}{line_end}"), &Options::default(), &mut NoIncludes);
        }
    }
}

/// Random edits of a text that uses everything, with a fixed seed: nothing panics, and every span has text.
#[test]
fn mutations() {
    let seed = "#version 450\n#extension all : warn\n#define F(a, b) a##b + F(b, a) \\\n x\n#define G F\n#if defined(F) && \
                (1 << 3) / 0x2u >= 4 || !G\nint x = F(G(1, 2), \"s\\\"t\");\n#elif 1\n#line 5 \"f\"\n#else\n/* c */ // d\n\
                #endif\n#include \"inc\"\n#undef G\n#pragma once\n#error é\n1.5e+3lf .x 0x1Ful __LINE__ __FILE__\n";
    let pieces = [
        "#", "##", "\\\n", "\n", "(", ")", ",", "\"", "/*", "*/", "//", "F", "G(", "#if ", "#endif\n", "é", "\u{0}",
        "defined", "0",
    ];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % limit
    };
    for _ in 0..1500 {
        let mut text: Vec<char> = seed.chars().collect();
        for _ in 0..=random(8) {
            let at = random(text.len() + 1);
            match random(4) {
                0 => drop(text.drain(at..(at + random(20)).min(text.len()))),
                1 => drop(text.splice(at..at, pieces[random(pieces.len())].chars())),
                2 => {
                    let end = (at + random(60)).min(text.len());
                    let copy = text[at..end].to_vec();
                    let to = random(text.len() + 1);
                    drop(text.splice(to..to, copy));
                }
                _ => text.insert(at, char::from(random(128) as u8)),
            }
        }
        let text: String = text.into_iter().collect();
        let mut loader = MemoryLoader::default();
        loader.insert("inc", text.chars().rev().take(200).collect::<String>());
        let options =
            Options { limits: Limits { expansion_tokens: 20_000, ..Limits::default() }, ..Options::default() };
        let run = Run::new(&text, &options, &mut loader);
        for token in &run.output.tokens {
            assert!(run.sources.text(token.span).is_some(), "{token:?} of {text:?}");
        }
        assert!(preprocessed_text(&run.output, &run.sources, &run.names).starts_with("#version"));
    }
}
