//! naga modules: they are valid, compute the same numbers, and read well; shaders that cannot become one are listed.
//!
//! Every fixture goes through the bridge. `tests/naga/refused.txt` lists those that naga's IR cannot represent, each
//! with its error, and `tests/conformance.txt` counts the others. `BLESS=1 cargo test --test compiler naga_bridge`
//! writes the list. Fixtures with expected numbers run on the Vulkan device, with the SPIR-V of naga's back end.
//! `tests/naga/*` become WGSL, which is beside them.

use crate::common;
use crate::fixtures::{self, Form};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::common::vulkan;
use crate::common::{compile, validate};
use glslsub::internals::naga_bridge::{Language, text, validator};
use glslsub::internals::target::{Target, TargetEnvironment};

/// Fixtures whose numbers depend on something that naga's IR does not preserve.
const NOT_KEPT: &[(&str, &str)] = &[("passes/exact_numbers.comp", "`precise`")];

/// Examples for which naga's back end writes invalid SPIR-V.
const INVALID: &[(&str, &str)] = &[("interface.frag", "`gl_SampleMask` is no array")];

/// The beginning of the error.
const REFUSED: &str = "error[GS1200]: ";

/// The first line of an error, which must say where in the shader it is.
fn first_line(error: &str) -> String {
    let mut lines = error.lines().skip_while(|line| !line.starts_with("error["));
    match (lines.next(), lines.next()) {
        (Some(line), Some(place)) if place.trim_start().starts_with("┌─") => line.to_owned(),
        _ => format!("without a place: {error}"),
    }
}

/// The module of a fixture for its first target, or the first line of its error.
fn module(file: &Path) -> Result<naga::Module, String> {
    let name = common::name(file);
    let text = std::fs::read_to_string(file).unwrap();
    let header = fixtures::header(file, &text)?;
    compile::naga_with(&name, &text, Target::from(header.targets[0]), &header.defines)
        .map_err(|error| first_line(&error))
}

/// The first line of the error of a fixture that has a module, but cannot become WGSL.
fn refused_text(file: &Path) -> String {
    let name = common::name(file);
    let text = std::fs::read_to_string(file).unwrap();
    let header = fixtures::header(file, &text).unwrap();
    let text = compile::wgsl_with(&name, &text, Target::from(header.targets[0]), &header.defines);
    text.map_or_else(|error| first_line(&error), |_| "no error".to_owned())
}

/// naga must be able to read the text of every fixture again.
fn check_texts(module: &naga::Module) -> Result<(), String> {
    // These may say no, but not fall over.
    let _ = text(module, Language::Hlsl);
    if let Ok(msl) = text(module, Language::Msl) {
        assert!(!msl.contains("depth1d"), "Metal has no such texture: {msl}");
        assert!(!msl.contains("coherent device") || msl.starts_with("// language: metal3.2"), "{msl}");
    }
    let wgsl = text(module, Language::Wgsl).map_err(|error| error.what)?;
    let again =
        naga::front::wgsl::parse_str(&wgsl).map_err(|error| format!("{}\n{wgsl}", error.emit_to_string(&wgsl)))?;
    validator().validate(&again).map_err(|error| format!("{error:?}\n{wgsl}"))?;
    Ok(())
}

/// The number of fixtures that become naga modules.
pub fn valid() -> usize {
    fixtures::fixtures().iter().filter(|file| module(file).is_ok()).count()
}

#[test]
fn every_fixture_is_bridged_or_refused() {
    let files = fixtures::fixtures();
    let refused = Mutex::new(Vec::new());
    let failures = common::parallel::failures(&files, |file| {
        let name = common::name(file);
        match module(file) {
            Ok(module) => check_texts(&module).or_else(|error| {
                let found = refused_text(file);
                match found.strip_prefix(REFUSED) {
                    Some(found) if !error.contains('\n') => refused.lock().unwrap().push(format!("{name}: {found}")),
                    _ => return Err(format!("{name}: {found}: {error}")),
                }
                Ok(())
            }),
            Err(error) if error.starts_with(REFUSED) => {
                refused.lock().unwrap().push(format!("{name}: {}", &error[REFUSED.len()..]));
                Ok(())
            }
            Err(error) => Err(format!("{name}: {error}")),
        }
    });
    common::report(files.len(), &failures);
    let mut refused = refused.into_inner().unwrap();
    refused.sort();
    let today = refused.join("\n") + "\n";
    let path = common::root().join("tests/naga/refused.txt");
    if common::required("BLESS") {
        std::fs::write(&path, &today).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        today == recorded,
        "tests/naga/refused.txt differs; if that is an improvement: BLESS=1 cargo test --test compiler naga_bridge"
    );
}

