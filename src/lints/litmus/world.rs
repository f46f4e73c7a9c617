//! What all invocations share: the numbers of constants, locations of memory with their names and initial values, the shape of the
//! dispatch.
//!
//! Comes in: a module and the settings. Goes out: [`World`]. Must not depend on: statements, executions.

use super::Settings;
use super::event::{Group, Storage};
use super::origin::Origins;
use crate::hir::fold::Folder;
use crate::hir::{
    ArrayLength, Constant, ConstantKind, ConstantOperation, GlobalVariable, Handle, Module, Place, PlaceRoot, Scalar,
    ScalarKind, Span, Statement, StorageClass, Type, TypeTable, UniqueArena, WorkgroupDimension,
};
use rustc_hash::FxHashMap;

/// The number of a location.
pub(super) type LocationId = u32;

/// A memory location: a scalar in a buffer or shared variable, or a texel.
#[derive(Clone, Debug)]
pub(super) struct Location {
    /// As the shader would write it.
    pub name: String,
    /// The workgroup that it belongs to, of shared memory.
    pub workgroup: Option<u32>,
    /// What kind of memory it is.
    pub storage: Storage,
    /// Its value before the dispatch.
    pub initial: Handle<Constant>,
    /// By which locations are listed: variable, workgroup, path.
    pub key: Key,
}

/// The variable by its index, the workgroup of shared memory, and the path.
pub(super) type Key = (u32, u32, Vec<u32>);

/// What memory is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Object {
    Variable(Handle<GlobalVariable>),
    /// What a reference that the host gives points to, by its number.
    Pointee(u32),
}

/// A reference that the host gives: the name of where it is.
#[derive(Clone, Debug)]
struct Given {
    name: String,
    ty: Handle<Type>,
}

/// An invocation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Invocation {
    pub number: u32,
    pub workgroup: u32,
    pub local: [u32; 3],
    pub local_index: u32,
    pub subgroup: u32,
    pub lane: u32,
}

/// The sizes of a dispatch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub workgroups: u32,
    pub local: [u32; 3],
    pub subgroup: u32,
}

impl Shape {
    /// Invocations in a workgroup.
    pub fn local_count(&self) -> u32 {
        self.local.iter().fold(1, |all, it| all.saturating_mul(*it))
    }

    /// Subgroups in a workgroup.
    pub fn subgroup_count(&self) -> u32 {
        self.local_count().div_ceil(self.subgroup.max(1))
    }

    /// All invocations, workgroup by workgroup.
    pub fn invocations(&self) -> Vec<Invocation> {
        let local = self.local_count();
        let one = |number: u32| {
            let index = number % local.max(1);
            let [x, y, _] = self.local.map(|it| it.max(1));
            Invocation {
                number,
                workgroup: number / local.max(1),
                local: [index % x, index / x % y, index / x / y],
                local_index: index,
                subgroup: index / self.subgroup.max(1),
                lane: index % self.subgroup.max(1),
            }
        };
        (0..local.saturating_mul(self.workgroups)).map(one).collect()
    }
}

impl Invocation {
    /// Its groups, as the model sees them.
    pub const fn group(&self) -> Group {
        Group { subgroup: self.subgroup, workgroup: self.workgroup, family: 0 }
    }
}

/// What all invocations share.
pub(super) struct World<'m> {
    pub module: &'m Module,
    pub types: TypeTable,
    pub constants: UniqueArena<Constant>,
    /// Constants that depend on specialization, with their default values.
    resolved: FxHashMap<Handle<Constant>, Handle<Constant>>,
    pub locations: Vec<Location>,
    known: FxHashMap<Key, LocationId>,
    /// Names, values, and whether anything is called so.
    initial: Vec<(String, String, bool)>,
    /// Variables that are bound to the memory of another.
    aliases: FxHashMap<Handle<GlobalVariable>, Handle<GlobalVariable>>,
    /// The references that the host gives. Each points to memory of its own but for aliases.
    given: Vec<Given>,
    /// Names of references that point to the memory of another.
    given_aliases: Vec<(String, String)>,
    /// Whether the Vulkan memory model is meant, not GLSL450.
    pub vulkan: bool,
    pub shape: Shape,
    /// Where what invocations give to operations of their subgroups is kept.
    slots: FxHashMap<(usize, Span, u32), LocationId>,
    /// References are written to memory.
    pub writes_references: bool,
    /// An operation of a subgroup asked an invocation that is not there.
    pub asked_nobody: bool,
    /// The origins of values.
    pub origins: Origins,
    /// Rounds of loops that wait.
    pub bound: u32,
    /// Whether anything depends on the size of subgroups.
    pub subgroups_matter: bool,
}

