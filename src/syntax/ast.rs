//! The abstract syntax tree: what the source says, before names and types mean anything.
//!
//! Comes in: what the parser read. Goes out: nodes that `sema` walks. Must not depend on: tokens, declared names.
//!
//! Expressions live in one [`Arena`] and refer to each other by [`Handle`], so that a chain of a hundred thousand
//! operators is dropped, copied and walked without recursion. Spans of expressions are the arena's spans.
//! Node names follow the grammar of GLSL 4.60, chapter 9.

use crate::arena::{Arena, Handle};
use crate::builtins::ExtensionSet;
use crate::preprocess::{FloatSuffix, IntegerSuffix};
use crate::source::{Span, Symbol};
use smallvec::SmallVec;

/// A name with its span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Name {
    /// The interned text.
    pub symbol: Symbol,
    /// Where it is written.
    pub span: Span,
}

/// A whole shader (grammar: `translation_unit`).
#[derive(Debug, Default)]
pub struct TranslationUnit {
    /// The declarations in source order.
    pub declarations: Vec<ExternalDeclaration>,
    /// Every expression of the shader.
    pub expressions: Arena<Expression>,
    /// What [`List`]s refer to.
    pub lists: Vec<Handle<Expression>>,
}

impl TranslationUnit {
    /// The expressions of a list.
    #[must_use]
    pub fn list(&self, list: List) -> &[Handle<Expression>] {
        let start = list.start as usize;
        self.lists.get(start..start + list.count as usize).unwrap_or_default()
    }
}

/// Some expressions in order: a range of [`TranslationUnit::lists`], which takes less memory and time than a vector for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// Where it starts.
    pub(super) start: u32,
    /// How many there are.
    pub(super) count: u32,
}

impl List {
    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.count == 0
    }
}

/// Grammar: `external_declaration`, plus the marks that `#extension` leaves.
#[derive(Debug)]
pub enum ExternalDeclaration {
    /// A function with its body.
    Function(FunctionDefinition),
    /// Any other declaration.
    Declaration(Declaration),
    /// From here on these extensions are on.
    Extensions(ExtensionState),
}

/// The extensions in force from some point of the source on.
#[derive(Clone, Debug)]
pub struct ExtensionState {
    /// Those that may be used.
    pub enabled: ExtensionSet,
    /// Those whose use warns.
    pub warn: ExtensionSet,
}

/// Grammar: `function_definition`.
#[derive(Debug)]
pub struct FunctionDefinition {
    /// The head.
    pub prototype: FunctionPrototype,
    /// The body.
    pub body: Block,
    /// Bracketed attributes before the function, such as `[[subgroup_uniform_control_flow]]`.
    pub attributes: Vec<Attribute>,
    /// How many expressions the body has.
    pub expression_count: usize,
}

/// Grammar: `function_prototype`.
#[derive(Debug)]
pub struct FunctionPrototype {
    /// Result type with its qualifiers.
    pub result: FullType,
    /// The function's name.
    pub name: Name,
    /// The parameters; `(void)` gives none.
    pub parameters: Vec<ParameterDeclaration>,
    /// From the result type to the closing parenthesis.
    pub span: Span,
}

/// Grammar: `parameter_declaration`.
#[derive(Debug)]
pub struct ParameterDeclaration {
    /// Type and qualifiers.
    pub ty: FullType,
    /// The name, if one is given.
    pub name: Option<Name>,
    /// Array sizes after the name.
    pub dimensions: Dimensions,
    /// The whole parameter.
    pub span: Span,
}

/// Grammar: `declaration`.
#[derive(Debug)]
pub enum Declaration {
    /// `init_declarator_list`, also a lone structure definition (then `declarators` is empty).
    Variables {
        /// Type and qualifiers.
        ty: FullType,
        /// The declared names.
        declarators: Declarators,
        /// The whole declaration.
        span: Span,
    },
    /// An interface block.
    Block(BlockDeclaration),
    /// `function_prototype ;`
    Prototype(FunctionPrototype),
    /// `precision highp float;`
    Precision {
        /// `lowp`, `mediump` or `highp`.
        precision: Precision,
        /// The type it applies to.
        ty: TypeSpecifier,
        /// The whole statement.
        span: Span,
    },
    /// `type_qualifier ;` and `type_qualifier IDENTIFIER, ... ;`: `layout(local_size_x = 64) in;`, `precise x;`
    Qualifiers {
        /// The qualifiers.
        qualifiers: Qualifiers,
        /// The names they are added to, if any.
        names: Vec<Name>,
        /// The whole declaration.
        span: Span,
    },
}

