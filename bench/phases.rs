//! Time per phase of the pipeline, on the README's shader and on one that is a few hundred times larger.
//!
//! `just bench`; `just bench parse` for one phase. `compare.sh` compares the whole process with others.

use std::fmt::Write;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use glslsub::internals::diagnostics::Diagnostics;
use glslsub::internals::preprocess::{self, Preprocessed, preprocess};
use glslsub::internals::source::{Interner, NoIncludes, SourceMap};
use glslsub::internals::target::Target;
use glslsub::internals::{Input, Options, compile, hir, sema, spirv, syntax};

const SMALL: &str = include_str!("../spirv-fixtures/subgroup/reduce.comp");

/// Many functions of ordinary code: loops, conditions, vectors, built-ins, buffers.
fn large() -> String {
    let mut text = String::from(
        "#version 450\n#extension GL_KHR_shader_subgroup_arithmetic : require\nlayout(local_size_x = 64) in;\n\
         layout(binding = 0) buffer Data { vec4 data[]; };\n#define SCALE(x) ((x) * 0.5 + 1.0)\n",
    );
    for index in 0..300 {
        let _ = write!(
            text,
            "vec4 step{index}(vec4 a, uint n) {{\n    vec4 sum = vec4(0.0);\n    for (uint i = 0u; i < n; ++i) {{\n        \
             if (a.x > float(i)) sum += SCALE(a) * data[i % 16u];\n        else sum.xy = max(sum.yx, a.zw);\n    }}\n    \
             return subgroupAdd(normalize(sum));\n}}\n"
        );
    }
    text.push_str("void main() {\n    vec4 v = data[gl_GlobalInvocationID.x];\n");
    for index in 0..300 {
        let _ = writeln!(text, "    v = step{index}(v, {index}u);");
    }
    text.push_str("    data[gl_GlobalInvocationID.x] = v;\n}\n");
    text
}

fn preprocessed(text: &str) -> (Preprocessed, Interner) {
    let (mut sources, mut names, mut diagnostics) = (SourceMap::default(), Interner::default(), Diagnostics::default());
    let options = preprocess::Options::default();
    let result = preprocess("a.comp", text, &options, &mut NoIncludes, &mut sources, &mut names, &mut diagnostics);
    assert!(!diagnostics.has_errors());
    (result, names)
}

fn analyzed(preprocessed: &Preprocessed, names: &Interner, unit: &syntax::ast::TranslationUnit) -> hir::Module {
    let options = sema::Options {
        stage: glslsub::internals::Stage::Compute,
        target: Target::default(),
        auto_bind: false,
        auto_locations: false,
        hlsl_offsets: false,
        full_precision: false,
        relaxed_vulkan: false,
        explain_legacy: false,
        limits: Vec::new(),
        binding_bases: Vec::new(),
    };
    sema::analyze(unit, preprocessed, &options, names, &mut Diagnostics::default()).unwrap()
}

fn phases(criterion: &mut Criterion) {
    for (name, text) in [("small", SMALL.to_owned()), ("large", large())] {
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Bytes(text.len() as u64));
        let (tokens, names) = preprocessed(&text);
        let unit = syntax::parse(&tokens, &names, &mut Diagnostics::default());
        let module = analyzed(&tokens, &names, &unit);
        let lower = || spirv::lower(&module, &spirv::Options::default(), &mut Diagnostics::default()).unwrap();
        let lowered = lower();
        group.bench_function("preprocess", |bencher| bencher.iter(|| preprocessed(black_box(&text))));
        group.bench_function("parse", |bencher| {
            bencher.iter(|| syntax::parse(black_box(&tokens), &names, &mut Diagnostics::default()));
        });
        group.bench_function("sema", |bencher| bencher.iter(|| analyzed(black_box(&tokens), &names, &unit)));
        group.bench_function("verify", |bencher| bencher.iter(|| hir::verify::verify(black_box(&module))));
        group.bench_function("lower", |bencher| bencher.iter(lower));
        group.bench_function("assemble", |bencher| bencher.iter(|| spirv::assemble(black_box(&lowered))));
        group.bench_function("whole", |bencher| {
            let options = Options::default();
            bencher.iter(|| compile(Input { name: "a.comp", text: black_box(&text) }, &options, &mut NoIncludes));
        });
        group.finish();
    }
}

criterion_group!(benches, phases);
criterion_main!(benches);