impl<'m> World<'m> {
    /// The world of a module; why there is none.
    pub fn new(module: &'m Module, settings: &Settings, vulkan: bool) -> Result<Self, String> {
        let mut world = Self {
            module,
            types: module.types.clone(),
            constants: module.constants.clone(),
            resolved: FxHashMap::default(),
            locations: Vec::new(),
            known: FxHashMap::default(),
            initial: settings.initial.iter().map(|(name, value)| (name.clone(), value.clone(), false)).collect(),
            aliases: FxHashMap::default(),
            given: Vec::new(),
            given_aliases: Vec::new(),
            vulkan,
            shape: Shape { workgroups: 1, local: [1; 3], subgroup: 1 },
            slots: FxHashMap::default(),
            writes_references: writes_references(module),
            asked_nobody: false,
            origins: Origins::default(),
            bound: settings.bound,
            subgroups_matter: false,
        };
        let Some(workgroup) = module.entry_point.workgroup else {
            return Err("only compute shaders can be explored".to_owned());
        };
        let mut local = [1; 3];
        for (size, dimension) in local.iter_mut().zip(workgroup.size) {
            *size = match dimension {
                WorkgroupDimension::Literal(size) => size,
                WorkgroupDimension::Specialization(constant) => world.number(constant).unwrap_or(1),
            };
        }
        world.shape.local = local;
        let alone = world.shape.local_count() == 1;
        world.shape.workgroups = settings.workgroups.unwrap_or(if alone { 2 } else { 1 });
        for (alias, of) in &settings.aliases {
            let find = |name: &String| module.globals.iter().find(|(_, it)| it.name == *name).map(|it| it.0);
            match (find(alias), find(of)) {
                (Some(alias), Some(of)) => _ = world.aliases.insert(alias, of),
                (None, None) if world.has_references() => world.given_aliases.push((alias.clone(), of.clone())),
                (found, _) => {
                    let missing = if found.is_none() { alias } else { of };
                    return Err(format!("no variable or block is called `{missing}`"));
                }
            }
        }
        Ok(world)
    }

    /// Whether the host may give references.
    fn has_references(&self) -> bool {
        self.module.types.types.iter().any(|(_, it)| matches!(it, Type::Reference(_)))
    }

    /// The reference that the host gives at a place.
    pub fn reference(&mut self, object: Object, path: &[u32], ty: Handle<Type>) -> Handle<Constant> {
        let name = self.name(object, path);
        let number = self.given(name, ty);
        // 0 is the reference to nothing.
        let kind = ConstantKind::Scalar(u64::from(number) + 1);
        self.constants.insert(Constant { ty, kind }, Span::UNDEFINED)
    }

    fn given(&mut self, name: String, ty: Handle<Type>) -> u32 {
        let known = self.given.iter().position(|it| it.name == name);
        let number = known.unwrap_or(self.given.len());
        if known.is_none() {
            self.given.push(Given { name, ty });
        }
        number as u32
    }

    /// What a reference points to, and its type.
    pub fn pointee(&self, reference: Handle<Constant>) -> Option<(Object, Handle<Type>)> {
        let constant = self.constants.get_handle(reference).ok()?;
        let ConstantKind::Scalar(number @ 1..) = constant.kind else { return None };
        let is_reference = matches!(self.types.get(constant.ty), Type::Reference(_));
        is_reference.then_some((Object::Pointee((number - 1) as u32), constant.ty))
    }

