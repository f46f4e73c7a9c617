//! Sizes of arrays that are declared without one (GLSL 4.60, 4.1.9): from a later declaration, or from constant indices.
//!
//! Comes in: the type and the name of such an array. Goes out: the type with its size, if the shader says one anywhere.
//! Must not depend on: what storage the array is in.

use crate::hir::{ArrayLength, Handle, Span, Type};
use crate::sema::Analyzer;
use crate::sema::context::message;
use crate::sema::context::scope::Entity;
use crate::source::Symbol;
use crate::syntax::ast::{
    BinaryOperator, Declaration, Declarator, Expression, ExternalDeclaration, Literal, Name, TranslationUnit,
};
use rustc_hash::FxHashMap;

/// How deeply the size of a later declaration is evaluated.
pub(in crate::sema) const MOST_FORESEEN: u32 = 8;

/// What a whole shader does with names, found in one walk when the first unsized array needs it.
#[derive(Debug, Default)]
pub(in crate::sema) struct NameUses<'a> {
    /// Global declarations, also those still to come.
    globals: FxHashMap<Symbol, Vec<&'a Declarator>>,
    /// Names in expressions.
    indices: FxHashMap<Symbol, Indices>,
    /// The largest literals that index members.
    members: FxHashMap<Symbol, u64>,
    /// The non-literal indices of names and members.
    others: FxHashMap<Symbol, Vec<Handle<Expression>>>,
    /// The largest literals that index elements of members.
    inner_members: FxHashMap<Symbol, u64>,
}

/// How a name is indexed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::sema) struct Indices {
    /// The largest literal.
    pub(in crate::sema) largest: Option<u64>,
    /// The first that is not a literal.
    pub(in crate::sema) other: Option<Span>,
}

/// An array whose size is not declared yet.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::sema) struct WithoutSize {
    /// The largest index so far.
    pub(in crate::sema) largest: Option<i64>,
    /// Whether only a later declaration can say its size: no literal indexes it.
    pub(in crate::sema) is_awaited: bool,
    /// Whether an error was reported about it.
    pub(in crate::sema) is_reported: bool,
}

impl<'a> NameUses<'a> {
    fn new(unit: &'a TranslationUnit) -> Self {
        let mut uses = Self::default();
        for declaration in &unit.declarations {
            if let ExternalDeclaration::Declaration(Declaration::Variables { declarators, .. }) = declaration {
                for declarator in declarators {
                    uses.globals.entry(declarator.name.symbol).or_default().push(declarator);
                }
            }
        }
        let node = |handle| unit.expressions.try_get(handle).ok();
        for (_, expression) in unit.expressions.iter() {
            match *expression {
                Expression::Identifier(symbol) => drop(uses.indices.entry(symbol).or_default()),
                Expression::Index { base, index } => {
                    if let Some(&Expression::Literal(Literal::Integer { bits, .. })) = node(index) {
                        let (members, member) = match node(base) {
                            Some(&Expression::Index { base, .. }) => (&mut uses.inner_members, node(base)),
                            other => (&mut uses.members, other),
                        };
                        if let Some(Expression::Member { name, .. }) = member {
                            let largest = members.entry(name.symbol).or_default();
                            *largest = (*largest).max(bits);
                        }
                    } else if let Some(
                        Expression::Member { name: Name { symbol, .. }, .. } | Expression::Identifier(symbol),
                    ) = node(base)
                    {
                        uses.others.entry(*symbol).or_default().push(index);
                    }
                    if let Some(&Expression::Identifier(symbol)) = node(base) {
                        let indices = uses.indices.entry(symbol).or_default();
                        match node(index) {
                            Some(&Expression::Literal(Literal::Integer { bits, .. })) => {
                                indices.largest = indices.largest.max(Some(bits));
                            }
                            _ => drop(indices.other.get_or_insert(unit.expressions.get_span(index))),
                        }
                    }
                }
                _ => {}
            }
        }
        uses
    }
}

