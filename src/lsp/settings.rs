//! `initializationOptions`: how the shaders of an editor are checked.
//!
//! Comes in: JSON. Goes out: options of the driver, and folders for includes. Must not depend on: documents. What it does not know, or
//! what has another type, is ignored: the editor has no place to show it.

use std::path::PathBuf;

use glslsub::internals::driver::Options;
use glslsub::internals::lints::Selection;
use glslsub::internals::preprocess::MacroOption;
use glslsub::internals::target::{Target, TargetEnvironment};
use serde_json::Value;

/// The settings of an editor.
#[derive(Clone)]
pub struct Settings {
    /// How shaders are checked.
    pub options: Options,
    /// Where included files are looked for, besides the folder of the includer.
    pub include: Vec<PathBuf>,
}

impl Settings {
    /// Reads `{"target": "vulkan1.2", "include": ["shaders"], "define": {"SIZE": "64"}, "lints": true, "warn": ["race"]}`.
    pub fn read(json: &Value) -> Self {
        let mut options = Options { lints: Selection::certain(), ..Options::default() };
        let texts =
            |name: &str| json.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        if let Some(target) = json.get("target").and_then(Value::as_str).and_then(TargetEnvironment::parse) {
            options.target = Target::from(target);
        }
        for (name, value) in json.get("define").and_then(Value::as_object).into_iter().flatten() {
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            options.preprocessor.macros.push(MacroOption::Define { name: name.clone(), value: Some(value) });
        }
        if let Some(on) = json.get("lints").and_then(Value::as_bool) {
            options.lints.certain = on;
        }
        for name in texts("warn") {
            options.lints.add(name);
        }
        Self { options, include: texts("include").map(PathBuf::from).collect() }
    }
}
