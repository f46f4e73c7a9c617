//! What the parser produces from a `*.builtins` file: names are not resolved yet.
//!
//! Comes in: words and numbers from the parser. Goes out: rows in the order of the file. Must not depend on: whether a
//! name means anything.

use super::Position;

/// A name and where it was written.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where.
    pub position: Position,
}

/// An `extension` item.
#[derive(Debug)]
pub struct Extension {
    /// Its name.
    pub name: Name,
    /// `version`: first desktop version.
    pub desktop: Option<u16>,
    /// `version ... es`: first ESSL version.
    pub es: Option<u16>,
    /// `enables`.
    pub enables: Vec<Name>,
    /// `doc`.
    pub doc: String,
}

/// A `set` item.
#[derive(Debug)]
pub struct Set {
    /// Its name.
    pub name: Name,
    /// Gate lines of the set.
    pub attributes: Vec<Attribute>,
    /// What it holds.
    pub body: SetBody,
}

/// What a set holds.
#[derive(Debug)]
pub enum SetBody {
    /// `a, b * 3`: types in order.
    Types(Vec<TypeName>),
    /// `a | b`: alternatives, each a set or a type.
    Union(Vec<Name>),
}

/// A type or set name, perhaps with an array length.
#[derive(Clone, Debug)]
pub struct TypeName {
    /// The name.
    pub name: Name,
    /// `[N]`
    pub length: Option<u32>,
}

/// A gate line.
#[derive(Clone, Debug)]
pub enum Attribute {
    /// `version`
    Version { desktop: Option<u16>, es: Option<u16> },
    /// `core`
    Core { desktop: Option<u16>, es: Option<u16> },
    /// `requires`
    Requires(Vec<Vec<Name>>),
    /// `stages`
    Stages(Vec<Name>),
    /// `more_stages`: stages, and the alternatives of extensions that bring them.
    MoreStages(Vec<Name>, Vec<Vec<Name>>),
    /// `spirv`
    Spirv(u16),
    /// `precision`
    Precision(Name),
    /// `capability`
    Capability(Vec<Name>),
    /// `extra_capability`
    ExtraCapability(Vec<Name>),
    /// `spirv_extension`
    SpirvExtension(String),
    /// `block`: the block that variables are members of, and the name of its instance.
    Block(Name, Option<Name>),
    /// `check`: what the analysis does with calls of the functions.
    Check(Name),
}

/// A `section` item.
#[derive(Debug)]
pub struct Section {
    /// The citation, if it gives one of its own.
    pub title: Option<String>,
    /// Its gate lines.
    pub attributes: Vec<Attribute>,
    /// Its rows.
    pub entries: Vec<Entry>,
}

/// What a section holds.
#[derive(Debug)]
pub enum Entry {
    /// A section.
    Section(Section),
    /// A function.
    Function(Function),
    /// A variable.
    Variable(Variable),
    /// A `value` row: a function without parameters that is used without `()`.
    Value(Function),
    /// An `operation` row: a function that only front ends other than GLSL call.
    Operation(Function),
    /// A constant.
    Constant(Constant),
    /// A `type` line.
    Types(Vec<Name>),
    /// A type that takes parameters.
    Family(Family),
}

/// `family Variant name(type component, int scope, int use = 0)`
#[derive(Debug)]
pub struct Family {
    /// The text of `///`.
    pub doc: String,
    /// Variant of TypeFamilyKind.
    pub kind: Name,
    /// The GLSL name.
    pub name: Name,
    /// The parameters.
    pub parameters: Vec<FamilyParameter>,
}

/// A parameter of a [`Family`].
#[derive(Debug)]
pub struct FamilyParameter {
    /// `type`, `int` or `bool`.
    pub kind: Name,
    /// Its name.
    pub name: Name,
    /// The value if it is omitted.
    pub default: Option<u32>,
}

/// A function row.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its doc line; empty to inherit that of the row above.
    pub doc: String,
    /// The result type.
    pub result: TypeName,
    /// The name.
    pub name: Name,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The recipes.
    pub recipes: Vec<Recipe>,
    /// `replace`: the newer equivalent; empty if there is none.
    pub replace: String,
    /// `terminator`: whether a call of it ends the shader.
    pub terminator: bool,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// `@const(...)`
    pub constant: Option<Name>,
    /// `@lint(...)`: the rule and its arguments.
    pub lint: Option<(Name, Vec<LintArgument>)>,
    /// `in`, `out`, `inout`, `memory`, `image` or `interpolant`.
    pub mode: Option<Name>,
    /// The type.
    pub ty: TypeName,
    /// The name.
    pub name: Name,
}

