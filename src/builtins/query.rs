//! Queries on rows of the tables, which every user would otherwise implement separately.
//!
//! Comes in: a row and an overload number. Goes out: its types, its recipe, its signature. Must not depend on: any
//! name.

use std::fmt::Write as _;

use super::opcode::matrix_instruction;
use super::{
    BuiltinType, Condition, ExtensionSet, FUNCTIONS, Function, Gate, Instruction, Kinds, Operand, Parameter,
    ParameterMode, Prototype, Recipe, RowInstance, ScalarKind, StepType, TYPE_FAMILIES, TypeFamilyKind, TypeRef,
    Variable,
};

impl Kinds {
    /// The element kind of a type; for images and combined samplers that of their texels; no bit for other types.
    #[must_use]
    pub fn of(ty: BuiltinType) -> Kinds {
        let Some(scalar) = ty.element() else { return Kinds(0) };
        match scalar.kind {
            ScalarKind::Float | ScalarKind::SmallFloat(_) => Kinds::FLOAT,
            ScalarKind::Sint => Kinds::INT,
            ScalarKind::Uint => Kinds::UINT,
            ScalarKind::Bool => Kinds::BOOL,
        }
    }
}

impl Prototype {
    /// Whether it takes or returns whole arrays of any length as values, whose lengths depend on each other.
    #[must_use]
    pub fn has_array_values(&self) -> bool {
        let is_array = |ty| matches!(ty, BuiltinType::AnyArray(_));
        self.parameters.iter().any(|it| it.mode != ParameterMode::Memory && is_array(it.ty.at(0)))
    }

    /// The type of parameter `index` in overload number `instance`; void if there is no such parameter.
    #[must_use]
    pub fn parameter_type(&self, index: usize, instance: impl Into<RowInstance>) -> BuiltinType {
        let instance = instance.into();
        self.parameters.get(index).map_or(BuiltinType::Void, |parameter| parameter.ty.at(instance))
    }

    /// The parameter that argument `index` is for; the last one stands for all further arguments if it is `...`.
    #[must_use]
    pub fn parameter(&self, index: usize) -> Option<&'static Parameter> {
        let last = || self.parameters.last().filter(|parameter| parameter.mode == ParameterMode::Rest);
        self.parameters.get(index).or_else(last)
    }

    /// The number of parameters without `...`.
    #[must_use]
    pub fn fixed_count(&self) -> usize {
        self.parameters.iter().filter(|parameter| parameter.mode != ParameterMode::Rest).count()
    }

    /// Whether a call may have this many arguments.
    #[must_use]
    pub fn takes(&self, count: usize) -> bool {
        let fixed = self.fixed_count();
        count == fixed || (count > fixed && fixed < self.parameters.len())
    }

    /// The result type of overload number `instance`.
    #[must_use]
    pub fn result_type(&self, instance: impl Into<RowInstance>) -> BuiltinType {
        let instance = instance.into();
        self.result.at(instance)
    }

    /// The element kind that selects the recipe: that of the first parameter whose type is a set, else of the first
    /// parameter, else of the result.
    #[must_use]
    pub fn element_kind(&self, instance: impl Into<RowInstance>) -> Kinds {
        let instance = instance.into();
        let generic = self.parameters.iter().find(|parameter| matches!(parameter.ty, TypeRef::Set(_)));
        let chosen = generic.or(self.parameters.first()).map_or(self.result, |parameter| parameter.ty);
        Kinds::of(chosen.at(instance))
    }

    /// The recipe of overload number `instance` if no condition holds. The generator makes sure that there is one.
    #[must_use]
    pub fn recipe(&self, instance: impl Into<RowInstance>) -> Option<&'static Recipe> {
        let instance = instance.into();
        self.recipe_where(instance, |_| false)
    }

    /// The recipe of overload number `instance`, given which conditions hold.
    #[must_use]
    pub fn recipe_where(
        &self,
        instance: impl Into<RowInstance>,
        holds: impl Fn(&Condition) -> bool,
    ) -> Option<&'static Recipe> {
        let instance = instance.into();
        let fits =
            |recipe: &&Recipe| recipe.kinds == Kinds::ALL || recipe.kinds.intersects(self.element_kind(instance));
        self.recipes.iter().filter(fits).find(|recipe| recipe.conditions.iter().all(&holds))
    }
}

impl Prototype {
    /// Whether overload number `row` stands for vectors of any length (GL_EXT_long_vector, chapter 8). Matrices have at
    /// most four columns and rows, so nothing that takes or returns one does.
    #[must_use]
    pub fn has_long_form(&self, row: u16) -> bool {
        let types = || self.parameters.iter().map(|parameter| parameter.ty).chain([self.result]);
        types().any(|ty| ty.has_long_form(row)) && !types().any(|ty| matches!(ty.at(row), BuiltinType::Matrix { .. }))
    }

    /// The parameter whose type the result of overload number `instance` has, if the row leaves the type open.
    #[must_use]
    pub fn result_parameter(&self, instance: impl Into<RowInstance>) -> Option<usize> {
        let instance = instance.into();
        let BuiltinType::Family(_) = self.result.at(instance) else { return None };
        let recipe = self.recipe(instance)?;
        let Some(Operand::Step(step)) = recipe.result else { return None };
        match recipe.steps.get(usize::from(step))?.ty {
            StepType::Parameter(index) => Some(index.into()),
            _ => None,
        }
    }
}

impl Variable {
    /// Whether the row states the whole type: a shader may size an unsized array.
    #[must_use]
    pub const fn has_own_type(&self) -> bool {
        !matches!(self.ty, BuiltinType::AnyArray(_))
    }

