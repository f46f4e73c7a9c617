//! The checked content of the files: every name resolved, every set expanded, ready to print.
//!
//! Comes in: what the parser and the checks found. Goes out: plain data for the printer. Must not depend on: the text
//! format.

use super::gate::Gate;
use super::glsl_type::Type;

/// Everything the tables hold, each list sorted by name.
#[derive(Debug, Default)]
pub struct Model {
    /// Rows of EXTENSIONS.
    pub extensions: Vec<Extension>,
    /// Rows of FUNCTIONS: name and prototypes.
    pub functions: Vec<(String, Vec<Prototype>)>,
    /// Rows of VALUES: name and prototypes.
    pub values: Vec<(String, Vec<Prototype>)>,
    /// Rows of OPERATIONS: name and prototypes.
    pub operations: Vec<(String, Vec<Prototype>)>,
    /// Rows of VARIABLES.
    pub variables: Vec<Variable>,
    /// Rows of CONSTANTS.
    pub constants: Vec<Constant>,
    /// Rows of TYPES: name, type, gate.
    pub types: Vec<(String, Type, Gate)>,
    /// Rows of TYPE_FAMILIES.
    pub families: Vec<Family>,
}

impl Model {
    /// Leaves out the doc lines.
    pub fn forget_docs(&mut self) {
        let named = self.functions.iter_mut().chain(&mut self.values).chain(&mut self.operations);
        let prototypes = named.flat_map(|(_, prototypes)| prototypes).map(|it| &mut it.doc);
        let others = self.extensions.iter_mut().map(|it| &mut it.doc);
        let variables = self.variables.iter_mut().map(|it| &mut it.doc);
        let constants = self.constants.iter_mut().map(|it| &mut it.doc);
        let families = self.families.iter_mut().map(|it| &mut it.doc);
        prototypes.chain(others).chain(variables).chain(constants).chain(families).for_each(String::clear);
    }
}

/// A row of TYPE_FAMILIES.
#[derive(Debug)]
pub struct Family {
    /// Its name.
    pub name: String,
    /// Variant of TypeFamilyKind.
    pub kind: String,
    /// Name, variant of TypeParameterKind, default.
    pub parameters: Vec<(String, &'static str, Option<u32>)>,
    /// Its gate.
    pub gate: Gate,
    /// Its doc line.
    pub doc: String,
    /// Its section.
    pub section: String,
}

/// A row of EXTENSIONS.
#[derive(Debug)]
pub struct Extension {
    /// Its name.
    pub name: String,
    /// First desktop version.
    pub desktop: Option<u16>,
    /// First ESSL version.
    pub es: Option<u16>,
    /// What it enables, transitively.
    pub enables: Vec<usize>,
    /// Its doc line.
    pub doc: String,
}

/// A prototype.
#[derive(Debug)]
pub struct Prototype {
    /// The result.
    pub result: TypeRef,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// How many overloads it stands for.
    pub instances: usize,
    /// Its gate.
    pub gate: Gate,
    /// Its recipes.
    pub recipes: Vec<Recipe>,
    /// Its doc line.
    pub doc: String,
    /// Its section.
    pub section: String,
    /// The newer equivalent.
    pub replace: String,
    /// Whether a call of it ends the shader.
    pub terminator: bool,
}

/// A type or a list of types, one per instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeRef {
    /// Always this type.
    Fixed(Type),
    /// One type per instance.
    Set(Vec<Type>),
}

impl TypeRef {
    /// The type in an instance.
    pub fn at(&self, instance: usize) -> Option<&Type> {
        match self {
            TypeRef::Fixed(ty) => Some(ty),
            TypeRef::Set(types) => types.get(instance),
        }
    }
}

/// A parameter; mode and rule are Rust variant names.
#[derive(Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeRef,
    /// Variant of ParameterMode.
    pub mode: &'static str,
    /// Variant of ConstantRule.
    pub constant: Option<&'static str>,
    /// A Rust expression of type Lint.
    pub lint: Option<String>,
}

/// A recipe; operands and instructions are Rust expressions.
#[derive(Debug)]
pub struct Recipe {
    /// Bits of the element kinds.
    pub kinds: u16,
    /// Rust expressions of type Condition.
    pub conditions: Vec<String>,
    /// Capabilities of the row.
    pub capabilities: Vec<String>,
    /// Those of them that the grammar need not know.
    pub extra_capabilities: Vec<String>,
    /// SPIR-V extensions of the row.
    pub spirv_extensions: Vec<String>,
    /// The instructions.
    pub steps: Vec<Step>,
    /// The result, a Rust expression of type Operand.
    pub result: Option<String>,
    /// Values for `out` parameters.
    pub outputs: Vec<(usize, String)>,
}

/// An instruction of a recipe; the strings are Rust expressions.
#[derive(Debug)]
pub struct Step {
    /// Of type Instruction.
    pub instruction: String,
    /// Its type.
    pub ty: StepType,
    /// Each of type Operand.
    pub operands: Vec<String>,
    /// Bit, Rust name of the image operand, arguments.
    pub image_operands: Vec<(u32, &'static str, Vec<String>)>,
}

/// The type of a step.
#[derive(Debug)]
pub enum StepType {
    /// No result.
    Void,
    /// The result type of the function.
    Result,
    /// A variant with a parameter number: Parameter, ImageOf, TexelPointer.
    Of(&'static str, usize),
    /// A type.
    Type(TypeRef),
    /// A structure of values.
    Structure(Vec<TypeRef>),
    /// Residency code and texel.
    Residency(TypeRef),
    /// Pointer to a texel that is taken as another type.
    TexelPointerAs(TypeRef),
}

/// A variable.
#[derive(Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Name of the SPIR-V built-in.
    pub builtin: String,
    /// Rust name of the storage class.
    pub storage: &'static str,
    /// Rust name of the rate, if the row sets one.
    pub rate: Option<&'static str>,
    /// Whether there is one for each view.
    pub per_view: bool,
    /// Rust name of what its elements count, if the row says so.
    pub counts: Option<&'static str>,
    /// Component of the SPIR-V variable.
    pub component: Option<u32>,
    /// The newer equivalent.
    pub replace: String,
    /// Its gate.
    pub gate: Gate,
    /// Its doc line.
    pub doc: String,
    /// Its section.
    pub section: String,
}

/// A constant.
#[derive(Debug)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its components.
    pub value: Vec<i64>,
    /// Its gate.
    pub gate: Gate,
    /// Its doc line.
    pub doc: String,
    /// Its section.
    pub section: String,
}
