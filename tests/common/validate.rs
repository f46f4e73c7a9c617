//! `spirv-val` for tests.
//!
//! Comes in: a module's words and the target it was compiled for. Goes out: a [`Verdict`]. The installed `spirv-val`
//! does the work, or with the cargo feature `spirv-tools-build` the current one, built from source. If there is none,
//! the tests say so on the terminal and continue, unless `GLSLSUB_REQUIRE_SPIRV_VAL=1` makes that a failure.

use std::collections::BTreeSet;
use std::sync::{Mutex, OnceLock, PoisonError};

use super::sample::is_chosen;
use glslsub::internals::target::Target;

/// If set to 1, a missing validator is a failure.
pub const REQUIRE: &str = "GLSLSUB_REQUIRE_SPIRV_VAL";

/// The validator's verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The module is valid.
    Valid,
    /// It is not; the validator's message.
    Invalid(String),
    /// It was not validated; the reason.
    Skipped(String),
}

impl Verdict {
    /// Panics, with the validator's message, on an invalid module.
    pub fn unwrap_valid(self, what: &str) {
        if let Verdict::Invalid(message) = self {
            panic!("{what}: spirv-val rejects the module:\n{message}");
        }
    }

    /// The validator's message for an invalid module.
    pub fn complaint(self) -> Option<String> {
        match self {
            Verdict::Invalid(message) => Some(message),
            Verdict::Valid | Verdict::Skipped(_) => None,
        }
    }
}

/// SPIR-V extensions that are newer than validators still installed with long-lived distributions. A module that
/// declares one and fails in the installed validator only because that does not know one of its words counts as
/// skipped.
const YOUNG_EXTENSIONS: &[&str] = &[
    "SPV_KHR_quad_control",
    "SPV_EXT_split_barrier",
    "SPV_NV_shader_atomic_fp16_vector",
    "SPV_KHR_expect_assume",
    "SPV_KHR_subgroup_rotate",
    "SPV_KHR_maximal_reconvergence",
    "SPV_KHR_cooperative_matrix",
    "SPV_NV_tensor_addressing",
    "SPV_NV_cooperative_matrix2",
    "SPV_KHR_bfloat16",
    "SPV_KHR_ray_tracing_position_fetch",
    "SPV_EXT_opacity_micromap",
    "SPV_KHR_opacity_micromap",
    "SPV_EXT_descriptor_heap",
    "SPV_EXT_shader_64bit_indexing",
    "SPV_EXT_float8",
    "SPV_EXT_ocp_microscaling_types",
    "SPV_VALVE_mixed_float_dot_product",
    "SPV_ARM_tensors",
    "SPV_KHR_compute_shader_derivatives",
    "SPV_EXT_long_vector",
    "SPV_NV_cooperative_vector",
    "SPV_EXT_shader_invocation_reorder",
    "SPV_NV_displacement_micromap",
    "SPV_NV_cluster_acceleration_structure",
    "SPV_NV_linear_swept_spheres",
    "SPV_NV_push_constant_bank",
    "SPV_QCOM_image_processing",
    "SPV_QCOM_image_processing2",
    "SPV_QCOM_tile_shading",
    "SPV_QCOM_cooperative_matrix_conversion",
    "SPV_KHR_abort",
    "SPV_AMD_gpu_shader_half_float",
    "SPV_EXT_shader_tile_image",
];

/// What an old validator says about unknown words.
const UNKNOWN_WORD: &[&str] = &[
    "Invalid opcode",
    "Invalid capability operand",
    "Invalid built-in operand",
    "Invalid decoration operand",
    "Invalid execution mode operand",
    "SplitBarrierINTEL",
    "ComputeDerivativeGroup",
];

/// Rules of validators that know an extension, but not yet that it relaxes the rule, with words from their messages.
const NARROW_RULES: &[(&str, &str)] = &[
    ("SPV_AMD_gpu_shader_half_float", "expected Result Type to be a 32-bit float"),
    ("SPV_ARM_tensors", "Target of NonWritable decoration is invalid"),
    // Offsets of cooperative vectors: the extension says "32- or 64-bit" for each of their instructions.
    ("SPV_EXT_shader_64bit_indexing", "is not a 32 bit integer"),
    // Ranks that are specialization constants.
    ("SPV_ARM_tensors", "whose Length is equal to the Rank of Tensor"),
    // The extension allows 64-bit offsets in each instruction that has one.
    ("SPV_EXT_shader_64bit_indexing", "is not a 32 bit integer"),
    // Tile images as arguments.
    ("SPV_EXT_shader_tile_image", "Invalid storage class for pointer operand"),
    // The rule of booleans, applied to inputs of fragment shaders that belong to a primitive; newer validators do not.
    ("SPV_EXT_mesh_shader", "needs to be a either a boolean or an array of booleans"),
];

/// The extension that explains why a validator rejects a module that declares it, if the validator is only older.
fn unaware_of(words: &[u32], message: &str) -> Option<&'static str> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let declares = |name: &str| bytes.windows(name.len()).any(|window| window == name.as_bytes());
    let narrow = NARROW_RULES.iter().filter(|(_, words)| message.contains(words)).map(|&(extension, _)| extension);
    let is_unknown = UNKNOWN_WORD.iter().any(|words| message.contains(words));
    let young = YOUNG_EXTENSIONS.iter().copied().filter(|_| is_unknown);
    narrow.chain(young).find(|name| declares(name))
}