#[test]
fn execution_by_way_of_naga() {
    let Some(device) = vulkan::device() else { return };
    let files = fixtures::fixtures();
    let mut ran = 0;
    let mut failures = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        let header = fixtures::header(file, &text).unwrap();
        let Some(run) = &header.run else { continue };
        if NOT_KEPT.iter().any(|(name, _)| file.ends_with(name)) {
            continue;
        }
        if header.not_on.iter().any(|(name, _)| device.name.contains(name)) || module(file).is_err() {
            continue;
        }
        match fixtures::run(file, run, Target::from(header.targets[0]), Form::Naga, &device) {
            Ok(true) => ran += 1,
            Ok(false) => {}
            // Another stage of the pipeline.
            Err(error) if error.contains("error[GS1200]") => {}
            Err(error) => failures.push(error),
        }
    }
    common::report(files.len(), &failures);
    common::shout(&format!("{ran} fixtures ran on {} by way of naga", device.name));
}

/// Images without a format have the one that the caller names for their kind of texel, and no other.
#[test]
fn images_without_a_format_have_the_assumed_one() {
    use glslsub::naga_front::{Frontend, Options};
    use naga::StorageFormat::{R32Uint, Rgba8Unorm};
    let text = "#version 450\n#extension GL_EXT_shader_image_load_formatted : require\n\
        layout(local_size_x = 8) in;\nlayout(binding = 0) uniform readonly image2D source;\n\
        layout(binding = 1) uniform writeonly uimage2D target;\nlayout(binding = 2, r32f) uniform writeonly image2D other;\n\
        void main() {\n    ivec2 at = ivec2(gl_GlobalInvocationID.xy);\n    vec4 texel = imageLoad(source, at);\n\
        \x20   imageStore(target, at, uvec4(texel * 255.0));\n    imageStore(other, at, texel);\n}\n";
    let mut options = Options::from(naga::ShaderStage::Compute);
    let mut formats = |image_formats: &[naga::StorageFormat]| {
        options.image_formats = image_formats.to_vec();
        let module = Frontend.parse(&options, text).map_err(|error| error.errors[0].message.clone())?;
        let of = |ty| match module.types[ty].inner {
            naga::TypeInner::Image { class: naga::ImageClass::Storage { format, .. }, .. } => Some(format),
            _ => None,
        };
        Ok(module.global_variables.iter().filter_map(|(_, it)| of(it.ty)).collect::<Vec<_>>())
    };
    assert_eq!(formats(&[Rgba8Unorm, R32Uint]).unwrap(), [Rgba8Unorm, R32Uint, naga::StorageFormat::R32Float]);
    let refused: Result<_, String> = formats(&[Rgba8Unorm]);
    assert!(refused.unwrap_err().contains("images without a format"));
}

/// The shaders of `tests/naga`.
fn examples() -> Vec<PathBuf> {
    common::shaders(&common::root().join("tests/naga"))
}

/// The languages of naga's back ends.
const LANGUAGES: &[(&str, Language)] = &[("wgsl", Language::Wgsl), ("hlsl", Language::Hlsl), ("msl", Language::Msl)];

/// Each example becomes text in every language but those that its comment `// refused:` lists. The snapshot is in the first.
#[test]
fn examples_become_text() {
    let folder = common::root().join("tests/naga");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(&folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for file in examples() {
        let name = common::name(&file);
        let source = std::fs::read_to_string(&file).unwrap();
        let module = compile::naga_with(&name, &source, TargetEnvironment::Vulkan1_3.into(), &[]);
        let module = module.unwrap_or_else(|error| panic!("{name}: {error}"));
        let refused = source.lines().find_map(|line| line.strip_prefix("// refused: ")).unwrap_or("");
        let is_refused = |word: &str| refused.split(", ").any(|it| it == word);
        if !is_refused("wgsl") {
            check_texts(&module).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        let spirv = compile::spirv_by_naga(&module, &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
        if !INVALID.iter().any(|(other, _)| file.ends_with(other)) {
            validate::validate(&spirv, TargetEnvironment::Vulkan1_3.into()).unwrap_valid(&name);
        }
        let mut texts = Vec::new();
        for &(word, language) in LANGUAGES {
            match text(&module, language) {
                Ok(text) => {
                    assert!(text.contains("main") && !is_refused(word), "{name}: {word}");
                    // naga 30 declares a second one for its own use, and has a method that HLSL lacks.
                    assert!(text.matches(": SV_GroupIndex").count() <= 2, "{name}: {text}");
                    assert!(!text.contains(".SampleLevelZero("), "{name}: {text}");
                    texts.push((word, text));
                }
                Err(error) => assert!(is_refused(word), "{name}: {}", error.what),
            }
        }
        let (word, text) = texts.first().unwrap();
        let name = format!("{}.{word}", file.file_name().unwrap().to_string_lossy());
        settings.bind(|| insta::assert_snapshot!(name, text));
    }
}