impl<'a> Analyzer<'a> {
    fn name_uses(&mut self) -> &NameUses<'a> {
        let unit = self.unit;
        self.name_uses.get_or_insert_with(|| NameUses::new(unit))
    }

    /// How a name is indexed anywhere in the shader; `None` if no expression names it.
    pub(in crate::sema) fn indices(&mut self, name: Symbol) -> Option<Indices> {
        self.name_uses().indices.get(&name).copied()
    }

    /// The largest literal that indexes a member of this name, or with `inner` an element of such a member, in any
    /// block or structure.
    pub(in crate::sema) fn largest_member_index(&mut self, name: Symbol, inner: bool) -> Option<u64> {
        let uses = self.name_uses();
        let members = if inner { &uses.inner_members } else { &uses.members };
        members.get(&name).copied()
    }

    /// The largest index of a variable or member of this name that is not a literal but known ahead, and the first that
    /// is not known.
    fn foreseen_others(&mut self, name: Symbol) -> (Option<u64>, Option<Span>) {
        let others = self.name_uses().others.get(&name).cloned().unwrap_or_default();
        let (mut largest, mut unknown) = (None, None);
        for index in others {
            match self.foreseen(index, MOST_FORESEEN).and_then(|it| u64::try_from(it).ok()) {
                Some(value) => largest = largest.max(Some(value)),
                None => unknown = unknown.or_else(|| Some(self.span_of(index))),
            }
        }
        (largest, unknown)
    }

    /// The largest index of a variable or member of this name that is known ahead, and the first that is not known.
    pub(in crate::sema) fn foreseen_indices(&mut self, name: Symbol) -> (Option<u64>, Option<Span>) {
        let (largest, unknown) = self.foreseen_others(name);
        let literal = self.indices(name).and_then(|it| it.largest).max(self.largest_member_index(name, false));
        (largest.max(literal), unknown)
    }

    /// The span of the first expression that names a variable or a member.
    pub(in crate::sema) fn use_span(&self, name: Symbol) -> Span {
        let is_it = |it: &Expression| match it {
            Expression::Identifier(symbol) => *symbol == name,
            Expression::Member { name: member, .. } => member.symbol == name,
            _ => false,
        };
        let expressions = &self.unit.expressions;
        let first = expressions.iter().find(|(_, it)| is_it(it)).map(|(handle, _)| expressions.get_span(handle));
        first.unwrap_or_default()
    }

    /// An unsized array has the size of a later declaration; one whose indices are all known ahead has the size that
    /// the largest index needs.
    pub(in crate::sema) fn implicitly_sized(&mut self, ty: Handle<Type>, name: Name) -> Handle<Type> {
        let Type::Array { element, length: ArrayLength::Runtime } = *self.module.types.get(ty) else { return ty };
        if self.version.is_es() {
            // GLSL ES 3.20, 4.1.9: arrays have a size where they are declared.
            return ty;
        }
        let literal = self.indices(name.symbol).and_then(|indices| indices.largest);
        let largest = literal.max(self.foreseen_others(name.symbol).0);
        let implied = largest.and_then(|largest| u32::try_from(largest.saturating_add(1)).ok());
        let later = if self.scopes.is_global() { self.later_size(name.symbol) } else { None };
        if later.is_none() && implied.is_some() {
            self.note_without_size(name.span);
        }
        match later.or(implied) {
            Some(length) => self.module.array(element, ArrayLength::Constant(length)),
            None => ty,
        }
    }

    /// The same for a variable that is not a resource: until a later declaration says its size, it is only indexed with
    /// constants. In functions nothing looks ahead: any size will do until then, as an element's type does not depend on it.
    pub(in crate::sema) fn sized_for_now(&mut self, ty: Handle<Type>, name: Name) -> Handle<Type> {
        let Type::Array { element, length: ArrayLength::Runtime } = *self.module.types.get(ty) else { return ty };
        let mut sized = self.implicitly_sized(ty, name);
        if sized == ty && !self.version.is_es() && !self.scopes.is_global() {
            sized = self.module.array(element, ArrayLength::Constant(1));
            self.awaiting_size.push(name);
            self.without_size.insert(name.span.to_range(), WithoutSize { is_awaited: true, ..WithoutSize::default() });
        } else if sized != ty {
            self.note_without_size(name.span);
        }
        sized
    }

    /// At the end of a function, reports the arrays of which no declaration has said the size.
    pub(in crate::sema) fn report_awaited_sizes(&mut self) {
        for name in std::mem::take(&mut self.awaiting_size) {
            if self.size_is_declared(name.span).is_some_and(|it| !it.is_reported) {
                self.report_unsized(name);
            }
        }
    }

    /// Reports that nothing says the size of an array.
    pub(in crate::sema) fn report_unsized(&mut self, name: Name) {
        let text = self.text(name.symbol);
        let mut diagnostic =
            message::unsized_array(name.span, &format!("array `{text}`")).with_help("give it a size or an initializer");
        if let Some(index) = self.indices(name.symbol).and_then(|indices| indices.other) {
            diagnostic = diagnostic
                .with_secondary(index, "it can only get one from constant indices")
                .with_note("GLSL 4.60, 4.1.9");
        }
        self.report(diagnostic);
    }

    /// Whether the size of the array declared at `declared` was complained about; from now on it is not again.
    pub(in crate::sema) fn is_unsized_reported(&mut self, declared: Span) -> bool {
        let array = self.without_size.get_mut(&declared.to_range());
        array.is_some_and(|it| std::mem::replace(&mut it.is_reported, true))
    }

    fn note_without_size(&mut self, declared: Span) {
        self.without_size.insert(declared.to_range(), WithoutSize::default());
    }

    /// Records that the array declared at `declared` has its size from now on, or needs none; `None` if it had one.
    pub(in crate::sema) fn size_is_declared(&mut self, declared: Span) -> Option<WithoutSize> {
        self.without_size.remove(&declared.to_range())
    }

    /// The same for a member of a block. It may be named with or without the block's instance, and all its indices must
    /// be known ahead (GLSL 4.60, 4.1.9). Members and variables of one name count as one: an array that is too long
    /// does no harm.
    ///
    /// If `may_be_unused`, one that nothing indexes has one element, as a variable has.
    pub(in crate::sema) fn implicitly_sized_member(
        &mut self,
        ty: Handle<Type>,
        name: Name,
        may_be_unused: bool,
    ) -> Handle<Type> {
        let Type::Array { element, length: ArrayLength::Runtime } = *self.module.types.get(ty) else { return ty };
        let (largest, unknown) = self.foreseen_indices(name.symbol);
        if self.version.is_es() || unknown.is_some() {
            return ty;
        }
        let largest = largest.or(may_be_unused.then_some(0));
        match largest.and_then(|largest| u32::try_from(largest.saturating_add(1)).ok()) {
            Some(length) => self.module.array(element, ArrayLength::Constant(length)),
            None => ty,
        }
    }

    /// The size that a later global declaration gives an array.
    pub(in crate::sema) fn later_size(&mut self, name: Symbol) -> Option<u32> {
        let size = self.globals_named(name).iter().find_map(|declarator| declarator.dimensions.first()?.size)?;
        let size = self.foreseen(size, MOST_FORESEEN)?;
        self.sized_later.insert(name);
        u32::try_from(size).ok().filter(|&size| size > 0)
    }

    fn globals_named(&mut self, name: Symbol) -> &[&'a Declarator] {
        self.name_uses().globals.get(&name).map_or(&[], Vec::as_slice)
    }

    /// The value that a size in a later declaration will have: literals, constants of the shader, and sums and products
    /// of them. Whether it is a constant expression is checked where it stands.
    pub(in crate::sema) fn foreseen(&mut self, size: Handle<Expression>, depth: u32) -> Option<i64> {
        let depth = depth.checked_sub(1)?;
        match *self.node(size) {
            Expression::Literal(Literal::Integer { bits, .. }) => i64::try_from(bits).ok(),
            Expression::Identifier(symbol) => match self.scopes.get(symbol).map(|it| &it.entity) {
                Some(&Entity::Constant(constant)) => self.integer_value(constant),
                Some(_) => None,
                None if let Some(limit) = self.limit(self.text(symbol)) => Some(i64::from(limit)),
                None => {
                    let initializer = self.globals_named(symbol).iter().find_map(|it| it.initializer)?;
                    self.foreseen(initializer, depth)
                }
            },
            Expression::Binary { op, left, right, .. } => {
                let (left, right) = (self.foreseen(left, depth)?, self.foreseen(right, depth)?);
                match op {
                    BinaryOperator::Add => left.checked_add(right),
                    BinaryOperator::Subtract => left.checked_sub(right),
                    BinaryOperator::Multiply => left.checked_mul(right),
                    BinaryOperator::Divide => left.checked_div(right),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
