//! The types of the static tables that `build.rs` generates from the folder `builtins/`.
//!
//! Comes in: what the generator prints. Goes out: constant data. Must not depend on: how it is used. Nothing here is
//! filled in by hand; `builtins/README.md` describes the text format, and each field below names the word of that format
//! it comes from.

use super::{BuiltinType, Check, ExtensionId, Scalar, TypeFamilyKind, VectorSize};
use crate::stage::Stage;

/// All overloads of one name, the unit of look-up.
#[derive(Debug)]
pub struct Function {
    /// The GLSL name.
    pub name: &'static str,
    /// The prototypes, in file order.
    pub prototypes: &'static [Prototype],
}

/// One prototype row. With generic type sets it stands for [`instances`](Self::instances) overloads.
#[derive(Debug)]
pub struct Prototype {
    /// The result type.
    pub result: TypeRef,
    /// The parameters.
    pub parameters: &'static [Parameter],
    /// How many overloads the row stands for: the common length of its type sets, 1 without sets.
    pub instances: u16,
    /// What is required to call it.
    pub gate: &'static Gate,
    /// The recipes; the first whose [`kinds`](Recipe::kinds) fit the instance and whose
    /// [`conditions`](Recipe::conditions) hold is used. One without conditions fits every instance.
    pub recipes: &'static [Recipe],
    /// The doc line above the row.
    pub doc: &'static str,
    /// The section of the specification, from the enclosing `section`.
    pub section: &'static str,
    /// `replace`: the equivalent in newer GLSL; empty if the function is not a legacy one.
    pub replace: &'static str,
    /// `check`: what else the analysis checks in a call.
    pub check: Option<Check>,
    /// `terminator`: a call of it ends the shader.
    pub terminator: bool,
}

/// One parameter of a prototype.
#[derive(Debug)]
pub struct Parameter {
    /// Its name in the specification.
    pub name: &'static str,
    /// Its type.
    pub ty: TypeRef,
    /// How the argument is passed.
    pub mode: ParameterMode,
    /// `@const(rule)`: the argument must be a constant expression that obeys this rule.
    pub constant: Option<ConstantRule>,
    /// `@lint(rule)`: what a constant argument should satisfy for a meaningful result.
    pub lint: Option<Lint>,
}

/// Rules for arguments that may be computed at run time but deserve a warning if they are constant and break the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lint {
    /// `power_of_two, N, M`: a power of two from N to M, else the result is undefined.
    PowerOfTwo {
        /// The smallest good value.
        least: u32,
        /// The largest.
        most: u32,
    },
    /// `below, x, "why"`: less than the argument for parameter `x`.
    Below {
        /// The parameter.
        other: u8,
        /// What happens otherwise.
        why: &'static str,
    },
    /// `located, payload`: the location of such a variable.
    Located(Located),
}

/// Options of a compilation that choose between recipes (`when option NAME`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecipeOption {
    /// `nv_shuffle_clamp`: shuffles of NV_shader_thread_shuffle never read beyond the subgroup.
    NvShuffleClamp,
}

/// A condition for using a recipe (`when`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `spirv 1.3`: the target has at least this version, major * 256 + minor.
    Spirv(u16),
    /// `option NAME`: the option is on.
    Option(RecipeOption),
    /// `constant(x)`: the argument for parameter `x` is a constant, not a specialization constant.
    Constant(u8),
    /// `equal(x, N)`: likewise, with this value.
    Equal(u8, u32),
    /// `below(x, y)`: both are constants, and the first is less than the second, as unsigned numbers.
    Below(u8, u8),
}

