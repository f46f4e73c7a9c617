//! Stages together: the rules by their own examples, pipelines in `tests/link/`, and modules with several entry points.
//!
//! A file `tests/link/*.glsl` holds a pipeline: each shader after a line `//// name.stage`, with the comments of
//! `tests/ui` for the findings on its lines, and the rendered diagnostics in the snapshot beside it. A pipeline without
//! such a comment must link, to a valid module. `INSTA_UPDATE=always cargo test --test compiler link` writes the
//! snapshots.

use crate::common;
use std::collections::{BTreeMap, BTreeSet};

use crate::codes::rules_are_complete;
use crate::common::validate::{Verdict, validate, validate_one_in};
use glslsub::internals::diagnostics::{Code, Diagnostics, Severity};
use glslsub::internals::driver::{check_pipeline, link_pipeline};
use glslsub::internals::hir::{MemoryModel, Module};
use glslsub::internals::link::{Example, RULES, Rule};
use glslsub::internals::lints::Selection;
use glslsub::internals::source::NoIncludes;
use glslsub::internals::target::{Target, TargetEnvironment};
use glslsub::internals::{Compilation, Input, Options, Stage, check, spirv};

/// The names of the shaders of an example.
fn names(examples: &[Example]) -> Vec<String> {
    examples.iter().enumerate().map(|(index, it)| format!("{index}.{}", it.stage.suffix())).collect()
}

/// Whether a rule is about modules: those are only checked when one is made.
fn is_about_modules(rule: &Rule) -> bool {
    rule.code as u16 >= Code::LinkedEntryPoints as u16
}

fn run(rule: &Rule, examples: &[Example], warn_all: bool) -> Compilation<()> {
    fn without_result<T>(it: Compilation<T>) -> Compilation<()> {
        Compilation { sources: it.sources, diagnostics: it.diagnostics, artifact: it.artifact.map(|_| ()) }
    }
    let names = names(examples);
    let inputs: Vec<_> = names.iter().zip(examples).map(|(name, it)| Input { name, text: it.text }).collect();
    let options = Options { warn_all, ..options(TargetEnvironment::Vulkan1_2) };
    if is_about_modules(rule) {
        without_result(link_pipeline(&inputs, &options, &mut NoIncludes))
    } else {
        without_result(check_pipeline(&inputs, &options, &mut NoIncludes))
    }
}

fn options(environment: TargetEnvironment) -> Options {
    Options { target: Target::from(environment), ..Options::default() }
}

#[test]
fn what_is_allowed_is_so_in_each_shader() {
    let shader = |pragma: &str| {
        format!(
            "#version 460\n{pragma}\nlayout(local_size_x = 64) in;\nshared uint s[64];\n\
             layout(binding = 0) buffer Out {{ uint result[]; }};\n\
             void main() {{ s[gl_LocalInvocationIndex] = 1; result[gl_GlobalInvocationID.x] = s[0]; }}\n"
        )
    };
    let found = |pragma: &str, allow: Vec<Code>| {
        let text = shader(pragma);
        let lints = Selection::certain();
        let options = Options { allow, lints, ..options(TargetEnvironment::Vulkan1_2) };
        let checked = check_pipeline(&[Input { name: "a.comp", text: &text }], &options, &mut NoIncludes);
        checked.diagnostics.iter().map(|it| it.code).collect::<Vec<Code>>()
    };
    assert_eq!(found("", Vec::new()), [Code::SharedRace]);
    assert_eq!(found("#pragma glslsub allow(shared-race)", Vec::new()), []);
    assert_eq!(found("", vec![Code::SharedRace]), []);
}

#[test]
fn the_bad_example_breaks_the_rule_once_and_no_other() {
    for rule in RULES {
        let compilation = run(rule, rule.bad, rule.code.is_noted());
        let codes: Vec<Code> = compilation.diagnostics.iter().map(|it| it.code).collect();
        assert_eq!(codes, [rule.code], "{:#?}\n{}", rule.bad, compilation.rendered());
        let found = &compilation.diagnostics[0];
        assert!(!found.notes.is_empty() && !found.help.is_empty(), "{}: no citation, or no help", rule.code);
        let file = |span| compilation.sources.resolve(span).map(|it| it.file);
        let files = (file(found.primary.span), found.secondary.first().and_then(|it| file(it.span)));
        assert!(matches!(files, (Some(one), Some(other)) if one != other), "{}: {files:?}", rule.code);
        assert!(found.secondary.iter().all(|it| !it.message.is_empty()) && !found.primary.message.is_empty());
        assert_eq!(rule.code.is_noted(), found.severity == Severity::Note, "{}", rule.code);
    }
}

#[test]
fn the_good_example_is_quiet() {
    for rule in RULES {
        let compilation = run(rule, rule.good, true);
        assert!(compilation.diagnostics.is_empty(), "{:#?}\n{}", rule.good, compilation.rendered());
        assert!(compilation.artifact.is_some());
    }
}

