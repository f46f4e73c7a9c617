//! Modules built by hand, one call per value or statement.

use crate::hir::*;

/// A compute shader under construction; statements go to the block on top of the stack.
pub struct Builder {
    pub module: Module,
    pub function: Function,
    pub blocks: Vec<Handle<Block>>,
}

pub const BOOL: Type = Type::Scalar(Scalar { kind: ScalarKind::Bool, width: 1 });
pub const INT: Type = Type::Scalar(Scalar::I32);
pub const UINT: Type = Type::Scalar(Scalar::U32);
pub const FLOAT: Type = Type::Scalar(Scalar::F32);
pub const VEC4: Type = Type::Vector(VectorSize::Quad, Scalar::F32);

impl Builder {
    pub fn new() -> Self {
        let mut types = TypeTable::default();
        let void = types.insert(Type::Void);
        let function = Function::new("main", void);
        let body = function.body;
        let mut functions = Arena::new();
        let entry = functions.append(function.clone(), Span::UNDEFINED);
        let module = Module {
            types,
            constants: UniqueArena::new(),
            globals: Arena::new(),
            functions,
            entry_point: EntryPoint {
                stage: crate::stage::Stage::Compute,
                function: entry,
                workgroup: Some(Workgroup { size: [WorkgroupDimension::Literal(1); 3], constant: None }),
                modes: Vec::new(),
                variant: None,
                constants: Vec::new(),
                primitive_culling: false,
                wide_indexing: false,
            },
            memory_model: MemoryModel::default(),
            intrinsics: Default::default(),
            named_constants: Vec::new(),
            inlined: crate::hir::Inlined::default(),
            describes_variables: false,
        };
        Self { module, function, blocks: vec![body] }
    }

    /// Makes what was built the body of the entry point.
    pub fn finish(mut self) -> Module {
        *self.module.functions.get_mut(self.module.entry_point.function) = self.function;
        self.module
    }

    /// Ends the function being built as one of its own and begins the next.
    pub fn end_function(&mut self) -> Handle<Function> {
        let next = Builder::new().function;
        let done = std::mem::replace(&mut self.function, next);
        self.blocks = vec![self.function.body];
        self.module.functions.append(done, Span::UNDEFINED)
    }

    pub fn ty(&mut self, ty: Type) -> Handle<Type> {
        self.module.types.insert(ty)
    }

    pub fn array(&mut self, element: Type, length: ArrayLength) -> Type {
        let element = self.ty(element);
        Type::Array { element, length }
    }

    /// A structure; a block if there are rules, with offsets by its layout.
    pub fn structure(&mut self, name: &str, members: &[(&str, Type)], rules: Option<PackingRules>) -> Type {
        let mut members: Vec<Member> = members
            .iter()
            .map(|(name, ty)| Member {
                name: (*name).into(),
                ty: self.module.types.insert(*ty),
                offset: None,
                major: MatrixMajor::Column,
                qualifiers: MemoryQualifiers::NONE,
                precise: false,
                interface: Default::default(),
                decorations: Vec::new(),
                span: Span::UNDEFINED,
            })
            .collect();
        if let Some(rules) = rules {
            let layouter = layout::Layouter { types: &self.module.types, constants: &self.module.constants, rules };
            let offsets = layouter.member_offsets(&members, MatrixMajor::Column);
            for (member, offset) in members.iter_mut().zip(offsets) {
                member.offset = Some(offset);
            }
        }
        let block = rules.map(|rules| BlockLayout { rules, reference_alignment: 16, hit_object_record: None });
        let structure = Struct { name: name.into(), members, block, is_interface_block: false };
        Type::Struct(self.module.types.structs.append(structure, Span::UNDEFINED))
    }

    pub fn global(&mut self, name: &str, ty: Type, storage: StorageClass) -> Handle<GlobalVariable> {
        let ty = self.ty(ty);
        let resource =
            matches!(storage, StorageClass::Uniform | StorageClass::StorageBuffer | StorageClass::UniformConstant);
        let binding = self.module.globals.len() as u32;
        let binding = resource.then_some(ResourceBinding { set: 0, binding });
        let variable = GlobalVariable { binding, ..GlobalVariable::new(name, ty, storage) };
        self.module.globals.append(variable, Span::UNDEFINED)
    }