/// One declared variable (grammar: `single_declaration` and its list form).
#[derive(Debug)]
pub struct Declarator {
    /// The name.
    pub name: Name,
    /// Array sizes after the name.
    pub dimensions: Dimensions,
    /// The initializer, an [`Expression::InitializerList`] when written in braces.
    pub initializer: Option<Handle<Expression>>,
}

/// An interface block.
#[derive(Debug)]
pub struct BlockDeclaration {
    /// `layout(...)`, the storage qualifier, memory qualifiers.
    pub qualifiers: Qualifiers,
    /// The block name. For a buffer reference it is also a type name.
    pub name: Name,
    /// The members.
    pub members: Vec<MemberDeclaration>,
    /// The instance name.
    pub instance: Option<Name>,
    /// Array sizes after the instance name.
    pub dimensions: Dimensions,
    /// The whole declaration.
    pub span: Span,
    /// `buffer_reference` forward declaration: `layout(buffer_reference) buffer Name;`
    pub forward: bool,
}

/// Grammar: `struct_declaration`, one type with its declarators.
#[derive(Debug)]
pub struct MemberDeclaration {
    /// Type and qualifiers.
    pub ty: FullType,
    /// The declared members.
    pub declarators: Declarators,
    /// The whole declaration.
    pub span: Span,
}

/// Grammar: `fully_specified_type`.
#[derive(Debug)]
pub struct FullType {
    /// Qualifiers in source order.
    pub qualifiers: Qualifiers,
    /// The type.
    pub specifier: TypeSpecifier,
}

/// Grammar: `type_specifier`.
#[derive(Debug)]
pub struct TypeSpecifier {
    /// The type before array sizes.
    pub base: BaseType,
    /// Type parameters in angle brackets: `coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA>`.
    pub arguments: Vec<TypeArgument>,
    /// Array sizes, outermost first as written.
    pub dimensions: Dimensions,
    /// Where it is written.
    pub span: Span,
}

/// Grammar: `type_parameter_specifier_element` (GL_KHR_cooperative_matrix, 9).
#[derive(Debug)]
pub enum TypeArgument {
    /// A type that can be recognized by its words alone. The name of a structure is an [`Expression::Identifier`].
    Type(Box<TypeSpecifier>),
    /// Anything else.
    Expression(Handle<Expression>),
}

impl TypeSpecifier {
    /// A name without sizes and arguments.
    #[must_use]
    pub const fn named(name: Name) -> Self {
        let Name { symbol, span } = name;
        Self { base: BaseType::Named(symbol), arguments: Vec::new(), dimensions: Dimensions::new_const(), span }
    }
}

/// The type before array sizes.
#[derive(Debug)]
pub enum BaseType {
    /// A built-in or user-defined type name.
    Named(Symbol),
    /// `struct Name { ... }`
    Struct(Box<StructSpecifier>),
    /// `layout(buffer_reference) buffer { ... }`: the members (GL_EXT_structured_descriptor_heap). The qualifiers are those
    /// of the declaration.
    Block(Vec<MemberDeclaration>),
    /// `spirv_type(...)` (GL_EXT_spirv_intrinsics).
    Spirv(Vec<SpirvArgument>),
}

/// Grammar: `struct_specifier`.
#[derive(Debug)]
pub struct StructSpecifier {
    /// The structure's name, if it has one.
    pub name: Option<Name>,
    /// The members.
    pub members: Vec<MemberDeclaration>,
}

/// One `[size]` or `[]`.
#[derive(Clone, Copy, Debug)]
pub struct Dimension {
    /// The size; `None` for `[]`.
    pub size: Option<Handle<Expression>>,
    /// The brackets.
    pub span: Span,
}

/// Array sizes, outermost first. Most arrays have one.
pub type Dimensions = SmallVec<[Dimension; 1]>;

/// What a declaration declares. Most declare one variable.
pub type Declarators = SmallVec<[Declarator; 1]>;

/// The qualifiers of a declaration, in order.
pub type Qualifiers = SmallVec<[Qualifier; 1]>;