/// How an argument is passed to a built-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterMode {
    /// `in`: a value.
    In,
    /// `out`: the recipe produces a value that is stored to the argument, a place, after the call.
    Out,
    /// `inout`: both.
    InOut,
    /// `memory`: the recipe takes a pointer to the argument, a place in a buffer block or shared memory (atomics).
    Memory,
    /// `image`: the recipe takes a pointer to a texel of the argument, an image variable (image atomics), or the loaded
    /// image, depending on the opcode.
    Image,
    /// `interpolant`: a pointer to an input variable.
    Interpolant,
    /// `object`: a pointer to the argument, a variable of an opaque type that holds state (ray queries).
    Object,
    /// `payload`, `callable`, `attribute_nv`, `attribute_ext`: a pointer to the variable whose location is the
    /// argument, a constant.
    Located(Located),
    /// `...`, the last parameter: any number of values.
    Rest,
}

/// The variables among which an argument that is a location selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Located {
    /// `rayPayloadEXT` and `rayPayloadInEXT` (GL_EXT_ray_tracing, 8.19).
    RayPayload,
    /// `callableDataEXT` and `callableDataInEXT`.
    CallableData,
    /// `hitObjectAttributeNV` (GL_NV_shader_invocation_reorder, 8.19).
    HitObjectAttributeNv,
    /// `hitObjectAttributeEXT` (GL_EXT_shader_invocation_reorder, 8.19).
    HitObjectAttributeExt,
}

/// Rules for arguments that must be constant (`@const(...)`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstantRule {
    /// `any`: any integral constant expression.
    Any,
    /// `compile_time`: a constant expression that depends on no specialization constant.
    CompileTime,
    /// `offset`: a texel offset (GLSL 4.60, 8.9), constant without GL_EXT_texture_offset_non_const.
    Offset,
    /// `offsets`: constant texel offsets of a gather.
    Offsets,
    /// `gather_offset`: a texel offset, constant in ESSL 3.10 (8.9) and GL_ARB_texture_gather.
    GatherOffset,
    /// `component`: a texture gather component, 0 to 3.
    Component,
    /// `quad_lanes`: which of the four invocations of a quad each of them reads, 0 to 3; no specialization constant.
    QuadLanes,
    /// `vertex`: a vertex of a triangle, 0 to 2; no specialization constant.
    Vertex,
    /// `lane_masks`: three masks of the five bits of a number below 32; no specialization constant.
    LaneMasks,
    /// `cluster_size`: at least one and a power of two; specialization constants are allowed.
    ClusterSize,
    /// `broadcast_id`: constant before SPIR-V 1.5, dynamically uniform since.
    BroadcastId,
    /// `quad_id`: like `broadcast_id`, and below 4.
    QuadId,
    /// `matrix_operands`: gl_MatrixOperands bits; no specialization constant.
    MatrixOperands,
    /// `reduce_mask`: a gl_CooperativeMatrixReduce value; no specialization constant.
    ReduceMask,
    /// `matrix_layout`: a gl_CooperativeMatrixLayout constant; the parameter before is the stride.
    MatrixLayout,
    /// `scope`: a gl_Scope constant.
    Scope,
    /// `storage`: gl_StorageSemantics bits.
    StorageSemantics,
    /// `semantics`: gl_Semantics bits.
    Semantics,
}

/// A type in a prototype.
#[derive(Clone, Copy, Debug)]
pub enum TypeRef {
    /// Always this type.
    Fixed(BuiltinType),
    /// The `instance`-th type of a named set.
    Set(&'static [BuiltinType]),
}

impl TypeRef {
    /// The type in overload number `instance` of the prototype.
    #[must_use]
    pub fn at(self, instance: impl Into<RowInstance>) -> BuiltinType {
        let RowInstance { row, size } = instance.into();
        match self {
            TypeRef::Fixed(ty) => ty,
            TypeRef::Set(set) => match (set.get(usize::from(row)).copied(), size) {
                (Some(BuiltinType::Vector(VectorSize::Quad, scalar)), Some(size)) if has_all_sizes(set, scalar) => {
                    BuiltinType::Vector(size, scalar)
                }
                (ty, _) => ty.unwrap_or(BuiltinType::Void),
            },
        }
    }

