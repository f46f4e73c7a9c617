//! Modules, functions and variables.
//!
//! Comes in: what a front end declares. Goes out: everything that rules, passes and back ends read. Must not depend on:
//! syntax, SPIR-V ids.

use super::{
    Arena, Argument, Block, Constant, DescriptorHeap, ExecutionMode, Handle, Inlined, Interface, MemoryQualifiers,
    Name, Place, PlaceRoot, Span, SpirvDecoration, SpirvIntrinsics, Statement, Type, TypeTable, UniqueArena, Value,
};
use crate::builtins::Located;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

/// A whole shader.
#[derive(Clone, Debug)]
pub struct Module {
    /// Types.
    pub types: TypeTable,
    /// Constants, unique.
    pub constants: UniqueArena<Constant>,
    /// Variables outside functions, in declaration order. Built-in variables appear when they are used.
    pub globals: Arena<GlobalVariable>,
    /// Functions with a body, in no particular order; there is no recursion.
    pub functions: Arena<Function>,
    /// What the pipeline runs.
    pub entry_point: EntryPoint,
    /// What accesses to memory mean. A front end that leaves it open uses the default, and `rules::decide` chooses.
    pub memory_model: MemoryModel,
    /// What the shader requests of SPIR-V by number or name (GL_EXT_spirv_intrinsics).
    pub intrinsics: SpirvIntrinsics,
    /// Constants outside functions, for debug information.
    pub named_constants: Vec<NamedConstant>,
    /// The calls that a pass has inlined, for debug information.
    pub inlined: Inlined,
    /// Whether passes have to note what variables hold ([`Statement::Describe`]), for debug information.
    pub describes_variables: bool,
}

/// A constant that the shader gives a name. Its uses are its value; only debug information knows the name.
#[derive(Clone, Debug)]
pub struct NamedConstant {
    /// The name.
    pub name: String,
    /// The value.
    pub constant: Handle<Constant>,
    /// The declaration.
    pub span: Span,
}

impl Module {
    /// How many nodes it has: what its memory and the work of everything after the front end grow with.
    #[must_use]
    pub fn node_count(&self) -> usize {
        let functions: usize = self.functions.iter().map(|(_, it)| it.node_count()).sum();
        functions + self.constants.len() + self.globals.len()
    }

    /// The functions that the entry point reaches, itself first.
    #[must_use]
    pub fn reachable_functions(&self) -> Vec<Handle<Function>> {
        let mut seen = FxHashSet::from_iter([self.entry_point.function]);
        let mut reachable = vec![self.entry_point.function];
        let mut next = 0;
        while let Some(function) = reachable.get(next).and_then(|&it| self.functions.try_get(it).ok()) {
            next += 1;
            function.for_each_statement(|statement| {
                // Some built-ins call functions that they get as arguments.
                if let Statement::Evaluate(value) = *statement
                    && let Ok(value) = function.values.try_get(value)
                {
                    reachable.extend(value.kind.callees().filter(|it| seen.insert(*it)));
                }
            });
        }
        reachable
    }

    /// The variables used by the functions that the entry point reaches.
    #[must_use]
    pub fn used_globals(&self) -> FxHashSet<Handle<GlobalVariable>> {
        let functions = self.reachable_functions();
        let mut globals = FxHashSet::default();
        for function in functions.iter().filter_map(|&it| self.functions.try_get(it).ok()) {
            let mut used = |place: Handle<Place>| {
                if let Ok(&Place { root: PlaceRoot::Global(global), .. }) = function.places.try_get(place) {
                    globals.insert(global);
                }
            };
            function.for_each_statement(|statement| match *statement {
                Statement::Store { place, .. } => used(place),
                Statement::Evaluate(value) => {
                    let Ok(value) = function.values.try_get(value) else { return };
                    value.kind.for_each_operand(|operand| {
                        if let Argument::Place(place) = operand {
                            used(place);
                        }
                    });
                }
                _ => {}
            });
        }
        globals
    }
}

