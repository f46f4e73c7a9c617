//! Resource limits: the integer constants of GLSL 4.60, 7.3, whose values a host may change.
//!
//! Comes in: names. Goes out: components of rows of the table of constants. Must not depend on: what sets them.

use super::{BuiltinType, CONSTANTS, Constant};

/// A limit: an integer constant, or one component of an integer vector.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    constant: &'static Constant,
    component: usize,
}

/// Values that a host gives instead of the defaults; of several for one limit, the last counts.
pub type LimitValues = Vec<(Limit, i32)>;

impl Limit {
    /// The limit called `name`: the name of the constant without `gl_`, and for components of a vector `X`, `Y` or `Z`
    /// after it, before the letters of an extension: `MaxDrawBuffers`, `MaxComputeWorkGroupSizeX`,
    /// `MaxMeshWorkGroupSizeX_EXT`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        all().find(|limit| limit.name() == name)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> String {
        let axis = if self.constant.value.len() == 1 { None } else { ["X", "Y", "Z"].get(self.component) };
        let name = self.constant.name.strip_prefix("gl_").unwrap_or(self.constant.name);
        let Some(axis) = axis else { return name.to_owned() };
        let vendor = ["EXT", "NV"].iter().find_map(|vendor| Some((name.strip_suffix(vendor)?, vendor)));
        vendor.map_or_else(|| format!("{name}{axis}"), |(name, vendor)| format!("{name}{axis}_{vendor}"))
    }

    /// Its default value.
    #[must_use]
    pub fn default_value(self) -> i64 {
        self.constant.value.get(self.component).copied().unwrap_or_default()
    }
}

/// Every limit, ordered by name.
pub fn all() -> impl Iterator<Item = Limit> {
    let is_limit = |constant: &&Constant| {
        let name = constant.name;
        let is_bound = name.starts_with("gl_Max") || name.starts_with("gl_Min");
        is_bound && matches!(constant.ty, BuiltinType::Scalar(_) | BuiltinType::Vector(..))
    };
    CONSTANTS
        .iter()
        .filter(is_limit)
        .flat_map(|constant| (0..constant.value.len()).map(move |component| Limit { constant, component }))
}

/// The components of a constant, with `values` applied.
pub fn values_of<'a>(constant: &'static Constant, values: &'a LimitValues) -> impl Iterator<Item = i64> + 'a {
    constant.value.iter().enumerate().map(move |(component, &value)| {
        let set = values
            .iter()
            .rev()
            .find(|(limit, _)| std::ptr::eq(limit.constant, constant) && limit.component == component);
        set.map_or(value, |&(_, value)| i64::from(value))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn limits_have_the_names_of_their_constants() {
        let size = Limit::named("MaxComputeWorkGroupSizeZ").unwrap();
        assert_eq!((size.name().as_str(), size.default_value()), ("MaxComputeWorkGroupSizeZ", 64));
        assert!(Limit::named("MaxComputeWorkGroupSize").is_none());
        assert_eq!(Limit::named("MaxDrawBuffers").unwrap().default_value(), 32);
        assert_eq!(Limit::named("MaxTaskWorkGroupSizeX_NV").unwrap().default_value(), 32);
        assert!(Limit::named("RayFlagsNoneEXT").is_none());
        let values = vec![(size, 32), (size, 16)];
        assert_eq!(values_of(size.constant, &values).collect::<Vec<_>>(), [1024, 1024, 16]);
    }
}
