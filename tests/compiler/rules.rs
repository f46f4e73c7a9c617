//! The rules of memory scope semantics: each by its own examples, and wrong input on every scoped built-in.

use crate::codes::rules_are_complete;
use glslsub::internals::diagnostics::{Code, Severity};
use glslsub::internals::hir::MemoryModel;
use glslsub::internals::rules::{RULES, Rule};
use glslsub::internals::source::NoIncludes;
use glslsub::internals::target::TargetEnvironment;
use glslsub::internals::{Compilation, Input, Options, compile};

/// Compiles with the options that the rule needs.
fn run(text: &str, options: &Options) -> Compilation {
    compile(Input { name: "example.comp", text }, options, &mut NoIncludes)
}

fn options(rule: &Rule) -> Options {
    let mut options = Options { warn_all: true, ..Options::default() };
    match rule.code {
        Code::MemoryModelConflict => options.memory_model = Some(MemoryModel::Glsl450),
        Code::MemoryModelTarget => options.target = TargetEnvironment::Vulkan1_0.into(),
        _ => {}
    }
    options
}

#[test]
fn the_bad_example_breaks_the_rule_once_and_no_other() {
    for rule in RULES {
        let compilation = run(rule.bad, &options(rule));
        let codes: Vec<Code> = compilation.diagnostics.iter().map(|it| it.code).collect();
        assert_eq!(codes, [rule.code], "{}\n{}", rule.bad, compilation.rendered());
        let found = &compilation.diagnostics[0];
        assert!(!found.notes.is_empty(), "{}: no citation", rule.code);
        assert!(found.primary.span.is_defined(), "{}: no place", rule.code);
    }
}

#[test]
fn the_good_example_is_quiet() {
    for rule in RULES {
        let compilation = run(rule.good, &options(rule));
        assert!(compilation.diagnostics.is_empty(), "{}\n{}", rule.good, compilation.rendered());
        assert!(compilation.artifact.is_some());
    }
}

#[test]
fn codes_are_unique_and_explained() {
    let shown = |rule: &&Rule| (rule.code, vec![rule.citation, rule.bad, rule.good, rule.code.summary()]);
    rules_are_complete("src/rules", 700..900, &RULES.iter().map(shown).collect::<Vec<_>>());
}

const HEAD: &str = "#version 450\n#extension GL_KHR_memory_scope_semantics : require\n\
                    #pragma use_vulkan_memory_model\n\
                    layout(constant_id = 0) const int sp = 1;\n\
                    layout(binding = 0) buffer B { uint u; };\n\
                    layout(binding = 1, r32ui) uniform uimage2D im;\nvoid main() {\nint d = int(u);\n";

/// The codes that a statement gives, sorted.
fn codes(statement: &str) -> Vec<String> {
    let compilation = run(&format!("{HEAD}{statement}\n}}\n"), &Options::default());
    let mut codes: Vec<String> = compilation.diagnostics.iter().map(|it| it.code.to_string()).collect();
    codes.sort();
    codes
}

