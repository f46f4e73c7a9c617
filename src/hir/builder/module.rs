//! Builds a module around its functions: types, constants, variables, the entry point.
//!
//! Comes in: declarations. Goes out: a [`Module`]. Must not depend on: any language, statements.

use crate::builtins::Variable;
use crate::hir::fold::Folder;
use crate::hir::layout::Layouter;
use crate::hir::{
    Arena, ArrayLength, BlockLayout, Buffers, Constant, ConstantKind, EntryPoint, ExecutionMode, Function,
    GlobalVariable, Handle, Interface, MatrixMajor, Member, MemoryModel, MemoryQualifiers, Module, PackingRules, Place,
    PlaceRoot, PlaceStep, ResourceBinding, Scalar, Span, SpirvIntrinsics, StorageClass, Struct, Type, TypeTable,
    UniqueArena, Value, VectorSize, Workgroup, WorkgroupDimension,
};
use crate::stage::Stage;

/// A module under construction.
#[derive(Debug)]
pub struct ModuleBuilder {
    /// The types so far.
    pub types: TypeTable,
    /// The constants so far.
    pub constants: UniqueArena<Constant>,
    /// The variables so far.
    pub globals: Arena<GlobalVariable>,
    /// The functions so far.
    pub functions: Arena<Function>,
    /// The stage of the entry point.
    pub stage: Stage,
    /// The size of a workgroup, in stages that have them.
    pub workgroup_size: [u32; 3],
    /// The execution modes of the entry point.
    pub modes: Vec<ExecutionMode>,
    void: Handle<Type>,
}

impl ModuleBuilder {
    /// An empty module with an entry point of this stage.
    #[must_use]
    pub fn new(stage: Stage) -> Self {
        Self::in_memory_of(&mut Buffers::default(), stage)
    }

    /// The same, in the memory of earlier modules.
    #[must_use]
    pub fn in_memory_of(buffers: &mut Buffers, stage: Stage) -> Self {
        let mut types = TypeTable::default();
        types.types = buffers.types();
        let void = types.insert(Type::Void);
        Self {
            types,
            constants: buffers.constants(),
            globals: buffers.globals(),
            functions: buffers.function_list(),
            stage,
            workgroup_size: [1; 3],
            modes: if stage == Stage::Fragment { vec![ExecutionMode::OriginUpperLeft] } else { Vec::new() },
            void,
        }
    }

    /// The module whose entry point runs `main`, a function without parameters or result.
    #[must_use]
    pub fn finish(self, main: Handle<Function>) -> Module {
        let entry_point = EntryPoint {
            stage: self.stage,
            function: main,
            workgroup: self
                .stage
                .facts()
                .has_workgroups
                .then_some(Workgroup { size: self.workgroup_size.map(WorkgroupDimension::Literal), constant: None }),
            modes: self.modes,
            variant: None,
            constants: Vec::new(),
            primitive_culling: false,
            wide_indexing: false,
        };
        Module {
            types: self.types,
            constants: self.constants,
            globals: self.globals,
            functions: self.functions,
            entry_point,
            memory_model: MemoryModel::default(),
            intrinsics: SpirvIntrinsics::default(),
            named_constants: Vec::new(),
            inlined: crate::hir::Inlined::default(),
            describes_variables: false,
        }
    }

    /// Reopens a finished module to change its functions; [`close`](Self::close) puts everything back.
    #[must_use]
    pub fn reopen(module: &mut Module) -> Self {
        let mut types = std::mem::take(&mut module.types);
        let void = types.insert(Type::Void);
        Self {
            types,
            constants: std::mem::take(&mut module.constants),
            globals: std::mem::take(&mut module.globals),
            functions: std::mem::take(&mut module.functions),
            stage: module.entry_point.stage,
            workgroup_size: [1; 3],
            modes: Vec::new(),
            void,
        }
    }

    /// Puts types, constants, variables and functions back into the module that they were taken from.
    pub fn close(self, module: &mut Module) {
        module.types = self.types;
        module.constants = self.constants;
        module.globals = self.globals;
        module.functions = self.functions;
    }

    /// Adds a function.
    pub fn function(&mut self, function: Function) -> Handle<Function> {
        self.functions.append(function, Span::UNDEFINED)
    }

    /// Makes constants, and computes with them.
    pub fn folder(&mut self) -> Folder<'_> {
        Folder { types: &mut self.types, constants: &mut self.constants }
    }

    /// Lays types out by packing rules.
    #[must_use]
    pub const fn layouter(&self, rules: PackingRules) -> Layouter<'_> {
        Layouter { types: &self.types, constants: &self.constants, rules }
    }

    /// A specialization constant.
    pub fn specialization(&mut self, name: &str, scalar: Scalar, id: u32, default: u64) -> Handle<Constant> {
        let ty = self.types.scalar(scalar);
        let kind = ConstantKind::Specialization { id, default, name: name.to_owned() };
        self.constants.insert(Constant { ty, kind }, Span::UNDEFINED)
    }
}

/// Types.
impl ModuleBuilder {
    /// `void`
    #[must_use]
    pub const fn void(&self) -> Handle<Type> {
        self.void
    }

    /// A scalar type.
    pub fn scalar(&mut self, scalar: Scalar) -> Handle<Type> {
        self.types.scalar(scalar)
    }

    /// A vector type.
    pub fn vector(&mut self, size: VectorSize, scalar: Scalar) -> Handle<Type> {
        self.types.insert(Type::Vector(size, scalar))
    }

    /// An array type.
    pub fn array(&mut self, element: Handle<Type>, length: ArrayLength) -> Handle<Type> {
        self.types.insert(Type::Array { element, length })
    }

