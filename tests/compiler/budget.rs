//! What a server can limit ends in an error that names the limit, never in a panic or in a module that is cut off.

use glslsub::{Budget, Compiler, Options};

/// A shader of so many statements.
fn shader(statements: usize) -> String {
    format!("#version 450\nvoid main() {{\nint i = 0;\n{}}}\n", "i = i + 1;\n".repeat(statements))
}

fn message(budget: Budget, text: &str) -> Option<String> {
    let compiler = Compiler::new(Options::new().budget(budget));
    compiler.compile("shader.comp", text).err().map(|errors| errors.to_string())
}

#[test]
fn each_limit_is_an_error_of_its_own() {
    let (small, large) = (shader(10), shader(1_000));
    let rows: [(Budget, &str); 5] = [
        (Budget::default().source_bytes(1_000), "makes the source text larger than 1000 bytes"),
        (Budget::default().tokens(500), "the shader has more than 500 tokens"),
        (Budget::default().ids(500), "this shader needs more than 500 ids"),
        (Budget::default().nodes(500), "nodes of the typed representation, but the budget allows 500"),
        (Budget::default().words(1_000), "words of SPIR-V, but the budget allows 1000"),
    ];
    for (budget, expected) in rows {
        assert_eq!(message(budget, &small), None);
        let found = message(budget, &large).expect("the shader is too large");
        assert!(found.contains(expected), "{found}");
        assert!(found.contains("1 error"), "one error says it: {found}");
    }
    assert_eq!(message(Budget::default(), &large), None);
}

#[test]
fn macros_count_against_the_tokens() {
    let text = "#version 450\n#define A ; ; ; ; ; ; ; ;\n#define B A A A A A A A A\n#define C B B B B B B B B\nvoid main() { C C }\n";
    assert_eq!(message(Budget::default(), text), None);
    let found = message(Budget::default().tokens(600), text).expect("too many tokens");
    assert!(found.contains("macros expand to more than 600 tokens"), "{found}");
}

#[test]
fn there_is_a_limit_without_a_budget() {
    // 17 million tokens would take a gigabyte before anything else is known about them.
    let text = format!("#version 450\n{}void main() {{}}\n", ";".repeat(17 << 20));
    let found = message(Budget::default(), &text).expect("too many tokens");
    assert!(found.contains("the shader has more than 16777216 tokens"), "{found}");
}
