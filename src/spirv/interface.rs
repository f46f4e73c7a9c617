//! Interfaces of stages: decorations of inputs and outputs, and execution modes.
//!
//! Comes in: [`Interface`]s of variables and members, [`ExecutionMode`]s. Goes out: decorations and OpExecutionMode. Must
//! not depend on: which of them a stage may have.

use super::section::OperandList;
use super::writer::ModuleWriter;
use crate::builtins;
use crate::hir::{
    ExecutionMode, GlobalVariable, Interface, InterfaceRate, Interpolation, Sampling, SpirvDecoration, StorageClass,
    Type,
};
use crate::stage::Stage;
use crate::target::SpirvVersion;
use rspirv::dr::Operand;
use rspirv::spirv::{self, Decoration, Op};

/// Inputs that other shaders change while this one runs: a call may return in another subgroup, or with a closer hit
/// (GL_EXT_ray_tracing, "Mapping to SPIR-V").
fn changes_in_calls(builtin: spirv::BuiltIn, stage: Stage) -> bool {
    use spirv::BuiltIn as B;
    match builtin {
        B::SubgroupSize
        | B::SubgroupLocalInvocationId
        | B::SubgroupEqMask
        | B::SubgroupGeMask
        | B::SubgroupGtMask
        | B::SubgroupLeMask
        | B::SubgroupLtMask
        | B::WarpIDNV
        | B::SMIDNV => stage.facts().is_ray_tracing && stage != Stage::AnyHit,
        B::RayTmaxKHR => stage == Stage::Intersection,
        _ => false,
    }
}

