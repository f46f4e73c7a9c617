//! The outputs of mesh shaders, and the end of task shaders.
//!
//! Comes in: the outputs that functions use, and the calls that launch or announce meshes. Goes out: one variable of the
//! workgroup, as naga has it: an array of vertices, an array of primitives, and how many there are. Must not depend on: how
//! statements are bridged.
//!
//! A vertex and a primitive are structures without structures in them. So the parts of an output are members of
//! that structure, wherever they are in GLSL: [`Form::Spread`].

use super::body::FunctionWriter;
use super::build::{Build, Shape, Typed};
use super::inputs;
use super::interface::{Cursor, Side, is_other_sign, not_in_naga};
use super::memory::{Form, Memory, Part};
use super::module::ModuleWriter;
use super::place::{Index, Target};
use super::types::some_name;
use super::unsupported::{Bridged, OrMissing, Unsupported, unsupported};
use crate::builtins::vocabulary::BuiltIn as Spirv;
use crate::hir::{self, ExecutionMode, InterfaceRate, PlaceRoot, PlaceStep, StorageClass};
use crate::stage::Stage;
use naga::{AddressSpace, ArraySize, Binding, BuiltIn, Expression, Handle, MemoryDecorations, StructMember, TypeInner};
use rustc_hash::{FxHashMap, FxHashSet};
use std::num::NonZeroU32;
use std::rc::Rc;

/// The members of the variable.
const VERTICES: u32 = 0;
const PRIMITIVES: u32 = 1;
const VERTEX_COUNT: u32 = 2;
const PRIMITIVE_COUNT: u32 = 3;

/// The variable for all outputs of a mesh shader.
#[derive(Debug)]
pub(super) struct Mesh {
    pub variable: Handle<naga::GlobalVariable>,
    /// The array in which an output is, and how it is spread over an element.
    outputs: FxHashMap<hir::Handle<hir::GlobalVariable>, (u32, Part)>,
}

/// The structure for a vertex or a primitive while its members are collected.
#[derive(Default)]
struct Element {
    members: Vec<StructMember>,
    end: u32,
    alignment: Option<naga::proc::Alignment>,
}

impl<'a> ModuleWriter<'a> {
    /// Creates the variable for the outputs of a mesh shader.
    pub(super) fn mesh(&mut self) -> Bridged<()> {
        let hir: &'a hir::Module = self.hir;
        let used = hir.used_globals();
        let mut elements = [Element::default(), Element::default()];
        let mut outputs = FxHashMap::default();
        let [vertex, primitive] = &mut elements;
        for (handle, global) in hir.globals.iter() {
            if global.storage != StorageClass::Output || !used.contains(&handle) {
                continue;
            }
            let is_primitive = global.builtin.is_some() || global.interface.rate == Some(InterfaceRate::Primitive);
            let (array, element) = if is_primitive { (PRIMITIVES, &mut *primitive) } else { (VERTICES, &mut *vertex) };
            let part = self.output_of_mesh(handle, global, element).map_err(|it| it.at(global.span))?;
            outputs.insert(handle, (array, part));
        }
        let mode = |find: fn(&ExecutionMode) -> Option<u32>| hir.entry_point.modes.iter().find_map(find);
        let vertices = mode(|it| if let ExecutionMode::OutputVertices(count) = it { Some(*count) } else { None });
        let primitives = mode(|it| if let ExecutionMode::OutputPrimitives(count) = it { Some(*count) } else { None });
        self.complete_mesh(vertex, primitive)?;
        let uint = self.ty(TypeInner::Scalar(naga::Scalar::U32));
        let vertices = self.elements("VertexOutput", vertex, vertices)?;
        let primitives = self.elements("PrimitiveOutput", primitive, primitives)?;
        let mut whole = Element::default();
        self.add_member(&mut whole, "vertices", vertices, Binding::BuiltIn(BuiltIn::Vertices))?;
        self.add_member(&mut whole, "primitives", primitives, Binding::BuiltIn(BuiltIn::Primitives))?;
        self.add_member(&mut whole, "vertex_count", uint, Binding::BuiltIn(BuiltIn::VertexCount))?;
        self.add_member(&mut whole, "primitive_count", uint, Binding::BuiltIn(BuiltIn::PrimitiveCount))?;
        let ty = self.structure_of("MeshOutput", &whole);
        let variable = naga::GlobalVariable {
            name: some_name("mesh_output"),
            space: AddressSpace::WorkGroup,
            binding: None,
            ty,
            init: None,
            memory_decorations: MemoryDecorations::empty(),
        };
        let variable = self.out.global_variables.append(variable, naga::Span::UNDEFINED);
        self.mesh = Some(Mesh { variable, outputs });
        Ok(())
    }