/// The memory model of a module (GL_KHR_memory_scope_semantics; SPIR-V, 3.2.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MemoryModel {
    /// GLSL450: memory qualifiers become decorations.
    #[default]
    Glsl450,
    /// The Vulkan memory model: memory qualifiers become operands of each access.
    Vulkan,
}

/// The entry point.
#[derive(Clone, Debug)]
pub struct EntryPoint {
    /// The stage.
    pub stage: crate::stage::Stage,
    /// `main`. Global initializers that are not constant are statements at its start.
    pub function: Handle<Function>,
    /// The variant of the stage that the shader's extension defines, where several extensions do and it matters.
    pub variant: Option<&'static crate::stage::StageVariant>,
    /// The workgroup, in the stages whose invocations form one.
    pub workgroup: Option<Workgroup>,
    /// The execution modes that the layouts set, each once, in declaration order.
    pub modes: Vec<ExecutionMode>,
    /// Built-in constants whose rows require something of the device, which no instruction shows once they are numbers.
    /// Each once, by name.
    pub constants: Vec<&'static crate::builtins::Constant>,
    /// `layout(primitive_culling);` (GL_EXT_ray_flags_primitive_culling, 4.4.10)
    pub primitive_culling: bool,
    /// `#pragma shader_64bit_indexing` (GL_EXT_shader_64bit_indexing)
    pub wide_indexing: bool,
}

/// How many invocations a workgroup has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workgroup {
    /// x, y and z.
    pub size: [WorkgroupDimension; 3],
    /// The `uvec3` constant that carries the WorkgroupSize decoration: present if a dimension is a specialization
    /// constant or the shader reads `gl_WorkGroupSize`.
    pub constant: Option<Handle<Constant>>,
}

/// One dimension of the workgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkgroupDimension {
    /// `local_size_x = n`
    Literal(u32),
    /// `local_size_x_id = n`: the specialization constant.
    Specialization(Handle<Constant>),
}

/// A variable outside functions.
#[derive(Clone, Debug)]
pub struct GlobalVariable {
    /// The name; for a block without instance name, the block's. May be empty.
    pub name: Name,
    /// The type. For a block: the block's structure, or an array of it.
    pub ty: Handle<Type>,
    /// What memory it is.
    pub storage: StorageClass,
    /// `layout(set, binding)` of resources that are not in a heap.
    pub binding: Option<ResourceBinding>,
    /// Set for arrays in a descriptor heap, which have no binding.
    pub heap: Option<DescriptorHeap>,
    /// The SPIR-V built-in it is.
    pub builtin: Option<&'static crate::builtins::Variable>,
    /// Memory qualifiers of the declaration.
    pub qualifiers: MemoryQualifiers,
    /// Initial value of private variables.
    pub initializer: Option<Handle<Constant>>,
    /// What its declaration says about the interface of the stage. Members of blocks have interfaces of their own.
    pub interface: Interface,
    /// Decorations by number.
    pub decorations: Vec<SpirvDecoration>,
    /// The declaration.
    pub span: Span,
}

impl GlobalVariable {
    /// Whether it is a variable of one invocation that may be written. Constants that are indexed are private, too, but read-only.
    #[must_use]
    pub const fn is_private_variable(&self) -> bool {
        matches!(self.storage, StorageClass::Private) && !self.qualifiers.contains(MemoryQualifiers::READONLY)
    }

    /// A variable with nothing but a name, a type and a storage class.
    #[must_use]
    pub fn new(name: impl Into<Name>, ty: Handle<Type>, storage: StorageClass) -> Self {
        Self {
            name: name.into(),
            ty,
            storage,
            binding: None,
            heap: None,
            builtin: None,
            qualifiers: MemoryQualifiers::NONE,
            initializer: None,
            interface: Interface::default(),
            decorations: Vec::new(),
            span: Span::UNDEFINED,
        }
    }
}