    /// The object whose memory another has: that of an alias, else its own.
    fn origin_of(&mut self, object: Object) -> Object {
        match object {
            Object::Variable(global) => Object::Variable(self.aliases.get(&global).copied().unwrap_or(global)),
            Object::Pointee(number) => {
                let Some(given) = self.given.get(number as usize).cloned() else { return object };
                let alias = self.given_aliases.iter().find(|it| it.0 == given.name).map(|it| it.1.clone());
                alias.map_or(object, |it| Object::Pointee(self.given(it, given.ty)))
            }
        }
    }

    /// A number that no other object has.
    pub fn object_number(&self, object: Object) -> u32 {
        match object {
            Object::Variable(global) => global.index() as u32,
            Object::Pointee(number) => self.module.globals.len() as u32 + number,
        }
    }

    /// The type of an object as a whole.
    pub fn object_type(&self, object: Object) -> Option<Handle<Type>> {
        match object {
            Object::Variable(global) => self.module.globals.try_get(global).ok().map(|it| it.ty),
            Object::Pointee(number) => self.given.get(number as usize).map(|it| it.ty),
        }
    }

    /// A constant without specialization.
    pub fn resolve(&mut self, constant: Handle<Constant>) -> Option<Handle<Constant>> {
        if let Some(&known) = self.resolved.get(&constant) {
            return Some(known);
        }
        if !self.folder().depends_on_specialization(constant) {
            return Some(constant);
        }
        let Constant { ty, kind } = self.constants.get_handle(constant).ok()?.clone();
        let value = match kind {
            ConstantKind::Specialization { default, .. } => {
                let scalar = self.types.scalar_of(ty)?;
                self.folder().scalar(scalar, default)
            }
            ConstantKind::Composite(parts) | ConstantKind::WorkgroupSize(parts) => {
                let parts: Option<Vec<_>> = parts.into_iter().map(|it| self.resolve(it)).collect();
                self.folder().compose(ty, &parts?)?
            }
            ConstantKind::Operation(operation) => self.operation(ty, operation)?,
            ConstantKind::Scalar(_) | ConstantKind::Null => constant,
        };
        self.resolved.insert(constant, value);
        Some(value)
    }

    fn operation(&mut self, ty: Handle<Type>, operation: ConstantOperation) -> Option<Handle<Constant>> {
        match operation {
            ConstantOperation::Unary(operation, operand) => {
                let operand = self.resolve(operand)?;
                self.folder().unary(operation, operand)
            }
            ConstantOperation::Binary(operation, left, right) => {
                let (left, right) = (self.resolve(left)?, self.resolve(right)?);
                self.folder().binary(operation, left, right).constant()
            }
            ConstantOperation::Convert(operand) => {
                let operand = self.resolve(operand)?;
                self.folder().convert(operand, ty)
            }
            ConstantOperation::Select(condition, accept, reject) => {
                let condition = self.resolve(condition)?;
                let chosen = if self.folder().as_bool(condition)? { accept } else { reject };
                self.resolve(chosen)
            }
            ConstantOperation::Extract(composite, index) => {
                let composite = self.resolve(composite)?;
                self.folder().extract(composite, index)
            }
            ConstantOperation::Swizzle(vector, components) => {
                let vector = self.resolve(vector)?;
                self.folder().swizzle(vector, &components)
            }
            ConstantOperation::DeviceLength(_) | ConstantOperation::DescriptorSize(..) => None,
        }
    }

    fn number(&mut self, constant: Handle<Constant>) -> Option<u32> {
        let constant = self.resolve(constant)?;
        self.folder().as_u32(constant)
    }