    /// The contents of a block, laid out by packing rules.
    pub fn block(&mut self, name: &str, rules: PackingRules, members: &[(&str, Handle<Type>)]) -> Handle<Type> {
        let mut members: Vec<Member> = members
            .iter()
            .map(|&(name, ty)| Member {
                name: name.into(),
                ty,
                offset: None,
                major: MatrixMajor::Column,
                qualifiers: MemoryQualifiers::NONE,
                precise: false,
                interface: Interface::default(),
                decorations: Vec::new(),
                span: Span::UNDEFINED,
            })
            .collect();
        let offsets = self.layouter(rules).member_offsets(&members, MatrixMajor::Column);
        for (member, offset) in members.iter_mut().zip(offsets) {
            member.offset = Some(offset);
        }
        let block = Some(BlockLayout { rules, reference_alignment: 0, hit_object_record: None });
        let structure = Struct { name: name.into(), members, block, is_interface_block: false };
        let structure = self.types.structs.append(structure, Span::UNDEFINED);
        self.types.insert(Type::Struct(structure))
    }

    /// The type of a part of a composite; void if there is no such part.
    pub(super) fn part_type(&mut self, whole: Handle<Type>, index: u32) -> Handle<Type> {
        match *self.types.get(whole) {
            Type::Vector(_, scalar) => self.types.scalar(scalar),
            Type::Matrix { rows, scalar, .. } => self.vector(rows, scalar),
            Type::Array { element, .. } => element,
            Type::Struct(structure) | Type::Reference(structure) => {
                let member = self.types.structure(structure).and_then(|it| it.members.get(index as usize));
                member.map_or(self.void, |it| it.ty)
            }
            Type::Extension(ty) => match ty.component() {
                Some(scalar) => self.types.scalar(scalar),
                None => self.void,
            },
            _ => self.void,
        }
    }

    /// The type of `count` components of a vector.
    pub(super) fn swizzled_type(&mut self, vector: Handle<Type>, count: usize) -> Handle<Type> {
        match (self.types.scalar_of(vector), VectorSize::new(count as u32)) {
            (Some(scalar), Some(size)) => self.vector(size, scalar),
            (Some(scalar), None) => self.types.scalar(scalar),
            (None, _) => self.void,
        }
    }

    /// The type of what is read from a place.
    pub(super) fn accessed_type(&mut self, place: &Place) -> Handle<Type> {
        match &place.swizzle {
            Some(components) => self.swizzled_type(place.ty, components.len()),
            None => place.ty,
        }
    }
}

/// Variables and the places in them.
impl ModuleBuilder {
    /// A variable outside functions, without a binding.
    pub fn global(&mut self, name: &str, ty: Handle<Type>, storage: StorageClass) -> Handle<GlobalVariable> {
        self.add_global(GlobalVariable::new(name, ty, storage))
    }

    /// A resource: a uniform or buffer block, an image, a sampler.
    pub fn resource(
        &mut self,
        name: &str,
        ty: Handle<Type>,
        storage: StorageClass,
        binding: ResourceBinding,
    ) -> Handle<GlobalVariable> {
        self.add_global(GlobalVariable { binding: Some(binding), ..GlobalVariable::new(name, ty, storage) })
    }

    fn add_global(&mut self, global: GlobalVariable) -> Handle<GlobalVariable> {
        self.globals.append(global, Span::UNDEFINED)
    }

    /// The variable that a built-in is or is a component of, one per module.
    pub(super) fn builtin_global(&mut self, row: &'static Variable) -> Handle<GlobalVariable> {
        let known = self.globals.iter().find(|(_, it)| it.builtin.is_some_and(|it| it.builtin == row.builtin));
        if let Some((global, _)) = known {
            return global;
        }
        let ty = self.types.builtin(row.ty);
        let whole = match row.component {
            Some(_) => self.swizzled_type(ty, 4),
            None => ty,
        };
        let storage = if row.is_output() { StorageClass::Output } else { StorageClass::Input };
        self.add_global(GlobalVariable { builtin: Some(row), ..GlobalVariable::new(row.name, whole, storage) })
    }

    /// The place that a whole variable is.
    #[must_use]
    pub fn place(&self, global: Handle<GlobalVariable>) -> Place {
        let (ty, access) = match self.globals.try_get(global) {
            // The qualifiers of a private variable apply to what references in it point to.
            Ok(it) if it.storage == StorageClass::Private => (it.ty, MemoryQualifiers::NONE),
            Ok(it) => (it.ty, it.qualifiers),
            Err(_) => (self.void, MemoryQualifiers::NONE),
        };
        Place::whole(PlaceRoot::Global(global), ty, access)
    }

    /// The place that a reference, a value of this type, points to. A member is selected before anything else is done.
    #[must_use]
    pub fn pointee(&self, reference: Handle<Value>, ty: Handle<Type>) -> Place {
        Place::whole(PlaceRoot::Reference(reference), ty, MemoryQualifiers::NONE)
    }

    /// A member of the structure or block at a place.
    #[must_use]
    pub fn member(&mut self, place: &Place, index: u32) -> Place {
        let mut place = place.clone();
        if let Type::Struct(structure) | Type::Reference(structure) = *self.types.get(place.ty) {
            let member = self.types.structure(structure).and_then(|it| it.members.get(index as usize));
            place.access |= member.map_or(MemoryQualifiers::NONE, |it| it.qualifiers);
        }
        place.ty = self.part_type(place.ty, index);
        place.steps.push(PlaceStep::Member(index));
        place
    }

    /// An element of the array at a place, a column of a matrix, a component of a vector or cooperative matrix.
    #[must_use]
    pub fn element(&mut self, place: &Place, index: Handle<Value>) -> Place {
        let mut place = place.clone();
        place.ty = self.part_type(place.ty, 0);
        place.steps.push(PlaceStep::Index(index));
        place
    }
}