/// Memory of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StorageClass {
    /// A global variable of one invocation.
    Private,
    /// A variable of a function.
    Function,
    /// `shared`
    Workgroup,
    /// A uniform block.
    Uniform,
    /// A buffer block.
    StorageBuffer,
    /// A push-constant block.
    PushConstant,
    /// Images, textures, samplers and acceleration structures.
    UniformConstant,
    /// Input of the stage.
    Input,
    /// Output of the stage.
    Output,
    /// What a buffer reference points to.
    PhysicalStorageBuffer,
    /// `rayPayloadEXT`: what goes along with a ray that the shader traces (GL_EXT_ray_tracing).
    RayPayload,
    /// `rayPayloadInEXT`: what came along with the ray.
    IncomingRayPayload,
    /// `hitAttributeEXT`: what the intersection shader says about a hit.
    HitAttribute,
    /// `callableDataEXT`: what goes to a callable shader and back.
    CallableData,
    /// `callableDataInEXT`: what the caller of a callable shader gave.
    IncomingCallableData,
    /// `hitObjectAttributeNV`: the attributes of a hit object (GL_NV_shader_invocation_reorder).
    HitObjectAttributeNv,
    /// `hitObjectAttributeEXT`: the attributes of a hit object (GL_EXT_shader_invocation_reorder).
    HitObjectAttributeExt,
    /// `layout(shaderRecordEXT) buffer`: the record of the shader in its binding table.
    ShaderRecord,
    /// `taskPayloadSharedEXT`: what a task shader hands to its mesh shaders (GL_EXT_mesh_shader).
    TaskPayload,
    /// `tileImageEXT`: color attachments that fragment shaders read (GL_EXT_shader_tile_image).
    TileImage,
    /// `layout(tile_attachmentQCOM) uniform`: attachments that shaders access as images (GL_QCOM_tile_shading).
    TileAttachment,
    /// `spirv_storage_class(number)`
    Number(u32),
}

impl StorageClass {
    /// The parameters of built-in functions that choose a variable of this class by its location.
    #[must_use]
    pub const fn located(self) -> Option<Located> {
        match self {
            Self::RayPayload | Self::IncomingRayPayload => Some(Located::RayPayload),
            Self::CallableData | Self::IncomingCallableData => Some(Located::CallableData),
            Self::HitObjectAttributeNv => Some(Located::HitObjectAttributeNv),
            Self::HitObjectAttributeExt => Some(Located::HitObjectAttributeExt),
            _ => None,
        }
    }
}

/// Where a resource is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ResourceBinding {
    /// Descriptor set.
    pub set: u32,
    /// Binding in the set.
    pub binding: u32,
}

impl ResourceBinding {
    /// Stands for a binding that is still to be chosen; no finished module has it.
    pub(crate) const UNASSIGNED: u32 = u32::MAX;
}

/// A function with its body.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name.
    pub name: Name,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The result type; void if none.
    pub result: Handle<Type>,
    /// Its variables.
    pub locals: Arena<Local>,
    /// Paths to memory.
    pub places: Arena<Place>,
    /// Everything it computes.
    pub values: Arena<Value>,
    /// Its blocks.
    pub blocks: Arena<Block>,
    /// The block it starts with.
    pub body: Handle<Block>,
    /// Decorations of the results of its calls, by number.
    pub decorations: Vec<SpirvDecoration>,
    /// Decorations of values, by number. Each is the result of one statement.
    pub decorated: FxHashMap<Handle<Value>, Vec<SpirvDecoration>>,
    /// Attributes that become execution modes, function control, or a decoration of the function.
    pub attributes: FunctionAttributes,
    /// The head of the definition.
    pub span: Span,
    /// Where names are local: first the whole body with its braces, then in any order the loops and blocks in it that
    /// declare something. Empty if the front end has no such thing.
    pub scopes: Vec<Span>,
    /// Its constants, for debug information.
    pub named_constants: Vec<NamedConstant>,
}

impl Function {
    /// Whether a variable is declared in the head: then it is the copy of a parameter.
    #[must_use]
    pub fn is_in_head(&self, local: Handle<Local>) -> bool {
        let at = self.locals.get_span(local).to_range();
        self.span.to_range().zip(at).is_some_and(|(head, at)| head.contains(&at.start))
    }

    /// The closing brace; no place if there is none.
    #[must_use]
    pub fn end(&self) -> Span {
        let body = self.scopes.first().and_then(|it| it.to_range());
        body.map_or(Span::UNDEFINED, |it| Span::new((it.end as u32).saturating_sub(1), it.end as u32))
    }