    /// Whether overload number `row` stands for vectors of all sizes: its vector has four components, and the set also
    /// has vectors of two and three (GL_EXT_long_vector, chapter 8).
    #[must_use]
    pub fn has_long_form(self, row: u16) -> bool {
        match self {
            TypeRef::Fixed(_) => false,
            TypeRef::Set(set) => match set.get(usize::from(row)) {
                Some(&BuiltinType::Vector(VectorSize::Quad, scalar)) => has_all_sizes(set, scalar),
                _ => false,
            },
        }
    }
}

fn has_all_sizes(set: &[BuiltinType], scalar: Scalar) -> bool {
    [VectorSize::Bi, VectorSize::Tri].iter().all(|&size| set.contains(&BuiltinType::Vector(size, scalar)))
}

/// One overload of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowInstance {
    /// Its number.
    pub row: u16,
    /// The size that vectors have instead of four, in rows with vectors of all sizes.
    pub size: Option<VectorSize>,
}

impl From<u16> for RowInstance {
    fn from(row: u16) -> Self {
        Self { row, size: None }
    }
}

/// What must hold for a name to be visible.
#[derive(Debug)]
pub struct Gate {
    /// First desktop version, if any (`version 140`).
    pub desktop: Option<u16>,
    /// First ESSL version, if any (`version es 310`).
    pub es: Option<u16>,
    /// First desktop version that needs no extension (`core 430, es 310`).
    pub core_desktop: Option<u16>,
    /// The same for ESSL.
    pub core_es: Option<u16>,
    /// Alternatives, each a list of extensions that must all be on; empty means no extension is needed.
    pub extensions: &'static [&'static [ExtensionId]],
    /// Stages in which the name exists.
    pub stages: Stages,
    /// Further stages, with one of [`more_extensions`](Self::more_extensions).
    pub more_stages: Stages,
    /// Alternatives that add the further stages.
    pub more_extensions: &'static [&'static [ExtensionId]],
    /// Minimum SPIR-V version as major * 256 + minor (0x0103), 0 for any.
    pub spirv: u16,
    /// The precision of the result, where it does not follow from the arguments.
    pub precision: Option<ResultPrecision>,
}

/// The precision that a prototype gives its result (GLSL ES 3.20, 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultPrecision {
    /// `precision full`: `highp`.
    Full,
    /// `precision relaxed`: `mediump` or `lowp`, in ESSL only; desktop GLSL has no such prototypes.
    Relaxed,
}

impl Gate {
    /// Open in every stage since the given language and SPIR-V versions, without any extension.
    #[must_use]
    pub const fn since(desktop: u16, es: u16, spirv: u16) -> Self {
        Self {
            desktop: Some(desktop),
            es: Some(es),
            core_desktop: None,
            core_es: None,
            extensions: &[],
            stages: Stages::ALL,
            more_stages: Stages::NONE,
            more_extensions: &[],
            spirv,
            precision: None,
        }
    }
}

/// A set of shader stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages(pub u16);

impl Stages {
    /// Every stage.
    pub const ALL: Stages = Stages(u16::MAX);

    /// No stage.
    pub const NONE: Stages = Stages(0);

    /// One stage.
    #[must_use]
    pub const fn only(stage: Stage) -> Stages {
        Stages(1 << stage as u16)
    }

    /// The set with one more stage.
    #[must_use]
    pub const fn with(self, stage: Stage) -> Stages {
        Stages(self.0 | 1 << stage as u16)
    }

    /// The set without a stage.
    #[must_use]
    pub const fn without(self, stage: Stage) -> Stages {
        Stages(self.0 & !(1 << stage as u16))
    }

    /// Whether `stage` is in the set.
    #[must_use]
    pub const fn contains(self, stage: Stage) -> bool {
        self.0 & (1 << stage as u16) != 0
    }
}

