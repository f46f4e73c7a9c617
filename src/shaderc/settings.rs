//! The settings of a compilation, one after the other.
//!
//! Comes in: names, numbers and texts. Goes out: options of the driver. Must not depend on: whether words of a command line or calls
//! from C set them.

use crate::builtins::limits::Limit;
use crate::driver::Options;
use crate::preprocess::{MacroOption, Version};
use crate::sema::{BindingBase, ResourceKind};
use crate::stage::Stage;
use crate::target::{SpirvVersion, Target, TargetEnvironment};

use super::Warnings;

/// Limits that no Vulkan shader can query. Files made for glslc name them, and libshaderc numbers them.
const IGNORED_LIMITS: &[&str] = &[
    "MaxLights",
    "MaxClipPlanes",
    "MaxTextureUnits",
    "MaxTextureCoords",
    "MaxVaryingFloats",
    "MaxDualSourceDrawBuffersEXT",
    // GL_EXT_mesh_shader does not count views.
    "MaxMeshViewCountEXT",
];

/// What to compile for, and how.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Options whose meaning is ours, too.
    pub options: Options,
    /// What to do with warnings.
    pub warnings: Warnings,
    /// The largest id bound that a module may have.
    pub max_id_bound: Option<u32>,
    /// The Vulkan version.
    pub environment: TargetEnvironment,
    /// The SPIR-V version; without one, that of the environment.
    pub spirv: Option<SpirvVersion>,
    /// Macros, in order; the last of a name counts.
    macros: Vec<(String, String)>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            options: Options::default(),
            warnings: Warnings::default(),
            max_id_bound: None,
            environment: TargetEnvironment::Vulkan1_0,
            spirv: None,
            macros: Vec::new(),
        }
    }
}

impl Settings {
    /// The options of the driver.
    #[must_use]
    pub fn driver_options(&self) -> Options {
        let mut options = self.options.clone();
        let target = Target::from(self.environment);
        options.target = Target { spirv: self.spirv.unwrap_or(target.spirv), ..target };
        let define =
            |(name, value): &(String, String)| MacroOption::Define { name: name.clone(), value: Some(value.clone()) };
        options.preprocessor.macros = self.macros.iter().map(define).collect();
        options
    }

    /// Defines a macro, instead of an earlier one with the same name.
    pub fn define(&mut self, name: &str, value: &str) {
        self.macros.retain(|(earlier, _)| earlier != name);
        self.macros.push((name.to_owned(), value.to_owned()));
    }

    /// Sets a limit by the name in [`Limit::named`]; returns whether there is one.
    pub fn limit(&mut self, name: &str, value: i32) -> bool {
        match Limit::named(name) {
            Some(limit) => self.options.limits.push((limit, value)),
            None => return IGNORED_LIMITS.contains(&name),
        }
        true
    }

    /// Sets the version of every shader, for example `460core`; returns whether there is such a version.
    pub fn force_version(&mut self, text: &str) -> bool {
        let version = Version::parse(text);
        self.options.preprocessor.forced_version = version.or(self.options.preprocessor.forced_version);
        version.is_some()
    }

    /// Sets the lowest binding of a kind of resource, in one stage or in all.
    pub fn binding_base(&mut self, stage: Option<Stage>, kind: ResourceKind, base: u32) {
        self.options.binding_bases.push(BindingBase { stage, kind, base });
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{IGNORED_LIMITS, Limit, Settings};
    use crate::target::{SpirvVersion, TargetEnvironment};

    #[test]
    fn the_last_macro_of_a_name_counts_and_others_keep_their_order() {
        let mut settings = Settings::default();
        for (name, value) in [("A", "1"), ("B", "2"), ("A", "3")] {
            settings.define(name, value);
        }
        let macros = format!("{:?}", settings.driver_options().preprocessor.macros);
        assert!(macros.find("\"B\"").unwrap() < macros.find("\"A\"").unwrap(), "{macros}");
        assert!(!macros.contains("\"1\""), "{macros}");
    }

    #[test]
    fn the_environment_gives_the_spirv_version_unless_one_is_set() {
        let mut settings = Settings { environment: TargetEnvironment::Vulkan1_2, ..Settings::default() };
        assert_eq!(settings.driver_options().target.spirv, SpirvVersion::V1_5);
        settings.spirv = Some(SpirvVersion::V1_3);
        let target = settings.driver_options().target;
        assert_eq!((target.environment, target.spirv), (TargetEnvironment::Vulkan1_2, SpirvVersion::V1_3));
    }

    #[test]
    fn limits_without_a_constant_are_ignored_and_others_unknown() {
        let mut settings = Settings::default();
        assert!(settings.limit("MaxDrawBuffers", 3) && settings.limit("MaxLights", 3));
        assert!(!settings.limit("MaxFrobs", 3));
        assert_eq!(settings.options.limits.len(), 1);
        assert!(IGNORED_LIMITS.iter().all(|name| Limit::named(name).is_none()));
    }
}