/// One qualifier word, or one `layout(...)`.
#[derive(Debug)]
pub struct Qualifier {
    /// Which.
    pub kind: QualifierKind,
    /// Where.
    pub span: Span,
}

/// Grammar: `single_type_qualifier`.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum QualifierKind {
    Const,
    In,
    Out,
    InOut,
    Uniform,
    Buffer,
    Shared,
    Centroid,
    Sample,
    Patch,
    Smooth,
    Flat,
    NoPerspective,
    Invariant,
    Precise,
    Precision(Precision),
    Coherent,
    DeviceCoherent,
    QueueFamilyCoherent,
    WorkgroupCoherent,
    SubgroupCoherent,
    ShaderCallCoherent,
    NonPrivate,
    /// `nontemporal`
    NonTemporal,
    Volatile,
    Restrict,
    ReadOnly,
    WriteOnly,
    /// `nonuniformEXT`
    NonUniform,
    Layout(Vec<LayoutQualifier>),
    /// `subgroupuniformEXT`
    SubgroupUniform,
    /// A `spirv_...` word with the contents of its parentheses.
    Spirv(SpirvQualifier),
    /// A qualifier that some extension adds and later stages know by name (`taskPayloadSharedEXT`).
    Other(Symbol),
}

/// A `spirv_...` word with the contents of its parentheses.
#[derive(Debug)]
pub struct SpirvQualifier {
    /// The word.
    pub word: SpirvWord,
    /// The contents of the parentheses.
    pub arguments: Vec<SpirvArgument>,
    /// The whole word and its parentheses.
    pub span: Span,
}

/// The qualifier words of GL_EXT_spirv_intrinsics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SpirvWord {
    Instruction,
    ExecutionMode,
    ExecutionModeId,
    Decorate,
    DecorateId,
    DecorateString,
    StorageClass,
    ByReference,
    Literal,
}

impl SpirvWord {
    /// Every word with its spelling.
    const ALL: [(Self, &'static str); 9] = [
        (Self::Instruction, "spirv_instruction"),
        (Self::ExecutionMode, "spirv_execution_mode"),
        (Self::ExecutionModeId, "spirv_execution_mode_id"),
        (Self::Decorate, "spirv_decorate"),
        (Self::DecorateId, "spirv_decorate_id"),
        (Self::DecorateString, "spirv_decorate_string"),
        (Self::StorageClass, "spirv_storage_class"),
        (Self::ByReference, "spirv_by_reference"),
        (Self::Literal, "spirv_literal"),
    ];

    /// The word as it is written.
    #[must_use]
    pub fn spelling(self) -> &'static str {
        Self::ALL.iter().find(|(word, _)| *word == self).map_or("", |(_, spelling)| spelling)
    }

    /// The word with this spelling.
    #[must_use]
    pub fn from_spelling(text: &str) -> Option<Self> {
        // Every qualifier is looked for, and hardly any is one of these.
        if !text.starts_with("spirv_") {
            return None;
        }
        Self::ALL.iter().find(|(_, spelling)| *spelling == text).map(|(word, _)| *word)
    }

    /// Whether parentheses follow the word.
    #[must_use]
    pub const fn takes_arguments(self) -> bool {
        !matches!(self, Self::ByReference | Self::Literal)
    }

    /// Whether expressions can be decorated with it, too.
    #[must_use]
    pub const fn decorates(self) -> bool {
        matches!(self, Self::Decorate | Self::DecorateId | Self::DecorateString)
    }
}

/// What is between the commas of a `spirv_...` word (GL_EXT_spirv_intrinsics, 9).
#[derive(Debug)]
pub struct SpirvArgument {
    /// Which form.
    pub kind: SpirvArgumentKind,
    /// Where.
    pub span: Span,
}

/// Forms of argument of a `spirv_...` word.
#[derive(Debug)]
pub enum SpirvArgumentKind {
    /// `capabilities = [1, 2]`
    List {
        /// The word before `=`.
        name: Name,
        /// The contents of the brackets.
        items: Vec<Handle<Expression>>,
    },
    /// `id = 1`
    Named {
        /// The word before `=`.
        name: Name,
        /// What follows it.
        value: Handle<Expression>,
    },
    /// `spirv_id 1`, in `spirv_type` only.
    Id(Handle<Expression>),
    /// A type, in `spirv_type` only.
    Type(Box<TypeSpecifier>),
    /// Any other value. A name may turn out to be a type.
    Value(Handle<Expression>),
}