/// An argument of a `@lint` rule.
#[derive(Clone, Debug)]
pub enum LintArgument {
    /// A parameter.
    Name(Name),
    /// A number.
    Number(u32),
    /// A text.
    Text(String),
}

/// A condition of a recipe.
#[derive(Clone, Debug)]
pub enum Condition {
    /// `spirv 1.3`: at least this version.
    Spirv(u16),
    /// `option NAME`
    Option(Name),
    /// `constant(x)`
    Constant(Name),
    /// `equal(x, N)`: a constant of this value.
    Equal(Name, u32),
    /// `below(x, y)`: two constants, the first below the second.
    Below(Name, Name),
}

/// A recipe: its kinds, and its lines.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The element kinds; none means any.
    pub kinds: Vec<Name>,
    /// `when`: all of these must hold.
    pub conditions: Vec<Condition>,
    /// `capability` and `spirv_extension` lines, in place of those of the row.
    pub attributes: Vec<Attribute>,
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line of a recipe.
#[derive(Clone, Debug)]
pub struct Line {
    /// Where it starts.
    pub position: Position,
    /// What it defines.
    pub target: Target,
    /// What it does.
    pub value: Value,
}

/// What a recipe line defines.
#[derive(Clone, Debug)]
pub enum Target {
    /// `=> STEP`: the result of the function, if it has one.
    Arrow,
    /// `STEP` on its own: an instruction without result.
    Nothing,
    /// `return`
    Return,
    /// `name = ...` or `name: TYPE = ...`
    Name(Name, Option<StepType>),
}

/// The right side of a recipe line.
#[derive(Clone, Debug)]
pub enum Value {
    /// An instruction.
    Step {
        /// `OpName`, `ext Name`, or a word.
        instruction: Instruction,
        /// Its operands.
        operands: Vec<Operand>,
        /// Its image operands.
        image_operands: Vec<(Name, Vec<Operand>)>,
    },
    /// An operand.
    Operand(Operand),
}

/// An instruction.
#[derive(Clone, Debug)]
pub enum Instruction {
    /// `OpName`
    Core(Name),
    /// `each OpName`
    Each(Name),
    /// `ext Name`
    Ext(Name),
    /// `young OpName Capability`: an instruction that the `spirv` crate does not know yet.
    Young(Name, Name),
    /// `splat` and the other words.
    Word(Name),
}

/// The type of a step.
#[derive(Clone, Debug)]
pub enum StepType {
    /// A type or set.
    Type(TypeName),
    /// `typeof(x)`, `image(x)`, `texel(x)`, `residency(T)`.
    Of(Name, TypeName),
    /// `{T, U}`
    Structure(Vec<TypeName>),
}

/// An operand.
#[derive(Clone, Debug)]
pub enum Operand {
    /// A name.
    Name(Name),
    /// `name.N`
    Member(Name, u32),
    /// `semantics(a, b)`, `element(array, index)`: an operand made from parameters.
    Of(Name, Vec<Name>),
    /// `Kind:A|B`
    Enumerant(Name, Vec<Name>),
    /// `...`: the parameters made by `per`, in order.
    Rest(Position),
    /// `#N`
    Literal(u32),
    /// `3u`
    Uint(u32),
    /// `-1`
    Int(i32),
    /// `0.5`
    Float(f32),
}

/// What may stand before `in` and `out`.
pub const VARIABLE_WORDS: [&str; 5] = ["patch", "perprimitive", "perview", "primitives", "corners"];

/// A variable row.
#[derive(Debug)]
pub struct Variable {
    /// Its doc line.
    pub doc: String,
    /// `in`, `out` or `const`.
    pub storage: Name,
    /// `patch`, `perprimitive`, `perview`, `primitives`, `corners`
    pub words: Vec<Name>,
    /// Its type.
    pub ty: TypeName,
    /// Its name.
    pub name: Name,
    /// The SPIR-V built-in.
    pub builtin: Name,
    /// `.N`
    pub component: Option<u32>,
    /// `replace`
    pub replace: String,
}

/// A constant row.
#[derive(Debug)]
pub struct Constant {
    /// Its doc line.
    pub doc: String,
    /// Its type.
    pub ty: TypeName,
    /// Its name.
    pub name: Name,
    /// Its components.
    pub value: Vec<i64>,
}

/// All files together.
#[derive(Debug, Default)]
pub struct Files {
    /// `extension` items.
    pub extensions: Vec<Extension>,
    /// `set` items.
    pub sets: Vec<Set>,
    /// `section` items.
    pub sections: Vec<Section>,
}