    /// Computes with constants.
    pub fn folder(&mut self) -> Folder<'_> {
        Folder { types: &mut self.types, constants: &mut self.constants }
    }

    /// How many elements, components, columns or members a type has; `None` if that is open.
    pub fn part_count(&mut self, ty: Handle<Type>) -> Option<u32> {
        match *self.types.get(ty) {
            Type::Vector(size, _) => self.types.known_length(size),
            Type::Matrix { columns, .. } => Some(columns.get()),
            Type::Array { length: ArrayLength::Constant(length), .. } => Some(length),
            Type::Array { length: ArrayLength::Specialization(constant), .. } => self.number(constant),
            Type::Struct(structure) => Some(self.types.structure(structure)?.members.len() as u32),
            _ => None,
        }
    }

    /// The type of a part.
    pub fn part_type(&mut self, ty: Handle<Type>, index: u32) -> Option<Handle<Type>> {
        match *self.types.get(ty) {
            Type::Array { element, .. } => Some(element),
            Type::Vector(_, scalar) => Some(self.types.scalar(scalar)),
            Type::Reference(structure) => self.types.structure(structure)?.members.get(index as usize).map(|it| it.ty),
            _ => self.folder().part_type(ty, index),
        }
    }

    /// The name of what a path leads to. Members of blocks without an instance name are called like variables.
    pub fn name(&mut self, object: Object, path: &[u32]) -> String {
        let named = match object {
            Object::Variable(global) => {
                self.module.globals.try_get(global).ok().map(|it| (it.ty, String::from(&it.name)))
            }
            Object::Pointee(number) => self.given.get(number as usize).map(|it| (it.ty, it.name.clone())),
        };
        let Some((mut ty, mut name)) = named else { return String::new() };
        for (position, &step) in path.iter().enumerate() {
            match *self.types.get(ty) {
                Type::Struct(structure) | Type::Reference(structure) => {
                    let structure = self.types.structure(structure);
                    let member =
                        structure.and_then(|it| it.members.get(step as usize)).map(|it| String::from(&it.name));
                    let is_bare = position == 0 && structure.is_some_and(|it| it.block.is_some() && it.name == name);
                    let member = member.unwrap_or_default();
                    name = if is_bare { member } else { format!("{name}.{member}") };
                }
                Type::Vector(..) => {
                    let letter = ["x", "y", "z", "w"].get(step as usize).copied().unwrap_or("?");
                    name = format!("{name}.{letter}");
                }
                Type::Image(_) => {
                    let rest: Vec<String> = path.iter().skip(position).map(ToString::to_string).collect();
                    return format!("{name}[{}]", rest.join(", "));
                }
                _ => name = format!("{name}[{step}]"),
            }
            match self.part_type(ty, step) {
                Some(part) => ty = part,
                None => break,
            }
        }
        name
    }

    /// The location that a path leads to, of a type without parts, or of texels.
    pub fn location(
        &mut self,
        object: Object,
        path: &[u32],
        ty: Handle<Type>,
        storage: Storage,
        workgroup: u32,
    ) -> LocationId {
        let root = self.origin_of(object);
        let workgroup = (storage == Storage::SHARED).then_some(workgroup);
        let key = (self.object_number(root), workgroup.unwrap_or(0), path.to_vec());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut name = self.name(root, path);
        let initial = match self.types.get(ty) {
            Type::Reference(_) => self.reference(root, path, ty),
            _ => self.initial_value(root, &name, ty),
        };
        if let Some(workgroup) = workgroup.filter(|_| self.shape.workgroups > 1) {
            name = format!("{name} of workgroup {workgroup}");
        }
        let id = self.locations.len() as LocationId;
        self.locations.push(Location { name, workgroup, storage, initial, key: key.clone() });
        self.known.insert(key, id);
        id
    }

    /// Where what an invocation gives to an operation of its subgroup is kept: no location of memory.
    pub fn slot(&mut self, number: usize, span: Span, thread: u32) -> LocationId {
        const FIRST: LocationId = 1 << 30;
        let next = FIRST + self.slots.len() as LocationId;
        *self.slots.entry((number, span, thread)).or_insert(next)
    }

    /// The value before the dispatch: what the settings say, else zero.
    pub fn initial_value(&mut self, object: Object, name: &str, ty: Handle<Type>) -> Handle<Constant> {
        let block = match object {
            Object::Variable(global) => {
                self.module.globals.try_get(global).map(|it| String::from(&it.name)).unwrap_or_default()
            }
            Object::Pointee(_) => String::new(),
        };
        let long = format!("{block}.{name}");
        let covers = |entry: &str, full: &str| {
            full.strip_prefix(entry).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let mut text = None;
        for (entry, value, used) in &mut self.initial {
            if covers(entry, name) || covers(entry, &long) {
                *used = true;
                text = Some(value.clone());
            }
        }
        let scalar = match *self.types.get(ty) {
            Type::Scalar(scalar) | Type::Vector(_, scalar) => Some(scalar),
            _ => None,
        };
        let mut folder = self.folder();
        let zero = folder.null(ty);
        let Some((text, scalar)) = text.zip(scalar) else { return zero };
        let Some(value) = parsed(&mut folder, scalar, &text) else { return zero };
        folder.splat(value, ty).unwrap_or(zero)
    }

    /// The first name among the initial values that nothing has.
    pub fn unused_initial(&self) -> Option<&str> {
        self.initial.iter().find(|it| !it.2).map(|it| it.0.as_str())
    }

    /// Whether a class of variables is memory that other invocations access.
    pub const fn storage(class: StorageClass) -> Option<Storage> {
        match class {
            StorageClass::StorageBuffer => Some(Storage::BUFFER),
            StorageClass::Workgroup => Some(Storage::SHARED),
            StorageClass::UniformConstant => Some(Storage::IMAGE),
            _ => None,
        }
    }

    /// A value as the shader would write it.
    pub fn show(&mut self, constant: Handle<Constant>) -> String {
        if let Some((Object::Pointee(number), _)) = self.pointee(constant) {
            return self.given.get(number as usize).map(|it| it.name.clone()).unwrap_or_default();
        }
        let mut folder = self.folder();
        if let (Some(bits), Some(scalar)) = (folder.scalar_bits(constant), folder.scalar_type(constant)) {
            return match scalar.kind {
                ScalarKind::Bool => (bits != 0).to_string(),
                ScalarKind::Sint => (bits as i64).to_string(),
                ScalarKind::Uint => bits.to_string(),
                ScalarKind::Float if scalar.width == 4 => format!("{:?}", f32::from_bits(bits as u32)),
                ScalarKind::Float if scalar.width == 8 => format!("{:?}", f64::from_bits(bits)),
                _ => format!("{bits:#x}"),
            };
        }
        let parts = folder.components(constant).unwrap_or_default();
        let parts: Vec<String> = parts.into_iter().map(|it| self.show(it)).collect();
        format!("({})", parts.join(", "))
    }
}