    /// A vertex has a position, and a primitive the indices of its vertices, whether the shader writes them or not.
    fn complete_mesh(&mut self, vertex: &mut Element, primitive: &mut Element) -> Bridged<()> {
        let has = |element: &Element, builtin| {
            let binding = Some(Binding::BuiltIn(builtin));
            element.members.iter().any(|it| it.binding == binding)
        };
        let position = BuiltIn::Position { invariant: false };
        let is_positioned =
            vertex.members.iter().any(|it| matches!(it.binding, Some(Binding::BuiltIn(BuiltIn::Position { .. }))));
        if !is_positioned {
            let ty = self.ty(TypeInner::Vector { size: naga::VectorSize::Quad, scalar: naga::Scalar::F32 });
            self.add_member(vertex, "gl_Position", ty, Binding::BuiltIn(position))?;
        }
        let modes = &self.hir.entry_point.modes;
        let indices = [
            (ExecutionMode::OutputPoints, BuiltIn::PointIndex),
            (ExecutionMode::OutputLines, BuiltIn::LineIndices),
            (ExecutionMode::OutputTriangles, BuiltIn::TriangleIndices),
        ];
        let indices = indices.iter().find(|it| modes.contains(&it.0)).or_missing("the kind of primitives")?.1;
        if !has(primitive, indices) {
            let shape = inputs::shape_of(indices)?;
            let ty = self.type_of_shape(shape);
            self.add_member(primitive, "indices", ty, Binding::BuiltIn(indices))?;
        }
        Ok(())
    }

    fn elements(&mut self, name: &str, element: &Element, count: Option<u32>) -> Bridged<Handle<naga::Type>> {
        let base = self.structure_of(name, element);
        let count = count.and_then(NonZeroU32::new);
        let count = count.ok_or_else(|| Unsupported::new("meshes without vertices or primitives"))?;
        self.array_type(base, ArraySize::Constant(count))
    }

    fn structure_of(&mut self, name: &str, element: &Element) -> Handle<naga::Type> {
        let span = element.alignment.unwrap_or(naga::proc::Alignment::ONE).round_up(element.end);
        self.named_type(some_name(name), TypeInner::Struct { members: element.members.clone(), span })
    }

    /// Adds a member and returns its index.
    fn add_member(
        &mut self,
        element: &mut Element,
        name: &str,
        ty: Handle<naga::Type>,
        binding: Binding,
    ) -> Bridged<u32> {
        let layout = self.layout(ty)?;
        let offset = layout.alignment.round_up(element.end);
        element.end = offset.saturating_add(layout.size);
        element.alignment = element.alignment.max(Some(layout.alignment));
        let index = element.members.len() as u32;
        element.members.push(StructMember { name: some_name(name), ty, binding: Some(binding), offset });
        Ok(index)
    }

    fn output_of_mesh(
        &mut self,
        handle: hir::Handle<hir::GlobalVariable>,
        global: &'a hir::GlobalVariable,
        element: &mut Element,
    ) -> Bridged<Part> {
        let hir::Type::Array { element: ty, .. } = *self.hir.types.get(global.ty) else {
            return match global.builtin {
                Some(row) => Err(not_in_naga(row)),
                None => unsupported("an output of this type"),
            };
        };
        let named = self.named_in_elements(handle);
        let mut cursor = Cursor::new(global);
        self.spread(ty, &mut cursor, named.as_ref(), element)
    }

    /// The members of the elements of a block that functions use; `None` for all of them.
    fn named_in_elements(&self, global: hir::Handle<hir::GlobalVariable>) -> Option<FxHashSet<u32>> {
        let mut named = FxHashSet::default();
        for handle in self.hir.reachable_functions() {
            let Ok(function) = self.hir.functions.try_get(handle) else { continue };
            for (_, place) in function.places.iter().filter(|(_, it)| it.root == PlaceRoot::Global(global)) {
                let Some(PlaceStep::Member(member)) = place.steps.get(1) else { return None };
                named.insert(*member);
            }
        }
        Some(named)
    }

    /// Makes members of the parts of an output.
    fn spread(
        &mut self,
        ty: hir::Handle<hir::Type>,
        cursor: &mut Cursor<'a>,
        named: Option<&FxHashSet<u32>>,
        element: &mut Element,
    ) -> Bridged<Part> {
        let hir: &'a hir::Module = self.hir;
        if let Some(row) = cursor.builtin {
            return self.spread_builtin(row, ty, cursor, element);
        }
        let value = self.value_type(ty)?;
        let mut parts = Vec::new();
        match *hir.types.get(ty) {
            hir::Type::Scalar(_) | hir::Type::Vector(..) => {
                let binding = self.location(cursor, value, Side::Output)?;
                let index = self.add_member(element, cursor.name, value, binding)?;
                return Ok(Part::Member(index, Memory::plain(value)));
            }
            hir::Type::Matrix { .. } => {
                let Shape::Matrix(columns, rows, scalar) = self.shape(value)? else {
                    return unsupported("an output of this type");
                };
                let column = self.ty(TypeInner::Vector { size: rows, scalar });
                for _ in 0..u32::from(columns) {
                    let binding = self.location(cursor, column, Side::Output)?;
                    let index = self.add_member(element, cursor.name, column, binding)?;
                    parts.push(Some(Part::Member(index, Memory::plain(column))));
                }
            }
            hir::Type::Array { element: inner, length: hir::ArrayLength::Constant(length) } => {
                for _ in 0..length {
                    parts.push(Some(self.spread(inner, cursor, None, element)?));
                }
            }
            hir::Type::Struct(structure) => {
                let structure = hir.types.structure(structure).or_missing("a structure")?;
                for (index, member) in structure.members.iter().enumerate() {
                    let mut inner = Cursor::member(cursor, member);
                    // Built-in members that the shader does not use are omitted.
                    if inner.builtin.is_some() && named.is_some_and(|it| !it.contains(&(index as u32))) {
                        parts.push(None);
                        continue;
                    }
                    parts.push(Some(self.spread(member.ty, &mut inner, None, element)?));
                    cursor.location = inner.location;
                }
            }
            _ => return unsupported("an output of this type"),
        }
        Ok(Part::Spread(Rc::new(Memory { ty: value, value: Some(value), form: Form::Spread(parts) })))
    }