impl ModuleWriter<'_> {
    /// Whether the value of a built-in may change between two loads: by `demote` (SPIR-V 1.6, HelperInvocation), or in the
    /// calls of ray tracing. Loads of it are volatile; without the Vulkan memory model, the variable is.
    pub(super) fn is_volatile(&self, builtin: spirv::BuiltIn) -> bool {
        let helper = builtin == spirv::BuiltIn::HelperInvocation && self.options.target.spirv >= SpirvVersion::V1_6;
        helper || changes_in_calls(builtin, self.hir.entry_point.stage)
    }

    /// Whether a geometry shader passes an input through, so that it exists whether or not it is read
    /// (NV_geometry_shader_passthrough).
    pub(super) fn is_passed_through(&self, global: &GlobalVariable) -> bool {
        let is = |list: &[SpirvDecoration]| list.iter().any(|it| it.decoration == Decoration::PassthroughNV as u32);
        let members = || match *self.hir.types.get(self.hir.types.element_of_arrays(global.ty)) {
            Type::Struct(structure) => self.hir.types.structure(structure).map_or(&[][..], |it| &it.members),
            _ => &[],
        };
        global.storage == StorageClass::Input
            && self.hir.entry_point.stage == Stage::Geometry
            && (is(&global.decorations) || members().iter().any(|member| is(&member.decorations)))
    }

    /// The decorations for an interface, in a fixed order.
    fn interface_decorations(interface: &Interface) -> Vec<(Decoration, Option<Operand>)> {
        let number = |decoration, value: Option<u32>| (decoration, value.map(Operand::LiteralBit32));
        let feedback = interface.feedback;
        let numbers = [
            (Decoration::BuiltIn, interface.builtin.map(|row| Operand::BuiltIn(row.builtin))),
            number(Decoration::Location, interface.location),
            number(Decoration::Component, interface.component),
            number(Decoration::Index, interface.index),
            number(Decoration::Stream, interface.stream),
            number(Decoration::InputAttachmentIndex, interface.attachment),
            number(Decoration::XfbBuffer, feedback.map(|it| it.buffer)),
            number(Decoration::XfbStride, feedback.map(|it| it.stride)),
            number(Decoration::Offset, feedback.and_then(|it| it.offset)),
        ];
        let numbers = numbers.into_iter().filter(|(_, operand)| operand.is_some());
        let words = [
            interface.interpolation.and_then(|it| match it {
                Interpolation::Smooth => None,
                Interpolation::Flat => Some(Decoration::Flat),
                Interpolation::NoPerspective => Some(Decoration::NoPerspective),
                Interpolation::Explicit => Some(Decoration::ExplicitInterpAMD),
            }),
            interface.sampling.map(|it| match it {
                Sampling::Centroid => Decoration::Centroid,
                Sampling::Sample => Decoration::Sample,
            }),
            interface.rate.map(|it| match it {
                InterfaceRate::Patch => Decoration::Patch,
                InterfaceRate::Primitive => Decoration::PerPrimitiveEXT,
                InterfaceRate::Vertex => Decoration::PerVertexKHR,
                InterfaceRate::Task => Decoration::PerTaskNV,
            }),
            interface.per_view.then_some(Decoration::PerViewNV),
            interface.invariant.then_some(Decoration::Invariant),
        ];
        numbers.chain(words.into_iter().flatten().map(|decoration| (decoration, None))).collect()
    }

    /// Decorates a variable of an interface.
    pub(super) fn decorate_interface(&mut self, id: u32, interface: &Interface, is_block: bool) {
        if has_no_decorations(interface) {
            return;
        }
        // The members of a block themselves carry the decorations for primitives or tasks.
        let by_members = is_block && matches!(interface.rate, Some(InterfaceRate::Primitive | InterfaceRate::Task));
        let interface = Interface { rate: interface.rate.filter(|_| !by_members), ..interface.clone() };
        for (decoration, operand) in Self::interface_decorations(&interface) {
            self.decorate(id, decoration, operand.as_slice());
        }
    }

    /// Requests what a built-in needs.
    pub(super) fn request_builtin(&mut self, row: &'static builtins::Variable) {
        self.requested.row(row.capabilities, row.spirv_extensions);
    }

    /// Decorates a member of a block of inputs or outputs.
    pub(super) fn decorate_interface_member(&mut self, id: u32, member: u32, interface: &Interface) {
        // Built-ins of extensions need their capability even if unused, unless the stage alone allows them.
        let alone = |row: &&builtins::Variable| Operand::BuiltIn(row.builtin).required_capabilities().len() == 1;
        if let Some(row) = interface.builtin.filter(|row| !row.spirv_extensions.is_empty()).filter(alone) {
            self.request_builtin(row);
        }
        if has_no_decorations(interface) {
            return;
        }
        for (decoration, operand) in Self::interface_decorations(interface) {
            self.decorate_member(id, member, decoration, operand.as_slice());
        }
    }

    /// Adds an execution mode without operands, or with literals.
    pub(super) fn mode(&mut self, entry: u32, mode: spirv::ExecutionMode, literals: &[Operand]) {
        let mut operands = OperandList::from_iter([Operand::IdRef(entry), Operand::ExecutionMode(mode)]);
        operands.extend(literals.iter().cloned());
        self.execution_modes.push(Op::ExecutionMode, None, None, &operands);
    }

    /// Adds the execution modes from the layouts of the shader.
    pub(super) fn layout_modes(&mut self, entry: u32) {
        for &mode in &self.hir.entry_point.modes {
            if let ExecutionMode::DerivativeGroup(group) = mode {
                self.requested.derivative_groups(group.khronos);
            }
            let (mode, literal) = spirv_mode(mode);
            self.mode(entry, mode, literal.map(Operand::LiteralBit32).as_slice());
        }
    }
}

/// Whether an interface needs no decorations, as that of everything inside the stage.
fn has_no_decorations(interface: &Interface) -> bool {
    interface.is_empty() && !interface.per_view && !interface.invariant
}

