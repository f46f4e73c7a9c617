//! Memory of the interpreter: what places lead to, and the scalars that are there.
//!
//! Comes in: places, with the indices of an invocation. Goes out: values. Must not depend on: control flow.

use glslsub::internals::hir::{ArrayLength, Handle, Place, PlaceRoot, PlaceStep, StorageClass, Type};

use super::{Datum, Frame, Machine, Passed, Result, Root};

/// The name by which contents are asked for what references lead to.
pub(super) const FAR: &str = "Far";

impl<'m> Machine<'m> {
    /// The type of a part, and how many there are.
    pub(super) fn part(&mut self, ty: Handle<Type>, index: u32) -> Option<(Handle<Type>, u32)> {
        match *self.types.get(ty) {
            Type::Array { element, length } => {
                let length = match length {
                    ArrayLength::Constant(length) => length,
                    ArrayLength::Runtime => u32::MAX,
                    ArrayLength::Specialization(constant) => {
                        let constant = self.resolved(constant).ok()?;
                        self.folder().as_u32(constant)?
                    }
                };
                Some((element, length))
            }
            Type::Vector(size, scalar) => Some((self.types.scalar(scalar), self.types.known_length(size)?)),
            Type::Matrix { columns, .. } => Some((self.folder().part_type(ty, index)?, columns.get())),
            Type::Struct(structure) => {
                let members = &self.types.structure(structure)?.members;
                Some((members.get(index as usize).map_or(ty, |it| it.ty), members.len() as u32))
            }
            _ => None,
        }
    }

    pub(super) fn owner(&self, root: Root, lane: usize) -> Option<usize> {
        match root {
            Root::Local(..) => Some(lane),
            Root::Far => None,
            Root::Global(global) => match self.module.globals[global].storage {
                StorageClass::Private | StorageClass::Input | StorageClass::Output => Some(lane),
                _ => None,
            },
        }
    }

    pub(super) fn read(
        &mut self,
        root: Root,
        owner: Option<usize>,
        path: &mut Vec<u32>,
        ty: Handle<Type>,
    ) -> Result<Datum> {
        let Some((_, count)) = self.part(ty, 0) else {
            if let Some(&datum) = self.memory.get(&(root, owner, path.clone())) {
                return Ok(datum);
            }
            return self.initial(root, owner, path, ty);
        };
        if count == u32::MAX {
            return Err("an array without a size as a whole".to_owned());
        }
        let mut parts = Vec::new();
        for index in 0..count {
            let (part, _) = self.part(ty, index).ok_or("no part")?;
            path.push(index);
            parts.push(self.read(root, owner, path, part)?);
            path.pop();
        }
        self.folder().compose(ty, &parts).ok_or_else(|| "cannot compose".to_owned())
    }

    pub(super) fn initial(
        &mut self,
        root: Root,
        owner: Option<usize>,
        path: &[u32],
        ty: Handle<Type>,
    ) -> Result<Datum> {
        if matches!(self.types.get(ty), Type::Reference(_)) {
            // They are all equal.
            return Ok(self.folder().null(ty));
        }
        let handle = match root {
            Root::Global(handle) => handle,
            Root::Local(..) => {
                self.check_initial(root)?;
                return Ok(self.folder().null(ty));
            }
            Root::Far => {
                let bits = (self.contents)(FAR, path);
                let scalar = self.types.scalar_of(ty).ok_or("no scalar in memory")?;
                return Ok(self.folder().scalar(scalar, bits));
            }
        };
        let global = &self.module.globals[handle];
        if let Some(initializer) = global.initializer {
            let mut datum = self.resolved(initializer)?;
            for &step in path {
                datum = self.folder().extract(datum, step).ok_or("no part of an initializer")?;
            }
            return Ok(datum);
        }
        if let Some(builtin) = global.builtin {
            return self.builtin_variable(builtin.name, owner.unwrap_or(0), path);
        }
        let scalar = self.types.scalar_of(ty).ok_or("no scalar in memory")?;
        let bits = match global.storage {
            StorageClass::StorageBuffer | StorageClass::Uniform | StorageClass::PushConstant => {
                (self.contents)(&global.name, path)
            }
            _ => {
                self.check_initial(root)?;
                0
            }
        };
        Ok(self.folder().scalar(scalar, bits))
    }

