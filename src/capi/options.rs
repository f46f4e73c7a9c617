//! `shaderc_compile_options_t` and the functions that change it.
//!
//! Comes in: values from C. Goes out: [`Settings`], callbacks for includes, and what was requested that does not exist here. Must not
//! depend on: compiling. Functions cannot fail, so the compilation reports what they could not do.

use std::collections::BTreeMap;
use std::ffi::{c_char, c_int, c_uint, c_void};

use super::handle::{change, give, guarded, release, shared};
use super::include::{Callbacks, ReleaseFn, ResolveFn};
use super::kind::{self, ShaderKind};
use super::{limit, text};
use crate::passes::Level;
use crate::shaderc::{Settings, Warnings};
use crate::spirv::DebugInfo;

/// The object behind `shaderc_compile_options_t`.
#[derive(Clone, Default)]
pub struct CompileOptions {
    /// Everything that has a counterpart.
    pub settings: Settings,
    /// How included files are found.
    pub includes: Option<Callbacks>,
    /// Whether separate textures and samplers are to be combined, which is not possible here.
    pub combines_samplers: bool,
    /// Settings that cannot be met, each with a sentence for the user.
    refused: BTreeMap<&'static str, String>,
}

impl CompileOptions {
    /// Records whether a setting can be met; its last value counts.
    fn judge(&mut self, setting: &'static str, verdict: Result<(), String>) {
        match verdict {
            Ok(()) => self.refused.remove(setting),
            Err(reason) => self.refused.insert(setting, reason),
        };
    }

    /// Refuses a setting while it is on.
    fn refuse_if(&mut self, on: bool, setting: &'static str) {
        self.judge(setting, if on { Err(format!("{setting} is for HLSL, which is not supported")) } else { Ok(()) });
    }

    /// Why nothing can be compiled.
    pub fn refusal(&self) -> Option<&str> {
        self.refused.values().next().map(String::as_str)
    }

    fn define(&mut self, name: &str, value: &str) {
        self.settings.define(name, value);
    }

    /// `shaderc_target_env` with its version.
    fn target(&mut self, target: c_uint, version: u32) {
        let verdict = match (target, kind::environment(version)) {
            (0, Some(environment)) => {
                self.settings.environment = environment;
                Ok(())
            }
            (0, None) => Err(format!("{version:#x} is not a version of Vulkan that is supported")),
            (1 | 2, _) => Err("OpenGL is not supported; glslsub compiles for Vulkan".to_owned()),
            _ => Err(format!("the target environment {target} is not supported; glslsub compiles for Vulkan")),
        };
        self.judge("target_env", verdict);
    }

    fn spirv(&mut self, version: c_uint) {
        let known = kind::spirv_version(version);
        self.settings.spirv = known.or(self.settings.spirv);
        self.judge("target_spirv", known.map(|_| ()).ok_or(format!("unknown SPIR-V version {version:#x}")));
    }

    fn force_version(&mut self, version: c_int, profile: c_uint) {
        let text = kind::version_text(version, profile).unwrap_or_else(|| version.to_string());
        let known = self.settings.force_version(&text);
        self.judge("version", if known { Ok(()) } else { Err(format!("version {text} is not supported")) });
    }

    fn limit(&mut self, limit: c_uint, value: c_int) {
        // A limit of a newer header has no constant here.
        if let Some(name) = limit::name(limit) {
            self.settings.limit(name, value);
        }
    }

    fn binding_base(&mut self, stage: Option<c_uint>, kind: c_uint, base: u32) {
        let stage = match stage.map(kind::shader_kind) {
            None => None,
            Some(Some(ShaderKind::Forced(stage) | ShaderKind::Default(stage))) => Some(stage),
            Some(_) => return,
        };
        if let Some(kind) = kind::resource_kind(kind) {
            self.settings.binding_base(stage, kind, base);
        }
    }

    const fn hide_warnings(&mut self) {
        self.settings.warnings = Warnings::Hidden;
    }

    fn make_warnings_errors(&mut self) {
        if self.settings.warnings != Warnings::Hidden {
            self.settings.warnings = Warnings::Errors;
        }
    }
}

/// New options; null if that fails.
#[unsafe(no_mangle)]
pub extern "C" fn shaderc_compile_options_initialize() -> *mut CompileOptions {
    guarded(std::ptr::null_mut(), || give(CompileOptions::default()))
}

/// A copy; null gives new options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_compile_options_clone(options: *const CompileOptions) -> *mut CompileOptions {
    // SAFETY: the header requires a handle that is null or live; the caller does not change it meanwhile.
    let options = unsafe { shared(options) };
    guarded(std::ptr::null_mut(), || give(options.cloned().unwrap_or_default()))
}

/// Frees options; null is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_compile_options_release(options: *mut CompileOptions) {
    // SAFETY: the header requires a handle that is null or live, and ends its life here.
    unsafe { release(options) }
}

