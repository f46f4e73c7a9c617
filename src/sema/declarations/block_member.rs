//! Members of blocks of any kind (GLSL 4.60, 4.3.9).
//!
//! Comes in: the members as written. Goes out: what the caller makes of them. Must not depend on: what the block is
//! for.

use crate::hir::{Handle, Interface, MatrixMajor, Member, Span, Type};
use crate::sema::Analyzer;
use crate::sema::declarations::messages;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::syntax::ast::{BaseType, MemberDeclaration, Name, TypeSpecifier};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A member with its type and the qualifiers of its declaration, whose precision is already decided.
#[derive(Clone, Copy)]
pub(in crate::sema) struct DeclaredMember<'m> {
    pub(in crate::sema) name: Name,
    pub(in crate::sema) ty: Handle<Type>,
    pub(in crate::sema) specifier: &'m TypeSpecifier,
    pub(in crate::sema) qualifiers: &'m Qualifiers,
    /// Whether no other member follows, be it right or wrong.
    pub(in crate::sema) is_last: bool,
}

impl DeclaredMember<'_> {
    /// The member as its declaration alone describes it.
    pub(in crate::sema) fn member(&self, name: &str) -> Member {
        Member {
            name: name.into(),
            ty: self.ty,
            offset: None,
            major: MatrixMajor::Column,
            qualifiers: self.qualifiers.relaxed(),
            precise: self.qualifiers.precise,
            interface: Interface::default(),
            decorations: self.qualifiers.spirv.decorations.clone(),
            span: self.name.span,
        }
    }
}

impl Analyzer<'_> {
    /// Reports a block that is declared inside one that cannot have it.
    pub(in crate::sema) fn no_inline_block(
        &mut self,
        _members: &[MemberDeclaration],
        _qualifiers: &Qualifiers,
        span: Span,
    ) -> Option<Handle<Type>> {
        self.report(messages::block_cannot_be_declared(span));
        None
    }

    /// The members of a block: `inline` gives the type of a block that is declared in place of the type of a member, `read`
    /// looks at the qualifiers of a declaration and its type without array sizes, `make` at each name that it declares.
    /// `None` after a report.
    pub(in crate::sema) fn members_of_block<D, M>(
        &mut self,
        declared: &[MemberDeclaration],
        inline: impl Fn(&mut Self, &[MemberDeclaration], &Qualifiers, Span) -> Option<Handle<Type>>,
        read: impl Fn(&mut Self, &Qualifiers, Option<Handle<Type>>) -> D,
        make: impl Fn(&mut Self, &DeclaredMember<'_>, &D) -> Option<M>,
    ) -> Option<Vec<M>> {
        let mut left: usize = declared.iter().map(|member| member.declarators.len()).sum();
        let mut members = Vec::with_capacity(left);
        let mut names = FxHashMap::with_capacity_and_hasher(left, FxBuildHasher);
        let mut wrong = false;
        for declaration in declared {
            let mut qualifiers = Qualifiers::collect(self, &declaration.ty.qualifiers);
            let specifier = &declaration.ty.specifier;
            let base = match &specifier.base {
                BaseType::Block(members) => inline(self, members, &qualifiers, specifier.span),
                _ => self.type_specifier(specifier, &[]),
            };
            let said = read(self, &qualifiers, base);
            self.resolve_precision(&mut qualifiers, base, specifier);
            for declarator in &declaration.declarators {
                left = left.saturating_sub(1);
                let name = declarator.name;
                let ty = base.and_then(|base| self.array_type(base, &[], &declarator.dimensions));
                let Some(ty) = ty else {
                    wrong = true;
                    continue;
                };
                let declared = DeclaredMember { name, ty, specifier, qualifiers: &qualifiers, is_last: left == 0 };
                let is_new = self.is_new_member(&mut names, name);
                match make(self, &declared, &said).filter(|_| is_new) {
                    Some(member) => members.push(member),
                    None => wrong = true,
                }
            }
        }
        // The parser has reported a block without members.
        (!wrong && !members.is_empty()).then_some(members)
    }
}