    fn spread_builtin(
        &mut self,
        row: &'static crate::builtins::Variable,
        ty: hir::Handle<hir::Type>,
        cursor: &Cursor<'_>,
        element: &mut Element,
    ) -> Bridged<Part> {
        let value = self.value_type(ty)?;
        let (mut builtin, mut memory) = match row.builtin {
            Spirv::ClipDistance => (BuiltIn::ClipDistances, Memory::plain(value)),
            Spirv::CullDistance => (BuiltIn::CullDistance, Memory::plain(value)),
            other => {
                let (builtin, shape) = inputs::row(other).map_err(|_| not_in_naga(row))?;
                let own = self.type_of_shape(shape);
                if own == value {
                    (builtin, Memory::plain(value))
                } else if is_other_sign(self.shape(value)?, shape) {
                    (builtin, Rc::new(Memory { ty: own, value: Some(value), form: Form::OtherSign }))
                } else {
                    return Err(not_in_naga(row));
                }
            }
        };
        if let BuiltIn::Position { invariant } = &mut builtin {
            *invariant = cursor.interface.invariant;
        }
        let ty = memory.ty;
        let index = self.add_member(element, cursor.name, ty, Binding::BuiltIn(builtin))?;
        if matches!(memory.form, Form::Plain) {
            memory = Memory::plain(ty);
        }
        Ok(Part::Member(index, memory))
    }
}

impl FunctionWriter<'_, '_> {
    /// The element of a mesh output that a place begins with, if it does.
    pub(super) fn mesh_target(&mut self, place: &hir::Place) -> Bridged<Option<Target>> {
        let PlaceRoot::Global(global) = place.root else { return Ok(None) };
        let Some(mesh) = &self.module.mesh else { return Ok(None) };
        let Some((array, part)) = mesh.outputs.get(&global).cloned() else { return Ok(None) };
        let variable = mesh.variable;
        let Some(&PlaceStep::Index(index)) = place.steps.first() else {
            return Err(Unsupported::new("whole arrays of vertices or primitives").help("write element by element"));
        };
        let index = self.index(index)?;
        let base = self.add(Expression::GlobalVariable(variable));
        let array = self.access(base, Index::Known(array));
        let element = self.access(array, index);
        Ok(Some(self.part_target(element, &part)))
    }

    /// `SetMeshOutputsEXT`: how many vertices and primitives there are.
    pub(super) fn set_mesh_counts(&mut self, vertices: Typed, primitives: Typed) -> Bridged<()> {
        let variable = self.module.mesh.as_ref().or_missing("a mesh")?.variable;
        for (member, count) in [(VERTEX_COUNT, vertices), (PRIMITIVE_COUNT, primitives)] {
            let base = self.add(Expression::GlobalVariable(variable));
            let pointer = self.access(base, Index::Known(member));
            self.store(pointer, count.it);
        }
        Ok(())
    }

    /// `EmitMeshTasksEXT`: the end of a task shader, whose result is how many workgroups of mesh shaders follow.
    pub(super) fn emit_mesh_tasks(&mut self, counts: [Typed; 3]) -> Bridged<()> {
        if self.entry.is_none() {
            return Err(Unsupported::new("`EmitMeshTasksEXT` in a function other than `main`")
                .help("let the function return the numbers, and call it in `main`"));
        }
        let shape = Shape::Vector(naga::VectorSize::Tri, naga::Scalar::U32);
        let size = self.compose(shape, counts.iter().map(|it| it.it).collect());
        self.push(naga::Statement::Return { value: Some(size.it) });
        Ok(())
    }

    /// The result of a task shader that ends without a call of `EmitMeshTasksEXT`: no mesh shaders.
    pub(super) fn no_mesh_tasks(&mut self) -> Handle<Expression> {
        let ty = self.task_size_type();
        self.add(Expression::ZeroValue(ty))
    }

    /// Sets the result type of task shaders.
    pub(super) fn task_result(&mut self) {
        if self.module.hir.entry_point.stage == Stage::Task {
            let ty = self.task_size_type();
            let binding = Some(Binding::BuiltIn(BuiltIn::MeshTaskSize));
            self.out.result = Some(naga::FunctionResult { ty, binding });
        }
    }

    fn task_size_type(&mut self) -> Handle<naga::Type> {
        self.type_of_shape(Shape::Vector(naga::VectorSize::Tri, naga::Scalar::U32))
    }
}
