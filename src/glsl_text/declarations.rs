//! Everything outside functions: sizes, constants, blocks, images, shared memory and registers shared by functions.
//!
//! Comes in: the module. Goes out: declarations. Must not depend on: function bodies.

use super::{Printed, Printer, unsupported};
use crate::builtins::BuiltinType;
use crate::hir::{
    ArrayLength, ConstantKind, GlobalVariable, Handle, ImageClass, MemoryQualifiers, PackingRules, StorageClass,
    Struct, Type, WorkgroupDimension,
};
use std::fmt::Write as _;

/// The qualifiers that GLSL has, before what they qualify.
fn qualifiers(set: MemoryQualifiers) -> String {
    use MemoryQualifiers as Q;
    let known = [Q::COHERENT, Q::VOLATILE, Q::RESTRICT, Q::READONLY, Q::WRITEONLY];
    let names = Q::NAMES.iter().filter(|(bit, _)| known.contains(bit) && set.contains(*bit));
    names.map(|(_, name)| format!("{name} ")).collect()
}

impl Printer<'_> {
    pub(super) fn declarations(&mut self) -> Printed<String> {
        let mut out = String::new();
        self.workgroup(&mut out);
        self.constants(&mut out)?;
        for (_, ty) in self.module.types.types.iter() {
            if let Type::Reference(structure) = *ty {
                self.reference_block(&mut out, structure)?;
            }
        }
        for (index, (_, global)) in self.module.globals.iter().enumerate() {
            let name = self.globals.get(index).cloned().unwrap_or_default();
            self.global(&mut out, global, &name)?;
        }
        Ok(out)
    }

    fn workgroup(&self, out: &mut String) {
        let Some(workgroup) = &self.module.entry_point.workgroup else { return };
        let mut parts = Vec::new();
        for (axis, size) in ["x", "y", "z"].into_iter().zip(workgroup.size) {
            match size {
                WorkgroupDimension::Literal(1) if axis != "x" => {}
                WorkgroupDimension::Literal(size) => parts.push(format!("local_size_{axis} = {size}")),
                WorkgroupDimension::Specialization(constant) => {
                    if let Some(id) = self.specialization_id(constant) {
                        parts.push(format!("local_size_{axis}_id = {id}"));
                    }
                }
            }
        }
        let _ = writeln!(out, "layout({}) in;", parts.join(", "));
    }

    pub(super) fn specialization_id(&self, constant: Handle<crate::hir::Constant>) -> Option<u32> {
        match self.module.constants.get_handle(constant).ok()?.kind {
            ConstantKind::Specialization { id, .. } => Some(id),
            _ => None,
        }
    }

    /// The dimension of the group that a specialization constant sets.
    pub(super) fn dimension(&self, id: u32) -> Option<&'static str> {
        let size = self.module.entry_point.workgroup.as_ref()?.size;
        ["x", "y", "z"].into_iter().zip(size).find_map(|(axis, size)| match size {
            WorkgroupDimension::Specialization(constant) if self.specialization_id(constant) == Some(id) => Some(axis),
            _ => None,
        })
    }

    fn constants(&mut self, out: &mut String) -> Printed<()> {
        let module = self.module;
        for (_, constant) in module.constants.iter() {
            let ConstantKind::Specialization { id, default, ref name } = constant.kind else { continue };
            if self.dimension(id).is_some() {
                continue;
            }
            let ty = self.type_name(constant.ty)?;
            let value = self.scalar_text(constant.ty, default)?;
            let _ = writeln!(out, "// {name}\nlayout(constant_id = {id}) const {ty} constant{id} = {value};");
        }
        Ok(())
    }

    /// The name of a type, without the lengths of arrays.
    pub(super) fn type_name(&mut self, ty: Handle<Type>) -> Printed<String> {
        let module = self.module;
        Ok(match *module.types.get(ty) {
            Type::Void => "void".to_owned(),
            Type::Scalar(scalar) => {
                self.need_scalar(scalar);
                BuiltinType::Scalar(scalar).to_string()
            }
            Type::Vector(size, scalar) if !size.is_long() => {
                self.need_scalar(scalar);
                BuiltinType::Vector(size, scalar).to_string()
            }
            Type::Array { element, .. } => self.type_name(element)?,
            Type::Image(image) => match image.class {
                ImageClass::Combined => BuiltinType::CombinedSampler(image.shape).to_string(),
                ImageClass::Sampled => BuiltinType::Texture(image.shape).to_string(),
                ImageClass::Storage(_) => {
                    if image.shape.texel.width == 8 {
                        self.extensions.insert("GL_EXT_shader_image_int64");
                    }
                    BuiltinType::Image(image.shape).to_string()
                }
            },
            Type::Reference(structure) => match module.types.structure(structure) {
                Some(structure) => String::from(&structure.name),
                None => return unsupported("a reference to nothing"),
            },
            _ => return unsupported("a type that assembly does not have"),
        })
    }

    fn need_scalar(&mut self, scalar: crate::hir::Scalar) {
        if scalar.width == 8 && !scalar.kind.is_any_float() {
            self.extensions.insert("GL_EXT_shader_explicit_arithmetic_types_int64");
        }
    }

    /// `[4][]` after a name.
    pub(super) fn lengths(&self, mut ty: Handle<Type>) -> Printed<String> {
        let mut out = String::new();
        while let Type::Array { element, length } = *self.module.types.get(ty) {
            match length {
                ArrayLength::Constant(length) => {
                    let _ = write!(out, "[{length}]");
                }
                ArrayLength::Runtime => out.push_str("[]"),
                _ => return unsupported("an array whose length is specialized"),
            }
            ty = element;
        }
        Ok(out)
    }

    fn members(&mut self, out: &mut String, structure: &Struct) -> Printed<()> {
        for member in &structure.members {
            let (ty, lengths) = (self.type_name(member.ty)?, self.lengths(member.ty)?);
            let _ = writeln!(out, "    {}{ty} {}{lengths};", qualifiers(member.qualifiers), member.name);
        }
        Ok(())
    }

    fn reference_block(&mut self, out: &mut String, structure: Handle<Struct>) -> Printed<()> {
        let Some(structure) = self.module.types.structure(structure) else { return Ok(()) };
        self.extensions.insert("GL_EXT_buffer_reference");
        let alignment = structure.block.map_or(16, |block| block.reference_alignment);
        let _ = writeln!(
            out,
            "layout(buffer_reference, std430, buffer_reference_align = {alignment}) buffer {} {{",
            structure.name
        );
        self.members(out, structure)?;
        out.push_str("};\n");
        Ok(())
    }

    fn global(&mut self, out: &mut String, global: &GlobalVariable, name: &str) -> Printed<()> {
        if global.builtin.is_some() {
            return Ok(());
        }
        let (ty, module) = (global.ty, self.module);
        let place = global.binding.map_or(String::new(), |it| format!("set = {}, binding = {}", it.set, it.binding));
        let lengths = self.lengths(ty)?;
        match (global.storage, module.types.get(ty)) {
            (
                StorageClass::StorageBuffer | StorageClass::PushConstant | StorageClass::Uniform,
                &Type::Struct(structure),
            ) => {
                let Some(structure) = module.types.structure(structure) else { return unsupported("a block") };
                let rules = structure.block.map_or(PackingRules::Std430, |it| it.rules);
                let rules = if rules == PackingRules::Std140 { "std140" } else { "std430" };
                let (layout, word) = match global.storage {
                    StorageClass::PushConstant => (format!("push_constant, {rules}"), "uniform"),
                    StorageClass::Uniform => (format!("{place}, {rules}"), "uniform"),
                    _ => (format!("{place}, {rules}"), "buffer"),
                };
                let _ = writeln!(out, "layout({layout}) {word} {name}_block {{");
                self.members(out, structure)?;
                let _ = writeln!(out, "}} {name};");
            }
            (StorageClass::UniformConstant, _) => {
                let type_name = self.type_name(ty)?;
                let mut format = String::new();
                let mut element = ty;
                while let Type::Array { element: inner, .. } = *module.types.get(element) {
                    self.extensions.insert("GL_EXT_nonuniform_qualifier");
                    element = inner;
                }
                if let Type::Image(image) = module.types.get(element)
                    && let ImageClass::Storage(known) = image.class
                {
                    let word = format!("{known:?}").to_lowercase();
                    if word == "unknown" {
                        self.extensions.insert("GL_EXT_shader_image_load_formatted");
                    } else {
                        format = format!(", {word}");
                    }
                }
                let _ = writeln!(
                    out,
                    "layout({place}{format}) uniform {}{type_name} {name}{lengths};",
                    qualifiers(global.qualifiers)
                );
            }
            (StorageClass::Workgroup | StorageClass::Private, _) => {
                let word = if global.storage == StorageClass::Workgroup { "shared " } else { "" };
                let type_name = self.type_name(ty)?;
                let _ = writeln!(out, "{word}{type_name} {name}{lengths};");
            }
            _ => return unsupported(format!("the variable `{}`", global.name)),
        }
        Ok(())
    }
}
