//! Selections from blocks in descriptor heaps (GL_EXT_structured_descriptor_heap).
//!
//! Comes in: a block or a part of it, and what is selected. Goes out: a part with descriptors in it, or an element of an array in
//! the heap, as `layout(descriptor_heap)` makes them. Must not depend on: how these are reached.
//!
//! A selection adds up offsets and strides. Once it gets to a descriptor or to plain data, it becomes an element of an array of
//! such descriptors or data that lies over the whole heap with a stride of one byte: the rest of the compiler never sees the
//! block.

use crate::hir::{
    ArrayLength, BinaryOperation, BlockLayout, DescriptorHeap, GlobalVariable, Handle, HeapContents, Interface,
    MatrixMajor, Member, MemoryQualifiers, PackingRules, PlaceRoot, PlaceStep, Span, StorageClass, Struct, Type, Value,
    ValueKind,
};
use crate::sema::Analyzer;
use crate::sema::expressions::operand::{HeapPart, Operand, Path};
use smallvec::smallvec;

impl Analyzer<'_> {
    /// A use of a heap block or of a member of one without instance name.
    pub(in crate::sema) fn heap_operand(&mut self, number: usize, member: Option<u32>, span: Span) -> Operand {
        let Some(block) = self.heap_blocks.blocks.get(number) else { return Operand::Error };
        let ty = block.ty;
        let part = HeapPart {
            ty,
            block: number,
            position: None,
            descriptor_size: None,
            major: MatrixMajor::Column,
            access: MemoryQualifiers::NONE,
        };
        match (member, self.module.types.get(ty)) {
            (Some(member), &Type::Struct(structure)) => self.heap_member(part, structure, member, span),
            _ => Operand::HeapPart(Box::new(part)),
        }
    }

    /// `part.member`
    pub(in crate::sema) fn heap_member(
        &mut self,
        mut part: HeapPart,
        structure: Handle<Struct>,
        index: u32,
        span: Span,
    ) -> Operand {
        let index = index as usize;
        let Some(block) = self.heap_blocks.blocks.get(part.block) else { return Operand::Error };
        let (offset, start) = match &part.position {
            None => {
                let Some(member) = block.members.get(index) else { return Operand::Error };
                part.descriptor_size = member.descriptor_size;
                part.major = member.major;
                part.access |= member.qualifiers;
                (member.offset, block.offset.clone())
            }
            Some(position) => {
                let offset = self.heap_blocks.offsets.get(&structure).and_then(|offsets| offsets.get(index));
                part.descriptor_size = None;
                (offset.copied().unwrap_or_else(|| self.uint_constant(0)), Some(position.clone()))
            }
        };
        let Some(member) = self.module.types.structure(structure).and_then(|it| it.members.get(index)) else {
            return Operand::Error;
        };
        part.ty = member.ty;
        part.position = match start {
            None => Some(Operand::Constant(offset)),
            Some(start) => {
                let uint = self.common.uint;
                let start = self.convert(start, uint, span);
                Some(self.add_bytes(start, Operand::Constant(offset), span))
            }
        };
        self.heap_selected(part, span)
    }

    /// `part[index]`
    pub(in crate::sema) fn heap_element(
        &mut self,
        mut part: HeapPart,
        element: Handle<Type>,
        index: Operand,
        span: Span,
    ) -> Operand {
        let uint = self.common.uint;
        let index = self.load(index, span);
        if let Operand::Value(value) = index
            && self.builder.non_uniform.contains(&value)
        {
            part.access |= MemoryQualifiers::NON_UNIFORM;
        }
        let index = self.convert(index, uint, span);
        let stride = self.stride(element, part.major, part.descriptor_size);
        let distance = self.count_bytes(BinaryOperation::Multiply, index, Operand::Constant(stride), span);
        let position = part.position.take().unwrap_or(Operand::Error);
        part.position = Some(self.add_bytes(position, distance, span));
        part.ty = element;
        self.heap_selected(part, span)
    }

    fn add_bytes(&mut self, left: Operand, right: Operand, span: Span) -> Operand {
        self.count_bytes(BinaryOperation::Add, left, right, span)
    }

    /// Adds or multiplies `uint` operands, without an instruction if both are constants.
    fn count_bytes(&mut self, operation: BinaryOperation, left: Operand, right: Operand, span: Span) -> Operand {
        if let (&Operand::Constant(left), &Operand::Constant(right)) = (&left, &right) {
            return Operand::Constant(self.fold_uint(operation, left, right));
        }
        let (Some(left), Some(right)) = (self.value(left, span), self.value(right, span)) else {
            return Operand::Error;
        };
        let uint = self.common.uint;
        Operand::Value(self.builder.evaluate(ValueKind::Binary { operation, left, right }, uint, span))
    }

    /// What a selection has come to: a part that leads on, or an element of an array that lies over the heap.
    fn heap_selected(&mut self, part: HeapPart, span: Span) -> Operand {
        if self.is_selected_by_bytes(part.ty) {
            return Operand::HeapPart(Box::new(part));
        }
        let Some(position) = part.position.and_then(|position| self.value(position, span)) else {
            return Operand::Error;
        };
        let Some(block) = self.heap_blocks.blocks.get(part.block) else { return Operand::Error };
        let contents = block.contents;
        Operand::Place(Box::new(match self.descriptor_class(part.ty) {
            Some(storage) => {
                let global = self.descriptors_over_heap(part.ty, storage, part.access);
                Path {
                    root: PlaceRoot::Global(global),
                    steps: smallvec![PlaceStep::Index(position)],
                    ty: part.ty,
                    swizzle: None,
                    access: part.access,
                    storage,
                    read_only: None,
                    precise: false,
                }
            }
            None => self.data_in_heap(part.ty, part.major, part.access, contents, position),
        }))
    }

    /// A place for data in a heap: the one member of a block, which gives matrices their order.
    fn data_in_heap(
        &mut self,
        ty: Handle<Type>,
        major: MatrixMajor,
        access: MemoryQualifiers,
        contents: HeapContents,
        position: Handle<Value>,
    ) -> Path {
        let key = (ty, contents, major, MemoryQualifiers::NONE);
        let global = match self.heap_blocks.arrays.get(&key) {
            Some(&global) => global,
            None => {
                let layout =
                    BlockLayout { rules: PackingRules::Scalar, reference_alignment: 0, hit_object_record: None };
                let member = Member {
                    name: "data".into(),
                    ty,
                    offset: Some(0),
                    major,
                    qualifiers: MemoryQualifiers::NONE,
                    precise: false,
                    interface: Interface::default(),
                    decorations: Vec::new(),
                    span: Span::UNDEFINED,
                };
                let block = Struct {
                    name: "HeapData".into(),
                    members: vec![member],
                    block: Some(layout),
                    is_interface_block: false,
                };
                let block = self.module.types.structs.append(block, Span::UNDEFINED);
                let element = self.module.types.insert(Type::Struct(block));
                let global = self.array_over_heap(element, StorageClass::Uniform, contents, MemoryQualifiers::NONE);
                self.heap_blocks.arrays.insert(key, global);
                global
            }
        };
        Path {
            root: PlaceRoot::Global(global),
            steps: smallvec![PlaceStep::Index(position), PlaceStep::Member(0)],
            ty,
            swizzle: None,
            access,
            storage: StorageClass::Uniform,
            read_only: Some("which is in a descriptor heap"),
            precise: false,
        }
    }

    /// The array of descriptors of this type that lies over the whole heap.
    fn descriptors_over_heap(
        &mut self,
        ty: Handle<Type>,
        storage: StorageClass,
        access: MemoryQualifiers,
    ) -> Handle<GlobalVariable> {
        let of_uses = MemoryQualifiers::NON_UNIFORM | MemoryQualifiers::SUBGROUP_UNIFORM;
        let qualifiers = MemoryQualifiers(access.0 & !of_uses.0);
        let key = (ty, HeapContents::Descriptors, MatrixMajor::Column, qualifiers);
        if let Some(&global) = self.heap_blocks.arrays.get(&key) {
            return global;
        }
        let global = self.array_over_heap(ty, storage, HeapContents::Descriptors, qualifiers);
        self.heap_blocks.arrays.insert(key, global);
        global
    }

    fn array_over_heap(
        &mut self,
        element: Handle<Type>,
        storage: StorageClass,
        contents: HeapContents,
        qualifiers: MemoryQualifiers,
    ) -> Handle<GlobalVariable> {
        let ty = self.module.array(element, ArrayLength::Runtime);
        let heap = DescriptorHeap { stride: Some(1), contents };
        let global = GlobalVariable { heap: Some(heap), qualifiers, ..GlobalVariable::new("", ty, storage) };
        self.module.globals.append(global, Span::UNDEFINED)
    }
}
