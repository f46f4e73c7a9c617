//! Answers that build systems otherwise get by compiling and searching messages.
//!
//! Comes in: `--print=WHAT` and `--supports EXTENSION`. Goes out: a list, or an exit code. Must not depend on: shaders.

use glslsub::internals::builtins::EXTENSIONS;
use glslsub::{SpirvVersion, TargetEnvironment};

use super::output::{self, Destination};
use super::{Outcome, report};

/// The lists that can be printed.
pub const WHAT: &str = "expected extensions, capabilities or targets";

/// The list, one name per line.
pub fn listing(what: &str) -> Option<String> {
    let lines = |names: Vec<String>| names.into_iter().map(|name| name + "\n").collect();
    match what {
        "extensions" => Some(lines(EXTENSIONS.iter().map(|row| row.name.to_owned()).collect())),
        "capabilities" => {
            // The numbers that SPIR-V assigns to vendors end far below this.
            let all = (0..0x1_0000).filter_map(spirv::Capability::from_u32);
            Some(lines(all.map(|it| format!("{it:?}")).collect()))
        }
        "targets" => {
            let environments = TargetEnvironment::ALL.iter().map(ToString::to_string);
            Some(lines(environments.chain(SpirvVersion::ALL.iter().map(|it| format!("spv{it}"))).collect()))
        }
        _ => None,
    }
}

/// Whether an extension of GLSL is known.
pub fn supports(extension: &str) -> bool {
    EXTENSIONS.iter().any(|row| row.name == extension)
}

/// `--print=WHAT`
pub fn print(what: &str) -> u8 {
    let Some(text) = listing(what) else {
        report::error(&format!("`--print={what}`: {WHAT}"));
        return Outcome::Usage.into();
    };
    printed(&text)
}

fn printed(text: &str) -> u8 {
    match output::write(&Destination::Stdout, text.as_bytes()) {
        Ok(()) => Outcome::Success.into(),
        Err(message) => {
            report::error(&message);
            Outcome::Failure.into()
        }
    }
}

/// `--version`, as clap prints it. Build systems ask for it, and clap would take more instructions than a small shader.
pub fn version() -> u8 {
    printed(concat!("glslsub ", env!("CARGO_PKG_VERSION"), "\n"))
}

/// `--supports EXTENSION`
pub fn answer(extension: Option<&str>) -> u8 {
    match extension {
        Some(extension) if supports(extension) => Outcome::Success.into(),
        Some(_) => Outcome::Failure.into(),
        None => {
            report::error("`--supports` needs the name of an extension");
            Outcome::Usage.into()
        }
    }
}