    pub fn local(&mut self, name: &str, ty: Type) -> Handle<Local> {
        let ty = self.ty(ty);
        self.function.locals.append(Local::new(name, ty), Span::UNDEFINED)
    }

    pub fn place(&mut self, root: PlaceRoot, steps: &[PlaceStep], ty: Type) -> Handle<Place> {
        let ty = self.ty(ty);
        let place = Place { root, steps: steps.into(), ty, swizzle: None, access: MemoryQualifiers::NONE };
        self.function.places.append(place, Span::UNDEFINED)
    }

    /// A value that needs no statement, or gets one of its own.
    pub fn pure(&mut self, kind: ValueKind, ty: Type) -> Handle<Value> {
        let ty = self.ty(ty);
        self.function.values.append(Value { kind, ty, precise: false, relaxed: false }, Span::UNDEFINED)
    }

    pub fn value(&mut self, kind: ValueKind, ty: Type) -> Handle<Value> {
        let value = self.pure(kind, ty);
        self.push(Statement::Evaluate(value));
        value
    }

    pub fn binary(
        &mut self,
        operation: BinaryOperation,
        left: Handle<Value>,
        right: Handle<Value>,
        ty: Type,
    ) -> Handle<Value> {
        self.value(ValueKind::Binary { operation, left, right }, ty)
    }

    pub fn constant_handle(&mut self, kind: ConstantKind, ty: Type) -> Handle<Constant> {
        let ty = self.ty(ty);
        self.module.constants.insert(Constant { ty, kind }, Span::UNDEFINED)
    }

    pub fn constant(&mut self, kind: ConstantKind, ty: Type) -> Handle<Value> {
        let constant = self.constant_handle(kind, ty);
        self.pure(ValueKind::Constant(constant), ty)
    }

    pub fn int(&mut self, value: i32) -> Handle<Value> {
        self.constant(ConstantKind::Scalar(value as i64 as u64), INT)
    }

    pub fn uint(&mut self, value: u32) -> Handle<Value> {
        self.constant(ConstantKind::Scalar(value.into()), UINT)
    }

    pub fn load(&mut self, place: Handle<Place>, ty: Type) -> Handle<Value> {
        self.value(ValueKind::Load(place), ty)
    }

    pub fn store(&mut self, place: Handle<Place>, value: Handle<Value>) {
        self.push(Statement::Store { place, value });
    }

    pub fn push(&mut self, statement: Statement) {
        let block = *self.blocks.last().unwrap();
        self.function.blocks.get_mut(block).push(statement, Span::UNDEFINED);
    }

    /// Builds a block on its own.
    pub fn block(&mut self, build: impl FnOnce(&mut Self)) -> Handle<Block> {
        let block = self.function.blocks.append(Block::default(), Span::UNDEFINED);
        self.blocks.push(block);
        build(self);
        self.blocks.pop();
        block
    }

    pub fn if_else(
        &mut self,
        condition: Handle<Value>,
        accept: impl FnOnce(&mut Self),
        reject: impl FnOnce(&mut Self),
    ) {
        let accept = self.block(accept);
        let reject = self.block(reject);
        self.if_blocks(condition, accept, reject);
    }

    pub fn if_blocks(&mut self, condition: Handle<Value>, accept: Handle<Block>, reject: Handle<Block>) {
        let (results, hint) = (Vec::new(), BranchHint::None);
        self.push(Statement::If { condition, accept, reject, results: results.into(), hint });
    }

    /// A buffer block with one `T data[]`, and the place of its first element.
    pub fn buffer(&mut self, element: Type) -> (Handle<GlobalVariable>, Handle<Place>) {
        let array = self.array(element, ArrayLength::Runtime);
        let block = self.structure("Data", &[("data", array)], Some(PackingRules::Std430));
        let global = self.global("data_block", block, StorageClass::StorageBuffer);
        let zero = self.int(0);
        let place = self.place(PlaceRoot::Global(global), &[PlaceStep::Member(0), PlaceStep::Index(zero)], element);
        (global, place)
    }
}
