//! Options of `glslsub compile` for assembly programs only.
//!
//! Comes in: words of the command line. Goes out: [`Options`] of the front end, and the file with the reflection. Must not
//! depend on: GLSL.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use glslsub::FileLoader;
use glslsub::internals::nv_program::{Bind, BindStyle, Limits, Options, Warp};
use glslsub::internals::{Artifact, Compilation};

use super::output::{self, Destination};
use super::{Outcome, overwriting};

/// Options for `!!NVcp5.0` programs.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Options for assembly programs (!!NVcp5.0)")]
pub struct AssemblyArguments {
    /// Accept, with a warning, what NVIDIA's driver accepts and the specifications forbid.
    #[arg(long)]
    nv_relaxed: bool,

    /// How warp instructions run. Without it, by emulation where control flow is uniform, else natively.
    #[arg(long, value_name = "HOW", value_enum)]
    warp: Option<WarpMode>,

    /// Registers start as zero.
    #[arg(long)]
    zero_init: bool,

    /// What BAR orders besides shared memory.
    #[arg(long, value_name = "MEMORY", value_enum)]
    bar: Option<Bar>,

    /// What MEMBAR orders; `compiler` is for drivers that suspend invocations at memory barriers.
    #[arg(long, value_name = "SCOPE", value_enum)]
    membar: Option<Membar>,

    /// What the operand of `handle()` is.
    #[arg(long, value_name = "WHAT", value_enum)]
    nv_handles: Option<Handles>,

    /// The precision of floats in SHORT registers.
    #[arg(long, value_name = "TYPE", value_enum)]
    short: Option<Short>,

    /// Where `program.local` is.
    #[arg(long, value_name = "MEMORY", value_enum)]
    local: Option<Local>,

    /// What `program.buffer[n]` is.
    #[arg(long, value_name = "MEMORY", value_enum)]
    pbuf: Option<ParameterBuffer>,

    /// Check every index against the size of what it indexes: for devices without robustBufferAccess2.
    #[arg(long)]
    robust: bool,

    /// Add floats in buffers with OpAtomicFAddEXT instead of a loop.
    #[arg(long)]
    native_fadd: bool,

    /// How resources get their bindings.
    #[arg(long, value_name = "STYLE", value_enum)]
    bind_style: Option<Style>,

    /// Bind a resource: `storage[3]=0.7` is set 0, binding 7.
    #[arg(long, value_name = "KIND[N]=SET.BINDING", value_parser = parse_bind)]
    bind: Vec<Bind>,

    /// The first descriptor set.
    #[arg(long, value_name = "N", default_value_t = 0)]
    set_base: u32,

    /// Set a limit, for example `shared=65536`.
    #[arg(long, value_name = "NAME=N", value_parser = parse_limit)]
    nv_limit: Vec<(String, u32)>,

    /// Write what the host needs to know about bindings and constants to this file, as JSON; for GLSL too
    /// (docs/reflection.md).
    #[arg(long, value_name = "FILE")]
    pub reflect: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum WarpMode {
    /// Subgroup operations: for subgroups of 32 or more invocations.
    #[value(alias = "subgroup")]
    Native,
    /// Shared memory and barriers, for subgroups of any size.
    Emulate,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Bar {
    /// Shared memory only.
    Shared,
    /// Buffers and images too.
    Full,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Membar {
    /// All invocations, or those of the group.
    Device,
    /// The invocation itself.
    Compiler,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Handles {
    /// An index into arrays of descriptors.
    Index,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Short {
    /// 16 bits, as in NVIDIA's driver.
    F16,
    /// 32 bits.
    F32,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Local {
    /// A storage buffer.
    Buffer,
    /// Push constants, 16 bytes for each of the first eight.
    Push,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ParameterBuffer {
    /// A storage buffer.
    Ssbo,
    /// A uniform buffer of the size set by `--nv-limit buffer-size`.
    Ubo,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Style {
    /// By kind and number.
    Nv,
    /// In one set, one after the other.
    Flat,
}

fn parse_bind(text: &str) -> Result<Bind, String> {
    Bind::parse(text).ok_or_else(|| "expected for example `storage[3]=0.7`".to_owned())
}

fn parse_limit(text: &str) -> Result<(String, u32), String> {
    let (name, value) = text.split_once('=').ok_or("expected for example `shared=65536`")?;
    let value = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
    if !Limits::default().set(name, value) {
        let known: Vec<&str> = Limits::ALL.iter().map(|(name, ..)| *name).collect();
        return Err(format!("the limits are {}", known.join(", ")));
    }
    Ok((name.to_owned(), value))
}

impl AssemblyArguments {
    /// The options that the arguments describe.
    pub fn options(&self) -> Options {
        let mut limits = Limits::default();
        for (name, value) in &self.nv_limit {
            limits.set(name, *value);
        }
        Options {
            relaxed: self.nv_relaxed,
            warp: match self.warp {
                None => Warp::Auto,
                Some(WarpMode::Native) => Warp::Native,
                Some(WarpMode::Emulate) => Warp::Emulate,
            },
            zero_init: self.zero_init,
            full_barriers: matches!(self.bar, Some(Bar::Full)),
            compiler_membar: matches!(self.membar, Some(Membar::Compiler)),
            handle_indices: matches!(self.nv_handles, Some(Handles::Index)),
            wide_short: matches!(self.short, Some(Short::F32)),
            push_locals: matches!(self.local, Some(Local::Push)),
            uniform_buffers: matches!(self.pbuf, Some(ParameterBuffer::Ubo)),
            robust: self.robust,
            native_float_add: self.native_fadd,
            bind_style: if matches!(self.bind_style, Some(Style::Flat)) { BindStyle::Flat } else { BindStyle::Nv },
            binds: self.bind.clone(),
            set_base: self.set_base,
            limits,
        }
    }
}

/// What a host must know about a shader, as JSON; the options must request reflection.
pub fn reflection_text(artifact: &Artifact) -> String {
    match (&artifact.assembly, &artifact.reflection) {
        (Some(reflection), _) => reflection.json(),
        (None, reflection) => reflection.as_ref().map_or_else(String::new, |it| it.to_json()),
    }
}

/// Writes the reflection of a program, if a file for it is given.
pub fn write_reflection(
    arguments: &AssemblyArguments,
    compilation: &Compilation,
    loader: &FileLoader,
) -> Result<(), (Outcome, String)> {
    let (Some(path), Some(artifact)) = (&arguments.reflect, &compilation.artifact) else { return Ok(()) };
    let json = reflection_text(artifact);
    let destination = if path.as_os_str() == "-" { Destination::Stdout } else { Destination::File(path.clone()) };
    overwriting::check_included(&destination, loader).map_err(|message| (Outcome::Usage, message))?;
    output::write(&destination, json.as_bytes()).map_err(|message| (Outcome::Failure, message))
}
