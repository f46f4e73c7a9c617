//! Compiles compute shaders from GLSL to SPIR-V with naga, one after the other in one process, as `bench/compare.sh` asks.
//!
//!     naga [-DNAME=VALUE]... FILE...
//!
//! It parses, validates and writes, as users of naga do; a shader that naga cannot read ends the program. What it writes
//! goes nowhere, so the comparison leaves out the file that glslsub writes.

use naga::back::spv;
use naga::front::glsl;
use naga::valid::{Capabilities, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use std::error::Error;
use std::hint::black_box;

/// Compiles a file to words.
fn compile(file: &str, options: &glsl::Options) -> Result<Vec<u32>, Box<dyn Error>> {
    let text = std::fs::read_to_string(file)?;
    let module = glsl::Frontend::default().parse(options, &text)?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.subgroup_operations(SubgroupOperationSet::all()).subgroup_stages(ShaderStages::all());
    let info = validator.validate(&module)?;
    let options = spv::Options { lang_version: (1, 5), ..spv::Options::default() };
    Ok(spv::write_vec(&module, &info, &options, None)?)
}

fn main() -> std::process::ExitCode {
    let mut options = glsl::Options::from(naga::ShaderStage::Compute);
    for argument in std::env::args().skip(1) {
        if let Some(definition) = argument.strip_prefix("-D") {
            let (name, value) = definition.split_once('=').unwrap_or((definition, "1"));
            options.defines.insert(name.to_owned(), value.to_owned());
            continue;
        }
        match compile(&argument, &options) {
            Ok(words) => drop(black_box(words)),
            Err(error) => {
                eprintln!("{argument}: {error}");
                return std::process::ExitCode::FAILURE;
            }
        }
    }
    std::process::ExitCode::SUCCESS
}