#[test]
fn codes_are_unique_and_explained() {
    let shown = |rule: &&Rule| (rule.code, rule.bad.iter().chain(rule.good).map(|it| it.text).collect());
    rules_are_complete("src/link", 1100..1200, &RULES.iter().map(shown).collect::<Vec<_>>());
}

/// The shaders of a file: names and texts.
fn shaders(text: &str) -> Vec<(String, String)> {
    let mut shaders: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("//// ") {
            Some(name) => shaders.push((name.trim().to_owned(), String::new())),
            None => {
                if let Some((_, text)) = shaders.last_mut() {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
    }
    shaders
}

/// `name:line: severity[code]` for each `//~` comment.
fn expectations(shaders: &[(String, String)]) -> BTreeSet<String> {
    let mut expected = BTreeSet::new();
    for (name, text) in shaders {
        for (index, line) in text.lines().enumerate() {
            for comment in line.split("//~").skip(1) {
                expected.insert(format!("{name}:{}: {}", index + 1, comment.trim()));
            }
        }
    }
    expected
}

#[test]
fn pipelines() {
    let files = common::files(&common::root().join("tests/link"), ".glsl");
    assert!(!files.is_empty(), "no files found");
    common::all(&files, |file| {
        let name = common::name(file);
        let text = std::fs::read_to_string(file).unwrap();
        let shaders = shaders(&text);
        let inputs: Vec<_> = shaders.iter().map(|(name, text)| Input { name, text }).collect();
        let environment = text.lines().find_map(|line| TargetEnvironment::parse(line.strip_prefix("// compile: ")?));
        let target = environment.unwrap_or(TargetEnvironment::Vulkan1_2);
        let options = Options { warn_all: text.contains("// -Wall\n"), ..options(target) };
        let checked = check_pipeline(&inputs, &options, &mut NoIncludes);
        let found: BTreeSet<String> = checked
            .diagnostics
            .iter()
            .map(|it| {
                let place = checked.sources.location(it.primary.span).unwrap();
                let severity = match it.severity {
                    Severity::Error => "error",
                    Severity::Warning => "warning",
                    Severity::Note => "note",
                };
                format!("{}:{}: {severity}[{}]", place.file, place.line, it.code)
            })
            .collect();
        let expected = expectations(&shaders);
        if expected != found {
            return Err(format!("{name}: expected {expected:#?}\nfound {found:#?}\n{}", checked.rendered()));
        }
        if expected.is_empty() {
            return link_both_models(&name, &inputs, &options);
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(file.parent().unwrap());
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.set_description("INSTA_UPDATE=always cargo test --test compiler link");
        let short = file.file_name().unwrap().to_string_lossy().into_owned();
        let rendered = checked.rendered().trim_end().to_owned();
        let compared = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            settings.bind(|| insta::assert_snapshot!(short, rendered));
        }));
        compared.map_err(|_| format!("{name}: the diagnostics read differently from the snapshot (shown above)"))
    });
}