/// Validates `words` for `target`.
pub fn validate(words: &[u32], target: Target) -> Verdict {
    backend::validate(words, target, false)
}

/// Validates one module of `step`, chosen by its words; the others count as valid. For sets of modules that are much alike, of which
/// starting a process for each would take most of the time.
pub fn validate_one_in(step: usize, words: &[u32], target: Target) -> Verdict {
    if is_chosen(step, words) { validate(words, target) } else { Verdict::Valid }
}

/// The same as [`validate_one_in`], with the scalar layout.
pub fn validate_scalar_one_in(step: usize, words: &[u32], target: Target) -> Verdict {
    if is_chosen(step, words) { validate_scalar(words, target) } else { Verdict::Valid }
}

/// Validates `words` for a device on which blocks may have the scalar layout.
pub fn validate_scalar(words: &[u32], target: Target) -> Verdict {
    backend::validate(words, target, true)
}

/// Reports once per reason, bypassing the capture of the test runner, that something was not validated.
fn skip(reason: String, fatal: bool) -> Verdict {
    static SAID: OnceLock<Mutex<BTreeSet<String>>> = OnceLock::new();
    if fatal && super::required(REQUIRE) {
        return Verdict::Invalid(format!("{reason}, and {REQUIRE} is set"));
    }
    let said = SAID.get_or_init(Mutex::default);
    if said.lock().unwrap_or_else(PoisonError::into_inner).insert(reason.clone()) {
        super::shout(&format!("VALIDATION SKIPPED: {reason}"));
    }
    Verdict::Skipped(reason)
}

#[cfg(not(feature = "spirv-tools-build"))]
mod backend {
    use std::io::Write;
    use std::process::{Command, Stdio};
    use std::sync::OnceLock;

    use glslsub::internals::target::{SpirvVersion, Target, TargetEnvironment};

    use super::{Verdict, skip, unaware_of};

    /// The help text of the installed validator, which lists the environments it knows; `None` without one.
    fn installed() -> Option<&'static str> {
        static HELP: OnceLock<Option<String>> = OnceLock::new();
        HELP.get_or_init(|| {
            let output = Command::new("spirv-val").arg("--help").output().ok()?;
            Some(String::from_utf8_lossy(&output.stdout).into_owned())
        })
        .as_deref()
    }

    /// The `--target-env` to use.
    fn environment(target: Target, help: &str) -> &'static str {
        match target.environment {
            TargetEnvironment::Vulkan1_1 if target.spirv >= SpirvVersion::V1_4 => "vulkan1.1spv1.4",
            TargetEnvironment::Vulkan1_4 if !help.contains("vulkan1.4") => {
                skip(
                    "this spirv-val does not know vulkan1.4; its modules are validated for vulkan1.3".to_owned(),
                    false,
                );
                "vulkan1.3"
            }
            other => other.name(),
        }
    }

    pub fn validate(words: &[u32], target: Target, is_scalar: bool) -> Verdict {
        let Some(help) = installed() else {
            return skip("no spirv-val is installed".to_owned(), true);
        };
        let mut child = Command::new("spirv-val")
            .args(["--target-env", environment(target, help), "-"])
            .args(is_scalar.then_some("--scalar-block-layout"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("spirv-val starts");
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        // A validator that gives up early closes the pipe; its verdict says why.
        let _ = child.stdin.take().expect("stdin is piped").write_all(&bytes);
        let output = child.wait_with_output().expect("spirv-val ends");
        if output.status.success() {
            return Verdict::Valid;
        }
        let message = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).trim().to_owned();
        match unaware_of(words, &message) {
            Some(extension) => skip(format!("this spirv-val does not fully know {extension}"), false),
            None => Verdict::Invalid(message),
        }
    }
}

#[cfg(feature = "spirv-tools-build")]
mod backend {
    use glslsub::internals::target::{SpirvVersion, Target, TargetEnvironment};
    use spirv_tools::TargetEnv;
    use spirv_tools::val::{Validator, ValidatorOptions};

    use super::{Verdict, skip, unaware_of};

    fn environment(target: Target) -> TargetEnv {
        match target.environment {
            TargetEnvironment::Vulkan1_0 => TargetEnv::Vulkan_1_0,
            TargetEnvironment::Vulkan1_1 if target.spirv >= SpirvVersion::V1_4 => TargetEnv::Vulkan_1_1_Spirv_1_4,
            TargetEnvironment::Vulkan1_1 => TargetEnv::Vulkan_1_1,
            TargetEnvironment::Vulkan1_2 => TargetEnv::Vulkan_1_2,
            TargetEnvironment::Vulkan1_3 => TargetEnv::Vulkan_1_3,
            TargetEnvironment::Vulkan1_4 => TargetEnv::Vulkan_1_4,
        }
    }

    pub fn validate(words: &[u32], target: Target, is_scalar: bool) -> Verdict {
        let validator = spirv_tools::val::create(Some(environment(target)));
        let options = ValidatorOptions { scalar_block_layout: is_scalar, ..ValidatorOptions::default() };
        let Err(error) = validator.validate(words, Some(options)) else { return Verdict::Valid };
        let message = error.to_string();
        match unaware_of(words, &message) {
            Some(extension) => skip(format!("this SPIRV-Tools does not fully know {extension}"), false),
            None => Verdict::Invalid(message),
        }
    }
}
