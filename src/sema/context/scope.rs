//! Names and scopes (GLSL 4.60, 4.2.2).
//!
//! Comes in: declarations in the order of the source. Goes out: what a name means at a place, and for editors an index
//! of all names. Must not depend on: how an entity is used.

use crate::hir::{Constant, Handle, MemoryQualifiers, PlaceRoot, PlaceStep, Span, StorageClass, Struct, Type, Value};
use crate::source::Symbol;
use crate::syntax::ast::Precision;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a name stands for.
#[derive(Clone, Debug)]
pub(in crate::sema) enum Entity {
    /// A variable, or a member of a block without instance name.
    Variable(Variable),
    /// A parameter that cannot be written to.
    Value(Handle<Value>),
    /// A named constant, specialization constants included.
    Constant(Handle<Constant>),
    /// A structure.
    Type(Handle<Type>),
    /// A buffer reference block.
    Reference(Handle<Struct>),
    /// A block in a descriptor heap, by its number, or a member of one without instance name.
    HeapBlock { number: usize, member: Option<u32> },
    /// The name of an interface block, which has no use but to be declared (GLSL 4.60, 4.3.9).
    Block,
    /// A user function; its overloads are in the table of functions.
    Function,
    /// A declaration that was reported; its uses are not.
    Error,
}

/// A variable as a path to memory.
#[derive(Clone, Debug)]
pub(in crate::sema) struct Variable {
    pub(in crate::sema) root: PlaceRoot,
    pub(in crate::sema) step: Option<PlaceStep>,
    pub(in crate::sema) ty: Handle<Type>,
    pub(in crate::sema) storage: StorageClass,
    pub(in crate::sema) access: MemoryQualifiers,
    /// Why it cannot be written to, as the rest of "cannot assign to `x`, ...".
    pub(in crate::sema) read_only: Option<&'static str>,
    /// Declared `precise`.
    pub(in crate::sema) precise: bool,
}

/// A declared name.
#[derive(Clone, Debug)]
pub(in crate::sema) struct Declared {
    pub(in crate::sema) entity: Entity,
    pub(in crate::sema) span: Span,
    depth: u32,
    symbol: Symbol,
    /// The number of the declaration that this one hides, or [`NONE`].
    hidden: u32,
}

/// The memory for more symbols than this is not kept.
const MOST_SYMBOLS: usize = 1 << 16;

/// No declaration; the others are numbered from 1.
const NONE: u32 = 0;

/// What kind of thing a name stands for, for tools that show source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// A variable, parameters and members of blocks included.
    Variable,
    /// A named constant.
    Constant,
    /// A structure or a buffer reference.
    Type,
    /// A function.
    Function,
    /// An interface block.
    Block,
}

/// A name where it is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeclaredName {
    /// The name.
    pub symbol: Symbol,
    /// Where it is declared.
    pub span: Span,
    /// What it stands for.
    pub kind: NameKind,
    /// Whether it is declared outside functions.
    pub is_global: bool,
}

/// A name where it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameUse {
    /// The use.
    pub span: Span,
    /// The declaration.
    pub declared_at: Span,
    /// What it stands for.
    pub kind: NameKind,
}

/// The names of a shader, in the order of the analysis.
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    /// Declarations.
    pub declared: Vec<DeclaredName>,
    /// Uses of what the shader declares.
    pub uses: Vec<NameUse>,
    /// Names after dots, whether they exist or not.
    pub selections: Vec<Selection>,
    /// What may follow the dot, by the numbers in `selections`.
    pub members: Vec<Vec<MemberName>>,
    /// The numbers by type.
    pub(in crate::sema) selectable: FxHashMap<Handle<Type>, usize>,
}

/// A name after a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The name.
    pub span: Span,
    /// What may stand there: an index into [`NameIndex::members`].
    pub members: usize,
}

/// A member or swizzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberName {
    /// How it is written.
    pub name: String,
    /// Its type, as GLSL writes it.
    pub ty: String,
}

impl Entity {
    /// What it is for tools; `None` for what was reported.
    const fn kind(&self) -> Option<NameKind> {
        Some(match self {
            Self::Variable(_) | Self::Value(_) | Self::HeapBlock { .. } => NameKind::Variable,
            Self::Constant(_) => NameKind::Constant,
            Self::Type(_) | Self::Reference(_) => NameKind::Type,
            Self::Function => NameKind::Function,
            Self::Block => NameKind::Block,
            Self::Error => return None,
        })
    }
}

/// The names that are visible now.
#[derive(Debug, Default)]
pub(in crate::sema) struct Scopes {
    /// Every declaration and use so far, if someone wants to know.
    pub(in crate::sema) index: Option<NameIndex>,
    /// The declarations of all open scopes, outermost first.
    declared: Vec<Declared>,
    /// By symbol: the number of the declaration that is visible, or [`NONE`].
    visible: Vec<u32>,
    /// How many declarations there were when each open scope inside the global one began.
    open: Vec<usize>,
    /// What `precision` statements set, with the depth of their scope (GLSL 4.60, 4.7.4).
    precisions: Vec<(u32, PrecisionOf, Precision)>,
}