/// The execution mode of SPIR-V with its literal.
fn spirv_mode(mode: ExecutionMode) -> (spirv::ExecutionMode, Option<u32>) {
    use spirv::ExecutionMode as S;
    let plain = match mode {
        ExecutionMode::Invocations(count) => return (S::Invocations, Some(count)),
        ExecutionMode::OutputVertices(count) => return (S::OutputVertices, Some(count)),
        ExecutionMode::OutputPrimitives(count) => return (S::OutputPrimitivesEXT, Some(count)),
        ExecutionMode::DerivativeGroup(group) if group.quads => S::DerivativeGroupQuadsKHR,
        ExecutionMode::DerivativeGroup(_) => S::DerivativeGroupLinearKHR,
        ExecutionMode::QuadDerivatives => S::QuadDerivativesKHR,
        ExecutionMode::RequireFullQuads => S::RequireFullQuadsKHR,
        ExecutionMode::OriginUpperLeft => S::OriginUpperLeft,
        ExecutionMode::PixelCenterInteger => S::PixelCenterInteger,
        ExecutionMode::EarlyFragmentTests => S::EarlyFragmentTests,
        ExecutionMode::EarlyAndLateFragmentTests => S::EarlyAndLateFragmentTestsAMD,
        ExecutionMode::PostDepthCoverage => S::PostDepthCoverage,
        ExecutionMode::DepthReplacing => S::DepthReplacing,
        ExecutionMode::DepthGreater => S::DepthGreater,
        ExecutionMode::DepthLess => S::DepthLess,
        ExecutionMode::DepthUnchanged => S::DepthUnchanged,
        ExecutionMode::StencilRefReplacing => S::StencilRefReplacingEXT,
        ExecutionMode::StencilRefGreaterFront => S::StencilRefGreaterFrontAMD,
        ExecutionMode::StencilRefLessFront => S::StencilRefLessFrontAMD,
        ExecutionMode::StencilRefUnchangedFront => S::StencilRefUnchangedFrontAMD,
        ExecutionMode::StencilRefGreaterBack => S::StencilRefGreaterBackAMD,
        ExecutionMode::StencilRefLessBack => S::StencilRefLessBackAMD,
        ExecutionMode::StencilRefUnchangedBack => S::StencilRefUnchangedBackAMD,
        ExecutionMode::PixelInterlockOrdered => S::PixelInterlockOrderedEXT,
        ExecutionMode::PixelInterlockUnordered => S::PixelInterlockUnorderedEXT,
        ExecutionMode::SampleInterlockOrdered => S::SampleInterlockOrderedEXT,
        ExecutionMode::SampleInterlockUnordered => S::SampleInterlockUnorderedEXT,
        ExecutionMode::ShadingRateInterlockOrdered => S::ShadingRateInterlockOrderedEXT,
        ExecutionMode::ShadingRateInterlockUnordered => S::ShadingRateInterlockUnorderedEXT,
        ExecutionMode::NonCoherentColorAttachmentRead => S::NonCoherentColorAttachmentReadEXT,
        ExecutionMode::NonCoherentDepthAttachmentRead => S::NonCoherentDepthAttachmentReadEXT,
        ExecutionMode::NonCoherentStencilAttachmentRead => S::NonCoherentStencilAttachmentReadEXT,
        ExecutionMode::TransformFeedback => S::Xfb,
        ExecutionMode::Triangles => S::Triangles,
        ExecutionMode::Quads => S::Quads,
        ExecutionMode::Isolines => S::Isolines,
        ExecutionMode::SpacingEqual => S::SpacingEqual,
        ExecutionMode::SpacingFractionalEven => S::SpacingFractionalEven,
        ExecutionMode::SpacingFractionalOdd => S::SpacingFractionalOdd,
        ExecutionMode::VertexOrderCw => S::VertexOrderCw,
        ExecutionMode::VertexOrderCcw => S::VertexOrderCcw,
        ExecutionMode::PointMode => S::PointMode,
        ExecutionMode::InputPoints => S::InputPoints,
        ExecutionMode::InputLines => S::InputLines,
        ExecutionMode::InputLinesAdjacency => S::InputLinesAdjacency,
        ExecutionMode::InputTrianglesAdjacency => S::InputTrianglesAdjacency,
        ExecutionMode::OutputPoints => S::OutputPoints,
        ExecutionMode::OutputLineStrip => S::OutputLineStrip,
        ExecutionMode::OutputTriangleStrip => S::OutputTriangleStrip,
        ExecutionMode::OutputLines => S::OutputLinesEXT,
        ExecutionMode::OutputTriangles => S::OutputTrianglesEXT,
    };
    (plain, None)
}
