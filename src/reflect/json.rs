//! Reflection as JSON.
//!
//! Comes in: [`Reflection`]. Goes out: text in the form that docs/reflection.md describes. Must not depend on: HIR.

use super::{
    ArrayDimension, Binding, Feature, Length, Limit, Member, MemberType, Reflection, Requirements,
    SpecializationConstant, Structure, SubgroupRequirements, Variable,
};
use crate::json::Value;

impl Reflection {
    /// The JSON text; docs/reflection.md describes it.
    ///
    /// ```
    /// let text = "#version 450\nlayout(local_size_x = 64) in;\nvoid main() {}\n";
    /// let artifact = glslsub::Compiler::default().compile("a.comp", text).unwrap();
    /// assert!(artifact.reflection().to_json().contains(r#""workgroup_size": [64, 1, 1]"#));
    /// ```
    #[must_use]
    pub fn to_json(&self) -> String {
        let size = self.workgroup_size.map(|size| Value::List(size.iter().map(|it| length(*it)).collect()));
        Value::Object(vec![
            ("stage", self.stage.word().into()),
            ("entry_point", self.entry_point.as_str().into()),
            ("workgroup_size", size.into()),
            ("shared_memory_size", self.shared_memory_size.into()),
            ("requirements", requirements(&self.requirements)),
            ("bindings", Value::List(self.bindings.iter().map(binding).collect())),
            ("push_constants", self.push_constants.as_ref().map(variable).into()),
            ("specialization_constants", Value::List(self.specialization_constants.iter().map(constant).collect())),
            ("inputs", Value::List(self.inputs.iter().map(variable).collect())),
            ("outputs", Value::List(self.outputs.iter().map(variable).collect())),
            ("structures", Value::List(self.structures.iter().map(structure).collect())),
        ])
        .pretty()
    }
}

/// A number, `null` if the host decides, or an object if specialization constants do.
fn length(length: Length) -> Value {
    match length {
        Length::Fixed(length) => length.into(),
        Length::Runtime => Value::Null,
        Length::Specialization { id, default } => {
            Value::Object(vec![("constant_id", id.into()), ("default", default.into())])
        }
    }
}

fn requirements(requirements: &Requirements) -> Value {
    let (major, minor) = requirements.vulkan;
    let feature = |it: &Feature| Value::Object(vec![("structure", it.structure.into()), ("member", it.member.into())]);
    let subgroup = |it: &SubgroupRequirements| {
        let operations = Value::list(it.operations.iter().copied());
        Value::Object(vec![("stage", it.stage.into()), ("operations", operations)])
    };
    let limit = |it: &Limit| {
        let named = vec![("structure", it.structure.into()), ("member", it.member.into()), ("least", it.least.into())];
        Value::Object(named)
    };
    Value::Object(vec![
        ("vulkan", format!("{major}.{minor}").into()),
        ("extensions", Value::list(requirements.extensions.iter().copied())),
        ("features", Value::List(requirements.features.iter().map(feature).collect())),
        ("subgroup", requirements.subgroup.as_ref().map(subgroup).into()),
        ("limits", Value::List(requirements.limits.iter().map(limit).collect())),
        ("capabilities", Value::list(requirements.capabilities.iter().map(String::as_str))),
        ("spirv_extensions", Value::list(requirements.spirv_extensions.iter().map(String::as_str))),
    ])
}

fn binding(binding: &Binding) -> Value {
    Value::Object(vec![
        ("set", binding.set.into()),
        ("binding", binding.binding.into()),
        ("name", binding.name.as_str().into()),
        ("kind", binding.kind.name().into()),
        ("glsl", binding.glsl.as_str().into()),
        ("array", Value::List(binding.array.iter().map(|it| length(*it)).collect())),
        ("structure", binding.structure.into()),
        ("readable", binding.is_readable.into()),
        ("writable", binding.is_writable.into()),
        ("used", binding.is_used.into()),
        ("input_attachment", binding.input_attachment.into()),
    ])
}

fn constant(constant: &SpecializationConstant) -> Value {
    Value::Object(vec![
        ("id", constant.id.into()),
        ("name", constant.name.as_str().into()),
        ("type", constant.ty.name().into()),
        ("default_bits", constant.default.into()),
    ])
}

fn variable(variable: &Variable) -> Value {
    Value::Object(vec![
        ("name", variable.name.as_str().into()),
        ("location", variable.location.into()),
        ("component", variable.component.into()),
        ("index", variable.index.into()),
        ("glsl", variable.glsl.as_str().into()),
        ("type", ty(&variable.ty)),
        ("array", array(&variable.array)),
        ("qualifiers", Value::list(variable.qualifiers.iter().copied())),
        ("used", variable.is_used.into()),
    ])
}

fn structure(structure: &Structure) -> Value {
    Value::Object(vec![
        ("name", structure.name.as_str().into()),
        ("packing", structure.packing.map(|it| it.name()).into()),
        ("size", structure.size.into()),
        ("alignment", structure.alignment.into()),
        ("members", Value::List(structure.members.iter().map(member).collect())),
    ])
}

fn member(member: &Member) -> Value {
    Value::Object(vec![
        ("name", member.name.as_str().into()),
        ("offset", member.offset.into()),
        ("size", member.size.into()),
        ("location", member.location.into()),
        ("glsl", member.glsl.as_str().into()),
        ("type", ty(&member.ty)),
        ("array", array(&member.array)),
    ])
}

fn array(dimensions: &[ArrayDimension]) -> Value {
    let object = |it: &ArrayDimension| Value::Object(vec![("length", length(it.length)), ("stride", it.stride.into())]);
    Value::List(dimensions.iter().map(object).collect())
}

fn ty(ty: &MemberType) -> Value {
    match *ty {
        MemberType::Scalar(number) => Value::Object(vec![("scalar", number.name().into())]),
        MemberType::Vector { component, length } => {
            Value::Object(vec![("vector", component.name().into()), ("length", length.into())])
        }
        MemberType::Matrix { component, columns, rows, stride, is_row_major } => Value::Object(vec![
            ("matrix", component.name().into()),
            ("columns", columns.into()),
            ("rows", rows.into()),
            ("stride", stride.into()),
            ("row_major", is_row_major.into()),
        ]),
        MemberType::Structure(number) => Value::Object(vec![("structure", number.into())]),
        MemberType::Reference(number) => Value::Object(vec![("reference", number.into())]),
        MemberType::Other => Value::Null,
    }
}