/// How a call becomes SPIR-V for some element kinds.
#[derive(Debug)]
pub struct Recipe {
    /// The element kinds it is for, tested against the first generic parameter (else the first parameter, else
    /// the result).
    pub kinds: Kinds,
    /// What else must hold; see [`Prototype::recipes`].
    pub conditions: &'static [Condition],
    /// Capability named in the row where the opcode leaves a choice; checked against rspirv's grammar by a test.
    pub capabilities: &'static [spirv::Capability],
    /// Those of `capabilities` that are needed although the grammar of the instructions does not require them
    /// (`extra_capability`).
    pub extra_capabilities: &'static [spirv::Capability],
    /// SPIR-V extensions that the grammar does not name for the opcode.
    pub spirv_extensions: &'static [&'static str],
    /// The instructions in order.
    pub steps: &'static [Step],
    /// The result; `None` for void.
    pub result: Option<Operand>,
    /// Values for `out` and `inout` parameters: parameter index, value.
    pub outputs: &'static [(u8, Operand)],
}

/// A set of element kinds (`float | int | ...`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(pub u16);

impl Kinds {
    /// Any kind.
    pub const ALL: Kinds = Kinds(u16::MAX);
    /// Floating point of any width.
    pub const FLOAT: Kinds = Kinds(1);
    /// Signed integers of any width.
    pub const INT: Kinds = Kinds(2);
    /// Unsigned integers of any width.
    pub const UINT: Kinds = Kinds(4);
    /// Booleans.
    pub const BOOL: Kinds = Kinds(8);

    /// Whether any kind is in both.
    #[must_use]
    pub const fn intersects(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }
}

/// One instruction of a recipe.
#[derive(Debug)]
pub struct Step {
    /// The instruction.
    pub instruction: Instruction,
    /// The type of its result.
    pub ty: StepType,
    /// Operands after the result id.
    pub operands: &'static [Operand],
    /// Image operands in bit order, with their arguments.
    pub image_operands: &'static [(spirv::ImageOperands, &'static [Operand])],
}

/// What a recipe step emits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// A core instruction.
    Core(spirv::Op),
    /// A GLSL.std.450 instruction.
    Ext(spirv::GlslStd450Op),
    /// An instruction of another extended instruction set.
    Extended(ExtendedInstruction),
    /// `young OpName Capability`: a core instruction by its number.
    Young(YoungInstruction),
    /// `each OpName`: a core instruction for scalars, made for every component of the first operand.
    Each(spirv::Op),
    /// `input Name`: the value of a SPIR-V input built-in.
    Input(spirv::BuiltIn),
    /// `splat x`: repeats a scalar into the step's type; the scalar itself if the type is scalar.
    Splat,
    /// `convert x`: converts components to the step's type by the rules of GLSL constructors.
    Convert,
    /// `saturated_convert x`: converts to 8-bit floats; values that are too large become the largest finite number.
    SaturatedConvert,
    /// `bitcast_extract x offset`: the bits of each component of an integer starting at `offset`, as many as the
    /// components of the step's type have.
    BitcastExtract,
    /// `one`: the value 1 in every component of the step's type; `zero`: 0.
    One,
    /// See [`Instruction::One`].
    Zero,
    /// `matrix_multiply_components x y`: multiplies two matrices component by component, which SPIR-V can only do
    /// column by column.
    MatrixMultiplyComponents,
}

/// An instruction of an extended instruction set that has the name of the SPIR-V extension it comes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtendedInstruction {
    /// The set, `SPV_AMD_gcn_shader`.
    pub set: &'static str,
    /// Its number in the set.
    pub number: u32,
    /// Its name in the specification of the set.
    pub name: &'static str,
}

/// An instruction that the `spirv` crate does not know yet. It has a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct YoungInstruction {
    /// Its name.
    pub name: &'static str,
    /// Its number.
    pub opcode: u32,
    /// The capability that it needs, by its number.
    pub capability: u32,
}

