# The contributor's menu: `just --list`. Every recipe is one command that also works without `just`.

# Everything that must pass before a commit: format, lints, documentation, tests.
ready:
    bash .ci/run

# All of the above and the exhaustive sets, before an issue is called resolved.
full:
    bash .ci/run full

# Rewrites every snapshot and generated page; read the diff before you commit it.
bless:
    INSTA_UPDATE=always BLESS=1 cargo test

# Checks that generated pages match the tables.
gen-check:
    cargo test --lib is_up_to_date

# Measures each phase, or one: `just bench parse`.
bench *PHASE:
    cargo bench --manifest-path bench/Cargo.toml -- {{PHASE}}

# Counts instructions and compares them with bench/instructions.tsv; `--bless` writes it.
instructions *FLAGS:
    bench/instructions.sh {{FLAGS}}

# Compares whole processes and further shaders with glslangValidator and glslc.
compare *SHADERS:
    bench/compare.sh {{SHADERS}}

# Licences, advisories, sources and duplicates of the dependencies (needs cargo-deny).
deny:
    cargo deny check
    cargo deny --config deny.toml --manifest-path bench/Cargo.toml check

# Looks for inputs that break promises: `just fuzz run tokens --seconds 600`; fuzz/README.md says more.
fuzz *ARGUMENTS:
    cargo run --quiet --release --manifest-path fuzz/Cargo.toml -- {{ARGUMENTS}}