/// Whether a shader writes references to memory.
fn writes_references(module: &Module) -> bool {
    module.functions.iter().any(|(_, function)| {
        let is_written = |place: Handle<Place>| {
            function.places.try_get(place).is_ok_and(|it| {
                matches!(it.root, PlaceRoot::Global(_) | PlaceRoot::Reference(_))
                    && module.types.contains(it.ty, |it| matches!(it, Type::Reference(_)))
            })
        };
        let mut statements = function.blocks.iter().flat_map(|(_, it)| &it.statements);
        statements.any(|(it, _)| matches!(it, Statement::Store { place, .. } if is_written(*place)))
    })
}

/// A number or truth value from text.
fn parsed(folder: &mut Folder<'_>, scalar: Scalar, text: &str) -> Option<Handle<Constant>> {
    let text = text.trim().trim_end_matches(['u', 'U']);
    let integer = || match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse::<i64>().ok().map(|it| it as u64).or_else(|| text.parse().ok()),
    };
    let bits = match scalar.kind {
        ScalarKind::Bool => u64::from(matches!(text, "true" | "1")),
        ScalarKind::Sint | ScalarKind::Uint => integer()?,
        _ => {
            let float = folder.float(text.parse::<f32>().ok()?);
            let ty = folder.types.scalar(scalar);
            return folder.convert(float, ty);
        }
    };
    Some(folder.scalar(scalar, bits))
}