/// Links shaders for both memory models; the modules must be valid.
fn link_both_models(name: &str, inputs: &[Input<'_>], options: &Options) -> Result<(), String> {
    for memory_model in [None, Some(MemoryModel::Vulkan)] {
        let options = Options { memory_model, ..options.clone() };
        let linked = link_pipeline(inputs, &options, &mut NoIncludes);
        let Some(artifact) = &linked.artifact else { return Err(format!("{name}:\n{}", linked.rendered())) };
        if let Verdict::Invalid(why) = validate(&artifact.artifact.words, options.target) {
            return Err(format!("{name}, {memory_model:?}: {why}\n{}", artifact.artifact.disassembly()));
        }
    }
    Ok(())
}

/// All fixtures, combined in threes and fours whether or not the stages fit, give valid modules: nothing that one
/// shader declares about a module affects another.
#[test]
fn fixtures_of_different_stages_are_one_module() {
    for environment in [TargetEnvironment::Vulkan1_1, TargetEnvironment::Vulkan1_3] {
        let options = options(environment);
        let mut lists: BTreeMap<(bool, Stage), Vec<Module>> = BTreeMap::new();
        for file in common::shaders(&common::root().join("spirv-fixtures")) {
            let name = file.to_string_lossy().into_owned();
            let Ok(text) = std::fs::read_to_string(&file) else { continue };
            let Some(module) = check(Input { name: &name, text: &text }, &options, &mut NoIncludes).artifact else {
                continue;
            };
            if !is_validated(&text) {
                continue;
            }
            lists
                .entry((module.memory_model == MemoryModel::Vulkan, module.entry_point.stage))
                .or_default()
                .push(module);
        }
        let longest = lists.values().map(Vec::len).max().unwrap();
        assert!(longest > 20, "{longest}");
        let mut count = 0;
        let first = usize::from(environment == TargetEnvironment::Vulkan1_3);
        for index in (first..longest).step_by(3) {
            for vulkan in [false, true] {
                let chosen: Vec<&Module> = lists
                    .iter()
                    .filter(|((model, _), _)| *model == vulkan)
                    .map(|(_, list)| &list[index % list.len()])
                    .collect();
                for chosen in chosen.chunks(3) {
                    count += usize::from(link_any(chosen, &options));
                }
            }
        }
        assert!(count > 50, "{count}");
    }
}

/// Shaders whose modules the validator fully supports.
fn is_validated(text: &str) -> bool {
    !["not_validated", "spirv_", "QCOM", "tensor", "NV_cluster", "displacement", "GL_NV_mesh_shader"]
        .iter()
        .any(|word| text.contains(word))
}

/// Rules that the validator applies to all entry points of a module, with words from its messages: the specification
/// means those that use the matrix or the output.
const RULES_OF_ONE_ENTRY_POINT: &[&str] = &[
    "ScopeWorkgroup used without specifying LocalSize",
    "must be used with the OutputTrianglesEXT",
    "must be used with the OutputLinesEXT",
    "must be used with the OutputPoints",
];

/// Whether there was anything to link.
fn link_any(modules: &[&Module], options: &Options) -> bool {
    let mut diagnostics = Diagnostics::default();
    glslsub::internals::link::check_module(modules, options.target, &mut diagnostics);
    if diagnostics.has_errors() || modules.len() < 2 {
        return false;
    }
    let lowering = spirv::Options { target: options.target, ..spirv::Options::default() };
    let lowered: Option<Vec<_>> = modules.iter().map(|it| spirv::lower(it, &lowering, &mut diagnostics)).collect();
    let Some(lowered) = lowered else { return false };
    let words = spirv::assemble(&spirv::link(&lowered, &mut diagnostics).unwrap());
    match validate_one_in(common::one_in(1, 4), &words, options.target) {
        Verdict::Invalid(why) if RULES_OF_ONE_ENTRY_POINT.iter().any(|words| why.contains(words)) => false,
        Verdict::Invalid(why) => {
            // A validator may not support everything in one of them.
            let is_valid = |it| matches!(validate(&spirv::assemble(it), options.target), Verdict::Valid);
            assert!(!lowered.iter().all(is_valid), "{why}\n{}", spirv::listing(&words, true).unwrap());
            false
        }
        _ => true,
    }
}

/// What two stages have in common exists once: types, the constant, the buffer. Their inputs and outputs do not.
#[test]
fn what_is_equal_is_shared() {
    let head = "#version 460\nlayout(constant_id = 3) const int COUNT = 4;\n\
                layout(binding = 1) uniform Camera { mat4 view; } camera;\nlayout(binding = 2) uniform sampler2D image;\n";
    let vertex =
        format!("{head}void main() {{ gl_Position = camera.view[0] * COUNT + textureLod(image, vec2(0), 0); }}");
    let fragment = format!(
        "{head}layout(location = 0) out vec4 color;\nvoid main() {{ color = camera.view[1] * COUNT + texture(image, vec2(0)); }}"
    );
    let inputs = [Input { name: "a.vert", text: &vertex }, Input { name: "a.frag", text: &fragment }];
    let linked = link_pipeline(&inputs, &options(TargetEnvironment::Vulkan1_3), &mut NoIncludes);
    let text = linked.artifact.unwrap().artifact.disassembly();
    let count = |needle: &str| text.lines().filter(|line| line.contains(needle)).count();
    assert_eq!(count("OpEntryPoint"), 2, "{text}");
    assert_eq!(count("OpSpecConstant "), 1, "{text}");
    assert_eq!(count(" Binding 1"), 1, "{text}");
    assert_eq!(count(" Binding 2"), 1, "{text}");
    assert_eq!(count("OpTypeFloat"), 1, "{text}");
    assert_eq!(count("OpVariable"), 4, "{text}");

    // A name of its own, or a qualifier, makes it a separate variable.
    let other = fragment.replace("image", "picture").replace("} camera", "} eye").replace("camera.view", "eye.view");
    let inputs = [inputs[0], Input { name: "a.frag", text: &other }];
    let linked = link_pipeline(&inputs, &options(TargetEnvironment::Vulkan1_3), &mut NoIncludes);
    let text = linked.artifact.unwrap().artifact.disassembly();
    let count = |needle: &str| text.lines().filter(|line| line.contains(needle)).count();
    assert_eq!(count(" Binding 2"), 2, "{text}");
}

/// Two variables for one payload are valid, but an H200 gives each its own location in it.
#[test]
fn a_task_payload_is_one_variable() {
    let read = |name: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("spirv-fixtures/pipeline").join(name);
        std::fs::read_to_string(path).unwrap()
    };
    let (task, mesh) = (read("task.task"), read("task.mesh"));
    let inputs = [Input { name: "task.task", text: &task }, Input { name: "task.mesh", text: &mesh }];
    let compilation = link_pipeline(&inputs, &options(TargetEnvironment::Vulkan1_3), &mut NoIncludes);
    let text = compilation.artifact.unwrap().artifact.disassembly();
    let payloads = text.lines().filter(|line| line.contains("OpVariable") && line.contains("TaskPayloadWorkgroupEXT"));
    assert_eq!(payloads.count(), 1, "{text}");
}