/// The type of a step's result.
#[derive(Clone, Copy, Debug)]
pub enum StepType {
    /// No result.
    Void,
    /// The prototype's result type (the default).
    Result,
    /// The type of a parameter.
    Parameter(u8),
    /// A named type or set.
    Type(TypeRef),
    /// `{T, U}`: a structure whose members GLSL gets one by one (carry, modf, footprints).
    Structure(&'static [TypeRef]),
    /// The sparse-residency pair of a residency code and a texel.
    Residency(TypeRef),
    /// `image(x)`: the image type inside the type of a combined sampler parameter.
    ImageOf(u8),
    /// `texel(x)`: a pointer, in storage class Image, to the texel type of an image parameter.
    TexelPointer(u8),
    /// `texel_as(T)`: a pointer, in storage class Image, to a texel that is treated as a `T`.
    TexelPointerAs(TypeRef),
}

/// An operand of a recipe step.
#[derive(Clone, Copy, Debug)]
pub enum Operand {
    /// The argument for parameter `n`: its value, or its pointer for `memory` and `image` parameters.
    Parameter(u8),
    /// `...`: the values from the parameter `...` on.
    Rest,
    /// The result of step `n`.
    Step(u8),
    /// `name.N` of a step's result: OpCompositeExtract with one index.
    StepMember(u8, u32),
    /// `name.N` of a parameter's value.
    ParameterMember(u8, u32),
    /// A literal word: enumerants like `GroupOperation:Reduce`, and `#5`.
    Literal(u32),
    /// The id of a constant `uint`.
    Uint(u32),
    /// The id of a constant `int`.
    Int(i32),
    /// The id of a constant `float`.
    Float(f32),
    /// The id of a constant `bool`.
    Bool(bool),
    /// `Scope:Workgroup`: the id of a constant scope.
    Scope(spirv::Scope),
    /// `legacy_device`: the scope of unscoped atomics and barriers, Device in the GLSL450 memory model, QueueFamily
    /// in the Vulkan one.
    LegacyDeviceScope,
    /// `Semantics:AcquireRelease|UniformMemory`: the id of constant memory semantics.
    Semantics(u32),
    /// `legacy_semantics`: semantics of an unscoped atomic: 0, or Volatile for a volatile place in the Vulkan model.
    LegacySemantics,
    /// `semantics(a, b)`: storage and order arguments OR-ed into one constant (scoped forms); parameter indices.
    CombinedSemantics(u8, u8),
    /// `payload_location(x)`, `callable_location(x)`: the value of a constant parameter, the location of such a
    /// variable.
    Location(u8, Located),
    /// `element(array, index)`: a pointer to an element of the array passed for a `memory` parameter.
    Element(u8, u8),
    /// `array(memory)`: a pointer to the array passed for a `memory` parameter.
    Array(u8),
    /// `memory_operands(memory)`: the memory operands of an access through a `memory` parameter, if there are any. Last.
    MemoryOperands(u8),
    /// `tensor_operands(...)`: the tensor addressing operands for the types of these parameters: a view, functions that
    /// decode. Last.
    TensorOperands(&'static [u8]),
    /// `matrix_operands(a, b, c, flags)`: the cooperative matrix operands of a multiplication of `a` and `b` to which
    /// `c` is added, if there are any: which components are signed, and the constant `flags`. Last.
    MatrixOperands([u8; 3], Option<u8>),
    /// `task_payload`: a pointer to the `taskPayloadSharedEXT` variable, if the shader has one. Last.
    TaskPayload,
    /// A built-in variable's value, by its GLSL name (`gl_SubgroupInvocationID`).
    Variable(&'static str),
}

/// A block that built-in variables are members of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltinBlock {
    /// The name: `gl_PerVertex`.
    pub name: &'static str,
    /// The name of the instance, an array: `gl_in`. Empty if the members are names of their own.
    pub instance: &'static str,
}

/// A built-in variable.
#[derive(Debug)]
pub struct Variable {
    /// The GLSL name.
    pub name: &'static str,
    /// Its type.
    pub ty: BuiltinType,
    /// The SPIR-V built-in it is.
    pub builtin: spirv::BuiltIn,
    /// Storage class: input or output.
    pub storage: spirv::StorageClass,
    /// When it is visible.
    pub gate: &'static Gate,
    /// Capability named in the row where the built-in leaves a choice.
    pub capabilities: &'static [spirv::Capability],
    /// SPIR-V extensions it needs.
    pub spirv_extensions: &'static [&'static str],
    /// For variables that are a part of another (legacy masks): the component of the SPIR-V variable to take.
    pub component: Option<u8>,
    /// The doc line.
    pub doc: &'static str,
    /// The section of the specification.
    pub section: &'static str,
    /// `replace`: the equivalent in newer GLSL; empty if the variable is not a legacy one.
    pub replace: &'static str,
    /// `block`: the block that it is a member of.
    pub block: Option<BuiltinBlock>,
    /// Its rate, if it is not one per vertex or invocation.
    pub rate: Option<VariableRate>,
    /// `perview`: it is an array with one value of the type per view, inside the dimension that the rate counts.
    pub per_view: bool,
    /// What the elements of an unsized array count.
    pub counts: Option<ElementCount>,
}

/// What the elements of a built-in array count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementCount {
    /// `primitives`: for each primitive of a mesh.
    Primitives,
    /// `corners`: for each vertex of each primitive of a mesh.
    Corners,
}

