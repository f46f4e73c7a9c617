//! Images and textures of the interpreter: texels of one unsigned word, and of four that are only read.
//!
//! Comes in: a call, the invocations that make it. Goes out: a texel for each of them, from memory whose paths are x, y and, for
//! textures, the component. Must not depend on: control flow, formats.

use glslsub::internals::hir::{Argument, BuiltinCall, Constant, ConstantKind, Handle, Place, Type};

use glslsub::internals::source::Span;

use super::{Data, Datum, Frame, Machine, Mask, Result, Root};

impl<'m> Machine<'m> {
    /// A texture or an image as a value: the number of its variable.
    pub(super) fn image_datum(
        &mut self,
        frame: &Frame<'m>,
        place: Handle<Place>,
        ty: Handle<Type>,
        lane: usize,
    ) -> Result<Datum> {
        let (Root::Global(global), _) = self.resolve(frame, place, lane)? else { return Err("no variable".to_owned()) };
        let number = self.module.globals.iter().position(|(it, _)| it == global).ok_or("no such variable")?;
        Ok(self.constants.insert(Constant { ty, kind: ConstantKind::Scalar(number as u64) }, Span::UNDEFINED))
    }

    fn image(&mut self, frame: &Frame<'m>, argument: Argument, lane: usize) -> Result<Root> {
        match argument {
            Argument::Place(place) => self.resolve(frame, place, lane).map(|it| it.0),
            Argument::Value(value) => {
                let datum = self.value(frame, value, lane)?;
                let ConstantKind::Scalar(number) = self.constants[datum].kind else {
                    return Err("no image".to_owned());
                };
                let (global, _) = self.module.globals.iter().nth(number as usize).ok_or("no image")?;
                Ok(Root::Global(global))
            }
            Argument::Function(_) => Err("a function".to_owned()),
        }
    }

    pub(super) fn image_call(
        &mut self,
        frame: &Frame<'m>,
        call: &BuiltinCall,
        ty: Handle<Type>,
        mask: &Mask,
    ) -> Result<Data> {
        let name = call.function.name;
        let mut data = vec![None; mask.len()];
        for lane in (0..mask.len()).filter(|&lane| mask[lane]) {
            let root = self.image(frame, *call.arguments.first().ok_or("no image")?, lane)?;
            let mut arguments = Vec::new();
            for argument in call.arguments.iter().skip(1) {
                let &Argument::Value(value) = argument else { return Err(format!("memory of `{name}`")) };
                arguments.push(self.value(frame, value, lane)?);
            }
            let mut path = Vec::new();
            for component in 0..2 {
                let part = self.folder().extract(arguments[0], component).ok_or("no coordinate")?;
                path.push(self.index(part)?);
            }
            self.use_memory(root, &path, lane, !matches!(name, "imageLoad" | "texelFetch"))?;
            data[lane] = match (name, name.strip_prefix("imageAtomic")) {
                ("texelFetch", _) => {
                    let mut parts = Vec::new();
                    for component in 0..4 {
                        path.push(component);
                        parts.push(self.texel(root, &path)?);
                        path.pop();
                    }
                    Some(self.folder().compose(ty, &parts).ok_or("no texel")?)
                }
                ("imageLoad", _) => {
                    let (first, zero, one) = (self.texel(root, &path)?, self.folder().uint(0), self.folder().uint(1));
                    Some(self.folder().compose(ty, &[first, zero, zero, one]).ok_or("no texel")?)
                }
                ("imageStore", _) => {
                    let first = self.folder().extract(arguments[1], 0).ok_or("no texel")?;
                    self.memory.insert((root, None, path), first);
                    None
                }
                (_, Some(operation)) => {
                    let old = self.texel(root, &path)?;
                    let new = self.atomic(operation, old, arguments[1])?;
                    self.memory.insert((root, None, path), new);
                    Some(old)
                }
                _ => return Err(format!("`{name}`")),
            };
        }
        Ok(data)
    }

    /// A component of a texel.
    fn texel(&mut self, root: Root, path: &[u32]) -> Result<Datum> {
        if let Some(&datum) = self.memory.get(&(root, None, path.to_vec())) {
            return Ok(datum);
        }
        let Root::Global(global) = root else { return Err("no image".to_owned()) };
        let bits = (self.contents)(&self.module.globals[global].name, path) as u32;
        Ok(self.folder().uint(bits))
    }

    /// The word of a texel of an image, or of what references lead to, after the run; `None` if nothing has used it.
    pub fn changed(&mut self, variable: &str, path: &[u32]) -> Result<Option<u64>> {
        let found = self.module.globals.iter().find(|(_, it)| it.name == variable);
        let root = found.map_or(Root::Far, |(global, _)| Root::Global(global));
        let datum = self.memory.get(&(root, None, path.to_vec())).copied();
        datum.map(|it| self.folder().scalar_bits(it).ok_or_else(|| "no scalar".to_owned())).transpose()
    }
}