/// `-Dname=value`; without a value the macro is empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_compile_options_add_macro_definition(
    options: *mut CompileOptions,
    name: *const c_char,
    name_length: usize,
    value: *const c_char,
    value_length: usize,
) {
    // SAFETY: the header requires texts of these lengths that last as long as the call.
    let (name, value) = unsafe { (text::with_length(name, name_length), text::with_length(value, value_length)) };
    // SAFETY: the header requires a live handle that no other thread uses.
    unsafe { change(options, |it| it.define(&name, &value)) }
}

/// How included files are found; without a resolver, includes fail.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shaderc_compile_options_set_include_callbacks(
    options: *mut CompileOptions,
    resolver: Option<ResolveFn>,
    releaser: Option<ReleaseFn>,
    user_data: *mut c_void,
) {
    let callbacks = match (resolver, releaser) {
        (Some(resolve), Some(release)) => Some(Callbacks { resolve, release, user_data }),
        _ => None,
    };
    // SAFETY: the header requires a live handle that no other thread uses.
    unsafe { change(options, |it| it.includes = callbacks) }
}

/// Functions with a handle and values: what each does with the options.
macro_rules! setters {
    ($($function:ident($($value:ident: $ty:ty),*) |$options:ident| $body:expr;)*) => {
        $(
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $function(options: *mut CompileOptions $(, $value: $ty)*) {
                // SAFETY: the header requires a live handle that no other thread uses.
                unsafe { change(options, |$options| $body) }
            }
        )*
    };
}

setters! {
    shaderc_compile_options_set_source_language(language: c_uint) |it| it.refuse_if(language != 0, "the source language");
    shaderc_compile_options_set_generate_debug_info() |it| it.settings.options.debug = DebugInfo::Lines;
    shaderc_compile_options_set_optimization_level(level: c_uint) |it| {
        it.settings.options.optimization = match level {
            0 => Level::None,
            1 => Level::Small,
            _ => Level::Optimized,
        };
    };
    shaderc_compile_options_set_forced_version_profile(version: c_int, profile: c_uint) |it| it.force_version(version, profile);
    shaderc_compile_options_set_suppress_warnings() |it| it.hide_warnings();
    shaderc_compile_options_set_warnings_as_errors() |it| it.make_warnings_errors();
    shaderc_compile_options_set_target_env(target: c_uint, version: u32) |it| it.target(target, version);
    shaderc_compile_options_set_target_spirv(version: c_uint) |it| it.spirv(version);
    shaderc_compile_options_set_limit(limit: c_uint, value: c_int) |it| it.limit(limit, value);
    shaderc_compile_options_set_auto_bind_uniforms(on: bool) |it| it.settings.options.auto_bind = on;
    shaderc_compile_options_set_auto_combined_image_sampler(on: bool) |it| it.combines_samplers = on;
    shaderc_compile_options_set_auto_map_locations(on: bool) |it| it.settings.options.auto_locations = on;
    shaderc_compile_options_set_binding_base(kind: c_uint, base: u32) |it| it.binding_base(None, kind, base);
    shaderc_compile_options_set_binding_base_for_stage(stage: c_uint, kind: c_uint, base: u32) |it| {
        it.binding_base(Some(stage), kind, base);
    };
    shaderc_compile_options_set_preserve_bindings(on: bool) |it| it.settings.options.preserve_bindings = on;
    shaderc_compile_options_set_max_id_bound(bound: u32) |it| it.settings.max_id_bound = Some(bound);
    shaderc_compile_options_set_vulkan_rules_relaxed(on: bool) |it| it.settings.options.relaxed_vulkan = on;
    shaderc_compile_options_set_invert_y(on: bool) |it| it.settings.options.invert_y = on;
    shaderc_compile_options_set_nan_clamp(on: bool) |it| it.settings.options.nan_clamp = on;
    // These change how glslang compiles GLSL, too.
    shaderc_compile_options_set_hlsl_io_mapping(on: bool) |it| it.refuse_if(on, "hlsl_io_mapping");
    shaderc_compile_options_set_hlsl_offsets(on: bool) |it| it.settings.options.hlsl_offsets = on;
    shaderc_compile_options_set_hlsl_register_set_and_binding(_register: *const c_char, _set: *const c_char, _binding: *const c_char)
        |it| it.refuse_if(true, "hlsl_register_set_and_binding");
    shaderc_compile_options_set_hlsl_register_set_and_binding_for_stage(
        _stage: c_uint, _register: *const c_char, _set: *const c_char, _binding: *const c_char
    ) |it| it.refuse_if(true, "hlsl_register_set_and_binding_for_stage");
    // These say nothing about GLSL.
    shaderc_compile_options_set_hlsl_functionality1(_on: bool) |_it| ();
    shaderc_compile_options_set_hlsl_16bit_types(_on: bool) |_it| ();
}