impl Scopes {
    /// Without any name, in the same memory, which another shader with the same symbols may use.
    pub(in crate::sema) fn emptied(self) -> Self {
        let Self { mut declared, mut visible, mut open, mut precisions, .. } = self;
        if visible.len() > MOST_SYMBOLS {
            return Self::default();
        }
        for declared in declared.drain(..) {
            if let Some(visible) = visible.get_mut(declared.symbol.index()) {
                *visible = NONE;
            }
        }
        open.clear();
        precisions.clear();
        Self { index: None, declared, visible, open, precisions }
    }

    /// Opens a scope.
    pub(in crate::sema) fn open(&mut self) {
        self.open.push(self.declared.len());
    }

    /// Closes the innermost scope. Gives whether it declared anything.
    pub(in crate::sema) fn close(&mut self) -> bool {
        let outer = self.open.pop().unwrap_or(0);
        let declares = self.declared.len() > outer;
        while self.declared.len() > outer
            && let Some(declared) = self.declared.pop()
        {
            if let Some(visible) = self.visible.get_mut(declared.symbol.index()) {
                *visible = declared.hidden;
            }
        }
        let depth = self.depth();
        while self.precisions.last().is_some_and(|&(inner, _, _)| inner > depth) {
            self.precisions.pop();
        }
        declares
    }

    /// Sets a default precision in the innermost scope.
    pub(in crate::sema) fn set_precision(&mut self, of: PrecisionOf, precision: Precision) {
        let depth = self.depth();
        self.precisions.retain(|&(at, it, _)| (at, it) != (depth, of));
        self.precisions.push((depth, of, precision));
    }

    /// The default precision that a statement has set.
    pub(in crate::sema) fn precision(&self, of: PrecisionOf) -> Option<Precision> {
        self.precisions.iter().rev().find(|&&(_, it, _)| it == of).map(|&(_, _, precision)| precision)
    }

    /// Whether no scope but the global one is open.
    pub(in crate::sema) fn is_global(&self) -> bool {
        self.open.is_empty()
    }

    fn depth(&self) -> u32 {
        // Nesting is limited by the parser to far fewer than u32::MAX scopes.
        self.open.len() as u32
    }

    /// Declares a name in the innermost scope. Returns the span of an earlier declaration in the same scope, which then
    /// stays the valid one.
    pub(in crate::sema) fn declare(&mut self, symbol: Symbol, entity: Entity, span: Span) -> Result<(), Span> {
        let depth = self.depth();
        if let Some(kind) = entity.kind() {
            self.note_declared(symbol, span, kind);
        }
        if let Some(earlier) = self.get_mut(symbol)
            && earlier.depth == depth
        {
            if matches!(earlier.entity, Entity::Error) {
                (earlier.entity, earlier.span) = (entity, span);
                return Ok(());
            }
            return Err(earlier.span);
        }
        if self.visible.len() <= symbol.index() {
            self.visible.resize(symbol.index() + 1, NONE);
        }
        if let Some(visible) = self.visible.get_mut(symbol.index()) {
            self.declared.push(Declared { entity, span, depth, symbol, hidden: *visible });
            // There are no more declarations than bytes of source, whose offsets are `u32`.
            *visible = self.declared.len() as u32;
        }
        Ok(())
    }

    fn get_mut(&mut self, symbol: Symbol) -> Option<&mut Declared> {
        let number = *self.visible.get(symbol.index())?;
        self.declared.get_mut((number as usize).checked_sub(1)?)
    }

    /// Replaces what a visible name stands for (a redeclaration that adds a size or a qualifier).
    pub(in crate::sema) fn redeclare(&mut self, symbol: Symbol, entity: Entity) {
        if let Some(declared) = self.get_mut(symbol) {
            declared.entity = entity;
        }
    }

    /// Records a declaration in the innermost scope for the index.
    pub(in crate::sema) fn note_declared(&mut self, symbol: Symbol, span: Span, kind: NameKind) {
        let is_global = self.is_global();
        if let Some(index) = &mut self.index {
            index.declared.push(DeclaredName { symbol, span, kind, is_global });
        }
    }

    /// Records a use of a name for the index.
    pub(in crate::sema) fn note_use(&mut self, symbol: Symbol, span: Span) {
        if self.index.is_none() {
            return;
        }
        let found = self.get(symbol).and_then(|it| Some((it.span, it.entity.kind()?)));
        if let (Some(index), Some((declared_at, kind))) = (&mut self.index, found) {
            index.uses.push(NameUse { span, declared_at, kind });
        }
    }

    /// What a name stands for here.
    pub(in crate::sema) fn get(&self, symbol: Symbol) -> Option<&Declared> {
        let number = *self.visible.get(symbol.index())?;
        self.declared.get((number as usize).checked_sub(1)?)
    }

    /// What a name stands for, if it is declared in the innermost scope.
    pub(in crate::sema) fn get_local(&self, symbol: Symbol) -> Option<&Declared> {
        self.get(symbol).filter(|declared| declared.depth == self.depth())
    }

    /// Every visible name, for suggestions; the order depends on nothing but the source.
    pub(in crate::sema) fn visible(&self) -> Vec<Symbol> {
        let mut seen = FxHashSet::default();
        self.declared.iter().map(|declared| declared.symbol).filter(|symbol| seen.insert(*symbol)).collect()
    }
}

/// What a `precision` statement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sema) enum PrecisionOf {
    /// `float` and its vectors and matrices.
    Float,
    /// `int`, `uint` and their vectors.
    Int,
    /// A type of resources.
    Resource(Handle<Type>),
}
