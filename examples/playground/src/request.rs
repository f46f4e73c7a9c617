//! What a page asks for.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A shader to compile.
#[derive(Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Request {
    /// The name of the shader; its suffix gives the stage.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Files that it may include, by name.
    pub files: BTreeMap<String, String>,
    /// Macros and their values.
    pub defines: BTreeMap<String, String>,
    /// `vulkan1.0` to `vulkan1.4`.
    pub target: Option<String>,
    /// The name of the stage, if the name of the shader does not say it.
    pub stage: Option<String>,
    /// What to show.
    pub view: View,
    /// Whether to optimize, as `-O` does.
    pub optimize: bool,
    /// Whether to describe sources, types and variables, as `-gVS` does.
    pub debug: bool,
    /// Whether to look for mistakes in valid shaders too; the default is `true`.
    pub lints: bool,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            name: "shader.comp".to_owned(),
            text: String::new(),
            files: BTreeMap::new(),
            defines: BTreeMap::new(),
            target: None,
            stage: None,
            view: View::default(),
            optimize: false,
            debug: false,
            lints: true,
        }
    }
}

/// What a page shows of a shader.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// The listing of the SPIR-V module.
    #[default]
    Spirv,
    /// WGSL, by naga.
    Wgsl,
    /// The compiler's intermediate representation.
    Hir,
    /// Reflection, as JSON.
    Reflection,
}