    /// Whether the shader writes it.
    #[must_use]
    pub const fn is_output(&self) -> bool {
        matches!(self.storage, spirv::StorageClass::Output)
    }
}

impl TypeFamilyKind {
    /// The GLSL name.
    #[must_use]
    pub fn name(self) -> &'static str {
        TYPE_FAMILIES.iter().find(|row| row.kind == self).map_or("", |row| row.name)
    }
}

/// How a call accesses the memory or the image passed to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accesses {
    /// Reads it.
    pub reads: bool,
    /// Writes it.
    pub writes: bool,
}

impl Prototype {
    /// The core instructions of overload number `instance`, in order.
    pub fn opcodes(&self, instance: impl Into<RowInstance>) -> impl Iterator<Item = spirv::Op> {
        let instance = instance.into();
        let steps = self.recipe(instance).map_or(&[][..], |recipe| recipe.steps);
        steps.iter().filter_map(|step| match step.instruction {
            Instruction::Core(opcode) => Some(opcode),
            _ => None,
        })
    }

    /// How overload number `instance` accesses its `memory` and `image` arguments.
    #[must_use]
    pub fn accesses(&self, instance: impl Into<RowInstance>) -> Accesses {
        let instance = instance.into();
        use spirv::Op;
        let mut accesses = Accesses::default();
        for opcode in self.opcodes(instance) {
            let (reads, writes) = match opcode {
                Op::AtomicLoad | Op::ImageRead | Op::ImageSparseRead => (true, false),
                Op::AtomicStore | Op::ImageWrite => (false, true),
                _ if is_atomic(opcode) => (true, true),
                _ => match matrix_instruction(opcode) {
                    Some(row) => (row.accesses.reads, row.accesses.writes),
                    None => (false, false),
                },
            };
            accesses.reads |= reads;
            accesses.writes |= writes;
        }
        accesses
    }
}

/// Whether an instruction is an atomic one that reads and writes. Compares numbers for speed: this runs for every call
/// of a built-in.
fn is_atomic(opcode: spirv::Op) -> bool {
    use spirv::Op;
    let number = opcode as u32;
    (Op::AtomicExchange as u32..=Op::AtomicXor as u32).contains(&number)
        || matches!(
            opcode,
            Op::AtomicFlagTestAndSet | Op::AtomicFlagClear | Op::AtomicFAddEXT | Op::AtomicFMinEXT | Op::AtomicFMaxEXT
        )
}

impl Gate {
    /// Whether the language version is new enough.
    #[must_use]
    pub fn version_allows(&self, es: bool, version: u16) -> bool {
        let first = if es { self.es } else { self.desktop };
        first.is_some_and(|first| version >= first)
    }

    /// Whether the extensions that are on, or the language version itself, provide the name.
    #[must_use]
    pub fn extensions_allow(&self, es: bool, version: u16, on: &ExtensionSet) -> bool {
        let core = if es { self.core_es } else { self.core_desktop };
        self.extensions.is_empty()
            || core.is_some_and(|core| version >= core)
            || self.extensions.iter().any(|all| all.iter().all(|id| on.contains(*id)))
    }
}

/// Every overload: function, prototype, overload number.
pub fn overloads() -> impl Iterator<Item = (&'static Function, &'static Prototype, u16)> {
    FUNCTIONS.iter().flat_map(|function| {
        function
            .prototypes
            .iter()
            .flat_map(move |prototype| (0..prototype.instances).map(move |instance| (function, prototype, instance)))
    })
}

/// How many overloads there are.
#[must_use]
pub fn overload_count() -> usize {
    FUNCTIONS.iter().flat_map(|function| function.prototypes).map(|prototype| usize::from(prototype.instances)).sum()
}

/// An overload as a GLSL programmer writes it: `float subgroupAdd(float value)`.
#[must_use]
pub fn glsl_signature(name: &str, prototype: &Prototype, instance: impl Into<RowInstance>) -> String {
    let instance = instance.into();
    let mut text = format!("{} {name}(", prototype.result_type(instance));
    for (index, parameter) in prototype.parameters.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        let mode = match parameter.mode {
            super::ParameterMode::Out => "out ",
            super::ParameterMode::InOut | super::ParameterMode::Memory => "inout ",
            super::ParameterMode::Rest => {
                let _ = write!(text, "{separator}...");
                continue;
            }
            super::ParameterMode::In
            | super::ParameterMode::Image
            | super::ParameterMode::Interpolant
            | super::ParameterMode::Located(_)
            | super::ParameterMode::Object => "",
        };
        let ty = prototype.parameter_type(index, instance);
        // Writing to a string can't fail.
        let _ = match ty {
            BuiltinType::Array(element, length) => {
                write!(text, "{separator}{mode}{element} {}[{length}]", parameter.name)
            }
            _ => write!(text, "{separator}{mode}{ty} {}", parameter.name),
        };
    }
    text.push(')');
    text
}

#[cfg(test)]
mod tests {
    use super::is_atomic;
    use spirv::Op;

    #[test]
    fn atomic_instructions_are_known_by_their_names() {
        for opcode in (0..=u32::from(u16::MAX)).filter_map(Op::from_u32) {
            let only_one_way = matches!(opcode, Op::AtomicLoad | Op::AtomicStore);
            assert_eq!(is_atomic(opcode), format!("{opcode:?}").starts_with("Atomic") && !only_one_way, "{opcode:?}");
        }
    }
}
