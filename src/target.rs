//! What to target: a Vulkan version and a SPIR-V version.
//!
//! Comes in: names from options. Goes out: [`Target`]. Must not depend on: any stage; every stage may use it.

use std::fmt;

/// A SPIR-V version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum SpirvVersion {
    V1_0,
    V1_1,
    V1_2,
    V1_3,
    V1_4,
    V1_5,
    V1_6,
}

impl SpirvVersion {
    /// Every version in ascending order.
    pub const ALL: &'static [SpirvVersion] =
        &[Self::V1_0, Self::V1_1, Self::V1_2, Self::V1_3, Self::V1_4, Self::V1_5, Self::V1_6];

    /// The minor version; the major one is 1.
    #[must_use]
    pub const fn minor(self) -> u8 {
        self as u8
    }

    /// The version word of a module's header.
    #[must_use]
    pub const fn word(self) -> u32 {
        0x0001_0000 | ((self as u32) << 8)
    }

    /// Reads `1.3` or `spv1.3`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_prefix("spv").unwrap_or(text);
        Self::ALL.iter().copied().find(|version| version.to_string() == text)
    }
}

impl fmt::Display for SpirvVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}", self.minor())
    }
}

/// A Vulkan version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum TargetEnvironment {
    Vulkan1_0,
    /// The default: the first version with subgroup operations, and one that every current driver runs.
    #[default]
    Vulkan1_1,
    Vulkan1_2,
    Vulkan1_3,
    Vulkan1_4,
}

impl TargetEnvironment {
    /// Every environment in ascending order.
    pub const ALL: &'static [TargetEnvironment] =
        &[Self::Vulkan1_0, Self::Vulkan1_1, Self::Vulkan1_2, Self::Vulkan1_3, Self::Vulkan1_4];

    /// The Vulkan version: 1 and 1 for Vulkan 1.1.
    #[must_use]
    pub const fn version(self) -> (u8, u8) {
        (1, self as u8)
    }

    /// The name accepted by `--target-env` and by `spirv-val`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vulkan1_0 => "vulkan1.0",
            Self::Vulkan1_1 => "vulkan1.1",
            Self::Vulkan1_2 => "vulkan1.2",
            Self::Vulkan1_3 => "vulkan1.3",
            Self::Vulkan1_4 => "vulkan1.4",
        }
    }

    /// The newest SPIR-V version that every implementation of the environment accepts (Vulkan, "SPIR-V environment").
    #[must_use]
    pub const fn spirv_version(self) -> SpirvVersion {
        match self {
            Self::Vulkan1_0 => SpirvVersion::V1_0,
            Self::Vulkan1_1 => SpirvVersion::V1_3,
            Self::Vulkan1_2 => SpirvVersion::V1_5,
            Self::Vulkan1_3 | Self::Vulkan1_4 => SpirvVersion::V1_6,
        }
    }

    /// Reads a [`name`](Self::name).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|environment| environment.name() == text)
    }
}

impl fmt::Display for TargetEnvironment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The target of the SPIR-V.
///
/// ```
/// use glslsub::{SpirvVersion, Target, TargetEnvironment};
///
/// let target = Target::from(TargetEnvironment::Vulkan1_2);
/// assert_eq!(target.spirv, SpirvVersion::V1_5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The Vulkan version.
    pub environment: TargetEnvironment,
    /// The SPIR-V version.
    pub spirv: SpirvVersion,
}

impl From<TargetEnvironment> for Target {
    fn from(environment: TargetEnvironment) -> Self {
        Self { environment, spirv: environment.spirv_version() }
    }
}

impl Default for Target {
    fn default() -> Self {
        TargetEnvironment::default().into()
    }
}
