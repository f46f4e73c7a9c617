//! HIR to naga modules, from which wgpu and naga's back ends produce WGSL, MSL, HLSL and SPIR-V.
//!
//! Comes in: the module of a vertex, fragment, compute, task, mesh, ray generation, hit or miss shader. Goes out: a [`naga::Module`] that its validator
//! accepts, or the first construct that naga's IR cannot represent. Must not depend on: the front ends, SPIR-V words,
//! the back ends of naga; only `text` calls these.
//!
//! # How
//!
//! Some constructs are split up first, by the same steps that SPIR-V needs ([`crate::spirv::raise`]): comparisons and
//! selections of composites, and operations on matrices. Each function that the entry point reaches becomes one
//! function, callees first. Calls of built-ins are walked as everywhere ([`crate::hir::recipe`]); the tables of
//! [`builtin`] map instructions to naga's operations.
//!
//! | HIR | naga |
//! |---|---|
//! | a value | an expression, emitted where HIR evaluates it |
//! | what control flow passes | a local variable |
//! | memory whose layout is not WGSL's | types with padding, converted at each access ([`memory`]) |
//! | a function with resources among its parameters | one function per set of variables passed to it ([`instances`]) |
//! | a combined sampler | a texture and a sampler ([`resources`]) |
//! | memory that atomics access | atomic types ([`usage`]) |
//! | inputs and outputs | arguments and the result of the entry point ([`entry`]) |
//! | outputs of a mesh shader | one variable of the workgroup ([`mesh`]) |
//! | a specialization constant | an override with its id |

mod body;
mod build;
mod builtin;
mod constants;
mod cooperative_matrix;
mod entry;
mod globals;
mod inputs;
mod instances;
mod interface;
mod memory;
mod mesh;
mod module;
mod place;
mod resources;
mod statement;
mod text;
mod types;
mod unsupported;
mod usage;
mod value;
mod whereabouts;

pub use module::bridge;
pub use text::{Language, text};
pub use unsupported::Unsupported;
pub use whereabouts::locate;

use crate::source::Span;

/// Options for the bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// WGSL has no combined samplers: the texture keeps the binding, and the sampler gets that binding plus this
    /// number, in the same set.
    pub sampler_offset: u32,
    /// WGSL has no storage images without a format.
    pub image_formats: ImageFormats,
}

impl Default for Options {
    fn default() -> Self {
        Self { sampler_offset: 100, image_formats: ImageFormats::default() }
    }
}

/// Formats for storage images that the shader gives none, one per kind of texel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImageFormats {
    float: Option<naga::StorageFormat>,
    sint: Option<naga::StorageFormat>,
    uint: Option<naga::StorageFormat>,
}

impl ImageFormats {
    /// Sets the format of images with texels of its kind.
    pub fn insert(&mut self, format: naga::StorageFormat) {
        match naga::Scalar::from(format).kind {
            naga::ScalarKind::Sint => self.sint = Some(format),
            naga::ScalarKind::Uint => self.uint = Some(format),
            _ => self.float = Some(format),
        }
    }

    /// The same for a format of SPIR-V. False if naga does not have it.
    pub fn insert_spirv(&mut self, format: spirv::ImageFormat) -> bool {
        resources::storage_format(format).map(|format| self.insert(format)).is_ok()
    }

    const fn of(self, kind: naga::ScalarKind) -> Option<naga::StorageFormat> {
        match kind {
            naga::ScalarKind::Sint => self.sint,
            naga::ScalarKind::Uint => self.uint,
            _ => self.float,
        }
    }
}

/// Everything that naga can validate: what the device supports is checked when the module is loaded.
#[must_use]
pub fn validator() -> naga::valid::Validator {
    let mut validator =
        naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
    validator.subgroup_stages(naga::valid::ShaderStages::all());
    validator.subgroup_operations(naga::valid::SubgroupOperationSet::all());
    validator
}

/// Validates a module produced here.
///
/// # Errors
/// naga's error, with the span that it reports.
pub fn validate(module: &naga::Module) -> Result<naga::valid::ModuleInfo, Unsupported> {
    validator().validate(module).map_err(|error| {
        let mut what = error.as_inner().to_string();
        let mut source = std::error::Error::source(error.as_inner());
        while let Some(cause) = source {
            what = format!("{what}: {cause}");
            source = cause.source();
        }
        // naga's spans are derived from ours; the last one is the innermost.
        let places = error.spans().map(|(span, _)| whereabouts::own_span(*span));
        let span = places.filter(Span::is_defined).last().unwrap_or(Span::UNDEFINED);
        Unsupported { what: format!("this: {what}"), help: None, span, variable: None }
    })
}