/// Precision words (GLSL 4.60, 4.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Precision {
    Low,
    Medium,
    High,
}

impl Precision {
    /// Its keyword.
    pub const fn word(self) -> &'static str {
        match self {
            Precision::Low => "lowp",
            Precision::Medium => "mediump",
            Precision::High => "highp",
        }
    }
}

/// Grammar: `layout_qualifier_id`.
#[derive(Clone, Copy, Debug)]
pub struct LayoutQualifier {
    /// The identifier.
    pub name: Name,
    /// The value after `=`.
    pub value: Option<Handle<Expression>>,
}

/// `[[name]]` or `[[name(argument)]]` (GL_EXT_control_flow_attributes).
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The attribute's name.
    pub name: Name,
    /// Its arguments.
    pub arguments: List,
}

/// Statements in order (grammar: `compound_statement`, `statement_list`).
#[derive(Debug, Default)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Statement>,
    /// From the opening to the closing brace.
    pub span: Span,
}

/// Grammar: `statement`.
#[derive(Debug)]
pub struct Statement {
    /// Which.
    pub kind: StatementKind,
    /// Where.
    pub span: Span,
    /// `[[unroll]]` and the like, before a selection, switch or loop.
    pub attributes: Box<[Attribute]>,
}

/// Kinds of statement. What is larger than an expression is boxed: there are as many as the source has.
#[derive(Debug)]
pub enum StatementKind {
    /// `;`
    Empty,
    /// `{ ... }`, a scope of its own.
    Block(Box<Block>),
    /// A local declaration.
    Declaration(Box<Declaration>),
    /// An expression for its effects.
    Expression(Handle<Expression>),
    /// A whole `if ... else if ... else` chain, flattened so that long chains do not nest.
    If(Box<If>),
    /// `switch`.
    Switch(Box<Switch>),
    /// `while`.
    While(Box<While>),
    /// `do ... while`.
    DoWhile(Box<DoWhile>),
    /// `for`.
    For(Box<For>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `discard;`, `demote;`, `terminateInvocation;` by name.
    Discard(Symbol),
    /// `return;` or `return value;`
    Return(Option<Handle<Expression>>),
    /// `#extension` took effect here.
    Extensions(Box<ExtensionState>),
}

/// A chain of `if ... else if ... else`.
#[derive(Debug)]
pub struct If {
    /// Conditions with the statements they guard; at least one.
    pub branches: SmallVec<[Branch; 1]>,
    /// The last `else`.
    pub otherwise: Option<Block>,
}

/// `switch`
#[derive(Debug)]
pub struct Switch {
    /// The selector.
    pub selector: Handle<Expression>,
    /// The statements between the braces, with the labels among them.
    pub body: Vec<SwitchItem>,
}

/// `while`
#[derive(Debug)]
pub struct While {
    /// The condition, which may declare a variable.
    pub condition: Condition,
    /// The body.
    pub body: Block,
}

/// `do ... while`
#[derive(Debug)]
pub struct DoWhile {
    /// The body.
    pub body: Block,
    /// The condition.
    pub condition: Handle<Expression>,
}

/// `for`
#[derive(Debug)]
pub struct For {
    /// The first part, a declaration, an expression or nothing.
    pub init: Option<Statement>,
    /// The second part.
    pub condition: Option<Condition>,
    /// The third part.
    pub step: Option<Handle<Expression>>,
    /// The body.
    pub body: Block,
}

/// One `if (condition) body` of a chain.
#[derive(Debug)]
pub struct Branch {
    /// The condition.
    pub condition: Handle<Expression>,
    /// What it guards.
    pub body: Block,
}

/// Grammar: `condition`.
#[derive(Debug)]
pub enum Condition {
    /// An expression.
    Expression(Handle<Expression>),
    /// `bool b = f()`: a declaration whose value decides.
    Declaration(Box<DeclaredCondition>),
}

/// A variable whose value is the condition of a loop.
#[derive(Debug)]
pub struct DeclaredCondition {
    /// Type and qualifiers.
    pub ty: FullType,
    /// The variable, with its initializer.
    pub declarator: Declarator,
}

/// A label or a statement inside `switch`.
#[derive(Debug)]
pub enum SwitchItem {
    /// `case value:`
    Case(Handle<Expression>, Span),
    /// `default:`
    Default(Span),
    /// A statement.
    Statement(Statement),
}

/// Grammar: `expression` and everything below it. There are nearly as many as tokens, so what is large and rare is boxed.
#[derive(Debug)]
pub enum Expression {
    /// A literal.
    Literal(Literal),
    /// A variable's name.
    Identifier(Symbol),
    /// `left op right` for the operators that do not assign.
    Binary {
        /// The operator.
        op: BinaryOperator,
        /// Its span, for messages.
        op_span: Span,
        /// Left operand.
        left: Handle<Expression>,
        /// Right operand.
        right: Handle<Expression>,
    },
    /// `op operand`.
    Unary {
        /// The operator.
        op: UnaryOperator,
        /// The operand.
        operand: Handle<Expression>,
    },
    /// `operand++`, `--operand` and so on.
    Increment {
        /// Whether it adds or subtracts one.
        decrement: bool,
        /// Whether the operator follows the operand.
        postfix: bool,
        /// The operand, a place.
        operand: Handle<Expression>,
    },
    /// `place = value`, or `place op= value`.
    Assign {
        /// The operator of a compound assignment.
        op: Option<BinaryOperator>,
        /// The operator's span, for messages.
        op_span: Span,
        /// What is written.
        place: Handle<Expression>,
        /// What is assigned.
        value: Handle<Expression>,
    },
    /// `condition ? accept : reject`.
    Conditional {
        /// The condition.
        condition: Handle<Expression>,
        /// The value if it is true.
        accept: Handle<Expression>,
        /// The value if it is false.
        reject: Handle<Expression>,
    },
    /// `left, right`.
    Sequence {
        /// Evaluated first, value dropped.
        left: Handle<Expression>,
        /// The value.
        right: Handle<Expression>,
    },
    /// `name(arguments)`: only later stages can distinguish functions and types.
    Call {
        /// The function or the type.
        name: Name,
        /// The arguments.
        arguments: List,
    },
    /// `type(arguments)`, where the type has array sizes or parameters in angle brackets.
    Construct {
        /// The type.
        ty: Box<TypeSpecifier>,
        /// The arguments.
        arguments: List,
    },
    /// `(type) operand` (GL_NV_explicit_typecast).
    Cast {
        /// The contents of the parentheses.
        ty: Box<TypeSpecifier>,
        /// What is converted.
        operand: Handle<Expression>,
    },
    /// `spirv_decorate(...)(operand)` and similar (GL_EXT_spirv_intrinsics, 4.14).
    Decorated {
        /// Which decoration, with the contents of its parentheses.
        decoration: Box<SpirvQualifier>,
        /// The contents of the second parentheses.
        arguments: List,
    },
    /// `base.length()` and other methods.
    Method {
        /// The object.
        base: Handle<Expression>,
        /// What is called.
        call: Box<MethodCall>,
    },
    /// `base.member` or a swizzle.
    Member {
        /// The object.
        base: Handle<Expression>,
        /// The member or the swizzle letters.
        name: Name,
    },
    /// `base[index]`.
    Index {
        /// The object.
        base: Handle<Expression>,
        /// The index.
        index: Handle<Expression>,
    },
    /// `{ a, b, c }`, only in initializers.
    InitializerList(List),
    /// Something the parser could not read; it has been reported.
    Error,
}

/// `.name(arguments)`
#[derive(Clone, Copy, Debug)]
pub struct MethodCall {
    /// The method's name.
    pub name: Name,
    /// The arguments.
    pub arguments: List,
}

/// A literal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Integer {
        /// Two's complement value in 64 bits.
        bits: u64,
        /// The suffix.
        suffix: IntegerSuffix,
        /// Whether it was written in octal or hexadecimal.
        radix_prefixed: bool,
    },
    /// A floating-point number.
    Float {
        /// The value.
        value: f64,
        /// The suffix.
        suffix: FloatSuffix,
    },
    /// A string.
    String(Symbol),
}

/// Binary operators, assignment excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOperator {
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    LogicalAnd,
    LogicalXor,
    LogicalOr,
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum UnaryOperator {
    Plus,
    Negate,
    LogicalNot,
    BitNot,
}