/// The rate of a variable that is not one per vertex or invocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableRate {
    /// `patch`: one for the whole patch.
    Patch,
    /// `perprimitive`: one for each primitive of a mesh.
    Primitive,
}

/// A built-in constant, such as `gl_MaxComputeWorkGroupSize`.
#[derive(Debug)]
pub struct Constant {
    /// The GLSL name.
    pub name: &'static str,
    /// Its type, `int`, `uint`, `bool` or `ivec3`.
    pub ty: BuiltinType,
    /// The components.
    pub value: &'static [i64],
    /// When it is visible.
    pub gate: &'static Gate,
    /// The capabilities that a shader using it declares.
    pub capabilities: &'static [spirv::Capability],
    /// The doc line.
    pub doc: &'static str,
    /// The section of the specification.
    pub section: &'static str,
}

/// An extension known to `#extension`.
#[derive(Debug)]
pub struct Extension {
    /// The name, which is also the macro's.
    pub name: &'static str,
    /// First desktop version that may enable it, if any.
    pub desktop: Option<u16>,
    /// First ESSL version, if any.
    pub es: Option<u16>,
    /// What enabling it also enables, itself not included, transitively closed.
    pub enables: &'static [ExtensionId],
    /// One line on what it adds.
    pub doc: &'static str,
}

/// A type that takes parameters in angle brackets (GL_KHR_cooperative_matrix, 4.1).
#[derive(Debug)]
pub struct TypeFamily {
    /// The GLSL name.
    pub name: &'static str,
    /// Which family it is: the analysis has a function for each.
    pub kind: TypeFamilyKind,
    /// The parameters in order.
    pub parameters: &'static [TypeParameter],
    /// When it may be used, and when its name is a keyword.
    pub gate: &'static Gate,
    /// The doc line.
    pub doc: &'static str,
    /// The section of the specification.
    pub section: &'static str,
}

/// A parameter of a type.
#[derive(Clone, Copy, Debug)]
pub struct TypeParameter {
    /// Its name, for messages.
    pub name: &'static str,
    /// What it must be.
    pub kind: TypeParameterKind,
    /// The default value; `None` if it must be given.
    pub default: Option<u32>,
}

/// What a parameter of a type must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeParameterKind {
    /// `type`: a type.
    Type,
    /// `int`: a scalar integer constant expression, possibly a specialization constant.
    Int,
    /// `bool`: a scalar boolean constant expression.
    Bool,
}

/// A name that stands for a type.
#[derive(Debug)]
pub struct TypeName {
    /// The GLSL name.
    pub name: &'static str,
    /// What it stands for; `float32_t` and `float` stand for the same.
    pub ty: BuiltinType,
    /// When it may be used.
    pub gate: &'static Gate,
}
