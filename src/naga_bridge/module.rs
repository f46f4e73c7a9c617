//! The module under construction.
//!
//! Comes in: an HIR module. Goes out: [`bridge`]. Must not depend on: how statements and values are bridged.

use super::body::FunctionWriter;
use super::globals::Global;
use super::instances::Instance;
use super::resources::ResourceUsage;
use super::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use super::usage::Usage;
use super::{Options, inputs::Inputs, mesh::Mesh};
use crate::hir::{self, ExecutionMode};
use crate::spirv::raise;
use crate::stage::Stage;
use naga::{Handle, Override, ShaderStage, Type};
use rustc_hash::FxHashMap;

/// Steps from HIR to HIR that naga needs just like SPIR-V.
const STEPS: &[&str] = &["comparison", "selection", "matrix_columns"];

/// A module under construction.
pub(super) struct ModuleWriter<'a> {
    pub hir: &'a hir::Module,
    pub options: Options,
    pub out: naga::Module,
    pub usage: Usage,
    pub resource_usage: ResourceUsage,
    pub layouter: naga::proc::Layouter,
    pub value_types: FxHashMap<hir::Handle<hir::Type>, Handle<Type>>,
    pub constants: FxHashMap<hir::Handle<hir::Constant>, Handle<naga::Constant>>,
    /// Overrides that are computed from others.
    pub overrides: FxHashMap<hir::Handle<hir::Constant>, Handle<Override>>,
    /// Whether constants are known at compile time, as far as determined.
    pub known: FxHashMap<hir::Handle<hir::Constant>, bool>,
    pub globals: FxHashMap<hir::Handle<hir::GlobalVariable>, Global>,
    pub functions: FxHashMap<Instance, Handle<naga::Function>>,
    /// Inputs that functions other than the entry point read.
    pub inputs: Inputs,
    /// The outputs of a mesh shader.
    pub mesh: Option<Mesh>,
}

/// Produces a naga module.
///
/// # Errors
/// The first construct that naga's IR cannot represent.
pub fn bridge(module: &hir::Module, options: Options) -> Result<naga::Module, Unsupported> {
    let mut module = module.clone();
    let raising = crate::spirv::Options::default();
    for step in raise::STEPS.iter().filter(|it| STEPS.contains(&it.name)) {
        step.run(&mut module, &raising).map_err(Unsupported::new)?;
    }
    let mut writer = ModuleWriter {
        hir: &module,
        options,
        out: naga::Module::default(),
        usage: Usage::of(&module),
        resource_usage: ResourceUsage::default(),
        layouter: naga::proc::Layouter::default(),
        value_types: FxHashMap::default(),
        constants: FxHashMap::default(),
        overrides: FxHashMap::default(),
        known: FxHashMap::default(),
        globals: FxHashMap::default(),
        functions: FxHashMap::default(),
        inputs: Inputs::default(),
        mesh: None,
    };
    writer.write()?;
    // Removes types that were only inspected. naga 30 does not know that entry points refer to the payload of the ray.
    let has_payload = writer.out.entry_points.iter().any(|it| it.incoming_ray_payload.is_some());
    let keep = if has_payload { naga::compact::KeepUnused::Yes } else { naga::compact::KeepUnused::No };
    naga::compact::compact(&mut writer.out, keep);
    Ok(writer.out)
}

impl<'a> ModuleWriter<'a> {
    fn write(&mut self) -> Bridged<()> {
        let stage = stage(self.hir.entry_point.stage)?;
        self.whole_module()?;
        let instances = self.instances()?;
        self.resource_usage = ResourceUsage::of(self.hir, &instances)?;
        self.globals()?;
        if stage == ShaderStage::Mesh {
            self.mesh()?;
        }
        let hir: &'a hir::Module = self.hir;
        for instance in instances {
            let function = hir.functions.try_get(instance.function).or_missing("a function")?;
            if instance.function == hir.entry_point.function {
                self.entry_point(stage, function, instance).map_err(|it| it.at(function.span))?;
            } else {
                let made =
                    FunctionWriter::write(self, function, instance.clone()).map_err(|it| it.at(function.span))?;
                let made = self.out.functions.append(made, naga::Span::UNDEFINED);
                self.functions.insert(instance, made);
            }
        }
        Ok(())
    }

    /// What applies to the shader as a whole.
    fn whole_module(&self) -> Bridged<()> {
        let intrinsics = &self.hir.intrinsics;
        if !intrinsics.execution_modes.is_empty() || !intrinsics.capabilities.is_empty() {
            return unsupported("instructions, types and modes by number (GL_EXT_spirv_intrinsics)");
        }
        for mode in &self.hir.entry_point.modes {
            match mode {
                ExecutionMode::OriginUpperLeft
                | ExecutionMode::EarlyFragmentTests
                | ExecutionMode::DepthReplacing
                | ExecutionMode::DepthGreater
                | ExecutionMode::DepthLess
                | ExecutionMode::DepthUnchanged
                | ExecutionMode::OutputPoints
                | ExecutionMode::OutputLines
                | ExecutionMode::OutputTriangles
                | ExecutionMode::OutputVertices(_)
                | ExecutionMode::OutputPrimitives(_) => {}
                other => {
                    let name = format!("{other:?}");
                    let name = name.split('(').next().unwrap_or_default();
                    return unsupported(format!("the layout that SPIR-V calls `{name}`"));
                }
            }
        }
        Ok(())
    }

    /// Whether derivatives can be taken.
    pub(super) fn has_derivatives(&self) -> bool {
        self.hir.entry_point.stage == Stage::Fragment
    }
}

pub(super) fn stage(stage: Stage) -> Bridged<ShaderStage> {
    match stage {
        Stage::Vertex => Ok(ShaderStage::Vertex),
        Stage::Fragment => Ok(ShaderStage::Fragment),
        Stage::Compute => Ok(ShaderStage::Compute),
        Stage::Task => Ok(ShaderStage::Task),
        Stage::Mesh => Ok(ShaderStage::Mesh),
        Stage::RayGeneration => Ok(ShaderStage::RayGeneration),
        Stage::AnyHit => Ok(ShaderStage::AnyHit),
        Stage::ClosestHit => Ok(ShaderStage::ClosestHit),
        Stage::Miss => Ok(ShaderStage::Miss),
        other => unsupported(format!("{other} shaders")),
    }
}