    /// How many nodes it has: values, places, variables and statements.
    #[must_use]
    pub fn node_count(&self) -> usize {
        let statements: usize = self.blocks.iter().map(|(_, it)| it.statements.len()).sum();
        self.values.len() + self.places.len() + self.locals.len() + statements
    }

    /// Calls `with` for each statement of the body, in no particular order.
    pub fn for_each_statement(&self, mut with: impl FnMut(&Statement)) {
        // Most functions have few blocks side by side.
        let mut open: SmallVec<[_; 16]> = smallvec![self.body];
        while let Some(block) = open.pop() {
            for (statement, _) in self.blocks.try_get(block).map_or(&[][..], |it| it.statements.as_slice()) {
                open.extend(statement.blocks());
                with(statement);
            }
        }
    }

    /// The function without its body, as inlined calls of it refer to it.
    #[must_use]
    pub fn head(&self) -> Self {
        Self {
            parameters: self.parameters.clone(),
            span: self.span,
            scopes: self.scopes.clone(),
            ..Self::new(self.name.clone(), self.result)
        }
    }

    /// A function without parameters and statements.
    #[must_use]
    pub fn new(name: impl Into<Name>, result: Handle<Type>) -> Self {
        let mut blocks = Arena::new();
        let body = blocks.append(Block::default(), Span::UNDEFINED);
        Self {
            name: name.into(),
            parameters: Vec::new(),
            result,
            locals: Arena::new(),
            places: Arena::new(),
            values: Arena::new(),
            blocks,
            body,
            decorations: Vec::new(),
            decorated: FxHashMap::default(),
            attributes: FunctionAttributes::default(),
            span: Span::UNDEFINED,
            scopes: Vec::new(),
            named_constants: Vec::new(),
        }
    }
}

/// Attributes of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunctionAttributes {
    /// `[[subgroup_uniform_control_flow]]`
    pub subgroup_uniform_control_flow: bool,
    /// `[[maximally_reconverges]]`
    pub maximally_reconverges: bool,
    /// `[[inline]]` (GL_EXT_function_control_attributes)
    pub inline: bool,
    /// `[[noinline]]`
    pub no_inline: bool,
    /// The result is `mediump` or `lowp`.
    pub relaxed: bool,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name; may be empty.
    pub name: Name,
    /// The type.
    pub ty: Handle<Type>,
    /// How it is passed.
    pub mode: ParameterMode,
    /// Memory qualifiers, of images and references.
    pub qualifiers: MemoryQualifiers,
    /// Decorations by number.
    pub decorations: Vec<SpirvDecoration>,
}

/// How a parameter is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterMode {
    /// By value; the function reads it as [`Parameter`](super::ValueKind::Parameter). If the body writes to it, `sema`
    /// has made a local and a store at the start.
    Value,
    /// As a pointer to a variable of the caller: `out` and `inout`.
    Pointer,
    /// As a pointer to the resource: opaque types except acceleration structures, which are values. For ray queries and
    /// [`Type::Spirv`] it is a pointer to the variable, in whatever memory that is.
    Resource,
}

/// A variable of a function.
#[derive(Clone, Debug)]
pub struct Local {
    /// The name; empty for temporaries.
    pub name: Name,
    /// The type.
    pub ty: Handle<Type>,
    /// What its declaration says about the memory that references in it point to.
    pub qualifiers: MemoryQualifiers,
    /// Decorations by number.
    pub decorations: Vec<SpirvDecoration>,
    /// What a pass has made it from, for debug information.
    pub part: Option<Box<Part>>,
}

/// A part of a variable that a pass has taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The type of the whole variable.
    pub of: Handle<Type>,
    /// The indices that lead to the part.
    pub path: Vec<u32>,
}

impl Local {
    /// A variable without qualifiers and decorations.
    #[must_use]
    pub fn new(name: impl Into<Name>, ty: Handle<Type>) -> Self {
        Self { name: name.into(), ty, qualifiers: MemoryQualifiers::NONE, decorations: Vec::new(), part: None }
    }
}