    pub(super) fn builtin_variable(&mut self, name: &str, lane: usize, path: &[u32]) -> Result<Datum> {
        let [x, y, _] = self.local;
        let (flat, size) = (lane as u32, self.subgroup as u32);
        let local = [flat % x, flat / x % y, flat / x / y];
        let component = path.first().map_or(0, |&it| it as usize);
        Ok(match name {
            "gl_LocalInvocationIndex" => self.folder().uint(flat),
            "gl_LocalInvocationID" | "gl_GlobalInvocationID" => self.folder().uint(local[component]),
            "gl_WorkGroupID" => self.folder().uint(0),
            "gl_NumWorkGroups" => self.folder().uint(1),
            "gl_SubgroupSize" => self.folder().uint(size),
            "gl_SubgroupInvocationID" => self.folder().uint(flat % size),
            "gl_SubgroupID" => self.folder().uint(flat / size),
            "gl_NumSubgroups" => {
                let count = (self.lanes() as u32).div_ceil(size);
                self.folder().uint(count)
            }
            other => return Err(format!("`{other}`")),
        })
    }

    pub(super) fn write(&mut self, root: Root, owner: Option<usize>, path: &mut Vec<u32>, datum: Datum) -> Result<()> {
        let ty = self.constants[datum].ty;
        let Some((_, count)) = self.part(ty, 0) else {
            self.memory.insert((root, owner, path.clone()), datum);
            return Ok(());
        };
        for index in 0..count {
            let part = self.folder().extract(datum, index).ok_or("no part")?;
            path.push(index);
            self.write(root, owner, path, part)?;
            path.pop();
        }
        Ok(())
    }

    /// Where a place leads to.
    pub(super) fn resolve(&mut self, frame: &Frame<'m>, place: Handle<Place>, lane: usize) -> Result<(Root, Vec<u32>)> {
        let place = &frame.function.places[place];
        let (root, mut path) = match place.root {
            PlaceRoot::Global(global) => (Root::Global(global), Vec::new()),
            PlaceRoot::Local(local) => (Root::Local(frame.number, local), Vec::new()),
            PlaceRoot::Parameter(index) => match frame.parameters.get(index as usize) {
                Some(Passed::Memory(places)) => places[lane].clone().ok_or("no argument")?,
                _ => return Err("no memory was passed".to_owned()),
            },
            PlaceRoot::Reference(_) => (Root::Far, Vec::new()),
        };
        let mut ty = self.root_type(frame, place.root)?;
        for step in &place.steps {
            let index = match *step {
                PlaceStep::Member(index) => index,
                PlaceStep::Index(value) => {
                    let index = self.value(frame, value, lane)?;
                    self.index(index)?
                }
            };
            ty = self.check_index(ty, index)?;
            path.push(index);
        }
        Ok((root, path))
    }

    pub(super) fn root_type(&mut self, frame: &Frame<'m>, root: PlaceRoot) -> Result<Handle<Type>> {
        match root {
            PlaceRoot::Global(global) => Ok(self.module.globals[global].ty),
            PlaceRoot::Local(local) => Ok(frame.function.locals[local].ty),
            PlaceRoot::Parameter(index) => {
                frame.function.parameters.get(index as usize).map(|it| it.ty).ok_or_else(|| "no parameter".to_owned())
            }
            PlaceRoot::Reference(value) => match *self.types.get(frame.function.values[value].ty) {
                Type::Reference(block) => Ok(self.types.insert(Type::Struct(block))),
                _ => Err("no reference".to_owned()),
            },
        }
    }

    pub(super) fn load(&mut self, frame: &Frame<'m>, place: Handle<Place>, lane: usize) -> Result<Datum> {
        let (root, mut path) = self.resolve(frame, place, lane)?;
        let (ty, swizzle) = (frame.function.places[place].ty, frame.function.places[place].swizzle);
        let owner = self.owner(root, lane);
        self.use_memory(root, &path, lane, false)?;
        let whole = self.read(root, owner, &mut path, ty)?;
        match swizzle {
            Some(components) => self.folder().swizzle(whole, &components).ok_or_else(|| "no swizzle".to_owned()),
            None => Ok(whole),
        }
    }

    pub(super) fn store(&mut self, frame: &Frame<'m>, place: Handle<Place>, datum: Datum, lane: usize) -> Result<()> {
        let (root, mut path) = self.resolve(frame, place, lane)?;
        let owner = self.owner(root, lane);
        self.use_memory(root, &path, lane, true)?;
        match &frame.function.places[place].swizzle {
            Some(components) => {
                for (index, &component) in components.iter().enumerate() {
                    let part = self.folder().extract(datum, index as u32).ok_or("no component")?;
                    path.push(component.into());
                    self.write(root, owner, &mut path, part)?;
                    path.pop();
                }
                Ok(())
            }
            None => self.write(root, owner, &mut path, datum),
        }
    }
}
