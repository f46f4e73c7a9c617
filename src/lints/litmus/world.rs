//! What all invocations share: the numbers of constants, locations of memory with their names and initial values, the shape of the
//! dispatch.
//!
//! Comes in: a module and the settings. Goes out: [`World`]. Must not depend on: statements, executions.

use super::Settings;
use super::event::{Group, Storage};
use super::origin::Origins;
use crate::hir::fold::Folder;
use crate::hir::{
    ArrayLength, Constant, ConstantKind, ConstantOperation, GlobalVariable, Handle, Module, Scalar, ScalarKind,
    StorageClass, Type, TypeTable, UniqueArena, WorkgroupDimension,
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
    /// Whether the Vulkan memory model is meant, not GLSL450.
    pub vulkan: bool,
    pub shape: Shape,
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
            vulkan,
            shape: Shape { workgroups: 1, local: [1; 3], subgroup: 1 },
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
            let find = |name: &String| {
                let found = module.globals.iter().find(|(_, it)| it.name == *name);
                found.map(|(handle, _)| handle).ok_or_else(|| format!("no variable or block is called `{name}`"))
            };
            let (alias, of) = (find(alias)?, find(of)?);
            world.aliases.insert(alias, of);
        }
        Ok(world)
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
            ConstantOperation::CooperativeMatrixLength(_) | ConstantOperation::DescriptorSize(..) => None,
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
            _ => self.folder().part_type(ty, index),
        }
    }

    /// The name of what a path leads to. Members of blocks without an instance name are called like variables.
    pub fn name(&mut self, global: Handle<GlobalVariable>, path: &[u32]) -> String {
        let Ok(variable) = self.module.globals.try_get(global) else { return String::new() };
        let (mut ty, mut name) = (variable.ty, variable.name.clone());
        for (position, &step) in path.iter().enumerate() {
            match *self.types.get(ty) {
                Type::Struct(structure) => {
                    let structure = self.types.structure(structure);
                    let member = structure.and_then(|it| it.members.get(step as usize)).map(|it| it.name.clone());
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
        global: Handle<GlobalVariable>,
        path: &[u32],
        ty: Handle<Type>,
        storage: Storage,
        workgroup: u32,
    ) -> LocationId {
        let root = self.aliases.get(&global).copied().unwrap_or(global);
        let workgroup = (storage == Storage::SHARED).then_some(workgroup);
        let key = (root.index() as u32, workgroup.unwrap_or(0), path.to_vec());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut name = self.name(root, path);
        let initial = self.initial_value(root, &name, ty);
        if let Some(workgroup) = workgroup.filter(|_| self.shape.workgroups > 1) {
            name = format!("{name} of workgroup {workgroup}");
        }
        let id = self.locations.len() as LocationId;
        self.locations.push(Location { name, workgroup, storage, initial, key: key.clone() });
        self.known.insert(key, id);
        id
    }

    /// The value before the dispatch: what the settings say, else zero.
    pub fn initial_value(&mut self, global: Handle<GlobalVariable>, name: &str, ty: Handle<Type>) -> Handle<Constant> {
        let block = self.module.globals.try_get(global).map(|it| it.name.clone()).unwrap_or_default();
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