/// Bad input on every scoped built-in: each argument in turn is computed, specialized, out of range or swapped.
#[test]
fn each_wrong_argument_gives_one_error() {
    // The call with placeholders, and what fills them: s scope, e execution scope, t storage, o order.
    let calls = [
        ("controlBarrier(E, S, T, O)", "2", "2", "64", "8"),
        ("memoryBarrier(S, T, O)", "", "1", "64", "8"),
        ("atomicAdd(u, 1u, S, T, O)", "", "1", "64", "8"),
        ("atomicMin(u, 1u, S, T, O)", "", "1", "64", "8"),
        ("atomicMax(u, 1u, S, T, O)", "", "1", "64", "8"),
        ("atomicAnd(u, 1u, S, T, O)", "", "1", "64", "8"),
        ("atomicOr(u, 1u, S, T, O)", "", "1", "64", "8"),
        ("atomicXor(u, 1u, S, T, O)", "", "1", "64", "8"),
        ("atomicExchange(u, 1u, S, T, O)", "", "1", "64", "8"),
        ("atomicCompSwap(u, 1u, 2u, S, T, O, 64, 2)", "", "1", "64", "8"),
        ("atomicCompSwap(u, 1u, 2u, S, 64, 8, T, O)", "", "1", "64", "2"),
        ("atomicLoad(u, S, T, O)", "", "1", "64", "2"),
        ("atomicStore(u, 1u, S, T, O)", "", "1", "64", "4"),
        ("imageAtomicAdd(im, ivec2(0), 1u, S, T, O)", "", "1", "2048", "8"),
        ("imageAtomicMin(im, ivec2(0), 1u, S, T, O)", "", "1", "2048", "8"),
        ("imageAtomicMax(im, ivec2(0), 1u, S, T, O)", "", "1", "2048", "8"),
        ("imageAtomicAnd(im, ivec2(0), 1u, S, T, O)", "", "1", "2048", "8"),
        ("imageAtomicOr(im, ivec2(0), 1u, S, T, O)", "", "1", "2048", "8"),
        ("imageAtomicXor(im, ivec2(0), 1u, S, T, O)", "", "1", "2048", "8"),
        ("imageAtomicExchange(im, ivec2(0), 1u, S, T, O)", "", "1", "2048", "8"),
        ("imageAtomicCompSwap(im, ivec2(0), 1u, 2u, S, T, O, 2048, 2)", "", "1", "2048", "8"),
        ("imageAtomicLoad(im, ivec2(0), S, T, O)", "", "1", "2048", "2"),
        ("imageAtomicStore(im, ivec2(0), 1u, S, T, O)", "", "1", "2048", "4"),
    ];
    for (call, execution, scope, storage, order) in calls {
        let fill = |e: &str, s: &str, t: &str, o: &str| {
            let mut text = call.replace("(E", &format!("({e}")).replace(" S,", &format!(" {s},"));
            text = text.replace("(S,", &format!("({s},")).replace(" T,", &format!(" {t},"));
            text.replace(" O", &format!(" {o}")) + ";"
        };
        let good = fill(execution, scope, storage, order);
        assert_eq!(codes(&good), [] as [&str; 0], "{good}");
        let mut cases = Vec::new();
        for (wrong, code) in [("d", "GS0700"), ("sp", "GS0700"), ("sp + 1", "GS0700")] {
            cases.push((fill(execution, wrong, storage, order), code));
            cases.push((fill(execution, scope, wrong, order), code));
            cases.push((fill(execution, scope, storage, wrong), code));
        }
        // 6 is a ray tracing scope.
        for (wrong, code) in [("0", "GS0701"), ("6", "GS0731"), ("7", "GS0701"), ("99", "GS0701"), ("-1", "GS0701")] {
            cases.push((fill(execution, wrong, storage, order), code));
        }
        for wrong in ["0x80", "0x200", "0x400", "-1", "1"] {
            cases.push((fill(execution, scope, wrong, order), "GS0703"));
        }
        for wrong in ["0x10", "64", "1", "-1", "0x10000"] {
            cases.push((fill(execution, scope, storage, wrong), "GS0702"));
        }
        cases.push((fill(execution, scope, order, storage), "GS0703"));
        cases.push((fill(execution, scope, storage, "2 | 4"), "GS0707"));
        if !execution.is_empty() {
            for (wrong, code) in [("d", "GS0700"), ("sp", "GS0700"), ("1", "GS0721"), ("5", "GS0721"), ("0", "GS0701")]
            {
                cases.push((fill(wrong, scope, storage, order), code));
            }
        }
        for (text, code) in cases {
            let found = codes(&text);
            // The other half of a compare-and-swap is compared with the wrong one only if both are valid.
            assert_eq!(found, [code], "{text}");
        }
    }
}

#[test]
fn values_are_printed_as_names() {
    let text = format!("{HEAD}memoryBarrier(gl_ScopeDevice, 64, 2 | 0x4000 | 4);\n}}\n");
    let compilation = run(&text, &Options::default());
    let label = &compilation.diagnostics[0].primary.message;
    assert_eq!(label, "this is `gl_SemanticsAcquire | gl_SemanticsRelease | gl_SemanticsMakeVisible`");
    let swapped = run(&format!("{HEAD}memoryBarrier(gl_ScopeDevice, 8, 64);\n}}\n"), &Options::default());
    assert!(swapped.diagnostics[0].help[0].contains("swapped"), "{}", swapped.rendered());
}

#[test]
fn warnings_can_be_allowed() {
    let barrier = "memoryBarrier(gl_ScopeQueueFamily, gl_StorageSemanticsBuffer, gl_SemanticsRelease);";
    let head = "#version 450\n#extension GL_KHR_memory_scope_semantics : require\n";
    let text = format!("{head}void main() {{ {barrier} }}\n");
    let compilation = run(&text, &Options::default());
    assert_eq!(compilation.diagnostics[0].severity, Severity::Warning, "{}", compilation.rendered());
    let allowed = Options { allow: vec![Code::MemoryModelSwitched], ..Options::default() };
    assert!(run(&text, &allowed).diagnostics.is_empty());
    for pragma in ["#pragma glslsub allow(GS0740)", "#pragma glslsub allow ( GS0602 , GS0740 )"] {
        let text = format!("{head}{pragma}\nvoid main() {{ {barrier} }}\n");
        assert!(run(&text, &Options::default()).diagnostics.is_empty(), "{pragma}");
    }
    // An error cannot be allowed.
    let wrong = format!("{head}#pragma glslsub allow(GS0200)\nvoid main() {{ x; }}\n");
    assert!(run(&wrong, &Options::default()).has_errors());
    let unknown = format!("{head}#pragma glslsub allow(GS9999)\nvoid main() {{}}\n");
    assert_eq!(run(&unknown, &Options::default()).diagnostics[0].code, Code::MalformedPragma);
}
